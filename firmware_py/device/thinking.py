"""The box thinks in a thread of its own: what it is asked follows from the state, and what it finds is an event.

Why nothing of it is stored: the same game and the same seed lead to the same decision, on any processor. So a power cut
in the middle of it loses nothing, and what is not asked any more is dropped.

Why the answer is shown after a fixed time: how long it thinks may depend on what its hunters hide.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from firmware_py.device.effects import Asked, BoxAnswered
from firmware_py.games.session import Session
from firmware_py.pages.interface import Advise, Decide, Decision
from firmware_py.pages.thoughts import Advice, advise

STEPS = 12
"""In how many pictures its ring fills."""
SHOWN_S = 1.5
"""How long it thinks at least, as the table sees it; the slowest Pi needs less."""


class Thinking(msgspec.Struct, frozen=True):
    """The box at work, and since when the table sees it."""

    asked: Asked
    job: Future[Decision | Advice]
    since_s: float
    step: int = 0
    """The picture of the ring that is shown, the last when it is full."""

    @property
    def filled(self) -> float:
        """How full the ring is shown."""
        return self.step / STEPS

    @property
    def deadline_s(self) -> float | None:
        """When the next picture is due; None once it is full."""
        return None if self.step == STEPS else self.since_s + (self.step + 1) * SHOWN_S / STEPS

    @property
    def answered(self) -> BoxAnswered | None:
        """What is found, once it may be shown."""
        return BoxAnswered(self.asked, self.job.result(0)) if self.step == STEPS and self.job.done() else None

    def at(self, now_s: float) -> Thinking:
        """The box at `now_s`; the same one if nothing looks different."""
        due_s = self.deadline_s
        return self if due_s is None or now_s < due_s else replace(self, step=self.step + 1)


SHARE_S = 0.001
"""How long the loop waits at most, each time it wakes, for the thread that thinks: one of them runs at a time."""


def thread_to_think() -> ThreadPoolExecutor:
    """The thread of the box; only once it first thinks, there is one, and it hands over more often."""
    hand_over = partial(sys.setswitchinterval, SHARE_S)
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="box", initializer=hand_over)


def begin_to_think(thread: Executor, wake: Callable[[], None], asked: Asked) -> Future[Decision | Advice]:
    """Let a thread think, and wake the loop once it knows."""
    job = thread.submit(answer, asked)
    job.add_done_callback(lambda _: wake())
    return job


def answer(asked: Asked) -> Decision | Advice:
    """What the box has found out."""
    match asked.question:
        case Advise(level=level):
            return advise(asked.session, level)
        case Decide() as question:
            return decide(asked.session, question)


def decide(session: Session, question: Decide) -> Decision:
    """What the box does until somebody else acts, or chance falls.

    What its seat knows is all that its player is given; what follows from its own acts is played here, and not stored.
    """
    from firmware_py.bots import seat as bots  # loaded for a seat of the box only

    player = question.player
    game, state, actions = session.game, session.state, list[Any]()
    events = tuple(event for step in session.steps for event in step.events)
    card = question.turned
    turned = bots.TurnedCard(card.at, card.open, card.chamber) if card else None
    while (box := dict(state.boxes).get(player)) and game.rules.to_act(state) == (player,):
        if not game.is_decided(state):
            break
        wish = bots.decide(bots.seen_of(game.id, player, state, events, turned), box.level, session.chance)
        if isinstance(wish, bots.RollDice | bots.TurnCard):
            at = wish.at if isinstance(wish, bots.TurnCard) else ""
            return Decision(tuple(actions), rolls=not actions and not at, turns=at)
        action, turned = game.as_played(state, wish), None
        state, following = game.rules.apply(state, action)
        actions.append(action)
        events = (*events, *following)
        if any(event.announces_turn for event in following):
            break
    return Decision(tuple(actions))
