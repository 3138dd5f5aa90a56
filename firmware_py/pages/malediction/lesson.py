"""Three minutes of La malédiction: a little game in which each step asks for one answer."""

from __future__ import annotations

import msgspec

from display.view import Item, MazePlan, Menu
from firmware_py.games.malediction.actions import Choose, Move, PlayMission, Reset, Roll
from firmware_py.games.malediction.legal_actions import reachable
from firmware_py.games.malediction.setup import Header, Hunter, Setup
from firmware_py.games.malediction.state import State
from firmware_py.grid import Cell
from firmware_py.pages.lesson import Answer, Lesson, LessonStep
from firmware_py.pages.malediction.pictures import DIE_ICONS, maze_of
from firmware_py.pages.table import Table
from firmware_py.pages.topics import signs
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
