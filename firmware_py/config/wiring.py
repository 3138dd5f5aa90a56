"""A wiring as stored, and the wiring in force with its source.

Why with bus and size: what was learnt holds for the board it was learnt on, whose chips it names. If the owner writes
another bus or another size into the settings file, it is another board, and the file holds.
"""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

import msgspec

from firmware_py.stored_json import from_json

WIRING: Final = "board.wiring"
"""The setting that stores the learnt wiring; empty if it is forgotten."""
WIRING_DRAFT: Final = "board.wiring.draft"
"""The setting that stores a wiring that is being learnt."""

NO_SENSOR: Final = "--"
"""The text for a cell that has no switch, or is left out."""
UNKNOWN: Final = ""
"""The text for a cell whose input is not known yet."""

SensorWiring: TypeAlias = tuple[str, ...]
"""One text a cell, row by row: `20A3`, `NO_SENSOR` or `UNKNOWN`."""
Source: TypeAlias = Literal["learnt", "file", "order"]
"""The source of the wiring in force: learnt on the device, the owner's file, or neither, and so in order."""


class StoredWiring(msgspec.Struct, frozen=True):
    """A wiring with the board it belongs to."""

    bus: str
    """Device file of the bus."""
    rows: int
    columns: int
    sensors: SensorWiring


class BoardWiring(msgspec.Struct, frozen=True):
    """The wiring in force of the board of switches in this device."""

    bus: str
    rows: int
    columns: int
    sensors: SensorWiring
    source: Source
    draft: SensorWiring = ()
    """What has been learnt so far of another wiring; empty if nothing."""

    def stored_text(self, sensors: SensorWiring) -> str:
        """Return a wiring of this board as stored."""
        return msgspec.json.encode(StoredWiring(self.bus, self.rows, self.columns, sensors)).decode()


def read_wiring(text: str, bus: str, rows: int, columns: int) -> SensorWiring:
    """Return the stored wiring of this board; empty if there is none, or it is of another board or makes no sense."""
    try:
        wiring = from_json(text, StoredWiring)
    except msgspec.DecodeError:
        return ()
    sensors, wired = wiring.sensors, wired_in(wiring.sensors)
    if (wiring.bus, wiring.rows, wiring.columns) != (bus, rows, columns) or len(sensors) != rows * columns:
        return ()
    is_sound = wired and len(wired) == len(set(wired)) and all(re.fullmatch(r"2[0-7][AB][0-6]", one) for one in wired)
    return sensors if is_sound else ()


def rows_of_text(sensors: SensorWiring, columns: int) -> tuple[str, ...]:
    """Return one text for each row of cells, as in the owner's file."""
    known = tuple(sensor or NO_SENSOR for sensor in sensors)
    return tuple(" ".join(known[start : start + columns]) for start in range(0, len(known), columns))


def wired_in(sensors: SensorWiring) -> SensorWiring:
    """Return the inputs that are known, in the order of their cells."""
    return tuple(sensor for sensor in sensors if sensor not in (UNKNOWN, NO_SENSOR))


def chips_of(sensors: SensorWiring) -> tuple[int, ...]:
    """Return the addresses of the chips that a wiring names, lowest first."""
    return tuple(sorted({int(sensor[:2], 16) for sensor in wired_in(sensors)}))
