"""Which wiring of a board of switches counts and whence it is, and where a pin is found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from firmware_py.doctor.findings import Finding, Patient
from firmware_py.sensing.wiring.stored import Source, chips_of, wired_in
from firmware_py.words import Words, words, words_n
from hardware.wiring import HEADER

SOURCES: Final[dict[Source, Words]] = {
    "learnt": words("as learnt on the device, whatever board.sensors says"),
    "file": words("as board.sensors says"),
    "order": words("in order, as board.sensors is not set and nothing was learnt on the device"),
}


def wiring(box: Patient) -> Iterator[Finding]:
    """Yield which wiring counts; nothing for a box without a board of switches."""
    in_force = box.wiring
    if in_force is not None:
        told = words_n(
            "{source}; {cells} of {all} cells on {count} chip",
            "{source}; {cells} of {all} cells on {count} chips",
            len(chips_of(in_force.sensors)),
            source=SOURCES[in_force.source],
            cells=len(wired_in(in_force.sensors)),
            all=len(in_force.sensors),
        )
        yield Finding("wiring", "good", told)


def pin_words(gpio: int) -> Words:
    """Return a pin with its place on the header."""
    return words("GPIO {pin} (position {place})", pin=gpio, place=HEADER[gpio])
