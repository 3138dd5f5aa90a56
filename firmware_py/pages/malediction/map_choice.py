"""The maps to choose from: those that come with the program, and the owner's."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from firmware_py.games.malediction.map_drawing import MapDrawing, read_keys
from firmware_py.games.malediction.map_files import UnusableFile, read_file, read_keys_of, shipped_maze
from firmware_py.games.malediction.maze import Maze
from firmware_py.pages.table import Table
from firmware_py.words import Words, plain, words

SHIPPED_WORDS = {"practice": words("practice map"), "small": words("small map")}
"""The names of the maps that come with the program."""


@dataclass(frozen=True)
class Offer:
    """A map to play on."""

    label: Words
    maze: Maze
    setup: str | MapDrawing
    """The map as the header of a game names it."""
    file: str = ""
    """The owner's file without its ending; empty if the map comes with the program."""

    @property
    def name(self) -> str:
        """The owner's name for the map."""
        return self.maze.name or self.file

    @property
    def key(self) -> str:
        """What identifies this map, even after maps were added."""
        return f"{self.file}.toml" if self.file else str(self.setup)


def offers(table: Table) -> tuple[Offer, ...]:
    """Return the program's maps and the owner's usable ones; of two with one name, the later shows its file."""
    found = {table.say(label): Offer(label, shipped_maze(name), name) for name, label in SHIPPED_WORDS.items()}
    for file, text in table.maps:
        if offer := _owned(file, text):
            label = words("{name} ({file})", name=offer.name, file=file) if offer.name in found else offer.label
            found[table.say(label)] = replace(offer, label=label)
    return tuple(found.values())


@lru_cache(maxsize=32)
def _owned(name: str, text: str) -> Offer | None:
    try:
        maze, _ = read_file(text.encode())
        drawing, _ = read_keys(read_keys_of(text.encode()))
    except UnusableFile:
        return None
    return Offer(plain(maze.name or name), maze, drawing, name) if maze and drawing else None
