"""Maps on which a game might never end: none is begun on them, but a stored game may have one.

Why it is enough that the mummy can reach every corridor: hunters leave the stairs and the dungeon only into corridors,
so whatever cards are left, the mummy can still catch them until it has its tokens (P39).
"""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.games.malediction.map_problems import Problem
from firmware_py.games.malediction.maze import Maze
from firmware_py.games.malediction.movement import cells_within
from firmware_py.grid import cell_position
from firmware_py.words import words


def endless(maze: Maze) -> Iterator[Problem]:
    """Yield why a game on this map might never end."""
    if not any(maze.mummy_die):
        yield Problem(words("without a face above 0 the mummy might never move."), key="mummy_die")
    floor = tuple(cell for cell in maze.cells if maze.is_floor(cell))
    if len(floor) < 2:
        yield Problem(words("with fewer than two free cells the mummy blocks everybody for ever."))
        return
    reached = {floor[0], *cells_within(lambda cell: maze.steps(cell).values(), floor[0])}
    lost = tuple(cell for cell in floor if cell not in reached)
    if lost:
        row, column = cell_position(lost[0])
        why = words("the corridors are not connected: nobody can cross.")
        yield Problem(why, 2 * row + 2, 4 * column + 2, cells=lost)
