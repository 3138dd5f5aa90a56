"""A screen with a maze on the left; the next step, standings, dice and choices on the right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from display.draw import frame, text
from display.draw.marks import Box, Label, Mark
from display.draw.maze_grid import Grid, least_edge, squares
from display.draw.maze_panel import panel
from display.theme import SAND, Sizes
from display.view import MazePlan, View

LEAST_SIDE = 13
"""The least side of a square in pixels; a larger maze scrolls."""
MOST_LINES, MOST_LINES_ALONE = 3, 5
"""The most lines of the prompt: with dice or choices below it, and without."""


def screen(view: View, maze: MazePlan, sizes: Sizes) -> Iterator[Mark]:
    """Yield the whole screen of a view whose body is a maze.

    The prompt stands beside the maze, which takes its height as well.
    """
    header, _, body, footer = frame.parts(replace(view, prompt=""), sizes)
    yield from frame.header(view, header, sizes)
    grid, side = _placed(maze, body, sizes)
    yield from squares(grid, sizes)
    above = None if frame.is_in_header(view, header, sizes) else _above_answers(view, maze, side, sizes)
    if above:
        yield from above
    elif maze.wrong and not frame.is_in_header(
        view, header, sizes
    ):  # the message must not hide the squares to be put right
        yield from frame.notice_beside(view, side, sizes.body, sizes)
    else:
        yield from _beside(maze, view.prompt, side, sizes)
        yield from frame.notice(view, header, body, sizes)
    yield from frame.footer(view, footer, sizes)
    yield from frame.hold(view, body, sizes)


def _placed(maze: MazePlan, box: Box, sizes: Sizes) -> tuple[Grid, Box]:
    """Return the visible part of the maze, as large as possible, and the room beside it."""
    rows = len(maze.squares) // maze.columns
    beside = box.w * 2 // 5
    room = box.w - beside - sizes.pad
    edge = least_edge(sizes)
    side = max(LEAST_SIDE, min((box.h - 4 - edge) // rows, (room - edge) // maze.columns))
    across, down = min(maze.columns, (room - edge) // side), min(rows, (box.h - 4 - edge) // side)
    focus = maze.cursor if maze.cursor is not None else next((p.at for p in maze.pieces if p.active), 0)
    left = min(max(0, focus % maze.columns - across // 2), maze.columns - across)
    top = min(max(0, focus // maze.columns - down // 2), rows - down)
    area, side_panel = box.split_left(edge + across * side + 4, sizes.pad)
    above = max(edge, min(sizes.body, box.h - 4 - down * side))  # height the squares leave free makes larger letters
    field = Box(area.x + edge, area.y + above, across * side + 4, area.h - above)
    inside = field.middle(across * side, down * side)
    return Grid(maze, inside, side, left, top, across, down, above), side_panel


def _beside(maze: MazePlan, prompt: str, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the next step, and the panel below it."""
    lines = _prompt_lines(maze, prompt, box, sizes)
    above, below = box.split_top(lines * text.line_height(sizes.body), sizes.gap if lines else 0)
    if lines:
        yield Label(above, prompt, sizes.body, SAND, bold=True, lines=lines)
    yield from panel(maze, below, sizes)


def _prompt_lines(maze: MazePlan, prompt: str, box: Box, sizes: Sizes) -> int:
    most = MOST_LINES if maze.dice or maze.choices.items else MOST_LINES_ALONE
    return min(most, len(text.wrap(prompt, box.w, sizes.body, bold=True))) if prompt else 0


def _above_answers(view: View, maze: MazePlan, box: Box, sizes: Sizes) -> tuple[Mark, ...]:
    """Return a message in the place of the standings, so that the whole maze stays visible; empty without room.

    The question and its answers stand below the message, because `ok` still gives an answer. Without room for both,
    only the answers do.
    """
    asked = replace(maze, standings=(), tokens=None, tray=None, choices=replace(maze.choices, text=()))
    gap = sizes.gap + 3
    answers = len(asked.choices.items) * (sizes.row + 1) + (round(sizes.row * 1.8) + sizes.gap if asked.dice else 0)
    question = _prompt_lines(asked, view.prompt, box, sizes) * text.line_height(sizes.body) + sizes.gap
    room = ((view.prompt, question + answers), ("", answers))
    for version, (prompt, below), size in product(_versions(view), room, (sizes.body, sizes.small)):
        message, rest = box.split_top(frame.height_beside(version, box.w, size, sizes), gap)
        if rest.h >= below:
            return (*frame.notice_beside(version, message, size, sizes), *_beside(asked, prompt, rest, sizes))
    return ()


def _versions(view: View) -> tuple[View, ...]:
    """Return the view with its message in full, then with each briefer text of it."""
    if view.notice is None:
        return (view,)
    return view, *(replace(view, notice=replace(view.notice, text=text)) for text in view.notice.briefer)
