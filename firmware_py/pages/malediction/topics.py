"""What is explained of La malédiction de la momie."""

from __future__ import annotations

from firmware_py.pages.topics import BUTTONS, Topic, maze_sketch, signs
from firmware_py.words import words

TOPICS: dict[str, Topic] = {
    "goal": Topic(
        ("P01", "P02", "P43"),
        words("Who wins"),
        (
            words(
                "A hunter wins by playing the fifth mission. The mummy wins with 4 tokens against two hunters, 6 "
                "against three and 7 against four, even after one of them is out."
            ),
        ),
        signs("mission_red mission_blue mission_white mission_green mission_yellow", "=5", "mummy ankh", "=4 · 6 · 7"),
    ),
    "two": Topic(
        ("P45", "P46", "P47"),
        words("With two players"),
        (
            words(
                "One person plays two pawns, each with its own turn, and needs ten missions in all, "
                "with either pawn. Each pawn has three tokens, but the mummy wins with three in all. "
                "The device checks every move."
            ),
        ),
        signs("pawn pawn", "mission_red mission_blue =10", "mummy ankh", "=3"),
    ),
    "cards": Topic(
        ("P03", "P04", "P05"),
        words("Mission cards"),
        (
            words(
                "Every hunter holds one card of each colour and shows it to nobody, the other hunters "
                "included. The colour of a pawn says nothing about its missions."
            ),
        ),
        signs("mission_red mission_blue mission_white mission_green mission_yellow"),
    ),
    "order": Topic(
        ("P06", "P38"),
        words("Whose turn"),
        (
            words(
                "The hunters in order, then the mummy, and so on. A hunter who pays the last token is "
                "out: the pawn is removed, the turn is skipped, and the cards stay secret."
            ),
        ),
        signs("pawn", "=›", "pawn", "=›", "mummy", "redo"),
    ),
    "secrecy": Topic(
        ("P48", "P49"),
        words("What the mummy may know"),
        (
            words(
                "The announced die, the locked dice, the missions played, the tokens, and who is in the "
                "dungeon. Never where hunters stand or went: hide the map before the device changes hands."
            ),
        ),
        signs("mummy look_away", "curtain"),
    ),
    "locked": Topic(
        ("P07", "P12", "P13"),
        words("Rolling"),
        (
            words(
                "Dice that show the mummy are locked at once, for every hunter, and stay so after the mummy's"
                " turn. Roll all the others again as often as you like; only the faces that show now can be "
                "chosen."
            ),
        ),
        signs("die_mummy die_mummy", "=+", "die_2 die_4 die_arrow", "redo"),
    ),
    "reset": Topic(
        ("P08", "P09", "P10", "P11"),
        words("Reset the dice"),
        (
            words(
                "Before your first roll you may free all locked dice. First the mummy may move one cell for each "
                "of them, without its own die. Then you roll all five, even if it has just caught you. If you "
                "are out, the next hunter begins."
            ),
        ),
        signs("die_mummy die_mummy die_mummy", "=›", "mummy =3", "=›", "dice =5"),
    ),
    "all_locked": Topic(
        ("P14", "P15"),
        words("All five locked"),
        (
            words(
                "Your turn is lost. The next hunter must reset the dice, so the mummy may move five "
                "cells. If it happens to the last hunter, the mummy first takes its own turn, with five "
                "extra cells."
            ),
        ),
        signs("die_mummy die_mummy die_mummy die_mummy die_mummy", "=›", "mummy =5"),
    ),
    "choose": Topic(
        ("P17", "P25"),
        words("Choose a die"),
        (
            words(
                "Pick one die and say it aloud to the mummy before the pawn moves. You cannot pick a "
                "die that does not let it move: take another, or roll again."
            ),
        ),
        signs("die_3", "=›", "mummy sound"),
    ),
    "number": Topic(
        ("P18", "P19", "P21"),
        words("A number"),
        (
            words(
                "Exactly that many cells, turning as you like, even back over the same cells: a 2 or a "
                "4 may end where it began. You may pass over other pawns, but not end on one."
            ),
        ),
        maze_sketch("╺ ┳ ╸", "# ╹ #", pawns={0: "red"}, lit=(2, 4, 0)),
    ),
    "arrow": Topic(
        ("P22", "P23"),
        words("The arrow"),
        (
            words(
                "Straight on, as far as it goes and at least one cell: until a wall, another pawn, the "
                "mummy, the stairs or the dungeon is in the way. You cannot stop earlier."
            ),
        ),
        maze_sketch("╺ ━ ━ ╸", pawns={0: "red", 3: "blue"}, lit=(2,)),
    ),
    "closed": Topic(
        ("P20", "P24", "P30", "P31", "P33"),
        words("Closed cells"),
        (
            words(
                "Nobody enters the stairs or the dungeon, not even in passing. The mummy does not either: you "
                "are safe there, and leaving costs nothing extra. You cannot enter the mummy's cell, and in the "
                "corridors each cell holds one pawn."
            ),
        ),
        maze_sketch("S╺ ━ ━ D╸", pawns={1: "red"}, mummy=2),
    ),
    "sarcophagus": Topic(
        ("P40", "P44"),
        words("The sarcophagus"),
        (
            words(
                "The mummy begins there. Once it has left, hunters may enter it like any other cell, unless "
                "dungeon and sarcophagus are one."
            ),
        ),
        signs("sarcophagus", "=›", "mummy", "=+", "pawn"),
    ),
    "stuck": Topic(
        ("P26", "P27", "P28"),
        words("Stuck"),
        (
            words(
                "If no die at all could move your pawn, say so and pass: no reset, no roll. If five "
                "dice are locked, the next hunter must reset them. Dice already reset stay free."
            ),
        ),
        maze_sketch("╺ ╸", pawns={0: "red"}, mummy=1),
    ),
    "mission": Topic(
        ("P41", "P42"),
        words("Play a mission"),
        (words("Only where your move ends, and only if you want to. Show the card to everybody, the mummy too."),),
        signs("mission_red", "=›", "players look"),
    ),
    "mummy": Topic(
        ("P16", "P32"),
        words("The mummy moves"),
        (
            words(
                "Up to its die plus one for each locked die, or not at all. It may turn and go back as "
                "it likes, but not through walls. The locked dice stay locked."
            ),
        ),
        signs("die_blank", "=+", "die_mummy die_mummy", "=›", "mummy"),
    ),
    "number keys": Topic(
        (),
        words("Buttons for dice"),
        (
            words(
                "Each button is drawn beside what it enters. If ✓ stands in a ring, hold it. A number with a plus "
                "leads to all from there on."
            ),
        ),
        signs("up =1", "ok =2", "down =3+", "hold_ok =6"),
        BUTTONS,
    ),
    "catch": Topic(
        ("P34", "P35", "P36", "P37", "P39"),
        words("A catch"),
        (
            words(
                "Stepping onto a hunter's cell is a catch, even in passing and even if the magnets do "
                "not click. The mummy stops: one catch a turn. The hunter pays a token, goes to the "
                "dungeon and keeps all missions. With enough tokens the mummy wins."
            ),
        ),
        maze_sketch("╺ ━ ━ ╸", mummy=0, pawns={2: "red"}, path=(0, 1)),
    ),
}
"""Each explanation by its name."""
