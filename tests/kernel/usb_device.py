"""A serial USB device whose own side is on this PC: QEMU's `usb-redir` hands its packets over a socket.

This is the usbredir protocol, little-endian: each packet has a head with kind, length and number, then a body; the
first of each side says what it can. All between the driver's `open` and this socket is the machine's own: its USB
controller, the kernel's USB stack and `cdc_acm`, the udev rule.
"""

from __future__ import annotations

import os
import socket
import struct
import threading
from collections import deque
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from select import select

from machine import Late


class Kind(IntEnum):
    """Kinds of packets."""

    HELLO = 0
    CONNECT = 1
    INTERFACES = 4
    ENDPOINTS = 5
    SET_CONFIGURATION = 6
    GET_CONFIGURATION = 7
    CONFIGURATION = 8
    SET_SETTING = 9
    GET_SETTING = 10
    SETTING = 11
    START_INTERRUPTS = 15
    STOP_INTERRUPTS = 16
    INTERRUPTS = 17
    CANCEL = 21
    CONTROL = 100
    BULK = 101


SHORT_HEAD, HEAD = struct.Struct("<III"), struct.Struct("<IIQ")
"""The first packet has a short number."""
CONTROL_HEAD, BULK_HEAD = struct.Struct("<BBBBHHH"), struct.Struct("<BBHIH")
CAN = 1 << 1 | 1 << 4 | 1 << 5 | 1 << 6
"""What QEMU asks for at an xHCI controller: versions of devices, sizes of packets, long numbers, long transfers."""
FULL_SPEED = 1
PLUG_S = 20.0
DONE, CANCELLED, STALLED = 0, 1, 4

FROM_DEVICE = 0x80
"""The bit of an endpoint's address, and of a request's type."""
ENDPOINTS = {0x00: (0, 64), 0x80: (0, 64), 0x81: (3, 8), 0x02: (2, 64), 0x82: (2, 64)}
"""Kind (0 control, 2 bulk, 3 interrupt) and size of a packet, of each endpoint's address."""
SLOTS = 32
"""For so many endpoints, and so many interfaces, a packet has room."""
INTERFACES = (0, 2, 2, 0), (1, 10, 0, 0)
"""Number, class, subclass and protocol of each."""
LINE_CODING = struct.pack("<IBBB", 115200, 0, 0, 8)
GET_DESCRIPTOR, GET_LINE_CODING = (0x80, 6), (0xA1, 0x21)
HEEDLESS = (0x21, 0x20), (0x21, 0x22), (0x02, 1)
"""Requests that a serial port over USB need not heed: a line coding, control lines, the end of a stall."""
DEVICE, CONFIGURATION, STRING = 1, 2, 3
"""Kinds of descriptors."""
PORT = bytes.fromhex(
    "08 0b 00 02 02 02 00 00"  # two interfaces that belong together
    "09 04 00 00 01 02 02 00 00  05 24 00 20 01  05 24 01 00 01  04 24 02 02  05 24 06 00 01  07 05 81 03 08 00 10"
    "09 04 01 00 02 0a 00 00 00  07 05 02 02 40 00 00  07 05 82 02 40 00 00"
)
"""What a Pico with MicroPython says of its serial port (communications class, abstract control model)."""


@dataclass(frozen=True)
class Identity:
    """What a device calls itself."""

    vendor: int
    product: int
    words: tuple[str, str, str]
    """Maker, product, serial number."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """Vendor, product, and its version."""
        return self.vendor, self.product, 0x0100

    def descriptor(self, kind: int, index: int) -> bytes | None:
        """A descriptor, or None where there is none."""
        match kind:
            case 1:
                return struct.pack("<BBHBBBBHHHBBBB", 18, DEVICE, 0x0200, 0xEF, 2, 1, 64, *self.numbers, 1, 2, 3, 1)
            case 2:
                return struct.pack("<BBHBBBBB", 9, CONFIGURATION, 9 + len(PORT), 2, 1, 0, 0x80, 125) + PORT
            case 3 if index <= len(self.words):
                text = self.words[index - 1].encode("utf-16-le") if index else b"\x09\x04"
                return bytes((2 + len(text), STRING)) + text
        return None


class UsbDevice:
    """A device that is plugged in until `unplug`."""

    def __init__(self, port: Path, identity: Identity, terminal: int) -> None:
        """Plug it in at a port, by the address of its socket; what it sends and gets goes through a terminal.

        :raises Late: when the kernel does not take it
        """
        self._identity = identity
        self._terminal = terminal
        self._asked: deque[tuple[int, int]] = deque()
        """The transfers in which the kernel takes bytes: their numbers and lengths."""
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(port))
        self._socket.sendall(SHORT_HEAD.pack(Kind.HELLO, 68, 0) + struct.pack("<64sI", b"sensor board", CAN))
        self._send(Kind.INTERFACES, 0, _interfaces())
        self._send(Kind.ENDPOINTS, 0, _endpoints())
        self._send(Kind.CONNECT, 0, struct.pack("<BBBBHHH", FULL_SPEED, 0xEF, 2, 1, *identity.numbers))
        self._pulled, self._hand = os.pipe()
        self._is_taken = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        if not self._is_taken.wait(PLUG_S):
            raise Late("the USB device is not taken")

    def unplug(self) -> None:
        """Pull it out."""
        os.close(self._hand)
        self._thread.join()
        self._socket.close()
        os.close(self._pulled)

    def _serve(self) -> None:
        """Answer until the device is pulled out, or the emulator ends."""
        rest, head = b"", SHORT_HEAD
        while True:
            awaited = [self._terminal] if self._asked else []
            readable = select([self._socket, self._pulled, *awaited], [], [])[0]
            if self._pulled in readable:
                return
            try:
                if self._terminal in readable:
                    self._give(os.read(self._terminal, self._asked[0][1]))
                if self._socket not in readable:
                    continue
                more = self._socket.recv(65536)
            except OSError:
                return
            if not more:
                return
            rest += more
            while len(rest) >= head.size and len(rest) >= (end := head.size + head.unpack_from(rest)[1]):
                kind, _, number = head.unpack_from(rest)
                body, rest, head = rest[head.size : end], rest[end:], HEAD
                self._answer(kind, number, body)

    def _send(self, kind: Kind, number: int, body: bytes) -> None:
        self._socket.sendall(HEAD.pack(kind, len(body), number) + body)

    def _give(self, sent: bytes) -> None:
        """Answer the oldest transfer with bytes of the device's program."""
        number, _ = self._asked.popleft()
        self._send(Kind.BULK, number, BULK_HEAD.pack(0x82, DONE, len(sent), 0, 0) + sent)

    def _answer(self, kind: int, number: int, body: bytes) -> None:
        match kind:
            case Kind.SET_CONFIGURATION | Kind.GET_CONFIGURATION:
                self._is_taken.set()
                self._send(Kind.CONFIGURATION, number, bytes((DONE, 1)))
            case Kind.SET_SETTING | Kind.GET_SETTING:
                self._send(Kind.SETTING, number, bytes((DONE, body[0], 0)))
            case Kind.START_INTERRUPTS | Kind.STOP_INTERRUPTS:
                self._send(Kind.INTERRUPTS, number, bytes((DONE, body[0])))
            case Kind.CONTROL:
                self._control(number, body)
            case Kind.BULK:
                self._bulk(number, body)
            case Kind.CANCEL if number in dict(self._asked):
                self._asked = deque(one for one in self._asked if one[0] != number)
                self._send(Kind.BULK, number, BULK_HEAD.pack(0x82, CANCELLED, 0, 0, 0))

    def _control(self, number: int, body: bytes) -> None:
        endpoint, request, about, _, value, index, length = CONTROL_HEAD.unpack_from(body)
        answer: bytes | None = None
        if (about, request) == GET_DESCRIPTOR:
            answer = self._identity.descriptor(value >> 8, value & 0xFF)
        elif (about, request) == GET_LINE_CODING:
            answer = LINE_CODING
        elif (about, request) in HEEDLESS:
            answer = b""
        status, answer = (STALLED, b"") if answer is None else (DONE, answer[:length])
        taken = len(answer) if about & FROM_DEVICE else length
        head = CONTROL_HEAD.pack(endpoint, request, about, status, value, index, taken)
        self._send(Kind.CONTROL, number, head + answer)

    def _bulk(self, number: int, body: bytes) -> None:
        """Keep a transfer in which the kernel takes bytes; hand the bytes of another to the device's program."""
        endpoint, _, length, stream, high = BULK_HEAD.unpack_from(body)
        if endpoint & FROM_DEVICE:
            self._asked.append((number, high << 16 | length))
        else:
            os.write(self._terminal, body[BULK_HEAD.size :])
            self._send(Kind.BULK, number, BULK_HEAD.pack(endpoint, DONE, length, stream, high))


def _interfaces() -> bytes:
    columns = (bytes(column).ljust(SLOTS, b"\0") for column in zip(*INTERFACES, strict=True))
    return struct.pack("<I", len(INTERFACES)) + b"".join(columns)


def _endpoints() -> bytes:
    """Return of all possible endpoints the kind, the interval, the interface and the size of a packet."""
    kinds, sizes = [255] * SLOTS, [0] * SLOTS
    for address, (kind, size) in ENDPOINTS.items():
        slot = (address & FROM_DEVICE) >> 3 | address & 0x0F
        kinds[slot], sizes[slot] = kind, size
    intervals = bytes(16 if kind == 3 else 0 for kind in kinds)
    interfaces = bytes(1 if kind == 2 else 0 for kind in kinds)
    return bytes(kinds) + intervals + interfaces + struct.pack(f"<{SLOTS}H", *sizes)
