"""Plays a record line by line, with the same rules as the device."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from firmware_py.games.records import UnreadableLine, read_action, read_lines
from firmware_py.games.registry import GAMES, Game
from firmware_py.games.rules import Event, IllegalAction, Rule
from firmware_py.words import Say, words


class Played(msgspec.Struct, frozen=True):
    """One line of a record after it was played: what happened, or why it was refused, and the state afterwards."""

    line: int
    state: dict[str, Any]
    events: tuple[Event, ...] = ()
    refusal: Rule | UnreadableLine | None = None


def replay(text: bytes, *, keep_going: bool = False) -> Iterator[Played]:
    """Play a record and yield its lines, the header's first; a refused line ends it unless `keep_going`.

    :raises UnusableRecord: before anything is yielded, when the header cannot be used or there are too many lines.
    """
    header, lines = read_lines(text)
    game = GAMES[header.game]
    return _play(game, game.rules.initial_state(header), lines, keep_going=keep_going)


def _play(game: Game, state: Any, lines: list[bytes], *, keep_going: bool) -> Iterator[Played]:
    yield Played(1, game.rules.record_state(state))
    for number, line in enumerate(lines, start=2):
        events: tuple[Event, ...] = ()
        refusal: Rule | UnreadableLine | None = None
        try:
            state, events = game.rules.apply(state, read_action(line, game.action))
        except UnreadableLine as error:
            refusal = error
        except IllegalAction as error:
            refusal = error.rule
        yield Played(number, game.rules.record_state(state), events, refusal)
        if refusal and not keep_going:
            return


def as_json(played: Played, say: Say) -> str:
    """Return one line of `replay --json`."""
    shown: dict[str, Any] = {"line": played.line, "ok": played.refusal is None}
    match played.refusal:
        case None if played.line > 1:
            shown["events"] = [msgspec.to_builtins(event) for event in played.events]
        case Rule(clause, why):
            shown |= {"error": "illegal", "rule": clause, "message": say(why)}
        case UnreadableLine() as error:
            shown |= {"error": "unreadable", "message": say(error.why)}
    return json.dumps(shown | {"state": played.state})


def as_text(played: Played, say: Say) -> str:
    """Return one line of the readable account, without the line end."""
    match played.refusal:
        case Rule(clause, why):
            refusal = words("{clause}: {why}", clause=clause, why=why)
            account = f"✗ {say(refusal)}"
        case UnreadableLine() as error:
            account = f"✗ {say(error.why)}"
        case None if played.line == 1:
            account = say(words("The game begins."))
        case None:
            account = " ".join(say(event.words()) for event in played.events)
    return f"{played.line:4}  {account}"
