"""Why an action is forbidden in La malédiction de la momie: the nearest clause, and what would be allowed instead.

Why the order of the checks matters: refusals to a hunter contain secrets and only hunters read them. Refusals to the
mummy are for everybody. So what the mummy's player may know is checked first; a refusal reveals a hunter only if the
mummy may enter that hunter's cell.
"""

from __future__ import annotations

from msgspec import UNSET

from firmware_py.games.malediction.actions import AnyAction, Choose, Move, Pass, Reset, Roll
from firmware_py.games.malediction.blocked_faces import why_blocked
from firmware_py.games.malediction.events import FACE_WORDS, who
from firmware_py.games.malediction.legal_actions import is_stuck, playable_faces, reachable
from firmware_py.games.malediction.movement import Face
from firmware_py.games.malediction.state import DICE, State, to_act
from firmware_py.games.rules import Rule
from firmware_py.grid import Cell
from firmware_py.words import Words, plain, words, words_n

# --- what is refused -------------------------------------------------------------------------------------------------


def broken_rule(state: State, action: AnyAction) -> Rule | None:
    """Return the clause that forbids `action` now, or None if it is legal."""
    rule = _broken_order(state, action)
    if rule is not None:
        return rule
    match action:
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
            return None if state.phase == "mission" else _awaited(state, "P41")


def _broken_order(state: State, action: AnyAction) -> Rule | None:
    """Return the clause for acting after the end or out of turn."""
    if state.phase == "over":
        clause = "P39" if state.tokens >= state.target else "P43"
        return Rule(clause, words("The game is over; nothing more can be played."))
    if action.by not in state.players:
        return Rule("P06", words("Nobody called {name} plays here.", name=action.by))
    if action.by not in to_act(state):
        return _awaited(state, "P06")
    return None


def _broken_by_pass(state: State) -> Rule | None:
    if state.phase != "begin":
        return _awaited(state, "P26")
    if not is_stuck(state):
        why = words(
            "{hunter} can move with some face, and only a stuck pawn passes; roll the dice.", hunter=_who(state)
        )
        return Rule("P26", why)
    return None


def _broken_by_reset(state: State) -> Rule | None:
    if state.phase != "begin":
        return _awaited(state, "P08")
    if is_stuck(state):
        return _awaited(state, "P26")
    if state.locked == 0:
        return Rule("P08", words("No die is locked, so there is nothing to reset; roll all five."))
    return None


def _broken_by_dice(state: State, count: int) -> Rule | None:
    if state.phase not in ("begin", "choose"):
        return _awaited(state, "P12")
    if state.phase == "begin" and is_stuck(state):
        return _awaited(state, "P26")
    free = DICE - state.locked
    if free == 0:
        return _awaited(state, "P14")
    if count != free:
        why = words_n(
            "{count} die is not locked, and it is rolled alone.",
            "{count} dice are not locked, and all of them are rolled.",
            free,
        )
        return Rule("P13", why)
    return None


def _broken_by_mummy_die(state: State, face: int) -> Rule | None:
    if state.phase != "mummy_roll":
        return _awaited(state, "P10" if state.phase == "interrupt" else "P16")
    if face not in state.maze.mummy_die:
        faces = tuple(plain(str(known)) for known in sorted(set(state.maze.mummy_die)))
        return Rule("P16", words("The mummy die has no such face; it shows {faces}.", faces=faces))
    return None


def _broken_by_choice(state: State, action: Choose) -> Rule | None:
    if state.phase != "choose":
        return _awaited(state, "P12")
    playable = tuple(FACE_WORDS[face] for face in playable_faces(state))
    allowed = words("playable: {faces}", faces=playable) if playable else words("roll again")
    if action.face == "mummy" or action.face not in state.faces:
        why = words("No free die shows {face} ({allowed}).", face=FACE_WORDS[action.face], allowed=allowed)
        return Rule("P12", why)
    if blocked := why_blocked(state, action.face):
        why = words(
            "{hunter} cannot move with {face}: {why} ({allowed}).",
            **_named(state, action.face),
            why=blocked.why,
            allowed=allowed,
        )
        return Rule("P25", why)
    return None


def _broken_by_move(state: State, to: Cell) -> Rule | None:
    if state.phase != "move" or state.face is None:
        return _awaited(state, "P17")
    ends = reachable(state, state.face)
    if to in ends:
        return None
    allowed = tuple(plain(cell) for cell in sorted(ends))
    why = words("With {face}, {hunter} may end on: {cells}.", **_named(state, state.face), cells=allowed)
    return Rule(_move_clause(state, to), why)


def _move_clause(state: State, to: Cell) -> str:
    """Return the clause by which the active pawn may not end on `to`."""
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


def _broken_by_path(state: State, path: tuple[Cell, ...]) -> Rule | None:
    if state.phase not in ("interrupt", "mummy_move"):
        return _awaited(state, "P06" if state.turn is not None else "P16")
    steps = state.steps or 0
    if len(path) > steps:
        why = words_n("The mummy may move {count} cell at most.", "The mummy may move {count} cells at most.", steps)
        return Rule("P10" if state.phase == "interrupt" else "P16", why)
    here = state.mummy
    for cell in path:
        if cell not in state.maze.steps(here).values():
            return _broken_by_step(state, here, cell)
        here = cell
    for cell in path[:-1]:
        if cell in state.in_corridors:
            return Rule("P34", words("On {cell} the mummy meets a hunter: its path ends there.", cell=cell))
    return None


def _broken_by_step(state: State, here: Cell, cell: Cell) -> Rule:
    allowed = tuple(plain(to) for to in state.maze.steps(here).values())
    if cell in (state.maze.stairs, state.maze.dungeon):
        return Rule(
            "P33", words("The mummy enters neither stairs nor dungeon; from {here}: {cells}.", **_from(here, allowed))
        )
    return Rule("P32", words("The mummy goes from cell to open cell; from {here}: {cells}.", **_from(here, allowed)))


def _from(here: Cell, cells: tuple[Words, ...]) -> dict[str, str | tuple[Words, ...]]:
    return {"here": here, "cells": cells}


def _awaited(state: State, clause: str) -> Rule:
    """Return `clause` with words that say what the game waits for."""
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
                state.steps or 0,
                player=state.mummy_player,
            )
        case "mummy_roll":
            why = words("The mummy's turn: {player} rolls the mummy die first.", player=state.mummy_player)
        case _:
            why = words_n(
                "The mummy ({player}) moves {count} cell, or stays.",
                "The mummy ({player}) moves up to {count} cells, or stays.",
                state.steps or 0,
                player=state.mummy_player,
            )
    return Rule(clause, why)


def _who(state: State) -> Words:
    return who(state.hunter.player, state.hunter.pawn)


def _named(state: State, face: Face) -> dict[str, Words]:
    return {"hunter": _who(state), "face": FACE_WORDS[face]}
