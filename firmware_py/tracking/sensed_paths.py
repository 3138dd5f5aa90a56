"""The cells over which the mummy was sensed: by its strength, or by its track among pieces that read like it.

Why this asks for no hunter: the result is shown to everybody, or played before everybody's eyes.
"""

from __future__ import annotations

from itertools import pairwise

from firmware_py.games.malediction.state import State
from firmware_py.grid import Cell, cell_name
from firmware_py.sensing.association import OUTSIDE
from firmware_py.sensing.cells import Sensed
from firmware_py.sensing.settling import CellChange, Observation
from firmware_py.tracking.position import cell_numbers, ignored_cells
from firmware_py.tracking.possible_paths import only_path


def path_by_strength(state: State, observation: Observation) -> tuple[tuple[Cell, ...], Cell | None]:
    """Return the cells over which the mummy went on a board that knows it, and where it is sensed now; None if nowhere.

    Whatever reads like the mummy while another cell senses it is a heap of pawns, or a failing sensor. So is what the
    stairs and the dungeon sense, which the mummy cannot enter (P33), if another cell senses it as well.
    """
    named = [(cell_name(*divmod(change.cell, observation.columns)), change) for change in observation.changes]
    path: tuple[Cell, ...] = ()
    here, heaps = _start(state, observation, named), ignored_cells(state)
    for cell, change in named:
        if change.faded:
            here = None if cell == here else here
        elif change.sensed is Sensed.MUMMY and (here is None or here in heaps):
            path, here = (*(path if here is None else path[:-1]), cell), cell
    return _on_map(state, state.mummy, path), here


def _start(state: State, observation: Observation, named: list[tuple[Cell, CellChange]]) -> Cell | None:
    """Return the mummy's cell if anything is sensed there, or was before these changes; else None."""
    sensed = {cell_name(*divmod(cell, observation.columns)) for cell in observation.pieces | observation.mummies}
    was_there = state.mummy in sensed or any(cell == state.mummy for cell, change in named if change.faded)
    return state.mummy if was_there else None


def path_by_tracks(state: State, observation: Observation) -> tuple[tuple[Cell, ...], bool]:
    """Return the cells over which the one piece was slid that can be the mummy, and whether it stands on the last one.

    Return no cells if several pieces can be the mummy. A lifted piece can be exchanged for another.
    """
    (home,) = cell_numbers(state.maze, observation.columns, (state.mummy,)) or {OUTSIDE}
    there = observation.tracks
    tracks = (*there.on_cells.values(), *(piece.track for piece in there.in_air))
    own = [track for track in tracks if track.origins == {home}]
    if len(own) != 1:
        return (), False
    sensed = tuple(cell_name(*divmod(cell, observation.columns)) for cell in own[0].cells)
    return _on_map(state, state.mummy, sensed), own[0].is_slid and own[0] in there.on_cells.values()


def is_on_path(state: State, observation: Observation) -> bool:
    """Return whether the one piece that can be the mummy was slid to where it stands, by a path that the map allows."""
    path, is_there = path_by_tracks(state, observation)
    return is_there and path != () and only_path(state.maze, state.mummy, path, state.steps or 0) == path


def known_path(state: State, path: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return how far the mummy was sensed from cell to cell; whom it met is not announced before it is at rest."""
    known: tuple[Cell, ...] = ()
    for cell in path[: state.steps or 0]:
        if cell not in state.maze.steps(known[-1] if known else state.mummy).values():
            break
        known = (*known, cell)
    return known


def _on_map(state: State, start: Cell, cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return those cells that lie on the map, without repetitions and without `start` at the beginning."""
    named = (start, *(cell for cell in cells if state.maze.has(cell)))
    return tuple(cell for before, cell in pairwise(named) if cell != before)
