"""What is known of a game of La malédiction de la momie between two actions.

Why the mission cards in hand are not here: each hunter draws in secret (P04). So the device knows only the cards that
were played, and from these the colours that a hunter may still hold.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from firmware_py.games.malediction.maze import Maze
from firmware_py.games.malediction.movement import Face
from firmware_py.games.malediction.setup import Hunter
from firmware_py.grid import Cell

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
"""A cell, or one of the words above: on the stairs, in the dungeon, eliminated, or hidden from this viewer."""


# --- state -----------------------------------------------------------------------------------------------------------


class State(msgspec.Struct, frozen=True):
    """The table between two actions; tuples have one entry for each of `hunters`, in the order of their turns."""

    players: tuple[str, ...]
    mummy_player: str
    hunters: tuple[Hunter, ...]
    maze: Maze
    mummy: Cell
    at: tuple[Position, ...]
    ankhs: tuple[int, ...]
    missions: tuple[tuple[str, ...], ...]
    """The mission codes that each pawn has played, in that order."""
    tokens: int = 0
    """The tokens that the mummy has won."""
    locked: int = 0
    """How many white dice show the mummy; they stay locked until a reset (P07)."""
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
    def missions_to_win(self) -> int:
        """How many missions a hunter must have played (P42, P43)."""
        return TWO_PLAYER_MISSIONS_TO_WIN if self.is_two_player else MISSIONS_TO_WIN

    def played(self, index: int) -> int:
        """Return how many missions the hunter of a pawn has played; two pawns of one person share theirs (P43)."""
        return sum(map(len, self.missions)) if self.is_two_player else len(self.missions[index])

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
        """Return the cell of a pawn, that of stairs or dungeon included; None if the pawn is out or hidden."""
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
        """The index of each pawn in the corridors, by its cell; pawns on stairs and in the dungeon are left out."""
        elsewhere = (AT_STAIRS, IN_DUNGEON, OUT, HIDDEN)
        return {position: index for index, position in enumerate(self.at) if position not in elsewhere}


def is_midway(state: State) -> bool:
    """Return whether a pawn has moved and its turn has not ended; for the table both are one act (P49)."""
    return state.phase == "mission"


def to_act(state: State) -> tuple[str, ...]:
    """Return who may act now: the active pawn's player, or the mummy's."""
    match state.phase:
        case "over":
            return ()
        case "interrupt" | "mummy_roll" | "mummy_move":
            return (state.mummy_player,)
        case _:
            return (state.hunter.player,)
