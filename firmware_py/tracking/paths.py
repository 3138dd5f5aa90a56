"""The mummy's path over the map, from the cells that sensed it: a question about walls and cells, never about hunters.

Why a gap is closed only by a path without an alternative: a record has the path cell by cell (P35), and on one of two
paths a hunter may stand. A choice between them would tell the mummy's player who is where.

Why loops are cut: who goes back has thought better of it, and spends no steps. A hunter that the mummy met on a loop is
caught all the same (P34).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import islice

import msgspec

from firmware_py.games.malediction.maze import Maze
from firmware_py.games.malediction.movement import mummy_paths
from firmware_py.grid import Cell, cell_position
from firmware_py.sensing.constants import CLEARLY, FRAME_S, MOST_PATHS, RING_MT, SETTLE_S


class Visit(msgspec.Struct, frozen=True):
    """A cell that sensed the mummy, and for how long none had before; in between it may have been lifted."""

    cell: Cell
    gap_s: float = 0.0
    swing_mt: Mapping[Cell, float] = msgspec.field(default_factory=dict)
    """How far the reading of each cell went up and down meanwhile; without those that read the same, as if dead."""


def visited_path(maze: Maze, start: Cell, visits: tuple[Visit, ...], steps: int) -> tuple[Cell, ...] | None:
    """Return every cell that the mummy entered, loops included; None if there are several paths, or none.

    A path that the mummy's steps allow has precedence over those that they do not.
    """
    found = list(islice(_paths(maze, start, visits, steps, ()), MOST_PATHS))
    legal = [path for path in found if len(without_loops(start, path)) <= steps] or found
    return legal[0] if len(legal) == 1 else None


def _paths(
    maze: Maze, start: Cell, visits: tuple[Visit, ...], steps: int, path: tuple[Cell, ...]
) -> Iterator[tuple[Cell, ...]]:
    """Yield the paths over the cells that sensed the mummy, on from one that is known."""
    if not visits:
        yield path
        return
    spent = without_loops(start, path)
    is_there = visits[0].cell == (spent[-1] if spent else start)
    for leg in [()] if is_there else _legs(maze, start, spent, visits[0], steps):
        yield from _paths(maze, start, visits[1:], steps, (*path, *leg))


def without_loops(start: Cell, path: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return a path without the detours that led back to a cell where it had been."""
    kept = [start]
    for cell in path:
        if cell in kept:
            del kept[kept.index(cell) + 1 :]
        else:
            kept.append(cell)
    return tuple(kept[1:])


def until_met(start: Cell, path: tuple[Cell, ...], steps: int, hunters: Collection[Cell]) -> tuple[Cell, ...] | None:
    """Return the path to the first hunter that the mummy met within its steps (P34); None if it met nobody."""
    for count, cell in enumerate(path, 1):
        spent = without_loops(start, path[:count])
        if cell in hunters and len(spent) <= steps:
            return spent
    return None


def _legs(maze: Maze, start: Cell, spent: tuple[Cell, ...], visit: Visit, steps: int) -> Iterator[tuple[Cell, ...]]:
    """Yield how the mummy can have come from the end of a path to a cell: a step, back, straight on, or carried."""
    here, to = spent[-1] if spent else start, visit.cell
    been, near = (start, *spent), {*maze.steps(here).values()}
    if to in been and to not in near:
        yield tuple(reversed(been[been.index(to) : -1]))
    elif visit.gap_s <= SETTLE_S:
        yield from _likeliest(tuple(_slid(maze, here, visit, steps - len(spent))), visit)
    elif to in near and all(visit.swing_mt.get(cell, 0.0) < 2 * RING_MT for cell in near - {to}):
        yield (to,)
    else:
        yield from _simple(maze, here, to, steps - len(spent))


def _likeliest(paths: tuple[tuple[Cell, ...], ...], visit: Visit) -> tuple[tuple[Cell, ...], ...]:
    """Return the one path that the fields of all cells allow and show; all of them if there is none, or a rival."""
    left = [path for path in paths if not _is_ruled_out(path, paths, visit)]
    shown = [path for path in left if not _is_fast(path, visit) or _least_mt(path, visit, 0.0) > CLEARLY * RING_MT]
    if len(shown) != 1 or any(visit.swing_mt.keys() & {*path}.difference(shown[0]) for path in left):
        return paths
    return (shown[0],)


def _is_ruled_out(path: tuple[Cell, ...], paths: tuple[tuple[Cell, ...], ...], visit: Visit) -> bool:
    """Return whether a cell on a path sensed too little of the mummy, or one on another path but not on it too much.

    A cell beside the mummy swings by its ring at most; one below it by twice as much, if a frame shows it there. A dead
    cell rules out nothing, and shows nothing of a mummy too fast for a frame.
    """
    beside = {cell for other in paths for cell in other}.difference(path)
    least_mt = RING_MT if _is_fast(path, visit) else 2 * RING_MT
    is_missed = _least_mt(path, visit, least_mt) < least_mt
    return is_missed or any(visit.swing_mt.get(cell, 0.0) > CLEARLY * RING_MT for cell in beside)


def _least_mt(path: tuple[Cell, ...], visit: Visit, dead_mt: float) -> float:
    """Return how far the field swung at least on the cells of a path to a visited one; so much on a dead one."""
    return min((visit.swing_mt.get(cell, dead_mt) for cell in path[:-1]), default=2 * RING_MT)


def _is_fast(path: tuple[Cell, ...], visit: Visit) -> bool:
    """Return whether the mummy came over a path in less time than a frame needs to show each cell."""
    return visit.gap_s <= FRAME_S * (len(path) - 1)


def _slid(maze: Maze, start: Cell, visit: Visit, steps: int) -> Iterator[tuple[Cell, ...]]:
    """Yield the paths to a visited cell that go no detour, or one that was sensed, or too fast for any frame.

    Nobody slides over a cell in less than half of the time in which a frame may miss it; nor is a gap known better.
    """
    (row, column), (to_row, to_column) = cell_position(start), cell_position(visit.cell)
    straight = abs(row - to_row) + abs(column - to_column)
    is_beside = visit.cell in maze.steps(start).values()
    most = min(steps, 2 + int(2 * visit.gap_s / FRAME_S))
    for path in _simple(maze, start, visit.cell, max(straight, most)):
        is_rushed = not is_beside and _is_fast(path, visit)
        sensed_mt = max((mt for cell, mt in visit.swing_mt.items() if cell in path[:-1]), default=0.0)
        if len(path) <= straight or is_rushed or sensed_mt > CLEARLY * RING_MT:
            yield path


def _simple(maze: Maze, start: Cell, to: Cell, steps: int) -> Iterator[tuple[Cell, ...]]:
    """Yield every path of at most `steps` cells that visits no cell twice."""
    away = {cell: len(path) for cell, path in mummy_paths(maze, to, max(0, steps), ()).items()}
    waiting: list[tuple[Cell, ...]] = [()]
    while waiting:
        path = waiting.pop()
        here = path[-1] if path else start
        if here == to:
            yield path
            continue
        for cell in maze.steps(here).values():
            if cell != start and cell not in path and len(path) + away.get(cell, steps) < steps:
                waiting.append((*path, cell))
