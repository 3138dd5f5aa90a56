"""Safe mode: failed starts are counted, and after three of them the device starts without what may have failed."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

from places import PROJECT
from running_service import service
from waiting import PATIENCE_S

from firmware_py.host import failed_starts


def test_starts_are_counted_until_one_succeeds(tmp_path: Path) -> None:
    """Each start that nobody took back is one more failed one."""
    place = tmp_path / "run" / failed_starts.MARKER
    assert [failed_starts.count_start(place) for _ in range(3)] == [0, 1, 2]
    failed_starts.forget_starts(place)
    assert failed_starts.count_start(place) == 0


def test_a_count_that_cannot_be_stored_or_read_is_none(tmp_path: Path) -> None:
    """A full disk or nonsense in the file leads to no safe mode and to no error."""
    (tmp_path / "file").touch()
    assert failed_starts.count_start(tmp_path / "file" / failed_starts.MARKER) == 0
    failed_starts.forget_starts(tmp_path / "file" / failed_starts.MARKER)
    (tmp_path / failed_starts.MARKER).write_text("many")
    assert failed_starts.count_start(tmp_path / failed_starts.MARKER) == 0


def failed_twice_more(folder: Path, *markers: str) -> None:
    """Let two more starts have failed after the first one, which the service itself has counted."""
    for marker in markers or (failed_starts.MARKER,):
        assert (folder / marker).read_text() == "1"
        (folder / marker).write_text(str(failed_starts.FAILED_STARTS))


def test_starts_that_end_right_after_the_first_picture_are_counted(tmp_path: Path) -> None:
    """Nothing but the first picture is there yet, and the fourth start is one in safe mode all the same."""
    with service(tmp_path) as running:
        running.wait_for("STATUS=starting")
    failed_twice_more(tmp_path)
    with service(tmp_path) as running:
        running.wait_for("READY=1")
        _, written = running.end()
    assert "<4>Safe mode: the program failed 3 times in a row." in written
    assert "The screen is left out" not in written


def test_a_screen_that_ends_the_program_again_and_again_is_left_out(tmp_path: Path) -> None:
    """After three kills at its opening the device plays on with light and sound, with its settings and its games.

    The graphics library below our window is the one that kills; ended on purpose, the next start tries it again.
    """
    (tmp_path / "sitecustomize.py").write_text(
        "import os, pygame\npygame.display.set_mode = lambda *_: os.kill(os.getpid(), 9)\n"
    )
    deadly = {"PYTHONPATH": os.pathsep.join((str(tmp_path), str(PROJECT)))}
    with service(tmp_path, **deadly) as running:
        assert running.process.wait(PATIENCE_S) == -signal.SIGKILL
    failed_twice_more(tmp_path, failed_starts.MARKER, failed_starts.PICTURE_MARKER)
    with service(tmp_path, **deadly) as running:
        running.wait_for("READY=1")
        status, written = running.end()
    assert status == 0
    assert "<3>The screen is left out: 3 starts in a row failed" in written
    assert "goes on without a screen" in written
    assert "Safe mode" not in written
    with service(tmp_path, **deadly) as running:
        assert running.process.wait(PATIENCE_S) == -signal.SIGKILL


def test_a_screen_that_hangs_before_the_first_picture_is_left_soon(tmp_path: Path) -> None:
    """It gets the unit's own patience and no more: three such starts, each ended by systemd, within three minutes.

    The longer time for settings and games is asked for only once the picture stands.
    """
    (tmp_path / "sitecustomize.py").write_text(
        "import signal, pygame\n"
        "from firmware_py.host.sd_notify import notify\n"
        "pygame.display.set_mode = lambda *_: (notify('it hangs'), signal.pause())\n"
    )
    hanging = {"PYTHONPATH": os.pathsep.join((str(tmp_path), str(PROJECT)))}
    with service(tmp_path, **hanging) as running:
        assert running.wait_for("it hangs") == ["it hangs"]
    assert (tmp_path / failed_starts.PICTURE_MARKER).read_text() == "1"
    unit = (PROJECT / "systemd/pyramid-referee.service").read_text()
    each_s = sum(int(seconds) for seconds in re.findall(r"(?m)^(?:Timeout(?:Start|Stop)|Restart)Sec=(\d+)$", unit))
    assert failed_starts.FAILED_STARTS * each_s < 180 < failed_starts.FAILED_STARTS * failed_starts.LOADING_S


def test_pins_and_screen_are_suspected_in_turn(tmp_path: Path) -> None:
    """Where safe mode fails as well the pins are left alone, and where that fails the screen is."""
    environ = {"RUNTIME_DIRECTORY": str(tmp_path)}
    starts = []
    for _ in range(failed_starts.WITHOUT_SCREEN + 2):
        starts.append(failed_starts.begin(environ))
        starts[-1].picture_stands()
    assert [start.failed for start in starts] == list(range(failed_starts.WITHOUT_SCREEN + 2))
    assert [bool(start.screen_fault) for start in starts] == [False] * failed_starts.WITHOUT_SCREEN + [True] * 2
    starts[-1].note_end()
    assert failed_starts.begin(environ) == failed_starts.Start(0, "", tmp_path)


def test_without_systemd_nothing_is_counted() -> None:
    """Who starts the program by hand starts it again by hand."""
    assert [failed_starts.begin({}) for _ in range(5)] == [failed_starts.Start()] * 5


def test_a_service_killed_again_and_again_comes_up_in_safe_mode(tmp_path: Path) -> None:
    """After three kills soon after the start the defaults are used and the games are set aside, but not lost."""
    settings = tmp_path / "config.toml"
    settings.write_text('language = "de"\n')
    with service(tmp_path, "--config", str(settings)) as running:
        running.wait_for("READY=1")
    failed_twice_more(tmp_path)
    before = (tmp_path / "state" / "games.sqlite").stat().st_ino
    with service(tmp_path, "--config", str(settings)) as running:
        running.wait_for("READY=1")
        _, written = running.end()
    assert "<4>Safe mode: the program failed 3 times in a row." in written
    aside = next((tmp_path / "state").glob("games.sqlite.aside-*Z"))
    assert aside.stat().st_ino == before
    assert "set aside: get them back in 'Saved games'" in written
    with service(tmp_path, "--config", str(settings)) as running:
        running.wait_for("READY=1")
        _, written = running.end()
    assert "Safe mode" not in written
