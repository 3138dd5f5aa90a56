"""The board's side of the protocol: bytes and the time in, bytes out.

The program on the Pi asks for the identity and chooses a mode; then the board sends every frame, or only changes.

    from the Pi   01 who are you   major u8, minor u8
                  02 mode          mode u8 (0 off, 1 every frame, 2 changes), period_ms u16
                  03 frame, please
    to the Pi     81 identity      major u8, minor u8, id 8 bytes, boot u32, rows u8, columns u8,
                                   scale u16 (nT of one step), cause u8 (from minor 1 on: 1 power, 3 watchdog,
                                   else unknown), version in UTF-8
                  82 frame         time u32 (ms), i16 for each cell
                  83 changes       time u32 (ms), then (cell u8, i16) for each
                  84 heartbeat     time u32 (ms), boot u32, frames u32, damaged u16,
                                   temperature i16 (0.1 °C), supply u16 (mV), each 0 if unknown
                  86 log           text in UTF-8
                  87 error         code u8: 1 unreadable message, 2 another major version

Numbers are little-endian. `boot` differs after each start, so that the Pi notices a restart.

What is a change depends on the noise: a sensor's reading differs from the one sent last by the noise of both. Half of
all sensors differ by more than their median, and that is followed, up or down by one step with each scan. So a few
pieces on the move, or broken sensors, do not count.
"""

import struct
from array import array

from .framing import Receiver, pack
from .scan import scan

TYPE_CHECKING = False  # see scan
if TYPE_CHECKING:
    from collections.abc import Callable

    from .scan import Wires

MAJOR = 1
MINOR = 1
VERSION = "1.1"
HEARTBEAT_MS = 250
KEY_FRAME_MS = 2000  # a whole frame even when nothing changes
SHORTEST_PERIOD_MS = 10
CHANGE_NT = 800000  # the least change that is reported: six times the usual noise of 0.13 mT
MOST_CHANGE_NT = 5000000  # above it a hunter's slide would be missed
TIMES_NOISE = 6  # times the median difference, 0.95 of the noise: once in ten seconds it is more at one of 100 sensors
LONGEST_LOG = 200  # bytes
CLOCK = 0x3FFFFFFF  # MicroPython's millisecond counter wraps to zero after this

OFF, FRAMES, CHANGES = 0, 1, 2
ASK_IDENTITY, SET_MODE, ASK_FRAME = 0x01, 0x02, 0x03
IDENTITY, FRAME, CHANGE, HEARTBEAT, LOG, ERROR = 0x81, 0x82, 0x83, 0x84, 0x86, 0x87
UNREADABLE, OTHER_VERSION = 1, 2


class Firmware:
    """The firmware.

    :param unique_id: eight bytes
    :param boot: a random number at each start
    :param cause: why it starts, as the identity tells it
    """

    def __init__(self, unique_id: bytes, boot: int, rows: int, columns: int, scale_nt: int, cause: int = 0) -> None:
        self._identity = (
            struct.pack("<BB", MAJOR, MINOR)
            + unique_id
            + struct.pack("<IBBHB", boot, rows, columns, scale_nt, cause)
            + VERSION.encode()
        )
        self._boot = boot
        self._rows = rows
        self._columns = columns
        self._least_change = CHANGE_NT // scale_nt
        self._most_change = MOST_CHANGE_NT // scale_nt
        self._noise = 0  # the median difference between a reading and the one sent last, in steps
        self._receiver = Receiver()
        self._number = 0
        self._mode = OFF
        self._period_ms = 20
        self._values = array("h", bytes(2 * rows * columns))  # of this scan
        self._sent = array("h", bytes(2 * rows * columns))  # sent last, if anything was since the mode was set
        self._has_sent = False
        self._frames = 0
        self._started = False
        self._beat_ms = self._scan_ms = self._key_ms = 0

    def step(self, now_ms: int, received: bytes, wires: "Wires", climate: "Callable[[], tuple[int, int]]") -> bytes:
        """The bytes to send now, after these were received.

        `wires` are those of `scan`; `climate()` returns the temperature in 0.1 °C and the supply in mV. Call this
        every few milliseconds; `now_ms` may wrap at 2**30.
        """
        out = b""
        if not self._started:
            self._started = True
            self._beat_ms = self._scan_ms = self._key_ms = now_ms
            out = self._message(IDENTITY, self._identity)
        asked = False
        if received:
            for kind, _, payload in self._receiver.messages(received):
                if kind == ASK_FRAME:
                    asked = True
                else:
                    out += self._answer(kind, payload)
        if asked or (self._mode != OFF and _since(self._scan_ms, now_ms) >= self._period_ms):
            out += self._scan(now_ms, asked, wires)
        if _since(self._beat_ms, now_ms) >= HEARTBEAT_MS:
            self._beat_ms = now_ms
            damaged = min(self._receiver.damaged, 0xFFFF)
            beat = struct.pack("<IIIHhH", now_ms, self._boot, self._frames, damaged, *climate())
            out += self._message(HEARTBEAT, beat)
        return out

    def log(self, text: str) -> bytes:
        """The bytes that send a text to the Pi's log."""
        return self._message(LOG, text.encode()[:LONGEST_LOG])

    def _answer(self, kind: int, payload: bytes) -> bytes:
        if kind == ASK_IDENTITY:
            identity = self._message(IDENTITY, self._identity)
            if payload and payload[0] != MAJOR:
                self._mode = OFF
                return identity + self._message(ERROR, bytes((OTHER_VERSION,)))
            return identity
        if kind == SET_MODE and len(payload) == 3:
            self._mode, period_ms = struct.unpack("<BH", payload)
            self._period_ms = max(period_ms, SHORTEST_PERIOD_MS)
            self._has_sent = False
            return b""
        return self._message(ERROR, bytes((UNREADABLE,)))

    def _scan(self, now_ms: int, asked: bool, wires: "Wires") -> bytes:
        """Scan; return a frame, the changes, or nothing."""
        self._scan_ms = now_ms
        self._frames += 1
        scan(wires, self._rows, self._columns, self._values)
        if asked or not self._has_sent or self._mode != CHANGES or _since(self._key_ms, now_ms) >= KEY_FRAME_MS:
            return self._frame(now_ms)
        return self._changes(now_ms)

    def _changes(self, now_ms: int) -> bytes:
        """What differs from the values sent last; a whole frame where that is shorter."""
        values, sent = self._values, self._sent
        threshold = min(max(self._least_change, TIMES_NOISE * self._noise), self._most_change)
        changed = above = 0
        for i in range(len(values)):
            difference = abs(values[i] - sent[i])
            if difference > self._noise:
                above += 1
                if difference >= threshold:
                    changed += 1
        if 2 * above > len(values):
            self._noise += 1
        elif self._noise:
            self._noise -= 1
        if not changed:
            return b""
        if 3 * changed > 2 * len(values):
            return self._frame(now_ms)
        payload = struct.pack("<I", now_ms)
        for cell in range(len(values)):
            if abs(values[cell] - sent[cell]) >= threshold:
                sent[cell] = values[cell]
                payload += struct.pack("<Bh", cell, values[cell])
        return self._message(CHANGE, payload)

    def _frame(self, now_ms: int) -> bytes:
        self._key_ms = now_ms
        self._has_sent = True
        self._values, self._sent = self._sent, self._values
        return self._message(FRAME, struct.pack("<I", now_ms) + bytes(self._sent))

    def _message(self, kind: int, payload: bytes) -> bytes:
        number = self._number
        self._number = number + 1 & 0xFF
        return pack(kind, number, payload)


def _since(then_ms: int, now_ms: int) -> int:
    return now_ms - then_ms & CLOCK
