"""The desk simulator's window: the device on a table, the magnetic board beside it, under mouse and keyboard.

Why: the simulation ends at pins and magnets. This window only reports which button went down or up and where a piece
was pushed. The caller moves pins and magnets, and the real drivers do the rest. Without a desktop the same picture is
drawn in memory.
"""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Self

import pygame

from display.desk.board import BoardLook, BoardPlace, Grip, board_marks, drag, drop, fit_board, grab
from display.desk.device_drawing import (
    AT_REST,
    NIGHT,
    SIX,
    DeviceLook,
    device_marks,
    fit_device,
    lamp_picture,
    table_picture,
)
from display.draw import Drawn, layout, look_of, paint_marks
from display.draw.paint import paint
from display.inputs import (
    HOLD_OK,
    ButtonDown,
    ButtonUp,
    CableToggled,
    CellFaultChanged,
    CloseRequested,
    HoldTouched,
    Touched,
    WindowEvent,
    key_of,
    target_of,
)
from display.view import Button, View
from display.window import KEYS, Panel, pressed_point, shade, target_at, turn_size, unturn_point

__all__ = ["BoardLook", "Desk", "DeviceLook"]

MOST = (1280, 720)
"""Largest size of the window when it opens."""
LEFT, RIGHT = 1, 3
"""Mouse buttons."""


class _Shown(NamedTuple):
    """What the window shows."""

    view: View
    look: DeviceLook
    board: BoardLook | None
    grip: Grip | None


class Desk:
    """The window with the device; `fault` says why it did not open, and is empty otherwise."""

    def __init__(
        self,
        size: tuple[int, int] = (480, 320),
        *,
        rotation: int = 0,
        buttons: tuple[Button, ...] = SIX,
        with_board: bool = False,
        headless: bool = False,
        caption: str = "Pyramid Referee",
    ) -> None:
        """Draw a device with these buttons, and room for a board beside it.

        :param size: of its screen, in pixels
        :param rotation: degrees by which the picture is turned clockwise, 0 to 270
        :param headless: draw in memory alone
        """
        self._layout = fit_device(turn_size(size, rotation), buttons, with_board=with_board)
        self._rotation = rotation
        self._caption = caption
        self._picture = pygame.Surface((self._layout.width, self._layout.height))
        self._screen = pygame.Surface(size)
        self._page: Drawn | None = None
        self._shown: _Shown | None = None
        self._asked: _Shown | None = None
        self._held: frozenset[Button] = frozenset()
        self._mouse_on: Button | None = None
        self._is_holding = False
        self._grip: Grip | None = None
        self._panel: Panel | None = None
        self.fault = ""
        if not headless:
            self._panel = Panel(_fit_picture(self._picture.get_size(), MOST).size, caption, resizable=True)
            self.fault = self._panel.fault

    def show(self, view: View, look: DeviceLook = AT_REST, board: BoardLook | None = None) -> None:
        """Show the device with `view` on its screen, and the board; do nothing if all of it is shown already."""
        before, after = self._shown, _Shown(view, look, board, self._grip)
        if before == after:
            return
        self._shown = after
        if before is None or before.view != view:
            self._page = paint_marks(layout(view, *self._screen.get_size()), look_of(view))
            self._page.paint(self._screen)
        self._compose(self._shown)
        self._present()

    def _compose(self, shown: _Shown) -> None:
        glass, light = self._layout.screen, self._layout.lamp
        self._picture.blit(table_picture(self._layout, self._caption), (0, 0))
        seen = pygame.transform.rotate(self._screen, -self._rotation) if self._rotation else self._screen
        self._picture.blit(seen, (glass.x, glass.y))
        shade(self._picture, shown.view.brightness, pygame.Rect(glass))
        paint(device_marks(self._layout, shown.look), self._picture)
        self._picture.blit(lamp_picture(light.w, shown.look.light), (light.x - light.w, light.y - light.h))
        if shown.board:
            paint(board_marks(shown.board, fit_board(shown.board, self._layout.board), shown.grip), self._picture)

    def _present(self) -> None:
        """Put the picture into the window, as large as it fits."""
        if self._panel is None or self._panel.surface is None:
            return
        box = _fit_picture(self._picture.get_size(), self._panel.size)
        if box.size == self._picture.get_size():
            self._panel.surface.blit(self._picture, box)
        else:
            self._panel.surface.fill(NIGHT)
            self._panel.surface.blit(pygame.transform.smoothscale(self._picture, box.size), box)
        pygame.display.flip()

    def new_picture(self) -> bytes | None:
        """The picture of the whole device as a PNG; None if it is the one that was asked for last."""
        if self._shown is self._asked:
            return None
        self._asked = self._shown
        drawn = io.BytesIO()
        pygame.image.save(self._picture, drawn, ".png")
        return drawn.getvalue()

    def poll(self) -> tuple[WindowEvent, ...]:
        """What mouse and keyboard did to the device and the board since the last call."""
        return tuple(made for event in self._panel.events() for made in self._events_of(event)) if self._panel else ()

    def _events_of(self, event: pygame.event.Event) -> Sequence[WindowEvent]:
        """What one event of pygame does to the device and the board."""
        match event.type:
            case pygame.QUIT:
                return [CloseRequested()]
            case pygame.WINDOWSIZECHANGED | pygame.WINDOWEXPOSED:
                self._present()
            case pygame.WINDOWFOCUSLOST:
                return self._focus_lost()
            case pygame.KEYDOWN if event.key in KEYS:
                return self._down(KEYS[event.key])
            case pygame.KEYUP if event.key in KEYS:
                return self._up(KEYS[event.key])
            case pygame.MOUSEBUTTONUP:
                return self._mouse_up(event)
            case pygame.MOUSEMOTION:
                return self._mouse_moved(event)
            case pygame.MOUSEBUTTONDOWN if self._layout.board.holds(self._point(event.pos)):
                return self._press_board(self._point(event.pos), event.button)
        touched = pressed_point(event, self._panel.size if self._panel else (0, 0))
        return self._press(self._point(touched)) if touched else []

    def _focus_lost(self) -> Sequence[WindowEvent]:
        """Release the piece and the buttons that are held: the window does not hear of their release any more."""
        return [*self._drop(), *(made for button in sorted(self._held) for made in self._up(button))]

    def _mouse_up(self, event: pygame.event.Event) -> Sequence[WindowEvent]:
        if self._mouse_on is not None:
            button, self._mouse_on = self._mouse_on, None
            return self._up(button)
        if self._is_holding:
            self._is_holding = False
            return [HoldTouched(False)]
        return self._drop() if self._grip and event.button == self._grip.button else []

    def _mouse_moved(self, event: pygame.event.Event) -> Sequence[WindowEvent]:
        if self._grip is None or self._place is None:
            return []
        lifts = _is_down(pygame.KMOD_SHIFT)
        self._grip, moved = drag(self._grip, self._place, self._point(event.pos), lifts=lifts)
        return moved

    def _press(self, point: tuple[int, int]) -> Sequence[WindowEvent]:
        """What a press on the device does."""
        if self._layout.screen.holds(point):
            inside = point[0] - self._layout.screen.x, point[1] - self._layout.screen.y
            if self._shown and self._shown.view.cross:
                return [Touched(target_of((inside[0] / self._layout.screen.w, inside[1] / self._layout.screen.h)))]
            target = target_at(
                self._page.touches if self._page else (), unturn_point(inside, self._screen.get_size(), self._rotation)
            )
            self._mouse_on = key_of(target)
            if self._mouse_on:
                return self._down(self._mouse_on)
            self._is_holding = target == HOLD_OK
            return [HoldTouched(True) if self._is_holding else Touched(target)]
        self._mouse_on = next((button for button, box in self._layout.buttons if box.holds(point)), None)
        return self._down(self._mouse_on) if self._mouse_on else []

    def _down(self, button: Button) -> Sequence[WindowEvent]:
        if button in self._held:
            return []
        self._held |= {button}
        return [ButtonDown(button)]

    def _up(self, button: Button) -> Sequence[WindowEvent]:
        if button not in self._held:
            return []
        self._held -= {button}
        return [ButtonUp(button)]

    # --- the board -------------------------------------------------------------------------------------------------

    @property
    def _place(self) -> BoardPlace | None:
        """Where the board lies; None while there is none."""
        look = self._shown.board if self._shown else None
        return fit_board(look, self._layout.board) if look else None

    def _press_board(self, point: tuple[int, int], button: int) -> Sequence[WindowEvent]:
        """What a mouse button does on the board: to a piece, to the plug, or to an empty cell."""
        look, place = self._shown.board if self._shown else None, self._place
        if look is None or place is None or self._grip or button not in (LEFT, RIGHT):
            return []
        lifts = button == RIGHT or _is_down(pygame.KMOD_SHIFT)
        self._grip, moved = grab(look, place, point, button, lifts=lifts)
        if self._grip:
            return moved
        if button == LEFT:
            return [CableToggled()] if place.plug.holds(point) else []
        cell = place.cell_at(point)
        return [] if cell is None else [CellFaultChanged(cell)]

    def _drop(self) -> Sequence[WindowEvent]:
        """Drop the piece under the mouse, if there is one."""
        grip, look, place = self._grip, self._shown.board if self._shown else None, self._place
        self._grip = None
        return drop(grip, look, place, askew=_is_down(pygame.KMOD_CTRL)) if grip and look and place else []

    def _point(self, point: tuple[int, int]) -> tuple[int, int]:
        """Where a point of the window lies in the picture."""
        width, height = self._picture.get_size()
        box = _fit_picture((width, height), self._panel.size if self._panel else (width, height))
        return (point[0] - box.x) * width // box.w, (point[1] - box.y) * height // box.h

    def save(self, path: Path) -> None:
        """Write the picture of the whole device as a PNG.

        :raises OSError: when it cannot be written.
        """
        _write(self._picture, path)

    def save_screen(self, path: Path) -> None:
        """Write the picture of the screen alone as a PNG.

        :raises OSError: when it cannot be written.
        """
        _write(self._screen, path)

    def close(self) -> None:
        if self._panel is not None:
            self._panel.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _fit_picture(size: tuple[int, int], room: tuple[int, int]) -> pygame.Rect:
    """The place of a picture of `size` in a room: centred, whole, never enlarged."""
    scale = min(1.0, room[0] / size[0], room[1] / size[1])
    width, height = max(1, round(size[0] * scale)), max(1, round(size[1] * scale))
    return pygame.Rect((room[0] - width) // 2, (room[1] - height) // 2, width, height)


def _is_down(modifier: int) -> bool:
    return bool(pygame.key.get_mods() & modifier)


def _write(picture: pygame.Surface, path: Path) -> None:
    """Write a PNG. Why not by pygame itself: its errors do not say what the system refused."""
    drawn = io.BytesIO()
    pygame.image.save(picture, drawn, ".png")
    with open(path, "wb", opener=_open_no_link) as file:
        file.write(drawn.getvalue())


def _open_no_link(path: str, flags: int) -> int:
    """Open a file as `open` asks for it, but no link to one."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0), 0o666)
