"""Who reaches which cell: exact walks, arrow slides, and the mummy's ways.

Why sets of cells and not paths: a hunter says where he ends, and a walk of exactly n steps may turn back (P18), so
the cells after n steps are all neighbours of the cells after n - 1. That takes microseconds on any board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias, get_args

from firmware_py.games.malediction.maze import Maze
from firmware_py.grid import Cell

Face: TypeAlias = Literal["1", "2", "3", "4", "arrow"]
FACES: tuple[Face, ...] = get_args(Face)
"""The faces with which a hunter moves."""


def reachable(board: Maze, start: Cell, face: Face, mummy: Cell, others: Iterable[Cell]) -> frozenset[Cell]:
    """Return where a hunter on `start` may end with a face; `others` are the cells of the other hunters.

    Stairs and dungeon are left but never entered (P20), which the exits of the board see to already.
    """
    if face == "arrow":
        return _slide_ends(board, start, mummy, frozenset(others))
    return _exact_ends(board, start, int(face), mummy) - frozenset(others)


def _exact_ends(board: Maze, start: Cell, length: int, mummy: Cell) -> frozenset[Cell]:
    """Return the ends of all walks of exactly that length; cells may be revisited, hunters crossed (P18, P21, P24)."""
    ends = frozenset({start})
    for _ in range(length):
        ends = frozenset(to for cell in ends for to in board.steps(cell).values() if to != mummy)
    return ends


def _slide_ends(board: Maze, start: Cell, mummy: Cell, others: frozenset[Cell]) -> frozenset[Cell]:
    """Return where the arrow leads: as far as it goes in one direction, one cell at least (P22, P23)."""
    ends = set()
    for side in board.steps(start):
        cell = start
        while (to := board.steps(cell).get(side)) is not None and to != mummy and to not in others:
            cell = to
        if cell != start:
            ends.add(cell)
    return frozenset(ends)


def is_stuck(board: Maze, start: Cell, mummy: Cell, others: Iterable[Cell]) -> bool:
    """Return whether no face at all could be played from `start` (P26)."""
    taken = frozenset(others)
    return not any(reachable(board, start, face, mummy, taken) for face in FACES)


def mummy_paths(board: Maze, start: Cell, steps: int, hunters: Iterable[Cell]) -> dict[Cell, tuple[Cell, ...]]:
    """Return one shortest path to every cell where the mummy may end with up to `steps`, her own cell first (P32).

    She stops on the first hunter she meets (P34), so no path leads through one.
    """
    taken = frozenset(hunters)
    ways: dict[Cell, tuple[Cell, ...]] = {start: ()}
    newest = [start]
    for _ in range(steps):
        ends = {}
        for cell in newest:
            for to in () if cell in taken else board.steps(cell).values():
                if to not in ways and to not in ends:
                    ends[to] = (*ways[cell], to)
        if not ends:
            break
        ways |= ends
        newest = list(ends)
    return ways


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
