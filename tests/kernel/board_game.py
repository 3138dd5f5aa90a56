"""La malédiction on a sensor board: hands move the same magnets at the machine's board and at its twin's.

Why the twin comes first: it tells what the sensors read at each moment, and what must then be on the screen. The
machine's board gets these readings more slowly, because an emulated processor scans fewer frames a second.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, cast

import pygame
from lines import BOARD_SIDE, HELD_S
from machine import Late, Machine, wait_until
from pair import PICTURE_S, SIZE
from twin import ALLOWED, ALLOWED_WITH_TIME, AT_REST_S, difference, drawn
from usb_board import UsbBoard

from firmware_py.config.schema import ButtonsConfig, Config
from firmware_py.desk.demo import gives_command, shortest_presses
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.pages.interface import Resume
from firmware_py.pages.page import LongPress, Press
from hardware.pico.scan import MIDDLE
from hardware.simulated.boards import STEP_MT, SimulatedSerialBoard
from hardware.simulated.magnets import BoardGrid

SLOWER = 3.0
"""How many times longer everything takes at the machine's board."""
SENSORS = BoardGrid(BOARD_SIDE, BOARD_SIDE)
EARLY_S = ButtonsConfig().early_s


class Readings:
    """What the twin's sensors read, as far as it changes: a display that looks at them instead of the screen."""

    def __init__(self) -> None:
        self.device: SimulatedDevice | None = None
        self._counts: tuple[int, ...] = ()
        self._changed: list[tuple[float, dict[int, int]]] = []
        self._at_s = 0.0

    def show(self, _app: Any, devices: Any) -> None:
        """Note what has changed since the last look."""
        if self.device is None:
            return
        counts = tuple(MIDDLE + round((mt or 0.0) / STEP_MT) for mt in devices.simulated_board.board.readings())
        before = self._counts or (MIDDLE,) * len(counts)
        changed = {cell: new for cell, (old, new) in enumerate(zip(before, counts, strict=True)) if old != new}
        if changed:
            self._changed.append((SLOWER * (self.device.now_s - self._at_s), changed))
            self._counts, self._at_s = counts, self.device.now_s

    def all(self) -> dict[int, int]:
        """What every sensor reads now."""
        return dict(enumerate(self._counts))

    def taken(self) -> list[tuple[float, dict[int, int]]]:
        """What has changed since the last call, each with the pause before it."""
        assert self.device is not None
        changed, self._changed, self._at_s = self._changed, [], self.device.now_s
        return changed


class PressedApp:
    """The twin's app, whose presses the machine gets too."""

    def __init__(self, both: Both) -> None:
        self._both = both

    def press(self, done: Press | LongPress, now_s: float) -> None:
        """Press both."""
        self._both.expect_same()
        self._both.device.app.press(done, now_s)
        self._both.press_machine(done)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._both.device.app, name)


class Both:
    """The machine and its twin: for hands, a simulated device like any other."""

    def __init__(self, folder: Path, config: Config, data: Path) -> None:
        """Switch the twin on with these games; the machine is switched on with the same later."""
        self._folder = folder
        self._readings = Readings()
        self.device = SimulatedDevice(config, data, display=cast(Any, self._readings), sensors=SENSORS)
        assert self.device.magnets is not None
        self.device.magnets.noise_mt = 0.0
        self._readings.device = self.device
        self.app = PressedApp(self)
        self._machine: Machine | None = None
        self._board: UsbBoard | None = None
        self.compared = 0
        """How many pictures were compared."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self.device, name)

    @property
    def board(self) -> SimulatedSerialBoard:
        """The twin's board."""
        return cast(SimulatedSerialBoard, self.device.simulated_board().board)

    def connect(self, machine: Machine, board: UsbBoard) -> None:
        """Let this machine take part; its magnets lie on this board."""
        self._machine, self._board = machine, board
        self._readings.taken()
        board.read([(0.0, self._readings.all())])

    def send(self) -> None:
        """Let the machine's board read what the twin's has read since the last time."""
        assert self._board is not None
        changed = self._readings.taken()
        self._board.read(changed)
        time.sleep(sum(pause_s for pause_s, _ in changed))

    def expect_same(self, allowed: float = ALLOWED) -> None:
        """Wait until nothing moves at the twin any more, and the machine shows what it does. :raises Late: if not"""
        assert self._machine is not None
        machine = self._machine
        self.send()
        self.device.wait(AT_REST_S)
        self.send()
        wanted = drawn(self.device.app.view, SIZE)
        shares: list[float] = []

        def is_shown() -> bool:
            shares.append(difference(machine.picture(), wanted))
            return shares[-1] <= allowed

        try:
            wait_until("the expected picture", PICTURE_S, is_shown, every_s=0.1)
        except Late as late:
            pygame.image.save(wanted, self._folder / "wanted-0.png")
            raise Late(f"{late}; {shares[-1]:.2%} of the pixels differ between screen.ppm and wanted-0.png") from None
        self.compared += 1

    def press_machine(self, done: Press | LongPress) -> None:
        """Press or hold a button of the machine at its pin."""
        assert self._machine is not None
        time.sleep(EARLY_S)  # what comes earlier belongs to the player before
        if isinstance(done, LongPress):
            self._machine.hold(done.button, HELD_S)
        else:
            self._machine.press(done.button)

    def resume(self) -> None:
        """Go on with the game that both were switched on with."""
        self.expect_same(ALLOWED_WITH_TIME)
        for done in shortest_presses(self.device.app.stack, self.device.app.table, gives_command(Resume)):
            self.device.app.press(done, self.device.now_s)
            self.press_machine(done)
            self.expect_same()

    def close(self) -> None:
        """Switch the twin off."""
        self.device.close()


def journal_of(folder: Path, config: Config, record: bytes) -> Path:
    """A folder with the journal of a device that has loaded a record."""
    data = folder / "board-games"
    with SimulatedDevice(config, data, sensors=SENSORS) as device:
        device.press("ok")
        device.load(record)
        device.wait(1.0)
    return data
