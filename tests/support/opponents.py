"""Opponents by whom the box's players are measured; each is a seat: from what it knows to what it wishes for."""

from __future__ import annotations

import random

from firmware_py.bots.malediction import hunters, mummy
from firmware_py.bots.malediction.board import board_of
from firmware_py.bots.malediction.mummy import fold
from firmware_py.bots.seat import RollDice, chance_of
from firmware_py.games.malediction.events import Caught, Eliminated, FaceChosen, MissionPlayed, MummyMoved
from firmware_py.games.malediction.state import Move
from firmware_py.games.maudite_momie import rules as momie
from firmware_py.games.maudite_momie.state import Awaken, Explore, Secure, is_caught, points

# --- La malédiction --------------------------------------------------------------------------------------------------


class Reader(hunters.HunterMind):
    """A hunter who knows how the box's mummy thinks: for each face it works out where it would go, at three throws."""

    def __init__(self, seen, seed):
        state = self._state = seen.state
        super().__init__(state, hunters.hand(state, state.active, seed))
        self._belief = mummy.believe(board_of(state.maze), state, seen.heard)

    def options(self, faces):
        found, board = [], self._board
        for face in faces:
            paths = self._paths(face)
            for _, (_, end) in super().options((face,)):
                met = sum(board.number[end] in path for path in paths) / len(paths)
                found.append((self.worth(end) - 0.15 * self.risk(end) - 7 * met, (face, end)))
        return found

    def _paths(self, face):
        state, board = self._state, self._board
        announced = [FaceChosen(state.hunter.player, state.hunter.pawn, face)] if state.phase == "choose" else []
        belief = fold(board, self._belief, announced)
        die = sorted(state.maze.mummy_die)
        throws = {die[place] + state.locked for place in (0, len(die) // 2, -1)}
        return [mummy.choose(board, belief, steps, 0.0, random.Random(0)) for steps in sorted(throws)]


def strong_hunters(seed):
    """The seat of the box's own hunters at full strength."""
    return lambda seen: hunters.decide(seen, 0.0, seed)


def reading_hunters(seed):
    """The seat of hunters who work out the box's mummy."""
    return lambda seen: hunters.act(seen, Reader(seen, seed), 0.0, chance_of(seen, seed))


def random_mummy(seed):
    """The seat of a mummy who walks at random."""

    def walk(seen):
        if seen.state.phase == "mummy_roll":
            return RollDice(seen.player)
        chance, here, path = chance_of(seen, seed), seen.state.mummy, []
        for _ in range(seen.state.steps):
            here = chance.choice(list(seen.state.maze.steps(here).values()))
            path.append(here)
        return Move(seen.player, path=tuple(path))

    return walk


LAST_FACES = 2
"""Faces of each hunter that a person keeps in mind; whoever has not been seen for longer may be anywhere."""


def remembering_mummy(seed):
    """The seat of a mummy who stands for a person: no pencil, no chances, and a memory for the last two faces.

    It walks to a cell where some pawn may stand, likelier where few are possible, and near ones rather than far ones.
    """

    def walk(seen):
        state = seen.state
        if state.phase == "mummy_roll":
            return RollDice(seen.player)
        board, chance = board_of(state.maze), chance_of(seen, seed)
        here, best, likely = board.number[state.mummy], (0.0, board.number[state.mummy]), [0.0] * len(board.exits)
        for cells in possible_cells(board, state, seen.heard).values():
            for cell in cells - {board.stairs, board.dungeon}:
                likely[cell] += 1 / len(cells)
        for cell in (cell for cell, share in enumerate(likely) if share):
            near = 1.0 if board.steps[here][cell] <= state.steps else 0.3
            best = max(best, (likely[cell] * near * chance.uniform(0.3, 1), cell))
        path = []
        while here != best[1] and len(path) < state.steps:
            here = min(board.beside[here], key=lambda cell: (board.steps[cell][best[1]], -likely[cell], cell))
            path.append(board.maze.cells[here])
        return Move(seen.player, path=tuple(path))

    return walk


def possible_cells(board, state, heard):
    """Return for each pawn the cells that it can have reached since it was seen, by its last faces and the walls."""
    at = {hunter.pawn: {board.stairs} for hunter in state.hunters}
    unseen, mummy, nobody = dict.fromkeys(at, 0), board.number[board.maze.sarcophagus], [0.0] * len(board.exits)
    for event in heard:
        anywhere = set(board.floor) - {mummy}
        match event:
            case FaceChosen(pawn=pawn, face=face):
                unseen[pawn] += 1
                reached = {end for cell in at[pawn] for end, _ in board.ends(cell, face, mummy, nobody)}
                at[pawn] = reached if reached and unseen[pawn] <= LAST_FACES else anywhere
            case MissionPlayed(pawn=pawn, mission=code):
                at[pawn], unseen[pawn] = {board.missions[code]}, 0
            case MummyMoved(path=path) if path:
                passed, mummy = {board.number[cell] for cell in path}, board.number[path[-1]]
                at = {pawn: cells - passed or anywhere - {mummy} for pawn, cells in at.items()}
            case Caught(pawn=pawn):
                at[pawn], unseen[pawn] = {board.dungeon}, 0
            case Eliminated(pawn=pawn):
                at[pawn] = {board.dungeon}
    return at


# --- Maudite Momie ---------------------------------------------------------------------------------------------------


def thumb(cards, secure=7, big=2):
    """The seat of a person who plays by the best rule of thumb: secure at seven points, awaken two cards.

    This person looks at the own cards, and draws a red back rather than a green one, until a guardian is in hand.
    """

    def play(seen):
        state, hand = seen.state, cards.hand(seen.player)
        legal = momie.legal_actions(state)
        if state.phase == "keep":
            return max(legal, key=lambda act: len(act.kept))
        worth, is_bad = points(hand), is_caught(hand)
        wins = state.scores[state.turn] + worth >= state.finish
        if hand and (wins or worth >= secure or (is_bad and worth >= secure - 3) or len(hand) >= 5):
            return Secure(seen.player)
        targets = [act for act in legal if isinstance(act, Awaken) and state.cards[state.seat(act.target)] >= big]
        if targets:
            seats = [state.seat(act.target) for act in targets]
            return max(
                zip([(state.cards[seat], state.scores[seat]) for seat in seats], targets, strict=True),
                key=lambda one: one[0],
            )[1]
        order = ("green", "yellow", "red") if is_bad else ("red", "yellow", "green")
        drawn = [act for act in legal if isinstance(act, Explore)]
        return min(drawn, key=lambda act: order.index(cards.top(act.pile)), default=legal[0])

    return play
