"""The libraries without which the program does not run: whether each loads.

The unit asks this after a start that failed, the installer before the first one (`systemd/tell-why`, `systemd/parts`).
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

LIBRARIES = {
    "pygame-ce": "pygame",
    "gpiozero": "gpiozero",
    "gpiod": "gpiod",
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
