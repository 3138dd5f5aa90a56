"""Kill the program a thousand times in the midst of play, and find everything again that anyone had seen: `make kills`.

Each life of the device is a process of its own: the real loop with real drivers on simulated pins, random presses on
its buttons, its journal on the disk. Through a pipe it reports what it shows, and what the next press will ask for.
Signal 9 meets it at a random moment, mostly at work. Then the journal must hold what was reported last, or that and the
one press that was on its way. Some lives have a wish that random presses rarely lead to (`WISHES`): the fewest presses
lead there, and the signal comes while it is granted.

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
from typing import Literal, TypeAlias, get_args

import msgspec
from msgspec.structs import replace
from random_play import random_record

from display.inputs import Touched, WindowEvent
from display.view import Button
from firmware_py.config.schema import JOURNAL_NAME, ButtonsConfig, Config
from firmware_py.desk.demo import shortest_presses
from firmware_py.device import thinking
from firmware_py.device.app import App
from firmware_py.device.running import run
from firmware_py.device.state import asked_of_box
from firmware_py.games.records import write_line
from firmware_py.games.restoring import read_record, restore
from firmware_py.games.seats import LEVELS, BoxSeat, kind_of
from firmware_py.games.session import Session, redo, undo, with_edits
from firmware_py.pages.game_draft import draft_of
from firmware_py.pages.interface import ChangeSetting, Command, Correct, Play, Redo, Resume, Undo
from firmware_py.pages.page import LongPress, Press, press
from firmware_py.pages.registry import PAGES
from firmware_py.storage.changes import Choose, Discard
from firmware_py.storage.journal import Journal, save_session
from firmware_py.storage.opening import open_journal
from hardware import Devices
from hardware.simulated.pins import SimulatedPins

CONFIG = Config(language="en", buttons=ButtonsConfig(debounce_s=0.001, early_s=0, hold_s=5, repeat_delay_s=5))
"""Nobody here looks first whose turn it is, or holds a button, however busy the machine is."""
PRESS_S = 0.0015
BUTTONS: tuple[Button, ...] = get_args(Button)
HARMLESS = (Play, Undo, Redo, Resume, ChangeSetting)
"""What a life without a wish may ask for: no game is thrown away or left."""
WISHES = ("Leave", "PutAside", "Discard", "Correct")
"""What a life may wish for."""
WISHFUL = 0.25
"""How many of the lives have a wish."""
AT_THE_START = frozenset({"PutAside", "Discard"})
"""Wishes that are granted only before the game lies on the table again."""
UNDO: LongPress = LongPress("back")
MOST_PICTURES = 60
"""A life is not much longer than this."""
PATIENT = 0.8
"""How often nobody presses while the box thinks."""
SHOWN_S = 0.2
"""Seconds that it thinks here."""
LIVES_A_GAME = 20
"""Kills before another game is put on the table."""


Place: TypeAlias = Literal["playing", "kept", "gone"]
"""Where a game is: on the table or offered; finished or put aside; thrown away."""


class Report(msgspec.Struct, frozen=True):
    """The stored game as the players saw it, and what the next press may change."""

    place: Place
    ply: int = -1
    """How many actions are played; -1 while the game is not on the table, and nobody sees."""
    played: str = ""
    """The digest of the actions played."""
    known: str = ""
    """The digest of these and of those taken back."""
    draft: str | None = None
    command: str = ""
    """The kind of the command that the next press gives, or nothing."""
    next_draft: str | None = None
    """What that press leaves of the next action, if it gives no command."""
    corrected: str = ""
    """The digest of all actions after that press, if it takes back, plays again or corrects."""
    lines: tuple[str, ...] = ()
    """The actions themselves, where they were read from the disk."""
    boxes: tuple[str, ...] = ()
    """Whose seats the box plays."""
    thinks: bool = False
    """The box thinks: what it decides is played without a press."""
    announced: int = 0
    """How many actions the next press plays, where the box has told people to do them."""


def digest(lines: Iterable[str]) -> str:
    """What stands for these actions."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


# --- a life ----------------------------------------------------------------------------------------------------------


class RandomPresses:
    """Reports each picture through a pipe, and then presses something at random, or towards the wish."""

    def __init__(self, pipe: int, chance: random.Random, wish: str) -> None:
        self._pipe = pipe
        self._chance = chance
        self._wish = wish
        self._presses: list[Button] = []
        self._touches: tuple[WindowEvent, ...] = ()

    def show(self, app: App, devices: Devices) -> None:
        """Report what is shown, and press."""
        assert devices.simulated
        if app.saving_since_s is not None:
            return  # the last press is on its way
        done = self._choose(app)
        report = reported(app, done)
        os.write(self._pipe, msgspec.json.encode(report) + b"\n")
        if report.thinks and self._chance.random() < PATIENT:
            return  # its ring fills, and is the next picture
        if done == UNDO:
            self._touches = (Touched("hold:back"),)
        else:
            push(devices.simulated, done.button)

    def poll(self) -> tuple[WindowEvent, ...]:
        """The touch, if that was chosen."""
        touches, self._touches = self._touches, ()
        return touches

    def _choose(self, app: App) -> Press | LongPress:
        at_table = app.table.session is not None
        if self._wish and at_table is (self._wish not in AT_THE_START):
            self._presses, self._wish = presses_to(app, self._wish) if may_come_true(app, self._wish) else [], ""
        if not at_table and not self._presses and app.table.saved_count:
            self._presses = presses_to(app, "Resume")
        if self._presses:
            return Press(self._presses.pop(0))
        if not at_table:
            return Press("back")
        return self._at_random(app)

    def _at_random(self, app: App) -> Press | LongPress:
        commands = {done: press(app.stack, done, app.table)[1] for done in (*map(Press, BUTTONS), UNDO)}
        harmless = [done for done, command in commands.items() if command is None or isinstance(command, HARMLESS)]
        acting = [done for done in harmless if isinstance(commands[done], Play)]
        if acting and self._chance.random() < 0.6:
            return self._chance.choice(acting)
        weights = [6 if done == Press("ok") else 0.3 if done == UNDO else 1 for done in harmless]
        return self._chance.choices(harmless, weights)[0]


def may_come_true(app: App, wish: str) -> bool:
    """Whether a wish is near enough to search for its presses."""
    match wish:
        case "PutAside":
            return app.table.unfinished is not None
        case "Discard":
            return bool(app.table.saved_count)
        case "Correct":
            return app.table.playing.ply > 0
    return True


def presses_to(app: App, wish: str) -> list[Button]:
    """The presses that lead to a command of that kind, none if it is far or lies behind an unhashable page."""
    try:
        found = shortest_presses(app.stack, app.table, lambda _, command: type(command).__name__ == wish)
        return [done.button for done in found] if all(isinstance(done, Press) for done in found) else []
    except (LookupError, TypeError):
        return []


def push(pins: SimulatedPins, button: Button) -> None:
    """Press a button and let it go, as fast as the driver believes it."""
    pins.press(button)
    time.sleep(PRESS_S)
    pins.release(button)
    time.sleep(PRESS_S)


def reported(app: App, done: Press | LongPress) -> Report:
    """What is seen of the game, and what `done` will change."""
    stack, command = press(app.stack, done, app.table)
    name = "" if command is None else type(command).__name__
    session = app.table.session
    if session is None:
        kept = "kept" if app.table.saved_count else "gone"
        return Report("playing" if app.table.unfinished else kept, command=name)
    return Report(
        "kept" if session.is_over else "playing",
        session.ply,
        digest(lines_of(session, session.ply)),
        digest(lines_of(session)),
        draft_of(app.stack, session.game.id),
        name,
        draft_of(stack, session.game.id),
        digest(lines_of(_changed(session, command))),
        thinks=asked_of_box(app.state) is not None,
        announced=1 + len(command.more) if isinstance(command, Play) else 0,
    )


def _changed(session: Session, command: Command | None) -> Session:
    """The session after a command that changes its history, and any other as it is."""
    match command:
        case Undo():
            return undo(session)
        case Redo():
            return redo(session)
        case Correct(edits=edits):
            return with_edits(session, edits)
    return session


def lines_of(session: Session, most: int | None = None) -> list[str]:
    """The actions of a game as stored, those taken back at the end."""
    return [write_line(step.action) for step in session.steps][:most] + [
        write_line(action) for action in (session.undone if most is None else ())
    ]


def live(data: Path, seed: int, chance: random.Random) -> tuple[tuple[Report, ...], str]:
    """Let the device live and kill it; return its reports, and its wish."""
    wish = chance.choice(WISHES) if chance.random() < WISHFUL else ""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reading)
        run(CONFIG, data, RandomPresses(writing, random.Random(seed), wish), simulate=True)
        os._exit(1)  # it must not end by itself
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        seen = [heard(pipe.readline()) for _ in range(1 if wish else chance.randrange(40))]
        while seen and len(seen) < MOST_PICTURES and not (seen[-1].command == wish if wish else seen[-1].command):
            seen.append(heard(pipe.readline()))  # until the next press will be written
        select.select([], [], [], chance.uniform(PRESS_S, 4 * PRESS_S))
        os.kill(process, signal.SIGKILL)
        seen += [heard(line) for line in pipe.read().splitlines(keepends=True) if line.endswith(b"\n")]
    _, status = os.waitpid(process, 0)
    assert os.WIFSIGNALED(status), "the program ended by itself"
    return tuple(seen), wish


def heard(line: bytes) -> Report:
    """What a line from a life says."""
    return msgspec.json.decode(line, type=Report)


def last_seen(before: Report, seen: tuple[Report, ...]) -> Report:
    """The game as it was seen last: its actions when it lay on the table, the rest in the last picture."""
    game = next((report for report in reversed(seen) if report.ply >= 0), before)
    last = seen[-1] if seen else before
    return game if last is game else replace(game, place=last.place, command=last.command, next_draft=game.draft)


# --- between two lives -----------------------------------------------------------------------------------------------


def opened(data: Path) -> Journal:
    """The journal as the next start finds it, whole."""
    found = open_journal(data / JOURNAL_NAME, lambda: datetime.now(UTC))
    assert found.warning is None, f"the journal is damaged: {found.warning}"
    return found.journal


def sit_down(data: Path, chance: random.Random) -> Report:
    """Throw the game on the table away and lay another there, at a random place in its midst; return it."""
    with opened(data) as journal:
        for game in journal.games():
            journal.commit(Discard(game.id))
        save_session(journal, dealt(chance.choice(sorted(PAGES)), chance))
    return kept(data)


def dealt(game: str, chance: random.Random) -> Session:
    """A game up to a random place in its midst; in every other one the box plays in some seats."""
    record = random_record(game, chance, most=20)
    session = read_record(record)
    if chance.random() < 0.5:
        return session
    players, mummy = session.header.players, getattr(session.state, "mummy_player", None)
    hunters = [player for player in players if player != mummy]
    players = [chance.choice(players)] if mummy is None else chance.choice((hunters, [mummy]))
    box = {player: BoxSeat(kind_of(player, mummy), chance.choice(LEVELS), 1) for player in players}
    header = replace(session.header, box=box)
    seated = read_record(b"\n".join((write_line(header).encode(), *record.splitlines()[1:])) + b"\n")
    return replace(seated, seed="7" if "hunter" in {seat.kind for seat in box.values()} else "", chance="7")


def kept(data: Path) -> Report:
    """A report on the one stored game, which follows its rules, or that there is none."""
    with opened(data) as journal:
        games = journal.games()
        if not games:
            return Report("gone")
        (summary,) = games
        game = journal.load(summary.id)
    session, warning = restore(game.header_line, game.lines, game.checksums, game.ply)
    assert warning is None, warning
    assert session.is_over == (game.status == "finished")
    return Report(
        "playing" if game.status == "playing" else "kept",
        game.ply,
        digest(game.lines[: game.ply]),
        digest(game.lines),
        game.draft,
        "over" if session.is_over else "",
        lines=game.lines,
        boxes=tuple(player for player, _ in session.state.boxes),
    )


PLACES: dict[str, frozenset[Place]] = {
    "Discard": frozenset({"gone"}),
    "PutAside": frozenset({"kept"}),
    "Resume": frozenset({"playing"}),
    "Play": frozenset({"playing", "kept"}),
    "Undo": frozenset({"playing"}),
    "Redo": frozenset({"playing", "kept"}),
    "Correct": frozenset({"playing", "kept"}),
}
"""Where a game may be after a command."""


def compare(last: Report, now: Report) -> str:
    """How the game was found again: `as seen`, with the press `on its way`, or with what the box had decided.

    :raises AssertionError: when something that had been seen is lost.
    """
    change = f"{last} became {now}"
    moved = now.place != last.place
    assert not moved or now.place in PLACES.get(last.command, ()), change
    if now.place == "gone":
        return "with the press on its way" if moved else "as seen"
    if (now.ply, now.known) == (last.ply, last.known):
        assert now.draft in {last.draft, last.next_draft}, f"draft lost: {change}"
        return "with the press on its way" if moved else "as seen"
    if last.thinks and now.ply > last.ply:
        assert digest(now.lines[: last.ply]) == last.played, f"actions lost: {change}"
        assert all(by_of(line) in now.boxes for line in now.lines[last.ply :]), change
        return "with what the box had decided"
    match last.command:
        case "Play":
            assert digest(now.lines[: last.ply]) == last.played, f"actions lost: {change}"
            assert last.ply < now.ply <= last.ply + last.announced + 1, change
        case "Undo" | "Redo" | "Correct":
            assert now.known == last.corrected, change
        case _:
            raise AssertionError(change)
    return "with the press on its way"


def by_of(line: str) -> str:
    """Whose action a line is."""
    return str(msgspec.json.decode(line)["by"])


def main(kills: int, seed: int = 0) -> Counter[str]:
    """Live and be killed so many times, and return what was counted."""
    thinking.SHOWN_S = SHOWN_S
    chance = random.Random(seed)
    done: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        with opened(data) as journal:
            journal.commit(Choose("language", "en"))
        before = sit_down(data, chance)
        for number in range(kills):
            if number % LIVES_A_GAME == LIVES_A_GAME - 1 or before.place == "gone" or before.command == "over":
                before = sit_down(data, chance)
                done["games left for others"] += 1
            seen, wish = live(data, seed + number, chance)
            now, last = kept(data), last_seen(before, seen)
            done[f"found {compare(last, now)}"] += 1
            done["pictures seen"] += len(seen)
            done["kills in games with a seat of the box"] += bool(now.boxes)
            done["kills while the box thought"] += last.thinks
            done["kills before the game was on the screen again"] += all(report.ply < 0 for report in seen)
            done["further actions kept"] += max(0, now.ply - before.ply)
            if wish and last.command == wish:
                done[f"kills while asked to {wish}"] += 1
            before = now
        done["kills"] = kills
    return done


if __name__ == "__main__":
    began_s = time.monotonic()
    counted = main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
    print(", ".join(f"{count} {what}" for what, count in sorted(counted.items())))
    print(f"nothing lost that had been seen; {time.monotonic() - began_s:.0f} s")
