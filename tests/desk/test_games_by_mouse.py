"""A whole game of La malédiction de la momie in the desk's window, every piece dragged with the mouse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pygame
import pytest
from games_by_hand import SHORT_GAME, by_hand

from display.desk.board import BoardLook, BoardPlace, fit_board
from display.desk.device_drawing import fit_device
from firmware_py.config.schema import Config
from firmware_py.desk import board
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.desk.window import DeskDisplay
from hardware.simulated.magnets import BoardGrid

LEFT, RIGHT = 1, 3
STEP_S = 0.04
"""From one report of the mouse to the next."""


@pytest.fixture(autouse=True)
def unseen_screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The window opens on SDL's dummy driver, and is not left open."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    yield
    pygame.display.quit()


class DeviceUnderMouse(SimulatedDevice):
    """A device whose pieces are moved by a mouse in a window, and by nothing else."""

    def __init__(self, config: Config, data: Path) -> None:
        self.desk = DeskDisplay(config)
        super().__init__(config, data, sensors=BoardGrid(config.board.rows, config.board.columns))

    def place(self, piece: str, cell: str, dx_mm: float = 0.0, dy_mm: float = 0.0) -> None:
        """Carry a piece to a cell with the right button, askew with Ctrl."""
        _, place = self.seen()
        x_mm, y_mm = self.simulated_board().magnets.grid.centre_mm(self._number(cell))
        pygame.key.set_mods(pygame.KMOD_CTRL if dx_mm or dy_mm else 0)
        self.drag(RIGHT, self.middle(piece), place.point((x_mm + dx_mm, y_mm + dy_mm)))
        pygame.key.set_mods(0)

    def slide(self, piece: str, cells: Sequence[str]) -> None:
        """Push a piece from cell to cell with the left button."""
        _, place = self.seen()
        self.drag(LEFT, self.middle(piece), *(place.cell(self._number(cell)).centre for cell in cells))
        self.wait(0.2)  # until the piece has come after the mouse

    def lift(self, piece: str) -> None:
        """Pull a piece into the tray."""
        _, place = self.seen()
        self.drag(LEFT, self.middle(piece), place.tray.centre)

    def seen(self) -> tuple[BoardLook, BoardPlace]:
        """The board as it is seen, and where."""
        look = board.board_look(self.simulated_board(), self.app.table)
        return look, fit_board(look, fit_device((480, 320), with_board=True).board)

    def middle(self, piece: str) -> tuple[int, int]:
        """The pixel by which a piece is taken."""
        look, place = self.seen()
        names = [one.name for one in look.pieces]
        return place.middles(look)[names.index(piece)]

    def drag(self, button: int, *points: tuple[int, int]) -> None:
        """Press a button of the mouse, move it through points, and let it go at the last one."""
        self.happens(pygame.MOUSEBUTTONDOWN, button=button, pos=points[0])
        for point in points[1:]:
            self.happens(pygame.MOUSEMOTION, pos=point)
        self.happens(pygame.MOUSEBUTTONUP, button=button, pos=points[-1])

    def happens(self, kind: int, **details: object) -> None:
        """Give the window a mouse event, after it has drawn, and carry out what follows."""
        if kind != pygame.MOUSEMOTION:  # where a piece is does not matter while the mouse holds it
            self.desk.show(self.app, self.devices)
        pygame.event.post(pygame.event.Event(kind, **details))
        for done in self.desk.poll():
            board.carry_out(done, self.simulated_board(), self.now_s)
        self.wait(STEP_S)

    def close(self) -> None:
        """Switch the device off and close the window."""
        super().close()
        self.desk.close()


def test_a_game_by_mouse_has_the_same_record_on_either_board(tmp_path: Path) -> None:
    """Pawns are carried and set down askew or pushed along, the mummy is slid, captives are pulled into the tray."""
    on_switches = by_hand("i2c", tmp_path, SHORT_GAME, DeviceUnderMouse)
    assert len(on_switches) > 20
    assert on_switches == by_hand("serial", tmp_path, SHORT_GAME, DeviceUnderMouse)
