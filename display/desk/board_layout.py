"""The magnetic board on the desk: what is shown of it, where it lies, and what the mouse does to its pieces.

Why a piece slides by default: the mummy moves like this, and the sensors must sense every cell of its path. Shift, the
right button or the board's edge lift a piece, so that its field is gone until it is put down. It is put down in the
middle of a cell, as the recesses of a real board do, unless `askew` is asked for.
"""

from __future__ import annotations

from math import dist
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from display.draw.marks import Box
from display.inputs import PieceMoved
from display.view import Colour, Square

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
    """What is shown of a magnetic board; cells are numbered row by row from the upper left."""

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
    """How many columns it has."""
    hint: str = ""
    """What the mouse can do, for somebody new."""


class BoardPlace(NamedTuple):
    """Where the board and its accessories lie, in pixels."""

    slab: Box
    cells: Box
    side: int
    """Of a cell."""
    pitch_mm: float
    cable: Box
    plug: Box
    tray: Box
    hint: Box

    @property
    def rows(self) -> int:
        return self.cells.h // self.side

    @property
    def columns(self) -> int:
        return self.cells.w // self.side

    def point(self, at_mm: tuple[float, float]) -> tuple[int, int]:
        """Return the pixel of a place on the board."""
        scale = self.side / self.pitch_mm
        return self.cells.x + round(at_mm[0] * scale), self.cells.y + round(at_mm[1] * scale)

    def place_mm(self, point: tuple[int, int]) -> tuple[float, float]:
        """Return the place on the board of a pixel, which may lie beside the cells."""
        scale = self.pitch_mm / self.side
        return (point[0] - self.cells.x) * scale, (point[1] - self.cells.y) * scale

    def cell(self, number: int) -> Box:
        """Return where a cell lies."""
        row, column = divmod(number, self.columns)
        return Box(self.cells.x + column * self.side, self.cells.y + row * self.side, self.side, self.side)

    def cell_at(self, point: tuple[int, int]) -> int | None:
        """Return the number of the cell under a pixel, None beside the cells."""
        if not self.cells.holds(point):
            return None
        return (point[1] - self.cells.y) // self.side * self.columns + (point[0] - self.cells.x) // self.side

    def hollow_mm(self, point: tuple[int, int]) -> tuple[float, float]:
        """Return the middle of the cell that is nearest to a pixel."""
        column = min(max(0, (point[0] - self.cells.x) // self.side), self.columns - 1)
        row = min(max(0, (point[1] - self.cells.y) // self.side), self.rows - 1)
        return (column + 0.5) * self.pitch_mm, (row + 0.5) * self.pitch_mm

    def width(self, piece: PieceLook) -> int:
        """Return how wide a piece is drawn on the board."""
        return max(LEAST_FIGURE, round((PAWN_MM if piece.colour else MUMMY_MM) * self.side / self.pitch_mm))

    def width_now(self, piece: PieceLook) -> int:
        """Return how wide a piece is drawn where it is: smaller in the tray."""
        return self.width(piece) if piece.at_mm else min(self.width(piece), HOLLOW - 4)

    def middles(self, look: BoardLook) -> tuple[tuple[int, int], ...]:
        """Return the middle of each piece: where it stands on the board, or its place in the tray."""
        spots = self.tray.columns(max(1, len(look.pieces)))
        return tuple(
            self.point(piece.at_mm) if piece.at_mm else (spot.centre[0], spot.y + TRAY_H * 2 // 5)
            for piece, spot in zip(look.pieces, spots, strict=True)
        )


def placed(look: BoardLook, area: Box) -> BoardPlace:
    """Return the layout of the largest board that fits into `area`: cable on the left, tray and hint below."""
    beside, room = area.split_left(CABLE_W)
    frame = NAMES + 2 * RIM
    above = room.h - TRAY_H - HINT_H - 2 * GAP
    side = max(1, min((room.w - frame) // look.columns, (above - frame) // look.rows))
    wide, high = side * look.columns, side * look.rows
    top = room.y + (above - high - frame) // 2
    slab = Box(room.x, top, wide + frame, high + frame)
    below = Box(room.x, slab.bottom + GAP, room.w, TRAY_H + GAP + HINT_H)
    tray, hint = below.split_top(TRAY_H, GAP)
    cable = Box(beside.x, slab.y + slab.h // 2 - CABLE_H // 2, CABLE_W, CABLE_H)
    return BoardPlace(
        slab=slab,
        cells=Box(slab.x + RIM + NAMES, slab.y + RIM + NAMES, wide, high),
        side=side,
        pitch_mm=look.pitch_mm,
        cable=cable,
        plug=cable.split_right(PLUG_W)[1],
        tray=tray,
        hint=hint,
    )


def piece_at(look: BoardLook, place: BoardPlace, point: tuple[int, int]) -> int | None:
    """Return the index of the piece under a pixel; of several the one with the nearest middle, or the topmost."""
    under = [
        (dist(middle, point), -index)
        for index, (piece, middle) in enumerate(zip(look.pieces, place.middles(look), strict=True))
        if dist(middle, point) <= place.width_now(piece) / 2 + 2
    ]
    return -min(under)[1] if under else None


def standing_mm(look: BoardLook, place: BoardPlace, name: str, point: tuple[int, int]) -> tuple[float, float]:
    """Return where a piece is put in the cell nearest to a pixel: in the middle, or beside the pawns there.

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
    """Return the grip on the piece under the mouse, if any, and its events; a piece from the tray is lifted."""
    index = piece_at(look, place, point)
    if index is None:
        return None, ()
    piece, middle = look.pieces[index], place.middles(look)[index]
    offset = middle[0] - point[0], middle[1] - point[1]
    is_lifted = lifts or piece.at_mm is None
    grip = Grip(piece.name, button, offset, middle, middle, is_lifted)
    return grip, (PieceMoved(piece.name, None),) if is_lifted and piece.at_mm else ()


def drag(grip: Grip, place: BoardPlace, point: tuple[int, int], *, lifts: bool) -> tuple[Grip, tuple[PieceMoved, ...]]:
    """Return the grip after a mouse move, and its events; over the board's edge a piece is lifted, and stays so."""
    middle = point[0] + grip.offset[0], point[1] + grip.offset[1]
    is_lifted = grip.is_lifted or lifts or not place.slab.holds(middle)
    after = replace(grip, middle=middle, is_lifted=is_lifted)
    if not is_lifted:
        return after, (PieceMoved(grip.piece, place.place_mm(middle)),)
    return after, () if grip.is_lifted else (PieceMoved(grip.piece, None),)


def drop(grip: Grip, look: BoardLook, place: BoardPlace, *, askew: bool) -> tuple[PieceMoved, ...]:
    """Return the events of dropping a piece: on the board it stands in the middle of a cell, else it is off.

    With `askew` it stays exactly where it was dropped.
    """
    stays = grip.middle == grip.start and not grip.is_lifted
    if stays or not place.slab.holds(grip.middle):
        return ()
    at_mm = place.place_mm(grip.middle) if askew else standing_mm(look, place, grip.piece, grip.middle)
    return (PieceMoved(grip.piece, at_mm),)
