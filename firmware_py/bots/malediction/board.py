"""A map of La malédiction in numbers: what both sides look up thousands of times, computed once for each map."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

from firmware_py.games.malediction.maze import FACES, Face, Maze, distances

UNREACHED = 40
"""Counts as the distance of a cell to which no path leads."""
FACE_SHOWS = 0.6
"""The chance that a certain face is among five dice: 1 - (5/6)^5."""
ROUNDS = 14
"""After so many the expected turns change no more."""
NO_CHANCE = 1e-4


class Board:
    """The cells of a map as numbers, row by row; -1 is no cell."""

    def __init__(self, maze: Maze) -> None:
        """Number the cells."""
        self.maze = maze
        self.number = {cell: number for number, cell in enumerate(maze.cells)}
        self.exits = [[self.number.get(to, -1) for to in exits] for exits in maze.exits]
        self.beside = [[to for to in exits if to >= 0] for exits in self.exits]
        self.missions = {code: self.number[cell] for code, cell in maze.missions.items()}
        self.stairs, self.dungeon = self.number[maze.stairs], self.number[maze.dungeon]
        self.floor = [number for number, cell in enumerate(maze.cells) if maze.is_floor(cell)]
        self._walks: dict[tuple[int, Face, int], tuple[int, ...]] = {}
        self._turns: dict[str, list[float]] = {}

    @cached_property
    def steps(self) -> list[list[int]]:
        """From each cell to each, the steps of the shortest path."""
        cells = self.maze.cells
        found = [distances(self.maze, [cell]) for cell in cells]
        return [[far.get(cell, UNREACHED) for cell in cells] for far in found]

    def reach(self, mummy: int, locked: int) -> list[float]:
        """For each cell the chance that the mummy's next throw brings it there, with so many locked dice."""
        die = self.maze.mummy_die
        within = [sum(face + locked >= steps for face in die) / len(die) for steps in range(UNREACHED + 1)]
        return [within[steps] for steps in self.steps[mummy]]

    def walks(self, start: int, face: Face, mummy: int) -> tuple[int, ...]:
        """Where a walk may end, as if no other hunter were there (P18)."""
        key = start, face, mummy
        if key not in self._walks:
            ends = {start}
            for _ in range(int(face)):
                ends = {to for cell in ends for to in self.beside[cell] if to != mummy}
            self._walks[key] = tuple(sorted(ends))
        return self._walks[key]

    def ends(self, start: int, face: Face, mummy: int, taken: Sequence[float]) -> list[tuple[int, float]]:
        """Where a face may lead, with the chance that it does; each cell is `taken` with some chance."""
        if face != "arrow":
            return [(end, 1 - taken[end]) for end in self.walks(start, face, mummy)]
        found = []
        for side in range(4):
            here, chance = start, 1.0
            while (to := self.exits[here][side]) >= 0 and to != mummy:
                stopped = chance * taken[to]
                if here != start and stopped > NO_CHANCE:
                    found.append((here, stopped))
                chance -= stopped
                here = to
            if here != start:
                found.append((here, chance))
        return found

    def turns(self, code: str) -> list[float]:
        """From each cell the expected turns of a lone hunter to a mission: walks are exact, so steps mislead."""
        if code not in self._turns:
            goal, turns = self.missions[code], [12.0] * len(self.exits)
            for _ in range(ROUNDS):
                turns = [self._expect_turns(turns, cell, goal) for cell in range(len(turns))]
            self._turns[code] = turns
        return self._turns[code]

    def _expect_turns(self, turns: list[float], cell: int, goal: int) -> float:
        """One turn more than the best face leaves that shows; when none shows, the hunter stays."""
        ahead = sorted([min([turns[end] if end != goal else 0.0 for end in ends]) for ends in self._all_ends[cell]])
        expected, unseen = 1.0, 1.0
        for left in ahead:
            expected += unseen * FACE_SHOWS * left
            unseen *= 1 - FACE_SHOWS
        return expected + unseen * turns[cell]

    @cached_property
    def _all_ends(self) -> list[list[list[int]]]:
        nobody = [0.0] * len(self.exits)
        every = [[self.ends(cell, face, -1, nobody) for face in FACES] for cell in range(len(self.exits))]
        return [[[end for end, _ in ends] for ends in faces if ends] for faces in every]


@lru_cache(maxsize=4)
def board_of(maze: Maze) -> Board:
    """The board of a map, made once."""
    return Board(maze)
