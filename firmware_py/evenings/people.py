"""Who is called otherwise today: names of stored games, and what these people are called now.

Why the games keep the old name: so a person who was renamed, or two names that turned out to be one person, can be
separated again.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from firmware_py.evenings.results import GameResult
from firmware_py.stored_json import from_json

KEY = "people.names"
"""The settings key of the names."""


def read_names(text: str) -> dict[str, str]:
    """What each old name is called now, from its setting; nothing if that cannot be read."""
    try:
        return from_json(text, dict[str, str]) if text else {}
    except msgspec.DecodeError:
        return {}


def write_names(names: Mapping[str, str]) -> str:
    """The setting of these names; empty without any."""
    return msgspec.json.encode(dict(sorted(names.items()))).decode() if names else ""


def with_name(names: Mapping[str, str], old: str, new: str) -> dict[str, str]:
    """The names after somebody is called `new`, who was `old`: with all who were counted as that person.

    A name that somebody else had before stands for that person: whoever gets it is one person with them.
    """
    if names.get(new, old) != old:
        new = names[new]
    followed = {name: new if now == old else now for name, now in names.items()}
    return {name: now for name, now in {**followed, old: new}.items() if name != now}


def without_name(names: Mapping[str, str], old: str) -> dict[str, str]:
    """The names after somebody is called `old` again."""
    return {name: now for name, now in names.items() if name != old}


def renamed(result: GameResult, names: Mapping[str, str]) -> GameResult:
    """A result with the names of today; as it was where two players of it would be called the same."""
    if not names:
        return result
    now = tuple(names.get(player.name, player.name) for player in result.players)
    if len(set(now)) < len(now):
        return result
    players = tuple(replace(player, name=name) for player, name in zip(result.players, now, strict=True))
    highlights = tuple(replace(one, player=names.get(one.player, one.player)) for one in result.highlights)
    return replace(result, players=players, highlights=highlights)
