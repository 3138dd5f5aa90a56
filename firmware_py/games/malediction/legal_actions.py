"""What may be done now in La malédiction de la momie: the decisions, and the cells, faces and missions in them."""

from __future__ import annotations

from collections import Counter

from firmware_py.games.malediction.actions import AnyAction, Choose, EndTurn, Move, Pass, PlayMission, Reset
from firmware_py.games.malediction.maze import Side, in_card_order
from firmware_py.games.malediction.movement import FACES, Face, hunter_ends, is_blocked, mummy_paths
from firmware_py.games.malediction.state import HIDDEN, State
from firmware_py.grid import Cell


def reachable(state: State, face: Face) -> frozenset[Cell]:
    """Return where the active pawn may end with a face; nothing without an active pawn, or if it is hidden."""
    start, others = start_and_others(state)
    return hunter_ends(state.maze, start, face, state.mummy, others) if start else frozenset()


def is_stuck(state: State) -> bool:
    """Return whether the active pawn can move with no face at all (P26); False for a hidden pawn."""
    start, others = start_and_others(state)
    return start is not None and is_blocked(state.maze, start, state.mummy, others)


def showing_faces(state: State) -> tuple[Face, ...]:
    """Return the faces that show now, each once, playable or not; nothing outside the choice."""
    return tuple(face for face in FACES if face in state.faces)


def playable_faces(state: State) -> tuple[Face, ...]:
    """Return the faces that show now and with which the active pawn can move, each once (P12, P25)."""
    return tuple(face for face in showing_faces(state) if reachable(state, face))


def mummy_steps(state: State, path: tuple[Cell, ...]) -> dict[Side, Cell]:
    """Return the next cells that the mummy may enter after `path`, by side; nothing if the path cannot go on."""
    here = path[-1] if path else state.mummy
    if len(path) >= (state.steps or 0) or here in state.in_corridors:
        return {}
    return state.maze.steps(here)


def mummy_run(state: State, path: tuple[Cell, ...], side: Side) -> tuple[Cell, ...]:
    """Return `path` with the cells from its end towards `side` and along the corridor, up to where it branches.

    It ends before that in a dead end, and after the last step. So there is no other way in between.
    """
    to = mummy_steps(state, path).get(side)
    while to:
        here, path = (path[-1] if path else state.mummy), (*path, to)
        onward = [cell for cell in mummy_steps(state, path).values() if cell != here]
        to = onward[0] if len(onward) == 1 else None
    return path


def until_catch(state: State, path: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return the mummy's path up to the first cell in which a hunter stands (P34)."""
    caught = next((number for number, cell in enumerate(path, 1) if cell in state.in_corridors), len(path))
    return path[:caught]


def open_missions(state: State, index: int) -> tuple[str, ...]:
    """Return the missions that nobody has played and whose card the hunter of a pawn may still hold."""
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


def start_and_others(state: State) -> tuple[Cell | None, frozenset[Cell]]:
    """Return the active pawn's cell (None if there is none or it is hidden) and the other hunters' cells."""
    if state.turn is None or HIDDEN in state.at:
        return None, frozenset()
    return state.cell(state.turn), frozenset(c for c, index in state.in_corridors.items() if index != state.turn)


def legal_actions(state: State) -> tuple[AnyAction, ...]:
    """Return every legal decision; what dice show is not chosen, so not listed.

    All paths of the mummy to the same cell lead to the same state, so only a shortest one is listed.
    """
    if state.phase in ("interrupt", "mummy_move"):
        paths = mummy_paths(state.maze, state.mummy, state.steps or 0, state.in_corridors)
        return tuple(Move(state.mummy_player, path=path) for path in paths.values())
    if state.turn is None or HIDDEN in state.at:
        return ()
    return _hunter_decisions(state)


def _hunter_decisions(state: State) -> tuple[AnyAction, ...]:
    player = state.hunter.player
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
    return ()
