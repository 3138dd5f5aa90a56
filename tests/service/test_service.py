"""The device as a service: what systemd hears of it, how it ends, and what it does about its surroundings."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from places import PROJECT
from running_service import PATIENCE_S, notify_socket_at, service

from display.inputs import CloseRequested, WindowEvent
from display.view import View
from firmware_py.config.file import Config
from firmware_py.device import loop
from firmware_py.device.panel import Watchdog
from firmware_py.host import log, safe_mode
from firmware_py.host.sd_notify import PARTS, Pulse, notify, watchdog_s
from firmware_py.host.splash import USUAL, choose_display, connected_card, open_window, remember, screen_in
from hardware import Devices

STARTING = f"STATUS=starting\nEXTEND_TIMEOUT_USEC={safe_mode.LOADING_S}000000"

# --- what is told ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["a file", "no file"])
def test_a_message_arrives(tmp_path: Path, kind: str) -> None:
    """The datagram reaches a socket with a file as well as one without."""
    address = str(tmp_path / "notify") if kind == "a file" else f"@referee-test-{tmp_path.name}"
    with notify_socket_at(address) as notify_socket:
        notify("READY=1", {"NOTIFY_SOCKET": address})
        assert notify_socket.recv(100) == b"READY=1"


def test_nobody_needs_to_listen(tmp_path: Path) -> None:
    """Without a socket, or with one that is gone, nothing happens."""
    notify("READY=1", {})
    notify("READY=1", {"NOTIFY_SOCKET": str(tmp_path / "gone")})


def test_the_watchdog_of_another_process_is_not_ours() -> None:
    """A limit counts only if it was set for this process."""
    assert watchdog_s({"WATCHDOG_USEC": "20000000"}) == 20.0
    assert watchdog_s({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "1"}) is None
    assert watchdog_s({"WATCHDOG_USEC": "soon"}) is None
    assert watchdog_s({}) is None


def heard(tmp_path: Path, live: Callable[[Pulse], None]) -> list[bytes]:
    """Return what a pulse with a limit of 3 seconds, begun at 0, tells while it lives."""
    address = str(tmp_path / "notify")
    told: list[bytes] = []
    with notify_socket_at(address) as notify_socket:
        live(Pulse(0.0, {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "3000000"}))
        notify("end", {"NOTIFY_SOCKET": address})
        while (message := notify_socket.recv(100)) != b"end":
            told.append(message)
    return told


def test_signs_of_life_come_three_to_a_limit(tmp_path: Path) -> None:
    """Whoever gets on all the time is heard once a third of the limit, not more often."""

    def live(pulse: Pulse) -> None:
        for tenths in range(1, 36):
            pulse.got_on(*PARTS)
            pulse.beat(tenths / 10)

    assert heard(tmp_path, live) == [b"WATCHDOG=1"] * 3


@pytest.mark.parametrize("hanging", sorted(PARTS))
def test_no_sign_of_life_when_a_part_hangs(tmp_path: Path, hanging: str) -> None:
    """If loop, journal, sensors or display have done nothing since the last sign, there is no further one."""

    def live(pulse: Pulse) -> None:
        pulse.got_on(*PARTS)
        pulse.beat(1.0)
        for tenths in range(11, 60):
            pulse.got_on(*PARTS - {hanging})
            pulse.beat(tenths / 10)

    assert heard(tmp_path, live) == [b"WATCHDOG=1"]


def test_a_status_is_told_once(tmp_path: Path) -> None:
    """Only what is new is told, on one line."""

    def live(pulse: Pulse) -> None:
        for text in ("a game", "a game", "another\nREADY=1"):
            pulse.tell(text)

    assert heard(tmp_path, live) == [b"STATUS=a game", b"STATUS=another READY=1"]


class StickingFace:
    """A screen that hangs after some pictures, until it is let go."""

    def __init__(self, pictures: int) -> None:
        self.let_go = threading.Event()
        self._left = pictures

    def show(self, view: View, devices: Devices) -> None:  # noqa: ARG002
        self._left -= 1
        if self._left < 0:
            self.let_go.wait()

    def poll(self) -> tuple[WindowEvent, ...]:
        return (CloseRequested(),) if self.let_go.is_set() else ()


def test_a_screen_that_hangs_silences_the_watchdog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The real loop, its screen hanging in the midst of it: not one sign of life comes any more."""
    address = str(tmp_path / "notify")
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    monkeypatch.setenv("WATCHDOG_USEC", "90000")
    face = StickingFace(pictures=2)
    caretaker = Watchdog(safe_mode.Start(), 0.0)
    with notify_socket_at(address) as notify_socket:
        running = threading.Thread(
            target=lambda: loop.run(Config(), tmp_path / "data", face, simulate=True, attendant=caretaker)
        )
        running.start()
        messages = [notify_socket.recv(100) for _ in range(3)]
        assert messages[0] == b"READY=1"
        assert b"WATCHDOG=1" in messages
        notify_socket.settimeout(2 * loop.LONGEST_WAIT_S)  # the second picture is shown within this time
        with pytest.raises(TimeoutError):
            while True:
                notify_socket.recv(100)
        face.let_go.set()
        running.join()


# --- the whole service -----------------------------------------------------------------------------------------------


def test_the_service_is_ready_lives_and_ends(tmp_path: Path) -> None:
    """READY comes with the first picture, then its status and signs of life; SIGTERM ends it cleanly."""
    with service(tmp_path, WATCHDOG_USEC="300000") as running:
        assert running.wait_for("READY=1") == [STARTING, "READY=1"]
        assert running.wait_for("STATUS=")[-1] == "STATUS=no game on the table"
        running.wait_for("WATCHDOG=1")
        assert (tmp_path / safe_mode.MARKER).read_text() == "1"
        status, written = running.end()
    assert status == 0
    assert not (tmp_path / safe_mode.MARKER).exists()
    assert all(re.match(r"<[2-6]>", line) for line in written.splitlines())
    assert "lgpio" in written  # there are no pins here, and the log says so


def test_a_log_that_nobody_takes_ends_nothing(tmp_path: Path) -> None:
    """With a log whose reader has gone away the service comes up, lives and ends as ever."""
    with service(tmp_path, WATCHDOG_USEC="300000") as running:
        assert running.process.stderr
        running.process.stderr.close()
        running.wait_for("WATCHDOG=1")
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(PATIENCE_S) == 0


def test_a_complaint_that_cannot_be_written_keeps_its_status() -> None:
    """A command whose standard error is a full disk says by its exit status alone that its file cannot be used."""
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "firmware_py", "replay", "no-such-file"]
        assert subprocess.run(command, stderr=full, check=False).returncode == 2


def test_a_box_without_a_screen_plays_on(tmp_path: Path) -> None:
    """The log says that there is no screen and that the game goes on; the service is ready all the same."""
    with service(tmp_path, SDL_VIDEODRIVER="no_such_driver") as running:
        running.wait_for("READY=1")
        status, written = running.end()
    assert status == 0
    assert re.search(r"<3>No screen can be opened .*no_such_driver.* goes on without a screen", written)


def test_a_box_without_sound_plays_on(tmp_path: Path) -> None:
    """A sound card that cannot be opened harms nobody, because nothing opens it."""
    with service(tmp_path, SDL_AUDIODRIVER="no_such_driver") as running:
        running.wait_for("READY=1")
        status, written = running.end()
    assert status == 0
    assert "audio" not in written


def test_mistaken_settings_do_not_stop_the_service(tmp_path: Path) -> None:
    """The defaults are used; the log names every mistake."""
    settings = tmp_path / "config.toml"
    settings.write_text('language = "xx"\n[screen]\nwidht = 800\n')
    with service(tmp_path, "--config", str(settings)) as running:
        running.wait_for("READY=1")
        status, written = running.end()
    assert status == 0
    assert "did you mean screen.width?" in written
    assert "the defaults are used" in written


# --- safe mode -------------------------------------------------------------------------------------------------------


def test_starts_are_counted_until_one_succeeds(tmp_path: Path) -> None:
    """Each start that nobody took back is one more failed one."""
    place = tmp_path / "run" / safe_mode.MARKER
    assert [safe_mode.count_start(place) for _ in range(3)] == [0, 1, 2]
    safe_mode.forget_starts(place)
    assert safe_mode.count_start(place) == 0


def test_a_count_that_cannot_be_kept_or_read_is_none(tmp_path: Path) -> None:
    """A full disk or nonsense in the file leads to no safe mode and to no error."""
    (tmp_path / "file").touch()
    assert safe_mode.count_start(tmp_path / "file" / safe_mode.MARKER) == 0
    safe_mode.forget_starts(tmp_path / "file" / safe_mode.MARKER)
    (tmp_path / safe_mode.MARKER).write_text("many")
    assert safe_mode.count_start(tmp_path / safe_mode.MARKER) == 0


def test_starts_that_end_right_after_the_first_picture_are_counted(tmp_path: Path) -> None:
    """Nothing but the first picture is there yet, and the fourth start is one in safe mode all the same."""
    for _ in range(safe_mode.FAILED_STARTS):
        with service(tmp_path) as running:
            running.wait_for("STATUS=starting")
    with service(tmp_path) as running:
        running.wait_for("READY=1")
        _, written = running.end()
    assert "<4>Safe mode: the program failed 3 times in a row." in written
    assert "The screen is left out" not in written


def test_a_screen_that_ends_the_program_again_and_again_is_left_out(tmp_path: Path) -> None:
    """After three kills at its opening the box plays on with light and sound, with its settings and its games.

    The graphics library below our window is the one that kills; ended on purpose, the next start tries it again.
    """
    (tmp_path / "sitecustomize.py").write_text(
        "import os, pygame\npygame.display.set_mode = lambda *_: os.kill(os.getpid(), 9)\n"
    )
    deadly = {"PYTHONPATH": os.pathsep.join((str(tmp_path), str(PROJECT)))}
    for _ in range(safe_mode.FAILED_STARTS):
        with service(tmp_path, **deadly) as running:
            assert running.process.wait(PATIENCE_S) == -signal.SIGKILL
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
    assert (tmp_path / safe_mode.PICTURE_MARKER).read_text() == "1"
    unit = (PROJECT / "systemd/pyramid-referee.service").read_text()
    each_s = sum(int(seconds) for seconds in re.findall(r"(?m)^(?:Timeout(?:Start|Stop)|Restart)Sec=(\d+)$", unit))
    assert safe_mode.FAILED_STARTS * each_s < 180 < safe_mode.FAILED_STARTS * safe_mode.LOADING_S


def test_pins_and_screen_are_suspected_in_turn(tmp_path: Path) -> None:
    """Where safe mode fails as well the pins are left alone, and where that fails the screen is."""
    environ = {"RUNTIME_DIRECTORY": str(tmp_path)}
    starts = []
    for _ in range(safe_mode.WITHOUT_SCREEN + 2):
        starts.append(safe_mode.begin(environ))
        starts[-1].picture_stands()
    assert [start.failed for start in starts] == list(range(safe_mode.WITHOUT_SCREEN + 2))
    assert [bool(start.screen_fault) for start in starts] == [False] * safe_mode.WITHOUT_SCREEN + [True] * 2
    starts[-1].ended()
    assert safe_mode.begin(environ) == safe_mode.Start(0, "", tmp_path)


def test_without_systemd_nothing_is_counted() -> None:
    """Who starts the program by hand starts it again by hand."""
    assert [safe_mode.begin({}) for _ in range(5)] == [safe_mode.Start()] * 5


def test_a_service_killed_again_and_again_comes_up_in_safe_mode(tmp_path: Path) -> None:
    """After three kills soon after the start the defaults are used and the games are set aside, but not lost."""
    settings = tmp_path / "config.toml"
    settings.write_text('language = "de"\n')
    for _ in range(safe_mode.FAILED_STARTS):
        with service(tmp_path, "--config", str(settings)) as running:
            running.wait_for("READY=1")
    before = (tmp_path / "state" / "games.sqlite").stat().st_ino
    with service(tmp_path, "--config", str(settings)) as running:
        running.wait_for("READY=1")
        _, written = running.end()
    assert "<4>Safe mode: the program failed 3 times in a row." in written
    aside = next((tmp_path / "state").glob("games.sqlite.aside-*Z"))
    assert aside.stat().st_ino == before
    assert "set aside: have them back with 'Kept games'" in written
    with service(tmp_path, "--config", str(settings)) as running:
        running.wait_for("READY=1")
        _, written = running.end()
    assert "Safe mode" not in written


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


# --- the card of the screen ------------------------------------------------------------------------------------------


def plugs(system: Path, **states: str) -> Path:
    """Make a system's graphics plugs, such as card1_HDMI="connected"."""
    for name, state in states.items():
        folder = system / "sys/class/drm" / f"{name.replace('_', '-')}-1"
        folder.mkdir(parents=True)
        (folder / "status").write_text(f"{state}\n")
    return system


def test_the_card_with_a_screen_is_chosen(tmp_path: Path) -> None:
    """SDL is told the card on which a screen is plugged, whatever its number is today, and a renderer that draws."""
    system = plugs(tmp_path, card0_HDMI_A="disconnected", card1_DSI="connected", card2_HDMI_A="disconnected")
    assert connected_card(system) == 1
    environ = {"SDL_VIDEODRIVER": "kmsdrm"}
    choose_display(environ, system)
    assert environ["SDL_KMSDRM_DEVICE_INDEX"] == "1"
    assert environ["SDL_RENDER_DRIVER"] == "opengles2"


def test_no_screen_is_no_card(tmp_path: Path) -> None:
    """Where nothing is plugged in, and where there are no cards at all, SDL is left to its own devices."""
    assert connected_card(tmp_path) is None
    environ: dict[str, str] = {}
    choose_display(environ, plugs(tmp_path, card0_HDMI_A="disconnected"))
    assert "SDL_KMSDRM_DEVICE_INDEX" not in environ


@pytest.mark.parametrize("given", [{"SDL_VIDEODRIVER": "dummy"}, {"DISPLAY": ":0"}, {"WAYLAND_DISPLAY": "wayland-0"}])
def test_a_desktop_and_the_owner_know_better(tmp_path: Path, given: dict[str, str]) -> None:
    """On a desktop, or with another driver, nothing is changed."""
    environ = dict(given)
    choose_display(environ, plugs(tmp_path, card1_DSI="connected"))
    assert environ == given


# --- the first picture -----------------------------------------------------------------------------------------------


def test_the_first_picture_is_as_large_as_the_owner_says(tmp_path: Path) -> None:
    """Size and rotation are taken from the settings; where these make no sense, nothing is."""
    settings = tmp_path / "config.toml"
    settings.write_text("[screen]\nwidth = 320\nheight = 240\nrotation = 90\n")
    assert screen_in(settings) == ((320, 240), 90)
    settings.write_text("[screen]\n")
    assert screen_in(settings) == ((Config().screen.width, Config().screen.height), Config().screen.rotation)
    for nonsense in ("", "[screen", 'screen = "large"', "width = 320.0", 'width = "320"', "width = 3", "rotation = 45"):
        settings.write_text(nonsense if "screen" in nonsense else f"[screen]\n{nonsense}")
        assert screen_in(settings) == (None if nonsense else USUAL)
    assert screen_in(tmp_path / "missing.toml") is None


def test_the_first_picture_stands_as_the_panel_stood_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was chosen on the device goes before the settings file; what cannot be kept is forgotten."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    settings = tmp_path / "config.toml"
    settings.write_text("[screen]\nrotation = 90\n")
    with open_window(settings) as window:
        assert (window.size, window.rotation) == ((480, 320), 90)
    remember((320, 240), 180, os.environ)
    with open_window(settings) as window:
        assert (window.size, window.rotation) == ((320, 240), 180)
    remember((320, 240), 180, {"STATE_DIRECTORY": f"{tmp_path}/missing"})


def test_the_first_picture_waits_for_no_game() -> None:
    """Until it is shown, nothing is loaded that knows rules, draws pages, or checks settings."""
    program = "import sys; from firmware_py.host.splash import open_window; open_window(None); print(*sys.modules)"
    environ = {**os.environ, "SDL_VIDEODRIVER": "dummy"}
    loaded = subprocess.run([sys.executable, "-c", program], env=environ, capture_output=True, text=True, check=True)
    assert not {"msgspec", "gpiozero", "sqlite3", "firmware_py.games", "display.view"} & set(loaded.stdout.split())
