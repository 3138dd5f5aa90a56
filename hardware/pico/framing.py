"""Messages on the wire, at the board's end: COBS around type, number, payload and a checksum.

    COBS( type u8 | number u8 | payload | crc u16, high byte first ) 00

The checksum is CRC-16/CCITT-FALSE (polynomial 0x1021, start 0xFFFF) over type to payload. COBS leaves
no zero inside, so a zero always ends a frame, and after garbage the next zero is enough to find the next frame.
"""

from array import array

LONGEST = 512  # bytes between two zeros; more is garbage


def _remainders() -> "array[int]":
    """The CRC of each single byte."""
    table = array("H")
    for byte in range(256):
        crc = byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
        table.append(crc)
    return table


_TABLE = _remainders()


def crc16(message: bytes | bytearray) -> int:
    """The CRC-16/CCITT-FALSE: 0x29B1 for b"123456789"."""
    crc = 0xFFFF
    table = _TABLE
    for byte in message:
        crc = (crc << 8 & 0xFF00) ^ table[crc >> 8 ^ byte]
    return crc


def pack(kind: int, number: int, payload: bytes) -> bytes:
    """The bytes of one message, with the zero that ends it."""
    message = bytes((kind, number)) + payload
    crc = crc16(message)
    out = bytearray()
    for run in (message + bytes((crc >> 8, crc & 0xFF))).split(b"\x00"):
        while len(run) >= 254:
            out.append(255)
            out += run[:254]
            run = run[254:]
        out.append(len(run) + 1)
        out += run
    out.append(0)
    return bytes(out)


def unpack(frame: bytes) -> tuple[int, int, bytes] | None:
    """The message (type, number, payload) of a frame without its zero, or None if it is damaged."""
    message = bytearray()
    at = 0
    while at < len(frame):
        end = at + frame[at]
        if end == at or end > len(frame):
            return None
        message += frame[at + 1 : end]
        if frame[at] < 255 and end < len(frame):
            message.append(0)
        at = end
    if len(message) < 4 or crc16(message[:-2]) != message[-2] << 8 | message[-1]:
        return None
    return message[0], message[1], bytes(message[2:-2])


class Receiver:
    """Cuts a stream of bytes into messages; counts the damaged frames."""

    def __init__(self) -> None:
        self.damaged = 0
        self._pending = b""

    def messages(self, received: bytes) -> list[tuple[int, int, bytes]]:
        """The messages that these bytes complete, as (type, number, payload)."""
        *frames, self._pending = (self._pending + received).split(b"\x00")
        found = [unpack(frame) for frame in frames if frame]
        if len(self._pending) > LONGEST:
            self._pending = b""
            found.append(None)
        self.damaged += found.count(None)
        return [message for message in found if message is not None]
