"""The squares of a maze: floor, walls, what is painted and built there, pieces, and the cursor."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property

import msgspec
from msgspec.structs import replace

from display.draw import text
from display.draw.choice import cap_side
from display.draw.marks import Box, Drawing, Label, Mark, Picture, Plate, TouchArea
from display.draw.paint import OUTLINES
from display.sizes import Sizes
from display.theme import SHAPES, Tint
from display.view import Button, Colour, MazePlan, Square

LEAST_TOUCH = 24
"""The least side in pixels of a square that a finger can hit."""

FRAME = 2
"""The least thickness of the frame around the maze in pixels."""

CASING = 1
"""The line of ink in pixels around the outer walls: they are white, and so is paper by day."""

TAIL = 0.25
"""How far the tail of a g hangs below the line, in heights of capitals."""


class Grid(msgspec.Struct, frozen=True, dict=True):
    """Which squares of a maze are visible, and where."""

    maze: MazePlan
    box: Box
    side: int
    left: int
    top: int
    across: int
    down: int

    def place(self, index: int) -> Box | None:
        """Return where a square lies, or None when it is not visible."""
        column, row = index % self.maze.columns - self.left, index // self.maze.columns - self.top
        if not (0 <= column < self.across and 0 <= row < self.down):
            return None
        return Box(self.box.x + column * self.side, self.box.y + row * self.side, self.side, self.side)

    @cached_property
    def visible(self) -> tuple[tuple[int, Square, Box], ...]:
        """The visible squares: the index of each, what it is, and where it lies."""
        placed = ((index, square, self.place(index)) for index, square in enumerate(self.maze.squares))
        return tuple((index, square, place) for index, square, place in placed if place)


def squares(grid: Grid, sizes: Sizes, is_named: bool = True) -> Iterator[Mark]:
    """Yield the visible part of the maze; names of rows and columns only if asked for."""
    if is_named:
        yield from _names(grid, sizes)
    yield from ground(grid)
    yield from walls(grid)
    yield from signs(grid, sizes)
    yield from _pieces(grid)
    yield from _warnings(grid, sizes)
    yield from _more(grid, sizes)
    yield from _cursor(grid)
    yield from _keys(grid, sizes)
    yield from _touches(grid)


def edge_of(sizes: Sizes) -> int:
    """Return the room in pixels for the names of rows and columns."""
    return sizes.note.capitals + 4


def least_side(sizes: Sizes) -> int:
    """Return the least side in pixels of a square, so that a code of two characters fits; a larger maze scrolls."""
    return round(sizes.note.capitals * 1.4)


def _names(grid: Grid, sizes: Sizes) -> Iterator[Mark]:
    """Yield a letter above each column and a number before each row."""
    edge, size = edge_of(sizes), sizes.note.capitals
    wall = _frame(grid) + CASING
    for column in range(grid.across):
        top = grid.box.y - wall - 1 - round(size * TAIL) - size
        above = Box(grid.box.x + column * grid.side, top, grid.side, size)
        yield Label(above, chr(ord("a") + grid.left + column), sizes.note, "lesser", "centre")
    for row in range(grid.down):
        before = Box(max(0, grid.box.x - wall - edge - 4), grid.box.y + row * grid.side, edge + 3, grid.side)
        yield Label(before, str(grid.top + row + 1), sizes.note, "lesser", "right")


def _wall(grid: Grid) -> int:
    """Return how thick walls are."""
    return max(2, round(grid.side / 8))


def _frame(grid: Grid) -> int:
    """Return how far the outer walls reach beyond the floor."""
    return max(FRAME, (_wall(grid) + 1) // 2)


def ground(grid: Grid) -> Iterator[Mark]:
    """Yield the floor, its joints, rock, and the squares that are lit or wrong."""
    maze = grid.maze
    box, side = grid.box, grid.side
    yield Plate(box.inset(-_frame(grid) - CASING), "ink", None, 3)
    yield Plate(box.inset(-FRAME), "line", None, 3)
    yield Plate(box, "floor")
    for column in range(1, grid.across):
        yield Plate(Box(box.x + column * side, box.y, 1, box.h), "joint")
    for row in range(1, grid.down):
        yield Plate(Box(box.x, box.y + row * side, box.w, 1), "joint")
    for _, square, cell in grid.visible:
        if square.solid:
            yield Plate(cell, "rock")
            yield Plate(cell.inset(side // 5), None, "joint", side // 8)
    for index in maze.lit:
        if place := grid.place(index):
            ring = place.middle(side * 3 // 5, side * 3 // 5)
            yield Plate(ring, "path", "linen", ring.w // 2, max(2.0, side / 12))
            dot = place.middle(max(4, side // 5), max(4, side // 5))
            yield Plate(dot, "linen", None, dot.w // 2)
    for index in maze.wrong:
        if place := grid.place(index):
            yield Plate(place.inset(1), "ink", "loss", grid.side // 6, max(2.0, grid.side / 10))


def walls(grid: Grid) -> Iterator[Mark]:
    """Yield the walls between squares and around them."""
    thick = _wall(grid)
    half = thick // 2
    for _, square, place in grid.visible:
        if "N" not in square.open:
            yield Plate(Box(place.x - half, place.y - half, place.w + thick, thick), "line")
        if "W" not in square.open:
            yield Plate(Box(place.x - half, place.y - half, thick, place.h + thick), "line")
        # only the last visible row and column draw the walls below and on the right; the next square draws the others
        last_row, last_column = place.bottom >= grid.box.bottom, place.right >= grid.box.right
        if last_row and "S" not in square.open:
            yield Plate(Box(place.x - half, place.bottom - half, place.w + thick, thick), "line")
        if last_column and "E" not in square.open:
            yield Plate(Box(place.right - half, place.y - half, thick, place.h + thick), "line")


def signs(grid: Grid, sizes: Sizes) -> Iterator[Mark]:
    """Yield what is built or painted on squares without a piece, and the path over them."""
    taken = {piece.at for piece in grid.maze.pieces}
    lit = set(grid.maze.lit)
    for index, square, cell in grid.visible:
        if square.icon and index not in taken:
            yield Picture(cell.inset(max(2, grid.side // 10)), square.icon, "line")
        elif square.mark and index not in taken:
            yield from _mission(square, cell, sizes, is_lit=index in lit)
    for number, index in enumerate(grid.maze.path):
        if place := grid.place(index):
            last = number == len(grid.maze.path) - 1
            side = grid.side * (3 if last else 2) // 5
            dot = place.middle(side, side)
            yield Plate(dot, "path_sign" if last else "path", "path" if last else "path_sign", dot.w // 2, 2.4)


def _mission(square: Square, place: Box, sizes: Sizes, *, is_lit: bool) -> Iterator[Mark]:
    """Yield a mission: a pale card that lies flat, a bar in its colour on top, its code in ink; a tick once it is done.

    On a square that can be reached it has the dark ring of such a square, beside which its code has room. A small one
    has no line of ink around it, which its code needs more.
    """
    is_small = place.w < SMALL_CARD * sizes.note.capitals
    card = place.inset(max(1, place.w // 14))
    edge: Tint | None = "path" if is_lit else None if is_small else "ink"
    ring = max(LEAST_RING, min(place.w / 9, (card.w - text.width(square.mark, sizes.note)) / 2 - 1))
    yield Plate(card, "linen", edge, 2, ring if is_lit else 1.0)
    bar, below = card.inset(0 if is_small else 1).split_top(max(3, card.h // 4))
    yield Plate(bar, square.colour or "edge", None if is_small else "ink", 1)
    if square.done:
        yield Picture(below, "ok", "ink")
    else:
        box = Box(place.x, below.y, place.w, max(below.h, sizes.note.capitals))
        code = Label(box, square.mark, sizes.note, "ink", "centre")
        fits = text.fitted(code).whole
        yield code if fits else replace(code, box=code.box.inset(-OVERHANG, 0))


LEAST_RING = 2.0
"""The least width of the ring in pixels."""

OVERHANG = 2
"""How far a code may reach beyond its square in pixels: W is wide."""

SMALL_CARD = 2.2
"""Squares below this side, in heights of notes, hold small cards."""

PAWN = (
    '<path d="M12 44 C12 38 17 36 18.5 30 L20 24 C14.5 22 12.5 17.5 12.5 14 A11.5 11.5 0 0 1 35.5 14 '
    'C35.5 17.5 33.5 22 28 24 L29.5 30 C31 36 36 38 36 44 Z"/>'
)
"""The outline of a standing pawn, on a field of 48x48."""


def pawn_svg(colour: Colour, active: bool) -> str:
    """Return a pawn that stands: head and body with a rim of linen, its colour's shape on its belly."""
    shape = OUTLINES[SHAPES[colour]].format(style='fill="@ink"')
    rim = f'stroke="@linen" stroke-width="{9 if active else 6.5}" fill="@linen" stroke-linejoin="round"'
    return (
        f'<g {rim}>{PAWN}</g><g stroke="@ink" stroke-width="3.6" fill="@ink" stroke-linejoin="round">{PAWN}</g>'
        f'<g fill="@{colour}">{PAWN}</g><g transform="translate(24 34) scale(0.52) translate(-16 -16)">{shape}</g>'
    )


def _pieces(grid: Grid) -> Iterator[Mark]:
    """Yield the pieces; those on one square share it."""
    together: dict[int, list[int]] = {}
    for number, piece in enumerate(grid.maze.pieces):
        together.setdefault(piece.at, []).append(number)
    for at, numbers in together.items():
        square = grid.place(at)
        if square is None:
            continue
        places = (square.inset(1),) if len(numbers) == 1 else stacked(len(numbers), square.inset(1))
        for number, place in zip(numbers, places, strict=True):
            piece = grid.maze.pieces[number]
            side = min(place.w, place.h)
            if piece.colour:
                yield Drawing(place.middle(side, side), pawn_svg(piece.colour, piece.active))
            else:
                yield Plate(place.middle(side, side), "ink", "linen", side // 2, max(1.5, side / 14))
                yield Picture(place.middle(side, side).inset(max(1, side // 9)), piece.icon, "linen")


def stacked(count: int, box: Box) -> tuple[Box, ...]:
    """Return places for `count` tokens on one square: as large as possible, overlapping where it is narrow."""
    if count == 1:
        return (box.middle(box.h + 2, box.h + 2),)
    across = count if count == 2 else math.ceil(count / 2) if box.w >= box.h else min(count, 2)
    down = math.ceil(count / across)
    side = min(box.h, max(box.w * 5 // (4 * across), 10), max(box.h * 5 // (4 * down), 10))
    places = []
    for index in range(count):
        line, column = divmod(index, across)
        in_line = min(across, count - line * across)
        x = box.x + _spread(column, in_line, box.w, side)
        y = box.y + _spread(line, down, box.h, side)
        places.append(Box(x, y, side, side))
    return tuple(places)


def _spread(index: int, count: int, length: int, side: int) -> int:
    """Return where the `index`-th of `count` things of length `side` begins, spread evenly over `length`."""
    if count == 1:
        return (length - side) // 2
    return min(side, (length - side) // (count - 1)) * index + max(0, (length - side * count) // 2)


def _warnings(grid: Grid, sizes: Sizes) -> Iterator[Mark]:
    """Yield an exclamation mark in the corner of each wrong square, because a colour alone can be missed."""
    side = sizes.note.capitals + 2
    for index in grid.maze.wrong:
        if place := grid.place(index):
            corner = Box(place.right - side, place.y, side, side)
            yield Plate(corner, "loss", "ink", side // 3)
            yield Label(corner, "!", sizes.note, "on_loss", "centre")


def _more(grid: Grid, sizes: Sizes) -> Iterator[Mark]:
    """Yield an arrow on each edge beyond which the maze goes on."""
    box, side = grid.box, sizes.note.capitals + 3
    middle, rows = box.middle(side, side), len(grid.maze.squares) // grid.maze.columns
    hidden: dict[Button, tuple[int, Box]] = {
        "left": (grid.left, middle._replace(x=box.x)),
        "up": (grid.top, middle._replace(y=box.y)),
        "right": (grid.maze.columns - grid.left - grid.across, middle._replace(x=box.right - side)),
        "down": (rows - grid.top - grid.down, middle._replace(y=box.bottom - side)),
    }
    for arrow, (squares_hidden, place) in hidden.items():
        if squares_hidden:
            yield Plate(place, "accent", "ink", sizes.radius // 2, 1.5)
            yield Picture(place.inset(2), arrow, "on_accent")


def _cursor(grid: Grid) -> Iterator[Mark]:
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
        "N": Box(place.x, place.y - thick // 2, place.w, thick),
        "S": Box(place.x, place.bottom - thick // 2, place.w, thick),
        "W": Box(place.x - thick // 2, place.y, thick, place.h),
        "E": Box(place.right - thick // 2, place.y, thick, place.h),
    }
    yield Plate(along[maze.side], None, "ink", thick // 2, 4)
    yield Plate(along[maze.side], None, "cursor", thick // 2, 2.5)


def _keys(grid: Grid, sizes: Sizes) -> Iterator[Mark]:
    """Yield each key in the middle of the square to which it leads."""
    side = min(max(cap_side(sizes), grid.side * 3 // 5), grid.side - 2)
    for index, key in grid.maze.keys:
        if place := grid.place(index):
            cap = place.middle(side, side)
            yield Plate(cap, "plate", "linen", sizes.radius // 2, max(1.0, side / 12))
            yield Picture(cap.middle(side * 3 // 4, side * 3 // 4), key, "text")


def _touches(grid: Grid) -> Iterator[Mark]:
    """Yield a touch area for each lit square; squares too small for a finger make four direction buttons instead."""
    reachable = [(index, place) for index in grid.maze.lit if (place := grid.place(index))]
    if reachable and grid.side >= LEAST_TOUCH:
        for index, place in reachable:
            yield TouchArea(place, f"square {index}")
        return
    above, middle, below = grid.box.rows(3)
    left, right = middle.columns(2)
    for box, button in ((above, "up"), (left, "left"), (right, "right"), (below, "down")):
        yield TouchArea(box, f"button:{button}")
