"""How fast this computer does what the device does: the rows of the bench that need no peer, for owners.

A row of three things: what is done, how long it takes here, and how long it may take before anybody notices.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
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
from firmware_py.games.or_du_pharaon.paths import Corridors, shortest_paths
from firmware_py.games.records import read_header
from firmware_py.games.registry import GAMES
from firmware_py.games.restoring import read_record
from firmware_py.pages.stack import Press
from firmware_py.storage.journal import open_journal
from firmware_py.storage.saved_games import save_session
from firmware_py.words import Words, words

ZERO_2: Final = (5, 15)
"""How many times slower a Raspberry Pi Zero 2 is than a desktop computer: the processor alone, and with its memory."""
MILLI: Final = 1000.0
REPEATS: Final = 5
ACTIONS: Final = 60
COMMITS: Final = 20
HEADERS: Final = (
    b'{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo", "Mo"], "rules": {}}',
    b'{"record": 1, "game": "or_du_pharaon", "players": ["Ada", "Bo", "Mo"], "setup": {"start": {"at": "c6"}}}',
    b'{"record": 1, "game": "malediction", "players": ["Ada", "Bo", "Mo"], "setup": {"mummy": "Mo", "board": "small",'
    b' "hunters": [{"player": "Ada", "pawn": "red"}, {"player": "Bo", "pawn": "blue"}]}}',
)


class Row(msgspec.Struct, frozen=True):
    """One figure: what is done, how many milliseconds it takes here, and how many it may take."""

    what: Words
    took_ms: float
    enough_ms: float
    depends_on_disk: bool = False
    """Whether the memory card decides, not the processor."""


def rows(config: Config, folder: Path) -> Iterator[Row]:
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


def _rules(header: bytes) -> Row:
    """Return how long an action takes, with the list of all legal actions before it, in a game that plays itself."""
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

    return Row(words("{game}: an action and what is legal", game=game.title), _best_ms(play) / len(actions), 10.0)


def _paths() -> Row:
    """Return how long all shortest paths across a pyramid without walls take."""
    size = 6
    whole = (1 << size * size) - 1
    top = sum(1 << column * size for column in range(size))
    first, last = (1 << size) - 1, ((1 << size) - 1) << size * (size - 1)
    open_square = Corridors(whole & ~top, whole & ~last, whole & ~(top << size - 1), whole & ~first, size)

    def find() -> None:
        for _ in range(ACTIONS):
            shortest_paths(open_square, 1, 1 << size * size - 1)

    return Row(words("all shortest paths in the pyramid"), _best_ms(find) / ACTIONS, 10.0)


def _pages(config: Config, place: Path) -> Iterator[Row]:
    """Yield how long a press takes to its page, and a page to its picture."""
    import pygame  # not before `display`, which silences its greeting

    canvas = pygame.Surface((config.screen.width, config.screen.height))
    with SimulatedDevice(config, place / "data") as device:
        device.load(HEADERS[0] + b"\n")
        pressed, drawn = [], []
        for _ in range(COMMITS):
            pressed.append(_took_ms(partial(device.do, Press("back"))))  # it opens and closes the menu
            drawn.append(_took_ms(partial(draw, device.app.shown, canvas)))
    yield Row(words("a press, until its page is known"), median(pressed), 50.0)
    size = f"{canvas.get_width()} × {canvas.get_height()}"
    yield Row(words("a whole page drawn, {size}", size=size), median(drawn), 50.0)


def _commits(place: Path) -> Row:
    """Return how long an action takes until it is safe on the disk."""
    with open_journal(place / "speed.sqlite", lambda: datetime.now(UTC)).journal as journal:
        game = save_session(journal, read_record(HEADERS[0] + b"\n"))
        line, digest = '{"by": "Ada", "do": "explore", "pile": "left"}', "0" * 16
        took = [_took_ms(partial(journal.replace_tail, game, ply, (line,), (digest,))) for ply in range(COMMITS)]
    return Row(words("an action stored on the disk"), median(took), 100.0, depends_on_disk=True)
