"""Up to eight MCP23017 with hall switches as one array of cells: one bus, one interrupt line.

Why the interrupt line means no more than "look at everything": it stays low until every chip that pulls
it has been read, so a poll that finds it low scans, whether its edge was seen or not. A scan each half
second heals whatever else may be lost; in between nothing is on the bus. A line that lies (low for no
reason, or silent while cells change) is reported, and the array is scanned ten times a second instead. So it is while
a chip does not answer: without its configuration it drives the line high, whatever the others have to say.
"""

import errno
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Self

from gpiozero import DigitalOutputDevice
from smbus2 import SMBus
from smbus2 import smbus2 as library

from hardware.frames import (
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
from hardware.interrupt_line import InterruptLine
from hardware.mcp23017 import IODIR, Mcp23017
from hardware.pins import claiming
from hardware.sensor_map import ADDRESSES, PINS, Sensor, SensorMap

SAFETY_SCAN_S: Final = 0.5
HURRIED_SCAN_S: Final = 0.1  # a chip fails, the interrupt line lies, or somebody watches
LEAST_GAP_S: Final = 0.005  # between two scans, however the line flutters
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
        self._others: tuple[Mcp23017, ...] = ()  # at the addresses where no cell is wired; read for `Inputs` only
        self._words: dict[int, int | None] = {}  # what the chips of the cells read in the last scan
        self._levels = (0.0,) * len(sensors)
        self._told: BoardFound | BoardLost | None = None
        self._closely = self._tells_inputs = False
        self._scanned_at_s = self._due_at_s = self._verify_at_s = float("-inf")
        self._turn = 0  # the chip whose configuration was read back last
        self._knock = 0  # the absent one of the others that was asked last
        self._line = InterruptLine(interrupt_pin, wake, pin_factory)
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
        others = self._read_others() if self._tells_inputs else {}
        events = self._scan(now_s) if refusal is None else self._tell(refusal)
        if self._tells_inputs:
            events = (*events, _inputs(self._words | others, now_s))
        self._due_at_s = now_s + self._interval_s()
        return events

    def next_deadline_s(self) -> float:
        """When to scan even without an interrupt."""
        return self._due_at_s

    def watch(self, closely: bool, *, inputs: bool = False) -> None:
        """Scan ten times a second, or again only when something changes; with `inputs` tell those of all chips."""
        if not inputs:
            self._leave_others()
        self._closely, self._tells_inputs = closely or inputs, inputs
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
        self._leave_others()
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
        chips = {address: Mcp23017(self._bus, address) for address in ADDRESSES}
        self._chips = tuple(chips.pop(address) for address in self._addresses)
        self._others = tuple(chips.values())
        return None

    def _scan(self, now_s: float) -> tuple[BoardEvent, ...]:
        """Read every chip once, and say what that shows."""
        asked, absent, troubles = self._line.asks, self._absent(), self._troubles()
        knocks = now_s >= self._verify_at_s
        self._verify_next(now_s)
        self._words = {}
        if len(absent) == len(self._chips) and self._chips[self._turn].read() is None:
            return ()  # no board: one knock each half second, at another chip each time
        self._words = words = self._read(knocks=knocks)
        if self._absent() - absent:
            self._pulse_reset()
        if all(word is None for word in words.values()):
            return self._tell(self._silence()) if len(self._absent()) == len(words) else ()
        frame = self._frame(words, now_s)
        if troubles == self._troubles() and isinstance(self._told, BoardFound):
            self._line.judge(asked=asked, changed=frame.cells != self._levels)
        self._levels = frame.cells
        return (*self._tell(self._found()), frame)

    def _read(self, *, knocks: bool) -> dict[int, int | None]:
        """Every chip's pins by address. After one chip has failed nobody gets a second try.

        A bus that hangs fails each try with a time-out of 20 ms, and the whole program waits: an absent chip is tried
        only when somebody `knocks`.
        """
        words: dict[int, int | None] = {}
        patient = True
        for chip in self._chips:
            absent = chip.absent
            words[chip.address] = chip.read(patient=patient) if knocks or not absent else None
            patient = patient and (absent or words[chip.address] is not None)
        return words

    def _read_others(self) -> dict[int, int | None]:
        """The pins of every chip at which no cell is wired; of those that are absent one is knocked at, in turn."""
        absent = [chip for chip in self._others if chip.absent]
        self._knock = (self._knock + 1) % max(1, len(absent))
        asked = [chip for chip in self._others if not chip.absent or chip is absent[self._knock]]
        return {chip.address: chip.read(patient=False) for chip in asked}

    def _leave_others(self) -> None:
        """Let the chips at which no cell is wired ring no more: nobody reads them from now on."""
        was_read, self._tells_inputs = self._tells_inputs, False
        for chip in self._others:
            if was_read and not chip.absent:
                with suppress(OSError):
                    chip.hush()

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
        for chip in (*self._chips, *self._others):
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
        bare = frozenset(cell for cell, sensor in enumerate(self._sensors) if sensor is None)
        return BoardFound(Identity(name, "", self._rows, self._columns, Reading.LEVEL, bare))

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
        failing = any(chip.misses for chip in self._chips) and len(self._absent()) < len(self._chips)
        hurried = failing or self._closely or not self._line.believed
        return HURRIED_SCAN_S if hurried else SAFETY_SCAN_S


def _inputs(words: dict[int, int | None], now_s: float) -> Inputs:
    """What all chips say that answered: a hall switch that feels its magnet pulls its pin low."""
    read = {address: word for address, word in words.items() if word is not None}
    low = (Sensor(address, pin) for address, word in read.items() for pin in PINS if not word >> pin & 1)
    return Inputs(frozenset(map(str, low)), frozenset(read), now_s)


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
