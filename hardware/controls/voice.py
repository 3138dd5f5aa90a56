"""The voice: espeak-ng speaks, and a player takes its sound from a pipe; no call waits for either.

Why a pipe: what espeak-ng plays by itself stutters on a Raspberry Pi. ::

    voice = open_voice()  # None where either program is missing
    voice.say("Ada begins.", "en")
    voice.hush()
"""

import shutil
import subprocess
from contextlib import suppress
from typing import Final, Protocol

SYNTHESIZER: Final = "espeak-ng"
PLAYERS: Final = (("aplay", "-q", "-"), ("pw-play", "-"), ("paplay",))
"""The players of a sound from a pipe, as commands; the first one that is installed is used."""
VOICES: Final = {"fr": "fr", "en": "en-gb", "de": "de"}
"""The voice of each language."""


class Speaker(Protocol):
    """What speaks."""

    def say(self, text: str, language: str, /) -> None:
        """Speak a text instead of whatever is being said."""

    def hush(self) -> None:
        """Fall silent at once."""


class Voice:
    """Speaks by two programs of the system.

    :param player: a command that plays the WAV sound on its standard input
    """

    def __init__(self, player: tuple[str, ...], synthesizer: str = SYNTHESIZER) -> None:
        """Say nothing yet."""
        self._player, self._synthesizer = player, synthesizer
        self._running: tuple[subprocess.Popen[bytes], ...] = ()

    def say(self, text: str, language: str) -> None:
        """Speak a text instead of whatever is being said; a program that does not start leaves silence."""
        self.hush()
        command = (self._synthesizer, "--stdin", "--stdout", "-v", VOICES.get(language, "en-gb"))
        with suppress(OSError):
            speech = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            self._running = (speech,)
            player = subprocess.Popen(
                self._player, stdin=speech.stdout, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            self._running = (speech, player)
            if speech.stdout and speech.stdin:
                speech.stdout.close()
                speech.stdin.write(text.encode())
                speech.stdin.close()

    def hush(self) -> None:
        """Fall silent at once: both programs are ended, and their end, which takes no time, is waited for."""
        for program in self._running:
            program.kill()
            if program.stdin:
                with suppress(OSError):
                    program.stdin.close()
            program.wait()
        self._running = ()


def open_voice() -> Voice | None:
    """Return the voice of this computer, or None if it has no synthesizer or no player."""
    player = next((player for player in PLAYERS if shutil.which(player[0])), None)
    return Voice(player) if player and shutil.which(SYNTHESIZER) else None
