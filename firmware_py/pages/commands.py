"""What a page may command, as values: `carrying_out` carries it out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from display.view import Colour
from firmware_py.sensing.board_profile import BoardProfile

# --- a game ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Play:
    """Play an action of the game, and at once `then`, if any: to those at the table the two are one."""

    action: Any
    then: Any = None


@dataclass(frozen=True)
class Undo:
    """Take the last action back; `is_sure` once it was asked where that needs asking."""

    is_sure: bool = False


@dataclass(frozen=True)
class Redo:
    """Play again what was taken back."""


@dataclass(frozen=True)
class Repair:
    """Go back to action number `ply` (from 1), play `action` instead, and what followed again as far as possible."""

    ply: int
    action: Any


@dataclass(frozen=True)
class Begin:
    """Begin a new game; the colours run along the header's players."""

    header: Any
    colours: tuple[Colour, ...]
    device_dice: bool = False
    """The device rolls the dice."""


@dataclass(frozen=True)
class Resume:
    """Take up a kept game where it was left."""

    game_id: int


@dataclass(frozen=True)
class PutAside:
    """Keep the game for another day and go to the list of games."""

    game_id: int


@dataclass(frozen=True)
class Discard:
    """Throw a kept game away."""

    game_id: int


@dataclass(frozen=True)
class Leave:
    """Leave a game for the first screen; an unfinished one is offered again at the next start."""


# --- the device, and what it has learnt ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Change:
    """Change a setting of the device."""

    key: str
    value: str


@dataclass(frozen=True)
class Try:
    """Try a setting out: begin anew with it, and come back to what was before unless somebody confirms it."""

    key: str
    value: str


@dataclass(frozen=True)
class Restart:
    """Begin anew with what is kept; no game is lost."""


@dataclass(frozen=True)
class KeepBoard:
    """Keep a finished board among the owner's, under its name: the stem of its file, and the file's text."""

    name: str
    file: str
    text: str


@dataclass(frozen=True)
class LearnBoard:
    """Keep what was learnt of the magnetic board, and go back."""

    board: BoardProfile


@dataclass(frozen=True)
class LearnWiring:
    """Keep which input is which cell's, and begin anew with it; without any, what was learnt before is forgotten."""

    sensors: tuple[str, ...]


@dataclass(frozen=True)
class SwitchOff:
    """Switch the device off."""


# --- errands ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CopyGames:
    """Copy these kept games to the stick; all that may be read by everybody if none is named."""

    game_ids: tuple[int, ...] = ()


@dataclass(frozen=True)
class TakeGames:
    """Keep the games that are on the stick."""


@dataclass(frozen=True)
class TakeBack:
    """Keep the games that safe mode has set aside."""


@dataclass(frozen=True)
class CopyReport:
    """Copy a report on the state of the box to the stick."""


Command: TypeAlias = (
    Play
    | Undo
    | Redo
    | Repair
    | Begin
    | Resume
    | PutAside
    | Discard
    | Leave
    | Change
    | Try
    | Restart
    | KeepBoard
    | LearnBoard
    | LearnWiring
    | SwitchOff
    | CopyGames
    | TakeGames
    | TakeBack
    | CopyReport
)
