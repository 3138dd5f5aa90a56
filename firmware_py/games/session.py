"""A game in progress: what was played, undone and corrected, and the state that follows from it.

Why: actions are the truth and the state is their fold, so undo is a shorter history and redo a longer one. A session is
a value. Its owner holds the newest one, and stores each action before showing its result.

Why some of it is decided by those who know all secrets: whatever can be asked and undone tells. A mummy that walks into
a cell, sees whether it catches, and takes its move back has searched that cell. So in a game with secrets nothing is
undone, played again or corrected but by those from whom nothing is hidden (`is_secret_to_take_back`); only what nothing
hidden decides about is free. What of it everybody had heard leaves a mark. Where none of those people looks at this
device, because the device itself plays for them, this is the place that must say no, after the end too.

Why actions after a corrected one are played again and not kept: the rules decide what they lead to now. The first one
that they refuse is a question to the players: it was entered wrongly too, it never happened, or the game goes on from
there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, takewhile
from typing import Any

import msgspec
from msgspec.structs import replace

from firmware_py.foreign_text import from_json
from firmware_py.games.records import MOST_ACTIONS, UnreadableLine, read_action
from firmware_py.games.registry import GAMES, Event, Game, IllegalAction, Refusal
from firmware_py.games.seats import Seat, box_of, why_no_seat, with_seat
from firmware_py.words import Words, words, words_n

OVER = Refusal("", words("The game is over; nothing more can be played."))
TOO_LONG = Refusal("", words("A game has {most} entries at most: undo some, or begin another game.", most=MOST_ACTIONS))
"""Why a game takes no further entry."""


class Step(msgspec.Struct, frozen=True):
    """One accepted action, the state after it, and its announcements."""

    action: Any
    state: Any
    events: tuple[Event, ...]


class Version(msgspec.Struct, frozen=True):
    """Another version of a game: from before a correction or, once the correction is undone, from after it."""

    at: int
    """How many actions of the other version are played when this one takes its place."""
    since: int
    """Number of first actions that both share."""
    actions: tuple[Any, ...]
    """Its actions from there on, undone ones included."""
    ply: int
    """Number of its actions that are played."""


class Session(msgspec.Struct, frozen=True, cache_hash=True):
    """A game: its header, the steps played, and the actions that were undone and can be played again."""

    game: Game
    header: Any
    start: Any
    steps: tuple[Step, ...] = ()
    undone: tuple[Any, ...] = ()
    """Actions undone, the next one to redo first."""
    versions_before: tuple[Version, ...] = ()
    """The game before each of its corrections, the newest last: undo returns there."""
    versions_after: tuple[Version, ...] = ()
    """The game after each correction that was undone, the next one to redo last."""
    seed: str = ""
    """The seed of the dice if the device rolls them; empty if they are rolled at the table."""
    chance: str = ""
    """What the choices of the box's seats follow from, and the cards of its hunters."""
    marks: tuple[int, ...] = ()
    """Where something that everybody had heard was undone: the number of public announcements before it."""

    @property
    def state(self) -> Any:
        """The current state."""
        return self.steps[-1].state if self.steps else self.start

    @property
    def ply(self) -> int:
        """Number of actions played."""
        return len(self.steps)

    @property
    def present(self) -> tuple[str, ...]:
        """The players who have not gone home."""
        players: tuple[str, ...] = self.header.players if self.game.leave is type(None) else self.state.present
        return players

    @property
    def is_over(self) -> bool:
        """Whether the game has an outcome."""
        return self.game.rules.outcome(self.state) is not None

    @property
    def has_secrets(self) -> bool:
        """Whether anything is hidden from a person who plays."""
        return self.game.has_secrets and not self.game.is_kept_from_nobody(self.state)


def begin(header: Any) -> Session:
    """The session of a new game."""
    game = GAMES[header.game]
    return Session(game, header, game.rules.initial_state(header))


def play(session: Session, action: Any) -> Session:
    """The session after `action`; it drops what was undone.

    :raises IllegalAction: when the rules forbid the action, or the game is too long.
    """
    if session.ply >= MOST_ACTIONS:
        raise IllegalAction(TOO_LONG, action)
    return replace(_extend(session, action), undone=(), versions_after=())


def undo(session: Session) -> Session:
    """The session without its last action or correction, or unchanged when nothing was played.

    Actions that the table takes as one are undone together.
    """
    if _ends_in(session.versions_before, session):
        try:
            return _before_correction(session)
        except IllegalAction:  # the rules have changed since it was stored
            session = replace(session, versions_before=(), versions_after=())
    return without_last(session)


def without_last(session: Session) -> Session:
    """The session without the last action of a person, whatever was corrected, or unchanged if there is none.

    What the box has decided since then goes with it.
    """
    at = session.versions_before[-1].at if session.versions_before else 0
    least = at if at < session.ply else 0
    last, is_mid_action = last_entered(session), session.game.is_mid_action
    if last < 0 and not least:
        return session
    whole = (ply for ply in range(last, least, -1) if not is_mid_action(session.steps[ply - 1].state))
    return back_to(session, next(whole, least))


def last_entered(session: Session) -> int:
    """The index of the last action that people have entered; -1 if there is none.

    Dice that the device has rolled for the box are the box's as well.
    """
    for ply in range(session.ply - 1, -1, -1):
        if not (getattr(session.steps[ply].state, "boxes", ()) and is_by_box(session, ply)):
            return ply
    return -1


def is_by_box(session: Session, ply: int) -> bool:
    """Whether the box has decided on the action after the first `ply`; it never goes home by itself."""
    action = session.steps[ply].action
    if isinstance(action, Seat | session.game.leave):
        return False
    if box_of(session.steps[ply - 1].state if ply else session.start, action.by) is None:
        return False
    return not session.game.is_observed(action) or bool(session.seed and session.game.is_roll(action))


def is_entry(session: Session, ply: int) -> bool:
    """Whether the action after the first `ply` was entered by people, who can enter it again differently."""
    action = session.steps[ply].action
    if isinstance(action, Seat) or (session.seed and session.game.is_roll(action)):
        return False
    return not is_by_box(session, ply)


def redo(session: Session) -> Session:
    """The session with the last undo reversed, or unchanged when nothing was undone.

    In a game with secrets it is everything that was undone: how often it is done would tell how much that is.
    """
    longer = _redo_last(session)
    return longer if longer is session or not session.has_secrets else redo(longer)


def _redo_last(session: Session) -> Session:
    if _ends_in(session.versions_after, session):
        try:
            return _after_correction(session)
        except IllegalAction:  # as for undo
            session = replace(session, versions_after=())
    if not session.undone:
        return session
    action, *later = session.undone
    longer = replace(_extend(session, action), undone=tuple(later))
    goes_on = longer.game.is_mid_action(longer.state) or (later and box_of(longer.state, later[0].by) is not None)
    return _redo_last(longer) if goes_on else longer


def with_all_played(session: Session) -> Session:
    """The session with all undone actions played again; the same session if none was."""
    if not session.undone:
        return session
    return replace(play_on(session, session.undone), undone=())


def play_on(session: Session, actions: Iterable[Any]) -> Session:
    """The session with more actions; what was undone stays. :raises IllegalAction: as `play`"""
    steps, state = list(session.steps), session.state
    for action in actions:
        steps.append(next_step(session.game, state, action))
        state = steps[-1].state
    return replace(session, steps=tuple(steps))


def _ends_in(versions: tuple[Version, ...], session: Session) -> bool:
    return bool(versions) and versions[-1].at == session.ply


def _before_correction(session: Session) -> Session:
    """The session as it was before its last correction; there must be one."""
    *older, version = session.versions_before
    other, now = _exchange(session, version)
    return replace(other, versions_before=tuple(older), versions_after=(*session.versions_after, now))


def _after_correction(session: Session) -> Session:
    """The session with its last correction that was undone; there must be one."""
    *older, version = session.versions_after
    other, now = _exchange(session, version)
    return replace(other, versions_before=(*session.versions_before, now), versions_after=tuple(older))


def _exchange(session: Session, version: Version) -> tuple[Session, Version]:
    """The session in another version, and the version that it had."""
    now = version_of(session, version.since, at=version.ply)
    other = replace(session, steps=session.steps[: version.since], undone=())
    return back_to(play_on(other, version.actions), version.ply), now


def version_of(session: Session, since: int, at: int) -> Version:
    """A session's actions after the first `since`, to be taken up again once `at` actions are played."""
    actions = (*(step.action for step in session.steps[since:]), *session.undone)
    return Version(at, since, actions, session.ply)


def is_kept_by_box(session: Session) -> bool:
    """Whether the box alone may know what is hidden: nobody at the table can decide what is taken back.

    After the end as well, if the game would go on then: by that time everybody has seen what was hidden.
    """
    state = session.state
    if session.is_over:
        state = session.steps[-2].state if session.ply > 1 else session.start
    return session.game.is_known_to_nobody(state)


def with_seats_of(session: Session, state: Any) -> Session:
    """The session with the box in those seats in which it sits in another state of the same game."""
    boxes = getattr(state, "boxes", ())
    if getattr(session.state, "boxes", ()) == boxes:
        return session
    if not session.steps:
        return replace(session, start=replace(session.start, boxes=boxes))
    *steps, last = session.steps
    return replace(session, steps=(*steps, replace(last, state=replace(last.state, boxes=boxes))))


def changes_secret_seats(before: Session, after: Session) -> bool:
    """Whether a game with secrets has somebody else in a seat: that is for those to say who may know them.

    After the end everybody has seen what was hidden.
    """
    is_out = before.is_over and after.is_over
    return before.game.has_secrets and not is_out and before.state.boxes != after.state.boxes


def is_secret_to_take_back(session: Session) -> bool:
    """Whether undoing, or having nothing to undo, may tell a secret.

    After the end as well: what was hidden has been shown by then, and the game would go on.
    """
    if not session.has_secrets:
        return False
    return not session.steps or not session.game.is_open(session.steps[-1].action)


def undo_openly(session: Session) -> Session:
    """The session without its last action, as everybody may undo it; nobody learns what was corrected.

    A correction that has ended with that action ends before it from now on.
    """
    shorter = undo(_without_corrections(session))
    versions = session.versions_before
    if _ends_in(versions, session):
        *older, last = versions
        versions = (*older, replace(last, at=shorter.ply)) if last.since <= shorter.ply else tuple(older)
    return replace(shorter, versions_before=versions, versions_after=session.versions_after)


def _without_corrections(session: Session) -> Session:
    """The session as if nothing had been corrected."""
    return replace(session, versions_before=(), versions_after=())


def with_mark(session: Session, before: Session) -> Session:
    """The session that takes the place of `before`, marked if that undid what everybody had heard.

    Nothing but what everybody has heard decides about it: not how often, and not what else was undone.
    """
    kept, taken_back = _compare_heard(session, before)
    if not (taken_back and session.has_secrets):
        return replace(session, marks=before.marks)
    return replace(session, marks=(*(mark for mark in before.marks if mark < kept), kept))


def first_taken_back(session: Session, before: Session) -> Event | None:
    """The first public announcement of `before` that the session undoes; None if it keeps all."""
    _, taken_back = _compare_heard(session, before)
    return taken_back[0] if taken_back else None


def _compare_heard(session: Session, before: Session) -> tuple[int, tuple[Event, ...]]:
    """How many public announcements of `before` the session shares, and those it lacks."""
    heard = _public_events(before)
    kept = sum(takewhile(bool, (one == other for one, other in zip(heard, _public_events(session), strict=False))))
    return kept, heard[kept:]


def _public_events(session: Session) -> tuple[Event, ...]:
    return tuple(event for step in session.steps for event in step.events if event.is_public)


def why_not_undo(session: Session, *, secrets: bool = True) -> Words | None:
    """Why the last action cannot be undone, because of dice or of who plays; None if it can.

    Without `secrets` it is what everybody is told who undoes it.
    """
    session = session if secrets else _for_everybody(session)
    last = last_entered(session)
    if last < 0 or _ends_in(session.versions_before, session):
        return None
    action = session.steps[last].action
    if isinstance(action, Seat):
        return words("A change of seats cannot be undone: use 'Who plays…' in the menu.")
    if session.seed and session.game.is_roll(action):
        return words("The device has rolled the dice: that roll cannot be undone.")
    return None


def undo_label(session: Session, *, secrets: bool = False) -> Words | None:
    """The words for what would be undone, or None when nothing can be undone.

    Without `secrets` the words contain only what everybody may know.
    """
    session = session if secrets else _for_everybody(session)
    if _ends_in(session.versions_before, session):
        return THE_CORRECTION
    since = session.ply if why_not_undo(session) else undo(session).ply
    return _label(session, since, secrets) if since < session.ply else None


def _for_everybody(session: Session) -> Session:
    """The session as everybody knows it: in a game with secrets, a correction is one."""
    return _without_corrections(session) if session.has_secrets else session


def redo_label(session: Session, *, secrets: bool = False) -> Words | None:
    """The words for what redo would play again, or None when nothing was undone; `secrets` as for undo."""
    if _ends_in(session.versions_after, session):
        return THE_CORRECTION
    return _label(redo(session), session.ply, secrets) if session.undone else None


THE_CORRECTION = words("the correction")


def _label(session: Session, since: int, secrets: bool) -> Words:
    """What comes after the first `since` actions: what people entered, and how much of the box goes with it."""
    announced = (event.words() for step in session.steps[since:] for event in step.events if secrets or event.is_public)
    what = next(announced, words("the last entry"))
    count = sum(is_by_box(session, ply) for ply in range(since + 1, session.ply))
    if not count:
        return what
    return words_n(
        "{what} {count} later entry goes with it.", "{what} {count} later entries go with it.", count, what=what
    )


def checksums(session: Session, since: int = 0) -> Iterator[str]:
    """Yield the digest of the state after each action, from action number `since` + 1 on.

    Why from the steps: a shorter session for each action would cost memory in proportion to the square of the length.
    """
    return (digest_of(session.game, step.state) for step in session.steps[since:])


def digest_of(game: Game, state: Any) -> str:
    """A short digest of a state as a record shows it; equal states have equal digests."""
    shown = _SORTED.encode(game.rules.record_state(state))
    return hashlib.sha256(shown.encode()).hexdigest()[:16]


_SORTED = json.JSONEncoder(sort_keys=True)


def next_step(game: Game, state: Any, action: Any) -> Step:
    """An action as a step from a state. :raises IllegalAction: when the rules forbid it"""
    if isinstance(action, Seat):
        if why := OVER if game.rules.outcome(state) else why_no_seat(state, action):
            raise IllegalAction(why, action)
        return Step(action, *with_seat(state, action))
    return Step(action, *game.rules.apply(state, action))


def _extend(session: Session, action: Any) -> Session:
    return replace(session, steps=(*session.steps, next_step(session.game, session.state, action)))


def back_to(session: Session, ply: int) -> Session:
    """The session after its first `ply` actions; what came after them can be played again."""
    taken_back = tuple(step.action for step in session.steps[ply:])
    return replace(session, steps=session.steps[:ply], undone=(*taken_back, *session.undone))


MOST_KEPT = 8
"""Most corrections of a game that can be undone."""


class Edit(msgspec.Struct, frozen=True):
    """A correction at one place of a game."""

    number: int
    """The action that it replaces or comes before, counted from 1 in the game as it was."""
    replaces: int
    """Number of actions dropped, from that one on."""
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
    while sum(len(version.actions) for version in versions) > MOST_ACTIONS:
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
    """A version as it is stored; its fields are those of `Version`, each action as in a record."""

    at: int
    since: int
    ply: int
    actions: tuple[msgspec.Raw, ...]


class _Versions(msgspec.Struct, frozen=True, omit_defaults=True):
    before: tuple[_Version, ...] = ()
    after: tuple[_Version, ...] = ()
    marks: tuple[int, ...] = ()


def write_versions(session: Session) -> str:
    """The other versions of a corrected game and its marks as text, to be stored; empty if there are none."""
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
