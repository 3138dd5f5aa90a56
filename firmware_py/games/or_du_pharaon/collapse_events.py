"""What the device announces of the collapse: the countdown, falling cards, and what falls with them."""

from __future__ import annotations

from firmware_py.games.or_du_pharaon.actions import PAWN_WORDS, Pawn, Treasure, treasure_words
from firmware_py.games.or_du_pharaon.cells import Cell
from firmware_py.games.rules import Event
from firmware_py.words import Words, words, words_n


class CountdownBegins(Event, frozen=True):
    """The bust was found: its chamber falls after that many turns of its discoverer (G45)."""

    player: str
    cell: Cell
    turns: int

    def words(self) -> Words:
        return words_n(
            "The bust lies on {place}. If it stays there, the chamber falls after {count} of {player}'s turns.",
            "The bust lies on {place}. If it stays there, the chamber falls after {count} of {player}'s turns.",
            self.turns,
            place=self.cell,
            player=self.player,
        )


class CountdownGoesOn(Event, frozen=True):
    """A turn of the countdown has ended (G45)."""

    player: str
    cell: Cell
    turns: int

    def words(self) -> Words:
        return words_n(
            "The chamber at {place} falls after {count} more of {player}'s turns.",
            "The chamber at {place} falls after {count} more of {player}'s turns.",
            self.turns,
            place=self.cell,
            player=self.player,
        )


class BustLeaves(Event, frozen=True):
    """The bust left its chamber: the pyramid begins to collapse (G39)."""

    player: str
    cell: Cell

    def words(self) -> Words:
        return words("{player} carries the bust out of its chamber: the pyramid collapses.", player=self.player)


class ClockChanges(Event, frozen=True):
    """From now on a wave comes at the end of each of this player's turns (G41, G43)."""

    player: str

    def words(self) -> Words:
        return words("From now on cards fall at the end of {player}'s turns.", player=self.player)


class Fell(Event, frozen=True):
    """Cards fell with everything on them; `left` cards remain besides the start card (G40, G41)."""

    cells: tuple[Cell, ...]
    left: int

    def words(self) -> Words:
        return words("Cards that fall: {cells}.", cells=self.cells)


class FigureLost(Event, frozen=True):
    """A pawn fell with its card (G48)."""

    is_plain = True

    player: str
    pawn: Pawn
    cell: Cell

    def words(self) -> Words:
        return words(
            "{player} loses {pawn} on {place}.",
            player=self.player,
            pawn=PAWN_WORDS[self.pawn],
            place=self.cell,
        )


class TreasureLost(Event, frozen=True):
    """A treasure fell with its card; `player` carried it, None if it lay on the card (G48)."""

    is_plain = True

    cell: Cell
    treasure: Treasure
    player: str | None = None

    def words(self) -> Words:
        return words("Lost on {place}: {treasure}.", place=self.cell, treasure=treasure_words(self.treasure))


class LanternLost(Event, frozen=True):
    """A lantern fell with its card (G48)."""

    is_plain = True

    player: str
    cell: Cell

    def words(self) -> Words:
        return words("{player} loses the lantern on {place}.", player=self.player, place=self.cell)
