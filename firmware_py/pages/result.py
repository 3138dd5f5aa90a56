"""The last pages of every game: winner, places, points and curve on one, and from there points and curve larger."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Literal

import msgspec
from msgspec.structs import replace

from display.view import (
    NO_CHOICES,
    Actor,
    Body,
    Colour,
    Figure,
    Item,
    MazePlan,
    Menu,
    PyramidPlan,
    Race,
    RankedPlayer,
    Ranking,
    ScoreHistory,
    View,
)
from firmware_py.games.session import redo_label
from firmware_py.pages.correction import can_be_corrected, correction_page
from firmware_py.pages.interface import Begin, Leave, PageContext, Redo, ShareEnding
from firmware_py.pages.offers import Keys, Offer, leafing_hints, leaves
from firmware_py.pages.page import GO_BACK, NEXT, PREVIOUS, Back, Choice, Later, ListPage, Page, Push, hints
from firmware_py.pages.people import faces_at
from firmware_py.pages.registry import WORLDS
from firmware_py.pages.thoughts import is_explained, thought_behind, with_thought
from firmware_py.words import Words, words

MOST_SHOWN = 2
"""Most announcements of one action that are shown."""


class Acted(msgspec.Struct, frozen=True):
    """Draws a game as its picture does, but marks who acted last, not who acts next: a page names one person."""

    picture: Callable[[Menu, PageContext], Body]
    who: Callable[[PageContext], Actor | None]

    def __call__(self, choices: Menu, table: PageContext) -> Body:
        body, actor = self.picture(choices, table), self.who(table)
        return _mark_active(body, actor.colour) if actor else body


def _mark_active(body: Body, colour: Colour) -> Body:
    """A picture in which the player of this colour is the active one."""
    match body:
        case Race(seats=seats):
            return replace(body, seats=tuple(replace(seat, active=seat.colour == colour) for seat in seats))
        case PyramidPlan(tiles=tiles):
            return replace(
                body, tiles=tuple(replace(tile, figures=_mark_owned(tile.figures, colour)) for tile in tiles)
            )
        case MazePlan(standings=standings, pieces=pieces):
            marked = tuple(replace(standing, active=standing.colour == colour) for standing in standings)
            is_mummy = not any(standing.active for standing in marked)
            moved = (replace(one, active=one.colour == colour if one.colour else is_mummy) for one in pieces)
            return replace(body, standings=marked, pieces=tuple(moved))
    return body


def _mark_owned(figures: tuple[Figure, ...], colour: Colour) -> tuple[Figure, ...]:
    return tuple(replace(figure, active=figure.colour == colour) for figure in figures)


def by_whom(table: PageContext) -> Actor | None:
    """The player of the last action, or None before the first."""
    steps = table.playing.steps
    return table.actor(steps[-1].action.by) if steps else None


def replay(
    picture: Callable[[Menu, PageContext], Body], who: Callable[[PageContext], Actor | None] = by_whom
) -> ReplayPage:
    """The replay viewer, drawn around an empty menu."""
    return ReplayPage(Acted(picture, who), who)


class ReplayPage(Page, frozen=True):
    """Shows the table after the first `ply` actions. Only the last page of a game may open it."""

    TOPICS: ClassVar = ("replay",)
    picture: Callable[[Menu, PageContext], Body]
    """Makes the picture of the game, around an empty menu."""
    who: Callable[[PageContext], Actor | None] = by_whom
    """Returns who did the last action."""
    ply: int = 0
    plies: tuple[int, ...] = ()
    """The moments to leaf through; all if empty."""

    @property
    def is_of_the_past(self) -> bool:
        return True

    def view(self, table: PageContext) -> View:
        """The table as it was then, and what had just happened."""
        session, say = table.playing, table.say
        then = replace(table, session=replace(session, steps=session.steps[: self.ply]), is_watched=True)
        thought = thought_behind(session, self.ply - 1) if self.ply else None
        body = self.picture(Menu(()), then)
        if thought:
            body = with_thought(body, thought, then)
        return View(
            title=say(words("{number} of {count}", number=self.ply, count=session.ply)),
            prompt=_announcements(then, 1 if thought else MOST_SHOWN),
            body=body,
            actor=self.who(then),
            hints=(
                *self.arrange(table).held_hint(),
                *leafing_hints(table, PREVIOUS, NEXT, words("browse")),
                *hints(replace(table, session=None), ok=NEXT, back=GO_BACK),  # nothing is taken back here
            ),
        )

    def offers(self, table: PageContext) -> Keys:
        """The actions before and after, wrapping except for `ok`, and the correction of the one shown."""
        say, plies = table.say, self.plies or tuple(range(table.playing.ply + 1))
        at = plies.index(self.ply)
        correct = Later(lambda: Push(correction_page(table, self.ply)))
        held = Offer(Item(say(words("correct this")), target="correct"), correct)
        return leaves(
            Offer(Item(say(NEXT), target="ok"), replace(self, ply=plies[min(len(plies) - 1, at + 1)])),
            Offer(Item(say(PREVIOUS), target="previous"), replace(self, ply=plies[at - 1])),
            Offer(Item(say(NEXT), target="next"), replace(self, ply=plies[(at + 1) % len(plies)])),
            held if can_be_corrected(table.playing, self.ply) else None,
        )


def _announcements(then: PageContext, most: int) -> str:
    if not then.playing.steps:
        return then.say(words("The start of the game."))
    events = then.playing.steps[-1].events
    shown = [event for event in events if not event.announces_turn] or events
    return " ".join(then.say(event.words()) for event in shown[:most])


class EndPicture(msgspec.Struct, frozen=True):
    """Draws the places and how the points came around the choices of a page."""

    places: Callable[[PageContext], tuple[RankedPlayer, ...]]
    history: Callable[[PageContext], ScoreHistory]

    def __call__(self, choices: Menu, table: PageContext) -> Ranking:
        return Ranking(self.places(table), choices, self.history(table))


class HistoryPicture(msgspec.Struct, frozen=True):
    """Draws how the scores grew around the choices of a page."""

    history: Callable[[PageContext], ScoreHistory]
    shows: Literal["parts", "curve"]

    def __call__(self, choices: Menu, table: PageContext) -> ScoreHistory:
        return replace(self.history(table), shows=self.shows, choices=choices)


def end_page(
    table: PageContext,
    why: Words,
    places: Callable[[PageContext], tuple[RankedPlayer, ...]],
    history: Callable[[PageContext], ScoreHistory],
    watch: Choice,
    again: Begin,
    *,
    has_parts: bool = True,
) -> ListPage:
    """A game's last page: who won and why, and what to do next.

    `has_parts`: points are of several kinds, which a page of their own shows before the curve.
    """
    undone = redo_label(table.playing, secrets=True)
    redo = Choice(words("Redo"), Redo(), icons=("redo",), brief=words("Redo"))
    share = Choice(
        words("Share the ending"),
        ShareEnding(lambda: _poster(table, why, places, history)),
        icons=("export",),
        brief=words("Share"),
    )
    curve = Choice(words("The curve"), Push(_curve_page(history, share)), icons=("curve",), brief=words("Curve"))
    parts = Choice(
        words("The points"), Push(_parts_page(history, curve, share)), icons=("parts",), brief=words("Points")
    )
    return ListPage(
        title=words("The end"),
        prompt=why,
        choices=(
            Choice(words("Play again"), again, icons=("new",)),
            parts if has_parts else curve,
            watch,
            *_reasons_choice(table, watch),
            *((redo,) if undone else ()),
            Choice(words("Done"), Leave(is_over=True), icons=("ok",)),
        ),
        on_back=Leave(is_over=True),
        around=EndPicture(places, history),
    )


def _reasons_choice(table: PageContext, watch: Choice) -> tuple[Choice, ...]:
    """The line that leafs through what the box has decided, if it has played."""
    session = table.playing
    plies = tuple(ply + 1 for ply in range(session.ply) if is_explained(session, ply))
    if not plies or not (isinstance(watch.reply, Push) and isinstance(watch.reply.page, ReplayPage)):
        return ()
    page = replace(watch.reply.page, ply=plies[0], plies=plies)
    return (Choice(words("Why the box did it"), Push(page), icons=("why",), brief=words("Why")),)


POSTER_INCHES = 5.2
"""How large the picture of the end is, which decides how large its letters are."""


def _poster(
    table: PageContext,
    why: Words,
    places: Callable[[PageContext], tuple[RankedPlayer, ...]],
    history: Callable[[PageContext], ScoreHistory],
) -> View:
    """The end of the game as a picture to share: what its last page shows, and nothing to choose."""
    session = table.playing
    return View(
        title=table.say(session.game.title),
        prompt=table.say(why),
        body=Ranking(places(table), NO_CHOICES, history(table)),
        world=WORLDS[session.game.id],
        theme=table.settings.theme,
        inches=POSTER_INCHES,
        people=session.header.players,
        faces=faces_at(session, table.colours, table),
    )


def replay_choice(page: ReplayPage, label: Words) -> Choice:
    """The line that opens the replay viewer."""
    return Choice(label, Push(page), icons=("history",), brief=words("Replay"))


def _parts_page(history: Callable[[PageContext], ScoreHistory], curve: Choice, share: Choice) -> ListPage:
    return ListPage(
        title=words("The points"),
        prompt=words("Where the points came from"),
        choices=(curve, share, Choice(words("Back to the ranking"), Back(), icons=("trophy",))),
        around=HistoryPicture(history, "parts"),
    )


def _curve_page(history: Callable[[PageContext], ScoreHistory], share: Choice) -> ListPage:
    return ListPage(
        title=words("The curve"),
        prompt=words("How the game went"),
        choices=(Choice(words("Back"), Back(), icons=("back",)), share),
        around=HistoryPicture(history, "curve"),
    )
