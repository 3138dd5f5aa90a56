"""The set-up of L'or du pharaon, step by step."""

from __future__ import annotations

from firmware_py.pages.checklist import SetUpStep
from firmware_py.pages.topics import signs, sketch
from firmware_py.words import words

SET_UP: tuple[SetUpStep, ...] = (
    SetUpStep(
        words("The pyramid"),
        words(
            "Shuffle the cards and lay them face down in a square of six by six, a finger's width "
            "apart. One of the outer cards is the start card, face up: the way in and out."
        ),
        sketch(*("? ? ? ? ? ?",) * 5, "? ? (┻) ? ? ?"),
        readers="all",
    ),
    SetUpStep(
        words("Your team"),
        words(
            "Each player takes a colour: put the archaeologist and porter on the start card, keep five "
            "lanterns and the token in front of you."
        ),
        signs("archaeologist porter", "=›", "start_inside", "=5 ×", "lantern"),
        readers="all",
    ),
    SetUpStep(
        words("Photos"),
        words(
            "Shuffle the five photos, camera side up, and put them into the camera box beside the "
            "pyramid. Nobody looks at them."
        ),
        signs("photo =5", "=›", "camera"),
    ),
    SetUpStep(
        words("Treasures"),
        words(
            "Shuffle the eight treasures and stack them face down beside the pyramid. Put the bust next "
            "to them: it always comes last."
        ),
        signs("disc =8", "bust =1"),
    ),
    SetUpStep(
        words("Photos and treasures"),
        words(
            "Shuffle the five photos into the camera box. Stack the eight shuffled treasures face down "
            "beside it, the bust next to them."
        ),
        signs("photo =5", "=›", "camera", "disc =8", "bust =1"),
        readers="known",
    ),
    SetUpStep(
        words("Who begins"),
        words("The youngest, then clockwise. If the device names somebody else, go back and choose."),
        signs("player", "=›", "player", "redo"),
        readers="all",
    ),
)
"""What lies where before a game."""
