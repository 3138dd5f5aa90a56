"""The faults of the soak: each is made beneath the real code, lasts a while, and is removed again."""

from __future__ import annotations

import errno
import os
import random
import resource
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias, get_args

from display.view import Button
from firmware_py.config.schema import JOURNAL_NAME
from firmware_py.desk.simulated_device import SimulatedDevice
from hardware.simulated.boards import SimulatedSerialBoard, SimulatedSwitchBoard
from hardware.simulated.i2c import WireState

BUTTONS: tuple[Button, ...] = get_args(Button)
CELLS = 100
"""Cells of the simulated boards."""
ERRNOS = (errno.EREMOTEIO, errno.EIO, errno.ETIMEDOUT, errno.EAGAIN)

Fault: TypeAlias = Callable[[SimulatedDevice, random.Random], AbstractContextManager[None]]


@dataclass(frozen=True)
class Disk:
    """Where the games are stored: a small disk of its own if `is_own`, else a folder that must not be filled up."""

    place: Path
    is_own: bool

    @property
    def data(self) -> Path:
        """The directory of the data."""
        return self.place / "data"

    @contextmanager
    def full(self) -> Iterator[None]:
        """Take all the room there is."""
        filler = self.place / "filler"
        left = os.statvfs(self.place)
        with filler.open("wb") as taken:
            os.posix_fallocate(taken.fileno(), 0, left.f_bavail * left.f_frsize)
        yield
        filler.unlink()

    @contextmanager
    def read_only(self) -> Iterator[None]:
        """Protect the disk from being written."""
        self._remount("ro")
        yield
        self._remount("rw")

    def _remount(self, how: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{how}", str(self.place)], check=True)


# --- the journal's disk ----------------------------------------------------------------------------------------------


@contextmanager
def pulled_disk(box: SimulatedDevice, chance: random.Random) -> Iterator[None]:  # noqa: ARG001
    """Every open file of the journal stays where it is and as long as it is, but cannot be read or written any more."""
    for link in Path("/proc/self/fd").iterdir():
        if link.exists() and JOURNAL_NAME in os.path.realpath(link):
            pulled = os.open(link, os.O_PATH)
            os.dup2(pulled, int(link.name))
            os.close(pulled)
    yield


@contextmanager
def no_growth(box: SimulatedDevice, chance: random.Random) -> Iterator[None]:  # noqa: ARG001
    """The system lets no file grow any more."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))


# --- the magnetic board ----------------------------------------------------------------------------------------------


@contextmanager
def unplugged(box: SimulatedDevice, chance: random.Random) -> Iterator[None]:  # noqa: ARG001
    box.simulated_board().board.unplug()
    yield
    box.simulated_board().board.plug()


@contextmanager
def dead_cells(box: SimulatedDevice, chance: random.Random) -> Iterator[None]:
    """Some sensors say the same for ever, or something else each time."""
    magnets = box.simulated_board().magnets
    magnets.stuck = {cell: chance.choice((0.0, 50.0)) for cell in chance.sample(range(CELLS), 5)}
    magnets.noisy = dict.fromkeys(chance.sample(range(CELLS), 5), 20.0)
    magnets.warmer_k = chance.uniform(-30, 40)
    yield
    magnets.stuck, magnets.noisy, magnets.warmer_k = {}, {}, 0.0


@contextmanager
def lost_chip(box: SimulatedDevice, chance: random.Random) -> Iterator[None]:
    address = chance.choice(sorted(bus_of(box).chips))
    bus_of(box).fault(address, chance.choice(ERRNOS))
    yield
    bus_of(box).fault(address, None)


@contextmanager
def hanging_bus(box: SimulatedDevice, chance: random.Random) -> Iterator[None]:
    """No chip answers in time."""
    for address in bus_of(box).chips:
        bus_of(box).fault(address, errno.ETIMEDOUT)
        bus_of(box).fail_next(address, chance.choices(ERRNOS, k=3))
    yield
    for address in bus_of(box).chips:
        bus_of(box).fault(address, None)


@contextmanager
def brown_out(box: SimulatedDevice, chance: random.Random) -> Iterator[None]:
    bus_of(box).brown_out(*chance.sample(sorted(bus_of(box).chips), chance.randint(1, len(bus_of(box).chips))))
    yield


@contextmanager
def bad_interrupt(box: SimulatedDevice, chance: random.Random) -> Iterator[None]:
    bus_of(box).interrupt_wire(chance.choice((WireState.CUT, WireState.SHORTED)))
    yield
    bus_of(box).interrupt_wire(WireState.INTACT)


@contextmanager
def garbage(box: SimulatedDevice, chance: random.Random) -> Iterator[None]:
    """Nonsense on the serial line, at its worst in the midst of a message."""
    for _ in range(20):
        port_of(box).send(chance.randbytes(chance.randint(1, 300)))
        box.wait(chance.uniform(0.0, 0.1))
    yield


@contextmanager
def hanging_firmware(box: SimulatedDevice, chance: random.Random) -> Iterator[None]:
    port_of(box).hangs = True
    yield
    port_of(box).hangs = False
    if chance.random() < 0.5:
        port_of(box).restart()


def bus_of(box: SimulatedDevice):  # type: ignore[no-untyped-def]  # as the board has it
    board = box.simulated_board().board
    assert isinstance(board, SimulatedSwitchBoard)
    return board.bus


def port_of(box: SimulatedDevice) -> SimulatedSerialBoard:
    board = box.simulated_board().board
    assert isinstance(board, SimulatedSerialBoard)
    return board


# --- presses, light and clock ----------------------------------------------------------------------------------------


@contextmanager
def storm(box: SimulatedDevice, chance: random.Random) -> Iterator[None]:
    """All buttons at once, faster than anyone can read."""
    for _ in range(150):
        chance.choice((box.pins.press, box.pins.release))(chance.choice(BUTTONS))
        box.wait(chance.expovariate(1 / 0.01))
    for button in BUTTONS:
        box.pins.release(button)
    yield


@contextmanager
def bounces(box: SimulatedDevice, chance: random.Random) -> Iterator[None]:
    """A worn contact: each press is many."""
    for _ in range(10):
        button = chance.choice(BUTTONS)
        for _ in range(chance.randint(3, 15)):
            box.pins.press(button)
            box.wait(chance.uniform(0.0, 0.004))
            box.pins.release(button)
            box.wait(chance.uniform(0.0, 0.004))
    yield


@contextmanager
def jammed_button(box: SimulatedDevice, chance: random.Random) -> Iterator[None]:
    button = chance.choice(BUTTONS)
    box.pins.press(button)
    box.wait(chance.uniform(0.0, 2.0))
    yield
    box.pins.release(button)


@contextmanager
def dead_part(box: SimulatedDevice, chance: random.Random) -> Iterator[None]:
    """Light, buzzer or a button that one can do without refuse from one moment to the next."""
    part = chance.choice(("light", "buzzer", "left", "right"))
    pins = box.pins
    pins.breaks(part)
    yield
    pins.breaks(part, is_broken=False)


@contextmanager
def jumping_clock(box: SimulatedDevice, chance: random.Random) -> Iterator[None]:
    box.first_day = datetime(chance.randint(1970, 2106), chance.randint(1, 12), 1, tzinfo=UTC)
    yield


EVERYWHERE: tuple[Fault, ...] = (pulled_disk, no_growth, storm, bounces, jammed_button, dead_part, jumping_clock)
FAULTS: dict[str, tuple[Fault, ...]] = {
    "none": EVERYWHERE,
    "i2c": (*EVERYWHERE, unplugged, dead_cells, lost_chip, hanging_bus, brown_out, bad_interrupt),
    "serial": (*EVERYWHERE, unplugged, dead_cells, garbage, hanging_firmware),
}
"""The faults that a device can have, by its board."""
