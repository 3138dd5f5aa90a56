"""The chain of changes, followed over rows that the disk has moved, changed or lost."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from stored_journal import NOON

from firmware_py.games.records import MOST_ACTIONS
from firmware_py.games.restoring import HEADER
from firmware_py.storage.changes import Change, Choose, Contents, Draft, Play, Stamp, StoredGame
from firmware_py.storage.rescue import LARGEST, MOST_ROWS, Columns, _fold
from firmware_py.storage.rows import Entry, digest, entry_text

GAME = StoredGame(
    *(7, "header", ("red",), ("a", "b"), ("sum", "sum"), (NOON, NOON), 2, None, False, 3, None, NOON, NOON),
    uptimes_ms=(0, 0),
)
BEGIN = Contents("journal", 4, settings={"sound": "on"}, game=GAME, next_id=8, next_opened=4)
CHANGES: tuple[Change, ...] = (Draft(7, "one"), Play(7, 2, ("c",), ("sum",)), Draft(7, "two"), Choose("sound", "off"))


def chain(contents: Contents, *changes: Change, start: int = 1) -> dict[int, Columns]:
    """The rows of a chain by their numbers, as they are written: one change in each but the first."""
    rows: dict[int, Columns] = {}
    previous = ""
    entries = (Entry(Stamp(NOON), contents=contents), *(Entry(Stamp(NOON), (change,)) for change in changes))
    for number, entry in enumerate(entries, start):
        text = entry_text(entry)
        previous = digest(previous, number, text)
        rows[number] = text, previous
    return rows


def unsure(contents: Contents, *changes: Change) -> StoredGame:
    """The game under way after a chain of which no digest is right."""
    game = _fold({number: (text, "none") for number, (text, _) in chain(contents, *changes).items()})[0].game
    assert game
    return game


@pytest.mark.parametrize("start", [1, 2, 500])
def test_a_chain_is_followed_wherever_its_rows_stand(start: int) -> None:
    """Each of them may have lost its number: its digest says where it belongs."""
    rows = chain(BEGIN, *CHANGES, start=start)
    whole = _fold(dict(rows))
    assert whole[0].settings == {"sound": "off"}
    assert whole[0].game and (whole[0].game.lines, whole[0].game.draft) == (("a", "b", "c"), "two")
    assert whole[1:] == (True, start + len(CHANGES))
    for number in rows:
        elsewhere = {(2000 if at == number else at): row for at, row in rows.items()}
        assert _fold(elsewhere) == whole


def test_the_first_row_alone_is_found_wherever_it_stands() -> None:
    """Where nothing follows it, it was the first or has its number still."""
    whole = chain(BEGIN)
    for number in (1, 2, 9):
        assert _fold({number: whole[1]}) == (BEGIN, True, 1)
    assert _fold(chain(BEGIN, start=9)) == (BEGIN, True, 9)
    assert _fold({11: chain(BEGIN, start=9)[9]})[1:] == (False, 11)


def test_of_two_chains_the_later_counts() -> None:
    """What was before a chain that started again is past."""
    past = chain(replace(BEGIN, settings={"sound": "off"}), *CHANGES[:2])
    assert _fold({**past, **chain(BEGIN, start=4)}) == (BEGIN, True, 4)


def test_without_rows_nothing_is_under_way() -> None:
    """And nothing is sure."""
    contents, is_whole, number = _fold({})
    assert (contents.game, contents.settings, is_whole, number) == (None, {}, False, 1)


@pytest.mark.parametrize("lost", range(2, 6))
def test_a_lost_row_costs_itself_alone(lost: int) -> None:
    """The game is marked, and whatever else was changed is there; that the last is lost, no other row tells."""
    rows = chain(BEGIN, *CHANGES)
    del rows[lost]
    contents, is_whole, number = _fold(rows)
    assert is_whole == (lost == 5)
    assert number == (4 if lost == 5 else 5)
    assert contents.settings == {"sound": "on" if lost == 5 else "off"}
    assert contents.game
    assert contents.game.lines == (("a", "b") if lost == 3 else ("a", "b", "c"))
    assert contents.game.draft == (None if lost == 4 else "two")
    if lost < 5:
        assert HEADER in contents.game.damaged


@pytest.mark.parametrize("start", [1, 500])
def test_a_row_too_far_behind_belongs_to_no_chain(start: int) -> None:
    """No chain is as long."""
    far = Entry(Stamp(NOON), (Draft(7, "far"),))
    for ahead, draft in ((MOST_ROWS - 1, "far"), (MOST_ROWS, None)):
        contents, _, number = _fold({**chain(BEGIN, start=start), start + ahead: (entry_text(far), "none")})
        assert contents.game
        assert (contents.game.draft, number) == (draft, start + ahead if draft else start)


def test_an_action_that_no_digest_confirms_is_marked_and_no_other() -> None:
    """Nor is a setting, which belongs to no game."""
    rows = chain(BEGIN, Play(7, 1, ("c", "d"), ("sum",) * 2), Choose("sound", "off"))
    marked = _fold({**rows, 2: (rows[2][0], "none")})[0]
    assert marked.game
    assert (marked.game.lines, marked.game.damaged) == (("a", "c", "d"), (HEADER, 2, 3))
    drafted = chain(BEGIN, Draft(7, "x"))
    found = _fold({**drafted, 2: (drafted[2][0], "none")})[0].game
    assert found and found.damaged == (HEADER,)


@pytest.mark.parametrize(
    ("since", "length"),
    [(-1, 2), (0, 1), (1, 2), (2, 3), (5, 6), (MOST_ACTIONS, MOST_ACTIONS + 1), (MOST_ACTIONS + 1, 2)],
)
def test_actions_lost_before_others_leave_empty_places(since: int, length: int) -> None:
    """As many as a game can have; an action that stands nowhere is left out."""
    rows = chain(BEGIN, Play(7, since, ("new",), ("sum",)))
    game = _fold(rows)[0].game
    assert game
    assert len(game.lines) == len(game.checksums) == len(game.times) == len(game.uptimes_ms) == length
    assert game.damaged == tuple(range(3, since + 1)) if length > 2 else not game.damaged
    if 0 <= since <= MOST_ACTIONS:
        assert game.lines == (*("a", "b", *[""] * since)[:since], "new")


@pytest.mark.parametrize("number", [0, -1, LARGEST])
def test_a_change_of_a_game_that_cannot_be_changes_nothing(number: int) -> None:
    """No game has such a number."""
    assert _fold(chain(BEGIN, Draft(number, "x")))[0] == BEGIN


@pytest.mark.parametrize("number", [1, 8, LARGEST - 1])
def test_a_change_of_another_game_is_kept_under_its_number(number: int) -> None:
    """How that game began is lost, and it waits aside."""
    game = _fold(chain(BEGIN, Draft(number, "x")))[0].game
    assert game
    assert (game.id, game.draft, game.is_aside, game.lines) == (number, "x", True, ())
    assert (game.ply, game.end_ply, game.opened) == (0, None, 0)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ({}, {}),
        ({"ply": 0}, {"ply": 0}),
        ({"ply": 1}, {"ply": 1}),
        ({"ply": 3}, {"ply": 2, "opened": 0}),
        ({"ply": -1}, {"ply": 2, "opened": 0}),
        ({"opened": LARGEST - 1}, {"opened": LARGEST - 1}),
        ({"opened": LARGEST}, {"opened": 0}),
        ({"opened": 0}, {"opened": 0}),
        ({"opened": -1}, {"opened": 0}),
        ({"end_ply": 2}, {"end_ply": 2}),
        ({"end_ply": 0}, {"end_ply": 0}),
        ({"end_ply": LARGEST, "ply": 1}, {"end_ply": None, "opened": 0}),
        ({"id": 1}, {"id": 1}),
        ({"id": LARGEST - 1}, {"id": LARGEST - 1}),
        ({"id": LARGEST}, {"id": 1, "opened": 0}),
        ({"id": LARGEST + 5}, {"id": 5, "opened": 0}),
        ({"id": 0}, {"id": 1, "opened": 0}),
    ],
)
def test_a_game_under_way_of_which_nothing_is_sure_has_numbers_that_can_be(
    said: dict[str, int], kept: dict[str, int | None]
) -> None:
    """All others are those of a game with all its actions, the oldest of all; each action is marked."""
    game = unsure(replace(BEGIN, game=replace(GAME, **said)))
    assert game == replace(GAME, **kept, damaged=(HEADER, 1, 2))
