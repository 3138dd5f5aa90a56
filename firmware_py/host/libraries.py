"""The libraries without which the program does not run: whether each loads, and belongs to this installation.

The unit asks this after a start that failed, the installer before the first one (`systemd/tell-why`, `systemd/parts`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

LIBRARIES = {
    "pygame-ce": "pygame",
    "gpiozero": "gpiozero",
    "smbus2": "smbus2",
    "pyserial": "serial",
    "msgspec": "msgspec",
}
"""The module of each library."""


def load() -> None:
    """Load all libraries. :raises ImportError: when one is missing, or is for another Python"""
    for module in LIBRARIES.values():
        import_module(module)


def not_loading() -> Iterator[str]:
    """Yield the name of each library that does not load."""
    for name, module in LIBRARIES.items():
        try:
            import_module(module)
        except ImportError:
            yield name


def foreign() -> Iterator[str]:
    """Yield the name of each library that a virtual environment sees but does not hold: the system may remove it."""
    if sys.prefix == sys.base_prefix:
        return
    for name in LIBRARIES:
        try:
            place = Path(str(distribution(name).locate_file("")))
        except PackageNotFoundError:
            continue
        if not place.resolve().is_relative_to(Path(sys.prefix).resolve()):
            yield name
