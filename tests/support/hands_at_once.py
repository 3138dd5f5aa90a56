"""Hands at a magnetic board that are looked at: what is played must be so, and what everybody reads be for everybody.

Why the truth is where the magnets are: whoever wrote down beside them what his hands mean to do would be wrong for the
moments in between, and it is in these that a wrong move is played.
"""

from __future__ import annotations

from math import dist

from board_hands import Hands
from msgspec import UNSET
from turns_by_hand import Deed, Turn, homes

from firmware_py.games.malediction.legal_actions import until_catch
from firmware_py.games.malediction.state import State
from firmware_py.grid import Cell, cell_name
from firmware_py.pages.malediction.board_messages import notice, wrong_squares
from firmware_py.pages.malediction.pictures import index_of
from firmware_py.tracking.inferences import Ambiguous, Inference, Matched, Mismatch
from firmware_py.tracking.position import ignored_cells
from firmware_py.tracking.reasons import end_of
from firmware_py.words import speak

SAY = speak("en")
SURE_MM = 5.0
"""As far from the middle of a cell a piece is felt for sure."""
LATELY_S = 0.12
"""For how long a board may still feel what is no more."""


class WatchedHands(Hands):
    """Hands at a board that know where each piece truly is, and over which cells the mummy went.

    Nothing may be played that is not so, and nothing may be told to everybody that names a pawn or its cell.
    """

    def __init__(self, kind: str, state: State, *, seed: int = 0) -> None:
        self.entered: tuple[Cell, ...] = ()
        """Where the mummy has been since the turn began."""
        self.is_carried = False
        """Whether she was lifted since."""
        self.lately: list[tuple[float, dict[str, Cell]]] = []
        self.heard = 0
        self.deeds: list[str] = []
        self.strayed: set[Cell] = set()
        """Where any other piece has been that the game has elsewhere: that it came there everybody saw."""
        self.is_on_switches = kind == "i2c"
        super().__init__(kind, state, seed=seed)

    def where(self, piece: str) -> Cell | None:
        """Return the cell over which a piece is; None in the hand."""
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
        """Look on anew: with all pieces at rest where the game has them."""
        self.told.clear()
        self.played.clear()
        self.deeds.clear()
        self.strayed.clear()
        self.entered, self.is_carried, self.heard = (), False, 0

    def perform(self, deeds: list[Deed], rest_s: float) -> None:
        """Do all this in its order, and then let the pieces rest."""
        began_s = self.now_s
        for deed in sorted(deeds, key=lambda deed: deed.at_s):
            self.run(began_s + deed.at_s - self.now_s)
            self.deeds.append(f"{self.now_s - began_s:.2f} {deed.says}")
            deed.do(self)
        self.run(rest_s)

    def run(self, seconds: float) -> list[Inference]:
        """Let time pass, and look on."""
        first = len(self.told)
        for _ in range(round(seconds / 0.02)):
            super().run(0.02)
            self._look()
            for _, news in self.told[self.heard :]:
                self._hear(news)
            self.heard = len(self.told)
        return [news for _, news in self.told[first:]]

    def play(self, match: Matched) -> None:
        """Play it, if it is true."""
        self._look()
        before = self.history[-1] if match.instead else self.state
        path = match.action.path
        if path is UNSET:
            pawn = before.hunters[before.turn or 0].pawn
            ends = {places.get(pawn) for _, places in self.lately}
            assert match.action.to in ends, f"{pawn} is on {ends}, played {match}: {self.deeds}"
        else:
            assert has_gone(before, self.entered, tuple(path), is_carried=self.is_carried), (
                f"she went {self.entered}, played {match}: {self.deeds}"
            )
        super().play(match)

    def unplay(self) -> None:
        """Take a pawn's move back, if it is truly elsewhere."""
        assert not self.are_right or self._is_aside(), f"a right move taken back: {self.deeds}"
        super().unplay()

    def _is_aside(self) -> bool:
        """Return whether a piece is too far from the middle of its cell to be felt for sure."""
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
        """Hear what everybody reads."""
        state, hers = self.state, {self.state.mummy, *self.entered}
        shown = notice(state, news, SAY, secrets=False)
        text = shown.text if shown else ""
        is_asked_of_all = state.phase in ("interrupt", "mummy_move") and isinstance(news, Ambiguous)
        if is_asked_of_all:
            assert isinstance(news, Ambiguous)
            text += SAY(news.question)
            shown_too = {*(news.path or ()), *(end_of(state, action) for action in news.actions)}
            assert shown_too <= hers | self.strayed, f"{news} shown to everybody: {self.deeds}"
        beside = {cell for cell in hers for cell in state.maze.steps(cell).values()}
        for hunter in state.hunters:
            assert hunter.pawn not in text, f"{text!r} read by everybody: {self.deeds}"
        for cell in state.maze.cells:
            if f" {cell}" in text or f"{cell}." in text:
                assert cell in hers or ("; from " in text and cell in beside), f"{text!r} for everybody: {self.deeds}"
        squares = set(wrong_squares(state, news, secrets=False))
        assert squares <= {index_of(state.maze, cell) for cell in hers if state.maze.has(cell)}, self.deeds
        assert set(self.tracker.path) <= hers, f"way {self.tracker.path} shown to everybody: {self.deeds}"


def outcome(hands: WatchedHands, turn: Turn, *, was_away: bool = False) -> str:
    """Return what became of a turn once its pieces lie still: "played" or "asked", or else why that is no wonder.

    A turn in the midst of which the board `was_away` may always be asked about.
    """
    told, last = hands.tracker.inference, hands.played[-1] if hands.played else None
    seen = f"played {last}, told {told}, she went {hands.entered}: {hands.deeds}"
    if turn.move.to is not UNSET:
        is_asked = isinstance(told, Ambiguous) and turn.move in told.actions
        assert last == turn.move or (is_asked and (was_away or not turn.is_plain)), seen
        return "played" if last == turn.move else "asked"
    if turn.is_carried:
        return "carried"
    if last is not None and end_of(turn.state, last) == end_of(turn.state, turn.move):
        moves = [news for _, news in hands.told if isinstance(news, Matched)]
        assert len(moves) == 1, f"a move was played where she only rested: {moves}: {hands.deeds}"
        return "played"
    if isinstance(told, Mismatch) and hands.where("mummy") != end_of(turn.state, turn.move):
        return "past a hunter"
    is_asked = isinstance(told, Ambiguous) and told.path is not None
    assert last is None and is_asked, seen
    assert was_away or (hands.is_on_switches and not turn.is_plain), seen
    return "asked"


def is_apart(state: State, was: Cell, here: Cell | None) -> bool:
    """Return whether a piece that was on a cell can only have come here through the air, or is there."""
    return here is None or not (here == was or here in state.maze.steps(was).values())


def has_gone(state: State, entered: tuple[Cell, ...], path: tuple[Cell, ...], *, is_carried: bool) -> bool:
    """Return whether the mummy has gone a way since she was at home; carried, she may have left out cells of it."""
    for start in range(len(entered)):
        if start and entered[start - 1] != state.mummy:
            continue
        for went in (entered[start:], entered[start:-1]):  # her last cell may not be felt yet
            met = until_catch(state, went)
            if path == met or (is_carried and met and (path[-1] in state.in_corridors or is_within(met, path))):
                return True
    return False


def is_within(part: tuple[Cell, ...], whole: tuple[Cell, ...]) -> bool:
    """Return whether cells come in another way in their order."""
    rest = iter(whole)
    return all(cell in rest for cell in part)
