"""Messages on a serial line: COBS around type, number, payload and a checksum.

    COBS( type u8 | number u8 | payload | crc u16, high byte first ) 00

The checksum is CRC-16/CCITT-FALSE over type to payload. COBS (Cheshire and Baker, 1999) leaves no zero
inside, so a zero always ends a frame, and after any garbage one is enough to find the next frame.
"""

from binascii import crc_hqx
from dataclasses import dataclass
from typing import Final

LONGEST: Final = 512  # bytes between two zeros; more is garbage


@dataclass(frozen=True, slots=True)
class Message:
    """One undamaged message, of a known type or not."""

    kind: int
    number: int
    payload: bytes = b""


def framed(message: Message) -> bytes:
    """The bytes that carry the message, with the zero that ends them."""
    body = bytes([message.kind, message.number]) + message.payload
    return stuffed(body + crc_hqx(body, 0xFFFF).to_bytes(2, "big")) + b"\0"


def unframed(frame: bytes) -> Message | None:
    """The message of a frame without its zero; None if it is damaged in any way."""
    whole = unstuffed(frame)
    if whole is None or len(whole) < 4:
        return None
    body, crc = whole[:-2], whole[-2:]
    if crc_hqx(body, 0xFFFF) != int.from_bytes(crc, "big"):
        return None
    return Message(body[0], body[1], body[2:])


def stuffed(message: bytes) -> bytes:
    """Consistent overhead byte stuffing: the same bytes without a zero, a little longer."""
    out = bytearray()
    for run in message.split(b"\0"):
        whole, rest = divmod(len(run), 254)
        for start in range(0, whole * 254, 254):
            out += b"\xff" + run[start : start + 254]
        out += bytes([rest + 1]) + run[whole * 254 :]
    return bytes(out)


def unstuffed(stuffing: bytes) -> bytes | None:
    """The inverse of `stuffed`; None for what it never makes."""
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
    """Cuts a stream into messages, however it is split; counts the frames that were damaged."""

    def __init__(self) -> None:
        self.damaged = 0
        self._pending = b""

    def messages(self, received: bytes) -> list[Message]:
        """The whole messages that these bytes complete."""
        *frames, self._pending = (self._pending + received).split(b"\0")
        if len(self._pending) > LONGEST:
            self.damaged += 1
            self._pending = b""
        found = [unframed(frame) for frame in frames if frame]
        self.damaged += found.count(None)
        return [message for message in found if message is not None]

    def forget(self) -> None:
        """Drop a frame that was cut off; the next bytes come from another port."""
        self._pending = b""
