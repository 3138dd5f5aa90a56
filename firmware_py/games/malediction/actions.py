"""What players enter in La malédiction de la momie: their decisions, and what the dice show."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from firmware_py.games.records import UnreadableLine
from firmware_py.grid import Cell
from firmware_py.words import words

DieFace: TypeAlias = Literal["1", "2", "3", "4", "arrow", "mummy"]
"""What a white die can show."""


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do"):
    """What every action has: the player who acts."""

    by: str


class Pass(Action, frozen=True, tag="pass"):
    """Announce that the pawn is stuck, and skip its turn (P26)."""


class Reset(Action, frozen=True, tag="reset"):
    """Free the locked dice; the mummy may move first (P08, P09)."""


class Roll(Action, frozen=True, tag="roll"):
    """Enter what the white dice show (`faces`) or the mummy die shows (`face`): exactly one of the two."""

    faces: tuple[DieFace, ...] | msgspec.UnsetType = msgspec.UNSET
    face: int | msgspec.UnsetType = msgspec.UNSET

    def __post_init__(self) -> None:
        if (self.faces is msgspec.UNSET) == (self.face is msgspec.UNSET):
            raise UnreadableLine(words("a roll has either `faces` (the white dice) or `face` (the mummy die)"))


class Choose(Action, frozen=True, tag="choose"):
    """Announce the face with which the pawn will move (P17)."""

    face: DieFace


class Move(Action, frozen=True, tag="move"):
    """Move a hunter's pawn (`to`), or the mummy cell by cell (`path`, may be empty): exactly one of the two."""

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
    """Return whether an action enters what dice show."""
    return isinstance(action, Roll)


def is_open(action: AnyAction) -> bool:
    """Return whether nothing hidden decides about an action: only the mummy die falls before everybody's eyes (P16).

    A path of the mummy is known to everybody, but whether it catches tells where the hunters stand.
    """
    return isinstance(action, Roll) and action.face is not msgspec.UNSET
