"""The set-up of La malédiction, step by step."""

from __future__ import annotations

from firmware_py.pages.checklist import SetUpStep
from firmware_py.pages.topics import signs
from firmware_py.words import words

DRAW_THE_MAP = SetUpStep(
    words("The map"),
    words(
        "The device must know the map in your box: the practice map is made up. Draw yours once "
        "with 'Draw a map…' on the page before this; it takes about six minutes."
    ),
    signs("wall", "=›", "repair"),
)
"""Nobody needs it once they play on a map of their own."""

SET_UP: tuple[SetUpStep, ...] = (
    SetUpStep(
        words("Two sides"),
        words(
            "The map stands upright in the box, the same on both sides. The mummy player sits alone on "
            "one side and must never look at the other."
        ),
        signs("mummy", "wall", "players"),
        readers="all",
    ),
    DRAW_THE_MAP,
    SetUpStep(
        words("Hunters"),
        words(
            "Each hunter takes the pawn named on the page before this, and its three tokens. The pawns "
            "begin on the stairs. Unused pieces go back into the box."
        ),
        signs("pawn", "=›", "stairs", "ankh ankh ankh"),
        readers="all",
        players=range(3, 6),
    ),
    SetUpStep(
        words("Two pawns"),
        words(
            "The hunter takes both pawns named on the page before this, three tokens each. They begin on "
            "the stairs. Unused pieces go back into the box."
        ),
        signs("pawn pawn", "=›", "stairs", "ankh ankh ankh =×2"),
        readers="all",
        players=range(2, 3),
    ),
    SetUpStep(
        words("The mummy"),
        words(
            "It has two halves: put the large figure on the sarcophagus on the mummy's side, the small "
            "magnet at the same place on the hunters' side."
        ),
        signs("mummy", "=+", "sensors", "=›", "sarcophagus"),
    ),
    SetUpStep(
        words("Missions"),
        words(
            "Sort the 23 cards by colour and shuffle each pile. Each hunter secretly draws one of each "
            "colour. Put the rest aside without looking."
        ),
        signs("mission_red mission_blue mission_white mission_green mission_yellow"),
        readers="all",
        players=range(3, 6),
    ),
    SetUpStep(
        words("Ten missions"),
        words(
            "Sort the 23 cards by colour and shuffle each pile. The hunter secretly draws two of each "
            "colour. Put the rest aside without looking."
        ),
        signs("mission_red mission_blue mission_white mission_green mission_yellow =×2"),
        readers="all",
        players=range(2, 3),
    ),
    SetUpStep(
        words("Dice"),
        words(
            "The brown die goes to the mummy, the five white ones to the hunters. The mummy may look at "
            "the backs of cards that nobody drew."
        ),
        signs("die_blank", "=›", "mummy", "dice =5", "=›", "players"),
    ),
    SetUpStep(
        words("The mummy and the dice"),
        words(
            "Put the large figure on the sarcophagus, the small magnet opposite. The brown die goes to "
            "the mummy, the five white ones to the hunters."
        ),
        signs("mummy", "=+", "sensors", "=›", "sarcophagus", "die_blank", "dice =5"),
        readers="known",
    ),
    SetUpStep(
        words("Who begins"),
        words(
            "The hunter on the mummy player's left, then clockwise, the mummy last. At first, hunters "
            "should help each other."
        ),
        signs("mummy", "=›", "player", "=›", "player", "redo"),
        readers="all",
        players=range(3, 6),
    ),
    SetUpStep(
        words("Who begins"),
        words("First one pawn, then the other, always in the same order; then the mummy. Each pawn has its own turn."),
        signs("pawn", "=›", "pawn", "=›", "mummy", "redo"),
        readers="all",
        players=range(2, 3),
    ),
)
"""What lies where before a game."""
