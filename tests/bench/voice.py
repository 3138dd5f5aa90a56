"""The voice: from the stored action to its first sound in the player."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from array import array
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from bench.press import Table, in_ms, table
from bench.rows import Row, Sample, Sampler, Topic, at_most
from firmware_py.device.disk import Disk
from firmware_py.words import LANGUAGES
from hardware.controls.voice import SYNTHESIZER, VOICES, Voice

PRESSES = 6
"""In each language, each repetition."""
PAUSE_S = 0.2
"""Between two presses: hardly anybody is quicker."""
HEADER_BYTES = 44
RATE, SAMPLE_BYTES = 22_050, 2
HEARD = 2**15 // 100
"""A hundredth of what is loudest: what is softer is silence."""


class TimedDisk(ThreadPoolExecutor):
    """The disk's thread, which notes when it last carried out effects."""

    stored_s = 0.0

    def submit(self, job: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """The future of a job; once it carries out effects, its end is noted."""

        def timed() -> Any:
            result = job(*arguments, **named)
            if getattr(job, "__func__", None) is Disk.carry_out:
                self.stored_s = time.perf_counter()
            return result

        return super().submit(timed)


class Ear:
    """The far end of a player: a pipe that a `tee` writes to."""

    def __init__(self, folder: Path) -> None:
        self._pipe = folder / "ear"
        os.mkfifo(self._pipe)
        self.player = ("tee", str(self._pipe))

    def heard_s(self) -> float:
        """When the first sound of the next text is heard; what is silent before it is waited for as well."""
        with self._pipe.open("rb", buffering=0) as sound:
            at_s = first_sound_s(sound.fileno())
            while sound.read(1 << 16):  # a player that nobody listens to would stop
                pass
        return at_s


def first_sound_s(sound: int) -> float:
    """When the first sound of a WAV arrives in a pipe, what is silent before it included."""
    found = b""
    while piece := os.read(sound, 1 << 16):
        at_s = time.perf_counter()
        found += piece
        whole = len(found) - len(found) % SAMPLE_BYTES
        samples = array("h", found[HEADER_BYTES:whole])
        for number, sample in enumerate(samples):
            if abs(sample) > HEARD:
                return at_s + number / RATE
    raise AssertionError("nothing is heard")


class Speaking(Voice):
    """The voice, which remembers what it said last."""

    text, language = "", ""

    def say(self, text: str, language: str) -> None:
        self.text, self.language = text, language
        super().say(text, language)


def started(language: str) -> subprocess.Popen[bytes]:
    """A synthesizer of its own, as the voice starts it."""
    command = (SYNTHESIZER, "--stdin", "--stdout", "-v", VOICES.get(language, language))
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def spoken_s(text: str, speech: subprocess.Popen[bytes]) -> float:
    """When the first sound of a text comes from a synthesizer, with no player."""
    assert speech.stdin
    assert speech.stdout
    speech.stdin.write(text.encode())
    speech.stdin.close()
    at_s = first_sound_s(speech.stdout.fileno())
    speech.kill()
    speech.stdout.close()
    speech.wait()
    return at_s


@contextmanager
def _voices() -> Iterator[Sampler]:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as opened:
        tables: list[tuple[Table, TimedDisk, Speaking, Ear]] = []
        for language in sorted(LANGUAGES):
            place = Path(folder) / language
            place.mkdir()
            ear, disk = Ear(place), opened.enter_context(TimedDisk(max_workers=1))
            voice = Speaking((ear.player,))
            tables.append(
                (
                    opened.enter_context(table(language=language, voice=voice, disk=disk)),
                    disk,
                    voice,
                    ear,
                )
            )

        def sample() -> Mapping[str, Sample]:
            figures: list[tuple[float, ...]] = []
            for at_table, disk, voice, ear in tables:
                for _ in range(PRESSES):
                    at_table.press(lambda _: None)
                    heard_s, said = ear.heard_s() - disk.stored_s, voice.text
                    at_table.take_back()
                    ear.heard_s()
                    figures.append((heard_s, *_alone(said, voice.language)))
            return {"voice": Sample(*map(in_ms, zip(*figures, strict=True)))}

        yield sample


def _alone(text: str, language: str) -> tuple[float, float]:
    """How soon a text is heard from a synthesizer started for it, and from one that waits."""
    begun_s = time.perf_counter()
    cold_s = spoken_s(text, started(language)) - begun_s
    waiting = started(language)
    time.sleep(PAUSE_S)
    begun_s = time.perf_counter()
    return cold_s, spoken_s(text, waiting) - begun_s


SPOKEN = Topic(
    "voice",
    (
        Row(
            "voice",
            "first sound: action on disk → heard from the player, 95th percentile, in three languages",
            "ms",
            "espeak-ng started for each text, as programs do that keep none waiting; no player",
            "espeak-ng that waits for the text; no player",
            (at_most(100.0),),
            percentile=95,
            unfair="the player is a bare pipe: what a sound card needs is left out; what is silent in the sound counts",
        ),
    )
    if shutil.which(SYNTHESIZER)
    else (),  # nothing else speaks
    _voices,
)
