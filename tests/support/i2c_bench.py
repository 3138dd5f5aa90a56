"""A board of switches on the table: the real driver over simulated chips, and a clock that tests move."""

from __future__ import annotations

from dataclasses import dataclass, field
from queue import Queue

from gpiozero.pins.mock import MockFactory

from hardware.boards.frames import BoardEvent, Fault, Frame, Inputs
from hardware.boards.i2c_board import I2CBoard
from hardware.boards.mcp23017 import default_map
from hardware.simulated.i2c import Adapter, SimulatedI2CBus, SimulatedMcp23017, Traffic

ADDRESSES = tuple(range(0x20, 0x28))
INTERRUPT, RESET = 4, 17


@dataclass
class Bench:
    """A board of ten by ten on the table, with its bus in our hands and a clock that we move."""

    bus: SimulatedI2CBus
    board: I2CBoard
    rung: Queue[str]
    now_s: float = 0.0
    seen: list[BoardEvent] = field(default_factory=list)

    def run(self, seconds: float) -> list[BoardEvent]:
        """Let time pass as the loop would: poll at each deadline and whenever woken."""
        end_s, happened = self.now_s + seconds, list(self.board.poll(self.now_s))
        while (deadline_s := self.board.next_deadline_s()) <= end_s:
            self.now_s = max(self.now_s, deadline_s)
            happened += self.board.poll(self.now_s)
        self.now_s = end_s
        self.seen += happened
        return happened

    def magnet(self, *cells: int) -> None:
        """Exactly these cells sense a magnet now."""
        sensors = default_map(100)
        for address in ADDRESSES:
            pins = [s.pin for cell in cells if (s := sensors[cell]) and s.address == address]
            self.bus.pull_low(address, sum(1 << pin for pin in pins))

    def faults(self) -> dict[str, Fault]:
        """What is wrong, by part."""
        return {part.part: part.fault for part in self.board.health() if part.fault}


class OpenedBench:
    """A bench that has found its board."""

    def __init__(self, adapter: Adapter = Adapter.BCM2835) -> None:
        self._factory = MockFactory()
        self._bus = SimulatedI2CBus(
            {address: SimulatedMcp23017() for address in ADDRESSES},
            adapter=adapter,
            interrupt=self._factory.pin(INTERRUPT),
            reset=self._factory.pin(RESET),
        )
        rung: Queue[str] = Queue()
        self._board = I2CBoard(
            rows=10,
            columns=10,
            sensors=default_map(100),
            wake=lambda: rung.put("interrupt"),
            pin_factory=self._factory,
            interrupt_pin=INTERRUPT,
            reset_pin=RESET,
        )
        self._bench = Bench(self._bus, self._board, rung)

    def __enter__(self) -> Bench:
        self._bench.run(1.05)
        while not self._bench.rung.empty():
            self._bench.rung.get()
        self._bench.bus.traffic = Traffic()
        return self._bench

    def __exit__(self, *_: object) -> None:
        self._board.close()
        self._bus.close()
        self._factory.reset()


def occupied(frame: Frame) -> set[int]:
    """The cells that sense a magnet."""
    return {cell for cell, level in enumerate(frame.cells) if level == 1.0}


def frames(events: list[BoardEvent]) -> list[Frame]:
    """The frames among what a board has reported."""
    return [event for event in events if isinstance(event, Frame)]


def inputs(events: list[BoardEvent]) -> list[Inputs]:
    """What was reported of the chips' inputs."""
    return [event for event in events if isinstance(event, Inputs)]
