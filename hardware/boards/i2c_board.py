"""The board of hall switches: up to eight MCP23017 on one I2C bus, with one interrupt line.

Wire SDA to GPIO 2, SCL to GPIO 3, INTA of every chip to one pin with 10 kOhm to 3.3 V, and RESET of every chip to
another with 4.7 kOhm to 3.3 V (WIRING.md).

Why the interrupt line only means "scan everything": it stays low until every chip that pulls it has been read. So a
poll that finds it low scans, whether or not its edge arrived. A scan each half second finds whatever else was lost; in
between nothing is on the bus. A faulty line (low without a reason, or high while cells change) is reported, and the
board is scanned ten times a second instead. The same goes while a chip does not answer: without its settings it drives
the line high against the others.

Why a failing chip gets few tries: on a bus that hangs each try is a time-out of 20 ms, in which the whole program
waits. After one chip has failed, no other chip is retried in that scan. Absent chips are probed each half second only.

Why settings are read back: a brown-out resets a chip without any report. One chip is verified each half second.
"""

import errno
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Final, Self

import msgspec
from gpiozero import DigitalInputDevice, DigitalOutputDevice
from smbus2 import SMBus
from smbus2 import smbus2 as library

from hardware.boards.frames import (
    BoardEvent,
    BoardFound,
    BoardLost,
    Fault,
    Frame,
    Identity,
    Inputs,
    Loss,
    PartHealth,
    Reading,
)
from hardware.boards.mcp23017 import ADDRESSES, IODIR, PINS, Mcp23017, Sensor, SensorMap
from hardware.pins import claiming

CONTRADICTIONS: Final = 3  # scans in a row that contradict the line before it counts as faulty


class InterruptLine:
    """The interrupt line: open drain, pulled up by the Pi, low while a chip wants to be read.

    :param pin: BCM pin; None where the wire is missing
    :param wake: called from gpiozero's thread when the line falls
    :raises HardwareError: when the pin cannot be claimed
    """

    def __init__(self, pin: int | None, wake: Callable[[], object], pin_factory: Any) -> None:
        self.fault: Fault | None = None
        self._wake = wake
        self._has_fallen = False
        self._contradictions = 0
        self._device: DigitalInputDevice | None = None
        if pin is None:
            return
        with claiming("interrupt line of the magnetic board", pin):
            self._device = DigitalInputDevice(pin, pull_up=True, pin_factory=pin_factory)
        self._device.when_activated = self._fell

    @property
    def is_free(self) -> bool:
        """Whether there is a line, and nothing pulls it low."""
        return self._device is not None and not self.is_low

    @property
    def is_low(self) -> bool:
        """Whether a chip or a fault pulls the line low."""
        return self._device is not None and bool(self._device.is_active)

    @property
    def is_asking(self) -> bool:
        """Whether a chip wants to be read."""
        return self.is_low and self.fault is not Fault.STUCK

    @property
    def is_reliable(self) -> bool:
        """Whether a change of a cell pulls the line low."""
        return self._device is not None and self.fault is None

    def judge(self, *, asked: bool, changed: bool) -> None:
        """Compare the line with a scan of healthy chips, and set `fault` if they contradict each other.

        :param asked: the line was low when the scan began
        :param changed: the scan found a cell changed
        """
        fell, self._has_fallen = self._has_fallen or asked, False
        if self.is_low and (not changed or self.fault is Fault.STUCK):
            fault = Fault.STUCK
        elif changed and not fell:
            fault = Fault.MUTE
        elif changed or self.fault is Fault.STUCK:
            fault = None
        else:
            return
        self._contradictions = self._contradictions + 1 if fault is not None else 0
        self.fault = fault if self._contradictions >= CONTRADICTIONS else None

    def close(self) -> None:
        """Stop the edges and give the pin back; may be called twice."""
        if self._device is not None:
            self._device.when_activated = None
            self._device.close()
            self._device = None

    def _fell(self) -> None:
        self._has_fallen = True
        self._wake()


VERIFY_S: Final = 0.5
I2C_TIMEOUT: Final = 0x0702  # ioctl of i2c-dev.h; the kernel's own value is a whole second
TIMEOUT_10MS: Final = 2


class ChipCheck(msgspec.Struct, frozen=True):
    """The result of checking one chip alone; a chip that does not answer keeps no settings and does not interrupt."""

    address: int
    answers: bool
    keeps_settings: bool
    """Whether its settings read back as they were written."""
    interrupts: bool | None
    """Whether the interrupt line fell when the chip pulled it; None without a line that was high before."""
    errors: tuple[str, ...]
    """The kernel's names of what went wrong, retries included."""


class ChipBus:
    """The open bus with its chips.

    :param path: device file of the bus, such as /dev/i2c-1
    :param addresses: I2C addresses of the chips that cells are wired to, 0x20 to 0x27
    :raises OSError: the bus does not open
    """

    def __init__(self, path: str, addresses: Iterable[int]) -> None:
        self._bus = SMBus(path)
        try:
            vars(library)["ioctl"](self._bus.fd, I2C_TIMEOUT, TIMEOUT_10MS)
        except OSError:
            self._bus.close()
            raise
        chips = {address: Mcp23017(self._bus, address) for address in ADDRESSES}
        self._chips = tuple(chips.pop(address) for address in addresses)
        self._others = tuple(chips.values())  # at the addresses where no cell is wired
        self._verify_at_s = float("-inf")
        self._turn = 0  # index of the chip that was verified last
        self._probed = 0  # index of the absent other chip that was probed last

    def read(self, now_s: float) -> dict[int, int | None]:
        """The pins of each wired chip by address, None where one does not answer; empty if all are absent."""
        probes = now_s >= self._verify_at_s
        if probes:
            self._verify_at_s = now_s + VERIFY_S
            self._turn = (self._turn + 1) % len(self._chips)
            self._chips[self._turn].verify()
        if len(self.absent) == len(self._chips) and self._chips[self._turn].read() is None:
            return {}  # one probe each half second, of another chip each time
        words: dict[int, int | None] = {}
        patient = True
        for chip in self._chips:
            absent = chip.absent
            words[chip.address] = chip.read(patient=patient) if probes or not absent else None
            patient = patient and (absent or words[chip.address] is not None)
        return words

    def peek(self) -> dict[int, int | None] | None:
        """The pins of the present chips, as `read` does; None if one does not answer (not counted as a miss)."""
        present = [chip for chip in self._chips if not chip.absent]
        words: dict[int, int | None] = dict.fromkeys(self.absent)
        for chip in present:
            word = chip.peek()
            if word is None:
                return None  # no other chip is read: on a bus that hangs each read is a time-out
            words[chip.address] = word
        return words if present else None

    def read_others(self) -> dict[int, int | None]:
        """The pins of every present chip without cells; one absent address is probed as well, in turn."""
        absent = [chip for chip in self._others if chip.absent]
        self._probed = (self._probed + 1) % max(1, len(absent))
        asked = [chip for chip in self._others if not chip.absent or chip is absent[self._probed]]
        return {chip.address: chip.read(patient=False) for chip in asked}

    def silence_others(self) -> None:
        """Stop the interrupts of the chips without cells, because they are not read from now on."""
        for chip in self._others:
            if not chip.absent:
                with suppress(OSError):
                    chip.release_interrupt()

    def invalidate(self) -> None:
        """Configure every chip again before its next read, because all were reset."""
        for chip in (*self._chips, *self._others):
            chip.invalidate()

    @property
    def absent(self) -> frozenset[int]:
        """The addresses of the wired chips that missed several reads in a row."""
        return frozenset(chip.address for chip in self._chips if chip.absent)

    @property
    def troubles(self) -> tuple[tuple[int, int], ...]:
        """The misses in a row and the resets of each wired chip; a later difference means that a read went wrong."""
        return tuple((chip.misses, chip.resets) for chip in self._chips)

    @property
    def is_failing(self) -> bool:
        """Whether some wired chips missed their last read, and others are present."""
        return any(chip.misses for chip in self._chips) and len(self.absent) < len(self._chips)

    @property
    def errors(self) -> tuple[str, ...]:
        """The kernel's names of all errors at the wired chips."""
        return _names(number for chip in self._chips for number in chip.errors)

    def health(self) -> tuple[PartHealth, ...]:
        """The health of the wired chips by address."""
        return tuple(
            PartHealth(
                f"chip {chip.address:#04x}",
                Fault.ABSENT if chip.absent else None,
                (("resets", chip.resets), *((f"errno {number}", n) for number, n in sorted(chip.errors.items()))),
            )
            for chip in self._chips
        )

    def check(self, line: InterruptLine) -> tuple[ChipCheck, ...]:
        """Check each wired chip alone and let it pull the interrupt line; this disturbs scans for a moment."""
        return tuple(_check_chip(Mcp23017(self._bus, chip.address), line) for chip in self._chips)

    def unwired_chips(self) -> tuple[int, ...]:
        """The addresses that answer although no cell is wired there."""
        return tuple(chip.address for chip in self._others if self._answers(chip.address))

    def _answers(self, address: int) -> bool:
        try:
            self._bus.read_byte_data(address, IODIR)
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Give the bus back."""
        self._bus.close()


def _check_chip(chip: Mcp23017, line: InterruptLine) -> ChipCheck:
    answers = chip.read() is not None
    chip.verify()
    interrupts = None
    if answers and line.is_free:
        with suppress(OSError):
            chip.pull_interrupt()
        interrupts = line.is_low
        chip.invalidate()
        chip.read()
    keeps_settings = answers and not chip.resets
    return ChipCheck(chip.address, answers, keeps_settings, interrupts, _names(chip.errors))


def _names(errors: Iterable[int]) -> tuple[str, ...]:
    """The kernel's names of these errors."""
    return tuple(sorted({errno.errorcode.get(number, str(number)) for number in errors}))


SAFETY_SCAN_S: Final = 0.5
CLOSE_SCAN_S: Final = 0.1  # while a chip fails, the interrupt line is faulty, or `watch` asks for it
LEAST_GAP_S: Final = 0.005  # between two scans, however often the line falls
ROUNDING: Final = 1e-6  # of a period: more than the error of its multiples, less than any clock's resolution


class I2CBoard:
    """The driver of the board of switches.

    :param sensors: where each cell is wired, row by row
    :param wake: called from another thread when `poll` should be called
    :param pin_factory: gpiozero's pin factory
    :param path: device file of the I2C bus
    :param interrupt_pin: BCM number; None where the wire is missing
    :param reset_pin: BCM number; None where the wire is missing
    :raises HardwareError: a pin cannot be claimed
    :raises ValueError: the map does not have one entry a cell, or no sensor at all
    """

    def __init__(
        self,
        *,
        rows: int,
        columns: int,
        sensors: SensorMap,
        wake: Callable[[], object],
        pin_factory: Any = None,
        path: str = "/dev/i2c-1",
        interrupt_pin: int | None = 4,
        reset_pin: int | None = None,
    ) -> None:
        self.cycles = 0
        self._addresses = sorted({sensor.address for sensor in sensors if sensor})
        if len(sensors) != rows * columns or not self._addresses:
            raise ValueError(f"{rows} x {columns} cells cannot have this map: {sensors}")
        self._rows, self._columns, self._sensors, self._path = rows, columns, sensors, path
        self._bus: ChipBus | None = None
        self._levels = (0.0,) * len(sensors)
        self._reported: BoardFound | BoardLost | None = None
        self._watches_closely = self._reports_inputs = False
        self._scanned_at_s = self._regular_scan_at_s = float("-inf")
        self._extra_scan_at_s = float("inf")
        self._line = InterruptLine(interrupt_pin, wake, pin_factory)
        self._reset: DigitalOutputDevice | None = None
        if reset_pin is not None:
            with claiming("reset line of the magnetic board", reset_pin):
                self._reset = DigitalOutputDevice(reset_pin, active_high=False, pin_factory=pin_factory)

    def poll(self, now_s: float) -> tuple[BoardEvent, ...]:
        """Scan if it is time or the interrupt line is low; else do nothing, on the bus as well."""
        self.cycles += 1
        if self._line.is_asking:
            self._regular_scan_at_s = min(self._regular_scan_at_s, self._scanned_at_s + LEAST_GAP_S)
        if now_s < self.next_deadline_s():
            return ()
        self._scanned_at_s, self._extra_scan_at_s = now_s, float("inf")
        if now_s < self._regular_scan_at_s:
            return self._peek(now_s)
        events = self._scan_or_open(now_s)
        self._regular_scan_at_s = self._next_scan_s(now_s)
        return events

    def next_deadline_s(self) -> float:
        """When to scan even without an interrupt."""
        return min(self._regular_scan_at_s, self._extra_scan_at_s)

    def scan_at(self, at_s: float) -> None:
        """Report the cells at that moment as well, unless it is past or the board does not answer.

        A loss is not reported earlier because of it: the caller derives the moment from hidden changes, and an earlier
        report would show that there were some.
        """
        self._extra_scan_at_s = at_s if at_s > self._scanned_at_s else float("inf")

    def watch(self, closely: bool, *, inputs: bool = False) -> None:
        """Scan ten times a second, or only on changes; with `inputs` report the inputs of all chips."""
        if not inputs:
            self._silence_others()
        self._watches_closely, self._reports_inputs = closely or inputs, inputs
        self._regular_scan_at_s = float("-inf")

    def health(self) -> tuple[PartHealth, ...]:
        """The chips by address, then the interrupt line."""
        chips = self._bus.health() if self._bus else ()
        return (*chips, PartHealth("interrupt line", self._line.fault, ()))

    def check(self) -> tuple[ChipCheck, ...]:
        """Check each chip alone; this disturbs scans for a moment. Empty while the bus is not open."""
        return self._bus.check(self._line) if self._bus else ()

    def unwired_chips(self) -> tuple[int, ...]:
        """The addresses that answer although no cell is wired there."""
        return self._bus.unwired_chips() if self._bus else ()

    def close(self) -> None:
        """Callbacks off first, then the pins, then the bus."""
        self._line.close()
        self._silence_others()
        if self._reset is not None:
            self._reset.close()
        if self._bus is not None:
            self._bus.close()
            self._bus = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _peek(self, now_s: float) -> tuple[BoardEvent, ...]:
        """Read every chip once; return a frame if all present chips answer."""
        if self._bus is None:
            return ()
        asked, troubles = self._line.is_asking, self._bus.troubles
        words = self._bus.peek()
        return (
            ()
            if words is None
            else (self._judge_frame(words, now_s, asked if troubles == self._bus.troubles else None),)
        )

    def _scan_or_open(self, now_s: float) -> tuple[BoardEvent, ...]:
        """Open the bus if necessary and scan; report a bus that does not open."""
        try:
            self._bus = self._bus or ChipBus(self._path, self._addresses)
        except OSError as fault:
            return (*self._if_new(BoardLost(_loss(fault), str(fault))), *self._inputs({}, now_s))
        return self._scan(self._bus, now_s)

    def _scan(self, bus: ChipBus, now_s: float) -> tuple[BoardEvent, ...]:
        """Read every chip once, and report what changed."""
        others = bus.read_others() if self._reports_inputs else {}
        asked, absent, troubles = self._line.is_asking, bus.absent, bus.troubles
        words = bus.read(now_s)
        inputs = self._inputs(words | others, now_s)
        if bus.absent - absent:
            self._pulse_reset(bus)
        if all(word is None for word in words.values()):
            is_silent = words and len(bus.absent) == len(words)
            return (*(self._if_new(self._silence(bus)) if is_silent else ()), *inputs)
        frame = self._judge_frame(words, now_s, asked if troubles == bus.troubles else None)
        return (*self._if_new(self._as_found()), frame, *inputs)

    def _judge_frame(self, words: dict[int, int | None], now_s: float, asked: bool | None) -> Frame:
        """The frame, and judge the interrupt line by it.

        `asked`: whether the line was low when the scan began; None where the scan says nothing about it.
        """
        frame = self._frame(words, now_s)
        if asked is not None and isinstance(self._reported, BoardFound):
            self._line.judge(asked=asked, changed=frame.cells != self._levels)
        self._levels = frame.cells
        return frame

    def _silence_others(self) -> None:
        """Stop the interrupts of the chips without cells, if they were read."""
        if self._reports_inputs and self._bus:
            self._bus.silence_others()
        self._reports_inputs = False

    def _pulse_reset(self, bus: ChipBus) -> None:
        """Reset all chips: one that has just become absent may hang and block the bus."""
        if self._reset is None:
            return
        self._reset.on()
        self._reset.off()  # far longer than the microsecond the chip needs
        bus.invalidate()

    def _frame(self, words: dict[int, int | None], now_s: float) -> Frame:
        """The frame of these pins: a hall switch that senses a magnet pulls its pin low."""
        cells, unread = list(self._levels), set()
        for cell, sensor in enumerate(self._sensors):
            if sensor is None:
                continue
            word = words[sensor.address]
            if word is None:
                unread.add(cell)
            else:
                cells[cell] = 0.0 if word >> sensor.pin & 1 else 1.0
        return Frame(tuple(cells), now_s, self._rows, self._columns, Reading.LEVEL, frozenset(unread))

    def _inputs(self, words: dict[int, int | None], now_s: float) -> tuple[Inputs, ...]:
        """The inputs of all chips that answered, if they are reported: a closed switch pulls its pin low."""
        if not self._reports_inputs:
            return ()
        read = {address: word for address, word in words.items() if word is not None}
        low = (Sensor(address, pin) for address, word in read.items() for pin in PINS if not word >> pin & 1)
        return (Inputs(frozenset(map(str, low)), frozenset(read), now_s),)

    def _if_new(self, event: BoardFound | BoardLost) -> tuple[BoardEvent, ...]:
        """The event, unless it repeats the last one."""
        before, self._reported = self._reported, event
        match before, event:
            case BoardFound(), BoardFound():
                return ()
            case BoardLost(reason=old), BoardLost(reason=new) if old is new:
                return ()
        return (event,)

    def _as_found(self) -> BoardFound:
        name = f"i2c {self._path} " + " ".join(f"{address:02X}" for address in self._addresses)
        bare = frozenset(cell for cell, sensor in enumerate(self._sensors) if sensor is None)
        return BoardFound(Identity(name, "", self._rows, self._columns, Reading.LEVEL, bare))

    def _silence(self, bus: ChipBus) -> BoardLost:
        """The loss of a board of which no chip answers: unplugged if one answered before."""
        found_before = self._reported is not None and not (
            isinstance(self._reported, BoardLost) and self._reported.reason is Loss.NOT_FOUND
        )
        reason = Loss.UNPLUGGED if found_before else Loss.NOT_FOUND
        return BoardLost(reason, f"{self._path}: no chip answers ({', '.join(bus.errors)})")

    def _next_scan_s(self, now_s: float) -> float:
        """When to scan next.

        The period is not shifted by changes, so that the time of a scan does not show whether there were any.
        """
        if self._line.is_asking:
            return now_s + LEAST_GAP_S
        is_failing = self._bus is not None and self._bus.is_failing
        is_close = is_failing or self._watches_closely or not self._line.is_reliable
        period_s = CLOSE_SCAN_S if is_close else SAFETY_SCAN_S
        return (int(now_s / period_s + ROUNDING) + 1) * period_s


def _loss(fault: OSError) -> Loss:
    match fault.errno:
        case errno.EACCES | errno.EPERM:
            return Loss.FORBIDDEN
        case errno.EBUSY:
            return Loss.BUSY
        case _:
            return Loss.NOT_FOUND
