"""The application: inputs and time go in, views, light and sound come out, and one state lies between.

`App` gets the time with every call and never reads a clock, so that a test plays hours of a game in seconds.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import TypeAlias

from display.view import Audience, Button, Scoreboard, View
from firmware_py.config.settings import Settings
from firmware_py.device import board_watch, button_gestures, playing, press_guard
from firmware_py.device.disk import Callback, Resources, Saving
from firmware_py.device.effects import (
    BoardReported,
    ComputerState,
    Event,
    Finger,
    GameHandedOver,
    Hid,
    OkHeldToTheEnd,
    Pressed,
    StepDue,
    TimePassed,
    WindowClosed,
)
from firmware_py.device.idle import LATER, NO_GLASS, STEPS, AutoConfirm, IdleState
from firmware_py.device.output import Output, turn_back, view_of
from firmware_py.device.state import SWITCHED_ON, ChosenSettings, DeviceState, alter, asked_of_box
from firmware_py.device.thinking import Thinking, begin_to_think
from firmware_py.device.update import deadline_s, first_state
from firmware_py.games.session import Session
from firmware_py.host.computer import is_power_weak
from firmware_py.pages.board_care.care import FrameFed
from firmware_py.pages.interface import PageContext
from firmware_py.pages.offers import UNTOUCHED
from firmware_py.pages.page import Input, LongPress, Press, Stack, Timeout, Touch, press
from firmware_py.transfers.stick import find_sticks
from firmware_py.words import Words
from hardware import Edge
from hardware.boards.frames import BoardEvent

NEVER_S = float("inf")
LOOK_EVERY_S = 2.0
"""The shortest time between two looks at the computer: at its power supply, and for sticks.

Why they wake nothing: the loop goes round often enough, and each look reads two small files.
"""


Named: TypeAlias = frozenset[tuple[Button, bool]]
"""The acts that the scoreboard names: the buttons, and whether they are held."""


def named_in(view: View) -> Named:
    """The acts that the foot of a view names."""
    return frozenset((hint.button, hint.held) for hint in view.hints)


class App:
    """Owns the state and shows its views; `guard`: which presses come too soon; `idle`: how long none has come."""

    def __init__(
        self,
        resources: Resources,
        now_s: float,
        warnings: tuple[Words, ...] = (),
        before: ChosenSettings = SWITCHED_ON,
    ) -> None:
        """Show the first page; the other arguments are those of `first_state`."""
        self._resources = resources
        self._config, self._devices = resources.config, resources.devices
        self._state = state = first_state(
            resources.config,
            resources.disk.at_start,
            resources.disk.next_id,
            now_s,
            (*warnings, *resources.disk.warnings),
            before,
            faults=self._devices.faults,
            has_board=self._devices.board is not None,
            has_voice=self._devices.voice is not None,
            phones_at=resources.phones_at,
        )
        self._saving = Saving(resources, self._become, self._foresee)
        self._board_events: tuple[BoardEvent, ...] = ()  # that wait until something is stored
        self._looked_s = -NEVER_S  # when the computer was looked at last
        down, times = self._devices.buttons.pressed_now(), self._config.buttons.times()
        self._gestures = button_gestures.begin(down, times, state.chosen.settings.controls)
        self.guard = press_guard.begin(state.actor, self._config.buttons.early_s)
        self.idle = IdleState(now_s)
        self._auto_confirm = AutoConfirm()
        self._glass = NO_GLASS
        self._thinking: Thinking | None = None
        self._is_hiding = False
        self._named: Named | None = None  # the acts named where the last finger came down on a page that is not seen
        self._refreshed_s = -NEVER_S
        self._is_behind = False  # a page follows what is not shown yet
        self._examining: Future[tuple[bool, tuple[Event, ...]]] | None = self._examine_some()
        self._output = Output(self._devices, self.view)
        self._refresh(now_s)

    def _become(self, state: DeviceState) -> None:
        """Put a state in force; nothing else does. What it leads to was decided by `update`."""
        assert not self._saving.is_busy
        guard = press_guard.follow(self.guard, self._state, state)
        if guard.whose != self.guard.whose:
            self._gestures = button_gestures.ignore(self._gestures)  # what is down was not meant so
        self._gestures = button_gestures.follow(self._gestures, self._state.stack, state.stack)
        self.guard, self._state = guard, alter(state, input_source=None, is_opened=False)

    def _foresee(self, state: DeviceState) -> None:
        """Prepare to show a state that will be in force; nothing of it may be seen yet."""
        self._resources.prepare(view_of(state, self._gestures, None, self.idle, None, self._is_hiding))

    def _take(self, event: Event, then: Callback, now_s: float) -> None:
        """Decide what an event leads to, unless all has ended; `then` follows once that is stored and in force."""
        if not self.finished:
            secretly = self.shown.audience == "hunters" and self._state.is_for_hunters
            self._saving.take((event,), self._state, then, now_s, secretly=secretly)

    def _take_next(self, event: Event, then: Callback, now_s: float) -> None:
        """Take an event once everything before it is stored."""
        self._saving.do(partial(self._take, event, then), now_s)

    # --- what is seen --------------------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        """What the screen is to show once nothing moves any more."""
        filled = self._thinking.filled if self._thinking else self._auto_confirm.filled
        return view_of(
            self._state, self._gestures, self.guard.sign, self.idle, filled, self._is_hiding, self._glass.left
        )

    @property
    def shown(self) -> View:
        """What the screen shows at this moment."""
        return self._output.shown

    @property
    def _audience(self) -> Audience:
        """The audience of what is shown; hunters until `back` is released that has hidden their page."""
        return "hunters" if self._is_hiding else self.shown.audience

    @property
    def state(self) -> DeviceState:
        """What is in force at the table."""
        return self._state

    @property
    def stack(self) -> Stack:
        """The pages that lie on each other."""
        return self._state.stack

    @property
    def table(self) -> PageContext:
        """What the pages look at."""
        return self._state.table

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._state.chosen.settings

    @property
    def saving_since_s(self) -> float | None:
        """Start time of the pending write, or None when idle."""
        return self._saving.since_s

    def in_background(self, job: Callable[..., object], *arguments: object) -> None:
        """Let the disk's thread do a job after what it has to do already; nobody waits for it."""
        self._resources.thread.submit(job, *arguments)

    # --- the end -------------------------------------------------------------------------------------------------

    @property
    def finished(self) -> bool:
        """Whether the application has ended; it has not before everything is stored."""
        return self._state.is_finished

    def close(self, now_s: float) -> None:
        """End without being switched off, once everything is stored: the window is closed."""
        self._take_next(WindowClosed(), self._cut, now_s)

    # --- inputs --------------------------------------------------------------------------------------------------

    def edge(self, edge: Edge) -> None:
        """Take an edge of a button's contact."""
        self._gestures, made = button_gestures.feed(self._gestures, edge)
        if edge.pressed:
            self._output.hush()
            self._named = self._wakes(edge.at_s)
            is_known = self._named is None or self._may_act(edge)
            if not (is_known and self._counts(edge.at_s, edge.at_s)):
                self._gestures = button_gestures.ignore(self._gestures)
                return
        self._take_presses(made, edge.at_s)
        self._hide(edge.at_s)

    def touch(self, target: str, now_s: float, since_s: float | None = None) -> None:
        """Take a touch or a click on a target of the screen, which a window reports some time after `since_s`."""
        self._output.hush()
        self._saving.settle(now_s)  # what was stored and what the board has reported comes first, as before a button
        self._feed_board((), now_s)
        done, named = button_gestures.meant_by(target), self._wakes(now_s)
        is_known = named is None or self._is_known(done, named)
        if is_known and self._counts(now_s if since_s is None else since_s, now_s):
            self.press(done, now_s, since_s, "screen")

    def hold_ok(self, is_down: bool, now_s: float) -> None:
        """Press or release `ok`: a finger came down on the screen's hold area, or left it."""
        if not is_down:
            self._gestures = button_gestures.ignore(self._gestures)
        self.edge(Edge("ok", is_down, now_s))

    def press(self, done: Input, now_s: float, since_s: float | None = None, finger: Finger | None = None) -> None:
        """Take what a finger began at `since_s`; only `back` counts in a transfer. While something is stored, it waits.

        Then it counts only if it is still the same player's turn, and a touch only if the same is asked.
        """
        if self._state.is_transferring and done != Press("back"):
            return
        self.idle = IdleState(now_s)  # a repeat of a held button is a touch as well
        was, was_copying, began_s = self.guard, self._state.is_transferring, now_s if since_s is None else since_s

        def step(now_s: float) -> None:
            is_over = isinstance(done, Touch) and was.asked_s != self.guard.asked_s
            if is_over or was_copying != (self._state.is_transferring):
                return  # a copy began or ended, or something else was asked, while it waited
            if was.whose != self.guard.whose:
                self._sign(press_guard.drop(self.guard, now_s))
            elif not press_guard.is_accidental_repeat(self.guard, self._state, done, finger, began_s):
                self._auto_confirm = self._auto_confirm.stop(self.stack)
                audience = self._audience
                is_heard = audience != "hunters" and done != Timeout()  # how often hunters press is a secret too
                self._take(Pressed(done, audience, finger), partial(self._answer, is_heard), now_s)

        self._saving.do(step, now_s)

    def _answer(self, is_heard: bool, now_s: float) -> None:
        """Show what an input led to, however long the disk took; a press that may be heard is never silent."""
        is_choosing = self.stack[-1].pending != UNTOUCHED
        self.idle = IdleState(now_s, LATER ** (is_choosing + (self.settings.scoreboard_delay == "later")))
        if not self._sound(now_s) and is_heard:
            self._output.play(("key",), self.settings, now_s)
        self._refresh(now_s)

    def load(self, session: Session, now_s: float) -> None:
        """Take up a game that was played elsewhere, and store it."""
        self._take_next(GameHandedOver(session), self._refresh, now_s)

    # --- what comes from phones ----------------------------------------------------------------------------------

    def do_in_turn(self, step: Callback, now_s: float) -> None:
        """Carry out a step after whatever is being stored, and after every press before it."""
        self._saving.do(step, now_s)

    def take_from_phone(self, event: Event, then: Callback, now_s: float) -> None:
        """Decide what came from a phone, within a step of its own; `then` follows once it is stored and shown."""

        def show(now_s: float) -> None:
            if self._state.sounds:  # everybody may know of it
                self._wakes(now_s)
            self._sound(now_s)
            self._refresh(now_s)
            then(now_s)

        self._take(event, show, now_s)

    # --- buttons that are held -----------------------------------------------------------------------------------

    def _take_presses(self, made: tuple[Press | LongPress, ...], now_s: float) -> None:
        for done in made:
            if self._named is not None and not self._is_known(done, self._named):
                continue
            if done == LongPress("ok") and "ok" not in self.view.held:
                self._is_hiding = self._state.is_for_hunters
                self._take_next(Hid(), self._cut, now_s)  # the countdown is for everybody
                self._gestures = button_gestures.begin_countdown(self._gestures, now_s)
            elif not (self._is_hiding and done == Press("back")):  # it acted when it went down
                self.press(done, now_s, button_gestures.pressed_at_s(self._gestures, done.button), done.button)

    def _hide(self, now_s: float) -> None:
        """Hide what only hunters may see as soon as `back` goes down: it may become a hold, and eyes are faster."""
        is_down = button_gestures.is_undecided(self._gestures, "back")
        if is_down and self._state.is_for_hunters and not self._is_hiding:
            self.press(Press("back"), now_s)
            self._is_hiding = True
            self._cut()
        elif not is_down and not self._saving.is_busy:
            self._is_hiding = False

    def _hold(self, now_s: float) -> None:
        """Show how far a held button is, if holding it does something here; switch off at the end of the countdown."""
        before = self._gestures
        self._gestures = button_gestures.advance_hold(before, now_s, lambda: self.view.held)
        if button_gestures.is_time_to_switch_off(before, self._gestures):
            self._take_next(OkHeldToTheEnd(), self._cut, now_s)
        if button_gestures.looks_different(before, self._gestures):
            self._cut()

    # --- which presses count -------------------------------------------------------------------------------------

    def _counts(self, at_s: float, now_s: float) -> bool:
        """Whether what began at `at_s` counts: it may belong to the player before."""
        if is_early := press_guard.is_early(self.guard, at_s):
            self._sign(press_guard.drop(self.guard, now_s))
        return not is_early

    def _wakes(self, now_s: float) -> Named | None:
        """Take a press or a touch: it wakes the screen, and brings the page back.

        Return the acts that were named where the page was not seen, none of them on a dark screen; None if it was seen.
        """
        named: Named | None = None
        if self.idle.is_dimmed:
            named = frozenset()
        elif isinstance(self.shown.body, Scoreboard):
            named = named_in(self.shown)
        self.idle = IdleState(now_s)
        if named is not None:
            self._cut()
        return named

    def _may_act(self, edge: Edge) -> bool:
        """Whether a button that has just gone down, on a page that is not seen, may act pressed or held."""
        button = button_gestures.BUTTONS[edge.name]
        meanings = (Press(button), LongPress(button))
        return self._named is not None and any(self._is_known(done, self._named) for done in meanings)

    def may_be_done_unseen(self, done: Input) -> bool:
        """Whether an input acts on the page that is shown for everybody."""
        return self._is_known(done, named_in(self.shown))

    def _is_known(self, done: Input, named: Named) -> bool:
        """Whether whoever did this could know what it does, with these acts `named` on a page that is not seen.

        What gives no command, such as a step of the cursor, may be done unseen: its page comes with it.
        """
        if not named or not isinstance(done, Press | LongPress):
            return False
        is_named = (done.button, isinstance(done, LongPress)) in named
        return is_named or press(self.stack, done, self.table)[1] is None

    def _sign(self, guard: press_guard.PressGuard) -> None:
        """Show or end the sign that a press was dropped."""
        before, self.guard = self.guard, guard
        if guard.sign != before.sign:
            self._output.show_sign(self.view)

    # --- the board -----------------------------------------------------------------------------------------------

    def _feed_board(self, events: tuple[BoardEvent, ...], now_s: float) -> None:
        """Take what the board reports, if there is one; while something is being stored, it waits."""
        if self._devices.board is None:
            return
        self._board_events = playing.newest((*self._board_events, *events))
        self._saving.do(self._take_board, now_s)

    def _take_board(self, now_s: float) -> None:
        """Take what the board has reported so far."""
        reports, self._board_events = self._board_events, ()
        driver, is_looked_at = self._devices.board, isinstance(self.stack[-1], FrameFed)
        parts = driver.health() if driver and is_looked_at else ()
        then = partial(self._show_board, self.stack, self._output.unturned)
        self._take(BoardReported(reports, now_s, self.shown.audience, parts), then, now_s)

    def _show_board(self, stack: Stack, shown: View, now_s: float) -> None:
        """Let be heard and show what has become of the board since this stack and view."""
        self._watch_board()
        if self._sound(now_s):
            self._wakes(now_s)
        self._is_behind |= self.stack != stack
        may_wait = now_s < self._refreshed_s + board_watch.READ_S and board_watch.is_only_fed(stack, self.stack)
        if self._state.is_news or (self._is_behind and not may_wait):
            if self.view.audience != "hunters" and self.view != turn_back(shown):  # when a pawn moves is a secret
                self._wakes(now_s)
            self._refresh(now_s)

    def _watch_board(self) -> None:
        """Let the board report what the page on top wants, and look once more when something follows from no change."""
        if (driver := self._devices.board) is None:
            return
        before = self._state
        self._become(playing.watch_board(before))
        if self._state is not before:
            driver.watch(self._state.board.is_close, inputs=self._state.board.senses)
        driver.scan_at(self._state.board.follower.look_at_s())

    # --- time ----------------------------------------------------------------------------------------------------

    def tick(self, now_s: float) -> None:
        """Take the time `now_s`: for the board, long presses, tunes, moving pictures and idleness."""
        self._saving.settle(now_s)
        self._feed_board(self._devices.poll(now_s), now_s)
        self._gestures, made = button_gestures.tick(self._gestures, now_s)
        if self._saving.is_busy:  # a repeat answers to what is seen, and nothing moves now
            made = tuple(done for done in made if isinstance(done, LongPress))
        self._take_presses(made, now_s)
        self._hide(now_s)
        self._hold(now_s)
        self._output.tick(now_s)
        if not self._saving.is_busy:
            self._let_time_pass(now_s)
            self._pass_idle_time(now_s)
            self._fill(now_s)
            if self.settings.glass_s:
                self._run_glass(now_s)
            if self._thinking or self.stack[-1].asks_box:
                self._think(now_s)
        if self._state.is_transferring and not self._saving.is_busy:
            self._take_next(StepDue(), self._refresh, now_s)
        self._examine(now_s)
        self._output.overlay = self._saving.notice(self._state.say, now_s)
        self._sign(press_guard.tick(self.guard, now_s))

    def _examine(self, now_s: float) -> None:
        """Let the disk's thread examine the saved games a few at a time, and announce what is damaged."""
        if self._examining is None or not self._examining.done() or self._saving.is_busy or self.finished:
            return
        has_more, found = self._examining.result(0)
        self._examining = self._examine_some() if has_more else None
        for event in found:
            self._take_next(event, self._refresh, now_s)

    def _examine_some(self) -> Future[tuple[bool, tuple[Event, ...]]]:
        job = self._resources.thread.submit(self._resources.disk.examine)
        job.add_done_callback(lambda _: self._resources.wake())
        return job

    def _let_time_pass(self, now_s: float) -> None:
        """Let time alone change the state, and show what looks different since."""
        state, faults, computer = self._state, self._devices.faults, self._computer(now_s)
        if state.chosen.trial or (faults, computer) != (state.faults, state.computer):
            self._take(TimePassed(now_s, faults, computer), self._cut_if_news, now_s)

    def _cut_if_news(self, now_s: float) -> None:
        if self._state.is_news:
            self._cut(now_s)

    def _computer(self, now_s: float) -> ComputerState:
        """How the computer is, looked up again every two seconds."""
        if now_s < self._looked_s + LOOK_EVERY_S:
            return self._state.computer
        self._looked_s, system = now_s, self._resources.disk.system
        return ComputerState(is_power_weak(system), bool(find_sticks(system)))

    def _pass_idle_time(self, now_s: float) -> None:
        """After a while show the page as read from across the table, later dim the screen, which hides secrets."""
        before, self.idle = self.idle, self.idle.at(now_s, self._config.screen)
        if self.idle.is_dimmed != before.is_dimmed:
            self._take_next(Hid(), self._cut, now_s)
        elif self.idle is not before:
            self._cut()

    def _fill(self, now_s: float) -> None:
        """Fill the ring of a page that answers by itself, and let it answer once the ring is full."""
        moves = self._output.is_moving or self._state.is_transferring
        is_still = not (moves or button_gestures.is_down(self._gestures))
        before, self._auto_confirm = self._auto_confirm, self._auto_confirm.at(self._state, now_s, is_still=is_still)
        if self._auto_confirm.step == STEPS:
            self.press(Timeout(), now_s)
        elif self._auto_confirm.step != before.step:
            self._cut()

    def _run_glass(self, now_s: float) -> None:
        """Let the sand of the turn run, and the light grow dimmer with it."""
        before, self._glass = self._glass, self._glass.at(self.guard.whose, self._state, self.idle, now_s)
        if self._glass.left != before.left and not self._output.is_moving:
            self._output.show_sign(self.view)

    def _think(self, now_s: float) -> None:
        """Let the box think about what it is asked, fill its ring, and take what it has found."""
        before, asked = self._thinking, asked_of_box(self._state)
        if asked is None:
            self._thinking = None
        elif before is None or not before.asked.is_still(asked):
            job = begin_to_think(self._resources.thinker, self._resources.wake, asked)
            self._thinking = Thinking(asked, job, now_s)
        else:
            self._thinking = before.at(now_s)
        if self._thinking and (answered := self._thinking.answered):
            self._thinking = None
            self._take(answered, self._show_answered, now_s)
        elif self._thinking is not before:
            self._cut()

    def _show_answered(self, now_s: float) -> None:
        """Let be heard and show what the box has found."""
        self._sound(now_s)
        self._wakes(now_s)
        self._refresh(now_s)

    def next_deadline_s(self) -> float:
        """When `tick` must be called at the latest; infinity if only an input can change anything."""
        deadlines = (
            *button_gestures.deadlines_s(self._gestures),
            self._devices.next_deadline_s(),
            self._output.deadline_s(),
            self._saving.deadline_s(self._output.overlay),
            self.guard.sign_until_s,
            *(() if self._saving.is_busy else self._deadlines_of_changes_s()),
        )
        return min((deadline for deadline in deadlines if deadline is not None), default=NEVER_S)

    def _deadlines_of_changes_s(self) -> tuple[float | None, ...]:
        """When time changes the state next."""
        return (
            deadline_s(self._state),
            self.idle.deadline_s(self._config.screen),
            self._auto_confirm.deadline_s,
            self._glass.due_s,
            self._thinks_at_s() if self.stack[-1].asks_box else None,
            self._refreshed_s + board_watch.READ_S if self._is_behind else None,
            -NEVER_S if self._state.is_transferring else None,
        )

    def _thinks_at_s(self) -> float | None:
        """When the ring of the box that thinks is drawn next, or when it begins to think."""
        if self._thinking:
            return self._thinking.deadline_s
        return None if asked_of_box(self._state) is None else -NEVER_S

    # --- showing -------------------------------------------------------------------------------------------------

    def _sound(self, now_s: float) -> bool:
        """Play what is to be heard; return whether anything was heard."""
        if not (sounds := self._state.sounds):
            return False
        self._become(alter(self._state, sounds=()))
        return self._output.play(sounds, self.settings, now_s)

    def _refresh(self, now_s: float) -> None:
        """Show the view there is now, by way of the pictures in which things move."""
        self._refreshed_s, self._is_behind = now_s, False
        self._glass = (
            self._glass.at(self.guard.whose, self._state, self.idle, now_s) if self.settings.glass_s else NO_GLASS
        )
        self._output.show(self.view, self._state, now_s)
        self._become(alter(self._state, poster=None, public_news=""))

    def _cut(self, now_s: float = NEVER_S) -> None:  # noqa: ARG002 - as a step
        """Show the view there is now at once."""
        self._output.cut(self.view)
