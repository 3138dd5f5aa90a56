"""The owner's maps: those that can be chosen, the draft of one that is being drawn, and saving it under a name.

Why only what was replaced: the draft is written at every press, and a change touches one or two lines of the map.
If the changes cannot be read, the map itself still can.

Why names are compared and not files: the list of maps shows names. Two names that would make the same file get two
files. The names of the maps that come with the program cannot be taken.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache, lru_cache
from itertools import count, pairwise

import msgspec
from msgspec.structs import replace

from firmware_py.foreign_text import from_json
from firmware_py.games.malediction.map_files import (
    MapDrawing,
    UnusableFile,
    as_toml,
    endless,
    load_shipped,
    parse_keys,
    read_drawing,
    read_file,
    read_maze,
)
from firmware_py.games.malediction.maze import Maze
from firmware_py.pages.interface import PageContext, SaveMap
from firmware_py.pages.malediction.map_editor.canvas import MOST_UNDONE, Point, is_even, is_on
from firmware_py.pages.page import Choice, ListPage, Page
from firmware_py.words import LANGUAGES, Words, file_name, own_line, plain, speak, words

DRAFT_KEY = "board.draft"
"""The settings key of the draft."""

Past = tuple[MapDrawing, ...]
"""The drawing before each change, the newest last."""


class UnreadableDraft(ValueError):  # noqa: N818 - says what the draft is
    """A draft in which no map can be found."""


class Replaced(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one change replaced."""

    lines: dict[int, str] = {}
    """Lines of the map by their number, counted from 0."""
    beside: MapDrawing | None = None
    """Everything but the map, with an empty map, if the change was outside the map."""


class MapDraft(msgspec.Struct, frozen=True):
    """The draft as it is written."""

    drawing: MapDrawing
    row: int
    column: int
    past: msgspec.Raw = msgspec.Raw(b"[]")
    """What each change replaced, the newest last. It is decoded apart, so that damage to it does not lose the map."""
    taught: int | None = None
    """The step of teaching by hand, if the map is being taught."""
    file: str = ""
    """The file of the owner's map that is being changed; empty for a new map."""


def write_draft(drawing: MapDrawing, at: Point, past: Past, taught: int | None = None, file: str = "") -> str:
    """A draft as stored; `taught` is the step of teaching, `file` that of an owner's map."""
    steps = (*past, drawing)[-MOST_UNDONE - 1 :]
    replaced = [_compare(before, after) for before, after in pairwise(steps)]
    return msgspec.json.encode(
        MapDraft(drawing, *at, msgspec.Raw(msgspec.json.encode(replaced)), taught, file)
    ).decode()


def read_draft(stored: str) -> tuple[MapDrawing, Point, Past | None]:
    """The drawing, the cursor, and the changes that can be undone, or None if these are lost.

    :raises UnreadableDraft: when there is no map in it.
    """
    try:
        draft = from_json(stored, MapDraft)
    except msgspec.DecodeError as error:
        raise UnreadableDraft(str(error)) from error
    if not is_even(draft.drawing):
        raise UnreadableDraft("the lines of the map are not of one length")
    at = (draft.row, draft.column)
    return draft.drawing, at if is_on(draft.drawing, at) else (1, 1), _past(draft)


def taught_step(stored: str) -> int | None:
    """The step of teaching in a readable draft, or None."""
    return from_json(stored, MapDraft).taught


def changed_file(stored: str) -> str:
    """The file of the owner's map that a readable draft changes, or "" for a new map."""
    return from_json(stored, MapDraft).file


def _past(draft: MapDraft) -> Past | None:
    past = [draft.drawing]
    with suppress(msgspec.DecodeError):
        for replaced in reversed(from_json(draft.past, tuple[Replaced, ...])):
            past.append(_before(past[-1], replaced))
        if all(map(is_even, past)) and len({len(drawing.lines[0]) for drawing in past}) == 1:
            return tuple(reversed(past[1:]))
    return None


def _compare(before: MapDrawing, after: MapDrawing) -> Replaced:
    lines = {number: old for number, old in enumerate(before.lines) if after.lines[number] != old}
    beside = msgspec.structs.replace(before, map=())
    return Replaced(lines, None if beside == msgspec.structs.replace(after, map=()) else beside)


def _before(after: MapDrawing, replaced: Replaced) -> MapDrawing:
    lines = tuple(replaced.lines.get(number, line) for number, line in enumerate(after.lines))
    return msgspec.structs.replace(replaced.beside or after, map=lines)


SHIPPED_WORDS = {"practice": words("practice map"), "small": words("small map")}
"""The names of the maps that come with the program."""


class MapChoice(msgspec.Struct, frozen=True):
    """A map to play on."""

    label: Words
    maze: Maze
    setup: str | MapDrawing
    """The map as the header of a game names it."""
    file: str = ""
    """The owner's file without its ending; empty if the map comes with the program."""
    unfit: Words | None = None
    """Why no game begins on it, though it can be drawn on; None if one can."""

    @property
    def name(self) -> str:
        """The owner's name for the map."""
        return self.maze.name or self.file

    @property
    def key(self) -> str:
        """What identifies this map, even after maps were added."""
        return f"{self.file}.toml" if self.file else str(self.setup)


def map_choices(table: PageContext) -> tuple[MapChoice, ...]:
    """The program's maps and the owner's that can be drawn; of two with one name, the later shows its file."""
    found = {table.say(label): MapChoice(label, load_shipped(name), name) for name, label in SHIPPED_WORDS.items()}
    for file, text in table.maps:
        one = _read_own(file, text)
        if isinstance(one, MapChoice):
            label = words("{name} ({file})", name=one.name, file=file) if one.name in found else one.label
            found[table.say(label)] = replace(one, label=label)
    return tuple(found.values())


def unreadable_maps(table: PageContext) -> tuple[tuple[str, Words], ...]:
    """The owner's files that hold no drawable map, with the first problem of each."""
    found = ((file, _read_own(file, text)) for file, text in table.maps)
    return tuple((file, why) for file, why in found if not isinstance(why, MapChoice))


@lru_cache(maxsize=32)
def _read_own(name: str, text: str) -> MapChoice | Words:
    """An owner's map, or why its file holds none, as a line of its own."""
    try:
        _, problems = read_file(text.encode())
        drawing, _ = read_drawing(parse_keys(text.encode()))
    except UnusableFile as error:
        return own_line(error.why)
    maze = read_maze(drawing)[0] if drawing else None
    if maze is None or drawing is None or problems != tuple(endless(maze)):
        return own_line(problems[0].words)
    return MapChoice(plain(maze.name or name), maze, drawing, name, own_line(problems[0].why) if problems else None)


OLDER_IS_LOST = words("The older map is then lost for good. Games that use it keep it.")


def save_choice(drawing: MapDrawing, table: PageContext, renaming: Page, on_back: Page, changed: str = "") -> Choice:
    """The line that saves a map opened from `changed`; it asks first if the name is taken."""
    name = drawing.name or _free_name(lambda number: table.say(words("Map {number}", number=number)), 1, table)
    namesakes = [one for one in _own_maps(table) if one.name.casefold() == name.casefold()]
    own = next((one for one in namesakes if one.file == changed), None)
    if not namesakes and name.casefold() not in _names_of_shipped():
        return Choice(words("Save the map"), _save(drawing, name, table), icons=("kept",), detail=plain(name))
    named = msgspec.structs.replace(drawing, name=name)
    if own:
        return Choice(
            words("Save the map…"), _ask_to_replace(named, own, table, renaming, on_back), ("kept",), plain(name)
        )
    question = _name_taken(named, namesakes, table, renaming, on_back)
    return Choice(words("Save the map…"), question, icons=("kept",), detail=plain(name))


def _ask_to_replace(
    drawing: MapDrawing, older: MapChoice, table: PageContext, renaming: Page, on_back: Page
) -> ListPage:
    """The page that asks whether a changed map replaces its older version; yes comes first."""
    return ListPage(
        title=words("Save the map"),
        prompt=words("{name} has been changed.", name=drawing.name),
        choices=(
            Choice(words("Replace the older one"), _save(drawing, drawing.name, table, older.file), icons=("kept",)),
            *_keep_both(drawing, table, renaming),
            Choice(words("No, go back"), on_back, icons=("back",)),
        ),
        text=(OLDER_IS_LOST,),
        on_back=on_back,
    )


def _keep_both(drawing: MapDrawing, table: PageContext, renaming: Page) -> tuple[Choice, Choice]:
    """The choices that keep the older map."""
    stem = drawing.name.rstrip("0123456789 ") or drawing.name
    other = _free_name(lambda number: f"{stem} {number}", 2, table)
    return (
        Choice(words("Keep both, this one as {name}", name=other), _save(drawing, other, table), icons=("kept",)),
        Choice(words("Another name…"), renaming, icons=("letters",)),
    )


def _name_taken(
    drawing: MapDrawing, namesakes: list[MapChoice], table: PageContext, renaming: Page, on_back: Page
) -> ListPage:
    """The page that asks what to do with two maps of one name; the program's own cannot be replaced."""
    name = drawing.name
    replaced = tuple(
        Choice(words("Replace the older one"), _save(drawing, name, table, one.file), icons=("discard",))
        for one in namesakes[:1]
    )
    return ListPage(
        title=words("The name is taken"),
        prompt=words("There is already a map called {name}.", name=name),
        choices=(
            Choice(words("No, go back"), on_back, icons=("back",)),
            *_keep_both(drawing, table, renaming),
            *replaced,
        ),
        text=(OLDER_IS_LOST if namesakes else words("It comes with the device and stays as it is."),),
        icon="warning",
        on_back=on_back,
    )


def _save(drawing: MapDrawing, name: str, table: PageContext, file: str = "") -> SaveMap:
    """The command that saves a map, in a file of its own unless it replaces the one in `file`."""
    taken = {stem.casefold() for stem, _ in table.maps}
    stems = (file_name(name if number == 1 else f"{name} {number}") for number in count(1))
    stem = file or next(stem for stem in stems if stem not in taken)
    return SaveMap(name, stem, as_toml(msgspec.structs.replace(drawing, name=name)), DRAFT_KEY)


def _free_name(numbered: Callable[[int], str], first: int, table: PageContext) -> str:
    """The first of the numbered names that no map has."""
    taken = _names_of_shipped() | {one.name.casefold() for one in _own_maps(table)}
    return next(name for number in count(first) if (name := numbered(number)).casefold() not in taken)


def _own_maps(table: PageContext) -> list[MapChoice]:
    return [one for one in map_choices(table) if one.file]


@cache
def _names_of_shipped() -> frozenset[str]:
    """The names of the maps that come with the program, in every language."""
    says = [speak(language) for language in LANGUAGES]
    names = (name for key, label in SHIPPED_WORDS.items() for name in (key, *(say(label) for say in says)))
    return frozenset(name.casefold() for name in names)
