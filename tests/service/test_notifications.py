"""What the service reports to systemd: readiness, status, and a sign of life only while every part goes on."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from running_service import heard_until, notify_socket_at
from waiting import PATIENCE_S

from display.inputs import CloseRequested, WindowEvent
from display.view import View
from firmware_py.config.schema import BoardConfig, Config
from firmware_py.device.loop import LONGEST_WAIT_S
from firmware_py.device.panel import Watchdog
from firmware_py.device.running import run
from firmware_py.host import failed_starts
from firmware_py.host.sd_notify import PARTS, Pulse, notify, watchdog_s
from hardware import Devices


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


def test_a_listener_that_is_too_busy_is_not_waited_for(tmp_path: Path) -> None:
    """Far more messages than a socket holds are sent to somebody who takes none of them; the first are there."""
    address = str(tmp_path / "notify")
    with notify_socket_at(address) as notify_socket:
        for number in range(2000):
            notify(str(number), {"NOTIFY_SOCKET": address})
        assert notify_socket.recv(100) == b"0"


def test_the_watchdog_of_another_process_is_not_ours() -> None:
    """A limit counts only if it was set for this process."""
    assert watchdog_s({"WATCHDOG_USEC": "20000000"}) == 20.0
    assert watchdog_s({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "1"}) is None
    assert watchdog_s({"WATCHDOG_USEC": "soon"}) is None
    assert watchdog_s({}) is None


def heard(tmp_path: Path, live: Callable[[Pulse], None]) -> list[bytes]:
    """What a pulse with a limit of 3 seconds, begun at 0, sends while it lives."""
    address = str(tmp_path / "notify")
    with notify_socket_at(address) as notify_socket:
        live(Pulse(0.0, {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "3000000"}))
        notify("end", {"NOTIFY_SOCKET": address})
        return [message.encode() for message in heard_until("end", notify_socket)[:-1]]


def test_signs_of_life_come_three_to_a_limit(tmp_path: Path) -> None:
    """Whoever gets on all the time is heard once a third of the limit, not more often."""

    def live(pulse: Pulse) -> None:
        for tenths in range(1, 36):
            pulse.note_alive(*PARTS)
            pulse.beat(tenths / 10)

    assert heard(tmp_path, live) == [b"WATCHDOG=1"] * 3


@pytest.mark.parametrize("hanging", sorted(PARTS))
def test_no_sign_of_life_when_a_part_hangs(tmp_path: Path, hanging: str) -> None:
    """If loop, journal, sensors or display have done nothing since the last sign, there is no further one."""

    def live(pulse: Pulse) -> None:
        pulse.note_alive(*PARTS)
        pulse.beat(1.0)
        for tenths in range(11, 60):
            pulse.note_alive(*PARTS - {hanging})
            pulse.beat(tenths / 10)

    assert heard(tmp_path, live) == [b"WATCHDOG=1"]


def test_a_status_is_sent_once(tmp_path: Path) -> None:
    """Only what is new is sent, on one line."""

    def live(pulse: Pulse) -> None:
        for text in ("a game", "a game", "another\nREADY=1"):
            pulse.report(text)

    assert heard(tmp_path, live) == [b"STATUS=a game", b"STATUS=another READY=1"]


class StickingFace:
    """A screen that hangs after some pictures, until it is let go."""

    def __init__(self, pictures: int) -> None:
        self.let_go = threading.Event()
        self._left = pictures

    def show(self, view: View, devices: Devices) -> None:  # noqa: ARG002
        self._left -= 1
        if self._left < 0:
            self.let_go.wait(PATIENCE_S)

    def poll(self) -> tuple[WindowEvent, ...]:
        return (CloseRequested(),) if self.let_go.is_set() else ()


def test_a_screen_that_hangs_silences_the_watchdog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The real loop, its screen hanging in the midst of it: not one sign of life comes any more."""
    address = str(tmp_path / "notify")
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    monkeypatch.setenv("WATCHDOG_USEC", "90000")
    config = Config(board=BoardConfig(kind="i2c"))  # beside a board the loop goes round ten times a second
    face = StickingFace(pictures=2)
    watchdog = Watchdog(failed_starts.Start(), 0.0)
    with notify_socket_at(address) as notify_socket:
        device = threading.Thread(
            target=lambda: run(config, tmp_path / "data", face, simulate=True, observer=watchdog), daemon=True
        )
        device.start()
        messages = [notify_socket.recv(100) for _ in range(3)]
        assert messages[0] == b"READY=1"
        assert b"WATCHDOG=1" in messages
        notify_socket.settimeout(LONGEST_WAIT_S / 2)  # the third picture is shown within this time
        with pytest.raises(TimeoutError):
            heard_until("whatever", notify_socket)
        face.let_go.set()
        device.join(PATIENCE_S)
