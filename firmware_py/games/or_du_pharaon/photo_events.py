"""What the device announces of a photo: treasures, the mummy, the curse, and who is hit."""

from __future__ import annotations

from typing import TypeAlias

from firmware_py.games.or_du_pharaon.actions import PAWN_WORDS, Pawn, Treasure, treasure_words
from firmware_py.games.or_du_pharaon.cells import Cell, where_words
from firmware_py.games.rules import Event
from firmware_py.words import Words, words, words_n

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

    is_plain = True

    cell: Cell
    layers: Layers

    def words(self) -> Words:
        return words_n(
            "The mummy runs to the start card: {count} step.",
            "The mummy runs to the start card: {count} steps.",
            len(self.layers) - 1,
        )


class Fled(Event, frozen=True):
    """A pawn fled from the mummy to the start card; what it carried stays where it stood (G33, G34)."""

    is_plain = True

    player: str
    pawn: Pawn
    origin: Cell
    dropped: Treasure | None = None

    def words(self) -> Words:
        if self.dropped is None:
            return words(
                "{player}: {pawn} flees from {place} to the start card.",
                player=self.player,
                pawn=PAWN_WORDS[self.pawn],
                place=self.origin,
            )
        return words(
            "{player}: {pawn} flees from {place} to the start card and leaves {treasure} behind.",
            player=self.player,
            pawn=PAWN_WORDS[self.pawn],
            place=self.origin,
            treasure=treasure_words(self.dropped),
        )


class CurseBlows(Event, frozen=True):
    """The curse moves to the start card along all shortest paths (G32, G35)."""

    is_plain = True

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

    is_plain = True

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
