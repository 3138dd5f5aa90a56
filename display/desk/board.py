"""The magnetic board beside the simulated device: where its squares and pieces lie in the window, and how they look."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from display.desk.device_drawing import (
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
from display.draw.marks import Drawing, Label, Mark, Picture, Plate, Rect, Token
from display.icons import tone
from display.inputs import PieceMoved
from display.theme import RGB, WHITE, Type, mix, sizes_for
from display.view import Colour, MazePlan, Square

MUMMY_MM, PAWN_MM = 20.0, 15.0
"""Width of the foot of a piece."""
LEAST_FIGURE = 12
"""Its least drawn width in pixels."""
BESIDE_MM = 6.0
"""How far from the middle a pawn stands beside another one; the cell's sensor still senses it."""
NAMES, RIM = 14, 9
"""Widths in pixels: the strip for the names of rows and columns, the rim of the slab around the cells."""
TRAY_H, HINT_H, GAP = 62, 48, 8
HOLLOW = 40
"""Width of a piece's recess in the tray."""
CABLE_W, CABLE_H = 54, 48
PLUG_W = 34


class PieceLook(msgspec.Struct, frozen=True):
    """A piece of the game: the mummy, which has no colour, or a pawn."""

    name: str
    label: str
    colour: Colour | None = None
    at_mm: tuple[float, float] | None = None
    """Where its middle is on the board; None beside it."""


class BoardLook(msgspec.Struct, frozen=True):
    """A magnetic board as it looks; cells are numbered row by row from the upper left."""

    rows: int
    columns: int
    pitch_mm: float
    readings: tuple[int | None, ...] = ()
    """The reading of each sensor, in mT or as 0 and 1; None where there is none. Empty without power."""
    tells_strength: bool = False
    """Whether `readings` are millitesla."""
    dead: frozenset[int] = frozenset()
    """Cells whose sensor senses nothing."""
    stuck: frozenset[int] = frozenset()
    """Cells whose sensor always senses a piece."""
    unread: frozenset[int] = frozenset()
    """Cells whose chip does not answer, so that their reading is unknown."""
    is_plugged: bool = True
    pieces: tuple[PieceLook, ...] = ()
    """From the lowest to the topmost."""
    squares: tuple[Square, ...] = ()
    """The map that is printed on the board, from its upper left corner on; empty if none is known."""
    across: int = 1
    """Its number of columns."""
    hint: str = ""
    """Help on the mouse, for somebody new."""


class BoardPlace(NamedTuple):
    """Where the board and its accessories lie, in pixels."""

    slab: Rect
    cells: Rect
    side: int
    """Of a cell."""
    pitch_mm: float
    cable: Rect
    plug: Rect
    tray: Rect
    hint: Rect

    @property
    def rows(self) -> int:
        return self.cells.h // self.side

    @property
    def columns(self) -> int:
        return self.cells.w // self.side

    def point(self, at_mm: tuple[float, float]) -> tuple[int, int]:
        """The pixel of a place on the board."""
        scale = self.side / self.pitch_mm
        return self.cells.x + round(at_mm[0] * scale), self.cells.y + round(at_mm[1] * scale)

    def place_mm(self, point: tuple[int, int]) -> tuple[float, float]:
        """The place on the board of a pixel, which may lie beside the cells."""
        scale = self.pitch_mm / self.side
        return (point[0] - self.cells.x) * scale, (point[1] - self.cells.y) * scale

    def cell(self, number: int) -> Rect:
        row, column = divmod(number, self.columns)
        return Rect(self.cells.x + column * self.side, self.cells.y + row * self.side, self.side, self.side)

    def cell_at(self, point: tuple[int, int]) -> int | None:
        """The number of the cell under a pixel, None beside the cells."""
        if not self.cells.holds(point):
            return None
        return (point[1] - self.cells.y) // self.side * self.columns + (point[0] - self.cells.x) // self.side

    def hollow_mm(self, point: tuple[int, int]) -> tuple[float, float]:
        """The middle of the cell that is nearest to a pixel."""
        column = min(max(0, (point[0] - self.cells.x) // self.side), self.columns - 1)
        row = min(max(0, (point[1] - self.cells.y) // self.side), self.rows - 1)
        return (column + 0.5) * self.pitch_mm, (row + 0.5) * self.pitch_mm

    def width(self, piece: PieceLook) -> int:
        """Width of a piece on the board."""
        return max(LEAST_FIGURE, round((PAWN_MM if piece.colour else MUMMY_MM) * self.side / self.pitch_mm))

    def width_now(self, piece: PieceLook) -> int:
        """Width of a piece at its place: smaller in the tray."""
        return self.width(piece) if piece.at_mm else min(self.width(piece), HOLLOW - 4)

    def middles(self, look: BoardLook) -> tuple[tuple[int, int], ...]:
        """The middle of each piece: where it stands on the board, or its place in the tray."""
        spots = self.tray.columns(max(1, len(look.pieces)))
        return tuple(
            self.point(piece.at_mm) if piece.at_mm else (spot.centre[0], spot.y + TRAY_H * 2 // 5)
            for piece, spot in zip(look.pieces, spots, strict=True)
        )


def fit_board(look: BoardLook, area: Rect) -> BoardPlace:
    """The layout of the largest board that fits into `area`: cable on the left, tray and hint below."""
    beside, room = area.split_left(CABLE_W)
    frame = NAMES + 2 * RIM
    above = room.h - TRAY_H - HINT_H - 2 * GAP
    side = max(1, min((room.w - frame) // look.columns, (above - frame) // look.rows))
    wide, high = side * look.columns, side * look.rows
    top = room.y + (above - high - frame) // 2
    slab = Rect(room.x, top, wide + frame, high + frame)
    below = Rect(room.x, slab.bottom + GAP, room.w, TRAY_H + GAP + HINT_H)
    tray, hint = below.split_top(TRAY_H, GAP)
    cable = Rect(beside.x, slab.y + slab.h // 2 - CABLE_H // 2, CABLE_W, CABLE_H)
    return BoardPlace(
        slab=slab,
        cells=Rect(slab.x + RIM + NAMES, slab.y + RIM + NAMES, wide, high),
        side=side,
        pitch_mm=look.pitch_mm,
        cable=cable,
        plug=cable.split_right(PLUG_W)[1],
        tray=tray,
        hint=hint,
    )


def piece_at(look: BoardLook, place: BoardPlace, point: tuple[int, int]) -> int | None:
    """The index of the piece under a pixel; of several the one with the nearest middle, or the topmost."""
    under = [
        (dist(middle, point), -index)
        for index, (piece, middle) in enumerate(zip(look.pieces, place.middles(look), strict=True))
        if dist(middle, point) <= place.width_now(piece) / 2 + 2
    ]
    return -min(under)[1] if under else None


def _standing_mm(look: BoardLook, place: BoardPlace, name: str, point: tuple[int, int]) -> tuple[float, float]:
    """Where a piece goes in the cell nearest to a pixel: the middle, or beside the pawns there.

    The mummy moves on the other face of the board, so it and the pawns do not take each other's room.
    """
    x_mm, y_mm = place.hollow_mm(point)
    others = [piece.at_mm for piece in look.pieces if piece.colour and piece.at_mm and piece.name != name]
    if any(piece.name == name and not piece.colour for piece in look.pieces):
        return x_mm, y_mm
    spots = [(x_mm + dx * BESIDE_MM, y_mm + dy * BESIDE_MM) for dx, dy in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))]
    return next((spot for spot in spots if all(dist(spot, other) >= BESIDE_MM for other in others)), spots[0])


# --- dragging --------------------------------------------------------------------------------------------------------


class Grip(msgspec.Struct, frozen=True):
    """A piece held by the mouse; `middle` is where its middle is now."""

    piece: str
    button: int
    offset: tuple[int, int]
    """From the mouse to the middle."""
    start: tuple[int, int]
    middle: tuple[int, int]
    is_lifted: bool
    """Off the board: no sensor senses it."""


def grab(
    look: BoardLook, place: BoardPlace, point: tuple[int, int], button: int, *, lifts: bool
) -> tuple[Grip | None, tuple[PieceMoved, ...]]:
    """The grip on the piece under the mouse, if any, and its events; a piece from the tray is lifted."""
    index = piece_at(look, place, point)
    if index is None:
        return None, ()
    piece, middle = look.pieces[index], place.middles(look)[index]
    offset = middle[0] - point[0], middle[1] - point[1]
    is_lifted = lifts or piece.at_mm is None
    grip = Grip(piece.name, button, offset, middle, middle, is_lifted)
    return grip, (PieceMoved(piece.name, None),) if is_lifted and piece.at_mm else ()


def drag(grip: Grip, place: BoardPlace, point: tuple[int, int], *, lifts: bool) -> tuple[Grip, tuple[PieceMoved, ...]]:
    """The grip after a mouse move, and its events; over the board's edge a piece is lifted, and stays so."""
    middle = point[0] + grip.offset[0], point[1] + grip.offset[1]
    is_lifted = grip.is_lifted or lifts or not place.slab.holds(middle)
    after = replace(grip, middle=middle, is_lifted=is_lifted)
    if not is_lifted:
        return after, (PieceMoved(grip.piece, place.place_mm(middle)),)
    return after, () if grip.is_lifted else (PieceMoved(grip.piece, None),)


def drop(grip: Grip, look: BoardLook, place: BoardPlace, *, askew: bool) -> tuple[PieceMoved, ...]:
    """The events of dropping a piece: on the board it stands in the middle of a cell, else it is off.

    With `askew` it stays exactly where it was dropped.
    """
    stays = grip.middle == grip.start and not grip.is_lifted
    if stays or not place.slab.holds(grip.middle):
        return ()
    at_mm = place.place_mm(grip.middle) if askew else _standing_mm(look, place, grip.piece, grip.middle)
    return (PieceMoved(grip.piece, at_mm),)


BARE: RGB = mix(BLOCK, NIGHT, 0.25)
"""Cells beyond the printed map."""
STRONGEST_MT = 120
SHADES = 6
"""Steps in which a cell brightens with the field; the picture of each is cached."""
QUIET_MT = 5
"""Weaker fields are noise and zero errors."""
LEAST_FOR_NUMBERS = 22
"""The least side in pixels of a cell with a number on it."""
ABOVE = 2
"""Where the names of columns begin on the rim, in pixels; the map covers what hangs below."""
RAISED = 1.25
"""Scale of a lifted piece."""


def board_marks(look: BoardLook, place: BoardPlace, grip: Grip | None) -> Iterator[Mark]:
    """Yield the board with everything on and beside it; a lifted piece comes last."""
    yield from _slab(look, place)
    yield from _map(look, place)
    yield from _tray(look, place)
    yield Drawing(place.cable, _plug_svg(look.is_plugged))
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
        yield from _draw_lifted(held, grip.middle, place.width(held))


def _slab(look: BoardLook, place: BoardPlace) -> Iterator[Mark]:
    """Yield the board itself, and the names of its columns and rows."""
    yield Plate(Rect(place.slab.x - 3, place.slab.y, place.slab.w + 6, place.slab.h + 6), NIGHT, None, 12)
    yield Plate(place.slab, STONE, JOINT, 10, 2)
    size = min(11, max(7, place.side - 4))
    for column in range(look.columns):
        above = Rect(place.cells.x + column * place.side, place.slab.y + ABOVE, place.side, NAMES)
        yield Label(above, chr(ord("a") + column), Type(size, "note"), DUST, align="centre")
    for row in range(look.rows):
        before = Rect(place.slab.x + RIM - 4, place.cells.y + row * place.side, NAMES, place.side)
        yield Label(before, str(row + 1), Type(size, "note"), DUST, align="right")


def _map(look: BoardLook, place: BoardPlace) -> Iterator[Mark]:
    """Yield the cells, the shades of their readings, and the map over them."""
    yield Plate(place.cells.inset(-2), JOINT, None, 3)
    yield Plate(place.cells, BARE)
    for column in range(1, look.columns):
        yield Plate(Rect(place.cells.x + column * place.side, place.cells.y, 1, place.cells.h), JOINT)
    for row in range(1, look.rows):
        yield Plate(Rect(place.cells.x, place.cells.y + row * place.side, place.cells.w, 1), JOINT)
    printed = _map_part(look, place)
    if printed:
        yield from maze_grid.ground(printed)
    for cell, reading in enumerate(look.readings):
        shade = _shade(reading, look.tells_strength)
        if shade:
            yield Plate(place.cell(cell).inset(1), shade)
    if printed:
        yield from maze_grid.walls(printed)
        yield from maze_grid.signs(printed, sizes_for(480, 320))


def _map_part(look: BoardLook, place: BoardPlace) -> maze_grid.MazeGrid | None:
    """The part of the map that is on the board."""
    if not look.squares:
        return None
    across = min(look.across, look.columns)
    down = min(len(look.squares) // look.across, look.rows)
    box = Rect(place.cells.x, place.cells.y, across * place.side, down * place.side)
    return maze_grid.MazeGrid(MazePlan(look.across, look.squares), box, place.side, 0, 0, across, down)


def _shade(reading: int | None, tells_strength: bool) -> RGB | None:
    """The colour of a cell with a field: gold for a piece, blue where a strong magnet's flux returns."""
    if not reading:
        return None
    if not tells_strength:
        return mix(FLOOR, GOLD, 0.6)
    if abs(reading) < QUIET_MT:
        return None
    part = min(1.0, abs(reading) / STRONGEST_MT) ** 0.5
    return mix(FLOOR, GOLD if reading > 0 else PLAYERS["blue"], 0.15 + 0.75 * round(part * SHADES) / SHADES)


def _reading(look: BoardLook, cell: Rect, reading: int | None) -> Iterator[Mark]:
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


def _corner(cell: Rect) -> Rect:
    """The corner of a cell for the sign of its fault."""
    side = max(9, cell.w * 2 // 5)
    return Rect(cell.x + 1, cell.y + 1, side, side)


# --- pieces ----------------------------------------------------------------------------------------------------------


def _tray(look: BoardLook, place: BoardPlace) -> Iterator[Mark]:
    """Yield the tray with a recess and a name for each piece."""
    yield Plate(place.tray, BLOCK, JOINT, 10, 2)
    for piece, spot in zip(look.pieces, place.tray.columns(max(1, len(look.pieces))), strict=True):
        hollow = spot.split_top(TRAY_H * 4 // 5)[0].middle(HOLLOW, HOLLOW)
        yield Plate(hollow, NIGHT, JOINT, HOLLOW // 2)
        words = Rect(spot.x + 3, spot.bottom - 18, spot.w - 6, 14)
        yield Label(words, piece.label, Type(9, "note"), SAND, align="centre")


def _figure(piece: PieceLook, middle: tuple[int, int], width: int) -> Iterator[Mark]:
    box = Rect(middle[0] - width // 2, middle[1] - width // 2, width, width)
    if piece.colour:
        yield Token(box, piece.colour)
    else:
        yield Picture(box, "mummy", SAND)


def _draw_lifted(piece: PieceLook, middle: tuple[int, int], width: int) -> Iterator[Mark]:
    """Yield a lifted piece: its shadow on the board, the piece larger and above it."""
    yield Drawing(Rect(middle[0] - width // 2, middle[1] - width // 4, width, width), SHADOW)
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


def _plug_svg(is_plugged: bool) -> str:
    """The cable from the device, on a field of 54 x 48: its plug in the board's socket, or pulled out of it."""
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
