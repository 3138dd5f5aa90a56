"""An I2C adapter on USB (i2c-tiny-usb) with chips, emulated outside the machine.

The emulator hands each request of the machine's kernel to it over a socket: the messages are those of usbredir
(usbredirproto.h), the requests those of the adapter's driver in the kernel (drivers/i2c/busses/i2c-tiny-usb.c).

Why not the kernel's own i2c-stub: Debian has it on amd64 only, and it has no bus on which a chip could be missing.
"""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from machine import Machine

NAME = "i2c"
VENDOR, PRODUCT = 0x0403, 0xC631

# Messages.
HELLO_HEADER, HEADER = struct.Struct("<III"), struct.Struct("<IIQ")
"""The kind of a message, its length, and the number of the request that it answers."""
KNOWS = 1 << 4 | 1 << 5 | 1 << 6
"""Sizes of packets, such long numbers, and long bulk transfers: an emulated XHCI wants all three."""
HELLO, CONNECT, INTERFACES, ENDPOINTS = 0, 1, 4, 5
SET_CONFIGURATION, GET_CONFIGURATION, CONFIGURATION = 6, 7, 8
CONTROL = 100
CONTROL_HEADER = struct.Struct("<BBBBHHH")
"""Endpoint, request, kind of request, status, value, index, length."""
SUCCESS, STALLED = 0, 4
FULL_SPEED = 1
MOST_PLACES = 32
PACKET = 64
NO_ENDPOINT = 255
VERSION = b"boot test"

# Requests.
TO_HOST = 0x80
GET_DESCRIPTOR = TO_HOST, 6
KIND = 0x60
VENDORS = 0x40
FUNCTIONS, DELAY, STATUS, TRANSFER = 1, 2, 3, 4
"""What the adapter can do, how slow its bus is, what became of a transfer, and a transfer: from here on by its bits."""
READ = 1
CAN = 0x0EFF0001
"""Plain I2C, and all that the kernel makes of it (I2C_FUNC_I2C, I2C_FUNC_SMBUS_EMUL)."""
ACKNOWLEDGED, NOT_ACKNOWLEDGED = 1, 2

DESCRIPTORS = {
    1: struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x0110, 0xFF, 0, 0, PACKET, VENDOR, PRODUCT, 0x0105, 0, 0, 0, 1),
    2: struct.pack("<BBHBBBBB", 9, 2, 18, 1, 1, 0, 0x80, 50) + struct.pack("<9B", 9, 4, 0, 0, 0, 0xFF, 0, 0, 0),
}
"""The device, and its one configuration with one interface, by the kind of descriptor."""


class Chip:
    """A chip with 256 registers; a transfer begins at the one that was named last, and goes on to the next."""

    def __init__(self) -> None:
        self._registers = bytearray(256)
        self._at = 0

    def write(self, data: bytes) -> None:
        """Take the number of a register, and what follows into it and the next ones."""
        if data:
            self._at = data[0]
        for byte in data[1:]:
            self._registers[self._at] = byte
            self._at = (self._at + 1) % 256

    def read(self, length: int) -> bytes:
        """Return so many registers."""
        found = bytes(self._registers[(self._at + n) % 256] for n in range(length))
        self._at = (self._at + length) % 256
        return found


class I2cAdapter:
    """The adapter, plugged into a machine."""

    def __init__(self, machine: Machine, folder: Path, chips: Iterable[int]) -> None:
        """Plug it in with chips at these addresses."""
        self._machine = machine
        self._chips = {address: Chip() for address in chips}
        self._status = 0
        address = folder / NAME
        address.unlink(missing_ok=True)
        server = {"addr": {"type": "unix", "data": {"path": str(address)}}, "server": True, "wait": False}
        machine.ask("chardev-add", id=NAME, backend={"type": "socket", "data": server})
        machine.ask("device_add", driver="usb-redir", id=NAME, chardev=NAME)
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(address))
        self._stream = self._socket.makefile("rb")
        hello = VERSION.ljust(64, b"\0") + struct.pack("<I", KNOWS)
        self._socket.sendall(HELLO_HEADER.pack(HELLO, len(hello), 0) + hello)
        threading.Thread(target=self._serve, daemon=True).start()

    def pull_out(self) -> None:
        """Pull it out."""
        self._machine.ask("device_del", id=NAME)
        self._socket.close()

    def _serve(self) -> None:
        with suppress(OSError, ValueError, struct.error):  # it was pulled out, or the machine switched off
            _, length, _ = HELLO_HEADER.unpack(self._stream.read(HELLO_HEADER.size))
            self._stream.read(length)
            self._connect()
            while True:
                kind, length, number = HEADER.unpack(self._stream.read(HEADER.size))
                self._answer(kind, number, self._stream.read(length))

    def _send(self, kind: int, number: int, content: bytes) -> None:
        self._socket.sendall(HEADER.pack(kind, len(content), number) + content)

    def _answer(self, kind: int, number: int, content: bytes) -> None:
        if kind in (SET_CONFIGURATION, GET_CONFIGURATION):
            self._send(CONFIGURATION, number, bytes((SUCCESS, 1)))
        elif kind == CONTROL:
            endpoint, request, how, _, value, index, length = CONTROL_HEADER.unpack(content[: CONTROL_HEADER.size])
            found = self._requested(how, request, value, index, length, content[CONTROL_HEADER.size :])
            status = STALLED if found is None else SUCCESS
            answer = (found or b"")[:length] if how & TO_HOST else b""
            took = len(answer) if how & TO_HOST else length
            header = CONTROL_HEADER.pack(endpoint, request, how, status, value, index, took)
            self._send(CONTROL, number, header + answer)

    def _connect(self) -> None:
        interface = bytes((0,)).ljust(MOST_PLACES, b"\0")
        of_vendor = bytes((0xFF,)).ljust(MOST_PLACES, b"\0")
        self._send(INTERFACES, 0, struct.pack("<I", 1) + interface + of_vendor + bytes(2 * MOST_PLACES))
        kinds = bytearray([NO_ENDPOINT] * MOST_PLACES)
        kinds[0] = kinds[MOST_PLACES // 2] = 0  # both ways of the one for control
        sizes = struct.pack(f"<{MOST_PLACES}H", *[PACKET if kind == 0 else 0 for kind in kinds])
        self._send(ENDPOINTS, 0, bytes(kinds) + bytes(2 * MOST_PLACES) + sizes)
        self._send(CONNECT, 0, struct.pack("<BBBBHH", FULL_SPEED, 0xFF, 0, 0, VENDOR, PRODUCT))

    def _requested(self, how: int, request: int, value: int, index: int, length: int, data: bytes) -> bytes | None:
        """The answer to a request, None to one that is not understood."""
        if (how, request) == GET_DESCRIPTOR:
            return DESCRIPTORS.get(value >> 8)
        if how & KIND != VENDORS:
            return None
        if request & TRANSFER:
            return self._transfer(index, value & READ, length, data)
        return {FUNCTIONS: struct.pack("<I", CAN), DELAY: b"", STATUS: bytes((self._status,))}.get(request)

    def _transfer(self, address: int, reads: int, length: int, data: bytes) -> bytes:
        """Write to a chip or read from it; where none is, nobody acknowledges, and the bus stays high."""
        chip = self._chips.get(address)
        self._status = ACKNOWLEDGED if chip else NOT_ACKNOWLEDGED
        if reads:
            return chip.read(length) if chip else b"\xff" * length
        if chip:
            chip.write(data)
        return b""
