"""Maps as their owners write them: the drawing, everything that is wrong with it, and the map it stands for.

    +---+---+---+     Walls are drawn, openings are left blank. Three characters say what a cell holds:
    |R1     |B2 |     nothing (floor), ## (solid), ST (stairs), DU (dungeon), SA (sarcophagus), DS (dungeon and
    +   +---+   +     sarcophagus in one), or a mission: colour letter R B W G Y and a digit
    |ST       DS|
    +---+---+---+

Why problems are collected: owners copy the map of their box by hand, and want to read all mistakes at once, each
with its place. Reading stops only if the first line does not say how many columns there are, or lines are missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

import msgspec

from firmware_py.games.malediction.map_lines import Grid, read_lines
from firmware_py.games.malediction.map_problems import Problem, Problems
from firmware_py.games.malediction.maze import DUNGEON, FEWEST_HUNTERS, PAWNS, SARCOPHAGUS, STAIRS, Maze, is_mission
from firmware_py.words import MOST_REPORTED, Words, words

MOST_LISTED = 100
"""The most faces of a mummy die, and the most pawns to choose from."""


class MapDrawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A map as a file or a record contains it."""

    map: str | tuple[str, ...]
    """The lines of the map; in one text, a final newline ends the last line and begins no other."""
    mummy_die: tuple[int, ...]
    name: str = ""
    pawns: tuple[str, ...] = PAWNS
    objects: dict[str, str] = {}
    """What is drawn on a mission's cell, by its code."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The map line by line."""
        if isinstance(self.map, tuple):
            return self.map
        return tuple(self.map.removesuffix("\n").split("\n"))


def read_keys(keys: dict[str, Any]) -> tuple[MapDrawing | None, Problems]:
    """Return the drawing in a file's keys, or None and every key that is unknown, missing or of a wrong type."""
    types = {field.name: field.type for field in msgspec.structs.fields(MapDrawing)}
    unknown = islice((key for key in keys if key not in types), MOST_REPORTED + 1)
    problems = [Problem(words("there is no such key."), key=key) for key in unknown]
    for field in msgspec.structs.fields(MapDrawing):
        if field.name in keys:
            try:
                msgspec.convert(keys[field.name], field.type)
            except msgspec.ValidationError:
                problems.append(Problem(_wanted(field.name), key=field.name))
        elif field.required:
            problems.append(Problem(words("this key is missing."), key=field.name))
    return (None if problems else msgspec.convert(keys, MapDrawing)), tuple(problems)


def readable_part(keys: dict[str, Any]) -> MapDrawing | None:
    """Return the drawing from those keys that can be read, or None without a map; a missing die gets one face.

    So the problems of the map are reported together with those of the keys.
    """
    read: dict[str, Any] = {"mummy_die": (1,)}
    for field in msgspec.structs.fields(MapDrawing):
        with suppress(KeyError, msgspec.ValidationError):
            read[field.name] = msgspec.convert(keys[field.name], field.type)
    return MapDrawing(**read) if "map" in read else None


def _wanted(key: str) -> Words:
    match key:
        case "map":
            return words("the map is one text, or a list of lines.")
        case "mummy_die":
            return words("the mummy die is a list of whole numbers.")
        case "pawns":
            return words("the pawns are a list of names.")
        case "objects":
            return words("the objects are a table of texts by mission.")
        case _:
            return words("the name is a text.")


def read_maze(drawing: MapDrawing) -> tuple[Maze | None, Problems]:
    """Return the map that is drawn, or None and everything that is wrong with the drawing, in reading order."""
    grid, wrong = read_lines(drawing.lines)
    problems = (*_problems_beside_the_map(drawing), *wrong)
    return (None if problems or grid is None else _maze(drawing, grid)), problems


def _maze(drawing: MapDrawing, grid: Grid) -> Maze:
    """Return the map of a drawing without problems: it has exactly one stairs, dungeon and sarcophagus."""
    return Maze(
        drawing.name,
        drawing.pawns,
        drawing.mummy_die,
        drawing.objects,
        grid.columns,
        grid.contents,
        grid.open_sides,
        grid.exits,
        *(grid.cells_with(kind)[0] for kind in (STAIRS, DUNGEON, SARCOPHAGUS)),
    )


def _problems_beside_the_map(drawing: MapDrawing) -> Iterator[Problem]:
    if not drawing.mummy_die:
        yield Problem(words("the mummy die needs at least one face."), key="mummy_die")
    if any(face < 0 for face in drawing.mummy_die):
        yield Problem(words("a face of the mummy die is 0 or more."), key="mummy_die")
    if len(set(drawing.pawns)) < len(drawing.pawns) or "" in drawing.pawns:
        yield Problem(words("every pawn needs a name of its own."), key="pawns")
    if len(drawing.pawns) < FEWEST_HUNTERS:
        yield Problem(words("at least two pawns are needed."), key="pawns")
    if len(drawing.mummy_die) > MOST_LISTED:
        yield Problem(words("the mummy die has {most} faces at most.", most=MOST_LISTED), key="mummy_die")
    if len(drawing.pawns) > MOST_LISTED:
        yield Problem(words("a map has {most} pawns at most.", most=MOST_LISTED), key="pawns")
    for code in islice((code for code in drawing.objects if not is_mission(code)), MOST_REPORTED + 1):
        yield Problem(words("a mission is a colour (R B W G Y) and a digit, not {code}.", code=code), key="objects")
