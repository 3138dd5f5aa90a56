"""What goes over the wires: clocks of the I2C bus, bytes of the serial board. No machine changes these figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from i2c_bench import ADDRESSES, OpenedBench
from pico_talk import serial_bytes_a_second
from smbus2 import SMBus, i2c_msg

from bench.rows import Row, Sample, Sampler, Topic, at_most
from hardware.simulated.i2c import SimulatedI2CBus, SimulatedMcp23017, Traffic

FLOOR_CLOCKS = 197
"""Of any driver: seven chips of sixteen inputs, of each its address and its two bytes, chained to one transfer."""


class AdafruitsBus:
    """The I2C bus as Adafruit's drivers want it, over smbus2."""

    def __init__(self, bus: SMBus) -> None:
        self._bus = bus

    def try_lock(self) -> bool:
        return True

    def unlock(self) -> None:
        pass

    def writeto(self, address: int, buffer: Any, *, start: int = 0, end: int | None = None) -> None:
        self._bus.i2c_rdwr(i2c_msg.write(address, bytes(buffer[start:end])))

    def readfrom_into(self, address: int, buffer: Any, *, start: int = 0, end: int | None = None) -> None:
        message = i2c_msg.read(address, len(buffer[start:end]))
        self._bus.i2c_rdwr(message)
        buffer[start:end] = bytes(message)

    def writeto_then_readfrom(self, address: int, out: Any, into: Any, **ends: Any) -> None:
        sent = i2c_msg.write(address, bytes(out[ends.get("out_start", 0) : ends.get("out_end")]))
        got = i2c_msg.read(address, len(into[ends.get("in_start", 0) : ends.get("in_end")]))
        self._bus.i2c_rdwr(sent, got)
        into[ends.get("in_start", 0) : ends.get("in_end")] = bytes(got)


def our_clocks() -> int:
    """Return the clocks of one scan of eight chips after an interrupt."""
    with OpenedBench() as bench:
        bench.magnet(1)
        bench.run(0.01)
        return bench.bus.traffic.clocks


def our_idle_minute() -> tuple[int, int]:
    """Return the clocks of a minute in which no piece moves, and how often the driver wakes up."""
    with OpenedBench() as bench:
        before = bench.board.cycles
        bench.run(60.0)
        return bench.bus.traffic.clocks, bench.board.cycles - before


def adafruits_clocks() -> tuple[int, int]:
    """Return the clocks of a scan by Adafruit's driver: all pins of a chip at once, and pin by pin."""
    from adafruit_mcp230xx.mcp23017 import MCP23017

    with SimulatedI2CBus({address: SimulatedMcp23017() for address in ADDRESSES}) as wires, SMBus(wires.path) as bus:
        chips = [MCP23017(AdafruitsBus(bus), address, reset=False) for address in ADDRESSES]
        pins = [chip.get_pin(number) for chip in chips for number in range(16)]
        counts = []
        for scan in (lambda: [chip.gpio for chip in chips], lambda: [pin.value for pin in pins]):
            wires.traffic = Traffic()
            scan()
            counts.append(wires.traffic.clocks)
    return counts[0], counts[1]


@contextmanager
def _i2c() -> Iterator[Sampler]:
    def sample() -> Mapping[str, Sample]:
        at_once, _ = adafruits_clocks()
        return {"i2c-scan": Sample(our_clocks(), at_once, FLOOR_CLOCKS)}

    yield sample


I2C = Topic(
    "i2c",
    (
        Row(
            "i2c-scan",
            "clocks on the I2C bus to read eight chips",
            "",
            "Adafruit's driver, each chip's pins at once",
            "seven chips' addresses and inputs, chained to one transfer",
            (at_most(1.0, "peer"), at_most(384)),
            counts=True,
        ),
    ),
    _i2c,
    repeats=1,
)

# --- the serial board ------------------------------------------------------------------------------------------------


@contextmanager
def _serial() -> Iterator[Sampler]:
    def sample() -> Mapping[str, Sample]:
        whole = serial_bytes_a_second(0.1, every_frame=True)
        return {"serial-idle": Sample(serial_bytes_a_second(0.1), whole)}

    yield sample


SERIAL = Topic(
    "serial",
    (
        Row(
            "serial-idle",
            "bytes a second from the board of sensors, no piece moves, noise of 0.1 mT",
            "/s",
            "every frame sent whole, 50 a second",
            goals=(at_most(300),),
            counts=True,
            unfair="the peer is our own board, told to send every frame: no other one does this work",
            peer_is_own=True,
        ),
    ),
    _serial,
    repeats=1,
)
