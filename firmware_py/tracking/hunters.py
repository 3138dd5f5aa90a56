"""Which pawn is which, and what the pieces mean in a hunter's turn: a move, a question, what to put right, or nothing.

Pawns read alike, so of several in the air the likeliest one came down. That is a guess, and it is put right as soon as
the guessed one comes home: whoever lifts two pieces puts each back. Not sure is only what stands where another piece
belongs, and surely went there as nothing else could, or came from the stairs.

Why a pawn's move counts as soon as the pawn is at rest: it is played when the turn is handed over. Until then another
cell may take its place. Only where two explanations are as good are the players asked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from firmware_py.games.malediction import rules
from firmware_py.games.malediction.legality import (
    MUMMY,
    Piece,
    end_of,
    end_words,
    mover_of,
    moves,
    piece_words,
    reachable,
    start_of,
    why_not_now,
    why_not_put,
)
from firmware_py.games.malediction.state import OUT, Move, State, to_act
from firmware_py.games.registry import Refusal
from firmware_py.grid import Cell, cell_name, cell_position
from firmware_py.sensing import FRAME_S, MISMATCH_S, PUT_BACK_S, REST_S, SETTLE_S, SPREAD, Settling, beside
from firmware_py.tracking.position import (
    FOREVER_S,
    Ambiguous,
    Fix,
    Inference,
    Matched,
    Mismatch,
    Position,
    Reminder,
    Waiting,
    cell_numbers,
    expected_pieces,
    ignored_cells,
    matches_exactly,
    matches_tolerantly,
    once,
    to_put_right,
)
from firmware_py.words import Words, plain, words

HAND: Final = -1
OFF: Final = -2
"""Stairs, dungeon, or beside the board: nobody counts pieces there."""


class Place(msgspec.Struct, frozen=True):
    """Where one piece is: on a cell, in a `HAND` or `OFF`."""

    at: int
    left: int = OFF
    """The cell on which it stood last."""
    since_s: float = -FOREVER_S
    has_strayed: bool = False
    """Whether it has stood on another cell than its own."""
    is_guess: bool = False
    """Whether another piece can have come there as well, as it was in a hand, or may move."""


NOWHERE: Final = Place(HAND)


class Placements(msgspec.Struct, frozen=True):
    """Where all pieces are since the turn began."""

    homes: Mapping[Piece, int] = msgspec.field(default_factory=dict)
    """The cell of each piece when the turn began; `OFF` where pieces are not counted."""
    mover: Piece | None = None
    places: Mapping[Piece, Place] = msgspec.field(default_factory=dict)

    def of(self, piece: Piece | None) -> Place:
        """Where a piece is; nowhere if nobody knows it."""
        return NOWHERE if piece is None else self.places.get(piece, NOWHERE)

    def on(self, cell: int) -> Piece | None:
        return next((piece for piece, place in self.places.items() if place.at == cell), None)

    def is_sure(self, standing: Mapping[int, Piece]) -> bool:
        """Whether no piece stands in another's place that surely went there, or that came from the stairs."""
        return not any(self._is_stranger(self.on(cell), piece) for cell, piece in standing.items())

    def _is_stranger(self, found: Piece | None, belongs: Piece) -> bool:
        if found is None or found == belongs:
            return False
        return not self.places[found].is_guess or (self.homes[found] == OFF and found != self.mover)

    def _put(self, piece: Piece, place: Place) -> Placements:
        return replace(self, places={**self.places, piece: place})

    def _leave(self, cell: int, now_s: float, columns: int) -> Placements:
        """The placements after a cell was left; a piece sensed beside it just before may have been this one."""
        piece = self.on(cell)
        if piece is None:
            return self
        if self.homes[piece] == OFF:
            return self._put(piece, Place(OFF, cell, now_s))
        for other, place in self.places.items():
            came_early = (
                place.at not in (HAND, OFF) and beside(cell, place.at, columns) and now_s - place.since_s <= FRAME_S
            )
            if came_early and self.homes[other] == OFF and other != self.mover:
                return self._put(other, Place(OFF))._put(piece, Place(place.at, cell, now_s, has_strayed=True))
        return self._put(piece, replace(self.places[piece], at=HAND, left=cell, since_s=now_s, is_guess=False))

    def _fill(self, cell: int, mummies: Collection[int], now_s: float) -> Placements:
        """The placements after a cell was filled by the likeliest of the pieces that are on none."""
        away = [piece for piece, place in self.places.items() if place.at in (HAND, OFF)]
        if mummies:  # where the mummy is known nothing else is taken for it
            away = [piece for piece in away if (piece == MUMMY) is (cell in mummies)]
        if not away or self.on(cell) is not None:
            return self
        owner = next((piece for piece, home in self.homes.items() if home == cell), None)
        if owner is not None and owner not in away and self.places[owner].is_guess:
            guessed = self.places[owner]  # it has come home, and another one is where it was thought to be
            return self._put(owner, Place(cell, guessed.left, now_s))._fill(guessed.at, mummies, guessed.since_s)
        piece = max(away, key=lambda piece: self._likelihood(piece, cell))
        place = self.places[piece]
        rivals = [other for other in away if other != piece and (self.places[other].at == HAND or other == self.mover)]
        is_guess = bool(rivals) or any(other.is_guess for other in self.places.values())
        strayed = place.has_strayed or cell != self.homes[piece]
        return self._put(piece, Place(cell, place.left, now_s, strayed, is_guess))

    def _likelihood(self, piece: Piece, cell: int) -> tuple[bool, bool, bool, bool, float]:
        """How likely it is that a piece has come to a cell: home first, then back, out of a hand, on its turn,
        lately."""
        place = self.places[piece]
        return cell == self.homes[piece], cell == place.left, place.at == HAND, piece == self.mover, place.since_s


def homes_of(state: State, settling: Settling) -> dict[Piece, int]:
    homes: dict[Piece, int] = {index: OFF for index, at in enumerate(state.at) if at != OUT} | {MUMMY: OFF}
    for cell, piece in expected_pieces(state).items():
        homes[piece] = min(cell_numbers(state.maze, settling.cells, (cell,)), default=OFF)
    return homes


def put_home(homes: Mapping[Piece, int], mover: Piece | None, occupied: frozenset[int], now_s: float) -> Placements:
    """The placements where every piece whose cell is occupied stands there, and the others are in a hand."""
    places = {
        piece: Place(home) if home == OFF or home in occupied else Place(HAND, home, now_s)
        for piece, home in homes.items()
    }
    return Placements(homes, mover, places)


def reset_homes(before: Placements, homes: Mapping[Piece, int], mover: Piece | None) -> Placements:
    """The same placements in another turn."""
    return Placements(homes, mover, {piece: before.places.get(piece, Place(home)) for piece, home in homes.items()})


def forget_strays(before: Placements) -> Placements:
    """The placements of pieces that have not moved after all, without where they strayed."""
    return replace(before, places={piece: replace(place, has_strayed=False) for piece, place in before.places.items()})


def follow_pieces(
    before: Placements, left: Iterable[int], filled: Iterable[int], mummies: Collection[int], now_s: float, columns: int
) -> Placements:
    """The placements after cells were left, then others filled; `mummies` sense the mummy."""
    after = before
    for cell in left:
        after = after._leave(cell, now_s, columns)
    for cell in filled:
        after = after._fill(cell, mummies, now_s)
    return after


class Evidence(msgspec.Struct, frozen=True):
    """The evidence about the pieces at a moment."""

    position: Position
    placements: Placements
    settling: Settling
    now_s: float

    def number(self, cell: Cell) -> int:
        row, column = cell_position(cell)
        return row * self.settling.cells.columns + column

    def is_sure(self, state: State) -> bool:
        """Whether the pieces on the cells of a state are surely its own."""
        standing = expected_pieces(state).items()
        return self.placements.is_sure(
            {self.number(cell): piece for cell, piece in standing if cell in self.position.readable}
        )

    def after_rest(self, rest_s: float, inference: Inference) -> Inference:
        """The inference once the board has been at rest for `rest_s`, else the wait for that."""
        return once(self.settling.changed_s + rest_s, self.now_s, inference, may_move=True)

    def wrong_since_s(self, fix: Fix) -> float:
        """When a cell became wrong: when the piece that belongs there was last touched."""
        number = self.number(fix.cell)
        changes = (at_s for at_s, cell, _ in reversed(self.settling.recent_changes) if cell == number)
        return max(next(changes, -FOREVER_S), self.placements.of(fix.piece).since_s)

    @property
    def newest(self) -> Cell | None:
        """The cell that most recently began to sense something."""
        rising = (cell for _, cell, rises in reversed(self.settling.recent_changes) if rises)
        number = next(rising, None)
        return None if number is None else cell_name(*divmod(number, self.settling.cells.columns))

    def is_crowded(self, cell: Cell) -> bool:
        """Whether a cell senses more than one pawn can cause, and clearly more than the one at rest there did.

        A magnet may be stronger than those of the calibration.
        """
        cells, number = self.settling.cells, self.number(cell)
        least_mt = max(cells.calibration.levels.two_mt, (1 + 2 * SPREAD) * cells.resting_mt[number])
        return cells.values[number] - cells.calibration.offsets_mt[number] >= least_mt


def infer(state: State, seen: Evidence) -> Inference:
    """What the pieces mean that stood as in `state` when the turn began."""
    position = seen.position
    if seen.now_s < seen.settling.changed_s + SETTLE_S:
        return seen.after_rest(SETTLE_S, Waiting())
    if matches_tolerantly(state, position):
        return _in_place(state, seen)
    fitting = tuple(action for action in moves(state) if matches_exactly(rules.apply(state, action)[0], position))
    match fitting:
        case ():
            return _mismatch(state, seen)
        case (action,) if end_of(state, action) in position.readable:
            if seen.is_sure(rules.apply(state, action)[0]):
                return Matched(action)
    return seen.after_rest(REST_S, Ambiguous(fitting, _question(state, fitting)))


def check_setup(state: State, seen: Evidence) -> Waiting | Mismatch:
    """Compare the pieces with a state, whatever could be played: after undo and after a move by button."""
    if seen.now_s < seen.settling.changed_s + SETTLE_S:
        return Waiting(seen.settling.changed_s + SETTLE_S)
    if matches_tolerantly(state, seen.position):
        return Waiting()
    until_s = seen.settling.changed_s + PUT_BACK_S
    if seen.now_s < until_s:
        return Waiting(until_s)
    reason = words("The pieces do not stand as they do in the game.")
    if not seen.position.occupied and not state.in_corridors:
        reason = words("The board is empty. The pawns stand on the stairs, {cell}.", cell=state.maze.stairs)
    return Mismatch(to_put_right(state, seen.position), reason)


def infer_after_gap(state: State, seen: Evidence) -> Inference:
    """The inference once a board is there (again) while the pieces should stand as a state has them.

    Nobody knows where they went meanwhile: a legal action is asked about, and never played. A piece too many that
    nobody saw arrive may be a sensor's fault: then one that arrived since explains the rest.
    """
    inference = check_setup(state, seen)
    if isinstance(inference, Waiting):
        return replace(inference, may_move=inference != Waiting())
    seen = replace(seen, placements=Placements(), now_s=FOREVER_S)
    unseen = frozenset(fix.cell for fix in inference.fixes if fix.piece is None and fix.cell != seen.newest)
    found = infer(state, seen)
    match found, infer(state, replace(seen, position=seen.position.without(unseen))):
        case (Matched(action), _) | (Mismatch(), Matched(action)):
            return Ambiguous((action,), _question(state, (action,)))
        case (Ambiguous(), _):
            return found
        case (Mismatch(fixes, missed=missed), _) if missed < min(2, len(fixes)):
            return found  # at most one piece is missed, and sensed elsewhere: of several none can be blamed
    return inference


def _in_place(state: State, seen: Evidence) -> Inference:
    """A piece put back means nothing, unless it could have moved back, or pieces have surely been exchanged."""
    if not seen.is_sure(state):
        named = tuple(
            words("{piece}: {cell}", piece=piece_words(state, piece), cell=cell)
            for cell, piece in expected_pieces(state).items()
        )
        reminder = words("Several pieces were lifted. Check that each stands where it stood: {pieces}.", pieces=named)
        return seen.after_rest(REST_S, Reminder(reminder))
    start = start_of(state)
    if state.phase != "move" or state.face is None or start is None or start not in reachable(state, state.face):
        return Waiting()
    if not seen.placements.of(state.active).has_strayed:
        return Waiting()
    action = Move(to_act(state)[0], to=start)
    return seen.after_rest(REST_S, Ambiguous((action,), _question(state, (action,))))


def _mismatch(state: State, seen: Evidence) -> Inference:
    """The mismatch once it has lasted, and how long to wait for the rest of it.

    Each cell has its own time, so a cell that comes and goes delays no message about others; what is due a moment later
    is said with the first. But players who lift the piece that may move are about to move it.
    """
    wrong = to_put_right(state, seen.position)
    due_s = {fix.cell: seen.wrong_since_s(fix) + MISMATCH_S for fix in wrong}
    is_one_due = min(due_s.values(), default=FOREVER_S) <= seen.now_s
    said_s = seen.now_s + (SETTLE_S if is_one_due else 0.0)
    later_s = {cell: at_s for cell, at_s in due_s.items() if at_s > said_s}
    movers_s = max((due_s[fix.cell] for fix in wrong if fix.piece == mover_of(state)), default=0.0)
    if movers_s > seen.now_s:
        return Waiting(movers_s, may_move=True)
    until_s = min(later_s.values(), default=FOREVER_S)
    if len(later_s) == len(wrong):
        return Waiting(until_s, may_move=True)
    position = seen.position.without(frozenset(later_s))
    fixes, has_moved = _likeliest_fixes(state, position)
    if not fixes:
        return Waiting(until_s, may_move=True)
    refusal = _reason(state, seen, position, fixes, has_moved=has_moved)
    return Mismatch(fixes, refusal.why, refusal.clause, until_s=until_s)


def _likeliest_fixes(state: State, position: Position) -> tuple[tuple[Fix, ...], bool]:
    """The fixes, and whether a legal move has surely been made; if so, the fixes after it."""
    fixes = to_put_right(state, position)
    after_moves = [to_put_right(rules.apply(state, action)[0], position) for action in moves(state)]
    fewest = min(map(len, after_moves), default=len(fixes))
    likeliest = [wrong for wrong in after_moves if len(wrong) == fewest]
    has_moved = fewest < len(fixes) and len(likeliest) == 1
    return (likeliest[0] if has_moved else fixes), has_moved


def _reason(state: State, seen: Evidence, position: Position, fixes: tuple[Fix, ...], *, has_moved: bool) -> Refusal:
    """Why the pieces may not stand so in a hunter's turn.

    It names one moved piece where one explains it; not the active pawn, if that `has_moved` legally.
    """
    mover = mover_of(state)
    if others := _others_missed(position, fixes, mover):
        return _not_now(state, others)
    extra = tuple(_arrivals(state, seen, position, fixes))
    if mover is None or has_moved or len(extra) > 1 or (extra and start_of(state) in position.occupied):
        return Refusal("", words("A piece is where it does not belong: {cells}.", cells=tuple(map(plain, extra))))
    return (why_not_put(state, mover, extra[0]) if extra else None) or _in_the_air(state, mover)


def _not_now(state: State, others: tuple[Piece, ...]) -> Refusal:
    """The message that other pieces than these may move now, or what the game waits for instead."""
    if mover_of(state) is None:
        return why_not_now(state, others[0])
    return Refusal("P06", words("Do not move now: {pieces}.", pieces=tuple(piece_words(state, one) for one in others)))


def _in_the_air(state: State, piece: Piece) -> Refusal:
    text = words(
        "The board does not sense the {piece}. It may end in the middle of {cells}.",
        piece=piece_words(state, piece),
        cells=end_words(state),
    )
    return Refusal("", text)


def _others_missed(position: Position, fixes: tuple[Fix, ...], mover: Piece | None) -> tuple[Piece, ...]:
    """The missed pieces that may not move now; a mummy sensed on a pawn's cell hides that pawn."""
    return tuple(
        fix.piece for fix in fixes if fix.piece is not None and fix.piece != mover and fix.cell not in position.mummies
    )


def _arrivals(state: State, seen: Evidence, position: Position, fixes: tuple[Fix, ...]) -> Iterator[Cell]:
    """Yield the places where a piece has arrived: an empty cell, a hunter's cell that senses too much, stairs,
    dungeon."""
    for fix in fixes:
        if fix.piece is None or fix.cell in position.mummies:
            yield fix.cell
    if any(fix.piece is None for fix in fixes):
        return
    yield from sorted(filter(seen.is_crowded, position.pieces & state.in_corridors.keys()))
    if seen.newest in ignored_cells(state):
        yield seen.newest


def _question(state: State, actions: tuple[Move, ...]) -> Words:
    ends = {end_of(state, action) for action in actions}
    if len(ends) > 1:
        return words("Has the piece moved to a cell that senses nothing?")
    piece = mover_of(state)
    assert piece is not None
    return words("Has the {piece} moved to {cell}?", piece=piece_words(state, piece), cell=min(ends))
