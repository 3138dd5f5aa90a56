"""The board as a part of the appliance: a driver that hangs is found out, a board that is missing is not dead."""

from __future__ import annotations

import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import pytest
import serial
from english_findings import in_english
from places import PROJECT
from recording_screen import RecordingScreen
from running_service import heard_until, notify_socket_at, service
from stuck_port.protocol_stuck import StuckPort
from waiting import PATIENCE_S

from display.inputs import CloseRequested, WindowEvent
from firmware_py.config.schema import JOURNAL_NAME, BoardConfig, Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.app import App
from firmware_py.device.disk import Disk, Resources
from firmware_py.device.loop import LONGEST_WAIT_S
from firmware_py.device.panel import BOARD_PATIENCE_S, Watchdog
from firmware_py.device.running import run
from firmware_py.doctor.findings import Installation
from firmware_py.doctor.system import running
from firmware_py.host.failed_starts import MARKER, STEADY_S, Start, begin
from firmware_py.host.sd_notify import RUNTIME
from firmware_py.storage.journal import Journal
from firmware_py.storage.opening import open_journal
from hardware import Devices, open_devices
from hardware.boards.settings import SensorBoard
from hardware.simulated.boards import SimulatedSerialBoard, SimulatedSwitchBoard
from hardware.simulated.magnets import BoardGrid, SimulatedMagnets

CONFIG = Config(language="en")


@pytest.fixture
def port() -> Iterator[str]:
    """A board's real port, reached through one that can get stuck."""
    serial.protocol_handler_packages.append("stuck_port")
    StuckPort.flows.set()
    with SimulatedSerialBoard(SimulatedMagnets(BoardGrid(10, 10), {})) as below:
        yield f"stuck://{below.path}"
    StuckPort.flows.set()
    serial.protocol_handler_packages.remove("stuck_port")


class Watched:
    """A real driver under a watchdog of 3 seconds and systemd's `notify_socket`; time is simulated."""

    def __init__(self, devices: Devices, journal: Journal, start: Start, notify_socket: socket.socket) -> None:
        self.now_s = 0.0
        self._devices, self._notify_socket = devices, notify_socket
        self._app = App(Resources(CONFIG, devices, Disk(journal, None)), 0.0)
        self._watchdog = Watchdog(start, 0.0)

    def lives(self, seconds: int) -> None:
        """Let the loop go round once a second."""
        for _ in range(seconds):
            self.now_s += 1
            self._watchdog.after_round(self._app, self._devices, self.now_s)

    def beats(self, seconds: int) -> int:
        """Let the loop go round once a second, and return how many signs of life were heard."""
        count = 0
        for _ in range(seconds):
            self.now_s += 1
            self._watchdog.after_round(self._app, self._devices, self.now_s)
            with suppress(BlockingIOError):
                while message := self._notify_socket.recv(100):
                    count += message == b"WATCHDOG=1"
        return count


def await_reads(count: int) -> None:
    """Wait until the driver's thread has begun so many further reads."""
    while StuckPort.reads.acquire(blocking=False):
        pass
    for _ in range(count):
        assert StuckPort.reads.acquire(timeout=PATIENCE_S)


def test_a_driver_that_hangs_in_a_read_silences_the_watchdog(
    tmp_path: Path, port: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Below the real driver a read does not come back: after a minute's patience there is no sign of life any more."""
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setenv("WATCHDOG_USEC", "3000000")
    board = SensorBoard(port=port)
    with (
        notify_socket_at(str(tmp_path / "notify")) as notify_socket,
        open_devices(
            CONFIG.pins, lambda _: None, time.monotonic, simulate=True, board=board, real_board=True
        ) as devices,
        open_journal(tmp_path / JOURNAL_NAME, lambda: datetime.now(UTC)).journal as journal,
    ):
        notify_socket.setblocking(False)
        box = Watched(devices, journal, Start(), notify_socket)
        await_reads(2)
        assert box.beats(10) == 10
        StuckPort.flows.clear()
        assert StuckPort.is_stuck.wait(timeout=PATIENCE_S)
        assert BOARD_PATIENCE_S <= box.beats(600) <= BOARD_PATIENCE_S + 1
        StuckPort.flows.set()
        await_reads(2)
        assert box.beats(10) == 10


def test_a_part_that_hangs_soon_after_every_start_is_counted(tmp_path: Path) -> None:
    """A start is not forgiven before the patience with a board and the watchdog's time could have ended it."""
    unit = (PROJECT / "systemd/pyramid-referee.service").read_text()
    watchdog = re.search(r"^WatchdogSec=(\d+)$", unit, re.MULTILINE)
    assert watchdog
    patience_s = int(BOARD_PATIENCE_S) + int(watchdog[1])
    assert 2 * patience_s <= STEADY_S  # so a board may work for as long and hang then
    with (
        notify_socket_at(str(tmp_path / "notify")) as notify_socket,
        open_devices(CONFIG.pins, lambda _: None, time.monotonic, simulate=True) as devices,
        open_journal(tmp_path / JOURNAL_NAME, lambda: datetime.now(UTC)).journal as journal,
    ):
        box = Watched(devices, journal, begin({"RUNTIME_DIRECTORY": str(tmp_path)}), notify_socket)
        box.lives(int(STEADY_S))
        assert (tmp_path / MARKER).read_text() == "1"
        box.lives(2)
        assert not (tmp_path / MARKER).exists()


def test_safe_mode_leaves_out_a_board_that_stops_the_device(tmp_path: Path) -> None:
    """After the watchdog has ended three starts because of the board, the device starts without its board."""
    settings = tmp_path / "config.toml"
    settings.write_text(f'[board]\nkind = "i2c"\nbus = "{tmp_path}/missing"\n')
    has_board = []
    for failed in (2, 3):
        (tmp_path / MARKER).write_text(str(failed))
        with service(tmp_path, "--config", str(settings)) as running:
            running.wait_for("READY=1")
            has_board.append(json.loads((tmp_path / "bulletin.json").read_text())["board"] != "none")
            running.end()
    assert has_board == [True, False]


class StuckChip:
    """A chip that holds the bus in the midst of a read, until it is let go."""

    drives_int = None

    def __init__(self) -> None:
        self.let_go = threading.Event()

    def write(self, received: bytes) -> None:
        """Take the bytes."""

    def read(self, length: int) -> bytes:
        """Hang."""
        self.let_go.wait(PATIENCE_S)
        return bytes(length)


class Vandal:
    """A watchdog in whose third turn a chip of the board gets stuck."""

    def __init__(self, chip: StuckChip) -> None:
        self._watchdog = Watchdog(Start(), 0.0)
        self._chip = chip
        self._turns = 0

    def after_round(self, app: App, devices: Devices, now_s: float) -> None:
        """Look after the device as ever."""
        self._turns += 1
        if self._turns == 3:
            assert devices.simulated_board
            assert isinstance(devices.simulated_board.board, SimulatedSwitchBoard)
            devices.simulated_board.board.bus.chips[0x20] = self._chip  # type: ignore[assignment]  # nearly a chip
        self._watchdog.after_round(app, devices, now_s)

    def waits(self, waited_s: float, now_s: float) -> None:
        """Look after the disk as ever."""
        self._watchdog.waits(waited_s, now_s)


class UntilLetGo:
    """A screen nobody looks at, closed once the chip was let go."""

    def __init__(self, chip: StuckChip) -> None:
        self._chip = chip

    def show(self, app: App, devices: Devices) -> None:
        """Show nothing."""

    def poll(self) -> tuple[WindowEvent, ...]:
        """The wish to end."""
        return (CloseRequested(),) if self._chip.let_go.is_set() else ()


def test_an_i2c_bus_that_hangs_silences_the_watchdog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The real loop reads the bus itself: a read that does not come back is a loop that does not go round."""
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setenv("WATCHDOG_USEC", "90000")
    config = Config(language="en", board=BoardConfig(kind="i2c"))
    chip = StuckChip()
    vandal = Vandal(chip)
    with notify_socket_at(str(tmp_path / "notify")) as notify_socket:
        running = threading.Thread(
            target=lambda: run(config, tmp_path, UntilLetGo(chip), simulate=True, observer=vandal), daemon=True
        )
        running.start()
        heard_until("WATCHDOG=1", notify_socket)
        notify_socket.settimeout(LONGEST_WAIT_S / 2)  # beside a board the loop goes round ten times a second
        with pytest.raises(TimeoutError):
            heard_until("whatever", notify_socket)
        chip.let_go.set()
        running.join(PATIENCE_S)


@pytest.mark.parametrize("wired", ['kind = "serial"\nport', 'kind = "i2c"\nbus'])
def test_a_board_that_is_not_plugged_in_is_no_reason_to_restart(tmp_path: Path, wired: str) -> None:
    """The whole service without the serial port or the I2C bus: the driver looks for it, the signs of life go on."""
    settings = tmp_path / "config.toml"
    settings.write_text(f'[board]\n{wired} = "{tmp_path}/missing"\n')
    with service(tmp_path, "--config", str(settings), WATCHDOG_USEC="90000") as running:
        running.wait_for("READY=1")
        for _ in range(2):
            running.wait_for("WATCHDOG=1")
        status, _ = running.end()
    assert status == 0


@pytest.mark.parametrize("kind", ["serial", "i2c"])
def test_a_device_without_pins_keeps_its_real_board(tmp_path: Path, kind: Literal["serial", "i2c"]) -> None:
    """Where GPIO fails, the board is none the worse for it: it is looked for, not simulated."""
    face = RecordingScreen(most=3)
    missing = str(tmp_path / "missing")
    config = Config(language="en", board=BoardConfig(kind=kind, port=missing, bus=missing))
    run(config, tmp_path, face, simulate=False, real_board=True, observer=Watchdog(Start(), 0.0))
    assert "unplugged" in face.badges


@pytest.mark.parametrize(("kind", "part"), [("serial", "serial"), ("i2c", "chip 0x20: good, ")])
def test_the_doctor_learns_the_rates_of_a_board_that_is_played_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: Literal["serial", "i2c"], part: str
) -> None:
    """The doctor may not ask the board itself then; it reports how often it is read, and the counts of each part."""
    place = tmp_path / RUNTIME
    place.mkdir(parents=True)
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(place))
    watchdog = Watchdog(Start(), 0.0)
    with SimulatedDevice(Config(language="en", board=BoardConfig(kind=kind)), tmp_path / "data") as box:
        for _ in range(25):
            box.wait(1.0)
            watchdog.after_round(box.app, box.devices, box.now_s)
    counts = [
        found.text for found in in_english(running(Installation(None, tmp_path, tmp_path))) if found.part == "counts"
    ]
    rate = re.fullmatch(r"(\d+\.\d) turns of the driver(, (\d+\.\d) messages)? a second, over 10 s", counts[0])
    assert rate
    assert float(rate[1]) >= 1.5  # a safety scan every half second at least
    assert kind == "i2c" or float(rate[3]) >= 3.5  # a heartbeat every quarter of a second
    assert any(line.startswith(part) for line in counts[1:])
