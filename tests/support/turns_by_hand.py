"""Turns as tests draw them: one piece goes, slowly or not, while other hands nudge others and put them right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from malediction_table import CORRIDOR, GRID, game
from msgspec.structs import replace

from firmware_py.games.malediction.actions import Move
from firmware_py.games.malediction.legal_actions import reachable, until_catch
from firmware_py.games.malediction.movement import FACES
from firmware_py.games.malediction.state import State
from firmware_py.grid import Cell
from firmware_py.tracking.position import expected
from firmware_py.tracking.reasons import end_of

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
"""Corridors with dead ends and a few loops, so that many ways are the only ones."""
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
"""The same hands each time: more, and others, are tried where there is time for it."""


@dataclass(frozen=True)
class Deed:
    """What a hand does to pieces, and when, counted from the beginning of the turn."""

    at_s: float
    says: str
    do: Callable[[Any], object]


def seconds(least: float, most: float) -> st.SearchStrategy[float]:
    """Return times in steps of a board's turn."""
    return st.integers(round(least * 50), round(most * 50)).map(lambda count: count / 50)


def floor(state: State) -> list[Cell]:
    """Return where pieces can stand."""
    return [cell for cell in state.maze.cells if state.maze.is_floor(cell)]


@st.composite
def tables(draw: Any, maps: dict[str, int] = MAPS) -> State:
    """Return a game in which the pieces stand anywhere, hunters rather beside the mummy."""
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


@dataclass(frozen=True)
class Turn:
    """A turn as hands play it: the state in which it begins, what is done, and what is true in the end."""

    state: State
    deeds: list[Deed]
    move: Move
    is_plain: bool
    """Whether nothing else was touched meanwhile, and she was slid where nobody stands."""
    is_carried: bool = False
    """Whether she was lifted on her way."""

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
    """Take a piece up."""
    return Deed(at_s, f"lift {piece}", lambda hands: hands.lift(piece))


def placing(at_s: float, piece: str, cell: Cell, dx_mm: float = 0.0, dy_mm: float = 0.0) -> Deed:
    """Put a piece down, or push it aside."""
    return Deed(at_s, f"place {piece} {cell} {dx_mm} {dy_mm}", lambda hands: hands.place(piece, cell, dx_mm, dy_mm))


ASKEW_MM = st.integers(-3, 3).map(float)


@st.composite
def meddling(draw: Any, state: State, piece: str, home: Cell | None, free: list[Cell], until_s: float) -> list[Deed]:
    """Return what else a hand does to a piece that has no turn: soon it is where it was."""
    at_s, away_s = draw(seconds(0.0, until_s)), draw(seconds(0.04, 3.0))
    back = (
        placing(at_s + away_s, piece, home, draw(ASKEW_MM), draw(ASKEW_MM)) if home else lifting(at_s + away_s, piece)
    )
    ways = ["nudge", "lift"] if home else []
    match draw(st.sampled_from([*ways, *(["stray"] if free else []), *(["dungeon"] if not home else [])])):
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
    """Return where the game has the pieces that stand in the corridors."""
    return {
        piece if isinstance(piece, str) else state.hunters[piece].pawn: cell for cell, piece in expected(state).items()
    }


@st.composite
def others(draw: Any, state: State, mover: str, kept_free: set[Cell], until_s: float) -> list[Deed]:
    """Return what up to three other hands do."""
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


def walk(draw: Any, state: State) -> tuple[Cell, ...]:
    """Return a way of the mummy, now and then past a hunter, that does not end where she stands."""
    way: tuple[Cell, ...] = ()
    for _ in range(draw(st.integers(1, state.steps or 1))):
        here = way[-1] if way else state.mummy
        beside = sorted(state.maze.steps(here).values())
        new = [cell for cell in beside if cell not in way and cell != state.mummy]
        way += (draw(st.sampled_from(new or beside)),)
        if way[-1] in state.in_corridors and draw(st.integers(0, 3)):
            break
    return way if way[-1] != state.mummy else way[:-1]


@st.composite
def at_mummys(draw: Any, table: State) -> State:
    """Return the table with the mummy to move, with all the steps that her die and the hunters' can give her."""
    phase = draw(st.sampled_from(("mummy_move", "mummy_move", "interrupt")))
    steps = draw(st.integers(1, max(table.maze.mummy_die) + 5 if phase == "mummy_move" else 5))
    return replace(table, phase=phase, turn=0 if phase == "interrupt" else None, steps=steps, face=None)


@st.composite
def at_hunters(draw: Any, table: State) -> State:
    """Return the table with a hunter to move."""
    turn = draw(st.integers(0, len(table.hunters) - 1))
    return replace(table, phase="move", turn=turn, face=draw(st.sampled_from(FACES)), steps=None)


@st.composite
def mummys_turns(draw: Any, state: State, *, may_carry: bool = True) -> Turn | None:
    """Return a turn in which the mummy is slid from cell to cell, slowly or not, with rests; None if she is shut in."""
    way = walk(draw, state)
    if not way:
        return None
    at_s, deeds = draw(seconds(0.0, 0.6)), []
    is_carried = may_carry and draw(st.integers(0, 5)) == 5
    each_s = draw(seconds(0.12, 0.6))
    for number, cell in enumerate(way):
        if is_carried and draw(st.booleans()):
            deeds.append(lifting(at_s, "mummy"))
            at_s += draw(seconds(0.1, 1.0))
            if number == len(way) - 1 or draw(st.booleans()):
                deeds.append(placing(at_s, "mummy", cell))
            continue
        if is_carried and deeds and deeds[-1].says == "lift mummy":
            deeds.append(placing(at_s, "mummy", cell))
            continue
        deeds.append(sliding(at_s, "mummy", cell, each_s))
        at_s += each_s + (draw(seconds(0.0, 1.0)) if number < len(way) - 1 and draw(st.booleans()) else 0.0)
    move = Move(state.mummy_player, path=until_catch(state, way))
    captive = state.in_corridors.get(end_of(state, move))
    pawn = state.hunters[captive].pawn if captive is not None else "mummy"
    if captive is not None:
        fate = draw(st.sampled_from(("stays", "jumps", "taken")))
        if fate == "jumps":
            deeds.append(placing(at_s + 0.02, pawn, way[-1], draw(ASKEW_MM), draw(ASKEW_MM)))
        elif fate == "taken":
            deeds.append(lifting(at_s + draw(seconds(0.02, 3.0)), pawn))
    meddled = draw(others(state, pawn, {*way}, at_s + 0.5))
    return Turn(
        state, [*deeds, *meddled], move, not meddled and captive is None and not is_carried, is_carried=is_carried
    )


@st.composite
def hunters_turns(draw: Any, state: State) -> Turn | None:
    """Return a turn in which a pawn is carried or slid to a cell where it may end; None if it has none but its own."""
    at_s, deeds = draw(seconds(0.0, 0.6)), []
    pawn, home = state.hunter.pawn, homes(state).get(state.hunter.pawn)
    ends = sorted(set(reachable(state, state.face or "1")) - {home})
    if not ends:
        return None
    to = draw(st.sampled_from(ends))
    way = free_way(state, home, to) if home and draw(st.booleans()) else None
    if way:
        each_s = draw(seconds(0.12, 0.6))
        for cell in way:
            deeds.append(sliding(at_s, pawn, cell, each_s))
            at_s += each_s + (draw(seconds(0.0, 1.0)) if draw(st.booleans()) else 0.0)
    else:
        if home:
            deeds.append(lifting(at_s, pawn))
            at_s += draw(seconds(0.04, 2.0))
        deeds.append(placing(at_s, pawn, to, draw(ASKEW_MM), draw(ASKEW_MM)))
    apart = set(way or ends)  # another one laid where the one in the hand may end is taken for it until that comes down
    meddled = draw(others(state, pawn, apart, at_s + 0.5))
    if draw(st.integers(0, 3)) == 3:
        meddled += draw(meddling(state, "mummy", state.mummy, [], at_s + 0.5))
    return Turn(state, [*deeds, *meddled], Move(state.hunter.player, to=to), not meddled)


def free_way(state: State, home: Cell, to: Cell) -> tuple[Cell, ...] | None:
    """Return the shortest way to a cell on which nobody stands; None if there is none."""
    ways: dict[Cell, tuple[Cell, ...]] = {home: ()}
    for cell in iter_ways(state, ways):
        if cell == to:
            return ways[cell]
    return None


def iter_ways(state: State, ways: dict[Cell, tuple[Cell, ...]]) -> Iterator[Cell]:
    """Yield the cells that can be reached, nearest first, and note their ways."""
    waiting, taken = list(ways), set(homes(state).values())
    while waiting:
        here = waiting.pop(0)
        yield here
        for cell in state.maze.steps(here).values():
            if cell not in ways and cell not in taken:
                ways[cell] = (*ways[here], cell)
                waiting.append(cell)


@st.composite
def pulls_of_the_cable(draw: Any, turn: Turn) -> list[Deed]:
    """Return the turn's deeds, and the cable pulled and plugged in again in their midst."""
    at_s = draw(seconds(0.0, max(deed.at_s for deed in turn.deeds) + 0.5))
    back_s = at_s + draw(seconds(0.04, 3.0))
    return [
        *turn.deeds,
        Deed(at_s, "unplug", lambda hands: hands.plug(is_in=False)),
        Deed(back_s, "plug", lambda hands: hands.plug(is_in=True)),
    ]


def anybodys(table: State) -> st.SearchStrategy[State]:
    """Return the table with anybody to move."""
    return st.one_of(at_hunters(table), at_mummys(table))


def turns(state: State) -> st.SearchStrategy[Turn | None]:
    """Return how hands may play a turn."""
    return hunters_turns(state) if state.phase == "move" else mummys_turns(state)
