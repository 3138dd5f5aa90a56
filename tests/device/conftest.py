"""What tests of the whole device share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from listening import Listener

from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice


@pytest.fixture
def device(tmp_path: Path) -> Iterator[SimulatedDevice]:
    """A device that was just switched on for the first time."""
    with SimulatedDevice(Config(), tmp_path / "data") as opened:
        yield opened


@pytest.fixture
def game(device: SimulatedDevice) -> SimulatedDevice:
    """A device in the first turn of a game of two, in English."""
    for button in ("down", *["ok"] * 4):
        device.press(button)
    assert device.app.table.session
    device.wait(0.5)  # a press at once would still belong to whoever began the game
    return device


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[Listener]:
    """A device with a voice, and somebody who hears it alone."""
    found = Listener(tmp_path)
    yield found
    found.device.close()
