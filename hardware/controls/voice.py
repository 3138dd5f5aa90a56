"""The voice: espeak-ng speaks, and a player takes its sound from a pipe; no call waits for either.

Why a pipe: what espeak-ng plays by itself stutters on a Raspberry Pi.

Why a synthesizer waits: to start, and to load a voice, takes it far longer than the first sound of a text. So the one
for the next text is started soon after this one, and has nothing left to do but to speak. ::

    voice = open_voice()  # None where either program is missing
    voice.say("Ada begins.", "en")
    voice.get_ready()  # once the page is shown
    voice.hush()
    voice.close()
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

    def get_ready(self) -> None:
        """Do what can wait until the page is shown; to be called often."""

    def hush(self) -> None:
        """Fall silent at once."""

    def close(self) -> None:
        """Fall silent, and keep nothing ready; what is said later only begins later."""


class Voice:
    """Speaks by two programs of the system.

    :param player: a command that plays the WAV sound on its standard input
    """

    def __init__(self, player: tuple[str, ...], synthesizer: str = SYNTHESIZER) -> None:
        """Say nothing yet."""
        self._player, self._synthesizer = player, synthesizer
        self._speaking: tuple[subprocess.Popen[bytes], ...] = ()
        self._waiting: dict[str, subprocess.Popen[bytes]] = {}  # at most one synthesizer, by its language
        self._spoken = ""  # the language of a text after which no synthesizer was started yet

    def say(self, text: str, language: str) -> None:
        """Speak a text instead of whatever is being said; a program that does not start leaves silence."""
        self.hush()
        with suppress(OSError):
            speech = self._synthesizer_of(language)
            self._speaking = (speech,)
            assert speech.stdin
            speech.stdin.write(text.encode())
            speech.stdin.close()
            player = subprocess.Popen(
                self._player, stdin=speech.stdout, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            self._speaking = (speech, player)
            assert speech.stdout
            speech.stdout.close()
            self._spoken = language

    def get_ready(self) -> None:
        """Start the synthesizer of the next text, once after each text, and forget one that ended while it waited."""
        if any(program.poll() is not None for program in self._waiting.values()):
            self._discard()  # another one would fare no better: the next text starts it
        if self._spoken:
            language, self._spoken = self._spoken, ""
            with suppress(OSError):
                self._waiting = {language: self._started(language)}

    def hush(self) -> None:
        """Fall silent at once: both programs are ended, and their end, which takes no time, is waited for."""
        for program in self._speaking:
            _end(program)
        self._speaking = ()

    def close(self) -> None:
        """Fall silent, and end the synthesizer that waits; may be repeated, and a text may still follow."""
        self.hush()
        self._discard()
        self._spoken = ""

    def _discard(self) -> None:
        for program in self._waiting.values():
            _end(program)
        self._waiting = {}

    def _synthesizer_of(self, language: str) -> subprocess.Popen[bytes]:
        """Return the synthesizer that waits, if it knows this language and has not ended; else another one."""
        waiting = self._waiting.get(language)
        if waiting is None or waiting.poll() is not None:
            self.close()
            return self._started(language)
        self._waiting = {}
        return waiting

    def _started(self, language: str) -> subprocess.Popen[bytes]:
        """Return a synthesizer that waits for a text."""
        command = (self._synthesizer, "--stdin", "--stdout", "-v", VOICES.get(language, "en-gb"))
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def _end(program: subprocess.Popen[bytes]) -> None:
    program.kill()
    for pipe in (program.stdin, program.stdout):
        if pipe:
            with suppress(OSError):
                pipe.close()
    program.wait()


def open_voice() -> Voice | None:
    """Return the voice of this computer, or None if it has no synthesizer or no player."""
    player = next((player for player in PLAYERS if shutil.which(player[0])), None)
    return Voice(player) if player and shutil.which(SYNTHESIZER) else None
