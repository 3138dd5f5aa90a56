"""The rotary encoder: turning it presses up or down, once a click.

Wire its two contacts to their pins and the middle one to ground; the Pi's own pull-ups keep open contacts high. From
one click to the next the contacts run through four quarters of a turn, with a bounce at each edge::

    clockwise   a ‾‾\\____/‾‾      a closed, both closed, b closed, both open
                b ‾‾‾‾\\____/

Why counted in quarters: a contact that bounces goes to and fro between two neighbouring positions and adds up to
nothing, and so does a knob that is turned half-way and let fall back. A click counts only where all four quarters were
seen and both contacts rest open again. Two contacts that change at once tell no direction and count for nothing.

Why not gpiozero's RotaryEncoder: it counts steps in its own thread and forgets which way the half steps went.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any, Final, Literal, Self

from hardware.controls.gestures import Edge
from hardware.errors import HardwareError
from hardware.pins import claiming, release
from hardware.wiring import EncoderPins

Click = Literal["up", "down"]

CIRCLE: Final = ((False, False), (True, False), (True, True), (False, True))
"""The closed contacts (a, b) quarter by quarter, clockwise."""
QUARTERS: Final = len(CIRCLE)


@dataclass(frozen=True, slots=True)
class Knob:
    """Where the contacts are, and how many quarters it was turned since it rested, clockwise."""

    a: bool = False
    b: bool = False
    quarters: int = 0


def turn(knob: Knob, a: bool, b: bool) -> tuple[Knob, Click | None]:
    """Return the knob with its contacts closed (true) or open, and the click that this completes, if any."""
    steps = (CIRCLE.index((a, b)) - CIRCLE.index((knob.a, knob.b))) % QUARTERS
    quarters = knob.quarters + {1: 1, 3: -1}.get(steps, 0)
    if a or b:
        return Knob(a, b, quarters), None
    click: Click | None = "down" if quarters >= QUARTERS else "up" if quarters <= -QUARTERS else None
    return Knob(), click


class Encoder:
    """The driver of the encoder's two contacts.

    An encoder that fails later is given up: `fault` then says so, and is empty till then.
    """

    def __init__(
        self,
        pins: EncoderPins,
        put: Callable[[Edge], None],
        clock: Callable[[], float],
        factory: Any,
    ) -> None:
        """Open both contacts. ``put`` takes a press and its release for each click, perhaps from another thread.

        :raises HardwareError: when a pin cannot be had.
        """
        self.fault = ""
        self._put = put
        self._clock = clock
        self._contacts: dict[str, Any] = {}
        self._lock = Lock()
        try:
            for name, pin in (("a", pins.a), ("b", pins.b)):
                self._open(name, pin, factory)
        except HardwareError:
            self.close()
            raise
        self._knob = Knob(**{name: bool(contact.is_active) for name, contact in self._contacts.items()})

    def _open(self, name: str, pin: int, factory: Any) -> None:
        from gpiozero import DigitalInputDevice  # here, because it takes long to import

        with claiming(f'contact "{name}" of the encoder', pin):
            contact = DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=factory)
        contact.when_activated = partial(self._report, name, True)
        contact.when_deactivated = partial(self._report, name, False)
        self._contacts[name] = contact

    def _report(self, name: str, closed: bool) -> None:
        """Take one edge. Nothing may be raised: an exception would end the thread that delivers all edges."""
        with suppress(Exception), self._lock:
            self._turned({"a": self._knob.a, "b": self._knob.b} | {name: closed}, self._clock())

    def _turned(self, contacts: dict[str, bool], at_s: float) -> None:
        self._knob, click = turn(self._knob, **contacts)
        if click:
            self._put(Edge(click, True, at_s))
            self._put(Edge(click, False, at_s))

    def poll(self, now_s: float) -> None:
        """Look at both contacts, in case the kernel dropped an edge."""
        if self.fault:
            return
        with self._lock:
            try:
                contacts = {name: bool(contact.is_active) for name, contact in self._contacts.items()}
            except Exception as reason:  # gpiozero's, lgpio's and the system's errors share no root
                self.fault = f"The encoder has failed ({reason}): switch the box off and on."
                self.close()
            else:
                self._turned(contacts, now_s)

    def close(self) -> None:
        """Stop all edges, then give the pins back; a second call does nothing."""
        for contact in self._contacts.values():
            release(contact)
        self._contacts.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
