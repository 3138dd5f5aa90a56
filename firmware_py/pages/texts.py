"""Lessons, set-ups and explanations, which stand in a `texts.toml` for each game, and in one for all other pages.

A file is read when its first text is wanted. Its sentences are in English, and `make words` collects them:

- `topics.<name>`: an explanation: its `title`, its `text`, and the `clauses` of the leaflet behind it; `controls` if it
  is true on some devices only
- `situations`: the topics that explain each situation of the game, the most important first
- `set_up`: what is laid out, step by step; `readers` and `players` say for whom, if not for all
- `lesson`: the header and colours of a `game` and its `steps`: the actions `played` since the step before, as in a
  record, and `answers` to a `question`; a wrong one says `why_not`, and one that would be an action has it as `wish`

A `picture` is a list of signs (`signs`), a small `pyramid` or `maze` (`sketch`, `maze_sketch`), or what the lesson's
`game` looks like, drawn by the game itself with the details that are given.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from itertools import starmap
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

import msgspec

from display.view import Colour, DrawnPath, Figure, Ground, Item, MazePiece, MazePlan, PyramidPlan, Square, Tile
from display.view.text import OPENINGS
from firmware_py.config.settings import TRIAL_S, Controls
from firmware_py.games.registry import GAMES
from firmware_py.pages.interface import PageContext
from firmware_py.words import NOTHING, Words

Illustration: TypeAlias = tuple[Item, ...] | PyramidPlan | MazePlan


class Topic(msgspec.Struct, frozen=True):
    """One thing that is explained. The clauses are never shown; a test finds each of them in some topic."""

    clauses: tuple[str, ...]
    title: Words
    text: tuple[Words, ...]
    picture: Illustration
    controls: tuple[Controls, ...]
    """The controls of the devices on which it is true."""


class SetUpStep(msgspec.Struct, frozen=True):
    """One thing to lay out."""

    title: Words
    text: Words
    picture: Illustration
    readers: Literal["all", "new", "known"] = "new"
    """Whom it is for: "known" if all have played the game here, in short what several steps say to "new" ones."""
    players: tuple[int, ...] = ()
    """The numbers of players for whom it is done; any number if it is empty."""
    without_own_map: bool = False
    """Nobody needs it once they play on a map of their own."""


class Answer(msgspec.Struct, frozen=True):
    """One answer to a step's question, and why it is wrong; without a reason it is right."""

    label: Words
    why_not: Words = NOTHING
    wish: Any = None
    """The action that it would be, if it is one; the rules forbid it if the answer is wrong, and only then."""


class LessonStep(msgspec.Struct, frozen=True):
    """One step of a lesson: what is on the table, and what is asked of it."""

    title: Words
    text: Words
    question: Words
    picture: Illustration | Callable[[PageContext], Illustration]
    answers: tuple[Answer, ...]
    played: tuple[Any, ...] = ()
    """The actions since the step before."""


class Lesson(msgspec.Struct, frozen=True, eq=False):
    """A lesson: the game that is played in it, and its steps; one value for each game, compared as itself."""

    game: str
    header: Callable[[], Any]
    """Returns what the game is played with; called when the lesson is taken, since a map takes time to read."""
    colours: tuple[Colour, ...]
    steps: tuple[LessonStep, ...]


class Texts(msgspec.Struct, frozen=True, dict=True):
    """The texts of a game, or without one those of all other pages; each part is made when it is first wanted."""

    game: str = ""
    drawn: Any = None
    """The type that draws the lesson's game from the details of a picture."""

    def read(self) -> dict[str, Any]:
        """What the file holds; it is read once."""
        return _read(self.game)

    @cached_property
    def topics(self) -> dict[str, Topic]:
        """Each explanation by its name."""
        return {name: self._topic(**topic) for name, topic in self.read()["topics"].items()}

    @cached_property
    def situations(self) -> dict[str, list[str]]:
        """The names of the topics that explain each situation, the most important first."""
        found: dict[str, list[str]] = self.read()["situations"]
        return found

    @cached_property
    def set_up(self) -> tuple[SetUpStep, ...]:
        """What lies where before a game."""
        return tuple(self._set_up_step(**step) for step in self.read()["set_up"])

    @cached_property
    def lesson(self) -> Lesson:
        """What teaches the game in three minutes."""
        lesson = self.read()["lesson"]
        steps = tuple(self._lesson_step(**step) for step in lesson["steps"])
        return Lesson(self.game, self._header, tuple(lesson["colours"]), steps)

    def _header(self) -> Any:
        return msgspec.convert(self.read()["lesson"]["game"], GAMES[self.game].header)

    def _topic(
        self,
        *,
        title: str,
        text: str | list[str],
        picture: Any,
        clauses: Sequence[str] = (),
        controls: Sequence[Controls] = get_args(Controls),
    ) -> Topic:
        lines = [text] if isinstance(text, str) else text
        picture = self._picture(picture)
        return Topic(tuple(clauses), Words(title), tuple(map(_sentence, lines)), picture, tuple(controls))

    def _set_up_step(
        self, *, title: str, text: str, picture: Any, players: Sequence[int] = (), **more: Any
    ) -> SetUpStep:
        return SetUpStep(Words(title), Words(text), self._picture(picture), players=tuple(players), **more)

    def _lesson_step(
        self, *, title: str, text: str, question: str, picture: Any, answers: list[Any], played: Sequence[Any] = ()
    ) -> LessonStep:
        return LessonStep(
            Words(title),
            Words(text),
            Words(question),
            self._picture(picture),
            tuple(self._answer(**answer) for answer in answers),
            tuple(map(self._action, played)),
        )

    def _answer(self, *, label: str, why_not: str = "", wish: Any = None) -> Answer:
        return Answer(Words(label), Words(why_not), wish and self._action(wish))

    def _action(self, fields: Any) -> Any:
        return msgspec.convert(fields, GAMES[self.game].action)

    def _picture(self, picture: Any) -> Any:
        if isinstance(picture, list):
            return signs(*picture)
        for kind, draw in SKETCHES.items():
            if kind in picture:
                return draw(*picture[kind], **{name: value for name, value in picture.items() if name != kind})
        return msgspec.convert(picture["game"], self.drawn)


@cache
def _read(game: str) -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / game / "texts.toml").read_text(encoding="utf-8"))


def _sentence(text: str) -> Words:
    """A sentence; the only number that one may name is that of the seconds for which a setting is tried."""
    return Words(text, (("count", TRIAL_S),) if "{count}" in text else ())


GENERAL = Texts()
"""The explanations of menus, settings, care of the board, and the map editor."""

# --- the pictures ----------------------------------------------------------------------------------------------------


def signs(*parts: str) -> tuple[Item, ...]:
    """Icons and labels side by side.

    "amulet amulet" are icons, "=10" is a label, "mummy =1" is both, "red:player" is in a player's colour.
    """
    return tuple(map(_sign, parts))


def _sign(part: str) -> Item:
    icons, _, label = part.partition("=")
    colour, _, icons = icons.rpartition(":")
    return Item(label, tuple(icons.split()), colour=colour or None)  # type: ignore[arg-type]


SIDES_OF = {sign: sides for sides, sign in OPENINGS.items()}
"""The open sides of a tile or a square by their character, such as "NE" for `┗`."""


def sketch(
    *rows: str,
    figures: Mapping[str, str] | None = None,
    lanterns: Mapping[str, Sequence[Colour]] | None = None,
    badges: Mapping[str, str] | None = None,
    doomed: str = "",
    path: Mapping[str, str] | None = None,
) -> PyramidPlan:
    """A small pyramid; each row holds signs such as `┗`, `(╸)` start, `[╺]` chamber, `?` hidden, `.` fallen.

    Places are named `0.0` for the upper left one, column before row. A figure is red, such as "porter", or
    "archaeologist disc3" with what it carries. A path leads an icon over places, such as `mummy = "1.0 0.0"`.
    """
    tiles = []
    for row, line in enumerate(rows):
        for column, sign in enumerate(line.split()):
            name = f"{column}.{row}"
            ground, sides = _ground(sign)
            pawns = (_figure(figures[name]),) if figures and name in figures else ()
            lit = tuple((lanterns or {}).get(name, ()))
            badge = (badges or {}).get(name, "")
            tile = Tile(name, column, row, ground, sides, pawns, lit, badge=badge, doomed=name in doomed.split())
            tiles.append(tile)
    return PyramidPlan(tuple(tiles), path=next(starmap(_path, (path or {}).items()), None))


def _figure(text: str) -> Figure:
    kind, _, burden = text.partition(" ")
    return Figure(kind, "red", burden, active=True)


def _path(icon: str, places: str) -> DrawnPath:
    layers = tuple((place,) for place in places.split())
    return DrawnPath(layers, icon, len(layers))


def _ground(sign: str) -> tuple[Ground, str]:
    match sign:
        case "?":
            return "hidden", ""
        case ".":
            return "gone", ""
    sides = SIDES_OF[sign.strip("()[]")]
    return ("start" if sign[0] == "(" else "chamber" if sign[0] == "[" else "path"), sides


BUILT = {"S": "stairs", "D": "dungeon", "A": "sarcophagus"}
MARK_COLOURS: dict[str, Colour] = {"R": "red", "B": "blue", "W": "white", "G": "green", "Y": "yellow"}
"""The colour of a mission by the letter of its code."""


def maze_sketch(
    *rows: str,
    pawns: Mapping[Colour, int] | None = None,
    mummy: int | None = None,
    lit: Sequence[int] = (),
    path: Sequence[int] = (),
) -> MazePlan:
    """A small maze; each row holds signs such as `╺`, `S╺` stairs, `D╸` dungeon, `R1━` mission, `#` rock.

    Squares are numbered from 0 in reading order.
    """
    found = [sign for row in rows for sign in row.split()]
    pieces = tuple(MazePiece(at, colour, active=True) for colour, at in (pawns or {}).items())
    if mummy is not None:
        pieces = (*pieces, MazePiece(mummy, icon="mummy"))
    squares = tuple(map(_square, found))
    return MazePlan(len(rows[0].split()), squares, pieces, lit=tuple(lit), path=tuple(path))


def _square(sign: str) -> Square:
    if sign == "#":
        return Square(solid=True)
    code, opening = sign[:-1], sign[-1]
    colour = MARK_COLOURS.get(code[:1])
    return Square(SIDES_OF[opening], icon=BUILT.get(code, ""), mark=code if colour else "", colour=colour)


SKETCHES: Mapping[str, Callable[..., Illustration]] = {"pyramid": sketch, "maze": maze_sketch}
