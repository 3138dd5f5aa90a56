"""The box as the mummy: it walks where it believes the hunters to be."""

from __future__ import annotations

import random
from typing import TypeAlias

from firmware_py.bots.malediction.belief import Belief, first_belief, fold
from firmware_py.bots.malediction.board import Board, board_of
from firmware_py.bots.seat import RollDice, Seen, Thought, Wish, as_heat, chance_of, draw_option, percent, round_alike
from firmware_py.games.malediction.maze import pawn_words
from firmware_py.games.malediction.state import Move, State
from firmware_py.games.registry import Event
from firmware_py.words import Words, words

Path: TypeAlias = "tuple[int, ...]"
"""The cells of a walk, the mummy's own first."""

BEAM = 60
"""So many walks are followed further after each step."""
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
    path = choose(board, MEMORY.belief(board, state, seen.heard), state.steps or 0, heat, chance_of(seen, seed))
    return Move(seen.player, path=tuple(board.maze.cells[cell] for cell in path))


class Memory:
    """The last belief, so that a game's events are not folded from the start for each decision, but after an undo."""

    def __init__(self) -> None:
        """Remember nothing."""
        self._kept: tuple[tuple[Board, Belief], tuple[Event, ...], Belief] | None = None
        """One value, for threads may ask at the same time."""

    def belief(self, board: Board, state: State, heard: tuple[Event, ...]) -> Belief:
        """What the mummy's player believes after all that was heard."""
        first = first_belief(board, tuple(hunter.pawn for hunter in state.hunters), state.is_two_player)
        belief, since, kept = first, 0, self._kept
        if kept and kept[0] == (board, first) and heard[: len(kept[1])] == kept[1]:
            belief, since = kept[2], len(kept[1])
        belief = fold(board, belief, heard[since:])
        self._kept = (board, first), heard, belief
        return belief


MEMORY = Memory()


def explain(seen: Seen, act: Wish) -> Thought | None:
    """Where the hunters were believed to be as the mummy set out on a path, and whom it was to meet there."""
    if not (isinstance(act, Move) and isinstance(act.path, tuple)):
        return None
    state: State = seen.state
    board = board_of(state.maze)
    belief = MEMORY.belief(board, state, seen.heard)
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
