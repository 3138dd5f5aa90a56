"""Why the box did what it did, once a game is over, and what it would do in somebody's place, for whoever asks.

Why nothing of it is stored: the same seat, the same moment and the same seed lead to the same thoughts. Why never while
the box plays: it would hand its mind to the others. A coach thinks in the place of whoever is to act, and from what
that player knows: it tells no more than anybody could work out there. What hunters alone may see, they ask for alone.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from display.view import Body, Item, MazePlan, Menu, PyramidPlan, View
from firmware_py.games.registry import Event
from firmware_py.games.seats import Seat, box_of, kind_at
from firmware_py.games.session import Session
from firmware_py.grid import cell_position
from firmware_py.pages.interface import Advise, PageContext
from firmware_py.pages.offers import Keys, Offer
from firmware_py.pages.page import GO_BACK, Back, Choice, NoMenu, Page, Push, hints
from firmware_py.pages.registry import PAGES
from firmware_py.words import Words, decimal, own_line, words

if TYPE_CHECKING:
    from firmware_py.bots.seat import Thought


class Advice(msgspec.Struct, frozen=True):
    """What the box would do, and why."""

    act: Words
    thought: Thought | None


# --- afterwards ------------------------------------------------------------------------------------------------------


def is_explained(session: Session, ply: int) -> bool:
    """Whether the action after the first `ply` was one of the box, and may be explained now."""
    action = session.steps[ply].action
    before = session.steps[ply - 1].state if ply else session.start
    return session.is_over and not isinstance(action, Seat) and box_of(before, action.by) is not None


def thought_behind(session: Session, ply: int) -> Thought | None:
    """What spoke for the action after the first `ply`; None if it was none of the box, or there is nothing to say."""
    return _explain(session, ply) if is_explained(session, ply) else None


@lru_cache(maxsize=1)  # cached: a page is drawn more often than it shows another moment
def _explain(session: Session, ply: int) -> Thought | None:
    from firmware_py.bots import seat as bots  # loaded for a seat of the box only

    step, state = session.steps[ply], session.steps[ply - 1].state if ply else session.start
    seen = bots.seen_of(session.game.id, step.action.by, state, _events_until(session, ply))
    return bots.explain(seen, step.action, session.chance)


def _events_until(session: Session, ply: int) -> tuple[Event, ...]:
    return tuple(event for step in session.steps[:ply] for event in step.events)


def with_thought(body: Body, thought: Thought, table: PageContext) -> Body:
    """A picture of the game with the places that a thought is about, as a heat, and the path that was taken.

    Beside it stands why, in place of the standings; what has no places is listed.
    """
    say, heat = table.say, dict(thought.heat)
    why = Menu((), text=(say(thought.why),))
    match body:
        case MazePlan(columns=columns):
            warm = tuple((_square(cell, columns), share) for cell, share in heat.items())
            went = tuple(_square(cell, columns) for cell in thought.path)
            body = replace(body, heat=warm, path=went, choices=why)
            return replace(body, standings=(), tokens=None, tray=None, dice=(), faces=())
        case PyramidPlan(tiles=tiles):
            warmed = tuple(replace(tile, heat=heat.get(tile.name, 0.0)) for tile in tiles)
            return replace(body, tiles=warmed, choices=why, facts=(), pips=None, alarm=None)
    worth = sorted(thought.choices, key=lambda choice: -choice[1])
    items = (Item(f"{say(decimal(f'{value:.1f}'))}  {say(label)}") for label, value in worth)
    return Menu(tuple(items), text=why.text)


def _square(cell: str, columns: int) -> int:
    row, column = cell_position(cell)
    return row * columns + column


# --- a coach ---------------------------------------------------------------------------------------------------------


WOULD_DO = words("What would the box do?")


def coach_choice(table: PageContext) -> tuple[Choice, ...]:
    """The line of the menu that asks the coach; only if people want one, and for the decision of a person."""
    session = table.playing
    game, state = session.game, session.state
    if not table.settings.coach or session.undone or not game.is_decided(state):
        return ()
    (player,) = game.rules.to_act(state)[:1]
    if box_of(state, player):
        return ()
    return (Choice(WOULD_DO, Push(_coach_page(table, player)), icons=("why",)),)


def _coach_page(table: PageContext, player: str) -> Page:
    """The coach's page; what only hunters know, the hunters see alone."""
    session = table.playing
    secrets = PAGES[session.game.id].secrets
    page = CoachPage(player)
    if secrets is None or not session.has_secrets or kind_at(session.state, player) == "mummy":
        return page
    return secrets.curtain(secrets.only_for(page, NoMenu()), NoMenu(), WOULD_DO)


class CoachPage(Page, frozen=True):
    """What the box would do in the place of whoever is to act, from what that player knows."""

    asks_box = True

    player: str
    advice: Advice | None = None
    """What the box has found; None while it thinks."""

    def asks(self, table: PageContext) -> Advise | None:
        """What it would do, until it knows."""
        return None if self.advice else Advise(table.settings.coach)

    def take_answer(self, answer: Advice, table: PageContext) -> CoachPage:
        """The page with what it would do."""
        return replace(self, advice=answer)

    def view(self, table: PageContext) -> View:
        """One sentence, what it would do, and a picture of why."""
        say, advice = table.say, self.advice
        pages = PAGES[table.playing.game.id]
        sees_all = pages.secrets and kind_at(table.playing.state, self.player) != "mummy"
        draw = pages.secrets.picture if pages.secrets and sees_all else pages.picture
        assert draw is not None
        body: Any = draw(Menu(()), table)
        if advice and advice.thought:
            body = with_thought(body, advice.thought, table)
        back = hints(replace(table, session=None), ok=GO_BACK, back=GO_BACK)
        prompt = own_line(advice.act) if advice else words("The box is thinking…")
        return View(say(WOULD_DO), say(prompt), body, hints=back)

    def offers(self, table: PageContext) -> Keys:
        """To go back to the game, where people decide."""
        return Keys(Offer(Item(table.say(GO_BACK), ("back",), target="back"), Back()))


def advise(session: Session, level: int) -> Advice:
    """What the box would do now in the place of whoever is to act, from what that player knows."""
    from firmware_py.bots import seat as bots  # loaded only for whoever asks the coach

    game, state = session.game, session.state
    (player,) = game.rules.to_act(state)[:1]
    seen = replace(bots.seen_of(game.id, player, state, _events_until(session, session.ply)), is_coached=True)
    wish = bots.decide(seen, level, session.chance)
    thought = bots.explain(seen, wish, "")
    match wish:
        case bots.TurnCard(at=place):
            return Advice(words("Turn over {place}.", place=place), thought)
        case bots.RollDice():
            return Advice(words("Roll the dice."), thought)
    _, events = game.rules.apply(seen.state, wish)
    return Advice(events[0].words(), thought)
