"""Screens by name: what each needs in the Raspberry Pi's config.txt, and which of its pins are ours.

Why nothing but the standard library: the installer calls this file with the system's own Python, before it changes
anything. `python3 hardware/screens.py NAME` prints the lines for config.txt.
"""

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

TABLE: Final = Path(__file__).with_suffix(".toml")
FREE: Final = (12, 26, 14, 15, 7)
"""GPIOs that a part may move to, the best first: no part of ours has them, whatever the controls. A shutdown button may
have 26, and what moves for a sound board all but 12."""
WITHOUT_DRM: Final = "fb_"
"""Prefix of framebuffers without a graphics card behind them: those of the old drivers (fbtft)."""


class Screen(NamedTuple):
    """A screen of the table."""

    name: str
    """What the installer calls it."""
    model: str
    """What a shop calls it."""
    width: int
    height: int
    inches: str
    euros: str
    price: str
    """Where the price is from, and when; or that it is an estimate."""
    config: tuple[str, ...]
    """Its lines in config.txt."""
    pins: dict[int, str]
    """The GPIOs that it takes, and for what."""
    touch: str
    pis: tuple[str, ...]
    """The models of Raspberry Pi that have what it needs."""
    note: str
    sources: tuple[str, ...]
    panel: Mapping[str, str | float] = MappingProxyType({})
    """Its sizes in mm, where there is a printed console for it."""

    @property
    def overlay(self) -> str:
        """The name of its overlay; empty for one that needs none."""
        return next((found[1] for line in self.config if (found := re.match(r"dtoverlay=([^,]+)", line))), "")


def load_screens() -> tuple[Screen, ...]:
    """The screens of the table."""
    with TABLE.open("rb") as file:
        return tuple(
            Screen(
                **{
                    **entry,
                    "config": tuple(entry["config"]),
                    "pis": tuple(entry["pis"]),
                    "sources": tuple(entry["sources"]),
                    "pins": {int(pin): use for pin, use in entry["pins"].items()},
                }
            )
            for entry in tomllib.load(file)["screen"]
        )


def _overlay_lines(config: str) -> Iterator[tuple[str, str]]:
    """Yield the overlays that a config.txt loads on some Raspberry Pi: the name, and the whole line."""
    for line in config.splitlines():
        if found := re.match(r"\s*(?:dtoverlay|device_tree_overlay)=([\w-]+)", line):
            yield found[1], line.strip()


def screens_in(config: str, screens: Iterable[Screen]) -> Iterator[tuple[Screen, str]]:
    """Yield the screens of the table whose overlay a config.txt loads, with its line there."""
    by_overlay = {screen.overlay: screen for screen in screens if screen.overlay}
    for overlay, line in _overlay_lines(config):
        if overlay in by_overlay:
            yield by_overlay[overlay], line


class Move(NamedTuple):
    """A part of ours whose pin a screen takes: its key in the settings, its pin, and a free one or None."""

    key: str
    pin: int
    to: int | None


def moves(screen: Screen, pins: Mapping[str, int]) -> tuple[Move, ...]:
    """Our parts that must move for a screen, and where to; ``pins`` are ours, by key.

    Parts of which a device has one or the other share a pin, and move together.
    """
    free = (pin for pin in FREE if pin not in screen.pins and pin not in pins.values())
    goals = {pin: next(free, None) for pin in dict.fromkeys(pins.values()) if pin in screen.pins}
    return tuple(Move(key, pin, goals[pin]) for key, pin in pins.items() if pin in goals)


BITS_32: Final = "1, 2 up to version 1.1, Zero and Zero W"
"""Raspberry Pis on which no system of the table runs, because all of them have 64 bits."""
LATE_2: Final = "2 of version 1.2"
"""It has the processor of a 3, and the same sockets."""
EMULATED: Final = "a program that plays an arm64 computer"
"""Its screen is a virtual one, which stands for HDMI."""
COMPUTERS: Final = (EMULATED, "Zero 2 W", LATE_2, "3", "4", "5", BITS_32)


class System(NamedTuple):
    """A system that the referee runs on."""

    name: str
    has_overlays: bool
    """Whether its kernel comes with the overlays that screens load in config.txt."""
    computers: dict[str, str]
    """The computers on which it runs: tried on a computer that a program plays, or by what makers write."""
    unable: Mapping[str, str] = MappingProxyType({})
    """Why it does not run on others."""


def load_systems() -> tuple[System, ...]:
    """The systems of the table."""
    with TABLE.open("rb") as file:
        return tuple(System(**entry) for entry in tomllib.load(file)["system"])


def verdict(computer: str, system: System, screen: Screen) -> str:
    """Whether a screen works on a computer with a system: "tried", "should work", or why it cannot."""
    match computer:
        case _ if computer == BITS_32:
            return "cannot: 32 bits"
        case _ if computer not in system.computers:
            return f"cannot: {system.unable.get(computer, 'not for it')}"
        case _ if screen.config and not system.has_overlays:
            return "cannot: no overlay"
        case _ if computer != EMULATED and (computer if computer != LATE_2 else "3") not in screen.pis:
            return "cannot: no socket"
    return system.computers[computer]


def main(names: list[str]) -> str | None:
    """Print the lines of one screen; return what is wrong with what was asked."""
    screens = {screen.name: screen for screen in load_screens()}
    if len(names) != 1 or names[0] not in screens:
        return "the screens that are known: " + ", ".join(screens)
    print(*screens[names[0]].config, sep="\n")
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
