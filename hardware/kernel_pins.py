"""The pins of a Raspberry Pi: gpiozero over lgpio, but for edges, which are read from the kernel itself.

It cannot be imported where lgpio is missing. What lgpio still costs: from the moment a chip is opened, its thread for
pulses wakes fifty times a second (lgPthTx.c) and cannot be stopped.

That thread also has a fault. When the pin whose pulses began last stops while others pulse, the thread looks at none of
the others for one round. It is 20 ms late then, and takes that off the time of its next round; near the begin of a
second that time is no time, and it waits for it at full load, for ever: no light, no sound, a whole core. One tune in
fifty would do that while a mixed colour shines. So pulses stop all together, those that began last stop last, and until
then a pin makes pulses that are always low or always high.
"""

from contextlib import suppress
from typing import Any, Final

import lgpio
from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin

from hardware.kernel_edges import EdgeReader, is_high, open_line

STILL_HZ: Final = 200
"""The frequency of pulses that are always low or always high. New ones begin only with the next of these."""


class KernelPin(LGPIOPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin whose line lgpio has given up while its edges are watched, and whose pulses never stop before others'."""

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

    def _get_frequency(self) -> float | None:
        frequency_hz: float | None = super()._get_frequency()
        return frequency_hz if self.factory.pulsing.get(self) else None

    def _set_frequency(self, value: float | None) -> None:
        pulsing = self.factory.pulsing
        if value:
            super()._set_frequency(value)
            pulsing[self] = True
        elif self in pulsing:
            pulsing[self] = False
            self._pwm = (STILL_HZ, 0)
            super()._set_frequency(STILL_HZ)
            self.factory.stop_unwanted()

    def stop_pulses(self) -> bool:
        """Stop pulses that are always low or always high, whatever the level is now; return at which it should stay."""
        is_high: bool = self._pwm[1] > 0
        super()._set_frequency(None)
        return is_high

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
        self.pulsing: dict[KernelPin, bool] = {}
        """The pins that make pulses, in the order in which they began, and whether these are wanted."""

    def stop_unwanted(self) -> None:
        """Stop all pulses, if none of them are wanted."""
        if not any(self.pulsing.values()):
            levels = [(pin, pin.stop_pulses()) for pin in self.pulsing]
            self.pulsing.clear()
            for pin, is_high in levels:
                if pin.function == "output":  # closed meanwhile, it is an input
                    pin.state = is_high

    def close(self) -> None:
        """Give all pins back; may be repeated."""
        try:
            super().close()
        finally:
            self.edges.close()
