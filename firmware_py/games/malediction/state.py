"""What is known of a game of La malédiction de la momie: header, actions and the state between two actions.

Why the mission cards in hand are not here: each hunter draws unseen by the others (P04), so the device knows only the
cards that were played, and which colours a hunter may still hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec

from firmware_py.games.malediction.map_drawing import FEWEST_HUNTERS, MOST_HUNTERS, MapDrawing, read_maze
from firmware_py.games.malediction.map_files import SHIPPED, shipped_maze
from firmware_py.games.malediction.maze import Maze
from firmware_py.games.malediction.movement import Face
from firmware_py.games.records import UnreadableLine, check_players
from firmware_py.grid import Cell
from firmware_py.words import Words, words

DieFace: TypeAlias = Literal["1", "2", "3", "4", "arrow", "mummy"]
"""What a white die can show."""
Phase: TypeAlias = Literal["begin", "interrupt", "choose", "move", "mission", "mummy_roll", "mummy_move", "over"]

DICE = 5
ANKHS = 3
"""Tokens of each pawn at the start."""
TARGETS = {2: 4, 3: 6, 4: 7}
"""Tokens with which the mummy wins, by the number of hunters (P01)."""
TWO_PLAYER_TARGET = 3
MISSIONS_TO_WIN = 5
TWO_PLAYER_MISSIONS_TO_WIN = 10

AT_STAIRS, IN_DUNGEON, OUT, HIDDEN = "stairs", "dungeon", "out", "?"
Position: TypeAlias = str
"""A cell, or one of the words above: on the stairs, in the dungeon, eliminated, or not for this viewer to know."""

FEWEST_PLAYERS, MOST_PLAYERS = 2, 5


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """This game is played as printed."""


class Hunter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pawn and who plays it."""

    player: str
    pawn: str


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays the mummy, the hunters in the order of their turns, and the board."""

    mummy: str
    hunters: tuple[Hunter, ...]
    board: str | MapDrawing
    """A shipped board's name, or a whole board."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Line 1 of a record: 2 to 5 players; with two players one of them plays two pawns (P45)."""

    record: Literal[1]
    game: Literal["malediction"]
    players: tuple[str, ...]
    setup: Setup
    rules: HouseRules = HouseRules()

    def __post_init__(self) -> None:
        check_players(self.players, FEWEST_PLAYERS, MOST_PLAYERS)
        board = maze_of(self.setup)
        if unfitting := next(_unfitting(self.players, self.setup, board), None):
            raise UnreadableLine(unfitting)


def maze_of(setup: Setup) -> Maze:
    """Return the board that a game is played on.

    :raises UnreadableLine: when no board of that name is shipped, or the drawing has problems; it names all of them.
    """
    if isinstance(setup.board, str):
        if setup.board not in SHIPPED:
            raise UnreadableLine(
                words('no board is called "{board}"; there are: {boards}', board=setup.board, boards=SHIPPED)
            )
        return shipped_maze(setup.board)
    board, problems = read_maze(setup.board)
    if board is None:
        told, *others = (problem.words for problem in problems)
        for other in others:
            told = words("{one}; {other}", one=told, other=other)
        raise UnreadableLine(words("the board cannot be used: {problems}", problems=told))
    return board


def _unfitting(players: tuple[str, ...], setup: Setup, board: Maze) -> Iterator[Words]:
    """Yield what does not fit in who plays what."""
    pawns = [hunter.pawn for hunter in setup.hunters]
    roles = [setup.mummy, *(hunter.player for hunter in setup.hunters)]
    if not FEWEST_HUNTERS <= len(setup.hunters) <= MOST_HUNTERS:
        yield words(
            "there are {fewest} to {most} hunters, not {count}",
            fewest=FEWEST_HUNTERS,
            most=MOST_HUNTERS,
            count=len(setup.hunters),
        )
    if len(set(pawns)) < len(pawns):
        yield words("a pawn is given twice")
    if unknown := sorted(set(pawns) - set(board.pawns)):
        yield words('this board has no pawn "{pawn}"; it has: {pawns}', pawn=unknown[0], pawns=board.pawns)
    if unknown := sorted(set(roles) - set(players)):
        yield words('"{player}" has a part but is no player', player=unknown[0])
    if unknown := sorted(set(players) - set(roles)):
        yield words('"{player}" is a player without a part', player=unknown[0])
    if setup.mummy in roles[1:]:
        yield words('"{player}" plays the mummy and cannot be a hunter', player=setup.mummy)
    if len(players) > 2 and len(set(roles)) < len(roles):
        yield words("only in the two-player game does one person play two pawns")
    if len(players) == 2 and len(setup.hunters) != 2:
        yield words("in the two-player game the hunter plays exactly two pawns")


# --- actions ---------------------------------------------------------------------------------------------------------


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do"):
    """What every action says: who does it."""

    by: str


class Pass(Action, frozen=True, tag="pass"):
    """Say that the pawn is stuck and skip its turn (P26)."""


class Reset(Action, frozen=True, tag="reset"):
    """Free the locked dice; the mummy may move first (P08, P09)."""


class Roll(Action, frozen=True, tag="roll"):
    """Tell what the white dice show (`faces`), or the mummy die (`face`): exactly one of them is given."""

    faces: tuple[DieFace, ...] | msgspec.UnsetType = msgspec.UNSET
    face: int | msgspec.UnsetType = msgspec.UNSET

    def __post_init__(self) -> None:
        if (self.faces is msgspec.UNSET) == (self.face is msgspec.UNSET):
            raise UnreadableLine(words("a roll has either `faces` (the white dice) or `face` (the mummy die)"))


class Choose(Action, frozen=True, tag="choose"):
    """Announce the face with which the pawn will move (P17)."""

    face: DieFace


class Move(Action, frozen=True, tag="move"):
    """Move a hunter's pawn (`to`) or the mummy cell by cell (`path`, may be empty): exactly one of them is given."""

    to: Cell | msgspec.UnsetType = msgspec.UNSET
    path: tuple[Cell, ...] | msgspec.UnsetType = msgspec.UNSET

    def __post_init__(self) -> None:
        if (self.to is msgspec.UNSET) == (self.path is msgspec.UNSET):
            raise UnreadableLine(words("a move has either `to` (a hunter) or `path` (the mummy)"))


class PlayMission(Action, frozen=True, tag="play_mission"):
    """Show the mission card of the cell the pawn has reached (P41)."""


class EndTurn(Action, frozen=True, tag="end_turn"):
    """Leave the cell's mission unplayed (P41)."""


AnyAction: TypeAlias = Pass | Reset | Roll | Choose | Move | PlayMission | EndTurn


def is_roll(action: AnyAction) -> bool:
    """Return whether an action tells what dice show."""
    return isinstance(action, Roll)


# --- state -----------------------------------------------------------------------------------------------------------


class State(msgspec.Struct, frozen=True):
    """The table between two actions; tuples run along `hunters`, which is the order of turns."""

    players: tuple[str, ...]
    mummy_player: str
    hunters: tuple[Hunter, ...]
    maze: Maze
    mummy: Cell
    at: tuple[Position, ...]
    ankhs: tuple[int, ...]
    missions: tuple[tuple[str, ...], ...]
    """The codes each pawn has played, in that order."""
    tokens: int = 0
    """What the mummy has won."""
    locked: int = 0
    """White dice that show the mummy and stay so until a reset (P07)."""
    phase: Phase = "begin"
    turn: int | None = 0
    """Index of the pawn whose turn it is; None in the mummy's own turn. In `interrupt`, the pawn that reset."""
    faces: tuple[Face, ...] = ()
    """What the unlocked dice show, in phase `choose`."""
    face: Face | None = None
    """The face announced, in the phases `move` and `mission`."""
    steps: int | None = None
    """How far the mummy may go, in the phases `interrupt` and `mummy_move`."""

    @property
    def is_two_player(self) -> bool:
        """Whether one person plays both pawns (P45)."""
        return len(self.players) == 2

    @property
    def target(self) -> int:
        """The tokens with which the mummy wins; eliminations do not lower it (P01, P02, P46)."""
        return TWO_PLAYER_TARGET if self.is_two_player else TARGETS[len(self.hunters)]

    @property
    def active(self) -> int:
        """Index of the pawn whose turn it is.

        :raises ValueError: in the mummy's own turn.
        """
        if self.turn is None:
            raise ValueError("it is the mummy's turn")
        return self.turn

    @property
    def hunter(self) -> Hunter:
        """The pawn whose turn it is, and its player.

        :raises ValueError: in the mummy's own turn.
        """
        return self.hunters[self.active]

    def cell(self, index: int) -> Cell | None:
        """Return the cell of a pawn, also on the stairs and in the dungeon; None if it is out, or hidden."""
        match self.at[index]:
            case "stairs":
                return self.maze.stairs
            case "dungeon":
                return self.maze.dungeon
            case "out" | "?":
                return None
            case cell:
                return cell

    @property
    def in_corridors(self) -> dict[Cell, int]:
        """The cells of the map on which a pawn stands, and the pawn's index; stairs and dungeon left out."""
        elsewhere = (AT_STAIRS, IN_DUNGEON, OUT, HIDDEN)
        return {position: index for index, position in enumerate(self.at) if position not in elsewhere}


def is_midway(state: State) -> bool:
    """Return whether a pawn has moved and its turn is not handed over: at the table that is one act (P49)."""
    return state.phase == "mission"
