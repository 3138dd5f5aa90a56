"""A Raspberry Pi on a bench whose magnetic board the doctor looks at, while simulated time passes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from doctors_words import Told, in_english

from firmware_py.doctor import Patient
from firmware_py.doctor.board import board
from hardware.simulated.pins import SimulatedPins
from hardware.wiring import Wiring


class Practice:
    """A Raspberry Pi on a bench, whose time passes while the doctor waits."""

    def __init__(self, folder: Path) -> None:
        self.now_s = 0.0
        self.lives: list[Callable[[float], None]] = []
        self.pins = SimulatedPins(Wiring())
        self.settings = folder / "config.toml"
        self.settings.touch()
        model = folder / "proc/device-tree/model"
        model.parent.mkdir(parents=True)
        model.write_text("Raspberry Pi 4 Model B Rev 1.4\0")
        self.box = Patient(
            self.settings, folder, folder, lambda: self.pins.factory, clock=lambda: self.now_s, wait=self.wait
        )

    def wait(self, seconds: float) -> None:
        """Let the simulated board live so long."""
        self.now_s += seconds
        for live in self.lives:
            live(self.now_s)

    def look(self) -> dict[str, Told]:
        """What the doctor finds, by part; a fault comes before anything else, and always with a remedy."""
        found = sorted(in_english(board(self.box, self.pins.factory)), key=lambda finding: finding.verdict != "FAULT")
        assert all(finding.remedy for finding in found if finding.verdict == "FAULT")
        return {finding.part: finding for finding in reversed(found)}

    def faults(self) -> dict[str, Told]:
        """What is broken, by part."""
        return {part: finding for part, finding in self.look().items() if finding.verdict == "FAULT"}
