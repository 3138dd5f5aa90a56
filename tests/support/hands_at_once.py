"""Pieces on a magnetic board under watch: every played move is true, and what everybody reads is no secret.

Why the magnets are the truth: a list of intended moves is wrong for the moments in between, and a wrong move is played
in exactly these moments.
"""

from __future__ import annotations

from math import dist

from board_hands import Hands
from msgspec import UNSET
from turns_by_hand import Deed, Turn, homes, that_counts

from firmware_py.games.malediction.legality import end_of
from firmware_py.games.malediction.state import State
from firmware_py.grid import Cell, cell_name
from firmware_py.pages.malediction.board import notice, wrong_squares
from firmware_py.tracking.position import Ambiguous, Inference, Matched, Mismatch, ignored_cells
from firmware_py.words import speak

SAY = speak("en")
SURE_MM = 5.0
"""A piece no farther than this from the middle of its cell is sensed for sure."""
LATELY_S = 0.12
"""For how long a board may still report a piece that has gone."""


class WatchedHands(Hands):
    """`Hands` that know where each piece is, and over which cells the mummy went.

    No false move may be played, and nothing that everybody reads may name a pawn or its cell.
    """

    def __init__(self, kind: str, state: State, *, seed: int = 0) -> None:
        self.entered: tuple[Cell, ...] = ()
        """Where the mummy has been since the turn began."""
        self.is_carried = False
        """Whether the mummy was lifted since."""
        self.lately: list[tuple[float, dict[str, Cell]]] = []
        self.heard = 0
        self.deeds: list[str] = []
        self.strayed: set[Cell] = set()
        """Where any other piece has been that the game has elsewhere; everybody saw it come there."""
        self.is_on_switches = kind == "i2c"
        super().__init__(kind, state, seed=seed)

    def where(self, piece: str) -> Cell | None:
        """The cell over which a piece is, or None in the hand."""
        place_mm = self.magnets.where_mm(piece, self.now_s)
        if place_mm is None:
            return None
        grid = self.magnets.grid
        return cell_name(int(place_mm[1] // grid.pitch_mm), int(place_mm[0] // grid.pitch_mm))

    @property
    def truth(self) -> dict[str, Cell]:
        """Where each piece is."""
        places = ((piece, self.where(piece)) for piece in self.magnets.pieces)
        return {piece: cell for piece, cell in places if cell is not None}

    @property
    def standing(self) -> dict[str, Cell]:
        """Where each piece is that is on a cell where one can be counted."""
        blind = ignored_cells(self.state)
        return {piece: cell for piece, cell in self.truth.items() if cell not in blind}

    @property
    def are_right(self) -> bool:
        """Whether every piece is where the game has it."""
        return self.standing == homes(self.state)

    def become(self, state: State) -> None:
        """Let another turn begin."""
        super().become(state)
        self.forget()

    def forget(self) -> None:
        """Start again, with all pieces at rest where the game has them."""
        self.inferences.clear()
        self.played.clear()
        self.deeds.clear()
        self.strayed.clear()
        self.entered, self.is_carried, self.heard = (), False, 0

    def perform(self, deeds: list[Deed], rest_s: float) -> None:
        """Do all deeds in their order, and then let the pieces rest."""
        began_s = self.now_s
        for deed in sorted(deeds, key=lambda deed: deed.at_s):
            self.run(began_s + deed.at_s - self.now_s)
            self.deeds.append(f"{self.now_s - began_s:.2f} {deed.says}")
            deed.do(self)
        self.run(rest_s)

    def run(self, seconds: float) -> list[Inference]:
        """Let time pass and check everything; return what the tracker infers meanwhile."""
        first = len(self.inferences)
        for _ in range(round(seconds / 0.02)):
            super().run(0.02)
            self._look()
            for _, news in self.inferences[self.heard :]:
                self._hear(news)
            self.heard = len(self.inferences)
        return [news for _, news in self.inferences[first:]]

    def play(self, match: Matched) -> None:
        """Play a move after a check that it is true."""
        self._look()
        before = self.history[-1] if match.instead else self.state
        path = match.action.path
        if path is UNSET:
            pawn = before.hunters[before.turn or 0].pawn
            ends = {places.get(pawn) for _, places in self.lately}
            assert match.action.to in ends, f"{pawn} is on {ends}, played {match}: {self.deeds}"
        else:
            assert has_gone(before, self.entered, tuple(path), is_carried=self.is_carried), (
                f"the mummy went {self.entered}, played {match}: {self.deeds}"
            )
        super().play(match)

    def unplay(self) -> None:
        """Take a pawn's move back after a check that the pawn is elsewhere."""
        assert not self.are_right or self._is_aside(), f"a right move taken back: {self.deeds}"
        super().unplay()

    def _is_aside(self) -> bool:
        """Whether a piece is too far from the middle of its cell to be sensed for sure."""
        grid = self.magnets.grid
        places = ((self.magnets.where_mm(piece, self.now_s), cell) for piece, cell in self.truth.items())
        return any(dist(at_mm, grid.centre_mm(self.number(cell))) > SURE_MM for at_mm, cell in places if at_mm)

    def _look(self) -> None:
        truth = self.truth
        self.lately = [(at_s, places) for at_s, places in self.lately if at_s > self.now_s - LATELY_S]
        self.lately.append((self.now_s, truth))
        here = truth.get("mummy")
        stand = homes(self.state)
        self.strayed |= {cell for piece, cell in truth.items() if piece != "mummy" and stand.get(piece) != cell}
        was = self.entered[-1] if self.entered else self.state.mummy
        self.is_carried |= is_apart(self.state, was, here)
        if here is not None and here != was:
            self.entered += (here,)

    def _hear(self, news: Inference) -> None:
        """Check what everybody reads."""
        state, visited = self.state, {self.state.mummy, *self.entered}
        shown = notice(state, news, SAY, secrets=False)
        text = shown.text if shown else ""
        is_asked_of_all = state.phase in ("interrupt", "mummy_move") and isinstance(news, Ambiguous)
        if is_asked_of_all:
            assert isinstance(news, Ambiguous)
            text += SAY(news.question)
            shown_too = {*(news.path or ()), *(end_of(state, action) for action in news.actions)}
            assert shown_too <= visited | self.strayed, f"{news} shown to everybody: {self.deeds}"
        beside = {cell for cell in visited for cell in state.maze.steps(cell).values()}
        for hunter in state.hunters:
            assert hunter.pawn not in text, f"{text!r} read by everybody: {self.deeds}"
        for cell in state.maze.cells:
            if f" {cell}" in text or f"{cell}." in text:
                assert cell in visited or ("; from " in text and cell in beside), (
                    f"{text!r} for everybody: {self.deeds}"
                )
        squares = set(wrong_squares(state, news, secrets=False))
        assert squares <= {state.maze.index_of(cell) for cell in visited if state.maze.has(cell)}, self.deeds
        assert set(self.tracker.path) <= visited, f"path {self.tracker.path} shown to everybody: {self.deeds}"


def outcome(hands: WatchedHands, turn: Turn, *, was_away: bool = False) -> str:
    """The result of a turn once its pieces rest: "played", "asked", or the reason why it is neither.

    If the board `was_away` during the turn, a question is always right.
    """
    inference, last = hands.tracker.inference, hands.played[-1] if hands.played else None
    seen = f"played {last}, inferred {inference}, the mummy went {hands.entered}: {hands.deeds}"
    if turn.move.to is not UNSET:
        is_asked = isinstance(inference, Ambiguous) and turn.move in inference.actions
        assert last == turn.move or (is_asked and (was_away or not turn.is_plain)), seen
        return "played" if last == turn.move else "asked"
    if turn.is_carried:
        return "carried"
    if last is not None and end_of(turn.state, last) == end_of(turn.state, turn.move):
        moves = [news for _, news in hands.inferences if isinstance(news, Matched)]
        assert len(moves) == 1, f"a move was played where the mummy only rested: {moves}: {hands.deeds}"
        return "played"
    if isinstance(inference, Mismatch) and hands.where("mummy") != end_of(turn.state, turn.move):
        return "past a hunter"
    is_asked = isinstance(inference, Ambiguous) and inference.path is not None
    assert last is None and is_asked, seen
    assert was_away or (hands.is_on_switches and not turn.is_plain), seen
    return "asked"


def is_apart(state: State, was: Cell, here: Cell | None) -> bool:
    """Whether a piece was lifted: it is in the hand, or farther than one step from where it was."""
    return here is None or not (here == was or here in state.maze.steps(was).values())


def has_gone(state: State, entered: tuple[Cell, ...], path: tuple[Cell, ...], *, is_carried: bool) -> bool:
    """Whether the mummy has gone this path, without loops; carried, it may have left out cells."""
    for start in range(len(entered)):
        if start and entered[start - 1] != state.mummy:
            continue
        for went in (entered[start:], entered[start:-1]):  # the last cell may not be sensed yet
            met = that_counts(state, went)
            if path == met or (is_carried and met and (path[-1] in state.in_corridors or is_within(met, path))):
                return True
    return False


def is_within(part: tuple[Cell, ...], whole: tuple[Cell, ...]) -> bool:
    """Whether all cells of a part come in the whole, in the same order."""
    rest = iter(whole)
    return all(cell in rest for cell in part)
