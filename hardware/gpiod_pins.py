"""The pins of a Raspberry Pi: gpiozero over gpiod, the library of the kernel's own interface for pins.

Each pin is one line of one chip, requested when the pin is opened and given back when it is closed. The chip is found
by its label: its number depends on model and kernel, and chip 0 may be another one.

The kernel stamps each edge when it comes, so a program that gets no processor for a while still knows how long a press
was. One thread reads the edges, and sleeps until there is one; another makes pulses, and lives only while there are
any. It cannot be imported where gpiod is missing.

Why not the kernel's PWM: up to a Raspberry Pi 4 there are two channels, which GPIO 12 and 18, and 13 and 19, share. So
buzzer (13) and green (19) would have one, blue (21) none, and the owner would have to name an overlay for it.
"""

import errno
import os
import select
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock, RLock, Thread
from typing import Any, Final

import gpiod
from gpiod.edge_event import EdgeEvent
from gpiod.line import Bias, Direction, Edge, Value
from gpiozero import (
    PinFixedPull,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPull,
    PinInvalidState,
    PinPWMFixedValue,
    PinSetInput,
)
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

from hardware import wiring
from hardware.errors import LineInUseError

CONSUMER: Final = "pyramid-referee"
"""The name under which the kernel lists the lines."""
EVENTS_KEPT: Final = 64
"""Edges of a line that the kernel keeps until they are read; then it drops the oldest."""
DIRECTIONS: Final = {"input": Direction.INPUT, "output": Direction.OUTPUT}
PULLS: Final = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}
EDGES: Final = {"both": Edge.BOTH, "rising": Edge.RISING, "falling": Edge.FALLING}
"""What gpiod calls a function, a pull resistor and the edges to watch for, by gpiozero's names for them."""
SPIN_S: Final = 0.0001
"""Turns of a pulse that are due sooner are waited for at full load: a sleeping thread wakes some 60 us late."""
SWITCH_S: Final = 0.0002
"""How long another thread may compute while pulses are due: the interpreter's own 5 ms are five periods of a tone."""


def open_header(devices: Path = Path("/dev")) -> gpiod.Chip:
    """The chip of the 40-pin header; the caller closes it.

    Other chips are asked for their label and closed again: none of their lines is touched.

    :raises OSError: when there is no such chip, or it may not be opened
    """
    refused: OSError | None = None
    for device in sorted(devices.glob("gpiochip*")):
        try:
            chip = gpiod.Chip(str(device))
        except OSError as reason:  # it may vanish meanwhile, and another may be somebody else's
            refused = refused or reason
            continue
        with suppress(OSError):
            if chip.get_info().label in wiring.HEADER_CHIPS:
                return chip
        chip.close()
    raise refused or OSError(errno.ENODEV, f"there is no chip {', '.join(wiring.HEADER_CHIPS)}")


class GpiodPin(LocalPiPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin: a floating input when opened."""

    def __init__(self, factory: "GpiodPins", info: Any) -> None:
        super().__init__(factory, info)
        self._settings: dict[str, Any] = {"direction": Direction.INPUT, "bias": Bias.DISABLED}
        self._edges = "both"
        self._frequency_hz: float | None = None
        self._duty = 0.0
        self.line = factory.request(self._number, gpiod.LineSettings(**self._settings))

    def close(self) -> None:
        """Leave a floating input and give the line back, chip or no chip; safe to call twice."""
        with suppress(Exception):
            self.when_changed = None  # not below: the thread that tells of edges takes these locks the other way round
        with self.factory.lock:
            self.factory.pulses.stop(self)
            with suppress(OSError, gpiod.RequestReleasedError):
                self._configure(direction=Direction.INPUT, bias=Bias.DISABLED, edge_detection=Edge.NONE)
            self.line.release()
            self.factory.pins.pop(self.info, None)

    def _configure(self, **changes: Any) -> None:
        settings = self._settings | changes
        with self.factory.lock:
            self.line.reconfigure_lines({self._number: gpiod.LineSettings(**settings)})
        self._settings = settings

    def write(self, is_high: bool) -> None:
        """Drive the line. :raises OSError: when the chip is gone"""
        with self.factory.lock:
            self.line.set_value(self._number, Value.ACTIVE if is_high else Value.INACTIVE)

    def output_with_state(self, state: bool) -> None:
        """Become an output of this level at once, without another level before."""
        self._become("output", is_high=bool(state))

    def _get_function(self) -> str:
        return "output" if self._settings["direction"] is Direction.OUTPUT else "input"

    def _set_function(self, value: str) -> None:
        if value not in DIRECTIONS:
            raise PinInvalidFunction(f'invalid function "{value}" for pin {self!r}')
        self._become(value)

    def _become(self, function: str, is_high: bool = False) -> None:
        self.when_changed = None
        self._set_frequency(None)
        level = Value.ACTIVE if is_high else Value.INACTIVE
        self._configure(direction=DIRECTIONS[function], bias=Bias.DISABLED, output_value=level)

    def _get_state(self) -> bool | float:
        if self._frequency_hz:
            return self._duty
        with self.factory.lock:
            return bool(self.line.get_value(self._number))

    def _set_state(self, value: float) -> None:
        if self._frequency_hz:
            if not 0 <= value <= 1:
                raise PinInvalidState(f'invalid state "{value}" for pin {self!r}')
            self._duty = value
            self.factory.pulses.drive(self, self._frequency_hz, value)
        elif self.function == "input":
            raise PinSetInput(f"cannot set state of pin {self!r}")
        else:
            self.write(bool(value))

    def _get_pull(self) -> str:
        return next(name for name, bias in PULLS.items() if bias is self._settings["bias"])

    def _set_pull(self, value: str) -> None:
        if self.function != "input":
            raise PinFixedPull(f"cannot set pull on non-input pin {self!r}")
        if self.info.pull not in (value, ""):
            raise PinFixedPull(f"{self!r} has a physical pull-{self.info.pull} resistor")
        if value not in PULLS:
            raise PinInvalidPull(f'invalid pull "{value}" for pin {self!r}')
        self._configure(bias=PULLS[value])

    def _get_frequency(self) -> float | None:
        return self._frequency_hz

    def _set_frequency(self, value: float | None) -> None:
        """Begin pulses, low at first, change their frequency, or end them, which leaves the pin low."""
        if value:
            if self.function != "output":
                raise PinPWMFixedValue(f"cannot start PWM on pin {self!r}")
            self.factory.pulses.drive(self, value, self._duty)
            self._frequency_hz = value
        elif self._frequency_hz:
            self._frequency_hz, self._duty = None, 0.0
            self.factory.pulses.stop(self)
            self.write(False)

    def _get_bounce(self) -> None:
        """None: edges are not filtered here, but in `gestures`."""

    def _set_bounce(self, value: float | None) -> None:
        if value is not None:
            super()._set_bounce(value)

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        if value not in EDGES:
            raise PinInvalidEdges(f'invalid edges "{value}" for pin {self!r}')
        self._edges = value
        if self.when_changed is not None:
            self._configure(edge_detection=EDGES[value])

    def _enable_event_detect(self) -> None:
        self._configure(edge_detection=EDGES[self._edges])
        self.factory.edges.add(self)

    def _disable_event_detect(self) -> None:
        self.factory.edges.remove(self)
        self._configure(edge_detection=Edge.NONE)
        self.read_edges()  # those that nobody has taken

    def read_edges(self) -> list[EdgeEvent]:
        """The edges that wait, without waiting for any. :raises OSError: when the chip is gone"""
        with self.factory.lock:
            return self.line.read_edge_events() if self.line.wait_edge_events(0) else []

    def take(self, edge: EdgeEvent) -> None:
        """Pass an edge on to whoever watches this pin."""
        is_high = edge.event_type is EdgeEvent.Type.RISING_EDGE
        self._call_when_changed(edge.timestamp_ns / 1e9, is_high)


class _EdgeReader:
    """The thread that reads the edges of all pins and hands them out in the order of their times."""

    def __init__(self, lock: RLock) -> None:
        """Start the thread; it sleeps."""
        self._pins: dict[int, GpiodPin] = {}
        self._lock = lock  # so that no file is closed, and its number given to another, while it is read
        self._files = select.epoll()
        self._end = os.eventfd(0, os.EFD_CLOEXEC)
        self._files.register(self._end, select.EPOLLIN)
        self._thread = Thread(target=self._serve, name="edges", daemon=True)
        self._thread.start()

    def add(self, pin: GpiodPin) -> None:
        """Hand out the edges of a pin from now on, from the thread; what its watcher raises is dropped."""
        with self._lock:
            self._pins[pin.line.fd] = pin
            self._files.register(pin.line.fd, select.EPOLLIN)

    def remove(self, pin: GpiodPin) -> None:
        """Read a pin no more."""
        with self._lock:
            self._pins.pop(pin.line.fd, None)
            with suppress(OSError):
                self._files.unregister(pin.line.fd)

    @property
    def watched(self) -> int:
        """How many pins are read."""
        return len(self._pins)

    def close(self) -> None:
        """End the thread; safe to call twice."""
        if self._thread.is_alive():
            os.eventfd_write(self._end, 1)
            self._thread.join()
            self._files.close()
            os.close(self._end)

    def _serve(self) -> None:
        while True:
            ready, came = self._files.poll(), []
            while ready:  # whatever comes meanwhile, too: one line's edges would otherwise overtake another's
                for file, _ in ready:
                    if file == self._end:
                        return
                    came += self._read(file)
                ready = self._files.poll(0)
            for edge, pin in sorted(came, key=lambda each: each[0].timestamp_ns):
                with suppress(Exception):  # one that raised would end the thread, and with it all buttons
                    pin.take(edge)

    def _read(self, file: int) -> list[tuple[EdgeEvent, GpiodPin]]:
        """The waiting edges of a line. One whose chip is gone is read no more."""
        with self._lock:
            pin = self._pins.get(file)
            if pin is None:
                return []
            try:
                return [(edge, pin) for edge in pin.read_edges()]
            except OSError:
                self.remove(pin)
                return []


class _Train:
    """The pulses of one pin. They begin at whole periods of the clock, so that those of one frequency rise together."""

    def __init__(self, frequency_hz: float, duty: float, now_s: float) -> None:
        self._period_s, self._high_s = 1 / frequency_hz, duty / frequency_hz
        self.is_high = False
        self.due_s = self._next_rise_s(now_s)

    def turn(self, now_s: float) -> bool:
        """The level that begins now. A pulse keeps its width, however late it began."""
        self.is_high = not self.is_high
        self.due_s = now_s + self._high_s if self.is_high else self._next_rise_s(now_s)
        return self.is_high

    def _next_rise_s(self, now_s: float) -> float:
        return (now_s // self._period_s + 1) * self._period_s


class Pulses:
    """The pulses of all pins, and the thread that makes them; it lives while there are any.

    On a PC with a free core every pulse of 1760 Hz came within a fifth of its time while the program rested. While it
    computed without a pause, those of 440 Hz did, and those of 1760 Hz came 1100 times a second: a high tone sinks for
    as long as a page is made.
    """

    def __init__(self, lock: RLock, clock: Callable[[], float] = time.monotonic) -> None:
        """Make no pulses yet."""
        self._lock, self._clock = lock, clock
        self._trains: dict[GpiodPin, _Train] = {}
        self._thread: Thread | None = None
        self._changed = Lock()  # held, but for the moment in which the sleeping thread is woken
        self._changed.acquire(timeout=0)

    def drive(self, pin: GpiodPin, frequency_hz: float, duty: float) -> None:
        """Let a pin make pulses from now on, high for the share ``duty`` of each period; 0 and 1 are steady levels."""
        with self._lock:
            self.stop(pin)
            pin.write(duty >= 1)
            if 0 < duty < 1:
                self._trains[pin] = _Train(frequency_hz, duty, self._clock())
                self._begin()

    def stop(self, pin: GpiodPin) -> None:
        """Make no more pulses at a pin; its level stays as it happens to be."""
        with self._lock:
            self._trains.pop(pin, None)

    def advance(self, now_s: float) -> float | None:
        """Turn what is due; return when the next turn is due, or None without pulses."""
        with self._lock:
            for pin, train in tuple(self._trains.items()):
                if train.due_s <= now_s:
                    try:
                        pin.write(train.turn(now_s))
                    except OSError:  # the chip is gone; who drives the pin next is told
                        del self._trains[pin]
            return min((train.due_s for train in self._trains.values()), default=None)

    def _begin(self) -> None:
        if self._thread is None:
            self._thread = Thread(target=self._run, name="pulses", daemon=True)
            self._thread.start()
        elif self._changed.locked():
            self._changed.release()

    def _run(self) -> None:
        others_s = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_S)
        while True:
            with self._lock:
                due_s = self.advance(self._clock())
                if due_s is None:
                    self._thread = None
                    sys.setswitchinterval(others_s)
                    return
            if due_s - self._clock() > SPIN_S:
                self._changed.acquire(timeout=max(0.0, due_s - self._clock()))
            else:
                while self._clock() < due_s:
                    pass


class GpiodPins(LocalPiFactory):  # type: ignore[misc]
    """gpiozero's factory for these pins."""

    def __init__(self, devices: Path = Path("/dev")) -> None:
        """Open the chip. :raises OSError: when there is none, or it may not be opened"""
        super().__init__()
        self.pin_class = GpiodPin
        self.lock = RLock()  # gpiod wants each of its objects used by one thread at a time
        self._chip = open_header(devices)
        self.edges = _EdgeReader(self.lock)
        self.pulses = Pulses(self.lock)

    def request(self, line: int, settings: gpiod.LineSettings) -> gpiod.LineRequest:
        """A line of the chip, for us alone; the caller releases it.

        :raises LineInUseError: when another program or a driver of the kernel has it
        :raises OSError: when the chip is gone
        """
        try:
            return self._chip.request_lines({line: settings}, CONSUMER, EVENTS_KEPT)
        except OSError as reason:
            if reason.errno != errno.EBUSY:
                raise
            raise LineInUseError(self._chip.get_line_info(line).consumer) from reason

    def close(self) -> None:
        """Give all pins back; safe to call twice."""
        for pin in tuple(self.pins.values()):
            pin.close()
        self.edges.close()
        self._chip.close()
