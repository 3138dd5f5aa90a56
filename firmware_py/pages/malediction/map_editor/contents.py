"""What a cell of a map can hold."""

from __future__ import annotations

from firmware_py.games.malediction.maze import is_mission, mission_words
from firmware_py.words import Words, words

KINDS: tuple[tuple[str, Words, str], ...] = (
    ("", words("nothing: a corridor"), "empty"),
    ("##", words("solid rock"), "wall"),
    ("ST", words("the stairs"), "stairs"),
    ("DU", words("the dungeon"), "dungeon"),
    ("SA", words("the sarcophagus"), "sarcophagus"),
    ("DS", words("dungeon and sarcophagus in one"), "dungeon"),
)
"""What a cell can hold besides a mission: its code, its label and its icon."""


def content_words(content: str, drawn: str) -> Words:
    """Return what a cell holds; for a mission with a name, also what is drawn on it."""
    if is_mission(content):
        return mission_words(content, drawn)
    return next((label for kind, label, _ in KINDS[1:] if kind == content), words("corridor"))
