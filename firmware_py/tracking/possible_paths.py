"""Which ways the mummy can have gone over the map, as far as she was felt: a question about walls, never about hunters.

Why all ways and not a shortest one: a record has her way cell by cell (P35), and on one of two ways a hunter may stand.
Taking the one that is free, or the other, would tell her player who is where. So only a way without an alternative is
known.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from firmware_py.games.malediction.maze import Maze
from firmware_py.games.malediction.movement import mummy_paths
from firmware_py.grid import Cell


def only_path(board: Maze, start: Cell, sensed: tuple[Cell, ...], steps: int) -> tuple[Cell, ...] | None:
    """Return the way of at most `steps` cells on which the mummy was `sensed`, or None if there are several, or none.

    From one cell to its neighbour she has gone straight; what lies in between elsewhere she has visited once at most.
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
    """Yield the step to a neighbour, or every way of at most `steps` cells that visits none of them twice."""
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
