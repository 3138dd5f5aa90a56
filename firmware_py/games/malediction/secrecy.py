"""What each side may know in La malédiction de la momie: secrets are cut out here and nowhere else (P48, P49).

Why the phase is cut too: whether a pawn ended its move on a mission is a secret. So for the mummy's side a move
lasts until the turn ends, at once or after the choice to play the card. For the same reason a pawn in the dungeon
is hidden as soon as its face is announced: no move can end there.
"""

from __future__ import annotations

from msgspec.structs import replace

from firmware_py.games.malediction.state import HIDDEN, IN_DUNGEON, OUT, State
from firmware_py.games.rules import Event


def is_hunter(state: State, viewer: str) -> bool:
    """Return whether a viewer plays a hunter; the mummy's player, the table and strangers do not."""
    return any(hunter.player == viewer for hunter in state.hunters)


def seen_by(state: State, viewer: str) -> State:
    """Return the state without what `viewer` must not know; hunters see everything.

    Hidden from all others: where a pawn is (unless in the dungeon or eliminated), the faces that show, and whether a
    mission can be played. The announced face, locked dice, tokens and played missions stay.
    """
    if is_hunter(state, viewer):
        return state
    moving = state.turn if state.phase in ("move", "mission") else None
    return replace(
        state,
        at=tuple(
            position if position in (IN_DUNGEON, OUT) and index != moving else HIDDEN
            for index, position in enumerate(state.at)
        ),
        faces=(),
        phase="move" if state.phase == "mission" else state.phase,
    )


def heard_by(state: State, event: Event, viewer: str) -> bool:
    """Return whether `viewer` may hear an event."""
    return is_hunter(state, viewer) or event.is_public
