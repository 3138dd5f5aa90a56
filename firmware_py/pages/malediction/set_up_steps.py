"""The set-up of La malédiction, step by step."""

from __future__ import annotations

from firmware_py.pages.checklist import SetUpStep
from firmware_py.pages.topics import signs
from firmware_py.words import words

SET_UP: tuple[SetUpStep, ...] = (
    SetUpStep(
        words("Two sides"),
        words(
            "The map stands upright in the box, the same on both sides. The mummy's player sits "
            "alone on one side and never looks at the other, all game long."
        ),
        signs("mummy", "wall", "player player"),
        is_brief=True,
    ),
    SetUpStep(
        words("The map"),
        words(
            "The device must know the map of your box: the practice map is invented. Draw yours once, by "
            "'Draw a map…' on the page before this; it takes some six minutes."
        ),
        signs("wall", "=›", "letters"),
    ),
    SetUpStep(
        words("Hunters"),
        words(
            "Each hunter takes the pawn named here and its three tokens. The pawns begin on the stairs. "
            "Unused pieces go back into the box."
        ),
        signs("player", "=›", "stairs", "ankh ankh ankh"),
        is_brief=True,
        players=range(3, 6),
    ),
    SetUpStep(
        words("Two pawns"),
        words(
            "The hunter takes both pawns named here, three tokens each. They begin on the stairs. Unused "
            "pieces go back into the box."
        ),
        signs("player player", "=›", "stairs", "ankh ankh ankh =×2"),
        is_brief=True,
        players=range(2, 3),
    ),
    SetUpStep(
        words("The mummy"),
        words(
            "It has two halves: the large figure on the sarcophagus on its own side, the small "
            "counter-magnet at the same place on the hunters' side."
        ),
        signs("mummy", "=+", "mummy", "=›", "sarcophagus"),
    ),
    SetUpStep(
        words("Missions"),
        words(
            "Shuffle the 23 cards by colour. Each hunter draws one of every colour and shows them to "
            "nobody; the rest is put aside unseen."
        ),
        signs("mission_red mission_blue mission_white mission_green mission_yellow"),
        is_brief=True,
        players=range(3, 6),
    ),
    SetUpStep(
        words("Ten missions"),
        words(
            "Shuffle the 23 cards by colour. The hunter draws two of every colour and keeps them secret; "
            "the rest is put aside unseen."
        ),
        signs("mission_red mission_blue mission_white mission_green mission_yellow =×2"),
        is_brief=True,
        players=range(2, 3),
    ),
    SetUpStep(
        words("Dice"),
        words(
            "The brown die goes to the mummy, the five white ones to the hunters. The mummy may look at "
            "the backs of cards that nobody drew."
        ),
        signs("dice", "=›", "mummy", "die_1 die_2 die_3 die_4 die_arrow"),
    ),
    SetUpStep(
        words("Who begins"),
        words(
            "The hunter at the mummy's left, then clockwise, the mummy last. Hunters do well to help each"
            " other at first."
        ),
        signs("mummy", "=›", "player", "=›", "player"),
        is_brief=True,
    ),
)
"""What lies where before a game."""
