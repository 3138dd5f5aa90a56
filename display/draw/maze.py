"""A maze with walls and figures on the left; how everybody stands, dice and choices on the right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from display.draw import dice, frame, menu, strip, text
from display.draw.marks import Box, Label, Mark, Picture, Plate, Token, TouchArea
from display.draw.race import stacked
from display.theme import (
    BLOCK,
    DUST,
    ERROR,
    GOLD,
    INK,
    JOINT,
    NIGHT,
    PLAYERS,
    RGB,
    SAND,
    STONE,
    TRACK,
    TURQUOISE,
    Sizes,
    mix,
)
from display.view import MazePlan, Square, Standing, View

FLOOR: RGB = mix(TRACK, SAND, 0.10)
JOINTS: RGB = mix(FLOOR, INK, 0.22)
"""Between two squares that no wall parts."""
ROCK: RGB = mix(NIGHT, STONE, 0.4)
LEAST_SIDE = 13
"""The least side of a square in pixels; a larger maze scrolls."""
USUAL_CODE, LEAST_CODE = 9, 8
"""The size in pixels of a mark's letter and digit on the smallest squares, and if they are as wide as a W."""
LEAST_NAME = 2
"""The least width of a name in heights of its letters."""
MOST_LINES, MOST_LINES_ALONE = 3, 5
"""How many lines the prompt may have beside the maze: with dice or choices below it, and without."""
LEAST_WARNING = 9
"""The least side in pixels of the sign that something is wrong on a square."""
FINGER = 24
"""The least side of a square that a finger can meet."""


@dataclass(frozen=True)
class Grid:
    """Which squares are seen, and where."""

    maze: MazePlan
    box: Box
    side: int
    left: int
    top: int
    across: int
    down: int
    edge: int = 0
    """How much room the names of the columns have above the squares."""

    def place(self, index: int) -> Box | None:
        """Return where a square lies, or None when it is not seen."""
        column, row = index % self.maze.columns - self.left, index // self.maze.columns - self.top
        if not (0 <= column < self.across and 0 <= row < self.down):
            return None
        return Box(self.box.x + column * self.side, self.box.y + row * self.side, self.side, self.side)


def screen(view: View, maze: MazePlan, sizes: Sizes) -> Iterator[Mark]:
    """Yield a whole screen with a maze: it takes the height of the prompt too, which stands beside it."""
    header, _, body, footer = frame.parts(replace(view, prompt=""), sizes)
    yield from frame.header(view, header, sizes)
    grid, panel = _placed(maze, body, sizes)
    yield from _seen(grid, sizes)
    above = None if frame.is_told(view, header, sizes) else _above_answers(view, maze, panel, sizes)
    if above:
        yield from above
    elif maze.wrong and not frame.is_told(view, header, sizes):  # what is to be put right must be seen
        yield from frame.notice_beside(view, panel, sizes.body, sizes)
    else:
        yield from _beside(maze, view.prompt, panel, sizes)
        yield from frame.notice(view, header, body, sizes)
    yield from frame.footer(view, footer, sizes)
    yield from frame.hold(view, body, sizes)


def _seen(grid: Grid, sizes: Sizes) -> Iterator[Mark]:
    """Yield the maze itself."""
    yield from _names(grid, sizes)
    yield from ground(grid)
    yield from walls(grid)
    yield from signs(grid)
    yield from _pieces(grid)
    yield from _warnings(grid, sizes)
    yield from _cursor(grid)
    yield from _touches(grid)


def _placed(maze: MazePlan, box: Box, sizes: Sizes) -> tuple[Grid, Box]:
    """Return the part of the maze that is seen, as large as may be, and the room beside it."""
    rows = len(maze.squares) // maze.columns
    beside = box.w * 2 // 5
    room = box.w - beside - sizes.pad
    edge = _edge(sizes)
    side = max(LEAST_SIDE, min((box.h - 4 - edge) // rows, (room - edge) // maze.columns))
    across, down = min(maze.columns, (room - edge) // side), min(rows, (box.h - 4 - edge) // side)
    focus = maze.cursor if maze.cursor is not None else next((p.at for p in maze.pieces if p.active), 0)
    left = min(max(0, focus % maze.columns - across // 2), maze.columns - across)
    top = min(max(0, focus // maze.columns - down // 2), rows - down)
    area, panel = box.split_left(edge + across * side + 4, sizes.pad)
    above = max(edge, min(sizes.body, box.h - 4 - down * side))  # what the squares leave makes larger letters
    squares = Box(area.x + edge, area.y + above, across * side + 4, area.h - above)
    inside = squares.middle(across * side, down * side)
    return Grid(maze, inside, side, left, top, across, down, above), panel


def _touches(grid: Grid) -> Iterator[Mark]:
    """Yield the squares in reach if a finger can meet them; else the maze is a cross of four direction buttons."""
    seen = [(index, place) for index in grid.maze.lit if (place := grid.place(index))]
    if seen and grid.side >= FINGER:
        for index, place in seen:
            yield TouchArea(place, f"square {index}")
        return
    above, middle, below = grid.box.rows(3)
    left, right = middle.columns(2)
    for box, button in ((above, "up"), (left, "left"), (right, "right"), (below, "down")):
        yield TouchArea(box, f"button:{button}")


def _edge(sizes: Sizes) -> int:
    """Return how much room the names of rows and columns take at least."""
    return sizes.small - 3


def _names(grid: Grid, sizes: Sizes) -> Iterator[Mark]:
    """Yield a letter above each column and a number before each row."""
    size = min(sizes.body, grid.edge + sizes.pad // 2, grid.side)  # they may reach into the margins
    for column in range(grid.across):
        above = Box(grid.box.x + column * grid.side, grid.box.y - size - 3, grid.side, size)
        yield Label(above, chr(ord("a") + grid.left + column), size, DUST, align="centre")
    wide = _edge(sizes) + sizes.pad - 2
    for row in range(grid.down):
        before = Box(grid.box.x - wide - 3, grid.box.y + row * grid.side, wide, grid.side)
        yield Label(before, str(grid.top + row + 1), size, DUST, align="right")


def ground(grid: Grid) -> Iterator[Mark]:
    """Yield the floor, its joints, rock, and the squares that stand out."""
    maze = grid.maze
    box, side = grid.box, grid.side
    yield Plate(box.inset(-2), JOINT, None, 3)
    yield Plate(box, FLOOR)
    for column in range(1, grid.across):
        yield Plate(Box(box.x + column * side, box.y, 1, box.h), JOINTS)
    for row in range(1, grid.down):
        yield Plate(Box(box.x, box.y + row * side, box.w, 1), JOINTS)
    for index, square in enumerate(maze.squares):
        if square.solid and (place := grid.place(index)):
            yield Plate(place, ROCK)
            yield Plate(place.inset(side // 5), mix(ROCK, JOINT, 0.5), None, side // 8)
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
    for index, square in enumerate(grid.maze.squares):
        place = grid.place(index)
        if place is None:
            continue
        if "N" not in square.open:
            yield Plate(Box(place.x - half, place.y - half, place.w + thick, thick), SAND)
        if "W" not in square.open:
            yield Plate(Box(place.x - half, place.y - half, thick, place.h + thick), SAND)
        # the walls below and on the right are the next squares' own, but for the last ones that are seen
        last_row, last_column = place.bottom >= grid.box.bottom, place.right >= grid.box.right
        if last_row and "S" not in square.open:
            yield Plate(Box(place.x - half, place.bottom - half, place.w + thick, thick), SAND)
        if last_column and "E" not in square.open:
            yield Plate(Box(place.right - half, place.y - half, thick, place.h + thick), SAND)


def signs(grid: Grid) -> Iterator[Mark]:
    """Yield what is built or painted on the squares where no piece stands, and the way over them."""
    taken = {piece.at for piece in grid.maze.pieces}
    for index, square in enumerate(grid.maze.squares):
        place = grid.place(index)
        if place is None:
            continue
        if square.icon and index not in taken:
            yield Picture(place.inset(max(2, grid.side // 10)), square.icon, SAND)
        elif square.mark:
            yield from _mark(square, place, is_lit=index in grid.maze.lit)
    for number, index in enumerate(grid.maze.path):
        if place := grid.place(index):
            last = number == len(grid.maze.path) - 1
            dot = place.middle(grid.side * 2 // 5, grid.side * 2 // 5)
            yield Plate(dot, TURQUOISE, INK if last else None, dot.w // 2)


def _mark(square: Square, place: Box, *, is_lit: bool) -> Iterator[Mark]:
    """Yield a mission on its plate, which leaves more of a square seen that is lit."""
    colour = PLAYERS[square.colour] if square.colour else SAND
    plate = place.inset(max(3, place.w // 5) if is_lit else max(2, place.w // 8))
    if square.done:
        yield Plate(plate, None, mix(FLOOR, colour, 0.5), plate.w // 4)
        yield Picture(plate.inset(1), "ok", mix(FLOOR, INK, 0.5))
        return
    size = max(USUAL_CODE, round(plate.w * 0.62))
    wide = min(place.w - 2, text.width(square.mark, size, bold=True) + 4)  # a W is wider than other letters
    yield Plate(place.middle(max(plate.w, wide), plate.h), colour, INK, plate.w // 4)
    if is_lit:  # of which a wide plate leaves nothing at the sides
        yield Plate(place.inset(1), None, GOLD, place.w // 6, max(1.5, place.w / 12))
    yield from _code(square.mark, place.middle(max(plate.w, wide), plate.h), size)


def _code(mark: str, plate: Box, wanted: int) -> Iterator[Mark]:
    """Yield a mark on its plate: both characters, or the first where there is room for one, or none."""
    for shown in (mark, mark[:1]):
        for size in range(max(USUAL_CODE, wanted), LEAST_CODE - 1, -1):
            if text.width(shown, size, bold=True) < plate.w and size <= plate.h:
                yield Label(plate.inset(-1), shown, size, INK, bold=True, align="centre")
                return


def _pieces(grid: Grid) -> Iterator[Mark]:
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
    """Yield an exclamation mark in the corner of each square where something is wrong: a colour alone can be missed."""
    side = max(LEAST_WARNING, round(grid.side * 0.4))
    for index in grid.maze.wrong:
        if place := grid.place(index):
            corner = Box(place.right - side, place.y, side, side)
            yield Plate(corner, ERROR, INK, side // 3)
            yield Label(corner.inset(-2), "!", min(sizes.body, side), INK, bold=True, align="centre")


def _cursor(grid: Grid) -> Iterator[Mark]:
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


# --- beside the maze -------------------------------------------------------------------------------------------------


def _beside(maze: MazePlan, prompt: str, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the next step, and below it how everybody stands, dice and choices."""
    lines = _prompt_lines(maze, prompt, box, sizes)
    above, below = box.split_top(lines * text.line_height(sizes.body), sizes.gap if lines else 0)
    if lines:
        yield Label(above, prompt, sizes.body, SAND, bold=True, lines=lines)
    yield from _panel(maze, below, sizes)


def _prompt_lines(maze: MazePlan, prompt: str, box: Box, sizes: Sizes) -> int:
    most = MOST_LINES if maze.dice or maze.choices.items else MOST_LINES_ALONE
    return min(most, len(text.wrap(prompt, box.w, sizes.body, bold=True))) if prompt else 0


def _above_answers(view: View, maze: MazePlan, box: Box, sizes: Sizes) -> tuple[Mark, ...]:
    """Return a message in the place of how everybody stands, so that the whole maze stays seen; empty without room.

    The question and its answers stand below, because `ok` still gives one of them; without room for both, the answers.
    """
    asked = replace(maze, standings=(), tokens=None, tray=None, choices=replace(maze.choices, text=()))
    gap = sizes.gap + 3
    answers = len(asked.choices.items) * (sizes.row + 1) + (round(sizes.row * 1.8) + sizes.gap if asked.dice else 0)
    question = _prompt_lines(asked, view.prompt, box, sizes) * text.line_height(sizes.body) + sizes.gap
    room = ((view.prompt, question + answers), ("", answers))
    for told, (prompt, below), size in product(_tellings(view), room, (sizes.body, sizes.small)):
        message, rest = box.split_top(frame.height_beside(told, box.w, size, sizes), gap)
        if rest.h >= below:
            return (*frame.notice_beside(told, message, size, sizes), *_beside(asked, prompt, rest, sizes))
    return ()


def _tellings(view: View) -> tuple[View, ...]:
    """Return the view with its message in full, and ever briefer if it can be."""
    if view.notice is None:
        return (view,)
    return view, *(replace(view, notice=replace(view.notice, text=text)) for text in view.notice.briefer)


def _panel(maze: MazePlan, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield what stands beside the maze."""
    across, (standings, counts, row, choices) = _arranged(maze, box, sizes)
    lines = standings.rows(-(-len(maze.standings) // across), sizes.gap // 2) if maze.standings else ()
    places = (place for line in lines for place in line.columns(across, sizes.gap))
    for standing, place in zip(maze.standings, places, strict=False):
        yield from _standing(standing, place, sizes)
    if maze.tokens or maze.tray:
        yield from strip.counts(maze.tokens, maze.tray, counts, sizes)
    if maze.dice:
        yield from dice.row(maze.dice, maze.die, row, sizes)
    if maze.choices.items or maze.choices.text:
        yield from menu.layout(maze.choices, choices, sizes)


def _arranged(maze: MazePlan, box: Box, sizes: Sizes) -> tuple[int, tuple[Box, Box, Box, Box]]:
    """Return how many figures stand in a line, and the boxes of figures, counts, dice and choices.

    Where the choices need the room, the figures' lines are low, and then two figures share one.
    """
    roomy = min(round(sizes.row * 0.9), (box.h * 9 // 20) // max(1, len(maze.standings)) - sizes.gap // 2)
    low, gap = sizes.body + 2, sizes.gap
    ways = [(1, max(low, roomy), gap), (1, low, gap), (2 if len(maze.standings) > 2 else 1, low, gap // 2)]
    found = [(across, _parts(maze, box, sizes, across, height, between)) for across, height, between in ways]
    return next((way for way in found if menu.fits(maze.choices, way[1][-1], sizes)), found[-1])


def _parts(maze: MazePlan, box: Box, sizes: Sizes, across: int, height: int, gap: int) -> tuple[Box, Box, Box, Box]:
    """Return the boxes of the figures in lines of this height, of tokens and tray, of the dice, and of the choices."""
    standings = -(-len(maze.standings) // across) * (height + sizes.gap // 2)
    above, rest = box.split_top(standings, gap if standings else 0)
    counts = strip.height(sizes) if maze.tokens or maze.tray else 0
    middle, rest = rest.split_top(counts, gap if counts else 0)
    row = min(rest.h, round(sizes.row * 1.8)) if maze.dice else 0
    below, rest = rest.split_top(row, gap if row else 0)
    return above, middle, below, rest


def _standing(standing: Standing, line: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield token, name, charms and reached marks of one figure."""
    if standing.active:
        yield Plate(line, BLOCK, GOLD, sizes.radius, 1.5)
    size = min(sizes.small, line.h - 4)
    token, inside = line.inset(sizes.gap, 0).split_left(min(line.h, round(size * 1.4)), sizes.gap)
    yield Token(token, standing.colour)
    chip = round(size * 1.2)
    one_by_one = standing.wanted <= 5 and inside.w >= 2 * standing.wanted * (chip - 1)
    count = text.width(_count(standing), size, bold=True)
    wanted = min(inside.w // 2, (chip + 2) * standing.wanted) if one_by_one else count
    inside, marks = inside.split_right(wanted, sizes.gap)
    if one_by_one:
        yield from _reached(standing, marks, chip, size)
    else:
        yield Label(marks, _count(standing), size, GOLD, bold=True, align="right")
    narrow = line.w < 14 * size
    name, charms = inside.split_right((2 if narrow else 3) * (size - 2), 2)
    ink = DUST if standing.out else SAND
    if name.w >= LEAST_NAME * size:  # else token and colour say who it is
        yield Label(name, standing.name, size, ink, bold=standing.active)
    if narrow:
        number, place = charms.columns(2)
        yield Label(number, str(standing.charms), size, GOLD, bold=True, align="right")
        yield Picture(place, "ankh", GOLD)
        return
    for place in charms.columns(3)[: standing.charms]:
        yield Picture(place, "ankh", GOLD)


def _count(standing: Standing) -> str:
    return f"{len(standing.marks)}/{standing.wanted}"


def _reached(standing: Standing, box: Box, chip: int, size: int) -> Iterator[Mark]:
    """Yield the marks one by one, and a place for each that is still wanted."""
    for index, place in enumerate(box.columns(standing.wanted, 2)):
        spot = place.middle(chip, min(place.h - 2, round(size * 1.25)))
        if index < len(standing.marks):
            mark, colour = standing.marks[index]
            yield Plate(spot, PLAYERS[colour], INK, 3)
            yield from _code(mark, spot, size - 3)
        else:
            yield Plate(spot, None, JOINT, 3)
