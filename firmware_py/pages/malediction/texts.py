"""The texts of La malédiction: its lesson, in which each step asks for one answer, its set-up, and its explanations."""

from __future__ import annotations

import msgspec

from display.view import Item, MazePlan, Menu
from firmware_py.games.malediction.legality import reachable
from firmware_py.games.malediction.state import Choose, Header, Hunter, Move, PlayMission, Reset, Roll, Setup, State
from firmware_py.grid import Cell
from firmware_py.pages.lesson import Answer, Lesson, LessonStep, SetUpStep
from firmware_py.pages.malediction.pictures import DIE_ICONS, maze_of
from firmware_py.pages.table import Table
from firmware_py.pages.topics import BUTTON_CONTROLS, Topic, maze_sketch, signs
from firmware_py.words import words

ADA, BO, MO = "Ada", "Bo", "Mo"


class Plan(msgspec.Struct, frozen=True):
    """Draws the map, what can be reached with the die that was announced, and a path of the mummy."""

    path: tuple[Cell, ...] = ()

    def __call__(self, table: Table) -> MazePlan:
        """Return the map, hunters and all: nobody plays here."""
        state: State = table.playing.state
        lit = tuple(sorted(reachable(state, state.face))) if state.phase == "move" and state.face else ()
        return maze_of(state, Menu(()), lit=lit, path=self.path)


def _dice(table: Table) -> tuple[Item, ...]:
    """Return the dice that were locked, and what the others have just shown."""
    roll = table.playing.steps[-1].action
    locked = table.playing.state.locked - roll.faces.count("mummy")
    return (Item("", ("die_mummy",) * locked), Item("+"), Item("", tuple(DIE_ICONS[face] for face in roll.faces)))


def _locked(table: Table) -> tuple[Item, ...]:
    """Return the locked dice, and how far the mummy may go."""
    state: State = table.playing.state
    return (Item("", ("die_mummy",) * (state.steps or 0)), Item("›"), Item(f"{state.steps}", ("mummy",)))


def _dungeon(table: Table) -> tuple[Item, ...]:
    """Return the dungeon, the tokens that the pawn in it still has, and those that the mummy has won."""
    state: State = table.playing.state
    caught = state.at.index("dungeon")
    return (
        Item("", ("dungeon",), colour=table.colours[caught]),
        Item("", ("ankh",) * state.ankhs[caught]),
        Item("›"),
        Item(f"{state.tokens}", ("mummy", "ankh")),
    )


STEPS: tuple[LessonStep, ...] = (
    LessonStep(
        words("The aim"),
        words("A hunter wins with five missions, the mummy with enough tokens."),
        words("Who may see where the hunters stand?"),
        signs("mission_red mission_blue mission_white mission_green mission_yellow", "mummy ankh"),
        (
            Answer(words("Everybody but the mummy")),
            Answer(words("Everybody"), words("The mummy must never look behind the map.")),
        ),
    ),
    LessonStep(
        words("Blue's turn"),
        words("Two dice showed a mummy: they are locked. Blue rolled the other three: a mummy, 1 and 2."),
        words("How many are locked now?"),
        _dice,
        (
            Answer(words("Two"), words("Every mummy is locked as soon as it shows.")),
            Answer(words("Three")),
        ),
        played=(
            *(Roll(ADA, faces=("mummy", "mummy", "1", "2", "3")), Choose(ADA, "1"), Move(ADA, to="c4")),
            *(Roll(BO, faces=("1", "2", "4")), Choose(BO, "4"), Move(BO, to="e3")),
            *(Roll(MO, face=1), Move(MO, path=("d3",))),
            Roll(ADA, faces=("mummy", "1", "2")),
        ),
    ),
    LessonStep(
        words("Again"),
        words("Blue rolls the two free dice again: 1 and 4."),
        words("May Blue still take the 2 from before?"),
        _dice,
        (
            Answer(words("No, only what shows now")),
            Answer(words("Yes"), words("Only the faces that show now count."), Choose(ADA, "2")),
        ),
        played=(Roll(ADA, faces=("1", "4")),),
    ),
    LessonStep(
        words("Four cells"),
        words('Blue says "four" aloud and walks. The fourth cell is a mission whose card Blue holds.'),
        words("What now?"),
        Plan(),
        (
            Answer(words("Blue may show it to all"), wish=PlayMission(ADA)),
            Answer(words("Blue must keep it secret"), words("A mission played is shown to everybody, the mummy too.")),
        ),
        played=(Choose(ADA, "4"), Move(ADA, to="a2")),
    ),
    LessonStep(
        words("The usual mistake"),
        words('Red stands one cell above a yellow mission and says "three".'),
        words("Can Red end there?"),
        Plan(),
        (
            Answer(words("No, it is too near"), words("You may go back and forth: there, back, and there again.")),
            Answer(words("Yes"), wish=Move(BO, to="e4")),
        ),
        played=(PlayMission(ADA), Roll(BO, faces=("3", "1")), Choose(BO, "3")),
    ),
    LessonStep(
        words("The dice are reset"),
        words("Blue resets the three locked dice before rolling."),
        words("What may the mummy do first?"),
        _locked,
        (
            Answer(words("Move up to three cells"), wish=Move(MO, path=("d4", "c4", "b4"))),
            Answer(
                words("Roll its die"),
                words("Its die is for its own turn, when the locked dice are added."),
                Roll(MO, face=1),
            ),
        ),
        played=(
            *(Move(BO, to="e4"), PlayMission(BO)),
            *(Roll(MO, face=1), Move(MO, path=())),
            Reset(ADA),
        ),
    ),
    LessonStep(
        words("A catch"),
        words("The mummy steps onto Red's cell and has a step left."),
        words("What happens?"),
        Plan(path=("d3", "e3")),
        (
            Answer(words("It stops: Red is caught"), wish=Move(MO, path=("e3", "e4"))),
            Answer(words("It may walk on"), words("A catch ends its move."), Move(MO, path=("e3", "e4", "e5"))),
        ),
    ),
    LessonStep(
        words("In the dungeon"),
        words("Red pays a token, goes to the dungeon and keeps all missions."),
        words("When is Red out of the game?"),
        _dungeon,
        (
            Answer(words("After the third token")),
            Answer(words("At once"), words("Each pawn has three tokens.")),
        ),
        played=(Move(MO, path=("e3", "e4")),),
    ),
)
"""The answer without a reason is the right one."""


def _header() -> Header:
    return Header(1, "malediction", (ADA, BO, MO), Setup(MO, (Hunter(ADA, "blue"), Hunter(BO, "red")), "small"))


LESSON = Lesson("malediction", _header, ("blue", "red", "white"), STEPS)


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
        BUTTON_CONTROLS,
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
