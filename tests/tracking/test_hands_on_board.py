"""Whatever hands do to the pieces, the referee never plays a wrong action and never overlooks a right one."""

from __future__ import annotations

from typing import Any

import pytest
from hands_at_once import WatchedHands, outcome
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from msgspec import UNSET, structs
from turns_by_hand import (
    PATIENT,
    Turn,
    floor,
    homes,
    movers,
    pulls_of_the_cable,
    tables,
    turns,
)

from firmware_py.games.malediction import rules
from firmware_py.games.malediction.actions import Move
from firmware_py.games.malediction.legal_actions import until_catch
from firmware_py.games.malediction.movement import mummy_paths
from firmware_py.games.malediction.pieces import end_of, moves
from firmware_py.games.malediction.state import State
from firmware_py.tracking.inferences import Ambiguous, Mismatch, Reminder
from firmware_py.tracking.tracker import Standing

ASKEW_MM = st.floats(-3.0, 3.0)


class HandsOnBoard(RuleBasedStateMachine):
    """Pawns and the mummy on any map under restless hands; now and then the next player acts."""

    kind = "i2c"

    @initialize(data=st.data())
    def sit_down(self, data: Any) -> None:
        self.hands = WatchedHands(self.kind, data.draw(tables().flatmap(movers(self.kind))))

    @property
    def state(self) -> State:
        return self.hands.state

    @property
    def is_mummys(self) -> bool:
        return self.state.phase in ("interrupt", "mummy_move")

    def free(self) -> list[str]:
        """Return the cells on which nothing stands and a piece can."""
        taken = set(self.hands.truth.values())
        return [cell for cell in floor(self.state) if cell not in taken]

    def drawn(self, data: Any) -> str:
        """Return any piece."""
        return str(data.draw(st.sampled_from(sorted(self.hands.magnets.pieces))))

    @precondition(lambda self: self.hands.truth)
    @rule(data=st.data())
    def lift(self, data: Any) -> None:
        self.hands.lift(data.draw(st.sampled_from(sorted(self.hands.truth))))
        self.hands.run(0.1)

    @rule(dx_mm=ASKEW_MM, dy_mm=ASKEW_MM, data=st.data())
    def put_down_or_bump(self, dx_mm: float, dy_mm: float, data: Any) -> None:
        self.put(self.drawn(data), data.draw(st.sampled_from(self.free())), dx_mm, dy_mm)

    @rule(data=st.data())
    def put_back(self, data: Any) -> None:
        piece = self.drawn(data)
        home = homes(self.state).get(piece)
        if home in self.free():
            self.put(piece, home)

    @rule(data=st.data())
    def put_where_a_move_ends(self, data: Any) -> None:
        ends = [end_of(self.state, move) for move in moves(self.state)]
        ends = [end for end in ends if end in self.free()]
        if ends:
            self.put("mummy" if self.is_mummys else self.state.hunter.pawn, data.draw(st.sampled_from(ends)))

    @precondition(lambda self: self.hands.tracker.before is not None)
    @rule(data=st.data())
    def think_better_of_it(self, data: Any) -> None:
        """A piece that has just moved goes elsewhere, or back: its turn is not handed over."""
        state, action = self.hands.tracker.before
        piece = state.hunter.pawn if action.to is not UNSET else "mummy"
        cells = {homes(state).get(piece), *(end_of(state, move) for move in moves(state))} & set(self.free())
        if cells:
            self.put(piece, data.draw(st.sampled_from(sorted(cells))))

    def put(self, piece: str, cell: str, dx_mm: float = 0.0, dy_mm: float = 0.0) -> None:
        self.hands.place(piece, cell, dx_mm, dy_mm)
        self.hands.run(0.1)

    @precondition(lambda self: self.hands.truth)
    @rule(data=st.data(), each_s=st.floats(0.12, 0.6), rest_s=st.floats(0.0, 1.0))
    def slide(self, data: Any, each_s: float, rest_s: float) -> None:
        piece = data.draw(st.sampled_from(sorted(self.hands.truth)))
        for _ in range(data.draw(st.integers(1, 4))):
            beside = sorted(set(self.free()) & set(self.state.maze.steps(self.hands.truth[piece]).values()))
            if not beside:
                return
            self.hands.slide(piece, data.draw(st.sampled_from(beside)), each_s=each_s)
        self.hands.run(rest_s)

    @rule(away_s=st.floats(0.02, 2.0))
    def pull_the_cable(self, away_s: float) -> None:
        """Whatever is moved meanwhile, the board has not sensed it."""
        with self.hands.unplugged(away_s):
            pass
        self.hands.run(0.1)

    @rule(data=st.data())
    def move_amid_other_hands(self, data: Any) -> None:
        """A whole turn, while pawns are nudged, lifted and put right: it is taken as it was, or asked about."""
        if self.is_ready():
            self.take(data.draw(turns(self.state)))

    @rule(data=st.data())
    def move_and_pull_the_cable(self, data: Any) -> None:
        """A whole turn, of which the board senses the beginning, or the end, or neither."""
        if self.is_ready() and (turn := data.draw(turns(self.state))):
            self.take(structs.replace(turn, deeds=data.draw(pulls_of_the_cable(turn))), was_away=True)

    def take(self, turn: Turn | None, *, was_away: bool = False) -> None:
        """Play a turn by hand."""
        if turn is None:
            return
        self.hands.forget()
        self.hands.perform(turn.deeds, 4.2)
        if not self.hands.tracker.unsteady:
            outcome(self.hands, turn, was_away=was_away)
        self.answer(())

    @rule(data=st.data(), each_s=st.floats(0.12, 0.25))
    def slide_the_mummy_over_a_hunter_and_home(self, data: Any, each_s: float) -> None:
        """A mummy at rest at home meets the first of them, if the board senses it and its steps lead there."""
        state, hands = self.state, self.hands
        paths = mummy_paths(state.maze, state.mummy, 4, ())
        met = sorted(state.in_corridors.keys() & paths.keys())
        if not (self.is_ready() and self.is_mummys and met):
            return
        hands.forget()
        *over, last = paths[data.draw(st.sampled_from(met))]
        caught = until_catch(state, (*over, last))
        is_caught = len(caught) <= (state.steps or 0)
        hands.slide("mummy", *over, last, *reversed(over), state.mummy, each_s=each_s)
        hands.run(2.0)
        after = rules.apply(state, Move(state.mummy_player, path=caught))[0] if is_caught else state
        assert hands.state == after or hands.tracker.unsteady
        self.answer(())

    def is_ready(self) -> bool:
        """Let all be put right, and return whether a piece may move now, from where all are sensed to be."""
        self.rest()
        self.answer(())
        is_asked = isinstance(self.hands.tracker.inference, Ambiguous | Reminder)
        may_move = self.is_mummys or self.state.phase == "move"
        return may_move and self.hands.are_right and not is_asked and not self.hands.tracker.unsteady

    @rule()
    def rest(self) -> None:
        self.hands.run(4.0)
        inference, state = self.hands.tracker.inference, self.state
        if isinstance(inference, Ambiguous):
            self.answer(inference.actions)
        elif isinstance(inference, Reminder):
            self.answer(())
        elif self.is_mummys:
            assert state.mummy in self.hands.truth.values() or isinstance(inference, Mismatch)
        elif homes(state) != self.seen():
            assert not self.right_moves(), f"{self.right_moves()} overlooked, inferred {inference}"
            assert isinstance(inference, Mismatch), f"{self.hands.truth} not named, inferred {inference}"
            assert not self.is_put_back(), "a pawn that is back on its cell is still told to have moved"

    def seen(self) -> dict[str, str]:
        """Return where the pieces seem to stand: one on the mummy's cell reads like the mummy, askew if need be."""
        home = self.state.mummy
        return {"mummy" if cell == home else piece: cell for piece, cell in self.hands.standing.items()}

    def right_moves(self) -> list[Move]:
        """Return the moves that lead where the pieces truly stand: of this state, or instead of the one before."""
        state, tracker, truth = self.state, self.hands.tracker, self.hands.standing
        found = [move for move in moves(state) if homes(rules.apply(state, move)[0]) == truth]
        if tracker.before is not None:
            before, _ = tracker.before
            found += [move for move in moves(before) if homes(rules.apply(before, move)[0]) == truth]
        return found if tracker.standing is Standing.FOLLOWED else []

    def is_put_back(self) -> bool:
        """Return whether all stands as before a pawn's move that is not handed over."""
        before = self.hands.tracker.before
        return before is not None and before[1].to is not UNSET and homes(before[0]) == self.hands.standing

    def answer(self, actions: tuple[Move, ...]) -> None:
        """Answer as things truly are, and put right what only looks right."""
        before = self.hands.tracker.before
        state = before[0] if before else self.state
        for action in actions:
            after, _ = rules.apply(state, action)
            if homes(after) == self.hands.standing and homes(after) != homes(state):
                self.hands.confirm(action)
                return
        self.hands.put_all_right()
        self.hands.run(2.0)

    @precondition(lambda self: self.hands.are_right)
    @rule(data=st.data())
    def next_player(self, data: Any) -> None:
        """Dice fall, a face is chosen: the game is somewhere else, its pieces are not."""
        self.hands.run(2.0)
        if not isinstance(self.hands.tracker.inference, Ambiguous | Reminder):
            self.hands.become(data.draw(movers(self.kind)(self.state)))

    def teardown(self) -> None:
        self.hands.close()


EXAMPLES = pytest.mark.parametrize(("kind", "examples"), [("i2c", 8), ("serial", 3)])
"""Fewer on the board whose wire takes longer to simulate."""


@EXAMPLES
def test_no_wrong_action_is_made_and_each_legal_position_is_accepted(kind, examples):
    """Lift, slide, rest, bump, put askew, put back, several pieces, the cable: over both boards, with noise."""
    machine = type("Machine", (HandsOnBoard,), {"kind": kind})
    run_state_machine_as_test(machine, settings=settings(PATIENT, max_examples=examples, stateful_step_count=12))


@EXAMPLES
def test_a_turn_amid_other_moves_is_taken_as_it_was_or_asked_about(kind, examples):
    """Pawns are nudged, lifted, put right and laid on the dungeon while a piece goes, slowly or not, with rests."""

    @settings(PATIENT, max_examples=3 * examples)
    @given(tables().flatmap(movers(kind)).flatmap(turns))
    def taken(turn: Turn | None) -> None:
        if turn is not None:
            with WatchedHands(kind, turn.state) as hands:
                hands.perform(turn.deeds, 4.2)
                outcome(hands, turn)

    taken()


@EXAMPLES
def test_a_turn_with_a_pulled_cable_is_taken_as_it_was_or_asked_about(kind, examples):
    """Whatever of it the board has sensed; a move that was not made is never played."""

    @settings(PATIENT, max_examples=2 * examples)
    @given(st.data())
    def taken(data: Any) -> None:
        turn = data.draw(tables().flatmap(movers(kind)).flatmap(turns).filter(lambda drawn: drawn is not None))
        with WatchedHands(kind, turn.state) as hands:
            hands.perform(data.draw(pulls_of_the_cable(turn)), 4.2)
            outcome(hands, turn, was_away=True)

    taken()
