"""The set-up of Maudite Momie, step by step."""

from __future__ import annotations

from display.view import Item
from firmware_py.pages.checklist import SetUpStep
from firmware_py.pages.topics import signs
from firmware_py.words import words

ON_THE_TRACK, BEFORE_ITS_PLAYER = Item("0", colour="red"), Item("", ("player",), colour="red")
"""The two tokens of one colour."""

SET_UP: tuple[SetUpStep, ...] = (
    SetUpStep(
        words("Two piles"),
        words(
            "Shuffle all 54 cards and split them into two face-down piles of 27, side by side. Leave "
            "room for a discard pile."
        ),
        signs("card_red =12", "card_yellow =18", "card_green =24", "=›", "pile pile"),
    ),
    SetUpStep(
        words("Tokens"),
        words(
            "Each player takes two tokens of the same colour: put one on the 0 of the score track in "
            "the box, keep the other in front of you."
        ),
        (ON_THE_TRACK, BEFORE_ITS_PLAYER),
    ),
    SetUpStep(
        words("Cards and tokens"),
        words(
            "Shuffle all 54 cards and split them into two face-down piles of 27. Put one token of each "
            "player on the 0 of the score track."
        ),
        (*signs("card_red card_yellow card_green", "=›", "pile pile"), ON_THE_TRACK, BEFORE_ITS_PLAYER),
        readers="known",
    ),
    SetUpStep(
        words("Your own cards"),
        words("Look at your own cards whenever you like, but show them to nobody until they are revealed."),
        signs("card", "player look", "players look_away"),
    ),
    SetUpStep(
        words("Who begins"),
        words("Whoever last saw a film with a mummy in it. If the device names somebody else, go back and choose."),
        signs("screen mummy", "=›", "player"),
        readers="all",
    ),
)
"""What lies where before a game."""
