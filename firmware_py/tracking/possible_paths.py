"""The paths that the mummy can have taken over the map: a question about walls and sensed cells, never about hunters.

Why all paths and not a shortest one: a record has the path cell by cell (P35), and on one of two paths a hunter may
stand. A choice between them would tell the mummy's player who is where. So only a path without an alternative is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from firmware_py.games.malediction.maze import Maze
from firmware_py.games.malediction.movement import mummy_paths
from firmware_py.grid import Cell


def only_path(board: Maze, start: Cell, sensed: tuple[Cell, ...], steps: int) -> tuple[Cell, ...] | None:
    """Return the path of at most `steps` cells on which the mummy was `sensed`, or None if there are several, or none.

    From one cell to its neighbour the mummy has gone straight. Other cells in between it has visited once at most.
    """
    found = tuple(islice(_paths(board, start, sensed, steps), 2))
    return found[0] if len(found) == 1 else None


def _paths(board: Maze, start: Cell, sensed: tuple[Cell, ...], steps: int) -> Iterator[tuple[Cell, ...]]:
    if not sensed:
        yield ()
        return
    to, *later = sensed
    for leg in _legs(board, start, to, steps - len(later)):
        for rest in _paths(board, to, tuple(later), steps - len(leg)):
            yield (*leg, *rest)


def _legs(board: Maze, start: Cell, to: Cell, steps: int) -> Iterator[tuple[Cell, ...]]:
    """Yield the step to a neighbour, or every path of at most `steps` cells that visits no cell twice."""
    if to in board.steps(start).values():
        yield from ((to,),) if steps > 0 else ()
        return
    away = {cell: len(path) for cell, path in mummy_paths(board, to, max(0, steps), ()).items()}
    waiting: list[tuple[Cell, ...]] = [()]
    while waiting:
        path = waiting.pop()
        here = path[-1] if path else start
        if here == to:
            yield path
            continue
        for cell in board.steps(here).values():
            if cell != start and cell not in path and len(path) + away.get(cell, steps) < steps:
                waiting.append((*path, cell))
