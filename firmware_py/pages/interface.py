"""What a page gets from the device, and what it can ask of it: a `PageContext` goes in, a `Command` comes out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeAlias

import msgspec

from display.view import Actor, Colour, Face, MazePlan, PyramidPlan, Race, View
from firmware_py.config.settings import BoardWiring, ButtonLayout, Controls, Settings, Trial
from firmware_py.evenings.statistics import Question
from firmware_py.games.session import Edit, Session
from firmware_py.sensing import BoardProfile
from firmware_py.words import NOTHING, Say, Words, printable
from hardware.boards.frames import PartHealth


class SavedGame(msgspec.Struct, frozen=True):
    """A saved game in one line, for lists."""

    game_id: int
    title: Words
    players: tuple[str, ...]
    summary: Words
    when: Words
    colours: tuple[Colour, ...] = ()
    secrets: Words | None = None
    """The warning before its record is copied, if that shows what some of its players must not know yet."""
    game: str = ""
    """The game's id; empty if its header cannot be read."""
    levels: tuple[tuple[str, int], ...] = ()
    """The seats of the box, and how strongly it played there."""
    is_kept_back: bool = False
    """It is not copied before its end: only the box may know what is hidden."""
    is_finished: bool = False
    is_readable: bool = True
    """Whether its header can be read; if not, it can only be thrown away."""
    damage: Words = NOTHING
    """What the disk has done to it, or why it goes on in part only."""
    picture: Race | PyramidPlan | MazePlan | None = None
    """How it stands, as everybody may see it."""
    next: Words = NOTHING
    """Who is next."""
    story: tuple[Words, ...] = ()
    """What lies before everybody, then the last things that happened, the newest first: all that everybody may know."""


class BoardHealth(msgspec.Struct, frozen=True):
    """What the driver of the magnetic board has counted since the program started."""

    parts: tuple[PartHealth, ...]
    reconnections: int
    """How often the board was plugged in again."""


class Unplayed(msgspec.Struct, frozen=True):
    """What people have entered for the box and is no action yet: undo returns to where they did."""

    page: Any
    """Where they did."""
    what: Words
    icons: tuple[str, ...]


NO_SETTINGS = Settings()


class PageContext(msgspec.Struct, frozen=True):
    """Everything a page may look at."""

    say: Say
    language: str = "en"
    session: Session | None = None
    colours: tuple[Colour, ...] = ()
    """The players' colours in seating order."""
    unfinished: SavedGame | None = None
    saved_games: Callable[[], tuple[SavedGame, ...]] = tuple
    """Returns the newest saved games, newest first; it loads the games that they are of."""
    saved_count: int = 0
    """Number of saved games."""
    has_secret_games: bool = False
    """Whether one of them is unfinished and has secrets."""
    has_finished_games: bool = False
    """Whether evenings have anything to tell."""
    settings: Settings = NO_SETTINGS
    """The settings in force."""
    trial: Trial | None = None
    has_stick: bool = False
    """A USB stick is plugged in."""
    is_durable: bool = True
    """Games are saved on a disk, so they survive a power cut."""
    has_set_aside: bool = False
    """Safe mode has set games aside that nobody has taken back, and there is a disk to save them."""
    board: BoardProfile | None = None
    """The magnetic board that is plugged in."""
    board_health: BoardHealth | None = None
    """What the driver of the magnetic board has counted; None without a board."""
    wiring: BoardWiring | None = None
    """The wiring of this device's board of switches, plugged in or not; None without such a board."""
    covered: bool = False
    """The page before was for everybody: secrets stay hidden until a hunter opens the curtain."""
    is_announced: bool = False
    """What followed from the last action was announced, or is listed on another page."""
    is_past: bool = False
    """The game is shown as it was before an entry that is corrected."""
    maps: tuple[tuple[str, str], ...] = ()
    """The owner's maps: name and text of each file."""
    chosen: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Everything chosen on the device, by the settings key; with it the map that is being drawn."""
    lessons: tuple[tuple[str, int], ...] = ()
    """The lessons that were left, by game, and the step to go on with."""
    has_voice: bool = False
    """The computer can speak."""
    seat: str = ""
    """The player whose phone shows the pages; empty for the device, which shows them to everybody."""
    has_phones: bool = False
    """Phones can join in."""
    is_watched: bool = False
    """A finished game is watched again, with everything that was hidden."""
    unplayed: Unplayed | None = None
    """What was entered last in the game, if that is no action yet."""

    @property
    def worked_by(self) -> Controls:
        """The controls that pages are made for: keys on the screen are six buttons."""
        return "six" if self.settings.has_keys else self.settings.controls

    @property
    def layout(self) -> ButtonLayout:
        """The buttons that this device has, or those that lie as its knob or a finger chooses."""
        return self.settings.layout

    @property
    def playing(self) -> Session:
        """The game in progress; only pages of a game may ask for it."""
        assert self.session is not None
        return self.session

    def actor(self, player: str) -> Actor:
        seat = self.playing.header.players.index(player)
        return Actor(printable(player), self.colours[seat])


# --- a game ----------------------------------------------------------------------------------------------------------


class Play(msgspec.Struct, frozen=True):
    """Play an action of the game, and at once `then`, if any: for the players the two are one."""

    action: Any
    then: Any = None
    more: tuple[Any, ...] = ()
    """What follows at once as well, in a turn of the box."""


class Decision(msgspec.Struct, frozen=True):
    """What the box has decided: what is played, and what must happen before it can decide further."""

    actions: tuple[Any, ...] = ()
    """One after the other; nobody else acts in between, and no chance falls."""
    rolls: bool = False
    """The dice that are due are rolled."""
    turns: str = ""
    """The cell of the card that is turned over."""


class Turned(msgspec.Struct, frozen=True):
    """A card that was turned over for the box, as people hold it."""

    at: str
    open: str
    chamber: bool


class Decide(msgspec.Struct, frozen=True):
    """Asks the box to decide in a seat of its own, perhaps how to lay a card that was turned over for it."""

    player: str
    turned: Turned | None = None


class Advise(msgspec.Struct, frozen=True):
    """Asks the box what it would do in the place of whoever is to act."""

    level: int


BoxQuestion: TypeAlias = Decide | Advise
"""What a page asks the box, which thinks in a thread of its own; `Page.take_answer` takes what it has found."""


class Undo(msgspec.Struct, frozen=True):
    """Undo the last `count` actions; `is_sure`: it was chosen by those who may decide it, where not everybody may."""

    is_sure: bool = False
    count: int = 1


class Redo(msgspec.Struct, frozen=True):
    """Redo what was undone."""


class Correct(msgspec.Struct, frozen=True):
    """Put in force what was entered again, and play the later actions again as far as the rules allow."""

    edits: tuple[Edit, ...]


class Begin(msgspec.Struct, frozen=True):
    """Start a new game; the colours are in the order of the header's players."""

    header: Any
    colours: tuple[Colour, ...]
    device_dice: bool = False
    """The device rolls the dice."""


class Resume(msgspec.Struct, frozen=True):
    """Open a saved game where it was left."""

    game_id: int


class PutAside(msgspec.Struct, frozen=True):
    """Save the game for another day, and go to the list of games."""

    game_id: int


class Discard(msgspec.Struct, frozen=True):
    """Delete a saved game."""

    game_id: int


class ListGames(msgspec.Struct, frozen=True):
    """List saved games with lower numbers than `below`."""

    below: int


class Ask(msgspec.Struct, frozen=True):
    """Show what finished games say about evenings, people and games."""

    question: Question


class Leave(msgspec.Struct, frozen=True):
    """Leave a game for the home page; an unfinished game is offered again at the next start."""

    is_over: bool = False
    """Whether it was played to its end: then this evening is shown first."""


# --- the device ------------------------------------------------------------------------------------------------------


class ChangeSetting(msgspec.Struct, frozen=True):
    """Change a setting of the device."""

    key: str
    value: str


class Try(msgspec.Struct, frozen=True):
    """Try a setting: start again with it, and return to the old value unless somebody confirms the new one."""

    key: str
    value: str


class AskDate(msgspec.Struct, frozen=True):
    """Show the date and the time, to be set."""


class SetDate(msgspec.Struct, frozen=True):
    """Set the local date and time until the device is switched off, and go back."""

    at: datetime


class Restart(msgspec.Struct, frozen=True):
    """Start again with the stored settings; no game is lost."""


class SaveMap(msgspec.Struct, frozen=True):
    """Save a finished map among the owner's: its name, the stem of its file, and the file's text."""

    name: str
    file: str
    text: str
    draft_key: str
    """The settings key under which it was stored while it was drawn."""


class SaveBoard(msgspec.Struct, frozen=True):
    """Save the profile of the magnetic board, and go back."""

    board: BoardProfile


class SaveWiring(msgspec.Struct, frozen=True):
    """Save the input of each cell, and start again with it; without any, forget the taught wiring."""

    sensors: tuple[str, ...]


class SwitchOff(msgspec.Struct, frozen=True):
    """Switch the device off."""


class Invite(msgspec.Struct, frozen=True):
    """Show the code by which a phone takes this player's seat; an empty name is for whoever looks on."""

    player: str


# --- USB transfers and reports ---------------------------------------------------------------------------------------


class CopyGames(msgspec.Struct, frozen=True):
    """Copy these saved games to the stick; if none is named, all that everybody may read."""

    game_ids: tuple[int, ...] = ()
    stick: str = ""
    """The folder of the stick that was chosen; needed only if there are several."""
    picture: View | None = None
    """How the first of them ended, to be copied beside it as a picture."""


class ShareEnding(msgspec.Struct, frozen=True):
    """Copy the game that has just ended to the stick, with a picture of its end."""

    picture: Callable[[], View]
    """What shows its end, which takes long to find out."""


class TakeGames(msgspec.Struct, frozen=True):
    """Save the games that are on the sticks."""


class CopyEverything(msgspec.Struct, frozen=True):
    """Copy games, people, settings and maps to the stick, for another device."""

    with_secrets: bool = False
    """Also the unfinished games whose file tells what some of their players must not know."""
    stick: str = ""


class TakeEverything(msgspec.Struct, frozen=True):
    """Merge what was copied of other devices to the sticks into what is here."""


class TakeBack(msgspec.Struct, frozen=True):
    """Save the games again that safe mode has set aside."""


class Rename(msgspec.Struct, frozen=True):
    """Give a person another name; whoever has that name already is the same person from now on."""

    name: str
    to: str


class Wear(msgspec.Struct, frozen=True):
    """Give a person another face."""

    name: str
    face: Face


class Separate(msgspec.Struct, frozen=True):
    """Count the games under this name as another person's again."""

    name: str


class Forget(msgspec.Struct, frozen=True):
    """Remove a person's names from every stored game."""

    names: tuple[str, ...]


class StopTransfer(msgspec.Struct, frozen=True):
    """Stop a transfer; what has been copied or taken stays."""


class AskAbout(msgspec.Struct, frozen=True):
    """Show what the device reports about itself."""


class CopyReport(msgspec.Struct, frozen=True):
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
    | ListGames
    | Ask
    | Leave
    | ChangeSetting
    | Try
    | AskDate
    | SetDate
    | Restart
    | SaveMap
    | SaveBoard
    | SaveWiring
    | SwitchOff
    | Invite
    | CopyGames
    | ShareEnding
    | TakeGames
    | CopyEverything
    | TakeEverything
    | TakeBack
    | Rename
    | Wear
    | Separate
    | Forget
    | AskAbout
    | CopyReport
    | StopTransfer
)
