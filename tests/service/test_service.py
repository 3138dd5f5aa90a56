"""The device as a service: what systemd hears of it, how it ends, and how it goes on without parts."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from io import StringIO
from pathlib import Path

import pytest
from running_service import service
from waiting import PATIENCE_S

from firmware_py.device.panel import FAILED, MORE_TIME
from firmware_py.host import failed_starts, log

STARTING = f"STATUS=starting\nEXTEND_TIMEOUT_USEC={failed_starts.LOADING_S}000000"


# --- the whole service -----------------------------------------------------------------------------------------------


def test_the_service_is_ready_lives_and_ends(tmp_path: Path) -> None:
    """READY comes with the first picture, then its status and signs of life; SIGTERM ends it cleanly."""
    with service(tmp_path, WATCHDOG_USEC="300000") as running:
        said = running.wait_for("READY=1")
        assert [one for one in said if one != MORE_TIME] == [STARTING, "READY=1"]  # a busy disk takes its time
        assert running.wait_for("STATUS=")[-1] == "STATUS=no game on the table"
        running.wait_for("WATCHDOG=1")
        assert (tmp_path / failed_starts.MARKER).read_text() == "1"
        status, written = running.end()
    assert status == 0
    assert not (tmp_path / failed_starts.MARKER).exists()
    assert all(re.match(r"<[2-6]>", line) for line in written.splitlines())
    assert "gpiochip" in written  # there are no pins here, and the log says so


def test_a_log_that_nobody_takes_ends_nothing(tmp_path: Path) -> None:
    """With a log whose reader has gone away the service comes up, lives and ends as ever."""
    with service(tmp_path, WATCHDOG_USEC="300000") as running:
        assert running.process.stderr
        running.process.stderr.close()
        running.wait_for("WATCHDOG=1")
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(PATIENCE_S) == 0


def test_a_log_that_stalls_stops_nothing(tmp_path: Path) -> None:
    """With a log that is full and takes no line the service comes up, lives and ends as ever."""
    reader, log = socket.socketpair()
    with reader, log:
        log.setblocking(False)
        with suppress(BlockingIOError):
            while True:
                log.send(bytes(4096))
        log.setblocking(True)
        with service(tmp_path, log=log, WATCHDOG_USEC="300000") as running:
            running.wait_for("WATCHDOG=1")
            running.process.send_signal(signal.SIGTERM)
            assert running.process.wait(PATIENCE_S) == 0


def test_a_complaint_that_cannot_be_written_keeps_its_status() -> None:
    """A command whose standard error is a full disk says by its exit status alone that its file cannot be used."""
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "firmware_py", "replay", "no-such-file"]
        assert subprocess.run(command, stderr=full, check=False).returncode == 2


def test_a_device_without_a_screen_and_without_sound_plays_on(tmp_path: Path) -> None:
    """The log says that there is no screen and that the game goes on; no sound card is missed, for none is opened."""
    with service(tmp_path, SDL_VIDEODRIVER="no_such_driver", SDL_AUDIODRIVER="no_such_card") as running:
        running.wait_for("READY=1")
        status, written = running.end()
    assert status == 0
    assert re.search(r"<3>No screen can be opened .*no_such_driver.* goes on without a screen", written)
    assert "audio" not in written
    assert "no_such_card" not in written


def test_the_service_loads_no_library_that_it_does_not_use(tmp_path: Path) -> None:
    """OpenSSL and the mixer's decoders would take 6 MB of 50, and time at each start."""
    with service(tmp_path) as running:
        running.wait_for("READY=1")
        mapped = Path(f"/proc/{running.process.pid}/maps").read_text()
        assert running.end()[0] == 0
    assert "libSDL2" in mapped
    assert [name for name in ("libcrypto", "mixer", "libvorbis") if name in mapped] == []


def test_mistaken_settings_do_not_stop_the_service(tmp_path: Path) -> None:
    """The defaults are used; the log names every mistake."""
    settings = tmp_path / "config.toml"
    settings.write_text('language = "xx"\n[screen]\nwidht = 800\n')
    with service(tmp_path, "--config", str(settings)) as running:
        running.wait_for("READY=1")
        status, written = running.end()
    assert status == 0
    assert "did you mean screen.width?" in written
    assert "the defaults are in force" in written


def test_a_service_that_hangs_logs_where_before_it_ends(tmp_path: Path) -> None:
    """Sent the SIGABRT of systemd's watchdog, it writes the place of the loop alone to the log, and is ended by it."""
    with service(tmp_path) as running:
        running.wait_for("STATUS=no game")  # other threads are still loading now, and their frames cannot be read
        running.process.send_signal(signal.SIGABRT)
        _, written = running.process.communicate(timeout=PATIENCE_S)
    assert running.process.returncode == -signal.SIGABRT
    assert re.search(r"loop\.py\", line \d+ in run_app", written)
    assert "Thread 0x" not in written


FAILING = """
import sys, threading

SECRET = "Ada hides at C3"

def fail(frame, event, argument):
    if event == "call" and threading.current_thread().name == "preloading":  # not at the return of what sets this
        raise KeyError(SECRET)

threading.setprofile(fail)
from firmware_py.cli.main import main
sys.exit(main(sys.argv[4:]))
"""
"""The real service, in which a thread ends by an unforeseen error."""


def test_an_error_in_another_thread_ends_the_service(tmp_path: Path) -> None:
    """Without that thread the device is not whole. The log tells the place, and nothing of what the error says."""
    with service(tmp_path, under=(sys.executable, "-c", FAILING)) as running:
        _, written = running.process.communicate(timeout=PATIENCE_S)
    assert running.process.returncode == FAILED
    assert "mistake in it: KeyError" in written
    assert "Ada" not in written


# --- the log ---------------------------------------------------------------------------------------------------------


def test_a_crash_is_logged_without_what_it_held(capsys: pytest.CaptureFixture[str]) -> None:
    """Place and kind of an unforeseen error are written, each line with its priority; its message may be a secret."""
    secret = "Ada hides at C3"
    try:
        raise KeyError(secret)
    except KeyError as error:
        log.log_crash(error)
    lines = capsys.readouterr().err.splitlines()
    assert all(line.startswith("<2>") for line in lines)
    assert "KeyError" in lines[0]
    assert any(Path(__file__).name in line for line in lines)
    assert "Ada" not in "".join(lines)


def test_a_line_of_the_log_is_written_in_one_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """With its end, and with those that belong to it: a line of another thread comes before or after them."""
    pieces: list[str] = []

    class Pieces(StringIO):
        def write(self, text: str) -> int:
            pieces.append(text)
            return len(text)

    monkeypatch.setattr(sys, "stderr", Pieces())
    log.log(log.Priority.NOTICE, "It ends.\nHere.")
    assert pieces == ["<5>It ends.\n<5>Here.\n"]


def test_on_a_terminal_a_line_has_no_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is for the system's log; a person who runs the device by hand reads the sentence alone."""
    reader, terminal = os.openpty()
    with open(terminal, "w") as shown, open(reader, "rb", buffering=0) as read:  # noqa: PTH123 - these are descriptors
        monkeypatch.setattr(sys, "stderr", shown)
        log.log(log.Priority.NOTICE, "It ends.")
        assert read.read(100) == b"It ends.\r\n"
