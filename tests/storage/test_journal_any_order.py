"""The journal in any order of calls and power cuts, against a plain dictionary."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path

from hypothesis import settings, strategies
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace
from stored_journal import NOON

from firmware_py.storage.journal import Journal, StoredGame, open_journal
from firmware_py.words import NOTHING

HEADER = '{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo"]}'
COLOURS = ("red", "blue")
LINES = strategies.text(strategies.characters(exclude_categories=["Cs"]), max_size=8)


class AnyOrder(RuleBasedStateMachine):
    """Play, undo, restart and cut the power in any order; a plain dictionary must always agree."""

    folder: Path

    def __init__(self) -> None:
        super().__init__()
        self.games: dict[int, StoredGame] = {}
        self.stored_settings: dict[str, str] = {}
        self.now = NOON

    @initialize()
    def start(self) -> None:
        shutil.rmtree(self.folder)
        self.folder.mkdir()
        self.path = self.folder / "0.db"
        self.journal = self.open()

    def teardown(self) -> None:
        self.journal.close()

    def open(self) -> Journal:
        outcome = open_journal(self.path, lambda: self.now + timedelta(microseconds=5))
        assert outcome.warning is None
        return outcome.journal

    def expect(self, game: StoredGame, **changes: object) -> None:
        self.games[game.id] = replace(game, **changes, changed_at=self.now)  # type: ignore[arg-type]

    def a_game(self, data: strategies.DataObject) -> StoredGame:
        return self.games[data.draw(strategies.sampled_from(sorted(self.games)), "game")]

    def put(self, game_id: int, lines: tuple[str, ...], status: str) -> None:
        self.takes = 1 + max((game.opened for game in self.games.values()), default=0)
        times, sums = (self.now,) * len(lines), tuple(f"sum {line}" for line in lines)
        end_ply = len(lines) if status == "finished" else None
        aside = status == "aside"
        self.games[game_id] = StoredGame(
            game_id,
            HEADER,
            COLOURS,
            lines,
            sums,
            times,
            len(lines),
            end_ply,
            aside,
            self.takes,
            None,
            self.now,
            self.now,
        )

    @rule(years=strategies.integers(-40, 40))
    def clock_jumps(self, years: int) -> None:
        self.now = NOON + timedelta(days=365 * years)

    @rule()
    def begin(self) -> None:
        game_id = self.journal.begin(HEADER, COLOURS)
        assert game_id not in self.games
        self.put(game_id, (), "playing")

    @rule(lines=strategies.lists(LINES, max_size=3).map(tuple), status=strategies.sampled_from(["finished", "aside"]))
    def add(self, lines: tuple[str, ...], status: str) -> None:
        sums = tuple(f"sum {line}" for line in lines)
        game_id = self.journal.add(HEADER, COLOURS, lines, sums, status)  # type: ignore[arg-type]
        assert game_id not in self.games
        self.put(game_id, lines, status)

    @precondition(lambda self: self.games)
    @rule(data=strategies.data(), line=LINES, over=strategies.booleans())
    def append(self, data: strategies.DataObject, line: str, over: bool) -> None:
        game = self.a_game(data)
        ply = game.ply + 1
        self.journal.replace_tail(game.id, game.ply, (line,), (f"sum {line}",), over=over)
        self.expect(
            game,
            lines=(*game.lines[: game.ply], line),
            checksums=(*game.checksums[: game.ply], f"sum {line}"),
            times=(*game.times[: game.ply], self.now),
            ply=ply,
            end_ply=ply if over else None,
            draft=None,
            is_aside=False,
        )

    @precondition(lambda self: self.games)
    @rule(data=strategies.data())
    def move(self, data: strategies.DataObject) -> None:
        game = self.a_game(data)
        ply = data.draw(strategies.integers(0, len(game.lines)), "ply")
        self.journal.move_to(game.id, ply)
        self.expect(game, ply=ply, draft=None, is_aside=False)

    @precondition(lambda self: self.games)
    @rule(data=strategies.data(), draft=strategies.none() | LINES)
    def draft(self, data: strategies.DataObject, draft: str | None) -> None:
        game = self.a_game(data)
        self.journal.save_draft(game.id, draft)
        self.expect(game, draft=draft)

    @precondition(lambda self: self.games)
    @rule(data=strategies.data())
    def put_aside(self, data: strategies.DataObject) -> None:
        game = self.a_game(data)
        self.journal.put_aside(game.id)
        self.expect(game, is_aside=True)

    @precondition(lambda self: self.games)
    @rule(data=strategies.data())
    def resume(self, data: strategies.DataObject) -> None:
        game = self.a_game(data)
        self.journal.resume(game.id)
        self.expect(game, is_aside=False, opened=1 + max(game.opened for game in self.games.values()))

    @precondition(lambda self: self.games)
    @rule(data=strategies.data())
    def discard(self, data: strategies.DataObject) -> None:
        game = self.a_game(data)
        self.journal.discard(game.id)
        del self.games[game.id]

    @rule(key=strategies.sampled_from(["language", "sound"]), value=LINES)
    def set(self, key: str, value: str) -> None:
        self.journal.set_setting(key, value)
        self.stored_settings[key] = value

    @rule()
    def switch_off_and_on(self) -> None:
        self.journal.close()
        self.journal = self.open()

    @rule()
    def cut_the_power(self) -> None:
        old, self.path = self.path, self.folder / f"{int(self.path.stem) + 1}.db"
        for file in self.folder.glob(f"{old.name}*"):
            shutil.copy(file, self.folder / file.name.replace(old.name, self.path.name, 1))
        self.journal.close()
        self.journal = self.open()

    @precondition(lambda self: self.journal.is_durable)
    @rule()
    def the_disk_fails(self) -> None:
        """Everything is there in memory too; then the disk works again, and what it held is taken as before."""
        self.journal.continue_in_memory(NOTHING)
        self.agrees()
        self.journal.close()
        self.journal = self.open()

    @invariant()
    def agrees(self) -> None:
        if not hasattr(self, "journal"):
            return
        newest_first = [self.games[game_id] for game_id in sorted(self.games, reverse=True)]
        listed = [(game.id, game.actions, game.status, game.started_at) for game in self.journal.games()]
        assert listed == [(game.id, game.ply, game.status, game.started_at) for game in newest_first]
        playing = [game for game in newest_first if game.status == "playing"]
        assert self.journal.unfinished() == max(playing, key=lambda game: game.opened, default=None)
        for game in newest_first:
            assert self.journal.load(game.id) == game
        assert self.journal.settings() == self.stored_settings


def test_any_order_of_calls_and_power_cuts_keeps_every_game(tmp_path: Path) -> None:
    """What is read is always what a dictionary would hold, from the disk and from memory."""

    class InThisFolder(AnyOrder):
        folder = tmp_path / "journals"

    InThisFolder.folder.mkdir()
    run_state_machine_as_test(InThisFolder, settings=settings(max_examples=20, stateful_step_count=25, deadline=None))
