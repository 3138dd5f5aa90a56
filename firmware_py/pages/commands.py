"""The commands that a page may give, as values; the device carries them out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from display.view import Colour
from firmware_py.games.correction import Edit
from firmware_py.sensing.board_profile import BoardProfile

# --- a game ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Play:
    """Play an action of the game, and at once `then`, if any: for the players the two are one."""

    action: Any
    then: Any = None


@dataclass(frozen=True)
class Undo:
    """Take the last action back; `is_sure`: the players have confirmed it where that is necessary."""

    is_sure: bool = False


@dataclass(frozen=True)
class Redo:
    """Play the action again that was taken back."""


@dataclass(frozen=True)
class Correct:
    """Put in force what was entered anew, and play the later actions again as far as the rules allow."""

    edits: tuple[Edit, ...]


@dataclass(frozen=True)
class Begin:
    """Start a new game; the colours are in the order of the header's players."""

    header: Any
    colours: tuple[Colour, ...]
    device_dice: bool = False
    """The device rolls the dice."""


@dataclass(frozen=True)
class Resume:
    """Open a saved game where it was left."""

    game_id: int


@dataclass(frozen=True)
class PutAside:
    """Save the game for another day, and go to the list of games."""

    game_id: int


@dataclass(frozen=True)
class Discard:
    """Throw a saved game away."""

    game_id: int


@dataclass(frozen=True)
class Leave:
    """Leave a game for the home page; an unfinished game is offered again at the next start."""


# --- the device ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Change:
    """Change a setting of the device."""

    key: str
    value: str


@dataclass(frozen=True)
class Try:
    """Try a setting: start again with it, and return to the old value unless somebody confirms the new one."""

    key: str
    value: str


@dataclass(frozen=True)
class Restart:
    """Start again with the stored settings; no game is lost."""


@dataclass(frozen=True)
class SaveMap:
    """Save a finished map among the owner's: its name, the stem of its file, and the file's text."""

    name: str
    file: str
    text: str


@dataclass(frozen=True)
class SaveBoard:
    """Save the profile of the magnetic board, and go back."""

    board: BoardProfile


@dataclass(frozen=True)
class SaveWiring:
    """Save the input of each cell, and start again with it; without any, forget the taught wiring."""

    sensors: tuple[str, ...]


@dataclass(frozen=True)
class SwitchOff:
    """Switch the device off."""


# --- USB transfers and reports ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CopyGames:
    """Copy these saved games to the stick; if none is named, all that everybody may read."""

    game_ids: tuple[int, ...] = ()
    stick: str = ""
    """The folder of the stick that was chosen; needed only if there are several."""


@dataclass(frozen=True)
class TakeGames:
    """Save the games that are on the sticks."""


@dataclass(frozen=True)
class TakeBack:
    """Save the games again that safe mode has set aside."""


@dataclass(frozen=True)
class CopyReport:
    """Copy a report on the state of the device to the stick."""

    stick: str = ""


Command: TypeAlias = (
    Play
    | Undo
    | Redo
    | Correct
    | Begin
    | Resume
    | PutAside
    | Discard
    | Leave
    | Change
    | Try
    | Restart
    | SaveMap
    | SaveBoard
    | SaveWiring
    | SwitchOff
    | CopyGames
    | TakeGames
    | TakeBack
    | CopyReport
)
