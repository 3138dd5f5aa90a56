"""Hands on a board whose sensors fail, or whose pieces lie upside down: no wrong move, and no secret shown."""

from __future__ import annotations

from typing import Any

import pytest
from hands_at_once import WatchedHands, outcome
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET, structs
from turns_by_hand import (
    ASKEW_MM,
    PATIENT,
    Deed,
    Turn,
    at_hunters,
    floor,
    homes,
    movers,
    seconds,
    tables,
    turns,
)

from firmware_py.games.malediction import rules
from firmware_py.games.malediction.pieces import MUMMY, end_of, mover_of, moves
from firmware_py.games.malediction.state import State
from firmware_py.grid import Cell
from firmware_py.tracking.inferences import Ambiguous, Matched, Mismatch, Waiting
from firmware_py.tracking.tracker import follow

DEAD_MT, HUNTERS_MT, STRONG_MT = 0.0, 36.0, 60.0
REST_S = 4.2


class HandsOnBadBoard(WatchedHands):
    """Hands at a board some of whose sensors are bad: where these say what a move would say, nobody can know better."""

    bad: frozenset[Cell] = frozenset()

    def play(self, match: Matched) -> None:
        """Play it, if it is true, or if a bad sensor is where it begins or ends."""
        before = self.history[-1] if match.instead else self.state
        start = before.mummy if match.action.path is not UNSET else before.cell(before.turn or 0)
        if {start, end_of(before, match.action)} & self.bad:
            super(WatchedHands, self).play(match)
        else:
            super().play(match)

    def unplay(self) -> None:
        """Take a pawn's move back, if it is truly elsewhere, or if a bad sensor says so."""
        _, inference = self.tracker.before or (None, None)
        if inference is not None and inference.to in self.bad:
            super(WatchedHands, self).unplay()
        else:
            super().unplay()

    def forget(self) -> None:
        """Go on looking; what a bad sensor says everybody may read."""
        super().forget()
        self.strayed |= self.bad

    def fail(self, cell: Cell, mt: float) -> None:
        """Let a sensor say the same for ever."""
        self.magnets.stuck[self.number(cell)] = mt
        self.bad |= {cell}
        self.strayed.add(cell)

    def turn(self, piece: str, polarity: int) -> None:
        """Lay a piece upside down, or right again."""
        self.magnets.pieces[piece] = structs.replace(self.magnets.pieces[piece], polarity=polarity)

    def put_as_in(self, state: State) -> None:
        """Put every piece where it is in a state; those that are not in the corridors lie beside the board."""
        stand = homes(state)
        for piece in self.magnets.pieces.keys() - stand.keys():
            self.lift(piece)
        for piece, cell in stand.items():
            self.place(piece, cell)


def reading(at_s: float, cell: Cell, mt: float | None) -> Deed:
    """Let a sensor say the same for ever, or the truth again."""

    def read(hands: Any) -> None:
        if mt is None:
            hands.magnets.stuck.pop(hands.number(cell), None)
        else:
            hands.magnets.stuck[hands.number(cell)] = mt
            hands.strayed.add(cell)

    return Deed(at_s, f"sensor {cell} reads {mt}", read)


@st.composite
def failures(draw: Any, turn: Turn) -> tuple[frozenset[Cell], list[Deed]]:
    """Return which cells go bad in the midst of a turn, and how, and are mended again."""
    cells = [cell for cell in turn.state.maze.cells if turn.state.maze.is_floor(cell)]
    until_s = max(deed.at_s for deed in turn.deeds)
    bad, deeds = frozenset[Cell](), []
    for _ in range(draw(st.integers(1, 2))):
        cell = draw(st.sampled_from(cells))
        bad |= {cell}
        at_s, lasts_s = draw(seconds(0.0, until_s + 0.5)), draw(seconds(0.06, 3.0))
        mt = draw(st.sampled_from((DEAD_MT, HUNTERS_MT, STRONG_MT)))
        times = draw(st.sampled_from((1, 1, 2, 4)))
        for count in range(times):
            deeds.append(reading(at_s + 2 * count * lasts_s, cell, mt))
            deeds.append(reading(at_s + (2 * count + 1) * lasts_s, cell, None))
    return bad, deeds


EXAMPLES = pytest.mark.parametrize(("kind", "examples"), [("i2c", 8), ("serial", 3)])
"""Fewer on the board whose wire takes longer to simulate."""


def drawn_turns(kind: str) -> st.SearchStrategy[Any]:
    """Return turns that a kind of board can follow."""
    return tables().flatmap(movers(kind)).flatmap(turns).filter(lambda drawn: drawn is not None)


def own_cells(turn: Turn) -> set[Cell]:
    """Return where the piece that has the turn stands, goes, and ends."""
    state, move = turn.state, turn.move
    if move.to is not UNSET:
        return {state.cell(state.active) or "", move.to}
    return {state.mummy, *(move.path or ())}


def settle(hands: HandsOnBadBoard, turn: Turn) -> None:
    """See that a turn was taken as it was, or asked about; or told as wrong, if a bad sensor lies on its way.

    Of what happens on a cell that is left out nothing may be felt at all.
    """
    if hands.tracker.unsteady:
        return
    is_named = isinstance(hands.tracker.inference, Ambiguous | Mismatch) or hands.tracker.disbelieved
    if not (is_named and hands.bad & own_cells(turn)):
        outcome(hands, structs.replace(turn, is_plain=False))


@EXAMPLES
def test_sensors_that_fail_for_a_while_during_a_turn_make_no_wrong_move(kind, examples):
    """Dead, stuck or flapping; once they work again the turn is taken as it was, or asked about."""

    @settings(PATIENT, max_examples=examples)
    @given(st.data())
    def taken(data: Any) -> None:
        turn = data.draw(drawn_turns(kind))
        with HandsOnBadBoard(kind, turn.state) as hands:
            hands.bad, deeds = data.draw(failures(turn))
            hands.perform([*turn.deeds, *deeds], REST_S)
            settle(hands, turn)

    taken()


@EXAMPLES
def test_a_failed_sensor_is_disbelieved_once_the_game_goes_on_by_button(kind, examples):
    """It is named as often as it contradicts the game again, and the next turn beside it is taken."""

    @settings(PATIENT, max_examples=examples)
    @given(st.data())
    def left_out(data: Any) -> None:
        before = data.draw(tables().flatmap(movers(kind)).filter(lambda state: moves(state)))
        move = data.draw(st.sampled_from(moves(before)))
        after, _ = rules.apply(before, move)
        turn = data.draw(movers(kind)(after).flatmap(turns))
        cell = data.draw(st.sampled_from(floor(after)))
        sensed_mt = st.just(DEAD_MT) if cell in homes(after).values() else st.sampled_from((HUNTERS_MT, STRONG_MT))
        with HandsOnBadBoard(kind, before) as hands:
            hands.fail(cell, data.draw(sensed_mt))
            hands.run(REST_S)
            hands.put_as_in(after)
            hands.run(REST_S)
            if hands.state not in (before, after):  # a pawn that seemed to be where the sensor says
                hands.become(before)
            if hands.state != after:
                hands.act(move, insists=True)
            hands.run(REST_S)
            if isinstance(hands.tracker.inference, Mismatch):
                assert {fix.cell for fix in hands.tracker.inference.fixes} == {cell}
                hands.tracker = follow(hands.tracker, after, insists=True)
                hands.run(REST_S)
            assert hands.tracker.inference == Waiting()
            if turn is not None:
                hands.become(turn.state)
                hands.perform(turn.deeds, REST_S)
                settle(hands, turn)

    left_out()


@EXAMPLES
def test_a_piece_put_down_upside_down_is_as_good_as_in_the_hand(kind, examples):
    """The same is announced, nothing is played, and right side up it is taken where it stands, or asked about."""

    @settings(PATIENT, max_examples=examples)
    @given(st.data())
    def missed(data: Any) -> None:
        state = data.draw(tables().flatmap(at_hunters))
        move = data.draw(st.sampled_from((None, *moves(state))))
        mover = "mummy" if mover_of(state) == MUMMY else state.hunter.pawn
        here = sorted(homes(state).keys() - {"mummy"})  # turned over, the mummy is sensed beside its cell
        if move is None and not here:
            return
        piece = mover if move else data.draw(st.sampled_from(here))
        cell = end_of(state, move) if move else homes(state)[piece]
        with HandsOnBadBoard(kind, state) as hands:
            hands.lift(piece)
            hands.run(data.draw(seconds(0.3, 2.0)))
            hands.turn(piece, -1)
            hands.place(piece, cell, data.draw(ASKEW_MM), data.draw(ASKEW_MM))
            hands.run(REST_S)
            inference = hands.tracker.inference
            hands.lift(piece)
            hands.run(REST_S)
            assert hands.played == []
            assert hands.tracker.inference == inference
            hands.turn(piece, 1)
            hands.place(piece, cell)
            hands.run(REST_S)
            if move is None:
                assert hands.tracker.inference == Waiting()
            else:
                outcome(hands, Turn(state, [], move, is_plain=False, is_carried=piece == "mummy"))

    missed()


@EXAMPLES
def test_the_game_goes_on_by_magnets_after_a_yes(kind, examples):
    """Whatever was asked about, pawn or mummy: once it is told, all is well, and the next turn is taken as it was."""

    @settings(PATIENT, max_examples=examples)
    @given(st.data())
    def gone_on(data: Any) -> None:
        turn = data.draw(drawn_turns(kind).filter(lambda drawn: drawn.move.to is not UNSET and not drawn.is_plain))
        with HandsOnBadBoard(kind, turn.state) as hands:
            hands.perform(turn.deeds, REST_S)
            if outcome(hands, turn) != "asked":
                return
            hands.confirm(turn.move)
            hands.put_as_in(hands.state)
            hands.run(REST_S)
            assert hands.tracker.inference == Waiting(), hands.deeds
            later = data.draw(movers(kind)(hands.state).flatmap(turns))
            if later is not None:
                hands.become(later.state)
                hands.run(1.0)
                hands.perform(later.deeds, REST_S)
                outcome(hands, later)

    gone_on()
