"""What many games leave behind: a device in a process of its own plays whole games of each kind by the fewest presses.

`make by-hand RUN="tests/bench/many_games.py 900 by_presses"` plays so many, and prints what the device holds then;
a game takes two seconds. With `by_records` each game was played elsewhere: the device stores it, shows its result and
goes back to its first page. That takes a tenth of the time.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"

from bench.at_rest import status
from bench.rows import Row, Sample, Sampler, Topic, at_most
from firmware_py.config.schema import Config
from firmware_py.desk.demo import DEMOS, Presenter, enter, next_play
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.desk.speed import HEADERS
from firmware_py.desk.window import DeskDisplay
from firmware_py.games.records import read_header
from firmware_py.games.session import begin, play
from firmware_py.pages.commands import Leave

PLAYED = 15
WARM = 6
"""So many games come before: by then all is loaded that is loaded once."""
PARTS = 10
LONGEST = 1000
"""Some pairs of players never end; from a game of so many actions they go home."""
SHOWN_S = 1.0
"""A press right after a game is loaded may come before its turn is shown, and is then dropped."""


PlayOne = Callable[[Presenter, bytes, int], None]
"""Leads a device through a whole game with this header and seed."""


def played(count: int, play_one: PlayOne) -> Iterator[int]:
    """Play so many games on one device after those that warm it up; yield how many, from none on."""
    config = Config(language="en")
    with (
        tempfile.TemporaryDirectory() as folder,
        DeskDisplay(config, headless=True) as display,
        SimulatedDevice(config, Path(folder)) as device,
    ):
        players = Presenter(device, display, None)
        for number, header in zip(range(WARM + count), cycle(HEADERS), strict=False):
            if number >= WARM:
                yield number - WARM
            play_one(players, header, number)
        yield count


def by_presses(players: Presenter, header: bytes, seed: int) -> None:
    """Press for each action of the game."""
    app, read = players.device.app, read_header(header)
    demo = DEMOS[read.game]
    players.device.load(header + b"\n")
    players.device.wait(SHOWN_S)
    table = demo.table(read.players, seed)
    while not app.table.playing.is_over:
        wanted = next_play(app.table.playing, table)
        enter(players, demo, wanted.action, app.table.playing.ply + 1, wanted.then)


def by_records(players: Presenter, header: bytes, seed: int) -> None:
    """Load the game as it was played elsewhere, look at its result, and leave it."""
    device, session = players.device, begin(read_header(header))
    table = DEMOS[session.game.id].table(session.header.players, seed)
    while not session.is_over and session.ply < LONGEST:
        session = play(session, table.next_action(session.state))
    device.app.load(session, device.now_s)
    device.wait(SHOWN_S)
    players.reach(lambda _, command: command == Leave())
    device.wait(SHOWN_S)


HOW: Mapping[str, PlayOne] = {"by_presses": by_presses, "by_records": by_records}


def held_kb() -> float:
    """Return the memory of this process once its garbage is gone."""
    gc.collect()
    return status("self", "VmRSS")


@contextmanager
def _growth() -> Iterator[Sampler]:
    def sample() -> Mapping[str, Sample]:
        command = [sys.executable, "-m", "bench.many_games", str(PLAYED), by_presses.__name__]
        printed = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
        return {"memory-games": Sample(float(printed.split()[-1]))}

    yield sample


GROWTH = Topic(
    "growth",
    (
        Row(
            "memory-games",
            f"memory that each of {PLAYED} whole games leaves behind, played by presses in simulated time, no panel",
            "kB",
            goals=(at_most(150),),
            unfair="no other program does this work; the last 20 games stay in memory, so that they are there if the "
            "disk fails",
            on_zero="same",
        ),
    ),
    _growth,
    repeats=1,
)


def main(count: int, play_one: PlayOne) -> None:
    """Print on the way what the device holds, and last of all how many kB each game has left behind."""
    memory_kb = []
    for number in played(count, play_one):
        if number % max(1, count // PARTS) == 0 or number == count:
            memory_kb.append(held_kb())
            blocks = sys.getallocatedblocks()
            print(f"{number:6} games: {memory_kb[-1] / 1024:.2f} MB, {blocks} blocks of Python's", flush=True)
    print(f"kB a game: {(memory_kb[-1] - memory_kb[0]) / count:.3f}")


if __name__ == "__main__":
    main(int(sys.argv[1]), HOW[sys.argv[2]])
