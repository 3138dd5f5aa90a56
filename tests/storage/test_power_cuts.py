"""After a power cut everything is there that was shown: after every press of a game, and at any moment between."""

from __future__ import annotations

import json
import os
import random
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

import device_on_pipes
import kills
import pytest
from device_on_pipes import seen
from kills import Report, compare, digest
from msgspec.structs import replace
from sampling import many
from waiting import PATIENCE_S

from display.view import Button
from firmware_py.config.schema import JOURNAL_NAME
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.maudite_momie.state import State
from firmware_py.pages.game_menu import game_menu
from firmware_py.pages.registry import PAGES
from firmware_py.storage.changes import Choose, StoredGame
from firmware_py.storage.opening import open_journal

SET_UP: tuple[Button, ...] = ("ok",) * 3
"""From the first screen into a game of two, with the names and colours that are offered."""
RANDOM_CUTS = many(8, whole=15)
MOST_PRESSES = 6
"""Most presses of a burst that are cut off."""


@dataclass(frozen=True)
class Step:
    """A press of the game, what is to be seen after it, and what after a power cut, once the game goes on."""

    button: Button
    shown: str
    resumed: str
    ply: int
    draft: str | None

    @property
    def is_stored(self) -> bool:
        """Whether even the cursor stands where it does when the game goes on."""
        return self.shown == self.resumed


# --- a game without a power cut --------------------------------------------------------------------------------------


def next_presses(state: State, ply: int) -> tuple[Button, ...]:
    """The presses of the next action by a plain plan: explore, secure and awaken."""
    match state.phase:
        case "keep":
            return ("ok",)
        case "reveal" | "final_reveal":
            middle: tuple[Button, ...] = ("left",) if state.awakened else ()
            count = state.cards[state.revealing[0]]
            return middle * count + ("ok", "left") * count
        case _ if state.cards[state.turn] >= 3:
            return ("up",) if ply % 4 == 0 and state.cards[1 - state.turn] else ("down",)
    return ("ok",)


def with_language(data: Path) -> Path:
    """A folder of data in which the language is chosen already, and no poster lies over a page."""
    with open_journal(data / JOURNAL_NAME, lambda: datetime.now(UTC)).journal as journal:
        journal.commit(Choose("language", "en"))
        journal.commit(Choose("screen.moments", "off"))
    return data


@pytest.fixture(scope="module")
def uncut_game(tmp_path_factory: pytest.TempPathFactory) -> tuple[tuple[Step, ...], tuple[str, ...]]:
    """Every press of a game up to the last but one of its actions, and the actions as lines of a record."""
    steps: list[Step] = []
    pages = PAGES["maudite_momie"]
    with SimulatedDevice(device_on_pipes.CONFIG, with_language(tmp_path_factory.mktemp("uncut"))) as box:
        for button in SET_UP:
            box.press(button)
        while not box.app.table.playing.is_over:
            session = box.app.table.playing
            for button in next_presses(session.state, session.ply):
                box.press(button)
                table, draft = box.app.table, pages.draft_of(box.app.stack[0])
                page = pages.page(table, draft, game_menu()).view(table)
                steps.append(Step(button, seen(box.app.view), seen(page), table.playing.ply, draft))
        lines = box.journal.load(1).lines
    before_the_end = tuple(step for step in steps if step.ply < len(lines))
    assert {json.loads(line)["do"] for line in lines} == {"explore", "secure", "awaken", "reveal"}
    assert 20 <= len(lines) <= 30
    return before_the_end, lines


# --- a device with a plug --------------------------------------------------------------------------------------------


class Plugged(Protocol):
    """A device that can be pressed and unplugged."""

    def press(self, button: Button, /) -> str:
        """Press a button and return what is shown once the press was answered."""

    def cut(self) -> None:
        """Cut the power, and switch on again."""


class RealProgram:
    """The program as a process of its own, killed by signal 9."""

    def __init__(self, data: Path) -> None:
        self._driver = subprocess.Popen(
            [sys.executable, device_on_pipes.__file__, str(data)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        self._process = 0
        self.switch_on()

    def switch_on(self) -> None:
        self.send("on")
        self.answer()

    def send(self, *lines: str) -> None:
        assert self._driver.stdin
        self._driver.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self._driver.stdin.flush()

    def answer(self) -> str:
        assert self._driver.stdout
        report = json.loads(self._driver.stdout.readline())
        self._process = report["process"]
        shown: str = report["shown"]
        return shown

    def press(self, button: Button) -> str:
        self.send(button)
        return self.answer()

    def kill(self) -> int:
        """Kill the program, and return how many presses it had answered unheard."""
        os.kill(self._process, signal.SIGKILL)
        count = -1
        while self._process:
            self.answer()
            count += 1
        return count

    def cut(self) -> None:
        self.kill()
        self.switch_on()

    def close(self) -> None:
        assert self._driver.stdin
        assert self._driver.stdout
        self._driver.stdin.close()
        self._driver.wait(timeout=PATIENCE_S)
        self._driver.stdout.close()


@pytest.fixture
def real_program(tmp_path: Path) -> Iterator[RealProgram]:
    program = RealProgram(with_language(tmp_path))
    yield program
    program.close()


@dataclass
class OnTheDesk:
    """The simulated device of the scripts."""

    box: SimulatedDevice

    def press(self, button: Button) -> str:
        self.box.press(button)
        return seen(self.box.app.view)

    def cut(self) -> None:
        self.box.cut()


EVERY = many(2, whole=1)


def cut_after_every_press(plugged: Plugged, steps: tuple[Step, ...], *, only_where_stored: bool = False) -> None:
    """Play a game with a power cut after each press; presses that are not stored (of a cursor) are repeated.

    `only_where_stored`: or after those presses that are, at a commit every second of them.
    """
    for button in SET_UP:
        plugged.press(button)
    again: list[Step] = []
    for number, step in enumerate(steps):
        assert plugged.press(step.button) == step.shown
        if only_where_stored and (not step.is_stored or number % EVERY):
            continue
        plugged.cut()
        assert plugged.press("ok") == step.resumed
        again = [] if step.is_stored else [*again, step]
        for pressed in again:
            assert plugged.press(pressed.button) == pressed.shown


# --- what is true ----------------------------------------------------------------------------------------------------


def test_a_power_cut_after_any_press_loses_nothing_that_was_shown(uncut_game, tmp_path: Path) -> None:
    """On the simulated device, at every step of a game: the same question, with the cards entered so far."""
    with SimulatedDevice(device_on_pipes.CONFIG, with_language(tmp_path)) as box:
        cut_after_every_press(OnTheDesk(box), uncut_game[0])


def test_the_real_program_killed_after_any_step_loses_nothing_that_was_shown(uncut_game, real_program) -> None:
    """`kill -9` on the program itself, after every action and every entered card: nothing of it is asked again."""
    cut_after_every_press(real_program, uncut_game[0], only_where_stored=True)


def test_the_real_program_killed_at_any_moment_has_saved_what_it_had_shown(
    uncut_game, real_program: RealProgram, tmp_path: Path
) -> None:
    """In the midst of a burst of presses: at least what was answered is on disk, in order, and nothing else."""
    steps, lines = uncut_game
    chance = random.Random(20)
    for button in SET_UP:
        real_program.press(button)
    done = 0
    for _ in range(RANDOM_CUTS):
        burst = steps[done : done + MOST_PRESSES]
        if not burst:
            break  # the game is over
        real_program.send(*(step.button for step in burst))
        answers = chance.randrange(len(burst))
        for _ in range(answers):
            real_program.answer()
        select.select([], [], [], chance.random() * 0.01)
        answers += real_program.kill()
        game = stored(tmp_path)
        real_program.switch_on()
        assert game.lines == lines[: game.ply]
        there = [at for at, step in enumerate(steps) if (step.ply, step.draft) == (game.ply, game.draft)]
        if there:
            assert done + answers - 1 <= there[-1] < done + len(burst) + 2
            assert real_program.press("ok") == steps[there[0]].resumed
            done = 1 + max(at for at in there if steps[at].is_stored)
        else:
            assert (game.ply, answers) == (0, 0)
            real_program.press("ok")


def stored(data: Path) -> StoredGame:
    """The game as it is on disk."""
    with open_journal(data / JOURNAL_NAME, lambda: datetime.now(UTC)).journal as journal:
        return journal.load(1)


# --- the program killed at any moment of its work, a few times; `make kills` does it a thousand times -----------------

KILLS = many(3, whole=6)
SEEN = Report("playing", 2, digest(("a", "b")), digest(("a", "b", "c")), "half", "", "whole")
KEPT = Report("playing", 2, SEEN.played, SEEN.known, "half", lines=("a", "b", "c"))
GONE = Report("gone")
PRESS_TAKEN = "with the press on its way"


def test_whatever_was_seen_is_there_after_kill_9() -> None:
    """Random presses, the real loop, random games; no life of the device loses what it had shown."""
    command = [sys.executable, kills.__file__, str(KILLS)]
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f"{KILLS} kills" in done.stdout


def test_the_press_on_its_way_may_be_there_or_not() -> None:
    """What nobody had seen yet counts as done or as not done, never as half done."""
    assert compare(SEEN, KEPT) == "as seen"
    assert compare(SEEN, replace(KEPT, draft="whole")) == "as seen"
    played = Report("playing", 3, digest("abx"), digest("abx"), lines=("a", "b", "x"))
    assert compare(replace(SEEN, command="Play"), played) == PRESS_TAKEN
    assert compare(replace(SEEN, command="Play"), replace(played, place="kept")) == PRESS_TAKEN
    undone = replace(KEPT, ply=1, played=digest("a"))
    assert compare(replace(SEEN, command="Undo", corrected=SEEN.known), undone) == PRESS_TAKEN
    corrected = Report("playing", 2, digest("xb"), digest("xb"), lines=("x", "b"))
    assert compare(replace(SEEN, command="Correct", corrected=digest("xb")), corrected) == PRESS_TAKEN


def test_a_kill_leaves_a_game_where_it_was_or_where_it_was_to_go() -> None:
    """To leave a game changes nothing of it; to put it aside keeps all of it; one thrown away may be gone."""
    assert compare(replace(SEEN, command="Leave"), KEPT) == "as seen"
    for command, now in (("PutAside", replace(KEPT, place="kept")), ("Discard", GONE)):
        assert compare(replace(SEEN, command=command), KEPT) == "as seen"
        assert compare(replace(SEEN, command=command), now) == PRESS_TAKEN
    assert compare(replace(SEEN, place="kept", command="Resume"), KEPT) == PRESS_TAKEN
    assert compare(GONE, GONE) == "as seen"


@pytest.mark.parametrize(
    "lost",
    [
        replace(KEPT, draft=None),
        replace(KEPT, ply=1, played=digest("a"), known=digest("a"), lines=("a",)),
        replace(KEPT, ply=3, known=digest("abx"), lines=("a", "b", "x")),
        replace(KEPT, known=digest("ab"), lines=("a", "b")),
        replace(KEPT, place="kept"),
        GONE,
    ],
)
def test_a_loss_would_be_found_out(lost: Report) -> None:
    """A draft, an action, an action taken back or a game that is gone, and what nobody did."""
    for command in ("", "Leave"):
        with pytest.raises(AssertionError):
            compare(replace(SEEN, command=command), lost)


def test_a_game_that_was_thrown_away_does_not_come_back() -> None:
    """Nor one with another correction than the players entered."""
    for last, now in ((replace(GONE, command="Resume"), KEPT), (replace(SEEN, command="Correct", corrected="?"), GONE)):
        with pytest.raises(AssertionError):
            compare(last, now)
