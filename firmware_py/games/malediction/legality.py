"""What may be done now in La malédiction de la momie, and why all else may not: actions, faces, and each cell.

Why the order of the checks matters: refusals to a hunter contain secrets and only hunters read them. Refusals to the
mummy are for everybody. So what the mummy's player may know is checked first; a refusal reveals a hunter only if the
mummy may enter that hunter's cell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import TypeAlias

from msgspec import UNSET, structs

from firmware_py.games.malediction.events import FACE_WORDS, who
from firmware_py.games.malediction.maze import (
    COLOURS,
    FACES,
    SOLID,
    STEP,
    Face,
    Maze,
    distances,
    hunter_ends,
    in_card_order,
    is_blocked,
    mummy_paths,
    pawn_words,
)
from firmware_py.games.malediction.state import (
    DICE,
    HIDDEN,
    UNTOLD,
    AnyAction,
    Choose,
    EndTurn,
    Leave,
    Move,
    Pass,
    PlayMission,
    Reset,
    Roll,
    State,
    is_one_side_gone,
    seen_by,
    to_act,
)
from firmware_py.games.registry import TABLE, Refusal
from firmware_py.grid import SIDE_WORDS, Cell, Side, cell_name, cell_position
from firmware_py.words import NOTHING, Words, plain, words, words_n


def reachable(state: State, face: Face) -> frozenset[Cell]:
    """Where the active pawn may end with a face; nothing without an active pawn, or if it is hidden."""
    start, others = start_and_others(state)
    return hunter_ends(state.maze, start, face, state.mummy, others) if start else frozenset()


def is_stuck(state: State) -> bool:
    """Whether the active pawn can move with no face at all (P26); False for a hidden pawn."""
    start, others = start_and_others(state)
    return start is not None and is_blocked(state.maze, start, state.mummy, others)


def showing_faces(state: State) -> tuple[Face, ...]:
    """The faces that may show now, each once, playable or not; nothing outside the choice.

    All of them as long as a die shows that nobody told.
    """
    if UNTOLD in state.faces:
        return FACES
    return tuple(face for face in FACES if face in state.faces)


def playable_faces(state: State) -> tuple[Face, ...]:
    """The faces that show now and with which the active pawn can move, each once (P12, P25)."""
    return tuple(face for face in showing_faces(state) if reachable(state, face))


def mummy_steps(state: State, path: tuple[Cell, ...]) -> dict[Side, Cell]:
    """The next cells that the mummy may enter after `path`, by side; nothing if the path cannot go on."""
    here = path[-1] if path else state.mummy
    if len(path) >= state.steps or here in state.in_corridors:
        return {}
    return state.maze.steps(here)


def mummy_run(state: State, path: tuple[Cell, ...], side: Side) -> tuple[Cell, ...]:
    """A path with the cells from its end towards `side` and along the corridor, up to where it branches.

    It ends before that in a dead end, and after the last step. So there is no other way in between.
    """
    to = mummy_steps(state, path).get(side)
    while to:
        here, path = (path[-1] if path else state.mummy), (*path, to)
        onward = [cell for cell in mummy_steps(state, path).values() if cell != here]
        to = onward[0] if len(onward) == 1 else None
    return path


def until_catch(state: State, path: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The mummy's path up to the first cell in which a hunter stands (P34)."""
    caught = next((number for number, cell in enumerate(path, 1) if cell in state.in_corridors), len(path))
    return path[:caught]


def open_missions(state: State, index: int) -> tuple[str, ...]:
    """The missions that nobody has played and whose card the hunter of a pawn may still hold."""
    played = {code for codes in state.missions for code in codes}
    own = state.missions if state.is_two_player else (state.missions[index],)
    colours = Counter(code[0] for codes in own for code in codes)
    each = 2 if state.is_two_player else 1
    return in_card_order(c for c in state.maze.missions if c not in played and colours[c[0]] < each)


def has_cards_for(maze: Maze, hunters: int, played: Iterable[str] = ()) -> bool:
    """Whether each of so many hunters gets a mission of each colour (P03), beside those `played` by others."""
    left = Counter(code[0] for code in maze.missions if code not in {*played})
    return all(left[colour] >= hunters for colour in COLOURS)


def mission_here(state: State) -> str | None:
    """The mission that the active pawn may play on its cell if its hunter holds the card (P41), or None."""
    if state.turn is None or (cell := state.cell(state.turn)) is None:
        return None
    code = state.maze.mission(cell)
    return code if code in open_missions(state, state.turn) else None


def start_and_others(state: State) -> tuple[Cell | None, frozenset[Cell]]:
    """The active pawn's cell (None if there is none or it is hidden) and the other hunters' cells."""
    if state.turn is None or HIDDEN in state.at:
        return None, frozenset()
    return state.cell(state.turn), frozenset(c for c, index in state.in_corridors.items() if index != state.turn)


def legal_actions(state: State) -> tuple[AnyAction, ...]:
    """Every legal decision, but nothing that dice show: nobody chooses that.

    All paths of the mummy to the same cell lead to the same state, so only a shortest one is listed.
    """
    if state.phase in ("interrupt", "mummy_move"):
        paths = mummy_paths(state.maze, state.mummy, state.steps, state.in_corridors)
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


NOBODY = frozenset[str]()


def why_blocked(state: State, face: Face) -> Refusal | None:
    """Why the active pawn has no move with a face; None if it has one, or is hidden.

    It is the nearest: another hunter before the mummy, and the mummy before the walls.
    """
    start, others = start_and_others(state)
    if start is None or hunter_ends(state.maze, start, face, state.mummy, others):
        return None
    is_arrow = face == "arrow"
    if hunter_ends(state.maze, start, face, state.mummy, NOBODY):
        if is_arrow:
            return Refusal("P22", words("another hunter is in the way"))
        return Refusal("P21", words("every path ends on another hunter"))
    if hunter_ends(state.maze, start, face, "", NOBODY):
        return Refusal("P22" if is_arrow else "P24", words("the mummy is in the way"))
    if is_arrow:
        return Refusal("P23", words("there are walls all around"))
    return Refusal("P18", words("no path here is that long"))


# --- what is refused -------------------------------------------------------------------------------------------------


def broken_rule(state: State, action: AnyAction) -> Refusal | None:
    """Why `action` is refused now, with its clause; None if it is legal."""
    refusal = _broken_order(state, action)
    if refusal is not None:
        return refusal
    match action:
        case Leave():
            return None
        case Pass():
            return _broken_by_pass(state)
        case Reset():
            return _broken_by_reset(state)
        case Roll(faces=faces) if faces is not UNSET:
            return _broken_by_dice(state, len(faces))
        case Roll(face=face) if face is not UNSET:
            return _broken_by_mummy_die(state, face)
        case Choose():
            return _broken_by_choice(state, action)
        case Move(to=to) if to is not UNSET:
            return _broken_by_move(state, to)
        case Move(path=path) if path is not UNSET:
            return _broken_by_path(state, path)
        case _:
            return None if state.phase == "mission" else _refuse_awaiting(state, "P41")


def _broken_order(state: State, action: AnyAction) -> Refusal | None:
    """Why somebody may not act now: the game is over, or it is not their turn; None if they may."""
    if state.phase == "over":
        clause = "P51" if is_one_side_gone(state) else "P39" if state.tokens >= state.target else "P43"
        return Refusal(clause, words("The game is over; nothing more can be played."))
    if action.by not in state.players:
        return Refusal("P06", words("Nobody called {name} plays here.", name=action.by))
    if action.by in state.gone:
        return Refusal("P50", words("{player} has gone home.", player=action.by))
    if action.by not in to_act(state) and not isinstance(action, Leave):
        return _refuse_awaiting(state, "P06")
    return None


def _broken_by_pass(state: State) -> Refusal | None:
    if state.phase != "begin":
        return _refuse_awaiting(state, "P26")
    if not is_stuck(state):
        why = words(
            "{hunter} can move with some face, and only a stuck pawn passes; roll the dice.", hunter=_who(state)
        )
        return Refusal("P26", why)
    return None


def _broken_by_reset(state: State) -> Refusal | None:
    if state.phase != "begin":
        return _refuse_awaiting(state, "P08")
    if is_stuck(state):
        return _refuse_awaiting(state, "P26")
    if state.locked == 0:
        return Refusal("P08", words("No die is locked, so there is nothing to reset; roll all five."))
    return None


def _broken_by_dice(state: State, count: int) -> Refusal | None:
    if state.phase not in ("begin", "choose"):
        return _refuse_awaiting(state, "P12")
    if state.phase == "begin" and is_stuck(state):
        return _refuse_awaiting(state, "P26")
    free = DICE - state.locked
    if free == 0:
        return _refuse_awaiting(state, "P14")
    if count != free:
        why = words_n(
            "{count} die is not locked, and it is rolled alone.",
            "{count} dice are not locked, and all of them are rolled.",
            free,
        )
        return Refusal("P13", why)
    return None


def _broken_by_mummy_die(state: State, face: int) -> Refusal | None:
    if state.phase != "mummy_roll":
        return _refuse_awaiting(state, "P10" if state.phase == "interrupt" else "P16")
    if face not in state.maze.mummy_die:
        faces = tuple(plain(str(known)) for known in sorted(set(state.maze.mummy_die)))
        return Refusal("P16", words("The mummy die has no such face; it shows {faces}.", faces=faces))
    return None


def _broken_by_choice(state: State, action: Choose) -> Refusal | None:
    if state.phase != "choose":
        return _refuse_awaiting(state, "P12")
    playable = tuple(FACE_WORDS[face] for face in playable_faces(state))
    allowed = words("playable: {faces}", faces=playable) if playable else words("roll again")
    if action.face not in showing_faces(state):
        why = words("No free die shows {face} ({allowed}).", face=FACE_WORDS[action.face], allowed=allowed)
        return Refusal("P12", why)
    if blocked := why_blocked(state, action.face):
        why = words(
            "{hunter} cannot move with {face}: {why} ({allowed}).",
            **_with_face(state, action.face),
            why=blocked.why,
            allowed=allowed,
        )
        return Refusal("P25", why)
    return None


def _broken_by_move(state: State, to: Cell) -> Refusal | None:
    if state.phase != "move" or state.face is None:
        return _refuse_awaiting(state, "P17")
    ends = reachable(state, state.face)
    if to in ends:
        return None
    allowed = tuple(plain(cell) for cell in sorted(ends))
    why = words("With {face}, {hunter} may end on: {cells}.", **_with_face(state, state.face), cells=allowed)
    return Refusal(_move_clause(state, to), why)


def _move_clause(state: State, to: Cell) -> str:
    """The clause that keeps the active pawn from ending on `to`."""
    if not state.maze.has(to):
        return "P18" if state.face != "arrow" else "P23"
    if to in (state.maze.stairs, state.maze.dungeon):
        return "P20"
    if to == state.mummy:
        return "P24"
    if state.turn is not None and to == state.cell(state.turn):
        return "P19"
    if state.face == "arrow":
        return "P22" if to in state.in_corridors else "P23"
    return "P21" if to in state.in_corridors else "P18"


def _broken_by_path(state: State, path: tuple[Cell, ...]) -> Refusal | None:
    if state.phase not in ("interrupt", "mummy_move"):
        return _refuse_awaiting(state, "P06" if state.turn is not None else "P16")
    steps = state.steps
    if len(path) > steps:
        why = words_n("The mummy may move {count} cell at most.", "The mummy may move {count} cells at most.", steps)
        return Refusal("P10" if state.phase == "interrupt" else "P16", why)
    here = state.mummy
    for cell in path:
        if cell not in state.maze.steps(here).values():
            return _broken_by_step(state, here, cell)
        here = cell
    for cell in path[:-1]:
        if cell in state.in_corridors:
            return Refusal("P34", words("On {cell} the mummy meets a hunter: its path ends there.", cell=cell))
    return None


def _broken_by_step(state: State, here: Cell, cell: Cell) -> Refusal:
    allowed = tuple(plain(to) for to in state.maze.steps(here).values())
    if cell in (state.maze.stairs, state.maze.dungeon):
        return Refusal(
            "P33", words("The mummy enters neither stairs nor dungeon; from {here}: {cells}.", **_from(here, allowed))
        )
    return Refusal("P32", words("The mummy goes from cell to open cell; from {here}: {cells}.", **_from(here, allowed)))


def _from(here: Cell, cells: tuple[Words, ...]) -> dict[str, str | tuple[Words, ...]]:
    return {"here": here, "cells": cells}


def _refuse_awaiting(state: State, clause: str) -> Refusal:
    """The refusal by `clause` that says what the game waits for."""
    match state.phase:
        case "begin" if is_stuck(state):
            why = words(
                "{hunter} cannot move with any face: the turn is passed, without reset or roll.", hunter=_who(state)
            )
        case "begin" if state.locked == DICE:
            why = words("All five dice are locked: {hunter} must reset them first.", hunter=_who(state))
        case "begin" if state.locked:
            why = words("{hunter} to play: reset the locked dice, or roll the others.", hunter=_who(state))
        case "begin":
            why = words("{hunter} to play: roll all five dice.", hunter=_who(state))
        case "choose":
            why = words("{hunter} chooses a face that shows now, or rolls again.", hunter=_who(state))
        case "move":
            why = words("{hunter} has announced a face and moves the pawn now.", hunter=_who(state))
        case "mission":
            why = words("{hunter} has moved: play the mission of this cell, or end the turn.", hunter=_who(state))
        case "interrupt":
            why = words_n(
                "The dice are reset: first the mummy ({player}) moves {count} cell, or stays.",
                "The dice are reset: first the mummy ({player}) moves up to {count} cells, or stays.",
                state.steps,
                player=state.mummy_player,
            )
        case "mummy_roll":
            why = words("The mummy's turn: the mummy die is rolled first.")
        case _:
            why = words_n(
                "The mummy ({player}) moves {count} cell, or stays.",
                "The mummy ({player}) moves up to {count} cells, or stays.",
                state.steps,
                player=state.mummy_player,
            )
    return Refusal(clause, why)


def _who(state: State) -> Words:
    return who(state.hunter.player, state.hunter.pawn)


def _with_face(state: State, face: Face) -> dict[str, Words]:
    return {"hunter": _who(state), "face": FACE_WORDS[face]}


Piece: TypeAlias = "int | str"
"""The index of a pawn, or `MUMMY`."""
MUMMY = "mummy"


def piece_words(state: State, piece: Piece) -> Words:
    return pawn_words(state.hunters[piece].pawn) if isinstance(piece, int) else words("mummy")


def mover_of(state: State) -> Piece | None:
    """The piece that may move now, or None where the game waits for no move."""
    match state.phase:
        case "move":
            return state.active
        case "interrupt" | "mummy_move":
            return MUMMY
    return None


def start_of(state: State) -> Cell | None:
    """The cell from which the active pawn moves, or None if it is on no cell."""
    return state.cell(state.turn) if state.turn is not None else None


def moves(state: State) -> tuple[Move, ...]:
    """The legal actions that bring a piece to another cell, one for each cell."""
    here = state.mummy if state.phase in ("interrupt", "mummy_move") else start_of(state)
    found = (action for action in legal_actions(state) if isinstance(action, Move))
    return tuple(action for action in found if end_of(state, action) != here)


def end_of(state: State, action: Move) -> Cell:
    """Where the moved piece ends."""
    if action.to is not UNSET:
        return action.to
    return action.path[-1] if action.path is not UNSET and action.path else state.mummy


ROCK = words("Solid rock: nobody goes there.")
ONLY_LEFT = words("The mummy enters neither stairs nor dungeon.")


def why_not_end(state: State, face: Face, cell: Cell) -> Refusal | None:
    """Why the active pawn may not end on a cell with a face; None if it may, or is hidden."""
    start, others = start_and_others(state)
    if start is None or cell in hunter_ends(state.maze, start, face, state.mummy, others):
        return None
    if state.maze.content(cell) == SOLID:
        return Refusal("P22" if face == "arrow" else "P18", ROCK)
    if cell in (state.maze.stairs, state.maze.dungeon):
        return Refusal("P20", words("Stairs and dungeon are never entered, only left."))
    if cell == state.mummy:
        return Refusal("P24", words("The mummy stands there."))
    if face == "arrow":
        return _not_by_arrow(state, start, cell, others)
    if cell in others:
        return Refusal("P21", words("A pawn stands there: you may pass it, but not end on it."))
    return _not_exactly(state, start, int(face), cell)


def _not_by_arrow(state: State, start: Cell, cell: Cell, others: frozenset[Cell]) -> Refusal:
    if cell == start:
        return Refusal("P23", words("The arrow must leave its cell."))
    if cell in others:
        return Refusal("P22", words("A pawn stands there, and the arrow stops before it."))
    for side in state.maze.steps(start):
        line = _straight(state.maze, start, side)
        if cell in line:
            before = line[: line.index(cell)]
            if any(passed == state.mummy or passed in others for passed in before):
                return Refusal("P22", words("The arrow is stopped on the way there."))
            return Refusal("P23", words("The arrow slides on: it cannot stop there."))
    return Refusal("P23", words("The arrow goes straight on from its cell, and no straight path leads there."))


def _straight(maze: Maze, start: Cell, side: Side) -> list[Cell]:
    """The cells in one straight line from a cell, to the first wall."""
    line, here = [], start
    while (to := maze.steps(here).get(side)) is not None:
        line.append(to)
        here = to
    return line


def _not_exactly(state: State, start: Cell, length: int, cell: Cell) -> Refusal:
    if cell == start and length % 2:
        return Refusal("P19", words("Only a 2 or a 4 can lead back to the cell it left."))
    distance = None if cell == start else distances(state.maze, [start], state.mummy).get(cell)
    if distance is None:
        clear = bool(state.maze.steps(start)) and cell in distances(state.maze, [start])
        why = words("The mummy stands in the way.") if clear else words("No path leads there.")
        return Refusal("P24" if clear else "P18", why)
    if distance > length:
        return Refusal("P18", words_n("It is {count} cell away.", "It is {count} cells away.", distance))
    why = words_n(
        "It is {count} cell away: no path there is exactly {length} long.",
        "It is {count} cells away: no path there is exactly {length} long.",
        distance,
        length=length,
    )
    return Refusal("P18", why)


def why_no_mummy(state: State, start: Cell, steps: int, cell: Cell) -> Refusal | None:
    """Why the mummy on `start` may not reach a cell with this many steps left; None if it may.

    Only what everybody knows decides: hunters do not.
    """
    if state.maze.content(cell) == SOLID:
        return Refusal("P32", ROCK)
    if cell in (state.maze.stairs, state.maze.dungeon) and cell != start:
        return Refusal("P33", ONLY_LEFT)
    distance = distances(state.maze, [start]).get(cell)
    if distance is None:
        return Refusal("P32", words("No path leads there."))
    if distance <= steps:
        return None
    clause = "P10" if state.phase == "interrupt" else "P16"
    if not steps:
        return Refusal(clause, words("No steps left."))
    why = words_n(
        "It is {distance} cells away, and {count} step is left.",
        "It is {distance} cells away, and {count} steps are left.",
        steps,
        distance=distance,
    )
    return Refusal(clause, why)


def why_no_step(maze: Maze, here: Cell, side: Side) -> Refusal:
    """Why the mummy cannot leave a cell by a side where no step leads."""
    if maze.has_wall(here, side):
        return Refusal("P32", words("There is a wall to the {side}.", side=SIDE_WORDS[side]))
    (row, column), (down, right) = cell_position(here), STEP[side]
    is_rock = maze.content(cell_name(row + down, column + right)) == SOLID
    return Refusal("P32", ROCK) if is_rock else Refusal("P33", ONLY_LEFT)


def why_not_put(state: State, piece: Piece, cell: Cell) -> Refusal | None:
    """Why a piece may not end on the cell on which somebody put it, and where it may; None if it may."""
    refusal = broken_rule(state, _attempt(state, piece, cell))
    if refusal is None:
        return None
    if refusal.clause in ("P21", "P22"):
        why = words("The {pawn} stands there.", pawn=piece_words(state, state.in_corridors[cell]))
    elif state.face is not None:
        why = words("With {face}, it may end on: {cells}.", face=FACE_WORDS[state.face], cells=end_words(state))
    else:
        why = refusal.why
    return Refusal(refusal.clause, _may_not_end(state, piece, cell, why))


def why_not_now(state: State, piece: Piece) -> Refusal:
    """Why a piece that somebody moved may not move now, and what the game waits for instead."""
    refusal = broken_rule(state, _attempt(state, piece, state.mummy)) or Refusal("", NOTHING)
    return Refusal(
        refusal.clause, words("The {piece} may not move now. {why}", piece=piece_words(state, piece), why=refusal.why)
    )


def why_not_by(state: State, sensed: tuple[Cell, ...]) -> Refusal | None:
    """Why the map forbids the mummy to go over these cells; None if it allows that, or nobody knows how."""
    cell, public = sensed[-1], seen_by(state, TABLE)
    for here, to in pairwise((state.mummy, *sensed)):
        refusal = broken_rule(structs.replace(public, mummy=here), Move(state.mummy_player, path=(to,)))
        is_step = _are_beside(here, to) or not state.maze.is_floor(to)
        if refusal is not None and refusal.clause in ("P32", "P33") and is_step:
            return Refusal(refusal.clause, _may_not_end(state, MUMMY, to, refusal.why))
    shortest = mummy_paths(state.maze, state.mummy, len(state.maze.cells), ()).get(cell, (cell,))
    for path in (shortest, sensed):
        refusal = broken_rule(public, Move(state.mummy_player, path=path))
        if refusal is not None and refusal.clause != "P32":
            return Refusal(refusal.clause, _may_not_end(state, MUMMY, cell, refusal.why))
    return None


def _may_not_end(state: State, piece: Piece, cell: Cell, why: Words) -> Words:
    return words("The {piece} may not end on {cell}. {why}", piece=piece_words(state, piece), cell=cell, why=why)


def end_words(state: State) -> tuple[Words, ...]:
    """The places where the piece that may move may end, in words."""
    found = (action for action in legal_actions(state) if isinstance(action, Move))
    return tuple(map(plain, sorted({end_of(state, action) for action in found})))


def _attempt(state: State, piece: Piece, cell: Cell) -> Move:
    player = (to_act(state) or (state.mummy_player,))[0]
    if piece != MUMMY:
        return Move(player, to=cell)
    paths = mummy_paths(state.maze, state.mummy, len(state.maze.cells), state.in_corridors)
    return Move(player, path=paths.get(cell, (cell,)))


def _are_beside(cell: Cell, other: Cell) -> bool:
    return sum(abs(a - b) for a, b in zip(cell_position(cell), cell_position(other), strict=True)) == 1
