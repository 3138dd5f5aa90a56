"""What was chosen on the device, read out of the texts that the journal keeps, over what the owner's file says.

Why nothing here fails: a choice may come from another version of the program or from a damaged disk. One that makes no
sense is passed over, and what the owner wrote holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil
from typing import Literal, TypeAlias, TypeVar, get_args

from firmware_py.sensing.wiring.stored import WIRING

Controls: TypeAlias = Literal["four", "six", "encoder", "touch"]
"""What hands have: buttons without or with left and right, an encoder and back, or nothing but the screen."""
ButtonLayout: TypeAlias = Literal["four", "six"]
"""What pages must get by with: up, down, ok and back, or left and right as well."""
Rotation: TypeAlias = Literal[0, 90, 180, 270]
BoardKind: TypeAlias = Literal["none", "i2c", "serial"]

LANGUAGE_CODES = ("fr", "en", "de")
SOUNDS = ("keys", "events", "errors")
"""The classes of sound that can be switched off one by one."""
BRIGHTNESS = {"full": 1.0, "half": 0.6, "low": 0.3}
"""The levels of the screen's brightness, from 0 (dark) to 1."""
SIZES = ((320, 240), (480, 320), (800, 480))
"""The panels that the pages are made for, in pixels."""

TRIAL_S = 15
"""How long a choice is tried until it must be confirmed."""

T = TypeVar("T")


@dataclass(frozen=True)
class Settings:
    """Everything that can be chosen on the device."""

    language: str = "fr"
    sounds: frozenset[str] = frozenset(SOUNDS)
    """The classes of sound that are on."""
    brightness: str = "full"
    controls: Controls = "six"
    size: tuple[int, int] = (480, 320)
    """Of the panel in pixels, as it is mounted."""
    rotation: Rotation = 0
    """How far the picture is turned clockwise, in degrees."""
    sensors: BoardKind = "none"
    """The magnetic board."""
    wiring: str = ""
    """What was learnt of the wiring of a board of switches, as it is kept."""
    open_scores: bool = False
    """The table wants to see running totals, which a game may keep closed otherwise."""
    house_rules: tuple[tuple[str, str], ...] = ()
    """How new games begin otherwise than printed: keys by `house_rule_key`, and the value as text."""

    @property
    def layout(self) -> ButtonLayout:
        """Return what pages must get by with: an encoder turns up and down, a finger needs no direction at all."""
        return "four" if self.controls in ("four", "encoder") else "six"


@dataclass(frozen=True)
class Trial:
    """A choice that is tried out until a moment, unless somebody confirms it before."""

    key: str
    value: str
    until_s: float
    left_s: int = TRIAL_S
    """Whole seconds, as they are counted on the screen."""

    def at(self, now_s: float) -> Trial:
        """Return the trial with the seconds that are left now; none when it is over."""
        return replace(self, left_s=max(0, ceil(self.until_s - now_s)))

    def deadline_s(self) -> float:
        """Return when the next second is over."""
        return self.until_s - self.left_s + 1


def read_settings(stored: Mapping[str, str], usual: Settings) -> Settings:
    """Return what is in force: `stored` by key where that makes sense, else what is `usual` in this box."""
    sounds = {name: stored.get(f"sound.{name}", "on" if name in usual.sounds else "off") for name in SOUNDS}
    sizes = {size_text(size): size for size in (*SIZES, usual.size)}
    return replace(
        usual,
        language=_known(stored.get("language"), _by_text(LANGUAGE_CODES), usual.language),
        sounds=frozenset(name for name, value in sounds.items() if value == "on"),
        brightness=_known(stored.get("brightness"), _by_text(tuple(BRIGHTNESS)), usual.brightness),
        controls=_known(stored.get("layout"), _by_text(get_args(Controls)), usual.controls),
        size=_known(stored.get("screen.size"), sizes, usual.size),
        rotation=_known(stored.get("screen.rotation"), _by_text(get_args(Rotation)), usual.rotation),
        sensors=_known(stored.get("board.kind"), _by_text(get_args(BoardKind)), usual.sensors),
        wiring=stored.get(WIRING, ""),
        open_scores=stored.get("open_scores") == "on",
        house_rules=tuple(sorted((key, value) for key, value in stored.items() if key.startswith(HOUSE))),
    )


def size_text(size: tuple[int, int]) -> str:
    """Return a panel's size as it is stored."""
    return f"{size[0]}x{size[1]}"


HOUSE = "house."


def house_rule_key(game: str, rule: str) -> str:
    """Return the key under which it is kept how new games of this kind begin."""
    return f"{HOUSE}{game}.{rule}"


def _by_text(values: tuple[T, ...]) -> dict[str, T]:
    return {str(value): value for value in values}


def _known(text: str | None, values: Mapping[str, T], usual: T) -> T:
    return values.get(text, usual) if text is not None else usual
