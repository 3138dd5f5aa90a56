"""The doctor before a board of switches: real drivers, faults made beneath them, and a remedy for each."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime

import pytest
from english_findings import SAY, EnglishFinding, in_english
from examined_pi import ExaminedPi

from firmware_py.config.schema import JOURNAL_NAME
from firmware_py.config.settings import WIRING, BoardWiring
from firmware_py.doctor import as_text
from firmware_py.doctor.board import board
from firmware_py.storage.changes import Choose
from firmware_py.storage.opening import open_journal
from hardware.boards.settings import SwitchBoard
from hardware.simulated.boards import SimulatedSwitchBoard, magnets_for
from hardware.simulated.i2c import SimulatedI2CBus, SimulatedMcp23017, WireState


def test_a_device_without_a_board_is_a_sound_one(examined_pi: ExaminedPi) -> None:
    """Nothing is looked for that the settings do not name."""
    assert examined_pi.examine() == {"board": EnglishFinding("board", "good", "the settings name none", "")}


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
def bus(examined_pi: ExaminedPi) -> Iterator[SimulatedI2CBus]:
    """The bus of a whole board of ten by ten switches."""
    examined_pi.settings.write_text('[board]\nkind = "i2c"\n')
    wired, pins = SwitchBoard(), examined_pi.pins.factory
    sensors = wired.sensor_map()
    with SimulatedSwitchBoard(magnets_for(wired), sensors, interrupt=pins.pin(4), reset=pins.pin(17)) as simulated:
        examined_pi.lives.append(simulated.advance)
        yield simulated.bus


@pytest.mark.usefixtures("bus")
def test_a_sound_board_of_switches_has_no_fault(examined_pi: ExaminedPi) -> None:
    """Each of the eight chips answers and pulls the interrupt line, and ten frames arrive in a second."""
    found = examined_pi.examine()
    assert not examined_pi.faults()
    assert {part for part in found if part.startswith("chip 0x")} == {f"chip 0x2{digit}" for digit in range(8)}
    assert found["interrupt"].text == "GPIO 4 (position 7) is free, and every chip can pull it"
    assert found["frames"].text == "10 frames a second, a scan takes 0.0 ms at most"


@pytest.mark.usefixtures("bus")
def test_the_wiring_in_force_is_reported_with_its_source(examined_pi: ExaminedPi) -> None:
    """In order, as the settings file says, or as learnt on the device, which goes before the file."""
    assert examined_pi.examine()["wiring"].text.startswith("in order")
    examined_pi.settings.write_text('[board]\nkind = "i2c"\nrows = 1\ncolumns = 2\nsensors = ["20A0 21A0"]')
    assert examined_pi.examine()["wiring"].text == "as board.sensors says; 2 of 2 cells on 2 chips"
    learnt = BoardWiring("/dev/i2c-1", 1, 2, (), "learnt").stored_text(("23B1", "--"))
    with closing(
        open_journal(examined_pi.installation.data / JOURNAL_NAME, lambda: datetime.now(UTC)).journal
    ) as journal:
        journal.commit(Choose(WIRING, learnt))
    examined_pi.installation.__dict__.pop("chosen", None)
    found = examined_pi.examine()
    assert found["wiring"].text == "as learnt on the device, whatever board.sensors says; 1 of 2 cells on 1 chip"
    assert found["chip 0x23"].text == "answers and keeps its configuration; 1 cell"


def test_the_doctor_leaves_the_chips_as_they_were(examined_pi: ExaminedPi, bus: SimulatedI2CBus) -> None:
    """What was written to pull the interrupt line is undone."""
    examined_pi.examine()
    assert {bytes(chip.registers[:14]).hex() for chip in bus.chips.values()} == {"7f7f00007f7f0000000044447f7f"}


def test_no_bus_is_a_fault_with_the_command_that_switches_it_on(examined_pi: ExaminedPi, bus: SimulatedI2CBus) -> None:
    """The kernel's reason, the buses that there are, and raspi-config."""
    bus.refuses_open = errno.ENOENT
    (examined_pi.installation.system / "dev").mkdir()
    (examined_pi.installation.system / "dev/i2c-20").touch()
    fault = examined_pi.faults()["bus"]
    assert "No such file or directory: '/dev/i2c-1'; there are" in fault.text
    assert "i2c-20" in fault.text
    assert "raspi-config" in fault.remedy


def test_a_forbidden_bus_is_a_fault_with_the_group_to_join(examined_pi: ExaminedPi, bus: SimulatedI2CBus) -> None:
    """Which group the bus belongs to, and how to join it."""
    bus.refuses_open = errno.EACCES
    fault = examined_pi.faults()["bus"]
    assert "Permission denied" in fault.text
    assert "i2c" in fault.remedy  # how depends on whose the file is, where this computer has one


def test_a_bus_of_a_kernel_driver_is_a_fault(examined_pi: ExaminedPi, bus: SimulatedI2CBus) -> None:
    """An overlay that holds it is named as the likely reason."""
    bus.refuses_open = errno.EBUSY
    assert "overlay" in examined_pi.faults()["bus"].remedy


@pytest.mark.parametrize("chips", [range(0x23, 0x24), range(0x20, 0x28)], ids=["one", "all"])
def test_a_chip_that_an_overlay_has_taken_is_not_called_silent(
    chips: range, examined_pi: ExaminedPi, bus: SimulatedI2CBus
) -> None:
    """The kernel gives its address to nobody else; no wire need be looked at."""
    for address in chips:
        bus.fault(address, errno.EBUSY)
    faults = examined_pi.faults()
    taken = {part: fault for part, fault in faults.items() if "EBUSY" in fault.text}
    assert taken.keys() == faults.keys() == {f"chip {address:#04x}" for address in chips} & faults.keys()
    assert taken
    assert all("a driver of the kernel has this address" in fault.text for fault in taken.values())
    assert all("overlay" in fault.remedy for fault in taken.values())


def test_a_missing_chip_is_reported_with_its_straps(examined_pi: ExaminedPi, bus: SimulatedI2CBus) -> None:
    """Which address, how many cells, and what its three address pins must be tied to; the others are well."""
    bus.fault(0x23, errno.EREMOTEIO)
    faults = examined_pi.faults()
    assert list(faults) == ["chip 0x23"]
    assert faults["chip 0x23"].text == "no answer (EREMOTEIO); 14 cells are dead"
    assert "A2=0 A1=1 A0=1" in faults["chip 0x23"].remedy


def test_a_chip_with_wrong_straps_is_found_where_it_is(examined_pi: ExaminedPi) -> None:
    """The address at which it answers instead stands beside that at which it should."""
    examined_pi.settings.write_text(
        '[board]\nkind = "i2c"\nrows = 1\ncolumns = 2\nsensors = ["20A0 21A0"]\nreset = "none"'
    )
    with SimulatedI2CBus(
        {0x20: SimulatedMcp23017(), 0x25: SimulatedMcp23017()}, interrupt=examined_pi.pins.factory.pin(4)
    ):
        found = examined_pi.examine()
    assert "A2=0 A1=0 A0=1, and 0x25 answers instead" in found["chip 0x21"].remedy
    assert found["chips"].remedy.startswith("A2=1 A1=0 A0=1 there")


def test_a_pulled_cable_is_one_fault_and_not_eight(examined_pi: ExaminedPi, bus: SimulatedI2CBus) -> None:
    """Where to look for it: power, ground, SDA, SCL and RESET with their positions."""
    bus.unplug()
    faults = examined_pi.faults()
    assert list(faults) == ["chips"]
    assert "none of the 8 chips" in faults["chips"].text
    assert "SDA at position 3" in faults["chips"].remedy
    assert "GPIO 17" in faults["chips"].remedy


def test_a_bus_that_is_held_low_is_reported_as_a_short_circuit(examined_pi: ExaminedPi, bus: SimulatedI2CBus) -> None:
    """Time-outs everywhere are no missing chips."""
    for address in bus.chips:
        bus.fault(address, errno.ETIMEDOUT)
    assert "short circuit" in examined_pi.faults()["chips"].remedy


def test_a_chip_that_stores_nothing_is_a_fault(examined_pi: ExaminedPi, bus: SimulatedI2CBus) -> None:
    """What is written is read back."""
    bus.chips[0x24] = Forgetful()
    assert "does not read back" in examined_pi.faults()["chip 0x24"].text


def test_an_interrupt_wire_that_was_cut_is_found_without_a_magnet(
    examined_pi: ExaminedPi, bus: SimulatedI2CBus
) -> None:
    """Every chip pulls it, and the pin never falls."""
    bus.interrupt_wire(WireState.CUT)
    fault = examined_pi.faults()["interrupt"]
    assert "no chip's interrupt arrives at GPIO 4 (position 7)" in fault.text
    assert "INTA of every chip" in fault.remedy


def test_one_chip_without_its_interrupt_wire_is_named(examined_pi: ExaminedPi, bus: SimulatedI2CBus) -> None:
    """The others pull the line as they should."""
    bus.chips[0x22] = Loose()
    assert examined_pi.faults()["interrupt"].text.startswith("0x22 pulled the line, but it did not fall")


def test_an_interrupt_line_at_ground_is_a_fault(examined_pi: ExaminedPi, bus: SimulatedI2CBus) -> None:
    """A line that nothing lets go is a short circuit."""
    bus.interrupt_wire(WireState.SHORTED)
    fault = examined_pi.faults()["interrupt"]
    assert "stays low" in fault.text
    assert "short circuit" in fault.remedy


@pytest.mark.usefixtures("bus")
def test_a_taken_interrupt_pin_is_a_fault(examined_pi: ExaminedPi) -> None:
    """The pin is named, and that another one can be written into the settings."""
    from gpiozero import DigitalInputDevice

    with DigitalInputDevice(4, pull_up=True, pin_factory=examined_pi.pins.factory):
        fault = examined_pi.faults()["board"]
    assert "GPIO 4" in fault.text
    assert "[board]" in fault.remedy


@pytest.mark.usefixtures("bus")
def test_without_pins_the_chips_are_asked_all_the_same(examined_pi: ExaminedPi) -> None:
    """Only the interrupt line cannot be tried; RESET is high by the board's own resistor."""
    examined_pi.pins.factory.pin(17).drive_high()
    found = {finding.part: finding for finding in in_english(board(examined_pi.installation, None))}
    assert found["interrupt"].verdict == "note"
    assert found["chip 0x27"].verdict == "good"


def test_transfers_that_fail_now_and_then_are_noted(examined_pi: ExaminedPi, bus: SimulatedI2CBus) -> None:
    """A board that works by retries is reported, but is no fault."""
    bus.fail_next(0x21, [errno.EIO])
    assert not examined_pi.faults()
    bus.fail_next(0x21, [errno.EIO])
    assert "note   bus: 1 transfer failed in 2 s" in as_text(
        tuple(board(examined_pi.installation, examined_pi.pins.factory)), SAY
    )


def test_a_missing_chip_leaves_the_interrupt_line_unjudged(examined_pi: ExaminedPi, bus: SimulatedI2CBus) -> None:
    """A chip that could not be configured may hold the line high, so nobody else is blamed."""
    bus.fault(0x23, errno.EREMOTEIO)
    found = examined_pi.examine()["interrupt"]
    assert found.verdict == "note"
    assert "until every chip answers" in found.text
