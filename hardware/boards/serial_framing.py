"""Messages on a serial line: COBS around type, number, payload and a checksum.

    COBS( type u8 | number u8 | payload | crc u16, high byte first ) 00

The checksum is CRC-16/CCITT-FALSE over type to payload. COBS (Cheshire and Baker, 1999) leaves no zero
inside, so a zero always ends a frame, and after garbage the next zero is enough to find the next frame.
"""

from binascii import crc_hqx
from typing import Final

import msgspec

LONGEST: Final = 512  # bytes between two zeros; more is garbage


class Message(msgspec.Struct, frozen=True):
    """One undamaged message, of a known type or not."""

    kind: int
    number: int
    payload: bytes = b""


def framed(message: Message) -> bytes:
    """Return the bytes of a message, with the zero that ends them."""
    body = bytes([message.kind, message.number]) + message.payload
    return stuffed(body + crc_hqx(body, 0xFFFF).to_bytes(2, "big")) + b"\0"


def unframed(frame: bytes) -> Message | None:
    """Return the message of a frame without its zero; None if it is damaged."""
    whole = unstuffed(frame)
    if whole is None or len(whole) < 4:
        return None
    body, crc = whole[:-2], whole[-2:]
    if crc_hqx(body, 0xFFFF) != int.from_bytes(crc, "big"):
        return None
    return Message(body[0], body[1], body[2:])


def stuffed(message: bytes) -> bytes:
    """Return the bytes stuffed (consistent overhead byte stuffing): without a zero, a little longer."""
    out = bytearray()
    for run in message.split(b"\0"):
        whole, rest = divmod(len(run), 254)
        for start in range(0, whole * 254, 254):
            out += b"\xff" + run[start : start + 254]
        out += bytes([rest + 1]) + run[whole * 254 :]
    return bytes(out)


def unstuffed(stuffing: bytes) -> bytes | None:
    """Return the bytes before `stuffed`; None for bytes that `stuffed` never makes."""
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
        """Return the messages that these bytes complete."""
        *frames, self._pending = (self._pending + received).split(b"\0")
        if len(self._pending) > LONGEST:
            self.damaged += 1
            self._pending = b""
        found = [unframed(frame) for frame in frames if frame]
        self.damaged += found.count(None)
        return [message for message in found if message is not None]

    def forget(self) -> None:
        """Drop an incomplete frame; the next bytes come from another port."""
        self._pending = b""
