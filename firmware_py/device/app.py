"""The application: inputs and time go in, views, light and sound come out, and one state lies between.

`App` gets the time with every call and never reads a clock, so that a test plays hours of a game in seconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from display.view import Audience, Button, View
from firmware_py.config.settings import BRIGHTNESS, Settings
from firmware_py.device import (
    animation,
    board_moves,
    board_watch,
    button_gestures,
    playing,
    presses,
    starting,
    transfers,
)
from firmware_py.device.drafts import drafts_stored
from firmware_py.device.light_and_sound import DARK, LIGHTS, TUNES, is_on
from firmware_py.device.state import DeviceState, failures_announced, guarded, hidden
from firmware_py.games.session import Session
from firmware_py.pages.menus import DIMMED, countdown, farewell
from firmware_py.pages.sounds import Sound
from firmware_py.pages.stack import Input, LongPress, Press, Stack, Touch
from firmware_py.pages.table import Table
from hardware import Edge
from hardware.boards.frames import BoardEvent

NEVER_S = float("inf")


class App:
    """Owns the device's state and shows its views; `is_dimmed` says whether the screen is dimmed."""

    def __init__(self, state: DeviceState, now_s: float) -> None:
        """Show the first page of a state, on the devices that it has."""
        self._state = state
        self._config = state.resources.config
        self._devices = state.resources.devices
        self._gestures = button_gestures.begin(self._devices.buttons.pressed_now(), self._config.buttons.times())
        self._touched_s = now_s
        self.is_dimmed = False
        self._is_closed = self._is_hiding = False
        self._refreshed_s = -NEVER_S
        self._is_behind = False  # a page follows what is not shown yet
        self._animation = animation.begin(self.view)
        self._refresh(now_s)

    def _become(self, state: DeviceState) -> None:
        """Put a state in force; nothing else does.

        Whatever led to the state: no secret follows a page for everybody unless the hunters opened it, what was entered
        and is no action yet is stored first, and the board expects its pieces where the pages have them.
        """
        if state.stack is not self._state.stack or state.session is not self._state.session:
            shows_secrets = self._state.is_for_hunters and self.shown.audience == "hunters"
            state = guarded(state, shows_secrets=shows_secrets)
            state = drafts_stored(playing.board_in_step(state))
        self._state = replace(state, is_opened=False) if state.is_opened else state

    # --- what is seen --------------------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        """What the screen is to show once nothing moves any more."""
        state = self._state
        if state.is_switched_off:
            return replace(farewell(state.table), badges=state.badges)
        if self._gestures.switching_off_since_s is not None:
            fraction = self._gestures.switching_off
            return replace(countdown(state.table, fraction, button_gestures.SWITCH_OFF_S), badges=state.badges)
        brightness = BRIGHTNESS[self.settings.brightness] * (DIMMED if self.is_dimmed else 1.0)
        return replace(
            state.page,
            hold=self._gestures.hold,
            brightness=brightness,
            is_touched=self.settings.controls == "touch",
        )

    @property
    def shown(self) -> View:
        """What the screen shows at this moment."""
        return self._animation.shown

    @property
    def _audience(self) -> Audience:
        """The audience of what is shown; hunters until `back` is released that has hidden their page."""
        return "hunters" if self._is_hiding else self.shown.audience

    @property
    def stack(self) -> Stack:
        """The pages that lie on each other."""
        return self._state.stack

    @property
    def table(self) -> Table:
        """What the pages look at."""
        return self._state.table

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._state.chosen.settings

    # --- the end -------------------------------------------------------------------------------------------------

    @property
    def finished(self) -> bool:
        """Whether the application has ended."""
        return self._is_closed or self.switched_off or self.restarts

    @property
    def switched_off(self) -> bool:
        """Whether a person switched the device off, so that the power may go."""
        return self._state.is_switched_off

    @property
    def restarts(self) -> bool:
        """Whether the device is to start again on what is stored."""
        return self._state.chosen.restarts

    @property
    def tries(self) -> Mapping[str, str]:
        """The setting that the next start tries out, if any."""
        return self._state.chosen.tries

    def close(self) -> None:
        """End without being switched off: the window is closed."""
        self._is_closed = True

    # --- inputs --------------------------------------------------------------------------------------------------

    def edge(self, edge: Edge) -> None:
        """Take an edge of a button's contact."""
        self._gestures, made = button_gestures.feed(self._gestures, edge)
        if edge.pressed and self._wakes(edge.at_s):
            self._gestures = button_gestures.ignored(self._gestures)
            return
        self._take_presses(made, edge.at_s)
        self._hide(edge.at_s)

    def tick(self, now_s: float) -> None:
        """Take the time `now_s`: for the board, long presses, tunes, moving pictures and rest."""
        self._feed_board(self._devices.poll(now_s), now_s)
        self._gestures, made = button_gestures.tick(self._gestures, now_s)
        self._take_presses(made, now_s)
        self._hide(now_s)
        self._show_hold(now_s)
        self._count_down(now_s)
        self._animation = animation.tick(self._animation, now_s)
        self._rest(now_s)
        self._let_time_pass(now_s)
        if self._state.transfer:
            self._become(transfers.step(self._state))
            self._refresh(now_s)

    def press(self, done: Input, now_s: float) -> None:
        """Take an input; none counts during a transfer."""
        if self._state.transfer:
            return
        self._touched_s = now_s  # a repeat of a held button is a touch as well
        audience = self._audience
        self._become(presses.pressed(self._state, done, audience))
        if not self._sound(now_s) and audience != "hunters":  # how often hunters press is a secret too
            self._play("key", now_s)
        self._refresh(now_s)

    def touch(self, target: str, now_s: float) -> None:
        """Take a touch or a click on a target of the screen; the footer's targets stand for buttons.

        Only `back` can be held by a single touch: undo can be undone, but a curtain once lifted has shown everything.
        """
        if self._wakes(now_s):
            return
        self._feed_board((), now_s)  # what the board has reported comes first, as before a button
        kind, _, button = target.partition(":")
        match kind:
            case "button":
                self.press(Press(button_gestures.BUTTONS[button]), now_s)
            case "hold" if button == "back":
                self.press(LongPress("back"), now_s)
            case _:
                self.press(Touch(target), now_s)

    def hold_ok(self, is_down: bool, now_s: float) -> None:
        """Press or release `ok`: a finger came down on the screen's hold area, or left it."""
        if not is_down:
            self._gestures = button_gestures.ignored(self._gestures)
        self.edge(Edge("ok", is_down, now_s))

    def load(self, session: Session, now_s: float) -> None:
        """Take up a game that was played elsewhere, and store it."""
        self._become(presses.loaded(self._state, session))
        self._refresh(now_s)

    def _take_presses(self, made: tuple[Press | LongPress, ...], now_s: float) -> None:
        for done in made:
            if done == LongPress("ok") and "ok" not in self._means_something_held():
                self._become(hidden(self._state))  # the countdown is for everybody
                self._gestures = button_gestures.begin_countdown(self._gestures, now_s)
            elif not (self._is_hiding and done == Press("back")):  # it acted when it went down
                self.press(done, now_s)

    def _means_something_held(self) -> frozenset[Button]:
        return frozenset(hint.button for hint in self.view.hints if hint.held)

    def _hide(self, now_s: float) -> None:
        """Hide what only hunters may see as soon as `back` goes down: it may become a hold, and eyes are faster."""
        is_down = button_gestures.is_undecided(self._gestures, "back")
        if is_down and self._state.is_for_hunters:
            self.press(Press("back"), now_s)
            self._is_hiding = True
        elif not is_down:
            self._is_hiding = False

    def _show_hold(self, now_s: float) -> None:
        """Show how far a held button is, if holding it does something here."""
        before = self._gestures
        self._gestures = button_gestures.show_hold(before, now_s, self._means_something_held)
        if self._gestures.hold != before.hold:
            self._cut()

    def _count_down(self, now_s: float) -> None:
        """Show the countdown and switch off at its end; releasing `ok` ends it at once."""
        before = self._gestures
        self._gestures = button_gestures.count_down(before, now_s)
        if before.switching_off_since_s is None:
            return
        if self._gestures.switching_off >= 1:
            self._become(replace(self._state, is_switched_off=True))
        self._cut()

    def _let_time_pass(self, now_s: float) -> None:
        """Let time alone change the state, and show what looks different since."""
        state, is_news = starting.tick(self._state, now_s)
        self._become(state)
        if is_news:
            self._cut()

    def _wakes(self, now_s: float) -> bool:
        """Take a press or a touch; return whether it only woke the screen."""
        was_dimmed, self._touched_s = self.is_dimmed, now_s
        if was_dimmed:
            self.is_dimmed = False
            self._cut()
        return was_dimmed

    def _rest(self, now_s: float) -> None:
        """Dim the screen after a while without a touch; what only hunters may see is hidden then."""
        if not self.is_dimmed and now_s >= self._touched_s + self._config.screen.dim_after_s:
            self.is_dimmed = True
            self._become(hidden(self._state))
            self._cut()

    def _feed_board(self, events: tuple[BoardEvent, ...], now_s: float) -> None:
        """Take what the board reports."""
        stack, shown = self.stack, self.shown
        state, is_news = board_moves.sensed(self._state, events, now_s, shown.audience)
        self._become(state)
        if self._sound(now_s):
            self._wakes(now_s)
        self._is_behind |= self.stack != stack
        may_wait = now_s < self._refreshed_s + board_watch.READ_S and board_watch.is_only_fed(stack, self.stack)
        if is_news or (self._is_behind and not may_wait):
            if self.view.audience != "hunters" and self.view != shown:  # when a pawn moves is a secret
                self._wakes(now_s)
            self._refresh(now_s)

    def next_deadline_s(self) -> float:
        """Return when `tick` must be called at the latest; infinity if only an input can change anything."""
        deadlines = [
            *button_gestures.deadlines_s(self._gestures),
            self._devices.next_deadline_s(),
            starting.deadline_s(self._state),
            animation.deadline_s(self._animation),
            None if self.is_dimmed else self._touched_s + self._config.screen.dim_after_s,
            -NEVER_S if self._state.transfer else None,
            self._refreshed_s + board_watch.READ_S if self._is_behind else None,
        ]
        return min((deadline for deadline in deadlines if deadline is not None), default=NEVER_S)

    # --- showing -------------------------------------------------------------------------------------------------

    def _sound(self, now_s: float) -> bool:
        """Play what is to be heard; return whether anything was heard."""
        sounds = self._state.sounds
        if not sounds:
            return False
        self._become(replace(self._state, sounds=()))
        heard = [self._play(sound, now_s) for sound in sounds]
        return any(heard)

    def _play(self, sound: Sound, now_s: float) -> bool:
        if self._devices.buzzer is None or not is_on(sound, self.settings.sounds):
            return False
        self._devices.buzzer.play(TUNES[sound], now_s)
        return True

    def _refresh(self, now_s: float) -> None:
        """Show the view there is now, by way of the pictures in which things move."""
        self._refreshed_s, self._is_behind = now_s, False
        self._become(failures_announced(self._state))
        view = self.view
        self._animation = animation.animate_to(self._animation, view, now_s)
        if self._devices.light:
            self._devices.light.show(LIGHTS[view.actor.colour] if view.actor else DARK)

    def _cut(self) -> None:
        """Show the view there is now at once."""
        self._animation = animation.cut_to(self._animation, self.view)
