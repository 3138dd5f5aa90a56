"""The running device: how soon it shows a picture and takes a press, and what it needs while nobody touches it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from running_service import notify_socket_at, service

from bench.rows import MILLI, Row, Sample, Sampler, Topic, at_most
from firmware_py.device.loop import POLLS_UNTOUCHED_PER_S
from firmware_py.host.sd_notify import NAME
from hardware.simulated.boards import SimulatedSerialBoard
from hardware.simulated.magnets import BoardGrid, SimulatedMagnets

# --- the start --------------------------------------------------------------------------------------------------------

BARE_START = """
import os, socket, pygame
pygame.display.init()
panel = pygame.display.set_mode((480, 320))
panel.fill((20, 20, 20))
pygame.display.flip()
with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify_socket:
    notify_socket.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])
"""
"""The least that shows a picture with pygame and says so."""


@contextmanager
def _starts() -> Iterator[Sampler]:
    with tempfile.TemporaryDirectory() as folder:
        _ours(Path(folder))  # once before: no file is read from the disk any more

        def sample() -> Mapping[str, Sample]:
            pairs = [(_ours(Path(folder)), _bare(Path(folder))) for _ in range(3)]
            first, ready, bare = (min(one) for one in zip(*((*ours, bare) for ours, bare in pairs), strict=True))
            return {
                "first-frame": Sample(first * MILLI, None, bare * MILLI),
                "ready": Sample(ready * MILLI, None, bare * MILLI),
            }

        yield sample


def _ours(folder: Path) -> tuple[float, float]:
    begun_s = time.perf_counter()
    with service(folder, PYTHONPATH="") as running:  # as on the device: the bench's own folders are not searched
        running.wait_for("STATUS=starting")
        first_s = time.perf_counter() - begun_s
        running.wait_for("READY=1")
        ready_s = time.perf_counter() - begun_s
        running.end()
    return first_s, ready_s


def _bare(folder: Path) -> float:
    address = str(folder / "notify")
    environ = {**os.environ, "NOTIFY_SOCKET": address, "PYTHONPATH": ""}
    with notify_socket_at(address) as notify_socket:
        begun_s = time.perf_counter()
        process = subprocess.Popen([sys.executable, "-c", BARE_START], env=environ)
        notify_socket.recv(100)
        took_s = time.perf_counter() - begun_s
        process.wait()
    return took_s


NO_PICOCHESS = (
    "picochess (1.54 s) and smart-chessboard-logic (0.57 s) were measured on another machine and are not compared: "
    "neither is in the package registry, and picochess wants a chess board and a service of its own"
)

STARTED = Topic(
    "start",
    (
        Row(
            "first-frame",
            "start: command → first picture",
            "ms",
            limit="import pygame, open a window, flip",
            goals=(at_most(1.6, "limit"),),
            unfair=NO_PICOCHESS,
        ),
        Row(
            "ready",
            "start: command → ready for the first press",
            "ms",
            limit="import pygame, open a window, flip",
            goals=(at_most(250),),
            missed_because="Some 480 modules are loaded, none of a game; gpiozero, which opens the pins, is a tenth",
            unfair=NO_PICOCHESS,
        ),
    ),
    _starts,
)

# --- at rest ----------------------------------------------------------------------------------------------------------

WATCHED_S = 3.0
SETTLED_S = 1.0
BARE_REST = f"""
import os, time
os.environ["SDL_VIDEODRIVER"] = "dummy"
import pygame
pygame.display.init()
pygame.display.set_mode((480, 320))
while True:
    time.sleep(1 / {POLLS_UNTOUCHED_PER_S})
    pygame.event.get()
"""
"""The least that notices a touch."""


@contextmanager
def running(settings: str = "") -> Iterator[int]:
    """Yield the process of a running device with these settings, once its start is over."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "config.toml"
        path.write_text(settings, encoding="utf-8")
        with service(Path(folder), "--config", str(path)) as started:
            started.wait_for("READY=1")
            time.sleep(SETTLED_S)
            assert b'"board":"lost"' not in (Path(folder) / NAME).read_bytes(), "its board is not found"
            yield started.process.pid
            started.end()


@contextmanager
def bare_loop() -> Iterator[int]:
    """Yield the process of a program that does nothing but poll its window as often as the device does."""
    with subprocess.Popen([sys.executable, "-c", BARE_REST], stdout=subprocess.DEVNULL) as process:
        yield process.pid
        process.kill()


def watched(pids: Sequence[int]) -> list[tuple[float, float]]:
    """Return for each process the wake-ups a second of all its threads, and the part of a processor it takes, in %."""
    before = [(_wakeups(pid), _cpu_s(pid)) for pid in pids]
    time.sleep(WATCHED_S)
    return [
        ((_wakeups(pid) - wakeups) / WATCHED_S, 100 * (_cpu_s(pid) - cpu_s) / WATCHED_S)
        for pid, (wakeups, cpu_s) in zip(pids, before, strict=True)
    ]


def _wakeups(pid: int) -> float:
    return sum(status(f"{pid}/task/{task.name}", "voluntary_ctxt_switches") for task in _tasks(pid))


def _cpu_s(pid: int) -> float:
    return sum(float((task / "schedstat").read_text().split()[0]) for task in _tasks(pid)) / 1e9


def _tasks(pid: int) -> list[Path]:
    return list(Path(f"/proc/{pid}/task").iterdir())


def status(place: int | str, key: str) -> float:
    """A number of a process from `/proc`, such as its memory in kB."""
    lines = Path(f"/proc/{place}/status").read_text().splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(f"{key}:"))


@contextmanager
def _idle() -> Iterator[Sampler]:
    """All devices run side by side: each is watched by its own figures."""
    with ExitStack() as stack:
        awake = stack.enter_context(running())
        board = SimulatedSerialBoard(SimulatedMagnets(BoardGrid(10, 10), {}))
        stack.callback(board.close)
        stop = threading.Event()
        stack.callback(stop.set)
        threading.Thread(target=_feed, args=(board, stop), daemon=True).start()
        on_sensors = stack.enter_context(running(f'[board]\nkind = "serial"\nport = "{board.path}"\n'))
        bare = stack.enter_context(bare_loop())

        def sample() -> Mapping[str, Sample]:
            figures: dict[str, Sample] = {}
            *ours, (_, least) = watched((awake, on_sensors, bare))
            for name, (wakeups, percent) in zip(("awake", "serial"), ours, strict=True):
                figures |= {f"wakeups-{name}": Sample(wakeups), f"cpu-{name}": Sample(percent, None, least)}
            return {**figures, "memory": Sample(status(awake, "VmRSS") / 1024)}

        yield sample
        stop.set()


def _feed(board: SimulatedSerialBoard, stop: threading.Event) -> None:
    while not stop.wait(0.02):
        board.advance(time.monotonic())


ALONE = "no other program does this work"
BARE_LOOP = f"a bare loop that polls its window {POLLS_UNTOUCHED_PER_S} times a second"
ONCE_A_SECOND = (
    "All runs of November took 0.15 to 0.26 %. Beside the loop it goes round once a second: it reads each button's "
    "pin, because an edge may be lost, tells the watchdog that it lives, and every other second looks for sticks"
)
SIMULATED = "simulated pins, no panel"
IDLE = Topic(
    "rest",
    (
        Row(
            "wakeups-awake",
            f"wake-ups a second, nobody touches it, {SIMULATED}",
            "/s",
            goals=(at_most(7.0),),
            unfair=ALONE,
            on_zero="same",
            zero_found="6 /s on an emulated arm64",
        ),
        Row(
            "cpu-awake",
            f"processor, nobody touches it, {SIMULATED}",
            "%",
            limit=BARE_LOOP,
            goals=(at_most(0.2),),
            missed_because=ONCE_A_SECOND,
            unfair=ALONE,
        ),
        Row(
            "wakeups-serial",
            f"wake-ups a second, with the board of sensors at rest, {SIMULATED}",
            "/s",
            unfair=ALONE,
            on_zero="same",
        ),
        Row(
            "cpu-serial",
            f"processor, with the board of sensors at rest, {SIMULATED}",
            "%",
            limit=BARE_LOOP,
            unfair=ALONE,
        ),
        Row(
            "memory",
            f"memory at rest, {SIMULATED}",
            "MB",
            goals=(at_most(45),),
            missed_because="Evenings, copying, phones and the box's seat have come since it was set: 8,600 lines more "
            "are loaded, because no press may wait for a module",
            unfair="pibooth (54 MB) and picochess (120 MB) were measured on another machine and are not compared: "
            "pibooth needs a camera, and pygame in place of our pygame-ce; picochess is not in the package registry",
            on_zero="same",
            zero_found="57 MB on an emulated arm64, as systemd counts",
        ),
    ),
    _idle,
)
