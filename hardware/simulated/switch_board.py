"""A simulated board of hall switches: magnets, switches, chips and the wires to the Pi."""

from collections.abc import Iterable
from random import Random
from typing import Any, Final, Self

from hardware.boards.frames import Reading
from hardware.boards.sensor_map import SensorMap
from hardware.simulated.chips import SimulatedMcp23017
from hardware.simulated.i2c import SimulatedI2CBus
from hardware.simulated.i2c_kernel import Adapter
from hardware.simulated.magnets import SimulatedMagnets

OPERATE_MT: Final = 8.0  # a unipolar switch closes at this field
RELEASE_MT: Final = 5.0  # and opens again at this one
SPREAD: Final = 0.1  # standard deviation of a switch's two fields, as a share of them


class SimulatedSwitchBoard:
    """Switches that close in a south pole's field, wired to chips as `sensors` says; the driver may assume otherwise.

    The board works only in `advance` and has neither a clock nor a thread. Set faults of wires and chips at `bus`.
    `interrupt` and `reset` are gpiozero's mock pins at the other end of the cable.
    """

    reading: Final = Reading.LEVEL

    def __init__(
        self,
        magnets: SimulatedMagnets,
        sensors: SensorMap,
        *,
        path: str = "/dev/i2c-1",
        adapter: Adapter = Adapter.BCM2835,
        interrupt: Any = None,
        reset: Any = None,
        operate_mt: float = OPERATE_MT,
        release_mt: float = RELEASE_MT,
        spread: float = SPREAD,
    ) -> None:
        self._magnets = magnets
        self._sensors = sensors
        random = Random(magnets.seed)
        shares = [random.gauss(1.0, spread) for _ in sensors]
        self._operate_mt = [operate_mt * share for share in shares]
        self._release_mt = [release_mt * share for share in shares]
        self._closed: frozenset[int] = frozenset()
        self.bus = SimulatedI2CBus(
            {sensor.address: SimulatedMcp23017() for sensor in sensors if sensor},
            path=path,
            adapter=adapter,
            interrupt=interrupt,
            reset=reset,
        )

    def advance(self, now_s: float) -> bool:
        """Switch by the field of this moment; return whether a switch changed, which pulls the interrupt line."""
        readings = self._magnets.readings_mt(now_s)
        closed = frozenset(
            cell
            for cell, reading in enumerate(readings)
            if reading >= (self._release_mt if cell in self._closed else self._operate_mt)[cell]
        )
        moved = [self._sensors[cell] for cell in closed ^ self._closed]
        self._closed = closed
        self._pull({sensor.address for sensor in moved if sensor})
        return bool(moved)

    def _pull(self, addresses: Iterable[int]) -> None:
        """Let the closed switches pull the inputs of these chips low."""
        for address in addresses:
            pins = {s.pin for cell in self._closed if (s := self._sensors[cell]) and s.address == address}
            self.bus.pull_low(address, sum(1 << pin for pin in pins))

    def solder(self, sensors: SensorMap) -> None:
        """Wire the cells differently, to the same chips."""
        self._sensors = sensors
        self._pull(self.bus.chips)

    @property
    def is_plugged(self) -> bool:
        """Whether the cable is plugged in."""
        return self.bus.is_connected

    def sensed(self) -> tuple[float | None, ...]:
        """Return each cell's switch: 1.0 closed, 0.0 open, None where none is wired."""
        return tuple(
            None if sensor is None else float(cell in self._closed) for cell, sensor in enumerate(self._sensors)
        )

    def unanswered(self) -> frozenset[int]:
        """Return the cells whose chip does not answer."""
        return frozenset(cell for cell, sensor in enumerate(self._sensors) if sensor and self.bus.fails(sensor.address))

    def plug(self) -> None:
        """Put the cable back."""
        self.bus.plug()

    def unplug(self) -> None:
        """Pull the cable."""
        self.bus.unplug()

    def close(self) -> None:
        """Take the bus away."""
        self.bus.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
