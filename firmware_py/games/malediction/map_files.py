"""Maps in files: those that come with the program, and those an owner has written.

The map of the printed game is not public, so a map is data: a TOML file, or the same keys in JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import resources
from itertools import islice
from typing import Any

from firmware_py.foreign_toml import parse_toml
from firmware_py.games.malediction.map_drawing import MapDrawing, read_keys, read_maze, readable_part
from firmware_py.games.malediction.map_endings import endless
from firmware_py.games.malediction.map_problems import Problem, Problems
from firmware_py.games.malediction.maze import Maze
from firmware_py.printable import LONGEST, is_printable
from firmware_py.syntax_errors import why_no_json, why_no_toml
from firmware_py.words import Words, words

SHIPPED = ("practice", "small")
"""The maps that come with the program, by file name, in the order of the set-up page."""
HIGHEST_FACE = 99
"""The highest face of a mummy die in a file; no map is large enough for more steps."""


class UnusableFile(ValueError):  # noqa: N818 - says what the file is, as the command line does
    """A file that is neither TOML nor JSON; `why` says where the reading stopped."""

    def __init__(self, why: Words) -> None:
        super().__init__(why.message)
        self.why = why


@cache
def shipped_maze(name: str) -> Maze:
    """Return a shipped map.

    :raises KeyError: when no map of that name is shipped.
    """
    maze, problems = read_file(shipped_text(name))
    assert maze is not None, problems
    return maze


def shipped_text(name: str) -> bytes:
    """Return the text of a shipped map's file.

    :raises KeyError: when no map of that name is shipped.
    """
    if name not in SHIPPED:
        raise KeyError(name)
    return (resources.files(__package__) / "maps" / f"{name}.toml").read_bytes()


def read_file(text: bytes) -> tuple[Maze | None, Problems]:
    """Return the map in a TOML or JSON file, or None and everything that is wrong with it.

    :raises UnusableFile: when the file is neither TOML nor JSON.
    """
    keys = read_keys_of(text)
    wrong_keys = read_keys(keys)[1]
    drawing = readable_part(keys)
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


def read_keys_of(text: bytes) -> dict[str, Any]:
    """Return the keys and values of a TOML or JSON file.

    :raises UnusableFile: when the file is neither TOML nor JSON.
    """
    try:
        keys = _parsed(text.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise UnusableFile(words("the file is not UTF-8 text")) from None
    except (RecursionError, ValueError) as error:
        why = why_no_json(error) if isinstance(error, json.JSONDecodeError) else why_no_toml(error)
        raise UnusableFile(words("the file is neither TOML nor JSON: {why}", why=why)) from None
    if not isinstance(keys, dict):
        raise UnusableFile(words("the file is a JSON list; a map is an object with keys"))
    return keys


def _parsed(written: str) -> Any:
    if written.lstrip().startswith("["):  # a TOML file may begin with a bracket too
        with suppress(json.JSONDecodeError):
            return json.loads(written)
    return json.loads(written) if written.lstrip().startswith("{") else parse_toml(written)


def in_file(text: bytes, problem: Problem) -> tuple[int, int]:
    """Return line and column of a problem in the file, counted from 1; (0, 0) if they are not known.

    They are not known for a map that is one line of JSON: elsewhere each line of the map is a line of the file.
    """
    lines = text.decode("utf-8-sig").split("\n")
    if problem.line == 0 and len(problem.key) > LONGEST:
        return 0, 0
    if problem.line == 0:
        key = re.compile(rf'[\s{{\["]*({re.escape(problem.key)})"?\s*[]=:]')
        found = ((number, key.match(line)) for number, line in enumerate(lines, start=1))
        return next(((number, match.start(1) + 1) for number, match in found if match), (0, 0))
    drawing = readable_part(read_keys_of(text))
    drawn = drawing.lines if drawing else ()
    for above in range(len(lines) - len(drawn) + 1) if drawn else ():
        if all(row in line for row, line in zip(drawn, islice(lines, above, None), strict=False)):
            return above + problem.line, lines[above + problem.line - 1].find(drawn[problem.line - 1]) + problem.column
    return 0, 0
