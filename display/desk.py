"""The desk simulator's window: the whole device drawn on a table, its buttons under mouse and keyboard.

Why: what is simulated ends at the pins. This window only tells which button's key went down or up; whoever runs the
simulation moves the pin, and the real drivers do the rest. Without a desktop the same picture is drawn in memory.
"""

from __future__ import annotations

import errno
from pathlib import Path
from types import TracebackType
from typing import Self

import pygame

from display.draw import draw
from display.draw.device import AT_REST, SIX, DeviceLook, device, laid_out, lamp, table
from display.draw.marks import Touch
from display.draw.paint import paint
from display.inputs import ButtonDown, ButtonUp, Input, Quit, Touched
from display.view import Button, View
from display.window import KEYS, open_panel, pressed_point, shade, target_at

__all__ = ["Desk", "DeviceLook"]


class Desk:
    """The window with the device; `fault` tells why there is none, and is empty if there is one or none was wanted."""

    def __init__(
        self,
        size: tuple[int, int] = (480, 320),
        *,
        buttons: tuple[Button, ...] = SIX,
        headless: bool = False,
        caption: str = "Pyramid Referee",
    ) -> None:
        """Put a device with a screen of `size` and these buttons on the desk; `headless` draws in memory alone."""
        self._layout = laid_out(size, buttons)
        self._caption = caption
        self._picture = pygame.Surface((self._layout.width, self._layout.height))
        self._screen = pygame.Surface(size)
        self._shown: tuple[View, DeviceLook] | None = None
        self._touches: tuple[Touch, ...] = ()
        self._held: frozenset[Button] = frozenset()
        self._mouse_on: Button | None = None
        self._panel: pygame.Surface | None = None
        self.fault = ""
        if not headless:
            self._panel, self.fault = open_panel(self._picture.get_size(), caption)

    def show(self, view: View, look: DeviceLook = AT_REST) -> None:
        """Show the device with `view` on its screen; nothing is done if all of it is shown already."""
        if self._shown == (view, look):
            return
        if self._shown is None or self._shown[0] != view:
            self._touches = draw(view, self._screen)
        self._shown = view, look
        self._compose(look)
        if self._panel is not None:
            self._panel.blit(self._picture, (0, 0))
            pygame.display.flip()

    def _compose(self, look: DeviceLook) -> None:
        glass, light = self._layout.screen, self._layout.lamp
        self._picture.blit(table(self._layout, self._caption), (0, 0))
        self._picture.blit(self._screen, (glass.x, glass.y))
        shade(self._picture, self._shown[0].brightness if self._shown else 1.0, pygame.Rect(glass))
        paint(device(self._layout, look), self._picture)
        self._picture.blit(lamp(light.w, look.light), (light.x - light.w, light.y - light.h))

    def poll(self) -> tuple[Input, ...]:
        """Return what mouse and keyboard did to the device since the last call."""
        if self._panel is None:
            return ()
        made: list[Input] = []
        for event in pygame.event.get():
            made += self._meaning(event)
        return tuple(made)

    def _meaning(self, event: pygame.event.Event) -> list[Input]:
        match event.type:
            case pygame.QUIT:
                return [Quit()]
            case pygame.KEYDOWN if event.key in KEYS:
                return self._down(KEYS[event.key])
            case pygame.KEYUP if event.key in KEYS:
                return self._up(KEYS[event.key])
            case pygame.MOUSEBUTTONUP if self._mouse_on is not None:
                button, self._mouse_on = self._mouse_on, None
                return self._up(button)
            case pygame.WINDOWFOCUSLOST:
                return [made for button in sorted(self._held) for made in self._up(button)]
        point = pressed_point(event, self._picture.get_size())
        if point is None:
            return []
        if self._layout.screen.holds(point):
            inside = point[0] - self._layout.screen.x, point[1] - self._layout.screen.y
            return [Touched(target_at(self._touches, inside))]
        self._mouse_on = next((button for button, box in self._layout.buttons if box.holds(point)), None)
        return self._down(self._mouse_on) if self._mouse_on else []

    def _down(self, button: Button) -> list[Input]:
        if button in self._held:
            return []
        self._held |= {button}
        return [ButtonDown(button)]

    def _up(self, button: Button) -> list[Input]:
        if button not in self._held:
            return []
        self._held -= {button}
        return [ButtonUp(button)]

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
        """Close the window."""
        if self._panel is not None:
            self._panel = None
            pygame.display.quit()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _write(picture: pygame.Surface, path: Path) -> None:
    try:
        pygame.image.save(picture, path)
    except pygame.error as error:
        raise OSError(errno.EIO, str(error)) from None
