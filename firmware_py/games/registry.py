"""What the rules of every game have, and the games that there are, each loaded when it is first needed.

Why not at once: rules and pages of all games are a fifth of what a start would load, and the first page shows no more
of a game than its box. Once the device is ready, a thread loads them all, so that whoever chooses a game does not wait
for it. A game that is chosen sooner is loaded while the device goes on (`nothing_loads`).

A referee must explain, so "which clause forbids this" is the primitive, and "is this legal" follows from it.
Decisions of the players can be listed (`legal_actions`). What the table shows (revealed cards, dice, a photo) cannot;
it is only checked. Chance is such an observation: nothing here is random. Rules know no undo, no clock and no device;
the three games share this module and nothing else.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, ClassVar, Protocol, TypeAlias, TypeVar

import msgspec

from firmware_py.words import NOTHING, Words


class Refusal(msgspec.Struct, frozen=True):
    """The clause that forbids an action, and why in plain words, including what would be allowed."""

    clause: str
    why: Words


class IllegalAction(Exception):  # noqa: N818 - the players' fault, in the players' words
    """Raised for an action that the rules forbid; the state is unchanged."""

    def __init__(self, refusal: Refusal, action: object) -> None:
        super().__init__(f"{refusal.clause}: {refusal.why.message}")
        self.refusal = refusal
        self.action = action


def _snake_case(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


class Event(msgspec.Struct, frozen=True, tag_field="event", tag=_snake_case):
    """What the device announces after an action; in JSON an object with its name under "event"."""

    is_public: ClassVar[bool] = True
    """Whether everybody at the table may hear it."""

    is_shown_anyway: ClassVar[bool] = False
    """Whether the next page shows it anyway, so that it needs no words."""

    announces_turn: ClassVar[bool] = False
    """Whether it only says that its player acts next."""

    def words(self) -> Words:
        """The announcement as one sentence."""
        raise NotImplementedError

    def voice_words(self) -> Words:
        """It as a voice says it right after the choice was heard, and whose turn it is."""
        return self.words()


Events: TypeAlias = tuple[Event, ...]
"""What an action leads to, in the order in which it is announced."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the winners in seating order (several share the victory), and the reason."""

    winners: tuple[str, ...]
    reason: Words


class Header(Protocol):
    """Line 1 of a record: what a game is played with. Each game adds its house `rules` and its `setup`."""

    @property
    def players(self) -> tuple[str, ...]:
        """The names in seating order, first to act first."""


class Action(Protocol):
    """One later line of a record: what a player does."""

    @property
    def by(self) -> str:
        """The player who acts."""


TABLE = ""
"""The viewer for everybody at the table; any other viewer is a player's name."""

H_contra = TypeVar("H_contra", contravariant=True)
S = TypeVar("S")
A = TypeVar("A")


class Rules(Protocol[H_contra, S, A]):
    """The rules of one game as pure functions over immutable values; a module of functions satisfies it."""

    def initial_state(self, header: H_contra, /) -> S:
        """The state before the first action."""

    def to_act(self, state: S, /) -> tuple[str, ...]:
        """The players who may act now, in seating order; empty when the game is over."""

    def broken_rule(self, state: S, action: A, /) -> Refusal | None:
        """Why `action` is refused now, with its clause; None if it is legal."""

    def legal_actions(self, state: S, /) -> Sequence[A]:
        """Every legal decision; what the table shows is not listed."""

    def apply(self, state: S, action: A, /) -> tuple[S, Events]:
        """The state after `action`, and what to announce.

        :raises IllegalAction: when `broken_rule` refuses it.
        """

    def outcome(self, state: S, /) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def seen_by(self, state: S, viewer: str, /) -> S:
        """The state without what `viewer` (a player's name, or `TABLE`) must not know."""

    def record_state(self, state: S, /) -> dict[str, Any]:
        """The state as a record shows it: the keys of the format, secrets included."""


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
    """Forbid this thread to load a game in this block, which may wait for neither a disk nor half a second of Python.

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

    def loaded_values(self) -> tuple[T, ...]:
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
