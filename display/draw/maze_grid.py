"""The squares of a maze: floor, walls, what is painted and built there, pieces, and the cursor."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from display.draw import text
from display.draw.choices import cap_side, squares_in
from display.draw.marks import FIELD, Drawing, Label, Mark, Picture, Plate, Rect, Token, TouchArea, heat_plate
from display.draw.paint import OUTLINES
from display.theme import SHAPES, Role, Sizes, Tint
from display.view import Colour, MazePiece, MazePlan, Square

BODY = 0.64
"""The width of a pawn with its rim, as a share of its height."""

PIECE_OVERHANG = 6
"""Pieces that share a square may reach beyond it by its side divided by this."""

MOST_STANDING = 2
"""Most pieces drawn side by side, each as high as its square."""

PAWN = (
    '<path d="M12 44 C12 38 17 36 18.5 30 L20 24 C14.5 22 12.5 17.5 12.5 14 A11.5 11.5 0 0 1 35.5 14 '
    'C35.5 17.5 33.5 22 28 24 L29.5 30 C31 36 36 38 36 44 Z"/>'
)
"""The outline of a standing pawn, on a field of 48x48."""


class _PawnShape(NamedTuple):
    """A pawn in a row."""

    x: float
    """Where its field begins, from the left edge of the row."""
    colour: Colour
    active: bool


def pawn_svg(colour: Colour, active: bool) -> str:
    """A pawn that stands: head and body with a rim of linen, its colour's shape on its belly."""
    return _row_svg((_PawnShape(0, colour, active),))


def _row_svg(pawns: Sequence[_PawnShape]) -> str:
    """Pawns that stand in a row, the last of them in front.

    One rim goes around them all, so that it hides nothing of those behind.
    """
    return "".join(map(_rim, pawns)) + "".join(map(_body, pawns))


def _rim(pawn: _PawnShape) -> str:
    style = f'stroke="@linen" stroke-width="{9 if pawn.active else 6.5}" fill="@linen" stroke-linejoin="round"'
    return f'<g transform="translate({pawn.x:.1f} 0)" {style}>{PAWN}</g>'


def _body(pawn: _PawnShape) -> str:
    shape = OUTLINES[SHAPES[pawn.colour]].format(style='fill="@ink"')
    return (
        f'<g transform="translate({pawn.x:.1f} 0)">'
        f'<g stroke="@ink" stroke-width="3.6" fill="@ink" stroke-linejoin="round">{PAWN}</g>'
        f'<g fill="@{pawn.colour}">{PAWN}</g>'
        f'<g transform="translate(24 34) scale(0.52) translate(-16 -16)">{shape}</g></g>'
    )


def _on_a_square(pieces: Sequence[MazePiece], square: Rect, *, is_signed: bool = False) -> Iterator[Mark]:
    """Yield the pieces that share a square; whoever acts stands in front of its neighbour.

    Pawns that would hide each other, or that a sign in the upper right corner would hide, lie as tokens.
    """
    if is_signed or len(pieces) > MOST_STANDING:
        yield from _tokens(pieces, square, is_signed)
        return
    places = pawn_places(len(pieces), square.inset(min(1, (square.w - 1) // 2)))
    placed = sorted(zip(pieces, places, strict=True), key=lambda one: one[0].active)
    yield from _row(placed)
    for piece, place in placed:
        if not piece.colour:
            side = place.w if len(pieces) == 1 else round(place.w * BODY)
            yield from _disc(piece, place.middle(side, side))


def _tokens(pieces: Sequence[MazePiece], square: Rect, is_signed: bool) -> Iterator[Mark]:
    """Yield pieces as tokens, on all of their square or below a sign."""
    room = square.inset(-round(square.w / PIECE_OVERHANG / 2))
    if is_signed:
        room = room.split_bottom(room.h // 2)[1]
    for piece, place in zip(pieces, squares_in(len(pieces), room), strict=True):
        if piece.colour:
            yield Token(place, piece.colour)
        else:
            yield from _disc(piece, place)


def _row(placed: Sequence[tuple[MazePiece, Rect]]) -> Iterator[Mark]:
    """Yield the pawns among pieces that stand side by side."""
    left, right = min(place.x for _, place in placed), max(place.right for _, place in placed)
    side, top = placed[0][1].h, placed[0][1].y
    pawns = [
        _PawnShape((place.x - left) * FIELD / side, piece.colour, piece.active)
        for piece, place in placed
        if piece.colour
    ]
    if pawns:
        yield Drawing(Rect(left, top, right - left, side), _row_svg(pawns))


def _disc(piece: MazePiece, box: Rect) -> Iterator[Mark]:
    yield Plate(box, "ink", "linen", box.w // 2, max(1.5, box.w / 14))
    yield Picture(box.inset(max(1, box.w // 9)), piece.icon, "linen")


def pawn_places(count: int, box: Rect) -> tuple[Rect, ...]:
    """Square places for one pawn or two in a row, as high as a box; they overlap, for a pawn is narrow."""
    side = min(box.w, box.h)
    x, y = box.x + (box.w - side) // 2, box.y + (box.h - side) // 2
    step = min(round(side * BODY), box.w + 2 * math.ceil(side / PIECE_OVERHANG) - round(side * BODY)) * (count - 1)
    return tuple(Rect(x + at - step // 2, y, side, side) for at in range(0, step + 1, max(1, step)))


LEAST_TOUCH = 24
"""The least side in pixels of a square that a finger can hit."""

FRAME = 2
"""The least thickness of the frame around the maze in pixels."""

ARROW = 12
"""The least width in pixels of the arrow of a direction button."""

CASING = 1
"""The line of ink in pixels around the outer walls: they are white, and so is paper by day."""

TAIL = 0.25
"""Depth of the tail of a g, in heights of capitals."""


class MazeGrid(msgspec.Struct, frozen=True, dict=True):
    """Which squares of a maze are visible, and where."""

    maze: MazePlan
    box: Rect
    side: int
    left: int
    top: int
    across: int
    down: int

    def place(self, index: int) -> Rect | None:
        """Where a square lies, or None when it is not visible."""
        column, row = index % self.maze.columns - self.left, index // self.maze.columns - self.top
        if not (0 <= column < self.across and 0 <= row < self.down):
            return None
        return Rect(self.box.x + column * self.side, self.box.y + row * self.side, self.side, self.side)

    @cached_property
    def visible(self) -> tuple[tuple[int, Square, Rect], ...]:
        """The visible squares: the index of each, what it is, and where it lies."""
        placed = ((index, square, self.place(index)) for index, square in enumerate(self.maze.squares))
        return tuple((index, square, place) for index, square, place in placed if place)

    @cached_property
    def standing(self) -> dict[int, list[MazePiece]]:
        """The pieces on each square that has any."""
        together: dict[int, list[MazePiece]] = {}
        for piece in self.maze.pieces:
            together.setdefault(piece.at, []).append(piece)
        return together


def squares(grid: MazeGrid, sizes: Sizes, is_named: bool = True) -> Iterator[Mark]:
    """Yield the visible part of the maze; names of rows and columns only if asked for."""
    if is_named:
        yield from _names(grid, sizes)
    yield from ground(grid)
    yield from walls(grid)
    yield from signs(grid, sizes)
    yield from _cursor(grid)
    yield from _pieces(grid)
    yield from _warnings(grid, sizes)
    yield from _bars(grid, sizes)
    yield from _keys(grid, sizes)
    yield from _touches(grid, sizes)


def names_width(sizes: Sizes) -> int:
    """The room in pixels for the names of rows and columns."""
    return sizes.note.capitals + 4


def scroll_bar_width(sizes: Sizes) -> int:
    """The room in pixels for a scroll bar."""
    return sizes.gap + 2


def least_side(sizes: Sizes) -> int:
    """The least side in pixels of a square, so that a code of two characters fits; a larger maze scrolls."""
    return round(sizes.note.capitals * 1.4)


def _names(grid: MazeGrid, sizes: Sizes) -> Iterator[Mark]:
    """Yield a letter above each column and a number before each row."""
    edge, size = names_width(sizes), sizes.note.capitals
    wall = _frame_width(grid) + CASING
    for column in range(grid.across):
        top = grid.box.y - wall - 1 - round(size * TAIL) - size
        above = Rect(grid.box.x + column * grid.side, top, grid.side, size)
        yield Label(above, chr(ord("a") + grid.left + column), sizes.note, "lesser", "centre")
    for row in range(grid.down):
        before = Rect(max(0, grid.box.x - wall - edge - 4), grid.box.y + row * grid.side, edge + 3, grid.side)
        yield Label(before, str(grid.top + row + 1), sizes.note, "lesser", "right")


def _wall_width(grid: MazeGrid) -> int:
    return max(2, round(grid.side / 8))


def _frame_width(grid: MazeGrid) -> int:
    """How far the outer walls reach beyond the floor."""
    return max(FRAME, (_wall_width(grid) + 1) // 2)


def ground(grid: MazeGrid) -> Iterator[Mark]:
    """Yield the floor, its joints, rock, and the squares that are lit or wrong."""
    maze = grid.maze
    box, side = grid.box, grid.side
    yield Plate(box.inset(-_frame_width(grid) - CASING), "ink", None, 3)
    yield Plate(box.inset(-FRAME), "line", None, 3)
    yield Plate(box, "floor")
    for column in range(1, grid.across):
        yield Plate(Rect(box.x + column * side, box.y, 1, box.h), "joint")
    for row in range(1, grid.down):
        yield Plate(Rect(box.x, box.y + row * side, box.w, 1), "joint")
    for _, square, cell in grid.visible:
        if square.solid:
            yield Plate(cell, "rock")
            yield Plate(cell.inset(side // 5), None, "joint", side // 8)
    for index, share in maze.heat:
        if place := grid.place(index):
            yield heat_plate(place.inset(1), share)
    for index in maze.lit:
        if place := grid.place(index):
            ring = place.inset(1) if index in grid.standing else place.middle(side * 3 // 5, side * 3 // 5)
            yield Plate(ring, "path", "linen", ring.w // 2, max(2.0, side / 12))
            dot = place.middle(max(4, side // 5), max(4, side // 5))
            yield Plate(dot, "linen", None, dot.w // 2)
    for index in maze.wrong:
        if place := grid.place(index):
            yield Plate(place.inset(1), "ink", "loss", grid.side // 6, max(2.0, grid.side / 10))


def walls(grid: MazeGrid) -> Iterator[Mark]:
    """Yield the walls between squares and around them."""
    thick = _wall_width(grid)
    half = thick // 2
    for _, square, place in grid.visible:
        if "N" not in square.open:
            yield Plate(Rect(place.x - half, place.y - half, place.w + thick, thick), "line")
        if "W" not in square.open:
            yield Plate(Rect(place.x - half, place.y - half, thick, place.h + thick), "line")
        # only the last visible row and column draw the walls below and on the right; the next square draws the others
        last_row, last_column = place.bottom >= grid.box.bottom, place.right >= grid.box.right
        if last_row and "S" not in square.open:
            yield Plate(Rect(place.x - half, place.bottom - half, place.w + thick, thick), "line")
        if last_column and "E" not in square.open:
            yield Plate(Rect(place.right - half, place.y - half, thick, place.h + thick), "line")


def signs(grid: MazeGrid, sizes: Sizes) -> Iterator[Mark]:
    """Yield what is built or painted on squares without a piece, and the path, which goes around a mission's code."""
    taken = grid.standing
    rings: dict[int, Tint] = {**dict.fromkeys(grid.maze.path, "path_sign"), **dict.fromkeys(grid.maze.lit, "path")}
    missions = set()
    for index, square, cell in grid.visible:
        if square.icon and index not in taken:
            yield Picture(cell.inset(max(2, grid.side // 10)), square.icon, "line")
        elif square.mark and index not in taken:
            yield from _mission(square, cell, sizes, rings.get(index))
            missions.add(index)
    for number, index in enumerate(grid.maze.path):
        if index not in missions and (place := grid.place(index)):
            last = number == len(grid.maze.path) - 1
            side = grid.side * (3 if last else 2) // 5
            dot = place.middle(side, side)
            yield Plate(dot, "path_sign" if last else "path", "path" if last else "path_sign", dot.w // 2, 2.4)


def _mission(square: Square, place: Rect, sizes: Sizes, ringed: Tint | None) -> Iterator[Mark]:
    """Yield a mission: a pale card that lies flat, a bar in its colour on top, its code in ink; a tick once it is done.

    Where a path goes or can go it has a ring, beside which its code has room. Where one can go it has another colour,
    too, for the ring is as dark as the floor. A small one has neither ring nor ink: its code needs the room.
    """
    is_small = place.w < SMALL_CARD * sizes.note.capitals
    fill, words = SMALL_CARDS[ringed if is_small or ringed == "path" else None]
    card = place.inset(max(1, place.w // 14))
    ring = max(LEAST_RING, min(place.w / 9, (card.w - text.width(square.mark, sizes.note)) / 2 - 1))
    yield Plate(card, fill, None if is_small else ringed or "ink", 2, ring if ringed else 1.0)
    bar, below = card.inset(0 if is_small else 1).split_top(max(3, card.h // 4))
    yield Plate(bar, square.colour or "edge", None if is_small else "ink", 1)
    if square.done:
        yield Picture(below, "ok", words)
    else:
        box = Rect(place.x, below.y, place.w, max(below.h, sizes.note.capitals))
        code = Label(box, square.mark, sizes.note, words, "centre")
        fits = text.fit(code).whole
        yield code if fits else replace(code, box=code.box.inset(-OVERHANG, 0))


LEAST_RING = 2.0
"""The least width of the ring in pixels."""

OVERHANG = 2
"""How far a code may reach beyond its square in pixels: W is wide."""

SMALL_CARD = 2.2
"""Squares below this side, in heights of notes, hold small cards."""

SMALL_CARDS: dict[Tint | None, tuple[Role, Role]] = {
    None: ("linen", "ink"),
    "path": ("path_sign", "ink"),
    "path_sign": ("path", "linen"),
}
"""The colours of a small card and its code, by the ring of a large one: usual, where one may go, where a path goes."""


def _pieces(grid: MazeGrid) -> Iterator[Mark]:
    """Yield the pieces; those on one square share it."""
    signed = {*grid.maze.wrong, *(index for index, _ in grid.maze.keys)}
    for at, pieces in grid.standing.items():
        if square := grid.place(at):
            yield from _on_a_square(pieces, square, is_signed=at in signed)


def _corner(place: Rect, side: int) -> Rect:
    """The place of a sign on the upper right corner of a square, which leaves half of the square uncovered."""
    return Rect(place.right - side * 5 // 8, place.y - side * 3 // 8, side, side)


def _warnings(grid: MazeGrid, sizes: Sizes) -> Iterator[Mark]:
    """Yield an exclamation mark in the corner of each wrong square, because a colour alone can be missed."""
    side = sizes.note.capitals + 2
    for index in grid.maze.wrong:
        if place := grid.place(index):
            corner = _corner(place, side)
            yield Plate(corner, "loss", "ink", side // 3)
            yield Label(corner, "!", sizes.note, "on_loss", "centre")


def _bars(grid: MazeGrid, sizes: Sizes) -> Iterator[Mark]:
    """Yield a scroll bar beside the maze and one below it, if squares are hidden in that direction."""
    box, columns = grid.box, grid.maze.columns
    rows = len(grid.maze.squares) // columns
    away, wide = _frame_width(grid) + CASING + 1, sizes.gap
    if grid.across < columns:
        start, end = (box.x + box.w * column // columns for column in (grid.left, grid.left + grid.across))
        track = Rect(box.x, box.bottom + away, box.w, wide)
        yield from _bar(track, track._replace(x=start, w=end - start))
    if grid.down < rows:
        start, end = (box.y + box.h * row // rows for row in (grid.top, grid.top + grid.down))
        track = Rect(box.right + away, box.y, wide, box.h)
        yield from _bar(track, track._replace(y=start, h=end - start))


def _bar(track: Rect, thumb: Rect) -> Iterator[Mark]:
    radius = min(track.w, track.h) // 2
    yield Plate(track, "well", "edge", radius)
    yield Plate(thumb, "accent", None, radius)


def _cursor(grid: MazeGrid) -> Iterator[Mark]:
    """Yield the cursor: around a square, or along one of its sides."""
    maze = grid.maze
    place = None if maze.cursor is None else grid.place(maze.cursor)
    if place is None:
        return
    if not maze.side:
        gold = max(2, round(grid.side / 9))
        yield Plate(place.inset(-gold - 1), None, "ink", gold + 2, gold + 2.0)
        yield Plate(place.inset(-gold), None, "cursor", gold + 1, float(gold))
        return
    thick = max(5, grid.side // 3)
    along = {
        "N": Rect(place.x, place.y - thick // 2, place.w, thick),
        "S": Rect(place.x, place.bottom - thick // 2, place.w, thick),
        "W": Rect(place.x - thick // 2, place.y, thick, place.h),
        "E": Rect(place.right - thick // 2, place.y, thick, place.h),
    }
    yield Plate(along[maze.side], None, "ink", thick // 2, 4)
    yield Plate(along[maze.side], None, "cursor", thick // 2, 2.5)


def _keys(grid: MazeGrid, sizes: Sizes) -> Iterator[Mark]:
    """Yield each key in the middle of the square to which it leads, or in its corner if somebody stands there."""
    side = min(max(cap_side(sizes), grid.side * 3 // 5), grid.side - 2)
    for index, key in grid.maze.keys:
        if place := grid.place(index):
            cap = _corner(place, cap_side(sizes)) if index in grid.standing else place.middle(side, side)
            yield Plate(cap, "plate", "linen", sizes.radius // 2, max(1.0, side / 12))
            yield Picture(cap.middle(cap.w * 3 // 4, cap.w * 3 // 4), key, "text")


def _touches(grid: MazeGrid, sizes: Sizes) -> Iterator[Mark]:
    """Yield a touch area for each lit square; squares too small for a finger make four direction buttons instead.

    Without a cursor on the map there is nothing to lead on, and a list beside the map has a cursor of its own.
    """
    reachable = [(index, place) for index in grid.maze.lit if (place := grid.place(index))]
    if reachable and grid.side >= max(LEAST_TOUCH, sizes.fingertip):
        for index, place in reachable:
            yield TouchArea(place, f"square {index}")
        return
    if grid.maze.cursor is None or grid.maze.choices.items:
        return
    above, middle, below = grid.box.rows(3)
    left, right = middle.columns(2)
    for box, button in ((above, "up"), (left, "left"), (right, "right"), (below, "down")):
        yield TouchArea(box, f"button:{button}")
    if sizes.finger:
        yield from _arrows(grid, sizes)


def _arrows(grid: MazeGrid, sizes: Sizes) -> Iterator[Mark]:
    """Yield an arrow on the outer wall of each direction button, where it covers neither a square nor a name."""
    box, wide, high = grid.box, max(ARROW, grid.side * 3 // 4), sizes.gap + 2
    x = box.x + grid.across // 2 * grid.side - wide // 2
    y = box.y + grid.down // 2 * grid.side - wide // 2
    for place, corners in (
        (Rect(x, box.y - high, wide, high), ((0, 1), (0.5, 0), (1, 1))),
        (Rect(x, box.bottom, wide, high), ((0, 0), (0.5, 1), (1, 0))),
        (Rect(box.x - high, y, high, wide), ((1, 0), (0, 0.5), (1, 1))),
        (Rect(box.right, y, high, wide), ((0, 0), (1, 0.5), (0, 1))),
    ):
        points = " ".join(f"{FIELD * left * place.w / place.h:.1f} {FIELD * top}" for left, top in corners)
        yield Drawing(place, f'<polygon points="{points}" fill="@accent" stroke="@ink" stroke-width="3"/>')
