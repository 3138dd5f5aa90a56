"""Over which cells the mummy was felt to go: by her strength, or by following her among pieces that feel like her.

Why this asks for no hunter: whatever comes of it is shown to everybody, or played before everybody's eyes.
"""

from __future__ import annotations

from itertools import pairwise

from firmware_py.games.malediction.state import State
from firmware_py.grid import Cell, cell_name
from firmware_py.sensing.association import OUTSIDE
from firmware_py.sensing.cells import Sensed
from firmware_py.sensing.settling import Observation
from firmware_py.tracking.position import cell_numbers, ignored_cells
from firmware_py.tracking.possible_paths import only_path


def path_by_strength(state: State, observation: Observation) -> tuple[tuple[Cell, ...], Cell | None]:
    """Return over which cells the mummy went on a board that knows her, and where she is felt now; None if nowhere.

    Whatever feels like her while she herself is felt elsewhere is a heap of pawns, or a sensor that makes things up; so
    is what the stairs and the dungeon feel, which she cannot enter (P33), if another cell feels her as well.
    """
    named = [(cell_name(*divmod(change.cell, observation.columns)), change) for change in observation.changes]
    sensed = {cell_name(*divmod(cell, observation.columns)) for cell in observation.pieces | observation.mummies}
    was_there = state.mummy in sensed or any(cell == state.mummy for cell, change in named if change.faded)
    path: tuple[Cell, ...] = ()
    here, heaps = state.mummy if was_there else None, ignored_cells(state)
    for cell, change in named:
        if change.faded:
            here = None if cell == here else here
        elif change.sensed is Sensed.MUMMY and (here is None or here in heaps):
            path, here = (*(path if here is None else path[:-1]), cell), cell
    return _on_map(state, state.mummy, path), here


def path_by_tracks(state: State, observation: Observation) -> tuple[tuple[Cell, ...], bool]:
    """Return over which cells the one piece was slid that can be the mummy, and whether it stands on the last of them.

    Nothing if several can be she. One that was lifted can be exchanged for another.
    """
    (home,) = cell_numbers(state.maze, observation.columns, (state.mummy,)) or {OUTSIDE}
    there = observation.tracks
    tracks = (*there.on_cells.values(), *(piece.track for piece in there.in_air))
    hers = [track for track in tracks if track.origins == {home}]
    if len(hers) != 1:
        return (), False
    sensed = tuple(cell_name(*divmod(cell, observation.columns)) for cell in hers[0].cells)
    return _on_map(state, state.mummy, sensed), hers[0].is_slid and hers[0] in there.on_cells.values()


def is_on_path(state: State, observation: Observation) -> bool:
    """Return whether the one piece that can be the mummy was slid, by a way that the map allows, to where it stands."""
    path, is_there = path_by_tracks(state, observation)
    return is_there and path != () and only_path(state.maze, state.mummy, path, state.steps or 0) == path


def known_path(state: State, path: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return how far the mummy was felt to go from cell to cell; whom she met there is not told before she rests."""
    known: tuple[Cell, ...] = ()
    for cell in path[: state.steps or 0]:
        if cell not in state.maze.steps(known[-1] if known else state.mummy).values():
            break
        known = (*known, cell)
    return known


def _on_map(state: State, start: Cell, cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return those cells that lie on the map, repetitions left out, `start` in the beginning too."""
    named = (start, *(cell for cell in cells if state.maze.has(cell)))
    return tuple(cell for before, cell in pairwise(named) if cell != before)
