"""The panel beside a maze: each player's standing, the counts, dice and choices."""

from __future__ import annotations

from collections.abc import Iterator

from display.draw import dice, menu, strip, text
from display.draw.marks import Box, Label, Mark, Picture, Plate, Token
from display.draw.maze_grid import code
from display.theme import BLOCK, DUST, GOLD, INK, JOINT, PLAYERS, SAND, Sizes
from display.view import MazePlan, Standing

LEAST_NAME = 2
"""The least width of a name, in heights of its letters."""


def panel(maze: MazePlan, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the whole panel."""
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
    """Return how many standings share a line, and the boxes of standings, counts, dice and choices.

    Where the choices need the room, the lines are made lower; then two standings share a line.
    """
    roomy = min(round(sizes.row * 0.9), (box.h * 9 // 20) // max(1, len(maze.standings)) - sizes.gap // 2)
    low, gap = sizes.body + 2, sizes.gap
    arrangements = [(1, max(low, roomy), gap), (1, low, gap), (2 if len(maze.standings) > 2 else 1, low, gap // 2)]
    found = [(across, _parts(maze, box, sizes, across, height, between)) for across, height, between in arrangements]
    return next((one for one in found if menu.fits(maze.choices, one[1][-1], sizes)), found[-1])


def _parts(maze: MazePlan, box: Box, sizes: Sizes, across: int, height: int, gap: int) -> tuple[Box, Box, Box, Box]:
    """Return the boxes of standings in lines of this height, of tokens and tray, of the dice, and of the choices."""
    standings = -(-len(maze.standings) // across) * (height + sizes.gap // 2)
    above, rest = box.split_top(standings, gap if standings else 0)
    counts = strip.height(sizes) if maze.tokens or maze.tray else 0
    middle, rest = rest.split_top(counts, gap if counts else 0)
    row = min(rest.h, round(sizes.row * 1.8)) if maze.dice else 0
    below, rest = rest.split_top(row, gap if row else 0)
    return above, middle, below, rest


def _standing(standing: Standing, line: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield one player's token, name, charms and reached marks."""
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
    if name.w >= LEAST_NAME * size:  # else the token shows who it is
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
    """Yield the reached marks, and an empty place for each one still wanted."""
    for index, place in enumerate(box.columns(standing.wanted, 2)):
        spot = place.middle(chip, min(place.h - 2, round(size * 1.25)))
        if index < len(standing.marks):
            mark, colour = standing.marks[index]
            yield Plate(spot, PLAYERS[colour], INK, 3)
            yield from code(mark, spot, size - 3)
        else:
            yield Plate(spot, None, JOINT, 3)
