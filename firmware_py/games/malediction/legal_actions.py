"""What may be done now in La malédiction de la momie: the decisions, and what they are made of."""

from __future__ import annotations

from collections import Counter

from firmware_py.games.malediction.actions import AnyAction, Choose, EndTurn, Move, Pass, PlayMission, Reset
from firmware_py.games.malediction.maze import Side, in_card_order
from firmware_py.games.malediction.movement import FACES, Face, mummy_paths
from firmware_py.games.malediction.movement import is_stuck as is_stuck_on
from firmware_py.games.malediction.movement import reachable as reachable_on
from firmware_py.games.malediction.state import HIDDEN, State, to_act
from firmware_py.grid import Cell


def reachable(state: State, face: Face) -> frozenset[Cell]:
    """Return where the active pawn may end with a face: empty without such a pawn, or where it is hidden."""
    start, others = _surroundings(state)
    return reachable_on(state.maze, start, face, state.mummy, others) if start else frozenset()


def is_stuck(state: State) -> bool:
    """Return whether the active pawn could move with no face at all (P26); never for a hidden pawn."""
    start, others = _surroundings(state)
    return start is not None and is_stuck_on(state.maze, start, state.mummy, others)


def playable_faces(state: State) -> tuple[Face, ...]:
    """Return the faces among those showing with which the active pawn can move, each once (P12, P25)."""
    return tuple(face for face in FACES if face in state.faces and reachable(state, face))


def mummy_steps(state: State, path: tuple[Cell, ...]) -> dict[Side, Cell]:
    """Return where the mummy may go on after `path`, by side; nothing when it is used up or has met a hunter."""
    here = path[-1] if path else state.mummy
    if len(path) >= (state.steps or 0) or here in state.in_corridors:
        return {}
    return state.maze.steps(here)


def until_catch(state: State, path: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return the mummy's way up to the first cell in which a hunter stands (P34)."""
    caught = next((number for number, cell in enumerate(path, 1) if cell in state.in_corridors), len(path))
    return path[:caught]


def open_missions(state: State, index: int) -> tuple[str, ...]:
    """Return the missions on the map that nobody has played and of which the hunter of a pawn may hold the card."""
    played = {code for codes in state.missions for code in codes}
    own = state.missions if state.is_two_player else (state.missions[index],)
    colours = Counter(code[0] for codes in own for code in codes)
    each = 2 if state.is_two_player else 1
    return in_card_order(c for c in state.maze.missions if c not in played and colours[c[0]] < each)


def offered_mission(state: State) -> str | None:
    """Return the mission that the active pawn may play on its cell if its hunter holds the card (P41), or None."""
    if state.turn is None or (cell := state.cell(state.turn)) is None:
        return None
    code = state.maze.mission(cell)
    return code if code in open_missions(state, state.turn) else None


def _surroundings(state: State) -> tuple[Cell | None, frozenset[Cell]]:
    """Return the active pawn's cell (None if there is none or it is hidden) and the other hunters' cells."""
    if state.turn is None or HIDDEN in state.at:
        return None, frozenset()
    return state.cell(state.turn), frozenset(c for c, index in state.in_corridors.items() if index != state.turn)


def legal_actions(state: State) -> tuple[AnyAction, ...]:
    """Return every legal decision; thrown dice are observed, not chosen, and not listed.

    The mummy's ways to one and the same cell lead to the same state: of these only a shortest one is listed.
    """
    if state.phase == "over" or (state.turn is not None and state.phase != "interrupt" and HIDDEN in state.at):
        return ()
    (player,) = to_act(state)
    match state.phase:
        case "begin":
            if is_stuck(state):
                return (Pass(player),)
            return (Reset(player),) if state.locked else ()
        case "choose":
            return tuple(Choose(player, face) for face in playable_faces(state))
        case "move" if state.face:
            return tuple(Move(player, to=cell) for cell in sorted(reachable(state, state.face)))
        case "mission":
            return (PlayMission(player), EndTurn(player))
        case "interrupt" | "mummy_move":
            ways = mummy_paths(state.maze, state.mummy, state.steps or 0, state.in_corridors)
            return tuple(Move(player, path=path) for path in ways.values())
    return ()
