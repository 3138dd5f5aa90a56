"""The project's promises of speed, each measured against a bare peer in the same run: `make bench`.

Why ratios: a figure in milliseconds says as much about the machine as about the program. A peer that does the
unavoidable part alone (one commit and one redraw; one import and one window) is slow on a slow machine, too. Both take
turns, so that a busy moment hits both.
"""

from __future__ import annotations

import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame
from board_hands import Hands
from cached_bytecode import cache_bytecode
from i2c_bench import OpenedBench
from malediction_table import GRID, game, moving
from running_service import notify_socket_at, service

from display.draw import draw
from display.window import Window
from firmware_py.config.file import JOURNAL_NAME, Config
from firmware_py.device.app import App
from firmware_py.device.autosave import Autosave
from firmware_py.device.loop import drawn_seed
from firmware_py.device.resources import Resources
from firmware_py.device.starting import first_state
from firmware_py.games.restoring import read_record
from firmware_py.pages.stack import LongPress
from firmware_py.storage.journal import open_journal
from hardware import Devices, Edge, open_devices

SIZE = (480, 320)
RECORD = b'{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo", "Cy", "Dee"], "rules": {}}\n'
MILLI = 1000
IDLE_S = 10.0


@dataclass(frozen=True)
class Figure:
    """One promise: what is measured, the most it may be (or the least), and what it is."""

    what: str
    measured: float
    limit: float
    unit: str = ""
    at_least: bool = False

    @property
    def is_kept(self) -> bool:
        """Whether the promise holds in this run."""
        return self.measured >= self.limit if self.at_least else self.measured <= self.limit

    def line(self) -> str:
        """Return the figure as a line of the table."""
        budget = f"{'>=' if self.at_least else '<='} {self.limit:g} {self.unit}".rstrip()
        return (
            f"{self.what:<62} {budget:>12} {self.measured:>10.2f} {self.unit:<3} {'kept' if self.is_kept else 'MISSED'}"
        )


# --- a press ---------------------------------------------------------------------------------------------------------


def a_press(rounds: int = 300) -> Iterator[Figure]:
    """From the edge of a button to the action on disk and its picture on the screen, against the two bare parts."""
    config, edges = Config(language="en"), deque[Edge]()
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder, Window(SIZE) as window:
        devices = open_devices(config.pins, edges.append, time.monotonic, simulate=True)
        with devices, ThreadPoolExecutor(max_workers=1) as disk:
            journal = disk.submit(open_journal, Path(folder) / JOURNAL_NAME, lambda: datetime.now(UTC)).result().journal
            store = disk.submit(Autosave, journal, None).result()
            resources = Resources(config, devices, store, drawn_seed, disk)
            app = App(first_state(resources, time.monotonic()), time.monotonic())
            app.load(read_record(RECORD), time.monotonic())
            wait_until_stored(app)
            with closing(_bare_database(Path(folder) / "bare")) as bare:
                ours, commits, redraws = [], [], []
                for number in range(rounds):
                    ours.append(_one_press(app, devices, edges, window))
                    commits.append(_seconds(lambda: _commit(bare, number)))  # noqa: B023 - called at once
                    redraws.append(_seconds(lambda: _redraw(window, app)))
            disk.submit(journal.close)
    peer_s = statistics.median(commits) + statistics.median(redraws)
    yield Figure("press at the pin -> committed -> frame, times bare parts", statistics.median(ours) / peer_s, 1.5)
    yield Figure("the same, 99th percentile", statistics.quantiles(ours, n=100)[98] * MILLI, 16, "ms")


def _one_press(app: App, devices: Devices, edges: deque[Edge], window: Window) -> float:
    """Press ok, by which a player explores, and return how long it took until the release was noticed."""
    assert devices.simulated
    now_s = time.monotonic()
    app.tick(now_s + 5)  # nothing moves any more, no contact bounces
    window.show(app.shown)
    devices.simulated.press("ok")
    pressed = edges.popleft()
    app.edge(replace(pressed, at_s=now_s + 6))  # not so soon after the undo that it would not count
    app.tick(now_s + 6.1)
    before = app.table.playing.ply
    began_s = time.perf_counter()
    devices.simulated.release("ok")
    app.edge(replace(edges.popleft(), at_s=now_s + 6.2))
    wait_until_stored(app)
    window.show(app.shown)
    took_s = time.perf_counter() - began_s
    assert app.table.playing.ply == before + 1, "the press played nothing"
    app.tick(now_s + 9)
    app.press(LongPress("back"), now_s + 9)
    wait_until_stored(app)
    return took_s


def wait_until_stored(app: App) -> None:
    """Let the loop go round until a disk that is slow just now has stored what is to be stored."""
    while app.saving_since_s is not None:
        app.tick(time.monotonic())


def _bare_database(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None)
    for pragma in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = FULL"):
        db.execute(f"PRAGMA {pragma}")
    db.execute("CREATE TABLE actions (ply INTEGER PRIMARY KEY, line TEXT)")
    return db


def _commit(db: sqlite3.Connection, number: int) -> None:
    db.execute("BEGIN IMMEDIATE")
    db.execute("INSERT INTO actions VALUES (?, ?)", (number, '{"by": "Ada", "do": "explore"}'))
    db.execute("COMMIT")


def _redraw(window: Window, app: App) -> None:
    panel = pygame.display.get_surface()
    canvas = pygame.Surface(SIZE)
    draw(app.shown, canvas)
    panel.blit(canvas, (0, 0))
    pygame.display.flip()
    assert not window.fault


def _seconds(call: Callable[[], object]) -> float:
    began_s = time.perf_counter()
    call()
    return time.perf_counter() - began_s


# --- the whole program -----------------------------------------------------------------------------------------------

PEER = """
import os, socket, pygame
pygame.display.init()
panel = pygame.display.set_mode((480, 320))
panel.fill((20, 20, 20))
pygame.display.flip()
with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify_socket:
    notify_socket.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])
"""


def a_start(rounds: int = 9) -> Iterator[Figure]:
    """From the command to the first picture, against the import of pygame and a window."""
    ours, ready, peers = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(rounds):
            began_s = time.perf_counter()
            with service(Path(folder)) as running:
                running.wait_for("STATUS=starting")
                ours.append(time.perf_counter() - began_s)
                running.wait_for("READY=1")
                ready.append(time.perf_counter() - began_s)
                running.end()
            peers.append(_peer_start(Path(folder)))
    yield Figure("command -> first frame, times (import pygame, window, flip)", min(ours) / min(peers), 1.6)
    yield Figure("command -> ready for the first press", min(ready) * MILLI, 500, "ms")


def _peer_start(folder: Path) -> float:
    with notify_socket_at(str(folder / "notify")) as notify_socket:
        began_s = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-c", PEER], env={**os.environ, "NOTIFY_SOCKET": str(folder / "notify")}
        )
        notify_socket.recv(100)
        took_s = time.perf_counter() - began_s
        process.wait()
    return took_s


def at_rest() -> Iterator[Figure]:
    """What the running device needs while nobody touches it."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder) / "config.toml"
        settings.write_text(f"[screen]\ndim_after_s = {IDLE_S + 2}\n")
        with service(Path(folder), "--config", str(settings)) as running:
            running.wait_for("READY=1")
            with watched(running.process.pid) as waiting:
                time.sleep(IDLE_S)
            time.sleep(2)
            with watched(running.process.pid) as dimmed:
                time.sleep(IDLE_S)
            memory_mb = _status(running.process.pid, "VmHWM") / 1024
            running.end()
    yield Figure("memory, the most there was", memory_mb, 60, "MB")
    yield Figure("wake-ups a second, nobody touching it", waiting["wakeups"] / IDLE_S, 20.5, "/s")
    yield Figure("computing, nobody touching it", waiting["cpu_s"] / IDLE_S * 100, 0.2, "%")
    yield Figure("wake-ups a second, screen dimmed", dimmed["wakeups"] / IDLE_S, 5.5, "/s")
    yield Figure("computing, screen dimmed", dimmed["cpu_s"] / IDLE_S * 100, 0.2, "%")


@contextmanager
def watched(pid: int) -> Iterator[dict[str, float]]:
    """Yield what a process spends meanwhile: wake-ups of all its threads, and seconds of computing."""
    spent: dict[str, float] = {}
    time.sleep(1.0)  # let the start be over
    before = _wakeups(pid), _cpu_s(pid)
    yield spent
    spent["wakeups"], spent["cpu_s"] = _wakeups(pid) - before[0], _cpu_s(pid) - before[1]


def _wakeups(pid: int) -> float:
    return sum(_status(f"{pid}/task/{task.name}", "voluntary_ctxt_switches") for task in _tasks(pid))


def _cpu_s(pid: int) -> float:
    return sum(float((task / "schedstat").read_text().split()[0]) for task in _tasks(pid)) / 1e9


def _tasks(pid: int) -> list[Path]:
    return list(Path(f"/proc/{pid}/task").iterdir())


def _status(place: int | str, key: str) -> float:
    lines = Path(f"/proc/{place}/status").read_text().splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(f"{key}:"))


# --- chips -------------------------------------------------------------------------------------------------


def a_scan() -> Iterator[Figure]:
    """What goes over the wire to read eight chips after an interrupt."""
    with OpenedBench() as bench:
        bench.magnet(1)
        bench.run(0.01)
        yield Figure("scan of eight chips, clocks", bench.bus.traffic.clocks, 384)
        yield Figure("scan of eight chips, transfers", bench.bus.traffic.transfers, 8)


def a_board_gone_wrong(lasts_s: float = 3.0) -> Iterator[Figure]:
    """What thirty sensors that make things up take of the time in which nobody would be heard who presses a button."""
    with Hands("serial", game(GRID, 3, **moving())) as hands:
        hands.magnets.noisy = dict.fromkeys(range(30), 20.0)
        began_s = time.process_time()
        hands.run(lasts_s)
        took_s = time.process_time() - began_s
        assert hands.tracker.unsteady
    yield Figure("30 sensors that make things up, part of the time", took_s / lasts_s, 0.5)


def main() -> int:
    """Print the table; return 1 if a promise was broken."""
    cache_bytecode()
    figures = [figure for measure in (a_press, a_start, at_rest, a_scan, a_board_gone_wrong) for figure in measure()]
    print(f"{'what':<62} {'budget':>12} {'measured':>10}     verdict")
    for figure in figures:
        print(figure.line())
    return 0 if all(figure.is_kept for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
