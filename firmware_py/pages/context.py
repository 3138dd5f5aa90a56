"""What a page may look at: the game, the players, the settings, and what is stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from display.view import Actor, Colour, MazePlan, PyramidPlan, Race
from firmware_py.config.board_profile import BoardProfile
from firmware_py.config.settings import BoardWiring, ButtonLayout, Controls, Settings, Trial
from firmware_py.games.session import Session
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
    """How many games are saved."""
    has_secret_games: bool = False
    """Whether one of them is unfinished and has secrets."""
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
    """The player whose phone shows the pages; empty for the box, which shows them to everybody."""
    has_phones: bool = False
    """Phones can join in."""
    is_watched: bool = False
    """A finished game is watched again, with everything that was hidden."""

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
