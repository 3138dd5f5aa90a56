"""Tunes: by a piezo at its pin, or by the computer's audio output as samples.

Wire the piezo between its pin and ground, through 220 ohm. ::

    with Buzzer(wiring.buzzer, factory) as buzzer:
        buzzer.play(((880.0, 0.08), (None, 0.04), (1760.0, 0.12)), now_s)
        buzzer.poll(now_s)  # when `next_deadline_s` is reached

Why it is opened before the loop and not in a thread: pygame holds the interpreter while it opens a card, so that a
thread would not spare the loop a card that hangs. At the start the service's watchdog waits for it. ::

    with Audio(tunes) as audio:
        audio.play(tune, now_s, volume)
"""

import os
import sys
from array import array
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from math import pi, sin
from pathlib import Path
from typing import Any, Final, Self

from hardware.errors import HardwareError
from hardware.pins import claiming

LOWEST_HZ: Final = 27.5
HIGHEST_HZ: Final = 7040.0  # four octaves to each side of 440 Hz

Note = tuple[float | None, float]
"""Frequency in hertz, or None for a rest, and duration in seconds."""

Tune = tuple[Note, ...]

DUTIES: Final = (0.0, 0.04, 0.08, 0.16, 0.5)
"""The share of each period for which the pin is high, by the step of volume; 0 is silence.

A pulse of share d has a fundamental of amplitude sin(pi d): half is the loudest, and each step below it halves the
amplitude (-6 dB).
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
        """When `poll` must be called next, or None while nothing plays."""
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
        except Exception as reason:  # gpiozero's and the system's errors share no root
            self.fault = f"The buzzer has failed ({reason}): switch the device off and on."
            self._left = ()
            self._next_note_s = None

    def _drive(self, frequency_hz: float | None) -> None:
        if frequency_hz is None:
            self._device.frequency = None  # leaves the pin low
        else:
            self._device.frequency = min(max(frequency_hz, LOWEST_HZ), HIGHEST_HZ)
            self._device.value = self._duty

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


RATE_HZ: Final = 22_050
"""Samples per second; enough for the highest tone of the buzzer."""
PEAK: Final = 20_000
"""The amplitude of a tone, of 32,767: with room for the player's own arithmetic."""
RAMP_S: Final = 0.004
"""Rise and fall of a note, in seconds: a tone cut off at its crest would click."""


def samples(tune: Tune) -> "array[int]":
    """A tune as signed 16-bit samples of one channel, `RATE_HZ` a second; it begins and ends at zero."""
    made: array[int] = array("h")
    for frequency_hz, duration_s in tune:
        count = round(duration_s * RATE_HZ)
        ramp = max(1.0, min(RAMP_S * RATE_HZ, count / 2))
        angle = 2 * pi * (frequency_hz or 0.0) / RATE_HZ
        made.extend(round(PEAK * min(1.0, i / ramp, (count - 1 - i) / ramp) * sin(angle * i)) for i in range(count))
    return made


BUFFER: Final = 512
"""Samples mixed at once: a tune begins within 23 ms."""
GAINS: Final = (0.0, 0.125, 0.25, 0.5, 1.0)
"""The share of its amplitude at which a tune sounds, by the step of volume, as at the buzzer."""
CARDS: Final = Path("/dev/snd")
SERVERS: Final = ("pulse/native", "pipewire-0")
"""The sockets of sound servers, below the user's folder of running programs."""


class Audio:
    """The opened audio output; `play` never waits.

    An output that fails later stays unused, and `fault` names the reason; until then it is empty.

    :param tunes: all tunes that will be played; they are made into samples here
    :param card: the name of an ALSA device, as `aplay -L` lists them; empty for that of the system
    :raises HardwareError: when there is no card, or it cannot be opened
    """

    def __init__(self, tunes: Iterable[Tune], card: str = "") -> None:
        if card:
            os.environ["AUDIODEV"] = card  # SDL asks for it where it opens ALSA's default
        if not has_card():
            raise HardwareError("There is no sound card: connect one, or set sound.output to piezo.")
        from pygame import error  # here, because a device with a piezo needs none of it

        mixer = load_mixer()
        self.fault = ""
        try:
            mixer.init(RATE_HZ, -16, 1, BUFFER, allowedchanges=0)
        except error as reason:
            raise HardwareError(f"The sound card cannot be opened ({reason}): connect it, and start again.") from None
        self._mixer, self._error = mixer, error
        self._channel = mixer.Channel(0)
        self._sounds = {tune: mixer.Sound(buffer=samples(tune)) for tune in tunes}

    def play(self, tune: Tune, now_s: float, volume: int = LOUDEST) -> None:  # noqa: ARG002 - called like the buzzer
        """Start ``tune``, one of those given, in place of any other, at a step of volume of `GAINS`."""
        try:
            self._sounds[tune].set_volume(GAINS[volume])
            self._channel.play(self._sounds[tune])
        except self._error as reason:
            self.fault = f"The sound card has failed ({reason}): connect it, and start again."

    def close(self) -> None:
        """Fall silent and let go of the card; a second call does nothing."""
        self._sounds = {}
        self._mixer.quit()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def load_mixer() -> Any:
    """pygame's mixer, which is loaded with pygame only if nobody has prevented that to save memory."""
    for name in ("pygame.mixer", "pygame.mixer_music"):
        if sys.modules.get(name, sys) is None:
            del sys.modules[name]
    return import_module("pygame.mixer")


def has_card() -> bool:
    """Whether there may be a sound card: without one the library would fill a page of the log."""
    if sys.platform != "linux" or os.environ.get("SDL_AUDIODRIVER"):
        return True
    running = Path(os.environ.get("XDG_RUNTIME_DIR") or "/nonexistent")
    return any(CARDS.glob("pcm*p")) or any((running / server).exists() for server in SERVERS)
