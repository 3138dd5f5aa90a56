"""Correcting what was entered earlier in a game: what is entered again, and how far the rest can be played again.

Why the later actions are played again and not kept: the rules decide what they lead to now. The first one that they
refuse is a question to the players: it was entered wrongly too, it never happened, or the game goes on from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, takewhile
from typing import Any

import msgspec
from msgspec.structs import replace

from firmware_py.games.records import MOST_ACTIONS, UnreadableLine, read_action
from firmware_py.games.rules import IllegalAction, Refusal
from firmware_py.games.session import TOO_LONG, Session, Version, next_step, play_on, version_of
from firmware_py.stored_json import from_json

MOST_KEPT = 8
"""Most corrections of a game that can be undone."""


class Edit(msgspec.Struct, frozen=True):
    """A correction at one place of a game."""

    number: int
    """The action that it replaces or comes before, counted from 1 in the game as it was."""
    replaces: int
    """How many actions are dropped, from that one on."""
    actions: tuple[Any, ...] = ()


class Corrected(msgspec.Struct, frozen=True):
    """A corrected game, replayed as far as the rules allow."""

    session: Session
    """Played up to the first refused action; that one and the later ones are its undone actions."""
    number: int
    """The refused action, counted in the game as it was; one more than there are if none is refused."""
    why: Refusal | None = None
    """The clause that refuses it, or that the game would be too long; None if all are played."""


def apply_edits(session: Session, edits: Sequence[Edit]) -> Corrected:
    """Replay the game with these edits, at least one, in order.

    :raises IllegalAction: when the rules forbid what is entered or an action between two edits, or too long a game.
    """
    number = edits[0].number
    changed = replace(before_action(session, number), undone=())
    for edit in edits:
        between = (step.action for step in session.steps[number - 1 : edit.number - 1])
        changed = play_on(changed, chain(between, edit.actions))
        number = edit.number + edit.replaces
    if changed.ply > MOST_ACTIONS:
        raise IllegalAction(TOO_LONG, changed.steps[-1].action)
    steps, state = list(changed.steps), changed.state
    for step in session.steps[number - 1 :]:
        try:
            if len(steps) >= MOST_ACTIONS:
                raise IllegalAction(TOO_LONG, step.action)
            steps.append(next_step(session.game, state, step.action))
        except IllegalAction as error:
            undone = _from(session, number)
            return Corrected(replace(changed, steps=tuple(steps), undone=undone), number, error.refusal)
        state, number = steps[-1].state, number + 1
    return Corrected(replace(changed, steps=tuple(steps)), number)


def before_action(session: Session, number: int) -> Session:
    """The game before action `number`; that and later ones are its undone actions.

    What was undone, and earlier corrections, are left out.
    """
    steps = session.steps[: number - 1]
    return replace(session, steps=steps, undone=_from(session, number), versions_before=(), versions_after=())


def _from(session: Session, number: int) -> tuple[Any, ...]:
    return tuple(step.action for step in session.steps[number - 1 :])


def with_edits(session: Session, edits: Sequence[Edit]) -> Session:
    """The game after these edits, replayed as far as possible; undo brings back `session`.

    :raises IllegalAction: as `apply_edits`.
    """
    since = edits[0].number - 1
    changed = replace(apply_edits(session, edits).session, undone=())
    before = version_of(session, since, at=changed.ply)
    return replace(changed, versions_before=_newest((*session.versions_before, before)))


def _newest(versions: tuple[Version, ...]) -> tuple[Version, ...]:
    """The newest versions, so that a long game corrected again and again stays small."""
    versions = versions[-MOST_KEPT:]
    while len(versions) > 1 and sum(len(version.actions) for version in versions) > MOST_ACTIONS:
        versions = versions[1:]
    return versions


def entry_around(session: Session, number: int) -> tuple[int, int]:
    """The first and the last action of what the players entered as one with action `number`."""
    is_mid_action, steps = session.game.is_mid_action, session.steps
    first = last = number
    while first > 1 and is_mid_action(steps[first - 2].state):
        first -= 1
    while last < len(steps) and is_mid_action(steps[last - 1].state):
        last += 1
    return first, last


def same_actions(session: Session, other: Session) -> int:
    """How many first actions, those undone included, are the same in two sessions of one game."""
    alike = (mine == theirs for mine, theirs in zip(_all_actions(session), _all_actions(other), strict=False))
    return sum(takewhile(bool, alike))


def _all_actions(session: Session) -> Iterator[Any]:
    return chain((step.action for step in session.steps), session.undone)


# --- as text ---------------------------------------------------------------------------------------------------------


class _Version(msgspec.Struct, frozen=True):
    """A version as it is stored; its fields are those of `session.Version`, each action as in a record."""

    at: int
    since: int
    ply: int
    actions: tuple[msgspec.Raw, ...]


class _Versions(msgspec.Struct, frozen=True, omit_defaults=True):
    before: tuple[_Version, ...] = ()
    after: tuple[_Version, ...] = ()
    marks: tuple[int, ...] = ()


def write_versions(session: Session) -> str:
    """Return the other versions of a corrected game and its marks as text, to be stored; empty if there are none."""
    if not (session.versions_before or session.versions_after or session.marks):
        return ""
    before, after = (tuple(map(_write, versions)) for versions in (session.versions_before, session.versions_after))
    return msgspec.json.encode(_Versions(before, after, session.marks)).decode()


def with_versions(session: Session, text: str) -> Session:
    """A stored game with its other versions and its marks; without them if they cannot be read.

    They are not played here: that would take many times as long as the game itself.
    """
    try:
        stored = from_json(text, _Versions) if text else _Versions()
        before, after = (
            tuple(_read(session, version) for version in versions) for versions in (stored.before, stored.after)
        )
    except (msgspec.DecodeError, UnreadableLine):
        return session
    return replace(session, versions_before=before, versions_after=after, marks=stored.marks)


def _write(version: Version) -> _Version:
    actions = (msgspec.Raw(msgspec.json.encode(action)) for action in version.actions)
    return _Version(version.at, version.since, version.ply, tuple(actions))


def _read(session: Session, stored: _Version) -> Version:
    actions = tuple(read_action(bytes(action), session.game.action) for action in stored.actions)
    return Version(stored.at, stored.since, actions, stored.ply)
