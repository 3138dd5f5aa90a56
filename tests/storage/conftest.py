"""What tests of the USB stick share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from stick_slot import PLACE, Slot
from touched_lines import choose

from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice


@pytest.fixture
def slot(tmp_path: Path) -> Slot:
    system = tmp_path / "system"
    slot = Slot(system, system / PLACE.lstrip("/"))
    slot.plug()
    return slot


@pytest.fixture
def box(tmp_path: Path, slot: Slot) -> Iterator[SimulatedDevice]:
    """A device with a game of three actions that is being played, at its list of games, in English."""
    with SimulatedDevice(Config(language="en"), tmp_path / "data", system=slot.system) as box:
        box.touch("1")
        for _ in range(6):
            box.press("ok")
        box.press("back")
        choose(box, "Stop for today")
        box.wait(3)
        yield box
