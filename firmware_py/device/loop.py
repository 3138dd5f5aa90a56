"""The loop of the real device and of the desk: it waits for the next event and passes it to `App`.

Why a queue: drivers work in threads of their own, and each of them must be able to wake the loop at once. An idle loop
then wakes only to poll the window. SDL reports a touch only when it is polled, so the window is polled often while
somebody uses it, and less often later.

Why the loop does not wait for the files from which SDL reads its input, which would save 5 wake-ups of 6 a second:
only SDL knows which these are once a keyboard was plugged in, and one that it leaves unread would keep the loop busy.

Why a lock as a bell: `queue.Queue` makes a lock for every wait, which is a third of what it costs to wake an idle loop.
Why not `queue.SimpleQueue`: its `get(timeout=...)` can wait for ever (seen in CPython 3.8, 3.10, 3.11 and 3.12, not in
3.13). Right after an item was taken it computes how much time is left; if none is, because the timeout is short or the
processor was busy, the negative rest means "no limit" to the lock.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple, Protocol, TypeAlias

from display.inputs import ButtonDown, ButtonUp, CloseRequested, DeskBoardEvent, HoldTouched, Touched, WindowEvent
from display.view import Button
from firmware_py.device.app import NEVER_S, App
from hardware import Devices, Edge

SHORTEST_PRESS_S = 0.05
"""The shortest time that a contact stays closed or open: a click may begin and end between two polls of the window."""


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
        """The time in seconds."""
        return self._clock() if self._fixed_s is None else self._fixed_s

    @contextmanager
    def at(self, fixed_s: float) -> Iterator[None]:
        """Let it be `fixed_s` in this block."""
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
        """When `tick` changes a contact next, infinity if no change is waiting."""
        return min(self._due_s().values(), default=NEVER_S)

    def tick(self, now_s: float) -> None:
        """Make the changes that are due."""
        while (due_s := self._due_s()) and min(due_s.values()) <= now_s:
            button = min(due_s, key=due_s.__getitem__)
            with self._clock.at(due_s[button]):
                self._changes[button].popleft().make(button)
            self._changed_s[button] = due_s[button]

    def _due_s(self) -> dict[Button, float]:
        """When the next change of each button is due that has one waiting."""
        return {
            button: max(changes[0].from_s, self._free_at_s(button))
            for button, changes in self._changes.items()
            if changes
        }

    def _free_at_s(self, button: Button) -> float:
        return self._changed_s.get(button, -NEVER_S) + SHORTEST_PRESS_S


POLLS_PER_S = 20
"""How often the window is polled while somebody uses it."""
POLLS_UNTOUCHED_PER_S = 6
"""The same once nothing was touched or pressed for `LIVELY_S`..."""
POLLS_DIMMED_PER_S = 5
"""...and once the screen is dimmed. A button still wakes the loop at once."""
LIVELY_S = 10.0
LONGEST_WAIT_S = 1.0
"""The loop goes round after this time even if nothing happens: an edge may be lost, a sign of life due. It is a whole
number of pauses between two polls."""


class FromPhones(NamedTuple):
    """What the phones say, as the link to them read it."""

    message: object


Happened: TypeAlias = Edge | WindowEvent | FromPhones


class Inbox:
    """Collects what happens, and lets the loop wait for it."""

    def __init__(self, poll: Callable[[], tuple[WindowEvent, ...]], clock: Callable[[], float]) -> None:
        """Start empty; `poll` returns what happened to the window since its last call."""
        self._poll = poll
        self._clock = clock
        self._came: deque[Edge | FromPhones | None] = deque()
        self._bell = threading.Lock()  # locked while it is silent
        self._bell.acquire()
        self._lively_until_s = float("-inf")
        self.edge_clock = EdgeClock(clock)
        """The clock by which the devices time the edges of simulated presses."""
        self.polled_s = self.since_s = clock()
        """When the window was polled last, and the time before: between these happened what the last poll returned."""

    def put(self, came: Edge | FromPhones) -> None:
        """Add an edge, or what phones say. Any thread may call it."""
        self._add(came)

    def wake(self) -> None:
        """End the waiting because a device has events to poll. Any thread may call it."""
        self._add(None)

    def _add(self, came: Edge | FromPhones | None) -> None:
        self._came.append(came)
        with suppress(RuntimeError):  # it rings already
            self._bell.release()

    def wait(self, deadline_s: float, *, is_dimmed: bool) -> tuple[Happened, ...]:
        """What happened, edges first; nothing at the deadline or when a device woke the loop."""
        now_s = self._clock()
        deadline_s = min(deadline_s, now_s + LONGEST_WAIT_S)
        polls_per_s = POLLS_PER_S if now_s < self._lively_until_s else POLLS_UNTOUCHED_PER_S
        pause_s = 1 / (POLLS_DIMMED_PER_S if is_dimmed else polls_per_s)
        while True:
            is_woken, edges = self._listen(min(pause_s, deadline_s - now_s))
            self.since_s, self.polled_s = self.polled_s, self._clock()
            happened = (*edges, *self._poll())
            now_s = self.polled_s
            if happened:
                self._lively_until_s = now_s + LIVELY_S
            if happened or is_woken or now_s >= deadline_s:
                return happened

    def edges(self) -> tuple[Edge | FromPhones, ...]:
        """The edges, and what phones said, since the last call, without waiting."""
        return self._listen(0.0)[1] if self._came else ()

    def _listen(self, seconds: float) -> tuple[bool, tuple[Edge | FromPhones, ...]]:
        """Whether anything came within this time, and the edges that came."""
        if not self._bell.acquire(timeout=max(0.0, seconds)):
            return False, ()
        came = [self._came.popleft() for _ in range(len(self._came))]
        return True, tuple(edge for edge in came if edge is not None)


class Display(Protocol):
    """Shows the device: the panel, or the window of the desk."""

    def show(self, app: App, devices: Devices, /) -> None:
        """Show the view, and on a desk what the device and its magnetic board look like."""

    def poll(self) -> tuple[WindowEvent, ...]:
        """The touches and clicks since the last call."""

    def take(self, event: DeskBoardEvent, devices: Devices, now_s: float, /) -> None:
        """Carry out an event that the referee has no part in: on a desk, the mouse moves a magnet."""


class Phones(Protocol):
    """The phones that have a seat."""

    def take(self, came: FromPhones, app: App, now_s: float, /) -> None:
        """Take what the phones say."""

    def after_round(self, app: App, now_s: float, /) -> None:
        """Send each seat what has changed for it."""


class LoopObserver(Protocol):
    """Observes the running device, as the watchdog does."""

    def after_round(self, app: App, devices: Devices, now_s: float, /) -> None:
        """Note that the loop went round once and that the newest view was shown."""

    def waits(self, waited_s: float, now_s: float, /) -> None:
        """Note that the disk has been waited for, while the app begins or ends."""


def run_app(
    app: App,
    devices: Devices,
    display: Display,
    inbox: Inbox,
    observer: LoopObserver | None,
    phones: Phones | None = None,
) -> None:
    """Run the app until it has finished.

    A round has one time, that of its poll: whatever takes long in it, no key counts as held that may have been let go.
    """
    clock = time.monotonic
    pins = devices.simulated if app.settings.controls != "touch" else None
    presses = SimulatedPresses(pins or KeyboardContacts(inbox.put, inbox.edge_clock), inbox.edge_clock)
    while not app.finished:
        display.show(app, devices)
        devices.get_ready()
        if phones:
            phones.after_round(app, clock())
        if observer:
            observer.after_round(app, devices, clock())
        deadline_s = min(app.next_deadline_s(), presses.next_deadline_s(), devices.next_step_s())
        came = inbox.wait(deadline_s, is_dimmed=app.idle.is_dimmed)
        now_s = inbox.polled_s
        for happened in came:
            _take(happened, app, presses, display, devices, inbox.since_s, now_s, phones)
        presses.tick(now_s)
        for happened in inbox.edges():  # their times may lie before now
            _take(happened, app, presses, display, devices, inbox.since_s, now_s, phones)
        app.tick(now_s)


def _take(
    happened: Happened,
    app: App,
    presses: SimulatedPresses,
    display: Display,
    devices: Devices,
    since_s: float,
    now_s: float,
    phones: Phones | None,
) -> None:
    """Carry out one event; an event of the window happened after `since_s`."""
    match happened:
        case FromPhones():
            if phones:
                phones.take(happened, app, now_s)
        case Edge():
            app.edge(happened)
        case Touched(target):
            app.touch(target, now_s, since_s)
        case HoldTouched(is_down):
            app.hold_ok(is_down, now_s)
        case ButtonDown(button):
            presses.press(button, now_s)
        case ButtonUp(button):
            presses.release(button, since_s)
        case CloseRequested():
            app.close(now_s)
        case _:
            display.take(happened, devices, now_s)
