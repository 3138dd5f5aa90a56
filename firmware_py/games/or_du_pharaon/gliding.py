"""What a figure can reach with some actions, and at what cost, on foot and along its own lanterns (G14 to G18)."""

from __future__ import annotations

from collections.abc import Collection

from firmware_py.games.or_du_pharaon.paths import Graph


def reach(ways: Graph, lit: Collection[int], origin: int, actions: int) -> list[int | None]:
    """Return for each card the fewest actions that lead to it from `origin`, None if more are needed.

    One action goes from a card to another over any number of cards between them, also none, that are all `lit`; the
    two ends need no light (G15, G16).
    """
    costs: list[int | None] = [None] * len(ways)
    costs[origin] = 0
    reached = [origin]
    for action in range(1, actions + 1):
        passing, reached = reached, []
        while passing:
            for card in ways[passing.pop()]:
                if costs[card] is None:
                    costs[card] = action
                    reached.append(card)
                    if card in lit:
                        passing.append(card)  # the same action may go on from here
        if not reached:
            break
    return costs
