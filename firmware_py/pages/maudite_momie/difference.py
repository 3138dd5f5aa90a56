"""What lies elsewhere on the table of Maudite Momie than in another state of the game."""

from __future__ import annotations

from display.view import Colour
from firmware_py.games.maudite_momie.state import State
from firmware_py.pages.differences import Difference, recounted
from firmware_py.words import words


def difference(before: State, after: State, colours: tuple[Colour, ...]) -> tuple[Difference, ...]:
    """Return each token that stands elsewhere on the score track, and where more or fewer cards lie."""
    seats = range(len(after.players))
    tokens = (
        recounted(
            words("{player} on the score track", player=after.players[seat]),
            before.scores[seat],
            after.scores[seat],
            ("trophy",),
            colours[seat],
        )
        for seat in seats
    )
    cards = (
        recounted(
            words("Cards before {player}", player=after.players[seat]),
            before.cards[seat],
            after.cards[seat],
            ("card",),
            colours[seat],
        )
        for seat in seats
    )
    piles = (
        recounted(words("Left pile"), before.left, after.left, ("pile",), is_named=True),
        recounted(words("Right pile"), before.right, after.right, ("pile",), is_named=True),
        recounted(words("Discards"), before.discard, after.discard, ("discard",), is_named=True),
    )
    return tuple(line for lines in (*tokens, *cards, *piles) for line in lines)
