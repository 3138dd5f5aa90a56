"""Players who want a game to be over, each at a phone: the fewest touches for what they would do next."""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace
from seeking_an_end import WISHES

from firmware_py.desk.demo import DEMOS
from firmware_py.games.malediction.state import UNTOLD, Roll
from firmware_py.games.session import Session
from firmware_py.pages.as_html import write_page
from firmware_py.pages.interface import PageContext, Play
from firmware_py.pages.seats import HELP_TARGET, SeatScreen, follow, seat_view, touch

MOST_SEATS = 6000
KEYS = re.compile(r"[✓↩◀▲▼▶]|\b(press|hold|button|cursor|knob)\b", re.IGNORECASE)
"""Words of keys, which a phone does not have."""


def next_touches(table: PageContext, chance: random.Random) -> tuple[str, tuple[str, ...]]:
    """Who acts next, and what they touch for it on their phone, in order.

    :raises LookupError: when no phone offers anything that leads on.
    """
    session = table.session
    assert session
    for wish, then in wishes(session, chance):
        seat = follow(SeatScreen(wish.by, "en"), table)
        if found := _touches_to(seat, table, wish, then):
            return wish.by, found
    raise LookupError(f"nobody at {session.game.id}, action {session.ply}")


def wishes(session: Session, chance: random.Random) -> Iterator[tuple[Any, Any]]:
    """Yield what these players would play now and what at once after it, the most wanted first; all of it is legal."""
    rules = session.game.rules
    for wish in map(_as_entered, WISHES[session.game.id](session.state, chance)):
        if rules.broken_rule(session.state, wish) is None:
            after, _ = rules.apply(session.state, wish)
            mid = session.game.is_mid_action(after)
            yield wish, next(WISHES[session.game.id](after, chance)) if mid else None
    for action in rules.legal_actions(session.state):
        yield action, None


def _as_entered(action: Any) -> Any:
    """A throw as the pages enter it: how many mummies there are, and nothing of the other dice."""
    if isinstance(action, Roll) and action.faces:
        return replace(action, faces=tuple(sorted("mummy" if face == "mummy" else UNTOLD for face in action.faces)))
    return action


def _touches_to(seat: SeatScreen, table: PageContext, action: Any, then: Any) -> tuple[str, ...]:
    """The fewest touches by which a seat plays an action; none if it is not offered."""
    wanted, touches = Play(action, then), ()
    goals: list[Callable[[SeatScreen, Any], bool]] = [
        lambda seat, _, met=met: met(seat.stack[-1]) for met in DEMOS[table.session.game.id].milestones(action)
    ]
    for goal in (*goals, lambda _, play: play == wanted):
        found = _shortest(seat, table, goal)
        if found is None:
            return ()
        seat, touches = found[0], (*touches, *found[1])
    return touches


def shown(seat: SeatScreen, table: PageContext) -> tuple[str, ...]:
    """What lies on the page as it is written, but for the help."""
    html = write_page(seat, table, seat_view(seat, table))
    return tuple(target for target in re.findall(r'data-t="([^"]*)"', html) if target != HELP_TARGET)


def _shortest(
    seat: SeatScreen, table: PageContext, reached: Callable[[SeatScreen, Any], bool]
) -> tuple[SeatScreen, tuple] | None:
    if reached(seat, None):
        return seat, ()
    waiting, seen = deque([(seat, ())]), {seat.stack}
    while waiting and len(seen) < MOST_SEATS:
        at, touches = waiting.popleft()
        for target in shown(at, table):
            done = touch(at, table, (target,))
            assert done, f"{target} is shown, and cannot be touched"
            if reached(done.seat, done.command):
                return done.seat, (*touches, target)
            if done.command is None and done.seat.stack not in seen:
                seen.add(done.seat.stack)
                waiting.append((done.seat, (*touches, target)))
    return None
