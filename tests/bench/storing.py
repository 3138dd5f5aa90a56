"""The journal: how long the longest game takes to open, and what an action costs on the disk."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from long_records import long_record
from stored_journal import begin_game

from bench.measuring import on_disk
from bench.rows import Row, Sample, Sampler, Topic, at_most
from firmware_py.games.records import MOST_ACTIONS, write_line
from firmware_py.games.restoring import read_record, restored_in_steps
from firmware_py.games.session import checksums
from firmware_py.storage.changes import Play
from firmware_py.storage.journal import Journal, save_session
from firmware_py.storage.opening import open_journal

SHORT, LONG = 20, 220
SYNCS: tuple[Row, ...] = (
    Row(
        "journal-syncs",
        "syncs of the disk an action",
        "",
        limit="one: less could lose it",
        goals=(at_most(1.0, "limit"),),
        counts=True,
    ),
)
if not shutil.which("strace"):  # nothing else counts them
    SYNCS = ()

PLAY = """
import sys
sys.path[:0] = ["tests/support"]
from pathlib import Path
from bench.storing import opened, play_some
with opened(Path(sys.argv[1])) as journal:
    play_some(journal, int(sys.argv[2]))
"""


@contextmanager
def opened(path: Path) -> Iterator[Journal]:
    """Yield the journal at `path`."""
    with open_journal(path, lambda: datetime(2026, 1, 1, tzinfo=UTC)).journal as journal:
        yield journal


def play_some(journal: Journal, actions: int) -> None:
    """Store each action of a game in a transaction of its own, as the device does before it shows one."""
    session = read_record(long_record(actions))
    game_id = begin_game(journal, write_line(session.header), ("red", "blue"))
    lines, digests = map(write_line, (step.action for step in session.steps)), checksums(session)
    for ply, (line, digest) in enumerate(zip(lines, digests, strict=True)):
        journal.commit(Play(game_id, ply, (line,), (digest,)))


def syncs(folder: Path, actions: int) -> int:
    """Return how often the kernel is asked to write through, as strace counts it."""
    trace = folder / "trace"
    calls = "trace=fdatasync,fsync,sync_file_range,msync,sync"
    command = ["strace", "-f", "-e", calls, "-o", str(trace), sys.executable, "-c", PLAY]
    subprocess.run([*command, str(folder / f"{actions}.db"), str(actions)], check=True)
    return len(re.findall(r"^\d+ +\w*sync\w*\(", trace.read_text(), re.MULTILINE))


@contextmanager
def _storing() -> Iterator[Sampler]:
    record = long_record(MOST_ACTIONS)
    session = read_record(record)
    with tempfile.TemporaryDirectory(dir=on_disk()) as folder:
        place = Path(folder)
        with opened(place / "long.db") as journal:
            number = save_session(journal, session)
            counts = (
                {"journal-syncs": Sample((syncs(place, LONG) - syncs(place, SHORT)) / (LONG - SHORT), None, 1.0)}
                if SYNCS
                else {}
            )

            def sample() -> Mapping[str, Sample]:
                begun_s = time.process_time()
                game = journal.load(number)
                for _ in restored_in_steps(game.header_line, game.lines, game.checksums, game.ply):
                    pass
                resumed_s = time.process_time() - begun_s
                begun_s = time.process_time()
                read_record(record)
                return {"resume": Sample(resumed_s, None, time.process_time() - begun_s), **counts}

            yield sample


STORED = Topic(
    "journal",
    (
        Row(
            "resume",
            f"resume of a game in which players ended {MOST_ACTIONS:,} turns and did nothing else, processor time",
            "s",
            limit="the same record read and played, with no digest checked",
            goals=(at_most(3.0, "limit"),),
            unfair="the limit is our own program without its digests: no other one plays these games",
        ),
        *SYNCS,
    ),
    _storing,
)
