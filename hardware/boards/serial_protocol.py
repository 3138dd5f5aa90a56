"""The protocol of the serial sensor board: bytes in, events and bytes out; the caller owns port and clock.

    to the board    01 who are you   major u8, minor u8
                    02 mode          mode u8, period_ms u16; the next frame is a whole one
                    03 frame, please
    from the board  81 identity      major u8, minor u8, id 8 bytes, boot u32, rows u8, columns u8,
                                     scale u16 (nT of one step), cause u8 (from minor 1 on: 1 power, 3 watchdog,
                                     else unknown), version in UTF-8
                    82 frame         time u32 (ms), i16 for each cell
                    83 changes       time u32 (ms), then (cell u8, i16) for each
                    84 heartbeat     time u32 (ms), boot u32, frames u32, damaged u16,
                                     temperature i16 (0.1 °C), supply u16 (mV), each 0 if unknown
                    86 log           text in UTF-8
                    87 error         code u8: 1 unreadable message, 2 another major version

Numbers are little-endian. Another major version and a board without cells are refused; an unknown type is counted.

Why a heartbeat each 250 ms and a loss after 900 ms: a board that hangs must be noticed within a second, and two lost
heartbeats in a row must not be enough.

    COBS( type u8 | number u8 | payload | crc u16, high byte first ) 00

The checksum is CRC-16/CCITT-FALSE over type to payload. COBS (Cheshire and Baker, 1999) leaves no zero inside, so a
zero always ends a frame, and after garbage the next zero is enough to find the next frame.
"""

import struct
from binascii import crc_hqx
from enum import Enum, IntEnum
from typing import Final

import msgspec

from hardware.boards.frames import BoardEvent, BoardFound, BoardLost, Fault, Frame, Identity, Loss, PartHealth, Reading

LONGEST: Final = 512  # bytes between two zeros; more is garbage


class Message(msgspec.Struct, frozen=True):
    """One undamaged message, of a known type or not."""

    kind: int
    number: int
    payload: bytes = b""


def encode(message: Message) -> bytes:
    """The bytes of a message, with the zero that ends them."""
    body = bytes([message.kind, message.number]) + message.payload
    return stuff(body + crc_hqx(body, 0xFFFF).to_bytes(2, "big")) + b"\0"


def decode(frame: bytes) -> Message | None:
    """The message of a frame without its zero; None if it is damaged."""
    whole = unstuff(frame)
    if whole is None or len(whole) < 4:
        return None
    body, crc = whole[:-2], whole[-2:]
    if crc_hqx(body, 0xFFFF) != int.from_bytes(crc, "big"):
        return None
    return Message(body[0], body[1], body[2:])


def stuff(message: bytes) -> bytes:
    """The bytes after consistent overhead byte stuffing: without a zero, and a little longer."""
    out = bytearray()
    for run in message.split(b"\0"):
        whole, rest = divmod(len(run), 254)
        for start in range(0, whole * 254, 254):
            out += b"\xff" + run[start : start + 254]
        out += bytes([rest + 1]) + run[whole * 254 :]
    return bytes(out)


def unstuff(stuffing: bytes) -> bytes | None:
    """Undo `stuff`; None for bytes that it never makes."""
    out, at = bytearray(), 0
    while at < len(stuffing):
        end = at + stuffing[at]
        if end == at or end > len(stuffing):
            return None
        out += stuffing[at + 1 : end]
        if stuffing[at] < 255 and end < len(stuffing):
            out.append(0)
        at = end
    return bytes(out)


class Receiver:
    """Cuts a stream of bytes into messages, however it is split; counts damaged frames."""

    def __init__(self) -> None:
        self.damaged = 0
        self._pending = b""

    def messages(self, received: bytes) -> list[Message]:
        """The messages that these bytes complete."""
        *frames, self._pending = (self._pending + received).split(b"\0")
        if len(self._pending) > LONGEST:
            self.damaged += 1
            self._pending = b""
        found = [decode(frame) for frame in frames if frame]
        self.damaged += found.count(None)
        return [message for message in found if message is not None]

    def forget(self) -> None:
        """Drop an incomplete frame; the next bytes come from another port."""
        self._pending = b""


MAJOR: Final = 1
MINOR: Final = 1
WATCHDOG: Final = 3  # the cause of a start, by the numbers of MicroPython's machine.reset_cause
LONGEST_LOG: Final = 200
COUNTED_MS: Final = 1000  # the least time over which the board's scans are counted
ASK_AGAIN_S: Final = 0.25
SILENCE_S: Final = 0.9
REOPEN_S: Final = 2.0  # of silence, before the port is opened again
FRAMELESS_S: Final = 3.0  # the board sends a whole frame every two seconds, unless it lost its mode
PERIOD_MS: Final = 20
MT_PER_NT: Final = 1e-6
RAIL: Final = -14150
"""In steps of the scale: 0.22 V of 3.3 V, where no sensor's output can be more strongly pulled down (DRV5055, 6.5).

Steps, and no millitesla: a dead sensor is at ground, which is -220 mT to a DRV5055A4 and -179 mT to an SS49E.
"""
_IDENTITY: Final = struct.Struct("<BB8sIBBH")
_HEARTBEAT: Final = struct.Struct("<IIIHhH")
_TIME: Final = struct.Struct("<I")
_CHANGE: Final = struct.Struct("<Bh")


class Kind(IntEnum):
    """The type byte; those from the board have the highest bit set."""

    ASK_IDENTITY = 0x01
    MODE = 0x02
    ASK_FRAME = 0x03
    IDENTITY = 0x81
    FRAME = 0x82
    CHANGES = 0x83
    HEARTBEAT = 0x84
    LOG = 0x86
    ERROR = 0x87


class Mode(IntEnum):
    """What the board sends without being asked."""

    OFF = 0
    FRAMES = 1
    CHANGES = 2


class LinkState(Enum):
    """The state of the link to the board."""

    CLOSED = "closed"  # no port
    GREETING = "greeting"  # its identity was asked for
    RUNNING = "running"
    REFUSED = "refused"  # another version, or no cells


class Counts(msgspec.Struct):
    """Counters since the program started."""

    messages: int = 0
    lost: int = 0  # messages that did not arrive
    unknown: int = 0  # messages of unknown type
    unreadable: int = 0  # undamaged, but not as this module describes
    restarts: int = 0
    watchdog: int = 0  # of these, by the board's watchdog; the first start counts, too
    errors: int = 0  # reported by the board
    scans_a_second: int = 0  # as the board itself counts them
    supply_mv: int = 0  # as reported last
    temperature_c10: int = 0


class SerialLink:
    """The link to a board: `receive` and `tick` return events, `outgoing` returns bytes to write.

    ::

        CLOSED --opened--> GREETING --identity--> RUNNING, or REFUSED (another version, no cells)
        RUNNING --0.9 s of silence, or another boot--> GREETING
        any --closed--> CLOSED
    """

    def __init__(self) -> None:
        self.state = LinkState.CLOSED
        self.counts = Counts()
        self._receiver = Receiver()
        self._reported: BoardFound | BoardLost | None = None
        self._mode = Mode.CHANGES
        self._outgoing = b""
        self._number = 0  # of the next message to the board
        self._expected: int | None = None  # number of the next message from the board
        self._boot: int | None = None
        self._beaten: tuple[int, int] | None = None  # the board's time in ms and its scans, when counting began
        self._said = ""
        self._cells: list[int] | None = None  # in steps of the scale; None until a whole frame comes
        self._shape = (0, 0)
        self._scale_mt = 0.0
        self._received_at_s = self._asked_at_s = self._framed_at_s = float("-inf")

    def note_opened(self, now_s: float) -> None:
        """Ask for the identity; call it when the port has been opened."""
        self.state = LinkState.GREETING
        self._receiver.forget()
        self._expected = None
        self._outgoing = b""
        self._received_at_s = now_s
        self._ask_identity(now_s)

    def note_closed(self, reason: Loss, detail: str) -> tuple[BoardEvent, ...]:
        """The loss of a port that went away or did not open, unless it was reported already."""
        self.state = LinkState.CLOSED
        self._outgoing = b""
        return self._if_new(BoardLost(reason, detail))

    def watch(self, closely: bool) -> None:
        """Ask the board for every frame, or for changes only."""
        mode = Mode.FRAMES if closely else Mode.CHANGES
        if mode is not self._mode:
            self._mode = mode
            if self.state is LinkState.RUNNING:
                self._send_mode()

    def take_outgoing(self) -> bytes:
        """The bytes to write now, once."""
        data, self._outgoing = self._outgoing, b""
        return data

    def receive(self, data: bytes, now_s: float) -> tuple[BoardEvent, ...]:
        """The events of these bytes."""
        events: tuple[BoardEvent, ...] = ()
        for message in self._receiver.messages(data):
            self._received_at_s = now_s
            self._check_number(message, now_s)
            try:
                events += self._handle(message, now_s)
            except (struct.error, UnicodeDecodeError, IndexError):
                self.counts.unreadable += 1
        return events

    def tick(self, now_s: float) -> tuple[BoardEvent, ...]:
        """Return a loss if the board is silent; ask again where an answer is missing."""
        if self.state is LinkState.CLOSED:
            return ()
        lost: tuple[BoardEvent, ...] = ()
        if now_s >= self._received_at_s + SILENCE_S:
            self.state = LinkState.GREETING
            lost = self._if_new(BoardLost(Loss.SILENT, f"nothing heard for {SILENCE_S} s"))
        if now_s >= self._framed_at_s + FRAMELESS_S:
            self._cells = None
        if now_s >= self._asked_at_s + ASK_AGAIN_S:
            if self.state is LinkState.GREETING:
                self._ask_identity(now_s)
            elif self.state is LinkState.RUNNING and self._cells is None:
                self._asked_at_s = now_s
                self._send_mode()
        return lost

    def is_hopeless(self, now_s: float) -> bool:
        """Whether the board has been silent for so long that the port should be opened again."""
        return self.state is not LinkState.CLOSED and now_s >= self._received_at_s + REOPEN_S

    def health(self) -> tuple[PartHealth, ...]:
        """The link's counters, then the board's."""
        counts, damaged = self.counts, self._receiver.damaged
        noisy = damaged >= 5 and damaged * 20 > counts.messages
        link = (
            ("messages", counts.messages),
            ("damaged", damaged),
            ("lost", counts.lost),
            ("unknown", counts.unknown),
            ("unreadable", counts.unreadable),
        )
        board = (
            ("restarts", counts.restarts),
            ("watchdog", counts.watchdog),
            ("errors", counts.errors),
            ("scans_a_second", counts.scans_a_second),
            ("supply_mv", counts.supply_mv),
            ("temperature_c10", counts.temperature_c10),
        )
        return (
            PartHealth("serial link", Fault.NOISY if noisy else None, link),
            PartHealth("sensor board", None, board, self._said),
        )

    def _check_number(self, message: Message, now_s: float) -> None:
        """Ask for a whole frame after a gap, because a lost message may have been a change."""
        self.counts.messages += 1
        missing = 0 if self._expected is None else (message.number - self._expected) % 256
        self._expected = message.number + 1
        if not missing or message.kind == Kind.IDENTITY:  # a restarted board counts from zero
            return
        self.counts.lost += missing
        if self.state is LinkState.RUNNING:
            self._cells = None
            self._asked_at_s = now_s
            self._send(Kind.ASK_FRAME)

    def _handle(self, message: Message, now_s: float) -> tuple[BoardEvent, ...]:
        """The events of one message. :raises struct.error, UnicodeDecodeError, IndexError: unreadable"""
        match message.kind:
            case Kind.IDENTITY:
                return self._identify(message.payload, now_s)
            case Kind.FRAME:
                return self._full_frame(message.payload, now_s)
            case Kind.CHANGES:
                return self._cell_changed(message.payload, now_s)
            case Kind.HEARTBEAT:
                self._beat(message.payload, now_s)
            case Kind.LOG:
                self._said = message.payload[:LONGEST_LOG].decode(errors="replace")
            case Kind.ERROR:
                self.counts.errors += 1
            case _:
                self.counts.unknown += 1
        return ()

    def _identify(self, payload: bytes, now_s: float) -> tuple[BoardEvent, ...]:
        major, minor, name, boot, rows, columns, scale_nt = _IDENTITY.unpack_from(payload)
        rest = payload[_IDENTITY.size :]
        cause, text = (rest[0], rest[1:]) if major == MAJOR and minor >= 1 else (0, rest)
        version = text.decode()
        if major != MAJOR:
            return self._refuse(version, f"speaks protocol {major}.{minor}, this program {MAJOR}.{MINOR}")
        if not rows * columns * scale_nt:
            return self._refuse(version, f"tells of {rows} x {columns} sensors in steps of {scale_nt} nT")
        restarted = self._boot is not None and boot != self._boot
        if boot != self._boot:
            self.counts.watchdog += cause == WATCHDOG
            self._beaten = None
        if self.state is LinkState.RUNNING and not restarted:
            return ()  # the second answer to a repeated question
        self.counts.restarts += restarted
        self.state, self._boot = LinkState.RUNNING, boot
        self._shape, self._scale_mt, self._cells = (rows, columns), scale_nt * MT_PER_NT, None
        self._asked_at_s = self._framed_at_s = now_s
        self._send_mode()
        return self._if_new(BoardFound(Identity(name.hex(), version, rows, columns, Reading.MILLITESLA)))

    def _refuse(self, version: str, why: str) -> tuple[BoardEvent, ...]:
        self.state = LinkState.REFUSED
        return self._if_new(BoardLost(Loss.INCOMPATIBLE, f"the board (firmware {version}) {why}"))

    def _full_frame(self, payload: bytes, now_s: float) -> tuple[BoardEvent, ...]:
        rows, columns = self._shape
        if self.state is not LinkState.RUNNING:
            return ()
        _, *cells = struct.unpack(f"<I{rows * columns}h", payload)
        self._cells = cells
        return self._frame(now_s)

    def _cell_changed(self, payload: bytes, now_s: float) -> tuple[BoardEvent, ...]:
        changes = tuple(_CHANGE.iter_unpack(payload[_TIME.size :]))
        if self.state is not LinkState.RUNNING or self._cells is None:
            return ()
        cells = list(self._cells)
        for cell, value in changes:
            cells[cell] = value
        self._cells = cells
        return self._frame(now_s)

    def _frame(self, now_s: float) -> tuple[BoardEvent, ...]:
        assert self._cells is not None
        self._framed_at_s = now_s
        cells = tuple(value * self._scale_mt for value in self._cells)
        railed = frozenset(cell for cell, value in enumerate(self._cells) if value <= RAIL)
        return (Frame(cells, now_s, *self._shape, Reading.MILLITESLA, railed=railed),)

    def _beat(self, payload: bytes, now_s: float) -> None:
        at_ms, boot, scans, _, temperature_c10, supply_mv = _HEARTBEAT.unpack(payload)
        since_ms, scans_before = self._beaten or (at_ms, scans)
        if at_ms - since_ms >= COUNTED_MS:
            self.counts.scans_a_second = round(1000 * (scans - scans_before) / (at_ms - since_ms))
        if self._beaten is None or not 0 <= at_ms - since_ms < COUNTED_MS:
            self._beaten = at_ms, scans
        self.counts.temperature_c10, self.counts.supply_mv = temperature_c10, supply_mv
        if self.state is LinkState.RUNNING and boot != self._boot:
            self.state = LinkState.GREETING
            self._ask_identity(now_s)

    def _ask_identity(self, now_s: float) -> None:
        self._asked_at_s = now_s
        self._send(Kind.ASK_IDENTITY, bytes([MAJOR, MINOR]))

    def _send_mode(self) -> None:
        self._send(Kind.MODE, struct.pack("<BH", self._mode, PERIOD_MS))

    def _send(self, kind: Kind, payload: bytes = b"") -> None:
        self._outgoing += encode(Message(kind, self._number, payload))
        self._number = (self._number + 1) % 256

    def _if_new(self, event: BoardFound | BoardLost) -> tuple[BoardEvent, ...]:
        """The event, unless it repeats the last one; a lost board whose port goes away is not lost again."""
        before = self._reported
        match before, event:
            case BoardLost(), BoardLost(reason=Loss.NOT_FOUND):
                return ()
            case BoardLost(reason=old), BoardLost(reason=new) if old is new:
                return ()
            case BoardFound(), BoardFound() if before == event:
                return ()
        self._reported = event
        return (event,)
