"""A referee of La malédiction's movement that reads the drawn lines of a map and nothing else.

It tries paths one by one, where the product computes sets of cells, and shares no code with it but the names of cells.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache, cached_property
from itertools import product

from firmware_py.grid import Cell, cell_name, cell_position

SIDES = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
CLOSED = ("##", "ST", "DU", "DS")
"""Rock, stairs and dungeon: nobody enters them (P20, P33)."""


class DrawnReferee:
    """The referee of one map, given as its drawn lines."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = tuple(lines)

    @cached_property
    def cells(self) -> dict[Cell, str]:
        """What is drawn in each cell."""
        rows, columns = len(self.lines) // 2, len(self.lines[0]) // 4
        return {
            cell_name(row, column): self.lines[2 * row + 1][4 * column + 1 : 4 * column + 4].strip()
            for row in range(rows)
            for column in range(columns)
        }

    @cached_property
    def floor(self) -> tuple[Cell, ...]:
        """The cells that may be entered."""
        return tuple(cell for cell, drawn in self.cells.items() if drawn not in CLOSED)

    @cache  # noqa: B019 - there are a few maps
    def neighbours(self, cell: Cell) -> dict[str, Cell]:
        """The cells that may be entered from a cell, by side."""
        beyond = {side: self.beyond(cell, side) for side in SIDES}
        return {side: to for side, to in beyond.items() if to and self.cells[to] not in CLOSED}

    def beyond(self, cell: Cell, side: str) -> Cell | None:
        """The cell behind a side where no wall is drawn, whatever it holds; None behind a wall."""
        row, column = cell_position(cell)
        down, right = SIDES[side]
        wall = self.lines[2 * row + 1 + down][4 * column + 2 + 2 * right]
        to = cell_name(row + down, column + right) if row + down >= 0 <= column + right else ""
        return to if wall == " " and to in self.cells else None

    # --- hunters (P18 to P24) ----------------------------------------------------------------------------------------

    def hunter_ends(self, start: Cell, face: str, mummy: Cell, others: Collection[Cell]) -> set[Cell]:
        """Where a hunter may end: of each walk of exactly that length, or of each slide."""
        if face == "arrow":
            return {end for side in SIDES if (end := self._slid(start, side, mummy, others)) != start}
        walks = (self._walked(start, sides, mummy) for sides in product(SIDES, repeat=int(face)))
        return {end for end in walks if end is not None} - set(others)

    def _walked(self, start: Cell, sides: Sequence[str], mummy: Cell) -> Cell | None:
        here: Cell | None = start
        for side in sides:
            here = self.neighbours(here).get(side) if here else None
            if here is None or here == mummy:
                return None
        return here

    def _slid(self, start: Cell, side: str, mummy: Cell, others: Collection[Cell]) -> Cell:
        here = start
        while (to := self.neighbours(here).get(side)) and to != mummy and to not in others:
            here = to
        return here

    # --- the mummy (P32 to P35) --------------------------------------------------------------------------------------

    def mummy_path(self, start: Cell, went: Sequence[Cell], hunters: Collection[Cell]) -> tuple[Cell, ...]:
        """What of a path counts: up to the first hunter, without the loops in which nobody was met."""
        path = [start]
        for cell in went:
            beside = {*self.neighbours(path[-1]).values(), *path}  # a step is taken back into stairs and dungeon too
            assert cell in beside, f"no step from {path[-1]} to {cell}"
            path = [*path[: path.index(cell)], cell] if cell in path else [*path, cell]
            if cell in hunters:
                break
        return tuple(path[1:])

    def paths(self, start: Cell, length: int, blocked: Collection[Cell]) -> Iterator[tuple[Cell, ...]]:
        """Yield each path of exactly that length that enters no cell twice and none that is blocked."""
        if length == 0:
            yield ()
            return
        for to in self.neighbours(start).values():
            if to not in blocked:
                for rest in self.paths(to, length - 1, {*blocked, start, to}):
                    yield (to, *rest)

    def shortest(self, start: Cell, to: Cell, blocked: Collection[Cell]) -> tuple[Cell, ...] | None:
        """A shortest path that avoids what is blocked; None if there is none."""
        came: dict[Cell, tuple[Cell, ...]] = {start: ()}
        waiting = [start]
        for here in waiting:
            if here == to:
                return came[here]
            for beside in self.neighbours(here).values():
                if beside not in came and (beside not in blocked or beside == to):
                    came[beside] = (*came[here], beside)
                    waiting.append(beside)
        return None
