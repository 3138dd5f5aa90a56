"""All equally short paths between two cards, together (G32).

Why both ends: a card lies on some shortest path if and only if its distance from the one end and its distance from the
other add up to the distance between the ends. So no path is ever listed (an open square has hundreds): the cards k
steps from the one end that are length - k steps from the other are the answer.

Why integers: a set of cards is one integer, one bit a place, row after row. All cards of a layer then step at once by
four shifts, in a square of any size. At least one column of the rows must stay empty, or a step would wrap around.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

Position: TypeAlias = tuple[int, int]
"""Column (west to east) and row (north to south), 0 or more."""
Cards: TypeAlias = int
"""A set of cards as one integer."""


class Ways(NamedTuple):
    """From which cards one may step to which side: the facing edges of both cards are open (G03)."""

    width: int
    """Places in a row, one of them always empty."""
    north: Cards
    east: Cards
    south: Cards
    west: Cards


def card_at(place: Position, width: int) -> Cards:
    """Return the set of the one card that lies at `place`, in rows of `width` places."""
    return 1 << (place[1] * width + place[0])


def open_ways(openings: Mapping[Position, str], width: int) -> Ways:
    """Return the ways between cards that lie face up; `openings` names the open sides of each, letters of NESW."""
    north = east = south = west = 0
    for place, sides in openings.items():
        card = card_at(place, width)
        if "N" in sides:
            north |= card
        if "E" in sides:
            east |= card
        if "S" in sides:
            south |= card
        if "W" in sides:
            west |= card
    return Ways(width, north & south << width, east & west >> 1, south & north >> width, west & east << 1)


def stepped(ways: Ways, cards: Cards) -> Cards:
    """Return every card that is one step away from one of `cards`."""
    width, north, east, south, west = ways
    return (cards & north) >> width | (cards & east) << 1 | (cards & south) << width | (cards & west) >> 1


def layers(ways: Ways, origin: Cards, goal: Cards) -> list[Cards]:
    """Return the cards 0, 1, 2 … steps away from `origin`, up to the layer that holds `goal`; empty if none does."""
    width, north, east, south, west = ways
    layer, unseen = origin, ~origin
    found = [origin]
    while not layer & goal:
        # `stepped`, written out: this line is the whole cost of a path
        layer = (layer & north) >> width | (layer & east) << 1 | (layer & south) << width | (layer & west) >> 1
        layer &= unseen
        if not layer:
            return []
        unseen ^= layer
        found.append(layer)
    return found


def shortest_paths(ways: Ways, origin: Cards, goal: Cards) -> tuple[Cards, ...]:
    """Return every card on any shortest path from `origin` to `goal`, both included; empty when there is no path.

    The cards come in layers: first `origin` alone, then the cards one step away from it, at last `goal` alone.
    """
    from_origin = layers(ways, origin, goal)
    to_goal = layers(ways, goal, origin)
    return tuple(near & far for near, far in zip(from_origin, reversed(to_goal), strict=True))
