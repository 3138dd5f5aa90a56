"""The set-up of Maudite Momie, step by step."""

from __future__ import annotations

from firmware_py.pages.checklist import SetUpStep
from firmware_py.pages.topics import signs
from firmware_py.words import words

SET_UP: tuple[SetUpStep, ...] = (
    SetUpStep(
        words("Two piles"),
        words(
            "Shuffle all 54 cards and split them into two face-down piles of 27, side by side. Leave "
            "room for a discard pile."
        ),
        signs("card_red =12", "card_yellow =18", "card_green =24"),
    ),
    SetUpStep(
        words("Tokens"),
        words(
            "Each player takes two tokens of the same colour: put one on the 0 of the score track in "
            "the box, keep the other in front of you."
        ),
        signs("player", "=2 ×", "maudite_momie"),
    ),
    SetUpStep(
        words("Cards and tokens"),
        words(
            "Shuffle all 54 cards and split them into two face-down piles of 27. Put one token of each "
            "player on the 0 of the score track."
        ),
        signs("card_red card_yellow card_green", "=+", "player", "=›", "maudite_momie"),
        readers="known",
    ),
    SetUpStep(
        words("Your own cards"),
        words("Look at your own cards whenever you like, but show them to nobody until they are revealed."),
        signs("card", "info", "look_away"),
    ),
    SetUpStep(
        words("Who begins"),
        words("Whoever last saw a film with a mummy in it. If that is not who begins here, go back and choose."),
        signs("mummy", "=›", "player"),
        readers="all",
    ),
)
"""What lies where before a game."""
