"""The disk: carries out effects in the one thread that reaches journal, files and sticks, and says what follows.

When the disk fails, everything is stored in memory, and an event says so.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import chain, islice
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from display.draw import as_png
from firmware_py.config.schema import JOURNAL_NAME
from firmware_py.device.effects import (
    AboutRead,
    Answered,
    Ask,
    BeginTransfer,
    CloseJournal,
    CodeDrawn,
    DateRead,
    DiskFailed,
    DrawCode,
    DrawSeed,
    Effect,
    Event,
    FindSticks,
    ForgetPerson,
    GameLoaded,
    GamesListed,
    ListGames,
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
from firmware_py.device.state import Stored
from firmware_py.evenings.results import NAMES, Moment, read_names
from firmware_py.evenings.statistics import Question, answer
from firmware_py.games.records import UnreadableLine
from firmware_py.games.registry import GAMES
from firmware_py.games.restoring import restore
from firmware_py.host.health import SYSTEM, about
from firmware_py.host.log import log_warnings
from firmware_py.host.network import OWN_ADDRESS, own_address, own_network, want_own_network
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
from firmware_py.transfers.forgetting import forget
from firmware_py.transfers.games import STOPPED, Stopped, Transfer, copy_games, copy_report, take_back, take_games
from firmware_py.transfers.house import copy_everything, finish_moving, take_everything
from firmware_py.transfers.stick import PULLED_OUT, Stick, StickError, require_sticks
from firmware_py.words import Words, reason, words

T = TypeVar("T")

MADE_AT_ONCE = 20
"""So many results are made while somebody waits: a second on the slowest Pi."""

CODE: Mapping[str, Mapping[str, object]] = {values.kind: values for values in (GAMES, PAGES, FOLLOWERS)}


def drawn_seed() -> str:
    """A random seed for the dice of one game."""
    return os.urandom(16).hex()


class Disk:
    """The journal, the folder beside it, and the sticks; only the thread that made it may use it."""

    def __init__(
        self,
        journal: Journal,
        data: Path | None,
        draw_seed: Callable[[], str] = drawn_seed,
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
        saved = self._saved()
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
        events = self._tried(lambda: self._committed(changes)) if changes else ()
        for effect in others:
            events += self._tried(partial(self._done, effect))
        return (*events, *self._failed())

    def _tried(self, do: Callable[[], tuple[Event, ...]]) -> tuple[Event, ...]:
        """What follows; if nothing comes of it, that it was refused, and all else is done nevertheless."""
        try:
            return do()
        except (JournalError, StickError) as error:
            return (Refused(error.why),)

    def _committed(self, changes: tuple[Change, ...]) -> tuple[Event, ...]:
        self._save(lambda: self.journal.commit(*changes))
        return ()

    def examine(self) -> tuple[bool, tuple[Event, ...]]:
        """Examine a few more of the closed games; return whether there are more, and what follows from damage."""
        if not self.journal.is_durable:
            return False, ()
        return self._save(lambda: next(self._examined, None)) is not None, self._failed()

    def _done(self, effect: Effect) -> tuple[Event, ...]:
        """Carry out an effect that is no change. :raises JournalError, StickError: when nothing comes of it"""
        match effect:
            case LoadGame(game_id):
                return (self._loaded(game_id),)
            case SaveGame(session):
                return (self._loaded(self._save(lambda: save_session(self.journal, session))),)
            case ListGames(below):
                return (self._listed(below),)
            case Ask(question):
                return (self._answered(question),)
            case LookThrough():
                return (self._looked_through(),)
            case DrawSeed(command):
                return (SeedDrawn(command, self._draw_seed()),)
            case LoadCode(game, kind, then):
                CODE[kind][game]
                return (then,)
            case CloseJournal():
                self.journal.close()
                return ()
        return self._done_elsewhere(effect)

    def _done_elsewhere(self, effect: Effect) -> tuple[Event, ...]:
        """Carry out an effect on another thing than the journal."""
        match effect:
            case WriteMap(command):
                return (MapWritten(command, self._fault_of_map(command.file, command.text)),)
            case FindSticks(command):
                return (SticksFound(command, tuple(map(_offered, require_sticks(self.system)))),)
            case BeginTransfer(command):
                self._transfer = self._begun(command)
            case StepTransfer(stops):
                return (self._stepped(stops=stops),)
            case DrawCode(player, address):
                found = address or own_address(self.system)
                return (CodeDrawn(_invited(player, found, _own_wifi(found, self.system))),)
            case ReadDate():
                return (DateRead(self.journal.last_date()),)
            case WriteDate(at, is_sure):
                if is_sure or not is_known(self.journal.today()):
                    self._save(lambda: self.journal.set_date(at))
            case ReadAbout(faults):
                return (AboutRead(about(faults, self.system)),)
        return ()

    # --- games ---------------------------------------------------------------------------------------------------

    def _loaded(self, game_id: int) -> Event:
        """A stored game; a long one is played again here, so that light and sound go on meanwhile."""
        game = self._save(lambda: self.journal.load(game_id))
        try:
            session, warning = restore(game.header_line, game.lines, game.checksums, game.ply, game.damaged)
        except UnreadableLine as error:
            return Refused(words("This game cannot be opened: {why}", why=error.why))
        PAGES[session.game.id]  # loaded here, for the same reason
        return GameLoaded(game, session, self.journal.contents.next_id, warning)

    def _listed(self, below: int) -> Event:
        games = self._save(lambda: self.journal.games(below, MOST_LISTED + 1))
        return GamesListed(tuple(map(saved_game_line, games[:MOST_LISTED])), has_more=len(games) > MOST_LISTED)

    def _answered(self, question: Question) -> Event:
        """The answer; results that nobody has made yet are made, as far as that is done at once."""
        left = self._save(lambda: sum(1 for _ in islice(self.journal.make_results(), MADE_AT_ONCE)))
        left = self._save(self.journal.count_unmade) if left == MADE_AT_ONCE else 0
        stamp, names = self.journal.clocks.stamp(), read_names(self.journal.settings.get(NAMES, ""))
        now = Moment(stamp.at, stamp.uptime_ms)
        return Answered(self._save(lambda: answer(question, self.journal, now, names)), left)

    def _looked_through(self) -> Event:
        saved = self._saved()
        for game in saved.games:
            saved_game_line(game)  # made and kept, so that no page has to wait for it
        return LookedThrough(saved, self.journal.settings, self.journal.contents.next_id)

    def _saved(self) -> SavedGames:
        """What the journal says of its games."""
        games, unfinished = self._save(lambda: (self.journal.games(most=MOST_LISTED), self.journal.unfinished_game()))
        return SavedGames(
            games,
            self.journal.count,
            self.journal.has_secret_games,
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

    def _failed(self) -> tuple[Event, ...]:
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

    def _begun(
        self, command: CopyGames | CopyReport | TakeGames | TakeBack | ForgetPerson | CopyEverything | MergeHouses
    ) -> Transfer:
        """A transfer that has not done anything yet. :raises StickError: without a stick for it"""
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

    def _stepped(self, *, stops: bool) -> Event:
        """What the next step of the transfer comes to, which `stops` there."""
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


def _invited(player: str, address: str, wifi: tuple[str, str] | None = None) -> Invitation:
    """An invitation with a code of its own, which nobody guesses in a minute."""
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


def _offered(stick: Stick) -> OfferedStick:
    return OfferedStick(stick.label, str(stick.folder), stick.free_mb())
