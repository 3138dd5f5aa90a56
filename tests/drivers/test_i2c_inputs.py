"""Every input of every chip, cell or no cell: how it is reported, written, and mapped to a cell."""

import errno
from collections.abc import Iterator
from dataclasses import dataclass
from queue import Queue

import pytest
from gpiozero.pins.mock import MockFactory
from i2c_bench import ADDRESSES, INTERRUPT, Bench, frames, inputs

from hardware.boards.frames import BoardFound, BoardLost, Loss
from hardware.boards.i2c_board import I2CBoard
from hardware.boards.mcp23017 import Sensor, default_map, read_sensor
from hardware.simulated.i2c import Adapter, SimulatedI2CBus, SimulatedMcp23017


@dataclass
class Corner:
    """A board of two cells on one chip, on a bus with other chips that it does not believe in."""

    factory: MockFactory
    bus: SimulatedI2CBus
    bench: Bench


@pytest.fixture(params=list(Adapter), ids=lambda adapter: adapter.value)
def corner(request: pytest.FixtureRequest) -> Iterator[Corner]:
    factory = MockFactory()
    chips = {address: SimulatedMcp23017() for address in (0x21, 0x24, 0x26)}
    with (
        SimulatedI2CBus(chips, adapter=request.param, interrupt=factory.pin(INTERRUPT)) as bus,
        I2CBoard(
            rows=1,
            columns=2,
            sensors=(Sensor(0x24, 3), None),
            wake=lambda: None,
            pin_factory=factory,
            reset_pin=None,
        ) as board,
    ):
        bench = Bench(bus, board, Queue())
        bench.run(1.0)
        yield Corner(factory, bus, bench)


def test_every_input_of_every_chip_is_reported_in_its_notation(corner: Corner) -> None:
    """Wired to a cell or not, at an address with cells or without; which chips answer as well."""
    corner.bench.board.watch(True, inputs=True)
    corner.bus.pull_low(0x24, 1 << 3 | 1 << 14)
    corner.bus.pull_low(0x26, 1 << 8)
    reported = corner.bench.run(1.0)
    assert inputs(reported)[-1].closed == {"24A3", "24B6", "26B0"}
    assert inputs(reported)[-1].chips == {0x21, 0x24, 0x26}
    assert frames(reported)[-1].cells == (1.0, 0.0)
    assert 10 <= len(inputs(reported)) <= 14


def test_outputs_are_no_inputs(corner: Corner) -> None:
    """Pin 7 of both ports is never reported, whatever it is tied to."""
    corner.bench.board.watch(True, inputs=True)
    corner.bus.pull_low(0x24, 0x8080)
    assert inputs(corner.bench.run(0.5))[-1].closed == set()


def test_an_address_without_a_chip_costs_one_knock_a_look(corner: Corner) -> None:
    """Five of the eight are empty: after a moment only one of them is tried each time."""
    corner.bench.board.watch(True, inputs=True)
    corner.bench.run(1.0)
    knocked = [corner.bus.traffic.transfers]
    corner.bench.run(1.0)
    knocked.append(corner.bus.traffic.transfers)
    assert knocked[1] - knocked[0] <= 11 * 4 + 2  # three chips and a knock, and what is read back


def test_a_chip_plugged_in_meanwhile_is_reported_within_a_second(corner: Corner) -> None:
    """Players who solder while they teach the wiring need not start again."""
    corner.bench.board.watch(True, inputs=True)
    corner.bench.run(1.0)
    corner.bus.chips[0x22] = SimulatedMcp23017()
    corner.bus.pull_low(0x22, 1)
    assert "22A0" in inputs(corner.bench.run(1.0))[-1].closed


def test_the_inputs_are_reported_although_no_chip_with_cells_answers(corner: Corner) -> None:
    """The board is lost, and yet its wiring can be taught."""
    corner.bench.board.watch(True, inputs=True)
    corner.bus.fault(0x24, errno.EREMOTEIO)
    reported = corner.bench.run(2.0)
    assert [event.reason for event in reported if isinstance(event, BoardLost)] == [Loss.UNPLUGGED]
    assert inputs(reported)[-1].chips == {0x21, 0x26}


def test_no_chip_at_all_is_told_as_such(corner: Corner) -> None:
    """Looks go on, with nothing in them."""
    corner.bench.board.watch(True, inputs=True)
    corner.bus.unplug()
    last = inputs(corner.bench.run(2.0))[-1]
    assert (last.closed, last.chips) == (set(), set())


@pytest.mark.parametrize("ends", ["watched no more", "closed"])
def test_chips_without_cells_release_the_interrupt_line_when_unread(corner: Corner, ends: str) -> None:
    """Else their first change would pull it for ever."""
    corner.bench.board.watch(True, inputs=True)
    corner.bench.run(1.0)
    if ends == "closed":
        corner.bench.board.close()
    else:
        corner.bench.board.watch(False)
        corner.bench.run(1.0)
    corner.bus.pull_low(0x26, 1)
    assert corner.factory.pin(INTERRUPT).state
    assert corner.bus.chips[0x26].drives_int is None


def test_chips_without_cells_make_no_liar_of_the_interrupt_line(corner: Corner) -> None:
    """They ring for changes in which no cell takes part."""
    corner.bench.board.watch(True, inputs=True)
    for step in range(10):
        corner.bus.pull_low(0x26, step % 2)
        corner.bench.run(0.3)
    assert corner.bench.faults() == {}


def test_a_board_names_the_cells_that_have_no_switch(corner: Corner) -> None:
    """They are empty for ever, which nobody should believe."""
    found = next(event for event in corner.bench.seen if isinstance(event, BoardFound))
    assert found.identity.bare == {1}


@pytest.mark.parametrize("text", ["20A0", "23B6", "27A3"])
def test_a_sensor_is_written_as_it_is_read(text: str) -> None:
    """The text notation and its inverse agree."""
    assert str(read_sensor(text)) == text


@pytest.mark.parametrize("text", ["20A7", "20B7", "28A0", "1FA0", "20C0", "20A8", "", "20a0", "20A0 "])
def test_what_is_no_input_is_refused(text: str) -> None:
    """Pin 7, other addresses and other spellings have no sensor."""
    with pytest.raises(ValueError, match=r"sensor|address|input"):
        read_sensor(text)


def test_the_default_map_uses_each_input_once() -> None:
    """A hundred cells are on a hundred different inputs of eight chips."""
    sensors = default_map(100)
    assert len(set(sensors)) == 100
    assert {sensor.address for sensor in sensors if sensor} == set(ADDRESSES)
    with pytest.raises(ValueError, match="112"):
        default_map(113)


def test_any_map_of_cells_is_obeyed() -> None:
    """Cells lie where the map says, cells without a switch are empty."""
    factory = MockFactory()
    sensors = (Sensor(0x25, 9), None, read_sensor("20A6"))
    with (
        SimulatedI2CBus({0x20: SimulatedMcp23017(), 0x25: SimulatedMcp23017()}) as bus,
        I2CBoard(rows=1, columns=3, sensors=sensors, wake=lambda: None, pin_factory=factory) as board,
    ):
        bus.pull_low(0x25, 1 << 9)
        bus.pull_low(0x20, 1 << 5)
        assert frames(list(board.poll(0.0)))[0].cells == (1.0, 0.0, 0.0)
