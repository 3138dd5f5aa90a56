"""What the device announces in L'or du pharaon of turns, cards, lanterns and treasures, and at the end."""

from __future__ import annotations

from typing import Literal, TypeAlias

from firmware_py.games.or_du_pharaon.actions import PAWN_WORDS, Pawn, Treasure, treasure_words
from firmware_py.games.or_du_pharaon.cells import Cell, place_words, where_words
from firmware_py.games.rules import Event
from firmware_py.words import Words, plain, words, words_n

# --- a turn ----------------------------------------------------------------------------------------------------------


class TurnBegins(Event, frozen=True):
    """The next player's turn begins."""

    names_next = True

    player: str

    def words(self) -> Words:
        return words("{player} to play.", player=self.player)


class TurnEnded(Event, frozen=True):
    """A player ended the turn."""

    player: str

    def words(self) -> Words:
        return words("{player} ends the turn.", player=self.player)


class TurnCut(Event, frozen=True):
    """A turn ends at once: by a mummy, a curse, or the bust leaving its chamber (G36, G40)."""

    player: str

    def words(self) -> Words:
        return words("{player}'s turn ends at once.", player=self.player)


class PassedOver(Event, frozen=True):
    """A player without pawns has an empty turn (G49)."""

    player: str

    def words(self) -> Words:
        return words("{player} has no figure left and is passed over.", player=self.player)


class Moved(Event, frozen=True):
    """A pawn moved to another card."""

    player: str
    pawn: Pawn
    origin: Cell
    to: Cell
    cost: int

    def words(self) -> Words:
        return words_n(
            "{player}: {pawn} goes to {place} ({count} action).",
            "{player}: {pawn} goes to {place} ({count} actions).",
            self.cost,
            player=self.player,
            pawn=PAWN_WORDS[self.pawn],
            place=place_words(self.to),
        )


class Revealed(Event, frozen=True):
    """A card was turned face up and laid with the sides in `open` open (G07)."""

    player: str
    cell: Cell
    open: str
    chamber: bool

    def words(self) -> Words:
        if self.chamber:
            return words("{player} discovers a burial chamber at {place}.", player=self.player, place=self.cell)
        return words("{player} reveals {place}.", player=self.player, place=self.cell)


class Rotated(Event, frozen=True):
    """A card was rotated clockwise; `open` are its open sides afterwards (G09)."""

    player: str
    cell: Cell
    turns: int
    open: str

    def words(self) -> Words:
        return words_n(
            "{player} rotates {place} by {count} quarter turn.",
            "{player} rotates {place} by {count} quarter turns.",
            self.turns,
            player=self.player,
            place=self.cell,
        )


class LanternPlaced(Event, frozen=True):
    """A lantern was placed (G19)."""

    player: str
    cell: Cell

    def words(self) -> Words:
        return words("{player} places a lantern on {place}.", player=self.player, place=place_words(self.cell))


class LanternTaken(Event, frozen=True):
    """A lantern went back to its supply (G19)."""

    player: str
    cell: Cell

    def words(self) -> Words:
        return words("{player} lifts the lantern {where}.", player=self.player, where=where_words(self.cell))


# --- treasures -------------------------------------------------------------------------------------------------------


class PickedUp(Event, frozen=True):
    """An archaeologist picked up a treasure (G23)."""

    player: str
    cell: Cell
    treasure: Treasure

    def words(self) -> Words:
        return words("{player} picks up {treasure}.", player=self.player, treasure=treasure_words(self.treasure))


class LaidDown(Event, frozen=True):
    """An archaeologist laid a treasure down (G23)."""

    player: str
    cell: Cell
    treasure: Treasure

    def words(self) -> Words:
        return words(
            "{player} puts {treasure} down on {place}.",
            player=self.player,
            treasure=treasure_words(self.treasure),
            place=self.cell,
        )


class Stolen(Event, frozen=True):
    """An archaeologist took what another carried (G25)."""

    player: str
    victim: str
    cell: Cell
    treasure: Treasure

    def words(self) -> Words:
        return words(
            "{player} steals {treasure} from {victim}.",
            player=self.player,
            treasure=treasure_words(self.treasure),
            victim=self.victim,
        )


class Delivered(Event, frozen=True):
    """A treasure reached the start card and is safe (G24)."""

    player: str
    treasure: Treasure

    def words(self) -> Words:
        return words(
            "{player} brings {treasure} out of the pyramid.",
            player=self.player,
            treasure=treasure_words(self.treasure),
        )


Tie: TypeAlias = Literal["none", "figures", "first", "shared"]
"""What separates players with the same total: nobody else has it, both pawns left, who reached it first, nothing."""


class GameOver(Event, frozen=True):
    """Only the start card remains; `tie` says what separates the winners from others with the same total (G50, G52)."""

    winners: tuple[str, ...]
    total: int
    tie: Tie

    def words(self) -> Words:
        first = self.winners[0]
        match self.tie:
            case "none":
                why = words("{player} wins with {total}.", player=first, total=self.total)
            case "figures":
                why = words(
                    "{player} wins: others have {total} too, but have lost a figure.", player=first, total=self.total
                )
            case "first":
                why = words(
                    "{player} wins: others have {total} too, but reached it later.", player=first, total=self.total
                )
            case "shared":
                names = tuple(plain(name) for name in self.winners)
                why = words("{players} share the victory with {total}.", players=names, total=self.total)
        return why
