"""What the journal holds, as values: games, settings, and the changes that a commit stores. No disk and no clock.

The journal is the fold of its changes: whoever decides what happens next can fold the same values, and knows what will
be stored.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Literal, TypeAlias
from zlib import crc32

import msgspec
from msgspec.structs import replace

from firmware_py.evenings.results import BOOT_MS, FIRST_YEAR
from firmware_py.games.records import UnreadableLine, read_header
from firmware_py.games.registry import GAMES

Status: TypeAlias = Literal["playing", "finished", "aside"]


class StoredGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stored game as it was left; of each tuple, item 0 belongs to action number 1."""

    id: int
    header_line: str
    colours: tuple[str, ...]
    """One word for each player, in seating order."""
    lines: tuple[str, ...]
    """The actions, those undone included; what cannot be read of a damaged one is empty."""
    checksums: tuple[str, ...]
    """The digest of the state after each action."""
    times: tuple[datetime, ...]
    """When each action was stored, by the wall clock: a label that may be wrong."""
    ply: int
    """How many of the actions are played; the others can be redone."""
    end_ply: int | None
    """The number of the action that ended the game, or None. Undoing it makes the game unfinished again."""
    is_aside: bool
    opened: int
    """Of two games, the one with the higher number was begun or resumed later."""
    draft: str | None
    """What was entered of the next action."""
    started_at: datetime
    changed_at: datetime
    """Of two copies of one game, the one that was changed later has the later time, also if the clock was set back."""
    seed: str = ""
    """The seed of its dice; empty if they are rolled at the table."""
    damaged: tuple[int, ...] = ()
    """The numbers of the actions that the disk may have changed, and `restoring.HEADER`; empty if all is as it was."""
    versions: str = ""
    """How the game went otherwise, before it was corrected, and what it is marked with, as text."""
    uptimes_ms: tuple[int, ...] = ()
    """When each action was stored, in milliseconds since power-on (`Clocks.stamp`): no clock that is set can change
    them."""
    uid: str = ""
    """An id that no other game has, on this device or on another."""
    chance: str = ""
    """What the box's seats follow, if a seed was drawn for them that is not that of the dice."""

    @property
    def status(self) -> Status:
        """Whether the game is being played, finished, or put aside."""
        if self.ply == self.end_ply:
            return "finished"
        return "aside" if self.is_aside else "playing"


class GameSummary(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stored game in a list."""

    id: int
    header_line: str
    colours: tuple[str, ...]
    actions: int
    """Number of actions played."""
    status: Status
    started_at: datetime
    damaged: tuple[int, ...] = ()
    """As in `StoredGame`."""
    opened: int = 0
    has_secrets: bool = False
    """Whether it is not finished, and its record tells what some of its players must not know."""
    is_kept_back: bool = False
    """Whether it is not copied before its end (`is_kept_back`)."""


def summary_of(game: StoredGame) -> GameSummary:
    """A game as lists show it."""
    known = game.id, game.header_line, game.colours, game.ply, game.status, game.started_at, game.damaged, game.opened
    return GameSummary(*known, holds_secrets(game), is_kept_back(game))


def holds_secrets(game: StoredGame | GameSummary) -> bool:
    """Whether the record of a game holds secrets of the running game."""
    if game.status == "finished":
        return False
    try:
        return GAMES[read_header(game.header_line.encode()).game].has_secrets
    except (UnreadableLine, UnicodeError):
        return False


def is_kept_back(game: StoredGame) -> bool:
    """Whether a game is not copied before its end: where the box's hunters are, nobody may read."""
    if not holds_secrets(game):
        return False
    header = read_header(game.header_line.encode())
    return any(seat.kind == "hunter" for seat in getattr(header, "box", {}).values()) or any(
        '"seat"' in line and '"hunter"' in line for line in game.lines[: game.ply]
    )


def is_known(date: datetime) -> bool:
    """Whether a date can be true."""
    return date.year >= FIRST_YEAR


# --- changes ---------------------------------------------------------------------------------------------------------


class _Change(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """One thing that is stored."""


class Choose(_Change, frozen=True):
    """Choose a setting; an empty text means that nothing is chosen."""

    key: str
    value: str


class Begin(_Change, frozen=True):
    """Begin a game, which gets the number `Contents.next_id`."""

    header_line: str
    colours: tuple[str, ...]
    seed: str = ""
    chance: str = ""


class Add(_Change, frozen=True):
    """Add a whole game that was played elsewhere, which gets the number `Contents.next_id`."""

    whole: StoredGame


class Play(_Change, frozen=True):
    """Replace all actions after the first `since` by `lines`, and delete the draft."""

    game: int
    since: int
    lines: tuple[str, ...]
    checksums: tuple[str, ...]
    over: bool = False
    """Whether the last of the lines ends the game."""
    taken_back: int = 0
    """How many of the lines are not played."""
    versions: str | None = None
    """How the game went otherwise; None leaves what is stored."""


class Move(_Change, frozen=True):
    """Let the first `ply` actions be played (undo and redo), and delete the draft; `versions` as of `Play`."""

    game: int
    ply: int
    versions: str | None = None


class Draft(_Change, frozen=True):
    """Keep what was entered of the next action."""

    game: int
    text: str | None


class PutAside(_Change, frozen=True):
    """Put a game aside for later: it is no longer offered at the start."""

    game: int


class Resume(_Change, frozen=True):
    """Resume a game, which makes it the newest.

    `proven` is how many of its actions can be played again, all of them if None. If that is not all that were played,
    the game is cut back to them, and as it was it is kept as another one, put aside.
    """

    game: int
    proven: int | None = None


class Rewrite(_Change, frozen=True):
    """Give players other names: the same actions, and what else of the game names them."""

    game: int
    header_line: str
    lines: tuple[str, ...]
    checksums: tuple[str, ...]
    versions: str
    draft: str | None = None


class Discard(_Change, frozen=True):
    """Delete a game for good."""

    game: int


Change: TypeAlias = Choose | Begin | Add | Play | Move | Draft | PutAside | Resume | Rewrite | Discard


NEVER = datetime.fromisoformat("1970-01-01T00:00:00+00:00")
"""Before anything was chosen or played."""
TICK = timedelta(microseconds=1)
"""Least time between two changes, even if the clock was set back."""


# --- what they fold to -----------------------------------------------------------------------------------------------


class Stamp(msgspec.Struct, frozen=True):
    """When something is stored, by the wall clock and since power-on."""

    at: datetime
    uptime_ms: int = 0


class Clocks(msgspec.Struct, frozen=True):
    """The wall clock, and the time since power-on."""

    now: Callable[[], datetime]
    uptime_s: Callable[[], float] = time.monotonic
    boot: str = ""
    """The kernel's id of this power-on; empty if it is not known."""
    boots: int = 0
    """How often the device was switched on before, as far as is known."""
    begun_at: datetime | None = None
    """When that was, if a person has set the date since."""

    def stamp(self) -> Stamp:
        """The time now, as a person has set it since power-on, else as the computer says it.

        Each power-on counts from another `BOOT_MS`, so that two evenings never look like one.
        """
        uptime_s = self.uptime_s()
        at = self.begun_at + timedelta(seconds=uptime_s) if self.begun_at else self.now()
        return Stamp(at.replace(microsecond=0), round(1000 * uptime_s) + self.boots * BOOT_MS)


class History(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of the closed games without reading them."""

    count: int = 0
    sum: int = 0
    """The sum (XOR) of their digests: a game that is missing, doubled or older than it was is noticed."""
    secret: int = 0
    """How many of them are unfinished and have secrets."""
    finished: int = 0
    """How many of them were played to their end."""
    waiting: dict[int, int] = {}
    """The games neither finished nor put aside, by id, with their `opened`."""


class Contents(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is under way: all that is folded at opening, and all of the journal that stays in memory."""

    name: str
    """The journal's own: what belongs to another one is noticed."""
    version: int
    settings: dict[str, str] = {}
    game: StoredGame | None = None
    """The game under way."""
    next_id: int = 1
    next_opened: int = 1
    history: History = History()
    chosen_at: dict[str, datetime] = {}
    """When each setting was chosen: of two choices on two devices, the later one counts."""
    deleted: dict[str, datetime] = {}
    """When games were deleted, by their `uid`: copies of them do not come back."""

    @property
    def count(self) -> int:
        """How many games are stored."""
        return self.history.count + (self.game is not None)


def apply(contents: Contents, change: Change, stamp: Stamp) -> Contents:
    """The contents after a change; a game that it names is the one under way.

    :raises ValueError: when the game has no such action.
    """
    match change:
        case Choose(key, value):
            chosen_at = {**contents.chosen_at, key: max(stamp.at, contents.chosen_at.get(key, NEVER) + TICK)}
            return replace(contents, settings={**contents.settings, key: value}, chosen_at=chosen_at)
        case Begin(header_line, colours, seed, chance):
            none: tuple[()] = ()
            number, opened, at = contents.next_id, contents.next_opened, stamp.at
            new = StoredGame(number, header_line, colours, none, none, none, 0, None, False, opened, None, at, at, seed)
            new = replace(new, chance=chance)
            return _count_on(replace(contents, game=with_number(contents, new, stamp)))
        case Add():
            return _count_on(contents)
    assert contents.game
    changed_at = max(stamp.at, contents.game.changed_at + TICK)
    if isinstance(change, Discard):
        uid = contents.game.uid
        return replace(contents, game=None, deleted={**contents.deleted, **({uid: changed_at} if uid else {})})
    game = _change_game(contents.game, change, stamp)
    if isinstance(change, Resume):
        game = replace(game, opened=contents.next_opened)
        copies = is_cut_back(contents.game, change)
        contents = replace(contents, next_opened=contents.next_opened + 1, next_id=contents.next_id + copies)
        if not copies:
            return replace(contents, game=game)  # whoever only looks at a game does not change it
    return replace(contents, game=replace(game, changed_at=changed_at))


BOOT = "clock.boot"
"""The setting with the last power-on: the kernel's id of it, and how many there were before."""
SET_DATE = "clock.date"
"""The setting with the power-on in which a person has set the date, and when that power-on was."""
MOST_DEVICES = 10_000
"""Each journal begins to count somewhere else, so that two devices hardly ever count alike."""


def count_on(clocks: Clocks, contents: Contents) -> tuple[Clocks, Choose | None]:
    """The clocks of a journal that is opened, and how it notes that the device was switched on, if it was."""
    if not clocks.boot:
        return clocks, None
    boot, _, begun_at = contents.settings.get(SET_DATE, "").partition(" ")
    if boot == clocks.boot:
        with suppress(ValueError):
            clocks = replace(clocks, begun_at=datetime.fromisoformat(begun_at))
    boot, _, boots = contents.settings.get(BOOT, "").partition(" ")
    if boot == clocks.boot and boots.isdecimal():
        return replace(clocks, boots=int(boots)), None
    number = int(boots) + 1 if boots.isdecimal() else crc32(contents.name.encode()) % MOST_DEVICES
    return replace(clocks, boots=number), Choose(BOOT, f"{clocks.boot} {number}")


def with_number(contents: Contents, game: StoredGame, stamp: Stamp) -> StoredGame:
    """A new game with the next numbers, and an id of its own."""
    drawn = f"{contents.name} {contents.next_id} {stamp.at} {stamp.uptime_ms}".encode()
    uid = game.uid or blake2b(drawn, digest_size=8).hexdigest()
    return replace(game, id=contents.next_id, opened=contents.next_opened, uid=uid, changed_at=stamp.at)


def is_cut_back(game: StoredGame, change: Resume) -> bool:
    """Whether a game that is resumed loses actions, so that it is kept as it was as well."""
    return change.proven is not None and change.proven < game.ply


def _count_on(contents: Contents) -> Contents:
    return replace(contents, next_id=contents.next_id + 1, next_opened=contents.next_opened + 1)


def _change_game(game: StoredGame, change: Change, stamp: Stamp) -> StoredGame:
    match change:
        case Play(_, since, lines, checksums, over, taken_back, versions):
            _check(game, since)
            end, new = since + len(lines), len(lines)
            return replace(
                game,
                lines=(*game.lines[:since], *lines),
                checksums=(*game.checksums[:since], *checksums),
                times=(*game.times[:since], *(stamp.at,) * new),
                uptimes_ms=(*game.uptimes_ms[:since], *(stamp.uptime_ms,) * new),
                ply=end - taken_back,
                end_ply=end if over else None,
                draft=None,
                is_aside=False,
                versions=game.versions if versions is None else versions,
                damaged=tuple(number for number in game.damaged if number <= since),
            )
        case Move(_, ply, versions):
            _check(game, ply)
            kept = game.versions if versions is None else versions
            return replace(game, ply=ply, draft=None, is_aside=False, versions=kept)
        case Draft(_, text):
            return replace(game, draft=text)
        case PutAside():
            return replace(game, is_aside=True)
        case Rewrite(_, header_line, lines, checksums, versions, draft):
            return replace(
                game, header_line=header_line, lines=lines, checksums=checksums, versions=versions, draft=draft
            )
        case Resume(_, proven):
            return _resume(replace(game, is_aside=False), change, proven)
    return game


def _resume(game: StoredGame, change: Resume, proven: int | None) -> StoredGame:
    if proven is None:
        return game
    if not is_cut_back(game, change):
        return replace(game, damaged=tuple(number for number in game.damaged if number > proven))
    return replace(
        game,
        lines=game.lines[:proven],
        checksums=game.checksums[:proven],
        times=game.times[:proven],
        uptimes_ms=game.uptimes_ms[:proven],
        ply=proven,
        end_ply=None,
        draft=None,
        damaged=(),
        versions="",
    )


def _check(game: StoredGame, ply: int) -> None:
    if not 0 <= ply <= len(game.lines):
        raise ValueError(f"game {game.id} has no action {ply}")
