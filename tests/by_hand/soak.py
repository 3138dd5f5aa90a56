"""Game after game on simulated devices, with random presses, random faults and power cuts: `make soak`.

Each round a random game is played by its rules up to a random point and taken up by a device with one board, the other
or none. The device gets random presses, touches and pieces, and meanwhile one of the faults of `soak_faults`; sometimes
its disk is full or read-only from the start. Now and then every piece of the malediction is moved with care, and every
move must be sensed as it was. After every power cut all that was shown as stored must be there; after every round
nothing may have been left open; every stored game must follow its rules again with the states as stored; and memory
must be what it was once everything had been loaded.

Why a small disk of its own: to fill it, and to protect it from writing, takes one. Without the right to mount it these
two faults are left out, which the figures say.
"""

from __future__ import annotations

import ctypes
import gc
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import msgspec
from games_by_hand import play_on as play_on_by_hand
from random_play import SAMPLERS, RandomTable, random_record
from soak_faults import BUTTONS, FAULTS, Disk

from firmware_py.config.schema import BoardConfig, Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.malediction.maze import PAWNS
from firmware_py.games.records import write_line
from firmware_py.games.restoring import restore
from firmware_py.grid import cell_name
from firmware_py.host.log import spare_standard_error
from firmware_py.storage.changes import Discard
from firmware_py.storage.journal import Journal

BOARDS = {"none": 5, "i2c": 3, "serial": 2}
"""Which board a device has, and how often."""
CONFIGS = {kind: Config(language="en", board=msgspec.convert({"kind": kind}, BoardConfig)) for kind in BOARDS}
WEIGHTS = {"up": 2, "down": 3, "left": 1, "right": 1, "ok": 6, "back": 2}
PRESSES = 40
CAREFUL = 0.1
"""How often a round is played with care, and with how many actions."""
CAREFUL_ACTIONS = 20
KEPT_GAMES = 20
"""Games in the journal before it is emptied, as by an owner who tidies up."""
WARM_ROUNDS = 100
"""Rounds after which everything that is loaded once has been loaded."""
ALLOWED_GROWTH_MB = 8.0
FEWEST_ROUNDS = 5
CLONE_NEWNS = 0x20000
"""What the kernel calls a view of all mounted disks."""


@dataclass(frozen=True)
class Seen:
    """A game as the players saw it, while the screen said nothing of games that are not saved."""

    header: str
    lines: tuple[str, ...]


class Table:
    """Players at a device, who remember what they saw."""

    def __init__(self, box: SimulatedDevice, chance: random.Random, done: Counter[str]) -> None:
        self.box = box
        self._chance = chance
        self._done = done
        self._seen: Seen | None = None
        self.look()

    def look(self) -> None:
        """Remember the game on the table, if it is saved."""
        if self.box.journal.is_durable:
            session = self.box.app.table.session
            lines = tuple(write_line(step.action) for step in session.steps) if session else ()
            self._seen = Seen(write_line(session.header), lines) if session else None

    def cut(self) -> None:
        """Pull the plug, put it back, and look whether everything is there."""
        self.box.cut()
        self._done["power cuts"] += 1
        self.check_seen()

    def check_seen(self) -> None:
        """Check that the game is stored as it was seen."""
        if self._seen is not None:
            journal = self.box.journal
            kept = [journal.load(game.id) for game in journal.games() if game.header_line == self._seen.header]
            known = len(self._seen.lines)
            assert any(game.lines[:known] == self._seen.lines for game in kept), f"lost: {self._seen}"
        self.look()

    def act(self) -> None:
        """Do something at random."""
        hand, chance, box = self._chance.random(), self._chance, self.box
        if hand < 0.04:
            box.hold(chance.choice(("ok", "back")), chance.choice((1.1, 3.0)))
        elif hand < 0.08:
            box.touch(chance.choice(("0", "1", "2", "button:ok", "button:back", "hold:back", "")))
        elif hand < 0.25 and box.magnets is not None:
            self._move_piece()
        else:
            box.press(chance.choices(BUTTONS, [WEIGHTS[button] for button in BUTTONS])[0])
        self._done["acts"] += 1
        self.look()

    def _move_piece(self) -> None:
        """Move a piece on the magnetic board."""
        piece = self._chance.choice(("mummy", *self._pawns()))
        cells = [cell_name(self._chance.randrange(10), self._chance.randrange(10)) for _ in range(3)]
        match self._chance.choice(("lift", "place", "slide")):
            case "lift":
                self.box.lift(piece)
            case "place":
                self.box.place(piece, cells[0], self._chance.uniform(-8, 8))
            case "slide":
                self.box.place(piece, cells[0])
                self.box.slide(piece, cells[1:])
        self.box.wait(self._chance.choice((0.0, 0.5, 4.0)))
        self._done["pieces moved"] += 1

    def _pawns(self) -> tuple[str, ...]:
        session = self.box.app.table.session
        setup = getattr(session.header, "setup", None) if session else None
        return tuple(hunter.pawn for hunter in getattr(setup, "hunters", ())) or PAWNS


def play_round(disk: Disk, chance: random.Random, done: Counter[str]) -> None:
    """Let a device take up a random game, and meet it with random presses and a fault."""
    kind = chance.choices(list(BOARDS), list(BOARDS.values()))[0]
    game = chance.choice(sorted(SAMPLERS))
    is_bad = disk.is_own and chance.random() < 0.1
    with (
        chance.choice((disk.full, disk.read_only))() if is_bad else nullcontext(),
        SimulatedDevice(CONFIGS[kind], disk.data) as box,
    ):
        table = Table(box, chance, done)
        box.load(random_record(game, chance))
        table.look()
        play_on(table, kind, chance, done, may_cut=not is_bad)
    done["disks full or read-only from the start"] += is_bad
    done[f"of {game}"] += 1
    if kind != "none":
        done[f"on board {kind}"] += 1
    with SimulatedDevice(CONFIGS["none"], disk.data) as box:  # the next morning
        table.box = box
        table.check_seen()
    assert not tuple(disk.data.glob("*.damaged-*")), "the journal was taken for damaged"


def play_on(table: Table, kind: str, chance: random.Random, done: Counter[str], *, may_cut: bool) -> None:
    """Play with a fault in the midst."""
    befallen = chance.choice(FAULTS[kind])
    begins, ends = sorted(chance.sample(range(PRESSES), 2))
    with ExitStack() as fault:
        for number in range(PRESSES):
            if number == begins:
                fault.enter_context(befallen(table.box, chance))
                done[befallen.__name__.replace("_", " ")] += 1
            elif number == ends:
                fault.close()
            elif may_cut and not begins < number < ends and chance.random() < 0.02:
                table.cut()
            table.act()
            if table.box.app.finished:
                done["switched off by hand"] += 1
                return


def play_carefully(folder: Path, chance: random.Random, done: Counter[str]) -> None:
    """Resume a random game of La malédiction on a device and play on; the board must sense every move."""
    kind = chance.choice(("i2c", "serial"))
    with tempfile.TemporaryDirectory(dir=folder) as data, SimulatedDevice(CONFIGS[kind], Path(data)) as box:
        box.press("ok")
        box.load(random_record("malediction", chance))
        table = RandomTable("malediction", chance)
        done[f"actions by hand on board {kind}"] += play_on_by_hand(box, table, chance, CAREFUL_ACTIONS)


def check(journal: Journal) -> int:
    """Check that every stored game can be replayed with its stored states; return their number."""
    games = journal.games()
    for game in games:
        stored = journal.load(game.id)
        _, warning = restore(stored.header_line, stored.lines, stored.checksums, stored.ply)
        assert warning is None, f"game {game.id}: {warning}"
    return len(games)


def tidy_up(disk: Disk) -> int:
    """Check all stored games and delete them; return their number."""
    with SimulatedDevice(CONFIGS["none"], disk.data) as box:
        count = check(box.journal)
        for game in box.journal.games():
            box.journal.commit(Discard(game.id))
    return count


# --- what is held ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Held:
    """What a process holds."""

    memory_mb: float
    threads: int
    files: int


def held() -> Held:
    """What this process holds."""
    gc.collect()
    status = Path("/proc/self/status").read_text().splitlines()
    memory_kb = next(float(line.split()[1]) for line in status if line.startswith("VmRSS:"))
    return Held(memory_kb / 1024, threading.active_count(), len(list(Path("/proc/self/fd").iterdir())))


@contextmanager
def a_disk() -> Iterator[Disk]:
    """Yield a small disk, if one can be mounted where nobody else sees it."""
    with tempfile.TemporaryDirectory() as folder:
        place, is_own = Path(folder), mounts_apart()
        if is_own:
            subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "none", folder], check=True)
        yield Disk(place, is_own)
        if is_own:
            subprocess.run(["umount", folder], check=True)


def mounts_apart() -> bool:
    """Let nobody else see what this process mounts, if that is allowed."""
    is_apart = ctypes.CDLL(None).unshare(CLONE_NEWNS) == 0
    return is_apart and subprocess.run(["mount", "--make-rprivate", "/"], check=False).returncode == 0


def main(seconds: float) -> int:
    """Play for so long, a few rounds at least, print what was done, and return 1 if anything leaked."""
    done: Counter[str] = Counter()
    memory_mb: list[float] = []
    ends_s = time.monotonic() + seconds
    with a_disk() as disk:
        first = held()
        while done["rounds"] < FEWEST_ROUNDS or time.monotonic() < ends_s:
            chance = random.Random(done["rounds"])
            if chance.random() < CAREFUL:
                play_carefully(disk.place, chance, done)
            else:
                play_round(disk, chance, done)
            done["rounds"] += 1
            now = held()
            memory_mb.append(now.memory_mb)
            assert (now.threads, now.files) == (first.threads, first.files), f"left open: {first} became {now}"
            if done["rounds"] % KEPT_GAMES == 0:
                done["kept games checked"] += tidy_up(disk)
        done["kept games checked"] += tidy_up(disk)
    print(", ".join(f"{count} {what}" for what, count in sorted(done.items())))
    if not disk.is_own:
        print("no disk could be mounted: full and read-only disks were left out")
    print(f"threads {first.threads}, files {first.files}: none left open after any round")
    warm = memory_mb[WARM_ROUNDS:]
    if not warm:
        print(f"too short to tell a leak: no more than {WARM_ROUNDS} rounds")
        return 1
    course = [warm[len(warm) * part // 4] for part in range(4)]
    print(
        f"memory {', '.join(f'{mb:.1f}' for mb in course)} and {warm[-1]:.1f} MB, from round {WARM_ROUNDS} to the end"
    )
    return 1 if warm[-1] - warm[0] > ALLOWED_GROWTH_MB else 0


if __name__ == "__main__":
    spare_standard_error()  # which may lie in a file, and one of the faults lets no file grow
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 60.0))
