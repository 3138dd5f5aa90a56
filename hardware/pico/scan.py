"""In which order the sensors are read, and how little of the board is powered while they are.

Why one strip at a time: a hundred linear hall sensors draw 0.6 A together. Each strip of a row has its
own switched supply; it is on only while its own sensors are read, which leaves 60 mA.
"""

TYPE_CHECKING = False  # a Pico has no module `typing`; type checkers take this name for true
if TYPE_CHECKING:
    from typing import Protocol

    class Wires(Protocol):
        """What the scan needs of the board; `total` adds up so many samples, 0 to 4095 each, of the selected sensor."""

        def power(self, row: int, on: bool) -> None: ...
        def select(self, row: int, column: int) -> None: ...
        def wait_us(self, duration_us: int) -> None: ...
        def total(self, samples: int) -> int: ...


POWER_UP_US = 300  # until a hall sensor's output is right; data sheets say 175 to 300
SETTLE_US = 5  # for two multiplexers in series
SAMPLES = 8  # of 12 bits each, added up: less noise, finer steps
MIDDLE = 2048  # of the converter's range: no field


def scanned(wires: "Wires", rows: int, columns: int) -> list[int]:
    """The field at every sensor, row by row: the sum of 8 samples, zero where there is no field.

    When this returns, or fails, every strip is without power.
    """
    values = []
    for row in range(rows):
        wires.power(row, True)
        try:
            wires.wait_us(POWER_UP_US)
            for column in range(columns):
                wires.select(row, column)
                wires.wait_us(SETTLE_US)
                values.append(wires.total(SAMPLES) - SAMPLES * MIDDLE)
        finally:
            wires.power(row, False)
    return values
