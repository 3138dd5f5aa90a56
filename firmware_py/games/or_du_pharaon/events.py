"""What the device announces in L'or du pharaon: turns, cards, treasures, photos, the collapse, and the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from firmware_py.games.or_du_pharaon.state import (
    FIGURE_WORDS,
    POINTS,
    Cell,
    Figure,
    Treasure,
    place_words,
    treasure_words,
    where_words,
)
from firmware_py.games.registry import Event, Highlight
from firmware_py.words import Words, own_line, plain, words, words_n

# --- a turn ----------------------------------------------------------------------------------------------------------


class TurnBegins(Event, frozen=True):
    """The next player's turn begins."""

    announces_turn = True

    player: str

    def words(self) -> Words:
        return words("{player} to play.", player=self.player)

    def voice_words(self) -> Words:
        return words("{player}.", player=self.player)


class TurnEnded(Event, frozen=True):
    """A player ended the turn."""

    is_shown_anyway = True
    player: str

    def words(self) -> Words:
        return words("{player} ends the turn.", player=self.player)


class TurnCut(Event, frozen=True):
    """A turn ends at once: by a mummy, a curse, or the bust leaving its chamber (G36, G40)."""

    player: str

    def words(self) -> Words:
        return words("{player}'s turn ends at once.", player=self.player)


class WentHome(Event, frozen=True):
    """A player has gone home with figures, lanterns, photos and delivered treasures; what was carried stays (G54)."""

    player: str
    cell: str = ""
    dropped: Treasure | None = None

    def words(self) -> Words:
        if self.dropped is None:
            return words("{player} goes home: figures and lanterns leave the pyramid.", player=self.player)
        return words(
            "{player} goes home: figures and lanterns leave the pyramid, {treasure} stays on {cell}.",
            player=self.player,
            treasure=treasure_words(self.dropped),
            cell=self.cell,
        )


class LastOneWins(Event, frozen=True):
    """All others have gone home (G54)."""

    player: str

    def words(self) -> Words:
        return words("All others have gone home: {player} wins.", player=self.player)


class PassedOver(Event, frozen=True):
    """A player without figures has an empty turn (G49)."""

    player: str

    def words(self) -> Words:
        return words("{player} has no figure left and is passed over.", player=self.player)


class Moved(Event, frozen=True):
    """A figure moved to another card."""

    player: str
    figure: Figure = msgspec.field(name="pawn")
    origin: Cell
    to: Cell
    cost: int

    def words(self) -> Words:
        figure, place = FIGURE_WORDS[self.figure], place_words(self.to)
        if self.cost == 1:
            return words("{player}: {pawn} goes to {place}.", player=self.player, pawn=figure, place=place)
        return words(
            "{player}: {pawn} goes to {place} ({count} actions).",
            player=self.player,
            pawn=figure,
            place=place,
            count=self.cost,
        )

    def voice_words(self) -> Words:
        return words("On {place}.", place=place_words(self.to))


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

    def voice_words(self) -> Words:
        return self.words() if self.chamber else words("Entered.")


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

    def voice_words(self) -> Words:
        return words("Turned.")


class LanternPlaced(Event, frozen=True):
    """A lantern was placed (G19)."""

    player: str
    cell: Cell

    def words(self) -> Words:
        return words("{player} places a lantern on {place}.", player=self.player, place=place_words(self.cell))

    def voice_words(self) -> Words:
        return words("Lantern on {place}.", place=place_words(self.cell))


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

    def voice_words(self) -> Words:
        return words("Picked up.")


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

    def voice_words(self) -> Words:
        treasure = treasure_words(self.treasure)
        return own_line(words("{treasure} from {victim}.", treasure=treasure, victim=self.victim))


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

    def voice_words(self) -> Words:
        return own_line(words("{treasure} is safe.", treasure=treasure_words(self.treasure)))


Tie: TypeAlias = Literal["none", "pawns", "first", "shared"]
"""What separates players with the same total: nobody else has it, both figures left, who reached it first, nothing."""


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
            case "pawns":
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


Layers: TypeAlias = tuple[tuple[Cell, ...], ...]
"""The cards of all shortest paths: first the chamber, then those one step from it, at last the start card."""


class PhotoTaken(Event, frozen=True):
    """What the photo of a chamber shows (G29)."""

    player: str
    cell: Cell
    treasures: tuple[Treasure, ...]
    mummy: bool
    curse: bool

    def words(self) -> Words:
        seen = [treasure_words(treasure) for treasure in self.treasures]
        if self.mummy:
            seen.append(words("a mummy"))
        if self.curse:
            seen.append(words("a curse"))
        return words(
            "The photo of {place} shows: {seen}.",
            place=self.cell,
            seen=tuple(seen) or words("nothing"),
        )


class MummyWalks(Event, frozen=True):
    """The mummy moves to the start card along all shortest paths (G32, G33)."""

    is_shown_anyway = True

    cell: Cell
    layers: Layers

    def words(self) -> Words:
        return words_n(
            "The mummy runs to the start card: {count} step.",
            "The mummy runs to the start card: {count} steps.",
            len(self.layers) - 1,
        )


class Fled(Event, frozen=True):
    """A figure fled from the mummy to the start card; what it carried stays where it stood (G33, G34)."""

    is_shown_anyway = True

    player: str
    figure: Figure = msgspec.field(name="pawn")
    origin: Cell
    dropped: Treasure | None = None

    def words(self) -> Words:
        if self.dropped is None:
            return words(
                "{player}: {pawn} flees from {place} to the start card.",
                player=self.player,
                pawn=FIGURE_WORDS[self.figure],
                place=self.origin,
            )
        return words(
            "{player}: {pawn} flees from {place} to the start card and leaves {treasure} behind.",
            player=self.player,
            pawn=FIGURE_WORDS[self.figure],
            place=self.origin,
            treasure=treasure_words(self.dropped),
        )


class CurseBlows(Event, frozen=True):
    """The curse moves to the start card along all shortest paths (G32, G35)."""

    is_shown_anyway = True

    cell: Cell
    layers: Layers

    def words(self) -> Words:
        return words_n(
            "The curse sweeps to the start card: {count} step.",
            "The curse sweeps to the start card: {count} steps.",
            len(self.layers) - 1,
        )


class LanternOut(Event, frozen=True):
    """The curse blew out a lantern, which returns to its owner's supply (G35)."""

    is_shown_anyway = True

    player: str
    cell: Cell

    def words(self) -> Words:
        return words("{player}'s lantern {where} goes out.", player=self.player, where=where_words(self.cell))


class NoPath(Event, frozen=True):
    """No path leads from the chamber to the start card: mummy and curse have no effect (G36)."""

    cell: Cell
    mummy: bool
    curse: bool

    def words(self) -> Words:
        return words("No path leads from {place} to the start card: nothing happens.", place=self.cell)


class PhotoKept(Event, frozen=True):
    """The discoverer adds the photo to their collection (G29)."""

    player: str
    photos: int

    def words(self) -> Words:
        return words("{player} keeps the photo: 1 point.", player=self.player)


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
    """A figure fell with its card (G48)."""

    is_shown_anyway = True

    player: str
    figure: Figure = msgspec.field(name="pawn")
    cell: Cell

    def words(self) -> Words:
        return words(
            "{player} loses {pawn} on {place}.",
            player=self.player,
            pawn=FIGURE_WORDS[self.figure],
            place=self.cell,
        )


class TreasureLost(Event, frozen=True):
    """A treasure fell with its card; `player` carried it, None if it lay on the card (G48)."""

    is_shown_anyway = True

    cell: Cell
    treasure: Treasure
    player: str | None = None

    def words(self) -> Words:
        return words("Lost on {place}: {treasure}.", place=self.cell, treasure=treasure_words(self.treasure))


class LanternLost(Event, frozen=True):
    """A lantern fell with its card (G48)."""

    is_shown_anyway = True

    player: str
    cell: Cell

    def words(self) -> Words:
        return words("{player} loses the lantern on {place}.", player=self.player, place=self.cell)


def highlights(steps: Sequence[Any]) -> Iterator[Highlight]:
    """Yield for each player what their treasures are worth that came out of the pyramid."""
    hauls: Counter[str] = Counter()
    for step in steps:
        for event in step.events:
            if isinstance(event, Delivered):
                hauls[event.player] += POINTS[event.treasure]
    for player, points in hauls.items():
        yield Highlight("haul", player, points)
