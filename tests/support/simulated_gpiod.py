"""gpiod in place of its library and the kernel: chips with lines, wires between them, contacts, and their errors.

Its calls and errors are the library's (2.5), as far as pins need them; what it hands out are the library's own values.
"""

from __future__ import annotations

import errno
import os
from collections import deque
from collections.abc import Callable, Mapping
from datetime import timedelta
from pathlib import Path
from threading import Lock

from gpiod import ChipClosedError, ChipInfo, LineInfo, LineSettings, RequestReleasedError
from gpiod.edge_event import EdgeEvent
from gpiod.line import Bias, Direction, Edge, Value

LINES = 54
RISING = EdgeEvent.Type.RISING_EDGE.value
FALLING = EdgeEvent.Type.FALLING_EDGE.value


def refusal(number: int) -> OSError:
    return OSError(number, os.strerror(number))


class SimulatedLine:
    """One line. A wire joins it to others; a contact to ground is weaker than an output, stronger than a pull."""

    def __init__(self, chip: SimulatedChip, offset: int) -> None:
        self.chip, self.offset = chip, offset
        self.settings = LineSettings(direction=Direction.INPUT)
        self.consumer = ""
        self.joined: list[SimulatedLine] = [self]
        self.is_grounded = False
        self.output = False
        self.events: deque[EdgeEvent] = deque()
        self.file = -1
        self.rises: list[float] = []
        """When it was driven high, by the chip's clock."""
        self.driven: list[bool] = []
        """The levels it was driven to."""
        self._was_high = False

    @property
    def is_driven(self) -> bool:
        return bool(self.consumer) and self.settings.direction is Direction.OUTPUT

    def is_high(self) -> bool:
        """Its level; a line that nothing pulls stays low."""
        outputs = [line.output for line in self.joined if line.is_driven]
        if outputs:
            return outputs[0]
        if any(line.is_grounded for line in self.joined):
            return False
        return any(line.settings.bias is Bias.PULL_UP for line in self.joined)

    def ground(self, *, closed: bool) -> None:
        """Close its contact to ground, or open it."""
        self.is_grounded = closed
        self.settle()

    def drive(self, *, is_high: bool) -> None:
        """Let its output have this level."""
        if is_high and not self.output:
            self.rises.append(self.chip.clock())
        self.output = is_high
        self.driven.append(is_high)
        self.settle()

    def settle(self) -> None:
        """Note the edges at all lines that are joined, as far as somebody watches for them."""
        for line in self.joined:
            high = line.is_high()
            if high != line._was_high:
                line._was_high = high
                line._note(high)

    def _note(self, high: bool) -> None:
        watched = {Edge.BOTH, Edge.RISING if high else Edge.FALLING}
        if self.consumer and self.settings.edge_detection in watched:
            at_ns = round(self.chip.clock() * 1e9)
            with self.chip.at_once:
                self.events.append(EdgeEvent(RISING if high else FALLING, at_ns, self.offset, 0, 0))
                os.eventfd_write(self.file, 1)


class SimulatedChip:
    """A chip of the kernel, whoever has it open."""

    def __init__(self, label: str, clock: Callable[[], float]) -> None:
        self.label, self.clock = label, clock
        self.lines = [SimulatedLine(self, offset) for offset in range(LINES)]
        self.is_gone = False
        self.is_forbidden = False
        self.on_read: Callable[[], None] = lambda: None
        """Called before a level is read: simulated time may pass then."""
        self.on_edges_read: Callable[[], None] = lambda: None
        """Called before waiting edges are read: more may come then."""
        self.opened = 0
        """How many have it open."""
        self.at_once = Lock()
        """Held while an edge comes or is taken: the kernel's file is ready exactly when there is one."""

    def vanish(self) -> None:
        """Take the chip away under whoever has it open; their files become ready, with nothing but an error."""
        self.is_gone = True
        for line in self.lines:
            if line.consumer:
                os.eventfd_write(line.file, 1)

    def check(self) -> None:
        if self.is_gone:
            raise refusal(errno.ENODEV)

    def requested(self) -> set[int]:
        """The lines that somebody has."""
        return {line.offset for line in self.lines if line.consumer}


class Chip:
    """gpiod.Chip over simulated ones."""

    chips: Mapping[str, SimulatedChip] = {}

    def __init__(self, path: str) -> None:
        chip = self.chips.get(path)
        if chip is None or chip.is_gone:
            raise refusal(errno.ENOENT)
        if chip.is_forbidden:
            raise refusal(errno.EACCES)
        self._chip: SimulatedChip | None = chip
        self._path = path
        chip.opened += 1

    def _open(self) -> SimulatedChip:
        if self._chip is None:
            raise ChipClosedError
        self._chip.check()
        return self._chip

    def close(self) -> None:
        if self._chip is not None:
            self._chip.opened -= 1
        self._chip = None

    def get_info(self) -> ChipInfo:
        return ChipInfo(Path(self._path).name, self._open().label, LINES)

    def get_line_info(self, line: int | str) -> LineInfo:
        found = self._open().lines[int(line)]
        settings = found.settings
        return LineInfo(
            found.offset,
            f"GPIO{found.offset}",
            bool(found.consumer),
            found.consumer,
            settings.direction.value,
            False,
            settings.bias.value,
            settings.drive.value,
            settings.edge_detection.value,
            settings.event_clock.value,
            False,
            0,
        )

    def request_lines(
        self,
        config: dict[int, LineSettings],
        consumer: str | None = None,
        event_buffer_size: int | None = None,
        output_values: dict[int | str, Value] | None = None,
    ) -> LineRequest:
        assert event_buffer_size
        assert output_values is None, "not simulated"
        ((offset, settings),) = config.items()
        line = self._open().lines[offset]
        if line.consumer:
            raise refusal(errno.EBUSY)
        line.consumer = consumer or "?"
        line.events.clear()
        request = LineRequest(line)
        request.reconfigure_lines({offset: settings})
        return request


class LineRequest:
    """gpiod.LineRequest of one simulated line."""

    def __init__(self, line: SimulatedLine) -> None:
        line.file = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._line: SimulatedLine | None = line

    def _live(self) -> SimulatedLine:
        if self._line is None:
            raise RequestReleasedError
        return self._line

    def _of(self, line: int | str) -> SimulatedLine:
        live = self._live()
        assert line == live.offset
        live.chip.check()
        return live

    @property
    def fd(self) -> int:
        return self._live().file

    def release(self) -> None:
        if self._line is not None:
            line, self._line = self._line, None
            line.consumer = ""
            os.close(line.file)
            line.settle()

    def get_value(self, line: int | str) -> Value:
        live = self._of(line)
        live.chip.on_read()
        return Value.ACTIVE if live.is_high() else Value.INACTIVE

    def set_value(self, line: int | str, value: Value) -> None:
        live = self._of(line)
        if not live.is_driven:
            raise refusal(errno.EPERM)
        live.drive(is_high=value is Value.ACTIVE)

    def reconfigure_lines(self, config: dict[int, LineSettings]) -> None:
        ((offset, settings),) = config.items()
        live = self._of(offset)
        assert settings.edge_detection is Edge.NONE or settings.direction is Direction.INPUT
        live.settings = settings
        if settings.direction is Direction.OUTPUT:
            live.drive(is_high=settings.output_value is Value.ACTIVE)
        live.settle()

    def wait_edge_events(self, timeout: timedelta | float | None = None) -> bool:
        assert timeout == 0, "only without waiting"
        live = self._live()
        return live.chip.is_gone or bool(live.events)

    def read_edge_events(self, max_events: int | None = None) -> list[EdgeEvent]:
        assert max_events is None
        live = self._live()
        live.chip.on_edges_read()
        live.chip.check()
        with live.chip.at_once:
            os.eventfd_read(live.file)
            events = list(live.events)
            live.events.clear()
        return events


class SimulatedGpiod:
    """The device files of a computer, in a folder, and the chips behind them."""

    def __init__(self, folder: Path, clock: Callable[[], float]) -> None:
        self.folder, self._clock = folder, clock
        self.chips: dict[str, SimulatedChip] = {}

    def add(self, number: int, label: str) -> SimulatedChip:
        """Let a chip have this number."""
        file = self.folder / f"gpiochip{number}"
        file.touch()
        self.chips[str(file)] = chip = SimulatedChip(label, self._clock)
        return chip

    @property
    def Chip(self) -> type[Chip]:  # noqa: N802 - the library's name for it
        """What stands in for `gpiod.Chip`."""
        return type("Chip", (Chip,), {"chips": self.chips})


def join(*lines: SimulatedLine) -> None:
    """Join lines by a wire."""
    for line in lines:
        line.joined = list(lines)


class SteppedTime:
    """A clock that stands still but for `wait`, in which pulses are made as their thread would, without one."""

    def __init__(self, now_s: float = 1000.0) -> None:
        self.now_s = now_s
        self.pulses: list[Callable[[float], float | None]] = []

    def __call__(self) -> float:
        return self.now_s

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        end_s = self.now_s + seconds
        for advance in self.pulses:
            while (due_s := advance(self.now_s)) is not None and due_s <= end_s:
                self.now_s = max(self.now_s, due_s)
        self.now_s = end_s
