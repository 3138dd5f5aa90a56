"""Which cards a pawn can reach, and for how many actions, with the help of its lanterns (G14 to G18)."""

from __future__ import annotations

from firmware_py.games.or_du_pharaon.paths import Cards, Corridors


def reached_by_actions(corridors: Corridors, lit: Cards, origin: Cards, actions: int) -> list[Cards]:
    """Return the cards that a pawn on `origin` reaches: for no action, for one at the fewest, and so on.

    At most `actions` are spent, and fewer if more lead nowhere. One action leads from a card to another across any
    number of cards that are all `lit`, or none; the two ends need no lantern (G15, G16).

    Why each step is written out: a call of `ahead` takes as long as the step.
    """
    north, east, south, west, rows = corridors.north, corridors.east, corridors.south, corridors.west, corridors.rows
    layers, reached = [origin], origin
    for _ in range(actions):
        passing, before = layers[-1], reached
        while passing:
            near = reached
            reached |= (
                (passing & north) >> 1 | (passing & east) << rows | (passing & south) << 1 | (passing & west) >> rows
            )
            passing = (reached ^ near) & lit  # the same action may continue from here
        if reached == before:
            break
        layers.append(reached ^ before)
    return layers
