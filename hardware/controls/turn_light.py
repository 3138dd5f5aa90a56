"""The light that shows whose turn it is: one RGB light-emitting diode, common cathode.

Wire each anode through its resistor to its pin (270 ohm for red, 100 ohm for green and blue), and the cathode to
ground. ::

    with TurnLight(wiring.light, factory, brightness=0.5) as light:
        light.show((1.0, 0.5, 0.0))

Why three PWMLEDs and not gpiozero's RGBLED: pulses are made in software, at the cost of some hundred wake-ups a second.
A channel that is fully off or on is therefore written as a plain level, which RGBLED cannot do.
"""

from contextlib import suppress
from typing import Any, Final, Self

from hardware.pins import claiming
from hardware.wiring import LightPins

PULSES_HZ: Final = 100.0  # the lowest frequency without visible flicker

Rgb = tuple[float, float, float]
"""Red, green and blue, each from 0.0 (off) to 1.0 (full)."""


class TurnLight:
    """The driver of the light; dark when opened.

    A light that fails later, or is closed, stays unused; `fault` names the reason of a failure, and else is empty.

    :param pins: BCM pins of the three anodes
    :param factory: gpiozero's pin factory
    :param brightness: 0.0 to 1.0, scales every colour; 1.0 by default
    :raises HardwareError: when a pin cannot be claimed; none stays claimed then
    """

    def __init__(self, pins: LightPins, factory: Any, brightness: float = 1.0) -> None:
        from gpiozero import PWMLED  # here, because it takes long to import

        self.fault = ""
        self._channels: list[Any] = []
        self._brightness = brightness
        self._levels: tuple[float, ...] = (0.0, 0.0, 0.0)
        try:
            for pin in (pins.red, pins.green, pins.blue):
                with claiming("turn light", pin):
                    self._channels.append(PWMLED(pin, frequency=None, pin_factory=factory))
        except BaseException:
            self.close()
            raise

    def show(self, rgb: Rgb) -> None:
        """Shine in the colour ``rgb`` until the next call."""
        levels = tuple(full * self._brightness for full in rgb)
        if self.fault or not self._channels:
            return
        before, self._levels = self._levels, levels
        try:
            for channel, level, shone in zip(self._channels, levels, before, strict=True):
                if level != shone:
                    channel.frequency = PULSES_HZ if 0.0 < level < 1.0 else None
                    channel.value = level
        except ValueError:
            raise  # a mistake of ours
        except Exception as reason:  # gpiozero's and the system's errors share no root
            self.fault = f"The turn light has failed ({reason}): switch the device off and on."

    def off(self) -> None:
        """Go dark."""
        self.show((0.0, 0.0, 0.0))

    def close(self) -> None:
        """Go dark and give the pins back; a second call does nothing."""
        while self._channels:
            with suppress(Exception):
                self._channels.pop().close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
