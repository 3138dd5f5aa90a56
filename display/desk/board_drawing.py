"""Draws the magnetic board beside the device: its map, the sensors' readings, the pieces, their tray and the cable.

Why readings have shapes as well as shades: an open switch is a ring, a closed one a block, a field strength a number. A
dead cell is crossed out, and a stuck one carries a warning. A cell whose chip does not answer is hatched and carries a
pulled plug: its switch may work, but it cannot be read.
"""

from __future__ import annotations

from collections.abc import Iterator

from display.desk.board_layout import GAP, HOLLOW, NAMES, RIM, TRAY_H, BoardLook, BoardPlace, Grip, PieceLook
from display.desk.colours import (
    BLOCK,
    DUST,
    ERROR,
    FLOOR,
    GOLD,
    INK,
    JOINT,
    NIGHT,
    PLAYERS,
    SAND,
    STONE,
    TURQUOISE,
    WARNING,
)
from display.draw import maze_grid
from display.draw.marks import Box, Drawing, Label, Mark, Picture, Plate, Token
from display.sizes import Type, sizes_for
from display.svg import tone
from display.theme import RGB, WHITE, mix
from display.view import MazePlan

BARE: RGB = mix(BLOCK, NIGHT, 0.25)
"""Cells beyond the printed map."""
STRONGEST_MT = 120
SHADES = 6
"""In how many steps a cell brightens with the field; the picture of each step is cached."""
QUIET_MT = 5
"""Weaker fields are noise and zero errors."""
LEAST_FOR_NUMBERS = 22
"""The least side in pixels of a cell with a number on it."""
ABOVE = 2
"""Where the names of columns begin on the rim in pixels: the map covers what hangs below it."""
RAISED = 1.25
"""How much larger a lifted piece looks."""


def board(look: BoardLook, place: BoardPlace, grip: Grip | None) -> Iterator[Mark]:
    """Yield the board with everything on and beside it; a lifted piece comes last."""
    yield from _slab(look, place)
    yield from _map(look, place)
    yield from _tray(look, place)
    yield Drawing(place.cable, plug_svg(look.is_plugged))
    yield Label(place.hint, look.hint, Type(10, "note"), DUST, align="centre", lines=3)
    held = None
    for piece, middle in zip(look.pieces, place.middles(look), strict=True):
        if grip and grip.piece == piece.name and grip.is_lifted:
            held = piece
        else:
            yield from _figure(piece, middle, place.width_now(piece))
    for cell, reading in enumerate(look.readings):
        yield from _reading(look, place.cell(cell), reading)
    for cell in sorted(look.unread):
        yield Drawing(place.cell(cell), HATCHED)
        yield Plate(_corner(place.cell(cell)), INK, None, 4)
        yield Picture(_corner(place.cell(cell)).inset(1), "unplugged", ERROR)
    for cell in sorted(look.dead):
        yield Drawing(_corner(place.cell(cell)), CROSSED_OUT)
    for cell in sorted(look.stuck):
        yield Plate(_corner(place.cell(cell)), INK, None, 4)
        yield Picture(_corner(place.cell(cell)), "warning", WARNING)
    if grip and held:
        yield from _raised(held, grip.middle, place.width(held))


def _slab(look: BoardLook, place: BoardPlace) -> Iterator[Mark]:
    """Yield the board itself, and the names of its columns and rows."""
    yield Plate(Box(place.slab.x - 3, place.slab.y, place.slab.w + 6, place.slab.h + 6), NIGHT, None, 12)
    yield Plate(place.slab, STONE, JOINT, 10, 2)
    size = min(11, max(7, place.side - 4))
    for column in range(look.columns):
        above = Box(place.cells.x + column * place.side, place.slab.y + ABOVE, place.side, NAMES)
        yield Label(above, chr(ord("a") + column), Type(size, "note"), DUST, align="centre")
    for row in range(look.rows):
        before = Box(place.slab.x + RIM - 4, place.cells.y + row * place.side, NAMES, place.side)
        yield Label(before, str(row + 1), Type(size, "note"), DUST, align="right")


def _map(look: BoardLook, place: BoardPlace) -> Iterator[Mark]:
    """Yield the cells, the shades of their readings, and the map over them."""
    yield Plate(place.cells.inset(-2), JOINT, None, 3)
    yield Plate(place.cells, BARE)
    for column in range(1, look.columns):
        yield Plate(Box(place.cells.x + column * place.side, place.cells.y, 1, place.cells.h), JOINT)
    for row in range(1, look.rows):
        yield Plate(Box(place.cells.x, place.cells.y + row * place.side, place.cells.w, 1), JOINT)
    printed = _printed(look, place)
    if printed:
        yield from maze_grid.ground(printed)
    for cell, reading in enumerate(look.readings):
        shade = _shade(reading, look.tells_strength)
        if shade:
            yield Plate(place.cell(cell).inset(1), shade)
    if printed:
        yield from maze_grid.walls(printed)
        yield from maze_grid.signs(printed, sizes_for(480, 320))


def _printed(look: BoardLook, place: BoardPlace) -> maze_grid.Grid | None:
    """Return the part of the map that is on the board."""
    if not look.squares:
        return None
    across = min(look.across, look.columns)
    down = min(len(look.squares) // look.across, look.rows)
    box = Box(place.cells.x, place.cells.y, across * place.side, down * place.side)
    return maze_grid.Grid(MazePlan(look.across, look.squares), box, place.side, 0, 0, across, down)


def _shade(reading: int | None, tells_strength: bool) -> RGB | None:
    """Return the colour of a cell with a field: gold for a piece, blue where a strong magnet's flux returns."""
    if not reading:
        return None
    if not tells_strength:
        return mix(FLOOR, GOLD, 0.6)
    if abs(reading) < QUIET_MT:
        return None
    part = min(1.0, abs(reading) / STRONGEST_MT) ** 0.5
    return mix(FLOOR, GOLD if reading > 0 else PLAYERS["blue"], 0.15 + 0.75 * round(part * SHADES) / SHADES)


def _reading(look: BoardLook, cell: Box, reading: int | None) -> Iterator[Mark]:
    """Yield a sensor's reading at the lower edge of its cell."""
    if reading is None:
        return
    foot = cell.inset(2).split_bottom(min(14, max(5, cell.h // 4)))[1]
    if not look.tells_strength:
        spot = foot.split_right(min(foot.h, 11))[1].middle(11, 11)
        on, off = Plate(spot, GOLD, INK, 0, 1.5), Plate(spot, None, DUST, spot.h // 2, 1.2)
        yield on if reading else off
    elif cell.w >= LEAST_FOR_NUMBERS:
        text = f"{reading}".replace("-", "−")
        size = min(13, max(8, foot.h + 1))
        chip = foot.split_right(min(foot.w, 3 + len(text) * (size * 3 // 5)))[1]
        loud = abs(reading) >= QUIET_MT
        yield Plate(chip, INK if loud else BARE, None, 3)
        yield Label(chip, text, Type(size, "note"), (GOLD if reading > 0 else SAND) if loud else DUST, align="centre")


def _corner(cell: Box) -> Box:
    """Return the corner of a cell for the sign of its fault."""
    side = max(9, cell.w * 2 // 5)
    return Box(cell.x + 1, cell.y + 1, side, side)


# --- pieces ----------------------------------------------------------------------------------------------------------


def _tray(look: BoardLook, place: BoardPlace) -> Iterator[Mark]:
    """Yield the tray with a recess and a name for each piece."""
    yield Plate(place.tray, BLOCK, JOINT, 10, 2)
    for piece, spot in zip(look.pieces, place.tray.columns(max(1, len(look.pieces))), strict=True):
        hollow = spot.split_top(TRAY_H * 4 // 5)[0].middle(HOLLOW, HOLLOW)
        yield Plate(hollow, NIGHT, JOINT, HOLLOW // 2)
        words = Box(spot.x + 3, spot.bottom - 18, spot.w - 6, 14)
        yield Label(words, piece.label, Type(9, "note"), SAND, align="centre")


def _figure(piece: PieceLook, middle: tuple[int, int], width: int) -> Iterator[Mark]:
    box = Box(middle[0] - width // 2, middle[1] - width // 2, width, width)
    if piece.colour:
        yield Token(box, piece.colour)
    else:
        yield Picture(box, "mummy", SAND)


def _raised(piece: PieceLook, middle: tuple[int, int], width: int) -> Iterator[Mark]:
    """Yield a lifted piece: its shadow on the board, the piece larger and above it."""
    yield Drawing(Box(middle[0] - width // 2, middle[1] - width // 4, width, width), SHADOW)
    yield from _figure(piece, (middle[0], middle[1] - GAP), round(width * RAISED))


SHADOW = '<ellipse cx="24" cy="24" rx="20" ry="14" fill="#000000" fill-opacity="0.45"/>'
CROSSED_OUT = (
    f'<path d="M10 10 L38 38 M38 10 L10 38" stroke="{tone(INK)}" stroke-width="15" stroke-linecap="round"/>'
    f'<path d="M10 10 L38 38 M38 10 L10 38" stroke="{tone(ERROR)}" stroke-width="8" stroke-linecap="round"/>'
)


HATCHED = "".join(
    f'<path d="M{at} -2 L{at - 52} 50" stroke="{tone(ERROR)}" stroke-opacity="0.55" stroke-width="3"/>'
    for at in range(14, 100, 16)
)
"""Slanting lines over a whole cell."""


# --- the cable -------------------------------------------------------------------------------------------------------


def plug_svg(is_plugged: bool) -> str:
    """Return the cable from the device, on a field of 54 x 48: its plug in the board's socket, or pulled out of it."""
    at = 30 if is_plugged else 14
    lamp = TURQUOISE if is_plugged else mix(INK, WHITE, 0.25)
    cable = f"M-2 24 C4 24 4 {30 if is_plugged else 40} {at} 24"
    return (
        f'<path d="{cable}" fill="none" stroke="{tone(INK)}" stroke-width="7" stroke-linecap="round"/>'
        f'<path d="{cable}" fill="none" stroke="{tone(mix(INK, DUST, 0.4))}" stroke-width="3.4"/>'
        f'<rect x="46" y="11" width="9" height="26" fill="{tone(INK)}"/>'
        f'<rect x="{at + 15}" y="18" width="7" height="12" fill="{tone(DUST)}" stroke="{tone(INK)}"/>'
        f'<rect x="{at}" y="13" width="16" height="22" rx="4" fill="{tone(STONE)}" stroke="{tone(DUST)}" '
        'stroke-width="1.6"/>'
        f'<circle cx="{at + 8}" cy="24" r="3.2" fill="{tone(lamp)}"/>'
    )
