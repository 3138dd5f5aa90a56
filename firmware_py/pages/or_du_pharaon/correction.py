"""A correction in L'or du pharaon: the page of a wrong entry again, and what lies or stands elsewhere after it.

Why deeper pages than the dialogue's first: who corrects a card wants to change the card, and not to find it again.
`back` still leads to everything else that could have been done then.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from display.view import Colour
from firmware_py.games.or_du_pharaon.legality import reveal_targets, rotate_targets
from firmware_py.games.or_du_pharaon.state import (
    GRID,
    LOST,
    PAWN_WORDS,
    PAWNS,
    START,
    TREASURES,
    AnyAction,
    Card,
    EndTurn,
    Leave,
    Move,
    Photo,
    PickUp,
    PlaceLantern,
    PutDown,
    Reveal,
    Rotate,
    State,
    Steal,
    TakeLantern,
    Treasure,
    treasure_words,
    where,
)
from firmware_py.games.session import Step
from firmware_py.grid import SIDE_WORDS
from firmware_py.pages.interface import PageContext
from firmware_py.pages.or_du_pharaon import dialogue
from firmware_py.pages.or_du_pharaon.card_page import (
    NAMES,
    CardPage,
    Purpose,
    RotatePage,
    TargetPage,
    costs,
    may_be_chamber,
    shape_of,
    target_page,
)
from firmware_py.pages.or_du_pharaon.pictures import DISCS
from firmware_py.pages.page import Page, Stack
from firmware_py.pages.registry import Difference, move_of, places_changed, recount_of
from firmware_py.words import Words, list_words, plain, words

IN_SUPPLY = "supply"
PLACES: dict[str, Words] = {START: words("start"), LOST: words("lost"), IN_SUPPLY: words("supply")}
"""Where figures and lanterns can be besides the cards of the square."""


def difference(before: State, after: State, colours: tuple[Colour, ...]) -> tuple[Difference, ...]:
    """Every card, figure, lantern and treasure that lies elsewhere, and who has other photos."""
    return (
        *_figures(before, after, colours),
        *_lanterns(before, after, colours),
        *_treasures(before, after),
        *_photos(before, after, colours),
        *_cards(before, after),
    )


def _figures(before: State, after: State, colours: tuple[Colour, ...]) -> Iterator[Difference]:
    for player, was, now, colour in zip(after.players, before.teams, after.teams, colours, strict=True):
        for pawn in PAWNS:
            if where(was, pawn) != where(now, pawn):
                figure = words("{player}, {pawn}", player=player, pawn=PAWN_WORDS[pawn])
                yield _gone(figure, where(was, pawn), where(now, pawn), pawn, colour)


def _lanterns(before: State, after: State, colours: tuple[Colour, ...]) -> Iterator[Difference]:
    """Yield each lantern that lies elsewhere; one in no supply and on no card fell with its card (G48)."""
    for player, was, now, colour in zip(after.players, before.teams, after.teams, colours, strict=True):
        then, there = ((*team.lanterns, *(IN_SUPPLY,) * team.supply) for team in (was, now))
        for origin, to in places_changed(then, there, LOST):
            yield _gone(words("{player}, a lantern", player=player), origin, to, "lantern", colour)


def _treasures(before: State, after: State) -> Iterator[Difference]:
    for treasure in TREASURES:
        then, there = _where_lie(before, treasure), _where_lie(after, treasure)
        for origin, to in places_changed(then, there, AWAY):
            thing, cell = treasure_words(treasure), to.where if to.how == "lies" else ""
            label = words("{before} → {after}", before=origin.words(), after=to.words())
            brief = words("{place}: out", place=origin.words()) if to == AWAY else to.words()
            yield move_of(thing, origin.spoken(), to.spoken(), (DISCS[treasure],), None, cell, label, brief)


class TreasurePlace(NamedTuple):
    """Where a treasure is."""

    how: Literal["lies", "carried", "delivered", "away"]
    where: str
    """The card, or the player."""

    def words(self) -> Words:
        """In few words: the map shows who carries what."""
        match self.how:
            case "delivered":
                return words("{player}: safe", player=self.where)
            case "away":
                return words("box")
        return plain(self.where)

    def spoken(self) -> Words:
        """In full, for those who see no map."""
        return words("{player}, carried", player=self.where) if self.how == "carried" else self.words()


AWAY = TreasurePlace("away", "")
"""In the box still, or fallen with its card (G48)."""


def _where_lie(state: State, treasure: Treasure) -> Iterator[TreasurePlace]:
    """Yield where each treasure of a kind is that has appeared and not fallen."""
    yield from (TreasurePlace("lies", loose.cell) for loose in state.loose if loose.treasure == treasure)
    for player, team in zip(state.players, state.teams, strict=True):
        if team.carrying == treasure:
            yield TreasurePlace("carried", player)
        yield from (TreasurePlace("delivered", player) for disc in team.treasures if disc == treasure)


def _photos(before: State, after: State, colours: tuple[Colour, ...]) -> Iterator[Difference]:
    for player, was, now, colour in zip(after.players, before.teams, after.teams, colours, strict=True):
        yield from recount_of(words("{player}, photos", player=player), was.photos, now.photos, ("photo",), colour)


def _cards(before: State, after: State) -> Iterator[Difference]:
    for cell in GRID:
        was, now = before.card(cell), after.card(cell)
        if was != now:
            label = words("{place}: {how}", place=cell, how=_how_now(was, now))
            yield move_of(plain(cell), _how(was), _how(now), (_picture(now),), None, cell, label, label)


def _how_now(was: Card | None, now: Card | None) -> Words:
    """How a card lies now, in few words: the map beside them shows its open sides."""
    if now is None:
        return words("fallen")
    if not now.open:
        return words("face down")
    return words("as shown") if was and was.open else words("face up")


def _how(card: Card | None) -> Words:
    if card is None:
        return words("fallen")
    if not card.open:
        return words("face down")
    sides = words("open {sides}", sides=list_words(*(SIDE_WORDS[side] for side in card.open)))
    return words("burial chamber, {sides}", sides=sides) if card.chamber else sides


def _picture(card: Card | None) -> str:
    if card is None:
        return "collapse"
    if not card.open:
        return "card"
    return "chamber" if card.chamber else NAMES[shape_of(card.open)[0]]


def _gone(thing: Words, origin: str, to: str, icon: str, colour: Colour) -> Difference:
    brief = words("{place}: out", place=_place(origin)) if to in (LOST, IN_SUPPLY) else None
    return move_of(thing, _place(origin), _place(to), (icon,), colour, to, brief=brief)


def _place(place: str) -> Words:
    return PLACES.get(place) or plain(place)


def pages_again(table: PageContext, menu: Page) -> Stack:
    """The pages of the turn, and on top the one on which the undone action was entered."""
    state: State = table.playing.state
    first = dialogue.page(table, None, menu)
    match table.playing.undone:
        case (action, *_) if state.phase == "turn" and action.by == state.active and (above := _page_of(state, action)):
            return (first, above)
    return (first,)


def _page_of(state: State, action: AnyAction) -> Page | None:
    """The page with the action ready, or, if the rules refuse it now, the one that asks for another of its kind."""
    match action:
        case Reveal(at=at, open=open_sides, chamber=chamber) if at in reveal_targets(state):
            return CardPage(at, *shape_of(open_sides), chamber and may_be_chamber(state, at))
        case Rotate(at=at, turns=turns) if at in rotate_targets(state):
            return RotatePage(at, turns)
        case Move(pawn=pawn, to=to) if to in costs(state, pawn):
            return TargetPage(pawn, to)
    purpose = _purpose(action)
    return target_page(state, purpose) if purpose and costs(state, purpose) else None


def _purpose(action: AnyAction) -> Purpose | None:
    match action:
        case Reveal():
            return "reveal"
        case Rotate():
            return "rotate"
        case Move(pawn=pawn):
            return pawn
    return None


def icons_of(step: Step) -> tuple[str, ...]:
    """The pictures of an action: the figure that moved, the shape of the card, what was picked up."""
    match step.action:
        case Move(pawn=pawn):
            return (pawn,)
        case Reveal(chamber=True):
            return ("chamber",)
        case Reveal(open=open_sides):
            return (NAMES[shape_of(open_sides)[0]],)
        case PickUp(treasure=treasure):
            return (DISCS[treasure],)
    return (_ICONS[type(step.action)],)


_ICONS: dict[type, str] = {
    Rotate: "rotate",
    PlaceLantern: "lantern",
    TakeLantern: "lantern_up",
    PutDown: "put_down",
    Steal: "steal",
    EndTurn: "end_turn",
    Photo: "photo",
    Leave: "house",
}
