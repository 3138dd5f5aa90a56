"""Button gestures over time: presses and long presses, the progress of a hold, and holding `ok` to switch off."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import get_args

import msgspec
from msgspec.structs import replace

from display.view import Button, Hold
from firmware_py.config.settings import Controls
from firmware_py.pages.page import Input, LongPress, Press, Stack, Touch
from hardware.controls import gestures
from hardware.controls.gestures import Edge, Gesture, GestureState, GestureTimes, Held, Repeated

SHOWN_FROM = 0.2
"""The fraction of a hold from which its progress is shown, so that a short press does not flicker."""
STEP_S = 0.05
"""Seconds between two pictures of a hold's progress."""
SWITCH_OFF_S = 3
"""Seconds that a held `ok` counts down, after the long press, until the device switches off."""

BUTTONS: dict[str, Button] = {name: name for name in get_args(Button)}
"""The buttons by the names of the drivers."""


class ButtonGestures(msgspec.Struct, frozen=True):
    """The buttons that are down, and what their gestures may become."""

    gestures: GestureState
    hold: Hold | None = None
    """The progress that is shown."""
    next_step_s: float | None = None
    """When the shown progress changes next."""
    switching_off_since_s: float | None = None
    switching_off: float = 0.0
    """The fraction of the countdown to switching off; 1 when it is over."""


def begin(pressed: Iterable[str], times: GestureTimes, controls: Controls = "six") -> ButtonGestures:
    """The start at power-up: buttons in `pressed` are ignored until they are released."""
    return ButtonGestures(gestures.start(pressed, times=times, has_knob=controls == "encoder"))


def feed(before: ButtonGestures, edge: Edge) -> tuple[ButtonGestures, tuple[Press | LongPress, ...]]:
    """Take an edge of a contact, and return the presses that it completed."""
    state, made = gestures.feed(before.gestures, edge)
    return replace(before, gestures=state), _presses(made)


def tick(before: ButtonGestures, now_s: float) -> tuple[ButtonGestures, tuple[Press | LongPress, ...]]:
    """Go on to `now_s`, and return the presses that time alone completed."""
    state, made = gestures.tick(before.gestures, now_s)
    return before if state is before.gestures else replace(before, gestures=state), _presses(made)


def is_undecided(before: ButtonGestures, button: Button) -> bool:
    """Whether a button is down, and may still become a press or a long press."""
    return gestures.is_pending(before.gestures, button)


def pressed_at_s(before: ButtonGestures, button: Button) -> float:
    """When the last press of a button began."""
    return gestures.pressed_at_s(before.gestures, button)


def is_down(before: ButtonGestures) -> bool:
    """Whether any button is down."""
    return bool(gestures.keys_down(before.gestures))


def ignore(before: ButtonGestures) -> ButtonGestures:
    """Ignore the presses under way, because they only woke the screen."""
    return replace(before, gestures=gestures.ignore_until_released(before.gestures))


def follow(before: ButtonGestures, stack: Stack, now: Stack) -> ButtonGestures:
    """Go from `stack` to `now`: a button repeats only on the page on which it was pressed."""
    if now is stack or now[-1].identity == stack[-1].identity:
        return before
    return replace(before, gestures=gestures.without_repeats(before.gestures))


def advance_hold(before: ButtonGestures, now_s: float, held: Callable[[], frozenset[Button]]) -> ButtonGestures:
    """Advance the countdown, and the progress of a button that does something when it is `held`."""
    holding = gestures.hold_progress(before.gestures, now_s)
    hold = None
    if holding and holding[1] >= SHOWN_FROM and BUTTONS[holding[0]] in held():
        hold = Hold(BUTTONS[holding[0]], holding[1])
    next_step_s = now_s + STEP_S if holding else None
    is_as_before = (hold, next_step_s) == (before.hold, before.next_step_s)
    return _count_down(before if is_as_before else replace(before, hold=hold, next_step_s=next_step_s), now_s)


def is_time_to_switch_off(before: ButtonGestures, after: ButtonGestures) -> bool:
    """Whether the countdown has come to its end since the state before."""
    return before.switching_off < 1 <= after.switching_off


def looks_different(before: ButtonGestures, after: ButtonGestures) -> bool:
    """Whether other progress is to be shown than in the state before; a countdown moves all the time."""
    return before.switching_off_since_s is not None or before.hold != after.hold


def begin_countdown(before: ButtonGestures, now_s: float) -> ButtonGestures:
    """Start the countdown to switching off."""
    return replace(before, switching_off_since_s=now_s, switching_off=0.0)


def _count_down(before: ButtonGestures, now_s: float) -> ButtonGestures:
    """Advance the countdown, or stop it when `ok` is released."""
    if before.switching_off_since_s is None:
        return before
    fraction = min(1.0, (now_s - before.switching_off_since_s) / SWITCH_OFF_S)
    is_held = "ok" in gestures.keys_down(before.gestures)
    since_s = before.switching_off_since_s if is_held and fraction < 1 else None
    switching_off = fraction if is_held else 0.0
    return replace(before, switching_off_since_s=since_s, switching_off=switching_off, next_step_s=now_s + STEP_S)


def deadlines_s(before: ButtonGestures) -> tuple[float | None, ...]:
    """The moments at which time alone may change the state next; None for no such moment."""
    return gestures.next_deadline_s(before.gestures), before.next_step_s


def meant_by(target: str) -> Input:
    """What a touch of a target of the screen means; the footer's targets stand for buttons.

    `ok` cannot be held by a single touch: undo can be undone, but a curtain once lifted has shown everything.
    """
    kind, _, button = target.partition(":")
    match kind:
        case "button":
            return Press(BUTTONS[button])
        case "hold" if button != "ok":
            return LongPress(BUTTONS[button])
        case _:
            return Touch(target)


def _presses(made: tuple[Gesture, ...]) -> tuple[Press | LongPress, ...]:
    return tuple(
        LongPress(BUTTONS[gesture.name])
        if isinstance(gesture, Held)
        else Press(BUTTONS[gesture.name], isinstance(gesture, Repeated))
        for gesture in made
    )
