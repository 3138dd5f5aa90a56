"""All equally short paths between two cards, together (G32).

Why both ends: a card lies on some shortest path if and only if its distance from the one end and its distance from the
other add up to the distance between the ends. So no path is ever listed (an open square has hundreds). One search
measures the distance of every card to the goal; a second one walks from the origin and takes only cards for which the
sum is right. Each looks at every card and every open edge once. Nothing here knows the game: cards are numbers from 0,
and `ways` names for each card the cards one step away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Graph: TypeAlias = Sequence[Sequence[int]]
"""For each card, by its number, the cards one step away."""


def distances(ways: Graph, origin: int) -> list[int | None]:
    """Return for each card how many steps it is away from `origin`, None where no way leads."""
    found: list[int | None] = [None] * len(ways)
    found[origin] = 0
    queue = [origin]
    for card in queue:  # which grows meanwhile, by the nearest cards first
        steps = (found[card] or 0) + 1
        for other in ways[card]:
            if found[other] is None:
                found[other] = steps
                queue.append(other)
    return found


def shortest_paths(ways: Graph, origin: int, goal: int) -> list[list[int]]:
    """Return every card on any shortest path from `origin` to `goal`, both included; empty when there is no path.

    Every step must be possible back as well. The cards come in layers: first `origin` alone, then the cards one step
    away from it, at last `goal` alone.
    """
    to_goal = distances(ways, goal)
    length = to_goal[origin]
    if length is None:
        return []
    layer = [origin]
    layers = [layer]
    for still_to_go in range(length - 1, -1, -1):
        ahead = []
        for card in layer:
            for other in ways[card]:
                if to_goal[other] == still_to_go:
                    to_goal[other] = None  # taken: another card of this layer may lead there too
                    ahead.append(other)
        layers.append(ahead)
        layer = ahead
    return layers
