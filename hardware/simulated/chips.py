"""A simulated MCP23017: a register file that behaves as the data sheet says.

A pin is low if something pulls it low, else high with its pull-up on. Without pull-up it floats: `floating` says what
it then reads.
"""

from typing import Final

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
        """Return the bytes from the pointer on; reading some of them clears interrupts."""
        sent = bytearray()
        for _ in range(length):
            sent.append(self._load(self._register()))
            self._advance()
        return bytes(sent)

    def _register(self) -> int:
        """Return the pointer as an address of the paired map (BANK = 0); 22 and up do not exist."""
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
        """Return the levels at the eight pins of a port."""
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
