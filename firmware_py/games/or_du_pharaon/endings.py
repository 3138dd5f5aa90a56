"""Whether a game can still end: the pyramid collapses only once the bust is found, which only a photo shows (G31, G50).

Why this is no rule that forbids a photo: a photo shows what it shows. If the photos that were entered leave no place
for the bust, one of them, or a card, was entered wrongly; players must learn that while they remember. Nor does a
record break a rule in which all are walled in: no leaflet forbids it. At the table the pages refuse such a card (G55).
"""

from __future__ import annotations

from firmware_py.games.or_du_pharaon.cells import OPPOSITE, START
from firmware_py.games.or_du_pharaon.setup import neighbours_of
from firmware_py.games.or_du_pharaon.state import LOST, State
from firmware_py.games.rules import Rule
from firmware_py.words import Words, words, words_n


def discs_left(state: State) -> int:
    """Return how many treasures are still to be found, without the bust."""
    return state.setup.treasures - state.found


def photos_left(state: State) -> int:
    """Return how many photos are still to be drawn, that of a chamber just revealed included."""
    return state.setup.photos - sum(team.photos for team in state.teams)


def is_bust_hidden(state: State) -> bool:
    """Return whether the bust is still to be found."""
    return state.collapse.status == "idle"


def why_no_end(state: State) -> Rule | None:
    """Return what was entered wrongly, so that the game can never end; None if it can."""
    left, hidden = photos_left(state), sum(not card.open for card in state.cards)
    if not is_bust_hidden(state):
        return None
    if left <= 0:
        return _discs_missing(discs_left(state))
    if hidden + (state.phase == "photo") < left:
        return Rule("G29", _chambers_missing(left - (state.phase == "photo") - hidden))
    if state.phase == "turn" and is_walled_in(state):
        why = words("A way through is missing: no card may lie so that nobody could ever reveal one again.")
        return Rule("G55", why)
    return None


def is_walled_in(state: State) -> bool:
    """Return whether no card can ever be revealed again, whatever figures do (G55).

    A card that figures reach counts as open to all sides, because a porter on it rotates it; the start card does not.
    """
    openings, touching = state.pyramid.openings, neighbours_of(state.setup.start)
    reached = {place for team in state.teams for place in (team.archaeologist, team.porter) if place != LOST}
    waiting = list(reached)
    while waiting:
        cell = waiting.pop()
        for side, other in touching[cell].items():
            if other in reached or (cell == START and side not in openings[START]):
                continue
            if other not in openings:  # face down: the archaeologist reveals it
                return False
            if OPPOSITE[side] in openings[other]:
                reached.add(other)
                waiting.append(other)
    return True


def _discs_missing(count: int) -> Rule:
    if not count:
        return Rule("G31", words("The last photo: the bust is missing."))
    why = words_n(
        "The last photo: {count} treasure and the bust are missing. Was it on an earlier photo?",
        "The last photo: {count} treasures and the bust are missing. Were some on an earlier photo?",
        count,
    )
    return Rule("G31", why)


def _chambers_missing(count: int) -> Words:
    return words_n(
        "Too few cards are face down: {count} burial chamber was entered as a passage.",
        "Too few cards are face down: {count} burial chambers were entered as passages.",
        count,
    )
