"""Random turns for tests: one piece moves, slowly or not, while other pieces are nudged and put right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from malediction_table import CORRIDOR, GRID, game
from msgspec.structs import replace

from firmware_py.games.malediction.legality import end_of, reachable
from firmware_py.games.malediction.maze import FACES
from firmware_py.games.malediction.state import Move, State
from firmware_py.grid import Cell
from firmware_py.tracking.position import expected_pieces

MAZE = """
    +---+---+---+---+---+---+
    |R1              B1     |
    +   +---+   +---+   +   +
    |R2 |       |   |B2     |
    +   +   +---+   +   +   +
    |       |    W1     |   |
    +   +---+   +---+   +   +
    |W2         |Y1     |   |
    +   +---+   +---+   +   +
    |Y2     |ST |       |DS |
    +---+---+---+---+---+---+
"""
"""Corridors with dead ends and a few loops, so that many paths are the only ones."""
ALLEY = """
    +---+---+---+---+---+---+
    |ST  R1     |    B1     |
    +---+---+   +   +---+   +
    |W1             |##  DS |
    +---+---+---+---+---+---+
"""
"""One alley with a dead end."""
MAPS = {GRID: 3, MAZE: 3, ALLEY: 2, CORRIDOR: 2}
"""Each map with how many hunters are on it."""
PATIENT = settings(derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
"""The same turns each time; a run with more time may try other ones."""


@dataclass(frozen=True)
class Deed:
    """What happens to a piece, and when, counted from the start of the turn."""

    at_s: float
    says: str
    do: Callable[[Any], object]


def seconds(least: float, most: float) -> st.SearchStrategy[float]:
    """Times in steps of 20 ms."""
    return st.integers(round(least * 50), round(most * 50)).map(lambda count: count / 50)


def floor(state: State) -> list[Cell]:
    """The cells on which pieces can stand."""
    return [cell for cell in state.maze.cells if state.maze.is_floor(cell)]


@st.composite
def tables(draw: Any, maps: dict[str, int] = MAPS) -> State:
    """A game in which the pieces stand anywhere, hunters rather beside the mummy."""
    text = draw(st.sampled_from(sorted(maps)))
    bare = game(text, maps[text])
    cells = floor(bare)
    mummy = draw(st.sampled_from(cells))
    near = sorted({c for b in bare.maze.steps(mummy).values() for c in (b, *bare.maze.steps(b).values())} - {mummy})
    at: list[Cell] = []
    for _ in bare.hunters:
        left = [cell for cell in near if cell not in at] or [c for c in cells if c not in at and c != mummy]
        far = [cell for cell in cells if cell not in at and cell != mummy]
        at.append(draw(st.one_of(*map(st.sampled_from, (left, left, far, ["stairs"], ["dungeon"])))))
    return game(text, maps[text], at=tuple(at), mummy=mummy)


class Turn(msgspec.Struct, frozen=True):
    """A turn on the board: the state before it, all deeds, and the true move."""

    state: State
    deeds: list[Deed]
    move: Move
    is_plain: bool
    """Whether nothing else was touched meanwhile, and the mummy was slid where nobody stands."""
    is_carried: bool = False
    """Whether the mummy was lifted on its path."""

    def __repr__(self) -> str:
        state = self.state
        what = (state.phase, state.steps, state.face, state.turn, state.at, state.mummy)
        return f"{self.move.to or self.move.path} {what} {sorted((d.at_s, d.says) for d in self.deeds)}"


def sliding(at_s: float, piece: str, cell: Cell, each_s: float) -> Deed:
    """Push a piece on to a cell."""

    def slid(hands: Any) -> object:
        return hands.magnets.slide(piece, [hands.number(cell)], hands.now_s, each_s)

    return Deed(at_s, f"slide {piece} {cell} in {each_s}", slid)


def lifting(at_s: float, piece: str) -> Deed:
    """Lift a piece."""
    return Deed(at_s, f"lift {piece}", lambda hands: hands.lift(piece))


def placing(at_s: float, piece: str, cell: Cell, dx_mm: float = 0.0, dy_mm: float = 0.0) -> Deed:
    """Put a piece down, or push it aside."""
    return Deed(at_s, f"place {piece} {cell} {dx_mm} {dy_mm}", lambda hands: hands.place(piece, cell, dx_mm, dy_mm))


ASKEW_MM = st.integers(-3, 3).map(float)


@st.composite
def meddling(draw: Any, state: State, piece: str, home: Cell | None, free: list[Cell], until_s: float) -> list[Deed]:
    """What happens to a piece that has no turn: soon it is where it was."""
    at_s, away_s = draw(seconds(0.0, until_s)), draw(seconds(0.04, 3.0))
    back = (
        placing(at_s + away_s, piece, home, draw(ASKEW_MM), draw(ASKEW_MM)) if home else lifting(at_s + away_s, piece)
    )
    kinds = ["nudge", "lift"] if home else []
    match draw(st.sampled_from([*kinds, *(["stray"] if free else []), *(["dungeon"] if not home else [])])):
        case "nudge":
            side = draw(st.sampled_from(((1, 0), (-1, 0), (0, 1), (0, -1))))
            far_mm = draw(st.integers(6, 11))
            return [placing(at_s, piece, home or "", side[0] * far_mm, side[1] * far_mm), back]
        case "lift":
            return [lifting(at_s, piece), back]
        case "stray":
            return [placing(at_s, piece, draw(st.sampled_from(free))), back]
    dungeon = draw(st.sampled_from(sorted({state.maze.dungeon, state.maze.stairs} - {"", None})))
    return [placing(at_s, piece, dungeon), *([back] if draw(st.booleans()) else [])]


def homes(state: State) -> dict[str, Cell]:
    """Where the game has the pieces that stand in the corridors."""
    return {
        piece if isinstance(piece, str) else state.hunters[piece].pawn: cell
        for cell, piece in expected_pieces(state).items()
    }


@st.composite
def others(draw: Any, state: State, mover: str, kept_free: set[Cell], until_s: float) -> list[Deed]:
    """What happens to up to three other pieces."""
    stand = homes(state)
    pieces = draw(st.lists(st.sampled_from(sorted({h.pawn for h in state.hunters} - {mover})), unique=True, max_size=3))
    deeds, taken = [], {*stand.values(), *kept_free}
    for piece in pieces:
        free = [cell for cell in floor(state) if cell not in taken]
        free = [cell for cell in free if cell in state.maze.steps(state.mummy).values() and draw(st.booleans())] or free
        done = draw(meddling(state, piece, stand.get(piece), free, until_s))
        taken |= {cell for cell in floor(state) for deed in done if cell in deed.says.split()}
        deeds += done
    return deeds


def random_path(draw: Any, state: State) -> tuple[Cell, ...]:
    """A path of the mummy, now and then past a hunter, that does not end where it starts."""
    path: tuple[Cell, ...] = ()
    for _ in range(draw(st.integers(1, state.steps or 1))):
        here = path[-1] if path else state.mummy
        beside = sorted(state.maze.steps(here).values())
        new = [cell for cell in beside if cell not in path and cell != state.mummy]
        path += (draw(st.sampled_from(new or beside)),)
        if path[-1] in state.in_corridors and draw(st.integers(0, 3)):
            break
    return path if path[-1] != state.mummy else path[:-1]


def that_counts(state: State, entered: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The part of the mummy's path that counts: without loops, and up to the first hunter that it met (P34)."""
    for count, cell in enumerate(entered, 1):
        if cell in state.in_corridors and len(spent := _straightened(state, entered[:count])) <= state.steps:
            return spent
    return _straightened(state, entered)


def _straightened(state: State, entered: tuple[Cell, ...]) -> tuple[Cell, ...]:
    path = [state.mummy]
    for cell in entered:
        path = path[: path.index(cell)] if cell in path else path
        path.append(cell)
    return tuple(path[1:])


@st.composite
def at_mummys(draw: Any, table: State) -> State:
    """The table with the mummy to move, with any number of steps that the dice can give it."""
    phase = draw(st.sampled_from(("mummy_move", "mummy_move", "interrupt")))
    steps = draw(st.integers(1, max(table.maze.mummy_die) + 5 if phase == "mummy_move" else 5))
    return replace(table, phase=phase, turn=0 if phase == "interrupt" else None, steps=steps, face=None)


@st.composite
def at_hunters(draw: Any, table: State) -> State:
    """The table with a hunter to move."""
    turn = draw(st.integers(0, len(table.hunters) - 1))
    return replace(table, phase="move", turn=turn, face=draw(st.sampled_from(FACES)), steps=0)


@st.composite
def mummys_turns(draw: Any, state: State, *, may_carry: bool = True) -> Turn | None:
    """A turn in which the mummy is slid from cell to cell, slowly or not, with rests; None if it cannot move."""
    path = random_path(draw, state)
    if not path:
        return None
    at_s, deeds = draw(seconds(0.0, 0.6)), []
    is_carried = may_carry and draw(st.integers(0, 5)) == 5
    each_s = draw(seconds(0.12, 0.6))
    for number, cell in enumerate(path):
        if is_carried and draw(st.booleans()):
            deeds.append(lifting(at_s, "mummy"))
            at_s += draw(seconds(0.1, 1.0))
            if number == len(path) - 1 or draw(st.booleans()):
                deeds.append(placing(at_s, "mummy", cell))
            continue
        if is_carried and deeds and deeds[-1].says == "lift mummy":
            deeds.append(placing(at_s, "mummy", cell))
            continue
        deeds.append(sliding(at_s, "mummy", cell, each_s))
        at_s += each_s + (draw(seconds(0.0, 1.0)) if number < len(path) - 1 and draw(st.booleans()) else 0.0)
    move = Move(state.mummy_player, path=that_counts(state, path))
    captive = state.in_corridors.get(end_of(state, move))
    pawn = state.hunters[captive].pawn if captive is not None else "mummy"
    if captive is not None:
        fate = draw(st.sampled_from(("stays", "jumps", "taken")))
        if fate == "jumps":
            deeds.append(placing(at_s + 0.02, pawn, path[-1], draw(ASKEW_MM), draw(ASKEW_MM)))
        elif fate == "taken":
            deeds.append(lifting(at_s + draw(seconds(0.02, 3.0)), pawn))
    meddled = draw(others(state, pawn, {*path}, at_s + 0.5))
    return Turn(
        state, [*deeds, *meddled], move, not meddled and captive is None and not is_carried, is_carried=is_carried
    )


@st.composite
def hunters_turns(draw: Any, state: State) -> Turn | None:
    """A turn in which a pawn is carried or slid to a cell where it may end; None if it has none but its own."""
    at_s, deeds = draw(seconds(0.0, 0.6)), []
    pawn, home = state.hunter.pawn, homes(state).get(state.hunter.pawn)
    ends = sorted(set(reachable(state, state.face or "1")) - {home})
    if not ends:
        return None
    to = draw(st.sampled_from(ends))
    path = free_path(state, home, to) if home and draw(st.booleans()) else None
    if path:
        each_s = draw(seconds(0.12, 0.6))
        for cell in path:
            deeds.append(sliding(at_s, pawn, cell, each_s))
            at_s += each_s + (draw(seconds(0.0, 1.0)) if draw(st.booleans()) else 0.0)
    else:
        if home:
            deeds.append(lifting(at_s, pawn))
            at_s += draw(seconds(0.04, 2.0))
        deeds.append(placing(at_s, pawn, to, draw(ASKEW_MM), draw(ASKEW_MM)))
    apart = set(path or ends)  # there another pawn would pass for the one in the hand
    meddled = draw(others(state, pawn, apart, at_s + 0.5))
    if draw(st.integers(0, 3)) == 3:
        meddled += draw(meddling(state, "mummy", state.mummy, [], at_s + 0.5))
    return Turn(state, [*deeds, *meddled], Move(state.hunter.player, to=to), not meddled)


def free_path(state: State, home: Cell, to: Cell) -> tuple[Cell, ...] | None:
    """The shortest path to a cell over cells on which nobody stands; None if there is none."""
    paths: dict[Cell, tuple[Cell, ...]] = {home: ()}
    for cell in iter_paths(state, paths):
        if cell == to:
            return paths[cell]
    return None


def iter_paths(state: State, paths: dict[Cell, tuple[Cell, ...]]) -> Iterator[Cell]:
    """Yield the cells that can be reached, nearest first, and note their paths."""
    waiting, taken = list(paths), set(homes(state).values())
    while waiting:
        here = waiting.pop(0)
        yield here
        for cell in state.maze.steps(here).values():
            if cell not in paths and cell not in taken:
                paths[cell] = (*paths[here], cell)
                waiting.append(cell)


@st.composite
def pulls_of_the_cable(draw: Any, turn: Turn) -> list[Deed]:
    """The deeds of the turn, with the cable pulled and plugged in again meanwhile."""
    at_s = draw(seconds(0.0, max(deed.at_s for deed in turn.deeds) + 0.5))
    back_s = at_s + draw(seconds(0.04, 3.0))
    return [
        *turn.deeds,
        Deed(at_s, "unplug", lambda hands: hands.plug(is_in=False)),
        Deed(back_s, "plug", lambda hands: hands.plug(is_in=True)),
    ]


def anybodys(table: State) -> st.SearchStrategy[State]:
    """The table with anybody to move."""
    return st.one_of(at_hunters(table), at_mummys(table))


def movers(kind: str) -> Callable[[State], st.SearchStrategy[State]]:
    """Whose moves a kind of board follows: switches those of hunters, sensors everybody's."""
    return at_hunters if kind == "i2c" else anybodys


def turns(state: State) -> st.SearchStrategy[Turn | None]:
    """Turns for the player to move."""
    return hunters_turns(state) if state.phase == "move" else mummys_turns(state)
