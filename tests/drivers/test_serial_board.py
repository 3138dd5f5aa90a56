"""The serial board over a real pseudo-terminal: cables pulled and put back, and every way a port can fail."""

import errno
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from queue import Empty, Queue
from time import monotonic

import pytest
import serial
from failing_ports import protocol_failing
from waiting import PATIENCE_S

from hardware.boards.frames import BoardEvent, BoardFound, BoardLost, Frame, Loss
from hardware.boards.serial_board import RETRY_S, SerialBoard
from hardware.boards.serial_protocol import MAJOR, MINOR, Kind, Message, encode
from hardware.simulated.boards import SimulatedSerialBoard
from hardware.simulated.magnets import HUNTER, MUMMY, BoardGrid, SimulatedMagnets

STEP_S = 0.01


@dataclass
class Bench:
    """A simulated board with its cable in our hand, the real driver, and a clock that we move."""

    magnets: SimulatedMagnets
    simulated: SimulatedSerialBoard
    board: SerialBoard
    now_s: float = 0.0
    times: list[tuple[float, BoardEvent]] = field(default_factory=list)

    def run(self, seconds: float) -> list[BoardEvent]:
        """Let both ends run so long; return what the driver reports."""
        reported: list[BoardEvent] = []
        for _ in range(round(seconds / STEP_S)):
            self.now_s += STEP_S
            self.simulated.advance(self.now_s)
            events = self.board.poll(self.now_s)
            self.times += [(self.now_s, event) for event in events]
            reported += events
        return reported

    def news(self, seconds: float) -> list[BoardEvent]:
        """Only findings and losses."""
        return [event for event in self.run(seconds) if not isinstance(event, Frame)]

    def counts(self) -> dict[str, int]:
        return dict(pair for part in self.board.health() for pair in part.counts)


@pytest.fixture
def magnets() -> SimulatedMagnets:
    return SimulatedMagnets(BoardGrid(10, 10), {"mummy": MUMMY, "red": HUNTER})


@pytest.fixture
def bench(magnets: SimulatedMagnets) -> Iterator[Bench]:
    with SimulatedSerialBoard(magnets) as simulated:
        board = SerialBoard(str(simulated.path), wake=lambda: None, clock=lambda: 0.0, threaded=False)
        with board:
            yield Bench(magnets, simulated, board)


def frames(events: list[BoardEvent]) -> list[Frame]:
    return [event for event in events if isinstance(event, Frame)]


def test_a_board_is_found_and_shows_what_lies_on_it(bench: Bench) -> None:
    """The firmware's identity and its first frame come over the real port within 0.1 s."""
    bench.magnets.place("mummy", 0)
    bench.magnets.place("red", 55)
    found, frame, *_ = bench.run(0.1)
    assert isinstance(found, BoardFound)
    assert (found.identity.name, found.identity.rows) == (b"SIMULATE".hex(), 10)
    assert isinstance(frame, Frame)
    assert frame.cells[0] > 110
    assert frame.cells[55] == pytest.approx(36, abs=6)
    assert abs(frame.cells[99]) < 6


def test_a_moved_piece_is_seen_within_two_periods(bench: Bench) -> None:
    """The next scan after a change reports it."""
    bench.magnets.place("red", 55)
    bench.run(0.5)
    bench.magnets.place("red", 44)
    last = frames(bench.run(0.04))[-1]
    assert last.cells[44] > 25
    assert last.cells[55] < 6


def test_each_turn_of_the_driver_is_counted(bench: Bench) -> None:
    """From none: a driver that stands still is told by it."""
    assert bench.board.cycles == 0
    bench.run(3 * STEP_S)
    assert bench.board.cycles == 3


def test_a_resting_board_says_little(bench: Bench) -> None:
    """Ten seconds of rest are ten seconds of heartbeats, a whole frame each two, and hardly a change."""
    bench.magnets.place("mummy", 44)
    bench.run(1.0)
    before = bench.counts()["messages"]
    rest = frames(bench.run(10.0))
    assert len(rest) <= 8
    assert bench.counts()["messages"] - before <= 50


def test_watching_closely_brings_every_frame(bench: Bench) -> None:
    """Fifty frames a second, as calibration needs them, until told otherwise."""
    bench.run(0.5)
    bench.board.watch(True)
    assert 45 <= len(frames(bench.run(1.0))) <= 50
    bench.board.watch(False)
    bench.run(0.1)
    assert len(frames(bench.run(1.0))) <= 3


@pytest.mark.parametrize("alive_s", [0.0, 0.01, 0.02, 0.05, 0.3, 1.0], ids="after {} s".format)
def test_a_pulled_cable_is_told_within_a_second(bench: Bench, alive_s: float) -> None:
    """In whatever state: before opening, while greeting, with or without a first frame."""
    bench.run(alive_s)
    bench.simulated.unplug()
    reasons = [event.reason for event in bench.news(1.0) if isinstance(event, BoardLost)]
    assert reasons in ([Loss.UNPLUGGED], [Loss.NOT_FOUND])
    assert bench.news(3.0) == []


@pytest.mark.parametrize("away_s", [0.02, 0.3, 1.0, 7.33])
def test_a_replugged_board_is_back_within_a_second(bench: Bench, away_s: float) -> None:
    """However long it was away, and with another terminal behind the same name."""
    bench.magnets.place("red", 12)
    bench.run(0.5)
    bench.simulated.unplug()
    bench.run(away_s)
    bench.simulated.plug()
    events = bench.run(1.0)
    found = next(i for i, event in enumerate(events) if isinstance(event, BoardFound))
    assert frames(events[found:])[0].cells[12] > 25


def test_a_board_that_was_never_there_is_reported_once(tmp_path: Path) -> None:
    """At start without a board there is one loss, and no attempt to open what does not exist."""
    path = tmp_path / "nothing"
    with SerialBoard(str(path), wake=lambda: None, clock=lambda: 0.0, threaded=False) as board:
        reported = [event for tick in range(500) for event in board.poll(tick / 100)]
    assert reported == [BoardLost(Loss.NOT_FOUND, str(path))]


def test_a_board_that_hangs_is_told_within_a_second(bench: Bench) -> None:
    """The port stays, nothing comes: silence is noticed, and its end, too."""
    bench.run(0.5)
    bench.simulated.hangs = True
    (lost,) = bench.news(1.0)
    assert isinstance(lost, BoardLost)
    assert lost.reason is Loss.SILENT
    assert bench.news(5.0) == []
    bench.simulated.hangs = False
    (found,) = bench.news(1.0)
    assert isinstance(found, BoardFound)


def test_a_restarted_board_goes_on(bench: Bench) -> None:
    """Its watchdog restarts it: the mode is set again, no loss is reported."""
    bench.run(0.5)
    bench.simulated.restart()
    assert bench.news(0.5) == []
    bench.magnets.place("red", 7)
    assert frames(bench.run(0.1))[-1].cells[7] > 25
    assert bench.counts()["restarts"] == 1


@pytest.mark.parametrize(
    "garbage",
    [b"\x00", b"\xff" * 50, b"Traceback (most recent call last):\r\n", bytes(range(256))],
    ids=["zero", "no zero", "text", "every byte"],
)
def test_garbage_on_the_line_is_survived(bench: Bench, garbage: bytes) -> None:
    """Frames after it are right, and no false one appears."""
    bench.magnets.place("red", 30)
    bench.run(0.5)
    bench.simulated.send(garbage)
    bench.magnets.place("red", 31)
    events = bench.run(2.5)
    assert all(max(frame.cells) < 45 for frame in frames(events))
    assert frames(events)[-1].cells[31] > 25
    assert frames(events) == events


def test_another_firmware_is_refused(bench: Bench) -> None:
    """A board of another major version is reported once, by both versions."""
    bench.simulated.hangs = True
    bench.run(0.1)
    stranger = b"\x09\x00SIMULATE\x01\x00\x00\x00\x0a\x0a\x10\x00" + b"9.9"
    bench.simulated.send(encode(Message(0x81, 0, stranger)))
    (lost,) = bench.news(0.5)
    assert isinstance(lost, BoardLost)
    assert lost.reason is Loss.INCOMPATIBLE
    assert "9.0" in lost.detail
    assert "1.1" in lost.detail


def test_a_port_in_use_is_told_as_busy(bench: Bench) -> None:
    """The port is taken exclusively, and so is refused while another program has it."""
    with serial.Serial(str(bench.simulated.path), exclusive=True):
        (lost,) = bench.news(0.5)
        assert isinstance(lost, BoardLost)
        assert lost.reason is Loss.BUSY
    assert isinstance(bench.news(1.0)[0], BoardFound)


def test_a_port_without_modem_lines_is_no_obstacle(bench: Bench) -> None:
    """A pseudo-terminal refuses DTR with ENOTTY, as some adapters do; the driver never asks for it."""
    with (
        serial.Serial(str(bench.simulated.path)) as port,
        pytest.raises(OSError, match=r".") as refusal,
    ):
        port.dtr = True
    assert refusal.value.errno == errno.ENOTTY
    assert isinstance(bench.news(0.5)[0], BoardFound)


# Every way in which pyserial says that a port is gone, from every call that may say it


@pytest.fixture
def failing_urls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Teach pyserial the URL `failing://METHOD/FAULT`, the way it lets anybody add one."""
    monkeypatch.setattr(serial, "protocol_handler_packages", ["failing_ports"])
    protocol_failing.opened.clear()


@pytest.mark.usefixtures("failing_urls")
@pytest.mark.parametrize("method", ["open", "read", "in_waiting", "write"])
@pytest.mark.parametrize("fault", protocol_failing.FAULTS)
def test_every_exception_of_a_dying_port_is_one_loss(method: str, fault: str) -> None:
    """The thread lives on and reports a loss once, closes what it opened, and tries again."""
    woken: Queue[str] = Queue()
    with SerialBoard(f"failing://{method}/{fault}", wake=lambda: woken.put("poll"), clock=monotonic) as board:
        woken.get(timeout=PATIENCE_S)
        (lost,) = board.poll(0.0)
        assert isinstance(lost, BoardLost)
        assert lost.detail == str(protocol_failing.FAULTS[fault])
    assert all(port.closed for port in protocol_failing.opened)


@pytest.mark.usefixtures("failing_urls")
@pytest.mark.parametrize("fault", protocol_failing.FAULTS)
def test_a_port_that_fails_to_close_is_left(fault: str) -> None:
    """Closing a dead port may raise as well, which changes nothing."""
    with SerialBoard(f"failing://close/{fault}", wake=lambda: None, clock=lambda: 0.0, threaded=False) as board:
        assert board.poll(0.0) == ()
    assert protocol_failing.opened[0].closed


@pytest.mark.usefixtures("failing_urls")
def test_a_port_that_refuses_is_tried_less_and_less_often() -> None:
    """After 0.25, 0.5, 1 and then every 2 seconds."""
    with SerialBoard("failing://read/system", wake=lambda: None, clock=lambda: 0.0, threaded=False) as board:
        opened = [0]
        for tick in range(1000):
            board.poll(tick / 100)
            opened.append(len(protocol_failing.opened))
    opened_s = [tick / 100 for tick, (before, after) in enumerate(pairwise(opened)) if after > before]
    assert [after - before for before, after in pairwise(opened_s)] == pytest.approx(
        [0.25, 0.5, 1.0, 2.0, 2.0, 2.0, 2.0], abs=0.015
    )


@pytest.mark.usefixtures("failing_urls")
def test_a_board_without_a_thread_is_asked_again_soon() -> None:
    """Its next look lies ahead, at most a fifth of a second."""
    with SerialBoard("failing://close/system", wake=lambda: None, clock=lambda: 5.0, threaded=False) as board:
        assert 5.0 < board.next_deadline_s() <= 5.2


@pytest.mark.usefixtures("failing_urls")
def test_a_port_that_stays_silent_is_opened_again() -> None:
    """Every two seconds; the loss is reported once."""
    with SerialBoard("failing://close/system", wake=lambda: None, clock=lambda: 0.0, threaded=False) as board:
        reported = [event for tick in range(1000) for event in board.poll(tick / 100)]
    assert [type(event) for event in reported] == [BoardLost]
    assert 4 <= len(protocol_failing.opened) <= 6


def test_a_board_that_was_busy_for_long_is_not_neglected(bench: Bench) -> None:
    """The waits that grew while another program had the port begin small again when it talks."""
    with serial.Serial(str(bench.simulated.path), exclusive=True):
        bench.run(8.0)
    assert isinstance(bench.news(2.1)[0], BoardFound)
    bench.simulated.unplug()
    bench.simulated.plug()  # before anybody could look: the name was never away
    assert [type(event) for event in bench.news(0.5)] == [BoardLost, BoardFound]


def test_a_board_replugged_after_being_busy_is_back_within_a_second(bench: Bench) -> None:
    """A name that was away and returns is tried at once, and soon again if that was too soon."""
    with serial.Serial(str(bench.simulated.path), exclusive=True):
        bench.run(8.1)
        bench.simulated.unplug()
    bench.run(0.3)
    bench.simulated.plug()
    with serial.Serial(str(bench.simulated.path), exclusive=True):
        bench.run(0.3)
    assert isinstance(bench.news(0.6)[0], BoardFound)


def test_a_url_that_pyserial_does_not_know_is_a_loss() -> None:
    """A slip in the configuration is reported like any other missing board."""
    with SerialBoard("nonsense://", wake=lambda: None, clock=lambda: 0.0, threaded=False) as board:
        (lost,) = board.poll(0.0)
    assert isinstance(lost, BoardLost)
    assert "nonsense" in lost.detail


# With its thread, on the real clock: each wait below ends with an event, not with time

TURN_S = 0.01


@dataclass
class Live:
    """A board with its thread; the simulated board lives while we wait for the driver."""

    simulated: SimulatedSerialBoard
    board: SerialBoard
    woken: Queue[str]

    def until(self, wanted: type[BoardEvent]) -> BoardEvent:
        """The next such event."""
        start_s = monotonic()
        while monotonic() < start_s + PATIENCE_S:
            self.simulated.advance(monotonic())
            for event in self.board.poll(monotonic()):
                if isinstance(event, wanted):
                    return event
            with suppress(Empty):
                self.woken.get(timeout=TURN_S)
        raise AssertionError(f"no {wanted.__name__} within {PATIENCE_S} s")


@pytest.fixture
def live(magnets: SimulatedMagnets) -> Iterator[Live]:
    woken: Queue[str] = Queue()
    with (
        SimulatedSerialBoard(magnets) as simulated,
        SerialBoard(str(simulated.path), wake=lambda: woken.put("poll"), clock=monotonic) as board,
    ):
        yield Live(simulated, board, woken)


def test_the_thread_finds_loses_and_finds_the_board(live: Live) -> None:
    """On the real clock, too, a loss and a return are reported; how soon is counted in simulated time."""
    live.until(BoardFound)
    live.until(Frame)
    live.simulated.unplug()
    lost = live.until(BoardLost)
    assert isinstance(lost, BoardLost)
    assert lost.reason is Loss.UNPLUGGED
    live.simulated.plug()
    live.until(BoardFound)
    live.until(Frame)


def test_the_thread_ends_with_the_board(live: Live) -> None:
    """Closing stops the thread and frees the port for others; twice is no harm."""
    live.until(BoardFound)
    live.board.close()
    live.board.close()
    with serial.Serial(str(live.simulated.path), exclusive=True) as port:
        assert port.is_open


def test_the_thread_rests_between_its_looks_for_an_absent_port(tmp_path: Path) -> None:
    """Each look asks the clock at most twice, and a device whose cable is pulled has other things to do."""
    asked: Queue[float] = Queue()

    def clock() -> float:
        asked.put(monotonic())
        return monotonic()

    with SerialBoard(str(tmp_path / "none"), wake=lambda: None, clock=clock):
        first_s, *_, fifth_s = (asked.get(timeout=PATIENCE_S) for _ in range(5))
    assert fifth_s - first_s >= 2 * RETRY_S


def test_a_bug_in_the_thread_reaches_the_program(tmp_path: Path) -> None:
    """What is not a dying port is our mistake, and is not swallowed with it."""
    woken: Queue[str] = Queue()

    def broken_clock() -> float:
        raise ZeroDivisionError

    with SerialBoard(str(tmp_path / "none"), wake=lambda: woken.put("poll"), clock=broken_clock) as board:
        woken.get(timeout=PATIENCE_S)
        with pytest.raises(ZeroDivisionError):
            board.poll(0.0)


def test_a_spying_url_shows_every_byte(magnets: SimulatedMagnets, capsys: pytest.CaptureFixture[str]) -> None:
    """`spy://` before the port's name in the configuration is enough to see the talk."""
    with (
        SimulatedSerialBoard(magnets) as simulated,
        SerialBoard(f"spy://{simulated.path}", wake=lambda: None, clock=lambda: 0.0, threaded=False) as board,
    ):
        assert isinstance(Bench(magnets, simulated, board).run(0.1)[0], BoardFound)
    question = encode(Message(Kind.ASK_IDENTITY, 0, bytes([MAJOR, MINOR])))
    assert question.hex(" ").upper() in capsys.readouterr().err
