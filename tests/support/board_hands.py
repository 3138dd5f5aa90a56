"""Pieces on a magnetic board: simulated magnets below the real drivers, the tracker and the rules above."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from gpiozero.pins.mock import MockFactory
from msgspec.structs import replace

from firmware_py.games.malediction import rules
from firmware_py.games.malediction.state import Move, State
from firmware_py.grid import cell_position
from firmware_py.tracking.position import Inference, Matched, Mismatch, Unmoved, Waiting
from firmware_py.tracking.tracker import (
    Tracker,
    accept,
    deadline_s,
    disconnect,
    evaluate,
    feed,
    look_at_s,
    set_game_state,
    tick,
    undo_move,
)
from firmware_py.words import speak
from hardware.boards import open_board
from hardware.boards.frames import BoardLost, Frame
from hardware.boards.settings import SensorBoard, SwitchBoard
from hardware.simulated.boards import advance_to_call, simulate_board
from hardware.simulated.magnets import HUNTER, MUMMY, SWITCH_HUNTER, BoardGrid, SimulatedMagnets

LEAST_S = 0.001  # from one look at the board to the next


class Hands:
    """A table with a board of one `kind` ("i2c" or "serial") on which a game's pieces stand where they belong.

    Each move that the tracker matches is played. `inferences` holds everything it infers, with the time.
    """

    def __init__(self, kind: str, state: State, *, seed: int = 0, noise_mt: float = 0.1) -> None:
        self.state = state
        self.tracker = Tracker()
        self.inferences: list[tuple[float, Inference]] = []
        self.played: list[Move] = []
        self.now_s = 0.0
        self.history: list[State] = []
        rows, columns = state.maze.rows, state.maze.columns
        pawn = SWITCH_HUNTER if kind == "i2c" else HUNTER
        pieces = {"mummy": MUMMY, **{hunter.pawn: pawn for hunter in state.hunters}}
        self.magnets = SimulatedMagnets(BoardGrid(rows, columns), pieces, noise_mt=noise_mt, seed=seed)
        settings = SwitchBoard(rows=rows, columns=columns) if kind == "i2c" else SensorBoard()
        pins = MockFactory()
        self._open = ExitStack()
        self.below, settings = simulate_board(settings, self.magnets, pins)
        self._open.callback(self.below.close)
        self.board = self._open.enter_context(
            open_board(settings, lambda: None, lambda: self.now_s, pins=pins, threaded=False)
        )
        self.put_all_right()
        self.tracker = set_game_state(self.tracker, state)
        self.run(1.0)

    def put_all_right(self) -> None:
        """Put every piece where the game has it; pawns on stairs and in the dungeon lie beside the board."""
        for index, hunter in enumerate(self.state.hunters):
            cell = self.state.at[index]
            if self.state.maze.has(cell):
                self.place(hunter.pawn, cell)
            else:
                self.lift(hunter.pawn)
        self.place("mummy", self.state.mummy)

    def number(self, cell: str) -> int:
        """A cell's number on the board."""
        row, column = cell_position(cell)
        return row * self.state.maze.columns + column

    def place(self, piece: str, cell: str, dx_mm: float = 0.0, dy_mm: float = 0.0) -> None:
        """Put a piece down."""
        self.magnets.place(piece, self.number(cell), dx_mm, dy_mm)

    def lift(self, piece: str) -> None:
        """Lift a piece."""
        self.magnets.lift(piece)

    def plug(self, *, is_in: bool) -> None:
        """Pull the board's cable, or plug it in."""
        (self.below.plug if is_in else self.below.unplug)()

    def slide(self, piece: str, *cells: str, each_s: float = 0.15) -> float:
        """Slide a piece through cells and let the time for it pass; return when it came to rest."""
        arrival_s = self.magnets.slide(piece, [self.number(cell) for cell in cells], self.now_s, each_s)
        self.run(arrival_s - self.now_s)
        return arrival_s

    def run(self, seconds: float) -> list[Inference]:
        """Let time pass; return what the tracker infers meanwhile."""
        first = len(self.inferences)
        end_s = self.now_s + seconds
        while self.now_s < end_s:
            due_s = min(end_s, self.board.next_deadline_s(), deadline_s(self.tracker))
            self.now_s = advance_to_call(self.below, self.now_s, max(due_s, self.now_s + LEAST_S))
            for event in self.board.poll(self.now_s):
                match event:
                    case Frame():
                        self.tracker = feed(self.tracker, event)
                    case BoardLost():
                        self.tracker = disconnect(self.tracker)
            self.tracker = tick(self.tracker, self.now_s)
            self.tracker, news = evaluate(self.tracker, self.now_s)
            self.board.scan_at(look_at_s(self.tracker))
            if news is not None:
                self.inferences.append((self.now_s, news))
                if isinstance(news, Matched):
                    self.play(news)
                elif isinstance(news, Unmoved):
                    self.unplay()
        return [news for _, news in self.inferences[first:]]

    def play(self, match: Matched) -> None:
        """Play what the board has matched, as the program does."""
        if match.instead:
            self.unplay()
        before = self.state
        self.act(match.action)
        self.played.append(match.action)
        self.tracker = accept(self.tracker, before, match.action)

    def unplay(self) -> None:
        """Take back the move accepted last; the next player has not acted yet."""
        self.state = self.history.pop()
        self.played.pop()
        self.tracker = undo_move(self.tracker)

    def act(self, action: Any, **changes: Any) -> None:
        """Play an action by button; `changes` are for `set_game_state`."""
        self.history.append(self.state)
        self.state, _ = rules.apply(self.state, action)
        self.tracker = set_game_state(self.tracker, self.state, **changes)

    def confirm(self, action: Any) -> None:
        """Answer yes, as the page does: a move entered earlier for this pawn is taken back."""
        if self.tracker.before is not None:
            self.state = self.history.pop()
            self.played.pop()
        self.act(action)

    def become(self, state: State) -> None:
        """Let the game be in another state, as after undo."""
        self.state = state
        self.tracker = set_game_state(self.tracker, state)

    def leave_out(self, *cells: str) -> None:
        """Declare cells dead."""
        self.tracker = replace(self.tracker, disbelieved=frozenset(cells))

    @contextmanager
    def unplugged(self, away_s: float = 1.0) -> Iterator[None]:
        """Pull the cable, and plug it in again after whatever is done meanwhile."""
        self.plug(is_in=False)
        self.run(away_s)
        yield
        self.plug(is_in=True)

    def close(self) -> None:
        """Close the board."""
        self._open.close()

    def __enter__(self) -> Hands:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def only(kind: type, inferences: list[Inference]) -> Any:
    """The only inference of this kind."""
    found = [news for news in inferences if isinstance(news, kind)]
    assert len(found) == 1, inferences
    return found[0]


def silent(inferences: list[Inference]) -> bool:
    """Whether the tracker infers nothing, or only that an earlier inference is over."""
    return all(isinstance(news, Waiting) for news in inferences)


def named(hands: Hands) -> tuple[str, str]:
    """Clause and reason of the mismatch that is named within 4 seconds."""
    inferences = only(Mismatch, hands.run(3.6))
    return inferences.clause, speak("en")(inferences.reason)
