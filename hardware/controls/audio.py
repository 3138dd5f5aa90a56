"""The computer's audio output: tunes by pygame's mixer, which is opened here and nowhere else.

Why it is opened before the loop and not in a thread: pygame holds the interpreter while it opens a card, so that a
thread would not spare the loop a card that hangs. At the start the service's watchdog waits for it. ::

    with Audio(tunes) as audio:
        audio.play(tune, now_s, volume)
"""

import os
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Self

from hardware.controls.buzzer import LOUDEST, Tune
from hardware.controls.tones import RATE_HZ, samples
from hardware.errors import HardwareError

BUFFER: Final = 512
"""Samples that are mixed at once: a tune begins within 23 ms."""
GAINS: Final = (0.0, 0.125, 0.25, 0.5, 1.0)
"""The share of its amplitude with which a tune sounds, by the step of volume, as at the buzzer."""
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
        """Open the audio output."""
        if card:
            os.environ["AUDIODEV"] = card  # SDL asks for it where it opens ALSA's default
        if not has_card():
            raise HardwareError("There is no sound card: connect one, or set sound.output to piezo.")
        from pygame import error  # here, because a device with a piezo needs none of it

        mixer = loaded_mixer()
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


def loaded_mixer() -> Any:
    """Return pygame's mixer, which is loaded with pygame only if nobody has prevented that to save memory."""
    for name in ("pygame.mixer", "pygame.mixer_music"):
        if sys.modules.get(name, sys) is None:
            del sys.modules[name]
    return import_module("pygame.mixer")


def has_card() -> bool:
    """Return whether it is worth trying: without any card the library would write a page of complaints to the log."""
    if sys.platform != "linux" or os.environ.get("SDL_AUDIODRIVER"):
        return True
    running = Path(os.environ.get("XDG_RUNTIME_DIR") or "/nonexistent")
    return any(CARDS.glob("pcm*p")) or any((running / server).exists() for server in SERVERS)
