"""A game in progress: what was played, what was taken back, and the state that follows from it.

Why: actions are the truth and a state is their fold, so undo is a shorter history and redo a longer one. A session is
a value; whoever owns it keeps the newest and stores each action before showing what it led to.
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
    """One accepted action, what it led to and what was announced."""

    action: Any
    state: Any
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Session:
    """A game from its header on: the steps played, and the actions that were taken back and can be played again."""

    game: Game
    header: Any
    start: Any
    steps: tuple[Step, ...] = ()
    undone: tuple[Any, ...] = ()
    """Actions taken back, the next one to redo first."""
    seed: str = ""
    """What the dice of this game follow from if the device rolls them; empty if they are thrown at the table."""

    @property
    def state(self) -> Any:
        """The state now."""
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
    """Return the session after `action`; what had been taken back is forgotten.

    :raises IllegalAction: when the rules forbid the action.
    """
    return replace(_extend(session, action), undone=())


def undo(session: Session) -> Session:
    """Return the session without its last action, or unchanged when nothing was played.

    Actions that players do in one go are taken back in one go.
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
    """Return why the last action stays: after a roll of the device nobody goes back to an earlier one. Else None."""
    if session.seed and session.steps and session.game.is_roll(session.steps[-1].action):
        return words("The device has rolled the dice: nobody can go back behind that roll.")
    return None


def repaired(session: Session, ply: int, action: Any) -> tuple[Session, int | None]:
    """Return the session as if action number `ply` (from 1) had been `action`, and where replaying had to stop.

    What followed is played again as it was, up to the first action that the rules now refuse: its number, or None when
    all of it is played. What had been taken back is forgotten.

    :raises IllegalAction: when the rules forbid `action` itself there.
    """
    mended = play(replace(session, steps=session.steps[: ply - 1]), action)
    for number, step in enumerate(session.steps[ply:], start=ply + 1):
        try:
            mended = _extend(mended, step.action)
        except IllegalAction:
            return mended, number
    return mended, None


def undo_label(session: Session, *, secrets: bool = False) -> Words | None:
    """Return what undo would take back, in words, or None when nothing can be taken back.

    Unless `secrets` may be read, the words tell what everybody may know.
    """
    if not session.steps or why_not_undo(session):
        return None
    return _label(session.steps[undo(session).ply :], secrets)


def redo_label(session: Session, *, secrets: bool = False) -> Words | None:
    """Return what redo would play again, in words, or None when nothing was undone; `secrets` as for undo."""
    return _label(redo(session).steps[session.ply :], secrets) if session.undone else None


def _label(steps: tuple[Step, ...], secrets: bool) -> Words:
    told = (event.words() for step in steps for event in step.events if secrets or event.is_public)
    return next(told, words("the last action"))


def checksum(session: Session) -> str:
    """Return a short digest of the state now, as a record shows it: equal states, equal digests."""
    shown = json.dumps(session.game.rules.record_state(session.state), sort_keys=True)
    return hashlib.sha256(shown.encode()).hexdigest()[:16]


def restore(header_line: str, lines: Sequence[str], checksums: Sequence[str], ply: int) -> tuple[Session, Words | None]:
    """Return a stored game as it was left, and a warning if it could only be restored in part.

    `lines` are the stored actions, those taken back included; `ply` of them are played; `checksums` hold each state
    after them as it was when it was stored. A game played under other rules stops before the first action that these
    rules refuse or that leads elsewhere.

    :raises UnreadableLine: when the header cannot be used any more.
    """
    session = begin(read_header(header_line.encode()))
    for line, expected in zip(lines, checksums, strict=True):
        try:
            longer = _extend(session, read_action(line.encode(), session.game.action))
        except (UnreadableLine, IllegalAction):
            return _as_far_as(session, ply)
        if checksum(longer) != expected:
            return _as_far_as(session, ply)
        session = longer
    return _back_to(session, ply), None


LONGEST_NAME = 40
"""In characters, of a player in a record from elsewhere; the pages leave room for some twelve."""


class RefusedRecord(Exception):  # noqa: N818 - the word of the record format
    """A record that cannot be taken up whole: its line, and why."""

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
    """Check that names can be shown: rules and record bear any, the table does not."""
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


def _as_far_as(session: Session, ply: int) -> tuple[Session, Words | None]:
    """Return a game that cannot be followed further; nothing is lost where that had been taken back anyway."""
    if session.ply >= ply:
        return _back_to(session, ply), None
    number = session.ply + 1
    return session, words(
        "The rules have changed since this game was stored: it goes on before action {number}.", number=number
    )
