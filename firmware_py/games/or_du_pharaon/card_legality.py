"""Why a card may not be revealed, photographed or rotated."""

from __future__ import annotations

from firmware_py.games.or_du_pharaon.actions import Photo, Reveal, Rotate
from firmware_py.games.or_du_pharaon.cells import START, Cell
from firmware_py.games.or_du_pharaon.refusals import no_such_card, not_face_up, pawn_lost, touch_at_a_corner
from firmware_py.games.or_du_pharaon.setup import neighbours_of
from firmware_py.games.or_du_pharaon.state import LOST, State
from firmware_py.games.rules import Rule
from firmware_py.words import words, words_n


def broken_by_reveal(state: State, action: Reveal) -> Rule | None:
    here = state.team.archaeologist
    if here == LOST:
        return pawn_lost(action)
    card = state.card(action.at)
    if card is None:
        return no_such_card(state, action.at)
    if card.open:
        return Rule("G04", words("{place} lies face up already.", place=action.at))
    touching = neighbours_of(state.setup.start)[here]
    if action.at not in touching.values():
        clause = "G13" if touch_at_a_corner(state, here, action.at) else "G04"
        return Rule(clause, words("The archaeologist reveals a card next to its own, not diagonally."))
    if not any(touching[side] == action.at for side in touching if side in state.pyramid.open_sides(here)):
        return Rule("G04", words("On the archaeologist's own card, a wall bars the way to {place}.", place=action.at))
    if action.chamber and sum(team.photos for team in state.teams) >= state.setup.photos:
        why = words_n(
            "There is {count} chamber, and it has been found.",
            "There are {count} chambers, and all have been found.",
            state.setup.photos,
        )
        return Rule("G29", why)
    return None


def broken_by_photo(state: State, action: Photo) -> Rule | None:
    busts = action.treasures.count("bust")
    found = state.found + len(action.treasures) - busts
    if found > state.setup.treasures:
        left = state.setup.treasures - state.found
        why = words_n(
            "Only {count} treasure besides the bust is still to be found.",
            "Only {count} treasures besides the bust are still to be found.",
            left,
        )
        return Rule("G31", why)
    if busts and state.collapse.status != "idle":
        return Rule("G31", words("The bust has been found already."))
    if busts > 1:
        return Rule("G31", words("There is only one bust."))
    if busts and found < state.setup.treasures:
        why = words_n(
            "The bust comes last: {count} other treasure is still to be found.",
            "The bust comes last: {count} other treasures are still to be found.",
            state.setup.treasures - found,
        )
        return Rule("G31", why)
    return None


def before_porter(state: State) -> tuple[Cell, ...]:
    """Return the cards that the active player's porter can rotate, sorted as text.

    They are its own and those a step away (G05), without the start card (G11).
    """
    pyramid, here = state.pyramid, state.team.porter
    if here == LOST:
        return ()
    own = pyramid.bits[here]
    return tuple(pyramid.cells((own | pyramid.corridors.ahead(own)) & ~pyramid.bits[START]))


def broken_by_rotate(state: State, action: Rotate) -> Rule | None:
    if action.at in before_porter(state):
        return None
    here = state.team.porter
    if here == LOST:
        return pawn_lost(action)
    if action.at == START:
        return Rule("G11", words("The start card is never rotated."))
    closed = not_face_up(state, action.at)
    if closed is not None:
        return closed
    if action.at in neighbours_of(state.setup.start)[here].values():
        where = action.at
        why = words("There is a wall between the porter and {place}; both touching edges must be open.", place=where)
        return Rule("G05", why)
    clause = "G13" if touch_at_a_corner(state, here, action.at) else "G05"
    return Rule(clause, words("The porter rotates its own card or one next to it, not diagonally."))
