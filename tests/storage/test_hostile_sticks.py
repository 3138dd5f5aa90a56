"""Sticks that somebody has prepared, or pulls out at the worst moment; and two of them at once."""

from __future__ import annotations

import os
import tempfile
import tracemalloc
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from long_records import long_record
from stick_slot import Slot, home, shown
from stored_journal import add_game
from touched_lines import choose

from firmware_py.config.file import JOURNAL_NAME
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.regular_files import LONGEST_TEXT
from firmware_py.storage.journal import Journal
from firmware_py.storage.opening import open_journal
from firmware_py.storage.owner_maps import file_name, read_maps
from firmware_py.storage.transfers import MOST_BYTES, MOST_PROBLEMS, MOST_RECORDS, take_games
from firmware_py.storage.usb_stick import PULLED_OUT, StickError, find_sticks, write_file, write_to
from firmware_py.words import speak

RECORD = (
    '{"record": 1, "game": "maudite_momie", "players": ["Zoé", "Bo"]}\n{"do": "explore", "by": "Zoé", "pile": "left"}\n'
)
OTHER_RECORD = RECORD.replace("Zoé", "Ana")
UNSHOWN = "\N{REPLACEMENT CHARACTER}"
HARMFUL = "\x1b[2J", "\n", "\u202e"


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with open_journal(tmp_path / JOURNAL_NAME, lambda: datetime(2026, 1, 1, tzinfo=UTC)).journal as journal:
        yield journal


def taken(journal: Journal, slot: Slot) -> list[str]:
    """Take all games; return what is said in the end."""
    transfer = take_games(journal, find_sticks(slot.system))
    while True:
        try:
            next(transfer)
        except StopIteration as done:
            return [speak("en")(line) for line in done.value]


# --- what it holds ---------------------------------------------------------------------------------------------------


def test_what_has_the_name_of_a_new_file_is_not_read(slot: Slot) -> None:
    """A file of a terabyte, a pipe, a folder and a link that leads nowhere: the new file gets the next number."""
    (slot.folder / "report.tar.gz").touch()
    os.truncate(slot.folder / "report.tar.gz", 1 << 40)
    os.mkfifo(slot.folder / "report-2.tar.gz")
    (slot.folder / "report-3.tar.gz").mkdir()
    (slot.folder / "report-4.tar.gz").symlink_to("nowhere")
    assert write_file(slot.folder, "report.tar.gz", b"new")
    assert (slot.folder / "report-5.tar.gz").read_bytes() == b"new"
    assert not (slot.folder / "nowhere").exists()


def test_no_link_on_a_stick_is_followed_to_be_written(slot: Slot, tmp_path: Path) -> None:
    """Whatever of a new file's path has been planted: the file, the file that is not whole yet, each folder."""
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "letter").write_text("as it was")
    (slot.folder / "a.jsonl.part").symlink_to(kept / "letter")
    assert write_file(slot.folder, "a.jsonl", b"new")
    (slot.folder / "b.jsonl").symlink_to(kept / "letter")
    assert write_file(slot.folder, "b.jsonl", b"as it was")
    assert (slot.folder / "b-2.jsonl").read_bytes() == b"as it was"
    (slot.folder / "pyramid-referee").symlink_to(kept)
    (slot.folder / "own").mkdir()
    (slot.folder / "own" / "games").symlink_to(kept)
    for name in ("pyramid-referee/c", "own/games/c"):
        with pytest.raises(StickError, match="is no folder"):
            write_file(slot.folder, name, b"new")
    assert {path.name: path.read_text() for path in kept.iterdir()} == {"letter": "as it was"}


def test_names_of_files_steer_neither_screen_nor_terminal(box: SimulatedDevice, slot: Slot) -> None:
    """Escape sequences, line ends and marks that turn a line around are shown as what they are: no letters."""
    (slot.folder / f"a{''.join(HARMFUL)}b.jsonl").write_text("nonsense")
    choose(box, "Saved games", "Take games from the stick")
    assert "a\N{REPLACEMENT CHARACTER}[2J\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}b.jsonl, line 1:" in shown(
        box
    )


def test_only_so_many_files_are_named_one_by_one(journal: Journal, slot: Slot) -> None:
    """Of the others only the number is said: a page is read by people."""
    for number in range(MOST_PROBLEMS + 3):
        (slot.folder / f"{number:03}.jsonl").write_text("nonsense")
    said = taken(journal, slot)
    assert sum(".jsonl" in line for line in said) == MOST_PROBLEMS
    assert "3 more files are not games." in said


def record_of(player: str, actions: int = 1, padding: str = "") -> str:
    """Return a record of its own with so many actions, each line as long as the padding makes it."""
    if actions == 1:
        return RECORD.replace("Zoé", player)
    turns = (f'{{"do": "end_turn", "by": "{("Ada", player)[number % 2]}"{padding}}}' for number in range(actions))
    header = long_record(0).decode().strip().replace("Bo", player)
    return "\n".join((header, *turns, ""))


def test_so_many_records_are_taken_at_a_time(journal: Journal, slot: Slot) -> None:
    """What was left on the stick is said, and comes next: what is stored already costs no second playing."""
    for number in range(2 * MOST_RECORDS + 5):
        (slot.folder / f"{number:03}.jsonl").write_text(record_of(f"Zoé {number}"), encoding="utf-8")
    said = taken(journal, slot)
    assert f"{MOST_RECORDS} games saved." in said
    assert f"{MOST_RECORDS + 5} more files were left on the stick: take games again for the next ones." in said
    said = taken(journal, slot)
    assert f"{MOST_RECORDS} games saved." in said
    assert f"{MOST_RECORDS} games were saved already." in said
    assert "5 more files were left on the stick: take games again for the next ones." in said
    assert "5 games saved." in taken(journal, slot)
    assert len(journal.games()) == 2 * MOST_RECORDS + 5


def test_only_records_up_to_so_many_bytes_are_taken_at_a_time(journal: Journal, slot: Slot) -> None:
    """Long ones take the time and the memory: of three that are as long as can be, the third is left."""
    padding = " " * (LONGEST_TEXT // 100 - 50)
    for player in ("Zoé", "Kim", "Eva"):
        (slot.folder / f"{player}.jsonl").write_text(record_of(player, 100, padding), encoding="utf-8")
    assert 2 * LONGEST_TEXT * 0.9 < MOST_BYTES < 3 * LONGEST_TEXT * 0.9
    said = taken(journal, slot)
    assert "2 games saved." in said
    assert "1 more file was left on the stick: take games again for the next ones." in said
    assert "1 game saved." in taken(journal, slot)


def test_a_game_that_is_spelt_otherwise_is_the_same_game(journal: Journal, slot: Slot) -> None:
    """Blanks, escapes and the order of keys make no other game of it, and it is not played again to see that."""
    (slot.folder / "a.jsonl").write_text(RECORD, encoding="utf-8")
    assert "1 game saved." in taken(journal, slot)
    (slot.folder / "a.jsonl").write_text(RECORD.replace("é", "\\u00e9").replace(": ", " :"), encoding="utf-8")
    assert "1 game was saved already." in taken(journal, slot)


def test_memory_does_not_grow_with_the_games_that_are_stored(journal: Journal, slot: Slot) -> None:
    """They are read one by one where they are compared, and only those of the same players and set-up."""
    for number in range(10):
        add_game(journal, f'{{"game": {number}}}', ("red", "blue"), ("x" * LONGEST_TEXT,), ("0" * 16,), "finished")
    (slot.folder / "new.jsonl").write_text(RECORD, encoding="utf-8")
    tracemalloc.start()
    try:
        assert "1 game saved." in taken(journal, slot)
        assert tracemalloc.get_traced_memory()[1] < 2 * LONGEST_TEXT
    finally:
        tracemalloc.stop()


def test_back_ends_the_taking_and_what_was_taken_stays(box: SimulatedDevice, slot: Slot) -> None:
    """The press counts after the step under way, however much is on the stick; what was left out is said."""
    for number in range(MOST_RECORDS):
        (slot.folder / f"{number:03}.jsonl").write_text(record_of(f"Zoé {number}", 900), encoding="utf-8")
    choose(box, "Saved games")
    (line,) = (item for item in box.app.view.body.items if item.label == "Take games from the stick")
    box.touch(line.target)
    while len(box.journal.games()) < 3:
        box.app.tick(box.now_s)
    assert "leave the stick where it is" in shown(box)
    box.touch("button:back")
    text = shown(box)
    assert "2 games saved." in text
    assert f"{MOST_RECORDS - 2} more files were left on the stick" in text
    assert "Stopped" in text
    box.press("back")
    assert len(box.journal.games()) == 3


@pytest.mark.parametrize("line", ["Copy all to the stick", "Take games from the stick"])
def test_back_ends_every_transfer(line: str, box: SimulatedDevice, slot: Slot) -> None:
    """Also before its first step; the device goes on as before."""
    (slot.folder / "a.jsonl").write_text(RECORD, encoding="utf-8")
    choose(box, "Saved games")
    (item,) = (item for item in box.app.view.body.items if item.label == line)
    box.touch(item.target)
    box.touch("button:back")
    assert "Stopped" in shown(box)
    box.press("back")
    assert "Saved games" in shown(box)


def test_a_long_name_makes_no_name_of_a_file_too_long(tmp_path: Path) -> None:
    """It is cut so that an ending and a number fit behind it, in every file system."""
    assert file_name("Zoé et Bo") == "zoe-et-bo"
    name = f"2026-01-01-malediction-{file_name('Zoé ' * 1300)}-12345678.jsonl"
    assert write_file(tmp_path, name, b"1")
    assert write_file(tmp_path, name, b"2")


def test_a_pipe_among_the_maps_holds_nothing_up(tmp_path: Path) -> None:
    """Nor does a file of a terabyte; both count as maps that cannot be read."""
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "huge.toml").touch()
    os.truncate(tmp_path / "huge.toml", 1 << 40)
    assert read_maps(tmp_path) == (("huge", ""), ("pipe", ""))


# --- pulled out ------------------------------------------------------------------------------------------------------


@pytest.fixture
def own_disk(slot: Slot) -> Iterator[Slot]:
    """A stick that is a file system of its own, as a real one is."""
    here = slot.folder.stat().st_dev
    other = [place for place in ("/dev/shm", "/var/tmp") if Path(place).is_dir() and Path(place).stat().st_dev != here]
    if not other:
        pytest.skip("needs two file systems: /dev/shm and that of the tests")
    with tempfile.TemporaryDirectory(dir=other[0]) as folder:
        slot.folder.rmdir()
        slot.folder.symlink_to(folder)
        yield slot


def pull_out(slot: Slot) -> None:
    """Leave the mount point behind, an ordinary folder on the disk of the system."""
    slot.folder.unlink()
    slot.folder.mkdir()


def test_what_was_the_stick_s_folder_is_not_written_to(own_disk: Slot) -> None:
    """Whether the stick was pulled out before or is locked or full: pulled out is what is said."""
    (stick,) = find_sticks(own_disk.system)
    assert write_to(stick, "games/a", b"whole")
    pull_out(own_disk)
    with pytest.raises(StickError) as refused:
        write_to(stick, "games/b", b"lost")
    assert refused.value.why == PULLED_OUT
    assert list(own_disk.folder.iterdir()) == []


def test_a_stick_pulled_out_while_games_are_taken_is_said(journal: Journal, own_disk: Slot) -> None:
    """Its empty folder is not taken for a stick without games."""
    (own_disk.folder / "a.jsonl").write_text(RECORD, encoding="utf-8")
    transfer = take_games(journal, find_sticks(own_disk.system))
    next(transfer)
    pull_out(own_disk)
    with pytest.raises(StopIteration) as done:
        while True:
            next(transfer)
    assert done.value.value[-1] == PULLED_OUT


# --- two at once -----------------------------------------------------------------------------------------------------


def test_with_two_sticks_one_is_chosen_to_copy_to(box: SimulatedDevice, slot: Slot) -> None:
    """Each by its label; the copy lies on the chosen one only, and the page of the result names it."""
    slot.label("sda1", "HOLIDAY")
    other = slot.plug_other("sda2", "WORK\\x202")
    choose(box, "Saved games", "Copy all to the stick")
    assert "Several are plugged in. To which one?" in shown(box)
    assert "HOLIDAY" in shown(box)
    assert "MB are free" in shown(box)
    choose(box, "WORK 2")
    assert "1 game copied." in shown(box)
    assert shown(box).startswith("[WORK 2]")
    assert slot.games() == []
    assert len(list((other / "pyramid-referee/games").iterdir())) == 1


def test_a_report_goes_to_the_chosen_stick_as_well(box: SimulatedDevice, slot: Slot) -> None:
    """A stick without a label has the kernel's name; one that is gone by then is said to be."""
    slot.plug_other("sdb1")
    choose(box, "Settings", "About this device", "Copy a report to the stick")
    assert "sda1" in shown(box)
    slot.pull()
    choose(box, "sda1")
    assert "The stick was pulled out" in shown(box)


def test_games_are_taken_from_both_sticks(box: SimulatedDevice, slot: Slot) -> None:
    """In one go."""
    other = slot.plug_other("sda2")
    (slot.folder / "one.jsonl").write_text(RECORD, encoding="utf-8")
    (other / "one.jsonl").write_text(OTHER_RECORD, encoding="utf-8")
    home(box)
    choose(box, "Saved games", "Take games from the stick")
    assert "2 games saved." in shown(box)


def test_a_label_steers_neither_screen_nor_terminal(box: SimulatedDevice, slot: Slot) -> None:
    """Whatever somebody has called a stick, it is one printable line."""
    slot.plug_other("sdb1", "\\x1b[2J\\x0aab\u202e")
    choose(box, "Saved games", "Copy all to the stick")
    assert f"{UNSHOWN}[2J{UNSHOWN}ab{UNSHOWN}" in shown(box)
