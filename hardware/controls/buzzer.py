"""The buzzer: short tunes on a passive piezo; no call waits for a tune.

Wire the piezo between its pin and ground, through 220 ohm. ::

    with Buzzer(wiring.buzzer, factory) as buzzer:
        buzzer.play(((880.0, 0.08), (None, 0.04), (1760.0, 0.12)), now_s)
        buzzer.poll(now_s)  # when `next_deadline_s` is reached
"""

from contextlib import suppress
from typing import Any, Final, Self

from hardware.pins import claiming

LOWEST_HZ: Final = 27.5
HIGHEST_HZ: Final = 7040.0  # four octaves to each side of 440 Hz

Note = tuple[float | None, float]
"""Frequency in hertz, or None for a rest, and duration in seconds."""

Tune = tuple[Note, ...]

DUTIES: Final = (0.0, 0.04, 0.08, 0.16, 0.5)
"""The share of each period for which the pin is high, by the step of volume; 0 is silence.

A pulse of share d has a fundamental of amplitude sin(pi d): half is the loudest, and each step below it halves the
amplitude (-6 dB). Whole percents, because gpiozero gives lgpio no finer ones.
"""
LOUDEST: Final = len(DUTIES) - 1


class Buzzer:
    """The driver of the buzzer; silent when opened.

    A buzzer that fails later stays unused, and `fault` names the reason; until then it is empty.

    :param pin: BCM pin
    :param factory: gpiozero's pin factory
    :raises HardwareError: when the pin cannot be claimed
    """

    def __init__(self, pin: int, factory: Any) -> None:
        """Open the buzzer."""
        from gpiozero import PWMOutputDevice  # here, because it takes long to import

        self.fault = ""
        self._left: Tune = ()
        self._duty = 0.0
        self._next_note_s: float | None = None
        with claiming("buzzer", pin):
            self._device = PWMOutputDevice(pin, frequency=None, pin_factory=factory)  # no pulses in silence

    def play(self, tune: Tune, now_s: float, volume: int = LOUDEST) -> None:
        """Start ``tune`` in place of any other, at a step of volume of `DUTIES`; `poll` continues it.

        Tones below 27.5 Hz or above 7040 Hz sound as the nearest of these.
        """
        if self.fault:
            return
        self._left = tune
        self._duty = DUTIES[volume]
        self._next_note_s = now_s
        self.poll(now_s)

    def poll(self, now_s: float) -> None:
        """Sound the note for ``now_s``; a late call skips notes, so that the tune keeps its tempo."""
        if self._next_note_s is None or now_s < self._next_note_s:
            return
        frequency_hz = None
        while self._left and self._next_note_s <= now_s:
            (frequency_hz, duration_s), *left = self._left
            self._left = tuple(left)
            self._next_note_s += duration_s
        if self._next_note_s <= now_s:
            self.silence()
        else:
            self._sound(frequency_hz)

    def next_deadline_s(self) -> float | None:
        """Return when `poll` must be called next, or None while nothing plays."""
        return self._next_note_s

    def silence(self) -> None:
        """End the tune."""
        self._left = ()
        self._next_note_s = None
        self._sound(None)

    def _sound(self, frequency_hz: float | None) -> None:
        try:
            self._drive(frequency_hz)
        except ValueError:
            raise  # a mistake of ours
        except Exception as reason:  # gpiozero's, lgpio's and the system's errors share no root
            self.fault = f"The buzzer has failed ({reason}): switch the device off and on."
            self._left = ()
            self._next_note_s = None

    def _drive(self, frequency_hz: float | None) -> None:
        if frequency_hz is not None:
            within_hz = min(max(frequency_hz, LOWEST_HZ), HIGHEST_HZ)
            self._device.frequency = within_hz
            self._device.value = self._duty
            return
        self._device.frequency = None
        # lgpio stops pulses at any level: without this the pin could stay high.
        self._device.off()

    def close(self) -> None:
        """End the tune and give the pin back; a second call does nothing."""
        if not self._device.closed:
            self.silence()
            with suppress(Exception):
                self._device.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
