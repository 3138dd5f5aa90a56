"""A Raspberry Pi whose magnetic board the doctor examines, in simulated time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from english_findings import EnglishFinding, in_english

from firmware_py.doctor import Installation
from firmware_py.doctor.board import board
from hardware.simulated.pins import SimulatedPins
from hardware.wiring import Wiring


class ExaminedPi:
    """A Raspberry Pi whose time passes while the doctor waits."""

    def __init__(self, folder: Path) -> None:
        self.now_s = 0.0
        self.lives: list[Callable[[float], None]] = []
        self.pins = SimulatedPins(Wiring())
        self.settings = folder / "config.toml"
        self.settings.touch()
        model = folder / "proc/device-tree/model"
        model.parent.mkdir(parents=True)
        model.write_text("Raspberry Pi 4 Model B Rev 1.4\0")
        self.installation = Installation(
            self.settings, folder, folder, lambda: self.pins.factory, clock=lambda: self.now_s, wait=self.wait
        )

    def wait(self, seconds: float) -> None:
        """Let so much time pass for the simulated board."""
        self.now_s += seconds
        for live in self.lives:
            live(self.now_s)

    def examine(self) -> dict[str, EnglishFinding]:
        """What the doctor finds, by part; a part's fault takes precedence, and each fault has a remedy."""
        found = sorted(
            in_english(board(self.installation, self.pins.factory)), key=lambda finding: finding.verdict != "FAULT"
        )
        assert all(finding.remedy for finding in found if finding.verdict == "FAULT")
        return {finding.part: finding for finding in reversed(found)}

    def faults(self) -> dict[str, EnglishFinding]:
        """The faults, by part."""
        return {part: finding for part, finding in self.examine().items() if finding.verdict == "FAULT"}
