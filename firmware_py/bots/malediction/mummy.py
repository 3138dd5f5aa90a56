"""The box as the mummy: where it believes the hunters to be, and that it walks there.

It believes what it would take a person pencil and paper to work out. For each pawn there is a table: which mission its
hunter is after, and on which cell it stands, each pair with a chance (a hidden Markov model). Each public event
changes the tables: an announced face moves the chances along all walks that fit, more along those that somebody would
choose who is after that mission and fears the mummy; a path of the mummy that caught nobody empties its cells; a card
that is shown says exactly where a pawn is.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import lru_cache
from math import exp
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from firmware_py.bots.malediction.board import Board, board_of
from firmware_py.bots.seat import RollDice, Seen, Thought, Wish, as_heat, chance_of, draw_option, percent, round_alike
from firmware_py.games.malediction.events import (
    Caught,
    Eliminated,
    FaceChosen,
    MissionPlayed,
    MummyMoved,
    MummyTurnBegins,
    TurnBegins,
)
from firmware_py.games.malediction.maze import FACES, Face, pawn_words
from firmware_py.games.malediction.state import Move, State
from firmware_py.games.registry import Event
from firmware_py.words import Words, words

# --- what it believes -------------------------------------------------------------------------------------------------


Table: TypeAlias = "dict[str, dict[int, float]]"
"""The chance of each cell, by the mission that the hunter is after."""

NO_MISSION = ""
"""Stands for the goal of a hunter who has none left."""

TRUST = 0.9
"""How far a hunter is expected to choose as this model does; else any face and any end is as likely."""
BY_STEPS, BY_TURNS = 0.2, 1.5
"""What a step, and an expected turn, away from the mission costs."""
ARRIVED = 2.5
"""What it is worth to end on the mission."""
FEAR = 5.0
"""What it costs to end where the mummy certainly comes."""
UNPLAYED = 0.03
"""How often a hunter keeps a card that could have been played."""
OTHER_MIND = 0.08
"""How often a hunter is after another mission from one turn to the next."""
NEAR_FIRST = 0.25
"""How much less likely a new mission is for each step that it is away."""
FREE_ENOUGH = 0.3
"""An end counts as one that can be chosen if it is free with this chance."""
FORGOTTEN = 2e-5
"""Smaller chances are dropped."""


class Belief(msgspec.Struct, frozen=True):
    """What the mummy's player believes; tuples have one entry for each pawn, in the order of their turns."""

    pawns: tuple[str, ...]
    is_two_player: bool
    mummy: int
    at: tuple[Table, ...]
    played: tuple[tuple[str, ...], ...]
    is_out: tuple[bool, ...]
    locked: int = 0
    moved: int | None = None
    """The pawn whose face was announced, until everybody has heard whether it played a card."""

    def cells(self, pawn: int) -> dict[int, float]:
        """The chance of each cell on which a pawn may stand."""
        found: dict[int, float] = {}
        for cells in () if self.is_out[pawn] else self.at[pawn].values():
            for cell, chance in cells.items():
                found[cell] = found.get(cell, 0.0) + chance
        return found


def first_belief(board: Board, pawns: tuple[str, ...], is_two_player: bool) -> Belief:
    """What everybody knows as the game begins: all pawns stand on the stairs."""
    mummy = board.number[board.maze.sarcophagus]
    none: tuple[tuple[str, ...], ...] = ((),) * len(pawns)
    unknown = Belief(pawns, is_two_player, mummy, ({},) * len(pawns), none, (False,) * len(pawns))
    return replace(unknown, at=tuple(_at_one(board, unknown, pawn, board.stairs) for pawn in range(len(pawns))))


def fold(board: Board, belief: Belief, events: Iterable[Event]) -> Belief:
    """What is believed after these events too."""
    for event in events:
        belief = _hear(board, belief, event)
    return belief


def _hear(board: Board, belief: Belief, event: Event) -> Belief:
    match event:
        case FaceChosen(pawn=name, face=face):
            pawn = belief.pawns.index(name)
            return replace(_with(belief, pawn, _move(board, belief, pawn, face)), moved=pawn)
        case MissionPlayed(pawn=name, mission=code):
            return _mission_played(board, belief, belief.pawns.index(name), code)
        case TurnBegins(locked=locked) | MummyTurnBegins(locked=locked):
            if belief.moved is not None:
                belief = _with(belief, belief.moved, _nothing_played(board, belief, belief.moved))
            return replace(belief, locked=locked, moved=None)
        case MummyMoved(path=path) if path:
            return _mummy_moved(board, belief, [board.number[cell] for cell in path])
        case Caught(pawn=name):
            pawn = belief.pawns.index(name)
            return _with(belief, pawn, _at_one(board, belief, pawn, board.dungeon))
        case Eliminated(pawn=name):
            pawn = belief.pawns.index(name)
            return replace(belief, is_out=tuple(out or index == pawn for index, out in enumerate(belief.is_out)))
    return belief


def _with(belief: Belief, pawn: int, table: Table) -> Belief:
    return replace(belief, at=(*belief.at[:pawn], table, *belief.at[pawn + 1 :]))


def _goals(board: Board, belief: Belief, pawn: int) -> list[str]:
    """The missions that a hunter may still be after."""
    done = {code for codes in belief.played for code in codes}
    own = done if belief.is_two_player else belief.played[pawn]
    each = 2 if belief.is_two_player else 1
    found = [code for code in board.missions if code not in done and sum(one[0] == code[0] for one in own) < each]
    return found or [NO_MISSION]


def _at_one(board: Board, belief: Belief, pawn: int, cell: int) -> Table:
    goals = _goals(board, belief, pawn)
    return {goal: {cell: 1 / len(goals)} for goal in goals}


def _anywhere(board: Board, belief: Belief, pawn: int) -> Table:
    goals = _goals(board, belief, pawn)
    cells = [cell for cell in board.floor if cell != belief.mummy]
    return {goal: dict.fromkeys(cells, 1 / len(goals) / len(cells)) for goal in goals}


def _scale(board: Board, belief: Belief, pawn: int, table: Table) -> Table:
    """The table with chances that add up to one; if nothing is left, the pawn may be anywhere."""
    total = sum([sum(cells.values()) for cells in table.values()])
    if total < 1e-12:
        return _anywhere(board, belief, pawn)
    least = FORGOTTEN * total
    return {
        goal: {cell: chance / total for cell, chance in cells.items() if chance > least}
        for goal, cells in table.items()
    }


def _mission_played(board: Board, belief: Belief, pawn: int, code: str) -> Belief:
    played = tuple((*codes, code) if index == pawn else codes for index, codes in enumerate(belief.played))
    belief = replace(belief, played=played, moved=None)
    cell = board.missions[code]
    at = tuple(
        _at_one(board, belief, index, cell) if index == pawn else _other_minds(board, belief, index, table, 0.0)
        for index, table in enumerate(belief.at)
    )
    return replace(belief, at=at)


def _mummy_moved(board: Board, belief: Belief, path: list[int]) -> Belief:
    """What is believed after a path; who was caught is heard next."""
    belief, passed = replace(belief, mummy=path[-1]), set(path)
    at = []
    for pawn, table in enumerate(belief.at):
        left = {
            goal: {cell: chance for cell, chance in cells.items() if cell not in passed}
            for goal, cells in table.items()
        }
        at.append(_scale(board, belief, pawn, left))
    return replace(belief, at=tuple(at))


def _nothing_played(board: Board, belief: Belief, pawn: int) -> Table:
    """The table of a pawn whose turn ended without a card: it hardly stands where its mission is."""
    left = {
        goal: {cell: chance * (UNPLAYED if cell == board.missions.get(goal) else 1.0) for cell, chance in cells.items()}
        for goal, cells in belief.at[pawn].items()
    }
    return _other_minds(board, belief, pawn, _scale(board, belief, pawn, left), OTHER_MIND)


def _other_minds(board: Board, belief: Belief, pawn: int, table: Table, share: float) -> Table:
    """The table after a share of chances went to other missions; those of missions that are gone go whole."""
    goals = _goals(board, belief, pawn)
    new: Table = {goal: {} for goal in goals}
    pool: dict[int, float] = {}
    for goal, cells in table.items():
        stays = 1 - share if goal in new else 0.0
        for cell, chance in cells.items():
            if stays:
                new[goal][cell] = stays * chance
            pool[cell] = pool.get(cell, 0.0) + (1 - stays) * chance
    for cell, chance in pool.items():
        weights = [exp(-NEAR_FIRST * board.steps[board.missions[goal]][cell]) if goal else 1.0 for goal in goals]
        part = chance / sum(weights)
        for goal, weight in zip(goals, weights, strict=True):
            new[goal][cell] = new[goal].get(cell, 0.0) + part * weight
    return new


# --- an announced face -----------------------------------------------------------------------------------------------


def _move(board: Board, belief: Belief, pawn: int, face: Face) -> Table:
    """The table of a pawn that has moved with a face."""
    taken = _taken_by_others(board, belief, pawn)
    danger = [FEAR * chance for chance in board.reach(belief.mummy, belief.locked)]
    reaches: dict[int, _Reach] = {}
    new: Table = {}
    for goal, cells in belief.at[pawn].items():
        pull = _pulls(board, goal, danger)
        arriving = new[goal] = {}
        for start, chance in cells.items():
            reach = reaches.get(start)
            if reach is None:
                reach = reaches[start] = _reach(board, belief.mummy, taken, start, face)
            if reach.free > 0:
                _walk(reach, pull, chance, arriving)
    return _scale(board, belief, pawn, new)


class _Reach(msgspec.Struct, frozen=True):
    """Where a pawn can go from one cell."""

    ends: list[tuple[int, float]]
    """By the announced face, each with the chance that it is free."""
    likely: list[int]
    """Those of them that are free enough to be chosen."""
    others: list[list[int]]
    """The same for each other face."""
    free: float
    """The sum of the chances of `ends`."""


def _reach(board: Board, mummy: int, taken: list[float], start: int, face: Face) -> _Reach:
    ends = {one: board.ends(start, one, mummy, taken) for one in FACES}
    likely = {one: [end for end, free in found if free > FREE_ENOUGH] for one, found in ends.items()}
    others = [likely[one] for one in FACES if one != face and likely[one]]
    return _Reach(ends[face], likely[face], others, sum([free for _, free in ends[face]]))


def _walk(reach: _Reach, pull: list[float], chance: float, arriving: dict[int, float]) -> None:
    """Add to `arriving` where a pawn has gone that stood on one cell with this chance."""
    best = max([pull[end] for end in reach.likely], default=0.0)
    rivals = sum([max([pull[end] for end in ends]) for ends in reach.others])
    chance *= TRUST * best / (best + rivals + 1e-12) + (1 - TRUST) / len(FACES)
    total = sum([free * pull[end] for end, free in reach.ends]) or 1.0
    wanted, any_end = chance * TRUST / total, chance * (1 - TRUST) / reach.free
    for end, free in reach.ends:
        arriving[end] = arriving.get(end, 0.0) + free * (wanted * pull[end] + any_end)


def _taken_by_others(board: Board, belief: Belief, pawn: int) -> list[float]:
    """The chance that another pawn stands on each cell; on the stairs and in the dungeon any number may."""
    free = [1.0] * len(board.exits)
    for other in range(len(belief.pawns)):
        for cell, chance in belief.cells(other).items() if other != pawn else ():
            free[cell] *= 1 - chance
    free[board.stairs] = free[board.dungeon] = 1.0
    return [1 - chance for chance in free]


def _pulls(board: Board, goal: str, danger: list[float]) -> list[float]:
    """How much each end draws a hunter who is after a mission; only their ratios matter."""
    if not goal:
        worth = [-fear for fear in danger]
    else:
        steps, turns = board.steps[board.missions[goal]], board.turns(goal)
        worth = [
            ARRIVED * (not far) - BY_STEPS * far - BY_TURNS * left - fear
            for far, left, fear in zip(steps, turns, danger, strict=True)
        ]
    best = max(worth)
    return [exp(value - best) for value in worth]


# --- where it walks ---------------------------------------------------------------------------------------------------


Path: TypeAlias = "tuple[int, ...]"
"""The cells of a walk, the mummy's own first."""

BEAM = 60
"""Walks kept after each step (beam width)."""
PER_MISSION = 0.12
"""How much more a hunter is worth for each mission that it has played."""
NEARNESS, FADING = 0.35, 0.8
"""What it is worth to end where a hunter is, and how that fades with each step of distance."""
UNLIKELY = 0.01
"""A cell with a smaller chance draws nobody near."""


def decide(seen: Seen, heat: float, seed: str) -> Wish:
    """The mummy's path, or the wish that its die is rolled."""
    state: State = seen.state
    if state.phase == "mummy_roll":
        return RollDice(seen.player)
    board = board_of(state.maze)
    path = choose(board, believe(board, state, seen.heard), state.steps, heat, chance_of(seen, seed))
    return Move(seen.player, path=tuple(board.maze.cells[cell] for cell in path))


def believe(board: Board, state: State, heard: tuple[Event, ...]) -> Belief:
    """What the mummy's player believes after all that was heard."""
    pawns = tuple(hunter.pawn for hunter in state.hunters)
    for end in range(STRIDE, len(heard), STRIDE):
        _after_strides(board, pawns, state.is_two_player, heard[:end])
    return _after_blocks(board, pawns, state.is_two_player, heard)


BLOCK = 16
"""Events folded again at most, of those that were folded for an earlier decision."""
STRIDE = 64 * BLOCK
"""Events in one recursion: the longest game, read from its start, takes several."""


def _believe(board: Board, pawns: tuple[str, ...], is_two_player: bool, heard: tuple[Event, ...]) -> Belief:
    if not heard:
        return first_belief(board, pawns, is_two_player)
    known = (len(heard) - 1) // BLOCK * BLOCK
    before = _after_blocks if known % STRIDE else _after_strides
    return fold(board, before(board, pawns, is_two_player, heard[:known]), heard[known:])


_after_blocks, _after_strides = lru_cache(maxsize=32)(_believe), lru_cache(maxsize=32)(_believe)


def explain(seen: Seen, act: Wish) -> Thought | None:
    """Where the hunters were believed to be as the mummy set out on a path, and whom it was to meet there."""
    if not (isinstance(act, Move) and isinstance(act.path, tuple)):
        return None
    state: State = seen.state
    board = board_of(state.maze)
    belief = believe(board, state, seen.heard)
    likely, missed, pawns = dict.fromkeys(range(len(board.exits)), 0.0), 1.0, list[Words]()
    entered = {board.number[cell] for cell in act.path} - {board.stairs, board.dungeon}
    for pawn, name in enumerate(belief.pawns):
        cells = {
            cell: chance for cell, chance in belief.cells(pawn).items() if cell not in (board.stairs, board.dungeon)
        }
        for cell, chance in cells.items():
            likely[cell] += chance
        missed *= 1 - sum(chance for cell, chance in cells.items() if cell in entered)
        if cells:
            best = max(sorted(cells), key=lambda cell: round_alike(cells[cell]))
            place = board.maze.cells[best]
            chance = percent(cells[best])
            pawns.append(words("{pawn} on {place} ({share}%)", pawn=pawn_words(name), place=place, share=chance))
    heat = as_heat((board.maze.cells[cell], chance) for cell, chance in likely.items())
    catch = words("Chance of a catch on this path: {share}%.", share=percent(round_alike(1 - missed)))
    if not pawns:
        return Thought(catch, heat, act.path)
    return Thought(words("Expected most: {pawns}. {catch}", pawns=tuple(pawns), catch=catch), heat, act.path)


def choose(board: Board, belief: Belief, steps: int, heat: float, chance: random.Random) -> Path:
    """The cells that the mummy enters: the walk with the most catches to expect, or with heat a worse one."""
    best: dict[int, tuple[float, Path]] = {}
    for value, path in walks(board, belief, steps):
        end, worth = path[-1], round_alike(value)
        if end not in best or (worth, path) > best[end]:
            best[end] = worth, path
    options = sorted(best.values(), key=lambda option: option[1])
    return draw_option(options, heat, chance)[1:]


def walks(board: Board, belief: Belief, steps: int) -> list[tuple[float, Path]]:
    """The best walks of each length up to `steps`, each with the catches to expect, one at most."""
    prey, near = _prey(board, belief)
    start: Path = (belief.mummy,)
    found = [(near[belief.mummy], start)]
    beam: list[tuple[float, Path, frozenset[int]]] = [(0.0, start, frozenset(start))]
    for _ in range(steps):
        longer: dict[tuple[int, frozenset[int]], tuple[float, Path, frozenset[int]]] = {}
        for value, path, entered in beam:
            for to in board.beside[path[-1]]:
                worth = value if to in entered else value + prey[to]
                key = to, entered | {to}
                if key not in longer or longer[key][0] < worth:
                    longer[key] = worth, (*path, to), key[1]
        beam = sorted(longer.values(), key=lambda walk: (-round_alike(walk[0] + near[walk[1][-1]]), walk[1]))[:BEAM]
        found += [(value + near[path[-1]], path) for value, path, _ in beam]
    return found


def _prey(board: Board, belief: Belief) -> tuple[list[float], list[float]]:
    """What it is worth to enter each cell, and to end near to hunters."""
    prey = [0.0] * len(board.exits)
    for pawn, codes in enumerate(belief.played):
        for cell, chance in belief.cells(pawn).items():
            prey[cell] += (1 + PER_MISSION * len(codes)) * chance
    likely = [(board.steps[cell], chance) for cell, chance in enumerate(prey) if chance > UNLIKELY]
    near = [NEARNESS * sum([chance * FADING ** steps[cell] for steps, chance in likely]) for cell in range(len(prey))]
    prey[board.stairs] = prey[board.dungeon] = 0.0
    return prey, near
