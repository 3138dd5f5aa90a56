"""A page with a maze on the left; who acts, the question, standings, dice and choices on the right."""

from __future__ import annotations

from collections.abc import Iterator

from display.draw import frame
from display.draw.marks import Box, Mark
from display.draw.maze_grid import Grid, bar_of, edge_of, least_side, squares
from display.draw.maze_panel import has_names, panel
from display.sizes import Sizes
from display.view import MazePlan, View

LEAST_PANEL = 0.34
"""The least share of the width beside the maze."""


def page(view: View, maze: MazePlan, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the page of a view whose body is a maze; the maze takes the whole height."""
    grid, side = _placed(maze, box.inset(sizes.gap), sizes)
    yield from squares(grid, sizes)
    head, below = _head(view, maze, side, sizes)
    yield from head
    yield from panel(maze, below, sizes)


def _head(view: View, maze: MazePlan, box: Box, sizes: Sizes) -> tuple[tuple[Mark, ...], Box]:
    """Return the head beside the maze, and the box below it; the question is condensed if names need the room."""
    usual, narrow = (frame.beside(view, box, sizes, is_narrow=is_narrow) for is_narrow in (False, True))
    return usual if has_names(maze, usual[1], sizes) else narrow


def _placed(maze: MazePlan, box: Box, sizes: Sizes) -> tuple[Grid, Box]:
    """Return the visible part of the maze, as large as possible, and the room beside it.

    A maze becomes smaller, as long as its codes can be read, before it hides a row.
    """
    rows = len(maze.squares) // maze.columns
    edge = edge_of(sizes)
    room = box.w - round(box.w * LEAST_PANEL) - sizes.gap
    whole = min((box.h - 4 - edge) // rows, (room - edge - 4) // maze.columns)
    side = max(least_side(sizes), whole)
    bar = bar_of(sizes) if side > whole else 0
    across, down = min(maze.columns, (room - edge - 4 - bar) // side), min(rows, (box.h - 4 - edge - bar) // side)
    focus = maze.cursor if maze.cursor is not None else next((p.at for p in maze.pieces if p.active), 0)
    left = min(max(0, focus % maze.columns - across // 2), maze.columns - across)
    top = min(max(0, focus // maze.columns - down // 2), rows - down)
    area, beside = box.split_left(edge + across * side + 4 + bar, sizes.gap)
    field = Box(area.x + edge, area.y + edge, across * side + 4, area.h - edge - bar)
    return Grid(maze, field.middle(across * side, down * side), side, left, top, across, down), beside
