"""The kernel beneath the real smbus2: its `open`, its `ioctl`, and what a Pi's I2C drivers refuse.

Why here: smbus2 reaches the kernel through two names in its module, `os` and `ioctl`. While a simulated bus is
installed these names lead to this module. Everything above them (the ctypes structures, the address cache, our driver)
is the code that runs on the Pi, and every refusal comes as the kernel would give it.
"""

import ctypes
import errno
import os
from enum import Enum
from fcntl import ioctl as kernel_ioctl
from types import SimpleNamespace
from typing import Any, Final, Protocol

import msgspec
from smbus2 import smbus2 as library
from smbus2.smbus2 import I2cFunc

READ: Final = 1  # I2C_M_RD
MAX_MESSAGES: Final = 42  # I2C_RDWR_IOCTL_MAX_MSGS


class Adapter(Enum):
    """The two I2C drivers of a Raspberry Pi's kernel; they refuse different transfers."""

    BCM2835 = "bcm2835"  # Pi 0 to 4: a transfer may read once, as its last message
    DESIGNWARE = "designware"  # Pi 5: a transfer stays with one address; no zero-length messages


class I2CMessage(msgspec.Struct, frozen=True):
    """One message on the wire: the bytes to write, or how many to read."""

    address: int
    written: bytes | None = None
    wanted: int = 0

    @property
    def clocks(self) -> int:
        """Clocks of the start, the address byte and each data byte with its acknowledge; without the stop."""
        return 1 + 9 + 9 * (self.wanted if self.written is None else len(self.written))


class Bus(Protocol):
    """What the kernel needs of a simulated bus."""

    path: str
    adapter: Adapter
    refuses_open: int | None
    timeout_s: float

    def transfer(self, *messages: I2CMessage) -> bytes: ...


_buses: dict[str, Bus] = {}
_files: dict[int, Bus] = {}  # by descriptor
_addresses: dict[int, int] = {}  # by descriptor: the chip the file talks to


def install(bus: Bus) -> None:
    """Let smbus2 find this bus at its path.

    :raises ValueError: when another simulated bus has that path
    """
    if bus.path in _buses:
        raise ValueError(f"{bus.path} is simulated already")
    _buses[bus.path] = bus
    patched: Any = library
    patched.os = SimpleNamespace(open=_open, close=_close, O_RDWR=os.O_RDWR)
    patched.ioctl = _ioctl


def remove(bus: Bus) -> None:
    """Take the bus away; without any bus smbus2 reaches the real kernel again."""
    if _buses.get(bus.path) is bus:
        del _buses[bus.path]
    if not _buses:
        patched: Any = library
        patched.os = os
        patched.ioctl = kernel_ioctl


def kernel_error(number: int) -> OSError:
    """Return the error that the kernel raises with this errno."""
    return OSError(number, os.strerror(number))


def refusal(adapter: Adapter, messages: tuple[I2CMessage, ...]) -> int | None:
    """Return the errno with which this adapter refuses to start the transfer, or None."""
    match adapter:
        case Adapter.BCM2835 if any(one.written is None for one in messages[:-1]):
            return errno.EOPNOTSUPP
        case Adapter.DESIGNWARE if len({one.address for one in messages}) > 1:
            return errno.EINVAL
        case Adapter.DESIGNWARE if any(not one.written and not one.wanted for one in messages):
            return errno.EOPNOTSUPP
    return None


def _open(path: str, flags: int) -> int:
    bus = _buses.get(path)
    if bus is None:
        return os.open(path, flags)
    if bus.refuses_open is not None:
        raise OSError(bus.refuses_open, os.strerror(bus.refuses_open), path)
    descriptor = os.open(os.devnull, flags)
    _files[descriptor] = bus
    return descriptor


def _close(descriptor: int) -> None:
    _files.pop(descriptor, None)
    os.close(descriptor)


def _ioctl(descriptor: int, request: int, argument: Any = 0) -> int:
    """Answer one ioctl. :raises OSError: as the kernel would"""
    if descriptor not in _files:
        return int(kernel_ioctl(descriptor, request, argument))
    bus = _files[descriptor]
    match request:
        case library.I2C_SLAVE | library.I2C_SLAVE_FORCE:
            _addresses[descriptor] = argument
        case library.I2C_SMBUS:
            _smbus(bus, _addresses[descriptor], argument)
        case library.I2C_FUNCS:
            argument.value = int(_functions(bus.adapter))
        case library.I2C_RDWR:
            return _rdwr(bus, argument)
        case 0x0702:  # I2C_TIMEOUT, in units of 10 ms
            bus.timeout_s = argument / 100
        case _:
            raise kernel_error(errno.ENOTTY)
    return 0


def _functions(adapter: Adapter) -> I2cFunc:
    emulated = I2cFunc.I2C | I2cFunc.SMBUS_EMUL
    return emulated if adapter is Adapter.BCM2835 else emulated & ~I2cFunc.SMBUS_QUICK


def _smbus(bus: Bus, address: int, request: Any) -> None:
    """I2C_SMBUS: the kernel's emulation of SMBus by plain messages (i2c-core-smbus.c)."""
    command, union = request.command, request.data.contents
    reads = request.read_write == library.I2C_SMBUS_READ
    pointer = I2CMessage(address, bytes([command]))
    match request.size, reads:
        case library.I2C_SMBUS_QUICK, False:
            bus.transfer(I2CMessage(address, b""))
        case library.I2C_SMBUS_BYTE, False:
            bus.transfer(pointer)
        case library.I2C_SMBUS_BYTE, True:
            union.byte = bus.transfer(I2CMessage(address, wanted=1))[0]
        case library.I2C_SMBUS_BYTE_DATA, False:
            bus.transfer(I2CMessage(address, bytes([command, union.byte])))
        case library.I2C_SMBUS_BYTE_DATA, True:
            union.byte = bus.transfer(pointer, I2CMessage(address, wanted=1))[0]
        case library.I2C_SMBUS_WORD_DATA, False:
            word = int(union.word).to_bytes(2, "little")
            bus.transfer(I2CMessage(address, bytes([command]) + word))
        case library.I2C_SMBUS_WORD_DATA, True:
            word = bus.transfer(pointer, I2CMessage(address, wanted=2))
            union.word = int.from_bytes(word, "little")
        case library.I2C_SMBUS_I2C_BLOCK_DATA, False:
            block = bytes(union.block[1 : union.block[0] + 1])
            bus.transfer(I2CMessage(address, bytes([command]) + block))
        case library.I2C_SMBUS_I2C_BLOCK_DATA, True:
            block = bus.transfer(pointer, I2CMessage(address, wanted=union.block[0]))
            for index, value in enumerate(block, start=1):
                union.block[index] = value
        case _:
            raise kernel_error(errno.EOPNOTSUPP)


def _rdwr(bus: Bus, request: Any) -> int:
    """I2C_RDWR: messages joined by repeated starts."""
    if request.nmsgs > MAX_MESSAGES:
        raise kernel_error(errno.EINVAL)
    structures = [request.msgs[index] for index in range(request.nmsgs)]
    received = bus.transfer(
        *(
            I2CMessage(one.addr, wanted=one.len) if one.flags & READ else I2CMessage(one.addr, bytes(one))
            for one in structures
        )
    )
    for one in structures:
        if one.flags & READ:
            ctypes.memmove(one.buf, received[: one.len], one.len)
            received = received[one.len :]
    return len(structures)
