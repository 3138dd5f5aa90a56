r"""Buttons and the rotary encoder: every edge of their contacts goes on the caller's queue.

Buttons: wire each between its pin and ground; the Pi's own pull-up holds an open contact high. ::

    edges: Queue[Edge] = Queue()
    with Buttons(wiring.buttons.fitted_pins(), edges.put, factory) as buttons:
        state = start(buttons.pressed_now())

The encoder: wire its two outer contacts to their pins and the middle one to ground; the Pi's own pull-ups hold open
contacts high. One click is one press of up or down. From one click to the next the contacts pass four states, and
bounce at each edge::

    clockwise   a ‾‾\____/‾‾      a closed, both closed, b closed, both open
                b ‾‾‾‾\____/

Why quarters are counted: a bouncing contact alternates between two neighbouring states and adds up to zero, and so does
a knob that is turned half-way and back. A click counts when all four quarters were seen and both contacts are open
again. Two contacts that change at once give no direction and are ignored.

Why not gpiozero's RotaryEncoder: it counts steps in its own thread and loses the direction of half steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from threading import Lock
from typing import Any, Final, Literal, Self

import msgspec

from hardware.controls.gestures import Edge
from hardware.errors import HardwareError
from hardware.pins import OVERDUE_S, Contact, claiming
from hardware.wiring import EncoderPins


class _Contacts:
    """The contacts of a driver, by their names, until it is closed."""

    def __init__(self) -> None:
        self._contacts: dict[str, Contact] = {}

    def close(self) -> None:
        """Stop all edges, then give the pins back; a second call does nothing."""
        for contact in self._contacts.values():
            contact.release()
        self._contacts.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Buttons(_Contacts):
    """The driver of all buttons; a button that fails is listed in ``faults``, and the others work on.

    :param pins: BCM pin of each button, by its name
    :param put: called with each edge, from the thread that reads edges; must not block
    :param factory: gpiozero's pin factory
    """

    faults: tuple[str, ...]
    """One line for each button that does not work."""

    def __init__(
        self,
        pins: Mapping[str, int],
        put: Callable[[Edge], None],
        factory: Any,
    ) -> None:
        super().__init__()
        self._put = put
        self._reported: dict[str, bool] = {}
        self._differs_since_s: dict[str, float] = {}
        self._lock = Lock()  # so that edges are put in the order in which they are read
        faults = []
        for name, pin in pins.items():
            try:
                self._open(name, pin, factory)
            except HardwareError as fault:
                faults.append(str(fault))
        self.faults = tuple(faults)

    def _open(self, name: str, pin: int, factory: Any) -> None:
        with claiming(f'button "{name}"', pin):
            contact = Contact(pin, factory, partial(self._report, name))
            self._reported.setdefault(name, contact.is_closed())
        self._contacts[name] = contact

    def _report(self, name: str, pressed: bool, at_s: float) -> None:
        """Put one edge; `poll` finds what fails here."""
        with self._lock:
            self._put(Edge(name, pressed, at_s))
            self._reported[name] = pressed
            self._differs_since_s.pop(name, None)

    def poll(self, now_s: float) -> None:
        """Put an edge for each button whose level has differed for a while from the one put last.

        The kernel drops edges when too many come at once; this finds them.
        """
        for name in tuple(self._contacts):
            with self._lock:
                pressed = self._is_closed(name)
                is_gone = name not in self._contacts
                if pressed == self._reported[name]:
                    self._differs_since_s.pop(name, None)
                elif is_gone or now_s - self._differs_since_s.setdefault(name, now_s) >= OVERDUE_S:
                    self._put(Edge(name, pressed, now_s))
                    self._reported[name] = pressed

    def pressed_now(self) -> frozenset[str]:
        """The names of the buttons whose contact is closed now."""
        return frozenset(name for name in tuple(self._contacts) if self._is_closed(name))

    def _is_closed(self, name: str) -> bool:
        """Whether a contact is closed; a button whose pin fails is released and counts as open."""
        try:
            return self._contacts[name].is_closed()
        except Exception as reason:  # gpiozero's and the system's errors share no root
            self.faults = (*self.faults, f'The button "{name}" has failed ({reason}): switch the device off and on.')
            self._contacts.pop(name).release()
            return False


Click = Literal["up", "down"]

CIRCLE: Final = ((False, False), (True, False), (True, True), (False, True))
"""Whether the contacts (a, b) are closed, quarter by quarter, clockwise."""
QUARTERS: Final = len(CIRCLE)


class Knob(msgspec.Struct, frozen=True):
    """Whether each contact is closed, and the quarters turned clockwise since both were open."""

    a: bool = False
    b: bool = False
    quarters: int = 0


def turn(knob: Knob, a: bool, b: bool) -> tuple[Knob, Click | None]:
    """The knob after its contacts closed (True) or opened, and the click that this completes, if any."""
    steps = (CIRCLE.index((a, b)) - CIRCLE.index((knob.a, knob.b))) % QUARTERS
    quarters = knob.quarters + {1: 1, 3: -1}.get(steps, 0)
    if a or b:
        return Knob(a, b, quarters), None
    click: Click | None = "down" if quarters >= QUARTERS else "up" if quarters <= -QUARTERS else None
    return Knob(), click


class Encoder(_Contacts):
    """The driver of the encoder's two contacts.

    An encoder that fails later is closed, and `fault` names the reason; until then it is empty.

    :param pins: BCM pins of the contacts
    :param put: called with a press and its release for each click, perhaps from another thread
    :param factory: gpiozero's pin factory
    :raises HardwareError: when a pin cannot be claimed
    """

    def __init__(
        self,
        pins: EncoderPins,
        put: Callable[[Edge], None],
        factory: Any,
    ) -> None:
        self.fault = ""
        super().__init__()
        self._put = put
        self._knob = Knob()
        self._differs_since_s: float | None = None
        self._lock = Lock()
        try:
            for name, pin in (("a", pins.a), ("b", pins.b)):
                self._open(name, pin, factory)
        except HardwareError:
            self.close()
            raise
        self._knob = Knob(**{name: contact.is_closed() for name, contact in self._contacts.items()})

    def _open(self, name: str, pin: int, factory: Any) -> None:
        with claiming(f'contact "{name}" of the encoder', pin):
            self._contacts[name] = Contact(pin, factory, partial(self._report, name))

    def _report(self, name: str, closed: bool, at_s: float) -> None:
        """Count one edge."""
        with self._lock:
            self._turn({"a": self._knob.a, "b": self._knob.b} | {name: closed}, at_s)

    def _turn(self, contacts: dict[str, bool], at_s: float) -> None:
        self._differs_since_s = None
        self._knob, click = turn(self._knob, **contacts)
        if click:
            self._put(Edge(click, True, at_s))
            self._put(Edge(click, False, at_s))

    def poll(self, now_s: float) -> None:
        """Read both contacts, in case the kernel dropped an edge: they then differ for a while from the edges."""
        if self.fault:
            return
        with self._lock:
            try:
                contacts = {name: contact.is_closed() for name, contact in self._contacts.items()}
            except Exception as reason:  # gpiozero's and the system's errors share no root
                self.fault = f"The encoder has failed ({reason}): switch the device off and on."
                self.close()
                return
            if contacts == {"a": self._knob.a, "b": self._knob.b}:
                self._differs_since_s = None
                return
            if self._differs_since_s is None:
                self._differs_since_s = now_s
            if now_s - self._differs_since_s >= OVERDUE_S:
                self._turn(contacts, now_s)
