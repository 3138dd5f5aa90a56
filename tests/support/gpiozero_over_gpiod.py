"""What gpiozero's own tests of real pins need to run over our pins: a simulated header, two joined pins, a fixture.

Loaded by `-p` in a process of its own, beside an entry point that names `WiredPins` as a factory.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import gpiod
import pytest
from gpiozero import Device
from simulated_gpiod import SimulatedGpiod, SteppedTime, join

from hardware.gpiod_pins import GpiodPins, Pulses
from hardware.simulated.pins import PI_3B
from hardware.wiring import HEADER_CHIPS

TEST_PIN, INPUT_PIN = 22, 27
"""The two that the tests want joined."""
READ_S = 5e-6
"""How much simulated time a look at a level takes: of the 20,000 in a test each sees another part of ten pulses."""


class SteppedPulses(Pulses):
    """Pulses in simulated time."""

    def _begin(self) -> None:
        pass


class WiredPins(GpiodPins):
    """Our pins over a simulated chip, two of whose lines are joined."""

    def __init__(self) -> None:
        clock = SteppedTime()
        computer = SimulatedGpiod(Path(tempfile.mkdtemp()), clock)
        chip = computer.add(0, HEADER_CHIPS[0])
        chip.on_read = lambda: clock.wait(READ_S)
        join(chip.lines[TEST_PIN], chip.lines[INPUT_PIN])
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(gpiod, "Chip", computer.Chip)
            super().__init__(computer.folder)
        self.pulses = SteppedPulses(self.lock, clock)
        clock.pulses.append(self.pulses.advance)

    def _get_revision(self) -> int:
        return int(PI_3B, 16)


@pytest.fixture
def no_default_factory() -> Iterator[None]:
    """Let gpiozero have no factory yet; it is not in the tests' own file."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
        patch.setattr(Device, "pin_factory", None)
        yield
        os.environ.pop("GPIOZERO_PIN_FACTORY", None)
