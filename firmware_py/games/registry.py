"""The games that this device can referee, each registered under its id, and loaded when it is first needed.

Why not at once: rules and pages of all games are a fifth of what a start would load, and the first page shows no more
of a game than its box. Once the device is ready, a thread loads them all, so that whoever chooses a game does not wait
for it. A game that is chosen sooner is loaded while the device goes on (`nothing_loads`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, TypeVar

import msgspec

from firmware_py.games.rules import Rules
from firmware_py.words import NOTHING, Words

T = TypeVar("T")


class GameBox(msgspec.Struct, frozen=True):
    """What a game's box says: all that is known before the game is loaded."""

    id: str
    title: Words
    fewest: int
    """The fewest players."""
    most: int
    """The most players."""
    subtitle: Words = NOTHING
    """The meaning of a title that some languages leave untranslated."""


class Highlight(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Something worth remembering of a game, such as the largest haul; of one kind, the larger value is the better."""

    kind: str
    player: str
    value: int


class Game(msgspec.Struct, frozen=True):
    """One game: its id, its rules, and the types of its header and its actions."""

    id: str
    rules: Rules[Any, Any, Any]
    header: Any
    action: Any
    leave: type[Any] = type(None)
    """The action of a player who goes home; a state says in `present` who has not."""
    is_roll: Callable[[Any], bool] = lambda _: False
    """Whether an action is a roll that the device can make for the table."""
    is_mid_action: Callable[[Any], bool] = lambda _: False
    """Whether a state lies between two actions that count as one at the table: it is not shown, and undo skips it."""
    is_observed: Callable[[Any], bool] = lambda _: False
    """Whether an action only tells what the table shows, such as dice or cards: people enter it for the box as well."""
    is_decided: Callable[[Any], bool] = lambda _: True
    """Whether a state waits for what somebody decides, and not for what the table shows."""
    as_played: Callable[[Any, Any], Any] = lambda _, action: action
    """Returns an action as far as it goes in a state: a walk ends where it meets somebody."""
    has_secrets: bool = False
    """Whether even the number of actions reveals a secret to some player."""
    is_kept_from_nobody: Callable[[Any], bool] = lambda _: False
    """In a game with secrets, whether no person plays in this state from whom anything is hidden."""
    is_known_to_nobody: Callable[[Any], bool] = lambda _: False
    """In a game with secrets, whether no person plays in this state who may know them."""
    is_open: Callable[[Any], bool] = lambda _: False
    """In a game with secrets, whether neither the legality of an action nor what follows from it depends on one."""

    role: Callable[[Any, str], str] = lambda *_: ""
    """Returns the side that a player is on, by the header and the name; empty in a game of everybody for themselves."""
    is_handicapped: Callable[[Any], bool] = lambda _: False
    """Whether the game with this header was made easier for somebody, or shorter, so that its points are no records."""
    highlights: Callable[[Sequence[Any]], Iterable[Highlight]] = lambda _: ()
    """Yields what is worth remembering of a finished game, by its steps."""

    @property
    def title(self) -> Words:
        """The title on its box."""
        return BOXES[self.id].title


class NotLoaded(Exception):  # noqa: N818 - no error: what is wanted has to be loaded first
    """Raised instead of loading a `kind` of value of a game, where nothing may be loaded."""

    def __init__(self, kind: str, game: str) -> None:
        super().__init__(f"{kind} of {game}")
        self.kind = kind
        self.game = game


class _Loading(threading.local):
    is_allowed = True


_loading = _Loading()


@contextmanager
def nothing_loads() -> Iterator[None]:
    """Let this thread load no game in this block, which may wait for neither a disk nor half a second of Python.

    :raises NotLoaded: at the first value that would have to be loaded.
    """
    _loading.is_allowed = False
    try:
        yield
    finally:
        _loading.is_allowed = True


class LazyMapping(Mapping[str, T]):
    """A value for each game by its id, from a module that is loaded when the value is first asked for."""

    def __init__(self, kind: str, value_in: Callable[[str, str], T]) -> None:
        """Start empty; `value_in` loads a `kind` of value of a game, the first argument, from a module of this name."""
        self.kind = kind
        self._value_in = value_in
        self._modules: dict[str, str] = {}
        self._loaded: dict[str, T] = {}

    def register(self, game_id: str, module: str) -> None:
        """Name the module of a game's value, in place of any named before."""
        self.forget(game_id)
        self._modules[game_id] = module

    def forget(self, game_id: str) -> None:
        """Remove a game, if it is there."""
        self._modules.pop(game_id, None)
        self._loaded.pop(game_id, None)

    def loaded(self) -> tuple[T, ...]:
        """The values loaded so far, among them those of every game that has a page open."""
        return tuple(self._loaded.values())

    def __getitem__(self, game_id: str) -> T:
        """The value of a game. Threads may load it at the same time: Python loads a module once."""
        if game_id not in self._loaded:
            if not _loading.is_allowed:
                raise NotLoaded(self.kind, game_id)
            self._loaded[game_id] = self._value_in(game_id, self._modules[game_id])
        return self._loaded[game_id]

    def __contains__(self, game_id: object) -> bool:
        return game_id in self._modules

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)


def _game_in(_: str, module: str) -> Game:
    game: Game = import_module(module).GAME
    return game


BOXES: dict[str, GameBox] = {}
"""Every game's box by the game's id, in the order in which the first page offers them."""

GAMES = LazyMapping("rules", _game_in)
"""Every game by its id, in the same order."""


def register(box: GameBox, module: str) -> None:
    """Add a game whose `GAME` is in this module; a game of the same id is replaced."""
    BOXES[box.id] = box
    GAMES.register(box.id, module)
