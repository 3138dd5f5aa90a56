"""What switches can know of the mummy: it reads like any pawn, and not at all on the cell of one.

Only a path is played on which the mummy alone was sensed, cell by cell. Else it is asked for, in words that name
nobody's cell (P34, P35, P48).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from board_hands import Hands, only, silent
from malediction_table import CORRIDOR, GRID, game, prowling
from msgspec.structs import replace

from firmware_py.games.malediction.actions import Move
from firmware_py.pages.malediction.board_messages import notice, wrong_squares
from firmware_py.sensing.settling import observe
from firmware_py.tracking.evaluation import evaluate
from firmware_py.tracking.inferences import Ambiguous, Reminder, Waiting
from firmware_py.tracking.mummys_turn import WHERE_IS_MUMMY
from firmware_py.tracking.tracker import Tracker, decline, feed, follow
from firmware_py.words import speak
from hardware.boards.frames import Frame, Reading

SAY = speak("en")

AWAY = ("stairs", "stairs")


@pytest.fixture
def sit() -> Iterator[Any]:
    """Return what opens a board with a corridor from b1 to f1; the mummy goes from c1, red hides beside it on b1."""
    opened: list[Hands] = []

    def table(text: str = CORRIDOR, hunters: int = 2, **changes: Any) -> Hands:
        hers = prowling(4, at=("b1", "stairs"), mummy="c1") | changes
        opened.append(Hands("i2c", game(text, hunters, **hers)))
        return opened[-1]

    yield table
    for hands in opened:
        hands.close()


def nudged(hands: Hands, pawn: str, cell: str, for_s: float = 0.12) -> None:
    """Knock a pawn off its sensor and put it right."""
    hands.place(pawn, cell, 11.0)
    hands.run(for_s)
    hands.place(pawn, cell)


@pytest.mark.parametrize("gap_s", [0.0, 0.05, 0.15, 0.4])
def test_a_pawn_nudged_before_the_mummy_goes_is_not_caught_nor_on_its_path(sit, gap_s):
    """P34: red stands on b1 as before, and the mummy never went there."""
    hands = sit()
    nudged(hands, "red", "b1")
    hands.run(gap_s)
    hands.slide("mummy", "d1", "e1")
    hands.run(2.0)
    assert hands.played == [Move("Mo", path=("d1", "e1"))]
    assert hands.state.at == ("b1", "stairs")


@pytest.mark.parametrize("for_s", [0.12, 0.6])
def test_nor_is_one_that_is_nudged_under_way(sit, for_s):
    """The mummy rests on d1 meanwhile."""
    hands = sit(steps=6)
    hands.slide("mummy", "d1")
    nudged(hands, "red", "b1", for_s)
    hands.slide("mummy", "e1")
    hands.run(2.0)
    assert hands.played == [Move("Mo", path=("d1", "e1"))]


@pytest.mark.parametrize("each_s", [0.15, 0.4])
def test_nor_is_one_in_the_hand_while_the_mummy_goes_from_cell_to_cell(sit, each_s):
    """The mummy is sensed again so soon and so near that it can be no other piece."""
    hands = sit(steps=6)
    hands.lift("red")
    hands.run(0.3)
    hands.slide("mummy", "d1", each_s=each_s)
    hands.place("red", "b1")
    hands.slide("mummy", "e1", each_s=each_s)
    hands.run(2.0)
    assert hands.played == [Move("Mo", path=("d1", "e1"))]
    assert hands.state.at == ("b1", "stairs")


@pytest.mark.parametrize("cell", ["a3", "d2"])
@pytest.mark.parametrize("pawn", ["turquoise", "blue"])
def test_a_pawn_that_strays_while_the_mummy_rests_is_not_on_its_path(sit, pawn, cell):
    """Knocked there from its own cell, or laid there by mistake."""
    hands = sit(GRID, 3, **prowling(6))
    hands.slide("mummy", "e2")
    hands.place(pawn, cell)
    hands.run(0.2)
    if pawn == "turquoise":
        hands.place(pawn, "c4")
    else:
        hands.lift(pawn)
    hands.run(0.2)
    hands.slide("mummy", "e3")
    hands.run(2.0)
    assert hands.played == [Move("Mo", path=("e2", "e3"))]


def test_a_mummy_lifted_on_its_path_is_asked_for_with_the_path_so_far(sit):
    """Who comes down may be another piece; and where a hunter stands nobody would be sensed to come down."""
    hands = sit()
    hands.slide("mummy", "d1")
    hands.lift("mummy")
    hands.run(0.3)
    hands.place("mummy", "d1")
    hands.run(0.3)
    hands.slide("mummy", "e1")
    assert only(Ambiguous, hands.run(4.0)) == Ambiguous((), WHERE_IS_MUMMY, ("d1",))
    assert hands.played == []


@pytest.mark.parametrize("at", [("stairs", "b1"), AWAY])
def test_a_piece_laid_beside_the_cell_of_a_lost_mummy_is_not_taken_for_it(sit, at):
    """The mummy stands on a pawn's cell, where no switch senses it come, or is in the hand."""
    hands = sit(steps=1, at=at)
    hands.lift("mummy")
    if at != AWAY:
        hands.place("mummy", "b1")
    hands.run(0.3)
    hands.place("red", "d1")
    assert only(Ambiguous, hands.run(4.0)).question == WHERE_IS_MUMMY
    assert hands.played == []


def test_a_pawn_nudged_after_a_stop_does_not_keep_the_mummy_from_going_on(sit):
    """Before the next player acts the longer way takes the place of the shorter."""
    hands = sit()
    hands.slide("mummy", "d1")
    hands.run(2.0)
    assert hands.played == [Move("Mo", path=("d1",))]
    nudged(hands, "red", "b1")
    hands.slide("mummy", "e1", "f1")
    hands.run(2.0)
    assert hands.played == [Move("Mo", path=("d1", "e1", "f1"))]


@pytest.mark.parametrize("after_s", [0.18, 0.2, 0.22])
def test_a_pawn_falling_back_as_the_mummy_leaves_is_not_on_the_asked_path(sit, after_s):
    """P48: it leant aside, and b1 senses it again just when the mummy might be there; the mummy went elsewhere."""
    hands = sit()
    hands.lift("red")
    hands.run(0.5)
    hands.magnets.slide("mummy", [hands.number("d1")], hands.now_s, 0.4)
    hands.run(after_s)
    hands.place("red", "b1")
    assert only(Ambiguous, hands.run(3.0)).path == ()


def test_a_pawn_that_stands_askew_beside_the_mummy_is_no_reason_to_ask(sit):
    """P48: the return flux of the mummy opens its switch; a question would show that a hunter stands there."""
    hands = sit(at=("e1", "stairs"))
    hands.place("red", "e1", 0.0, 6.75)
    hands.run(1.0)
    hands.slide("mummy", "d1")
    hands.run(2.0)
    assert hands.played == [Move("Mo", path=("d1",))]
    assert hands.number("e1") not in observe(hands.tracker.settling).pieces


@pytest.mark.parametrize("each_s", [0.15, 0.3, 0.5])
def test_nor_is_one_that_the_mummy_passes(sit, each_s):
    """P48: its switch opens as the mummy comes, and closes as it goes on."""
    hands = sit(GRID, 3, at=("f3", "stairs", "stairs"), mummy="e2")
    hands.place("red", "f3", 6.0)
    hands.run(1.0)
    hands.slide("mummy", "e3", "d3", each_s=each_s)
    hands.run(2.0)
    assert hands.played == [Move("Mo", path=("e3", "d3"))]


def test_nor_is_one_put_back_after_another_was_taken_for_the_mummy(sit):
    """P48: a pawn comes down as the mummy is lifted, the mummy as red is lifted; then it goes, and red is back."""
    hands = sit(at=("e1", "stairs"))
    hands.lift("mummy")
    hands.run(0.06)
    hands.place("turquoise", "d1")
    hands.run(0.1)
    hands.lift("red")
    hands.run(0.1)
    hands.place("mummy", "f1")
    hands.run(0.1)
    hands.lift("turquoise")
    hands.run(0.1)
    hands.place("red", "e1")
    assert "e1" not in only(Ambiguous, hands.run(3.0)).path


@pytest.mark.parametrize(("hers", "his"), [("d1", "b1"), ("b1", "d1")])
def test_nothing_is_inferred_of_a_mummy_and_a_pawn_in_the_air_together(sit, hers, his):
    """The mummy moved and red is back, or it is on the cell of red and has caught it: asked, and neither is named."""
    hands = sit()
    hands.lift("red")
    hands.run(0.1)
    hands.lift("mummy")
    hands.run(0.1)
    hands.place("red", his)
    hands.run(0.1)
    hands.place("mummy", hers)
    assert only(Ambiguous, hands.run(4.0)) == Ambiguous((), WHERE_IS_MUMMY, ())
    assert hands.played == []


@pytest.mark.parametrize("at", [("b1", "stairs"), ("d1", "stairs"), ("e1", "b1"), AWAY])
def test_the_mummy_felt_beyond_a_gap_is_asked_for_whoever_stands_in_it(sit, at):
    """P34, P48: the mummy slid over a pawn that holds its switch down, or was lifted over free cells."""
    hands = sit(at=at)
    hands.lift("mummy")
    hands.run(0.4)
    hands.place("mummy", "f1")
    asked = only(Ambiguous, hands.run(4.0))
    assert SAY(asked.question) == "The board has lost track of the mummy. Has the mummy moved, or caught a pawn?"
    assert (asked.actions, asked.path, hands.played) == ((), (), [])


@pytest.mark.parametrize("at", [("c2", "c4", "stairs"), ("d1", "e2", "stairs"), ("stairs", "stairs", "stairs")])
def test_the_mummy_carried_where_two_ways_lead_is_asked_for_too(sit, at):
    """P35: over d1 or over e2; then the player enters which."""
    hands = sit(GRID, 3, **prowling(2, at=at))
    hands.lift("mummy")
    hands.run(0.4)
    hands.place("mummy", "d2")
    assert only(Ambiguous, hands.run(4.0)) == Ambiguous((), WHERE_IS_MUMMY, ())


def test_the_path_of_the_mummy_is_stored_as_far_as_it_is_sure(sit):
    """It slid to d1, and over a pawn to f1: the player goes on from d1 by button."""
    hands = sit(at=("e1", "stairs"))
    hands.slide("mummy", "d1", "e1", "f1")
    assert only(Ambiguous, hands.run(4.0)).path == ("d1",)
    assert hands.played == []


def test_a_mummy_slid_over_the_cell_of_a_knocked_pawn_is_asked_for(sit):
    """P34: red is put back behind the mummy; no switch can sense whether it was caught."""
    hands = sit(GRID, 3, **prowling(4, at=("d1", "c4", "stairs")))
    hands.place("red", "d3")
    hands.run(0.3)
    hands.slide("mummy", "d1", "c1")
    hands.place("red", "d1")
    assert only(Ambiguous, hands.run(4.0)).question == WHERE_IS_MUMMY
    assert hands.played == []


def test_what_the_mummy_was_slid_over_before_its_turn_is_not_on_its_path(sit):
    """A pawn is in the hand all the time, so that the pieces are not at rest when the turn begins."""
    hands = sit(GRID, 3, **prowling(4) | {"phase": "mummy_roll", "steps": None})
    hands.lift("turquoise")
    hands.run(0.2)
    hands.slide("mummy", "d1", "e1")
    hands.run(0.1)
    hands.become(game(GRID, 3, **prowling(4)))
    hands.place("turquoise", "c4")
    hands.run(0.1)
    hands.slide("mummy", "e2")
    hands.run(2.0)
    assert hands.played == [Move("Mo", path=("e2",))]


def test_a_mummy_out_of_reach_is_asked_for_if_a_pawn_was_in_the_air_too(sit):
    """Once it was denied, everybody reads only the cell of the mummy."""
    hands = sit(steps=2)
    for piece in ("red", "mummy"):
        hands.lift(piece)
        hands.run(0.3)
    hands.place("mummy", "f1")
    hands.run(0.3)
    hands.place("red", "b1")
    asked = only(Ambiguous, hands.run(4.0))
    assert (asked.question, asked.path) == (WHERE_IS_MUMMY, ())
    hands.tracker = decline(hands.tracker)
    shown = notice(hands.state, hands.tracker.inference, SAY, secrets=False)
    assert shown is not None
    assert "b1" not in shown.text
    assert wrong_squares(hands.state, hands.tracker.inference, secrets=False) == (2,)


@pytest.mark.parametrize("at", [("b1", "stairs"), ("stairs", "stairs")])
def test_a_mummy_slid_one_cell_too_far_is_asked_for_alike(at):
    """P48: a refusal where the mummy is sensed, and a question where it is not, would betray red."""
    with Hands("i2c", game(CORRIDOR, 2, **prowling(2, at=at, mummy="e1"))) as hands:
        hands.slide("mummy", "d1", "c1", "b1")
        asked = only(Ambiguous, hands.run(4.0))
        assert asked.question == WHERE_IS_MUMMY


@pytest.mark.parametrize("steps", [1, 6])
def test_a_mummy_carried_onto_a_cell_is_asked_for_alike_whoever_stands_there(steps):
    """P48: within its steps or beyond, also once all is denied; the player could probe for hunters otherwise."""
    moments = []
    for cell in ("b1", "d1", "f1"):
        with Hands("i2c", game(CORRIDOR, 2, **prowling(steps, at=("b1", "stairs"), mummy="c1"))) as hands:
            hands.lift("mummy")
            hands.run(0.4)
            hands.place("mummy", cell)
            hands.run(4.0)
            asked_s, asked = hands.inferences[-1]
            assert isinstance(asked, Ambiguous)
            assert asked.question == WHERE_IS_MUMMY
            moments.append(asked_s)
            hands.tracker = decline(hands.tracker)
            assert wrong_squares(hands.state, hands.tracker.inference, secrets=False) == (2,)
    assert moments[0] <= moments[1] == moments[2]


def test_a_pawn_nudged_while_the_mummy_stays_says_nothing(sit):
    """All is as it was."""
    hands = sit()
    nudged(hands, "red", "b1", 1.0)
    assert silent(hands.run(4.0))


@pytest.mark.parametrize("red", ["b1", "d1"])
def test_with_its_own_cell_left_out_the_mummy_s_path_is_entered_by_button(sit, red):
    """P48: a message where the mummy is sensed would betray where nobody stands."""
    hands = sit(at=(red, "stairs"))
    calibration = replace(hands.tracker.calibration, masked=frozenset({hands.number("c1")}))
    hands.tracker = follow(Tracker(calibration), hands.state)
    kind = only(Reminder, hands.run(1.0))
    assert notice(hands.state, kind, SAY, secrets=False).text == (
        "The board does not sense the mummy on c1: enter its path by button."
    )
    count = len(hands.inferences)
    for cell in ("d1", "e1"):
        hands.slide("mummy", cell)
        hands.run(5.0)
    assert hands.inferences[count:] == []
    assert hands.played == []


def test_once_the_mummy_s_own_cell_is_read_again_the_board_is_asked_again(sit):
    """A chip that misses one look, as it may when the cable has just come in, is no cell left out."""
    hands = sit()
    cells = hands.tracker.settling.cells
    for unread, kind in ((frozenset({hands.number("c1")}), Reminder), (frozenset(), Waiting)):
        hands.now_s += 0.5
        frame = Frame(cells.values, hands.now_s, hands.state.maze.rows, cells.columns, Reading.LEVEL, unread)
        hands.tracker, news = evaluate(feed(hands.tracker, frame))
        assert isinstance(news, kind)
