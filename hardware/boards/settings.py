"""Which magnetic boards there are, and their settings."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated, Final, Literal

import msgspec
from msgspec.structs import replace

from hardware.boards.mcp23017 import SensorMap, default_map, read_sensor

NO_SENSOR: Final = "--"
"""The text for a cell that has no switch, or is left out."""

Count = Annotated[int, msgspec.Meta(ge=1)]


class SwitchBoard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind", tag="i2c"):
    """Hall switches on up to eight MCP23017.

    :raises ValueError: the map does not fit the board, or names something that is no input
    """

    rows: Count = 10
    """Rows of cells."""
    columns: Count = 10
    """Columns of cells."""
    bus: str = "/dev/i2c-1"
    """Device file of the I2C bus."""
    interrupt: int | Literal["none"] = 4
    """BCM pin of the chips' common interrupt line, or "none"."""
    reset: int | Literal["none"] = 17
    """BCM pin of the chips' common reset line, or "none"."""
    sensors: tuple[str, ...] = ()
    """One text for each row of cells: where each is wired, as in "20A0 20A1 --". Left out: in order."""

    def __post_init__(self) -> None:
        self.sensor_map()

    def sensor_map(self) -> SensorMap:
        """Where each cell is wired, row by row."""
        if not self.sensors:
            return default_map(self.rows * self.columns)
        rows = [text.split() for text in self.sensors]
        if len(rows) != self.rows or any(len(row) != self.columns for row in rows):
            raise ValueError(f"sensors must be {self.rows} texts of {self.columns} places each")
        return read_places([place for row in rows for place in row])


def read_places(places: Sequence[str]) -> SensorMap:
    """Where each cell is wired, of texts such as "20A0" or "--".

    :raises ValueError: when one names no input, two cells share an input, or none has one
    """
    _check_places(place for place in places if place != NO_SENSOR)
    return tuple(None if place == NO_SENSOR else read_sensor(place) for place in places)


def _check_places(wired: Iterable[str]) -> None:
    """Check where the cells are wired.

    :raises ValueError: when no cell is, or two cells share an input
    """
    counts = Counter(wired)
    if not counts:
        raise ValueError("no cell has a sensor")
    if twice := sorted(place for place, count in counts.items() if count > 1):
        raise ValueError(f"wired to two cells: {' '.join(twice)}")


class SensorBoard(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
    tag_field="kind",
    tag="serial",
):
    """A Pico with linear hall sensors; it reports how many rows and columns it has."""

    port: str = "/dev/referee-board"
    """A name of the port that stays the same when the board is replugged, or a pyserial URL."""


BoardSettings = SwitchBoard | SensorBoard


def sensor_map_of(settings: BoardSettings | None) -> SensorMap | None:
    """How the cells of a board of switches are wired; None for any other."""
    return settings.sensor_map() if isinstance(settings, SwitchBoard) else None


def without_pins(settings: BoardSettings) -> BoardSettings:
    """The same board without its wires to GPIO pins; it is then scanned more often and never reset."""
    return replace(settings, interrupt="none", reset="none") if isinstance(settings, SwitchBoard) else settings


def pin_or_none(pin: int | Literal["none"]) -> int | None:
    """The pin; None where that wire is missing."""
    return None if pin == "none" else pin
