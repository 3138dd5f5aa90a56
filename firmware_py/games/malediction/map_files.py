"""A map as its owner draws it: read from text, checked, written as text again, and where the files lie.

    +---+---+---+     Walls are drawn, openings are left blank. Three characters say what a cell holds:
    |R1     |B2 |     nothing (floor), ## (solid), ST (stairs), DU (dungeon), SA (sarcophagus), DS (dungeon and
    +   +---+   +     sarcophagus in one), or a mission: colour letter R B W G Y and a digit
    |ST       DS|
    +---+---+---+

Why problems are collected: owners copy the map of their box by hand, and want to read all mistakes at once, each
with its place. Reading stops only if the first line does not say how many columns there are, or lines are missing.

Why it is enough that the mummy can reach every corridor: hunters leave the stairs and the dungeon only into corridors,
so whatever cards are left, the mummy can still catch them until it has its tokens (P39).

The map of the printed game is not public, so a map is data: a TOML file, or the same keys in JSON.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import resources
from itertools import islice
from typing import Any

import msgspec

from firmware_py.foreign_text import parse_toml
from firmware_py.games.malediction.maze import (
    COLOUR_WORDS,
    COLOURS,
    DUNGEON,
    DUNGEON_AND_SARCOPHAGUS,
    FEWEST_HUNTERS,
    FLOOR,
    FURNITURE,
    MOST_COLUMNS,
    MOST_HUNTERS,
    MOST_ROWS,
    NOT_FLOOR,
    PAWNS,
    SARCOPHAGUS,
    STAIRS,
    STEP,
    Maze,
    cells_within,
    distances,
    exits_of,
    is_mission,
)
from firmware_py.grid import SIDES, Cell, Side, cell_name, cell_position
from firmware_py.syntax_errors import why_no_json, why_no_toml
from firmware_py.words import LONGEST_VALUE, MOST_REPORTED, WordedError, Words, is_printable, plain, words, words_n


class Problem(msgspec.Struct, frozen=True):
    """One thing that is wrong, and where: line and column of the map, counted from 1, or line 0 for another key.

    `cells` are the cells concerned, if any; the first of them is at line and column.
    """

    why: Words
    line: int = 0
    column: int = 0
    key: str = "map"
    cells: tuple[Cell, ...] = ()

    @property
    def words(self) -> Words:
        """The problem with its place, as one sentence."""
        if self.line == 0:
            return words("{key}: {why}", key=self.key, why=self.why)
        return words("map line {line}, column {column}: {why}", line=self.line, column=self.column, why=self.why)


Problems = tuple[Problem, ...]


MOST_NAMED = 6
"""Most unreachable cells that a problem names."""

_FURNITURE_WORDS = {
    STAIRS: words("the stairs"),
    DUNGEON: words("the dungeon"),
    SARCOPHAGUS: words("the sarcophagus"),
}
"""What a map must have exactly once."""


class MapGrid(msgspec.Struct, frozen=True):
    """A drawn map as far as it can be read, cells row by row."""

    columns: int
    contents: tuple[str, ...]
    open_sides: tuple[str, ...]
    problems: Problems

    @property
    def exits(self) -> tuple[tuple[Cell, Cell, Cell, Cell], ...]:
        """Where a step to each side leads, in the form of `Maze.exits`."""
        return exits_of(self.contents, self.open_sides, self.columns)

    def cells_with(self, kind: str) -> list[Cell]:
        """The cells that hold the stairs, a dungeon or a sarcophagus."""
        kinds = {kind} if kind == STAIRS else {kind, DUNGEON_AND_SARCOPHAGUS}
        return [self.name(index) for index, content in enumerate(self.contents) if content in kinds]

    def name(self, index: int) -> Cell:
        """The name of a cell by its place in `contents`."""
        return cell_name(index // self.columns, index % self.columns)


def _read_lines(lines: tuple[str, ...]) -> tuple[MapGrid | None, Problems]:
    """The grid that is drawn, and everything that is wrong with it, in reading order.

    The grid is None if the drawing cannot be read at all; then there is a problem.
    """
    columns = _columns(lines)
    if isinstance(columns, Problem):
        return None, (columns,)
    if len(lines) > 2 * MOST_ROWS + 1:
        return None, (Problem(words("a map has {most} rows at most.", most=MOST_ROWS), 2 * MOST_ROWS + 2, 1),)
    missing = _missing_line(lines)
    if missing and not _lacks_only_the_last(lines):  # no line has a certain meaning
        return None, missing
    foot = ("+" + "---+" * columns,) if missing else ()
    grid = _read_grid((*lines, *foot), columns)
    found = [*missing, *grid.problems, *_furniture_problems(grid), *_reach_problems(grid)]
    return grid, tuple(sorted(found, key=lambda problem: (problem.line, problem.column)))


def _columns(lines: tuple[str, ...]) -> int | Problem:
    """How many columns line 1 has, or its problem."""
    first = lines[0] if lines else ""
    columns = len(first) // 4
    if columns < 1 or len(first) != 4 * columns + 1:
        why = words("the first line of the map is a + and, for each column, --- and a + again.")
        return Problem(why, 1, len(first) + 1)
    if columns > MOST_COLUMNS:
        why = words("a map has {most} columns at most, one for each letter.", most=MOST_COLUMNS)
        return Problem(why, 1, 4 * MOST_COLUMNS + 2)
    return columns


def _read_grid(lines: tuple[str, ...], columns: int) -> MapGrid:
    rows = (len(lines) - 1) // 2
    width = len(lines[0])
    padded = tuple(line[:width].ljust(width) for line in lines)
    places = [(row, column) for row in range(rows) for column in range(columns)]
    contents = tuple(padded[2 * row + 1][4 * column + 1 : 4 * column + 4].strip(" ") for row, column in places)

    def is_open(row: int, column: int, side: Side) -> bool:
        down, right = STEP[side]
        inside = 0 <= row + down < rows and 0 <= column + right < columns
        return inside and padded[2 * row + 1 + down][4 * column + 2 + 2 * right] == " "

    open_sides = tuple("".join(side for side in SIDES if is_open(*at, side)) for at in places)
    problems = (
        *_length_problems(lines, width),
        *_corner_problems(lines, width),
        *_wall_problems(padded),
        *_content_problems(contents, columns),
    )
    return MapGrid(columns, contents, open_sides, problems)


def _missing_line(lines: tuple[str, ...]) -> Problems:
    below = lines[1:]
    if below and len(below) % 2 == 0:
        return ()
    why = words("a map has a line for each row, one between rows, and one above and below all.")
    return (Problem(why, len(lines), 1),)


def _lacks_only_the_last(lines: tuple[str, ...]) -> bool:
    """Whether lines of walls and of cells alternate, and the last is one of cells."""
    below = lines[1:]
    return bool(below) and all(line.startswith("+") == (at % 2 == 0) for at, line in enumerate(lines))


def _length_problems(lines: tuple[str, ...], width: int) -> Iterator[Problem]:
    for number, line in enumerate(lines, start=1):
        if len(line) > width:
            yield Problem(words("this line is longer than the first."), number, width + 1)


def _corner_problems(lines: tuple[str, ...], width: int) -> Iterator[Problem]:
    for number, line in enumerate(lines, start=1):
        drawn = line if number == 1 else line[:width].rstrip(" ")
        for at in range(0, len(drawn), 4):
            if number % 2 and drawn[at] != "+":
                yield Problem(words("a + is missing here."), number, at + 1)


def _wall_problems(padded: tuple[str, ...]) -> Iterator[Problem]:
    for number, line in enumerate(padded, start=1):
        for at in range(0, len(line), 4):
            if number % 2 == 0 and line[at] not in "| ":
                yield Problem(words("between two cells there is | (a wall) or a space (open)."), number, at + 1)
            if number % 2 and line[at + 1 : at + 4] not in ("---", "   ", ""):
                yield Problem(words("between two + there is --- (a wall) or three spaces (open)."), number, at + 2)


def _content_problems(contents: tuple[str, ...], columns: int) -> Iterator[Problem]:
    first: dict[str, Cell] = {}
    for index, content in enumerate(contents):
        cell = cell_name(index // columns, index % columns)
        if is_mission(content) and content in first:
            yield _at(cell, words("{code} is already on {cell}.", code=content, cell=first[content]))
        elif is_mission(content):
            first[content] = cell
        elif content not in FURNITURE:
            found = words("a tab") if "\t" in content else plain(content)
            why = words("a cell holds nothing, ##, ST, DU, SA, DS or a mission such as R1; not {found}.", found=found)
            yield _at(cell, why)


def _furniture_problems(grid: MapGrid) -> Iterator[Problem]:
    for kind, name in _FURNITURE_WORDS.items():
        cells = grid.cells_with(kind)
        if not cells:
            yield Problem(words("still missing: {kind}.", kind=name), 1, 1)
        for cell in cells[1:]:
            yield _at(cell, words("on {cell} already: {kind}.", kind=name, cell=cells[0]))


def _reach_problems(grid: MapGrid) -> Iterator[Problem]:
    """Report the floor without a path from the stairs, and the floor without one from the dungeon."""
    names = [grid.name(index) for index in range(len(grid.contents))]
    exits = dict(zip(names, grid.exits, strict=True))
    floor = [name for name, content in zip(names, grid.contents, strict=True) if content not in NOT_FLOOR]
    for kind in (STAIRS, DUNGEON):
        starts = grid.cells_with(kind)
        if len(starts) != 1:
            continue
        reached = cells_within(lambda cell: exits[cell], starts[0])
        lost = [cell for cell in floor if cell not in reached]
        if lost:
            yield _at(lost[0], _unreachable_words(_FURNITURE_WORDS[kind], lost), *lost[1:])


def _unreachable_words(kind: Words, lost: list[Cell]) -> Words:
    """The sentence about cells that cannot be reached: some by name, and how many more."""
    cells = tuple(map(plain, lost[:MOST_NAMED]))
    if len(lost) > MOST_NAMED:
        cells = (*cells, words("{more} more", more=len(lost) - MOST_NAMED))
    return words("no path leads from {kind} to {cells}: open one, or draw rock there.", kind=kind, cells=cells)


def _at(cell: Cell, why: Words, *others: Cell) -> Problem:
    row, column = cell_position(cell)
    return Problem(why, 2 * row + 2, 4 * column + 2, cells=(cell, *others))


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

    def __hash__(self) -> int:
        return hash((self.map, self.mummy_die, self.name, self.pawns, frozenset(self.objects.items())))

    @property
    def lines(self) -> tuple[str, ...]:
        """The map line by line."""
        if isinstance(self.map, tuple):
            return self.map
        return tuple(self.map.removesuffix("\n").split("\n"))


def read_drawing(keys: dict[str, Any]) -> tuple[MapDrawing | None, Problems]:
    """The drawing in a file's keys, or None and every key that is unknown, missing or of a wrong type."""
    types = {field.name: field.type for field in msgspec.structs.fields(MapDrawing)}
    unknown = islice((key for key in keys if key not in types), MOST_REPORTED + 1)
    problems = [Problem(words("there is no such key."), key=key) for key in unknown]
    for field in msgspec.structs.fields(MapDrawing):
        if field.name in keys:
            try:
                msgspec.convert(keys[field.name], field.type)
            except msgspec.ValidationError:
                problems.append(Problem(_key_words(field.name), key=field.name))
        elif field.required:
            problems.append(Problem(words("this key is missing."), key=field.name))
    return (None if problems else msgspec.convert(keys, MapDrawing)), tuple(problems)


def _readable_part(keys: dict[str, Any]) -> MapDrawing | None:
    """The drawing of the keys that can be read, or None without a map; a missing die gets a face that fits.

    So the problems of the map are reported together with those of the keys.
    """
    read: dict[str, Any] = {"mummy_die": (HIGHEST_FACE,)}
    for field in msgspec.structs.fields(MapDrawing):
        with suppress(KeyError, msgspec.ValidationError):
            read[field.name] = msgspec.convert(keys[field.name], field.type)
    return MapDrawing(**read) if "map" in read else None


def _key_words(key: str) -> Words:
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
    """The map that is drawn, or None and everything that is wrong with the drawing, in reading order."""
    grid, wrong = _read_lines(drawing.lines)
    problems = (*_problems_beside_the_map(drawing), *wrong)
    return (None if problems or grid is None else _maze(drawing, grid)), problems


def _maze(drawing: MapDrawing, grid: MapGrid) -> Maze:
    """The map of a drawing without problems: it has exactly one stairs, dungeon and sarcophagus."""
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


def endless(maze: Maze) -> Iterator[Problem]:
    """Yield why a game on this map might never end."""
    if not any(maze.mummy_die):
        yield Problem(words("without a face above 0 the mummy might never move."), key="mummy_die")
    floor = tuple(cell for cell in maze.cells if maze.is_floor(cell))
    if len(floor) < 2:
        yield Problem(words("with fewer than two free cells the mummy blocks everybody for ever."))
        return
    reached = distances(maze, floor[:1])
    lost = tuple(cell for cell in floor if cell not in reached)
    if lost:
        yield _at(lost[0], words("the corridors are not connected: nobody can cross."), *lost[1:])


SHIPPED = ("practice", "small")
"""The maps that come with the program, by file name, in the order of the set-up page."""
HIGHEST_FACE = 99
"""The highest face of a mummy die in a file; no map is large enough for more steps."""


class UnusableFile(WordedError, ValueError):  # noqa: N818 - says what the file is, as the command line does
    """A file that is neither TOML nor JSON; `why` says where the reading stopped."""


@cache
def load_shipped(name: str) -> Maze:
    """A shipped map.

    :raises KeyError: when no map of that name is shipped.
    """
    maze, problems = read_file(read_shipped(name))
    assert maze is not None, problems
    return maze


def read_shipped(name: str) -> bytes:
    """The text of a shipped map's file.

    :raises KeyError: when no map of that name is shipped.
    """
    if name not in SHIPPED:
        raise KeyError(name)
    return (resources.files(__package__) / "maps" / f"{name}.toml").read_bytes()


def read_file(text: bytes) -> tuple[Maze | None, Problems]:
    """The map in a TOML or JSON file, or None and everything that is wrong with it.

    :raises UnusableFile: when the file is neither TOML nor JSON.
    """
    keys = parse_keys(text)
    wrong_keys = read_drawing(keys)[1]
    drawing = _readable_part(keys)
    maze, problems = read_maze(drawing) if drawing else (None, ())
    unfit = (*(_unshown(drawing) if drawing else ()), *(endless(maze) if maze else ()))
    return (None if wrong_keys or unfit else maze), (*wrong_keys, *unfit, *problems)


def _unshown(drawing: MapDrawing) -> Iterator[Problem]:
    """Yield what rules and stored games may contain, but no screen can show."""
    for key, texts in (("name", [drawing.name]), ("pawns", drawing.pawns), ("objects", drawing.objects.values())):
        if not all(map(is_printable, texts)):
            why = words("leave out line breaks and characters that cannot be seen.")
            yield Problem(why, key=key)
    if any(face > HIGHEST_FACE for face in drawing.mummy_die):
        yield Problem(words("a face of the mummy die is {most} or less.", most=HIGHEST_FACE), key="mummy_die")


def parse_keys(text: bytes) -> dict[str, Any]:
    """The keys and values of a TOML or JSON file.

    :raises UnusableFile: when the file is neither TOML nor JSON.
    """
    try:
        keys = _parse(text.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise UnusableFile(words("the file is not UTF-8 text")) from None
    except (RecursionError, ValueError) as error:
        why = why_no_json(error) if isinstance(error, json.JSONDecodeError) else why_no_toml(error)
        raise UnusableFile(words("the file is neither TOML nor JSON: {why}", why=why)) from None
    if not isinstance(keys, dict):
        raise UnusableFile(words("the file is a JSON list; a map is an object with keys"))
    return keys


def _parse(written: str) -> Any:
    if written.lstrip().startswith("["):  # a TOML file may begin with a bracket too
        with suppress(json.JSONDecodeError):
            return json.loads(written)
    return json.loads(written) if written.lstrip().startswith("{") else parse_toml(written)


def in_file(text: bytes, problem: Problem) -> tuple[int, int]:
    """Line and column of a problem in the file, counted from 1; (0, 0) if they are not known.

    They are not known for a map that is one line of JSON: elsewhere each line of the map is a line of the file.
    """
    lines = text.decode("utf-8-sig").split("\n")
    if len(problem.key) > LONGEST_VALUE:
        return 0, 0
    if problem.line == 0:
        key = re.compile(rf'[\s{{\["]*({re.escape(problem.key)})"?\s*[]=:]')
        found = ((number, key.match(line)) for number, line in enumerate(lines, start=1))
        return next(((number, match.start(1) + 1) for number, match in found if match), (0, 0))
    drawing = _readable_part(parse_keys(text))
    drawn = drawing.lines if drawing else ()
    for above in range(len(lines) - len(drawn) + 1) if drawn else ():
        if all(row in line for row, line in zip(drawn, islice(lines, above, None), strict=False)):
            return above + problem.line, lines[above + problem.line - 1].find(drawn[problem.line - 1]) + problem.column
    return 0, 0


def find_oddities(maze: Maze) -> tuple[Words, ...]:
    """The oddities of a map that can be played all the same."""
    hunters = min(MOST_HUNTERS, len(maze.pawns))
    counts = Counter(code[0] for code in maze.missions)
    few = (
        words_n(
            "{colour}: only {count}, but each of {hunters} hunters draws one.",
            "{colour}: only {count}, but each of {hunters} hunters draws one.",
            counts[colour],
            colour=COLOUR_WORDS[colour],
            hunters=hunters,
        )
        for colour in COLOURS
        if counts[colour] < hunters
    )
    unused = (words("objects: no cell holds {code}.", code=code) for code in maze.objects if code not in maze.missions)
    lacking = [words("without a mission of every colour no hunter can win.")] if len(counts) < len(COLOURS) else []
    return (*lacking, *few, *unused)


def drawing_of(maze: Maze) -> MapDrawing:
    """The complete drawing of a map; `read_maze` turns it back into the same value."""
    lines = []
    for row in range(maze.rows):
        cells = _row(maze, row)
        lines.append(_wall_line(maze, cells, "N"))
        shown = ((" " if not maze.has_wall(cell, "W") else "|") + f"{maze.content(cell):3}" for cell in cells)
        lines.append("".join(shown) + "|")
    lines.append(_wall_line(maze, _row(maze, maze.rows - 1), "S"))
    return MapDrawing(tuple(lines), maze.mummy_die, maze.name, maze.pawns, maze.objects)


def _row(maze: Maze, row: int) -> list[Cell]:
    return [cell_name(row, column) for column in range(maze.columns)]


def _wall_line(maze: Maze, cells: list[Cell], side: Side) -> str:
    return "+" + "".join(("---" if maze.has_wall(cell, side) else "   ") + "+" for cell in cells)


def with_labels(maze: Maze) -> tuple[str, ...]:
    """The lines of a map with column letters above and row numbers on the left."""
    letters = "".join(f"{cell[0]:^4}" for cell in maze.cells[: maze.columns])
    lines = [f"    {letters}".rstrip()]
    for number, line in enumerate(drawing_of(maze).lines):
        label = f"{number // 2 + 1:2}" if number % 2 else "  "
        lines.append(f"{label} {line}")
    return tuple(lines)


def blank(rows: int, columns: int) -> Maze:
    """A new map for the editor: one open hall, stairs bottom left, dungeon and sarcophagus top right."""
    contents = [FLOOR] * (rows * columns)
    contents[(rows - 1) * columns], contents[columns - 1] = STAIRS, DUNGEON_AND_SARCOPHAGUS
    open_sides = tuple(
        "".join(s for s in SIDES if 0 <= row + STEP[s][0] < rows and 0 <= column + STEP[s][1] < columns)
        for row in range(rows)
        for column in range(columns)
    )
    exits = exits_of(tuple(contents), open_sides, columns)
    top_right = cell_name(0, columns - 1)
    return Maze(
        name="",
        pawns=PAWNS,
        mummy_die=(1, 2, 3, 4, 5, 6),
        objects={},
        columns=columns,
        contents=tuple(contents),
        open_sides=open_sides,
        exits=exits,
        stairs=cell_name(rows - 1, 0),
        dungeon=top_right,
        sarcophagus=top_right,
    )


def as_toml(drawing: MapDrawing) -> str:
    """The text of a map's TOML file, which `read_file` reads as the same drawing."""
    lines = [f"name = {_toml(drawing.name)}", f"pawns = [{', '.join(map(_toml, drawing.pawns))}]"]
    lines += [f"mummy_die = {list(drawing.mummy_die)}", "map = '''", *drawing.lines, "'''"]
    if drawing.objects:
        lines += ["", "[objects]", *(f"{_toml(code)} = {_toml(text)}" for code, text in drawing.objects.items())]
    return "\n".join(lines) + "\n"


def _toml(text: str) -> str:
    """Text as a TOML string; it escapes what JSON escapes, and the delete character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
