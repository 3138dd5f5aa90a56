"""What a game of Maudite Momie is played with: players and house rules."""

from __future__ import annotations

from typing import Literal

import msgspec

from firmware_py.games.records import check_players
from firmware_py.games.registry import BOXES


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """House rules: where a table plays otherwise than printed."""

    final_reveal: Literal["all", "others"] = "all"
    """Who reveals at the end: all players, or all but the one who ended the game (L27)."""
    self_awaken: bool = False
    """Whether players may awaken the guardians of their own cards (L04)."""


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Empty: this game needs to know nothing of the table."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Line 1 of a record: 2 to 6 players in seating order, first to act first."""

    record: Literal[1]
    game: Literal["maudite_momie"]
    players: tuple[str, ...]
    rules: HouseRules = HouseRules()
    setup: Setup = Setup()

    def __post_init__(self) -> None:
        check_players(self.players, BOXES[self.game])
