"""Why a pawn may not end on a cell, and why the mummy may not: the nearest clause, for every cell of the map."""

from __future__ import annotations

from itertools import pairwise

from msgspec import structs

from firmware_py.games.malediction.actions import Move
from firmware_py.games.malediction.events import FACE_WORDS
from firmware_py.games.malediction.legal_actions import legal_actions, start_and_others
from firmware_py.games.malediction.legality import broken_rule
from firmware_py.games.malediction.maze import STEP, Maze, Side
from firmware_py.games.malediction.movement import Face, distances, hunter_ends, mummy_paths
from firmware_py.games.malediction.pieces import MUMMY, Piece, end_of, piece_words
from firmware_py.games.malediction.secrecy import seen_by
from firmware_py.games.malediction.state import State, to_act
from firmware_py.games.rules import TABLE, Rule
from firmware_py.grid import SIDE_WORDS, Cell, cell_name, cell_position
from firmware_py.words import NOTHING, Words, plain, words, words_n

SOLID = "##"
"""What a cell holds that nobody can enter."""
ROCK = words("Solid rock: nobody goes there.")
ONLY_LEFT = words("The mummy enters neither stairs nor dungeon.")


def why_not_end(state: State, face: Face, cell: Cell) -> Rule | None:
    """Return the clause by which the active pawn may not end on a cell with a face; None if it may, or is hidden."""
    start, others = start_and_others(state)
    if start is None or cell in hunter_ends(state.maze, start, face, state.mummy, others):
        return None
    if state.maze.content(cell) == SOLID:
        return Rule("P22" if face == "arrow" else "P18", ROCK)
    if cell in (state.maze.stairs, state.maze.dungeon):
        return Rule("P20", words("Stairs and dungeon are never entered, only left."))
    if cell == state.mummy:
        return Rule("P24", words("The mummy stands there."))
    if face == "arrow":
        return _not_by_arrow(state, start, cell, frozenset(others))
    if cell in others:
        return Rule("P21", words("A pawn stands there: you may pass it, but not end on it."))
    return _not_exactly(state, start, int(face), cell)


def _not_by_arrow(state: State, start: Cell, cell: Cell, others: frozenset[Cell]) -> Rule:
    if cell == start:
        return Rule("P23", words("The arrow must leave its cell."))
    if cell in others:
        return Rule("P22", words("A pawn stands there, and the arrow stops before it."))
    for side in state.maze.steps(start):
        line = _straight(state.maze, start, side)
        if cell in line:
            before = line[: line.index(cell) + 1]
            if any(passed == state.mummy or passed in others for passed in before):
                return Rule("P22", words("The arrow is stopped on the way there."))
            return Rule("P23", words("The arrow slides on: it cannot stop there."))
    return Rule("P23", words("The arrow goes straight on from its cell, and no straight path leads there."))


def _straight(maze: Maze, start: Cell, side: str) -> list[Cell]:
    """Return the cells in one straight line from a cell, to the first wall."""
    line, here = [], start
    while (to := {str(name): cell for name, cell in maze.steps(here).items()}.get(side)) is not None:
        line.append(to)
        here = to
    return line


def _not_exactly(state: State, start: Cell, length: int, cell: Cell) -> Rule:
    if cell == start and length % 2:
        return Rule("P19", words("Only a 2 or a 4 can lead back to the cell it left."))
    distance = None if cell == start else distances(state.maze, [start], state.mummy).get(cell)
    if distance is None:
        clear = bool(state.maze.steps(start)) and cell in distances(state.maze, [start])
        why = words("The mummy stands in the way.") if clear else words("No path leads there.")
        return Rule("P24" if clear else "P18", why)
    if distance > length:
        return Rule("P18", words_n("It is {count} cell away.", "It is {count} cells away.", distance))
    why = words_n(
        "It is {count} cell away: no path there is exactly {length} long.",
        "It is {count} cells away: no path there is exactly {length} long.",
        distance,
        length=length,
    )
    return Rule("P18", why)


def why_no_mummy(state: State, start: Cell, steps: int, cell: Cell) -> Rule | None:
    """Return the clause by which the mummy, on `start` with so many steps left, may not reach a cell; None if it may.

    Only what everybody knows decides: hunters do not.
    """
    if state.maze.content(cell) == SOLID:
        return Rule("P32", ROCK)
    if cell in (state.maze.stairs, state.maze.dungeon) and cell != start:
        return Rule("P33", ONLY_LEFT)
    distance = distances(state.maze, [start]).get(cell)
    if distance is None:
        return Rule("P32", words("No path leads there."))
    if distance <= steps:
        return None
    clause = "P10" if state.phase == "interrupt" else "P16"
    if not steps:
        return Rule(clause, words("No steps left."))
    why = words_n(
        "It is {distance} cells away, and {count} step is left.",
        "It is {distance} cells away, and {count} steps are left.",
        steps,
        distance=distance,
    )
    return Rule(clause, why)


def why_no_step(maze: Maze, here: Cell, side: Side) -> Rule:
    """Return the clause by which the mummy cannot leave a cell by a side where no step leads."""
    if maze.has_wall(here, side):
        return Rule("P32", words("There is a wall to the {side}.", side=SIDE_WORDS[side]))
    (row, column), (down, right) = cell_position(here), STEP[side]
    is_rock = maze.content(cell_name(row + down, column + right)) == SOLID
    return Rule("P32", ROCK) if is_rock else Rule("P33", ONLY_LEFT)


def why_not_put(state: State, piece: Piece, cell: Cell) -> Rule | None:
    """Return why a piece may not end on the cell on which somebody put it, and where it may; None if it may."""
    rule = broken_rule(state, _attempt(state, piece, cell))
    if rule is None:
        return None
    if rule.clause in ("P21", "P22"):
        why = words("The {pawn} stands there.", pawn=piece_words(state, state.in_corridors[cell]))
    elif state.face is not None:
        why = words("With {face}, it may end on: {cells}.", face=FACE_WORDS[state.face], cells=end_words(state))
    else:
        why = rule.why
    return Rule(rule.clause, _may_not_end(state, piece, cell, why))


def why_not_now(state: State, piece: Piece) -> Rule:
    """Return what the game waits for instead of a piece that somebody moved."""
    rule = broken_rule(state, _attempt(state, piece, state.mummy)) or Rule("", NOTHING)
    return Rule(
        rule.clause, words("The {piece} may not move now. {why}", piece=piece_words(state, piece), why=rule.why)
    )


def why_not_by(state: State, sensed: tuple[Cell, ...]) -> Rule | None:
    """Return why the map forbids the mummy to go over these cells; None if it allows that, or nobody knows how."""
    cell, public = sensed[-1], seen_by(state, TABLE)
    for here, to in pairwise((state.mummy, *sensed)):
        rule = broken_rule(structs.replace(public, mummy=here), Move(state.mummy_player, path=(to,)))
        is_step = _are_beside(here, to) or not state.maze.is_floor(to)
        if rule is not None and rule.clause in ("P32", "P33") and is_step:
            return Rule(rule.clause, _may_not_end(state, MUMMY, to, rule.why))
    shortest = mummy_paths(state.maze, state.mummy, len(state.maze.cells), ()).get(cell, (cell,))
    for path in (shortest, sensed):
        rule = broken_rule(public, Move(state.mummy_player, path=path))
        if rule is not None and rule.clause != "P32":
            return Rule(rule.clause, _may_not_end(state, MUMMY, cell, rule.why))
    return None


def _may_not_end(state: State, piece: Piece, cell: Cell, why: Words) -> Words:
    return words("The {piece} may not end on {cell}. {why}", piece=piece_words(state, piece), cell=cell, why=why)


def end_words(state: State) -> tuple[Words, ...]:
    """Return where the piece that may move may end."""
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
