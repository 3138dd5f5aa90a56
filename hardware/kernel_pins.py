"""The pins of a Raspberry Pi: gpiozero over lgpio, but for edges, which are read from the kernel itself.

It cannot be imported where lgpio is missing. What lgpio still costs: from the moment a chip is opened, its thread for
pulses wakes fifty times a second (lgPthTx.c) and cannot be stopped.
"""

from contextlib import suppress
from typing import Any

import lgpio
from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin

from hardware.kernel_edges import EdgeReader, is_high, open_line


class KernelPin(LGPIOPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin whose line lgpio has given up while its edges are watched."""

    def __init__(self, factory: "KernelPins", info: Any) -> None:
        self._line: int | None = None
        super().__init__(factory, info)

    def close(self) -> None:
        """Stop the edges and give the pin back; errors of a pin whose chip is gone are ignored."""
        with suppress(Exception):
            self.when_changed = None
        with suppress(Exception):
            super().close()

    def _get_state(self) -> bool | float:
        state: bool | float = super()._get_state() if self._line is None else is_high(self._line)
        return state

    def _enable_event_detect(self) -> None:
        pull = self._get_pull()
        lgpio.gpio_free(self.factory._handle, self._number)
        line = self._line = open_line(f"/dev/gpiochip{self.factory.chip}", self._number, pull)
        self.factory.edges.add(line, self._take)

    def _disable_event_detect(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            pull = self._get_pull()
            self.factory.edges.remove(line)
            lgpio.gpio_claim_input(self.factory._handle, self._number, PULLS[pull])

    def _take(self, high: bool, at_ns: int) -> None:
        self._call_when_changed(self.factory.chip, self._number, high, at_ns)


PULLS = {"up": lgpio.SET_PULL_UP, "down": lgpio.SET_PULL_DOWN, "floating": lgpio.SET_PULL_NONE}
"""What lgpio calls a pull resistor, by gpiozero's name for it."""


class KernelPins(LGPIOFactory):  # type: ignore[misc]
    """gpiozero's factory for these pins."""

    def __init__(self) -> None:
        super().__init__()
        self.pin_class = KernelPin
        self.edges = EdgeReader()

    def close(self) -> None:
        """Give all pins back; may be repeated."""
        try:
            super().close()
        finally:
            self.edges.close()
