"""People at La malédiction de la momie who play plainly: hunters go for their missions, and a mummy guesses."""

import random
from collections import deque
from collections.abc import Iterable

from firmware_py.desk.self_play.malediction import Dice
from firmware_py.games.malediction import rules
from firmware_py.games.malediction.legality import is_stuck, open_missions, playable_faces, reachable, until_catch
from firmware_py.games.malediction.maze import FACES, Face, Maze, distances
from firmware_py.games.malediction.state import DICE, UNTOLD, AnyAction, Choose, Move, PlayMission, Reset, State
from firmware_py.grid import Cell

RIGHT_GUESSES = 0.55
"""How often the mummy heads for a real hunter: about as well as a player who hears the faces guesses."""


class SeededTable(Dice):
    """The dice and the goals of the hunters in one game."""

    def __init__(self, players: tuple[str, ...], seed: int) -> None:  # noqa: ARG002 - the header says who plays what
        """Seed the dice."""
        super().__init__(random.Random(seed), are_faces_entered=False)
        self._goal: dict[int, str] = {}

    def next_action(self, state: State) -> AnyAction:
        """The next action at this table."""
        match state.phase:
            case "begin" if is_stuck(state) or state.locked >= DICE - 1:
                return rules.legal_actions(state)[0]
            case "begin" if state.locked == DICE - 2 and self._distance_to_mummy(state) > state.locked:
                return Reset(state.hunter.player)
            case "begin":
                return self.throw_dice(state)
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
        shown = self._thrown if UNTOLD in state.faces else FACES
        faces = tuple(face for face in playable_faces(state) if face in shown)
        if not faces:
            return self.throw_dice(state)

        def after(face: Face) -> int:
            return self._far(state, self._nearest(state, reachable(state, face)))

        best = min(faces, key=after)
        return Choose(state.hunter.player, best)

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
