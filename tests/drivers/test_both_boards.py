"""Both boards through one door: the same hands on the same magnets, seen as frames."""

import errno
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise

import msgspec
import pytest
from gpiozero.pins.mock import MockFactory
from smbus2 import SMBus

from hardware.boards import open_board
from hardware.boards.frames import BoardDriver, BoardEvent, BoardFound, BoardLost, Frame, Reading
from hardware.boards.mcp23017 import default_map
from hardware.boards.settings import BoardSettings, SensorBoard, SwitchBoard
from hardware.simulated.boards import (
    STEP_S,
    BoardSimulation,
    SimulatedBoard,
    SimulatedSwitchBoard,
    SimulatedWires,
    advance_to_call,
    simulate_board,
)
from hardware.simulated.i2c import Adapter
from hardware.simulated.magnets import HUNTER, MUMMY, BoardGrid, Magnet, SimulatedMagnets

THRESHOLDS = {Reading.LEVEL: 0.5, Reading.MILLITESLA: 12.0}
PIECES = {"mummy": MUMMY, "red": HUNTER, "blue": HUNTER}


@dataclass
class Table:
    """A board, the magnets on it, and time."""

    magnets: SimulatedMagnets
    simulated: SimulatedBoard
    board: BoardDriver
    now_s: float = 0.0

    def run(self, seconds: float) -> list[BoardEvent]:
        reported: list[BoardEvent] = []
        for _ in range(round(seconds * 100)):
            self.now_s += 0.01
            self.simulated.advance(self.now_s)
            reported += self.board.poll(self.now_s)
        return reported

    def occupied(self, seconds: float = 0.1) -> list[set[int]]:
        """The cells with a magnet, frame by frame, without repetitions."""
        seen = [
            {cell for cell, value in enumerate(event.cells) if value > THRESHOLDS[event.reading]}
            for event in self.run(seconds)
            if isinstance(event, Frame)
        ]
        return seen[:1] + [after for before, after in pairwise(seen) if after != before]


@pytest.fixture(params=[SwitchBoard(), SensorBoard()], ids=["switches", "serial"])
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    factory = MockFactory()
    magnets = SimulatedMagnets(BoardGrid(10, 10), PIECES)
    simulated, settings = simulate_board(request.param, magnets, factory)
    with (
        simulated,
        open_board(settings, lambda: None, lambda: 0.0, pins=factory, threaded=False) as board,
    ):
        table = Table(magnets, simulated, board)
        table.run(0.2)
        yield table
    factory.reset()


def test_pieces_are_sensed_where_they_are_put(table: Table) -> None:
    """The mummy and the hunters, each in its cell; the return flux closes no neighbour."""
    table.magnets.place("mummy", 44)
    table.magnets.place("red", 45)
    table.magnets.place("blue", 99)
    assert table.occupied()[-1] == {44, 45, 99}
    table.magnets.lift("red")
    assert table.occupied()[-1] == {44, 99}


def test_a_slide_is_seen_cell_by_cell(table: Table) -> None:
    """One cell after the other, with nothing in between and nothing left out."""
    table.magnets.place("red", 10)
    sensed = table.occupied()
    table.magnets.slide("red", [11, 12, 22], table.now_s)
    sensed += [cells for cells in table.occupied(0.6) if cells]
    assert [cells for before, cells in pairwise([set(), *sensed]) if cells != before] == [{10}, {11}, {12}, {22}]


def test_a_piece_between_two_cells_is_sensed_in_none(table: Table) -> None:
    """Half a cell off its centre a hunter is under no sensor."""
    table.magnets.place("red", 10, dx_mm=12.5)
    assert table.occupied() in ([], [set()])


def test_a_pulled_cable_and_its_return(table: Table) -> None:
    """Within a second each, on either board, with what lies there by then."""
    table.simulated.unplug()
    assert [type(event) for event in table.run(1.0)] == [BoardLost]
    table.magnets.place("blue", 3)
    table.simulated.plug()
    events = table.run(1.0)
    assert isinstance(events[0], BoardFound)
    last = events[-1]
    assert isinstance(last, Frame)
    assert last.cells[3] > THRESHOLDS[last.reading]


def test_a_board_says_when_it_wants_to_be_asked(table: Table) -> None:
    """Never more often than the budget of idle wake-ups allows."""
    table.run(1.0)
    assert table.board.next_deadline_s() == float("inf") or table.board.next_deadline_s() <= table.now_s + 0.5


def test_the_parts_of_a_healthy_board_have_no_fault(table: Table) -> None:
    """Every part is listed, and none complains after a second of play."""
    table.magnets.place("red", 1)
    table.run(1.0)
    assert len(table.board.health()) >= 2
    assert all(part.fault is None for part in table.board.health())


def test_a_weak_magnet_flaps() -> None:
    """A field between the two thresholds, and noise as large as their distance, give no rest."""
    weak = Magnet(HUNTER.discs, strength=0.2)
    magnets = SimulatedMagnets(BoardGrid(1, 2), {"weak": weak, "good": HUNTER}, noise_mt=0.5)
    with SimulatedSwitchBoard(magnets, default_map(2), operate_mt=7.5, release_mt=7.0, spread=0.0) as simulated:
        magnets.place("weak", 0)
        magnets.place("good", 1)
        pulled = []
        for tick in range(100):
            simulated.advance(tick / 100)
            pulled.append(simulated.bus.chips[0x20].pulled_low)
    assert {pins & 1 for pins in pulled} == {0, 1}
    assert {pins & 2 for pins in pulled} == {2}


def test_a_switch_holds_what_would_not_close_it() -> None:
    """Between its two fields it stays as it was: the piece that is pushed aside is sensed, the one put there is not."""
    magnets = SimulatedMagnets(BoardGrid(1, 2), {"pushed": HUNTER, "put": HUNTER}, noise_mt=0.0)
    magnets.place("pushed", 0)
    whole_mt = magnets.readings_mt(0.0)[0]
    magnets.place("pushed", 0, dx_mm=-4.0)
    aside_mt = magnets.readings_mt(0.0)[0]
    operate_mt, release_mt = (whole_mt + aside_mt) / 2, 0.9 * aside_mt
    with SimulatedSwitchBoard(
        magnets, default_map(2), operate_mt=operate_mt, release_mt=release_mt, spread=0.0
    ) as simulated:
        magnets.place("pushed", 0)
        assert simulated.advance(0.0)
        magnets.place("pushed", 0, dx_mm=-4.0)
        magnets.place("put", 1, dx_mm=4.0)
        assert not simulated.advance(1.0)
        assert simulated.readings() == (1.0, 0.0)
        magnets.lift("pushed")
        assert simulated.advance(2.0)
        assert simulated.readings() == (0.0, 0.0)


@pytest.mark.parametrize("field_mt, volts", [(1000.0, 3.1), (-1000.0, 0.2)])
def test_a_sensor_ends_where_its_data_sheet_says(field_mt: float, volts: float) -> None:
    """At 0.2 V from either supply, however strong the field is; the other cells keep their readings."""
    magnets = SimulatedMagnets(BoardGrid(1, 2), {}, noise_mt=0.0)
    magnets.stuck = {0: field_mt}
    wires = SimulatedWires(magnets)
    alone = SimulatedWires(SimulatedMagnets(BoardGrid(1, 2), {}, noise_mt=0.0))
    wires.tick(1.0)
    alone.tick(1.0)
    assert wires.counts[0] == pytest.approx(volts / 3.3 * 4095, abs=4)
    assert wires.counts[1] == alone.counts[1]


def test_a_board_of_switches_hangs_on_the_usual_bus_or_on_another() -> None:
    """Raspberry Pis up to 4 have one adapter, the 5 has another."""
    magnets = SimulatedMagnets(BoardGrid(1, 2), {})
    with SimulatedSwitchBoard(magnets, default_map(2)) as simulated:
        assert simulated.bus.adapter is Adapter.BCM2835
    with SimulatedSwitchBoard(magnets, default_map(2), adapter=Adapter.DESIGNWARE) as simulated:
        assert simulated.bus.adapter is Adapter.DESIGNWARE


def test_a_dead_switch_stays_as_it_is() -> None:
    """Stuck open or closed, whatever lies on it."""
    magnets = SimulatedMagnets(BoardGrid(1, 3), {"red": HUNTER})
    magnets.stuck = {0: 0.0, 1: 50.0}
    with SimulatedSwitchBoard(magnets, default_map(3)) as simulated:
        magnets.place("red", 0)
        simulated.advance(0.0)
        assert simulated.bus.chips[0x20].pulled_low == 0b010


def test_a_fault_laid_under_one_chip_leaves_the_others() -> None:
    """The simulated bus of a switch board takes faults by address and errno."""
    factory = MockFactory()
    magnets = SimulatedMagnets(BoardGrid(10, 10), PIECES)
    simulated, settings = simulate_board(SwitchBoard(), magnets, factory)
    assert isinstance(simulated, SimulatedSwitchBoard)
    with simulated, open_board(settings, lambda: None, lambda: 0.0, pins=factory) as board:
        table = Table(magnets, simulated, board)
        table.run(0.1)
        simulated.bus.fault(0x20, errno.EREMOTEIO)
        magnets.place("red", 99)
        last = [event for event in table.run(1.0) if isinstance(event, Frame)][-1]
        assert last.unread == frozenset(range(14))
        assert last.cells[99] == 1.0


# Settings, as the owner writes them


def settings(text: str) -> BoardSettings:
    return msgspec.toml.decode(text, type=BoardSettings)


def test_settings_say_which_board_it_is() -> None:
    """The kind decides; the rest has defaults."""
    assert settings('kind = "i2c"') == SwitchBoard()
    assert settings('kind = "serial"\nport = "/dev/board"') == SensorBoard(port="/dev/board")


def test_a_map_is_written_as_a_picture_of_the_board() -> None:
    """A text for each row of cells, a place for each cell, two dashes where there is none."""
    board = settings('kind = "i2c"\nrows = 2\ncolumns = 2\nsensors = ["20A0 --", "27B6 20A1"]\nreset = "none"')
    assert isinstance(board, SwitchBoard)
    assert [str(sensor) for sensor in board.sensor_map()] == ["20A0", "None", "27B6", "20A1"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('rows = 2\ncolumns = 2\nsensors = ["20A0 20A1"]', "2 texts"),
        ('rows = 1\ncolumns = 2\nsensors = ["20A0"]', "2 places"),
        ('rows = 1\ncolumns = 2\nsensors = ["20A0 20A7"]', "20A7"),
        ('rows = 1\ncolumns = 2\nsensors = ["20A0 20A0"]', "two cells: 20A0"),
        ('rows = 1\ncolumns = 2\nsensors = ["20A0 nowhere"]', "nowhere"),
        ("rows = 0", "rows"),
        ("rows = 12", "112"),
        ('bus_speed = "fast"', "bus_speed"),
        ('interrupt = "high"', "interrupt"),
    ],
    ids=["rows", "places", "pin 7", "twice", "word", "none", "many", "unknown", "pin"],
)
def test_settings_that_cannot_be_are_refused_with_the_reason(text: str, reason: str) -> None:
    """The message names what is wrong."""
    with pytest.raises(msgspec.ValidationError, match=reason):
        settings(f'kind = "i2c"\n{text}')


@pytest.mark.parametrize("is_wired", [False, True])
def test_a_simulated_board_has_the_wires_of_its_settings(is_wired: bool) -> None:
    """A reset that is pulled low, and an interrupt that falls, reach the other end, if there is a wire."""
    factory = MockFactory()
    wired = SwitchBoard(interrupt=4, reset=17) if is_wired else SwitchBoard(interrupt="none", reset="none")
    simulated, _ = simulate_board(wired, SimulatedMagnets(BoardGrid(10, 10), PIECES), factory)
    assert isinstance(simulated, SimulatedSwitchBoard)
    with simulated, SMBus(simulated.bus.path) as bus:
        factory.pin(17).output_with_state(False)
        bus.read_byte_data(0x20, 0)
        assert simulated.bus.reset_pulses == is_wired
        assert factory.pin(4).state == is_wired


def test_time_passes_in_steps_until_a_board_calls_its_driver() -> None:
    """A switch that closes pulls the interrupt line; else nobody calls before the end."""
    magnets = SimulatedMagnets(BoardGrid(10, 10), PIECES)
    with closing(BoardSimulation(SwitchBoard(), magnets, MockFactory())) as switches:
        switches.advance(0.0)
        assert switches.next_deadline_s() == STEP_S
        assert advance_to_call(switches, 0.0, 3.5 * STEP_S) == 3.5 * STEP_S
        assert switches.next_deadline_s() == pytest.approx(4.5 * STEP_S)
        assert advance_to_call(switches, 2.0, 2.0) == 2.0
        assert switches.next_deadline_s() == pytest.approx(4.5 * STEP_S)
        magnets.place("red", 0)
        assert advance_to_call(switches, 1.0, 2.0) == 1.0 + STEP_S


def test_magnets_must_fit_the_board() -> None:
    """A grid of another size is a mistake of the caller."""
    with pytest.raises(ValueError, match="10 x 10"):
        simulate_board(SwitchBoard(), SimulatedMagnets(BoardGrid(6, 6), PIECES), MockFactory())


def test_only_a_chip_that_is_there_can_fail() -> None:
    """Whoever simulates a fault of another one, or on a board without chips, is told so."""
    magnets = SimulatedMagnets(BoardGrid(10, 10), {})
    switches = BoardSimulation(SwitchBoard(), magnets, MockFactory())
    switches.fault(0x20, errno.EREMOTEIO)
    assert switches.board.unread_cells()
    switches.fault(0x20, None)
    assert not switches.board.unread_cells()
    with pytest.raises(ValueError, match="0x28"):
        switches.fault(0x28, errno.EREMOTEIO)
    switches.close()
    sensors = BoardSimulation(SensorBoard(), magnets, MockFactory())
    with pytest.raises(ValueError, match="no I2C bus"):
        sensors.fault(0x20, errno.EREMOTEIO)
    with pytest.raises(ValueError, match="no I2C bus"):
        sensors.solder(default_map(100))
    sensors.close()
