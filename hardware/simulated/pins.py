"""Simulated pins of a Raspberry Pi, with buttons, encoder, light and buzzer on them.

Why at the pins: the drivers above are the real ones, and so is gpiozero. A press closes a contact to ground; what light
and buzzer do is read at their pins.
"""

import errno
import os
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin

from hardware.controls.buttons import CIRCLE
from hardware.wiring import LAST_PIN, Wiring, WiringLayout

LEVELS_KEPT = 100
"""How many of its latest levels a pin remembers. gpiozero keeps all: half a megabyte of light for each game."""
PI_3B = "a02082"  # any Pi with the 40-pin header; set, so that no environment variable chooses


class SimulatedPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin as the Raspberry Pi's, with a contact to ground that is stronger than the pull-up."""

    states: deque[Any]
    """The latest levels, oldest first."""
    closed_contact = False
    is_broken = False
    """Whether the kernel refuses to drive or read it."""

    def clear_states(self) -> None:
        """Forget the levels that the pin had."""
        super().clear_states()
        self.states = deque(self.states, maxlen=LEVELS_KEPT)

    def _set_state(self, value: float) -> None:
        self._refuse()
        super()._set_state(value)

    def close(self) -> None:
        """Give the pin back; the kernel never refuses this."""
        was_broken, self.is_broken = self.is_broken, False
        super().close()
        self.is_broken = was_broken

    def _get_state(self) -> float:
        if self.function == "input":
            self._refuse()
        state: float = super()._get_state()
        return state

    def _call_when_changed(self) -> None:
        """Stamp the edge as the kernel does."""
        super(MockPin, self)._call_when_changed(self.factory.clock(), self._state)

    def _refuse(self) -> None:
        if self.is_broken:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    def drive_high(self) -> None:
        """Let the pull-up raise the pin, unless its contact is closed."""
        if not self.closed_contact:
            super().drive_high()

    def _set_frequency(self, value: float | None) -> None:
        self._refuse()
        super()._set_frequency(value)


class SimulatedPins:
    """All pins of the device; gpiozero's devices open them with ``factory``."""

    def __init__(
        self, wiring: Wiring, layout: WiringLayout = "six", clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Wire the pins for this layout; no button is pressed. The clock stamps the edges."""
        self.factory: Any = MockFactory(revision=PI_3B, pin_class=SimulatedPin)
        self.factory.clock = clock
        self._pins = {number: self.factory.pin(number) for number in range(LAST_PIN + 1)}
        self._wiring = wiring
        self._has_encoder = layout == "encoder"
        self._fitted = wiring.buttons_of(layout)

    def press(self, name: str) -> None:
        """Close the contact of the button ``name``; nothing happens if the device lacks it.

        With an encoder, up and down turn it by one click. Let some time pass between press and release, or the
        debouncer drops them.

        :raises KeyError: when no device has a button of that name.
        """
        if self._has_encoder and name in ("up", "down"):
            self.turn(1 if name == "down" else -1)
        pin = self._button(name)
        if pin is not None:
            _move(pin, closed=True)

    def release(self, name: str) -> None:
        """Open the contact of the button ``name`` again; the pull-up raises the pin.

        :raises KeyError: when no device has a button of that name.
        """
        pin = self._button(name)
        if pin is not None:
            _move(pin, closed=False)

    def turn(self, clicks: int) -> None:
        """Turn the encoder by this many clicks, clockwise if positive."""
        step = 1 if clicks > 0 else -1
        for _ in range(abs(clicks)):
            for quarter in (step, 2 * step, 3 * step, 4 * step):
                self.set_encoder(*CIRCLE[quarter % len(CIRCLE)])

    def set_encoder(self, a: bool, b: bool) -> None:
        """Close or open the encoder's two contacts."""
        for number, closed in ((self._wiring.encoder.a, a), (self._wiring.encoder.b, b)):
            if self._pins[number].closed_contact != closed:
                _move(self._pins[number], closed=closed)

    def breaks(self, part: str, *, is_broken: bool = True) -> None:
        """Let all use of this part's pins fail, or succeed again: light, buzzer, encoder or a button's name."""
        light, encoder = self._wiring.light, self._wiring.encoder
        parts = {
            "light": (light.red, light.green, light.blue),
            "buzzer": (self._wiring.buzzer,),
            "encoder": (encoder.a, encoder.b),
        }
        for number in parts.get(part) or (self._fitted[part],):
            self._pins[number].is_broken = is_broken

    def pressed_buttons(self) -> frozenset[str]:
        """The names of the buttons whose contacts are closed."""
        return frozenset(name for name, number in self._fitted.items() if self._pins[number].closed_contact)

    def light(self) -> tuple[float, float, float]:
        """The brightness of red, green and blue, each from 0.0 to 1.0."""
        light = self._wiring.light
        return self._level(light.red), self._level(light.green), self._level(light.blue)

    def tone_hz(self) -> float | None:
        """The frequency of the buzzer in hertz, or None in silence."""
        number = self._wiring.buzzer
        frequency_hz = self._pins[number].frequency if self._level(number) else None
        return None if frequency_hz is None else float(frequency_hz)

    def duty(self) -> float:
        """The share of each period for which the buzzer's pin is high; 0 in silence."""
        return self._level(self._wiring.buzzer)

    def _button(self, name: str) -> Any | None:
        if name not in self._wiring.buttons.__struct_fields__:
            raise KeyError(name)
        return self._pins.get(self._fitted.get(name, -1))

    def _level(self, number: int) -> float:
        pin = self._pins.get(number)
        return float(pin.state) if pin is not None and pin.function == "output" else 0.0


def _move(pin: SimulatedPin, *, closed: bool) -> None:
    """Close or open a pin's contact to ground."""
    pin.closed_contact = closed
    if pin.function == "input":
        (pin.drive_low if closed else pin.drive_high)()


class SimulatedVoice:
    """A voice that nobody hears: it keeps what was said, and what is being said."""

    def __init__(self) -> None:
        """Say nothing yet."""
        self.transcript: list[str] = []
        self.saying = ""
        """What is being said; empty once it was stopped."""
        self.is_closed = True
        """Whether nothing was said since it was closed."""
        self.is_ready = True
        """Whether it was let get ready since the last text."""
        self.fault = ""

    def say(self, text: str, language: str) -> None:  # noqa: ARG002 - as every voice
        """Keep a text."""
        self.saying, self.is_closed, self.is_ready = text, False, False
        self.transcript.append(text)

    def get_ready(self) -> None:
        """Be ready."""
        self.is_ready = True

    def hush(self) -> None:
        """Fall silent."""
        self.saying = ""

    def close(self) -> None:
        """Fall silent, with nothing ready."""
        self.saying, self.is_closed = "", True
