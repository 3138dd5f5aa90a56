"""A simulated table for La malédiction de la momie: seeded dice, hunters after missions, and a mummy who guesses."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable

from firmware_py.bots.seat import RollDice, Wish
from firmware_py.games.malediction import rules
from firmware_py.games.malediction.legality import is_stuck, open_missions, playable_faces, reachable, until_catch
from firmware_py.games.malediction.maze import FACES, Face, Maze, distances
from firmware_py.games.malediction.state import (
    DICE,
    UNTOLD,
    AnyAction,
    Choose,
    Move,
    PlayMission,
    Reset,
    Roll,
    RolledFace,
    State,
)
from firmware_py.grid import Cell
from firmware_py.pages.malediction.curtain import opened
from firmware_py.pages.malediction.dice_page import ARROW_SIDE, DIE, DicePage, mummy_faces
from firmware_py.pages.malediction.turn_pages import MummyPage
from firmware_py.pages.page import Page

PLAYERS = ("Ada", "Bo", "Mo")
"""The last one plays the mummy, as the set-up page offers it."""

RIGHT_GUESSES = 0.55
"""How often the mummy heads for a real hunter: about as well as a player who hears the faces guesses."""


class Dice:
    """The dice of one game."""

    def __init__(self, chance: random.Random) -> None:
        """Throw them with this generator."""
        self._chance = chance

    def observe(self, _: State) -> None:
        """None: no die falls unless somebody rolls it."""

    def fulfil(self, state: State, wish: Wish) -> AnyAction:
        """The roll that was wished for, the mummy's path up to the first hunter, or the action unchanged."""
        match wish:
            case RollDice() if state.phase == "mummy_roll":
                return self.mummy_die(state)
            case RollDice():
                return self.thrown(state)
            case Move(by, path=tuple(path)):
                return Move(by, path=until_catch(state, path))
        action: AnyAction = wish
        return action

    def thrown(self, state: State) -> Roll:
        """A throw of the dice that are not locked."""
        faces = self._chance.choices(DIE, k=DICE - state.locked)
        return Roll(state.hunter.player, faces=tuple(sorted(faces, key=DIE.index)))

    def mummy_die(self, state: State) -> Roll:
        return Roll(state.mummy_player, face=self._chance.choice(mummy_faces(state)))


class SeededTable(Dice):
    """The dice and the goals of the hunters in one game."""

    def __init__(self, players: tuple[str, ...], seed: int) -> None:  # noqa: ARG002 - the header says who plays what
        """Seed the dice."""
        super().__init__(random.Random(seed))
        self._goal: dict[int, str] = {}
        self._showing: tuple[RolledFace, ...] = ()
        """What the dice show that were thrown last: only how many show a mummy is entered."""

    def next_action(self, state: State) -> AnyAction:
        """The next action at this table."""
        match state.phase:
            case "begin" if is_stuck(state) or state.locked >= DICE - 1:
                return rules.legal_actions(state)[0]
            case "begin" if state.locked == DICE - 2 and self._distance_to_mummy(state) > state.locked:
                return Reset(state.hunter.player)
            case "begin":
                return self._reported(self.thrown(state))
            case "choose":
                return self._choose(state)
            case "move":
                return Move(state.hunter.player, to=self._nearest(state, reachable(state, state.face or "arrow")))
            case "mission":
                return PlayMission(state.hunter.player)
            case "mummy_roll":
                return self.mummy_die(state)
            case _:
                return Move(state.mummy_player, path=self._hunt(state))

    def _choose(self, state: State) -> AnyAction:
        shown = self._showing if UNTOLD in state.faces else FACES
        faces = tuple(face for face in playable_faces(state) if face in shown)
        if not faces:
            return self._reported(self.thrown(state))

        def after(face: Face) -> int:
            return self._far(state, self._nearest(state, reachable(state, face)))

        best = min(faces, key=after)
        return Choose(state.hunter.player, best)

    def _reported(self, roll: Roll) -> Roll:
        """What is entered of a roll."""
        self._showing = roll.faces or ()
        return Roll(roll.by, faces=tuple("mummy" if face == "mummy" else UNTOLD for face in self._showing))

    def _nearest(self, state: State, ends: Iterable[Cell]) -> Cell:
        """The end nearest to this hunter's next mission."""
        return min(sorted(ends), key=lambda cell: self._far(state, cell))

    def _far(self, state: State, cell: Cell) -> int:
        index = state.active
        left = open_missions(state, index)
        if self._goal.get(index) not in left and left:
            self._goal[index] = self._chance.choice(left)
        goal = state.maze.missions.get(self._goal.get(index, ""), state.maze.sarcophagus)
        return distances(state.maze, [goal]).get(cell, 99)

    def _distance_to_mummy(self, state: State) -> int:
        return distances(state.maze, [state.mummy]).get(state.cell(state.active) or "", 99)

    def _hunt(self, state: State) -> tuple[Cell, ...]:
        """The mummy's path: to a hunter after a right guess, else to any mission, up to the first hunter."""
        prey = list(state.in_corridors)
        right = bool(prey) and self._chance.random() < RIGHT_GUESSES
        goal = self._chance.choice(prey if right else list(state.maze.missions.values()))
        return until_catch(state, _path_to(state.maze, state.mummy, goal)[: state.steps])


def _path_to(maze: Maze, start: Cell, goal: Cell) -> tuple[Cell, ...]:
    """The cells of a shortest path without its start, or nothing if there is none."""
    came_from: dict[Cell, Cell] = {}
    waiting = deque([start])
    while waiting and goal not in came_from:
        cell = waiting.popleft()
        for to in maze.steps(cell).values():
            if to not in came_from:
                came_from[to] = cell
                waiting.append(to)
    if goal not in came_from:
        return ()
    path = [goal]
    while came_from[path[-1]] != start:
        path.append(came_from[path[-1]])
    return tuple(reversed(path))


def milestones(action: AnyAction) -> tuple[Callable[[Page], bool], ...]:
    """What a page shows in turn while an action is entered, as conditions: each face, each cell of a path."""
    match action:
        case Roll(faces=tuple(faces)) if UNTOLD not in faces:
            others = tuple(DIE.index(face) for face in faces if face != "mummy")
            begun = (count for count, side in enumerate(others) if not count or others[count - 1] != side != ARROW_SIDE)
            return tuple(_has_dice(len(faces) - len(others), others[:count]) for count in begun)
        case Move(path=tuple(path)):
            return tuple(_has_path(path, count) for count in range(1, len(path) + 1))
    return ()


def _has_dice(mummies: int, others: tuple[int, ...]) -> Callable[[Page], bool]:
    def reached(covered: Page) -> bool:
        page = opened(covered)
        return isinstance(page, DicePage) and (page.mummies, page.others) == (mummies, others)

    return reached


def _has_path(path: tuple[Cell, ...], count: int) -> Callable[[Page], bool]:
    """The condition that at least `count` cells of a path are entered, and no others."""

    def reached(covered: Page) -> bool:
        page = opened(covered)
        return isinstance(page, MummyPage) and len(page.path) >= count and page.path == path[: len(page.path)]

    return reached
