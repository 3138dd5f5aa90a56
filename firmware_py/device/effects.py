"""What happens to the device, and what it wants done, as values: `update(state, event) -> (state, effects)`.

Why values: whoever decides reaches neither disk nor stick nor wire, and so cannot wait for one, fail with one, or tell
a secret by one. `App` owns the state and lets the effects of one event be carried out together: all changes in one
commit, then the rest, and what follows from that comes back as further events. Only then is anything shown.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal, TypeAlias

import msgspec

from display.view import Audience, Button
from firmware_py.evenings.statistics import Answer, Question
from firmware_py.games.session import Session
from firmware_py.pages.interface import (
    Begin,
    BoxQuestion,
    CopyEverything,
    CopyGames,
    CopyReport,
    Leave,
    Resume,
    SavedGame,
    SaveMap,
    TakeBack,
    TakeGames,
    Undo,
)
from firmware_py.pages.page import Input
from firmware_py.pages.phones import Invitation, Pairing
from firmware_py.pages.saved_games import OfferedStick
from firmware_py.storage.changes import Change, GameSummary, StoredGame
from firmware_py.words import Words
from hardware.boards.frames import BoardEvent, PartHealth

Finger: TypeAlias = Button | Literal["screen", "phone"]
"""Where a finger is: on a button, anywhere on the screen, or on a phone."""


class _Value(msgspec.Struct, frozen=True):
    pass


class SavedGames(_Value, frozen=True):
    """What the journal said of its games when it was last looked through."""

    games: tuple[GameSummary, ...] = ()
    """The newest ones, newest first: as many as one page lists."""
    count: int = 0
    has_secret_games: bool = False
    """Whether one of them is unfinished and has secrets."""
    has_finished_games: bool = False
    has_set_aside: bool = False
    """Whether safe mode has set a journal aside, and there is a disk to take its games back to."""
    unfinished: SavedGame | None = None
    """The game played last that is neither finished nor put aside."""


# --- effects ---------------------------------------------------------------------------------------------------------


class LoadGame(_Value, frozen=True):
    """Load a stored game, and play it again. `GameLoaded` or `Refused` follows."""

    game_id: int


class SaveGame(_Value, frozen=True):
    """Store a game that was played elsewhere. `GameLoaded` follows."""

    session: Session


class FindGames(_Value, frozen=True):
    """Look for saved games with lower numbers than `below`. `GamesListed` follows."""

    below: int


class FindAnswer(_Value, frozen=True):
    """Find what finished games say. `Answered` follows."""

    question: Question


class LookThrough(_Value, frozen=True):
    """Read again what is stored. `LookedThrough` follows."""


class DrawSeed(_Value, frozen=True):
    """Draw what chance follows from in a game that is to begin. `SeedDrawn` follows."""

    command: Begin


class WriteMap(_Value, frozen=True):
    """Write a map of the owner's into its file. `MapWritten` follows."""

    command: SaveMap


class FindSticks(_Value, frozen=True):
    """Look for sticks to which something can be copied. `SticksFound` or `Refused` follows."""

    command: CopyGames | CopyReport | CopyEverything


class ForgetPerson(_Value, frozen=True):
    """Replace names in every stored game; `instead` is what players are called by their seats, the first one first."""

    names: tuple[str, ...]
    instead: tuple[str, ...]


class MergeHouses(_Value, frozen=True):
    """Merge what the sticks hold of other devices; `instead` is what forgotten players are called by their seats."""

    instead: tuple[str, ...]


class BeginTransfer(_Value, frozen=True):
    """Begin to copy to a stick, or to take games. `Refused` follows if it cannot begin."""

    command: CopyGames | CopyReport | TakeGames | TakeBack | ForgetPerson | CopyEverything | MergeHouses


class StepTransfer(_Value, frozen=True):
    """Do the next part of what is copied or taken; end it if it `stops`. `TransferStepped` follows."""

    stops: bool = False


class ReadDate(_Value, frozen=True):
    """Read which time it is. `DateRead` follows."""


class WriteDate(_Value, frozen=True):
    """Let it be this time of the place until the device is switched off."""

    at: datetime
    is_sure: bool = True
    """Whether somebody has set it; else it counts only where the time is not known."""


class ReadAbout(_Value, frozen=True):
    """Read how the device is doing, of whose parts these have failed. `AboutRead` follows."""

    faults: tuple[str, ...]


class DrawCode(_Value, frozen=True):
    """Draw the code by which a phone takes this player's seat. `CodeDrawn` follows."""

    player: str
    address: str
    """Where phones find the device; empty if that is to be looked up."""


class CloseJournal(_Value, frozen=True):
    """Close the journal: nothing more is stored."""


class LoadCode(_Value, frozen=True):
    """Load what the program knows of a game, which takes half a second on the slowest Pi. `then` follows."""

    game: str
    kind: str
    then: Event


Effect: TypeAlias = (
    Change
    | LoadGame
    | SaveGame
    | FindGames
    | FindAnswer
    | LookThrough
    | DrawSeed
    | WriteMap
    | FindSticks
    | BeginTransfer
    | StepTransfer
    | ReadAbout
    | ReadDate
    | WriteDate
    | DrawCode
    | CloseJournal
    | LoadCode
)


# --- events: people, the board, time ---------------------------------------------------------------------------------


class Asked(msgspec.Struct, frozen=True, eq=False):
    """What the box is asked, and of which game as it stands."""

    session: Session
    question: BoxQuestion

    def is_still(self, other: Asked | None) -> bool:
        """Whether the same is asked."""
        if other is None:
            return False
        return self.session is other.session and self.question == other.question


class Pressed(_Value, frozen=True):
    """Somebody who looks at the screen has pressed, held or touched something, or the ring of the page is full."""

    done: Input
    audience: Audience
    finger: Finger | None = None


class BoardReported(_Value, frozen=True):
    """The magnetic board has reported something by `now_s`, to those who look at the screen."""

    reports: tuple[BoardEvent, ...]
    now_s: float
    audience: Audience
    parts: tuple[PartHealth, ...] = ()
    """What its driver has counted, if a page on top may show it."""


class TimePassed(_Value, frozen=True):
    """It is `now_s`; these parts have failed so far, and the computer was found like this."""

    now_s: float
    faults: tuple[str, ...]
    computer: ComputerState


class ComputerState(_Value, frozen=True):
    """What was found when the computer was looked at last."""

    power_is_weak: bool = False
    has_stick: bool = False


class Hid(_Value, frozen=True):
    """What only hunters may see must go from the screen."""


class StepDue(_Value, frozen=True):
    """What is copied or taken may go on."""


class GameHandedOver(_Value, frozen=True):
    """Continue a game that was played elsewhere."""

    session: Session


class BoxAnswered(_Value, frozen=True):
    """The box has found what was asked of it; it counts only if that is still asked."""

    asked: Asked
    answer: Any


class OkHeldToTheEnd(_Value, frozen=True):
    """Somebody has held `ok` until the device switches off."""


class WindowClosed(_Value, frozen=True):
    """The window was closed, or the service is asked to end."""


class PhonePlayed(_Value, frozen=True):
    """Somebody has played these actions on the phone of their seat, and they are legal."""

    actions: tuple[Any, ...]
    audience: Audience


class PhoneAsked(_Value, frozen=True):
    """Somebody has undone, begun or left a game on the phone of their seat, which may."""

    command: Undo | Begin | Resume | Leave
    audience: Audience


class PhonePaired(_Value, frozen=True):
    """A phone has taken a seat by the code that is shown, and given up the one that it had."""

    pairing: Pairing
    before: str = ""
    """The digest of what let it in until now; empty if nothing did."""


class DateHeard(_Value, frozen=True):
    """A phone at the table says that it is this time of the place."""

    at: datetime


class InvitationOver(_Value, frozen=True):
    """The code that is shown is not valid any more."""


# --- events: what follows from effects -------------------------------------------------------------------------------


class GameLoaded(_Value, frozen=True):
    """A stored game is loaded, and played again as far as it can be; `warning` says why not further."""

    stored: StoredGame
    session: Session
    next_id: int
    """The number of the next new game."""
    warning: Words | None = None


class GamesListed(_Value, frozen=True):
    """Earlier games were found; there may be `more`."""

    games: tuple[SavedGame, ...]
    has_more: bool


class Answered(_Value, frozen=True):
    """What finished games say; `left` of them are not counted yet."""

    answer: Answer
    left: int


class LookedThrough(_Value, frozen=True):
    """This is stored."""

    saved: SavedGames
    chosen: dict[str, str]
    next_id: int


class SeedDrawn(_Value, frozen=True):
    """The dice of the game that is to begin, and what the box chooses in it, follow from this seed."""

    command: Begin
    seed: str


class MapWritten(_Value, frozen=True):
    """A map is in its file, or not, and `fault` says why."""

    command: SaveMap
    fault: Words | None


class SticksFound(_Value, frozen=True):
    """These sticks are plugged in, of which there is at least one."""

    command: CopyGames | CopyReport | CopyEverything
    sticks: tuple[OfferedStick, ...]


class TransferStepped(_Value, frozen=True):
    """What is copied or taken has gone on, so far as `progress` says, or has ended with a result."""

    progress: Words | None
    result: tuple[Words, ...] = ()


class DateRead(_Value, frozen=True):
    """It is this time, as far as is known."""

    at: datetime


class AboutRead(_Value, frozen=True):
    """The device says this about itself, line by line."""

    lines: tuple[Words, ...]


class CodeDrawn(_Value, frozen=True):
    """The code for this player's phone is drawn, and how it is shown."""

    invitation: Invitation


class Refused(_Value, frozen=True):
    """An effect could not be carried out, and nothing came of it."""

    why: Words


class DiskFailed(_Value, frozen=True):
    """The disk has failed, or something on it is damaged; what was to be stored is stored, if need be in memory."""

    warnings: tuple[Words, ...]
    is_durable: bool
    fault: Words | None
    next_id: int


Event: TypeAlias = (
    Pressed
    | BoardReported
    | TimePassed
    | Hid
    | StepDue
    | GameHandedOver
    | BoxAnswered
    | OkHeldToTheEnd
    | WindowClosed
    | PhonePlayed
    | PhoneAsked
    | PhonePaired
    | InvitationOver
    | DateHeard
    | GameLoaded
    | GamesListed
    | Answered
    | LookedThrough
    | SeedDrawn
    | MapWritten
    | SticksFound
    | TransferStepped
    | AboutRead
    | DateRead
    | CodeDrawn
    | Refused
    | DiskFailed
)
