"""From presses to actions in L'or du pharaon: the page for each phase with its explanations, and that of a wrong entry.

Why a correction begins with deeper pages than the first: whoever corrects a card wants to change it, not to find it
again. `back` still leads to everything else that could have been done then.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Literal, NamedTuple

from display.view import Colour, Menu, PosterKind, View
from firmware_py.games.or_du_pharaon import rules
from firmware_py.games.or_du_pharaon.events import (
    BustLeaves,
    CountdownBegins,
    CountdownGoesOn,
    CurseBlows,
    Delivered,
    Fell,
    GameOver,
    MummyWalks,
    PhotoKept,
    Stolen,
    TurnBegins,
)
from firmware_py.games.or_du_pharaon.legality import is_burdened, reveal_targets, rotate_targets, takes_bust_out
from firmware_py.games.or_du_pharaon.state import (
    FIGURE_WORDS,
    FIGURES,
    GRID,
    LOST,
    START,
    TREASURES,
    AnyAction,
    Card,
    Cell,
    EndTurn,
    Move,
    PickUp,
    PlaceLantern,
    Reveal,
    Rotate,
    State,
    Steal,
    Treasure,
    neighbours_of,
    treasure_words,
    where,
    where_words,
)
from firmware_py.games.registry import Event, Refusal
from firmware_py.grid import SIDE_WORDS
from firmware_py.pages.box_seat import TellPage, ThinkingPage, acts_for
from firmware_py.pages.help import Explained
from firmware_py.pages.interface import Begin, Decision, PageContext, Play
from firmware_py.pages.or_du_pharaon.card_page import (
    CardPage,
    Purpose,
    RotatePage,
    TargetPage,
    WhyNotPage,
    costs,
    may_be_chamber,
    target_page,
    turned_page,
)
from firmware_py.pages.or_du_pharaon.pictures import (
    DISCS,
    NAMES,
    TEXTS,
    TITLE,
    history,
    picture,
    places,
    pyramid,
    shape_of,
)
from firmware_py.pages.or_du_pharaon.setup_page import StartCardPage, StartPlaceLines, StartWallsPage
from firmware_py.pages.or_du_pharaon.turn_page import (
    EventsPage,
    PhotoPage,
    TurnPage,
    draft,
    has_consequences,
    photo_page,
)
from firmware_py.pages.page import Choice, ListPage, LivePage, Page, Reply, Stack, line_to_read
from firmware_py.pages.registry import Difference, Sound, move_of, places_changed, recount_of
from firmware_py.pages.result import end_page, replay, replay_choice
from firmware_py.pages.start_page import StartPage
from firmware_py.words import Words, list_words, plain, words, words_n


def page(table: PageContext, stored_draft: str | None, menu: Page) -> Page:
    """The page for the state now; `menu` opens on `back`, `stored_draft` is a photo entered in part.

    A page with what mummy, curse or collapse did in the last action comes first.
    """
    after = _page_now(table, stored_draft, menu)
    return EventsPage(after, menu) if has_consequences(table) else after


def _page_now(table: PageContext, stored_draft: str | None, menu: Page) -> Page:
    state: State = table.playing.state
    match state.phase:
        case "turn" if state.boxes and acts_for(table, state.active):
            return ThinkingPage(state.active, menu, view_for_box)
        case "turn":
            return TurnPage(menu)
        case "photo":
            return photo_page(table, stored_draft, menu)
        case "over":
            return _end_page(table)


def view_for_box(
    table: PageContext, lines: tuple[Words, ...] = (), cursor: Cell = "", laid: Card | None = None
) -> View:
    """The pyramid while the box acts, with what is to be done beside it."""
    state: State = table.playing.state
    body = pyramid(table, Menu((), text=tuple(map(table.say, lines))), cursor=cursor, laid=laid)
    return View(table.say(TITLE), "", body, actor=table.actor(state.active))


def follow_decision(table: PageContext, decision: Decision, page: ThinkingPage) -> Reply:
    """What people do for the box; the end of a turn alone needs no hands."""
    state: State = table.playing.state
    match decision.actions:
        case ():
            return turned_page(state, decision.turns, page)
        case (EndTurn() as ends,):
            return Play(ends)
    lines, cursor, laid = [], "", None
    for action in decision.actions:
        after, events = rules.apply(state, action)
        match action:
            case Reveal(at=at, open=open_sides, chamber=chamber):
                laid, cursor = Card(at, open_sides, chamber), at
                lines.append(words("Lay the card at {place} as the map shows it.", place=at))
            case Move(to=place) | Rotate(at=place):
                cursor = place
                lines.append(events[0].words())
            case _:
                lines.append(events[0].words())
        state = after
    return TellPage(
        decision.actions,
        words("Do this for {player}:", player=page.player),
        tuple(lines),
        page.menu,
        partial(view_for_box, lines=tuple(lines), cursor=cursor, laid=laid),
        unplayed=page.unplayed,
    )


def draft_of(page: Page) -> str | None:
    """What was entered on a page and is no action yet, or None."""
    return draft(page) if isinstance(page, PhotoPage) else None


def summary(state: State) -> Words:
    """A game in one line: the players, and how far the pyramid is explored or fallen."""
    if state.pyramid.fallen:
        return words_n(
            "{players} – {count} card has fallen",
            "{players} – {count} cards have fallen",
            len(state.pyramid.fallen),
            players=state.players,
        )
    return words_n(
        "{players} – {count} card is revealed",
        "{players} – {count} cards are revealed",
        sum(bool(card.open) for card in state.cards),
        players=state.players,
    )


def standing(table: PageContext) -> tuple[Choice, ...]:
    """Where everybody's figures stand, and what they have."""
    state: State = table.playing.state
    return tuple(
        line_to_read(line, table.actor(player).colour)
        for player, team in zip(state.players, state.teams, strict=True)
        if player in state.present
        for line in (
            words(
                "{player}: archaeologist {archaeologist}, porter {porter}",
                player=player,
                archaeologist=_place(team.archaeologist, team.carrying),
                porter=_place(team.porter),
            ),
            words(
                "{player}: {lanterns}, {photos}, {treasures}",
                player=player,
                lanterns=words_n("{count} lantern left", "{count} lanterns left", team.supply),
                photos=words_n("{count} photo", "{count} photos", team.photos),
                treasures=words_n("{count} treasure delivered", "{count} treasures delivered", len(team.treasures)),
            ),
        )
    )


def in_brief(table: PageContext) -> tuple[Words, ...]:
    """Photos and delivered treasures of each player; figures and lanterns are on the map."""
    state: State = table.playing.state
    return tuple(
        words(
            "{player}: {photos}, {treasures}",
            player=player,
            photos=words_n("{count} photo", "{count} photos", team.photos),
            treasures=words_n("{count} treasure", "{count} treasures", len(team.treasures)),
        )
        for player, team in zip(state.players, state.teams, strict=True)
        if player in state.present
    )


def _place(place: str, carrying: Treasure | None = None) -> Words:
    if place == LOST:
        return words("lost")
    there = where_words(place)
    return (
        there if carrying is None else words("{place} with {treasure}", place=there, treasure=treasure_words(carrying))
    )


def _end_page(table: PageContext) -> ListPage:
    return end_page(
        table,
        rules.outcome(table.playing.state).reason,  # type: ignore[union-attr]  # the phase is `over`
        places,
        history,
        replay_choice(replay(picture), words("Watch it again")),
        Begin(table.playing.header, table.colours),
    )


def poster_of(event: Event) -> tuple[PosterKind, str] | None:
    """The poster that shows an announcement, or None: mummy, curse, a fall, the bust, or the end."""
    match event:
        case GameOver(winners=winners):
            return "win", winners[0] if len(winners) == 1 else ""
        case MummyWalks():
            return "mummy", ""
        case CurseBlows():
            return "curse", ""
        case CountdownBegins(player=player):
            return "bust", player
        case BustLeaves(player=player):
            return "collapse", player
        case Fell(cells=cells):
            return ("fall" if len(cells) == 1 else "wave"), ""
    return None


def sound(event: Event) -> Sound | None:
    """An announcement's sound; None for a silent one."""
    match event:
        case GameOver():
            return "end"
        case MummyWalks() | Stolen():
            return "caught"
        case CurseBlows():
            return "curse"
        case Delivered() | PhotoKept():
            return "score"
        case CountdownBegins():
            return "bust"
        case BustLeaves() | Fell():
            return "fall"
        case CountdownGoesOn():
            return "attention"
        case TurnBegins():
            return "turn"
        case _:
            return None


OF_PAGE: dict[type, str] = {
    StartCardPage: "start card",
    StartWallsPage: "start card",
    CardPage: "reveal",
    RotatePage: "rotate",
    PhotoPage: "photo",
    EventsPage: "consequences",
}
"""The pages that are always shown in the same situation."""


def situation(page: Page, table: PageContext) -> str:
    """The situation in which a page is shown; empty for a page of something else."""
    match page:
        case StartPage(header=header):
            return "before the game" if header.game == "or_du_pharaon" else ""
        case LivePage(lines=StartPlaceLines()):
            return "start card"
        case TurnPage():
            return _turn(page.pointed_at(table), table.playing.state)
        case TargetPage(purpose=purpose) | WhyNotPage(purpose=purpose):
            return _turn(purpose, table.playing.state)
        case ListPage(around=around) if around is not None and table.session is not None and table.playing.is_over:
            return "the end"
    return OF_PAGE.get(type(page), "")


def _turn(act: str, state: State) -> str:
    if act == "archaeologist" and takes_bust_out(state, "archaeologist"):
        return "bust"
    if act == "archaeologist" and is_burdened(state, "archaeologist"):
        return "carrier"
    in_collapse = {"countdown": " in the countdown", "falling": " in the collapse"}.get(state.collapse.status, "")
    return act + in_collapse if act == "end_turn" else act


def reasons(page: Page, table: PageContext) -> tuple[Refusal, ...]:
    """Why a turn's page does not offer what looks possible at the table."""
    if not isinstance(page, TurnPage):
        return ()
    state: State = table.playing.state
    found = (rules.broken_rule(state, wish) for wish in _wishes(state))
    return tuple(dict.fromkeys(rule for rule in found if rule))


def _wishes(state: State) -> tuple[AnyAction, ...]:
    """What the pieces on the table suggest, legal or not."""
    by_porter = () if state.team.porter == LOST else (PlaceLantern(state.active),)
    by_archaeologist = () if state.team.archaeologist == LOST else _wishes_of_archaeologist(state)
    return (*by_porter, *by_archaeologist)


def _wishes_of_archaeologist(state: State) -> tuple[AnyAction, ...]:
    player, here = state.active, state.team.archaeologist
    return (
        *(Reveal(player, cell, "NESW") for cell in _hidden_beside(state, here)[:1] if not reveal_targets(state)),
        *(PickUp(player, treasure) for treasure in state.treasures_on(here)),
        *(Steal(player, other) for other in _carriers_at(state, here) if other != player),
    )


def _hidden_beside(state: State, here: Cell) -> list[Cell]:
    """The face-down cards that touch a card."""
    touching = neighbours_of(state.setup.start)[here].values()
    return [cell for cell in touching if (card := state.card(cell)) and not card.open]


def _carriers_at(state: State, here: Cell) -> list[str]:
    """The players whose archaeologists stand on a card and carry a treasure."""
    teams = zip(state.players, state.teams, strict=True)
    return [player for player, team in teams if team.archaeologist == here and team.carrying]


def why_not(page: Page, table: PageContext) -> Page | None:
    """The map that says why not, card by card, for a page that asks for a card."""
    if isinstance(page, TargetPage):
        return WhyNotPage(page.purpose, page.cell(table))
    return None


EXPLAINED = Explained(TEXTS, situation, reasons=reasons, why_not=why_not)


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
        for figure in FIGURES:
            if where(was, figure) != where(now, figure):
                whose = words("{player}, {pawn}", player=player, pawn=FIGURE_WORDS[figure])
                yield _move_line(whose, where(was, figure), where(now, figure), figure, colour)


def _lanterns(before: State, after: State, colours: tuple[Colour, ...]) -> Iterator[Difference]:
    """Yield each lantern that lies elsewhere; one in no supply and on no card fell with its card (G48)."""
    for player, was, now, colour in zip(after.players, before.teams, after.teams, colours, strict=True):
        then, there = ((*team.lanterns, *(IN_SUPPLY,) * team.supply) for team in (was, now))
        for origin, to in places_changed(then, there, LOST):
            yield _move_line(words("{player}, a lantern", player=player), origin, to, "lantern", colour)


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
"""In the printed box still, or fallen with its card (G48)."""


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


def _move_line(thing: Words, origin: str, to: str, icon: str, colour: Colour) -> Difference:
    brief = words("{place}: out", place=_name_of(origin)) if to in (LOST, IN_SUPPLY) else None
    return move_of(thing, _name_of(origin), _name_of(to), (icon,), colour, to, brief=brief)


def _name_of(place: str) -> Words:
    return PLACES.get(place) or plain(place)


def pages_again(table: PageContext, menu: Page) -> Stack:
    """The pages of the turn, and on top the one on which the undone action was entered."""
    state: State = table.playing.state
    first = page(table, None, menu)
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
        case Move(pawn=figure, to=to) if to in costs(state, figure):
            return TargetPage(figure, to)
    purpose = _purpose(action)
    return target_page(state, purpose) if purpose and costs(state, purpose) else None


def _purpose(action: AnyAction) -> Purpose | None:
    match action:
        case Reveal():
            return "reveal"
        case Rotate():
            return "rotate"
        case Move(pawn=figure):
            return figure
    return None
