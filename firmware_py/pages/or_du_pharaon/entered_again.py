"""An entry that was taken back or is corrected: the pages on which it was entered, and its picture in lists.

Why deeper pages than the dialogue's first: who corrects a card wants to change the card, and not to find it again.
`back` still leads to everything else that could have been done then.
"""

from __future__ import annotations

from firmware_py.games.or_du_pharaon.actions import (
    AnyAction,
    EndTurn,
    Move,
    Photo,
    PickUp,
    PlaceLantern,
    PutDown,
    Reveal,
    Rotate,
    Steal,
    TakeLantern,
)
from firmware_py.games.or_du_pharaon.legal_actions import reveal_targets, rotate_targets
from firmware_py.games.or_du_pharaon.state import State
from firmware_py.games.session import Step
from firmware_py.pages.or_du_pharaon import dialogue
from firmware_py.pages.or_du_pharaon.card_page import NAMES, CardPage, RotatePage, may_be_chamber, shape_of
from firmware_py.pages.or_du_pharaon.pictures import DISCS
from firmware_py.pages.or_du_pharaon.target_page import Purpose, TargetPage, costs, target_page
from firmware_py.pages.stack import Page, Stack
from firmware_py.pages.table import Table


def pages_again(table: Table, menu: Page) -> Stack:
    """Return the pages of the turn, and above them the one on which the action was entered that was taken back."""
    state: State = table.playing.state
    first = dialogue.page(table, None, menu)
    match table.playing.undone:
        case (action, *_) if state.phase == "turn" and action.by == state.active and (above := _page_of(state, action)):
            return (first, above)
    return (first,)


def _page_of(state: State, action: AnyAction) -> Page | None:
    """Return the page with the action ready; if the rules refuse it now, the page that asks for another of its kind."""
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
    """Return the pictures of an action: the figure that moved, the shape of the card, what was picked up."""
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
}
