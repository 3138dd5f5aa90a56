"""The refusals that several kinds of action share."""

from __future__ import annotations

from firmware_py.games.or_du_pharaon.actions import Move, Reveal, Rotate
from firmware_py.games.or_du_pharaon.cells import START, Cell, place_words
from firmware_py.games.or_du_pharaon.setup import places_of
from firmware_py.games.or_du_pharaon.state import State
from firmware_py.games.rules import Rule
from firmware_py.words import words


def not_face_up(state: State, cell: Cell) -> Rule | None:
    """Return why a card cannot be entered or rotated: it fell, lies face down, or is not there."""
    card = state.card(cell)
    if cell == START or (card is not None and card.open):
        return None
    if card is None:
        return no_such_card(state, cell)
    return Rule("G10", words("{place} lies face down: it can be neither entered nor rotated.", place=cell))


def no_such_card(state: State, cell: Cell) -> Rule:
    if cell == START:
        return Rule("G11", words("The start card lies face up and stays as it is."))
    if cell not in places_of(state.setup.start):
        return Rule("G11", words("The start card lies on {place}; call it by its own name.", place=cell))
    return Rule("G48", words("{place} has fallen.", place=cell))


def pawn_lost(action: Move | Reveal | Rotate) -> Rule:
    is_archaeologist = isinstance(action, Reveal) or (isinstance(action, Move) and action.pawn == "archaeologist")
    return archaeologist_lost() if is_archaeologist else porter_lost()


def archaeologist_lost() -> Rule:
    return Rule("G48", words("The archaeologist fell with a card; only the porter can still act."))


def porter_lost() -> Rule:
    return Rule("G48", words("The porter fell with a card; only the archaeologist can still act."))


def wall_between(here: Cell, to: Cell) -> Rule:
    why = words(
        "There is a wall between {here} and {place}; both touching edges must be open.",
        here=place_words(here),
        place=place_words(to),
    )
    return Rule("G03", why)


def touch_at_a_corner(state: State, cell: Cell, other: Cell) -> bool:
    places = places_of(state.setup.start)
    (column, row), (other_column, other_row) = places[cell], places[other]
    return abs(column - other_column) == 1 and abs(row - other_row) == 1
