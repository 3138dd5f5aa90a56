"""The Pico's firmware under CPython: framing, scanning, and what the board says when."""

import struct
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pico_talk import SET_CHANGES, SET_FRAMES, Talk, serial_bytes_a_second

from hardware.boards.frames import BoardEvent, Frame
from hardware.boards.serial_protocol import Kind, Message, Mode, decode, encode
from hardware.pico import firmware as pico
from hardware.pico import framing, scan
from hardware.pico.firmware import Firmware
from hardware.simulated.boards import SCALE_NT, SimulatedWires
from hardware.simulated.magnets import HUNTER, MUMMY, BoardGrid, SimulatedMagnets


@pytest.fixture
def magnets() -> SimulatedMagnets:
    return SimulatedMagnets(BoardGrid(10, 10), {"mummy": MUMMY, "red": HUNTER})


@pytest.fixture
def wires(magnets: SimulatedMagnets) -> SimulatedWires:
    return SimulatedWires(magnets)


@pytest.fixture
def board() -> Firmware:
    """A firmware that has just been started."""
    return Firmware(b"SIMULATE", 1, 10, 10, SCALE_NT)


@pytest.fixture
def talk(board: Firmware, wires: SimulatedWires) -> Talk:
    return Talk(board, wires)


# The wire format is written twice, once for each end


@given(st.sampled_from(list(Kind)), st.integers(0, 255), st.binary(max_size=400))
def test_both_ends_frame_alike(kind: Kind, number: int, payload: bytes) -> None:
    """Byte for byte, and each end reads what the other wrote."""
    ours = encode(Message(kind, number, payload))
    theirs = framing.pack(kind, number, payload)
    assert ours == theirs
    assert framing.unpack(ours[:-1]) == (kind, number, payload)
    assert decode(theirs[:-1]) == Message(kind, number, payload)


@pytest.mark.parametrize("count", [253, 254, 255, 507, 508, 509])
def test_both_ends_frame_runs_without_a_zero_alike(count: int) -> None:
    """However long they are: no zero follows 254 bytes without one."""
    payload = bytes([1]) * (count - 4)
    theirs = framing.pack(Kind.FRAME, 1, payload)
    assert theirs == encode(Message(Kind.FRAME, 1, payload))
    assert framing.unpack(theirs[:-1]) == (Kind.FRAME, 1, payload)
    assert decode(theirs[:-1]) == Message(Kind.FRAME, 1, payload)


def test_the_boards_end_notices_every_flipped_bit() -> None:
    """No damaged command is obeyed."""
    for bit in range(len(SET_CHANGES) * 8):
        flipped = bytearray(SET_CHANGES)
        flipped[bit // 8] ^= 1 << bit % 8
        receiver = framing.Receiver()
        receiver.messages(bytes(flipped))
        assert receiver.messages(SET_FRAMES) in ([], [(Kind.MODE, 0, b"\x01\x14\x00")])
        assert receiver.damaged >= 1


def test_both_ends_number_types_and_modes_alike() -> None:
    """The names differ, the numbers do not."""
    assert (pico.ASK_IDENTITY, pico.SET_MODE, pico.ASK_FRAME) == (
        Kind.ASK_IDENTITY,
        Kind.MODE,
        Kind.ASK_FRAME,
    )
    assert (pico.IDENTITY, pico.FRAME, pico.CHANGE, pico.HEARTBEAT, pico.LOG, pico.ERROR) == (
        Kind.IDENTITY,
        Kind.FRAME,
        Kind.CHANGES,
        Kind.HEARTBEAT,
        Kind.LOG,
        Kind.ERROR,
    )
    assert (pico.OFF, pico.FRAMES, pico.CHANGES) == (Mode.OFF, Mode.FRAMES, Mode.CHANGES)


# Scanning


class Watched:
    """Wires that write down what happens to them."""

    def __init__(self, fails_at: int | None = None) -> None:
        self.log: list[tuple[str, object]] = []
        self.samples = 0
        self._fails_at = fails_at

    def quiet(self, on: bool) -> None:
        self.log.append(("quiet", on))

    def power(self, row: int, on: bool) -> None:
        self.log.append(("on" if on else "off", row))

    def select(self, row: int, column: int) -> None:
        self.log.append(("select", (row, column)))

    def wait_us(self, duration_us: int) -> None:
        self.log.append(("wait", duration_us))

    def total(self, samples: int) -> int:
        return sum(self._sample() for _ in range(samples))

    def _sample(self) -> int:
        self.samples += 1
        if self.samples == self._fails_at:
            raise OSError
        return 2048 + self.samples % 3


def scanned(wires: Watched, rows: int, columns: int) -> list[int]:
    values = array("h", bytes(2 * rows * columns))
    scan.scan(wires, rows, columns, values)
    return list(values)


def test_strips_are_powered_one_at_a_time_and_given_time() -> None:
    """On, wait, read its sensors from left to right, off; then the next strip; all with a quiet supply."""
    wires = Watched()
    scanned(wires, 2, 3)
    columns = lambda row: [  # noqa: E731
        event for column in range(3) for event in (("select", (row, column)), ("wait", scan.SETTLE_US))
    ]
    assert wires.log == [
        ("quiet", True),
        *(e for row in range(2) for e in (("on", row), ("wait", scan.POWER_UP_US), *columns(row), ("off", row))),
        ("quiet", False),
    ]


def test_a_reading_is_the_sum_of_eight_samples_around_zero() -> None:
    """Half scale is no field; each sample more adds its difference."""
    assert scanned(Watched(), 1, 1) == [1 + 2 + 0 + 1 + 2 + 0 + 1 + 2]


def test_a_scan_that_fails_leaves_no_strip_with_power() -> None:
    """A converter that raises must not cook the sensors."""
    wires = Watched(fails_at=100)
    with pytest.raises(OSError, match=r"^$"):
        scanned(wires, 10, 10)
    assert wires.log[-2:] == [("off", 1), ("quiet", False)]


def test_a_sensor_without_power_reads_nothing_true(wires: SimulatedWires) -> None:
    """So a scan that forgot to power a strip would show in every other test."""
    wires.select(0, 0)
    assert wires.total(1) == 1000
    wires.power(0, True)
    assert wires.total(1) == wires.counts[0]


def test_the_largest_fields_fit_into_a_frame() -> None:
    """Both ends of the converter's range, eight times, are 16-bit numbers."""
    struct.pack("<2h", scan.SAMPLES * (4095 - scan.MIDDLE), -scan.SAMPLES * scan.MIDDLE)


# What the board says


def test_a_starting_board_announces_itself_and_is_quiet(talk: Talk) -> None:
    """Without a mode there are only heartbeats, four a second."""
    assert talk.kinds(1000) == [Kind.IDENTITY]
    assert [talk.kinds(1000 + ms) for ms in (10, 249, 250, 251, 500)] == [
        [],
        [],
        [Kind.HEARTBEAT],
        [],
        [Kind.HEARTBEAT],
    ]


def test_changes_begin_with_a_whole_frame(talk: Talk, magnets: SimulatedMagnets) -> None:
    """Then only what changed by 0.8 mT or more is reported, each 20 ms at most."""
    talk.at(0)
    assert talk.kinds(20, SET_CHANGES) == [Kind.FRAME]
    assert talk.kinds(40) == []
    magnets.place("red", 55)
    assert talk.kinds(50) == []
    (change,) = talk.at(60)
    assert change.kind == Kind.CHANGES
    assert 55 in change.payload[4::3]
    assert len(change.payload) <= 4 + 3 * 9
    assert talk.kinds(80) == []


def test_a_whole_frame_comes_every_two_seconds(talk: Talk) -> None:
    """So that drift is followed, and whatever was missed is put right."""
    talk.at(0)
    talk.at(20, SET_CHANGES)
    frames = [ms for ms in range(40, 6100, 20) if Kind.FRAME in talk.kinds(ms)]
    assert frames == [2020, 4020, 6020]


def test_many_changes_come_as_a_whole_frame(talk: Talk, magnets: SimulatedMagnets) -> None:
    """A list of changes is never longer than the frame."""
    talk.at(0)
    talk.at(20, SET_CHANGES)
    magnets.drift_mt_per_s.update(dict.fromkeys(range(100), 100.0))
    assert talk.kinds(40) == [Kind.FRAME]


@pytest.mark.parametrize(("changed", "kind"), [(1, Kind.CHANGES), (66, Kind.CHANGES), (67, Kind.FRAME)])
def test_whatever_is_shorter_is_sent(talk: Talk, magnets: SimulatedMagnets, changed: int, kind: Kind) -> None:
    """Three bytes for each cell that has changed, or two for each cell."""
    talk.at(0)
    talk.at(20, SET_CHANGES)
    magnets.drift_mt_per_s.update(dict.fromkeys(range(changed), 100.0))
    (message,) = talk.at(40)
    assert message.kind == kind
    assert len(message.payload) == 4 + min(3 * changed, 2 * 100)


def test_every_frame_comes_when_asked_for(talk: Talk) -> None:
    """Fifty a second in that mode, and one at once by request in any mode."""
    talk.at(0)
    assert talk.kinds(10, encode(Message(Kind.ASK_FRAME, 0))) == [Kind.FRAME]
    assert talk.kinds(20) == []
    talk.at(30, SET_FRAMES)
    assert sum(talk.kinds(ms).count(Kind.FRAME) for ms in range(50, 1051, 10)) in (50, 51)


def test_what_the_board_cannot_read_is_answered_with_an_error(talk: Talk) -> None:
    """Unknown types and modes of another length; a damaged frame is only counted."""
    talk.at(0)
    assert talk.kinds(10, encode(Message(0x44, 0))) == [Kind.ERROR]
    assert talk.kinds(20, encode(Message(Kind.MODE, 0, b"\x01"))) == [Kind.ERROR]
    assert talk.kinds(30, b"\x03ab\x00") == []
    (beat,) = talk.at(250)
    assert struct.unpack("<IIIHhH", beat.payload)[3] == 1


def test_another_major_version_is_refused(talk: Talk) -> None:
    """It learns who is here, and why it gets no frames; the Pi's own version gets them."""
    talk.at(0)
    talk.at(10, SET_FRAMES)
    identity, error = talk.at(20, encode(Message(Kind.ASK_IDENTITY, 0, b"\x02\x00")))
    assert (identity.kind, error.kind, error.payload) == (Kind.IDENTITY, Kind.ERROR, bytes([pico.OTHER_VERSION]))
    assert talk.kinds(50) == []
    assert talk.kinds(60, encode(Message(Kind.ASK_IDENTITY, 1, bytes([pico.MAJOR, 9])))) == [Kind.IDENTITY]


def test_the_identity_tells_why_the_board_started(wires: SimulatedWires) -> None:
    """As MicroPython numbers the causes: 3 is the watchdog."""
    (identity,) = Talk(Firmware(b"SIMULATE", 1, 10, 10, SCALE_NT, cause=3), wires).at(0)
    assert identity.payload[18:] == b"\x03" + pico.VERSION.encode()


def test_the_board_can_tell_the_log(board: Firmware) -> None:
    """What went wrong, in its own words, and no more of it than a log can bear."""
    assert decode(board.log("OSError(5)")[:-1]) == Message(Kind.LOG, 0, b"OSError(5)")
    assert decode(board.log("x" * 999)[:-1]) == Message(Kind.LOG, 1, b"x" * pico.LONGEST_LOG)


@pytest.mark.parametrize(("noise_mt", "most"), [(0.1, 250), (0.6, 250), (1.0, 400)])
def test_noise_alone_sends_next_to_nothing(noise_mt: float, most: float) -> None:
    """What counts as a change follows the noise: bytes a second once it does, where whole frames take 10,600."""
    assert serial_bytes_a_second(noise_mt, seconds=3) <= most


def test_a_slide_is_reported_in_bytes_and_not_in_frames() -> None:
    """A pawn that slides all the time takes a tenth of what whole frames take."""
    assert 300 < serial_bytes_a_second(0.1, seconds=2, slides=True) <= 1060


def test_a_piece_is_noticed_at_once_amid_noise_and_broken_sensors() -> None:
    """Thirty sensors that make things up do not raise what counts as a change at the others."""
    magnets = SimulatedMagnets(BoardGrid(10, 10), {"red": HUNTER}, noise_mt=0.6)
    magnets.noisy = dict.fromkeys(range(30), 20.0)
    talk = Talk(Firmware(b"SIMULATE", 1, 10, 10, SCALE_NT), SimulatedWires(magnets))
    talk.at(0)
    talk.at(20, SET_CHANGES)
    for now_ms in range(40, 1500, 20):
        talk.at(now_ms)
    magnets.place("red", 77)
    (change,) = talk.at(1520)
    assert 77 in (change.payload[4::3] if change.kind == Kind.CHANGES else range(100))


@pytest.mark.parametrize(("moving", "is_reported"), [(2, True), (3, False)])
def test_noise_is_what_more_than_half_of_the_sensors_do(moving: int, is_reported: bool) -> None:
    """A change that is reported while two of four sensors tremble is lost in the noise where three do."""
    magnets = SimulatedMagnets(BoardGrid(2, 2), {}, noise_mt=0.0)
    talk = Talk(Firmware(b"SIMULATE", 1, 2, 2, SCALE_NT), SimulatedWires(magnets))
    talk.at(0)
    talk.at(20, SET_CHANGES)
    magnets.stuck = dict.fromkeys(range(moving), 0.7)
    assert not [ms for ms in range(40, 1900, 20) if Kind.CHANGES in talk.kinds(ms)]
    magnets.stuck[3] = 2.0
    assert (Kind.CHANGES in talk.kinds(1900)) is is_reported


def test_the_clock_may_wrap(wires: SimulatedWires, board: Firmware) -> None:
    """MicroPython counts milliseconds to 2**30 and begins again, every twelve days."""
    talk, last = Talk(board, wires), (1 << 30) - 1
    talk.at(last - 20)
    assert talk.kinds(last - 10, SET_FRAMES) == []
    assert talk.kinds(last) == [Kind.FRAME]
    assert talk.kinds(18) == []
    assert talk.kinds(19) == [Kind.FRAME]
    assert Kind.HEARTBEAT in talk.kinds(230)


# Under both interpreters


def frames(events: list[BoardEvent]) -> list[Frame]:
    return [event for event in events if isinstance(event, Frame)]
