"""No single fault ends the game: each is made beneath the real code, and the screen reports it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from jumping_clock import ACTIONS
from places import TESTS
from recording_screen import RecordingScreen
from sampling import before_a_release
from stored_journal import begin_game
from waiting import PATIENCE_S

from display.view import as_text
from firmware_py.config.schema import JOURNAL_NAME, Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.panel import Watchdog, enter_safe_mode
from firmware_py.device.running import run
from firmware_py.host import failed_starts
from firmware_py.host.computer import about
from firmware_py.host.failed_starts import Start
from firmware_py.storage.changes import Choose
from firmware_py.storage.opening import open_journal
from firmware_py.words import plain, speak

ENGLISH = Config(language="en")
SAY = speak("en")
FAKETIME = tuple(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))
"""What Debian's package faketime lays beneath a program."""


def first_page(data: Path, *warned: str, simulate: bool = True) -> str:
    """Start the device on this data, with these warnings, and return what its first page says."""
    face = RecordingScreen()
    warnings = tuple(plain(text) for text in warned)
    run(
        ENGLISH,
        data,
        face,
        simulate=simulate,
        real_board=True,
        warnings=warnings,
        observer=Watchdog(Start(), 0.0),
    )
    return face.pages[0]


def test_without_pins_the_screen_says_how_to_go_on(tmp_path: Path) -> None:
    """Pins that cannot be reached are named with the remedy, and keyboard and touch remain."""
    page = first_page(tmp_path, simulate=False)
    assert "The pins (GPIO, /dev/gpiochip*) cannot be" in page
    assert "by keyboard and touch" in page


def test_a_damaged_journal_is_reported_at_the_start(tmp_path: Path) -> None:
    """Garbage in place of the games: it is set aside, the page says under which name, and one can play."""
    (tmp_path / JOURNAL_NAME).write_bytes(b"garbage" * 1000)
    assert "was damaged and is kept as games.sqlite.damaged-" in first_page(tmp_path)


def test_a_disk_that_cannot_be_used_is_reported_at_the_start(tmp_path: Path) -> None:
    """Where games cannot be stored, the page says that they are lost with the power, and a badge stays."""
    (tmp_path / "file").touch()
    face = RecordingScreen()
    run(
        ENGLISH,
        tmp_path / "file" / "data",
        face,
        simulate=True,
        real_board=True,
        observer=Watchdog(Start(), 0.0),
    )
    assert "without power they are lost" in face.pages[0]
    assert "unsaved" in face.badges


def test_several_faults_are_all_reported(tmp_path: Path) -> None:
    """No pins, a damaged journal and mistaken settings at once: each has its line, and nothing was lost on the way."""
    (tmp_path / JOURNAL_NAME).write_bytes(b"garbage" * 1000)
    page = first_page(tmp_path, "The settings file cannot be used", simulate=False)
    for part in ("The pins (GPIO, ", "was damaged", "The settings file cannot be used"):
        assert part in page


@before_a_release
@pytest.mark.skipif(not FAKETIME, reason="faketime is not installed")
def test_a_clock_that_jumps_by_years_in_mid_game_disturbs_nothing(journal_here: Path) -> None:
    """Beneath the whole program the computer's calendar jumps to and fro at every press: all is played and saved."""
    with open_journal(journal_here / JOURNAL_NAME, lambda: datetime.now(UTC)).journal as journal:
        journal.commit(Choose("language", "en"))
        begin_game(journal, '{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo"]}', ("red", "blue"))
    clock = journal_here / "clock"
    clock.write_text("2026-11-21 12:00:00\n")
    program = TESTS / "support" / "jumping_clock.py"
    beneath = {
        "LD_PRELOAD": str(FAKETIME[0]),
        "FAKETIME_TIMESTAMP_FILE": str(clock),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",  # as in Linux, where that one never jumps
    }
    printed = subprocess.check_output(
        [sys.executable, program, journal_here, clock], env={**os.environ, **beneath}, text=True, timeout=PATIENCE_S
    )
    years = printed.split()
    assert len(years) == ACTIONS
    assert {"1971", "2105"} <= set(years)


@pytest.mark.parametrize("year", [1970, 2106])
def test_a_game_begun_in_another_age_is_offered(tmp_path: Path, year: int) -> None:
    """The calendar only labels games."""
    with open_journal(tmp_path / JOURNAL_NAME, lambda: datetime(year, 1, 2, tzinfo=UTC)).journal as journal:
        number = begin_game(
            journal, '{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo"]}', ("red", "blue")
        )
    with SimulatedDevice(ENGLISH, tmp_path) as box:
        assert box.app.table.unfinished
        assert box.app.table.unfinished.game_id == number


def test_a_button_that_fails_in_mid_game_costs_nothing_but_itself(tmp_path: Path) -> None:
    """Its pin can be read no more: the others play on, and the device names it."""
    with SimulatedDevice(ENGLISH, tmp_path) as box:
        box.load(b'{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo"]}\n')
        box.pins.breaks("left")
        box.wait(1)
        assert 'The button "left" has failed' in as_text(box.app.view)
        box.press("ok")
        assert box.app.table.playing.ply == 1
        assert SAY(about(box.app.state.faults)[-1]).startswith('The button "left" has failed: ')
        box.pins.breaks("left", is_broken=False)


def test_light_and_buzzer_that_fail_in_mid_game_cost_nothing_but_themselves(tmp_path: Path) -> None:
    """Their pins refuse from one moment to the next: presses are answered as ever, and the device names the parts."""
    with SimulatedDevice(ENGLISH, tmp_path) as box:
        box.load(b'{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo"]}\n')
        box.pins.breaks("light")
        box.pins.breaks("buzzer")
        for _ in range(3):
            box.press("ok")
        assert box.app.table.playing.ply == 3
        reported = [SAY(line) for line in about(box.app.state.faults)]
        assert [line.split(":")[0] for line in reported[-2:]] == ["The turn light has failed", "The buzzer has failed"]
        box.pins.breaks("light", is_broken=False)
        box.pins.breaks("buzzer", is_broken=False)


@pytest.fixture
def journal_here(tmp_path: Path) -> Path:
    """A place with an empty journal."""
    open_journal(tmp_path / JOURNAL_NAME, lambda: datetime.now(UTC)).journal.close()
    return tmp_path


def test_safe_mode_is_a_page_of_its_own(journal_here: Path) -> None:
    """The first page says that it is safe mode, what that means, and whom to ask."""
    face = RecordingScreen()
    warnings = enter_safe_mode(journal_here, failed_starts.FAILED_STARTS)
    run(
        ENGLISH,
        journal_here,
        face,
        simulate=True,
        real_board=True,
        warnings=warnings,
        observer=Watchdog(Start(), 0.0),
    )
    assert "Safe mode: the program failed 3 times in a row." in face.pages[0]
    assert "The earlier games are set aside: get them back in 'Saved games'." in face.pages[0]
    assert "sudo /opt/pyramid-referee/current/bin/pyramid-referee doctor" in face.pages[0]


def test_games_are_set_aside_once(journal_here: Path) -> None:
    """When safe mode fails as well, what it has begun is not set aside over and over."""
    enter_safe_mode(journal_here, failed_starts.FAILED_STARTS + 1)
    assert (journal_here / JOURNAL_NAME).exists()


@contextmanager
def closed(folder: Path) -> Iterator[None]:
    """Let nobody look into a folder; root, who always may, is somebody else for it."""
    user = os.geteuid()
    folder.chmod(0)
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)
        folder.chmod(0o700)


def test_safe_mode_says_of_the_games_only_what_is_so(journal_here: Path) -> None:
    """Nothing where there were none, why where they stayed, and where they are also when safe mode failed since."""

    def entering(data: Path, failed: int) -> str:
        return " ".join(SAY(line) for line in enter_safe_mode(data, failed))

    assert "games" not in entering(journal_here / "nowhere", failed_starts.FAILED_STARTS)
    assert "games" not in entering(journal_here, failed_starts.FAILED_STARTS + 1)
    with closed(journal_here):
        assert "could not be set aside: Permission denied" in entering(journal_here, failed_starts.FAILED_STARTS)
    assert "The earlier games are set aside" in entering(journal_here, failed_starts.FAILED_STARTS)
    assert "The earlier games are set aside" in entering(journal_here, failed_starts.FAILED_STARTS + 1)
