"""From text to a session: the journal's rows, and whole records.

Why in steps: thousands of actions take seconds, and meanwhile the device must show how far it is. Each function that
ends in `_in_steps` is a generator: it yields how many actions are done, and returns its result.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from firmware_py.games.records import (
    MOST_ACTIONS,
    RefusedRecord,
    UnreadableLine,
    UnusableRecord,
    parse_object,
    read_action,
    read_header,
    read_lines,
    tidy_name,
    why_no_table,
    write_line,
)
from firmware_py.games.registry import GAMES, Event, Game, IllegalAction, Refusal
from firmware_py.games.session import (
    Session,
    Step,
    back_to,
    begin,
    checksums,
    digest_of,
    next_step,
    play_on,
    with_versions,
    write_versions,
)
from firmware_py.words import Say, Words, words

T = TypeVar("T")
InSteps: TypeAlias = Generator[int, None, T]
"""Work that yields how many actions are done, and returns its result."""

LONGEST_HEADER = 100_000
"""In bytes; the largest map takes a quarter of it."""

ACTIONS_A_STEP = 25
"""At most a tenth of a second on the slowest Pi, even on the largest map."""


HEADER = 0
"""The number of the header among those of damaged actions, which count from 1."""


def restore_in_steps(
    header_line: str, lines: Sequence[str], expected: Sequence[str], ply: int, damaged: Collection[int] = ()
) -> InSteps[tuple[Session, Words | None]]:
    """A stored game, and a warning if it can only be restored in part.

    `lines` are the stored actions, those undone included; `ply` of them are played. `expected` are the digests of
    the states after them. If the rules have changed since, the game stops before the first action that they refuse or
    that leads to another state. The disk may have changed the actions with the numbers in `damaged`, or the header: the
    game stops before the first of them that is not proven. An action is proven if a stored digest fits a state that it
    led to.

    :raises UnreadableLine: when the header cannot be used any more, or the game is too long.
    """
    session = begin(read_header(header_line.encode()))
    if len(lines) > MOST_ACTIONS:
        raise UnreadableLine(words("a game has {most} actions at most", most=MOST_ACTIONS))
    steps = yield from _gather(_steps_as_stored(session, lines, expected, damaged))
    session = replace(session, steps=steps)
    if session.ply >= min(ply, len(lines)):
        return back_to(session, ply), None
    number = session.ply + 1
    if HEADER in damaged and not steps:
        raise UnreadableLine(words("the disk has damaged its header"))
    if number in damaged or HEADER in damaged:
        return session, words("The disk has damaged this game: it goes on before action {number}.", number=number)
    return session, words(
        "The rules have changed since this game was stored: it goes on before action {number}.", number=number
    )


def restore(
    header_line: str, lines: Sequence[str], expected: Sequence[str], ply: int, damaged: Collection[int] = ()
) -> tuple[Session, Words | None]:
    """Do all of `restore_in_steps` at once."""
    return _at_once(restore_in_steps(header_line, lines, expected, ply, damaged))


def record_in_steps(text: bytes) -> InSteps[Session]:
    """A record as a session, played to its last line.

    :raises UnusableRecord: when the header cannot be used, or there are too many lines.
    :raises RefusedRecord: at the first line that is unreadable or illegal, or that has unfit names.
    """
    header, lines = _read_for_this_table(text)
    session = begin(header)
    steps = yield from _gather(_steps_of_record(session, lines))
    return replace(session, steps=steps)


def normalise_in_steps(text: bytes) -> InSteps[bytes]:
    """A record as this program writes it, without playing it: two of one game are equal then.

    Nothing, if a line cannot be read: playing it finds that line, or one before it that is illegal.

    :raises RefusedRecord: as `record_in_steps`, for the header and its names.
    """
    header, lines = _read_for_this_table(text)
    action_type = begin(header).game.action
    try:
        written = yield from _gather(write_line(read_action(line, action_type)) for line in lines)
    except UnreadableLine:
        return b""
    return ("\n".join((write_line(header), *written)) + "\n").encode()


def read_record(text: bytes) -> Session:
    """Do all of `record_in_steps` at once."""
    return _at_once(record_in_steps(text))


def checksums_in_steps(session: Session) -> InSteps[tuple[str, ...]]:
    """The digest of the state after each action."""
    return _gather(checksums(session))


def _read_for_this_table(text: bytes) -> tuple[Any, Iterable[bytes]]:
    """Header and lines of a record, with the names of its players in one spelling.

    :raises UnusableRecord: when the header cannot be used, or there are too many lines.
    :raises RefusedRecord: when a name cannot be taken: rules and records allow any, a table does not.
    """
    if len(text.partition(b"\n")[0]) > LONGEST_HEADER:
        raise UnusableRecord(1, words("the header is too long for a game: shorten its names and texts"))
    header, lines = read_lines(text)
    names = {name: tidy_name(name) for name in header.players}
    if why := why_no_table(tuple(names.values())):
        raise RefusedRecord(1, why)
    if all(name == tidy for name, tidy in names.items()):
        return header, lines
    first = text.partition(b"\n")[0]
    return read_lines(_rename_in_line(first, names))[0], (_rename_in_line(line, names) for line in lines)


def _rename_in_line(line: bytes, names: Mapping[str, str]) -> bytes:
    try:
        return json.dumps(rename(parse_object(line), names)).encode()
    except UnreadableLine:
        return line  # it is refused when it is played


NAMED = ("by", "target", "from", "mummy", "player", "players", "head_start", "box")
"""The keys of records under which players are named; anywhere else a word that is somebody's name is only a word."""


def rename(value: Any, names: Mapping[str, str], key: str = "") -> Any:
    """What stands under a key of a record, with other names for these players."""
    match value:
        case str():
            return names.get(value, value) if key in NAMED else value
        case list():
            return [rename(one, names, key) for one in value]
        case dict() if key in ("head_start", "box"):
            return {names.get(name, name): one for name, one in value.items()}
        case dict():
            return {name: rename(one, names, name) for name, one in value.items()}
    return value


def rename_text(text: str, names: Mapping[str, str]) -> str:
    """A text of a record or the journal with other names if it is JSON; what is no JSON names nobody."""
    try:
        value: Any = json.loads(text)
    except ValueError:
        return text
    return json.dumps(rename(value, names), ensure_ascii=False)


def with_names(session: Session, names: Mapping[str, str]) -> Session:
    """The session with other names for these players, in every version of the game.

    :raises UnreadableLine: when the header cannot be used.
    :raises IllegalAction: when the rules refuse an action by now.
    """
    header_line = write_line(session.header)

    def renamed(action: Any) -> Any:
        return read_action(rename_text(write_line(action), names).encode(), session.game.action)

    again = begin(read_header(rename_text(header_line, names).encode()))
    again = play_on(again, (renamed(step.action) for step in session.steps))
    chance = write_line(again.header) if session.chance == header_line else session.chance
    again = replace(again, undone=tuple(map(renamed, session.undone)), seed=session.seed, chance=chance)
    return with_versions(again, rename_text(write_versions(session), names))


def _steps_as_stored(
    session: Session, lines: Sequence[str], expected: Sequence[str], damaged: Collection[int]
) -> Iterator[Step]:
    """Yield the steps of a stored game, up to the first that the rules refuse or that leads to another state.

    A damaged action that leads to another state waits until a later one leads to the state that was stored.
    """
    state = session.state
    unproven: list[Step] = []
    for number, (line, digest) in enumerate(zip(lines, expected, strict=True), start=1):
        try:
            step = next_step(session.game, state, read_action(line.encode(), session.game.action))
        except (UnreadableLine, IllegalAction):
            return
        state = step.state
        unproven.append(step)
        if digest_of(session.game, state) == digest:
            yield from unproven
            unproven.clear()
        elif number not in damaged:
            return


def _steps_of_record(session: Session, lines: Iterable[bytes]) -> Iterator[Step]:
    """Yield the steps of a record. :raises RefusedRecord: at the first line that cannot be played"""
    state: Any = session.state
    for number, line in enumerate(lines, start=2):
        try:
            step = next_step(session.game, state, read_action(line, session.game.action))
        except UnreadableLine as error:
            raise RefusedRecord(number, error.why) from None
        except IllegalAction as error:
            raise RefusedRecord(number, error.refusal.why) from None
        state = step.state
        yield step


def _gather(found: Iterable[T]) -> InSteps[tuple[T, ...]]:
    """Collect everything; yield now and then how much there is so far."""
    gathered: list[T] = []
    for one in found:
        gathered.append(one)
        if len(gathered) % ACTIONS_A_STEP == 0:
            yield len(gathered)
    return tuple(gathered)


def _at_once(work: InSteps[T]) -> T:
    while True:
        try:
            next(work)
        except StopIteration as done:
            result: T = done.value
            return result


class Played(msgspec.Struct, frozen=True):
    """One line of a record after it was played: what happened, or why it was refused, and the state afterwards."""

    line: int
    state: dict[str, Any]
    events: tuple[Event, ...] = ()
    refusal: Refusal | UnreadableLine | None = None


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
        refusal: Refusal | UnreadableLine | None = None
        try:
            step = next_step(game, state, read_action(line, game.action))
            state, events = step.state, step.events
        except UnreadableLine as error:
            refusal = error
        except IllegalAction as error:
            refusal = error.refusal
        yield Played(number, game.rules.record_state(state), events, refusal)
        if refusal and not keep_going:
            return


def as_json(played: Played, say: Say) -> str:
    """One line of `replay --json`."""
    shown: dict[str, Any] = {"line": played.line, "ok": played.refusal is None}
    match played.refusal:
        case None if played.line > 1:
            shown["events"] = [msgspec.to_builtins(event) for event in played.events]
        case Refusal(clause, why):
            shown |= {"error": "illegal", "rule": clause, "message": say(why)}
        case UnreadableLine() as error:
            shown |= {"error": "unreadable", "message": say(error.why)}
    return json.dumps(shown | {"state": played.state})


def as_text(played: Played, say: Say) -> str:
    """One line of the readable account, without the line end."""
    match played.refusal:
        case Refusal(clause, why):
            refusal = words("{clause}: {why}", clause=clause, why=why)
            account = f"✗ {say(refusal)}"
        case UnreadableLine() as error:
            account = f"✗ {say(error.why)}"
        case None if played.line == 1:
            account = say(words("The game begins."))
        case None:
            account = " ".join(say(event.words()) for event in played.events)
    return f"{played.line:4}  {account}"
