"""A fourth game, as small as a game can be: players take one or two stones in turn, and who takes the last one wins.

`python nim.py DATA` plays it on a device whose data lies in DATA until it is killed: each line that it reads is a
button, each that it writes the page that followed.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal

import msgspec

from display.view import Colour, as_text
from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games import registry as games
from firmware_py.games.registry import Event, IllegalAction, Outcome, Refusal
from firmware_py.games.seats import Boxes
from firmware_py.pages import registry as pages
from firmware_py.pages.interface import Begin, Play
from firmware_py.pages.page import Choice, ListPage, Page, Push
from firmware_py.words import Words, plain, words

STONES = 5


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Line 1 of a record of Nim."""

    record: Literal[1]
    game: Literal["nim"]
    players: tuple[str, ...]


class Take(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="take"):
    """Take some stones."""

    by: str
    stones: int


class State(msgspec.Struct, frozen=True):
    """What lies on the table, and whose turn it is."""

    players: tuple[str, ...]
    stones: int = STONES
    turn: int = 0


class Taken(Event, frozen=True):
    """Somebody has taken stones."""

    by: str
    stones: int

    def words(self) -> Words:
        """The announcement."""
        return plain(f"{self.by} takes {self.stones}.")


def _to_act(state: State) -> tuple[str, ...]:
    return (state.players[state.turn],) if state.stones else ()


def _broken_rule(state: State, action: Take) -> Refusal | None:
    if (action.by,) != _to_act(state):
        return Refusal("N1", plain("It is not your turn."))
    return None if 1 <= action.stones <= min(2, state.stones) else Refusal("N2", plain("Take one stone or two."))


def _apply(state: State, action: Take) -> tuple[State, tuple[Event, ...]]:
    if rule := _broken_rule(state, action):
        raise IllegalAction(rule, action)
    turn = (state.turn + 1) % len(state.players)
    return State(state.players, state.stones - action.stones, turn), (Taken(action.by, action.stones),)


def _outcome(state: State) -> Outcome | None:
    if state.stones:
        return None
    return Outcome((state.players[state.turn - 1],), plain("The last stone is taken."))


RULES = SimpleNamespace(
    initial_state=lambda header: State(header.players),
    to_act=_to_act,
    broken_rule=_broken_rule,
    legal_actions=lambda state: [Take(by, n) for by in _to_act(state) for n in (1, 2) if n <= state.stones],
    apply=_apply,
    outcome=_outcome,
    seen_by=lambda state, viewer: state,  # noqa: ARG005 - nothing is secret
    record_state=msgspec.to_builtins,
)


def _page(table: Any, draft: str | None, menu: Page) -> Page:  # noqa: ARG001 - nothing is entered bit by bit
    state: State = table.playing.state
    choices = [Choice(plain(f"Take {take.stones}"), Play(take)) for take in RULES.legal_actions(state)]
    prompt = plain(f"{state.stones} stones") if choices else RULES.outcome(state).reason
    return ListPage(plain("Nim"), prompt, tuple(choices), on_back=Push(menu))


def _set_up(players: tuple[str, ...], colours: tuple[Colour, ...], boxes: Boxes = ()) -> Page:  # noqa: ARG001
    return ListPage(plain("Nim"), plain("Ready?"), (Choice(words("Begin"), Begin(Header(1, "nim", players), colours)),))


GAME = games.Game("nim", RULES, Header, Take)
PAGES = pages.GamePages(_set_up, _page, summary=lambda state: plain(f"{state.stones} stones"))


def register() -> None:
    """Let the device offer the game: the two lines that a new game needs."""
    games.register(games.GameBox("nim", plain("Nim"), 2, 4), __name__)
    pages.register("nim", __name__, world="home")


if __name__ == "__main__":
    register()
    with SimulatedDevice(Config(language="en"), Path(sys.argv[1])) as device:
        for line in sys.stdin:
            device.press(line.strip())
            print(as_text(device.app.view).replace("\n", " "), flush=True)
