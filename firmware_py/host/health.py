"""What the device knows of itself: its version, its computer, its power supply and the parts that fail.

Why: most riddles of a Raspberry Pi are its power supply, and it tells itself when the voltage dropped. Asking costs one
small file, so it is asked anew for every page.
"""

from __future__ import annotations

import platform
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from firmware_py.words import Words, plain, words

SYSTEM = Path("/")
"""Where the system's files are; elsewhere in tests."""

THROTTLED = "sys/devices/platform/soc*/soc*:firmware/get_throttled"
"""The Raspberry Pi's own record of weak power, a hexadecimal number; the Pi 5 names its chip with an address."""
WEAK_NOW = 1
"""The bit of that record which says that the voltage is too low at this moment."""

NOW = {0: words("The power supply is too weak now."), 2: words("The computer is slowed down now.")}
WEAK_POWER = words("The power supply is too weak: the box may stop. Use one for a Raspberry Pi, with a short cable.")
SINCE_START = {16: words("The power supply was too weak."), 18: words("The computer was slowed down.")}
"""What the bits of that record mean (Raspberry Pi documentation, `vcgencmd get_throttled`)."""

NO_SCREEN = words("No screen was found.")
"""What a window tells that nobody could see."""


@cache
def program_version() -> str:
    """Return the version of this program."""
    try:
        return version("pyramid-referee")
    except PackageNotFoundError:
        return "?"


def model(system: Path = SYSTEM) -> str:
    """Return which Raspberry Pi this is, empty on any other computer."""
    return _read(system / "proc/device-tree/model").rstrip("\0").strip()


def throttled(system: Path = SYSTEM) -> int | None:
    """Return the bits that tell of weak power, now and since the start; None where nothing tells them."""
    text = "".join(map(_read, _power_records(system))).strip()
    try:
        return int(text, 16) if text else None
    except ValueError:
        return None


@cache
def _power_records(system: Path) -> tuple[Path, ...]:
    """Return where the record is: looked for once, since it is asked every other second."""
    return tuple(system.glob(THROTTLED))[:1]


def is_power_weak(system: Path = SYSTEM) -> bool:
    """Return whether the power supply is too weak at this moment, as far as anything tells."""
    return bool((throttled(system) or 0) & WEAK_NOW)


def power_lines(bits: int | None) -> tuple[Words, ...]:
    """Return what these bits say of the power supply."""
    if bits is None:
        return ()
    now = tuple(line for bit, line in NOW.items() if bits >> bit & 1)
    since = tuple(line for bit, line in SINCE_START.items() if bits >> bit & 1 and not bits >> (bit - 16) & 1)
    return now + since or (words("The power supply is good."),)


def screen_words(fault: str) -> Words:
    """Return why there is no window, in words of ours where there are any."""
    return NO_SCREEN if fault == NO_SCREEN.message else plain(fault)


def about(faults: tuple[str, ...], system: Path = SYSTEM) -> tuple[Words, ...]:
    """Return what the device says of itself, one line each; `faults` are those of its parts."""
    from firmware_py.host.addresses import addresses

    name = model(system)
    return (
        words("Pyramid Referee {version}", version=program_version()),
        plain(f"Python {platform.python_version()}"),
        *((plain(name),) if name else ()),
        *power_lines(throttled(system)),
        *(plain(address) for address in addresses(system)),
        *(plain(fault) for fault in faults),
    )


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""
