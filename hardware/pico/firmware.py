"""The board's side of the protocol: bytes and the time in, bytes out.

The program on the Pi asks for the identity and chooses a mode; then the board sends every frame, or only changes.

    from the Pi   01 who are you   major u8, minor u8
                  02 mode          mode u8 (0 off, 1 every frame, 2 changes), period_ms u16
                  03 frame, please
    to the Pi     81 identity      major u8, minor u8, id 8 bytes, boot u32, rows u8, columns u8,
                                   scale u16 (nT of one step), version in UTF-8
                  82 frame         time u32 (ms), i16 for each cell
                  83 changes       time u32 (ms), then (cell u8, i16) for each
                  84 heartbeat     time u32 (ms), boot u32, frames u32, damaged u16,
                                   temperature i16 (0.1 °C), supply u16 (mV)
                  87 error         code u8: 1 unreadable message

Numbers are little-endian. `boot` differs after each start, so that the Pi notices a restart.
"""

import struct

from .framing import Receiver, framed
from .scan import scanned

TYPE_CHECKING = False  # see scan
if TYPE_CHECKING:
    from collections.abc import Callable

    from .scan import Wires

MAJOR = 1
MINOR = 0
VERSION = "1.0"
HEARTBEAT_MS = 250
KEY_FRAME_MS = 2000  # a whole frame even when nothing changes
SHORTEST_PERIOD_MS = 10
CHANGE_NT = 800000  # six times the usual noise of 0.13 mT, so that noise is no change
CLOCK = 0x3FFFFFFF  # MicroPython's millisecond counter wraps to zero after this

OFF, FRAMES, CHANGES = 0, 1, 2
ASK_IDENTITY, SET_MODE, ASK_FRAME = 0x01, 0x02, 0x03
IDENTITY, FRAME, CHANGE, HEARTBEAT, ERROR = 0x81, 0x82, 0x83, 0x84, 0x87
UNREADABLE = 1


class Firmware:
    """The firmware. `unique_id` has eight bytes; `boot` is a random number at each start."""

    def __init__(self, unique_id: bytes, boot: int, rows: int, columns: int, scale_nt: int) -> None:
        self._identity = (
            struct.pack("<BB", MAJOR, MINOR)
            + unique_id
            + struct.pack("<IBBH", boot, rows, columns, scale_nt)
            + VERSION.encode()
        )
        self._boot = boot
        self._rows = rows
        self._columns = columns
        self._threshold = max(1, CHANGE_NT // scale_nt)
        self._receiver = Receiver()
        self._number = 0
        self._mode = OFF
        self._period_ms = 20
        self._sent: list[int] | None = None  # the values sent last
        self._frames = 0
        self._started = False
        self._beat_ms = self._scan_ms = self._key_ms = 0

    def step(self, now_ms: int, received: bytes, wires: "Wires", climate: "Callable[[], tuple[int, int]]") -> bytes:
        """Return the bytes to send now, after these were received.

        `wires` are those of `scan`; `climate()` returns the temperature in 0.1 °C and the supply in mV. Call this
        every few milliseconds; `now_ms` may wrap at 2**30.
        """
        out = []
        if not self._started:
            self._started = True
            self._beat_ms = self._scan_ms = self._key_ms = now_ms
            out.append(self._message(IDENTITY, self._identity))
        asked = False
        for kind, _, payload in self._receiver.messages(received):
            if kind == ASK_FRAME:
                asked = True
            else:
                out.append(self._answer(kind, payload))
        out.append(self._scan(now_ms, asked, wires))
        if _since(self._beat_ms, now_ms) >= HEARTBEAT_MS:
            self._beat_ms = now_ms
            damaged = min(self._receiver.damaged, 0xFFFF)
            beat = struct.pack("<IIIHhH", now_ms, self._boot, self._frames, damaged, *climate())
            out.append(self._message(HEARTBEAT, beat))
        return b"".join(out)

    def _answer(self, kind: int, payload: bytes) -> bytes:
        if kind == ASK_IDENTITY:
            return self._message(IDENTITY, self._identity)
        if kind == SET_MODE and len(payload) == 3:
            self._mode, period_ms = struct.unpack("<BH", payload)
            self._period_ms = max(period_ms, SHORTEST_PERIOD_MS)
            self._sent = None
            return b""
        return self._message(ERROR, bytes((UNREADABLE,)))

    def _scan(self, now_ms: int, asked: bool, wires: "Wires") -> bytes:
        """Scan if it is time; return a frame, the changes, or nothing."""
        due = self._mode != OFF and _since(self._scan_ms, now_ms) >= self._period_ms
        if not (due or asked):
            return b""
        self._scan_ms = now_ms
        self._frames += 1
        values = scanned(wires, self._rows, self._columns)
        if asked or self._sent is None or self._mode != CHANGES or _since(self._key_ms, now_ms) >= KEY_FRAME_MS:
            return self._frame(now_ms, values)
        return self._changes(now_ms, values, self._sent)

    def _changes(self, now_ms: int, values: list[int], sent: list[int]) -> bytes:
        """Return what differs from the values sent last; a whole frame where that is shorter."""
        changed = [i for i in range(len(values)) if abs(values[i] - sent[i]) >= self._threshold]
        if not changed:
            return b""
        if 3 * len(changed) > 2 * len(values):
            return self._frame(now_ms, values)
        payload = struct.pack("<I", now_ms)
        for cell in changed:
            sent[cell] = values[cell]
            payload += struct.pack("<Bh", cell, values[cell])
        return self._message(CHANGE, payload)

    def _frame(self, now_ms: int, values: list[int]) -> bytes:
        self._key_ms = now_ms
        self._sent = values
        whole = struct.pack(f"<I{len(values)}h", now_ms, *values)
        return self._message(FRAME, whole)

    def _message(self, kind: int, payload: bytes) -> bytes:
        number = self._number
        self._number = number + 1 & 0xFF
        return framed(kind, number, payload)


def _since(then_ms: int, now_ms: int) -> int:
    return now_ms - then_ms & CLOCK
