"""Which wiring of a board of switches counts, and whence it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from firmware_py.board_wiring.kept import Source, chips_of, wired_in
from firmware_py.doctor.patient import Finding, Patient

SOURCES: Final[dict[Source, str]] = {
    "learnt": "as learnt on the device, whatever board.sensors says",
    "file": "as board.sensors says",
    "order": "in order, as board.sensors is not set and nothing was learnt on the device",
}


def wiring(box: Patient) -> Iterator[Finding]:
    """Yield which wiring counts; nothing for a box without a board of switches."""
    in_force = box.wiring
    if in_force is not None:
        chips, cells = len(chips_of(in_force.sensors)), len(wired_in(in_force.sensors))
        told = f"{cells} of {len(in_force.sensors)} cells on {chips} chip{'s' * (chips != 1)}"
        yield Finding("wiring", "good", f"{SOURCES[in_force.source]}; {told}")
