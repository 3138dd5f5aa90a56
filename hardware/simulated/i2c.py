"""A simulated I2C bus beneath the real smbus2: the kernel's side of it, the chips, the wires, and what goes wrong.

A pin is low if something pulls it low, else high with its pull-up on. Without pull-up it floats: `floating` says what
it then reads.

Why beneath it: smbus2 reaches the kernel through two names in its module, `os` and `ioctl`. While a simulated bus is
installed these names lead to this module. Everything above them (the ctypes structures, the address cache, our driver)
is the code that runs on the Pi, and every refusal comes as the kernel would give it.
"""

import ctypes
import errno
import os
from collections import deque
from collections.abc import Iterable, Mapping
from enum import Enum
from fcntl import ioctl as kernel_ioctl
from types import SimpleNamespace
from typing import Any, Final, Protocol, Self

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


def _install(bus: Bus) -> None:
    """Let smbus2 find this bus at its path.

    :raises ValueError: when another simulated bus has that path
    """
    if bus.path in _buses:
        raise ValueError(f"{bus.path} is simulated already")
    _buses[bus.path] = bus
    patched: Any = library
    patched.os = SimpleNamespace(open=_open, close=_close, O_RDWR=os.O_RDWR)
    patched.ioctl = _ioctl


def _remove(bus: Bus) -> None:
    """Take the bus away; without any bus smbus2 reaches the real kernel again."""
    if _buses.get(bus.path) is bus:
        del _buses[bus.path]
    if not _buses:
        patched: Any = library
        patched.os = os
        patched.ioctl = kernel_ioctl


def _kernel_error(number: int) -> OSError:
    """The error that the kernel raises with this errno."""
    return OSError(number, os.strerror(number))


def _refusal(adapter: Adapter, messages: tuple[I2CMessage, ...]) -> int | None:
    """The errno with which this adapter refuses to start the transfer, or None."""
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
            raise _kernel_error(errno.ENOTTY)
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
            raise _kernel_error(errno.EOPNOTSUPP)


def _rdwr(bus: Bus, request: Any) -> int:
    """I2C_RDWR: messages joined by repeated starts."""
    if request.nmsgs > MAX_MESSAGES:
        raise _kernel_error(errno.EINVAL)
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


IODIR, IPOL, GPINTEN, DEFVAL, INTCON, IOCON, GPPU, INTF, INTCAP, GPIO, OLAT = range(0, 22, 2)
REGISTERS: Final = 22

BANK, MIRROR, SEQOP, ODR, INTPOL = 0x80, 0x40, 0x20, 0x04, 0x02


class SimulatedMcp23017:
    """One chip. `pulled_low` has one bit for each of the 16 pins, set where something ties it to ground."""

    def __init__(self, *, floating: int = 0) -> None:
        self.floating = floating
        self.pulled_low = 0
        self.power_on_reset()

    def power_on_reset(self) -> None:
        """Set all registers as after power-up (table 3-4): all pins inputs, the rest zero."""
        self.registers = bytearray(REGISTERS)
        self.registers[IODIR] = self.registers[IODIR + 1] = 0xFF
        self._pointer = 0
        self._compared = [self._pins(0), self._pins(1)]

    def pull_low(self, pins: int) -> None:
        """Tie exactly these pins to ground; this may raise an interrupt."""
        self.pulled_low = pins
        self._compare()

    @property
    def drives_int(self) -> bool | None:
        """The level that INTA drives: False low, True high, None for an open drain that does not pull."""
        registers = self.registers
        ports = (0, 1) if registers[IOCON] & MIRROR else (0,)
        active = any(registers[INTF + port] for port in ports)
        if registers[IOCON] & ODR:
            return False if active else None
        return active == bool(registers[IOCON] & INTPOL)

    def write(self, received: bytes) -> None:
        """Take the bytes after the address: the first sets the pointer, the others go into registers."""
        if not received:
            return
        self._pointer = received[0]
        for value in received[1:]:
            self._store(self._register(), value)
            self._advance()
        self._compare()

    def read(self, length: int) -> bytes:
        """The bytes from the pointer on; reading some of them clears interrupts."""
        sent = bytearray()
        for _ in range(length):
            sent.append(self._load(self._register()))
            self._advance()
        return bytes(sent)

    def _register(self) -> int:
        """The pointer as an address of the paired map (BANK = 0); 22 and up do not exist."""
        if self.registers[IOCON] & BANK:
            port, index = self._pointer >> 4, self._pointer & 0x0F
            return index * 2 + port
        return self._pointer

    def _advance(self) -> None:
        if self.registers[IOCON] & SEQOP:  # byte mode: A and B in turn, or stay
            self._pointer ^= 0 if self.registers[IOCON] & BANK else 1
        else:
            self._pointer = (self._pointer + 1) % REGISTERS

    def _store(self, register: int, value: int) -> None:
        if register in (IOCON, IOCON + 1):
            self.registers[IOCON] = self.registers[IOCON + 1] = value & 0xFE
        elif register in (GPIO, GPIO + 1):
            self.registers[OLAT + register - GPIO] = value
        elif register < REGISTERS and register not in (INTF, INTF + 1, INTCAP, INTCAP + 1):
            self.registers[register] = value

    def _load(self, register: int) -> int:
        if register in (GPIO, GPIO + 1):
            port = register - GPIO
            value = self._pins(port) ^ self.registers[IPOL + port]
            self._clear(port)
            return value
        if register in (INTCAP, INTCAP + 1):
            value = self.registers[register]
            self._clear(register - INTCAP)
            return value
        return self.registers[register] if register < REGISTERS else 0

    def _clear(self, port: int) -> None:
        self.registers[INTF + port] = 0
        self._compared[port] = self._pins(port)
        self._compare()  # compared with DEFVAL the condition may still hold

    def _pins(self, port: int) -> int:
        """The levels at the eight pins of a port."""
        registers = self.registers
        high = registers[GPPU + port] | (self.floating >> 8 * port & 0xFF)
        inputs = high & ~(self.pulled_low >> 8 * port) & registers[IODIR + port]
        outputs = registers[OLAT + port] & ~registers[IODIR + port]
        return inputs | outputs

    def _compare(self) -> None:
        """Raise an interrupt on each port that has a cause and none pending."""
        registers = self.registers
        for port in (0, 1):
            if registers[INTF + port]:
                continue  # INTF and INTCAP hold the first cause until it is cleared
            pins = self._pins(port)
            changed = pins ^ self._compared[port]
            differs = pins ^ registers[DEFVAL + port]
            against_default = registers[INTCON + port]
            causes = (changed & ~against_default) | (differs & against_default)
            causes &= registers[GPINTEN + port] & registers[IODIR + port]
            self._compared[port] = pins
            if causes:
                registers[INTF + port] = causes
                registers[INTCAP + port] = pins ^ registers[IPOL + port]


class WireState(Enum):
    """The state of the interrupt wire between the chips and the Pi."""

    INTACT = "intact"
    CUT = "cut"  # the Pi's pull-up holds its end high
    SHORTED = "shorted"  # to ground


class InputPin(Protocol):
    """What the interrupt wire needs of gpiozero's mock pin."""

    def drive_high(self) -> None: ...

    def drive_low(self) -> None: ...


class ResetPin(Protocol):
    """What the RESET wire needs of gpiozero's mock pin: the levels it had, oldest first."""

    states: list[Any]

    def clear_states(self) -> None: ...


class Traffic(msgspec.Struct):
    """What went over the wire since this value was made, with the latest messages."""

    clocks: int = 0
    transfers: int = 0
    messages: deque[I2CMessage] = msgspec.field(default_factory=lambda: deque(maxlen=1000))


class SimulatedI2CBus:
    """A bus at a device path, from construction to `close`.

    :param chips: the chips by I2C address
    :param path: the device file that it stands for
    :param adapter: which kernel driver refuses transfers
    :param interrupt: the Pi's end of the interrupt wire
    :param reset: the Pi's end of the RESET wire

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
        self.timeout_s = 1.0  # how long the kernel waits for a bus that hangs
        self.reset_pulses = 0
        self._interrupt = interrupt
        self._line = WireState.INTACT
        self._reset = reset
        self.is_connected = True
        self._errors: dict[int, int] = {}  # address -> errno, until cleared
        self._next_errors: dict[int, list[int]] = {}  # address -> one errno a transfer
        _install(self)

    def close(self) -> None:
        """Take the bus away."""
        _remove(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- what a person or an accident does to the board

    def pull_low(self, address: int, pins: int) -> None:
        """Tie exactly these pins of one chip to ground, one bit a pin."""
        self.chips[address].pull_low(pins)
        self._drive_interrupt()

    def brown_out(self, *addresses: int) -> None:
        """These chips lose their supply for a moment: registers as after power-up."""
        for address in addresses:
            self.chips[address].power_on_reset()
        self._drive_interrupt()

    def fault(self, address: int, error: int | None) -> None:
        """Let every transfer with this address fail with that errno; None ends it."""
        if error is None:
            self._errors.pop(address, None)
        else:
            self._errors[address] = error

    def fails(self, address: int) -> bool:
        """Whether transfers with this address fail."""
        return address in self._errors

    def fail_next(self, address: int, errors: Iterable[int]) -> None:
        """Let the next transfers with this address fail, one errno each."""
        self._next_errors.setdefault(address, []).extend(errors)

    def unplug(self) -> None:
        """Pull the cable: no chip answers, and nothing pulls the interrupt wire."""
        self.is_connected = False
        self._drive_interrupt()

    def plug(self) -> None:
        """Put the cable back: chips start from power-up."""
        self.is_connected = True
        self.brown_out(*self.chips)

    def interrupt_wire(self, line: WireState) -> None:
        """Cut the interrupt wire, short it, or repair it."""
        self._line = line
        self._drive_interrupt()

    def transfer(self, *messages: I2CMessage) -> bytes:
        """Send messages joined by repeated starts, with one stop at the end; return the bytes that were read.

        :raises OSError: as the kernel would
        """
        refused = _refusal(self.adapter, messages)
        if refused is not None:
            raise _kernel_error(refused)
        self._obey_reset()
        self.traffic.transfers += 1
        self.traffic.messages.extend(messages)
        received = b""
        for message in messages:
            chip = self._chip_at(message.address)
            self.traffic.clocks += message.clocks
            if message.written is None:
                received += chip.read(message.wanted)
            else:
                chip.write(message.written)
        self.traffic.clocks += 1
        self._drive_interrupt()
        return received

    def _chip_at(self, address: int) -> SimulatedMcp23017:
        """The chip that acknowledges. :raises OSError: no acknowledge, or a fault is set"""
        scripted = self._next_errors.get(address)
        if scripted:
            raise _kernel_error(scripted.pop(0))
        if address in self._errors:
            raise _kernel_error(self._errors[address])
        if not self.is_connected or address not in self.chips:
            raise _kernel_error(errno.EREMOTEIO)
        return self.chips[address]

    def _obey_reset(self) -> None:
        """Reset all chips if RESET was low since the last transfer."""
        if self._reset is None:
            return
        if any(not moment.state for moment in self._reset.states):
            self.reset_pulses += 1
            self.brown_out(*self.chips)
        self._reset.clear_states()

    def _drive_interrupt(self) -> None:
        """Set the level of the shared wire: pulled up, low if an open drain pulls it, high if a chip drives it high.

        After a brown-out a chip's output is push-pull and fights the others. Here it wins, which is the worst
        case: the interrupts of the others are lost.
        """
        if self._interrupt is None:
            return
        levels = {chip.drives_int for chip in self.chips.values()} if self.is_connected else set()
        pulled = self._line is WireState.INTACT and False in levels and True not in levels
        if pulled or self._line is WireState.SHORTED:
            self._interrupt.drive_low()
        else:
            self._interrupt.drive_high()
