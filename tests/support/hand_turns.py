"""A turn at the magnetic board: the table on which it is made, and how a hand slides a piece over it.

What the hands mean is judged by `drawn_referee` and by nothing of the product.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from drawn_referee import DrawnReferee
from hand_motions import Hand, Point
from malediction_table import NAMES, PAWNS, drawing
from random_play import SAMPLERS
from turns_by_hand import ALLEY, CORRIDOR, GRID, MAZE

from firmware_py.games.malediction import rules
from firmware_py.games.malediction.state import Header, Hunter, Setup, State
from firmware_py.games.session import Session, begin, play
from firmware_py.grid import Cell, cell_position
from hardware.simulated.magnets import BoardGrid

BOARD = BoardGrid(6, 7)
MAPS = ((GRID, 3), (MAZE, 3), (MAZE, 3), (ALLEY, 2), (CORRIDOR, 2))
"""Each map with its number of hunters."""
BEGINS_S = 0.3
"""When the first hand begins, after the case does."""
SLOW_MM_PER_S, FAST_MM_PER_S = (100.0, 600.0), (600.0, 1500.0)
SENSED_MM = 8.5
"""How far from a cell's middle the mummy is sensed (hardware.md 1.2): a path that cuts deeper may be another one."""

Deed = tuple[float, str, Callable[[Any], None]]
"""When, what, and how it is done to a device."""


@dataclass
class Turn:
    """A turn on the board: the game before it, all that happens, and what it means."""

    name: str
    session: Session
    referee: DrawnReferee
    chance: Random
    hands: dict[str, Hand] = field(default_factory=dict)
    deeds: list[Deed] = field(default_factory=list)
    """What is done beside moving pieces: presses, cables."""
    meant: Any = None
    """The cell of a pawn or the mummy's path; None if nothing is meant."""
    path: tuple[Cell, ...] = ()
    """How the mummy really went."""
    arrival_s: float = 0.0
    """When the mover has come to rest for good."""
    undecidable: str = ""
    """Why physics leaves it open what happened."""
    noise_mt: float = 0.1
    warmer_k: float = 0.0
    drift_mt_per_s: float = 0.0
    strengths: dict[str, float] = field(default_factory=dict)
    spoilt: dict[int, float] = field(default_factory=dict)
    """Dead and stuck cells with their readings."""
    noisy: dict[int, float] = field(default_factory=dict)
    board_seed: int = 0
    is_calibrated: bool = False
    apart: dict[str, Cell] = field(default_factory=dict)
    """Pawns on the stairs and in the dungeon that stand there on the board, and not beside it."""
    homes: dict[str, Point] = field(default_factory=dict)
    """Where the pieces stand when the case begins."""
    entered: tuple[Cell, ...] | None = None
    """The mummy's path as it is entered by button over switches, if it is not the one that was meant."""
    is_rolled_late: bool = False
    """The mummy's die is entered only as a deed, after the case has begun."""
    cable_s: tuple[float, float] | None = None
    """When the cable is out and in again."""

    @property
    def state(self) -> State:
        """The state of the game before the turn."""
        state: State = self.session.state
        return state

    @property
    def kind(self) -> str:
        """The kind of board."""
        return self.name.split(".")[0]

    @property
    def mover(self) -> str:
        """The piece that moves."""
        return self.state.hunter.pawn if self.state.phase == "move" else "mummy"

    @property
    def ends_s(self) -> float:
        """When the last hand lets go."""
        return max([BEGINS_S, *(hand.now_s for hand in self.hands.values()), *(at_s for at_s, _, _ in self.deeds)])

    @property
    def standing(self) -> dict[Cell, str]:
        """The pawns in the corridors, by cell."""
        return {cell: self.state.hunters[index].pawn for cell, index in self.state.in_corridors.items()}

    def hand(self, piece: str, now_s: float) -> Hand:
        """The hand at a piece that nobody has touched yet."""
        cells = {pawn: cell for cell, pawn in self.standing.items()} | {"mummy": self.state.mummy} | self.apart
        hand = Hand(BOARD, self.chance, piece, cells.get(piece), self.homes.get(piece, (0.0, -60.0)), now_s)
        self.hands[piece] = hand
        return hand


def number(cell: Cell) -> int:
    """A cell's number on the board."""
    row, column = cell_position(cell)
    return row * BOARD.columns + column


# --- the table -------------------------------------------------------------------------------------------------------


@cache
def referee_of(text: str) -> DrawnReferee:
    """The referee of a map."""
    lines = drawing(text).map
    return DrawnReferee(lines.splitlines() if isinstance(lines, str) else lines)


def tables(chance: Random, phases: Collection[str]) -> Iterator[tuple[DrawnReferee, Session]]:
    """Yield games, played at random to one of these phases."""
    while True:
        text, count = chance.choice(MAPS)
        seats = tuple(Hunter(player, pawn) for player, pawn in zip(NAMES[:count], PAWNS, strict=False))
        session = begin(Header(1, "malediction", ("Mo", *NAMES[:count]), Setup("Mo", seats, drawing(text))))
        found = []
        for _ in range(chance.randint(10, 70)):
            if session.is_over:
                break
            state = session.state
            action = SAMPLERS["malediction"].observation(chance, state) or chance.choice(rules.legal_actions(state))
            session = play(session, action)
            if session.state.phase in phases:
                found.append(session)
        for drawn in chance.sample(found, min(4, len(found))):
            yield referee_of(text), drawn


def laid(name: str) -> Iterator[Turn]:
    """Yield tables for a case, all pieces near the middles of their cells."""
    chance = Random(name)
    phases = ("move",) if ".hunter." in name else ("mummy_move", "interrupt")
    for referee, session in tables(chance, phases):
        turn = Turn(name, session, referee, chance, board_seed=chance.randrange(4), is_calibrated=chance.random() < 0.5)
        stand = {**turn.standing, turn.state.mummy: "mummy"}
        for index, hunter in enumerate(turn.state.hunters):
            cell = turn.state.cell(index)
            if cell is not None and cell not in stand and chance.random() < 0.3:
                stand[cell], turn.apart[hunter.pawn] = hunter.pawn, cell
        for cell, piece in stand.items():
            turn.homes[piece] = Hand(BOARD, chance, piece, None, (0.0, 0.0), 0.0).near(cell)
        yield turn


# --- a hand at a piece ----------------------------------------------------------------------------------------------


def speed(turn: Turn) -> float:
    """The speed of a hand: fast only where the case is about that."""
    return turn.chance.uniform(*(FAST_MM_PER_S if ".fast" in turn.name else SLOW_MM_PER_S))


def slides(
    turn: Turn, hand: Hand, path: tuple[Cell, ...], *, cut_mm: float = 0.0, end: Point | None = None, rests: float = 0.3
) -> None:
    """Slide through cells; on some of them the hand rests for 0.05 to 2 s."""
    leg: list[Cell] = []
    for index, cell in enumerate(path):
        leg.append(cell)
        is_last = index == len(path) - 1
        if is_last or (not cut_mm and turn.chance.random() < rests):
            hand.slide(leg, speed(turn), cut_mm=cut_mm, end=end if is_last else None)
            if not is_last:
                hand.rest(turn.chance.choice((0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0)) * turn.chance.uniform(0.8, 1.2))
            leg = []


def free_beside(turn: Turn, cell: Cell, but: Collection[Cell] = ()) -> list[Cell]:
    """The neighbours of a cell on which nobody stands."""
    taken = {*turn.standing, turn.state.mummy, *but}
    return [beside for beside in turn.referee.neighbours(cell).values() if beside not in taken]


def overshot(turn: Turn, path: tuple[Cell, ...], beyond: list[Cell]) -> bool:
    """Slide the mover one cell too far, and back; return whether there was such a cell."""
    if not beyond:
        return False
    hand = turn.hand(turn.mover, BEGINS_S)
    too_far = turn.chance.choice(beyond)
    slides(turn, hand, (*path, too_far), rests=0.1)
    hand.rest(turn.chance.choice((0.0, 0.1, 0.25, 0.5)))
    hand.slide([path[-1]], speed(turn))
    turn.path = (*path, too_far, path[-1])
    turn.arrival_s = hand.now_s
    return True


def retraced(turn: Turn, path: tuple[Cell, ...]) -> bool:
    """Slide the mover along a path of two cells or more, with one step taken back and made again."""
    hand = turn.hand(turn.mover, BEGINS_S)
    at = turn.chance.randrange(1 if turn.mover == "mummy" or len(path) == 2 else 2, len(path))
    before = path[at - 2] if at > 1 else home_of(turn)
    went = (*path[:at], before, *path[at - 1 :])
    slides(turn, hand, went)
    turn.path = went
    turn.arrival_s = hand.now_s
    return True


def home_of(turn: Turn) -> Cell:
    return turn.state.mummy if turn.mover == "mummy" else turn.state.at[turn.state.active]
