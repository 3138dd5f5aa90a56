"""What a press changes on the screen: the pixels that go to a panel, counted over games entered by the fewest presses.

Why kinds: a press that plays or leads to another page changes most of the screen, and should; so does one that answers
a question where the page asks the next one. One that ends a message takes its strip away, a tenth of the screen a line;
two lines also took room from the page, which moves back. All other presses move a cursor or change a number.

Why whole frames an action: of two ways to enter the same, that with fewer presses changes more with each of them.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Literal, NamedTuple, TypeAlias

os.environ["SDL_VIDEODRIVER"] = "dummy"

import msgspec
import numpy as np
import pygame

from bench.rows import TITLES, Row, Sample, Sampler, Topic, at_most
from display.view import NO_CHOICES, Body, Menu, Picker, View
from display.window import Window
from firmware_py.config.schema import Config
from firmware_py.desk.demo import DEMOS, Presenter, enter, next_play, set_up
from firmware_py.desk.press_search import Reached, shortest_presses
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.desk.window import DeskDisplay

SIZES = ((320, 240), (480, 320), (800, 480))
USUAL = SIZES[1]
ACTIONS = 30
"""So many actions of each game are entered."""


Kind: TypeAlias = Literal["moves", "answer", "message", "page"]
KINDS: dict[Kind, str] = {
    "moves": "that move the cursor or a number",
    "answer": "that answer, and are asked the next question",
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
        if self.before.notice != self.after.notice:
            return "message"
        return "moves" if choices(self.before.body) == choices(self.after.body) else "answer"


def choices(body: Body) -> object:
    """Return what can be chosen, wherever the cursor stands; numbers that dice show do not count."""
    if isinstance(body, Picker):
        return body.slots, body.rows
    menu = body if isinstance(body, Menu) else getattr(body, "choices", NO_CHOICES)
    return tuple(item.label for item in menu.items), len(getattr(body, "dice", ()))


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


class Changed(NamedTuple):
    """What presses change, each in percent of a panel."""

    sent: list[float]
    different: list[float]
    """How many pixels differ: less could not be sent."""

    def median(self) -> Sample:
        """Return that of a median press."""
        return Sample(median(self.sent), 100.0, median(self.different))

    def an_action(self, actions: int) -> Sample:
        """Return how many whole frames are sent for an action."""
        return Sample(sum(self.sent) / 100 / actions, len(self.sent) / actions, sum(self.different) / 100 / actions)


def changed(presses: Sequence[Pressed], size: tuple[int, int]) -> Changed:
    """Return what presses change on a panel."""
    found, pixels = Changed([], []), size[0] * size[1]
    with Window(size) as window:
        for press in presses:
            window.show(press.before)
            before = _pixels()
            with _areas() as areas:
                window.show(press.after)
            found.sent.append(100 * sum(area.width * area.height for area in areas) / pixels)
            found.different.append(100 * float(np.mean(before != _pixels())))
    return found


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
    kinds: dict[Kind, list[Pressed]] = {kind: [] for kind in KINDS}
    for press in chain.from_iterable(games.values()):
        kinds[press.kind].append(press)
    presses = sum(map(len, games.values()))

    def sample() -> Mapping[str, Sample]:
        figures = {
            f"sent-{width}x{height}": changed(kinds["moves"], (width, height)).median() for width, height in SIZES
        }
        for kind, of_kind in kinds.items():
            figures[f"presses-{kind}"] = Sample(100 * len(of_kind) / presses)
            figures[f"sent-{kind}"] = changed(of_kind, USUAL).median()
        of_games = {game: changed(seen, USUAL) for game, seen in games.items()}
        for game, of_game in of_games.items():
            figures |= {f"any-{game}": of_game.median(), f"frames-{game}": of_game.an_action(ACTIONS)}
        every = Changed(*(list(chain.from_iterable(each)) for each in zip(*of_games.values(), strict=True)))
        return {**figures, "sent-any": every.median()}

    yield sample


ANY, PANEL = "of any kind", "480×320"
MOST_PRESSES = (
    "Three presses of four answer a question, play, or end a message: they change what is asked, and with it the page. "
    "What differs alone is above the goal"
)
"""Why a press of any kind sends so much."""


def _row(name: str, which: str, where: str, *, has_goal: bool = False) -> Row:
    return Row(
        name,
        f"pixels sent, median of presses {which}, {where}",
        "%",
        "the whole frame",
        "the pixels that differ",
        (at_most(10.0),) if has_goal else (),
        unfair="the peer is our own program that sends whole frames",
        peer_is_own=True,
        missed_because=MOST_PRESSES if which == ANY else "",
        counts=True,
    )


CHANGED = Topic(
    "changed",
    (
        _row("sent-any", ANY, PANEL, has_goal=True),
        *(
            _row(f"sent-{width}x{height}", KINDS["moves"], f"{width}×{height}", has_goal=True)
            for width, height in SIZES
        ),
        *(_row(f"sent-{kind}", which, PANEL) for kind, which in KINDS.items() if kind != "moves"),
        *(_row(f"any-{game}", ANY, TITLES[game]) for game in DEMOS),
        *(
            Row(
                f"frames-{game}",
                f"pixels sent for an action, {TITLES[game]}, {PANEL}",
                "frames",
                "a whole frame for each press",
                "the pixels that differ",
                unfair="the peer is our own program that sends whole frames",
                peer_is_own=True,
                counts=True,
            )
            for game in DEMOS
        ),
        *(
            Row(f"presses-{kind}", f"presses {which}, of all that change the picture", "%", counts=True)
            for kind, which in KINDS.items()
        ),
    ),
    _changes,
    repeats=1,
)
