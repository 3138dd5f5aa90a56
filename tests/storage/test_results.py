"""Results of closed games are kept beside them, follow every change of them, and can be made again."""

from __future__ import annotations

import random
import sqlite3
import tracemalloc
from collections import Counter, deque
from contextlib import closing
from datetime import timedelta
from functools import lru_cache
from pathlib import Path

import pytest
from msgspec.structs import replace
from random_play import SAMPLERS, RandomTable, whole_game
from sampling import before_a_release, many
from stored_journal import NOON, begin_game, open_at_noon

from firmware_py.evenings import results
from firmware_py.evenings.statistics import AskEvenings, AskGame, AskPeople, AskPerson, EveningsAnswer, answer, tally
from firmware_py.games.records import read_header, write_line
from firmware_py.games.restoring import read_record
from firmware_py.games.session import checksums, play
from firmware_py.storage.changes import Begin, Discard, Move, Play, PutAside
from firmware_py.storage.files import JournalError
from firmware_py.storage.journal import Journal, save_session
from firmware_py.storage.rows import ALL_RESULTS, make_result, result_text
from firmware_py.transfers.games import forget, record_of

MOMIE = '"game": "maudite_momie"'
RIGHT_NOW = results.Moment(NOON + timedelta(hours=1), 0)


def made(journal: Journal) -> int:
    """Make the results that are missing, and return how many there were."""
    return len(list(journal.make_results()))


def put_away(journal: Journal) -> None:
    """Begin another game, so that the one under way becomes a closed one."""
    begin_game(journal, write_line(SAMPLERS["maudite_momie"].header(random.Random(0))), ("red", "blue"))


def test_a_finished_game_has_a_result_at_once_and_a_game_under_way_has_none(tmp_path: Path) -> None:
    """Nobody waits until a game is closed to hear who won."""
    with open_at_noon(tmp_path / "journal.db").journal as journal:
        number = save_session(journal, whole_game("maudite_momie", 1))
        journal.commit(Move(number, journal.load(number).ply))  # it is under way again
        assert [found for found, _ in journal.results()] == [number]
        assert [found for found, _ in journal.results([number])] == [number]
        assert list(journal.results([number + 1])) == []
        journal.commit(Move(number, journal.load(number).ply - 1))
        assert list(journal.results()) == []


@pytest.mark.parametrize("game", SAMPLERS)
def test_a_result_is_the_same_before_and_after_its_game_is_closed(game: str, tmp_path: Path) -> None:
    """It is kept when the game goes into the history, and survives re-opening."""
    path = tmp_path / "journal.db"
    with open_at_noon(path).journal as journal:
        number = save_session(journal, whole_game(game, 2))
        journal.commit(Move(number, journal.load(number).ply))
        before = list(journal.results())
        put_away(journal)
        assert made(journal) == 1
        assert made(journal) == 0
        assert list(journal.results()) == before
    with open_at_noon(path).journal as journal:
        assert list(journal.results()) == before
        assert list(journal.examine())


def test_undoing_the_end_of_an_old_game_takes_its_result_away(tmp_path: Path) -> None:
    """Statistics follow every change of a game, and its deletion."""
    with open_at_noon(tmp_path / "journal.db").journal as journal:
        first, second = (save_session(journal, whole_game("or_du_pharaon", seed)) for seed in (1, 2))
        made(journal)
        assert [number for number, _ in journal.results()] == [first, second]
        journal.commit(Move(first, journal.load(first).ply - 1))
        assert [number for number, _ in journal.results()] == [second]
        put_away(journal)
        made(journal)
        assert [number for number, _ in journal.results()] == [second]
        journal.commit(Discard(second))
        assert list(journal.results()) == []


def test_results_of_other_rules_are_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that tells more makes them again, and until then leaves them out."""
    with open_at_noon(tmp_path / "journal.db").journal as journal:
        save_session(journal, whole_game("malediction", 3))
        made(journal)
        found = list(journal.results())
        monkeypatch.setattr(results, "VERSION", results.VERSION + 1)
        assert list(journal.results()) == []
        assert journal.count_unmade() == made(journal) == 1
        assert journal.count_unmade() == 0
        assert list(journal.results()) == found


def test_a_result_that_the_disk_has_changed_is_not_believed(tmp_path: Path) -> None:
    """The summary is sealed: a victory cannot be written into it."""
    path = tmp_path / "journal.db"
    with open_at_noon(path).journal as journal:
        save_session(journal, whole_game("maudite_momie", 1))
        made(journal)
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE games SET result = replace(result, ',true,', ',false,')")
        db.commit()
    with open_at_noon(path).journal as journal, pytest.raises(JournalError) as refused:
        list(journal.results())
    assert refused.value.is_damage


def test_a_result_that_the_disk_has_lost_is_missed(tmp_path: Path) -> None:
    """A finished game without any is damaged, and not one that counts nowhere."""
    path = tmp_path / "journal.db"
    with open_at_noon(path).journal as journal:
        save_session(journal, whole_game("maudite_momie", 1))
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE games SET result = ''")
        db.commit()
    with open_at_noon(path).journal as journal, pytest.raises(JournalError) as refused:
        list(journal.examine())
    assert refused.value.is_damage


def test_no_page_reads_a_record() -> None:
    """All that results are read from is their index, which holds nothing else."""
    with open_at_noon(None).journal as journal:
        for query in (ALL_RESULTS, f"{ALL_RESULTS} AND id <> 7 AND id IN (1, 2) ORDER BY id"):
            plan = " ".join(str(step) for step in journal._db.execute(f"EXPLAIN QUERY PLAN {query}"))
            assert "USING COVERING INDEX results" in plan


def test_results_come_in_the_order_of_playing(tmp_path: Path) -> None:
    """A game that was brought from another device stands where its date puts it."""
    with open_at_noon(tmp_path / "journal.db").journal as journal:
        late = save_session(journal, whole_game("maudite_momie", 1))
        whole = journal.load(late)
        earlier = NOON - timedelta(days=3)
        old = journal.add(replace(whole, uid="", started_at=earlier, times=(earlier,) * len(whole.times)))
        made(journal)
        assert [number for number, _ in journal.results()] == [old, late]
        found = answer(AskEvenings(), journal, RIGHT_NOW)
        assert isinstance(found, EveningsAnswer)
        assert [[number for number, _ in evening.games] for evening in found.evenings] == [[late], [old]]
        assert found.calendar == {NOON.date(): 1, earlier.date(): 1}


@before_a_release
def test_ten_thousand_games_are_told_without_being_kept(tmp_path: Path) -> None:
    """No answer takes more than 5 MB while it is found, nor keeps more than a few lines."""
    with open_at_noon(tmp_path / "journal.db").journal as journal:
        number = save_session(journal, whole_game("maudite_momie", 1))
        whole = journal.load(number)
        journal.commit(Begin(whole.header_line, whole.colours))
        result = make_result(whole)
        assert result
        for copy in range(1000, 11_000):
            at = replace(result.began, at=NOON + timedelta(hours=8 * copy))
            text = result_text("", replace(result, began=at, ended=at), results.VERSION)
            journal._db.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?)", (copy, "", "", text, ""))
        for question in (AskEvenings(), AskPeople(), AskPerson("Ada"), AskGame("maudite_momie")):
            tracemalloc.start()
            assert answer(question, journal, RIGHT_NOW)
            most = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            assert most < 5_000_000, question


@lru_cache
def winners(record: bytes) -> frozenset[str]:
    """Who has won a game: where hunters hunt, all of them or none."""
    session = read_record(record)
    outcome, header = session.game.rules.outcome(session.state), session.header
    if outcome is None:
        return frozenset()
    hunters = set(header.players) - {header.setup.mummy} if header.game == "malediction" else set()
    return frozenset(outcome.winners) | (hunters if hunters & set(outcome.winners) else set())


def victories(journal: Journal) -> dict[str, int]:
    """How many games everybody has won who has won any, from the records alone."""
    return dict(Counter(name for game in journal.games() for name in winners(record_of(journal.load(game.id)))))


def change(journal: Journal, number: int, chance: random.Random) -> str:
    """Change a stored game as people do; return what was done."""
    game = journal.load(number)
    match deed := chance.choice(("delete", "undo", "redo", "correct", "correct", "put aside", "forget")):
        case "delete":
            journal.commit(Discard(number))
        case "undo":
            journal.commit(Move(number, chance.randrange(len(game.lines))))
        case "redo":
            journal.commit(Move(number, len(game.lines)))
        case "put aside":
            journal.commit(PutAside(number))
        case "forget":
            name = chance.choice(read_header(game.header_line.encode()).players)
            deque(forget(journal, (name,), tuple(f"Player {seat}" for seat in range(1, 13))), maxlen=0)
        case _:
            since = chance.randrange(game.ply + 1)
            session = read_record(record_of(replace(game, ply=since)))
            table = RandomTable(session.header.game, random.Random(chance.random()))
            for _ in range(chance.choice((1, 3, 5000 if game.header_line.count(MOMIE) else 5))):
                if session.is_over:
                    break
                session = play(session, table.next_action(session.state))
            lines = tuple(write_line(step.action) for step in session.steps[since:])
            journal.commit(Play(number, since, lines, tuple(checksums(session, since)), over=session.is_over))
    return deed


@pytest.mark.parametrize("seed", range(many(2, whole=60)))
def test_victories_follow_every_change_of_an_old_game(seed: int, tmp_path: Path) -> None:
    """Whatever is deleted, undone or corrected: abandoned games count nowhere, and a hunters' victory for each."""
    chance = random.Random(seed)
    with open_at_noon(tmp_path / "journal.db").journal as journal:
        for at in range(3):
            save_session(journal, whole_game(tuple(SAMPLERS)[at], many(0, whole=seed) + at))
        for _ in range(many(6, whole=20)):
            made(journal)
            said = tally(result for _, result in journal.results())
            assert {name: count for name, count in said.items() if count} == victories(journal)
            if not journal.count:
                break
            change(journal, chance.choice(journal.games()).id, chance)
