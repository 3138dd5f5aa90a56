"""The loop of the real device and of the desk: it waits for the next thing to happen, and lets `App` take it.

Why a queue of our own: everything that happens, pins included, wakes the loop through it, so idle it only wakes to look
at the window. SDL tells of a touch only when asked, so it is asked often while somebody is at the screen, and less
often later; a look that finds nothing does nothing else.
"""

from __future__ import annotations

import queue
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, Protocol

from display.inputs import ButtonDown, ButtonUp, CloseRequested, DeskBoardEvent, HoldTouched, Touched, WindowEvent
from display.view import Button
from firmware_py.config.file import JOURNAL_NAME, Config, adjusted, as_soldered, in_force
from firmware_py.device.app import NEVER_S, App
from firmware_py.device.autosave import Autosave
from firmware_py.device.resources import Resources
from firmware_py.device.starting import first_state
from firmware_py.host.log import Priority, log, log_warnings
from firmware_py.storage.journal import Journal, open_journal
from firmware_py.words import Words, plain, words
from hardware import Devices, Edge, HardwareError, open_devices
from hardware.boards.sensor_map import SensorMap
from hardware.boards.settings import sensor_map_of

LOOKS_PER_S = 20
"""How often the window is asked for touches while somebody is at it."""
LOOKS_UNTOUCHED_PER_S = 6
"""The same once nothing was touched or pressed for `LIVELY_S`..."""
LOOKS_AT_REST_PER_S = 5
"""...and once the screen is dimmed. A button wakes the loop at once all the same."""
LIVELY_S = 10.0
LONGEST_WAIT_S = 1.0
"""However little happens, the loop goes round after so long (a whole number of pauses between two looks): an edge may
have been lost, a sign of life be due."""


class Display(Protocol):
    """What shows the device: the panel, or the desk simulator's window."""

    def show(self, app: App, devices: Devices, /) -> None:
        """Show the view, and on a desk what the device and its magnetic board look like."""

    def poll(self) -> tuple[WindowEvent, ...]:
        """Return what was touched or clicked since the last call."""

    def take(self, event: DeskBoardEvent, devices: Devices, now_s: float, /) -> None:
        """Take an event that is not for the referee: on a desk, a hand moves a magnet."""


SHORTEST_PRESS_S = 0.05
"""A click may begin and end between two looks at the window; the finger then stays on, or off, for so long."""


class Contacts(Protocol):
    """What closes when a button is pressed."""

    def press(self, name: str, /) -> None:
        """Close the contact of a button."""

    def release(self, name: str, /) -> None:
        """Open it again."""


class Moment:
    """The time by which moves of fingers are noted: now, or when they are known to have been made."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Follow a clock."""
        self._clock = clock
        self._told_s: float | None = None

    def __call__(self) -> float:
        """Return the time in seconds."""
        return self._clock() if self._told_s is None else self._told_s

    @contextmanager
    def at(self, told_s: float) -> Iterator[None]:
        """Let it be `told_s` in this block."""
        self._told_s = told_s
        try:
            yield
        finally:
            self._told_s = None


class ContactChange(NamedTuple):
    """What a finger does to the contact of its button, and not before which moment."""

    make: Callable[[Button], None]
    from_s: float


class Fingers:
    """Mouse and keyboard as fingers on buttons.

    Why each button has a row of moves: while a picture is drawn nobody looks, and a key may be let go and pressed again
    meanwhile. Carried out at once, these moves would be one long press, or be taken for the bouncing of a contact.

    Why a finger goes as early as it may have: SDL tells of a key after the picture, and not when it was let go. Were it
    now, a short press would be held for as long as a slow picture takes, and repeat.
    """

    def __init__(self, contacts: Contacts, moment: Moment) -> None:
        """Lay the fingers on the buttons with these contacts, whose edges are timed by `moment`."""
        self._contacts = contacts
        self._moment = moment
        self._moves: dict[Button, deque[ContactChange]] = {}
        self._moved_s: dict[Button, float] = {}

    def press(self, button: Button, now_s: float) -> None:
        """Press a button, as soon as it was let go long enough."""
        self._moves.setdefault(button, deque()).append(ContactChange(self._contacts.press, now_s))
        self.elapse(now_s)

    def lift(self, button: Button, since_s: float) -> None:
        """Let a button go, at some moment after `since_s`, as soon as it was down long enough."""
        self._moves.setdefault(button, deque()).append(ContactChange(self._contacts.release, since_s))

    def next_deadline_s(self) -> float:
        """Return when `elapse` moves a finger, infinity if there is none to move."""
        return min(self._due_s().values(), default=NEVER_S)

    def elapse(self, now_s: float) -> None:
        """Let the time pass up to `now_s`."""
        while (due_s := self._due_s()) and min(due_s.values()) <= now_s:
            button = min(due_s, key=due_s.__getitem__)
            with self._moment.at(due_s[button]):
                self._moves[button].popleft().make(button)
            self._moved_s[button] = due_s[button]

    def _due_s(self) -> dict[Button, float]:
        """Return when each finger that is to move moves next."""
        return {button: max(moves[0].from_s, self._free_at_s(button)) for button, moves in self._moves.items() if moves}

    def _free_at_s(self, button: Button) -> float:
        return self._moved_s.get(button, -NEVER_S) + SHORTEST_PRESS_S


class Keyboard:
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


class Inbox:
    """Whoever waits for the next thing to happen: an edge of a button, news of the magnetic board, or a touch."""

    def __init__(self, face: Display, clock: Callable[[], float]) -> None:
        """Look at this face."""
        self._face = face
        self._clock = clock
        self._inbox: queue.SimpleQueue[Edge | None] = queue.SimpleQueue()
        self._lively_until_s = float("-inf")
        self.moment = Moment(clock)
        """The time by which the devices note what fingers do."""
        self._looked_s = self.since_s = clock()
        """What the last look at the window found happened after `since_s`, when it was looked at before."""

    def put(self, edge: Edge) -> None:
        """Take an edge, from whichever thread."""
        self._inbox.put(edge)

    def wake(self) -> None:
        """End the waiting, from whichever thread, because a device has something to tell when it is asked."""
        self._inbox.put(None)

    def wait(self, deadline_s: float, *, is_dimmed: bool) -> tuple[Edge | WindowEvent, ...]:
        """Return what happened, edges first; nothing if that is a device's news, or if it is time for something."""
        now_s = self._clock()
        deadline_s = min(deadline_s, now_s + LONGEST_WAIT_S)
        looks_per_s = LOOKS_PER_S if now_s < self._lively_until_s else LOOKS_UNTOUCHED_PER_S
        pause_s = 1 / (LOOKS_AT_REST_PER_S if is_dimmed else looks_per_s)
        while True:
            is_woken, edges = self._listen(min(pause_s, deadline_s - now_s))
            self.since_s, self._looked_s = self._looked_s, self._clock()
            happened = (*edges, *self._face.poll())
            now_s = self._clock()
            if happened:
                self._lively_until_s = now_s + LIVELY_S
            if happened or is_woken or now_s >= deadline_s:
                return happened

    def edges(self) -> tuple[Edge, ...]:
        """Return the edges that came since, without waiting."""
        return self._listen(0.0)[1] if not self._inbox.empty() else ()

    def _listen(self, seconds: float) -> tuple[bool, tuple[Edge, ...]]:
        """Return whether anything came into the queue within so long, and the edges that did."""
        try:
            came = [self._inbox.get(timeout=max(0.0, seconds))]
        except queue.Empty:
            return False, ()
        while not self._inbox.empty():
            came.append(self._inbox.get())
        return True, tuple(edge for edge in came if edge is not None)


class Watcher(Protocol):
    """Whoever looks after the running device, such as a watchdog."""

    def turned(self, app: App, devices: Devices, journal: Journal, now_s: float, /) -> None:
        """Take note that the loop went round once and that the newest view was shown."""


def run(
    config: Config,
    data: Path,
    face: Display,
    *,
    simulate: bool,
    real_board: bool = False,
    warnings: tuple[Words, ...] = (),
    attendant: Watcher | None = None,
) -> bool:
    """Run the device until it is switched off or its window is closed; return whether it was switched off by hand.

    `simulate` and `real_board` are as for `open_devices`. Where the pins cannot be reached, the device runs by keyboard
    and touch. It begins anew, on the same journal, whenever a choice needs other devices.
    """
    clock = time.monotonic
    lookout = Inbox(face, clock)
    opened = open_journal(data / JOURNAL_NAME, lambda: datetime.now(UTC))
    if opened.warning:
        log_warnings(opened.warning)
        warnings = (*warnings, opened.warning)
    trial: Mapping[str, str] = {}
    with opened.journal as journal:
        while True:
            settings = in_force(config, journal.settings() | dict(trial))
            soldered = sensor_map_of(as_soldered(config, settings).board.settings())
            devices, fault = _opened(adjusted(config, settings), soldered, lookout, simulate, real_board)
            with devices:
                resources = Resources(config, devices, Autosave(journal, data), drawn_seed)
                app = App(first_state(resources, clock(), (*fault, *warnings), trial), clock())
                _attend(app, devices, journal, face, lookout, attendant)
                if not app.restarts:
                    journal.close()  # only now is it true what the last page says
                    face.show(app, devices)
                    return app.switched_off
            trial, warnings = app.tries, ()


def drawn_seed() -> str:
    """Return what the dice of one game are to follow from; nobody can guess it."""
    return secrets.token_hex(16)


def _opened(
    config: Config, soldered: SensorMap | None, lookout: Inbox, simulate: bool, real_board: bool
) -> tuple[Devices, tuple[Words, ...]]:
    """Return the devices, and a warning if they must do without the pins."""

    def opened(*, simulate: bool, real_board: bool) -> Devices:
        return open_devices(
            config.pins,
            lookout.put,
            lookout.moment,
            simulate=simulate,
            board=config.board.settings(),
            wake=lookout.wake,
            soldered=soldered,
            real_board=real_board,
            layout=config.buttons.layout,
        )

    try:
        return opened(simulate=simulate, real_board=real_board), ()
    except HardwareError as error:
        log(Priority.ERROR, f"{error} The game goes on by keyboard and touch.")
        fault = words("{fault} The game goes on by keyboard and touch.", fault=plain(str(error)))
        return opened(simulate=True, real_board=True), (fault,)


def _attend(
    app: App, devices: Devices, journal: Journal, face: Display, lookout: Inbox, attendant: Watcher | None
) -> None:
    """Let the device live until it has finished."""
    clock = time.monotonic
    pins = devices.simulated if app.settings.hands != "touch" else None
    fingers = Fingers(pins or Keyboard(lookout.put, lookout.moment), lookout.moment)
    while not app.finished:
        face.show(app, devices)
        if attendant:
            attendant.turned(app, devices, journal, clock())
        deadline_s = min(app.next_deadline_s(), fingers.next_deadline_s())
        for happened in lookout.wait(deadline_s, is_dimmed=app.is_dimmed):
            _take(happened, app, fingers, face, devices, lookout.since_s, clock())
        fingers.elapse(clock())
        for edge in lookout.edges():  # which may be earlier than now
            app.edge(edge)
        app.elapse(clock())


def _take(
    happened: Edge | WindowEvent,
    app: App,
    fingers: Fingers,
    face: Display,
    devices: Devices,
    since_s: float,
    now_s: float,
) -> None:
    """Let the device take what happened, or was done to the window after `since_s`."""
    match happened:
        case Edge():
            app.edge(happened)
        case Touched(target):
            app.touch(target, now_s)
        case HoldTouched(is_down):
            app.stay(is_down, now_s)
        case ButtonDown(button):
            fingers.press(button, now_s)
        case ButtonUp(button):
            fingers.lift(button, since_s)
        case CloseRequested():
            app.close()
        case _:
            face.take(happened, devices, now_s)
