"""All equally short paths between two cards, together (G32).

Why bitboards: a card lies on some shortest path if and only if its distances from both ends add up to the distance
between the ends. So paths need not be listed (an open square has hundreds). One integer holds a whole set of cards, a
bit for each, and four shifts take all of them one step further. Nothing here knows the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import msgspec

Cards: TypeAlias = int
"""A set of cards as a bitboard: the bit of a card is its place in the grid, counted down one column after another."""


class Corridors(msgspec.Struct, frozen=True):
    """The cards from which a step leads to each side, on a grid with so many `rows`."""

    north: Cards
    east: Cards
    south: Cards
    west: Cards
    rows: int

    def without_exits_of(self, cards: Cards) -> Corridors:
        """Return the corridors that lead no further from `cards`."""
        others = ~cards
        return Corridors(self.north & others, self.east & others, self.south & others, self.west & others, self.rows)

    def ahead(self, cards: Cards) -> Cards:
        """Return the cards one step away from any of `cards`."""
        return (
            (cards & self.north) >> 1
            | (cards & self.east) << self.rows
            | (cards & self.south) << 1
            | (cards & self.west) >> self.rows
        )


def layers_from(corridors: Corridors, origin: Cards) -> Iterator[Cards]:
    """Yield the cards no step, one step, two steps … away from the nearest card of `origin`, while there are any."""
    layer = seen = origin
    while layer:
        yield layer
        layer = corridors.ahead(layer) & ~seen
        seen |= layer


def shortest_paths(corridors: Corridors, origin: Cards, goal: Cards) -> list[Cards]:
    """Return every card on any shortest path from one card to another, both included; empty when there is no path.

    Every step must be possible in both directions, so the corridors to the south and the east tell of all. The cards
    come in layers: first `origin` alone, then the cards one step from it, at last `goal` alone.

    Why each step is written out: the square is so small that a call of `ahead` takes as long as half a step. Why the
    way there keeps what it has passed: the way back meets no card that is nearer than its layer, for that would make a
    path shorter than the shortest.
    """
    south, east, rows = corridors.south, corridors.east, corridors.rows
    reached, nears = origin, []
    while not reached & goal:
        nears.append(near := reached)
        reached |= near >> 1 & south | (near & south) << 1 | near >> rows & east | (near & east) << rows
        if reached == near:
            return []
    path = [layer := goal]
    for near in reversed(nears):
        layer = (layer >> 1 & south | (layer & south) << 1 | layer >> rows & east | (layer & east) << rows) & near
        path.append(layer)
    return path[::-1]
