"""Games and reports to a USB stick and back: whole or not at all, nothing overwritten, every fault reported."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace
from stick_slot import Slot, add_secret_game, home, shown
from stored_journal import add_game
from touched_lines import choose

from display.draw import draw
from display.view import Menu
from firmware_py.config.file import JOURNAL_NAME
from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.host.stick_mount import STICKS
from firmware_py.regular_files import PART
from firmware_py.storage.changes import Choose
from firmware_py.storage.opening import open_journal
from firmware_py.storage.transfers import copy_games
from firmware_py.storage.usb_stick import Stick, find_sticks, write_file
from firmware_py.words import speak

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
import os, sys
from pathlib import Path
from firmware_py.storage.usb_stick import StickError, write_file
os.chdir(sys.argv[1])
os.setuid(int(sys.argv[2]))
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
    write = f"from firmware_py.storage.usb_stick import *; write_file(Path({str(stick)!r}), 'above/games/a', b'')"
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
    """Return the message when another process, with less room or as another user, writes there."""
    child = [sys.executable, "-c", CHILD, str(folder), str(os.getuid() if user is None else user)]
    confine = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (limit, limit))
    return subprocess.run(child, preexec_fn=confine, capture_output=True, text=True, check=True).stdout.strip()


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
    assert "Go on - Loot N Run: Player 1" in shown(box)  # what was taken in does not push itself forward
    choose(box, "Saved games")
    assert "Zoé, Bo, 2 actions" in shown(box)


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
