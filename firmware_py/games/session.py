"""A game in progress: what was played, what was taken back, and the state that follows from it.

Why: actions are the truth and the state is their fold, so undo is a shorter history and redo a longer one. A session is
a value. Its owner holds the newest one, and stores each action before showing its result.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from firmware_py.games.records import UnreadableLine, has_unseen, read_action, read_header, split_lines
from firmware_py.games.registry import GAMES, Game
from firmware_py.games.rules import Event, IllegalAction
from firmware_py.words import Words, words


@dataclass(frozen=True)
class Step:
    """One accepted action, the state after it, and its announcements."""

    action: Any
    state: Any
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Session:
    """A game: its header, the steps played, and the actions that were taken back and can be played again."""

    game: Game
    header: Any
    start: Any
    steps: tuple[Step, ...] = ()
    undone: tuple[Any, ...] = ()
    """Actions taken back, the next one to redo first."""
    seed: str = ""
    """The seed of the dice if the device rolls them; empty if they are rolled at the table."""

    @property
    def state(self) -> Any:
        """The current state."""
        return self.steps[-1].state if self.steps else self.start

    @property
    def ply(self) -> int:
        """How many actions are played."""
        return len(self.steps)

    @property
    def is_over(self) -> bool:
        """Whether the game has an outcome."""
        return self.game.rules.outcome(self.state) is not None


def begin(header: Any) -> Session:
    """Return the session of a new game."""
    game = GAMES[header.game]
    return Session(game, header, game.rules.initial_state(header))


def play(session: Session, action: Any) -> Session:
    """Return the session after `action`; it drops the actions that were taken back.

    :raises IllegalAction: when the rules forbid the action.
    """
    return replace(_extend(session, action), undone=())


def undo(session: Session) -> Session:
    """Return the session without its last action, or unchanged when nothing was played.

    Actions that the table takes as one are taken back together.
    """
    ply = session.ply - 1
    while ply > 0 and session.game.is_midway(session.steps[ply - 1].state):
        ply -= 1
    return _back_to(session, max(0, ply))


def redo(session: Session) -> Session:
    """Return the session with the last undo taken back, or unchanged when nothing was undone."""
    if not session.undone:
        return session
    action, *later = session.undone
    longer = replace(_extend(session, action), undone=tuple(later))
    return redo(longer) if longer.game.is_midway(longer.state) else longer


def why_not_undo(session: Session) -> Words | None:
    """Return why the last action cannot be taken back, because the device rolled dice; None if it can."""
    if session.seed and session.steps and session.game.is_roll(session.steps[-1].action):
        return words("The device has rolled the dice: that roll cannot be taken back.")
    return None


def corrected(session: Session, ply: int, action: Any) -> tuple[Session, int | None]:
    """Return the session with `action` in place of action number `ply` (from 1), and where replaying stopped.

    The later actions are played again, up to the first that the rules now refuse. The second value is its number, or
    None when all are played. Actions that were taken back are dropped.

    :raises IllegalAction: when the rules forbid `action` itself there.
    """
    changed = play(replace(session, steps=session.steps[: ply - 1]), action)
    for number, step in enumerate(session.steps[ply:], start=ply + 1):
        try:
            changed = _extend(changed, step.action)
        except IllegalAction:
            return changed, number
    return changed, None


def undo_label(session: Session, *, secrets: bool = False) -> Words | None:
    """Return what undo would take back, in words, or None when nothing can be taken back.

    Without `secrets` the words contain only what everybody may know.
    """
    if not session.steps or why_not_undo(session):
        return None
    return _label(session.steps[undo(session).ply :], secrets)


def redo_label(session: Session, *, secrets: bool = False) -> Words | None:
    """Return what redo would play again, in words, or None when nothing was undone; `secrets` as for undo."""
    return _label(redo(session).steps[session.ply :], secrets) if session.undone else None


def _label(steps: tuple[Step, ...], secrets: bool) -> Words:
    announced = (event.words() for step in steps for event in step.events if secrets or event.is_public)
    return next(announced, words("the last action"))


def checksum(session: Session) -> str:
    """Return a short digest of the current state as a record shows it; equal states have equal digests."""
    shown = json.dumps(session.game.rules.record_state(session.state), sort_keys=True)
    return hashlib.sha256(shown.encode()).hexdigest()[:16]


def restore(header_line: str, lines: Sequence[str], checksums: Sequence[str], ply: int) -> tuple[Session, Words | None]:
    """Return a stored game, and a warning if it can only be restored in part.

    `lines` are the stored actions, those taken back included; `ply` of them are played. `checksums` are the digests of
    the states after them. If the rules have changed since, the game stops before the first action that they refuse or
    that leads to another state.

    :raises UnreadableLine: when the header cannot be used any more.
    """
    session = begin(read_header(header_line.encode()))
    for line, expected in zip(lines, checksums, strict=True):
        try:
            longer = _extend(session, read_action(line.encode(), session.game.action))
        except (UnreadableLine, IllegalAction):
            return _restored_in_part(session, ply)
        if checksum(longer) != expected:
            return _restored_in_part(session, ply)
        session = longer
    return _back_to(session, ply), None


LONGEST_NAME = 40
"""The most characters of a player's name in an imported record; the pages have room for some twelve."""


class RefusedRecord(Exception):  # noqa: N818 - the word of the record format
    """Raised for a record that cannot be imported: its line, and why."""

    def __init__(self, line: int, why: Words) -> None:
        super().__init__(f"line {line}: {why.message}")
        self.line = line
        self.why = why


def read_record(text: bytes) -> Session:
    """Return a record as a session, played to its last line.

    :raises RefusedRecord: at the first line that is unreadable or illegal, or whose names no screen can show.
    """
    header, *lines = split_lines(text) or [b""]
    try:
        session = begin(read_header(header))
    except UnreadableLine as error:
        raise RefusedRecord(1, error.why) from None
    _check_names(session.header.players)
    for number, line in enumerate(lines, start=2):
        try:
            session = _extend(session, read_action(line, session.game.action))
        except UnreadableLine as error:
            raise RefusedRecord(number, error.why) from None
        except IllegalAction as error:
            raise RefusedRecord(
                number, words("{clause}: {why}", clause=error.rule.clause, why=error.rule.why)
            ) from None
    return session


def _check_names(players: tuple[str, ...]) -> None:
    """Check that names can be shown: rules and records allow any, screens do not."""
    if any(map(has_unseen, players)):
        raise RefusedRecord(1, words("a player's name holds line breaks or control characters: leave them out"))
    if any(len(name) > LONGEST_NAME for name in players):
        raise RefusedRecord(1, words("a player's name is longer than {most} characters", most=LONGEST_NAME))


def _extend(session: Session, action: Any) -> Session:
    state, events = session.game.rules.apply(session.state, action)
    return replace(session, steps=(*session.steps, Step(action, state, events)))


def _back_to(session: Session, ply: int) -> Session:
    """Return the session after its first `ply` actions; what came after them can be played again."""
    taken_back = tuple(step.action for step in session.steps[ply:])
    return replace(session, steps=session.steps[:ply], undone=(*taken_back, *session.undone))


def _restored_in_part(session: Session, ply: int) -> tuple[Session, Words | None]:
    """Return a game that cannot be restored further, and a warning unless only undone actions are missing."""
    if session.ply >= ply:
        return _back_to(session, ply), None
    number = session.ply + 1
    return session, words(
        "The rules have changed since this game was stored: it goes on before action {number}.", number=number
    )
