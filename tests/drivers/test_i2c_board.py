"""The array of hall switches: real driver, real smbus2, real gpiozero, simulated chips beneath."""

import errno
from collections.abc import Iterator
from queue import Queue

import pytest
from gpiozero.pins.mock import MockFactory
from i2c_bench import ADDRESSES, Bench, OpenedBench, frames, inputs, occupied
from waiting import PATIENCE_S

from hardware.boards.frames import BoardFound, BoardLost, Fault, Frame, Loss, Reading
from hardware.boards.i2c_board import I2CBoard, InterruptLine
from hardware.boards.mcp23017 import default_map
from hardware.errors import HardwareError
from hardware.simulated.i2c import Adapter, SimulatedI2CBus, SimulatedMcp23017, Traffic, WireState


@pytest.fixture(params=list(Adapter), ids=lambda adapter: adapter.value)
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    with OpenedBench(request.param) as bench:
        yield bench


def test_the_board_is_found_before_its_first_frame(bench: Bench) -> None:
    """Finding it comes first and once, then frames of levels with their time and shape."""
    first, second, *others = bench.seen
    assert isinstance(first, BoardFound)
    assert first.identity.reading is Reading.LEVEL
    assert second == Frame((0.0,) * 100, 0.0, 10, 10, Reading.LEVEL)
    assert not [event for event in others if isinstance(event, BoardFound | BoardLost)]


@pytest.mark.parametrize("cell", [0, 6, 7, 13, 14, 55, 99])
def test_a_magnet_is_seen_in_its_cell(bench: Bench, cell: int) -> None:
    """One switch closed is one cell occupied, on every chip and both ports."""
    bench.magnet(cell)
    assert occupied(frames(bench.run(0.01))[-1]) == {cell}


def test_a_change_rings_and_is_read_at_once(bench: Bench) -> None:
    """The interrupt wakes the caller; polling then sees the change without time passing."""
    bench.magnet(42)
    assert bench.rung.get(timeout=PATIENCE_S) == "interrupt"
    assert occupied(frames(list(bench.board.poll(bench.now_s + 0.006)))[0]) == {42}


def test_a_scan_is_one_word_read_a_chip_and_384_clocks(bench: Bench) -> None:
    """Reading eight chips after an interrupt costs eight transfers and 384 clocks."""
    bench.magnet(1)
    bench.run(0.01)
    assert (bench.bus.traffic.transfers, bench.bus.traffic.clocks) == (8, 384)
    assert {one.written for one in bench.bus.traffic.messages} == {b"\x12", None}


def test_a_resting_board_is_scanned_twice_a_second_and_no_more(bench: Bench) -> None:
    """Ten seconds of rest are twenty scans, each with one chip's configuration read back."""
    bench.run(10.0)
    words = sum(one.wanted == 2 for one in bench.bus.traffic.messages)
    assert words == 20 * 8
    assert bench.bus.traffic.transfers == 20 * 9
    assert bench.rung.empty()


def test_polling_a_resting_board_leaves_the_bus_alone(bench: Bench) -> None:
    """However often the loop asks in between, nothing goes over the wire."""
    for step in range(1, 40):
        assert bench.board.poll(bench.now_s + step / 100) == ()
    assert bench.bus.traffic.transfers == 0


def test_every_chip_is_read_back_within_four_seconds(bench: Bench) -> None:
    """The configuration of all eight chips is verified in turn, one each half second."""
    bench.run(4.0)
    checked = {one.address for one in bench.bus.traffic.messages if one.wanted == 14}
    assert checked == set(ADDRESSES)


def test_two_changes_on_different_chips_are_both_seen(bench: Bench) -> None:
    """The shared line falls only once for both, and one scan reads both."""
    bench.magnet(3, 97)
    assert occupied(frames(bench.run(0.01))[-1]) == {3, 97}
    assert bench.rung.qsize() == 1


def test_a_chip_that_fires_again_during_the_scan_is_scanned_again(bench: Bench) -> None:
    """While the line stays low there is no new edge, so its level alone asks for the next scan."""
    bench.magnet(0, 99)
    bench.bus.fail_next(0x27, [errno.EIO] * 3)  # so that this chip goes on holding the line
    bench.run(0.001)
    assert bench.board.next_deadline_s() <= bench.now_s + 0.005
    bench.magnet(0, 1, 99)
    assert bench.rung.qsize() == 1
    assert occupied(frames(bench.run(0.01))[-1]) == {0, 1, 99}


def test_a_lost_edge_is_healed_by_the_safety_scan(bench: Bench) -> None:
    """With the interrupt wire cut a change is seen half a second later at the latest."""
    bench.bus.interrupt_wire(WireState.CUT)
    bench.magnet(5)
    assert occupied(frames(bench.run(0.5))[-1]) == {5}


def test_a_cut_interrupt_wire_is_reported_and_scanned_around(bench: Bench) -> None:
    """After three unannounced changes the line counts as mute, and scans come every 0.1 s."""
    bench.bus.interrupt_wire(WireState.CUT)
    for cell in (1, 2, 3):
        bench.magnet(cell)
        bench.run(0.6)
    assert bench.faults() == {"interrupt line": Fault.MUTE}
    bench.run(0.5)
    bench.magnet(4)
    assert occupied(frames(bench.run(0.1))[-1]) == {4}


def test_a_mended_interrupt_wire_is_believed_again(bench: Bench) -> None:
    """The first change it announces ends the fault and the extra scans."""
    bench.bus.interrupt_wire(WireState.CUT)
    for cell in (1, 2, 3):
        bench.magnet(cell)
        bench.run(0.6)
    bench.bus.interrupt_wire(WireState.INTACT)
    bench.magnet(4)
    bench.run(1.0)
    assert bench.faults() == {}
    bench.bus.traffic = Traffic()
    bench.run(2.0)
    assert bench.bus.traffic.transfers == 4 * 9


def test_a_stuck_interrupt_line_is_reported_and_scanned_around(bench: Bench) -> None:
    """A line shorted to ground neither floods the bus nor delays a change beyond 0.1 s."""
    bench.bus.interrupt_wire(WireState.SHORTED)
    bench.run(1.0)
    assert bench.faults() == {"interrupt line": Fault.STUCK}
    bench.bus.traffic = Traffic()
    bench.run(1.0)
    assert sum(one.wanted == 2 for one in bench.bus.traffic.messages) <= 10 * 8
    bench.bus.traffic = Traffic()
    for cell in (7, 8, 9, 10, 11):
        bench.magnet(cell)
        assert occupied(frames(bench.run(0.11))[-1]) == {cell}
    assert bench.bus.traffic.transfers <= 6 * 8 + 2
    assert bench.faults() == {"interrupt line": Fault.STUCK}


def test_a_chip_is_not_asked_to_pull_a_line_that_is_low_already(bench: Bench) -> None:
    """Nobody could tell whether it did: each chip answers, and of its interrupt nothing is said."""
    assert {chip.interrupts for chip in bench.board.check()} == {True}
    bench.bus.interrupt_wire(WireState.SHORTED)
    checked = bench.board.check()
    assert [(chip.answers, chip.interrupts) for chip in checked] == [(True, None)] * 8


def test_a_freed_interrupt_line_is_believed_again(bench: Bench) -> None:
    """When the short is gone the fault goes, and so do the extra scans."""
    bench.bus.interrupt_wire(WireState.SHORTED)
    bench.run(1.0)
    bench.bus.interrupt_wire(WireState.INTACT)
    bench.run(0.2)
    assert bench.faults() == {}


def test_a_fluttering_cell_cannot_flood_the_bus(bench: Bench) -> None:
    """A switch that toggles a thousand times a second is scanned at most every five milliseconds."""
    for step in range(1000):
        bench.magnet(*([20] if step % 2 else []))
        bench.run(0.001)
    assert bench.bus.traffic.transfers <= 205 * 8
    assert bench.faults() == {}


def test_a_browned_out_chip_that_holds_the_line_high_is_found_out(bench: Bench) -> None:
    """Reset makes INT push-pull, which drowns the others' interrupts until the chip is mended."""
    bench.bus.brown_out(0x21)
    bench.magnet(0)
    assert bench.rung.empty()
    assert occupied(frames(bench.run(0.5))[-1]) == {0}
    bench.magnet(1)
    assert bench.rung.get(timeout=PATIENCE_S) == "interrupt"


def test_a_brown_out_of_all_chips_changes_no_cell(bench: Bench) -> None:
    """Frames before, during and after a dip of the supply show the same pieces."""
    bench.magnet(0, 50, 99)
    bench.run(0.6)
    bench.bus.brown_out(*ADDRESSES)
    assert {frozenset(occupied(frame)) for frame in frames(bench.run(2.0))} == {frozenset({0, 50, 99})}
    assert all(dict(part.counts).get("resets") == 1 for part in bench.board.health()[:8])


def test_a_chip_that_goes_leaves_the_others_working(bench: Bench) -> None:
    """Its cells are marked unread and keep their value; all other cells go on."""
    bench.magnet(0, 14)
    bench.run(0.6)
    bench.bus.fault(0x21, errno.EREMOTEIO)
    last = frames(bench.run(1.0))[-1]
    assert last.unread == frozenset(range(14, 28))
    assert occupied(last) == {0, 14}
    assert bench.faults() == {"chip 0x21": Fault.ABSENT}
    bench.magnet(1, 99)
    assert occupied(frames(bench.run(0.1))[-1]) == {1, 14, 99}


@pytest.mark.parametrize("phase_s", [0.0, 0.1, 0.2, 0.3, 0.4])
def test_while_a_chip_is_gone_the_others_are_read_ten_times_a_second(bench: Bench, phase_s: float) -> None:
    """Reset has made its INT push-pull: it drowns the others' interrupts, and nobody can mend it."""
    bench.bus.fault(0x21, errno.ETIMEDOUT)
    bench.run(1.5 + phase_s)
    bench.magnet(99)
    assert occupied(frames(bench.run(0.12))[-1]) == {99}
    bench.bus.traffic = Traffic()
    bench.run(5.0)
    assert bench.bus.traffic.transfers == pytest.approx(50 * 7 + 10 * 2, abs=15)


def test_a_chip_that_returns_is_read_again_within_half_a_second(bench: Bench) -> None:
    """Its cells are no longer unread and show what lies there now."""
    bench.bus.fault(0x21, errno.ETIMEDOUT)
    bench.run(1.0)
    bench.bus.fault(0x21, None)
    bench.magnet(15)
    last = frames(bench.run(0.5))[-1]
    assert (last.unread, occupied(last)) == (frozenset(), {15})
    assert bench.faults() == {}


def test_one_bad_scan_of_a_chip_is_no_absence(bench: Bench) -> None:
    """Three failed tries in one scan leave its cells unread once, and healthy 0.1 s later."""
    bench.bus.fail_next(0x25, [errno.EIO] * 3)
    marks = [bool(frame.unread) for frame in frames(bench.run(0.6))]
    assert marks == [True, False]
    assert bench.faults() == {}


def test_a_chip_that_goes_is_reset_by_its_pin(bench: Bench) -> None:
    """A hung chip may hold the bus; one pulse on RESET starts all of them again."""
    before = bench.bus.reset_pulses
    bench.bus.fault(0x21, errno.ETIMEDOUT)
    bench.run(1.5)
    assert bench.bus.reset_pulses == before + 1
    bench.bus.fault(0x21, None)
    bench.run(1.0)
    healthy = dict(bench.board.health()[0].counts)
    assert healthy == {"resets": 0}  # told to forget, so not counted as having forgotten
    assert bench.bus.chips[0x20].registers[0] == 0x7F


@pytest.mark.parametrize("phase", [0.0, 0.1, 0.25, 0.45])
def test_a_pulled_cable_is_told_within_a_second(bench: Bench, phase: float) -> None:
    """Whenever the cable goes, `BoardLost` comes once, at most a second later."""
    bench.run(phase)
    bench.bus.unplug()
    lost = [event for event in bench.run(1.0) if isinstance(event, BoardLost)]
    assert [event.reason for event in lost] == [Loss.UNPLUGGED]
    assert bench.run(5.0) == []


def test_a_look_that_is_asked_for_tells_the_cells_once_at_that_moment(bench: Bench) -> None:
    """Whoever concludes something from nothing having changed must know that the board is still there."""
    asked_s = bench.now_s + 0.2
    bench.board.scan_at(asked_s)
    assert [frame.at_s for frame in frames(bench.run(0.4))] == [asked_s]


@pytest.mark.parametrize("asked_s", [0.05, 0.2, 0.6])
def test_when_a_pulled_cable_is_told_follows_from_no_look_that_was_asked_for(asked_s: float) -> None:
    """It was asked for because something had changed, and that may be a secret."""

    def lost_s(asked_s: float) -> float:
        with OpenedBench() as bench:
            bench.board.scan_at(bench.now_s + asked_s)
            bench.bus.unplug()
            while not any(isinstance(event, BoardLost) for event in bench.run(0.01)):
                pass
            return bench.now_s

    assert lost_s(asked_s) == lost_s(float("inf"))


@pytest.mark.parametrize("phase", [0.0, 0.1, 0.25, 0.45])
def test_a_replugged_cable_is_told_within_a_second(bench: Bench, phase: float) -> None:
    """The board is found again and shows what lies on it at once."""
    bench.bus.unplug()
    bench.run(3.0 + phase)
    bench.bus.plug()
    bench.magnet(60)
    found, *rest = bench.run(1.0)
    assert isinstance(found, BoardFound)
    assert occupied(frames(rest)[0]) == {60}
    assert bench.faults() == {}


def test_a_bus_that_hangs_costs_little_time(bench: Bench) -> None:
    """The kernel waits 20 ms and not a second, and the board tries ten times in a scan at most."""
    assert bench.bus.timeout_s == pytest.approx(0.02)
    for address in ADDRESSES:
        bench.bus.fault(address, errno.ETIMEDOUT)
    lost = [event for event in bench.run(1.0) if isinstance(event, BoardLost)]
    assert len(lost) == 1
    assert "ETIMEDOUT" in lost[0].detail
    assert bench.bus.traffic.transfers <= 4 * 10
    bench.bus.traffic = Traffic()
    bench.run(10.0)
    assert bench.bus.traffic.transfers == 20


def test_a_board_comes_back_even_with_one_chip_alone(bench: Bench) -> None:
    """Knocking goes round all chips, so any of them can bring the board back."""
    bench.bus.unplug()
    bench.run(2.0)
    for address in ADDRESSES[:-1]:
        bench.bus.fault(address, errno.EREMOTEIO)
    bench.bus.plug()
    found, frame, *_ = bench.run(4.0)
    assert isinstance(found, BoardFound)
    assert isinstance(frame, Frame)
    assert frame.unread == frozenset(range(98))


def test_a_board_that_never_answered_is_not_found_and_another_one_unplugged() -> None:
    """However long it is away; each is said once."""
    factory = MockFactory()
    chips = {address: SimulatedMcp23017() for address in ADDRESSES}
    with (
        SimulatedI2CBus(chips) as bus,
        I2CBoard(rows=10, columns=10, sensors=default_map(100), wake=lambda: None, pin_factory=factory) as board,
    ):
        bus.unplug()
        bench, reasons = Bench(bus, board, Queue()), []
        for connect in (None, bus.plug, bus.unplug):
            if connect:
                connect()
            reasons.append([event.reason for event in bench.run(9.0) if isinstance(event, BoardLost)])
        assert reasons == [[Loss.NOT_FOUND], [], [Loss.UNPLUGGED]]


def test_a_closed_interrupt_line_leaves_its_pin_to_others() -> None:
    """And rings no more."""
    factory, rung = MockFactory(), Queue[str]()
    line = InterruptLine(4, lambda: rung.put("fell"), factory)
    line.close()
    line.close()
    factory.pin(4).drive_low()
    assert rung.empty()
    InterruptLine(4, lambda: None, factory).close()


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (errno.ENOENT, Loss.NOT_FOUND),
        (errno.EACCES, Loss.FORBIDDEN),
        (errno.EBUSY, Loss.BUSY),
    ],
    ids=["no such bus", "not in group i2c", "busy"],
)
def test_a_bus_that_cannot_be_opened_is_reported_once_and_tried_again(number: int, reason: Loss) -> None:
    """The reason is named, and the board is found as soon as the bus opens."""
    factory = MockFactory()
    chips = {address: SimulatedMcp23017() for address in ADDRESSES}
    with (
        SimulatedI2CBus(chips) as bus,
        I2CBoard(rows=10, columns=10, sensors=default_map(100), wake=lambda: None, pin_factory=factory) as board,
    ):
        bus.refuses_open = number
        bench = Bench(bus, board, Queue())
        board.watch(True, inputs=True)
        reported = bench.run(3.0)
        assert [event.reason for event in reported if isinstance(event, BoardLost)] == [reason]
        assert inputs(reported)[-1].chips == frozenset()
        board.watch(False)
        bus.refuses_open = None
        assert isinstance(bench.run(0.5)[0], BoardFound)


def test_watching_closely_scans_ten_times_a_second(bench: Bench) -> None:
    """For a live view frames come every 0.1 s, and afterwards twice a second again."""
    bench.board.watch(True)
    assert 10 <= len(frames(bench.run(1.0))) <= 12
    bench.board.watch(False)
    bench.run(1.0)
    assert len(frames(bench.run(2.0))) == 4


def test_unless_they_are_asked_for_no_inputs_are_told(bench: Bench) -> None:
    """A game needs cells alone, a live view too."""
    bench.board.watch(True)
    bench.magnet(5)
    assert not inputs(bench.run(2.0))


def test_a_chip_is_read_as_a_word_once_a_look(bench: Bench) -> None:
    """Eight chips are eight transfers, inputs or not."""
    bench.board.watch(True, inputs=True)
    bench.board.poll(bench.now_s)
    bench.bus.traffic = Traffic()
    bench.board.poll(bench.now_s + 0.1)
    assert (bench.bus.traffic.transfers, bench.bus.traffic.clocks) == (8, 384)


def test_closing_twice_is_once(bench: Bench) -> None:
    """Whatever it was doing."""
    bench.board.watch(True, inputs=True)
    bench.run(0.5)
    bench.board.close()
    bench.board.close()


def test_a_pin_that_is_taken_is_a_hardware_error() -> None:
    """The message names the pin."""
    factory = MockFactory()
    wiring = {"rows": 1, "columns": 1, "sensors": default_map(1), "wake": lambda: None, "pin_factory": factory}
    with I2CBoard(**wiring), pytest.raises(HardwareError, match="GPIO 4"):
        I2CBoard(**wiring)


# --- what goes over the bus: counts that no machine changes ----------------------------------------------------------

FLOOR_CLOCKS = 197
"""Of any driver: seven chips of sixteen inputs, of each its address and its two bytes, chained to one transfer."""


def test_a_scan_takes_less_than_twice_the_floor(bench: Bench) -> None:
    """The floor has one transfer and seven chips; ours has eight chips that can be told apart when one fails."""
    bench.magnet(1)
    bench.run(0.01)
    assert bench.bus.traffic.clocks < 2 * FLOOR_CLOCKS


def test_nothing_is_sent_at_rest_but_the_safety_scan(bench: Bench) -> None:
    """Two a second, each with a look at the registers; for nothing else the driver wakes up."""
    before = bench.board.cycles
    bench.run(60.0)
    assert bench.bus.traffic.clocks / 60 <= 3 * 384
    assert bench.board.cycles - before <= 2 * 60 + 1
