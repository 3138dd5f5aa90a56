"""Which cards a pawn can reach, and for how many actions, with the help of its lanterns (G14 to G18)."""

from __future__ import annotations

from collections.abc import Collection

from firmware_py.games.or_du_pharaon.paths import Graph


def action_costs(graph: Graph, lit: Collection[int], origin: int, actions: int) -> list[int | None]:
    """Return for each card the fewest actions that lead to it from `origin`, None if more than `actions`.

    One action leads from a card to another across any number of cards that are all `lit`, or none; the two ends need
    no lantern (G15, G16).
    """
    costs: list[int | None] = [None] * len(graph)
    costs[origin] = 0
    reached = [origin]
    for action in range(1, actions + 1):
        passing, reached = reached, []
        while passing:
            for card in graph[passing.pop()]:
                if costs[card] is None:
                    costs[card] = action
                    reached.append(card)
                    if card in lit:
                        passing.append(card)  # the same action may continue from here
        if not reached:
            break
    return costs
