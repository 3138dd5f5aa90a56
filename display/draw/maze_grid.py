"""The squares of a maze: floor, walls, what is painted and built there, pieces, and the cursor."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from display.draw import text
from display.draw.marks import Box, Label, Mark, Picture, Plate, Token, TouchArea
from display.draw.race import stacked
from display.theme import DUST, ERROR, GOLD, INK, JOINT, NIGHT, PLAYERS, RGB, SAND, STONE, TRACK, TURQUOISE, Sizes, mix
from display.view import MazePlan, Square

FLOOR: RGB = mix(TRACK, SAND, 0.10)
JOINTS: RGB = mix(FLOOR, INK, 0.22)
"""The lines between two squares without a wall."""
ROCK: RGB = mix(NIGHT, STONE, 0.4)
USUAL_CODE, LEAST_CODE = 9, 8
"""Text size of a mark's two characters in pixels: on the smallest squares, and for characters as wide as a W."""
LEAST_WARNING = 9
"""The least side in pixels of the sign that something is wrong on a square."""
LEAST_TOUCH = 24
"""The least side in pixels of a square that a finger can hit."""


@dataclass(frozen=True)
class Grid:
    """Which squares of a maze are visible, and where."""

    maze: MazePlan
    box: Box
    side: int
    left: int
    top: int
    across: int
    down: int
    edge: int = 0
    """Room in pixels above the squares for the names of the columns."""

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


def squares(grid: Grid, sizes: Sizes) -> Iterator[Mark]:
    """Yield the visible part of the maze."""
    yield from _names(grid, sizes)
    yield from ground(grid)
    yield from walls(grid)
    yield from signs(grid)
    yield from _pieces(grid)
    yield from _warnings(grid, sizes)
    yield from _cursor(grid)
    yield from _touches(grid)


def least_edge(sizes: Sizes) -> int:
    """Return the least room in pixels for the names of rows and columns."""
    return sizes.small - 3


def _names(grid: Grid, sizes: Sizes) -> Iterator[Mark]:
    """Yield a letter above each column and a number before each row."""
    size = min(sizes.body, grid.edge + sizes.pad // 2, grid.side)  # names may reach into the margins
    for column in range(grid.across):
        above = Box(grid.box.x + column * grid.side, grid.box.y - size - 3, grid.side, size)
        yield Label(above, chr(ord("a") + grid.left + column), size, DUST, align="centre")
    wide = least_edge(sizes) + sizes.pad - 2
    for row in range(grid.down):
        before = Box(grid.box.x - wide - 3, grid.box.y + row * grid.side, wide, grid.side)
        yield Label(before, str(grid.top + row + 1), size, DUST, align="right")


def ground(grid: Grid) -> Iterator[Mark]:
    """Yield the floor, its joints, rock, and the squares that are lit or wrong."""
    maze = grid.maze
    box, side = grid.box, grid.side
    yield Plate(box.inset(-2), JOINT, None, 3)
    yield Plate(box, FLOOR)
    for column in range(1, grid.across):
        yield Plate(Box(box.x + column * side, box.y, 1, box.h), JOINTS)
    for row in range(1, grid.down):
        yield Plate(Box(box.x, box.y + row * side, box.w, 1), JOINTS)
    for _, square, cell in grid.visible:
        if square.solid:
            yield Plate(cell, ROCK)
            yield Plate(cell.inset(side // 5), mix(ROCK, JOINT, 0.5), None, side // 8)
    for index in maze.lit:
        if place := grid.place(index):
            yield Plate(place.inset(1), mix(FLOOR, GOLD, 0.45), GOLD, grid.side // 6, max(1.5, grid.side / 12))
    for index in maze.wrong:
        if place := grid.place(index):
            yield Plate(place.inset(1), mix(FLOOR, ERROR, 0.45), ERROR, grid.side // 6, max(1.5, grid.side / 12))


def walls(grid: Grid) -> Iterator[Mark]:
    """Yield the walls between squares and around them."""
    thick = max(2, round(grid.side / 8))
    half = thick // 2
    for _, square, place in grid.visible:
        if "N" not in square.open:
            yield Plate(Box(place.x - half, place.y - half, place.w + thick, thick), SAND)
        if "W" not in square.open:
            yield Plate(Box(place.x - half, place.y - half, thick, place.h + thick), SAND)
        # only the last visible row and column draw the walls below and on the right; the next square draws the others
        last_row, last_column = place.bottom >= grid.box.bottom, place.right >= grid.box.right
        if last_row and "S" not in square.open:
            yield Plate(Box(place.x - half, place.bottom - half, place.w + thick, thick), SAND)
        if last_column and "E" not in square.open:
            yield Plate(Box(place.right - half, place.y - half, thick, place.h + thick), SAND)


def signs(grid: Grid) -> Iterator[Mark]:
    """Yield what is built or painted on squares without a piece, and the path over them."""
    taken = {piece.at for piece in grid.maze.pieces}
    for index, square, cell in grid.visible:
        if square.icon and index not in taken:
            yield Picture(cell.inset(max(2, grid.side // 10)), square.icon, SAND)
        elif square.mark:
            yield from _mark(square, cell, is_lit=index in grid.maze.lit)
    for number, index in enumerate(grid.maze.path):
        if place := grid.place(index):
            last = number == len(grid.maze.path) - 1
            dot = place.middle(grid.side * 2 // 5, grid.side * 2 // 5)
            yield Plate(dot, TURQUOISE, INK if last else None, dot.w // 2)


def _mark(square: Square, place: Box, *, is_lit: bool) -> Iterator[Mark]:
    """Yield a mission on its plate; the plate is smaller on a lit square, so that its light shows."""
    colour = PLAYERS[square.colour] if square.colour else SAND
    plate = place.inset(max(3, place.w // 5) if is_lit else max(2, place.w // 8))
    if square.done:
        yield Plate(plate, None, mix(FLOOR, colour, 0.5), plate.w // 4)
        yield Picture(plate.inset(1), "ok", mix(FLOOR, INK, 0.5))
        return
    size = max(USUAL_CODE, round(plate.w * 0.62))
    wide = min(place.w - 2, text.width(square.mark, size, bold=True) + 4)  # a W is wider than other letters
    yield Plate(place.middle(max(plate.w, wide), plate.h), colour, INK, plate.w // 4)
    if is_lit:  # a wide plate hides the sides of the lit square
        yield Plate(place.inset(1), None, GOLD, place.w // 6, max(1.5, place.w / 12))
    yield from code(square.mark, place.middle(max(plate.w, wide), plate.h), size)


def code(mark: str, plate: Box, wanted: int) -> Iterator[Mark]:
    """Yield as many of a mark's two characters as fit on its plate: both, the first, or none."""
    for shown in (mark, mark[:1]):
        for size in range(max(USUAL_CODE, wanted), LEAST_CODE - 1, -1):
            if text.width(shown, size, bold=True) < plate.w and size <= plate.h:
                yield Label(plate.inset(-1), shown, size, INK, bold=True, align="centre")
                return


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
            if piece.colour:
                yield Token(place, piece.colour, piece.active)
            else:
                yield Picture(place, piece.icon, SAND)


def _warnings(grid: Grid, sizes: Sizes) -> Iterator[Mark]:
    """Yield an exclamation mark in the corner of each wrong square, because a colour alone can be missed."""
    side = max(LEAST_WARNING, round(grid.side * 0.4))
    for index in grid.maze.wrong:
        if place := grid.place(index):
            corner = Box(place.right - side, place.y, side, side)
            yield Plate(corner, ERROR, INK, side // 3)
            yield Label(corner.inset(-2), "!", min(sizes.body, side), INK, bold=True, align="centre")


def _cursor(grid: Grid) -> Iterator[Mark]:
    """Yield the cursor: around a square, or along one of its sides."""
    maze = grid.maze
    place = None if maze.cursor is None else grid.place(maze.cursor)
    if place is None:
        return
    if not maze.side:
        yield Plate(place.inset(-1), None, INK, grid.side // 5, max(4.0, grid.side / 5))
        yield Plate(place.inset(-1), None, GOLD, grid.side // 5, max(2.5, grid.side / 8))
        return
    thick = max(5, grid.side // 3)
    along = {
        "N": Box(place.x, place.y - thick // 2, place.w, thick),
        "S": Box(place.x, place.bottom - thick // 2, place.w, thick),
        "W": Box(place.x - thick // 2, place.y, thick, place.h),
        "E": Box(place.right - thick // 2, place.y, thick, place.h),
    }
    yield Plate(along[maze.side], None, INK, thick // 2, 4)
    yield Plate(along[maze.side], None, GOLD, thick // 2, 2.5)


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
