"""The settings that can be chosen on the device, read from the texts that the journal stores.

Why nothing here fails: a stored choice may come from another version of the program or from a damaged disk. A choice
that makes no sense is ignored, and the owner's file applies.

Why with bus and size: what was learnt holds for the board it was learnt on, whose chips it names. If the owner writes
another bus or another size into the settings file, it is another board, and the file holds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import ceil
from typing import Final, Literal, TypeAlias, TypeVar, get_args

import msgspec
from msgspec.structs import replace

from display.view import ThemeName
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
        return msgspec.json.encode(StoredWiring(self.bus, self.rows, self.columns, sensors)).decode()


def read_wiring(text: str, bus: str, rows: int, columns: int) -> SensorWiring:
    """Return the stored wiring of this board; empty if there is none, or it is of another board or makes no sense."""
    try:
        wiring = from_json(text, StoredWiring)
    except msgspec.DecodeError:
        return ()
    sensors, wired = wiring.sensors, wiring_in(wiring.sensors)
    if (wiring.bus, wiring.rows, wiring.columns) != (bus, rows, columns) or len(sensors) != rows * columns:
        return ()
    is_sound = wired and len(wired) == len(set(wired)) and all(re.fullmatch(r"2[0-7][AB][0-6]", one) for one in wired)
    return sensors if is_sound else ()


def rows_of_text(sensors: SensorWiring, columns: int) -> tuple[str, ...]:
    """One text for each row of cells, as in the owner's file."""
    known = tuple(sensor or NO_SENSOR for sensor in sensors)
    return tuple(" ".join(known[start : start + columns]) for start in range(0, len(known), columns))


def wiring_in(sensors: SensorWiring) -> SensorWiring:
    """The inputs that are known, in the order of their cells."""
    return tuple(sensor for sensor in sensors if sensor not in (UNKNOWN, NO_SENSOR))


def chips_of(sensors: SensorWiring) -> tuple[int, ...]:
    """The addresses of the chips that a wiring names, lowest first."""
    return tuple(sorted({int(sensor[:2], 16) for sensor in wiring_in(sensors)}))


Controls: TypeAlias = Literal["four", "six", "encoder", "touch"]
"""Four buttons, six with left and right, an encoder and back, or nothing but the screen."""
ButtonLayout: TypeAlias = Literal["four", "six"]
"""The buttons that pages can use: up, down, ok and back, or left and right as well."""
Rotation: TypeAlias = Literal[0, 90, 180, 270]
BoardKind: TypeAlias = Literal["none", "i2c", "serial"]

LANGUAGE_CODES = ("fr", "en", "de")
SOUNDS = ("keys", "turns", "events", "errors")
"""The classes of sound that can be switched off one by one."""
VOLUMES = (0, 1, 2, 3, 4)
"""The steps of volume, from silence to the loudest."""
BRIGHTNESS = {"full": 1.0, "half": 0.6, "low": 0.3}
"""The levels of the screen's brightness, from 0 (dark) to 1."""
SIZES = ((320, 240), (480, 320), (800, 480))
"""The panels for which the pages are made, in pixels."""
DIAGONALS = (0.0, 2.4, 2.8, 3.2, 3.5, 4.0, 4.3, 5.0, 7.0, 10.1)
"""The diagonals of panels that are sold, in inches; 0 for what is usual for so many pixels."""

TRIAL_S = 15
"""How long a choice is tried out before it must be confirmed, in seconds."""

T = TypeVar("T")


Across: TypeAlias = Literal["on", "later", "off"]
"""When a turn that nobody touches is shown as it is read from across the table."""


class Settings(msgspec.Struct, frozen=True):
    """Everything that can be chosen on the device."""

    language: str = "fr"
    sounds: frozenset[str] = frozenset(SOUNDS)
    """The classes of sound that are on."""
    volume: int = VOLUMES[-1]
    is_quiet: bool = False
    """Late in the evening: softer sounds, silent keys."""
    brightness: str = "full"
    controls: Controls = "six"
    size: tuple[int, int] = (480, 320)
    """The size of the panel in pixels, as it is mounted."""
    inches: float = 0.0
    """The panel's diagonal; 0 for what is usual for so many pixels."""
    theme: ThemeName = "night"
    """The colours of the screen."""
    is_moving: bool = True
    """Whether posters and moving pictures are shown."""
    across: Across = "on"
    """Whether a turn is shown, after a while, as it is read from across the table: soon ("on"), later or never."""
    rotation: Rotation = 0
    """How far the picture is turned clockwise, in degrees."""
    sensors: BoardKind = "none"
    """The magnetic board."""
    wiring: str = ""
    """The learnt wiring of a board of switches, as stored."""
    voice: bool = False
    """Whether a voice says what everybody may see."""
    house_rules: tuple[tuple[str, str], ...] = ()
    """The rules of new games that differ from the printed ones: keys by `house_rule_key`, and the value as text."""

    @property
    def layout(self) -> ButtonLayout:
        """The buttons that pages can use. An encoder gives up and down; touch needs no direction."""
        return "four" if self.controls in ("four", "encoder") else "six"


class Trial(msgspec.Struct, frozen=True):
    """A choice that is tried out until `until_s`, unless somebody confirms it before."""

    key: str
    value: str
    until_s: float
    left_s: int = TRIAL_S
    """The whole seconds left, as the screen shows them."""

    def at(self, now_s: float) -> Trial:
        """The trial with the seconds left at `now_s`; 0 when it is over."""
        return replace(self, left_s=max(0, ceil(self.until_s - now_s)))

    def deadline_s(self) -> float:
        """When the next second is over."""
        return self.until_s - self.left_s + 1


def read_settings(stored: Mapping[str, str], usual: Settings) -> Settings:
    """Return the settings `stored` by key where they make sense, else the `usual` ones of this device."""
    sounds = {name: stored.get(f"sound.{name}", "on" if name in usual.sounds else "off") for name in SOUNDS}
    sizes = {size_text(size): size for size in (*SIZES, usual.size)}
    return replace(
        usual,
        language=_known(stored.get("language"), _by_text(LANGUAGE_CODES), usual.language),
        sounds=frozenset(name for name, value in sounds.items() if value == "on"),
        volume=_known(stored.get("sound.volume"), _by_text(VOLUMES), usual.volume),
        is_quiet=stored.get("sound.quiet") == "on",
        brightness=_known(stored.get("brightness"), _by_text(tuple(BRIGHTNESS)), usual.brightness),
        controls=_known(stored.get("layout"), _by_text(get_args(Controls)), usual.controls),
        size=_known(stored.get("screen.size"), sizes, usual.size),
        inches=_known(stored.get("screen.inches"), _by_text(DIAGONALS), usual.inches),
        theme=_known(stored.get("screen.theme"), _by_text(get_args(ThemeName)), usual.theme),
        is_moving=stored.get("screen.moments", "on") == "on",
        across=_known(stored.get("screen.across"), _by_text(get_args(Across)), usual.across),
        rotation=_known(stored.get("screen.rotation"), _by_text(get_args(Rotation)), usual.rotation),
        sensors=_known(stored.get("board.kind"), _by_text(get_args(BoardKind)), usual.sensors),
        wiring=stored.get(WIRING, ""),
        voice=stored.get("voice") == "on",
        house_rules=tuple(sorted((key, value) for key, value in stored.items() if key.startswith(HOUSE))),
    )


def size_text(size: tuple[int, int]) -> str:
    """A panel's size as it is stored."""
    return f"{size[0]}x{size[1]}"


HOUSE = "house."


def house_rule_key(game: str, rule: str) -> str:
    """The key under which this rule of new games is stored."""
    return f"{HOUSE}{game}.{rule}"


def _by_text(values: tuple[T, ...]) -> dict[str, T]:
    return {str(value): value for value in values}


def _known(text: str | None, values: Mapping[str, T], usual: T) -> T:
    return values.get(text, usual) if text is not None else usual
