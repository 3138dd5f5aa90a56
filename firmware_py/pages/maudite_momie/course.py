"""How a game of Maudite Momie went: what each player scored for, and every score after each action."""

from __future__ import annotations

from collections.abc import Iterator

from display.view import Course, CoursePlayer
from firmware_py.games.maudite_momie.events import Caught, Scored
from firmware_py.games.maudite_momie.state import State
from firmware_py.games.session import Session
from firmware_py.pages.table import Table
from firmware_py.printable import printable
from firmware_py.words import words

KINDS = (words("treasures"), words("doubled"), words("caught others"), words("at the end"))
"""Symbols, what pairs add to them, hands taken by a mummy, and the final reveal."""
TREASURES, DOUBLED, GUARDIANS, FINAL = range(len(KINDS))


def course(table: Table) -> Course:
    """Return how the game went, the best first."""
    session = table.playing
    state: State = session.state
    parts = {player: [0] * len(KINDS) for player in state.players}
    for player, kind, points in _points(session):
        parts[player][kind] += points
    scores = [session.start.scores, *(step.state.scores for step in session.steps)]
    order = sorted(range(len(state.players)), key=lambda seat: -state.scores[seat])
    players = tuple(
        CoursePlayer(
            printable(state.players[seat]),
            table.colours[seat],
            state.scores[seat],
            state.finish,
            tuple(score[seat] for score in scores),
            tuple(parts[state.players[seat]]),
        )
        for seat in order
    )
    return Course(players, tuple(map(table.say, KINDS)))


def _points(session: Session) -> Iterator[tuple[str, int, int]]:
    """Yield whose points there were, of which kind, and how many."""
    states = (session.start, *(step.state for step in session.steps))
    for before, step in zip(states, session.steps, strict=False):
        catchers = {event.awakener for event in step.events if isinstance(event, Caught)}
        for event in step.events:
            if not isinstance(event, Scored):
                continue
            if before.phase == "final_reveal":
                yield event.player, FINAL, event.points
            elif event.player in catchers:
                yield event.player, GUARDIANS, event.points
            else:
                symbols = sum(haul.symbols for haul in event.hauls)
                yield event.player, TREASURES, symbols
                yield event.player, DOUBLED, event.points - symbols
