"""What a figure can reach with some actions, and at what cost, on foot and along its own lanterns (G14 to G18)."""

from __future__ import annotations

from firmware_py.games.or_du_pharaon.paths import Cards, Ways, stepped


def reach(ways: Ways, lit: Cards, origin: Cards, actions: int) -> list[Cards]:
    """Return the cards that take 0 (only `origin`), 1, 2 … actions, at most `actions`; each stands at its lowest cost.

    One action goes from a card to another over any number of cards between them, also none, that are all `lit`; the
    two ends need no light (G15, G16).
    """
    reached = [origin]
    unseen = ~origin
    while len(reached) <= actions and reached[-1]:
        arrived, passing = 0, reached[-1]
        while passing:
            ahead = stepped(ways, passing) & unseen
            unseen ^= ahead
            arrived |= ahead
            passing = ahead & lit  # the same action may go on from here
        reached.append(arrived)
    return reached
