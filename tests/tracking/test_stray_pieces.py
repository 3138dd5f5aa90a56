"""Pieces that do not stand where the game has them: never taken for a move, and named for what they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from board_hands import Hands, named, only, silent
from malediction_table import GRID, HUNTERS_AWAY, game, moving, prowling
from msgspec import structs
from sampling import crossed

from firmware_py.games.malediction.state import Move
from firmware_py.pages.board_care.calibration_page import learn_levels
from firmware_py.pages.malediction.board import why_nothing_follows
from firmware_py.sensing import Calibration
from firmware_py.tracking.position import Ambiguous, Matched, Mismatch, Reminder, Waiting
from firmware_py.tracking.tracker import Tracker, set_game_state
from firmware_py.words import speak
from hardware.simulated.magnets import HUNTER

SAY = speak("en")


@pytest.mark.parametrize(("cell", "face"), [("c3", "1"), ("e2", "4")])
def test_a_pawn_put_down_just_before_another_is_lifted_is_not_that_other(sit, cell, face):
    """Blue belongs on the stairs: whoever lifts red a tenth of a second later has not moved it there."""
    hands = sit(**moving(face))
    hands.place("blue", cell)
    hands.run(0.1)
    hands.lift("red")
    asked = only(Ambiguous, hands.run(3.0))
    assert (asked.actions, hands.played) == ((Move("Ada", to=cell),), [])


def test_nor_is_one_lifted_just_after_the_mover_came_beside_it(sit):
    """Turquoise comes from the stairs, and red is touched in the same moment and put right."""
    hands = sit(**moving("3", turn=1, at=("c3", "stairs", "stairs")))
    hands.place("turquoise", "b3")
    hands.run(0.02)
    hands.lift("red")
    hands.run(0.5)
    hands.place("red", "c3")
    hands.run(0.5)
    assert hands.played == [Move("Bo", to="b3")]


def test_a_pawn_on_the_cell_of_a_lifted_one_is_not_taken_for_it(sit):
    """Blue comes down on red's cell: all seems as it was, so the places are announced."""
    hands = sit(**moving())
    hands.place("blue", "c3")
    hands.run(0.1)
    hands.slide("red", "b2")
    hands.run(1.0)
    hands.lift("blue")
    hands.place("blue", "c2")
    hands.run(0.5)
    hands.lift("red")
    reported = only(Reminder, hands.run(3.0))
    assert "red pawn: c2" in SAY(reported.words)


@pytest.mark.parametrize("mover", [0, 1, 2])
@pytest.mark.parametrize("is_slid", [True, False])
@pytest.mark.parametrize("blue", ["stairs", "b1"])
def test_pawns_exchanged_one_after_the_other_have_not_moved(sit, mover, is_slid, blue):
    """Red stands where turquoise may go, and turquoise where red belongs: each was seen to go there, alone."""
    hands = sit(**moving(turn=mover, at=("c2", "c4", blue)))
    for pawn, *cells in ("red", "c3", "b3", "b4"), ("turquoise", "c3", "c2"), ("red", "c4"):
        if is_slid:
            hands.slide(pawn, *cells)
        else:
            hands.lift(pawn)
            hands.run(0.5)
            hands.place(pawn, cells[-1])
        hands.run(0.5)
    hands.run(3.0)
    assert not any(isinstance(news, Matched) for _, news in hands.inferences)
    if (mover, blue) != (2, "stairs"):  # then blue may have come down
        assert any(isinstance(news, Reminder) for _, news in hands.inferences)


def test_a_pawn_knocked_over_and_put_back_asks_nothing_about_the_mover(sit):
    """P19: turquoise goes and comes; red was never lifted, so it has not walked back to its own cell."""
    hands = sit(**moving("2"))
    hands.place("turquoise", "d4")
    hands.run(0.8)
    hands.place("turquoise", "c4")
    assert silent(hands.run(3.0))


def test_nor_when_the_other_one_is_taken_up_and_put_back_afterwards(sit):
    """The pawn that may move was lifted as well, and came home from nowhere else."""
    hands = sit(**moving("2"))
    hands.place("turquoise", "d4")
    hands.run(0.8)
    hands.place("turquoise", "c4")
    hands.run(0.8)
    hands.lift("red")
    hands.run(0.5)
    hands.place("red", "c2")
    assert not [news for news in hands.run(3.0) if isinstance(news, Ambiguous)]


@pytest.mark.parametrize("cell", ["c3", "f1"])
def test_a_piece_too_many_is_named_so_while_the_mover_is_in_place(sit, cell):
    """Blue belongs on the stairs: it is not red that stands on c3, or may not stand on f1."""
    hands = sit(**moving())
    hands.place("blue", cell)
    assert named(hands) == ("", f"A piece is where it does not belong: {cell}.")


def test_a_pawn_from_the_stairs_out_of_reach_is_not_a_piece_too_many(sit):
    """P18: on the stairs nobody is sensed, so the piece on f1 is the pawn that may move."""
    hands = sit(**moving(at=("stairs", "c4", "stairs")))
    hands.place("red", "f1")
    assert named(hands)[0] == "P18"


@pytest.mark.parametrize(
    ("path", "reported"),
    [
        ("e2 e3 e4 d4 d5", "The mummy may not end on d5. The mummy goes from cell to open cell; from d4: "),
        ("e2 e3 e4 f4", "The mummy may not end on f4. The mummy goes from cell to open cell; from e4: "),
    ],
)
def test_the_mummy_slid_through_a_wall_or_onto_rock_is_announced_so(path, reported):
    """P32: every cell of the path was sensed; only the map forbids it."""
    with Hands("serial", game(GRID, 3, **prowling(6))) as hands:
        hands.slide("mummy", *path.split())
        clause, reason = named(hands)
        assert clause == "P32"
        assert reason.startswith(reported)


def test_the_mummy_slid_through_the_stairs_is_announced_so():
    """P33: hunters are safe there."""
    with Hands("serial", game(GRID, 3, **prowling(6, mummy="a4"))) as hands:
        hands.slide("mummy", "a5", "b5")
        clause, reason = named(hands)
        assert clause == "P33"
        assert reason.startswith("The mummy may not end on a5. The mummy enters neither stairs nor dungeon; from a4: ")


def test_the_mummy_put_back_in_the_dungeon_is_no_pawn_that_has_gone_there(sit):
    """As long as the mummy stands there it is a cell like any other; red is in the hand."""
    hands = sit(**moving(mummy="f5"))
    hands.lift("red")
    hands.lift("mummy")
    hands.run(0.5)
    hands.place("mummy", "f5")
    clause, reason = named(hands)
    assert (clause, reason.split(".")[0]) == ("", "The board does not sense the red pawn")


@pytest.mark.parametrize("is_late", [True, False])
@pytest.mark.parametrize("each_s", [0.3, 0.5])
def test_the_mummy_slid_aside_and_back_is_no_pawn_from_the_stairs(sit, each_s, is_late):
    """Its field comes and goes like a pawn's; all three pawns could have come from there, and red has."""
    hands = sit(**moving("4", at=HUNTERS_AWAY))
    if is_late:
        hands.slide("mummy", "d1", each_s=each_s)
    hands.place("red", "b4")
    hands.run(0.2)
    if not is_late:
        hands.slide("mummy", "d1", each_s=each_s)
    hands.run(0.2)
    hands.slide("mummy", "e1", each_s=each_s)
    hands.run(2.0)
    assert hands.played == [Move("Ada", to="b4")]
    assert not any(isinstance(news, Ambiguous) for _, news in hands.inferences)


def test_a_pawn_that_is_felt_nowhere_is_told_its_own_cell_too(sit):
    """P19: with a 2 it may end where it was."""
    hands = sit(**moving("2"))
    hands.lift("red")
    assert "c2" in named(hands)[1].split("in the middle of ")[1]


@pytest.mark.parametrize("at", [("c2", "c4", "stairs"), ("c2", "c4", "d2")])
def test_another_pawn_lifted_before_the_handover_is_not_to_be_moved(sit, at):
    """P06: whatever comes next, it has not come yet, and a mission is not mentioned where there is none."""
    hands = sit(**moving(at=at))
    hands.slide("red", "c1")
    hands.run(1.0)
    hands.lift("turquoise")
    assert named(hands) == ("P06", "Do not move now: turquoise pawn.")


@pytest.fixture
def learnt() -> Iterator[Hands]:
    """Hands on a board of sensors that was learnt with its own pieces, red about to move two cells."""
    with Hands("serial", game(GRID, 3, **moving("2"))) as hands:
        hands.tracker = set_game_state(Tracker(Calibration(levels=learn_levels(36.0, 306.0))), hands.state)
        hands.run(1.0)
        yield hands


@pytest.mark.parametrize("offsets", [((0, 0), (0, 0)), ((0, 0), (0, 3)), ((-2, 0), (2, 0))])
def test_a_pawn_on_top_of_another_is_named_on_a_learnt_board(learnt, offsets):
    """P21: two hunters are sensed far below the mummy, and still stronger than one ever is."""
    learnt.place("turquoise", "c4", *offsets[0])
    learnt.run(1.0)
    learnt.lift("red")
    learnt.run(0.5)
    learnt.place("red", "c4", *offsets[1])
    assert named(learnt) == ("P21", "The red pawn may not end on c4. The turquoise pawn stands there.")


@pytest.mark.parametrize(("strength", "dx_mm"), [(1.5, 0.0), (1.5, 3.0), (1.0, 5.0), (0.7, 0.0)])
def test_a_strong_or_askew_or_weak_pawn_is_not_taken_for_two(learnt, strength, dx_mm):
    """Red is in the hand, and turquoise alone on its cell, which somebody has pushed into the middle."""
    learnt.magnets.pieces["turquoise"] = structs.replace(HUNTER, strength=strength * HUNTER.strength)
    learnt.place("turquoise", "c4", dx_mm)
    learnt.run(2.0)
    learnt.lift("red")
    if strength <= 1.0:
        learnt.place("turquoise", "c4")
    assert named(learnt)[1].startswith("The board does not sense the red pawn.")


@pytest.mark.parametrize("lifted", [(), ("red",)])
def test_a_sensor_that_senses_a_mummy_under_a_pawn_does_not_stop_the_mummy(lifted):
    """P48: there is one mummy, and it left its cell; nothing is announced about the pawn, at home or in the hand."""
    with Hands("serial", game(GRID, 3, **prowling(2))) as hands:
        hands.magnets.stuck[hands.number("c4")] = 90.0
        hands.run(2.0)
        for pawn in lifted:
            hands.lift(pawn)
        assert silent(hands.run(4.0))
        hands.slide("mummy", "e2", "e3")
        hands.run(0.5)
        assert hands.played == [Move("Mo", path=("e2", "e3"))]


def flapping(hands: Hands, cell: str, each_s: float, seconds: float) -> list[Any]:
    """Let a bad sensor come and go, and return the inferences."""
    reported: list[Any] = []
    for count in range(round(seconds / each_s)):
        hands.magnets.stuck[hands.number(cell)] = 0.0 if count % 2 else 60.0
        reported += hands.run(each_s)
    return reported


@pytest.mark.parametrize("kind", ["serial"], indirect=True)
def test_a_cell_that_comes_and_goes_slowly_does_not_prevent_a_move(sit):
    """A short move of the mummy must rest for longer than the cell does; the cell alone changes, and is left out."""
    hands = sit(**prowling(3))
    hands.slide("mummy", "e2")
    flapping(hands, "a4", 0.9, 14.0)
    assert hands.played == [Move("Mo", path=("e2",))]


@pytest.mark.parametrize("each_s", [0.4, 0.9, 1.5, 2.2, 2.8])
@pytest.mark.parametrize("cell", ["a4", "c4"])
def test_nor_a_fault_from_being_named_within_four_seconds(sit, cell, each_s):
    """P18: on an empty cell, or under a pawn with a weak magnet, what changes alone and back is not waited for."""
    hands = sit(**moving())
    hands.lift("red")
    hands.run(0.3)
    hands.place("red", "f1")
    down_s = hands.now_s
    hands.run(0.6)
    flapping(hands, cell, each_s, 4.5)
    at_s, named = next((at_s, news) for at_s, news in hands.inferences if isinstance(news, Mismatch))
    assert (named.clause, at_s - down_s < 4.0) == ("P18", True)


@pytest.mark.parametrize("after_s", [7.0, 8.2])
def test_nor_does_a_cell_at_fault_before_wherever_the_pawn_was_meanwhile(sit, after_s):
    """Turquoise seems to come and go while red is in the hand: which is which the board cannot know, nor need it."""
    hands = sit(**moving())
    flapping(hands, "c4", 2.0, 6.0)
    hands.inferences.clear()
    faulty = hands.number("c4")
    hands.magnets.stuck[faulty] = 0.0
    hands.run(after_s - 6.0)
    hands.lift("red")
    hands.run(0.4)
    hands.place("red", "f1")
    hands.run(0.4)
    for level_mt in (60.0, 0.0):
        hands.magnets.stuck[faulty] = level_mt
        hands.run(1.7)
    assert only(Mismatch, hands.run(0.0) or [news for _, news in hands.inferences]).clause == "P18"


def test_a_lifted_pawn_is_not_missed_earlier_because_it_lay_on_a_wrong_cell(sit):
    """P18: nor is one named the sooner for having been in the hand: either lasts three seconds."""
    hands = sit(**moving())
    hands.lift("red")
    hands.run(2.7)
    hands.place("red", "f1")
    assert silent(hands.run(2.7))
    hands.lift("red")
    assert silent(hands.run(2.7))


def test_nor_is_it_taken_for_one_that_lies_where_it_may_not(sit):
    """Blue has lain on d4 for a while; whoever lifts red then is about to move it."""
    hands = sit(**moving())
    hands.place("blue", "d4")
    hands.run(2.7)
    hands.lift("red")
    assert silent(hands.run(2.7))


def test_a_second_pawn_at_fault_neither_delays_the_message_nor_is_forgotten(sit):
    """Red is named when it has lain for three seconds, and what lies beside it when that has."""
    hands = sit(**moving())
    hands.slide("red", "d2", "e2")
    hands.run(2.5)
    hands.place("blue", "a4")
    first = only(Mismatch, hands.run(1.0))
    assert (first.clause, [fix.cell for fix in first.fixes]) == ("P18", ["c2", "e2"])
    assert [fix.cell for fix in only(Mismatch, hands.run(3.0)).fixes] == ["c2", "e2", "a4"]


def test_a_slowly_slid_pawn_is_missed_only_while_it_is_between_two_cells(sit):
    """Each cell of its way alone senses it come and go, but it is in the air then, and all is otherwise each time."""
    hands = sit(**moving("4"))
    hands.slide("red", "d2", "d3", "d4", "e4", each_s=1.5)
    hands.run(0.5)
    assert not [news for _, news in hands.inferences if isinstance(news, Mismatch)]
    assert hands.played == [Move("Ada", to="e4")]


def test_a_pawn_lifted_and_put_back_a_few_times_makes_no_cell_unsteady(sit):
    """Four times within twelve seconds is a player who thinks."""
    hands = sit(**moving())
    for _ in range(4):
        hands.lift("red")
        hands.run(1.0)
        hands.place("red", "c2")
        hands.run(1.0)
    assert hands.tracker.unsteady == ()


def test_a_sensor_at_its_lower_end_is_dead_so_a_move_there_is_asked_about():
    """A moment there is a disturbance; longer, the cell is left out, until its sensor reads something else again."""
    with Hands("serial", game(GRID, 3, **moving())) as hands:
        hands.magnets.stuck[hands.number("c1")] = -193.0
        hands.run(0.5)
        assert hands.tracker.unread == ()
        hands.run(1.0)
        assert hands.tracker.unread == ("c1",)
        hands.lift("red")
        assert only(Ambiguous, hands.run(3.0)).actions == (Move("Ada", to="c1"),)
        del hands.magnets.stuck[hands.number("c1")]
        hands.run(0.5)
        assert hands.tracker.unread == ()


def test_a_sensor_dead_for_a_minute_senses_nothing_once_it_works_again():
    """Its lower end was no zero to be followed: the empty cell had sensed a piece from then on."""
    with Hands("serial", game(GRID, 3, **moving())) as hands:
        hands.magnets.stuck[hands.number("d4")] = -193.0
        hands.run(60.0)
        del hands.magnets.stuck[hands.number("d4")]
        hands.run(5.0)
        assert hands.tracker.inference == Waiting()


def test_nor_does_a_cell_on_which_a_magnet_lay_upside_down(sit):
    """For half a minute; switches do not sense it at all."""
    hands = sit(**moving())
    good = hands.magnets.pieces["mummy"]
    hands.lift("mummy")
    hands.run(0.5)
    hands.magnets.pieces["mummy"] = structs.replace(good, polarity=-1)
    hands.place("mummy", "d4")
    hands.run(30.0)
    hands.lift("mummy")
    hands.run(0.5)
    hands.magnets.pieces["mummy"] = good
    hands.put_all_right()
    hands.run(5.0)
    assert hands.tracker.inference == Waiting()


@crossed
@pytest.mark.parametrize("late_s", [0.0, 0.1, 0.2])
def test_two_sensors_side_by_side_that_come_and_go_are_left_out(sit, late_s):
    """In whatever phase: no hand slides a piece to and fro as often, and the game goes on beside them."""
    hands = sit(**moving("1"))
    cells = {hands.number(cell): shift_s for cell, shift_s in (("a4", 0.0), ("b4", late_s))}
    on = hands.magnets.stuck
    for _ in range(400):
        for cell, shift_s in cells.items():
            is_on = (hands.now_s - shift_s) % 0.4 < 0.2
            on[cell] = 30.0 if is_on else 0.0
        hands.run(0.05)
    assert set(hands.tracker.unsteady) == {"a4", "b4"}


def test_a_piece_too_many_that_is_named_and_left_there_holds_up_no_move(sit):
    """A sensor that sticks, or a pawn that nobody puts away: whoever has read it moves all the same."""
    hands = sit(**moving())
    hands.magnets.stuck[hands.number("a4")] = 60.0
    assert [fix.cell for fix in only(Mismatch, hands.run(4.0)).fixes] == ["a4"]
    hands.slide("red", "c1")
    hands.run(0.6)
    assert hands.played == [Move("Ada", to="c1")]


def test_a_board_from_which_nothing_follows_says_what_it_believes(sit):
    """It counts cells and names none, and no piece; as soon as something follows it says nothing more."""
    hands = sit(**moving())
    for count in range(33):
        hands.place("red", ("e2", "f2")[count % 2])
        hands.run(2.0)
    assert why_nothing_follows(hands.tracker) == (
        "pieces move on the board and nothing follows: pieces watched and right, mummy watched and right; "
        "cells not believed: 0 left out, 0 not read, 0 changing too often, 0 contradicted by button"
    )
    hands.place("red", "c2")
    hands.run(2.0)
    assert why_nothing_follows(hands.tracker) == ""


@pytest.mark.parametrize(("apart_s", "messages"), [(0.01, 1), (0.1, 1), (0.2, 1), (0.5, 2)])
def test_what_goes_wrong_within_a_moment_is_said_at_once(sit, apart_s, messages):
    """One knock at the table is one message; nobody reads one that stands for a tenth of a second."""
    hands = sit(**moving("2"))
    hands.place("turquoise", "d4")
    hands.run(apart_s)
    hands.place("blue", "e2")
    said = [news for news in hands.run(5.0) if isinstance(news, Mismatch)]
    assert len(said) == messages
    assert {fix.cell for fix in said[-1].fixes} == {"c4", "d4", "e2"}
