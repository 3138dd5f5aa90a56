"""The box as the hunters: it plays all of them, so that one person can be the mummy.

Nobody draws cards for it: the missions of each pawn follow from the seed, in mid-game those that it lacks. A hunter
sees the mummy, so nothing is guessed here. It counts turns and not steps, because walks are exact, and fears a cell by
how likely the mummy's next throw brings it there.
"""

from __future__ import annotations

import random

from firmware_py.bots.malediction.board import Board, board_of
from firmware_py.bots.seat import RollDice, Seen, Thought, Wish, as_heat, chance_of, draw_option, percent, round_alike
from firmware_py.games.malediction.legality import is_stuck, mission_here, open_missions, playable_faces, reachable
from firmware_py.games.malediction.maze import COLOURS, Face
from firmware_py.games.malediction.state import DICE, Choose, EndTurn, Move, Pass, PlayMission, Reset, State
from firmware_py.grid import Cell
from firmware_py.words import Words, words

CARD = 4.0
"""What it is worth to end on a mission whose card is in hand."""
A_TURN, NEXT_CARD = 1.3, 0.5
"""What an expected turn to a mission costs, and how much less to each one after it."""
CAPTURES, LAST_ANKH, PER_TOKEN = 18.0, 1.5, 0.2
"""What all the tokens cost that the mummy needs; one costs its share: more with the last, and with each it has."""
PER_STEP, DEAD_END = 0.15, 1.2
"""How much less a farther mummy is feared, and how much more a cell with one way out."""
BETTER = 0.3
"""Faces that promise no more than this over staying are rolled again, while few dice are locked."""
MANY_LOCKED = 3


def decide(seen: Seen, heat: float, seed: str) -> Wish:
    """What the hunter whose turn it is does, or the wish that the free dice are rolled."""
    state: State = seen.state
    return act(seen, HunterMind(state, cards_of(seen, seed)), heat, chance_of(seen, seed))


def act(seen: Seen, mind: HunterMind, heat: float, pick: random.Random) -> Wish:
    """What a hunter does who weighs things like this."""
    state: State = seen.state
    match state.phase:
        case "begin" if is_stuck(state):
            return Pass(seen.player)
        case "begin":
            return Reset(seen.player) if mind.resets() else RollDice(seen.player)
        case "choose":
            options = mind.options(playable_faces(state))
            if not options or mind.rolls_again(max(value for value, _ in options)):
                return RollDice(seen.player)
            face, _ = draw_option(options, heat, pick)
            return Choose(seen.player, face)
        case "move" if state.face:
            _, end = draw_option(mind.options((state.face,)), heat, pick)
            return Move(seen.player, to=end)
        case _:
            return PlayMission(seen.player) if mission_here(state) in mind.cards else EndTurn(seen.player)


def explain(seen: Seen, act: Wish, seed: str) -> Thought | None:
    """Which mission a hunter is after, and how much the mummy is feared where it goes; a person's cards are not known.

    The cards of a box follow from the seed; without it nothing is said of them.
    """
    state: State = seen.state
    if not (seed or seen.is_coached):
        return None
    mind = HunterMind(state, cards_of(seen, seed))
    match act:
        case Choose(face=face) if face != "mummy":
            _, end = draw_option(mind.options((face,)), 0.0, random.Random(0))
        case Move(to=str(end)):
            pass
        case _:
            return None
    return Thought(mind.reason(end), mind.fear())


def cards_of(seen: Seen, seed: str) -> tuple[str, ...]:
    """The cards that count: a box's own, but whatever a person may hold who asks for advice."""
    state: State = seen.state
    return open_missions(state, state.active) if seen.is_coached else hand(state, state.active, seed)


def hand(state: State, pawn: int, seed: str) -> tuple[str, ...]:
    """The missions that a pawn's hunter still holds: of each colour that it lacks, one of those that nobody played.

    Who plays two pawns has two of each (P43). They stay the same as cards are played, for each pawn takes the one at
    its place among those who are there and lack a colour.
    """
    chance = random.Random(f"{seed}/missions")
    dealt: list[str] = []
    for colour in COLOURS:
        codes = [code for code in state.maze.missions if code[0] == colour]
        chance.shuffle(codes)
        left = [code for code in codes if not any(code in played for played in state.missions)]
        lacking = [
            one
            for one, played in enumerate(state.missions)
            if state.hunters[one].player not in state.gone and not any(code[0] == colour for code in played)
        ]
        if state.is_two_player:
            dealt += left[: 2 - len(codes) + len(left)]
        elif pawn in lacking:
            dealt += left[lacking.index(pawn) :][:1]
    return tuple(dealt)


class HunterMind:
    """What the active hunter weighs: its cards, the way to their cells, and the mummy."""

    def __init__(self, state: State, cards: tuple[str, ...]) -> None:
        """Look at the map from this state."""
        self.cards = cards
        self._state = state
        self._board: Board = board_of(state.maze)
        self._mummy = self._board.number[state.mummy]
        self._reach = self._board.reach(self._mummy, state.locked)
        last = state.ankhs[state.active] == 1
        self._capture = CAPTURES / state.target + LAST_ANKH * last + PER_TOKEN * state.tokens

    def options(self, faces: tuple[Face, ...]) -> list[tuple[float, tuple[Face, Cell]]]:
        """Every end of every face with its worth."""
        return [
            (self.worth(end) - self.risk(end), (face, end))
            for face in faces
            for end in sorted(reachable(self._state, face))
        ]

    def resets(self) -> bool:
        """Whether to free the locked dice: the mummy then moves first, as far as dice are locked."""
        locked = self._state.locked
        nearest = min(
            (self._board.steps[self._mummy][self._board.number[cell]] for cell in self._state.in_corridors), default=99
        )
        return locked >= DICE - 1 or (locked >= 2 and nearest > locked)

    def rolls_again(self, best: float) -> bool:
        """Whether the best of the faces that show is not good enough."""
        state = self._state
        if state.locked >= MANY_LOCKED or len(state.faces) <= 2:
            return False
        here = state.cell(state.active) or state.maze.stairs
        safe = here in (state.maze.stairs, state.maze.dungeon)
        return best < self.worth(here) - (0.0 if safe else self.risk(here)) + BETTER

    def reason(self, end: Cell) -> Words:
        """Why it would end on a cell."""
        number, here = self._board.number[end], self._state.maze.mission(end)
        share = percent(self._reach[number])
        risk = words("The mummy's next roll reaches {place} with a chance of {share}%.", place=end, share=share)
        if here in self.cards:
            return words("{place} is mission {mission}. {risk}", place=end, mission=here, risk=risk)
        nearest = min(self.cards, key=lambda code: (round_alike(self._board.turns(code)[number]), code), default=None)
        if nearest is None:
            return risk
        return words("{place} is on the way to mission {mission}. {risk}", place=end, mission=nearest, risk=risk)

    def fear(self) -> tuple[tuple[str, float], ...]:
        """How likely the mummy's next throw brings it to each cell."""
        cells = self._board.maze.cells
        return as_heat((cells[number], self._reach[number]) for number in self._board.floor)

    def worth(self, cell: Cell) -> float:
        """What it is worth to end on a cell: a card that can be played, and the turns to the others."""
        number, here = self._board.number[cell], self._state.maze.mission(cell)
        left = sorted(self._board.turns(code)[number] for code in self.cards if code != here)
        ahead = sum(turns * NEXT_CARD**place for place, turns in enumerate(left))
        return (CARD if here in self.cards else 0.0) - A_TURN * ahead

    def risk(self, cell: Cell) -> float:
        """What the mummy makes a cell cost."""
        number = self._board.number[cell]
        cornered = DEAD_END if len(self._board.beside[number]) <= 1 else 1.0
        far = self._board.steps[self._mummy][number]
        return self._capture * self._reach[number] * cornered / (1 + PER_STEP * far)
