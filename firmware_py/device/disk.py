"""The disk: the effects of one event go to its thread, and the state is in force once they are done.

When the disk fails, everything is stored in memory, and an event says so.

Why a thread: a cheap memory card may not answer for half a minute. Light, sound and moving pictures go on meanwhile,
the watchdog hears that the device is alive, and presses wait in their order.

Why this is safe: one event is under way at a time, and nothing else replaces the state until what it leads to is in
force. Only the disk's thread reaches journal, files and sticks, and it gets nothing but values.

Why the next page is laid out meanwhile: the state is known as soon as it is decided, and a card takes time for a
commit. Nothing of it is shown before.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from contextlib import suppress
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import chain, islice
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias, TypeVar

import msgspec

from display.draw import as_png
from display.view import Notice, View
from firmware_py.config.schema import JOURNAL_NAME, Config
from firmware_py.device.effects import (
    AboutRead,
    Answered,
    BeginTransfer,
    CloseJournal,
    CodeDrawn,
    DateRead,
    DiskFailed,
    DrawCode,
    DrawSeed,
    Effect,
    Event,
    FindAnswer,
    FindGames,
    FindSticks,
    ForgetPerson,
    GameLoaded,
    GamesListed,
    LoadCode,
    LoadGame,
    LookedThrough,
    LookThrough,
    MapWritten,
    MergeHouses,
    ReadAbout,
    ReadDate,
    Refused,
    SavedGames,
    SaveGame,
    SeedDrawn,
    StepTransfer,
    SticksFound,
    TransferStepped,
    WriteDate,
    WriteMap,
)
from firmware_py.device.state import DeviceState, Stored
from firmware_py.device.update import update
from firmware_py.evenings.results import NAMES, Moment, read_names
from firmware_py.evenings.statistics import Question, answer
from firmware_py.games.records import UnreadableLine
from firmware_py.games.registry import GAMES
from firmware_py.games.restoring import restore
from firmware_py.host.computer import OWN_ADDRESS, SYSTEM, about, own_address, own_network, want_own_network
from firmware_py.host.log import log_warnings
from firmware_py.pages.interface import CopyEverything, CopyGames, CopyReport, TakeBack, TakeGames
from firmware_py.pages.phones import Invitation
from firmware_py.pages.registry import FOLLOWERS, PAGES
from firmware_py.pages.saved_games import MOST_LISTED, OfferedStick, saved_game_line, unfinished_line
from firmware_py.pages.settings_menu import known_house_rules
from firmware_py.storage.changes import Change, is_known
from firmware_py.storage.files import JournalError, were_set_aside
from firmware_py.storage.journal import Journal, save_session
from firmware_py.storage.opening import recover
from firmware_py.storage.owner_maps import FOLDER as MAPS
from firmware_py.storage.owner_maps import read_maps, save_map
from firmware_py.transfers.games import (
    STOPPED,
    Stopped,
    Transfer,
    copy_games,
    copy_report,
    forget,
    take_back,
    take_games,
)
from firmware_py.transfers.moving import copy_everything, finish_moving, take_everything
from firmware_py.transfers.stick import PULLED_OUT, Stick, StickError, require_sticks
from firmware_py.words import Say, Words, reason, words
from hardware import Devices

T = TypeVar("T")

MADE_AT_ONCE = 20
"""Most results that are made while somebody waits: a second on the slowest Pi."""

CODE: Mapping[str, Mapping[str, object]] = {values.kind: values for values in (GAMES, PAGES, FOLLOWERS)}


def draw_random_seed() -> str:
    """Draw a seed for the dice of one game."""
    return os.urandom(16).hex()


class Disk:
    """The journal, the folder beside it, and the sticks; only the thread that made it may use it."""

    def __init__(
        self,
        journal: Journal,
        data: Path | None,
        draw_seed: Callable[[], str] = draw_random_seed,
        system: Path = SYSTEM,
    ) -> None:
        """Read a journal, which is not closed here, and the folder `data` that holds everything else.

        `draw_seed` draws what the dice of a game follow from; `system` is where the system's files are.
        """
        self.journal = journal
        self._data = data
        self._draw_seed = draw_seed
        self.system = system
        self._transfer: Transfer | None = None
        self._failures: tuple[Words, ...] = ()
        self._examined = chain(journal.examine(), journal.make_results())
        saved = self._read_saved()
        log_warnings(*self._save(lambda: finish_moving(journal, self._maps)))
        maps = read_maps(self._maps)
        self.at_start = Stored(journal.is_durable, journal.fault, journal.settings, saved, maps)
        """What was stored when it was made."""
        self.next_id = journal.contents.next_id
        """The number of the next new game, then."""
        self.warnings, self._failures = self._failures, ()
        """What went wrong until then."""

    def carry_out(self, effects: tuple[Effect, ...]) -> tuple[Event, ...]:
        """Store all changes among the effects in one commit, and do the rest; return what follows, in its order."""
        changes = tuple(effect for effect in effects if isinstance(effect, Change))
        others = (effect for effect in effects if not isinstance(effect, Change))
        events = self._try(lambda: self._commit(changes)) if changes else ()
        for effect in others:
            events += self._try(partial(self._do, effect))
        return (*events, *self._take_failures())

    def _try(self, do: Callable[[], tuple[Event, ...]]) -> tuple[Event, ...]:
        """Do something and return its events; `Refused` if it fails, so that all else is still done."""
        try:
            return do()
        except (JournalError, StickError) as error:
            return (Refused(error.why),)

    def _commit(self, changes: tuple[Change, ...]) -> tuple[Event, ...]:
        self._save(lambda: self.journal.commit(*changes))
        return ()

    def examine(self) -> tuple[bool, tuple[Event, ...]]:
        """Examine a few more of the closed games; return whether there are more, and what follows from damage."""
        if not self.journal.is_durable:
            return False, ()
        return self._save(lambda: next(self._examined, None)) is not None, self._take_failures()

    def _do(self, effect: Effect) -> tuple[Event, ...]:
        """Carry out an effect that is no change. :raises JournalError, StickError: when nothing comes of it"""
        match effect:
            case LoadGame(game_id):
                return (self._load(game_id),)
            case SaveGame(session):
                return (self._load(self._save(lambda: save_session(self.journal, session))),)
            case FindGames(below):
                return (self._list(below),)
            case FindAnswer(question):
                return (self._answer(question),)
            case LookThrough():
                return (self._look_through(),)
            case DrawSeed(command):
                return (SeedDrawn(command, self._draw_seed()),)
            case LoadCode(game, kind, then):
                CODE[kind][game]
                return (then,)
            case CloseJournal():
                self.journal.close()
                return ()
        return self._do_elsewhere(effect)

    def _do_elsewhere(self, effect: Effect) -> tuple[Event, ...]:
        """Carry out an effect that touches something other than the journal."""
        match effect:
            case WriteMap(command):
                return (MapWritten(command, self._fault_of_map(command.file, command.text)),)
            case FindSticks(command):
                return (SticksFound(command, tuple(map(_offer, require_sticks(self.system)))),)
            case BeginTransfer(command):
                self._transfer = self._begin_transfer(command)
            case StepTransfer(stops):
                return (self._step_transfer(stops=stops),)
            case DrawCode(player, address):
                found = address or own_address(self.system)
                return (CodeDrawn(_invite(player, found, _own_wifi(found, self.system))),)
            case ReadDate():
                return (DateRead(self.journal.last_date()),)
            case WriteDate(at, is_sure):
                if is_sure or not is_known(self.journal.today()):
                    self._save(lambda: self.journal.set_date(at))
            case ReadAbout(faults):
                return (AboutRead(about(faults, self.system)),)
        return ()

    # --- games ---------------------------------------------------------------------------------------------------

    def _load(self, game_id: int) -> Event:
        """Load a game; a long one is played again here, so that light and sound go on meanwhile."""
        game = self._save(lambda: self.journal.load(game_id))
        try:
            session, warning = restore(game.header_line, game.lines, game.checksums, game.ply, game.damaged)
        except UnreadableLine as error:
            return Refused(words("This game cannot be opened: {why}", why=error.why))
        PAGES[session.game.id]  # loaded here, for the same reason
        return GameLoaded(game, session, self.journal.contents.next_id, warning)

    def _list(self, below: int) -> Event:
        games = self._save(lambda: self.journal.games(below, MOST_LISTED + 1))
        return GamesListed(tuple(map(saved_game_line, games[:MOST_LISTED])), has_more=len(games) > MOST_LISTED)

    def _answer(self, question: Question) -> Event:
        """Find the answer; missing results are made first, as many as take no more than a moment."""
        left = self._save(lambda: sum(1 for _ in islice(self.journal.make_results(), MADE_AT_ONCE)))
        left = self._save(self.journal.count_unmade) if left == MADE_AT_ONCE else 0
        stamp, names = self.journal.clocks.stamp(), read_names(self.journal.settings.get(NAMES, ""))
        now = Moment(stamp.at, stamp.uptime_ms)
        return Answered(self._save(lambda: answer(question, self.journal, now, names)), left)

    def _look_through(self) -> Event:
        saved = self._read_saved()
        for game in saved.games:
            saved_game_line(game)  # made and kept, so that no page has to wait for it
        return LookedThrough(saved, self.journal.settings, self.journal.contents.next_id)

    def _read_saved(self) -> SavedGames:
        """Ask the journal what it says of its games."""
        games, unfinished = self._save(lambda: (self.journal.games(most=MOST_LISTED), self.journal.unfinished_game()))
        return SavedGames(
            games,
            self.journal.count,
            self.journal.has_secret_games,
            self.journal.has_finished_games,
            bool(self._set_aside),
            unfinished_line(unfinished) if unfinished else None,
        )

    @property
    def _set_aside(self) -> tuple[Path, ...]:
        """The journals that safe mode has set aside; none without a disk to take their games back to."""
        return were_set_aside(self._data / JOURNAL_NAME) if self._data and self.journal.is_durable else ()

    def _save(self, use: Callable[[], T]) -> T:
        """Use the journal; when the disk fails, go on in memory or with what can be read, and note warnings.

        :raises JournalError: when a game went with a disk that has failed.
        """
        try:
            return self._unless_gone(use)
        except JournalError as error:
            if error.why == self.journal.fault:
                raise
            warnings, damaged = recover(self.journal, error)
            log_warnings(*warnings)  # without the names of players
            self._failures = (*self._failures, *warnings, *damaged)
            return self._unless_gone(use)

    def _unless_gone(self, use: Callable[[], T]) -> T:
        try:
            return use()
        except KeyError:
            if self.journal.fault is None:
                raise  # a mistake of ours
            raise JournalError(self.journal.fault) from None

    def _take_failures(self) -> tuple[Event, ...]:
        warnings, self._failures = self._failures, ()
        journal = self.journal
        if not warnings:
            return ()
        return (DiskFailed(warnings, journal.is_durable, journal.fault, journal.contents.next_id),)

    # --- files and sticks ----------------------------------------------------------------------------------------

    def _fault_of_map(self, file: str, text: str) -> Words | None:
        """Write a map; return why that was not possible, or None."""
        try:
            if self._maps:
                save_map(self._maps, file, text)
        except OSError as error:
            return reason(error)
        return None

    @property
    def _maps(self) -> Path | None:
        return self._data / MAPS if self._data else None

    def _begin_transfer(
        self, command: CopyGames | CopyReport | TakeGames | TakeBack | ForgetPerson | CopyEverything | MergeHouses
    ) -> Transfer:
        """Begin a transfer, of which nothing is done yet. :raises StickError: without a stick for it"""
        match command:
            case CopyGames(game_ids, stick, picture):
                draw = partial(as_png, picture, *PICTURE) if picture else None
                return copy_games(self.journal, self._stick(stick), game_ids, draw)
            case CopyReport(stick):
                return copy_report(self._stick(stick), self._data, self.journal.today())
            case TakeGames():
                return take_games(self.journal, require_sticks(self.system))
            case TakeBack():
                return take_back(self.journal, self._set_aside)
            case ForgetPerson(names, instead):
                return forget(self.journal, names, instead)
            case CopyEverything(with_secrets, folder):
                maps, to = read_maps(self._maps), self._stick(folder)
                return copy_everything(self.journal, maps, to, known_house_rules(), with_secrets=with_secrets)
            case MergeHouses(instead):
                sticks = require_sticks(self.system)
                return take_everything(self.journal, self._maps, sticks, known_house_rules(), instead)

    def _stick(self, folder: str) -> Stick:
        """The stick in this folder. :raises StickError: when it was pulled out meanwhile"""
        for stick in require_sticks(self.system):
            if str(stick.folder) == folder:
                return stick
        raise StickError(PULLED_OUT)

    def _step_transfer(self, *, stops: bool) -> Event:
        """Do the next step of the transfer, or stop it there, and say how far it is."""
        transfer = self._transfer
        assert transfer is not None
        try:
            return TransferStepped(transfer.throw(Stopped()) if stops else next(transfer))
        except StopIteration as done:
            result: tuple[Words, ...] = done.value
        except Stopped:
            result = (STOPPED,)
        except JournalError as error:
            result = (error.why,)
        self._transfer = None
        return TransferStepped(None, result)


PICTURE = 1080, 810
"""The size of the picture of a game's end, in pixels."""

CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""What a code is made of: nothing that looks like something else."""


def _invite(player: str, address: str, wifi: tuple[str, str] | None = None) -> Invitation:
    """Make an invitation with a code of its own, which nobody guesses in a minute."""
    letters = (CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in os.urandom(64) if byte < 8 * len(CODE_LETTERS))
    code = "".join(letters)[:10]
    url = f"http://{address}" if address else ""
    squares = _qr_code(f"{url}/#{code}") if url else ()
    return Invitation(player, code, url, squares, wifi)


def _qr_code(text: str) -> tuple[str, ...]:
    """A text as a QR code, row by row: `#` is dark.

    Only a device with phones loads segno, and of it what encodes: its writers bring OpenSSL and all of urllib, 6 MB.
    """
    if "segno.encoder" not in sys.modules:
        package, found = ModuleType("segno"), find_spec("segno")
        package.__path__ = list(found.submodule_search_locations or ()) if found else []
        sys.modules["segno"] = package
        import_module("segno.encoder")
        del sys.modules["segno"]
    matrix = sys.modules["segno.encoder"].encode(text, error="m", boost_error=False, micro=False).matrix
    return tuple("".join(".#"[cell] for cell in row) for row in matrix)


def _own_wifi(address: str, system: Path) -> tuple[str, str] | None:
    """The device's own network, asked for where there is none yet; None if it is in another one, or makes none."""
    own = own_network(system)
    if not own or address not in ("", OWN_ADDRESS):
        return None
    if not address:
        with suppress(OSError):  # then the next code asks again
            want_own_network(system)
    return own.name, own.password


def _offer(stick: Stick) -> OfferedStick:
    return OfferedStick(stick.label, str(stick.folder), stick.free_mb())


Callback: TypeAlias = Callable[[float], None]
"""What is done in the loop's thread, at the time that it is given."""

PATIENCE_S = 0.1
"""How long the loop waits for the disk before it goes on. Usually it takes some milliseconds."""
HEAD_START_S = 0.001
"""How long the disk's thread has Python to itself, until it waits for the disk and the next page can be laid out."""
MOST_WAITING = 1000
"""More steps than people can enter during a stall; only a broken contact makes more."""

SHOWN_AFTER_S = 0.5
"""How long an event may take before the page says that something is being stored..."""
SLOW_AFTER_S = 20.0
"""...and before it says that the disk is slow."""

SAVING = words("Saving… one moment")
SLOW = words("The memory card or the stick does not answer yet: leave everything as it is until this is saved.")


class AtOnce(Executor):
    """Does a job at once, in the thread that asks for it: simulated time knows no other thread."""

    def submit(self, job: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """A future that is done."""
        future: Future[Any] = Future()
        try:
            future.set_result(job(*arguments, **named))
        except Exception as error:
            future.set_exception(error)
        return future


class Resources(msgspec.Struct, frozen=True):
    """The owner's configuration, the open devices, and the disk; none of them is closed here."""

    config: Config
    devices: Devices
    disk: Disk
    thread: Executor = msgspec.field(default_factory=AtOnce)
    """The one thread that reaches the disk."""
    thinker: Executor = msgspec.field(default_factory=AtOnce)
    """The one thread in which the box thinks."""
    wake: Callable[[], None] = lambda: None
    """Wakes the loop."""
    prepare: Callable[[View], None] = lambda _: None
    """Prepares to show a view, which is not to be seen yet."""
    phones_at: str | None = None
    """The address where phones find the device, as in `DeviceState`."""


class _Running(msgspec.Struct):
    state: DeviceState
    """The state that will be in force, unless more follows: nobody may see it."""
    done: Future[tuple[Event, ...]]
    """What follows from the effects, once all of them are carried out."""
    then: Callback
    shows_secrets: bool
    is_foreseen: bool = False
    """Whether the loop has prepared for it, or need not."""
    wakes: bool = False
    """Whether the loop is woken once it is done."""


class Saving:
    """Decides one event after the other, lets their effects be carried out, and holds the steps that wait for them."""

    def __init__(
        self, resources: Resources, become: Callable[[DeviceState], None], foresee: Callable[[DeviceState], None]
    ) -> None:
        """Begin with nothing to store; `become` puts a state in force, `foresee` prepares for one that will be."""
        self._resources = resources
        self._become = become
        self._foresee = foresee
        self._running: _Running | None = None
        self._waiting: deque[Callback] = deque()
        self.since_s: float | None = None
        """Start time of what is being carried out, or None when idle."""

    @property
    def is_busy(self) -> bool:
        """Whether effects are being carried out."""
        return self._running is not None

    def notice(self, say: Say, now_s: float) -> Notice | None:
        """What lies over the page while something is being stored; None at first, and without one."""
        if self.since_s is None or now_s < self.since_s + SHOWN_AFTER_S:
            return None
        if now_s < self.since_s + SLOW_AFTER_S:
            return Notice((say(SAVING),), "saving")
        return Notice((say(SLOW),), "warning")

    def deadline_s(self, shown: Notice | None) -> float | None:
        """When another notice follows the one that is shown; None if time alone brings none."""
        if self.since_s is None or (shown and shown.kind == "warning"):
            return None
        return self.since_s + (SLOW_AFTER_S if shown else SHOWN_AFTER_S)

    def take(
        self, events: tuple[Event, ...], state: DeviceState, then: Callback, now_s: float, *, secretly: bool
    ) -> None:
        """Decide what events lead to from the state in force; `then` follows once that is in force.

        `secretly`: the screen shows a page for the hunters' eyes.
        """
        assert self._running is None
        effects: tuple[Effect, ...] = ()
        for event in events:
            state, wanted = update(state, event, shows_secrets=secretly)
            effects += wanted
        if not effects:
            self.since_s = None
            self._become(state)
            then(now_s)
            return
        self.since_s = now_s if self.since_s is None else self.since_s
        done = self._resources.thread.submit(self._resources.disk.carry_out, effects)
        self._running = _Running(state, done, then, secretly)

    def do(self, step: Callback, now_s: float) -> None:
        """Carry out a step after what is under way and all steps that wait for it.

        A step that waits already is not added again.
        """
        if step not in self._waiting and len(self._waiting) < MOST_WAITING:
            self._waiting.append(step)
        self.settle(now_s)

    def settle(self, now_s: float) -> None:
        """Put in force what is carried out, and do the steps that waited for it.

        What begins now is waited for shortly. Whatever the disk's thread raises is raised here.
        """
        patience_s = 0.0 if self.is_busy else PATIENCE_S
        while self._running or self._waiting:
            if self._running is None:
                self._waiting.popleft()(now_s)
            elif not self._is_done(self._running, patience_s):
                return
            else:
                running, self._running = self._running, None
                events = running.done.result()
                self.take(events, running.state, running.then, now_s, secretly=running.shows_secrets)

    def _is_done(self, running: _Running, patience_s: float) -> bool:
        """Whether effects are carried out within this time; the loop is woken if they are later."""
        if not (running.is_foreseen or _ends(running.done, HEAD_START_S)):
            self._foresee(running.state)
        running.is_foreseen = True
        if _ends(running.done, patience_s):
            return True
        if not running.wakes:
            running.wakes = True
            running.done.add_done_callback(lambda _: self._resources.wake())
        return False


def _ends(job: Future[tuple[Event, ...]], within_s: float) -> bool:
    """Wait for a job for this time at most, and return whether it is done."""
    with suppress(TimeoutError):
        job.exception(within_s)
    return job.done()
