"""What a tracker can say of the pieces at a moment."""

from __future__ import annotations

from msgspec.structs import replace

from firmware_py.games.malediction.pieces import start_of
from firmware_py.games.malediction.state import State
from firmware_py.grid import Cell, cell_name
from firmware_py.sensing.constants import NOTHING_FOLLOWS_S, SPREAD
from firmware_py.tracking import placements
from firmware_py.tracking.matching import Evidence
from firmware_py.tracking.position import Position, cell_numbers, sensed_position
from firmware_py.tracking.tracker import Standing, Tracker


def evidence(tracker: Tracker, state: State, now_s: float) -> Evidence:
    """Return what is known of the pieces at a moment, for a state in which they may stand."""
    settling = tracker.settling
    assert settling is not None
    columns = settling.cells.columns
    changed_s = {cell: at_s for at_s, cell, _ in settling.recent_changes}
    newest = next((cell for _, cell, rises in reversed(settling.recent_changes) if rises), None)
    position = sensed_position(state, settling, tracker.disbelieved)
    return Evidence(
        replace(position, crowded=_crowded(tracker, position)),
        tracker.placements,
        {cell: number for cell in state.maze.cells for number in cell_numbers(state.maze, columns, (cell,))},
        changed_s,
        None if newest is None else cell_name(*divmod(newest, columns)),
        settling.changed_s,
        now_s,
    )


def _crowded(tracker: Tracker, position: Position) -> frozenset[Cell]:
    """Return the cells that sense more than one pawn can cause, and clearly more than before.

    Compare with the field before, too: a magnet may be stronger than those of the calibration.
    """
    assert tracker.settling is not None
    cells = tracker.settling.cells
    least_mt, zeros = cells.calibration.levels.two_mt, cells.calibration.offsets_mt
    readings = enumerate(zip(cells.values, tracker.baseline, zeros, strict=True))
    strong = (
        cell for cell, (now, was, zero) in readings if now - zero >= max(least_mt, (1 + 2 * SPREAD) * (was - zero))
    )
    return position.readable & frozenset(cell_name(*divmod(cell, cells.columns)) for cell in strong)


def has_left(tracker: Tracker, cell: Cell) -> bool:
    """Return whether the piece that came to a cell and stood there as in the game is no longer sensed there."""
    has_stayed = tracker.before is not None and start_of(tracker.before[0]) == cell
    if has_stayed or tracker.standing is not Standing.FOLLOWED:
        return False
    position = _position_now(tracker)
    return position is not None and cell in position.readable - position.occupied


def has_left_start(tracker: Tracker) -> bool:
    """Return whether the pawn that may move is in a hand, or on its way, and was seen to leave its cell."""
    return tracker.standing is Standing.FOLLOWED and _is_away(tracker)


def _is_away(tracker: Tracker) -> bool:
    mover = tracker.placements.mover
    place = tracker.placements.best.places.get(mover) if mover is not None else None
    return place is not None and place.at == placements.HAND


def is_occupied(tracker: Tracker, cell: Cell | None) -> bool:
    """Return whether a piece is surely sensed on a cell."""
    position = _position_now(tracker)
    return position is not None and cell in position.readable & position.occupied


def _position_now(tracker: Tracker) -> Position | None:
    if tracker.settling is None or tracker.state is None:
        return None
    return sensed_position(tracker.state, tracker.settling, tracker.disbelieved)


def why_nothing_follows(tracker: Tracker) -> str:
    """Return what is believed, and why, if pieces move for long and nothing follows; else nothing.

    For the log and the doctor: it counts cells and names none, and no piece.
    """
    if tracker.settling is None or tracker.pending_s is None:
        return ""
    cells = tracker.settling.cells
    if cells.ticked_s < tracker.pending_s + NOTHING_FOLLOWS_S:
        return ""
    doubts = {
        "left out": len(cells.calibration.masked),
        "not read": len(cells.unread),
        "changing too often": len(tracker.settling.unsteady),
        "contradicted by button": len(tracker.disbelieved),
    }
    why = ", ".join(f"{count} {reason}" for reason, count in doubts.items())
    standing = f"pieces {tracker.standing.value}, mummy {tracker.mummy_standing.value}"
    return f"pieces move on the board and nothing follows: {standing}; cells not believed: {why}"
