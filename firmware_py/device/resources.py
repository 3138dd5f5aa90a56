"""What the application reaches the world with; it holds these and never replaces them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from firmware_py.config.file import Config
from firmware_py.device.autosave import Autosave
from hardware import Devices


@dataclass(frozen=True)
class Resources:
    """The owner's configuration, the open devices, and what is stored; none of them is closed here."""

    config: Config
    devices: Devices
    store: Autosave
    draw_seed: Callable[[], str]
    """Draws what the dice of a game follow from if the device rolls them."""
