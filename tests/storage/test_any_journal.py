"""Any journal, searched: any order of changes and cuts, any mutation, any JSON; nothing is changed in silence."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import Counter
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings, strategies
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace
from mutate_journal import hunt
from places import PROJECT
from sampling import many
from stored_journal import NOON, add_game, games_of, open_at_noon

from firmware_py.config.schema import JOURNAL_NAME
from firmware_py.config.settings import read_wiring
from firmware_py.foreign_text import from_json
from firmware_py.host.sd_notify import NAME, RUNTIME, read_status
from firmware_py.pages.malediction.map_editor.files import UnreadableDraft, read_draft
from firmware_py.pages.players import players_stack
from firmware_py.sensing import is_calibrated
from firmware_py.storage.changes import Begin, Change, Choose, Discard, Draft, Move, Play, PutAside, Resume, StoredGame
from firmware_py.storage.journal import Journal
from firmware_py.storage.opening import open_journal
from firmware_py.words import NOTHING

HEADER = '{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo"]}'


@contextmanager
def in_use(folder: Path, player: str, games: int):
    """Yield what is stored in a journal that is open, so that all that lies beside its file lies there."""
    folder.mkdir()
    with open_at_noon(folder / JOURNAL_NAME).journal as journal:
        for number in range(games):
            line = f'{{"do": "explore", "by": "{player}", "pile": "left", "number": {number}}}'
            add_game(
                journal, HEADER.replace("Ada", f"{player} {number}"), ("red", "blue"), (line,), ("0" * 16,), "finished"
            )
        yield games_of(journal)


def warned_or_whole(folder: Path, stored: dict) -> bool:
    """Whether a journal holds all that was stored in it, or whoever opens it is warned that it does not."""
    opened = open_at_noon(folder / JOURNAL_NAME)
    with opened.journal as journal:
        return bool(opened.warnings) or games_of(journal) == stored


def test_a_journal_that_is_moved_without_what_lies_beside_it_is_reported(tmp_path: Path) -> None:
    """Whoever copies one file from the card of a device that lost its power gets its games, or hears what is gone."""
    with in_use(tmp_path / "first", "Ada", 3) as stored:
        (tmp_path / "moved").mkdir()
        shutil.copy(tmp_path / "first" / JOURNAL_NAME, tmp_path / "moved" / JOURNAL_NAME)
    assert warned_or_whole(tmp_path / "moved", stored)


def test_what_lay_beside_another_journal_changes_none(tmp_path: Path) -> None:
    """Whoever mixes the files of two cards gets the games of the journal, or hears that something is wrong."""
    with in_use(tmp_path / "other", "Kim", 5):
        shutil.copytree(tmp_path / "other", tmp_path / "beside")
    with in_use(tmp_path / "first", "Ada", 3) as stored:
        pass
    for path in (tmp_path / "beside").iterdir():
        if path.name != JOURNAL_NAME:
            shutil.copy(path, tmp_path / "first" / path.name)
    assert warned_or_whole(tmp_path / "first", stored)


OPENING = (
    "import sys; from stored_journal import open_at_noon; from pathlib import Path; open_at_noon(Path(sys.argv[1]))"
)


@pytest.mark.skipif(shutil.which("strace") is None, reason="seeing what is written takes strace: apt install strace")
def test_a_start_writes_no_copy_of_the_journal_elsewhere(tmp_path: Path) -> None:
    """The folder of temporary files is memory on many systems, and a history outgrows it."""
    with in_use(tmp_path / "data", "Ada", 3):
        pass
    trace, paths = tmp_path / "trace", os.pathsep.join((str(PROJECT), str(PROJECT / "tests/support")))
    command = ["strace", "-f", "-o", trace, "-e", "trace=open,openat,creat", sys.executable, "-c", OPENING]
    environ = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run([*command, tmp_path / "data" / JOURNAL_NAME], env=environ, check=True)
    made = [line for line in trace.read_text().splitlines() if "O_CREAT" in line and "ENOENT" not in line]
    assert [line for line in made if str(tmp_path / "data") not in line] == []


# --- any order of changes and power cuts, against a plain dictionary --------------------------------------------------

COLOURS = ("red", "blue")
LINES = strategies.text(strategies.characters(exclude_categories=["Cs"]), max_size=8)


class AnyOrder(RuleBasedStateMachine):
    """Play, undo, restart and cut the power in any order; a plain dictionary must always agree."""

    folder: Path

    def __init__(self) -> None:
        super().__init__()
        self.games: dict[int, StoredGame] = {}
        self.chosen: dict[str, str] = {}
        self.next_id = self.next_opened = 1
        self.now = NOON
        self.waiting: list[Change] = []

    @initialize()
    def start(self) -> None:
        shutil.rmtree(self.folder)
        self.folder.mkdir()
        self.path = self.folder / "0.db"
        self.journal = self.open()

    def teardown(self) -> None:
        self.journal.close()

    def open(self) -> Journal:
        outcome = open_journal(self.path, lambda: self.now + timedelta(microseconds=5), uptime_s=lambda: 7.0)
        assert outcome.warnings == ()
        for _ in outcome.journal.examine():
            pass
        return outcome.journal

    def store(self, data: strategies.DataObject, *changes: Change) -> None:
        """Commit changes, or let them wait to be committed with the next ones."""
        self.waiting += changes
        if not data.draw(strategies.booleans(), "waits"):
            self.commit()

    def commit(self) -> None:
        self.journal.commit(*self.waiting)
        self.waiting = []

    def expect(self, game: StoredGame, **changes: object) -> None:
        """Expect a change, which is later than the one before whatever the clock says."""
        changed_at = max(self.now, game.changed_at + timedelta(microseconds=1))
        self.games[game.id] = replace(game, **{"changed_at": changed_at, **changes})  # type: ignore[arg-type]

    def a_game(self, data: strategies.DataObject) -> StoredGame:
        return self.games[data.draw(strategies.sampled_from(sorted(self.games)), "game")]

    def put(self, lines: tuple[str, ...], status: str) -> None:
        count = len(lines)
        self.games[self.next_id] = StoredGame(
            id=self.next_id,
            header_line=HEADER,
            colours=COLOURS,
            lines=lines,
            checksums=tuple(f"sum {line}" for line in lines),
            times=(self.now,) * count,
            uptimes_ms=(0,) * count,
            ply=count,
            end_ply=count if status == "finished" else None,
            is_aside=status == "aside",
            opened=self.next_opened,
            draft=None,
            started_at=self.now,
            changed_at=self.now,
        )
        self.next_id, self.next_opened = self.next_id + 1, self.next_opened + 1

    @rule(years=strategies.integers(-40, 40))
    def clock_jumps(self, years: int) -> None:
        if not self.waiting:  # which are stored at one time
            self.now = NOON + timedelta(days=365 * years)

    @rule(data=strategies.data())
    def begin(self, data: strategies.DataObject) -> None:
        self.put((), "playing")
        self.store(data, Begin(HEADER, COLOURS))

    @rule(
        lines=strategies.lists(LINES, max_size=3).map(tuple),
        status=strategies.sampled_from(["finished", "aside", "playing"]),
    )
    def add(self, lines: tuple[str, ...], status: str) -> None:
        self.commit()
        sums = tuple(f"sum {line}" for line in lines)
        self.put(lines, status)
        assert add_game(self.journal, HEADER, COLOURS, lines, sums, status) in self.games  # type: ignore[arg-type]
        self.expect(self.games[self.next_id - 1], changed_at=self.now)

    @precondition(lambda self: self.games)
    @rule(data=strategies.data(), lines=strategies.lists(LINES, min_size=1, max_size=3), over=strategies.booleans())
    def play(self, data: strategies.DataObject, lines: list[str], over: bool) -> None:
        game = self.a_game(data)
        since = data.draw(strategies.integers(0, game.ply), "since")
        taken_back = data.draw(strategies.integers(0, len(lines)), "taken back")
        versions = data.draw(strategies.none() | LINES, "versions")
        sums = tuple(f"sum {line}" for line in lines)
        end = since + len(lines)
        self.expect(
            game,
            lines=(*game.lines[:since], *lines),
            checksums=(*game.checksums[:since], *sums),
            times=(*game.times[:since], *(self.now for _ in lines)),
            uptimes_ms=(*game.uptimes_ms[:since], *(7000 for _ in lines)),
            ply=end - taken_back,
            end_ply=end if over else None,
            draft=None,
            is_aside=False,
            versions=game.versions if versions is None else versions,
        )
        self.store(data, Play(game.id, since, tuple(lines), sums, over, taken_back, versions))

    @precondition(lambda self: self.games)
    @rule(data=strategies.data())
    def move(self, data: strategies.DataObject) -> None:
        game = self.a_game(data)
        ply = data.draw(strategies.integers(0, len(game.lines)), "ply")
        self.expect(game, ply=ply, draft=None, is_aside=False)
        self.store(data, Move(game.id, ply))

    @precondition(lambda self: self.games)
    @rule(data=strategies.data(), draft=strategies.none() | LINES)
    def draft(self, data: strategies.DataObject, draft: str | None) -> None:
        game = self.a_game(data)
        self.expect(game, draft=draft)
        self.store(data, Draft(game.id, draft))

    @precondition(lambda self: self.games)
    @rule(data=strategies.data())
    def put_aside(self, data: strategies.DataObject) -> None:
        game = self.a_game(data)
        self.expect(game, is_aside=True)
        self.store(data, PutAside(game.id))

    @precondition(lambda self: self.games)
    @rule(data=strategies.data())
    def resume(self, data: strategies.DataObject) -> None:
        game = self.a_game(data)
        proven = data.draw(strategies.none() | strategies.integers(0, len(game.lines)), "proven")
        if proven is not None and proven < game.ply:
            self.games[self.next_id] = replace(game, id=self.next_id, is_aside=True, changed_at=self.now)
            self.next_id += 1
            kept: dict[str, object] = {
                name: getattr(game, name)[:proven] for name in ("lines", "checksums", "times", "uptimes_ms")
            }
            self.expect(game, **kept, ply=proven, end_ply=None, draft=None, versions="")
            game = self.games[game.id]
        self.expect(game, is_aside=False, opened=self.next_opened, changed_at=game.changed_at)
        self.next_opened += 1
        self.store(data, Resume(game.id, proven))

    @precondition(lambda self: self.games)
    @rule(data=strategies.data())
    def discard(self, data: strategies.DataObject) -> None:
        game = self.a_game(data)
        del self.games[game.id]
        self.store(data, Discard(game.id))

    @rule(data=strategies.data(), key=strategies.sampled_from(["language", "sound"]), value=LINES)
    def choose(self, data: strategies.DataObject, key: str, value: str) -> None:
        self.chosen[key] = value
        self.store(data, Choose(key, value))

    @rule()
    def switch_off_and_on(self) -> None:
        self.commit()
        self.journal.close()
        self.journal = self.open()

    @rule()
    def cut_the_power(self) -> None:
        self.commit()
        old, self.path = self.path, self.folder / f"{int(self.path.stem) + 1}.db"
        for file in self.folder.glob(f"{old.name}*"):
            shutil.copy(file, self.folder / file.name.replace(old.name, self.path.name, 1))
        self.journal.close()
        self.journal = self.open()

    @precondition(lambda self: self.journal.is_durable)
    @rule()
    def the_disk_fails(self) -> None:
        """Everything is there in memory too; then the disk works again, and what it held is taken as before."""
        self.commit()
        self.journal.continue_in_memory(NOTHING)
        self.agrees()
        self.journal.close()
        self.journal = self.open()

    @invariant()
    def agrees(self) -> None:
        if not hasattr(self, "journal") or self.waiting:
            return
        newest_first = [self.games[game_id] for game_id in sorted(self.games, reverse=True)]
        listed = [(game.id, game.actions, game.status, game.started_at) for game in self.journal.games()]
        assert listed == [(game.id, game.ply, game.status, game.started_at) for game in newest_first]
        assert self.journal.count == len(newest_first)
        assert self.journal.has_finished_games == any(game.status == "finished" for game in newest_first)
        assert self.journal.games(3, 1) == tuple(game for game in self.journal.games() if game.id < 3)[:1]
        playing = [game for game in newest_first if game.status == "playing"]
        unfinished = self.journal.unfinished_game()
        expected = max(playing, key=lambda game: game.opened, default=None)
        assert (unfinished and unfinished.id) == (expected and expected.id)
        stored = [self.journal.load(game.id) for game in newest_first]
        assert len({game.uid for game in stored}) == len(stored)
        for game, found in zip(newest_first, stored, strict=True):
            assert replace(found, uid="") == game
        assert self.journal.settings == self.chosen
        for number in range(1, self.next_id):
            if number not in self.games:
                with pytest.raises(KeyError):
                    self.journal.load(number)


def test_any_order_of_changes_and_power_cuts_keeps_every_game(tmp_path: Path) -> None:
    """What is read is always what a dictionary would hold, from the disk and from memory."""

    class InThisFolder(AnyOrder):
        folder = tmp_path / "journals"

    InThisFolder.folder.mkdir()
    run_state_machine_as_test(InThisFolder, settings=settings(max_examples=many(10, whole=20), stateful_step_count=25))


# --- a sample of the mutations; `make mutations` makes thousands ------------------------------------------------------

AT_RANDOM, AIMED = many(6, whole=12), many(4, whole=8)


def test_no_mutation_of_a_journal_is_silent_or_crashes() -> None:
    """Bits, bytes, pages and ends at random, rows and tables on purpose: the first page names every changed game."""
    outcomes = sum(hunt(seed=1, at_random=AT_RANDOM, aimed=AIMED).values(), Counter[str]())
    assert outcomes.total() == AT_RANDOM + AIMED
    assert set(outcomes) <= {"harmless", "reported", "last entry"}
    assert outcomes["reported"] > AIMED // 2


# --- what was stored as JSON, whatever a disk has made of it ----------------------------------------------------------

DEEP = 100_000
HOSTILE = [
    "[" * DEEP,
    '{"a":' * DEEP,
    '{"past":' + "[" * DEEP,
    '"\ud800"',
    '{"wanted":' + "9" * 5000 + "}",
    "",
    "\0",
    "nul",
]


def assert_nothing_is_read(text: str) -> None:
    """No reader of stored texts takes it for something, and none fails."""
    assert read_wiring(text, "/dev/i2c-1", 2, 2) == ()
    assert not is_calibrated(text)
    assert players_stack(text) == ()
    with pytest.raises(UnreadableDraft):
        read_draft(text)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_stored_text_that_is_none_is_nothing(text: str) -> None:
    """Nested without end, of endless numbers, half characters or no JSON at all."""
    assert_nothing_is_read(text)
    with pytest.raises(msgspec.DecodeError):
        from_json(text, dict[str, int])


LETTERS = st.sampled_from(' aZ0é\x1b\0{]"')
SCALARS = st.none() | st.booleans() | st.integers() | st.text(LETTERS, max_size=5)


@settings(max_examples=many(15, whole=30))
@given(st.lists(SCALARS, max_size=5) | st.dictionaries(st.text(LETTERS, max_size=8), SCALARS, max_size=5) | SCALARS)
def test_any_other_json_is_nothing(value: Any) -> None:
    """It is JSON, but of another version or of something else."""
    assert_nothing_is_read(msgspec.json.encode(value).decode())


def test_a_status_file_that_is_none_is_no_status(tmp_path: Path) -> None:
    """The doctor says that no referee runs, instead of failing."""
    file = tmp_path / RUNTIME / NAME
    file.parent.mkdir(parents=True)
    for text in HOSTILE:
        file.write_bytes(text.encode(errors="surrogatepass"))
        assert read_status(tmp_path) is None
