"""What is known of a game of Maudite Momie between two actions.

Why no card is in the state: players enter faces only when they turn cards over, and these are scored at once. So
the device never knows a hidden card and cannot leak one (L30). The numbers of cards are public.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from firmware_py.games.maudite_momie.actions import Pile
from firmware_py.games.maudite_momie.setup import HouseRules

Phase: TypeAlias = Literal["turn", "reveal", "keep", "final_reveal", "over"]

DECK_SIZE = 54


class State(msgspec.Struct, frozen=True):
    """The table between two actions; each tuple has one entry for each of `players`."""

    players: tuple[str, ...]
    rules: HouseRules
    scores: tuple[int, ...]
    cards: tuple[int, ...]
    """Face-down cards before each player."""
    left: int
    right: int
    discard: int
    phase: Phase = "turn"
    turn: int = 0
    """The seat of the player whose turn it is, counted from 0."""
    revealing: tuple[int, ...] = ()
    """The seats of the players who must turn over their cards now."""
    awakened: bool = False
    """Whether they turn them over because of an awakening, not to secure them."""
    extra_turn: bool = False
    """Whether the same player has another turn afterwards, by Frank (L18)."""

    def seat(self, player: str) -> int:
        """Return the seat of a player, counted from 0.

        :raises ValueError: when nobody of that name plays.
        """
        return self.players.index(player)

    @property
    def active(self) -> str:
        """The player whose turn it is."""
        return self.players[self.turn]

    @property
    def finish(self) -> int:
        """The score that ends the game: 35, or 30 with six players (L24)."""
        return 30 if len(self.players) == 6 else 35

    @property
    def excused(self) -> str | None:
        """The player who has cards in the final reveal and need not turn them over, by a house rule (L27)."""
        if self.phase != "final_reveal":
            return None
        holders = (seat for seat, cards in enumerate(self.cards) if cards and seat not in self.revealing)
        return next((self.players[seat] for seat in holders), None)

    def pile(self, pile: Pile) -> int:
        """Return how many cards a pile has."""
        return self.left if pile == "left" else self.right


def reshuffled(state: State) -> State:
    """Return the state with two new piles of all cards but those before players; an odd one goes left (L20, L22)."""
    total = state.left + state.right + state.discard
    return replace(state, left=(total + 1) // 2, right=total // 2, discard=0)


def to_act(state: State) -> tuple[str, ...]:
    """Return who may act now: the active player, or those who must turn over their cards."""
    match state.phase:
        case "turn" | "keep":
            return (state.active,)
        case "reveal" | "final_reveal":
            return tuple(state.players[seat] for seat in state.revealing)
        case "over":
            return ()
