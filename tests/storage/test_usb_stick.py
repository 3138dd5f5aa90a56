"""Games and reports to a USB stick and back: whole or not at all, nothing overwritten, every fault and trap said."""

from __future__ import annotations

import os
import random
import resource
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path

import pressed_lines
import pygame
import pytest
from hostile_maps import HOSTILE, in_record
from long_records import long_record
from msgspec.structs import replace
from random_play import SAMPLERS, random_game
from stick_slot import Slot, add_secret_game, home, shown
from stored_journal import add_game
from touched_lines import choose
from waiting import PATIENCE_S

from display.draw import draw, look_of
from display.theme import palette
from display.view import Menu
from firmware_py.config.schema import JOURNAL_NAME, Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.records import write_line
from firmware_py.games.restoring import ACTIONS_A_STEP
from firmware_py.host.stick_mount import STICKS
from firmware_py.regular_files import LONGEST_TEXT, PART
from firmware_py.storage.changes import Choose
from firmware_py.storage.journal import Journal
from firmware_py.storage.opening import open_journal
from firmware_py.storage.owner_maps import read_maps
from firmware_py.transfers.games import MOST_BYTES, MOST_PROBLEMS, MOST_RECORDS, copy_games, take_games
from firmware_py.transfers.stick import PULLED_OUT, Stick, StickError, find_sticks, write_file, write_to
from firmware_py.words import file_name, speak

PULL_OUT = "The stick can be pulled out now."
RECORD = (
    '{"record": 1, "game": "maudite_momie", "players": ["Zoé", "Bo"]}\n'
    '{"do": "explore", "by": "Zoé", "pile": "left"}\n'
    '{"do": "explore", "by": "Bo", "pile": "right"}\n'
)


# --- where it is -----------------------------------------------------------------------------------------------------


def found(slot: Slot) -> list[Path]:
    return [stick.folder for stick in find_sticks(slot.system)]


def test_a_stick_is_found_where_it_is_mounted(slot: Slot) -> None:
    """In the service's own place before a desktop's; nowhere once it is pulled out."""
    assert found(slot) == [slot.folder]
    slot.pull()
    assert found(slot) == []
    desktop, own = "/dev/sdb1 /media/pi/My\\040Stick exfat rw 0 0\n", f"/dev/sda1 {STICKS}/sda1 vfat rw 0 0\n"
    (slot.system / "proc/mounts").write_text(desktop + own + "/dev/sda1 /media/pi/SAME vfat rw 0 0\n")
    assert found(slot) == [slot.folder, slot.system / "media/pi/My Stick"]
    (slot.system / "proc/mounts").unlink()
    assert found(slot) == []


def test_the_empty_place_of_the_stick_is_no_stick(slot: Slot) -> None:
    """What a locked-up service may write to is mounted onto itself; a copy there would be gone with the power."""
    (slot.system / "proc/mounts").write_text(f"tmpfs {STICKS} tmpfs rw,nosuid,nodev,size=98148k,mode=755 0 0\n")
    assert find_sticks(slot.system) == ()


def test_a_stick_that_is_plugged_in_brings_its_lines(box: SimulatedDevice, slot: Slot) -> None:
    """The list of saved games is offered because of the stick, although the only game is offered already."""
    assert "Saved games" in shown(box)
    slot.pull()
    box.wait(3)
    assert "Saved games" not in shown(box)


# --- to the stick ----------------------------------------------------------------------------------------------------


def test_a_game_is_copied_as_a_record(box: SimulatedDevice, slot: Slot) -> None:
    """Under a name of day, game, players and content; copying again changes nothing."""
    choose(box, "Saved games", "Loot N Run", "Copy to the stick")
    assert "1 game copied." in shown(box)
    assert PULL_OUT in shown(box)
    (path,) = slot.games()
    assert path.name.startswith("2026-01-01-maudite-momie-player-1-player-2-")
    game = box.journal.load(1)
    assert path.read_text() == "\n".join((game.header_line, *game.lines)) + "\n"
    home(box)
    choose(box, "Saved games", "Loot N Run", "Copy to the stick")
    assert "1 game was there already." in shown(box)
    assert slot.games() == [path]


def test_a_game_that_went_on_is_another_file(box: SimulatedDevice, slot: Slot) -> None:
    """The earlier copy stays."""
    choose(box, "Saved games", "Copy all to the stick")
    home(box)
    choose(box, "Go on")
    box.press("ok")
    box.press("back")
    choose(box, "Stop for today", "Saved games", "Copy all to the stick")
    assert "1 game copied." in shown(box)
    assert len(slot.games()) == 2


def test_a_file_of_that_name_with_other_content_stays(slot: Slot) -> None:
    """The new one gets a number."""
    assert write_file(slot.folder, "a.jsonl", b"one")
    assert write_file(slot.folder, "a.jsonl", b"two")
    assert not write_file(slot.folder, "a.jsonl", b"two")
    assert not write_file(slot.folder, "a.jsonl", b"one")
    assert {path.name: path.read_bytes() for path in slot.folder.iterdir()} == {"a.jsonl": b"one", "a-2.jsonl": b"two"}


def test_an_unfinished_game_with_secrets_is_copied_only_by_itself(box: SimulatedDevice, slot: Slot) -> None:
    """Copying all leaves it out and says so; the hunters alone copy it, by a held ✓: a copy is a game to try things."""
    add_secret_game(box)
    choose(box, "Saved games", "Copy all to the stick")
    assert "1 game copied." in shown(box)
    assert "1 unfinished game with secrets is left out" in shown(box)
    assert len(slot.games()) == 1
    home(box)
    choose(box, "Saved games", "Pyramid", "Copy to the stick…")
    assert "the mummy must not read it" in shown(box)
    assert len(slot.games()) == 1
    box.press("ok")
    assert len(slot.games()) == 1
    box.hold("ok", 1.2)
    box.wait(1.0)
    assert len(slot.games()) == 2


def test_how_far_it_is_is_shown_and_other_presses_wait(box: SimulatedDevice) -> None:
    """Nothing but `back` does anything meanwhile, neither by short nor by long presses."""
    choose(box, "Saved games")
    body = box.app.view.body
    assert isinstance(body, Menu)
    box.touch(next(item.target for item in body.items if item.label == "Copy all to the stick"))
    box.app.tick(box.now_s)
    assert "0 of 1 game; leave the stick where it is." in shown(box)
    assert isinstance(box.app.view.body, Menu)
    assert box.app.view.body.share == 0
    for target in ("button:ok", "hold:back", "0"):
        box.touch(target)
        assert "leave the stick where it is" in shown(box)
    box.wait(1)
    assert PULL_OUT in shown(box)


def test_games_taken_into_memory_are_not_said_to_be_saved(tmp_path: Path, slot: Slot) -> None:
    """Another program has the journal: they can be played on, and are gone with the power."""
    data = tmp_path / "data"
    (slot.folder / "one.jsonl").write_text(RECORD, encoding="utf-8")
    with open_journal(data / JOURNAL_NAME, lambda: datetime.now(UTC)).journal as other:
        other.commit(Choose("language", "en"))
        with SimulatedDevice(Config(language="en"), data, system=slot.system) as box:
            box.press("ok")
            choose(box, "Saved games", "Take games from the stick")
            assert "1 game saved." in shown(box)
            assert "without power they are lost." in shown(box)


# --- faults ----------------------------------------------------------------------------------------------------------


def test_without_a_stick_it_is_said_what_to_plug_in(box: SimulatedDevice, slot: Slot) -> None:
    """For copying as well as for taking."""
    choose(box, "Saved games")
    slot.pull()
    for line in ("Copy all to the stick", "Take games from the stick"):
        choose(box, line)
        assert "There is no USB stick. Plug in one formatted as FAT32 or exFAT" in shown(box)


def test_a_stick_pulled_out_in_the_midst_is_reported(box: SimulatedDevice, slot: Slot, tmp_path: Path) -> None:
    """What was copied before stays whole; the journal has lost nothing."""
    record = tmp_path / "other.jsonl"
    record.write_text(RECORD, encoding="utf-8")
    box.load(record.read_bytes())
    box.press("back")
    choose(box, "Stop for today", "Saved games")
    body = box.app.view.body
    assert isinstance(body, Menu)
    box.touch(next(item.target for item in body.items if item.label == "Copy all to the stick"))
    box.app.tick(box.now_s)
    box.app.tick(box.now_s)
    slot.folder.rename(slot.system / "drawer")
    slot.folder.parent.joinpath(slot.folder.name).touch()  # where the stick was, there is no folder any more
    box.wait(1)
    assert "The stick was pulled out or has failed" in shown(box)
    assert "1 game copied." in shown(box)
    assert PULL_OUT not in shown(box)
    assert len(box.journal.games()) == 2


CHILD = """
import os, resource, sys
from pathlib import Path
from firmware_py.transfers.stick import StickError, write_file
os.chdir(sys.argv[1])
os.setuid(int(sys.argv[2]))
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), int(sys.argv[3])))
try:
    write_file(Path(), "game.jsonl", b"x" * 100_000)
except StickError as error:
    print(error.why.message)
"""


@pytest.mark.skipif(shutil.which("strace") is None, reason="seeing what is synced takes strace: apt install strace")
def test_what_is_called_copied_is_on_the_stick_with_all_folders_above_it(tmp_path: Path) -> None:
    """FAT keeps new entries in memory for half a minute, and a renamed file's is empty: all are synced in the end."""
    stick = tmp_path / "stick"
    trace = tmp_path / "trace"
    stick.mkdir()
    write = f"from firmware_py.transfers.stick import *; write_file(Path({str(stick)!r}), 'above/games/a', b'')"
    command = ["strace", "-y", "-o", trace, "-e", "trace=mkdir,mkdirat,rename,renameat,renameat2,fsync"]
    subprocess.run([*command, sys.executable, "-c", write], check=True)
    calls = trace.read_text().splitlines()
    for made in (stick / "above", stick / "above/games", stick / "above/games/a"):
        named = f'<{made.parent}>, "{made.name}"'
        at = max(number for number, call in enumerate(calls) if named in call and not call.startswith("fsync"))
        assert any(call.startswith("fsync") and f"<{made.parent}>" in call for call in calls[at:])
    renamed = next(number for number, call in enumerate(calls) if call.startswith("rename"))
    assert any(call.startswith("fsync") and f"<{stick / 'above/games/a'}>" in call for call in calls[renamed:])


def test_a_copied_game_that_the_disk_has_damaged_is_counted(tmp_path: Path) -> None:
    """Whoever reads it elsewhere sees no mark of it."""
    with open_journal(None, lambda: datetime(2026, 1, 1, tzinfo=UTC)).journal as journal:
        header, *lines = RECORD.splitlines()
        number = add_game(journal, header, ("red", "blue"), tuple(lines), ("0123456789abcdef",) * 2, "finished")
        journal.add(replace(journal.load(number), lines=(lines[0], "{}"), damaged=(2,)))
        copying = copy_games(journal, Stick(tmp_path, "stick"), ())
        for _ in (1, 2):
            next(copying)
        with pytest.raises(StopIteration) as done:
            next(copying)
    result = " ".join(map(speak("en"), done.value.value))
    assert "2 games copied." in result
    assert "The disk has damaged 1 of them: not every line is as it was." in result


def refused(folder: Path, limit: int = resource.RLIM_INFINITY, user: int | None = None) -> str:
    """The message when another process, with less room or as another user, writes there."""
    child = [sys.executable, "-c", CHILD, str(folder), str(os.getuid() if user is None else user), str(limit)]
    return subprocess.run(child, capture_output=True, text=True, check=True, timeout=PATIENCE_S).stdout.strip()


def test_a_full_stick_is_said_and_no_half_file_stays(slot: Slot) -> None:
    """Files can grow to a thousand bytes only."""
    assert refused(slot.folder, limit=1000).startswith("The stick is full")
    assert list(slot.folder.iterdir()) == []


def test_a_locked_stick_is_said(slot: Slot) -> None:
    """A folder into which one may not write; root, who may always, is somebody else for it."""
    slot.folder.chmod(0o555)
    said = refused(slot.folder, user=os.getuid() or 65534)
    slot.folder.chmod(0o755)
    assert said.startswith("The stick cannot be written")
    assert list(slot.folder.iterdir()) == []


def test_a_file_that_was_cut_off_is_never_taken_for_a_game(box: SimulatedDevice, slot: Slot) -> None:
    """What a stick holds that was pulled out in the midst of a write has another ending."""
    folder = slot.folder / "pyramid-referee/games"
    folder.mkdir(parents=True)
    (folder / f"game.jsonl{PART}").write_text(RECORD[:50])
    choose(box, "Saved games", "Take games from the stick")
    assert "There are no games on the stick" in shown(box)


# --- from the stick --------------------------------------------------------------------------------------------------


def test_games_are_taken_and_known_again(box: SimulatedDevice, slot: Slot) -> None:
    """From wherever they lie; the second time none is new, nor is one of which the device has more."""
    (slot.folder / "game.jsonl").write_text(RECORD, encoding="utf-8")
    (slot.folder / "._game.jsonl").write_bytes(b"\0\5\26\7 what another system leaves behind")
    choose(box, "Saved games", "Copy all to the stick")
    home(box)
    choose(box, "Saved games", "Take games from the stick")
    assert "1 game saved." in shown(box)
    assert "1 game was saved already." in shown(box)
    shorter = "".join(RECORD.splitlines(keepends=True)[:2])
    (slot.folder / "shorter.jsonl").write_text(shorter, encoding="utf-8")
    home(box)
    choose(box, "Saved games", "Take games from the stick")
    assert "3 games were saved already." in shown(box)
    home(box)
    assert "Go on - Loot N Run, last played" in shown(box)  # what was taken in does not push itself forward
    choose(box, "Saved games")
    assert "Zoé and Bo, 2 actions" in shown(box)


def test_what_is_no_game_is_named_with_its_line_and_left_alone(box: SimulatedDevice, slot: Slot) -> None:
    """The others are taken all the same."""
    bad = {
        "binary.jsonl": b"\xff\xfe\0",
        "cut.jsonl": RECORD.encode()[:-20],
        "illegal.jsonl": (RECORD + RECORD.splitlines()[2] + "\n").encode(),
        "huge.jsonl": b"x" * 2_000_001,
    }
    for name, content in bad.items():
        (slot.folder / name).write_bytes(content)
    (slot.folder / "good.jsonl").write_text(RECORD, encoding="utf-8")
    choose(box, "Saved games", "Take games from the stick")
    for sentence in ("1 game saved.", "binary.jsonl, line 1:", "cut.jsonl, line 3:", "illegal.jsonl, line 4:"):
        assert sentence in shown(box)
    assert "huge.jsonl, line 1:\n  the file is too long for a game" in shown(box)
    assert "put that line right on a computer" in shown(box)
    assert {name: (slot.folder / name).read_bytes() for name in bad} == bad
    assert len(box.journal.games()) == 2


def test_what_is_no_readable_file_on_a_stick_does_no_harm(box: SimulatedDevice, slot: Slot) -> None:
    """Links to themselves and pipes are passed over; a name that is no UTF-8 is shown as far as it can be."""
    (slot.folder / "loop.jsonl").symlink_to("loop.jsonl")
    os.mkfifo(slot.folder / "pipe.jsonl")
    (slot.folder / os.fsdecode(b"caf\xe9.jsonl")).write_text("nonsense")
    choose(box, "Saved games", "Take games from the stick")
    draw(box.app.view, pygame.Surface((320, 240)))
    assert "caf\N{REPLACEMENT CHARACTER}.jsonl, line 1:" in shown(box)
    assert not any(name in shown(box) for name in ("loop", "pipe"))


# --- a report of the device: the doctor's, from a process of its own, or none -----------------------------------------


def test_a_report_of_the_device_is_copied(box: SimulatedDevice, slot: Slot) -> None:
    """The doctor's, from a process of its own; the journal stays locked and whole meanwhile."""
    choose(box, "Settings", "About this device", "Copy a report to the stick")
    while "being written" in shown(box):
        box.wait(0.1)
    assert "The report is on the stick." in shown(box)
    (path,) = (slot.folder / "pyramid-referee").glob("report-*.tar.gz")
    with tarfile.open(path) as archive:
        report = archive.extractfile("pyramid-referee/doctor.txt")
        assert report
        assert b"they are the running referee's" in report.read()
    assert box.journal.is_durable


def test_a_report_that_cannot_be_made_is_said_and_not_copied(
    box: SimulatedDevice, slot: Slot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a place that is no folder nor a disk that takes no byte ends the program or leaves an empty report."""
    no_folder, full = slot.system / "no folder", slot.system / "full"
    no_folder.touch()
    full.mkdir()
    for place in (no_folder, full):
        monkeypatch.setenv("RUNTIME_DIRECTORY", str(place))
        home(box)
        choose(box, "Settings", "About this device")
        with no_room() if place == full else nullcontext():
            choose(box, "Copy a report to the stick")
            while "being written" in shown(box):
                box.wait(0.1)
        assert "The report could not be made." in shown(box)
    assert not list(slot.folder.rglob("report*"))


@contextmanager
def no_room() -> Iterator[None]:
    """Let no file get a single byte, neither here nor in other processes that are started."""
    kept = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, kept[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, kept)


# --- hostile and long records -----------------------------------------------------------------------------------------

KINDS = ("80 bad rows", "steering text", "many pawns", "only line ends")


def test_hostile_records_are_refused_in_words(box: SimulatedDevice, slot: Slot) -> None:
    """A map with 80 bad rows once ended the program; now each file is named, and every page of the result is drawn."""
    for number, kind in enumerate(KINDS):
        (slot.folder / f"{number}\x1b[31m.jsonl").write_bytes(in_record(HOSTILE[kind]))
    choose(box, "Saved games", "Take games from the stick")
    text = shown(box)
    assert text.count("line 1:") == len(KINDS)
    assert "\x1b" not in text
    for _ in range(12):
        draw(box.app.view, pygame.Surface((480, 320)))
        box.press("down")
    assert len(box.journal.games()) == 1


def test_a_long_record_is_taken_in_steps(box: SimulatedDevice, slot: Slot) -> None:
    """The loop goes round between them: playing a hundred actions, or their digests, is one step."""
    (slot.folder / "long.jsonl").write_bytes(long_record(450))
    steps = list(take_games(box.journal, find_sticks(slot.system)))
    assert len(steps) >= 2 * (450 // ACTIONS_A_STEP)
    assert max(game.actions for game in box.journal.games()) == 450


# --- sticks that somebody has prepared, or pulls out at the worst moment; and two of them at once ---------------------

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
    """A record of its own with so many actions, each line as long as the padding makes it."""
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


@pytest.mark.parametrize("game", SAMPLERS)
def test_the_ending_is_shared_as_a_picture_beside_the_record(game: str, box: SimulatedDevice, slot: Slot) -> None:
    """It is 1080 pixels wide, begins with the winner, and lies under the name of the record."""
    lines = (SAMPLERS[game].header(random.Random(4)), *(action for _, action, _ in random_game(game, 4)))
    box.load("\n".join(map(write_line, lines)).encode())
    box.wait(5)
    for _ in range(3):  # what has happened last is read aloud first
        if "Done" not in shown(box):
            box.press("ok")
    winner = next(place.colour for place in box.app.view.body.places if place.place == 1)
    pressed_lines.choose(box, "The curve" if game == "malediction" else "The points", "Share the ending")
    box.wait(5)
    assert "pyramid-referee/pictures" in shown(box)
    (record,) = slot.games()
    (picture,) = (slot.folder / "pyramid-referee/pictures").glob("*")
    assert (picture.stem, picture.suffix) == (record.stem, ".png")
    surface = pygame.image.load(picture)
    assert surface.get_size() == (1080, 810)
    tone = palette(look_of(box.app.view))[winner]
    assert max(abs(one - other) for one, other in zip(surface.get_at((4, 806)), tone, strict=False)) < 60
    box.press("back")
    slot.pull()
    pressed_lines.choose(box, "Share the ending")
    assert "stick" in shown(box)
