"""What long games cost: memory and time to take a record from a stick, to open its game, and of one action more.

`make by-hand RUN=tests/by_hand/long_games.py`. Memory is measured in a second run, because measuring it takes time.
"""

from __future__ import annotations

import resource
import sys
import time
import tracemalloc
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from long_records import long_record

from firmware_py.games.records import RefusedRecord
from firmware_py.games.restoring import read_record, restored_in_steps
from firmware_py.games.session import Session, play, redo, undo
from firmware_py.storage.journal import Journal, save_session
from firmware_py.storage.opening import open_journal
from firmware_py.storage.transfers import take_games
from firmware_py.storage.usb_stick import Stick

LENGTHS = (1000, 3000, 10_000, 30_000)
"""In actions; the last one is above the limit."""


@contextmanager
def journal() -> Iterator[Journal]:
    with (
        TemporaryDirectory() as folder,
        open_journal(Path(folder) / "games.sqlite", lambda: datetime(2026, 1, 1, tzinfo=UTC)).journal as opened,
    ):
        yield opened


def steps_of(work: Generator[Any, None, Any]) -> list[float]:
    """Do work in steps and return how long each took."""
    taken = []
    while True:
        begun_s = time.perf_counter()
        is_done = next(work, work) is work
        taken.append(time.perf_counter() - begun_s)
        if is_done:
            return taken


def taking(record: bytes) -> list[float]:
    """Take a record from a stick, as the device does; return how long each step of its loop took."""
    with journal() as into, TemporaryDirectory() as folder:
        Path(folder, "long.jsonl").write_bytes(record)
        return steps_of(take_games(into, (Stick(Path(folder), "a stick", Path(folder).stat().st_dev),)))


def opening(session: Session) -> list[float]:
    """Store a game and open it; return how long each step of the opening took."""
    with journal() as into:
        game = into.load(save_session(into, session))
        return steps_of(restored_in_steps(game.header_line, game.lines, game.checksums, game.ply))


def milliseconds(call: Callable[[], object], rounds: int = 100) -> float:
    begun_s = time.perf_counter()
    for _ in range(rounds):
        call()
    return 1000 * (time.perf_counter() - begun_s) / rounds


def peak_mb(call: Callable[[], object]) -> float:
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()


def measured(length: int) -> str:
    """Return one line about games of this length."""
    record = long_record(length)
    took, megabytes = taking(record), peak_mb(partial(taking, record))
    line = f"{length:7} {len(record) // 1000:6} {sum(took):7.2f} {1000 * max(took):10.1f} {megabytes:8.1f}"
    try:
        session = read_record(record)
    except RefusedRecord as error:
        return f"{line}   refused: {error}"
    opened, shorter, last = opening(session), undo(session), session.steps[-1].action
    each = map(milliseconds, (partial(undo, session), partial(redo, shorter), partial(play, shorter, last)))
    one_more = " ".join(f"{one:6.2f}" for one in each)
    return f"{line} {sum(opened):7.2f} {1000 * max(opened):10.1f}   {one_more}"


def main() -> None:
    """Print one line for each length, and what the process took at most."""
    print("actions     kB  take s  a step ms  peak MB  open s  a step ms   undo, redo, play ms")
    for length in LENGTHS:
        print(measured(length))
    print(f"the process took {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1000} MB at most")


if __name__ == "__main__":
    main()
