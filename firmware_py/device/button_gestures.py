"""The fingers on the buttons over time: what they press, how far they hold, and when holding `ok` switches off."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import get_args

from display.view import Button, Hold
from firmware_py.pages.stack import LongPress, Press
from hardware import Edge
from hardware.controls import gestures
from hardware.controls.gestures import Gesture, GestureState, GestureTimes, Held

SHOWN_FROM = 0.2
"""The fraction of a hold from which its progress is shown: a short press must not flicker."""
STEP_S = 0.05
"""Seconds between two pictures of a hold's progress."""
SWITCH_OFF_S = 3
"""Seconds that a held `ok` counts down, after it was held long enough to mean it, until the box switches off."""

BUTTONS: dict[str, Button] = {name: name for name in get_args(Button)}
"""The buttons by the names that the drivers and the footer of a page have for them."""


@dataclass(frozen=True)
class ButtonGestures:
    """The buttons that are down, and what that is on the way to."""

    gestures: GestureState
    hold: Hold | None = None
    """The progress that is shown."""
    next_step_s: float | None = None
    """When that picture changes next."""
    switching_off_since_s: float | None = None
    switching_off: float = 0.0
    """How far the countdown to switching off is; 1 when it is over."""


def begin(pressed: Iterable[str], times: GestureTimes) -> ButtonGestures:
    """Return the hands at power-up; buttons in `pressed` are ignored until they are released."""
    return ButtonGestures(gestures.start(pressed, times=times))


def feed(hands: ButtonGestures, edge: Edge) -> tuple[ButtonGestures, tuple[Press | LongPress, ...]]:
    """Return the hands after an edge of a contact, and what was pressed."""
    state, made = gestures.feed(hands.gestures, edge)
    return replace(hands, gestures=state), _presses(made)


def tick(hands: ButtonGestures, now_s: float) -> tuple[ButtonGestures, tuple[Press | LongPress, ...]]:
    """Return the hands at `now_s`, and what time alone has completed."""
    state, made = gestures.tick(hands.gestures, now_s)
    return hands if state is hands.gestures else replace(hands, gestures=state), _presses(made)


def is_undecided(hands: ButtonGestures, button: Button) -> bool:
    """Return whether a button is down of which it is not decided yet whether it is pressed or held."""
    return gestures.is_pending(hands.gestures, button)


def ignored(hands: ButtonGestures) -> ButtonGestures:
    """Return the hands with the presses under way meaning nothing, as they have only woken the screen."""
    return replace(hands, gestures=gestures.ignore_until_released(hands.gestures))


def show_hold(hands: ButtonGestures, now_s: float, held: Callable[[], frozenset[Button]]) -> ButtonGestures:
    """Return the hands with the progress to be shown: that of a button that does something when it is `held`."""
    holding = gestures.hold_progress(hands.gestures, now_s)
    hold = None
    if holding and holding[1] >= SHOWN_FROM and BUTTONS[holding[0]] in held():
        hold = Hold(BUTTONS[holding[0]], holding[1])
    next_step_s = now_s + STEP_S if holding else None
    is_as_before = (hold, next_step_s) == (hands.hold, hands.next_step_s)
    return hands if is_as_before else replace(hands, hold=hold, next_step_s=next_step_s)


def begin_countdown(hands: ButtonGestures, now_s: float) -> ButtonGestures:
    """Return the hands on the way to switching the box off."""
    return replace(hands, switching_off_since_s=now_s, switching_off=0.0)


def count_down(hands: ButtonGestures, now_s: float) -> ButtonGestures:
    """Return the hands with the countdown, if there is one, further on, at its end, or dropped with `ok` let go."""
    if hands.switching_off_since_s is None:
        return hands
    fraction = min(1.0, (now_s - hands.switching_off_since_s) / SWITCH_OFF_S)
    is_held = "ok" in gestures.keys_down(hands.gestures)
    since_s = hands.switching_off_since_s if is_held and fraction < 1 else None
    switching_off = fraction if is_held else 0.0
    return replace(hands, switching_off_since_s=since_s, switching_off=switching_off, next_step_s=now_s + STEP_S)


def deadlines_s(hands: ButtonGestures) -> tuple[float | None, ...]:
    """Return when the time itself may change something next; None where it cannot."""
    return gestures.next_deadline_s(hands.gestures), hands.next_step_s


def _presses(made: tuple[Gesture, ...]) -> tuple[Press | LongPress, ...]:
    return tuple(
        LongPress(BUTTONS[gesture.name]) if isinstance(gesture, Held) else Press(BUTTONS[gesture.name])
        for gesture in made
    )
