"""The doctor before sensors behind a Pico: real drivers, faults made beneath them, and a remedy for each."""

from __future__ import annotations

import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import serial
from english_findings import SAY
from examined_pi import ExaminedPi

from firmware_py.doctor import as_text, write_bundle
from firmware_py.doctor.board import board
from hardware.boards.serial_protocol import Message, encode
from hardware.pico.firmware import Firmware
from hardware.simulated.boards import SCALE_NT, SimulatedSerialBoard, SimulatedWires
from hardware.simulated.magnets import HUNTER, MUMMY, BoardGrid, SimulatedMagnets


class Lazy:
    """A firmware that gets its turn ten times less often."""

    def __init__(self) -> None:
        self._firmware = Firmware(b"SIMULATE", 1, 10, 10, SCALE_NT)
        self._turns = 0
        self._received = b""

    def step(
        self, now_ms: int, received: bytes, wires: SimulatedWires, climate: Callable[[], tuple[int, int]]
    ) -> bytes:
        self._turns += 1
        self._received += received
        if self._turns % 10:
            return b""
        received, self._received = self._received, b""
        return self._firmware.step(now_ms, received, wires, climate)


@pytest.fixture
def pico(examined_pi: ExaminedPi) -> Iterator[SimulatedSerialBoard]:
    """A whole serial board with the mummy and a hunter on it."""
    magnets = SimulatedMagnets(BoardGrid(10, 10), {"mummy": MUMMY, "red": HUNTER})
    magnets.place("mummy", 12)
    magnets.place("red", 55)
    with SimulatedSerialBoard(magnets) as simulated:
        examined_pi.settings.write_text(f'[board]\nkind = "serial"\nport = "{simulated.path}"\n')
        examined_pi.lives.append(simulated.advance)
        yield simulated


def strange(stuck: dict[int, float]) -> SimulatedSerialBoard:
    """A serial board whose sensors in these cells read one value for ever, in millitesla."""
    magnets = SimulatedMagnets(BoardGrid(10, 10), {})
    magnets.stuck = stuck
    return SimulatedSerialBoard(magnets)


@pytest.mark.usefixtures("pico")
def test_a_sound_serial_board_reports_who_it_is_and_how_fast(examined_pi: ExaminedPi) -> None:
    """Name, group and rights of its port; size, firmware and identity; fifty frames a second, and its supply."""
    report = as_text(tuple(board(examined_pi.installation, None)), SAY)
    assert not examined_pi.faults()
    assert "opens (" in report
    assert f"10 x 10 sensors, firmware 1.1, identity {b'SIMULATE'.hex()}" in report
    assert "5.01 V at the board, 21.5 °C" in report
    assert "50 frames a second" in report
    assert "the board scans itself 50 times a second" in report


def test_a_board_that_is_not_plugged_in_is_a_fault(examined_pi: ExaminedPi, pico: SimulatedSerialBoard) -> None:
    """Without any Pico on USB it is the cable."""
    pico.unplug()
    fault = examined_pi.faults()["port"]
    assert "nor any Pico" in fault.text
    assert "data wires" in fault.remedy


@pytest.mark.parametrize(
    ("product", "word"),
    [("0003", "copy MicroPython onto it"), ("0005", "Pico with MicroPython"), ("beef", "2e8a:beef")],
)
def test_a_pico_without_a_port_is_reported(
    examined_pi: ExaminedPi, pico: SimulatedSerialBoard, product: str, word: str
) -> None:
    """With what USB reports of it."""
    pico.unplug()
    device = examined_pi.installation.system / "sys/bus/usb/devices/1-1"
    device.mkdir(parents=True)
    (device / "idVendor").write_text("2e8a\n")
    (device / "idProduct").write_text(f"{product}\n")
    assert word in examined_pi.faults()["port"].remedy


def test_a_port_without_its_stable_name_is_reported(examined_pi: ExaminedPi, pico: SimulatedSerialBoard) -> None:
    """The port that there is, and where the rule for its name comes from."""
    pico.unplug()
    (examined_pi.installation.system / "dev").mkdir()
    (examined_pi.installation.system / "dev/ttyACM0").touch()
    fault = examined_pi.faults()["port"]
    assert "ttyACM0" in fault.text
    assert "systemd/install" in fault.remedy


def test_a_busy_port_is_a_fault(examined_pi: ExaminedPi, pico: SimulatedSerialBoard) -> None:
    """How to find out who has it."""
    with serial.Serial(str(pico.path), exclusive=True):
        assert "fuser" in examined_pi.faults()["port"].remedy


def test_a_forbidden_port_is_a_fault(examined_pi: ExaminedPi, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which group may use it."""
    monkeypatch.setattr(serial, "protocol_handler_packages", ["failing_ports"])
    examined_pi.settings.write_text('[board]\nkind = "serial"\nport = "failing://open/forbidden"\n')
    fault = examined_pi.faults()["port"]
    assert "Permission denied" in fault.text
    assert "dialout" in fault.remedy


def test_a_board_that_goes_away_meanwhile_is_a_fault(examined_pi: ExaminedPi, pico: SimulatedSerialBoard) -> None:
    """The remedy names a loose plug."""

    def drop(now_s: float) -> None:
        if now_s > 1.0:
            pico.unplug()

    examined_pi.lives.append(drop)
    assert "loose plug" in examined_pi.faults()["port"].remedy


def test_a_silent_board_is_a_fault(examined_pi: ExaminedPi, pico: SimulatedSerialBoard) -> None:
    """The port opens, nothing comes."""
    pico.hangs = True
    fault = examined_pi.faults()["board"]
    assert "nothing came within 2 s" in fault.text
    assert "GP22" in fault.remedy


def test_a_board_that_talks_nonsense_is_a_fault(examined_pi: ExaminedPi, pico: SimulatedSerialBoard) -> None:
    """Bytes that are no messages are reported, so that nobody takes nonsense for silence."""
    pico.hangs = True
    examined_pi.lives.append(lambda _: pico.send(b">>> \x00"))
    assert "damaged messages came" in examined_pi.faults()["board"].text


def test_a_board_of_another_version_is_a_fault(examined_pi: ExaminedPi, pico: SimulatedSerialBoard) -> None:
    """Both versions are reported; the remedy is to copy the firmware again."""
    pico.hangs = True
    stranger = b"\x09\x00SIMULATE\x01\x00\x00\x00\x0a\x0a\x10\x00" + b"9.9"
    examined_pi.lives.append(lambda _: pico.send(encode(Message(0x81, 0, stranger))))
    fault = examined_pi.faults()["board"]
    assert "speaks protocol 9.0, this program 1.1" in fault.text
    assert "hardware/pico" in fault.remedy


def test_a_slow_board_is_a_fault(examined_pi: ExaminedPi) -> None:
    """Ten frames a second are too few to follow a slide."""
    with SimulatedSerialBoard(SimulatedMagnets(BoardGrid(10, 10), {}), boots=lambda _: Lazy()) as slow:
        examined_pi.settings.write_text(f'[board]\nkind = "serial"\nport = "{slow.path}"\n')
        examined_pi.lives.append(slow.advance)
        assert examined_pi.faults()["frames"].text == "10 frames a second"


def test_a_noisy_line_is_a_fault(examined_pi: ExaminedPi, pico: SimulatedSerialBoard) -> None:
    """Damaged messages are counted, and the cable is suspected."""
    examined_pi.lives.append(lambda _: pico.send(b"\x05noise\x00"))
    assert "cable" in examined_pi.faults()["link"].remedy


def test_a_strip_without_power_is_reported_by_its_row(examined_pi: ExaminedPi) -> None:
    """A row in which every sensor reads its end of scale has no supply."""
    with strange(dict.fromkeys(range(30, 40), -193.0)) as simulated:
        examined_pi.settings.write_text(f'[board]\nkind = "serial"\nport = "{simulated.path}"\n')
        examined_pi.lives.append(simulated.advance)
        faults = examined_pi.faults()
    assert list(faults) == ["strips"]
    assert faults["strips"].text == "row 4 reads nonsense at every sensor"


def test_a_dead_sensor_is_reported_without_its_place(examined_pi: ExaminedPi) -> None:
    """It might as well be a magnet upside down, and where that stands is a secret."""
    with strange({17: -193.0}) as simulated:
        examined_pi.settings.write_text(f'[board]\nkind = "serial"\nport = "{simulated.path}"\n')
        examined_pi.lives.append(simulated.advance)
        faults = examined_pi.faults()
    assert list(faults) == ["sensors"]
    assert faults["sensors"].text == "1 sensor reads an impossible value"


def test_a_name_that_may_change_is_noted(examined_pi: ExaminedPi, pico: SimulatedSerialBoard) -> None:
    """The board works, and would not after it is plugged in beside another device."""
    changing = pico.path.with_name("ttyACM0")
    changing.symlink_to(pico.path)
    examined_pi.settings.write_text(f'[board]\nkind = "serial"\nport = "{changing}"\n')
    found = examined_pi.examine()["port"]
    assert (found.verdict, found.remedy) == ("note", 'board.port = "/dev/referee-board"')


@pytest.mark.parametrize("port", ["nonsense://", "/dev/null"], ids=["no such URL", "no terminal"])
def test_what_is_no_port_is_a_fault(examined_pi: ExaminedPi, port: str) -> None:
    """A slip in the settings ends in a finding."""
    examined_pi.settings.write_text(f'[board]\nkind = "serial"\nport = "{port}"\n')
    assert examined_pi.faults()["port"].text.startswith(f"{port} does not open: ")


def test_the_bundle_contains_rates_and_no_place(examined_pi: ExaminedPi, tmp_path: Path) -> None:
    """Wherever the pieces stand, the report is the same, word for word."""
    reports = []
    for cell in (12, 71):
        magnets = SimulatedMagnets(BoardGrid(10, 10), {"red": HUNTER})
        magnets.place("red", cell)
        with SimulatedSerialBoard(magnets) as simulated:
            examined_pi.settings.write_text(f'[board]\nkind = "serial"\nport = "{simulated.path}"\n')
            examined_pi.lives[:] = [simulated.advance]
            report = as_text(tuple(board(examined_pi.installation, None)), SAY)
        reports.append(
            "\n".join(line for line in report.splitlines() if "opens (" not in line)
        )  # each has its own port
    assert reports[0] == reports[1]
    write_bundle(tmp_path / "bundle.tar.gz", examined_pi.installation, reports[0])
    with tarfile.open(tmp_path / "bundle.tar.gz") as archive:
        text = archive.extractfile("pyramid-referee/doctor.txt")
        assert text
        assert b"50 frames a second" in text.read()


def test_sensors_that_tremble_are_counted_without_their_places(
    examined_pi: ExaminedPi, pico: SimulatedSerialBoard
) -> None:
    """A sound board is reported with how little its sensors tremble."""
    assert examined_pi.examine()["noise"].text.startswith("0.1")
    pico.magnets.noisy[17] = 5.0
    assert examined_pi.faults()["noise"].text.startswith("1 sensor is too noisy: 0.1")
