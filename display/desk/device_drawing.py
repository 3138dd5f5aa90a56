"""Draws the device on a table: a wooden case, its keys, the lamp and the speaker."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, get_args

import msgspec
import pygame

from display.draw.marks import Label, Mark, Picture, Plate, Rect
from display.draw.paint import paint
from display.icons import document, fade, raster, tone
from display.theme import RGB, WHITE, Type, mix, palette
from display.theme import Look as ScreenLook
from display.view import Button

NIGHT: RGB = (20, 14, 12)
STONE: RGB = (54, 38, 27)
BLOCK: RGB = (68, 48, 34)
JOINT: RGB = (104, 77, 51)
SAND: RGB = (250, 234, 204)
DUST: RGB = (214, 186, 146)
GOLD: RGB = (244, 192, 74)
INK: RGB = (32, 20, 12)
TURQUOISE: RGB = (94, 216, 203)
WARNING: RGB = (255, 158, 74)
ERROR: RGB = (255, 128, 110)

MAZE = ScreenLook("night", "maze")
"""How the map on the magnetic board is drawn."""
PLAYERS = palette(MAZE)
"""The tones of the players' colours, among others."""
FLOOR: RGB = PLAYERS["floor"]


BLACK: RGB = (0, 0, 0)
SIX: tuple[Button, ...] = get_args(Button)
BRASS: RGB = (185, 138, 60)
WALNUT: RGB = (120, 76, 44)
WALNUT_SHADE: RGB = (78, 47, 27)
TABLE_LIT: RGB = (52, 72, 76)
TABLE_SHADE: RGB = (28, 40, 44)

TABLE, RIM, BEZEL, FIELD = 30, 30, 12, (196, 292)
"""Widths of the table around the case, the case around the screen, the screen's frame; size of the field of keys."""
KEY, KEY_GAP = 54, 10
BOARD = (430, 552)
"""Size of the part of the table on which the magnetic board lies, the edges included."""


class DeviceLook(msgspec.Struct, frozen=True):
    """What the device shows beside its screen."""

    light: RGB = BLACK
    """The turn light, black when it is off."""
    sounding: bool = False
    pressed: frozenset[Button] = frozenset()
    """Buttons whose contact is closed."""


AT_REST = DeviceLook()


class DeviceLayout(NamedTuple):
    """The places of everything on the table, in pixels."""

    width: int
    height: int
    case: Rect
    screen: Rect
    lamp: Rect
    speaker: Rect
    buttons: tuple[tuple[Button, Rect], ...]
    board: Rect
    """Room for a magnetic board beside the case; of no width without one."""


def fit_device(screen: tuple[int, int], buttons: tuple[Button, ...] = SIX, *, with_board: bool = False) -> DeviceLayout:
    """The places for a device with a screen of this size: the screen on the left, the keys to its right."""
    frame_w, frame_h = screen[0] + 2 * BEZEL, screen[1] + 2 * BEZEL
    case_w, case_h = frame_w + FIELD[0] + 3 * RIM, max(frame_h, FIELD[1]) + 2 * RIM
    beside_w, beside_h = BOARD if with_board else (0, 0)
    height = max(case_h + 2 * TABLE, beside_h)
    case = Rect(TABLE, (height - case_h) // 2, case_w, case_h)
    beside = Rect(case.right, 0, TABLE + beside_w, height)
    frame, field = case.inset(RIM).split_left(frame_w, RIM)
    frame, field = frame.middle(frame_w, frame_h), field.middle(*FIELD)
    return DeviceLayout(
        width=case.right + TABLE + beside_w,
        height=height,
        case=case,
        screen=frame.inset(BEZEL),
        lamp=Rect(field.x + 14, field.y + 14, 28, 28),
        speaker=Rect(field.right - 68, field.y, 56, 56),
        buttons=tuple(place for place in _keys(field) if place[0] in buttons),
        board=Rect(beside.x, TABLE // 2, beside.w - TABLE // 2, height - TABLE)
        if with_board
        else beside.split_left(0)[0],
    )


def _keys(field: Rect) -> Iterator[tuple[Button, Rect]]:
    """Yield the places of the keys: a cross around ok, and back in its lower left corner."""
    step = KEY + KEY_GAP
    x, y = field.x + (field.w - KEY) // 2, field.bottom - KEY - step
    places: dict[Button, tuple[int, int]] = {
        "up": (0, -1),
        "left": (-1, 0),
        "ok": (0, 0),
        "right": (1, 0),
        "back": (-1, 1),
        "down": (0, 1),
    }
    for name, (right, down) in places.items():
        yield name, Rect(x + right * step, y + down * step, KEY, KEY)


def device_marks(layout: DeviceLayout, look: DeviceLook) -> Iterator[Mark]:
    """Yield what changes on the case: keys up or down, and the sign of sound."""
    for name, box in layout.buttons:
        yield from _key(name, box, name in look.pressed)
    if look.sounding:
        yield Picture(layout.speaker.middle(34, 34), "sound", TURQUOISE)


def _key(name: Button, box: Rect, pressed: bool) -> Iterator[Mark]:
    face = GOLD if name == "ok" else STONE
    yield Plate(Rect(box.x - 1, box.y, box.w + 2, box.h + 5), mix(INK, WALNUT_SHADE, 0.2), None, 15)
    top = Rect(box.x, box.y + (4 if pressed else 0), box.w, box.h)
    yield Plate(top, mix(face, INK, 0.35) if pressed else face, TURQUOISE if pressed else JOINT, 14, 2)
    yield Picture(top.inset(14), name, INK if name == "ok" else SAND)


@lru_cache(maxsize=16)
def lamp_picture(size: int, colour: RGB) -> pygame.Surface:
    """The lamp in its brass ring, three times `size` wide and high for its glow; black is off."""
    glass = tone(mix(colour, WHITE, 0.25)) if colour != BLACK else "#241712"
    glow = (
        '<defs><radialGradient id="glow"><stop offset="0.25" stop-color="{0}" stop-opacity="0.75"/>'
        '<stop offset="1" stop-color="{0}" stop-opacity="0"/></radialGradient></defs>'
        '<circle cx="60" cy="60" r="58" fill="url(#glow)"/>'
    )
    body = glow.format(tone(colour)) if colour != BLACK else ""
    body += (
        f'<circle cx="60" cy="60" r="21" fill="{tone(BRASS)}"/><circle cx="60" cy="60" r="17.5" fill="{tone(INK)}"/>'
        f'<circle cx="60" cy="60" r="15.5" fill="{glass}"/>'
        f'<ellipse cx="55" cy="54" rx="6" ry="4.4" fill="#ffffff" fill-opacity="{0.65 if colour != BLACK else 0.16}"/>'
    )
    return raster(document(body, 120, 120), 3 * size, 3 * size)


@lru_cache(maxsize=1)
def table_picture(layout: DeviceLayout, caption: str) -> pygame.Surface:
    """The table with the case, and everything on it that never changes."""
    surface = pygame.Surface((layout.width, layout.height))
    drawing = document("".join(_furniture(layout)), layout.width, layout.height)
    surface.blit(raster(drawing, layout.width, layout.height), (0, 0))
    foot = layout.case.split_bottom(RIM)[1]
    plate = foot.middle(len(caption) * 9 + 40, 17)
    keys = Rect(0, layout.case.bottom + 10, layout.case.right + TABLE, TABLE - 12)
    legend = "← → ↑ ↓   ·   Enter   ·   Backspace"
    paint(
        (
            Plate(plate, BRASS, INK, 4),
            Label(plate, caption.upper(), Type(8, "note"), INK, "centre"),
            Label(keys, legend, Type(9, "note"), mix(TABLE_LIT, DUST, 0.6), "centre"),
        ),
        surface,
    )
    return surface


def _furniture(layout: DeviceLayout) -> Iterator[str]:
    """Yield the drawing from below: table, shadow, case with grain and inlay, screen frame, speaker."""
    case, frame = layout.case, layout.screen.inset(-BEZEL)
    yield (
        f"<defs>{fade('table', TABLE_LIT, TABLE_SHADE)}{fade('case', WALNUT, WALNUT_SHADE)}</defs>"
        f'<rect width="{layout.width}" height="{layout.height}" fill="url(#table)"/>'
    )
    for spread in (8, 5, 2):
        yield _rectangle(case.inset(-spread), 30 + spread, f'fill="#000000" fill-opacity="0.16" {_LOWER}')
    yield _rectangle(case, 28, f'fill="url(#case)" stroke="{tone(mix(WALNUT, SAND, 0.25))}" stroke-width="2"')
    for line in range(9):
        y = case.y + 14 + line * (case.h - 28) / 8
        sway = 9 if line % 2 else -7
        yield (
            f'<path d="M{case.x + 4} {y} C{case.x + case.w / 3} {y + sway} {case.x + case.w / 2} {y - sway} '
            f'{case.right - 4} {y + sway / 2}" fill="none" stroke="{tone(WALNUT_SHADE)}" stroke-opacity="0.5" '
            f'stroke-width="{1.2 + line % 3}"/>'
        )
    yield _rectangle(case.inset(10), 20, f'fill="none" stroke="{tone(BRASS)}" stroke-opacity="0.8" stroke-width="1.6"')
    yield _rectangle(frame, 9, f'fill="{tone(NIGHT)}" stroke="{tone(BRASS)}" stroke-width="2"')
    yield _rectangle(layout.screen.inset(-2), 2, 'fill="#000000"')
    for row in range(5):
        for column in range(5):
            x, y = layout.speaker.x + 6 + 11 * column, layout.speaker.y + 6 + 11 * row
            yield f'<circle cx="{x}" cy="{y + 0.9}" r="2.9" fill="{tone(mix(WALNUT, SAND, 0.25))}"/>'
            yield f'<circle cx="{x}" cy="{y}" r="2.8" fill="{tone(INK)}"/>'


_LOWER = 'transform="translate(0 6)"'


def _rectangle(box: Rect, radius: int, style: str) -> str:
    return f'<rect x="{box.x}" y="{box.y}" width="{box.w}" height="{box.h}" rx="{radius}" {style}/>'
