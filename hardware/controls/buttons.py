"""The buttons: put every edge of their contacts on the caller's queue.

Wire each button between its pin and ground; the Pi's own pull-up holds an open contact high. ::

    edges: Queue[Edge] = Queue()
    with Buttons(wiring.buttons.fitted(), edges.put, time.monotonic, factory) as buttons:
        state = start(buttons.pressed_now())

Why gpiozero's DigitalInputDevice and not its Button: a Button is the same device plus a thread for
long presses that wakes ten times a second. Long presses are made in `gestures`.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from threading import Lock
from typing import Any, Self

from hardware.controls.gestures import Edge
from hardware.errors import HardwareError
from hardware.pins import claiming, release


class Buttons:
    """The driver of all buttons; a button that fails is listed in ``faults``, and the others work on.

    :param pins: BCM pin of each button, by its name
    :param put: called with each edge from the pin library's thread; must not block
    :param clock: returns monotonic seconds, which stamp the edges
    :param factory: gpiozero's pin factory
    """

    faults: tuple[str, ...]
    """One line for each button that does not work."""

    def __init__(
        self,
        pins: Mapping[str, int],
        put: Callable[[Edge], None],
        clock: Callable[[], float],
        factory: Any,
    ) -> None:
        """Open the buttons."""
        self._put = put
        self._clock = clock
        self._devices: dict[str, Any] = {}
        self._reported: dict[str, bool] = {}
        self._lock = Lock()  # so that edges are put in the order in which they are read
        faults = []
        for name, pin in pins.items():
            try:
                self._open(name, pin, factory)
            except HardwareError as fault:
                faults.append(str(fault))
        self.faults = tuple(faults)

    def _open(self, name: str, pin: int, factory: Any) -> None:
        from gpiozero import DigitalInputDevice  # here, because it takes long to import

        with claiming(f'button "{name}"', pin):
            device = DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=factory)
        self._devices[name] = device
        self._reported[name] = bool(device.is_active)
        device.when_activated = partial(self._report, name, True)
        device.when_deactivated = partial(self._report, name, False)

    def _report(self, name: str, pressed: bool) -> None:
        """Put one edge; `poll` finds what fails here.

        Why nothing may be raised: lgpio delivers all edges from one unguarded thread. An exception
        would end it, and no button would work any more.
        """
        with suppress(Exception), self._lock:
            self._put(Edge(name, pressed, self._clock()))
            self._reported[name] = pressed

    def poll(self, now_s: float) -> None:
        """Put an edge for each button whose level differs from the one put last.

        The kernel drops edges when too many come at once; this finds them.
        """
        for name in tuple(self._devices):
            with self._lock:
                pressed = self._is_closed(name)
                if pressed != self._reported[name]:
                    self._put(Edge(name, pressed, now_s))
                    self._reported[name] = pressed

    def pressed_now(self) -> frozenset[str]:
        """Return the names of the buttons whose contact is closed now."""
        return frozenset(name for name in tuple(self._devices) if self._is_closed(name))

    def _is_closed(self, name: str) -> bool:
        """Return whether a contact is closed; a button whose pin fails is released and counts as open."""
        try:
            return bool(self._devices[name].is_active)
        except Exception as reason:  # gpiozero's, lgpio's and the system's errors share no root
            self.faults = (*self.faults, f'The button "{name}" has failed ({reason}): switch the box off and on.')
            release(self._devices.pop(name))
            return False

    def close(self) -> None:
        """Stop all edges, then give the pins back; a second call does nothing."""
        for device in self._devices.values():
            release(device)
        self._devices.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
