"""What a player most likely does next, so that the cursor starts there: most acts take one press then.

Why it follows the aim of the game: an archaeologist walks to the start card with a treasure, to a treasure without one,
and else to where a card can be revealed. Whoever plans otherwise moves the cursor, as from any other place.
"""

from __future__ import annotations

from collections.abc import Iterable

from firmware_py.games.or_du_pharaon.actions import Pawn
from firmware_py.games.or_du_pharaon.cells import START, Cell
from firmware_py.games.or_du_pharaon.collapse import next_wave
from firmware_py.games.or_du_pharaon.destinations import targets
from firmware_py.games.or_du_pharaon.legal_actions import reveal_targets
from firmware_py.games.or_du_pharaon.paths import layers_from
from firmware_py.games.or_du_pharaon.setup import neighbours_of
from firmware_py.games.or_du_pharaon.state import LOST, State, where


def towards(state: State, goals: Iterable[Cell], pawn: Pawn = "archaeologist") -> Cell | None:
    """Return where the pawn comes nearest to one of `goals`, or None if it comes no nearer."""
    pyramid = state.pyramid
    layers = list(layers_from(pyramid.corridors, pyramid.bitboard(set(goals))))

    def steps(cell: Cell) -> int:
        return next((far for far, cards in enumerate(layers) if cards & pyramid.bits[cell]), len(pyramid.bits))

    costs = targets(state, pawn)
    best = min(costs, key=lambda cell: (steps(cell), cell in next_wave(state), costs[cell]), default=None)
    return best if best is not None and steps(best) < steps(where(state.team, pawn)) else None


def frontier(state: State) -> list[Cell]:
    """Return the cards from which a face-down card could be revealed."""
    openings = state.pyramid.openings
    touching = neighbours_of(state.setup.start)
    return [
        cell
        for cell, sides in openings.items()
        if any(side in sides and other not in openings and state.card(other) for side, other in touching[cell].items())
    ]


def wish(state: State) -> Cell | None:
    """Return where the archaeologist wants to go: home with a treasure, to a treasure, else to a face-down card.

    None where the archaeologist wants to reveal a card instead, or can come no nearer to anything.
    """
    if state.team.archaeologist == LOST:
        return None
    if state.team.carrying is not None:
        return towards(state, (START,))
    return towards(state, [item.cell for item in state.loose]) or (
        None if reveal_targets(state) else towards(state, frontier(state))
    )


def likely_place(state: State, pawn: Pawn) -> Cell:
    """Return where the pawn most likely goes: the porter follows the archaeologist."""
    ahead = () if state.team.archaeologist == LOST else (state.team.archaeologist,)
    wanted = wish(state) if pawn == "archaeologist" else towards(state, ahead, "porter")
    costs = targets(state, pawn)
    return wanted or min(costs, key=lambda cell: (costs[cell], cell == START, cell))
