"""The wiring in force of a board of switches and its source, and where a pin is on the header."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from firmware_py.config.wiring import Source, chips_of, wired_in
from firmware_py.doctor.findings import Finding, Installation
from firmware_py.words import Words, words, words_n
from hardware.wiring import HEADER

SOURCES: Final[dict[Source, Words]] = {
    "learnt": words("as learnt on the device, whatever board.sensors says"),
    "file": words("as board.sensors says"),
    "order": words("in order, as board.sensors is not set and nothing was learnt on the device"),
}


def wiring(installation: Installation) -> Iterator[Finding]:
    """Yield the wiring in force; nothing without a board of switches."""
    board = installation.wiring
    if board is not None:
        text = words_n(
            "{source}; {cells} of {all} cells on {count} chip",
            "{source}; {cells} of {all} cells on {count} chips",
            len(chips_of(board.sensors)),
            source=SOURCES[board.source],
            cells=len(wired_in(board.sensors)),
            all=len(board.sensors),
        )
        yield Finding("wiring", "good", text)


def pin_words(gpio: int) -> Words:
    """Return a pin with its position on the header."""
    return words("GPIO {pin} (position {place})", pin=gpio, place=HEADER[gpio])
