"""The page of the chips: which answer, and which of their inputs are closed."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from display.view import View
from firmware_py.config.wiring import chips_of
from firmware_py.pages.board_care.wiring_learning import InputLevels
from firmware_py.pages.lists import ListPage, line_to_read, with_cursor_of
from firmware_py.pages.stack import Input, Reply
from firmware_py.pages.table import Table
from firmware_py.words import Words, words, words_n

CHECKS = (
    words("Turn the magnet over: the board senses only one side."),
    words("Look at the switch: its side, its supply, its wire."),
    words("Moves on a cell that is left out are entered by hand."),
)


class ChipsPage(msgspec.Struct, frozen=True):
    """Which chips answer, which of their inputs are closed, and what to check when nothing answers."""

    named: tuple[int, ...]
    """Chips that should answer."""
    on_back: Reply
    inputs: InputLevels | None = None
    cursor: int = 0

    def feed_inputs(self, inputs: InputLevels) -> ChipsPage:
        """Return the page after a reading of the inputs."""
        return replace(self, inputs=inputs)

    def view(self, table: Table) -> View:
        """Return the lines."""
        return self._page().view(table)

    def press(self, done: Input, table: Table) -> Reply:
        """Move the cursor, or go back."""
        return with_cursor_of(self._page().press(done, table), self)

    def _page(self) -> ListPage:
        lines = (*(() if self.inputs is None else self._chips(self.inputs)), *CHECKS)
        choices = tuple(replace(line_to_read(line), reply=self.on_back) for line in lines)
        prompt = words("All inputs as they are now.")
        return ListPage(words("Chips and inputs"), prompt, choices, self.cursor, on_back=self.on_back)

    def _chips(self, inputs: InputLevels) -> tuple[Words, ...]:
        """Return a line for each chip that is silent or has a closed input, and one line for all others."""
        if not inputs.chips:
            return (words("No chip answers. Look at the cable."),)
        reporting = chips_of(tuple(inputs.closed))
        silent = tuple(words("Chip {chip} does not answer.", chip=f"{chip:#04x}") for chip in self._missing(inputs))
        closed = tuple(_closed(chip, inputs) for chip in reporting)
        quiet = len(inputs.chips) - len(reporting)
        others = words_n("{count} chip answers, nothing is closed.", "{count} chips answer, nothing is closed.", quiet)
        return (*silent, *closed, *((others,) if quiet else ()))

    def _missing(self, inputs: InputLevels) -> tuple[int, ...]:
        return tuple(chip for chip in self.named if chip not in inputs.chips)


def _closed(chip: int, inputs: InputLevels) -> Words:
    closed = sorted(f"GP{sensor[2:]}" for sensor in inputs.closed if int(sensor[:2], 16) == chip)
    return words("Chip {chip}: {inputs} closed", chip=f"{chip:#04x}", inputs=" ".join(closed))
