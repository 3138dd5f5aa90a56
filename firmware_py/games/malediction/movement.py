"""Who reaches which cell: a hunter's exact paths and arrow slides, and the mummy's paths.

Why sets of cells and not paths: only a hunter's last cell matters, and a path of exactly n steps may turn back
(P18). So the cells after n steps are all neighbours of the cells after n - 1. That takes microseconds on any map.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias, get_args

from firmware_py.games.malediction.maze import Maze
from firmware_py.grid import Cell

Face: TypeAlias = Literal["1", "2", "3", "4", "arrow"]
FACES: tuple[Face, ...] = get_args(Face)
"""The faces with which a hunter moves."""


def hunter_ends(maze: Maze, start: Cell, face: Face, mummy: Cell, others: Iterable[Cell]) -> frozenset[Cell]:
    """Return where a hunter on `start` may end with a face; `others` are the cells of the other hunters.

    Stairs and dungeon can be left but not entered (P20); the exits of the maze already leave them out.
    """
    if face == "arrow":
        return _slide_ends(maze, start, mummy, frozenset(others))
    return _exact_ends(maze, start, int(face), mummy) - frozenset(others)


def _exact_ends(maze: Maze, start: Cell, length: int, mummy: Cell) -> frozenset[Cell]:
    """Return the ends of all paths of exactly that length; they may revisit cells and cross hunters (P18, P21, P24)."""
    ends = frozenset({start})
    for _ in range(length):
        ends = frozenset(to for cell in ends for to in maze.steps(cell).values() if to != mummy)
    return ends


def _slide_ends(maze: Maze, start: Cell, mummy: Cell, others: frozenset[Cell]) -> frozenset[Cell]:
    """Return where the arrow leads: as far as possible in each direction, one cell at least (P22, P23)."""
    ends = set()
    for side in maze.steps(start):
        cell = start
        while (to := maze.steps(cell).get(side)) is not None and to != mummy and to not in others:
            cell = to
        if cell != start:
            ends.add(cell)
    return frozenset(ends)


def is_blocked(maze: Maze, start: Cell, mummy: Cell, others: Iterable[Cell]) -> bool:
    """Return whether no face at all can be played from `start` (P26)."""
    taken = frozenset(others)
    return not any(hunter_ends(maze, start, face, mummy, taken) for face in FACES)


def distances(maze: Maze, starts: Iterable[Cell], closed: Cell = "") -> dict[Cell, int]:
    """Return how many steps each cell is from the nearest start, by paths that do not enter `closed`.

    Cells to which no path leads are left out.
    """
    found = dict.fromkeys(starts, 0)
    waiting = deque(found)
    while waiting:
        here = waiting.popleft()
        for to in maze.steps(here).values():
            if to != closed and to not in found:
                found[to] = found[here] + 1
                waiting.append(to)
    return found


def mummy_paths(maze: Maze, start: Cell, steps: int, hunters: Iterable[Cell]) -> dict[Cell, tuple[Cell, ...]]:
    """Return one shortest path to every cell where the mummy may end with up to `steps`, its own cell first (P32).

    The mummy stops on the first hunter it meets (P34), so no path leads through one.
    """
    taken = frozenset(hunters)
    paths: dict[Cell, tuple[Cell, ...]] = {start: ()}
    newest = [start]
    for _ in range(steps):
        ends = {}
        for cell in newest:
            for to in () if cell in taken else maze.steps(cell).values():
                if to not in paths and to not in ends:
                    ends[to] = (*paths[cell], to)
        if not ends:
            break
        paths |= ends
        newest = list(ends)
    return paths


def cells_within(exits: Callable[[Cell], Iterable[Cell]], start: Cell) -> frozenset[Cell]:
    """Return every cell to which `exits` lead from `start`, however far; "" is no cell."""
    seen: set[Cell] = set()
    waiting = [start]
    while waiting:
        for to in exits(waiting.pop()):
            if to and to not in seen:
                seen.add(to)
                waiting.append(to)
    return frozenset(seen)
