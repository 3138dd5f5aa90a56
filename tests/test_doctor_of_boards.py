"""The doctor before a magnetic board: real drivers, faults made beneath them, and a remedy for each."""

from __future__ import annotations

import errno
import tarfile
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
import serial
from doctors_words import SAY, Told, in_english

from firmware_py.board_wiring.kept import WIRING, BoardWiring
from firmware_py.config import JOURNAL_NAME
from firmware_py.doctor import Patient, as_text, write_bundle
from firmware_py.doctor.board import board
from firmware_py.journal import open_journal
from hardware.boards import SwitchBoard
from hardware.pico.firmware import Firmware
from hardware.serial_framing import Message, framed
from hardware.simulated.boards import magnets_for
from hardware.simulated.chips import SimulatedMcp23017
from hardware.simulated.i2c import Line, SimulatedI2CBus
from hardware.simulated.magnets import HUNTER, MUMMY, Grid, SimulatedMagnets
from hardware.simulated.pins import SimulatedPins
from hardware.simulated.serial_port import SCALE_NT, SimulatedSerialBoard, SimulatedWires
from hardware.simulated.switch_board import SimulatedSwitchBoard
from hardware.wiring import Wiring


class Practice:
    """A Raspberry Pi on a bench, whose time passes while the doctor waits."""

    def __init__(self, folder: Path) -> None:
        self.now_s = 0.0
        self.lives: list[Callable[[float], None]] = []
        self.pins = SimulatedPins(Wiring())
        self.settings = folder / "config.toml"
        self.settings.touch()
        model = folder / "proc/device-tree/model"
        model.parent.mkdir(parents=True)
        model.write_text("Raspberry Pi 4 Model B Rev 1.4\0")
        self.box = Patient(
            self.settings, folder, folder, lambda: self.pins.factory, clock=lambda: self.now_s, wait=self.wait
        )

    def wait(self, seconds: float) -> None:
        """Let the simulated board live so long."""
        self.now_s += seconds
        for live in self.lives:
            live(self.now_s)

    def look(self) -> dict[str, Told]:
        """What the doctor finds, by part; a fault comes before anything else, and always with a remedy."""
        found = sorted(in_english(board(self.box, self.pins.factory)), key=lambda finding: finding.verdict != "FAULT")
        assert all(finding.remedy for finding in found if finding.verdict == "FAULT")
        return {finding.part: finding for finding in reversed(found)}

    def faults(self) -> dict[str, Told]:
        """What is broken, by part."""
        return {part: finding for part, finding in self.look().items() if finding.verdict == "FAULT"}


@pytest.fixture
def practice(tmp_path: Path) -> Practice:
    return Practice(tmp_path)


def test_a_box_without_a_board_is_a_sound_one(practice: Practice) -> None:
    """Nothing is looked for that the settings do not name."""
    assert practice.look() == {"board": Told("board", "good", "the settings name none", "")}


# --- hall switches on I2C --------------------------------------------------------------------------------------------


class Loose(SimulatedMcp23017):
    """A chip whose interrupt output is not connected."""

    @property
    def drives_int(self) -> bool | None:
        return None


class Forgetful(SimulatedMcp23017):
    """A chip that answers, and keeps nothing."""

    def write(self, received: bytes) -> None:
        super().write(received[:1])


@pytest.fixture
def bus(practice: Practice) -> Iterator[SimulatedI2CBus]:
    """The bus of a whole board of ten by ten switches."""
    practice.settings.write_text('[board]\nkind = "i2c"\n')
    wired, pins = SwitchBoard(), practice.pins.factory
    sensors = wired.sensor_map()
    with SimulatedSwitchBoard(magnets_for(wired), sensors, interrupt=pins.pin(4), reset=pins.pin(17)) as simulated:
        practice.lives.append(simulated.advance)
        yield simulated.bus


@pytest.mark.usefixtures("bus")
def test_a_sound_board_of_switches_has_no_fault(practice: Practice) -> None:
    """Each of the eight chips answers and pulls the interrupt line, and ten frames arrive in a second."""
    found = practice.look()
    assert not practice.faults()
    assert {part for part in found if part.startswith("chip 0x")} == {f"chip 0x2{digit}" for digit in range(8)}
    assert found["interrupt"].told == "GPIO 4 (position 7) is free, and every chip can pull it"
    assert found["frames"].told == "10 frames a second, a scan takes 0.0 ms at most"


@pytest.mark.usefixtures("bus")
def test_the_wiring_in_force_is_told_with_its_source(practice: Practice) -> None:
    """In order, as the owner wrote it, or as it was learnt on the device, which goes before."""
    assert practice.look()["wiring"].told.startswith("in order")
    practice.settings.write_text('[board]\nkind = "i2c"\nrows = 1\ncolumns = 2\nsensors = ["20A0 21A0"]')
    assert practice.look()["wiring"].told == "as board.sensors says; 2 of 2 cells on 2 chips"
    learnt = BoardWiring("/dev/i2c-1", 1, 2, (), "learnt").kept(("23B1", "--"))
    with closing(open_journal(practice.box.data / JOURNAL_NAME, lambda: datetime.now(UTC)).journal) as journal:
        journal.set_setting(WIRING, learnt)
    practice.box.__dict__.pop("chosen", None)
    found = practice.look()
    assert found["wiring"].told == "as learnt on the device, whatever board.sensors says; 1 of 2 cells on 1 chip"
    assert found["chip 0x23"].told == "answers and keeps its configuration; 1 cell"


def test_the_doctor_leaves_the_chips_as_they_were(practice: Practice, bus: SimulatedI2CBus) -> None:
    """What was written to pull the interrupt line is undone."""
    practice.look()
    assert {bytes(chip.registers[:14]).hex() for chip in bus.chips.values()} == {"7f7f00007f7f0000000044447f7f"}


def test_no_bus_is_a_fault_with_the_way_to_switch_it_on(practice: Practice, bus: SimulatedI2CBus) -> None:
    """The kernel's reason, the buses that there are, and raspi-config."""
    bus.refuses_open = errno.ENOENT
    (practice.box.system / "dev").mkdir()
    (practice.box.system / "dev/i2c-20").touch()
    fault = practice.faults()["bus"]
    assert "No such file or directory: '/dev/i2c-1'; there are" in fault.told
    assert "i2c-20" in fault.told
    assert "raspi-config" in fault.remedy


def test_a_forbidden_bus_is_a_fault_with_the_group_to_join(practice: Practice, bus: SimulatedI2CBus) -> None:
    """Whose group the bus belongs to, and how to come into it."""
    bus.refuses_open = errno.EACCES
    fault = practice.faults()["bus"]
    assert "Permission denied" in fault.told
    assert "i2c" in fault.remedy  # how depends on whose the file is, where this computer has one


def test_a_bus_of_a_kernel_driver_is_a_fault(practice: Practice, bus: SimulatedI2CBus) -> None:
    """An overlay that holds it is named as the likely reason."""
    bus.refuses_open = errno.EBUSY
    assert "overlay" in practice.faults()["bus"].remedy


def test_a_missing_chip_is_told_with_its_straps(practice: Practice, bus: SimulatedI2CBus) -> None:
    """Which address, how many cells, and what its three address pins must be tied to; the others are well."""
    bus.fault(0x23, errno.EREMOTEIO)
    faults = practice.faults()
    assert list(faults) == ["chip 0x23"]
    assert faults["chip 0x23"].told == "no answer (EREMOTEIO); 14 cells are dead"
    assert "A2=0 A1=1 A0=1" in faults["chip 0x23"].remedy


def test_a_chip_with_wrong_straps_is_found_where_it_is(practice: Practice) -> None:
    """The address at which it answers instead stands beside that at which it should."""
    practice.settings.write_text(
        '[board]\nkind = "i2c"\nrows = 1\ncolumns = 2\nsensors = ["20A0 21A0"]\nreset = "none"'
    )
    with SimulatedI2CBus(
        {0x20: SimulatedMcp23017(), 0x25: SimulatedMcp23017()}, interrupt=practice.pins.factory.pin(4)
    ):
        found = practice.look()
    assert "A2=0 A1=0 A0=1, and 0x25 answers instead" in found["chip 0x21"].remedy
    assert found["chips"].remedy.startswith("A2=1 A1=0 A0=1 there")


def test_a_pulled_cable_is_one_fault_and_not_eight(practice: Practice, bus: SimulatedI2CBus) -> None:
    """Where to look for it: power, ground, SDA, SCL and RESET with their positions."""
    bus.unplug()
    faults = practice.faults()
    assert list(faults) == ["chips"]
    assert "none of the 8 chips" in faults["chips"].told
    assert "SDA at position 3" in faults["chips"].remedy
    assert "GPIO 17" in faults["chips"].remedy


def test_a_bus_that_is_held_low_is_told_as_a_short(practice: Practice, bus: SimulatedI2CBus) -> None:
    """Time-outs everywhere are no missing chips."""
    for address in bus.chips:
        bus.fault(address, errno.ETIMEDOUT)
    assert "short circuit" in practice.faults()["chips"].remedy


def test_a_chip_that_keeps_nothing_is_a_fault(practice: Practice, bus: SimulatedI2CBus) -> None:
    """What is written is read back."""
    bus.chips[0x24] = Forgetful()
    assert "does not read back" in practice.faults()["chip 0x24"].told


def test_an_interrupt_wire_that_was_cut_is_found_without_a_magnet(practice: Practice, bus: SimulatedI2CBus) -> None:
    """Every chip pulls it, and the pin never falls."""
    bus.interrupt_wire(Line.CUT)
    fault = practice.faults()["interrupt"]
    assert "no chip's interrupt arrives at GPIO 4 (position 7)" in fault.told
    assert "INTA of every chip" in fault.remedy


def test_one_chip_without_its_interrupt_wire_is_named(practice: Practice, bus: SimulatedI2CBus) -> None:
    """The others pull the line as they should."""
    bus.chips[0x22] = Loose()
    assert practice.faults()["interrupt"].told.startswith("0x22 pulled the line, but it did not fall")


def test_an_interrupt_line_at_ground_is_a_fault(practice: Practice, bus: SimulatedI2CBus) -> None:
    """A line that nothing lets go is a short circuit."""
    bus.interrupt_wire(Line.SHORTED)
    fault = practice.faults()["interrupt"]
    assert "stays low" in fault.told
    assert "short circuit" in fault.remedy


@pytest.mark.usefixtures("bus")
def test_a_taken_interrupt_pin_is_a_fault(practice: Practice) -> None:
    """The pin is named, and that another one can be written into the settings."""
    from gpiozero import DigitalInputDevice

    with DigitalInputDevice(4, pull_up=True, pin_factory=practice.pins.factory):
        fault = practice.faults()["board"]
    assert "GPIO 4" in fault.told
    assert "[board]" in fault.remedy


@pytest.mark.usefixtures("bus")
def test_without_pins_the_chips_are_asked_all_the_same(practice: Practice) -> None:
    """Only the interrupt line cannot be tried; RESET is high by the board's own resistor."""
    practice.pins.factory.pin(17).drive_high()
    found = {finding.part: finding for finding in in_english(board(practice.box, None))}
    assert found["interrupt"].verdict == "note"
    assert found["chip 0x27"].verdict == "good"


def test_transfers_that_fail_now_and_then_are_noted(practice: Practice, bus: SimulatedI2CBus) -> None:
    """A board that works by retries is told of, but is no fault."""
    bus.fail_next(0x21, [errno.EIO])
    assert not practice.faults()
    bus.fail_next(0x21, [errno.EIO])
    assert "note   bus: 1 transfer failed in 2 s" in as_text(tuple(board(practice.box, practice.pins.factory)), SAY)


def test_a_missing_chip_leaves_the_interrupt_line_unjudged(practice: Practice, bus: SimulatedI2CBus) -> None:
    """A chip that could not be configured may hold the line high, so nobody else is blamed."""
    bus.fault(0x23, errno.EREMOTEIO)
    found = practice.look()["interrupt"]
    assert found.verdict == "note"
    assert "until every chip answers" in found.told


# --- linear sensors behind a Pico ------------------------------------------------------------------------------------


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
def pico(practice: Practice) -> Iterator[SimulatedSerialBoard]:
    """A whole serial board with the mummy and a hunter on it."""
    magnets = SimulatedMagnets(Grid(10, 10), {"mummy": MUMMY, "red": HUNTER})
    magnets.place("mummy", 12)
    magnets.place("red", 55)
    with SimulatedSerialBoard(magnets) as simulated:
        practice.settings.write_text(f'[board]\nkind = "serial"\nport = "{simulated.path}"\n')
        practice.lives.append(simulated.advance)
        yield simulated


def strange(stuck: dict[int, float]) -> SimulatedSerialBoard:
    """A serial board whose sensors in these cells read for ever what stands beside them, in millitesla."""
    magnets = SimulatedMagnets(Grid(10, 10), {})
    magnets.stuck = stuck
    return SimulatedSerialBoard(magnets)


@pytest.mark.usefixtures("pico")
def test_a_sound_serial_board_tells_who_it_is_and_how_fast(practice: Practice) -> None:
    """Name, group and rights of its port; size, firmware and identity; fifty frames a second, and its supply."""
    told = as_text(tuple(board(practice.box, None)), SAY)
    assert not practice.faults()
    assert "opens (" in told
    assert f"10 x 10 sensors, firmware 1.0, identity {b'SIMULATE'.hex()}" in told
    assert "5.01 V at the board, 21.5 °C" in told
    assert "50 frames a second" in told


def test_a_board_that_is_not_plugged_in_is_a_fault(practice: Practice, pico: SimulatedSerialBoard) -> None:
    """Without any Pico on USB it is the cable."""
    pico.unplug()
    fault = practice.faults()["port"]
    assert "nor any Pico" in fault.told
    assert "data wires" in fault.remedy


@pytest.mark.parametrize(
    ("product", "word"), [("0003", "copy MicroPython on it"), ("0005", "Pico with MicroPython"), ("beef", "2e8a:beef")]
)
def test_a_pico_without_a_port_is_told(practice: Practice, pico: SimulatedSerialBoard, product: str, word: str) -> None:
    """What USB tells of it is told on."""
    pico.unplug()
    device = practice.box.system / "sys/bus/usb/devices/1-1"
    device.mkdir(parents=True)
    (device / "idVendor").write_text("2e8a\n")
    (device / "idProduct").write_text(f"{product}\n")
    assert word in practice.faults()["port"].remedy


def test_a_port_without_its_stable_name_is_told(practice: Practice, pico: SimulatedSerialBoard) -> None:
    """The port that there is, and where the rule for its name comes from."""
    pico.unplug()
    (practice.box.system / "dev").mkdir()
    (practice.box.system / "dev/ttyACM0").touch()
    fault = practice.faults()["port"]
    assert "ttyACM0" in fault.told
    assert "systemd/install" in fault.remedy


def test_a_busy_port_is_a_fault(practice: Practice, pico: SimulatedSerialBoard) -> None:
    """How to find out who has it."""
    with serial.Serial(str(pico.path), exclusive=True):
        assert "fuser" in practice.faults()["port"].remedy


def test_a_forbidden_port_is_a_fault(practice: Practice, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which group may use it."""
    monkeypatch.setattr(serial, "protocol_handler_packages", ["failing_ports"])
    practice.settings.write_text('[board]\nkind = "serial"\nport = "failing://open/forbidden"\n')
    fault = practice.faults()["port"]
    assert "Permission denied" in fault.told
    assert "dialout" in fault.remedy


def test_a_board_that_goes_away_meanwhile_is_a_fault(practice: Practice, pico: SimulatedSerialBoard) -> None:
    """A loose plug is told as such."""

    def drop(now_s: float) -> None:
        if now_s > 1.0:
            pico.unplug()

    practice.lives.append(drop)
    assert "loose plug" in practice.faults()["port"].remedy


def test_a_silent_board_is_a_fault(practice: Practice, pico: SimulatedSerialBoard) -> None:
    """The port opens, nothing comes."""
    pico.hangs = True
    fault = practice.faults()["board"]
    assert "nothing came within 2 s" in fault.told
    assert "GP22" in fault.remedy


def test_a_board_that_talks_nonsense_is_a_fault(practice: Practice, pico: SimulatedSerialBoard) -> None:
    """Bytes that are no messages are told of, so that silence and nonsense can be told apart."""
    pico.hangs = True
    practice.lives.append(lambda _: pico.send(b">>> \x00"))
    assert "damaged messages came" in practice.faults()["board"].told


def test_a_board_of_another_version_is_a_fault(practice: Practice, pico: SimulatedSerialBoard) -> None:
    """Both versions are told, and to copy the firmware anew."""
    pico.hangs = True
    stranger = b"\x09\x00SIMULATE\x01\x00\x00\x00\x0a\x0a\x10\x00" + b"9.9"
    practice.lives.append(lambda _: pico.send(framed(Message(0x81, 0, stranger))))
    fault = practice.faults()["board"]
    assert "speaks protocol 9.0, this program 1.0" in fault.told
    assert "hardware/pico" in fault.remedy


def test_a_slow_board_is_a_fault(practice: Practice) -> None:
    """Ten frames a second are too few to follow a slide."""
    with SimulatedSerialBoard(SimulatedMagnets(Grid(10, 10), {}), boots=lambda _: Lazy()) as slow:
        practice.settings.write_text(f'[board]\nkind = "serial"\nport = "{slow.path}"\n')
        practice.lives.append(slow.advance)
        assert practice.faults()["frames"].told == "10 frames a second"


def test_a_noisy_line_is_a_fault(practice: Practice, pico: SimulatedSerialBoard) -> None:
    """Damaged messages are counted, and the cable is suspected."""
    practice.lives.append(lambda _: pico.send(b"\x05noise\x00"))
    assert "cable" in practice.faults()["link"].remedy


def test_a_strip_without_power_is_told_by_its_row(practice: Practice) -> None:
    """A row in which every sensor reads its end of scale has no supply."""
    with strange(dict.fromkeys(range(30, 40), -193.0)) as simulated:
        practice.settings.write_text(f'[board]\nkind = "serial"\nport = "{simulated.path}"\n')
        practice.lives.append(simulated.advance)
        faults = practice.faults()
    assert list(faults) == ["strips"]
    assert faults["strips"].told == "row 4 reads nonsense at every sensor"


def test_a_dead_sensor_is_told_without_its_place(practice: Practice) -> None:
    """It might as well be a magnet upside down, and where that stands is a secret."""
    with strange({17: -193.0}) as simulated:
        practice.settings.write_text(f'[board]\nkind = "serial"\nport = "{simulated.path}"\n')
        practice.lives.append(simulated.advance)
        faults = practice.faults()
    assert list(faults) == ["sensors"]
    assert faults["sensors"].told == "1 sensor reads what no magnet makes"


def test_a_name_that_may_change_is_noted(practice: Practice, pico: SimulatedSerialBoard) -> None:
    """The board works, and would not after it is plugged in beside another device."""
    changing = pico.path.with_name("ttyACM0")
    changing.symlink_to(pico.path)
    practice.settings.write_text(f'[board]\nkind = "serial"\nport = "{changing}"\n')
    found = practice.look()["port"]
    assert (found.verdict, found.remedy) == ("note", 'board.port = "/dev/referee-board"')


@pytest.mark.parametrize("port", ["nonsense://", "/dev/null"], ids=["no such URL", "no terminal"])
def test_what_is_no_port_is_a_fault(practice: Practice, port: str) -> None:
    """A slip in the settings ends in a finding."""
    practice.settings.write_text(f'[board]\nkind = "serial"\nport = "{port}"\n')
    assert practice.faults()["port"].told.startswith(f"{port} does not open: ")


def test_the_bundle_tells_rates_and_no_place(practice: Practice, tmp_path: Path) -> None:
    """Wherever the pieces stand, the report is the same, word for word."""
    reports = []
    for cell in (12, 71):
        magnets = SimulatedMagnets(Grid(10, 10), {"red": HUNTER})
        magnets.place("red", cell)
        with SimulatedSerialBoard(magnets) as simulated:
            practice.settings.write_text(f'[board]\nkind = "serial"\nport = "{simulated.path}"\n')
            practice.lives[:] = [simulated.advance]
            told = as_text(tuple(board(practice.box, None)), SAY)
        reports.append("\n".join(line for line in told.splitlines() if "opens (" not in line))  # each has its own port
    assert reports[0] == reports[1]
    write_bundle(tmp_path / "bundle.tar.gz", practice.box, reports[0])
    with tarfile.open(tmp_path / "bundle.tar.gz") as archive:
        text = archive.extractfile("pyramid-referee/doctor.txt")
        assert text
        assert b"50 frames a second" in text.read()


def test_sensors_that_tremble_are_counted_without_their_places(practice: Practice, pico: SimulatedSerialBoard) -> None:
    """Of a sound board it is told how little they do."""
    assert practice.look()["noise"].told.startswith("0.1")
    pico.magnets.noisy[17] = 5.0
    assert practice.faults()["noise"].told.startswith("1 sensor trembles too much: 0.1")
