"""How fast this computer does what the device does: the rows of the bench that need no peer, for owners.

A row of three things: what is done, how long it takes here, and how long it may take before anybody notices.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

import msgspec

from display.draw import draw
from firmware_py.config.schema import Config
from firmware_py.desk.demo import DEMOS
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.or_du_pharaon.state import Corridors, shortest_paths
from firmware_py.games.records import read_header
from firmware_py.games.registry import GAMES
from firmware_py.games.restoring import read_record
from firmware_py.pages.page import LongPress, Press
from firmware_py.storage.changes import Play
from firmware_py.storage.journal import save_session
from firmware_py.storage.opening import open_journal
from firmware_py.words import Words, words

ZERO_2: Final = (5, 15)
"""How much slower than a desktop computer a Raspberry Pi Zero 2 is: its processor alone, and with its memory."""
MILLI: Final = 1000.0
REPEATS: Final = 5
ACTIONS: Final = 60
COMMITS: Final = 20
SQUARES: Final = 20
"""How many squares with random walls are searched for paths."""
WALLED: Final = 0.2
"""The share of their edges that has a wall."""
SIDE: Final = 6
LAST_CARD: Final = 1 << SIDE**2 - 1
LEADING_EAST: Final = range(SIDE * (SIDE - 1))
LEADING_SOUTH: Final = [card for card in range(SIDE**2) if card % SIDE < SIDE - 1]
HEADERS: Final = (
    b'{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo", "Mo"], "rules": {}}',
    b'{"record": 1, "game": "or_du_pharaon", "players": ["Ada", "Bo", "Mo"], "setup": {"start": {"at": "c6"}}}',
    b'{"record": 1, "game": "malediction", "players": ["Ada", "Bo", "Mo"], "setup": {"mummy": "Mo", "board": "small",'
    b' "hunters": [{"player": "Ada", "pawn": "red"}, {"player": "Bo", "pawn": "blue"}]}}',
)


class Timing(msgspec.Struct, frozen=True):
    """One figure: what is done, how many milliseconds it takes here, and how many it may take."""

    what: Words
    took_ms: float
    enough_ms: float
    processor_ms: float | None = None
    """The processor's share of it, where the memory card is waited for as well."""


def rows(config: Config, folder: Path) -> Iterator[Timing]:
    """Yield each row once it is measured; `folder` lies on the disk that stores the games.

    :raises OSError: when nothing can be written there.
    :raises JournalError: when the disk refuses.
    """
    for header in HEADERS:
        yield _rules(header)
    yield _paths()
    with tempfile.TemporaryDirectory(dir=folder) as place:
        yield from _pages(config, Path(place))
        yield _commits(Path(place))


def _best_ms(call: Callable[[], object]) -> float:
    return min(_took_ms(call) for _ in range(REPEATS))


def _took_ms(call: Callable[[], object]) -> float:
    begun_s = time.perf_counter()
    call()
    return (time.perf_counter() - begun_s) * MILLI


class _Took(msgspec.Struct, frozen=True):
    """How long storing something takes: by the clock, and of the processor."""

    whole_ms: float
    processor_ms: float


def _time_disk(call: Callable[[], object]) -> _Took:
    begun_s = time.process_time()
    whole_ms = _took_ms(call)
    return _Took(whole_ms, (time.process_time() - begun_s) * MILLI)


def _disk_row(what: Words, took: Sequence[_Took], enough_ms: float) -> Timing:
    return Timing(what, median(one.whole_ms for one in took), enough_ms, median(one.processor_ms for one in took))


def _rules(header: bytes) -> Timing:
    """How long an action takes, with the list of all legal actions before it, in a game that plays itself."""
    read = read_header(header)
    game = GAMES[read.game]
    table, start, actions = DEMOS[game.id].table(read.players, 1), game.rules.initial_state(read), []
    state = start
    for _ in range(ACTIONS):
        if game.rules.outcome(state):
            break
        actions.append(table.next_action(state))
        state, _events = game.rules.apply(state, actions[-1])

    def play() -> None:
        state = start
        for action in actions:
            game.rules.legal_actions(state)
            state, _ = game.rules.apply(state, action)

    return Timing(words("{game}: an action and what is legal", game=game.title), _best_ms(play) / len(actions), 10.0)


def _paths() -> Timing:
    """How long all shortest paths from corner to corner of a pyramid take, with walls at random."""
    chance = random.Random(1)
    squares = [walled_square(chance) for _ in range(SQUARES)]

    def find() -> None:
        for square in squares:
            shortest_paths(square, 1, LAST_CARD)

    return Timing(words("all shortest paths in the pyramid"), _best_ms(find) / SQUARES, 10.0)


def walled_square(chance: random.Random) -> Corridors:
    """A square with walls at random that leave a path from its first card to its last."""
    while True:
        open_cards = [[card for card in cards if chance.random() >= WALLED] for cards in (LEADING_SOUTH, LEADING_EAST)]
        south, east = (sum(1 << card for card in cards) for cards in open_cards)
        square = Corridors(south << 1, east, south, east << SIDE, SIDE)
        if shortest_paths(square, 1, LAST_CARD):
            return square


def press_that_plays(device: SimulatedDevice) -> None:
    """Press ok in a new game of Maudite Momie, by which its first player explores."""
    device.do(Press("ok"))


def _pages(config: Config, place: Path) -> Iterator[Timing]:
    """Yield how long a press takes to its page, and a page to its picture."""
    import pygame  # not before `display`, which silences its greeting

    canvas = pygame.Surface((config.screen.width, config.screen.height))
    with SimulatedDevice(config, place / "data") as device:
        device.load(HEADERS[0] + b"\n")
        pressed, drawn = [], []
        for _ in range(COMMITS):
            pressed.append(_time_disk(partial(press_that_plays, device)))
            device.do(LongPress("back"))  # takes it back
            drawn.append(_took_ms(partial(draw, device.app.shown, canvas)))
    yield _disk_row(words("a press that makes a move, until it is stored and its page is known"), pressed, 100.0)
    size = f"{canvas.get_width()} × {canvas.get_height()}"
    yield Timing(words("a whole page drawn, {size}", size=size), median(drawn), 50.0)


def _commits(place: Path) -> Timing:
    """How long an action takes until it is safe on the disk."""
    with open_journal(place / "speed.sqlite", lambda: datetime.now(UTC)).journal as journal:
        game = save_session(journal, read_record(HEADERS[0] + b"\n"))
        line, digest = '{"by": "Ada", "do": "explore", "pile": "left"}', "0" * 16
        actions = (Play(game, ply, (line,), (digest,)) for ply in range(COMMITS))
        took = [_time_disk(partial(journal.commit, action)) for action in actions]
    return _disk_row(words("an action stored on the disk"), took, 100.0)
