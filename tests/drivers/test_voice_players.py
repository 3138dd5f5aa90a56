"""The programs of the voice when they fail, hang or swallow: another player, no waiting, and silence before a text."""

import fcntl
import os
import signal
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from waiting import without_waiting

from display.view import Poster
from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.output import LIGHTS, POSTER_S
from firmware_py.games.maudite_momie.state import Awaken, Explore, Header
from firmware_py.games.records import write_line
from firmware_py.storage.changes import Choose
from hardware.controls.voice import CHECK_S, HEADER, RATE_HZ, SAMPLE, SpeakingThread, Voice, open_voice, players

pytestmark = pytest.mark.filterwarnings("ignore:subprocess .* is still running:ResourceWarning")
"""A program that was killed ends a moment later than the voice that waits for it shortly, on a busy machine."""

LONG = "Ada " * 100_000
"""Longer than any pipe."""


def program(folder: Path, name: str, line: str) -> str:
    """Make a program of one line of shell, and return its path."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


@pytest.fixture
def ear(tmp_path: Path) -> Path:
    """What a player that works writes to."""
    os.mkfifo(tmp_path / "ear")
    return tmp_path / "ear"


@pytest.fixture
def working(tmp_path: Path, ear: Path) -> str:
    return program(tmp_path, "working", f"exec cat > {ear}")


@pytest.fixture
def failing(tmp_path: Path) -> str:
    """A player that ends as aplay does where its card cannot be opened, and writes a byte so that one sees it end."""
    os.mkfifo(tmp_path / "ended")
    return program(tmp_path, "failing", f"exec 3> {tmp_path / 'ended'}; exit 1")


def wait_until_it_has_failed(voice: Voice, folder: Path) -> None:
    """Wait for the end of the failing player: its pipe has no writer any more, and its process is over."""
    (folder / "ended").read_bytes()
    os.waitid(os.P_PID, voice._speaking[-1].pid, os.WEXITED | os.WNOWAIT)


def test_a_text_is_said_again_by_the_next_player(failing: str, working: str, ear: Path, tmp_path: Path) -> None:
    """One that finds no card says so only once it plays; what follows is played by the one that works."""
    voice = Voice([(failing,), (working,)], program(tmp_path, "s", "exec cat"))
    voice.say("Ada begins.", "en")
    voice.poll(10.0)
    assert voice.next_deadline_s() == 10.0 + CHECK_S
    wait_until_it_has_failed(voice, tmp_path)
    voice.poll(10.0 + CHECK_S)
    assert ear.read_text() == "Ada begins."
    voice.say("Bo", "en")
    assert ear.read_text() == "Bo"
    assert voice.fault == ""
    voice.close()


def test_where_no_player_is_heard_it_is_a_fault(failing: str, working: str, ear: Path, tmp_path: Path) -> None:
    """It names what each ended with, and is over once something is heard."""
    voice = Voice([(failing,)], program(tmp_path, "s", "exec cat"))
    voice.say("Ada begins.", "en")
    voice.poll(0.0)
    wait_until_it_has_failed(voice, tmp_path)
    voice.poll(CHECK_S)
    assert "failing ended with 1" in voice.fault
    assert voice.next_deadline_s() is None
    Path(failing).write_bytes(Path(working).read_bytes())
    voice.say("Bo", "en")
    voice.poll(CHECK_S)
    assert ear.read_text() == "Bo"
    os.waitid(os.P_PID, voice._speaking[-1].pid, os.WEXITED | os.WNOWAIT)
    voice.poll(2 * CHECK_S)
    assert voice.fault == ""
    voice.close()


def test_nothing_is_due_while_nothing_is_said(working: str, ear: Path, tmp_path: Path) -> None:
    """An idle device sleeps."""
    voice = Voice([(working,)], program(tmp_path, "s", "exec cat"))
    voice.poll(0.0)
    assert voice.next_deadline_s() is None
    voice.say("Ada", "en")
    voice.poll(0.0)
    assert ear.read_text() == "Ada"
    voice.hush()
    assert voice.next_deadline_s() is None
    voice.close()


@contextmanager
def unreadable_for_now(file: str) -> Iterator[int]:
    """Let nobody open a file before this ends, as if the card it lies on did not answer (fcntl(2), leases).

    A byte comes through the pipe once somebody has tried: a signal may come while a lock of an `Event` is taken.
    """
    tried, trying = os.pipe()
    before = signal.signal(signal.SIGIO, lambda *_: os.write(trying, b"!"))
    descriptor = os.open(file, os.O_RDONLY)
    fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_WRLCK)
    try:
        yield tried
    finally:
        os.close(descriptor)
        signal.signal(signal.SIGIO, before)
        os.close(tried)
        os.close(trying)


def test_a_card_that_does_not_answer_delays_only_the_voice(
    working: str, ear: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not the loop: neither a text, nor the press that ends it, waits for a program that cannot be read yet.

    A text that another one has followed before it could begin is not said.
    """
    synthesizer = program(tmp_path, "s", "exec cat")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    voice = SpeakingThread(Voice([(working,)], "s"))
    with without_waiting():
        with unreadable_for_now(synthesizer) as tried:
            voice.say("Ada", "en")
            assert os.read(tried, 1)
            for text in ("Bo", "Cy"):
                voice.hush()
                voice.say(text, "en")
                voice.get_ready()
        heard = ear.read_text()
        while not heard.endswith("Cy"):  # at once what two players write, of whom one is being ended
            heard += ear.read_text()
        assert "Bo" not in heard
        voice.close()


def test_a_failing_player_is_replaced_while_nobody_presses(
    failing: str, working: str, ear: Path, tmp_path: Path
) -> None:
    """The thread looks by itself; and after its end the voice speaks again, until it is closed for good."""
    voice = SpeakingThread(Voice([(failing,), (working,)], program(tmp_path, "s", "exec cat")))
    with without_waiting():
        voice.say("Ada", "en")
        (tmp_path / "ended").read_bytes()
        assert ear.read_text() == "Ada"
        voice.close()
        voice.say("Bo", "en")
        assert ear.read_text() == "Bo"
        voice.close()
        voice.close()


@pytest.mark.parametrize("text", ["Ada", LONG], ids=["short", "long"])
def test_programs_that_hang_hold_nothing_up(text: str, tmp_path: Path) -> None:
    """Neither one that reads nothing nor one that waits for ever; what does not go into the pipe is lost."""
    voice = Voice([(program(tmp_path, "p", "exec sleep 1000"),)], program(tmp_path, "s", "exec sleep 1000"))
    with without_waiting():
        for _ in range(3):
            voice.say(text, "en")
            voice.get_ready()
            voice.poll(0.0)
            voice.poll(CHECK_S)
        voice.hush()
        voice.close()


def test_whoever_hushes_the_voice_ends_the_player(working: str, ear: Path, tmp_path: Path) -> None:
    """At once, in the midst of a text that would never end."""
    voice = SpeakingThread(Voice([(working,)], program(tmp_path, "s", "exec sleep 1000")))
    with without_waiting():
        voice.say("Ada", "en")
        with ear.open("rb") as heard:
            voice.hush()
            assert heard.read() == b""
        voice.close()


def test_the_light_of_a_moment_ends_with_its_poster_while_the_voice_hangs(tmp_path: Path) -> None:
    """The loop goes on: a synthesizer that takes no text once held it, and the light stayed as it was."""
    voice = Voice([(program(tmp_path, "p", "exec sleep 1000"),)], program(tmp_path, "s", "exec sleep 1000"))
    played = (Explore("Ada", "left"), Explore("Bo", "left"), Awaken("Ada", "Bo"))
    lines = [write_line(Header(1, "maudite_momie", ("Ada", "Bo"))), *map(write_line, played)]
    with without_waiting(), SimulatedDevice(Config(language="en"), tmp_path / "data", voice=voice) as box:
        box.journal.commit(Choose("voice", "on"))
        box.cut()
        box.load("\n".join(lines).encode())
        for button in ("left", "up", "left"):
            box.press(button)
        assert isinstance(box.app.shown.body, Poster)
        box.wait(POSTER_S + 0.05)
        assert box.pins.light() == LIGHTS["blue"]


def test_silence_comes_before_each_text_where_it_is_wanted(working: str, ear: Path, tmp_path: Path) -> None:
    """Behind the header of the sound, so that the player takes it for a part of it."""
    header = "x" * HEADER
    synthesizer = program(tmp_path, "s", f"printf {header}; exec cat")
    voice = Voice([(working,)], synthesizer, lead_in_s=0.5)
    for text in ("Ada", "Bo"):
        voice.say(text, "en")
        assert ear.read_bytes() == header.encode() + bytes(RATE_HZ // 2 * SAMPLE) + text.encode()
    voice.close()


def test_the_card_is_named_to_each_player_that_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In its own way; without one each takes that of the system. Without a synthesizer there is no voice."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert players() == ()
    for name in ("aplay", "paplay", "pw-play"):
        program(tmp_path, name, "")
    assert players() == (("aplay", "-q", "-"), ("pw-play", "-"), ("paplay",))
    assert players("hdmi:0") == (
        ("aplay", "-q", "-D", "hdmi:0", "-"),
        ("pw-play", "--target", "hdmi:0", "-"),
        ("paplay", "-d", "hdmi:0"),
    )
    assert open_voice() is None


def test_the_synthesizer_that_waits_speaks_next_unless_it_has_ended(working: str, ear: Path, tmp_path: Path) -> None:
    """Its start was waited for with the text before; of one that has ended nothing would be heard."""
    voice = Voice([(working,)], program(tmp_path, "s", "exec cat"))
    voice.say("Ada", "en")
    assert ear.read_text() == "Ada"
    voice.get_ready()
    waiting = voice._waiting["en"]
    voice.say("Bo", "en")
    assert voice._speaking[0] is waiting
    assert ear.read_text() == "Bo"
    voice.get_ready()
    ended = voice._waiting["en"]
    ended.kill()
    os.waitid(os.P_PID, ended.pid, os.WEXITED | os.WNOWAIT)
    voice.say("Cy", "en")
    assert voice._speaking[0] is not ended
    assert ear.read_text() == "Cy"
    voice.close()


def test_who_still_plays_is_let_play_and_looked_at_again(tmp_path: Path) -> None:
    """However long a text is; once its player has ended there is nothing to look at."""
    os.mkfifo(tmp_path / "end")
    player = program(tmp_path, "p", f"read line < {tmp_path / 'end'}; exit 0")
    voice = Voice([(player,)], program(tmp_path, "s", "exec cat"))
    voice.say("Ada", "en")
    for look in range(3):
        voice.poll(2 * look * CHECK_S)
        assert voice.next_deadline_s() == (2 * look + 1) * CHECK_S
        voice.poll((2 * look + 1) * CHECK_S)
    playing = voice._speaking[-1]
    assert playing.poll() is None
    voice.poll(10.0)
    (tmp_path / "end").write_text("\n")
    os.waitid(os.P_PID, playing.pid, os.WEXITED | os.WNOWAIT)
    voice.poll(10.0 + CHECK_S)
    voice.poll(11.0)
    assert voice.next_deadline_s() is None
    voice.close()
