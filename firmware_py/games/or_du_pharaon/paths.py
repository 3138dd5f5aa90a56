"""All equally short paths between two cards, together (G32).

Why distances: a card lies on some shortest path if and only if its distances from both ends add up to the distance
between the ends. So paths need not be listed (an open square has hundreds). One search measures the distance of every
card to the goal. A second search goes from the origin to cards for which the sum is right. Each visits every card and
every open edge once. Nothing here knows the game: a card is a number from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Graph: TypeAlias = Sequence[Sequence[int]]
"""For each card, by its number, the cards one step away."""


def distances(graph: Graph, origin: int) -> list[int | None]:
    """Return for each card how many steps it is from `origin`, None without a path."""
    found: list[int | None] = [None] * len(graph)
    found[origin] = 0
    queue = [origin]
    for card in queue:  # the loop appends to it, nearest cards first
        steps = (found[card] or 0) + 1
        for other in graph[card]:
            if found[other] is None:
                found[other] = steps
                queue.append(other)
    return found


def shortest_paths(graph: Graph, origin: int, goal: int) -> list[list[int]]:
    """Return every card on any shortest path from `origin` to `goal`, both included; empty when there is no path.

    Every step must be possible in both directions. The cards come in layers: first `origin` alone, then the cards one
    step from it, at last `goal` alone.
    """
    to_goal = distances(graph, goal)
    length = to_goal[origin]
    if length is None:
        return []
    layer = [origin]
    layers = [layer]
    for still_to_go in range(length - 1, -1, -1):
        ahead = []
        for card in layer:
            for other in graph[card]:
                if to_goal[other] == still_to_go:
                    to_goal[other] = None  # taken: another card of this layer may lead there too
                    ahead.append(other)
        layers.append(ahead)
        layer = ahead
    return layers
