"""Which explanations of L'or du pharaon belong to which page, and the map that answers for every card."""

from __future__ import annotations

from firmware_py.games.or_du_pharaon import rules
from firmware_py.games.or_du_pharaon.cells import Cell
from firmware_py.games.or_du_pharaon.legality import is_burdened, reveal_targets, takes_bust_out
from firmware_py.games.or_du_pharaon.state import (
    LOST,
    AnyAction,
    PickUp,
    PlaceLantern,
    Reveal,
    State,
    Steal,
    neighbours_of,
)
from firmware_py.games.rules import Refusal
from firmware_py.pages.help import Explained
from firmware_py.pages.interface import PageContext
from firmware_py.pages.or_du_pharaon.card_page import CardPage, RotatePage
from firmware_py.pages.or_du_pharaon.photo_page import EventsPage, PhotoPage
from firmware_py.pages.or_du_pharaon.pictures import TEXTS
from firmware_py.pages.or_du_pharaon.setup_page import StartCardPage, StartPlaceLines, StartWallsPage
from firmware_py.pages.or_du_pharaon.target_page import TargetPage, WhyNotPage
from firmware_py.pages.or_du_pharaon.turn_page import TurnPage
from firmware_py.pages.page import ListPage, LivePage, Page
from firmware_py.pages.start_page import StartPage

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
        *(PickUp(player, treasure) for treasure in state.lying(here)),
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
