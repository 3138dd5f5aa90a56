"""Any hands at any board, sound or failing: every played move is true, and every fault ends."""

from __future__ import annotations

from typing import Any

import pytest
from hands_at_once import WatchedHands, outcome
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from msgspec import UNSET, structs
from sampling import many
from turns_by_hand import (
    ASKEW_MM,
    PATIENT,
    Deed,
    Turn,
    at_hunters,
    floor,
    homes,
    movers,
    pulls_of_the_cable,
    seconds,
    tables,
    turns,
)

from firmware_py.games.malediction import rules
from firmware_py.games.malediction.legality import MUMMY, end_of, mover_of, moves, until_catch
from firmware_py.games.malediction.maze import mummy_paths
from firmware_py.games.malediction.state import Move, State
from firmware_py.grid import Cell
from firmware_py.tracking.position import SURE, Ambiguous, Matched, Mismatch, Reminder, Waiting
from firmware_py.tracking.tracker import set_game_state

ANY_MM = st.floats(-3.0, 3.0)


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
        """The cells on which nothing stands and a piece can."""
        taken = set(self.hands.truth.values())
        return [cell for cell in floor(self.state) if cell not in taken]

    def drawn(self, data: Any) -> str:
        """Any piece."""
        return str(data.draw(st.sampled_from(sorted(self.hands.magnets.pieces))))

    @precondition(lambda self: self.hands.truth)
    @rule(data=st.data())
    def lift(self, data: Any) -> None:
        self.hands.lift(data.draw(st.sampled_from(sorted(self.hands.truth))))
        self.hands.run(0.1)

    @rule(dx_mm=ANY_MM, dy_mm=ANY_MM, data=st.data())
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
        is_caught = len(caught) <= state.steps
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
        """Where the pieces seem to stand: one on the mummy's cell reads like the mummy, askew if need be."""
        home = self.state.mummy
        return {"mummy" if cell == home else piece: cell for piece, cell in self.hands.standing.items()}

    def right_moves(self) -> list[Move]:
        """The moves that lead where the pieces truly stand: of this state, or instead of the one before."""
        state, tracker, truth = self.state, self.hands.tracker, self.hands.standing
        found = [move for move in moves(state) if homes(rules.apply(state, move)[0]) == truth]
        if tracker.before is not None:
            before, _ = tracker.before
            found += [move for move in moves(before) if homes(rules.apply(before, move)[0]) == truth]
        return found if tracker.confidence == SURE else []

    def is_put_back(self) -> bool:
        """Whether all stands as before a pawn's move that is not handed over."""
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


EXAMPLES = pytest.mark.parametrize(("kind", "examples"), [("i2c", many(4, whole=8)), ("serial", many(2, whole=3))])
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
    """Which cells go bad in the midst of a turn, and how, and are mended again."""
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


def drawn_turns(kind: str) -> st.SearchStrategy[Any]:
    """Turns that a kind of board can follow."""
    return tables().flatmap(movers(kind)).flatmap(turns).filter(lambda drawn: drawn is not None)


def own_cells(turn: Turn) -> set[Cell]:
    """Where the piece that has the turn stands, goes, and ends."""
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
                hands.act(move, by_button=True)
            hands.run(REST_S)
            if isinstance(hands.tracker.inference, Mismatch):
                assert {fix.cell for fix in hands.tracker.inference.fixes} == {cell}
                hands.tracker = set_game_state(hands.tracker, after, by_button=True)
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
