"""Long games: memory in proportion to their length, work in steps, and a limit that is told."""

import tracemalloc
from datetime import UTC, datetime
from pathlib import Path

import pytest
from long_records import HEADER, long_record
from msgspec.structs import replace
from stored_journal import add_game

from firmware_py.cli.main import main
from firmware_py.games.or_du_pharaon.state import EndTurn
from firmware_py.games.records import MOST_ACTIONS, RefusedRecord, UnreadableLine, UnusableRecord
from firmware_py.games.registry import IllegalAction
from firmware_py.games.restoring import (
    ACTIONS_A_STEP,
    checksums_in_steps,
    read_record,
    record_in_steps,
    replay,
    restore,
)
from firmware_py.games.session import TOO_LONG, Edit, apply_edits, checksums, play, undo, with_edits
from firmware_py.pages.saved_games import MOST_REPLAYED, unfinished_line
from firmware_py.storage.journal import save_session
from firmware_py.storage.opening import open_journal
from firmware_py.words import speak


def peak_of_saving(actions: int) -> int:
    """How many bytes it takes at most to read a record and to save its game."""
    record = long_record(actions)
    with open_journal(None, lambda: datetime(2026, 1, 1, tzinfo=UTC)).journal as journal:
        tracemalloc.start()
        try:
            save_session(journal, read_record(record))
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()


def test_memory_grows_in_proportion_to_the_length() -> None:
    """Twice the actions, twice the memory; and no action takes more than three thousand bytes."""
    once, twice = peak_of_saving(400), peak_of_saving(800)
    assert twice < 2.3 * once
    assert twice < 800 * 3000


def test_a_long_record_is_read_in_steps() -> None:
    """No step of the loop does more than so many actions, be it playing them or their digests."""
    session = read_record(long_record(450))
    for work in (record_in_steps(long_record(450)), checksums_in_steps(session)):
        assert list(work) == [ACTIONS_A_STEP * step for step in range(1, 450 // ACTIONS_A_STEP + 1)]


def test_a_record_above_the_limit_is_refused_before_it_is_played(tmp_path: Path, capsys) -> None:
    """By `replay` and `import` alike, as a file that cannot be used, with the first line that is too many."""
    record = tmp_path / "long.jsonl"
    record.write_bytes(long_record(MOST_ACTIONS + 1))
    with pytest.raises(UnusableRecord, match="10000"):
        replay(record.read_bytes())
    for command in (["replay", str(record)], ["import", str(record), "--data", str(tmp_path)]):
        assert main(command) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert f"line {MOST_ACTIONS + 2}: a game has {MOST_ACTIONS} actions at most" in said.err


def test_a_stored_game_above_the_limit_is_not_opened() -> None:
    """One of an older version; it stays stored, and can be exported."""
    many = MOST_ACTIONS + 1
    with pytest.raises(UnreadableLine, match="10000"):
        restore(HEADER, ["an action"] * many, ["its checksum"] * many, many)


def test_a_very_long_game_is_listed_without_being_played() -> None:
    """The start would have to wait for it."""
    many, now = MOST_REPLAYED + 1, datetime(2026, 1, 1, tzinfo=UTC)
    with open_journal(None, lambda: now).journal as journal:
        number = add_game(journal, HEADER, ("red", "blue"), ("no action",) * many, ("no digest",) * many, "playing")
        line = unfinished_line(journal.load(number))
    assert line is not None
    assert line.players == ("Ada", "Bo")
    assert str(many) in speak("en")(line.summary)


def test_a_header_of_a_book_length_is_not_imported() -> None:
    """The rules can play it, but every list of games would read it again."""
    long_name = HEADER.replace("Ada", "A" * 200_000).encode()
    assert len(list(replay(long_name))) == 1
    with pytest.raises(RefusedRecord, match="too long"):
        read_record(long_name)


def test_the_action_above_the_limit_is_refused_with_the_way_out() -> None:
    """An undo makes room again."""
    session = read_record(long_record(2))
    full = replace(session, steps=session.steps * (MOST_ACTIONS // 2))
    with pytest.raises(IllegalAction) as refused:
        play(full, EndTurn("Ada"))
    assert "undo some" in speak("en")(refused.value.refusal.why)
    assert play(undo(full), EndTurn("Bo")).ply == MOST_ACTIONS


@pytest.mark.parametrize("entered", [("Bo",), ("Bo", "Ada"), ("Bo", "Ada", "Bo")])
def test_no_correction_makes_a_game_longer_than_the_limit(entered: tuple[str, ...]) -> None:
    """It could be stored, and never be opened again: later entries are refused, or else what is entered."""
    session = read_record(long_record(2))
    full = replace(session, steps=session.steps * (MOST_ACTIONS // 2))
    edits = (Edit(MOST_ACTIONS, 0, tuple(map(EndTurn, entered))),)
    if len(entered) == 1:
        assert (apply_edits(full, edits).number, apply_edits(full, edits).why) == (MOST_ACTIONS, TOO_LONG)
        assert with_edits(full, edits).ply == MOST_ACTIONS
    else:
        with pytest.raises(IllegalAction, match="entries at most"):
            apply_edits(full, edits)


def test_a_correction_of_a_full_game_may_leave_entries_out() -> None:
    """The last one has no room; once another is left out, it has."""
    session = read_record(long_record(2))
    full = replace(session, steps=session.steps * (MOST_ACTIONS // 2))
    put_in = Edit(MOST_ACTIONS - 3, 0, (EndTurn("Ada"), EndTurn("Bo")))
    result = apply_edits(full, (put_in,))
    assert (result.number, result.why, len(result.session.undone)) == (MOST_ACTIONS - 1, TOO_LONG, 2)
    assert apply_edits(full, (put_in, Edit(MOST_ACTIONS - 1, 1), Edit(MOST_ACTIONS, 1))).why is None


def test_a_game_restored_from_its_checksums_is_the_same() -> None:
    """Also in part: the later actions can be played again."""
    session = read_record(long_record(5))
    lines = long_record(5).decode().splitlines()[1:]
    assert restore(HEADER, lines, tuple(checksums(session)), 5) == (session, None)
    shorter, warning = restore(HEADER, lines, tuple(checksums(session)), 2)
    assert (shorter.ply, len(shorter.undone), warning) == (2, 3, None)
    assert tuple(checksums(session, 2)) == tuple(checksums(session))[2:]
