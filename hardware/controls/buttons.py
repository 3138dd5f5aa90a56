"""The buttons: put every edge of their contacts on the caller's queue.

Wire each button between its pin and ground; the Pi's own pull-up holds an open contact high. ::

    edges: Queue[Edge] = Queue()
    with Buttons(wiring.buttons.fitted(), edges.put, factory) as buttons:
        state = start(buttons.pressed_now())
"""

from collections.abc import Callable, Mapping
from functools import partial
from threading import Lock
from typing import Any, Self

from hardware.controls.gestures import Edge
from hardware.errors import HardwareError
from hardware.pins import OVERDUE_S, Contact, claiming


class Buttons:
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
        """Open the buttons."""
        self._put = put
        self._contacts: dict[str, Contact] = {}
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
        """Return the names of the buttons whose contact is closed now."""
        return frozenset(name for name in tuple(self._contacts) if self._is_closed(name))

    def _is_closed(self, name: str) -> bool:
        """Return whether a contact is closed; a button whose pin fails is released and counts as open."""
        try:
            return self._contacts[name].is_closed()
        except Exception as reason:  # gpiozero's and the system's errors share no root
            self.faults = (*self.faults, f'The button "{name}" has failed ({reason}): switch the device off and on.')
            self._contacts.pop(name).release()
            return False

    def close(self) -> None:
        """Stop all edges, then give the pins back; a second call does nothing."""
        for contact in self._contacts.values():
            contact.release()
        self._contacts.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
