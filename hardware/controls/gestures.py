"""Presses, long presses and key repeat, made from the edges of the buttons' contacts.

Why: contacts bounce for some milliseconds, and the pin libraries' own debouncing loses presses or repeats long ones.
Here one rule serves every key: the first edge counts at once, further edges are only noted for ``debounce_s``, then the
level is compared again. That comparison never makes a press, it only corrects the position: a spike on a long wire is
no press of "ok", and a bounce during a press is no second press. All functions are pure, with the time passed in.

Feed every waiting `Edge` first, then let the time pass with `tick`::

    state = start(buttons.pressed_now())
    state, gestures = feed(state, edge)
    state, gestures = tick(state, now_s)
    wake_at_s = next_deadline_s(state)
"""

from collections.abc import Iterable
from math import inf
from typing import Annotated, Final

import msgspec
from msgspec.structs import replace

HOLDABLE: Final = frozenset({"ok", "back", "up"})
"""The buttons with a long press; all others repeat while they are held."""
REPEATING_AGAIN: Final = "up"
"""The button that is held, or repeats if it is pressed again at once: so a list scrolls up as well."""
KNOB: Final = "ok"
"""The button below a rotary encoder, whose clicks have no length: turning it while it is pushed is a held `up`."""


class Edge(msgspec.Struct, frozen=True):
    """The contact of one button closed (``pressed``) or opened, at a monotonic time in seconds."""

    name: str
    pressed: bool
    at_s: float


class Pressed(msgspec.Struct, frozen=True):
    """A press: reported at once for a repeating button, at the release for a holdable one."""

    name: str


class Held(msgspec.Struct, frozen=True):
    """A holdable button has been down for ``hold_s``; its release reports nothing."""

    name: str


class Repeated(msgspec.Struct, frozen=True):
    """A repeating button is still down."""

    name: str


Gesture = Pressed | Held | Repeated

Seconds = Annotated[float, msgspec.Meta(gt=0)]


class GestureTimes(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The times of the gestures, in seconds."""

    debounce_s: Seconds = 0.02
    """Seconds from an edge until the level is compared again; shorter presses may be noise."""
    hold_s: Seconds = 1.0
    """Seconds a holdable button must be down to count as held."""
    repeat_delay_s: Seconds = 0.5
    """Seconds from the press of a repeating button to its first repeat."""
    repeat_every_s: Seconds = 0.12
    """Seconds from one repeat to the next."""
    again_s: Seconds = 0.3
    """Pressed again within this many seconds of its release, `up` repeats instead of being held."""
    stuck_s: Seconds = 20.0
    """Seconds after which a repeating button counts as stuck: no repeats until it is released."""


class Key(msgspec.Struct, frozen=True):
    """The state of one button."""

    name: str
    contact: bool = False
    """The level last reported, bounces and all."""
    down: bool = False
    """The position after debouncing."""
    settles_at_s: float | None = None
    """When the level is compared again; until then edges change `contact` only."""
    repeats: bool = False
    """Whether this press repeats; else it is one that may be held."""
    since_s: float = -inf
    """When the last press began."""
    released_s: float = -inf
    """When the press before ended."""
    due_s: float | None = None
    """When this press next becomes `Held` or `Repeated`; None if it reports nothing more."""
    stuck_at_s: float = 0.0
    """When this press counts as stuck."""


class GestureState(msgspec.Struct, frozen=True):
    """The state of all buttons so far; made by `start`, advanced by `feed` and `tick`."""

    times: GestureTimes = msgspec.field(default_factory=GestureTimes)
    has_knob: bool = False
    """Whether `up` and `down` are the clicks of a rotary encoder."""
    keys: tuple[Key, ...] = ()


def start(pressed: Iterable[str] = (), *, times: GestureTimes | None = None, has_knob: bool = False) -> GestureState:
    """The state at power-up; buttons in ``pressed`` are ignored until they are released."""
    keys = tuple(Key(name, contact=True, down=True) for name in sorted(pressed))
    return GestureState(times or GestureTimes(), has_knob, keys)


def feed(state: GestureState, edge: Edge) -> tuple[GestureState, tuple[Gesture, ...]]:
    """The state after an edge, and the gestures up to and including its moment."""
    state, earlier = tick(state, edge.at_s)
    known = next((key for key in state.keys if key.name == edge.name), Key(edge.name))
    key, gestures = _take(state, replace(known, contact=edge.pressed), edge.at_s)
    state = _with_key(state, key)
    if state.has_knob and edge.name in ("up", "down") and KNOB in keys_down(state):
        gestures = (Held("up"),) if gestures and is_pending(state, KNOB) else ()
        state = ignore_until_released(state)
    return state, earlier + gestures


def tick(state: GestureState, now_s: float) -> tuple[GestureState, tuple[Gesture, ...]]:
    """The state at ``now_s``, and the gestures that time alone completed, in order.

    A late call gets one `Repeated` for each button, not all the missed ones.
    """
    gestures: tuple[Gesture, ...] = ()
    while (key := _first_due(state)) is not None and _deadline_s(key) <= now_s:
        key, completed = _advance(state, key, now_s)
        state = _with_key(state, key)
        gestures += completed
    return state, gestures


def next_deadline_s(state: GestureState) -> float | None:
    """When `tick` must be called next, or None if nothing happens without an edge."""
    key = _first_due(state)
    return None if key is None else _deadline_s(key)


def hold_progress(state: GestureState, now_s: float) -> tuple[str, float] | None:
    """The button that is becoming `Held` and its progress from 0.0 to 1.0, or None.

    Of several buttons it is the one with the most progress. Redraw as often as you like: `next_deadline_s` only gives
    the end of the hold.
    """
    holding = [(key.due_s, key.name) for key in state.keys if key.down and key.due_s is not None and not key.repeats]
    if not holding:
        return None
    due_s, name = min(holding)
    return name, min(1.0, max(0.0, 1.0 - (due_s - now_s) / state.times.hold_s))


def keys_down(state: GestureState) -> frozenset[str]:
    """The names of the buttons that are down, whether or not they are ignored."""
    return frozenset(key.name for key in state.keys if key.down)


def is_pending(state: GestureState, name: str) -> bool:
    """Whether a button is down and its press may still report something."""
    return any(key.name == name and key.down and key.due_s is not None for key in state.keys)


def pressed_at_s(state: GestureState, name: str) -> float:
    """When the last press of a button began, whether or not it has ended; minus infinity without one."""
    return max((key.since_s for key in state.keys if key.name == name), default=-inf)


def ignore_until_released(state: GestureState) -> GestureState:
    """The state in which the buttons that are down report nothing until they are released.

    For a press that only wakes a dark screen.
    """
    return replace(state, keys=tuple(replace(key, due_s=None) for key in state.keys))


def without_repeats(state: GestureState) -> GestureState:
    """The state in which buttons that are down no longer repeat; they may still be held."""
    return replace(state, keys=tuple(replace(key, due_s=None) if key.repeats else key for key in state.keys))


def _take(state: GestureState, key: Key, at_s: float) -> tuple[Key, tuple[Gesture, ...]]:
    """The key after an edge at ``at_s`` to the level ``key.contact``, and what it means."""
    if key.settles_at_s is not None or key.contact == key.down:
        return key, ()
    times = state.times
    moved = replace(key, down=key.contact, settles_at_s=at_s + times.debounce_s)
    if moved.down:
        repeats = _repeats(state, key, at_s)
        wait_s = times.repeat_delay_s if repeats else times.hold_s
        begun = replace(moved, repeats=repeats, since_s=at_s, due_s=at_s + wait_s, stuck_at_s=at_s + times.stuck_s)
        return begun, (Pressed(key.name),) if repeats else ()
    moved = replace(moved, released_s=at_s)
    if key.repeats:
        return moved, ()  # due_s stays: if this was a bounce, the press continues
    return replace(moved, due_s=None), () if key.due_s is None else (Pressed(key.name),)


def _repeats(state: GestureState, key: Key, at_s: float) -> bool:
    """Whether a press that begins at ``at_s`` repeats while it goes on, or may be held."""
    if key.name != REPEATING_AGAIN:
        return key.name not in HOLDABLE
    return state.has_knob or at_s <= key.released_s + state.times.again_s


def _advance(state: GestureState, key: Key, now_s: float) -> tuple[Key, tuple[Gesture, ...]]:
    """The key after its own deadline, which ``now_s`` has reached, and what that means."""
    at_s = _deadline_s(key)
    if at_s == key.settles_at_s:
        return replace(key, down=key.contact, settles_at_s=None), ()
    if not key.repeats:
        return replace(key, due_s=None), (Held(key.name),)
    if at_s >= key.stuck_at_s:
        return replace(key, due_s=None), ()
    every_s = state.times.repeat_every_s
    next_s = at_s + every_s
    return replace(key, due_s=next_s if next_s > now_s else now_s + every_s), (Repeated(key.name),)


def _deadline_s(key: Key) -> float:
    if key.settles_at_s is None and not key.down:
        return inf  # the usual case
    settles_at_s = inf if key.settles_at_s is None else key.settles_at_s
    due_s = key.due_s if key.down and key.due_s is not None else inf
    return min(settles_at_s, due_s)


def _first_due(state: GestureState) -> Key | None:
    first = min(state.keys, key=_deadline_s, default=None)
    return None if first is None or _deadline_s(first) == inf else first


def _with_key(state: GestureState, key: Key) -> GestureState:
    if all(known.name != key.name for known in state.keys):
        return replace(state, keys=(*state.keys, key))
    return replace(state, keys=tuple(key if k.name == key.name else k for k in state.keys))
