"""A page with a maze on the left; who acts, the question, standings, dice and choices on the right."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from display.draw import dice, frame, menu, text
from display.draw.marks import Drawing, Label, Mark, Picture, Plate, Rect
from display.draw.maze_grid import BODY, MazeGrid, least_side, names_width, pawn_svg, scroll_bar_width, squares
from display.draw.text import short_form
from display.theme import Sizes
from display.view import MazePlan, Standing, View

Draw: TypeAlias = Callable[[Standing, MazePlan, Rect, Sizes], Iterator[Mark]]
"""Yields the standing of one player."""
MazeParts: TypeAlias = tuple[Rect, Rect, Rect, Rect]
"""The boxes of standings, counts, dice and choices."""

RULE = 3
"""The width in pixels of the rule before whoever acts."""


class _Arrangement(NamedTuple):
    """How the standings lie."""

    draw: Draw
    across: int
    """How many share a line..."""
    line: int
    """...of this height in pixels."""
    counts: int
    """The height of tokens and tray; 0 where they have no room."""
    gap: int
    """The distance between these groups."""
    is_tight: bool = False
    """Whether dice may be as low as their digits."""


def _panel(maze: MazePlan, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    arranged, (standings, counts, row, choices) = _arrange(maze, box, sizes)
    across = arranged.across
    lines = standings.rows(-(-len(maze.standings) // across), sizes.gap // 2) if maze.standings else ()
    places = (place for line in lines for place in line.columns(across, sizes.gap))
    for standing, place in zip(maze.standings, places, strict=False):
        yield from arranged.draw(standing, maze, place, sizes)
    if counts.h:
        yield from dice.strip_counts(maze.tokens, maze.tray, counts, sizes)
    if maze.dice:
        yield from dice.rows(maze, row, sizes)
    if maze.choices.items or maze.choices.text:
        is_close = sizes.finger and not menu.fits(maze.choices, choices, sizes)  # nobody scrolls to three choices
        yield from menu.layout(maze.choices, choices, sizes._replace(row=sizes.finger) if is_close else sizes)


def _has_names(maze: MazePlan, box: Rect, sizes: Sizes) -> bool:
    """Whether every player is named, if any is shown."""
    return not maze.standings or _arrange(maze, box, sizes)[0].across == 1


def _arrange(maze: MazePlan, box: Rect, sizes: Sizes) -> tuple[_Arrangement, MazeParts]:
    """How the standings lie, and the boxes of standings, counts, dice and choices.

    Where the choices need the room, a standing has one line instead of two; then two standings share a line.
    """
    line = _name_height(sizes)
    full = line + round(sizes.main.capitals * 1.4)
    near = line + round(sizes.main.capitals * 1.2)
    low = round(sizes.main.capitals * text.INKED)
    counted, close = dice.strip_height(sizes) if maze.tokens or maze.tray else 0, max(1, sizes.gap // 2)
    best_first: tuple[_Arrangement, ...] = (
        _Arrangement(_full, 1, full, counted, sizes.gap),
        _Arrangement(_full, 1, near, counted, close),
        _Arrangement(_one_line, 1, line, counted, sizes.gap),
        _Arrangement(_one_line, 1, low, min(low, counted), close),
        _Arrangement(_one_line, 1, low, min(low, counted), 1, is_tight=True),
        _Arrangement(_pair, 2, line, counted, close),
        _Arrangement(_pair, 2, line, 0, close),
    )
    if not maze.dice:
        best_first = tuple(one for one in best_first if not one.is_tight)
    elif any(item.label and item.target for item in maze.dice):
        _, _, usual, low_line, *paired = best_first  # numbers that are asked for are large
        best_first = (usual, low_line, low_line._replace(gap=1), *paired)
    found = [(arranged, _parts(maze, box, sizes, arranged)) for arranged in best_first]
    return next((one for one in found if _holds(maze, *one, sizes)), found[-1])


def _holds(maze: MazePlan, arranged: _Arrangement, boxes: MazeParts, sizes: Sizes) -> bool:
    """Whether standings, counts, dice and choices have the room that they need."""
    standings, counts, row, choices = boxes
    if standings.h < -(-len(maze.standings) // arranged.across) * arranged.line or counts.h < arranged.counts:
        return False
    wanted = len(maze.choices.items) * (sizes.row + 1) + text.line_height(sizes.main) * len(maze.choices.text)
    least = dice.least_height(maze, row.w, sizes, is_tight=arranged.is_tight)
    close = 3 * menu.AIR * max(0, len(maze.choices.items) - 1)  # what words need off the edges of close rows
    airy = choices.split_bottom(close)[0]
    return choices.h >= wanted and (not maze.dice or row.h >= least) and menu.fits(maze.choices, airy, sizes)


def _parts(maze: MazePlan, box: Rect, sizes: Sizes, arranged: _Arrangement) -> MazeParts:
    """The boxes of standings, of tokens and tray, of the dice, and of the choices."""
    gap, counts = arranged.gap, arranged.counts
    standings = -(-len(maze.standings) // arranged.across) * (arranged.line + sizes.gap // 2)
    above, rest = box.split_top(standings, gap if standings else 0)
    middle, rest = rest.split_top(counts, gap if counts else 0)
    row = min(rest.h, dice.most_height(maze, rest.w, sizes)) if maze.dice else 0
    below, rest = rest.split_top(row, gap if row else 0)
    return above, middle, below, rest


def _full(standing: Standing, maze: MazePlan, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield a standing in two lines: pawn and name, below the ankhs and the count of reached marks."""
    pawn, words = _line_start(standing, box, sizes)
    yield from pawn
    name, below = words.split_top(_name_height(sizes))
    below = below.middle(below.w, sizes.main.capitals)
    yield text.inside(
        Label(name, standing.name, sizes.main, briefer=_short(standing, maze, sizes)), name._replace(y=name.y + 1)
    )
    signs = below.w - sizes.gap - math.ceil(text.width(_count(standing), sizes.main) * text.NARROW)
    side = min(round(sizes.main.capitals * 1.2), signs // 4 - 2)
    if side < _least_sign(sizes):
        yield from _numbers(standing, below, sizes)
        return
    ankhs, marks = below.split_left(3 * (side + 2), sizes.gap)
    for number, place in enumerate(ankhs.columns(3, 2)):
        yield from _ankh(place.middle(side, side), is_left=number < standing.ankhs)
    tick, count = marks.split_right(text.width(_count(standing), sizes.main) + side + 2)[1].split_left(side, 2)
    yield Picture(tick, "ok", "gain")
    yield Label(count, _count(standing), sizes.main)


def _ankh(box: Rect, *, is_left: bool) -> Iterator[Mark]:
    """Yield an ankh that is left, or a ring where one was."""
    if is_left:
        yield Picture(box, "ankh", "accent")
    else:
        ring = box.middle(box.w * 3 // 5, box.w * 3 // 5)
        yield Plate(ring, None, "edge", ring.w // 2, max(1.5, ring.w / 6))


def _name_height(sizes: Sizes) -> int:
    """The height of a line with a name."""
    return round(sizes.main.capitals * 1.45)


def _least_sign(sizes: Sizes) -> int:
    """The least side of the sign of an ankh."""
    return sizes.note.capitals * 3 // 4


def _one_line(standing: Standing, maze: MazePlan, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield a standing in one line: pawn, name, ankhs and reached marks as numbers."""
    pawn, words = _line_start(standing, box, sizes)
    yield from pawn
    name, counts = words.split_right(_counts_width(standing, sizes), sizes.gap)
    yield Label(name, standing.name, sizes.main, briefer=_short(standing, maze, sizes))
    yield from _numbers(standing, counts, sizes)


def _pair(standing: Standing, maze: MazePlan, box: Rect, sizes: Sizes) -> Iterator[Mark]:  # noqa: ARG001 - as the others
    """Yield a standing in half a line: pawn, ankhs and reached marks."""
    pawn, counts = _line_start(standing, box.inset(-2, 0), sizes, sizes.main.capitals)
    yield from pawn
    yield from _numbers(standing, counts, sizes)


def _line_start(standing: Standing, box: Rect, sizes: Sizes, most: int = 0) -> tuple[tuple[Mark, ...], Rect]:
    """What marks whoever acts, and the pawn, and the room after it.

    It is a plate; an upright rule where lines are so close that the plate's edge would cut their neighbours.
    """
    over = max(0, round(sizes.main.capitals * text.INKED) + 5 - box.h) // 2
    is_close = over > 1
    rule = Plate(Rect(box.x - RULE // 2, box.y + 1, RULE, box.h - 2), "text")
    mark = rule if is_close else Plate(box.inset(0, -over), "plate", "edge", sizes.radius)
    side = min(box.h - 2 * is_close, most or round(sizes.main.capitals * 1.9))
    body = round(side * BODY)
    air = max(2, sizes.gap * 2 // 3)
    place, words = box.inset(air, 0).split_left(body, air)
    pawn = Rect(place.x - (side - body) // 2, place.y, side, place.h).middle(side, side)
    return (*((mark,) if standing.active else ()), Drawing(pawn, pawn_svg(standing.colour, False))), words


def _numbers(standing: Standing, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    count, apart = text.width(_count(standing), sizes.main), 2 * sizes.gap  # "3 0/5" is not to be read as "30/5"
    if box.w < _counts_width(standing, sizes):
        count, apart = math.ceil(count * text.NARROW), sizes.gap
    ankhs, marks = box.split_right(count, apart)
    sign = min(sizes.main.capitals, ankhs.w - text.width("0", sizes.main) - 1)
    ankh, number = ankhs.split_left(sign if sign >= _least_sign(sizes) else 0, 1)
    if ankh.w:
        yield Picture(ankh, "ankh", "accent")
    yield Label(number, str(standing.ankhs), sizes.main, "accent")
    yield Label(marks, _count(standing), sizes.main, align="right", briefer=(str(len(standing.marks)),))


def _counts_width(standing: Standing, sizes: Sizes) -> int:
    digits = text.width("0", sizes.main) + 2 * sizes.gap + text.width(_count(standing), sizes.main)
    return sizes.main.capitals + 1 + digits


def _count(standing: Standing) -> str:
    return f"{len(standing.marks)}/{standing.wanted}"


def _short(standing: Standing, maze: MazePlan, sizes: Sizes) -> tuple[str]:
    return (short_form(standing.name, (other.name for other in maze.standings), sizes),)


LEAST_PANEL = 0.34
"""The least share of the width beside the maze."""


def page(view: View, maze: MazePlan, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the page of a view whose body is a maze; the maze takes the whole height."""
    grid, side = _fit_maze(maze, box.inset(sizes.gap), sizes)
    yield from squares(grid, sizes)
    head, below = _head(view, maze, side, sizes)
    yield from head
    yield from _panel(maze, below, sizes)


def _head(view: View, maze: MazePlan, box: Rect, sizes: Sizes) -> tuple[tuple[Mark, ...], Rect]:
    """The head beside the maze, and the box below it; the question is condensed if names need the room."""
    usual, narrow = (frame.beside(view, box, sizes, is_narrow=is_narrow) for is_narrow in (False, True))
    return usual if _has_names(maze, usual[1], sizes) else narrow


def _fit_maze(maze: MazePlan, box: Rect, sizes: Sizes) -> tuple[MazeGrid, Rect]:
    """The visible part of the maze, as large as possible, and the room beside it.

    A maze becomes smaller, as long as its codes can be read, before it hides a row.
    """
    rows = len(maze.squares) // maze.columns
    edge = names_width(sizes)
    room = box.w - round(box.w * (menu.LISTED if maze.is_listed else LEAST_PANEL)) - sizes.gap
    whole = min((box.h - 4 - edge) // rows, (room - edge - 4) // maze.columns)
    side = max(least_side(sizes), whole)
    bar = scroll_bar_width(sizes) if side > whole else 0
    across, down = min(maze.columns, (room - edge - 4 - bar) // side), min(rows, (box.h - 4 - edge - bar) // side)
    focus = maze.cursor if maze.cursor is not None else next((p.at for p in maze.pieces if p.active), 0)
    left = min(max(0, focus % maze.columns - across // 2), maze.columns - across)
    top = min(max(0, focus // maze.columns - down // 2), rows - down)
    area, beside = box.split_left(edge + across * side + 4 + bar, sizes.gap)
    field = Rect(area.x + edge, area.y + edge, across * side + 4, area.h - edge - bar)
    return MazeGrid(maze, field.middle(across * side, down * side), side, left, top, across, down), beside
