"""A press: from the edge at the pin to the action on disk and its picture on the screen, and what that redraws."""

from __future__ import annotations

import os
import random
import sqlite3
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Literal

from msgspec.structs import replace

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame

from bench.rows import MILLI, Row, Sample, Sampler, Topic, at_most, on_disk, took_s
from display.draw import draw
from display.view import View
from display.window import Window
from firmware_py.config.schema import JOURNAL_NAME, Config, ScreenConfig
from firmware_py.device.app import App
from firmware_py.device.disk import Disk, Resources
from firmware_py.games.restoring import read_record
from firmware_py.pages.page import LongPress, Press
from firmware_py.storage.changes import Choose
from firmware_py.storage.opening import open_journal
from hardware import Devices, Edge, open_devices
from hardware.controls.voice import Speaker

SIZE = (480, 320)
RECORD = b'{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo", "Cy", "Dee"], "rules": {}}\n'
NEVER_AT_REST = ScreenConfig(dim_after_s=86_400, across_after_s=86_400)
"""While it is at rest, a press only brings the page back."""
PRESSES = 100
"""In each repetition."""
REPEATS = 5


@dataclass
class Table:
    """The device without its loop, with a game of Maudite Momie, and a bare database beside its journal."""

    app: App
    devices: Devices
    edges: deque[Edge]
    bare: sqlite3.Connection
    presses: int = 0

    def press(self, show: Callable[[View], None]) -> tuple[float, float]:
        """Press ok, by which a player explores; return when it was stored and when it was shown, in seconds."""
        assert self.devices.simulated
        app, now_s = self.app, time.monotonic()
        app.tick(now_s + 5)  # nothing moves any more, no contact bounces
        show(app.shown)
        self.devices.simulated.press("ok")
        app.edge(replace(self.edges.popleft(), at_s=now_s + 6))  # not so soon after the undo that it would not count
        app.tick(now_s + 6.1)
        before = app.table.playing.ply
        begun_s = time.perf_counter()
        self.devices.simulated.release("ok")
        app.edge(replace(self.edges.popleft(), at_s=now_s + 6.2))
        wait_until_stored(app)
        stored_s = time.perf_counter() - begun_s
        show(app.shown)
        shown_s = time.perf_counter() - begun_s
        self.devices.get_ready()
        assert app.table.playing.ply == before + 1, "the press played nothing"
        return stored_s, shown_s

    def take_back(self) -> None:
        """Take the action back."""
        now_s = time.monotonic() + 9
        self.app.tick(now_s)
        self.app.press(LongPress("back"), now_s)
        wait_until_stored(self.app)
        self.devices.get_ready()

    def walked(self, presses: int = 60) -> list[View]:
        """The pages after presses at random, each once nothing moves on it; each differs from the one before."""
        chance, now_s = random.Random(1), time.monotonic() + 20
        pages: list[View] = []
        while len(pages) < presses:
            self.app.press(Press(chance.choice(("up", "down", "down", "left", "right", "ok", "ok"))), now_s)
            wait_until_stored(self.app)
            now_s += 5
            self.app.tick(now_s)
            if not pages or self.app.shown != pages[-1]:
                pages.append(self.app.shown)
        return pages

    def commit(self) -> None:
        """Commit one line to the bare database."""
        self.presses += 1
        self.bare.execute("BEGIN IMMEDIATE")
        self.bare.execute("INSERT INTO actions VALUES (?, ?)", (self.presses, '{"by": "Ada", "do": "explore"}'))
        self.bare.execute("COMMIT")


def wait_until_stored(app: App) -> None:
    """Let the loop go round until a disk that is slow just now has stored what is to be stored."""
    while app.saving_since_s is not None:
        app.tick(time.monotonic())


@contextmanager
def table(
    prepare: Callable[[View], None] = lambda _: None,
    language: Literal["fr", "en", "de"] = "en",
    voice: Speaker | None = None,
    disk: Executor | None = None,
) -> Iterator[Table]:
    """Yield a device with a journal on the disk; `prepare` is what its display does while an action is stored.

    With a `voice`, it speaks this language. The journal is opened in the thread of this `disk`, or in one of its own.
    """
    config, edges = Config(language=language, screen=NEVER_AT_REST), deque[Edge]()
    with (
        tempfile.TemporaryDirectory(dir=on_disk()) as folder,
        closing(_bare_database(Path(folder) / "bare")) as bare,
        open_devices(config.pins, edges.append, time.monotonic, simulate=True) as devices,
        ThreadPoolExecutor(max_workers=1) as own,
    ):
        disk, devices.voice = disk or own, voice
        journal = disk.submit(open_journal, Path(folder) / JOURNAL_NAME, lambda: datetime.now(UTC)).result().journal
        if voice:
            disk.submit(journal.commit, Choose("voice", "on")).result()
        resources = Resources(config, devices, disk.submit(Disk, journal, None).result(), disk, prepare=prepare)
        app = App(resources, time.monotonic())
        app.load(read_record(RECORD), time.monotonic())
        wait_until_stored(app)
        yield Table(app, devices, edges, bare)
        disk.submit(journal.close)


def _bare_database(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None)
    for pragma in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = FULL"):
        db.execute(f"PRAGMA {pragma}")
    db.execute("CREATE TABLE actions (ply INTEGER PRIMARY KEY, line TEXT)")
    return db


def in_ms(seconds: Iterable[float]) -> tuple[float, ...]:
    """Each of these times in milliseconds."""
    return tuple(one * MILLI for one in seconds)


def redraw(view: View) -> None:
    """Draw a page whole, straight to the panel: what a program does that knows nothing of the page before."""
    draw(view, pygame.display.get_surface())
    pygame.display.flip()


@contextmanager
def _presses() -> Iterator[Sampler]:
    with Window(SIZE) as window, table(window.prepare) as at_table:
        at_table.press(window.show)  # draws its pictures for the first time
        at_table.take_back()

        def sample() -> Mapping[str, Sample]:
            stored, shown, commits, redraws = [], [], [], []
            for _ in range(PRESSES):
                at, end = at_table.press(window.show)
                stored.append(at)
                shown.append(end)
                commits.append(took_s(at_table.commit))
                redraws.append(took_s(lambda: redraw(at_table.app.shown)))
                at_table.take_back()
            assert not window.fault
            bare = [commit + drawn for commit, drawn in zip(commits, redraws, strict=True)]
            commit = median(commits) * MILLI
            return {
                "press": Sample(median(shown) * MILLI, None, median(bare) * MILLI, commit),
                "press-stored": Sample(median(stored) * MILLI, None, commit, commit),
                "press-p99": Sample(in_ms(shown), None, in_ms(bare), in_ms(commits)),
            }

        yield sample


PRESSED = Topic(
    "press",
    (
        Row(
            "press",
            "press: edge at the pin → committed → frame, median",
            "ms",
            limit="a bare commit to SQLite, and the bare drawing of the same page",
            goals=(at_most(1.3, "limit"),),
            missed_because="What is above the limit is Python: rules, digests, the next page, and two threads that "
            "wake each other. The limit is half our own drawing, and each cure there makes it lower as well",
            unfair="no other program does the same work; that the edge wakes the loop is left out; it is the same "
            "press each time, so what its page consists of is drawn already, in the limit as well",
            on_zero="card",
        ),
        Row(
            "press-stored",
            "of which: to the action on disk, with the next page laid out meanwhile",
            "ms",
            limit="the bare commit",
            on_zero="card",
            owner_can_run=True,
        ),
        Row(
            "press-p99",
            f"press, 99th percentile of {REPEATS * PRESSES} in each run",
            "ms",
            percentile=99,
            limit="the two bare parts, 99th percentile of their sums",
            goals=(at_most(4.0),),
            missed_because="The slow ones wait for the disk or for a processor, as the bare parts do. Ours is "
            "above theirs by its Python, and by two threads that wake each other",
            on_zero="card",
        ),
    ),
    _presses,
    REPEATS,
)

# --- what is drawn ---------------------------------------------------------------------------------------------------


@contextmanager
def _drawings() -> Iterator[Sampler]:
    with table() as at_table:
        pages = at_table.walked()

        def sample() -> Mapping[str, Sample]:
            with Window(SIZE) as window:
                return {"drawing": _drawn(window, pages)}

        yield sample


def _drawn(window: Window, pages: Sequence[View]) -> Sample:
    panel = pygame.display.get_surface()
    ours, blits = [], []
    window.show(pages[0])
    for view in pages[1:]:
        picture = pygame.Surface(SIZE)
        draw(view, picture)
        ours.append(took_s(lambda view=view: window.show(view)))
        blits.append(took_s(lambda picture=picture: (panel.blit(picture, (0, 0)), pygame.display.flip())))
    return Sample(median(ours) * MILLI, None, median(blits) * MILLI)


DRAWN = Topic(
    "drawing",
    (
        Row(
            "drawing",
            "drawing: the page after a press, median of a walk",
            "ms",
            limit="the same pixels from a ready surface, and a flip",
            unfair="each page has been drawn once by then: its first time takes several times as long",
        ),
    ),
    _drawings,
)
