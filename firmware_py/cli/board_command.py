"""`pyramid-referee board …`: check, show and begin a map of La malédiction de la momie.

Why the command says *board*: its words are a contract with other programs. Elsewhere the same thing is a map.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware_py.cli.terminal import read_given, whole_number
from firmware_py.regular_files import check_no_other
from firmware_py.words import (
    MORE,
    MOST_REPORTED,
    Say,
    Value,
    Words,
    plain,
    printable,
    reason_and_remedy,
    words,
    words_n,
)

if TYPE_CHECKING:  # loaded only when a map is read: other commands must not wait for this game
    from firmware_py.games.malediction.map_files import Problem
    from firmware_py.games.malediction.maze import Maze

FINE, PROBLEMS, UNUSABLE = 0, 1, 2
"""Exit statuses: a good map; one with problems; an unusable file, as for a wrong command line."""


def add_commands(commands: Any, say: Say) -> None:
    """Add `board` to the commands of the program, with help in the language of `say`."""

    def command(to: Any, name: str, about: Words) -> Any:
        return to.add_parser(name, help=say(about), description=say(about))

    board = command(commands, "board", words("check, show or create a map for La malédiction de la momie"))
    actions = board.add_subparsers(required=True, metavar=say(words("ACTION")))
    file, source = say(words("FILE")), say(words("a map in TOML or JSON, or the name of a shipped map"))

    check = command(actions, "check", words("list everything that is wrong with a map, with line and column"))
    check.add_argument("file", metavar=file, help=source)
    check.set_defaults(run=lambda options: _check(options.file, say))

    show = command(actions, "show", words("print a map with the names of its rows and columns"))
    show.add_argument("file", metavar=file, help=source)
    picture = say(words("write a picture of the map instead"))
    show.add_argument("--png", type=Path, metavar=file, help=picture)
    show.set_defaults(run=lambda options: _show(options.file, options.png, say))

    new = command(actions, "new", words("print a blank map to be filled in"))
    rows, columns = say(words("how many rows, 1 to 99")), say(words("how many columns, 1 to 26"))
    new.add_argument("rows", type=whole_number(say, 1, 99), metavar=say(words("ROWS")), help=rows)
    new.add_argument("columns", type=whole_number(say, 1, 26), metavar=say(words("COLUMNS")), help=columns)
    new.set_defaults(run=lambda options: _new(options.rows, options.columns, say))


def _check(file: str, say: Say) -> int:
    from firmware_py.games.malediction.map_files import find_oddities

    maze, status = _read(file, say, sys.stdout)
    if maze is None:
        return status
    odd = find_oddities(maze)
    for warning in odd:
        print(say(words("{file}: warning: {warning}", file=file, warning=warning)))
    size: dict[str, Value] = {
        "rows": words_n("{count} row", "{count} rows", maze.rows),
        "columns": words_n("{count} column", "{count} columns", maze.columns),
        "missions": words_n("{count} mission", "{count} missions", len(maze.missions)),
    }
    verdict = (
        words(
            "{file}: this map can be played, but note the warnings: {rows}, {columns}, {missions}.", file=file, **size
        )
        if odd
        else words("{file}: this map is fine: {rows}, {columns}, {missions}.", file=file, **size)
    )
    print(say(verdict))
    return FINE


def _show(file: str, picture: Path | None, say: Say) -> int:
    from firmware_py.games.malediction.map_files import with_labels
    from firmware_py.games.malediction.maze import COLOUR_WORDS, COLOURS, mission_words, pawn_words

    maze, status = _read(file, say, sys.stderr)
    if maze is None:
        return status
    lines = []
    for colour in COLOURS:
        codes = [code for code in maze.missions if code[0] == colour]
        missions = tuple(mission_words(code, maze.objects.get(code, "")) for code in codes)
        if missions:
            lines.append(say(words("{colour}: {missions}", colour=COLOUR_WORDS[colour], missions=missions)))
    lines.append(say(words("pawns: {pawns}", pawns=tuple(map(pawn_words, maze.pawns)))))
    lines.append(say(words("mummy die: {faces}", faces=tuple(plain(str(face)) for face in maze.mummy_die))))
    if picture:
        return _draw(maze, tuple(lines), picture, say)
    print(*with_labels(maze), "", *lines, sep="\n")
    return FINE


def _draw(maze: Maze, lines: tuple[str, ...], picture: Path, say: Say) -> int:
    """Write a picture of a map in the size of a large screen."""
    import pygame

    from display.draw import draw
    from display.view import MazePlan, Menu, View
    from firmware_py.pages.malediction.pictures import squares
    from firmware_py.regular_files import write_whole

    if not pygame.image.get_extended():
        why = words("This pygame was built without pictures (SDL_image): it draws no map and writes no PNG.")
        print(say(why), file=sys.stderr)
        return UNUSABLE
    side = 44
    surface = pygame.Surface((maze.columns * side + 460, max(480, maze.rows * side + 90)))
    draw(View(maze.name, "", MazePlan(maze.columns, squares(maze, set()), choices=Menu((), text=lines))), surface)
    drawn = io.BytesIO()
    pygame.image.save(surface, drawn, ".png")
    try:
        check_no_other(picture)
        picture.parent.mkdir(parents=True, exist_ok=True)
        write_whole(picture, drawn.getvalue())
    except OSError as error:
        print(
            say(words("{file}: cannot be written: {why}", file=str(picture), why=reason_and_remedy(error))),
            file=sys.stderr,
        )
        return UNUSABLE
    return FINE


def _new(rows: int, columns: int, say: Say) -> int:
    from firmware_py.games.malediction.map_files import as_toml, blank, drawing_of, endless

    for problem in endless(blank(rows, columns)):
        size = {"rows": rows, "columns": columns}
        print(say(words("A map of {rows} × {columns} is too small: {why}", **size, why=problem.why)), file=sys.stderr)
        return UNUSABLE
    for line in (
        words("Draw walls as --- and |, leave openings blank; the outer border is a wall."),
        words("A cell holds ## (rock), ST (stairs), DU (dungeon), SA (sarcophagus), DS (both) or a mission."),
        words("Missions are R1 to R5 (red), B (blue), W (white), G (green) and Y (yellow)."),
        words("Copy the faces of your mummy die, and name what is drawn on the cells under [objects]: R1 = ..."),
    ):
        print(f"# {say(line)}")
    print(as_toml(drawing_of(blank(rows, columns))), end="")
    return FINE


def _read(file: str, say: Say, complaints: Any) -> tuple[Maze | None, int]:
    """Print what is wrong with the map in a file; return its maze, or None, and the exit status."""
    from firmware_py.games.malediction.map_files import SHIPPED, UnusableFile, in_file, read_file, read_shipped

    try:
        text = read_shipped(file) if file in SHIPPED and not Path(file).exists() else read_given(file)
        maze, problems = read_file(text)
    except OSError as error:
        print(say(words("{file}: cannot be read: {why}", file=file, why=reason_and_remedy(error))), file=sys.stderr)
        return None, UNUSABLE
    except UnusableFile as error:
        print(say(words("{file}: {why}", file=file, why=error.why)), file=sys.stderr)
        return None, UNUSABLE
    for problem in problems[:MOST_REPORTED]:
        print(_with_place(file, in_file(text, problem), problem, say), file=complaints)
    if len(problems) > MOST_REPORTED:
        print(say(MORE), file=complaints)
    return maze, FINE if maze else PROBLEMS


def _with_place(file: str, place: tuple[int, int], problem: Problem, say: Say) -> str:
    line, column = place
    if not line:
        return f"{printable(file)}: {say(problem.words)}"
    what = problem.why if problem.line else problem.words
    return f"{printable(file)}:{line}:{column}: {say(what)}"
