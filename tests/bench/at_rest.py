"""What the running device needs while nobody touches it, and what ten thousand games leave behind."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from random_play import SAMPLERS, random_game
from running_service import service

from bench.rows import Row, Sample, Sampler, Topic, at_most
from firmware_py.device.inbox import POLLS_UNTOUCHED_PER_S
from firmware_py.games.registry import GAMES
from firmware_py.games.session import begin, play
from hardware.simulated.magnets import BoardGrid, SimulatedMagnets
from hardware.simulated.serial_port import SimulatedSerialBoard

WATCHED_S = 3.0
DIM_S = 10
"""The least that the settings allow."""
SETTLED_S = 1.0
GAMES_PLAYED = 10_000
BARE = f"""
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
            yield started.process.pid
            started.end()


@contextmanager
def bare_loop() -> Iterator[int]:
    """Yield the process of a program that does nothing but poll its window as often as the device does."""
    with subprocess.Popen([sys.executable, "-c", BARE], stdout=subprocess.DEVNULL) as process:
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
    """Return a number of a process from `/proc`, such as its memory in kB."""
    lines = Path(f"/proc/{place}/status").read_text().splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(f"{key}:"))


@contextmanager
def _idle() -> Iterator[Sampler]:
    """All devices run side by side: each is watched by its own figures."""
    with ExitStack() as stack:
        awake = stack.enter_context(running())
        dimmed = stack.enter_context(running(f"[screen]\ndim_after_s = {DIM_S}\n"))
        board = SimulatedSerialBoard(SimulatedMagnets(BoardGrid(10, 10), {}))
        stack.callback(board.close)
        stop = threading.Event()
        stack.callback(stop.set)
        threading.Thread(target=_feed, args=(board, stop), daemon=True).start()
        on_board = stack.enter_context(running(f'[board]\nkind = "serial"\nport = "{board.path}"\n'))
        bare = stack.enter_context(bare_loop())
        time.sleep(DIM_S + 1)

        def sample() -> Mapping[str, Sample]:
            figures: dict[str, Sample] = {}
            *ours, (_, least) = watched((awake, dimmed, on_board, bare))
            for name, (wakeups, percent) in zip(("awake", "dimmed", "serial"), ours, strict=True):
                figures |= {f"wakeups-{name}": Sample(wakeups), f"cpu-{name}": Sample(percent, None, least)}
            return {
                **figures,
                "memory": Sample(status(awake, "VmRSS") / 1024),
                "memory-most": Sample(status(awake, "VmHWM") / 1024),
            }

        yield sample
        stop.set()


def _feed(board: SimulatedSerialBoard, stop: threading.Event) -> None:
    while not stop.wait(0.02):
        board.advance(time.monotonic())


ALONE = "no other program does this work"
BARE_LOOP = f"a bare loop that polls its window {POLLS_UNTOUCHED_PER_S} times a second"
SLOWER_MACHINE = (
    "The goal was reached where the bare loop takes 0.045 %. Beside the loop it polls, once a second, each button's "
    "pin, and looks for sticks and for what the watchdog tells"
)

IDLE = Topic(
    "rest",
    (
        Row(
            "wakeups-awake",
            "wake-ups a second, nobody touches it",
            "/s",
            goals=(at_most(7.0),),
            unfair=ALONE,
            on_zero="same",
        ),
        Row(
            "cpu-awake",
            "processor, nobody touches it",
            "%",
            limit=BARE_LOOP,
            goals=(at_most(0.2),),
            missed_because=SLOWER_MACHINE,
            unfair=ALONE,
        ),
        Row(
            "wakeups-dimmed",
            "wake-ups a second, screen dimmed",
            "/s",
            goals=(at_most(5.5),),
            unfair=ALONE,
            on_zero="same",
        ),
        Row(
            "cpu-dimmed",
            "processor, screen dimmed",
            "%",
            limit=BARE_LOOP,
            goals=(at_most(0.2),),
            missed_because=SLOWER_MACHINE,
            unfair=ALONE,
        ),
        Row(
            "wakeups-serial", "wake-ups a second, with the board of sensors at rest", "/s", unfair=ALONE, on_zero="same"
        ),
        Row("cpu-serial", "processor, with the board of sensors at rest", "%", limit=BARE_LOOP, unfair=ALONE),
        Row(
            "memory",
            "memory at rest",
            "MB",
            goals=(at_most(45),),
            unfair="not measured here: on another machine pibooth took 54 MB, picochess 120 MB",
            on_zero="same",
        ),
        Row("memory-most", "memory, its peak since the start", "MB", unfair=ALONE, on_zero="same"),
    ),
    _idle,
)


@contextmanager
def _growth() -> Iterator[Sampler]:
    games = []
    for name in GAMES:
        for seed in range(10):
            header = SAMPLERS[name].header(random.Random(seed))
            games.append((header, [action for _, action, _ in random_game(name, seed)][:60]))

    def many(count: int) -> None:
        for number in range(count):
            header, actions = games[number % len(games)]
            session = begin(header)
            for action in actions:
                session = play(session, action)

    def sample() -> Mapping[str, Sample]:
        many(1000)
        before = status("self", "VmRSS")
        many(GAMES_PLAYED)
        return {"memory-growth": Sample((status("self", "VmRSS") - before) / 1024)}

    yield sample


GROWTH = Topic(
    "growth",
    (
        Row(
            "memory-growth",
            f"memory that {GAMES_PLAYED:,} games leave behind in the rules",
            "MB",
            goals=(at_most(1.0),),
            unfair="no other program does this work; make soak judges the running device",
            on_zero="same",
        ),
    ),
    _growth,
    repeats=1,
)
