"""What a press changes on the screen: the pixels that go to a panel, counted over games entered by the fewest presses.

Why kinds: a press that plays or leads to another page changes most of the screen, and should. One that ends a message
takes its strip away, a tenth of the screen a line; two lines also took room from the page, which moves back. All other
presses move a cursor or change a number: only they have a goal.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Literal, TypeAlias

os.environ["SDL_VIDEODRIVER"] = "dummy"

import msgspec
import numpy as np
import pygame

from bench.rows import Row, Sample, Sampler, Topic, at_most
from display.view import View
from display.window import Window
from firmware_py.config.schema import Config
from firmware_py.desk.demo import DEMOS, Presenter, enter, next_play, set_up
from firmware_py.desk.press_search import Reached, shortest_presses
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.desk.window import DeskDisplay
from firmware_py.games.registry import GAMES

SIZES = ((320, 240), (480, 320), (800, 480))
ACTIONS = 30
"""So many actions of each game are entered."""


Kind: TypeAlias = Literal["moves", "message", "page"]
KINDS: dict[Kind, str] = {
    "moves": "that move the cursor or a number",
    "message": "that end a message",
    "page": "that play or change the page",
}


class Pressed(msgspec.Struct, frozen=True):
    """The pages before and after a press."""

    before: View
    after: View
    stays: bool
    """It stays on its page: no other one lies on top, and nothing was played."""

    @property
    def kind(self) -> Kind:
        """What the press leads to."""
        if not self.stays:
            return "page"
        return "moves" if self.before.notice == self.after.notice else "message"


class Watcher(Presenter):
    """Presses, and notes what each press leads to."""

    def __init__(self, device: SimulatedDevice, display: DeskDisplay) -> None:
        super().__init__(device, display, None)
        self.seen: list[Pressed] = []

    def reach(self, reached: Reached) -> None:
        """Reach a goal by the fewest presses."""
        app = self.device.app
        for done in shortest_presses(app.stack, app.table, reached):
            before, place = app.view, self._place()
            self.device.do(done)
            if app.view != before:
                self.seen.append(Pressed(before, app.view, place == self._place()))

    def _place(self) -> tuple[object, ...]:
        state = self.device.app.state
        return *map(type, state.stack), state.session.ply if state.session else None


def presses_of(game: str) -> list[Pressed]:
    """Return the presses of a game, from its first turn on, as far as they change anything."""
    demo, config = DEMOS[game], Config(language="en")
    with (
        DeskDisplay(config, headless=True) as display,
        tempfile.TemporaryDirectory() as folder,
        SimulatedDevice(config, Path(folder) / "data") as device,
    ):
        watcher = Watcher(device, display)
        set_up(watcher, demo, game)
        watcher.seen.clear()
        table = demo.table(demo.players, 1)
        for _ in range(ACTIONS):
            session = device.app.table.playing
            wanted = next_play(session, table)
            enter(watcher, demo, wanted.action, session.ply + 1, wanted.then)
    return watcher.seen


def changed(presses: Sequence[Pressed], size: tuple[int, int]) -> Sample:
    """Return how much of a panel a press is sent, in percent, and how many of its pixels differ: medians."""
    sent, different, pixels = [], [], size[0] * size[1]
    with Window(size) as window:
        for press in presses:
            window.show(press.before)
            before = _pixels()
            with _areas() as areas:
                window.show(press.after)
            sent.append(100 * sum(area.width * area.height for area in areas) / pixels)
            different.append(100 * float(np.mean(before != _pixels())))
    return Sample(median(sent), 100.0, median(different))


def _pixels() -> np.ndarray:
    return np.frombuffer(pygame.image.tobytes(pygame.display.get_surface(), "RGBA"), np.uint32)


@contextmanager
def _areas() -> Iterator[list[pygame.Rect]]:
    """Yield the areas that go to the panel meanwhile."""
    areas: list[pygame.Rect] = []
    update, flip = pygame.display.update, pygame.display.flip

    def updated(places: Sequence[pygame.Rect]) -> None:
        areas.extend(places)
        update(places)

    pygame.display.update = updated
    pygame.display.flip = lambda: (areas.append(pygame.display.get_surface().get_rect()), flip())
    try:
        yield areas
    finally:
        pygame.display.update, pygame.display.flip = update, flip


@contextmanager
def _changes() -> Iterator[Sampler]:
    games = {game: presses_of(game) for game in DEMOS}
    presses = [press for seen in games.values() for press in seen]

    def sample() -> Mapping[str, Sample]:
        moves = {game: [press for press in seen if press.kind == "moves"] for game, seen in games.items()}
        every = [press for seen in moves.values() for press in seen]
        figures = {f"sent-{width}x{height}": changed(every, (width, height)) for width, height in SIZES}
        figures |= {f"sent-{game}": changed(seen, SIZES[1]) for game, seen in moves.items()}
        for kind in KINDS:
            of_kind = [press for press in presses if press.kind == kind]
            figures |= {} if kind == "moves" else {f"sent-{kind}": changed(of_kind, SIZES[1])}
            figures[f"presses-{kind}"] = Sample(100 * len(of_kind) / len(presses))
        return {**figures, "sent-any": changed(presses, SIZES[1])}

    yield sample


COLUMN = (
    "Many of them choose a treasure of Loot N Run. There the cursor is a column of three cells, a key for each number; "
    "what differs alone is above the goal"
)
"""Why a press of Maudite Momie sends so much, and with it the median of all games."""


def _row(name: str, which: str, where: str, *, has_goal: bool = False) -> Row:
    return Row(
        f"sent-{name}",
        f"pixels sent, median of presses {which}, {where}",
        "%",
        "the whole frame",
        "the pixels that differ",
        (at_most(10.0),) if has_goal else (),
        missed_because=COLUMN if has_goal and name not in ("or_du_pharaon", "malediction") else "",
        counts=True,
    )


MOVES, USUAL = KINDS["moves"], "480×320"
CHANGED = Topic(
    "changed",
    (
        *(_row(f"{width}x{height}", MOVES, f"{width}×{height}", has_goal=True) for width, height in SIZES),
        *(_row(game, MOVES, GAMES[game].title.message, has_goal=True) for game in DEMOS),
        *(_row(kind, which, USUAL) for kind, which in KINDS.items() if kind != "moves"),
        _row("any", "of any kind", USUAL),
        *(
            Row(f"presses-{kind}", f"presses {which}, of all that change the picture", "%", counts=True)
            for kind, which in KINDS.items()
        ),
    ),
    _changes,
    repeats=1,
)
