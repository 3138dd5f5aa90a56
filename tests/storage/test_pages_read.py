"""The journal's bytes, read by ourselves: each row, page and frame says what SQLite reads of it."""

from __future__ import annotations

import errno
import sqlite3
import struct
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from stored_journal import NOON, add_game, begin_game, games_of, open_at_noon, stored_journal

from firmware_py.games.restoring import HEADER
from firmware_py.storage import rescue as rescue_module
from firmware_py.storage.changes import Discard, Draft, Stamp, StoredGame
from firmware_py.storage.files import LONGEST, WITH_LOG, JournalError
from firmware_py.storage.opening import read_journal
from firmware_py.storage.rescue import (
    FRAME,
    LARGEST,
    LOG_HEADER,
    PAGE,
    WITHOUT_LOG,
    _columns,
    _frames,
    _payload,
    _rows_on,
    _varint,
    empty_contents,
    newest_change_in,
    pages_with_log,
    read_both,
    rescue,
)
from firmware_py.storage.rows import connect, create, game_row
from firmware_py.words import speak

GAME = StoredGame(1, "header", ("red",), ("a",), ("sum",), (NOON,), 1, None, True, 1, None, NOON, NOON, uptimes_ms=(0,))
IN_PAGE = PAGE - 35
"""The longest row that needs no other page (SQLite file format, section 1.6)."""
MORE = PAGE - 4
"""What another page holds of a row."""
LEAST = (PAGE - 12) * 32 // 255 - 23
"""The least of a longer row that stays on its page."""


def write(path: Path, *games: StoredGame) -> None:
    """Write a journal with these closed games, and a setting."""
    with closing(connect(str(path))) as db:
        create(db, replace(empty_contents(), settings={"language": "fr"}), games, Stamp(NOON))


def game_of(number: int, letters: int = 0) -> StoredGame:
    return replace(GAME, id=number, draft="d" * letters)


def test_short_rows_are_read_whole(tmp_path: Path) -> None:
    """With all that is beside the games."""
    games = [game_of(number) for number in range(1, 40)]
    write(tmp_path / "journal.db", *games)
    found = rescue(tmp_path / "journal.db")
    assert found.closed == tuple(games)
    assert (found.contents.settings, found.contents.game, found.number) == ({"language": "fr"}, None, 1)


@pytest.mark.parametrize("around", [IN_PAGE, LEAST + MORE, IN_PAGE + MORE, LEAST + 2 * MORE, IN_PAGE + 2 * MORE])
def test_a_row_of_any_length_is_read_whole(tmp_path: Path, around: int) -> None:
    """Also where its last byte is the last of a page, or the first of the next one."""
    bare = sum(map(len, game_row(game_of(1))[1:]))
    games = [game_of(number, around - bare - 30 + number) for number in range(1, 40)]
    write(tmp_path / "journal.db", *games)
    found = rescue(tmp_path / "journal.db")
    assert found.closed == tuple(games)
    assert found.affected == frozenset()


class CountedPages(bytes):
    """Pages that count how often one is read."""

    read = 0

    def __getitem__(self, key: Any) -> Any:
        self.read += 1
        return super().__getitem__(key)


@pytest.mark.parametrize("beyond", [0, IN_PAGE - LEAST, IN_PAGE - LEAST + 1, MORE - 1])
def test_pages_that_lead_back_to_themselves_are_read_as_often_as_a_row_is_long(beyond: int) -> None:
    """A damaged page never lets the rescue read for ever."""
    to_itself, local = (1).to_bytes(4, "big"), LEAST + (beyond if beyond <= IN_PAGE - LEAST else 0)
    page, pages = (b"x" * local + to_itself).ljust(PAGE), CountedPages(to_itself + b"x" * MORE)
    length = LEAST + 600 * MORE + beyond
    assert len(_payload(page, pages, 0, length)) == length
    assert pages.read == 600 + (beyond > IN_PAGE - LEAST)


NUMBERS = [1, 2, *((1 << bits) + off for bits in (7, 14, 21, 28) for off in (-1, 0, 1)), LARGEST - 1]


def test_a_row_of_any_number_is_read(tmp_path: Path) -> None:
    """Its number takes one byte to five; so do the numbers that follow it."""
    games = [game_of(number) for number in NUMBERS]
    write(tmp_path / "journal.db", *games)
    found = rescue(tmp_path / "journal.db")
    assert found.closed == tuple(games)
    assert found.contents.next_id == NUMBERS[-1] + 1


@pytest.mark.parametrize("wide", range(1, 10))
def test_a_number_of_one_to_nine_bytes_is_read(wide: int) -> None:
    """Seven bits in each of the first eight, all eight of the ninth (SQLite file format, section 1.6)."""
    last = 8 if wide == 9 else 7
    most = (1 << last + 7 * (wide - 1)) - 1
    for value in (most, most // 2 + 1, most // 3, 5):
        groups = [value >> last + 7 * at & 127 | 128 for at in reversed(range(wide - 1))]
        text = bytes((*groups, value & (1 << last) - 1))
        assert _varint(b"?" + text + b"?", 1) == (value, 1 + wide)


def test_as_many_rows_are_read_as_a_page_says(tmp_path: Path) -> None:
    """In two bytes: what stands behind those that it counts is none of its rows any more."""
    with closing(sqlite3.connect(tmp_path / "journal.db", isolation_level=None)) as db:
        db.execute(f"PRAGMA page_size = {PAGE}")
        db.execute("CREATE TABLE changes (number INTEGER PRIMARY KEY, change TEXT, digest TEXT)")
        db.executemany("INSERT INTO changes VALUES (?, '', '')", ((number,) for number in range(1, 301)))
    page = (tmp_path / "journal.db").read_bytes()[PAGE:]
    for count in (300, 299, 256, 255, 1, 0):
        less = page[:3] + count.to_bytes(2, "big") + page[5:]
        assert [number for number, _, _ in _rows_on(less, b"")] == list(range(1, count + 1))


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\x01",
        b"\x02\x00",
        b"\x03\x00\x0f",
        b"\x05\x00\x0f\x0f\x0f",
        b"\x07\x00\x0f\x0f\x0f\x0f\x0f",
        b"\x04\x01\x0f\x0f",
        b"\x04\x0f\x0f\x0f",
        b"\x04\x00\x0e\x0f",
        b"\x04\x00\x0f\x0e",
        b"\x04\x00\x0b\x0f",
        b"\x04\x00\x0f\x00",
        b"\x06\x00\x0f\x0f\x0f\x10",
    ],
)
def test_a_row_is_one_of_ours_by_the_kinds_of_its_columns(payload: bytes) -> None:
    """Its number, which is kept elsewhere, and two texts or four (SQLite file format, section 2.1)."""
    for ours, columns in ((b"\x04\x00\x0d\x13abc", ("", "abc")), (b"\x06\x00\x0f\x0f\x0f\x0fabcd", tuple("abcd"))):
        assert _columns(ours) == columns
    with pytest.raises((ValueError, IndexError)):
        _columns(payload + b"abcdef" * bool(payload[1:]))


@pytest.mark.parametrize("lost", range(5))
def test_one_commit_that_sqlite_skips_in_a_log_may_be_lost_and_no_more(tmp_path: Path, lost: int) -> None:
    """A power cut may have interrupted the last; whatever followed another was stored, and the players are told."""
    content, log = in_mid_game(tmp_path)
    ends = [at for at in range(LOG_HEADER, len(log), FRAME) if log[at + 4 : at + 8] != bytes(4)]
    damaged = bytearray(log)
    if lost:
        damaged[ends[-lost] + 20] ^= 1
    (tmp_path / "cut").mkdir()
    path = tmp_path / "cut/journal.db"
    path.write_bytes(content)
    Path(f"{path}-wal").write_bytes(damaged)
    outcome = open_at_noon(path)
    outcome.journal.close()
    assert (outcome.warning is not None) == (lost > 1)


@pytest.mark.parametrize("is_strict", [True, False])
def test_half_a_frame_is_none(tmp_path: Path, is_strict: bool) -> None:
    """A log that is cut anywhere says what its whole frames say."""
    content, log = in_mid_game(tmp_path)
    for end in range(LOG_HEADER + FRAME, len(log) + 1, FRAME):
        whole, before = (pages_with_log(content, log[:to], is_strict=is_strict) for to in (end, end - FRAME))
        assert pages_with_log(content, log[: end - 1], is_strict=is_strict) == before
        assert pages_with_log(content, log[: end + 1], is_strict=is_strict) == whole


def test_only_pages_that_a_file_can_have_are_in_a_log() -> None:
    """From the first on; a damaged number does not fill the memory."""
    most = LONGEST // PAGE
    log = bytes(LOG_HEADER) + b"".join(
        struct.pack(">2I", number, 1) + bytes(FRAME - 8) for number in (0, 1, 2, most, most + 1, 2**32 - 1)
    )
    assert [number for number, _, _ in _frames(log, is_strict=False)] == [1, 2, most]


@pytest.mark.parametrize("said", [WITH_LOG, WITHOUT_LOG])
def test_a_file_that_knows_of_no_log_is_damaged_where_there_is_one(tmp_path: Path, said: bytes) -> None:
    """SQLite would skip the log: neither a start nor a reader does so in silence."""
    content, log = in_mid_game(tmp_path / "first")
    path = tmp_path / "journal.db"
    path.write_bytes(content[:18] + said + content[20:])
    Path(f"{path}-wal").write_bytes(log)
    is_damaged = said == WITHOUT_LOG
    with pytest.raises(JournalError) if is_damaged else nullcontext(), read_journal(path, lambda: NOON):
        pass
    outcome = open_at_noon(path)
    with outcome.journal as journal:
        assert journal.contents.game and journal.contents.game.draft == "draft 4"
    assert (outcome.warning is not None) == is_damaged


def test_a_log_is_read_whatever_machine_has_written_it(tmp_path: Path) -> None:
    """Its first bytes say in which order the checksums take theirs (SQLite file format, section 4.1)."""
    content, log = in_mid_game(tmp_path)
    other = bytearray(log)
    other[3] ^= 1
    sums = (0, 0)

    def add(part: bytes) -> None:
        nonlocal sums
        numbers = struct.unpack(f"{'>' if other[3] == 0x83 else '<'}{len(part) // 4}I", part)
        one, two = sums
        for first, second in zip(numbers[::2], numbers[1::2], strict=True):
            one = one + first + two & 0xFFFFFFFF
            two = two + second + one & 0xFFFFFFFF
        sums = one, two

    add(other[:24])
    other[24:32] = struct.pack(">2I", *sums)
    for at in range(LOG_HEADER, len(log), FRAME):
        add(other[at : at + 8] + other[at + 24 : at + FRAME])
        other[at + 16 : at + 24] = struct.pack(">2I", *sums)
    pages = pages_with_log(content, log)
    assert pages_with_log(content, bytes(other)) == pages != pages_with_log(content, b"")
    path = tmp_path / "copy.db"
    path.write_bytes(content)
    Path(f"{path}-wal").write_bytes(other)
    with closing(sqlite3.connect(path)) as db:
        assert db.serialize()[20:] == pages[20:]


# --- what a damaged row leaves ---------------------------------------------------------------------------------------


def damage(path: Path, was: str, now: str) -> None:
    """Change a text on the pages as a disk does, which knows of no digest."""
    content = path.read_bytes()
    assert was.encode() in content and len(was) == len(now)
    path.write_bytes(content.replace(was.encode(), now.encode()))


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ('"id":1,', '"id":0,'),
        ('"id":1,', '"id":x,'),
        ('"header_line":"h', '"header_line":"H'),
    ],
)
def test_a_single_damaged_game_keeps_its_number(tmp_path: Path, was: str, now: str) -> None:
    """Whether its number, all of its first line, or only its name is lost."""
    path = tmp_path / "journal.db"
    write(path, game_of(1))
    damage(path, was, now)
    found = rescue(path)
    assert [game.id for game in found.closed] == [1]
    assert found.affected == {1}
    assert found.closed[0].lines == GAME.lines
    assert found.closed[0].damaged == (HEADER, 1)
    assert (found.closed[0].ply, found.closed[0].opened) == ((0, 0) if "x" in now else (1, 1))


@pytest.mark.parametrize("number", [1, 3, LARGEST - 1])
def test_a_damaged_game_keeps_its_number_beside_others(tmp_path: Path, number: int) -> None:
    """Whichever it is."""
    path = tmp_path / "journal.db"
    write(path, game_of(2), game_of(number, 5))
    damage(path, '"ddddd"', '"ddxdd"')
    found = rescue(path)
    assert {game.id: game.draft for game in found.closed} == {2: "", number: "ddxdd"}
    assert found.affected == {number}


def test_a_game_that_has_lost_its_number_gets_the_next(tmp_path: Path) -> None:
    """It takes no other's place."""
    path = tmp_path / "journal.db"
    write(path, *map(game_of, (1, 2, 3)))
    damage(path, '"id":2,', '"id":0,')
    found = rescue(path)
    assert {game.id for game in found.closed} == {1, 3, 4}
    assert found.affected == {4}


@pytest.mark.parametrize(
    ("was", "now", "ply", "opened"),
    [
        ('"ply":1,', '"ply":2,', 1, 0),
        ('"ply":1,', '"ply":0,', 0, 2147483646),
        ('"opened":2147483646', '"opened":2147483647', 1, 2147483647),
        ('"opened":2147483646', '"opened":2147483648', 1, 0),
    ],
)
def test_numbers_that_no_game_has_are_not_believed(tmp_path: Path, was: str, now: str, ply: int, opened: int) -> None:
    """All that is left of its actions counts as played, and it is the oldest."""
    path = tmp_path / "journal.db"
    write(path, replace(GAME, opened=LARGEST - 2))
    damage(path, was, now)
    found = rescue(path)
    assert (found.closed[0].ply, found.closed[0].opened) == (ply, opened)


def test_a_game_that_was_never_opened_keeps_what_is_played_of_it(tmp_path: Path) -> None:
    """Zero is a number that games have."""
    path = tmp_path / "journal.db"
    write(path, replace(GAME, opened=0, end_ply=0, ply=0))
    damage(path, '"header_line":"h', '"header_line":"H')
    assert rescue(path).closed[0].ply == 0


def test_an_empty_journal_that_is_damaged_begins_again_at_one(tmp_path: Path) -> None:
    """Nothing is counted that was never there."""
    write(tmp_path / "journal.db")
    found = rescue(tmp_path / "journal.db")
    assert (found.games, found.contents.next_id, found.contents.next_opened) == ((), 1, 1)


# --- the log ---------------------------------------------------------------------------------------------------------


def in_mid_game(folder: Path, draft: str = "draft") -> tuple[bytes, bytes]:
    """The file and the log of a journal with closed games, as a power cut in mid-game leaves them."""
    folder.mkdir(exist_ok=True)
    path = folder / "journal.db"
    stored_journal(path, games=12)
    with open_at_noon(path).journal as journal:
        for number in range(5):
            journal.commit(Draft(journal.contents.game.id, f"{draft} {number}"))
        return path.read_bytes(), Path(f"{path}-wal").read_bytes()


def test_pages_with_their_log_are_what_sqlite_reads(tmp_path: Path) -> None:
    """After every commit, byte for byte, but for the word that there is no log."""
    content, log = in_mid_game(tmp_path)
    path = tmp_path / "copy.db"
    for end in range(LOG_HEADER, len(log) + 1, FRAME):
        path.write_bytes(content)
        Path(f"{path}-wal").write_bytes(log[:end])
        with closing(sqlite3.connect(path)) as db:
            read = db.serialize()
        pages = pages_with_log(content, log[:end])
        assert pages == read[:18] + WITHOUT_LOG + read[20:]
        assert pages_with_log(content, log[:end], is_strict=False) == pages
    assert pages_with_log(content, b"")[18:20] == WITHOUT_LOG
    assert pages_with_log(b"", b"") == b""
    assert pages_with_log(b"", log[:LOG_HEADER]) == b""


class BusyPath(type(Path())):  # type: ignore[misc]
    """A file whose log starts again while it is read, as often as it says."""

    restarts = 0

    def read_bytes(self) -> bytes:
        if self.restarts:
            self.restarts -= 1
            Path(f"{self}-wal").write_bytes(bytes((self.restarts,)) * LOG_HEADER)
        content: bytes = super().read_bytes()
        return content


def test_a_file_whose_log_starts_again_meanwhile_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until both are of one moment; one that is written without a pause is said to be busy."""
    path = BusyPath(tmp_path / "journal.db")
    path.write_bytes(b"content")
    path.restarts = 3
    assert read_both(path) == (b"content", bytes(LOG_HEADER))
    monkeypatch.setattr(rescue_module, "PATIENCE_S", 0.0)
    path.restarts = 250
    with pytest.raises(OSError, match="busy") as caught:
        read_both(path)
    assert caught.value.errno == errno.EBUSY


@pytest.mark.parametrize("wrong", range(8))
def test_a_frame_with_one_of_its_salts_is_of_this_round(tmp_path: Path, wrong: int) -> None:
    """Whichever byte of the two is damaged; with neither salt it is of an earlier round, and nothing follows it."""
    content, log = in_mid_game(tmp_path)
    damaged, at = bytearray(log), len(log) - FRAME + 8
    whole, before = pages_with_log(content, log), pages_with_log(content, log[:-FRAME])
    assert whole != before
    damaged[at + wrong] ^= 1
    assert pages_with_log(content, bytes(damaged), is_strict=False) == whole
    assert pages_with_log(content, bytes(damaged)) == before
    damaged[at + (wrong + 4) % 8] ^= 1
    assert pages_with_log(content, bytes(damaged), is_strict=False) == before


def test_the_newest_change_is_found_on_the_last_pages_of_a_log(tmp_path: Path) -> None:
    """Whether or not SQLite reads them."""
    log = in_mid_game(tmp_path)[1]
    newest = rescue(tmp_path / "journal.db").number
    assert newest_change_in(log) in (newest, newest - 1)
    assert newest_change_in(log[:LOG_HEADER]) == newest_change_in(b"") == 0


def test_of_two_readings_the_one_that_leaves_more_games_whole_counts(tmp_path: Path) -> None:
    """A result that was being written when the power failed costs no game."""
    path = tmp_path / "journal.db"
    with open_at_noon(path).journal as journal:
        number = add_game(journal, "header", ("red",), ("action",), ("sum",), "finished")
        for _ in journal.make_results():
            pass
        content, log = path.read_bytes(), bytearray(Path(f"{path}-wal").read_bytes())
    at = log.rindex(b"action")
    log[at : at + 6] = b"actoin"
    (tmp_path / "cut").mkdir()
    (tmp_path / "cut/journal.db").write_bytes(content)
    (tmp_path / "cut/journal.db-wal").write_bytes(log)
    found = rescue(tmp_path / "cut/journal.db")
    assert [game.lines for game in found.closed if game.id == number] == [("action",)]
    assert found.affected == frozenset()


@pytest.mark.parametrize("named", ["both", "the log", "neither"])
def test_a_foreign_log_is_known_by_its_name_else_by_its_changes(tmp_path: Path, named: str) -> None:
    """Where the file's name is lost, its changes still tell its own log from that of another card."""
    content, ours = in_mid_game(tmp_path / "one", "ours")
    theirs = in_mid_game(tmp_path / "other", "theirs")[1]
    was, now = b'"contents":{"name":"', b'"contents":{"mane":"'
    if named != "both":
        content = content.replace(was, now)
    path = tmp_path / "journal.db"
    for log, draft in ((ours, "ours 4"), (theirs, "half a hand")):
        path.write_bytes(content)
        Path(f"{path}-wal").write_bytes(log.replace(was, now) if named == "neither" else log)
        game = rescue(path).contents.game
        assert game and game.draft == draft


def test_a_game_under_way_is_sure_only_where_sqlite_reads_the_whole_chain(tmp_path: Path) -> None:
    """Where it reads nothing any more, a newer change may be lost: the players are told."""
    content, log = in_mid_game(tmp_path)
    path = tmp_path / "copy.db"
    path.write_bytes(pages_with_log(content, log))
    whole = rescue(path)
    assert whole.affected == frozenset()
    path.write_bytes(bytes(PAGE) + pages_with_log(content, log)[PAGE:])
    found = rescue(path)
    assert (found.games, found.number) == (whole.games, whole.number)
    assert found.affected == {found.contents.game.id}
    outcome = open_at_noon(path)
    outcome.journal.close()
    assert [speak("en")(words) for words in outcome.damaged] == [
        f"Damaged: game {found.contents.game.id} of 2026-11-20."
    ]


def test_the_number_of_a_deleted_game_is_given_to_no_other(tmp_path: Path) -> None:
    """Nor is that of a later one, found only on the pages."""
    path = tmp_path / "journal.db"
    stored_journal(path, games=2)
    with open_at_noon(path).journal as journal:
        newest = begin_game(journal, "header", ("red",))
        journal.commit(Discard(newest))
        assert newest not in games_of(journal)
        expected = journal.contents.next_id, journal.contents.next_opened
    found = rescue(path)
    assert (found.contents.next_id, found.contents.next_opened) == expected
    write(tmp_path / "other.db", game_of(7), replace(game_of(5), opened=9))
    found = rescue(tmp_path / "other.db")
    assert (found.contents.next_id, found.contents.next_opened) == (8, 10)
