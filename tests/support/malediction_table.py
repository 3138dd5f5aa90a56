"""A table for La malédiction de la momie in tests: boards drawn in place, pieces put where a test wants them."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

from msgspec.structs import replace

from firmware_py.games.malediction import rules
from firmware_py.games.malediction.map_files import MapDrawing, read_maze
from firmware_py.games.malediction.maze import Maze
from firmware_py.games.malediction.state import AnyAction, Header, Hunter, Setup, State
from firmware_py.games.registry import Event, IllegalAction

PAWNS = ("red", "turquoise", "blue", "purple")
NAMES = ("Ada", "Bo", "Cy", "Dée")

CORRIDOR = """
    +---+---+---+---+---+---+---+
    |ST      R1          B1  DS |
    +---+---+---+---+---+---+---+
"""
"""A corridor of five cells, b1 to f1, between stairs and dungeon."""

HALL = """
    +---+---+---+---+---+
    |R1  B1  W1  G1  Y1 |
    +   +   +   +   +   +
    |R2  B2  W2  G2  Y2 |
    +   +   +   +   +   +
    |ST              DS |
    +---+---+---+---+---+
"""
"""An open hall with two missions of each colour."""

GRID = """
    +---+---+---+---+---+---+
    |R1  B1  W1  G1  Y1     |
    +   +   +   +   +   +   +
    |R2  B2  W2  G2  Y2     |
    +   +   +   +   +   +   +
    |                       |
    +   +   +   +   +   +   +
    |                     ##|
    +   +   +   +---+   +   +
    |ST                  DS |
    +---+---+---+---+---+---+
"""
"""Open cells with two missions of each colour, rock at f4, stairs at a5, a wall above d5, the dungeon at f5."""

HUNTERS_AWAY = ("stairs", "stairs", "stairs")


def drawing(text: str, die: tuple[int, ...] = (1, 2, 3)) -> MapDrawing:
    """The drawing of a map that is indented in a test."""
    return MapDrawing(dedent(text).strip("\n"), die)


def maze(text: str) -> Maze:
    """The maze of a map without problems."""
    found, problems = read_maze(drawing(text))
    assert found is not None, problems
    return found


def game(text: str = HALL, hunters: int = 2, *, alone: bool = False, **changes: Any) -> State:
    """A game that has begun: Mo plays the mummy; `alone`, Ada plays both pawns; `changes` are set afterwards."""
    players = ("Ada",) * 2 if alone else NAMES[:hunters]
    seats = tuple(Hunter(player, pawn) for player, pawn in zip(players, PAWNS, strict=False))
    header = Header(1, "malediction", ("Mo", *dict.fromkeys(players)), Setup("Mo", seats, drawing(text)))
    return replace(rules.initial_state(header), **changes)


def moving(face: str = "1", **changes: Any) -> dict[str, Any]:
    """A state on `GRID` in which red moves from c2 with a face; turquoise stands on c4, blue on the stairs."""
    return {"phase": "move", "turn": 0, "face": face, "at": ("c2", "c4", "stairs"), "mummy": "e1"} | changes


def prowling(steps: int = 3, **changes: Any) -> dict[str, Any]:
    """A state on `GRID` in which the mummy may go from e1; the hunters stand as they do for `moving`."""
    at = ("c2", "c4", "stairs")
    return {"phase": "mummy_move", "turn": None, "steps": steps, "at": at, "mummy": "e1"} | changes


def play(state: State, *actions: AnyAction) -> State:
    """The state after actions that must all be legal."""
    for action in actions:
        state, _ = rules.apply(state, action)
    return state


def events(state: State, action: AnyAction) -> tuple[Event, ...]:
    """What is announced after a legal action."""
    return rules.apply(state, action)[1]


def refused(state: State, action: AnyAction) -> str:
    """The clause that refuses an action."""
    try:
        rules.apply(state, action)
    except IllegalAction as error:
        return error.refusal.clause
    raise AssertionError(f"{action} was accepted")
