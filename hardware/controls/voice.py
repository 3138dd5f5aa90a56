"""The voice: espeak-ng speaks, and a player takes its sound from a pipe; no call waits for either.

Why a pipe: what espeak-ng plays by itself stutters on a Raspberry Pi.

Why a synthesizer waits: to start, and to load a voice, takes it far longer than the first sound of a text. So the one
for the next text is started soon after this one, and has nothing left to do but to speak.

Why a thread of its own: to start a program reads it from the memory card, which may not answer for half a minute.

Why several players: on a system without a desktop one may be installed that finds no card, and only says so once it is
given something to play. ::

    voice = open_voice()  # None where either program is missing
    voice.say("Ada begins.", "en")
    voice.get_ready()  # once the page is shown
    voice.hush()
    voice.close()
"""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterable
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from time import monotonic
from typing import Final, Protocol, TypeAlias

Command: TypeAlias = tuple[str, ...]

SYNTHESIZER: Final = "espeak-ng"
VOICES: Final = {"en": "en-gb"}
"""The voice of a language that is not called like it."""
RATE_HZ: Final = 22050
SAMPLE: Final = 2
HEADER: Final = 44
"""What espeak-ng writes: samples a second, bytes a sample, and bytes of the WAV header before them."""
CHECK_S: Final = 0.5
"""How often a player is checked while something is to be heard."""
END_S: Final = 0.1
"""Longest wait for a killed program; one that hangs in the kernel may never end."""
CLOSE_S: Final = 0.5
"""Longest wait for the thread to end."""


class Speaker(Protocol):
    """Something that speaks."""

    @property
    def fault(self) -> str:
        """Why nothing is heard; empty if it is, as far as one can know."""

    def say(self, text: str, language: str, /) -> None:
        """Speak a text instead of whatever is being said."""

    def get_ready(self) -> None:
        """Do what can wait until the page is shown; to be called often."""

    def hush(self) -> None:
        """Fall silent at once."""

    def close(self) -> None:
        """Fall silent, and keep nothing ready; what is said later only begins later."""


class Voice:
    """Speaks by two programs of the system; `SpeakingThread` calls it, because each start of a program may take long.

    Programs are named without their folders: while it starts one by its path, Python 3.13 lets no other thread run.

    :param players: commands that play the WAV sound on their standard input; the first one that works is used
    :param lead_in_s: so much silence comes before each text; some HDMI screens swallow the first second
    """

    def __init__(self, players: Iterable[Command], synthesizer: str = SYNTHESIZER, lead_in_s: float = 0.0) -> None:
        """Say nothing yet."""
        self._players, self._synthesizer, self._lead_in_s = tuple(players), synthesizer, lead_in_s
        self._player = 0  # the index of the one that is used
        self._failed: dict[str, int] = {}  # the players that have failed with this text, by what they ended with
        self._text = "", ""  # what is being said, in which language
        self._check_s: float | None = None
        self._speaking: tuple[subprocess.Popen[bytes], ...] = ()
        self._waiting: dict[str, subprocess.Popen[bytes]] = {}  # at most one synthesizer, by its language
        self._ending: list[subprocess.Popen[bytes]] = []  # killed, and not ended yet
        self._spoken = ""  # the language of a text after which no synthesizer was started yet
        self.fault = ""

    def say(self, text: str, language: str) -> None:
        """Speak a text instead of whatever is being said; a program that does not start leaves silence.

        What a synthesizer that hangs does not take is lost.
        """
        self.hush()
        self._text, self._failed = (text, language), {}
        self._speak()

    def _speak(self) -> None:
        text, language = self._text
        with suppress(OSError):
            speech = self._synthesizer_of(language)
            self._speaking = (speech,)
            assert speech.stdin
            os.set_blocking(speech.stdin.fileno(), False)
            speech.stdin.write(text.encode())
            speech.stdin.close()
            self._spoken = language
            if self._lead_in_s:
                silence = f"head -c {HEADER}; head -c {round(self._lead_in_s * RATE_HZ) * SAMPLE} /dev/zero; exec cat"
                self._pipe(("sh", "-c", silence), stdout=subprocess.PIPE)
            self._pipe(self._players[self._player], stdout=subprocess.DEVNULL)

    def _pipe(self, command: Command, stdout: int) -> None:
        """Start a program that reads what the last one writes."""
        source = self._speaking[-1].stdout
        assert source
        program = subprocess.Popen(command, stdin=source, stdout=stdout, stderr=subprocess.DEVNULL, bufsize=0)
        self._speaking = (*self._speaking, program)
        source.close()

    def get_ready(self) -> None:
        """Start the synthesizer of the next text, once after each text, and forget one that ended while it waited."""
        if any(program.poll() is not None for program in self._waiting.values()):
            self._discard()  # another one would fare no better: the next text starts it
        if self._spoken:
            language, self._spoken = self._spoken, ""
            with suppress(OSError):
                self._waiting = {language: self._start(language)}

    def poll(self, now_s: float) -> None:
        """Check the player; after one that has failed, say the text again with the next one, once each."""
        if not self._speaking:
            self._check_s = None
        elif self._check_s is None:
            self._check_s = now_s + CHECK_S
        elif now_s >= self._check_s:
            self._check_s = None
            ended = self._speaking[-1].poll()
            if ended == 0:
                self.fault = ""
            if ended is not None:
                self.hush()
            if ended:
                self._go_on_after(ended)

    def _go_on_after(self, ended: int) -> None:
        name = self._players[self._player][0]
        self._failed[name] = ended
        self._player = (self._player + 1) % len(self._players)
        if len(self._failed) < len(self._players):
            self._speak()
            return
        reasons = ", ".join(f"{name} ended with {status}" for name, status in self._failed.items())
        self.fault = f"The voice has failed ({reasons}): set sound.card to another card, as `aplay -L` names it."

    def next_deadline_s(self) -> float | None:
        """When to check the player next."""
        return self._check_s

    def hush(self) -> None:
        """Fall silent at once: all programs are ended, and their end, which takes no time, is waited for shortly."""
        self._end(self._speaking)
        self._speaking, self._check_s = (), None

    def close(self) -> None:
        """Fall silent, and end the waiting synthesizer; safe to call twice, and a text may still follow."""
        self.hush()
        self._discard()
        self._spoken = ""

    def _discard(self) -> None:
        self._end(self._waiting.values())
        self._waiting = {}

    def _end(self, programs: Iterable[subprocess.Popen[bytes]]) -> None:
        """Kill programs; those that take long to end are forgotten once they have."""
        self._ending += programs
        for program in self._ending:
            program.kill()
            for pipe in (program.stdin, program.stdout):
                if pipe:
                    with suppress(OSError):
                        pipe.close()
        for program in programs:
            with suppress(subprocess.TimeoutExpired):
                program.wait(END_S)
        self._ending = [program for program in self._ending if program.poll() is None]

    def _synthesizer_of(self, language: str) -> subprocess.Popen[bytes]:
        """The synthesizer that waits, if it knows this language and has not ended; else another one."""
        waiting = self._waiting.get(language)
        if waiting is None or waiting.poll() is not None:
            self.close()
            return self._start(language)
        self._waiting = {}
        return waiting

    def _start(self, language: str) -> subprocess.Popen[bytes]:
        """A synthesizer that waits for a text."""
        command = (self._synthesizer, "--stdin", "--stdout", "-v", VOICES.get(language, language))
        pipe = subprocess.PIPE
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, bufsize=0)


class SpeakingThread:
    """Lets a voice speak in a thread of its own, which ends with `close` and begins again with the next text."""

    def __init__(self, voice: Voice, clock: Callable[[], float] = monotonic) -> None:
        """Begin silent, without a thread."""
        self._voice, self._clock = voice, clock
        self._jobs: Queue[Callable[[], object] | None] = Queue()
        self._thread: Thread | None = None
        self._newest = 0  # the number of the last text or end of one
        self._has_said = False

    @property
    def fault(self) -> str:
        """Why nothing is heard; empty if it is."""
        return self._voice.fault

    def say(self, text: str, language: str) -> None:
        """Speak a text instead of whatever is being said, unless another one has come before it can begin."""
        self._newest += 1
        self._has_said, number = True, self._newest
        self._jobs.put(lambda: self._voice.say(text, language) if number == self._newest else None)
        if self._thread is None:
            self._thread = Thread(target=self._work, args=(self._jobs,), name="voice", daemon=True)
            self._thread.start()

    def get_ready(self) -> None:
        """Let the thread start the synthesizer of the next text, once after each text."""
        if self._has_said:
            self._has_said = False
            self._jobs.put(self._voice.get_ready)

    def hush(self) -> None:
        """Fall silent as soon as the thread can."""
        if self._thread is not None:
            self._newest += 1
            self._jobs.put(self._voice.hush)

    def close(self) -> None:
        """Fall silent, and end the thread after a short wait; safe to call twice, and a text may still follow."""
        if self._thread is not None:
            self._newest += 1
            thread, self._thread, self._has_said = self._thread, None, False
            self._jobs.put(self._voice.close)
            self._jobs.put(None)
            self._jobs = Queue()
            thread.join(CLOSE_S)

    def _work(self, jobs: "Queue[Callable[[], object] | None]") -> None:
        while True:
            due_s = self._voice.next_deadline_s()
            with suppress(Empty):
                job = jobs.get(timeout=None if due_s is None else max(0.0, due_s - self._clock()))
                if job is None:
                    return
                job()
            self._voice.poll(self._clock())


def players(card: str = "") -> tuple[Command, ...]:
    """The installed players of a sound from a pipe, as commands; ``card`` as they name it, or their own."""
    known: tuple[tuple[Command, str], ...] = ((("aplay", "-q"), "-D"), (("pw-play",), "--target"), (("paplay",), "-d"))
    return tuple(
        (*command, *((option, card) if card else ()), *(() if command == ("paplay",) else ("-",)))
        for command, option in known
        if shutil.which(command[0])
    )


def open_voice(card: str = "", lead_in_s: float = 0.0) -> SpeakingThread | None:
    """The voice of this computer, or None if it has no synthesizer or no player."""
    found = players(card)
    return SpeakingThread(Voice(found, lead_in_s=lead_in_s)) if found and shutil.which(SYNTHESIZER) else None
