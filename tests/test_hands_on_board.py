"""Whatever hands do to the pieces, the referee never plays a wrong action and never overlooks a right one."""

from __future__ import annotations

import random
from typing import Any

import pytest
from board_hands import Ambiguous, Hands, Matched, Mismatch
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from momie_table import game
from msgspec import UNSET
from msgspec.structs import replace
from test_tracking import GRID

from firmware_py.games.malediction import rules
from firmware_py.games.malediction.legality import until_catch
from firmware_py.games.malediction.state import Move, State
from firmware_py.games.malediction.walks import mummy_ways
from firmware_py.tracking.inference import Reminder, may_supersede
from firmware_py.tracking.reasons import end_of, moves
from firmware_py.tracking.standing import expected

PAWNS = ("red", "turquoise", "blue")
PIECES = st.sampled_from((*PAWNS, "mummy"))
ASKEW_MM = st.floats(-3.0, 3.0)


def standing(state: State) -> dict[str, str]:
    """Return where the game has each piece that stands in the corridors."""
    return {"mummy" if piece == "mummy" else state.hunters[piece].pawn: cell for cell, piece in expected(state).items()}


def where(state: State, pieces: dict[str, str], action: Move) -> dict[str, str]:
    """Return where the pieces are of which an action speaks: the mummy's of her alone, and of nobody if she caught."""
    if action.path is UNSET:
        return pieces
    is_caught = end_of(state, action) in state.in_corridors
    return {} if is_caught else {"mummy": pieces.get("mummy", "")}


class CheckedHands(Hands):
    """Hands whose true position is known when something is played."""

    def __init__(self, kind: str, state: State, seed: int) -> None:
        self.truth: dict[str, str] = standing(state)
        self.earlier = self.truth  # where they were before the last touch, and are still felt at first
        self.entered: frozenset[str] = frozenset()  # where the mummy was slid over pawns and home again
        super().__init__(kind, state, seed=seed)

    def play(self, match: Matched) -> None:
        """Play it, if the pieces truly stand where it leads."""
        before = self.history[-1] if match.instead else self.state
        places = [where(before, at, match.action) for at in (self.truth, self.earlier)]
        after, _ = rules.apply(before, match.action)
        assert where(before, standing(after), match.action) in places, f"wrong action {match}"
        if match.action.path is not UNSET and self.truth.get("mummy") == before.mummy:
            assert end_of(before, match.action) in self.entered, f"wrong catch {match}"
        super().play(match)

    def unplay(self) -> None:
        """Take a pawn's move back, if it truly stands elsewhere."""
        assert standing(self.state) != self.truth, "a right move taken back"
        super().unplay()


class HandsOnBoard(RuleBasedStateMachine):
    """Three pawns and the mummy under restless hands; now and then the next player acts."""

    kind = "i2c"

    @initialize(seed=st.integers(0, 2**16), data=st.data())
    def sit_down(self, seed: int, data: Any) -> None:
        at = ("c2", "c4", data.draw(st.sampled_from(("stairs", "a1"))))
        self.chance = random.Random(seed)
        self.hands = CheckedHands(self.kind, game(GRID, 3, at=at, mummy="e1", **self.turn()), seed)

    def turn(self) -> dict[str, Any]:
        """Return whose turn it may be."""
        if self.chance.random() < 0.4:
            return {"phase": "mummy_move", "turn": None, "steps": self.chance.randint(1, 4), "face": None}
        face = self.chance.choice(("1", "2", "3", "4", "arrow"))
        return {"phase": "move", "turn": self.chance.randrange(3), "face": face, "steps": None}

    def free(self) -> list[str]:
        """Return the cells on which nothing stands and a piece can."""
        taken = set(self.hands.truth.values())
        board = self.hands.state.board
        return [cell for cell in board.cells if board.is_floor(cell) and cell not in taken]

    @precondition(lambda self: self.hands.truth)
    @rule(data=st.data())
    def lift(self, data: Any) -> None:
        piece = data.draw(st.sampled_from(sorted(self.hands.truth)))
        self.hands.earlier = dict(self.hands.truth)
        del self.hands.truth[piece]
        self.hands.lift(piece)
        self.hands.run(0.1)
        self.hands.earlier = self.hands.truth

    @rule(piece=PIECES, dx_mm=ASKEW_MM, dy_mm=ASKEW_MM, data=st.data())
    def put_down_or_bump(self, piece: str, dx_mm: float, dy_mm: float, data: Any) -> None:
        self.put(piece, data.draw(st.sampled_from(self.free())), dx_mm, dy_mm)

    @rule(piece=PIECES)
    def put_back(self, piece: str) -> None:
        home = standing(self.hands.state).get(piece)
        if home in self.free():
            self.put(piece, home)

    @rule(data=st.data())
    def put_where_a_move_ends(self, data: Any) -> None:
        ends = [end_of(self.hands.state, move) for move in moves(self.hands.state)]
        ends = [end for end in ends if end in self.free()]
        if ends:
            state = self.hands.state
            piece = "mummy" if state.turn is None or state.phase == "interrupt" else state.hunter.pawn
            self.put(piece, data.draw(st.sampled_from(ends)))

    @precondition(lambda self: self.hands.tracker.before is not None)
    @rule(data=st.data())
    def think_better_of_it(self, data: Any) -> None:
        """A piece that has just moved goes elsewhere, or back: its turn is not handed over."""
        state, action = self.hands.tracker.before
        piece = state.hunter.pawn if action.to is not UNSET else "mummy"
        cells = {standing(state).get(piece), *(end_of(state, move) for move in moves(state))} & set(self.free())
        if cells:
            self.put(piece, data.draw(st.sampled_from(sorted(cells))))

    def put(self, piece: str, cell: str, dx_mm: float = 0.0, dy_mm: float = 0.0) -> None:
        self.hands.earlier = dict(self.hands.truth)
        self.hands.truth[piece] = cell
        self.hands.place(piece, cell, dx_mm, dy_mm)
        self.hands.run(0.1)
        self.hands.earlier = self.hands.truth

    @precondition(lambda self: self.hands.truth)
    @rule(data=st.data(), each_s=st.floats(0.12, 0.6), rest_s=st.floats(0.0, 1.0))
    def slide(self, data: Any, each_s: float, rest_s: float) -> None:
        piece = data.draw(st.sampled_from(sorted(self.hands.truth)))
        for _ in range(data.draw(st.integers(1, 4))):
            beside = sorted(set(self.free()) & set(self.hands.state.board.steps(self.hands.truth[piece]).values()))
            if not beside:
                return
            cell = data.draw(st.sampled_from(beside))
            self.hands.earlier = dict(self.hands.truth)
            del self.hands.truth[piece]
            self.hands.slide(piece, cell, each_s=each_s)
            self.hands.truth[piece] = cell
            self.hands.earlier = self.hands.truth
        self.hands.run(rest_s)

    @rule(data=st.data(), each_s=st.floats(0.12, 0.25))
    def slide_the_mummy_over_a_hunter_and_home(self, data: Any, each_s: float) -> None:
        """She who was at rest at home meets the first of them, if the board feels her and her steps lead there."""
        self.rest()
        hands, home = self.hands, self.hands.truth.get("mummy", "")
        state, is_steady = hands.state, not hands.tracker.unsteady
        ways = mummy_ways(state.board, state.mummy, 4, ())
        met = sorted(state.in_corridors.keys() & ways.keys())
        if state.phase != "mummy_move" or home != state.mummy or not met:
            return
        *over, last = ways[data.draw(st.sampled_from(met))]
        caught = until_catch(state, (*over, last))
        hands.entered = (
            frozenset(caught) if len(caught) <= (state.steps or 0) and self.kind == "serial" else frozenset()
        )
        hands.slide("mummy", *over, last, *reversed(over), home, each_s=each_s)
        hands.run(2.0)
        expected_state = rules.apply(state, Move(state.mummy_player, path=caught))[0] if hands.entered else state
        assert not is_steady or hands.state == expected_state
        hands.entered = frozenset()
        self.answer(())

    @rule(data=st.data(), each_s=st.floats(0.12, 0.6), nudged_s=st.floats(0.05, 1.0))
    def slide_the_mummy_while_a_pawn_is_nudged(self, data: Any, each_s: float, nudged_s: float) -> None:
        """From rest at home she goes where nobody stands: her way is played, or she is asked for, and nothing else."""
        self.rest()
        self.answer(())
        hands, state = self.hands, self.hands.state
        pawns = sorted(hands.truth.keys() - {"mummy"})
        if state.phase != "mummy_move" or standing(state) != hands.truth or hands.tracker.unsteady or not pawns:
            return
        way: tuple[str, ...] = ()
        for _ in range(data.draw(st.integers(1, state.steps or 1))):
            here = way[-1] if way else state.mummy
            beside = sorted(set(self.free()) & set(state.board.steps(here).values()) - {*way})
            way += (data.draw(st.sampled_from(beside)),) if beside else ()
        pawn = data.draw(st.sampled_from(pawns))
        hands.truth["mummy"] = way[-1] if way else state.mummy
        arrival_s = hands.magnets.slide("mummy", [hands.number(cell) for cell in way], hands.now_s, each_s)
        hands.run(data.draw(st.floats(0.0, max(0.0, arrival_s - hands.now_s))))
        hands.place(pawn, hands.truth[pawn], 11.0)
        hands.run(nudged_s)
        hands.place(pawn, hands.truth[pawn])
        hands.run(max(0.0, arrival_s - hands.now_s) + 2.5)
        asked = hands.tracker.told
        if way and not hands.tracker.unsteady and not (self.kind == "i2c" and isinstance(asked, Ambiguous)):
            assert hands.played[-1:] == [Move(state.mummy_player, path=way)]
        assert not (isinstance(asked, Ambiguous) and asked.way != way[: len(asked.way or ())])
        self.answer(())

    @rule()
    def rest(self) -> None:
        self.hands.run(4.0)
        told, state = self.hands.tracker.told, self.hands.state
        if isinstance(told, Ambiguous):
            self.answer(told.actions)
        elif isinstance(told, Reminder):
            self.answer(())
        elif state.phase == "mummy_move":
            assert state.mummy in self.seen().values() or isinstance(told, Mismatch)
        elif standing(state) != self.seen():
            assert not self.right_moves(), f"{self.right_moves()} overlooked, told {told}"
            assert isinstance(told, Mismatch), f"{self.hands.truth} not named, told {told}"
            assert not self.is_put_back(), "a pawn that is back on its cell is still told to have moved"

    def seen(self) -> dict[str, str]:
        """Return where the pieces seem to stand: one on the mummy's cell feels like her, askew if need be."""
        home = self.hands.state.mummy
        return {"mummy" if cell == home else piece: cell for piece, cell in self.hands.truth.items()}

    def right_moves(self) -> list[Move]:
        """Return the moves that lead where the pieces truly stand: of this state, or instead of the one before.

        Switches do not follow the mummy where she is carried on from a move that was played.
        """
        state, tracker = self.hands.state, self.hands.tracker
        found = [move for move in moves(state) if standing(rules.apply(state, move)[0]) == self.hands.truth]
        if tracker.before is not None and (self.kind == "serial" or tracker.before[1].path is UNSET):
            before, played = tracker.before
            others = [move for move in moves(before) if may_supersede(before, played, move)]
            found += [move for move in others if standing(rules.apply(before, move)[0]) == self.hands.truth]
        return found if tracker.homed else []

    def is_put_back(self) -> bool:
        """Return whether all stands as before a pawn's move that is not handed over."""
        before = self.hands.tracker.before
        return before is not None and before[1].to is not UNSET and standing(before[0]) == self.hands.truth

    def answer(self, actions: tuple[Move, ...]) -> None:
        """Answer as things truly are, and put right what only looks right."""
        for action in actions:
            after, _ = rules.apply(self.hands.state, action)
            if standing(after) == self.hands.truth and standing(after) != standing(self.hands.state):
                self.hands.act(action)
                return
        for piece, cell in standing(self.hands.state).items():
            self.hands.truth[piece] = cell
            self.hands.place(piece, cell)
        for piece in self.hands.truth.keys() - standing(self.hands.state).keys():
            del self.hands.truth[piece]
            self.hands.lift(piece)
        self.hands.run(2.0)

    @precondition(lambda self: standing(self.hands.state) == self.hands.truth)
    @rule()
    def next_player(self) -> None:
        """Dice fall, a face is chosen: the game is somewhere else, its pieces are not."""
        self.hands.run(2.0)
        if not isinstance(self.hands.tracker.told, Ambiguous | Reminder):
            self.hands.become(replace(self.hands.state, **self.turn()))

    def teardown(self) -> None:
        self.hands.close()


@pytest.mark.parametrize("kind", ["i2c", "serial"])
def test_hands_never_make_a_wrong_action_and_a_legal_position_is_always_accepted(kind):
    """Lift, slide, rest, bump, put askew, put back, several pieces: over both boards, with noise."""
    machine = type("Machine", (HandsOnBoard,), {"kind": kind})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=12,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


EXAMPLES = 25
