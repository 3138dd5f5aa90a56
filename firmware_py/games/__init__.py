"""The games the device can referee, a room each, and their list: `maudite_momie`, `or_du_pharaon`, `malediction`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from firmware_py.games.malediction import rules as malediction_rules
from firmware_py.games.malediction import state as malediction_state
from firmware_py.games.maudite_momie import rules as maudite_momie_rules
from firmware_py.games.maudite_momie import state as maudite_momie_state
from firmware_py.games.or_du_pharaon import actions as or_du_pharaon_actions
from firmware_py.games.or_du_pharaon import rules as or_du_pharaon_rules
from firmware_py.games.or_du_pharaon import setup as or_du_pharaon_setup
from firmware_py.rules import Rules
from firmware_py.words import Words, words


@dataclass(frozen=True)
class Game:
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
    """Whether a state lies in the midst of what players do in one go: it is neither shown nor gone back to."""
    has_secrets: bool = False
    """Whether even the number of actions could tell somebody what he must not know."""


GAMES = {
    game.id: game
    for game in (
        Game(
            "maudite_momie",
            words("Loot N Run"),
            maudite_momie_state.FEWEST_PLAYERS,
            maudite_momie_state.MOST_PLAYERS,
            maudite_momie_rules,
            maudite_momie_state.Header,
            maudite_momie_state.AnyAction,
        ),
        Game(
            "or_du_pharaon",
            words("L'or du pharaon"),
            or_du_pharaon_setup.FEWEST_PLAYERS,
            or_du_pharaon_setup.MOST_PLAYERS,
            or_du_pharaon_rules,
            or_du_pharaon_setup.Header,
            or_du_pharaon_actions.AnyAction,
        ),
        Game(
            "malediction",
            words("Pyramid"),
            malediction_state.FEWEST_PLAYERS,
            malediction_state.MOST_PLAYERS,
            malediction_rules,
            malediction_state.Header,
            malediction_state.AnyAction,
            malediction_state.is_roll,
            malediction_state.is_midway,
            has_secrets=True,
        ),
    )
}
"""Every game by its id, in the order in which they are offered."""

HEADERS = {game.id: game.header for game in GAMES.values()}
"""The type of header of every game by its id."""
