"""The driver of one MCP23017, over the real smbus2, on the buses of both kinds of Pi."""

import errno
from collections.abc import Iterator

import pytest
from smbus2 import SMBus, i2c_msg

from hardware.boards.mcp23017 import INPUTS, SETTINGS, Mcp23017
from hardware.simulated.i2c import (
    GPINTEN,
    GPPU,
    INTCAP,
    INTF,
    IODIR,
    OLAT,
    Adapter,
    SimulatedI2CBus,
    SimulatedMcp23017,
    Traffic,
)

ADDRESS = 0x23
PASSING = (errno.EREMOTEIO, errno.EIO, errno.ETIMEDOUT, errno.EAGAIN, errno.ENXIO)


@pytest.fixture(params=list(Adapter), ids=lambda adapter: adapter.value)
def bus(request: pytest.FixtureRequest) -> Iterator[SimulatedI2CBus]:
    with SimulatedI2CBus({ADDRESS: SimulatedMcp23017()}, adapter=request.param) as simulated:
        yield simulated


@pytest.fixture
def wire(bus: SimulatedI2CBus) -> Iterator[SMBus]:
    with SMBus(bus.path) as opened:
        yield opened


@pytest.fixture
def chip(wire: SMBus) -> Mcp23017:
    return Mcp23017(wire, ADDRESS)


def test_a_chip_at_rest_reads_all_inputs_high(chip: Mcp23017) -> None:
    """Pull-ups hold every input up, and pin 7 of both ports is not among them."""
    assert chip.read() == INPUTS


@pytest.mark.parametrize("pin", [pin for pin in range(16) if pin % 8 != 7])
def test_each_input_is_seen_alone(bus: SimulatedI2CBus, chip: Mcp23017, pin: int) -> None:
    """Pulling one input down clears its bit and no other."""
    bus.pull_low(ADDRESS, 1 << pin)
    assert chip.read() == INPUTS & ~(1 << pin)


@pytest.mark.parametrize("pin", [7, 15])
def test_pin_7_is_never_an_input(bus: SimulatedI2CBus, chip: Mcp23017, pin: int) -> None:
    """Whatever is connected to pin 7 of a port, it is driven, not read."""
    bus.pull_low(ADDRESS, 1 << pin)
    assert chip.read() == INPUTS
    assert not bus.chips[ADDRESS].registers[IODIR + pin // 8] & 0x80
    assert bus.chips[ADDRESS].registers[OLAT + pin // 8] & 0x80


def test_a_read_is_one_transfer_of_48_clocks(bus: SimulatedI2CBus, chip: Mcp23017) -> None:
    """Once configured, a read is start, address, register, restart, address, two bytes, stop."""
    chip.read()
    bus.traffic = Traffic()
    chip.read()
    assert (bus.traffic.transfers, bus.traffic.clocks) == (1, 48)


def test_no_input_is_read_before_pin_7_is_an_output(bus: SimulatedI2CBus, chip: Mcp23017) -> None:
    """The reset state makes pin 7 an input, so directions are written before the first read."""
    chip.read()
    messages = list(bus.traffic.messages)
    directions = next(i for i, one in enumerate(messages) if one.written == b"\x00" + SETTINGS)
    assert all(one.written is not None for one in messages[: directions + 1])


@pytest.mark.parametrize("number", PASSING, ids=lambda number: errno.errorcode[number])
def test_a_fault_that_passes_is_retried_twice(bus: SimulatedI2CBus, chip: Mcp23017, number: int) -> None:
    """Two failures in a row still give a reading, and are counted."""
    chip.read()
    bus.fail_next(ADDRESS, [number, number])
    assert chip.read() == INPUTS
    assert chip.errors == {number: 2}
    assert not chip.misses


@pytest.mark.parametrize("number", PASSING, ids=lambda number: errno.errorcode[number])
def test_a_chip_that_fails_three_reads_is_absent_until_it_answers(
    bus: SimulatedI2CBus, chip: Mcp23017, number: int
) -> None:
    """Three reads without an answer make it absent; the first answer makes it present again."""
    bus.fault(ADDRESS, number)
    assert [(chip.read(), chip.absent) for _ in range(3)] == [
        (None, False),
        (None, False),
        (None, True),
    ]
    assert chip.errors == {number: 9}
    bus.fault(ADDRESS, None)
    assert chip.read() == INPUTS
    assert not chip.absent


def test_an_absent_chip_is_asked_only_once_a_read(bus: SimulatedI2CBus, chip: Mcp23017) -> None:
    """Knocking at a missing chip costs one transfer, so that the others do not wait for it."""
    bus.unplug()
    for _ in range(3):
        chip.read()
    bus.traffic = Traffic()
    assert chip.read() is None
    assert bus.traffic.transfers == 1


@pytest.mark.parametrize("number", [errno.EREMOTEIO, errno.EBUSY], ids=lambda number: errno.errorcode[number])
def test_an_error_is_counted_under_its_number(bus: SimulatedI2CBus, chip: Mcp23017, number: int) -> None:
    """Whether the chip was read or its settings were: the doctor names what went wrong."""
    chip.read()
    bus.fail_next(ADDRESS, [number])
    chip.verify()
    assert chip.errors == {number: 1}


def test_an_error_without_a_number_is_counted_under_none(bus: SimulatedI2CBus, chip: Mcp23017) -> None:
    """Under 0, by a read and by reading back; no number is made up."""
    chip.read()
    bus.fault(ADDRESS, 0)
    chip.verify()
    assert chip.errors == {0: 1}
    chip.peek()
    assert chip.errors == {0: 2}


def test_a_peek_is_one_try_and_no_miss(bus: SimulatedI2CBus, chip: Mcp23017) -> None:
    """Whoever only looks waits for no bus that hangs, and does not make a chip absent."""
    chip.read()
    for _ in range(4):
        bus.fail_next(ADDRESS, [errno.EREMOTEIO])
        assert chip.peek() is None
    assert chip.errors == {errno.EREMOTEIO: 4}
    assert (chip.misses, chip.absent) == (0, False)
    assert chip.peek() == INPUTS


def test_a_lasting_refusal_is_not_retried(bus: SimulatedI2CBus, chip: Mcp23017) -> None:
    """An error that waiting cannot heal, as a busy address, counts as one failed read."""
    bus.fault(ADDRESS, errno.EBUSY)
    assert chip.read() is None
    assert chip.errors == {errno.EBUSY: 1}


def test_a_chip_that_returns_is_configured_again(bus: SimulatedI2CBus, chip: Mcp23017) -> None:
    """A replugged chip has its reset values; the first read gives it its configuration.

    Here floating pins read high, so that pin 7 does not betray it.
    """
    bus.chips[ADDRESS].floating = 0xFFFF
    chip.read()
    bus.unplug()
    chip.read()
    bus.plug()
    bus.pull_low(ADDRESS, 0x0101)
    assert chip.read() == INPUTS & ~0x0101
    assert bytes(bus.chips[ADDRESS].registers[: len(SETTINGS)]) == SETTINGS


def test_a_brown_out_shows_in_the_very_next_read(bus: SimulatedI2CBus, chip: Mcp23017) -> None:
    """Pin 7 no longer driven high betrays a chip that forgot; the read gives the true levels."""
    bus.pull_low(ADDRESS, 0x0004)
    chip.read()
    bus.brown_out(ADDRESS)
    assert chip.read() == INPUTS & ~0x0004
    assert chip.resets == 1


def test_a_brown_out_that_pin_7_hides_is_found_by_reading_back(bus: SimulatedI2CBus, chip: Mcp23017) -> None:
    """Floating pins may happen to read high; the configuration read back does not lie."""
    bus.chips[ADDRESS].floating = 0xFFFF
    chip.read()
    bus.brown_out(ADDRESS)
    assert chip.read() == INPUTS
    assert bus.chips[ADDRESS].registers[GPINTEN] == 0x00
    chip.verify()
    assert chip.read() == INPUTS
    assert bus.chips[ADDRESS].registers[GPINTEN] == bus.chips[ADDRESS].registers[GPPU] == 0x7F
    assert chip.resets == 1


@pytest.mark.parametrize("register", range(len(SETTINGS)))
def test_every_register_is_verified(bus: SimulatedI2CBus, chip: Mcp23017, register: int) -> None:
    """One flipped bit in any configuration register is noticed and put right."""
    chip.read()
    held = bus.chips[ADDRESS].registers
    held[register] ^= 0x02
    chip.verify()
    chip.read()
    assert bytes(held[: len(SETTINGS)]) == SETTINGS
    assert chip.resets == 1


def test_a_chip_in_the_banked_map_is_brought_back(bus: SimulatedI2CBus, chip: Mcp23017) -> None:
    """A disturbed IOCON.BANK rearranges all addresses; configuring works from there, too."""
    bus.chips[ADDRESS].write(bytes([0x0A, 0x80]))
    assert chip.read() == INPUTS
    assert bytes(bus.chips[ADDRESS].registers[: len(SETTINGS)]) == SETTINGS
    assert chip.resets == 0  # right at the first attempt


def test_a_witness_shorted_to_ground_does_not_stop_the_chip(chip: Mcp23017, wire: SMBus) -> None:
    """With its configuration intact the chip is believed even if pin 7 reads low."""
    chip.read()
    wire.write_word_data(ADDRESS, OLAT, 0x0000)
    assert chip.read() == INPUTS
    assert chip.resets == 0


def test_reading_clears_the_interrupt(bus: SimulatedI2CBus, chip: Mcp23017) -> None:
    """A change pulls INT low; reading both ports lets it go."""
    chip.read()
    bus.pull_low(ADDRESS, 0x0200)
    assert bus.chips[ADDRESS].drives_int is False
    chip.read()
    assert bus.chips[ADDRESS].drives_int is None


def test_the_captured_value_of_a_port_that_did_not_fire_is_never_used(bus: SimulatedI2CBus, chip: Mcp23017) -> None:
    """INTCAP of the quiet port holds nothing true, and the driver reads GPIO instead."""
    chip.read()
    bus.pull_low(ADDRESS, 0x0100)
    bus.pull_low(ADDRESS, 0x0000)
    chip.read()
    bus.pull_low(ADDRESS, 0x0001)
    assert bus.chips[ADDRESS].registers[INTF : INTF + 2] == b"\x01\x00"
    assert bus.chips[ADDRESS].registers[INTCAP + 1] & 0x01 == 0x00  # long untrue
    bus.traffic = Traffic()
    assert chip.read() == INPUTS & ~0x0001
    assert {one.written for one in bus.traffic.messages if one.written} == {b"\x12"}


def test_the_kernel_refuses_one_big_transfer(bus: SimulatedI2CBus, wire: SMBus) -> None:
    """Reading several chips in one transfer fails on either Pi, each with its own errno."""
    expected = {Adapter.BCM2835: errno.EOPNOTSUPP, Adapter.DESIGNWARE: errno.EINVAL}
    bus.chips[0x24] = SimulatedMcp23017()
    messages = [
        message for address in (ADDRESS, 0x24) for message in (i2c_msg.write(address, [0x12]), i2c_msg.read(address, 2))
    ]
    with pytest.raises(OSError, match=r".") as refusal:
        wire.i2c_rdwr(*messages)
    assert refusal.value.errno == expected[bus.adapter]


def test_an_absent_address_is_not_acknowledged(wire: SMBus) -> None:
    """No chip at an address gives what the Pi's kernel gives: remote I/O error."""
    with pytest.raises(OSError, match=r".") as refusal:
        wire.read_byte_data(0x27, 0x00)
    assert refusal.value.errno == errno.EREMOTEIO


def test_smbus2_gets_its_names_back() -> None:
    """After the last simulated bus is closed, opening a bus reaches the real kernel again."""
    path = "/dev/i2c-simulated"
    with SimulatedI2CBus({}, path=path), SMBus(path) as opened:
        assert opened.fd is not None
    with pytest.raises(FileNotFoundError):
        SMBus(path)
