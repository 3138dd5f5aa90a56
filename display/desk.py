"""The desk simulator's window: the whole device drawn on a table, its buttons under mouse and keyboard.

Why: what is simulated ends at the pins. This window only tells which button's key went down or up; whoever runs the
simulation moves the pin, and the real drivers do the rest. Without a desktop the same picture is drawn in memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

import pygame

from display.draw import draw
from display.draw.marks import Box, Label, Mark, Picture, Plate, Touch
from display.draw.paint import paint
from display.inputs import ButtonDown, ButtonUp, Input, Quit, Touched
from display.svg import document, raster, tone
from display.theme import BLOCK, DUST, GOLD, INK, JOINT, NIGHT, RGB, SAND, STONE, TURQUOISE, mix
from display.view import Button, View
from display.window import open_panel, pressed_point, target_at

KEYS: dict[int, Button] = {
    pygame.K_UP: "up",
    pygame.K_DOWN: "down",
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_RETURN: "ok",
    pygame.K_KP_ENTER: "ok",
    pygame.K_SPACE: "ok",
    pygame.K_BACKSPACE: "back",
    pygame.K_ESCAPE: "back",
}
"""The button each key stands for."""
SIX: tuple[Button, ...] = ("up", "down", "left", "right", "ok", "back")
BLACK: RGB = (0, 0, 0)


@dataclass(frozen=True)
class DeviceLook:
    """What the device shows beside its screen."""

    light: RGB = BLACK
    """The turn light, black when it is off."""
    sounding: bool = False
    pressed: frozenset[Button] = frozenset()
    """Buttons whose contact is closed."""


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

    def show(self, view: View, look: DeviceLook = DeviceLook()) -> None:
        """Show the device with `view` on its screen; nothing is done if all of it is shown already."""
        if self._shown == (view, look):
            return
        if self._shown is None or self._shown[0] != view:
            self._touches = draw(view, self._screen)
        self._shown = view, look
        place = self._layout.screen
        self._picture.blit(_case(self._layout, self._caption), (0, 0))
        self._picture.blit(self._screen, (place.x, place.y))
        paint(device(self._layout, look), self._picture)
        if look.light != BLACK:
            lamp = self._layout.lamp
            glow = _glow(lamp.w * 3, look.light)
            self._picture.blit(glow, (lamp.x - lamp.w, lamp.y - lamp.h))
        if self._panel is not None:
            self._panel.blit(self._picture, (0, 0))
            pygame.display.flip()

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
        """Write the picture of the whole device as a PNG."""
        pygame.image.save(self._picture, path)

    def save_screen(self, path: Path) -> None:
        """Write the picture of the screen alone as a PNG."""
        pygame.image.save(self._screen, path)

    def close(self) -> None:
        """Close the window."""
        if self._panel is not None:
            self._panel = None
            pygame.display.quit()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


# --- where everything is ---------------------------------------------------------------------------------------------


class Layout(NamedTuple):
    """Where everything is on the desk, in pixels."""

    width: int
    height: int
    case: Box
    screen: Box
    lamp: Box
    speaker: Box
    buttons: tuple[tuple[Button, Box], ...]


TABLE, RIM, BEZEL, KEYS_W = 28, 26, 12, 200
"""Width of the table around the case, of the case around the screen, of the screen's frame, of the field of keys."""


def laid_out(screen: tuple[int, int], buttons: tuple[Button, ...] = SIX) -> Layout:
    """Return the places for a device with a screen of this size: the screen on the left, the keys to its right."""
    inner = max(screen[1], 300)
    case = Box(TABLE, TABLE, RIM + BEZEL + screen[0] + BEZEL + RIM + KEYS_W + RIM, inner + 2 * (RIM + BEZEL))
    glass = Box(case.x + RIM + BEZEL, case.y + (case.h - screen[1]) // 2, *screen)
    field = Box(case.right - RIM - KEYS_W, case.y + (case.h - 300) // 2, KEYS_W, 300)
    key, gap = 54, 10
    middle_x, middle_y = field.x + KEYS_W // 2, field.y + 168
    step = key + gap
    places: dict[Button, tuple[int, int]] = {
        "up": (middle_x, middle_y - step),
        "down": (middle_x, middle_y + step),
        "left": (middle_x - step, middle_y),
        "right": (middle_x + step, middle_y),
        "ok": (middle_x, middle_y),
        "back": (middle_x - step, middle_y + step + 8),
    }
    boxes = tuple(
        (name, Box(x - key // 2, y - key // 2, key, key)) for name, (x, y) in places.items() if name in buttons
    )
    return Layout(
        width=case.w + 2 * TABLE,
        height=case.h + 2 * TABLE,
        case=case,
        screen=glass,
        lamp=Box(field.x + 12, field.y + 14, 26, 26),
        speaker=Box(field.right - 66, field.y, 66, 54),
        buttons=boxes,
    )


def device(layout: Layout, look: DeviceLook) -> Iterator[Mark]:
    """Yield what changes on the case: keys up or down, the lamp, the sound."""
    for name, box in layout.buttons:
        yield from _key(name, box, name in look.pressed)
    lamp = layout.lamp
    yield Plate(lamp, mix(look.light, STONE, 0.1) if look.light != BLACK else INK, JOINT, lamp.w // 2, 2)
    if look.sounding:
        yield Picture(layout.speaker.middle(34, 34), "sound", TURQUOISE)


def _key(name: Button, box: Box, pressed: bool) -> Iterator[Mark]:
    face = GOLD if name == "ok" else STONE
    ink = INK if name == "ok" else SAND
    yield Plate(Box(box.x, box.y + 4, box.w, box.h), INK, None, 14)
    top = Box(box.x, box.y + (4 if pressed else 0), box.w, box.h)
    yield Plate(top, mix(face, INK, 0.35) if pressed else face, TURQUOISE if pressed else JOINT, 14, 2)
    yield Picture(top.inset(14), name, ink)


@lru_cache(maxsize=1)
def _case(layout: Layout, caption: str) -> pygame.Surface:
    """Return table, case and screen frame without anything that changes."""
    width, height, case, glass = layout.width, layout.height, layout.case, layout.screen
    frame = glass.inset(-BEZEL)
    holes = "".join(
        f'<circle cx="{layout.speaker.x + 9 + 12 * column}" cy="{layout.speaker.y + 9 + 12 * row}" r="2.6" '
        f'fill="{tone(INK)}"/>'
        for row in range(4)
        for column in range(5)
    )
    body = (
        '<defs><linearGradient id="case" x1="0" y1="0" x2="0" y2="1">'
        f'<stop offset="0" stop-color="{tone(mix(BLOCK, DUST, 0.28))}"/>'
        f'<stop offset="1" stop-color="{tone(BLOCK)}"/></linearGradient>'
        '<linearGradient id="table" x1="0" y1="0" x2="1" y2="1">'
        '<stop offset="0" stop-color="#3c4a4d"/><stop offset="1" stop-color="#243033"/></linearGradient></defs>'
        f'<rect width="{width}" height="{height}" fill="url(#table)"/>'
        f'<rect x="{case.x + 2}" y="{case.y + 8}" width="{case.w}" height="{case.h}" rx="26" fill="#151d1f"/>'
        f'<rect x="{case.x}" y="{case.y}" width="{case.w}" height="{case.h}" rx="26" fill="url(#case)" '
        f'stroke="{tone(mix(BLOCK, DUST, 0.5))}" stroke-width="2"/>'
        f'<rect x="{frame.x}" y="{frame.y}" width="{frame.w}" height="{frame.h}" rx="8" fill="{tone(NIGHT)}" '
        f'stroke="{tone(INK)}" stroke-width="2"/>' + holes
    )
    surface = pygame.Surface((width, height))
    surface.blit(raster(document(body, width, height), width, height), (0, 0))
    words = Box(case.x, case.bottom - RIM, case.w, RIM)
    paint((Label(words, caption.upper(), 12, mix(BLOCK, DUST, 0.7), bold=True, align="centre"),), surface)
    return surface


@lru_cache(maxsize=16)
def _glow(size: int, colour: RGB) -> pygame.Surface:
    body = (
        '<defs><radialGradient id="g"><stop offset="0.2" stop-color="#ffffff" stop-opacity="0.85"/>'
        f'<stop offset="0.36" stop-color="{tone(colour)}" stop-opacity="0.7"/>'
        f'<stop offset="1" stop-color="{tone(colour)}" stop-opacity="0"/></radialGradient></defs>'
        '<circle cx="50" cy="50" r="50" fill="url(#g)"/>'
    )
    return raster(document(body, 100, 100), size, size)
