"""The maps to choose from: those that come with the program, and the owner's; and why some cannot be played on."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from firmware_py.games.malediction.map_drawing import MapDrawing, read_keys, read_maze
from firmware_py.games.malediction.map_endings import endless
from firmware_py.games.malediction.map_files import UnusableFile, read_file, read_keys_of, shipped_maze
from firmware_py.games.malediction.maze import Maze
from firmware_py.pages.table import Table
from firmware_py.words import Words, own_line, plain, words

SHIPPED_WORDS = {"practice": words("practice map"), "small": words("small map")}
"""The names of the maps that come with the program."""


class Offer(msgspec.Struct, frozen=True):
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


def offers(table: Table) -> tuple[Offer, ...]:
    """Return the program's maps and the owner's that can be drawn; of two with one name, the later shows its file."""
    found = {table.say(label): Offer(label, shipped_maze(name), name) for name, label in SHIPPED_WORDS.items()}
    for file, text in table.maps:
        offer = _owned(file, text)
        if isinstance(offer, Offer):
            label = words("{name} ({file})", name=offer.name, file=file) if offer.name in found else offer.label
            found[table.say(label)] = replace(offer, label=label)
    return tuple(found.values())


def unreadable(table: Table) -> tuple[tuple[str, Words], ...]:
    """Return the owner's files that hold no map that can be drawn, and what is wrong first in each."""
    found = ((file, _owned(file, text)) for file, text in table.maps)
    return tuple((file, why) for file, why in found if not isinstance(why, Offer))


@lru_cache(maxsize=32)
def _owned(name: str, text: str) -> Offer | Words:
    """Return an owner's map, or why its file holds none, as a line of its own."""
    try:
        _, problems = read_file(text.encode())
        drawing, _ = read_keys(read_keys_of(text.encode()))
    except UnusableFile as error:
        return own_line(error.why)
    maze = read_maze(drawing)[0] if drawing else None
    if maze is None or drawing is None or problems != tuple(endless(maze)):
        return own_line(problems[0].words)
    return Offer(plain(maze.name or name), maze, drawing, name, own_line(problems[0].why) if problems else None)
