"""Kill the program a thousand times in the midst of play, and find everything again that anyone had seen: `make kills`.

Each life of the device is a process of its own: the real loop with real drivers on simulated pins, random hands on its
buttons, its journal on the disk. Through a pipe it tells what it shows, and what the next press will ask for. Signal 9
meets it at a random moment, mostly at work. Then the journal must hold what was told last, or that and the one press
that was on its way.

Why fork: importing the program takes longer than living through a kill.
"""

from __future__ import annotations

import hashlib
import os
import random
import select
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

import msgspec
from random_play import random_record

from display.inputs import Input, Touched
from display.view import Button
from firmware_py.app import App
from firmware_py.config import JOURNAL_NAME, Buttons, Config
from firmware_py.dialogues import DIALOGUES
from firmware_py.journal import Journal, open_journal
from firmware_py.kept import keep_session
from firmware_py.loop import run
from firmware_py.records import write_line
from firmware_py.screens import Change, LongPress, Play, Press, Redo, Resume, Stack, Undo, press
from firmware_py.session import read_record, restore
from hardware import Devices
from hardware.simulated.pins import SimulatedPins

CONFIG = Config(language="en", buttons=Buttons(debounce_s=0.001))
FINGER_S = 0.0015
BUTTONS: tuple[Button, ...] = get_args(Button)
HARMLESS = (Play, Undo, Redo, Resume, Change)
"""What the hands may ask for; they neither throw a game away nor leave it."""
UNDO: LongPress = LongPress("back")
MOST_PICTURES = 60
"""A life is not much longer than this."""
LIVES_A_GAME = 20
"""So many kills, and the hands sit down to another game."""


class Told(msgspec.Struct, frozen=True):
    """A game as somebody saw it, and what the next press may change."""

    ply: int
    played: str
    """The digest of the actions played."""
    known: str
    """The digest of these and of those taken back."""
    draft: str | None
    command: str
    """The kind of the command that the next press gives, or nothing."""
    next_draft: str | None
    """What that press leaves of the next action, if it gives no command."""
    lines: tuple[str, ...] = ()
    """The actions themselves, where they were read from the disk."""


def digest(lines: Iterable[str]) -> str:
    """Return what stands for these actions."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


# --- a life ----------------------------------------------------------------------------------------------------------


class Hands:
    """Eyes that tell each picture through a pipe, and hands that then press something at random."""

    def __init__(self, pipe: int, chance: random.Random) -> None:
        self._pipe = pipe
        self._chance = chance
        self._touches: tuple[Input, ...] = ()

    def show(self, app: App, devices: Devices) -> None:
        """Look, tell, and press."""
        assert devices.simulated
        done = self._choose(app)
        os.write(self._pipe, msgspec.json.encode(told(app, done)) + b"\n")
        if done == UNDO:
            self._touches = (Touched("hold:back"),)
        else:
            push(devices.simulated, done.button)

    def poll(self) -> tuple[Input, ...]:
        """Return the touch, if that was chosen."""
        touches, self._touches = self._touches, ()
        return touches

    def _choose(self, app: App) -> Press | LongPress:
        if app.table.session is None:
            return Press("ok")
        commands = {done: press(app.stack, done, app.table)[1] for done in (*map(Press, BUTTONS), UNDO)}
        harmless = [done for done, command in commands.items() if command is None or isinstance(command, HARMLESS)]
        acting = [done for done in harmless if isinstance(commands[done], Play)]
        if acting and self._chance.random() < 0.6:
            return self._chance.choice(acting)
        weights = [6 if done == Press("ok") else 0.3 if done == UNDO else 1 for done in harmless]
        return self._chance.choices(harmless, weights)[0]


def push(pins: SimulatedPins, button: Button) -> None:
    """Press a button and let it go, as fast as the driver believes it."""
    pins.press(button)
    time.sleep(FINGER_S)
    pins.release(button)
    time.sleep(FINGER_S)


def told(app: App, done: Press | LongPress) -> Told | None:
    """Return what is seen of the game, None before it is taken up, and what `done` will change."""
    session = app.table.session
    if session is None:
        return None
    played = [write_line(step.action) for step in session.steps]
    stack, command = press(app.stack, done, app.table)
    return Told(
        session.ply,
        digest(played),
        digest((*played, *map(write_line, session.undone))),
        draft_of(app, app.stack),
        "" if command is None else type(command).__name__,
        draft_of(app, stack),
    )


def draft_of(app: App, stack: Stack) -> str | None:
    """Return what the lowest page holds of the next action."""
    draft: str | None = DIALOGUES[app.table.playing.game.id].draft_of(stack[0])
    return draft


def heard(line: bytes) -> Told | None:
    """Return what a line from a life says."""
    return msgspec.json.decode(line, type=Told | None)


def live(data: Path, seed: int, chance: random.Random) -> tuple[Told | None, int]:
    """Let the device live and kill it; return what was told last, and how many pictures were told."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reading)
        run(CONFIG, data, Hands(writing, random.Random(seed)), simulate=True)
        os._exit(1)  # it must not end by itself
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        seen = [heard(pipe.readline()) for _ in range(chance.randrange(40))]
        while seen and seen[-1] and not seen[-1].command and len(seen) < MOST_PICTURES:
            seen.append(heard(pipe.readline()))  # until the next press will be written
        select.select([], [], [], chance.uniform(FINGER_S, 4 * FINGER_S))
        os.kill(process, signal.SIGKILL)
        seen += [heard(line) for line in pipe.read().splitlines(keepends=True) if line.endswith(b"\n")]
    _, status = os.waitpid(process, 0)
    assert os.WIFSIGNALED(status), "the program ended by itself"
    return (seen[-1] if seen else None), len(seen)


# --- between two lives -----------------------------------------------------------------------------------------------


def opened(data: Path) -> Journal:
    """Return the journal as the next start finds it, whole."""
    found = open_journal(data / JOURNAL_NAME, lambda: datetime.now(UTC))
    assert found.warning is None, f"the journal is damaged: {found.warning}"
    return found.journal


def sit_down(data: Path, chance: random.Random) -> Told:
    """Throw the game on the table away and lay another there, at a random place in its midst; return it."""
    with opened(data) as journal:
        for game in journal.games():
            journal.discard(game.id)
        keep_session(journal, read_record(random_record(chance.choice(sorted(DIALOGUES)), chance, most=20)))
    return kept(data)


def kept(data: Path) -> Told:
    """Return the one game that is kept, which follows its rules."""
    with opened(data) as journal:
        (summary,) = journal.games()
        game = journal.load(summary.id)
    session, warning = restore(game.header_line, game.lines, game.checksums, game.ply)
    assert warning is None, warning
    ending = "over" if session.is_over else ""
    return Told(game.ply, digest(game.lines[: game.ply]), digest(game.lines), game.draft, ending, None, game.lines)


def compare(last: Told, now: Told) -> str:
    """Return how the game was found again: `as seen`, or with the press `on its way`.

    :raises AssertionError: when something that had been seen is lost.
    """
    if (now.ply, now.known) == (last.ply, last.known):
        assert now.draft in {last.draft, last.next_draft}, f"draft lost: {last} became {now}"
        return "as seen"
    assert digest(now.lines[: last.ply]) == last.played, f"actions lost: {last} became {now}"
    match last.command:
        case "Play":
            assert last.ply < now.ply <= last.ply + 2, f"{last} became {now}"
        case "Undo":
            assert now.ply < last.ply and now.known == last.known, f"{last} became {now}"
        case "Redo":
            assert now.ply > last.ply and now.known == last.known, f"{last} became {now}"
        case _:
            raise AssertionError(f"{last} became {now}")
    return "with the press on its way"


def main(kills: int, seed: int = 0) -> Counter[str]:
    """Live and be killed so many times, and return what was counted."""
    chance = random.Random(seed)
    done: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        with opened(data) as journal:
            journal.set_setting("language", "en")
        before = sit_down(data, chance)
        for number in range(kills):
            if number % LIVES_A_GAME == LIVES_A_GAME - 1 or before.command == "over":
                before = sit_down(data, chance)
                done["games left for others"] += 1
            seen, pictures = live(data, seed + number, chance)
            now = kept(data)
            done[f"found {compare(seen or before, now)}"] += 1
            done["pictures seen"] += pictures
            done["kills before the game was on the screen again"] += seen is None
            done["further actions kept"] += max(0, now.ply - before.ply)
            before = now
        done["kills"] = kills
    return done


if __name__ == "__main__":
    began_s = time.monotonic()
    counted = main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
    print(", ".join(f"{count} {what}" for what, count in sorted(counted.items())))
    print(f"nothing lost that had been seen; {time.monotonic() - began_s:.0f} s")
