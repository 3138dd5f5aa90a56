"""The simulated kernel and chips by themselves: what the data sheet and the kernel's sources say."""

import errno
from collections.abc import Callable, Iterator

import pytest
from smbus2 import I2cFunc, SMBus, i2c_msg

from hardware.simulated.i2c import (
    DEFVAL,
    GPINTEN,
    GPIO,
    INTCAP,
    INTCON,
    IOCON,
    OLAT,
    Adapter,
    SimulatedI2CBus,
    SimulatedMcp23017,
    Traffic,
)

ADDRESSES = range(0x20, 0x28)
FIRST = 0x20


@pytest.fixture
def bus() -> Iterator[SimulatedI2CBus]:
    with SimulatedI2CBus({address: SimulatedMcp23017(floating=0xFFFF) for address in ADDRESSES}) as simulated:
        yield simulated


@pytest.fixture
def wire(bus: SimulatedI2CBus) -> Iterator[SMBus]:
    with SMBus(bus.path) as opened:
        yield opened


@pytest.mark.parametrize(
    ("scan", "clocks", "transfers"),
    [
        (lambda wire, chip: [wire.read_byte_data(chip, GPIO + port) for port in (0, 1)], 624, 16),
        (lambda wire, chip: wire.read_word_data(chip, GPIO), 384, 8),
        (lambda wire, chip: wire.read_i2c_block_data(chip, GPIO, 2), 384, 8),
        (lambda wire, chip: wire.i2c_rdwr(i2c_msg.write(chip, [GPIO]), i2c_msg.read(chip, 2)), 384, 8),
        (lambda wire, chip: wire.i2c_rdwr(i2c_msg.read(chip, 2)), 232, 8),
    ],
    ids=["bytes", "word", "block", "combined", "bare"],
)
def test_clocks_of_each_way_to_scan_eight_chips(
    bus: SimulatedI2CBus,
    wire: SMBus,
    scan: Callable[[SMBus, int], object],
    clocks: int,
    transfers: int,
) -> None:
    """Counted by hand: nine clocks a byte, one for each start, repeated start and stop."""
    bus.traffic = Traffic()
    for address in ADDRESSES:
        scan(wire, address)
    assert (bus.traffic.clocks, bus.traffic.transfers) == (clocks, transfers)


def test_every_kind_of_transfer_reaches_the_registers(bus: SimulatedI2CBus, wire: SMBus) -> None:
    """Bytes, words, blocks and combined messages, written and read back."""
    wire.write_byte_data(FIRST, OLAT, 0x12)
    assert wire.read_byte_data(FIRST, OLAT) == 0x12
    wire.write_word_data(FIRST, OLAT, 0xBBAA)
    assert wire.read_word_data(FIRST, OLAT) == 0xBBAA
    wire.write_i2c_block_data(FIRST, DEFVAL, [1, 2, 3, 4])
    assert wire.read_i2c_block_data(FIRST, DEFVAL, 4) == [1, 2, 3, 4]
    wire.write_byte(FIRST, INTCON)
    assert wire.read_byte(FIRST) == 3
    assert wire.read_byte(FIRST) == 4  # the pointer has moved on
    wire.write_quick(FIRST)
    message = i2c_msg.read(FIRST, 2)
    wire.i2c_rdwr(i2c_msg.write(FIRST, [DEFVAL]), message)
    assert bytes(message) == b"\x01\x02"
    assert bus.chips[FIRST].registers[OLAT] == 0xAA


def test_what_the_adapters_cannot_do_is_refused(wire: SMBus) -> None:
    """An SMBus block read needs hardware that no Pi has; more than 42 messages never pass."""
    with pytest.raises(OSError, match=r".") as refusal:
        wire.read_block_data(FIRST, 0)
    assert refusal.value.errno == errno.EOPNOTSUPP
    with pytest.raises(OSError, match=r".") as refusal:
        wire.i2c_rdwr(*[i2c_msg.write(FIRST, [0])] * 43)
    assert refusal.value.errno == errno.EINVAL


def test_a_pi_5_sends_no_empty_messages() -> None:
    """Its adapter has no quick commands, says so, and refuses them."""
    chips = {FIRST: SimulatedMcp23017()}
    with SimulatedI2CBus(chips, adapter=Adapter.DESIGNWARE) as bus, SMBus(bus.path) as wire:
        assert not wire.funcs & I2cFunc.SMBUS_QUICK
        with pytest.raises(OSError, match=r".") as refusal:
            wire.write_quick(FIRST)
    assert refusal.value.errno == errno.EOPNOTSUPP


def test_two_buses_are_two_places() -> None:
    """Chips of one are not on the other, and a path is simulated once."""
    with SimulatedI2CBus({0x20: SimulatedMcp23017()}, path="/dev/i2c-1") as one:
        with (
            SimulatedI2CBus({0x21: SimulatedMcp23017()}, path="/dev/i2c-3"),
            SMBus(3) as wire,
            pytest.raises(OSError, match=r"."),
        ):
            wire.read_byte(0x20)
        with pytest.raises(ValueError, match="i2c-1"):
            SimulatedI2CBus({}, path=one.path)


def test_in_byte_mode_the_pointer_toggles_between_the_ports(wire: SMBus) -> None:
    """With SEQOP set a parked pointer gives both ports for ever."""
    wire.write_byte_data(FIRST, IOCON, 0x20)
    wire.write_word_data(FIRST, OLAT, 0x2211)
    wire.write_byte(FIRST, OLAT)
    assert [wire.read_byte(FIRST) for _ in range(4)] == [0x11, 0x22, 0x11, 0x22]


def test_an_interrupt_against_a_default_lasts_as_long_as_its_cause(bus: SimulatedI2CBus, wire: SMBus) -> None:
    """Compared with DEFVAL the interrupt returns after each read, until the pin agrees again."""
    wire.write_byte_data(FIRST, DEFVAL, 0x01)
    wire.write_byte_data(FIRST, INTCON, 0x01)
    wire.write_byte_data(FIRST, GPINTEN, 0x01)
    bus.pull_low(FIRST, 0x01)
    chip = bus.chips[FIRST]
    assert chip.drives_int is False
    wire.read_byte_data(FIRST, GPIO)
    assert chip.drives_int is False
    bus.pull_low(FIRST, 0x00)
    wire.read_byte_data(FIRST, GPIO)
    assert chip.drives_int is True  # push-pull, as after power-up


def test_the_captured_value_is_that_of_the_first_change(bus: SimulatedI2CBus, wire: SMBus) -> None:
    """INTCAP keeps the port as it was at the interrupt; reading it clears the interrupt, too."""
    wire.write_byte_data(FIRST, GPINTEN, 0xFF)
    bus.pull_low(FIRST, 0x01)
    bus.pull_low(FIRST, 0x03)
    assert wire.read_byte_data(FIRST, INTCAP) == 0xFE
    assert bus.chips[FIRST].drives_int is True
    assert wire.read_byte_data(FIRST, GPIO) == 0xFC


def test_flags_and_captures_cannot_be_written(wire: SMBus) -> None:
    """INTF and INTCAP are read-only; writing GPIO writes the latch."""
    wire.write_i2c_block_data(FIRST, INTCAP - 2, [0xFF, 0xFF, 0xFF, 0xFF])
    assert wire.read_i2c_block_data(FIRST, INTCAP - 2, 4) == [0, 0, 0, 0]
    wire.write_byte_data(FIRST, GPIO, 0x5A)
    assert wire.read_byte_data(FIRST, OLAT) == 0x5A


def test_a_chip_begins_with_the_registers_of_its_data_sheet(wire: SMBus) -> None:
    """Table 3-4: all pins are inputs, everything else is zero, but for the levels of the pins, which float."""
    assert wire.read_i2c_block_data(FIRST, 0, GPIO) == [0xFF, 0xFF, *[0] * (GPIO - 2)]
    assert wire.read_word_data(FIRST, GPIO) == 0xFFFF
    assert wire.read_word_data(FIRST, OLAT) == 0
