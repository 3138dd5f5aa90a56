"""What is read of a damaged journal: no value is believed unproven, and the search for wrong bits ends."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import permutations
from pathlib import Path

import pytest
from msgspec.structs import replace
from stored_journal import NOON, games_of, open_at_noon, warning_of, write_version_1

from firmware_py.storage.journal import StoredGame
from firmware_py.storage.journal.mending import CHARACTERS_A_TRY, Search
from firmware_py.storage.journal.rows import digest

GAME = StoredGame(
    id=1,
    header_line="header",
    colours=("red", "blue"),
    lines=("action 1", "action 2"),
    checksums=("sum 1", "sum 2"),
    times=(NOON, NOON),
    ply=2,
    end_ply=None,
    is_aside=True,
    opened=1,
    draft="half a hand",
    started_at=NOON,
    changed_at=NOON,
    seed="a seed",
)
NO_TEXT = "CAST(x'ff41' AS TEXT)"


@pytest.mark.parametrize(
    "damage",
    [
        f"UPDATE games SET colours = {NO_TEXT}",
        f"UPDATE games SET draft = {NO_TEXT}",
        f"UPDATE games SET changed_at = {NO_TEXT}",
        "UPDATE games SET changed_at = 'no time'",
        f"UPDATE settings SET value = {NO_TEXT} WHERE key = 'dice.1'",
        f"UPDATE settings SET value = {NO_TEXT} WHERE key = 'language'",
    ],
)
def test_a_senseless_value_in_version_1_costs_no_other(tmp_path: Path, damage: str) -> None:
    """The device starts, every action is there, and a game is named if it is part of it that makes no sense."""
    path = tmp_path / "journal.db"
    write_version_1(path, GAME)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(damage)
    outcome = open_at_noon(path)
    with outcome.journal as journal:
        (game,) = games_of(journal).values()
        assert (game.lines, game.checksums) == (GAME.lines, GAME.checksums)
        if "language" in damage:
            assert replace(game, opened=1) == GAME
        else:
            assert "Damaged: game 1 of 2026-11-20." in warning_of(outcome)
            assert journal.settings() == {"language": "en"}


def test_a_page_in_the_place_of_another_is_damage(tmp_path: Path) -> None:
    """The actions of one game then come in two groups, one of them before or after those of other games."""
    path, page = tmp_path / "journal.db", 4096
    with open_at_noon(path).journal as journal:
        for _ in range(6):
            journal.add("header", ("red", "blue"), ("x" * 700,), ("0123456789abcdef",), "finished")
    content = path.read_bytes()
    actions = [at for at in range(page, len(content), page) if content[at] == 10]  # leaf of an index (section 1.6)
    for source, place in permutations(actions[-2:], 2):
        path.write_bytes(content[:place] + content[source : source + page] + content[place + page :])
        outcome = open_at_noon(path)
        with outcome.journal as journal:
            assert journal.is_durable
            assert "was damaged and is kept as" in warning_of(outcome)
            assert len(journal.games()) == 6


def test_one_wrong_bit_in_a_setting_is_put_right(tmp_path: Path) -> None:
    """What was taught of a board takes its owner minutes; of a setting that is more damaged nothing is believed."""
    path = tmp_path / "journal.db"
    with open_at_noon(path).journal as journal:
        journal.set_setting("board.hall", "cells and magnets")
        journal.set_setting("language", "fr")
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE settings SET value = 'cells and magnetr' WHERE key = 'board.hall'")
        db.execute("UPDATE settings SET value = 'gb' WHERE key = 'language'")
    with open_at_noon(path).journal as journal:
        assert journal.settings() == {"board.hall": "cells and magnets"}


# --- the search for one wrong bit ------------------------------------------------------------------------------------


def entry(header_line: str) -> tuple[str | int, ...]:
    """Return a short entry with its digest."""
    row = (1, header_line)
    return (*row, digest(*row))


def test_the_search_for_wrong_bits_has_a_limit_for_all_rows() -> None:
    """Damaged rows can be long, and there can be many: the players wait for the start."""
    good = entry("header")
    bad = (1, "headeR", good[-1])
    characters = CHARACTERS_A_TRY + len("header") + len(digest())
    search = Search(characters=60 * characters)
    assert search.entry(bad, ()) is None  # of some hundred tries
    assert search.entry((2, *good[1:]), [1]) is None
    search = Search(characters=600 * characters)
    found = [search.entry(bad, ()) for _ in range(20)]
    assert found[0] == good
    assert found[-1] is None


def test_a_try_costs_as_much_as_its_row_is_long() -> None:
    """A row of a book's length is hardly searched."""
    good = entry("x" * 50_000)
    off = (1, "X" + "x" * 49_999, good[-1])
    assert Search(characters=60 * 51_000).entry(off, ()) == good
    assert Search(characters=20 * 51_000).entry(off, ()) is None
