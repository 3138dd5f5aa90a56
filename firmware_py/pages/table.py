"""What a page may look at: the game, the players, the settings, and what is stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from display.view import Actor, Colour
from firmware_py.config.settings import ButtonLayout, Settings, Trial
from firmware_py.games.session import Session
from firmware_py.sensing.board_profile import BoardProfile
from firmware_py.sensing.wiring.stored import BoardWiring
from firmware_py.words import Say, Words
from hardware.boards.frames import PartHealth


@dataclass(frozen=True)
class SavedGame:
    """A kept game in one line, for lists."""

    game_id: int
    title: Words
    players: tuple[str, ...]
    summary: Words
    when: Words
    colours: tuple[Colour, ...] = ()
    is_secret: bool = False
    """Its record tells what some of its players must not know yet."""
    is_finished: bool = False
    is_readable: bool = True
    """Whether its header can be read; if not, there is nothing to do with it but to throw it away."""


@dataclass(frozen=True)
class BoardHealth:
    """What the driver of the magnetic board has counted since the program started."""

    parts: tuple[PartHealth, ...]
    reconnections: int
    """How often the board was plugged in again."""


def _no_health() -> None:
    """Return nothing: no board is plugged in."""


NO_SETTINGS = Settings()


@dataclass(frozen=True)
class Table:
    """Everything a screen may look at: the game, who sits where, the language and the buttons of this box."""

    say: Say
    language: str = "en"
    layout: ButtonLayout = "six"
    session: Session | None = None
    colours: tuple[Colour, ...] = ()
    """The players' colours in seating order."""
    unfinished: SavedGame | None = None
    kept_games: tuple[SavedGame, ...] = ()
    """Kept games, newest first."""
    settings: Settings = NO_SETTINGS
    """What was chosen on the device."""
    trial: Trial | None = None
    has_stick: bool = False
    """A USB stick is plugged in."""
    is_durable: bool = True
    """What is played outlives the power."""
    has_set_aside: bool = False
    """Safe mode has set games aside that nobody has taken back yet, and there is a disk to keep them."""
    board: BoardProfile | None = None
    """The magnetic board that is plugged in."""
    board_health: Callable[[], BoardHealth | None] = _no_health
    """Returns what the driver of the magnetic board has counted; None without a board."""
    wiring: BoardWiring | None = None
    """How the board of switches of this box is wired, plugged in or not; None without one."""
    about: Callable[[], tuple[Words, ...]] = tuple
    """What the device says of itself: versions and health."""
    covered: bool = False
    """What was shown before this page was for everybody: secrets wait until the right eyes are there."""
    boards: tuple[tuple[str, str], ...] = ()
    """The owner's boards: name and text of each file."""
    board_draft: str = ""
    """A board that is not finished yet, as its editor keeps it; empty if there is none."""

    open_scores: bool = False
    """The table wants to see running totals, which a game may keep closed otherwise."""

    @property
    def playing(self) -> Session:
        """The game in progress; only screens of a game ask for it."""
        assert self.session is not None
        return self.session

    def actor(self, player: str) -> Actor:
        """Return a player with his colour."""
        seat = self.playing.header.players.index(player)
        return Actor(player, self.colours[seat])
