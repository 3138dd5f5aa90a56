"""The emulated machine and its twin: one game is played on both by the same presses, through every power cut.

Why a twin: after each press it shows what must be on the machine's screen. A press is acknowledged once its picture is
there; from then on nothing may lose it. One press may be under way when the power is cut. It may count or not: the next
picture shows which, and the twin follows it.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any, Protocol, cast

import pygame
from machine import Late, Machine, Refusal, wait_until
from msgspec.structs import replace
from simple_tables import SIMPLE_DEMOS
from twin import ALLOWED, ALLOWED_WITH_TIME, Twin, difference, drawn

from display.view import Button, Notice, View
from display.window import draw_splash
from firmware_py.config.schema import ButtonsConfig, Config, ScreenConfig
from firmware_py.desk.demo import Demo, Presenter, enter, gives_command, next_play, set_up, shortest_presses
from firmware_py.device import button_gestures, press_guard
from firmware_py.device.app import App
from firmware_py.device.output import view_of
from firmware_py.device.state import alter
from firmware_py.driver_reports import report_words
from firmware_py.host.splash import TITLE
from firmware_py.pages.home_page import troubles
from firmware_py.pages.interface import Resume
from firmware_py.pages.page import LongPress, Press
from firmware_py.words import Words, words

UNIT = "pyramid-referee"
GAME = "maudite_momie"
SEED = 6
SIZE = 480, 320

BOOT_S = 300.0
"""How long the machine may take until its agent answers, and from there to its first picture."""
PICTURE_S = 60.0
"""How long a picture may take to come."""
SWITCH_OFF_S = 180.0
COUNTS_AFTER_S = ButtonsConfig().early_s + 0.2
"""How long after a question was seen any press answers it; the machine may begin to count after it has shown it."""
ACROSS_AFTER_S = 80000.0
"""The twin's time is not the machine's: neither may show the view from across the table before a press."""
WITHOUT_PINS = " The game goes on by keyboard and touch."
"""How the log ends the line that says why there are no pins."""


class Power(Protocol):
    """Switches the machine on."""

    def __call__(self, *, read_only: bool = False) -> Machine:
        """The machine once commands can be run in it. :raises Late: when they cannot be"""


class Pair:
    """The machine and its twin; `machine` is on from `switch_on` to `switch_off` or `unplug`."""

    def __init__(
        self,
        folder: Path,
        power: Power,
        config: Config | None = None,
        *,
        seed: int = SEED,
        has_pins: bool = False,
        phones_at: str | None = None,
        demo: Demo = SIMPLE_DEMOS[GAME],
        hold_s: float,
    ) -> None:
        """Prepare a machine that is off; files of the run go to `folder`.

        `config` is what its settings file says, `seed` shuffles the cards, `has_pins`: it has a chip for pins, so the
        first page says nothing. `phones_at` is where phones find it, None if they cannot join in. `demo` has the
        players, their cards and what they do. `hold_s` is longer than a button of the machine must be held.
        """
        self._folder = folder
        self._power = power
        self.fault = "" if has_pins else WITHOUT_PINS
        """A part of the line by which the service logs a fault at its start, of which the first page warns."""
        self._machine: Machine | None = None
        self._hold_s = hold_s
        self._pending: Any = None
        self._pending_at = -1
        self._is_acknowledged = True
        self._badges: tuple[str, ...] = ()
        self._on_full_disk: Words | None = None
        self._on_disk: tuple[Twin, Any, Any, int] | None = None
        self.presses = 0
        self.failed_starts = 0
        """How many starts of the service failed before it was READY."""
        self.largest_difference = 0.0
        config = config or Config(screen=ScreenConfig(across_after_s=ACROSS_AFTER_S))
        self._rotation = config.screen.rotation
        self.twin = Twin(Path(tempfile.mkdtemp(dir=folder)), config, phones_at=phones_at)
        self._turn = self.twin.app.guard
        self._asked_s = 0.0
        """Since when the machine has been seen to ask what it asks."""
        self.demo = demo
        self._cards = self.demo.table(self.demo.players, seed)
        self._presenter = Presenter(cast(Any, self), cast(Any, None), shots=None)

    # --- the power -----------------------------------------------------------------------------------------------

    @property
    def machine(self) -> Machine:
        """The machine that is on."""
        if self._machine is None:
            raise Refusal("the machine is off")
        return self._machine

    def core_s(self) -> float:
        """How many seconds of a core this process, its children and the machine have used."""
        times = os.times()
        mine_s = times.user + times.system + times.children_user + times.children_system
        return mine_s + (self._machine.core_s() if self._machine else 0.0)

    def switch_on(self, *, read_only: bool = False) -> None:
        """Switch on and wait until commands can be run. :raises Late: when they cannot be"""
        self._machine = self._power(read_only=read_only)

    def switch_on_with(self, power: Callable[[], Machine]) -> None:
        """Switch on in another way. :raises Late: when commands cannot be run"""
        self._machine = power()

    def wait_until_ready(self) -> float:
        """Wait for the referee's READY; return how many seconds after switching on it was noticed here."""
        self.failed_starts += self.machine.wait_for_unit(UNIT, BOOT_S)
        return time.monotonic() - self.machine.switched_on_s

    def keep_log(self) -> str:
        """Write the service's log and the kernel's to a file beside the last picture; return what came of that.

        The log names the places where the service hung, if the watchdog has ended it.
        """
        file = self._folder / "service.log"
        try:
            logs = self.machine.run(
                f"journalctl --boot --output short-monotonic --unit {UNIT}; "
                "echo; journalctl --boot --output short-monotonic --dmesg --lines 100"
            )
        except (Late, Refusal) as problem:
            return f"The service's log could not be read: {problem}"
        file.write_text(logs, encoding="utf-8")
        return f"The service's log is in {file}."

    def switch_off(self) -> None:
        """Let the system halt the machine."""
        with suppress(Refusal):  # the agent ends as well, perhaps before it has answered
            self.machine.run("systemctl --no-block poweroff")
        wait_until("switched off", SWITCH_OFF_S, lambda: not self.machine.is_on())
        self.unplug()

    def unplug(self) -> None:
        """Pull the plug."""
        if self._machine:
            self._machine.unplug()
            self._machine = None

    def close(self) -> None:
        """Leave nothing running."""
        self.unplug()
        self.twin.close()

    # --- the screen ----------------------------------------------------------------------------------------------

    def expect_splash(self) -> None:
        """Wait for the first picture of a start. :raises Late: when it does not come"""
        splash = pygame.Surface(SIZE)
        draw_splash(TITLE, splash)
        self._wait_for_one_of([splash], seconds=BOOT_S)

    def expect_welcome(self) -> None:
        """Wait for the first page, which says so if there are no pins here. :raises Late: when it does not come"""
        self._wait_for_one_of([self._welcome(self.twin)], above_notice=True)

    def _page(self, badges: tuple[str, ...] = (), notice: Notice | None = None) -> View:
        """The twin's page, with badges and a notice that the twin itself does not have."""
        view = self.app.view
        return replace(view, badges=(*(badges or self._badges), *view.badges), notice=notice or view.notice)

    def expect_troubles(self, *more: Words) -> None:
        """Wait for the page that a start begins with when there is more than one thing to tell: no pins, and `more`.

        :raises Late: when it does not come
        """
        app = self.twin.after_cut().app
        state = alter(app.state, stack=(*app.stack, troubles((self._without_pins(), *more))))
        gestures = button_gestures.begin((), ButtonsConfig().times())
        self._wait_for_one_of([drawn(view_of(state, gestures, None, app.idle, None, is_hiding=False), SIZE)])

    def _without_pins(self) -> Words:
        """What the first page says of the fault that was logged."""
        log = self.machine.run(f"journalctl --boot --unit {UNIT} --output cat | grep '{self.fault}'")
        fault = log.strip().splitlines()[-1].removesuffix(WITHOUT_PINS)
        return words("{fault} The game goes on by keyboard and touch.", fault=report_words(fault))

    def _welcome(self, twin: Twin) -> pygame.Surface:
        if not self.fault:
            return drawn(twin.app.view, SIZE)
        notice = Notice((twin.app.table.say(self._without_pins()),), "warning")
        return drawn(replace(twin.app.view, notice=notice), SIZE)

    def _wait_for_one_of(
        self,
        wanted: list[pygame.Surface],
        allowed: float = ALLOWED,
        *,
        above_notice: bool = False,
        seconds: float = PICTURE_S,
    ) -> int:
        """Wait until one of these pictures is on the screen, or is there above the message; return which."""
        shares = [1.0]

        def found() -> int | None:
            nonlocal shares
            picture = self.machine.picture()
            shares = [difference(picture, one, self._rotation, above_notice=above_notice) for one in wanted]
            return shares.index(min(shares)) + 1 if min(shares) <= allowed else None

        try:
            which = wait_until("the expected picture", seconds, found, every_s=0.1) - 1
        except Late as late:
            for number, one in enumerate(wanted):
                pygame.image.save(one, self._folder / f"wanted-{number}.png")
            raise Late(f"{late}; {min(shares):.2%} of the pixels differ between screen.ppm and wanted-*.png") from None
        if allowed == ALLOWED:
            self.largest_difference = max(self.largest_difference, shares[which])
        return which

    # --- the presses ---------------------------------------------------------------------------------------------

    @property
    def app(self) -> App:
        """The twin's app, whose pages the machine must show."""
        return self.twin.app

    def press(self, button: Button) -> None:
        """Press a button on both shortly, and wait until the machine shows what the twin does."""
        self.do(Press(button))

    def do(self, done: Press | LongPress) -> None:
        """Press or hold a button on both, and wait until the machine shows what the twin does."""
        self._is_acknowledged = False
        turn = self.app.guard
        if turn.whose != self._turn.whose or turn.input_source == done.button:
            # what comes earlier belongs to the player or the question before, also if another button was between
            time.sleep(max(0.0, self._asked_s + COUNTS_AFTER_S - time.monotonic()))
        self._turn = turn
        self.twin.do(done)
        released_s = self._press_machine(done)
        self.presses += 1
        pages = [self._page()]
        if self._on_full_disk:
            pages.append(self._page(("unsaved",), Notice((self.app.table.say(self._on_full_disk),), "warning")))
        if self._wait_for_one_of([drawn(page, SIZE) for page in pages]):
            self._badges, self._on_full_disk = ("unsaved",), None
            self._on_disk = self.twin.after_cut(counted=False), deepcopy(self._cards), self._pending, self._pending_at
        self._acknowledge()
        time.sleep(max(0.0, released_s - time.monotonic()))

    def _acknowledge(self) -> None:
        """Note that the machine shows what the last press led to, and since when it asks that."""
        self._is_acknowledged = True
        if self.app.guard.asked_s != self._turn.asked_s:
            self._asked_s = time.monotonic()

    def _press_machine(self, done: Press | LongPress) -> float:
        """Press or begin to hold a button of the machine; return the moment at which it is released."""
        if isinstance(done, Press):
            self.machine.press(done.button)
            return 0.0
        released_s = time.monotonic() + self._hold_s
        self.machine.hold(done.button, self._hold_s)
        return released_s

    def possible_records(self) -> tuple[str, ...]:
        """What the record on the disk may be: a press that is under way may count or not."""
        now = self.twin.record()
        return (now,) if self._is_acknowledged else (now, self.twin.record_before())

    def catch_up(self) -> None:
        """Wait for the page of the last press, which was not looked at before. :raises Late: when it does not come"""
        self._wait_for_one_of([drawn(self._page(), SIZE)])
        self._acknowledge()

    def begin_game(self) -> None:
        """Choose language and game, and enter the players."""
        set_up(self._presenter, self.demo, GAME)

    def play(self, actions: int = 1) -> None:
        """Play so many more actions of the demonstration; play an action again that a power cut has lost."""
        for _ in range(actions):
            session = self.app.table.playing
            if self._pending_at != session.ply:
                self._pending, self._pending_at = next_play(session, self._cards), session.ply
            enter(self._presenter, self.demo, self._pending.action, session.ply + 1, self._pending.then)

    def expect_full_disk(self, announced: Words) -> None:
        """Accept from now on that a press shows a full disk: by this notice, and by a badge that stays."""
        self._on_full_disk = announced

    @property
    def is_in_memory(self) -> bool:
        """Whether the machine has shown that it plays in memory only."""
        return self._on_disk is not None

    def forget_what_was_in_memory(self) -> None:
        """Set the twin back to what was on disk before it was full, as the machine is when it starts again."""
        assert self._on_disk is not None
        self.twin.close()
        self.twin, self._cards, self._pending, self._pending_at = self._on_disk
        self._badges, self._on_disk = (), None

    def resume(self) -> str:
        """Resume the game after a new start; return what became of the press that was under way at the power cut.

        :raises Late: when the screen does not show what was acknowledged
        """
        was_interrupted = not self._is_acknowledged
        may_count = [self.twin.after_cut()]
        if was_interrupted:
            may_count.append(self.twin.after_cut(counted=False))
        self.twin.close()
        self._wait_for_one_of([self._welcome(twin) for twin in may_count], ALLOWED_WITH_TIME, above_notice=True)
        for done in shortest_presses(may_count[0].app.stack, may_count[0].app.table, gives_command(Resume)):
            self.machine.press(done.button)
            for twin in may_count:
                twin.press(done.button)
            which = self._wait_for_one_of([drawn(twin.app.view, SIZE) for twin in may_count])
        self.twin = may_count.pop(which)
        self._turn, self._asked_s = press_guard.begin(None, 0.0), time.monotonic()  # the turn has just been given
        for twin in may_count:
            twin.close()
        self._is_acknowledged = True
        return ("counted" if which == 0 else "did not count") if was_interrupted else "none"
