"""The games that this device can referee, each registered under its id."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from firmware_py.games.rules import Rules
from firmware_py.words import Words


class Game(msgspec.Struct, frozen=True):
    """One game: its id and box title, its rules, and the types of its header and its actions."""

    id: str
    title: Words
    fewest: int
    """The fewest players."""
    most: int
    """The most players."""
    rules: Rules[Any, Any, Any]
    header: Any
    action: Any
    is_roll: Callable[[Any], bool] = lambda _: False
    """Whether an action is a roll that the device can make for the table."""
    is_midway: Callable[[Any], bool] = lambda _: False
    """Whether a state lies between two actions that the table takes as one: undo skips it, and it is not shown."""
    has_secrets: bool = False
    """Whether even the number of actions reveals a secret to some player."""


GAMES: dict[str, Game] = {}
"""Every game by its id, in the order in which the first page offers them."""


def register(game: Game) -> None:
    """Add a game to `GAMES`; a game of the same id is replaced."""
    GAMES[game.id] = game
