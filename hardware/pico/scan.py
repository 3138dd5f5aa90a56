"""Reads the sensors, one powered strip after another.

Why one strip at a time: a hundred linear hall sensors draw 0.6 A together. Each row's strip has its own switched
supply, which is on only while its sensors are read. One strip draws 60 mA.
"""

TYPE_CHECKING = False  # a Pico has no module `typing`; type checkers take this name for true
if TYPE_CHECKING:
    from array import array
    from typing import Protocol

    class Wires(Protocol):
        """What the scan needs of the board; `total` adds up samples of the selected sensor, 0 to 4095 each."""

        def quiet(self, on: bool) -> None: ...
        def power(self, row: int, on: bool) -> None: ...
        def select(self, row: int, column: int) -> None: ...
        def wait_us(self, duration_us: int) -> None: ...
        def total(self, samples: int) -> int: ...


POWER_UP_US = (
    400  # until a hall sensor's output is valid: data sheets say 175 to 330, and the strip's capacitors charge
)
SETTLE_US = 5  # for two multiplexers in series
SAMPLES = 8  # of 12 bits each, added up for less noise and finer steps
MIDDLE = 2048  # of the converter's range: without a field


def scan(wires: "Wires", rows: int, columns: int, values: "array[int]") -> None:
    """Write the field at every sensor to `values`, row by row: the sum of 8 samples, zero without a field.

    It allocates nothing, so that no collection of garbage comes between two sensors. When this returns or fails, no
    strip is powered, and the regulator may save power again.
    """
    wires.quiet(True)
    try:
        for row in range(rows):
            wires.power(row, True)
            try:
                wires.wait_us(POWER_UP_US)
                for column in range(columns):
                    wires.select(row, column)
                    wires.wait_us(SETTLE_US)
                    values[row * columns + column] = wires.total(SAMPLES) - SAMPLES * MIDDLE
            finally:
                wires.power(row, False)
    finally:
        wires.quiet(False)
