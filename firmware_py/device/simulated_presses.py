"""Mouse and keyboard as presses of the device's buttons: what a window reports becomes edges of contacts."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, Protocol

from display.view import Button
from firmware_py.device.app import NEVER_S
from hardware import Edge

SHORTEST_PRESS_S = 0.05
"""How long a contact stays closed or open at least: a click may begin and end between two polls of the window."""


class Contacts(Protocol):
    """The contacts of the buttons."""

    def press(self, name: str, /) -> None:
        """Close the contact of a button."""

    def release(self, name: str, /) -> None:
        """Open it again."""


class KeyboardContacts:
    """A keyboard beside real buttons: its keys are further contacts of the same names."""

    def __init__(self, put: Callable[[Edge], None], clock: Callable[[], float]) -> None:
        """Put an edge for each key that goes down or up."""
        self._put = put
        self._clock = clock

    def press(self, name: str) -> None:
        """Close the contact of a button."""
        self._put(Edge(name, True, self._clock()))

    def release(self, name: str) -> None:
        """Open it again."""
        self._put(Edge(name, False, self._clock()))


class EdgeClock:
    """The clock by which edges are timed: the time now, or the earlier time of a simulated press."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Follow `clock`."""
        self._clock = clock
        self._fixed_s: float | None = None

    def __call__(self) -> float:
        """Return the time in seconds."""
        return self._clock() if self._fixed_s is None else self._fixed_s

    @contextmanager
    def at(self, fixed_s: float) -> Iterator[None]:
        """Return `fixed_s` as the time in this block."""
        self._fixed_s = fixed_s
        try:
            yield
        finally:
            self._fixed_s = None


class ContactChange(NamedTuple):
    """A change of one contact, and the earliest moment for it."""

    make: Callable[[Button], None]
    from_s: float


class SimulatedPresses:
    """Closes and opens the contacts of buttons as mouse and keyboard ask for.

    Why each button has a queue: nobody polls the window while a picture is drawn, and a key may be released and pressed
    again meanwhile. Made at once, these changes would be one long press, or count as the bouncing of a contact.

    Why a release is timed as early as possible: SDL reports a key after the picture, and not when it was released. With
    the time of the report, a short press would last as long as a slow picture takes, and repeat.
    """

    def __init__(self, contacts: Contacts, clock: EdgeClock) -> None:
        """Use these contacts, whose edges are timed by `clock`."""
        self._contacts = contacts
        self._clock = clock
        self._changes: dict[Button, deque[ContactChange]] = {}
        self._changed_s: dict[Button, float] = {}

    def press(self, button: Button, now_s: float) -> None:
        """Press a button, as soon as it was up long enough."""
        self._changes.setdefault(button, deque()).append(ContactChange(self._contacts.press, now_s))
        self.tick(now_s)

    def release(self, button: Button, since_s: float) -> None:
        """Release a button at some moment after `since_s`, as soon as it was down long enough."""
        self._changes.setdefault(button, deque()).append(ContactChange(self._contacts.release, since_s))

    def next_deadline_s(self) -> float:
        """Return when `tick` changes a contact next, infinity if no change is waiting."""
        return min(self._due_s().values(), default=NEVER_S)

    def tick(self, now_s: float) -> None:
        """Make the changes that are due."""
        while (due_s := self._due_s()) and min(due_s.values()) <= now_s:
            button = min(due_s, key=due_s.__getitem__)
            with self._clock.at(due_s[button]):
                self._changes[button].popleft().make(button)
            self._changed_s[button] = due_s[button]

    def _due_s(self) -> dict[Button, float]:
        """Return for each button with a waiting change when it is made."""
        return {
            button: max(changes[0].from_s, self._free_at_s(button))
            for button, changes in self._changes.items()
            if changes
        }

    def _free_at_s(self, button: Button) -> float:
        return self._changed_s.get(button, -NEVER_S) + SHORTEST_PRESS_S
