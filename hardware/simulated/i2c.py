"""An I2C bus beneath the real smbus2: the `open` and `ioctl` of a Pi's kernel, with chips on the wire.

Why here: smbus2 reaches the kernel through two names in its module, `os` and `ioctl`. While a simulated
bus is installed these lead to dispatchers, so that everything above (the ctypes structures, the address
cache, our driver) is the code that runs on the Pi, and every refusal comes as the kernel would give it.
"""

import ctypes
import errno
import os
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fcntl import ioctl as kernel_ioctl
from types import SimpleNamespace
from typing import Any, Final, Protocol, Self

from smbus2 import smbus2 as library
from smbus2.smbus2 import I2cFunc

from hardware.simulated.chips import SimulatedMcp23017

READ: Final = 1
MOST_MESSAGES: Final = 42  # I2C_RDWR_IOCTL_MAX_MSGS


class Adapter(Enum):
    """The two kernel drivers a Raspberry Pi has, which refuse different things."""

    BCM2835 = "bcm2835"  # Pi 0 to 4: a transfer may read once, as its last message
    DESIGNWARE = "designware"  # Pi 5: a transfer stays with one address; no zero-length messages


class WireState(Enum):
    """What became of the interrupt wire between chips and Pi."""

    WHOLE = "whole"
    CUT = "cut"  # the Pi's pull-up keeps its end high
    SHORTED = "shorted"  # to ground


class InputPin(Protocol):
    """What the interrupt wire needs of gpiozero's mock pin."""

    def drive_high(self) -> None: ...

    def drive_low(self) -> None: ...


class ResetPin(Protocol):
    """What the RESET wire needs of gpiozero's mock pin: the levels it had, oldest first."""

    states: list[Any]

    def clear_states(self) -> None: ...


@dataclass(frozen=True)
class I2CMessage:
    """One message on the wire: bytes to write, or how many to read."""

    address: int
    written: bytes | None = None
    wanted: int = 0

    @property
    def clocks(self) -> int:
        """Start, address byte and each further byte with its acknowledge; the stop is not counted."""
        return 1 + 9 + 9 * (self.wanted if self.written is None else len(self.written))


@dataclass
class Traffic:
    """What went over the wire since it was last set to a fresh one, with the latest messages."""

    clocks: int = 0
    transfers: int = 0
    messages: deque[I2CMessage] = field(default_factory=lambda: deque(maxlen=1000))


class SimulatedI2CBus:
    """A bus at a device path, in force from construction to `close`.

    >>> with SimulatedI2CBus({0x20: SimulatedMcp23017()}) as bus, SMBus("/dev/i2c-1") as real:
    ...     real.read_byte_data(0x20, 0x00)
    255
    """

    def __init__(
        self,
        chips: Mapping[int, SimulatedMcp23017],
        *,
        path: str = "/dev/i2c-1",
        adapter: Adapter = Adapter.BCM2835,
        interrupt: InputPin | None = None,
        reset: ResetPin | None = None,
    ) -> None:
        self.chips = dict(chips)
        self.path = path
        self.adapter = adapter
        self.traffic = Traffic()
        self.refuses_open: int | None = None  # an errno, as when /dev/i2c-1 does not exist
        self.timeout_s = 1.0
        self.reset_pulses = 0
        self._interrupt = interrupt
        self._line = WireState.WHOLE
        self._reset = reset
        self.is_connected = True
        self._errors: dict[int, int] = {}  # address -> errno, until cleared
        self._next_errors: dict[int, list[int]] = {}  # address -> one errno a transfer
        _install(self)

    def close(self) -> None:
        """Take the bus away again; with the last one smbus2 gets its own names back."""
        _remove(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # What a person or an accident does to the board

    def pull_low(self, address: int, pins: int) -> None:
        """The switches of one chip: a bit for each pin that is tied to ground now."""
        self.chips[address].pull_low(pins)
        self._drive_interrupt()

    def brown_out(self, *addresses: int) -> None:
        """These chips lose their supply for a moment: registers as after power-up."""
        for address in addresses:
            self.chips[address].power_on_reset()
        self._drive_interrupt()

    def fault(self, address: int, error: int | None) -> None:
        """Every transfer with this address fails with that errno, until called with None."""
        if error is None:
            self._errors.pop(address, None)
        else:
            self._errors[address] = error

    def fails(self, address: int) -> bool:
        """Whether such a fault is laid at this address."""
        return address in self._errors

    def fail_next(self, address: int, errors: Iterable[int]) -> None:
        """The next transfers with this address fail, one errno each."""
        self._next_errors.setdefault(address, []).extend(errors)

    def unplug(self) -> None:
        """Pull the cable: no chip answers, and the interrupt wire is let go."""
        self.is_connected = False
        self._drive_interrupt()

    def plug(self) -> None:
        """Put the cable back: chips start from power-up."""
        self.is_connected = True
        self.brown_out(*self.chips)

    def interrupt_wire(self, line: WireState) -> None:
        """Cut the interrupt wire, short it, or mend it."""
        self._line = line
        self._drive_interrupt()

    # What the kernel does

    def ioctl(self, request: int, argument: Any) -> int:
        """One ioctl on an open file of this bus. :raises OSError: as the kernel would."""
        match request:
            case library.I2C_FUNCS:
                argument.value = int(self._functions())
            case 0x0702:  # I2C_TIMEOUT, in units of 10 ms
                self.timeout_s = argument / 100
            case library.I2C_RDWR:
                return self._rdwr(argument)
            case _:
                raise _error(errno.ENOTTY)
        return 0

    def smbus(self, address: int, request: Any) -> int:
        """I2C_SMBUS: the kernel's emulation of SMBus by plain messages (i2c-core-smbus.c)."""
        command, union = request.command, request.data.contents
        reads = request.read_write == library.I2C_SMBUS_READ
        pointer = I2CMessage(address, bytes([command]))
        match request.size, reads:
            case library.I2C_SMBUS_QUICK, False:
                self._transfer(I2CMessage(address, b""))
            case library.I2C_SMBUS_BYTE, False:
                self._transfer(pointer)
            case library.I2C_SMBUS_BYTE, True:
                union.byte = self._transfer(I2CMessage(address, wanted=1))[0]
            case library.I2C_SMBUS_BYTE_DATA, False:
                self._transfer(I2CMessage(address, bytes([command, union.byte])))
            case library.I2C_SMBUS_BYTE_DATA, True:
                union.byte = self._transfer(pointer, I2CMessage(address, wanted=1))[0]
            case library.I2C_SMBUS_WORD_DATA, False:
                word = int(union.word).to_bytes(2, "little")
                self._transfer(I2CMessage(address, bytes([command]) + word))
            case library.I2C_SMBUS_WORD_DATA, True:
                word = self._transfer(pointer, I2CMessage(address, wanted=2))
                union.word = int.from_bytes(word, "little")
            case library.I2C_SMBUS_I2C_BLOCK_DATA, False:
                block = bytes(union.block[1 : union.block[0] + 1])
                self._transfer(I2CMessage(address, bytes([command]) + block))
            case library.I2C_SMBUS_I2C_BLOCK_DATA, True:
                block = self._transfer(pointer, I2CMessage(address, wanted=union.block[0]))
                for index, value in enumerate(block, start=1):
                    union.block[index] = value
            case _:
                raise _error(errno.EOPNOTSUPP)
        return 0

    def _rdwr(self, request: Any) -> int:
        if request.nmsgs > MOST_MESSAGES:
            raise _error(errno.EINVAL)
        structures = [request.msgs[index] for index in range(request.nmsgs)]
        received = self._transfer(
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

    def _functions(self) -> I2cFunc:
        emulated = I2cFunc.I2C | I2cFunc.SMBUS_EMUL
        return emulated if self.adapter is Adapter.BCM2835 else emulated & ~I2cFunc.SMBUS_QUICK

    def _refusal(self, messages: tuple[I2CMessage, ...]) -> int | None:
        """Why the adapter's driver does not even start this transfer."""
        match self.adapter:
            case Adapter.BCM2835 if any(one.written is None for one in messages[:-1]):
                return errno.EOPNOTSUPP
            case Adapter.DESIGNWARE if len({one.address for one in messages}) > 1:
                return errno.EINVAL
            case Adapter.DESIGNWARE if any(not one.written and not one.wanted for one in messages):
                return errno.EOPNOTSUPP
        return None

    def _transfer(self, *messages: I2CMessage) -> bytes:
        """Messages joined by repeated starts, one stop at the end; the bytes that were read."""
        refusal = self._refusal(messages)
        if refusal is not None:
            raise _error(refusal)
        self._obey_reset()
        self.traffic.transfers += 1
        self.traffic.messages.extend(messages)
        received = b""
        for message in messages:
            chip = self._addressed(message.address)
            self.traffic.clocks += message.clocks
            if message.written is None:
                received += chip.read(message.wanted)
            else:
                chip.write(message.written)
        self.traffic.clocks += 1
        self._drive_interrupt()
        return received

    def _addressed(self, address: int) -> SimulatedMcp23017:
        """The chip that acknowledges. :raises OSError: no acknowledge, or a fault laid there"""
        scripted = self._next_errors.get(address)
        if scripted:
            raise _error(scripted.pop(0))
        if address in self._errors:
            raise _error(self._errors[address])
        if not self.is_connected or address not in self.chips:
            raise _error(errno.EREMOTEIO)
        return self.chips[address]

    def _obey_reset(self) -> None:
        """A low pulse on RESET since the last transfer has put all chips back to power-up."""
        if self._reset is None:
            return
        if any(not moment.state for moment in self._reset.states):
            self.reset_pulses += 1
            self.brown_out(*self.chips)
        self._reset.clear_states()

    def _drive_interrupt(self) -> None:
        """The shared wire: pulled up; one open drain pulls it low; a chip driving high wins.

        A chip whose output is push-pull (after a brown-out) fights the others: the worst case for
        us is that their interrupts are lost, so that is what happens here.
        """
        if self._interrupt is None:
            return
        levels = {chip.drives_int for chip in self.chips.values()} if self.is_connected else set()
        pulled = self._line is WireState.WHOLE and False in levels and True not in levels
        if pulled or self._line is WireState.SHORTED:
            self._interrupt.drive_low()
        else:
            self._interrupt.drive_high()


# The two names smbus2 reaches the kernel through, while at least one simulated bus is installed.

_buses: dict[str, SimulatedI2CBus] = {}
_files: dict[int, SimulatedI2CBus] = {}  # by descriptor
_addresses: dict[int, int] = {}  # by descriptor: the chip the file talks to


def _install(bus: SimulatedI2CBus) -> None:
    if bus.path in _buses:
        raise ValueError(f"{bus.path} is simulated already")
    _buses[bus.path] = bus
    seen_by_library: Any = library
    seen_by_library.os = SimpleNamespace(open=_open, close=_close, O_RDWR=os.O_RDWR)
    seen_by_library.ioctl = _ioctl


def _remove(bus: SimulatedI2CBus) -> None:
    if _buses.get(bus.path) is bus:
        del _buses[bus.path]
    if not _buses:
        seen_by_library: Any = library
        seen_by_library.os = os
        seen_by_library.ioctl = kernel_ioctl


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
    if descriptor not in _files:
        return int(kernel_ioctl(descriptor, request, argument))
    bus = _files[descriptor]
    if request in (library.I2C_SLAVE, library.I2C_SLAVE_FORCE):
        _addresses[descriptor] = argument
        return 0
    if request == library.I2C_SMBUS:
        return bus.smbus(_addresses[descriptor], argument)
    return bus.ioctl(request, argument)


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))
