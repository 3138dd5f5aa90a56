"""Up to eight MCP23017 with hall switches as one array of cells: one bus, one interrupt line.

Why the interrupt line means no more than "look at everything": it stays low until every chip that pulls
it has been read, so a poll that finds it low scans, whether its edge was seen or not. A scan each half
second heals whatever else may be lost; in between nothing is on the bus. A line that lies (low for no
reason, or silent while cells change) is reported, and the array is scanned ten times a second instead.
"""

import errno
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Self

from gpiozero import DigitalInputDevice, DigitalOutputDevice
from smbus2 import SMBus
from smbus2 import smbus2 as library

from hardware.frames import (
    BoardEvent,
    BoardFound,
    BoardLost,
    Fault,
    Frame,
    Identity,
    Loss,
    PartHealth,
    Reading,
)
from hardware.mcp23017 import IODIR, Mcp23017
from hardware.pins import claiming
from hardware.sensor_map import ADDRESSES, SensorMap

SAFETY_SCAN_S: Final = 0.5
HURRIED_SCAN_S: Final = 0.1  # a chip just failed, the interrupt line lies, or somebody watches
LEAST_GAP_S: Final = 0.005  # between two scans, however the line flutters
LIES: Final = 3  # scans in a row that contradict the line, before it is not believed
I2C_TIMEOUT: Final = 0x0702  # ioctl of i2c-dev.h; the kernel's own value is a whole second
TIMEOUT_10MS: Final = 2


@dataclass(frozen=True, slots=True)
class ChipCheck:
    """What one chip showed when it was asked alone; without an answer it neither remembers nor rings."""

    address: int
    answers: bool
    remembers: bool
    """Whether its configuration read back as it was written."""
    rings: bool | None
    """Whether the interrupt line fell when the chip pulled it; None where there is no free line to see that."""
    errors: tuple[str, ...]
    """The kernel's names of what went wrong, retries included."""


class I2CBoard:
    """The array of switches; `wake` is called from another thread when `poll` should be.

    `interrupt_pin` and `reset_pin` are BCM numbers; None where that wire is missing.

    :raises HardwareError: a pin cannot be had
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
        self.turns = 0
        self._addresses = sorted({sensor.address for sensor in sensors if sensor})
        if len(sensors) != rows * columns or not self._addresses:
            raise ValueError(f"{rows} x {columns} cells cannot have this map: {sensors}")
        self._rows, self._columns, self._sensors, self._path = rows, columns, sensors, path
        self._bus: SMBus | None = None
        self._chips: tuple[Mcp23017, ...] = ()
        self._levels = (0.0,) * len(sensors)
        self._told: BoardFound | BoardLost | None = None
        self._closely = False
        self._scanned_at_s = self._due_at_s = self._verify_at_s = float("-inf")
        self._turn = 0  # the chip whose configuration was read back last
        self._line = _InterruptLine(interrupt_pin, wake, pin_factory)
        self._reset: DigitalOutputDevice | None = None
        if reset_pin is not None:
            with claiming("reset line of the magnetic board", reset_pin):
                self._reset = DigitalOutputDevice(reset_pin, active_high=False, pin_factory=pin_factory)

    def poll(self, now_s: float) -> tuple[BoardEvent, ...]:
        """Scan if it is time or the interrupt line asks for it; else nothing, also on the bus."""
        self.turns += 1
        if self._line.asks:
            self._due_at_s = min(self._due_at_s, self._scanned_at_s + LEAST_GAP_S)
        if now_s < self._due_at_s:
            return ()
        self._scanned_at_s = now_s
        refusal = self._open()
        events = self._scan(now_s) if refusal is None else self._tell(refusal)
        self._due_at_s = now_s + self._interval_s()
        return events

    def next_deadline_s(self) -> float:
        """When to scan even without an interrupt."""
        return self._due_at_s

    def watch(self, closely: bool) -> None:
        """Scan ten times a second, or again only when something changes."""
        self._closely = closely
        self._due_at_s = float("-inf")

    def health(self) -> tuple[PartHealth, ...]:
        """The chips by address, then the interrupt line."""
        return (
            *(
                PartHealth(
                    f"chip {chip.address:#04x}",
                    Fault.ABSENT if chip.absent else None,
                    (
                        ("resets", chip.resets),
                        *((f"errno {number}", n) for number, n in sorted(chip.errors.items())),
                    ),
                )
                for chip in self._chips
            ),
            PartHealth("interrupt line", self._line.fault, ()),
        )

    def check(self) -> tuple[ChipCheck, ...]:
        """Ask each chip alone, for the doctor: it disturbs the scans of a moment. Empty while the bus is not open."""
        bus = self._bus
        return () if bus is None else tuple(self._checked(Mcp23017(bus, address)) for address in self._addresses)

    def strangers(self) -> tuple[int, ...]:
        """The addresses at which something answers although no cell is wired there."""
        return tuple(address for address in ADDRESSES if address not in self._addresses and self._answers(address))

    def close(self) -> None:
        """Callbacks off first, then the pins, then the bus."""
        self._line.close()
        if self._reset is not None:
            self._reset.close()
        if self._bus is not None:
            self._bus.close()
            self._bus = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open(self) -> BoardLost | None:
        """Open the bus, unless it is; what came instead, if it does not open."""
        if self._bus is not None:
            return None
        try:
            self._bus = SMBus(self._path)
            vars(library)["ioctl"](self._bus.fd, I2C_TIMEOUT, TIMEOUT_10MS)
        except OSError as fault:
            return BoardLost(_loss(fault), str(fault))
        self._chips = tuple(Mcp23017(self._bus, address) for address in self._addresses)
        return None

    def _scan(self, now_s: float) -> tuple[BoardEvent, ...]:
        """Read every chip once, and say what that shows."""
        asked, absent, troubles = self._line.asks, self._absent(), self._troubles()
        self._verify_next(now_s)
        if len(absent) == len(self._chips) and self._chips[self._turn].read() is None:
            return ()  # no board: one knock each half second, at another chip each time
        words = self._read()
        if self._absent() - absent:
            self._pulse_reset()
        if all(word is None for word in words.values()):
            return self._tell(self._silence()) if len(self._absent()) == len(words) else ()
        frame = self._frame(words, now_s)
        if troubles == self._troubles() and isinstance(self._told, BoardFound):
            self._line.judge(asked=asked, changed=frame.cells != self._levels)
        self._levels = frame.cells
        return (*self._tell(self._found()), frame)

    def _read(self) -> dict[int, int | None]:
        """Every chip's pins by address. After one chip has failed nobody gets a second try.

        A bus that hangs fails each try with a time-out of 20 ms, and the whole program waits.
        """
        words: dict[int, int | None] = {}
        patient = True
        for chip in self._chips:
            absent = chip.absent
            words[chip.address] = chip.read(patient=patient)
            patient = patient and (absent or words[chip.address] is not None)
        return words

    def _verify_next(self, now_s: float) -> None:
        """Read one chip's configuration back each half second: all eight within four."""
        if now_s < self._verify_at_s:
            return
        self._verify_at_s = now_s + SAFETY_SCAN_S
        self._turn = (self._turn + 1) % len(self._chips)
        self._chips[self._turn].verify()

    def _checked(self, chip: Mcp23017) -> ChipCheck:
        answers = chip.read() is not None
        chip.verify()
        rings = None
        if answers and self._line.is_free:
            with suppress(OSError):
                chip.ring()
            rings = self._line.is_low
            chip.distrust()
            chip.read()
        remembers = answers and not chip.resets
        return ChipCheck(chip.address, answers, remembers, rings, _names(chip.errors))

    def _answers(self, address: int) -> bool:
        if self._bus is None:
            return False
        try:
            self._bus.read_byte_data(address, IODIR)
        except OSError:
            return False
        return True

    def _absent(self) -> frozenset[int]:
        return frozenset(chip.address for chip in self._chips if chip.absent)

    def _troubles(self) -> tuple[tuple[int, int], ...]:
        return tuple((chip.misses, chip.resets) for chip in self._chips)

    def _pulse_reset(self) -> None:
        """A chip that has just gone may hang, and hold the bus: start them all anew."""
        if self._reset is None:
            return
        self._reset.on()
        self._reset.off()  # far longer than the microsecond the chip needs
        for chip in self._chips:
            chip.distrust()

    def _frame(self, words: dict[int, int | None], now_s: float) -> Frame:
        """Levels from pins: a hall switch that feels its magnet pulls its pin low."""
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

    def _tell(self, news: BoardFound | BoardLost) -> tuple[BoardEvent, ...]:
        """The news, if it is any."""
        before, self._told = self._told, news
        match before, news:
            case BoardFound(), BoardFound():
                return ()
            case BoardLost(reason=old), BoardLost(reason=new) if old is new:
                return ()
        return (news,)

    def _found(self) -> BoardFound:
        name = f"i2c {self._path} " + " ".join(f"{chip.address:02X}" for chip in self._chips)
        return BoardFound(Identity(name, "", self._rows, self._columns, Reading.LEVEL))

    def _silence(self) -> BoardLost:
        """No chip answers: unplugged, if there was one before."""
        found_before = self._told is not None and not (
            isinstance(self._told, BoardLost) and self._told.reason is Loss.NOT_FOUND
        )
        reason = Loss.UNPLUGGED if found_before else Loss.NOT_FOUND
        seen = _names(n for chip in self._chips for n in chip.errors)
        return BoardLost(reason, f"{self._path}: no chip answers ({', '.join(seen)})")

    def _interval_s(self) -> float:
        if self._line.asks:
            return LEAST_GAP_S
        failing = any(chip.misses and not chip.absent for chip in self._chips)
        hurried = failing or self._closely or not self._line.believed
        return HURRIED_SCAN_S if hurried else SAFETY_SCAN_S


class _InterruptLine:
    """The wire all chips share, and whether what it says can be believed."""

    def __init__(self, pin: int | None, wake: Callable[[], object], pin_factory: Any) -> None:
        self.fault: Fault | None = None
        self._wake = wake
        self._rang = False
        self._lies = 0
        self._device: DigitalInputDevice | None = None
        if pin is None:
            return
        with claiming("interrupt line of the magnetic board", pin):
            self._device = DigitalInputDevice(pin, pull_up=True, pin_factory=pin_factory)
        self._device.when_activated = self._ring

    @property
    def is_free(self) -> bool:
        """Whether there is a line, and nothing holds it down."""
        return self._device is not None and not self.is_low

    @property
    def is_low(self) -> bool:
        """Whether a chip pulls it, or a fault."""
        return self._device is not None and bool(self._device.is_active)

    @property
    def asks(self) -> bool:
        """Whether a chip wants to be read."""
        return self.is_low and self.fault is not Fault.STUCK

    @property
    def believed(self) -> bool:
        """Whether a change would be heard of."""
        return self._device is not None and self.fault is None

    def judge(self, *, asked: bool, changed: bool) -> None:
        """After a scan of healthy chips: compare what the line said with what they showed."""
        rang, self._rang = self._rang or asked, False
        if self.is_low and (not changed or self.fault is Fault.STUCK):
            lie = Fault.STUCK
        elif changed and not rang:
            lie = Fault.MUTE
        elif changed or self.fault is Fault.STUCK:
            lie = None
        else:
            return
        self._lies = self._lies + 1 if lie is not None else 0
        self.fault = lie if self._lies >= LIES else None

    def close(self) -> None:
        if self._device is not None:
            self._device.when_activated = None
            self._device.close()

    def _ring(self) -> None:
        self._rang = True
        self._wake()


def _names(errors: Iterable[int]) -> tuple[str, ...]:
    """What the kernel calls these errors."""
    return tuple(sorted({errno.errorcode.get(number, str(number)) for number in errors}))


def _loss(fault: OSError) -> Loss:
    match fault.errno:
        case errno.EACCES | errno.EPERM:
            return Loss.FORBIDDEN
        case errno.EBUSY:
            return Loss.BUSY
        case _:
            return Loss.NOT_FOUND
