"""The serial board's frames and talk, byte by byte and without a port."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.boards.frames import BoardEvent, BoardFound, BoardLost, Fault, Frame, Identity, Loss, Reading
from hardware.boards.serial_protocol import (
    Kind,
    LinkState,
    Message,
    Mode,
    Receiver,
    SerialLink,
    decode,
    encode,
    stuff,
    unstuff,
)

UNIQUE = bytes.fromhex("e6614103e7452d2f")
FOUND = BoardFound(Identity("e6614103e7452d2f", "1.0", 2, 3, Reading.MILLITESLA))


class Board:
    """The other end, as the page of the protocol describes it: numbers its messages."""

    def __init__(self, boot: int = 7, major: int = 1, shape: tuple[int, int, int] = (2, 3, 10_000)) -> None:
        self.boot, self.major, self.number = boot, major, 0
        self.shape = shape  # rows, columns and scale

    def say(self, kind: int, payload: bytes = b"") -> bytes:
        data = encode(Message(kind, self.number, payload))
        self.number = (self.number + 1) % 256
        return data

    def identity(self) -> bytes:
        fields = (self.major, 3, UNIQUE, self.boot, *self.shape)
        cause = b"\x01" if self.major == 1 else b""
        return self.say(Kind.IDENTITY, struct.pack("<BB8sIBBH", *fields) + cause + b"1.0")

    def frame(self, *values: int) -> bytes:
        return self.say(Kind.FRAME, struct.pack("<I6h", 99, *values))

    def changes(self, **by_cell: int) -> bytes:
        pairs = b"".join(struct.pack("<Bh", int(cell[1:]), value) for cell, value in by_cell.items())
        return self.say(Kind.CHANGES, struct.pack("<I", 99) + pairs)

    def heartbeat(self) -> bytes:
        return self.say(Kind.HEARTBEAT, struct.pack("<IIIHhH", 99, self.boot, 1, 0, 215, 5010))


def asked(session: SerialLink) -> list[tuple[int, bytes]]:
    """What the session has to say, as type and payload."""
    return [(one.kind, one.payload) for one in Receiver().messages(session.take_outgoing())]


@pytest.fixture
def board() -> Board:
    return Board()


@pytest.fixture
def session() -> SerialLink:
    """A session whose port has just been opened at second 0."""
    fresh = SerialLink()
    fresh.note_opened(0.0)
    return fresh


@pytest.fixture
def running(session: SerialLink, board: Board) -> SerialLink:
    """A session that knows the board and has its first frame."""
    assert session.receive(board.identity(), 0.0) == (FOUND,)
    session.receive(board.frame(0, 0, 0, 0, 0, 0), 0.0)
    session.take_outgoing()
    return session


# Framing


@pytest.mark.parametrize(
    ("plain", "stuffing"),
    [
        ("", "01"),
        ("00", "01 01"),
        ("00 00", "01 01 01"),
        ("11 22 00 33", "03 11 22 02 33"),
        ("11 22 33 44", "05 11 22 33 44"),
        ("11 00 00 00", "02 11 01 01 01"),
    ],
)
def test_stuffing_is_that_of_the_paper(plain: str, stuffing: str) -> None:
    """Short examples of consistent overhead byte stuffing, both ways."""
    assert stuff(bytes.fromhex(plain)) == bytes.fromhex(stuffing)
    assert unstuff(bytes.fromhex(stuffing)) == bytes.fromhex(plain)


@given(st.lists(st.sampled_from([b"\0", b"a", b"x" * 253, b"y" * 254, b"z" * 255])).map(b"".join))
def test_stuffing_leaves_no_zero_and_comes_undone(plain: bytes) -> None:
    """Also around runs of 254 bytes, where a block is full."""
    assert b"\0" not in stuff(plain)
    assert unstuff(stuff(plain)) == plain


def test_a_frame_is_these_bytes() -> None:
    """The question for the identity, version 1.0: 01 00 01 00 with its checksum C1 45, stuffed."""
    assert encode(Message(Kind.ASK_IDENTITY, 0, b"\x01\x00")) == bytes.fromhex("02 01 02 01 03 c1 45 00")


def test_the_checksum_is_ccitt_false() -> None:
    """Over "123456789" it is 0x29B1, as in every catalogue of checksums."""
    frame = encode(Message(ord("1"), ord("2"), b"3456789"))
    assert frame == b"\x0c123456789\x29\xb1\0"


@pytest.mark.parametrize("kind", list(Kind), ids=lambda kind: kind.name.lower())
def test_every_message_survives_being_split_anywhere(kind: Kind) -> None:
    """Byte by byte, or cut in two at any place, the same message comes out once."""
    message = Message(kind, 200, bytes(range(0, 250, 7)))
    data = encode(message)
    bytewise = Receiver()
    assert [one for byte in data for one in bytewise.messages(bytes([byte]))] == [message]
    for cut in range(len(data) + 1):
        receiver = Receiver()
        assert receiver.messages(data[:cut]) + receiver.messages(data[cut:]) == [message]
        assert receiver.damaged == 0


def test_every_single_flipped_bit_is_noticed() -> None:
    """Whatever bit of a frame flips, its message does not arrive, and nothing false does."""
    message = Message(Kind.CHANGES, 5, struct.pack("<I", 70_000) + struct.pack("<Bh", 3, -256))
    following = Message(Kind.FRAME, 6, struct.pack("<I6h", 0, 0, 254, -1, 255, 256, 1))
    for original in (message, following):
        data = encode(original)
        for bit in range(len(data) * 8):
            flipped = bytearray(data)
            flipped[bit // 8] ^= 1 << bit % 8
            receiver = Receiver()
            assert receiver.messages(bytes(flipped) + encode(following)) in ([following], [])
            assert receiver.damaged >= 1
            assert receiver.messages(encode(message)) == [message]


@given(st.binary(max_size=600))
def test_garbage_before_a_frame_costs_at_most_that_frame(garbage: bytes) -> None:
    """After any bytes, and one frame that they may spoil, the next frame is whole."""
    message = Message(Kind.HEARTBEAT, 9, b"alive")
    receiver = Receiver()
    receiver.messages(garbage + encode(Message(Kind.ERROR, 8, b"\1")))
    assert receiver.messages(encode(message)) == [message]


def test_an_endless_frame_is_dropped() -> None:
    """Garbage without a zero does not fill the memory, and the next frame is read."""
    receiver = Receiver()
    for _ in range(100):
        receiver.messages(b"\x55" * 100)
    assert receiver.damaged == 16  # each time 600 bytes had come together
    receiver.messages(b"\0")
    assert receiver.messages(encode(Message(1, 2, b"3"))) == [Message(1, 2, b"3")]


def test_a_frame_without_room_for_a_checksum_is_damaged() -> None:
    """Three bytes are no message."""
    assert decode(stuff(b"abc")) is None


# The talk


def test_an_opened_port_is_asked_who_is_there(session: SerialLink) -> None:
    """With our version, and again each quarter second until something answers."""
    question = (Kind.ASK_IDENTITY, b"\x01\x01")
    assert asked(session) == [question]
    session.tick(0.2)
    assert asked(session) == []
    session.tick(0.25)
    assert asked(session) == [question]


def test_an_identity_is_answered_with_the_mode(session: SerialLink, board: Board) -> None:
    """The board is found, and told to send changes each 20 ms."""
    session.take_outgoing()
    assert session.receive(board.identity(), 0.1) == (FOUND,)
    assert asked(session) == [(Kind.MODE, struct.pack("<BH", Mode.CHANGES, 20))]


def test_an_identity_may_come_in_single_bytes(session: SerialLink, board: Board) -> None:
    """However the port splits it, the board is found exactly once."""
    events: list[BoardEvent] = []
    for byte in board.identity():
        events += session.receive(bytes([byte]), 0.1)
    assert events == [FOUND]


def test_a_frame_is_in_millitesla(running: SerialLink, board: Board) -> None:
    """Steps of 10 µT become millitesla, with the time of arrival and the board's shape."""
    (frame,) = running.receive(board.frame(0, 100, -100, 32767, -32768, 1), 4.5)
    assert isinstance(frame, Frame)
    assert frame.cells == pytest.approx((0.0, 1.0, -1.0, 327.67, -327.68, 0.01))
    assert (frame.at_s, frame.rows, frame.columns, frame.reading) == (4.5, 2, 3, Reading.MILLITESLA)


def test_changes_are_laid_over_the_last_frame(running: SerialLink, board: Board) -> None:
    """Cells that did not change keep their value."""
    running.receive(board.frame(1, 2, 3, 4, 5, 6), 1.0)
    (frame,) = running.receive(board.changes(c0=100, c5=-100), 1.1)
    assert isinstance(frame, Frame)
    assert frame.cells == pytest.approx((1.0, 0.02, 0.03, 0.04, 0.05, -1.0))


def test_changes_before_a_whole_frame_are_not_believed(session: SerialLink, board: Board) -> None:
    """Without a frame to lay them over they say nothing."""
    session.receive(board.identity(), 0.0)
    assert session.receive(board.changes(c0=100), 0.1) == ()


def test_a_gap_in_the_numbers_asks_for_a_whole_frame(running: SerialLink, board: Board) -> None:
    """Changes are ignored until it comes, since one of them was lost."""
    board.changes(c1=100)
    assert running.receive(board.changes(c0=100), 1.0) == ()
    assert asked(running) == [(Kind.ASK_FRAME, b"")]
    assert len(running.receive(board.frame(1, 1, 1, 1, 1, 1), 1.1)) == 1
    assert len(running.receive(board.changes(c0=100), 1.2)) == 1
    assert running.counts.lost == 1


def test_the_session_numbers_what_it_says_without_a_gap(running: SerialLink) -> None:
    """The board's log counts what it missed; after 255 comes 0."""
    for closely in (True, False) * 150:
        running.watch(closely)
    numbers = [message.number for message in Receiver().messages(running.take_outgoing())]
    assert numbers == [(numbers[0] + count) % 256 for count in range(300)]


def test_numbers_wrap_without_a_gap(running: SerialLink, board: Board) -> None:
    """After 255 comes 0."""
    for _ in range(600):
        running.receive(board.heartbeat(), 1.0)
    assert running.counts.lost == 0


def test_a_frame_that_does_not_come_is_asked_for_again(running: SerialLink, board: Board) -> None:
    """A quarter second after a gap the mode is set again, which also brings a whole frame."""
    board.heartbeat()
    running.receive(board.heartbeat(), 1.0)
    running.take_outgoing()
    running.tick(1.2)
    assert asked(running) == []
    running.tick(1.25)
    assert [kind for kind, _ in asked(running)] == [Kind.MODE]


def test_a_board_that_forgot_its_mode_is_told_again(running: SerialLink, board: Board) -> None:
    """Heartbeats without any frame for three seconds mean that the mode never arrived."""
    for quarter in range(1, 13):
        running.receive(board.heartbeat(), quarter / 4)
        assert running.tick(quarter / 4) == ()
    assert [kind for kind, _ in asked(running)] == [Kind.MODE]


def test_silence_is_told_once_and_within_a_second(running: SerialLink, board: Board) -> None:
    """0.9 s after the last message the board is lost, and not lost again later."""
    running.receive(board.heartbeat(), 5.0)
    assert running.tick(5.89) == ()
    (lost,) = running.tick(5.9)
    assert isinstance(lost, BoardLost)
    assert lost.reason is Loss.SILENT
    assert running.tick(6.5) == running.note_closed(Loss.NOT_FOUND, "") == ()


def test_two_lost_heartbeats_are_no_silence(running: SerialLink, board: Board) -> None:
    """A heartbeat comes each 250 ms; the third one in time keeps the board."""
    running.receive(board.heartbeat(), 5.0)
    assert running.tick(5.74) == ()
    running.receive(board.heartbeat(), 5.75)
    assert running.tick(6.6) == ()


def test_a_board_that_speaks_again_is_found_again(running: SerialLink, board: Board) -> None:
    """It is asked who it is, told the mode, and may be another one."""
    running.tick(2.0)
    assert [kind for kind, _ in asked(running)] == [Kind.ASK_IDENTITY]
    assert running.receive(board.identity(), 2.1) == (FOUND,)
    assert [kind for kind, _ in asked(running)] == [Kind.MODE]


def test_a_restarted_board_gets_its_mode_again(running: SerialLink) -> None:
    """It announces itself with another boot number; it was never away long enough to be lost."""
    restarted = Board(boot=8)
    assert running.receive(restarted.identity(), 1.0) == ()
    assert [kind for kind, _ in asked(running)] == [Kind.MODE]
    assert (running.counts.restarts, running.counts.lost) == (1, 0)


def test_a_restart_shows_in_the_heartbeat_too(running: SerialLink) -> None:
    """If the announcement was lost, the heartbeat's boot number betrays the restart."""
    restarted = Board(boot=8)
    restarted.identity()
    running.receive(restarted.heartbeat(), 1.0)
    assert Kind.ASK_IDENTITY in [kind for kind, _ in asked(running)]
    assert running.state is LinkState.GREETING


def test_another_major_version_is_refused_with_both_versions(session: SerialLink) -> None:
    """The loss says which versions meet, once; no mode is set."""
    session.take_outgoing()
    stranger = Board(major=2)
    (lost,) = session.receive(stranger.identity(), 0.1)
    assert lost == BoardLost(Loss.INCOMPATIBLE, "the board (firmware 1.0) speaks protocol 2.3, this program 1.1")
    assert session.receive(stranger.identity() + stranger.frame(1, 1, 1, 1, 1, 1), 0.2) == ()
    assert asked(session) == []


@pytest.mark.parametrize("shape", [(0, 3, 10_000), (2, 0, 10_000), (2, 3, 0)])
def test_a_board_without_cells_or_without_a_scale_is_refused(session: SerialLink, shape: tuple[int, int, int]) -> None:
    """Its firmware is not finished or damaged: what it says of itself is reported, once."""
    session.take_outgoing()
    senseless = Board(shape=shape)
    (lost,) = session.receive(senseless.identity(), 0.1)
    reason = f"the board (firmware 1.0) tells of {shape[0]} x {shape[1]} sensors in steps of {shape[2]} nT"
    assert lost == BoardLost(Loss.INCOMPATIBLE, reason)
    assert session.receive(senseless.identity(), 0.2) == ()
    assert (session.state, asked(session)) == (LinkState.REFUSED, [])


def test_another_minor_version_is_accepted(session: SerialLink, board: Board) -> None:
    """Minor versions add types, which older programs ignore."""
    assert session.receive(board.identity(), 0.1) == (FOUND,)


def test_unknown_types_are_counted_and_ignored(running: SerialLink, board: Board) -> None:
    """A newer board may say more than we know."""
    assert running.receive(board.say(0x8F, b"later"), 1.0) == ()
    assert running.receive(board.frame(1, 1, 1, 1, 1, 1), 1.1) != ()
    assert (running.counts.unknown, running.counts.lost) == (1, 0)


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        (Kind.IDENTITY, b"short"),
        (Kind.IDENTITY, struct.pack("<BB8sIBBH", 1, 0, UNIQUE, 9, 2, 3, 1) + b"\xff"),
        (Kind.FRAME, struct.pack("<I5h", 0, 1, 2, 3, 4, 5)),
        (Kind.FRAME, b""),
        (Kind.CHANGES, struct.pack("<IB", 0, 1)),
        (Kind.CHANGES, struct.pack("<IBh", 0, 6, 1)),
        (Kind.HEARTBEAT, b"x"),
    ],
    ids=["identity", "version", "frame", "empty", "changes", "cell", "heartbeat"],
)
def test_an_undamaged_message_that_makes_no_sense_is_counted(
    running: SerialLink, board: Board, kind: Kind, payload: bytes
) -> None:
    """Lengths and cells are checked against what was agreed, and the talk goes on."""
    assert running.receive(board.say(kind, payload), 1.0) == ()
    assert running.counts.unreadable == 1
    assert running.receive(board.frame(1, 1, 1, 1, 1, 1), 1.1) != ()


def test_watching_closely_asks_for_every_frame(running: SerialLink) -> None:
    """And afterwards for changes again; asking twice is not said twice."""
    running.watch(True)
    running.watch(True)
    running.watch(False)
    assert asked(running) == [
        (Kind.MODE, struct.pack("<BH", Mode.FRAMES, 20)),
        (Kind.MODE, struct.pack("<BH", Mode.CHANGES, 20)),
    ]


def test_the_health_of_the_link_is_counted(running: SerialLink, board: Board) -> None:
    """Five damaged frames among few good ones make a noisy link; the supply is reported, too."""
    running.receive(board.heartbeat() + board.say(Kind.ERROR, b"\x01"), 1.0)
    running.receive(b"\x03xx\0" * 5, 1.0)
    link, figures = running.health()
    assert (link.fault, dict(link.counts)["damaged"]) == (Fault.NOISY, 5)
    assert dict(figures.counts) == {
        "restarts": 0,
        "watchdog": 0,
        "errors": 1,
        "scans_a_second": 0,
        "supply_mv": 5010,
        "temperature_c10": 215,
    }


def test_half_a_frame_of_an_old_port_does_not_spoil_the_new_one(running: SerialLink, board: Board) -> None:
    """Bytes cut off by unplugging are forgotten when a port is opened."""
    running.receive(board.frame(1, 1, 1, 1, 1, 1)[:10], 1.0)
    running.note_closed(Loss.UNPLUGGED, "")
    running.note_opened(2.0)
    assert running.receive(Board(boot=9).identity(), 2.1) == (FOUND,)


@pytest.mark.parametrize("scale_nt", [13428, 10902], ids=["DRV5055A4", "SS49E"])
def test_a_sensor_at_ground_is_at_its_lower_end_whatever_a_step_is_worth(session: SerialLink, scale_nt: int) -> None:
    """Ground is -220 mT to one kind of sensor, and -179 mT to the other."""
    board = Board(shape=(2, 3, scale_nt))
    session.receive(board.identity(), 0.0)
    (frame,) = (event for event in session.receive(board.frame(-8 * 2048, 0, -14_000, -14_150, 0, 0), 0.2))
    assert isinstance(frame, Frame)
    assert frame.railed == {0, 3}
