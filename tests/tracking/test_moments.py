"""How long after a piece was touched something follows, and what is remembered from one turn to the next."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import inf, nextafter
from typing import Any

import pytest
from board_hands import Hands
from malediction_table import GRID, game, moving, prowling
from msgspec.structs import replace

from firmware_py.games.malediction.state import Move
from firmware_py.sensing import FRAME_S, MISMATCH_S, MOST_NOISE_MT, PUT_BACK_S, REST_S, SETTLE_S, Sensed
from firmware_py.tracking.hunters import (
    HAND,
    OFF,
    Place,
    Placements,
    check_setup,
    follow_pieces,
    infer,
    infer_after_gap,
    put_home,
)
from firmware_py.tracking.mummy import MummyTrack, Visit, begin_turn, sense
from firmware_py.tracking.position import Ambiguous, Fix, Matched, Mismatch, Reminder, Waiting, once
from firmware_py.tracking.tracker import Tracker, set_game_state
from firmware_py.words import speak, words

SAY = speak("en")
LATE_S = 0.04
"""From a touch to the frame that shows it, and from a moment to the next look."""

Deed = Callable[[Hands], Any]


def by_button(hands: Hands) -> None:
    """Play a move by button; the pawn is put elsewhere meanwhile."""
    hands.act(Move("Ada", to="c1"))
    hands.place("red", "e3")


def exchange(hands: Hands) -> None:
    """Let two pawns change places, one after the other."""
    for pawn, cell in ("red", "b4"), ("turquoise", "c2"), ("red", "c4"):
        hands.lift(pawn)
        hands.run(0.5)
        hands.place(pawn, cell)
        hands.run(0.05)


HUNTERS: dict[str, tuple[dict[str, Any], Deed, type, float]] = {
    "a legal move": (moving(), lambda hands: hands.place("red", "c1"), Matched, SETTLE_S),
    "a place out of reach": (moving(), lambda hands: hands.place("red", "e3"), Mismatch, MISMATCH_S),
    "a pawn in a hand": (moving(), lambda hands: hands.lift("red"), Mismatch, MISMATCH_S),
    "another pawn in a hand": (moving(), lambda hands: hands.lift("turquoise"), Mismatch, MISMATCH_S),
    "a way back": (moving("2"), lambda hands: hands.slide("red", "c1", "c2", each_s=0.1), Ambiguous, REST_S),
    "pawns exchanged": (moving(), exchange, Reminder, REST_S),
    "elsewhere than by button": (moving(), by_button, Mismatch, PUT_BACK_S),
    "a missed mummy": (moving(), lambda hands: hands.lift("mummy"), Mismatch, MISMATCH_S),
}
MUMMYS: dict[str, tuple[dict[str, Any], Deed, type, float]] = {
    "a rest where it may go on": (prowling(), lambda hands: hands.slide("mummy", "d1"), Matched, REST_S),
    "a rest with all steps used": (prowling(1), lambda hands: hands.slide("mummy", "d1"), Matched, SETTLE_S),
    "a way too long": (prowling(1), lambda hands: hands.slide("mummy", "d1", "d2"), Mismatch, REST_S),
    "a mummy in a hand": (prowling(), lambda hands: hands.lift("mummy"), Ambiguous, MISMATCH_S),
    "a mummy in a corner of two ways": (prowling(2), lambda hands: carry(hands, "d2"), Mismatch, MISMATCH_S),
}


def carry(hands: Hands, to: str) -> None:
    hands.lift("mummy")
    hands.run(1.0)
    hands.place("mummy", to)


def follows_after_s(hands: Hands, deed: Deed, news: type) -> float:
    """How long after the last change on the board the first inference of a kind comes, before which there is none."""
    deed(hands)
    first = len(hands.inferences)
    hands.run(0.05)
    changed_s = hands.tracker.settling.changed_s
    hands.run(4.0)
    at_s, found = next((at_s, found) for at_s, found in hands.inferences[first:] if not isinstance(found, Waiting))
    assert isinstance(found, news), found
    return at_s - changed_s


@pytest.mark.parametrize("name", HUNTERS)
def test_in_a_hunter_s_turn_each_kind_of_news_has_its_moment(sit, name):
    """Not a moment earlier, so that nobody is told of a piece on its way; and no later."""
    changes, deed, news, after_s = HUNTERS[name]
    assert follows_after_s(sit(**changes), deed, news) == pytest.approx(after_s, abs=LATE_S)


@pytest.mark.parametrize("name", MUMMYS)
def test_in_the_mummy_s_turn_each_kind_of_news_has_its_moment(name):
    """Sensors follow it."""
    changes, deed, news, after_s = MUMMYS[name]
    with Hands("serial", game(GRID, 3, **changes)) as hands:
        assert follows_after_s(hands, deed, news) == pytest.approx(after_s, abs=LATE_S)


def test_only_a_board_of_sensors_tells_the_mummy_from_a_pawn():
    """Switches do not, and no board tells nothing, of no cell, and knows no path."""
    assert not Tracker().tells_mummy
    assert Tracker().path == Tracker().unsteady == Tracker().unread == ()
    for kind, tells in (("i2c", False), ("serial", True)):
        with Hands(kind, game(GRID, 3, **moving())) as hands:
            assert hands.tracker.tells_mummy is tells


def test_in_a_hunter_s_turn_the_mummy_has_no_path():
    """It is not its turn, wherever it is slid."""
    with Hands("serial", game(GRID, 3, **prowling())) as hands:
        hands.slide("mummy", "d1")
        hands.run(0.3)
        assert hands.tracker.path == ("d1",)
        hunters = replace(hands.tracker, state=replace(hands.state, **moving()))
        assert hunters.mummy.path == ("d1",)
        assert hunters.path == ()


def test_only_who_plays_on_by_button_contradicts_the_board(sit):
    """A cell that was named is not believed then: not after a move by the board, nor by what dice show."""
    hands = sit(**moving())
    hands.place("blue", "e3")
    hands.run(4.0)
    assert Fix("e3", None) in hands.tracker.inference.fixes
    on, dice = replace(hands.state, at=("c1", "c4", "stairs")), replace(hands.state, phase="choose")

    def disbelieved(state: Any, **how: Any) -> frozenset[str]:
        return set_game_state(hands.tracker, state, **how).disbelieved

    assert disbelieved(on) == disbelieved(dice) == disbelieved(dice, by_button=True) == set()
    assert disbelieved(on, by_button=True) == {"e3"}


def test_a_missed_mummy_is_missed_from_one_hunter_s_turn_to_the_next(sit):
    """The time goes on; but it begins again with the mummy's own turn, and where the game moves it."""
    hands = sit(**moving())
    hands.lift("mummy")
    hands.run(1.0)
    missed_s = hands.tracker.mummy.missed_s
    assert missed_s is not None

    def later(**changes: Any) -> float | None:
        return set_game_state(hands.tracker, replace(hands.state, **changes)).mummy.missed_s

    assert later(turn=1) == missed_s
    assert later(**prowling()) is None
    assert later(mummy="e2") is None


def test_where_two_pieces_are_missed_none_is_blamed_after_a_gap(sit):
    """Which of them went where nobody saw."""
    hands = sit(**moving())
    with hands.unplugged():
        hands.place("red", "e3")
        hands.place("turquoise", "a2")
    hands.run(2.0)
    found = hands.tracker.inference
    assert isinstance(found, Mismatch)
    assert (found.missed, found.clause) == (2, "")
    assert SAY(found.reason) == "The pieces do not stand as they do in the game."


@pytest.mark.parametrize(
    "changes", [{"phase": "begin", "face": None}, {"phase": "choose", "face": None, "faces": ("2", "1")}, {"face": "1"}]
)
def test_a_pawn_back_home_is_asked_about_only_where_it_may_end_there(sit, changes):
    """Not before its face is known, nor with a face that leads elsewhere."""
    hands = sit(**moving("2") | changes)
    hands.slide("red", "c1", "c2", each_s=0.6)
    assert not [news for news in hands.run(3.0) if isinstance(news, Ambiguous)]


@pytest.mark.parametrize(("held_s", "is_slid"), [(SETTLE_S, True), (SETTLE_S + 0.001, False)])
def test_a_slide_may_be_between_two_cells_as_long_as_a_piece_settles(held_s, is_slid):
    """Who holds it longer as the die is told has it in the hand, or has carried it: that was no slide."""
    with Hands("serial", game(GRID, 3, **prowling())) as hands:
        cells = replace(hands.tracker.settling.cells, ticked_s=8.0 + held_s)
        public = hands.tracker.mummy.track.public
        between = MummyTrack(public, None, 8.0, (Visit("d1"),))
        carried = MummyTrack(public, "d1", 8.0, (Visit("d1", held_s),))
        assert cells.sensed[hands.number("e1")] is Sensed.MUMMY
        assert bool(begin_turn(between, public, cells).visits) is is_slid
        assert bool(begin_turn(carried, public, cells).visits) is is_slid


def test_of_two_pieces_too_many_no_rule_is_named(sit):
    """Which of them is the pawn that may move, nobody knows; of one, the rule says why it may not stay there."""
    hands = sit(**moving(at=("c2", "stairs", "stairs")))
    hands.lift("red")
    hands.place("blue", "e3")
    hands.run(0.1)
    hands.place("turquoise", "a2")
    hands.run(4.0)
    assert SAY(hands.tracker.inference.reason) == "A piece is where it does not belong: a2, e3."
    hands.lift("turquoise")
    hands.run(4.0)
    assert "may not end on e3" in SAY(hands.tracker.inference.reason)


@pytest.mark.parametrize(
    ("deed", "of", "after_s", "news"),
    [
        (lambda hands: hands.place("red", "c1"), infer, SETTLE_S, Matched),
        (lambda hands: hands.place("red", "e3"), infer, MISMATCH_S, Mismatch),
        (lambda hands: hands.lift("red"), infer, MISMATCH_S, Mismatch),
        (lambda hands: hands.lift("turquoise"), infer, MISMATCH_S, Mismatch),
        (lambda hands: hands.place("red", "c1"), check_setup, PUT_BACK_S, Mismatch),
        (lambda hands: hands.place("red", "c1"), infer_after_gap, PUT_BACK_S, Ambiguous),
        (lambda hands: hands.place("red", "e3"), infer_after_gap, PUT_BACK_S, Mismatch),
    ],
)
def test_news_comes_at_the_very_moment_until_which_it_is_waited_for(sit, deed, of, after_s, news):
    """A loop that wakes at its deadline need not wake again; just before it there is nothing but to wait."""
    hands = sit(**moving())
    deed(hands)
    hands.run(0.1)
    due_s = hands.tracker.settling.changed_s + after_s
    state = hands.state

    def at(now_s: float) -> Any:
        return of(state, hands.tracker.evidence(state, now_s))

    assert isinstance(at(due_s), news)
    assert isinstance(at(due_s - 1e-6), Waiting)
    assert due_s - SETTLE_S <= at(due_s - 1e-6).until_s <= due_s


def test_waiting_ends_when_it_says() -> None:
    """At that moment, not after it."""
    asked = Reminder(words("?"))
    assert once(2.0, 2.0, asked) is asked
    assert once(2.0, 1.999, asked, may_move=True) == Waiting(2.0, may_move=True)


def test_what_cells_read_counts_only_while_the_mummy_is_between_two() -> None:
    """For as long as it settles at most: afterwards it is in a hand, and whatever is done elsewhere is no slide."""
    with Hands("serial", game(GRID, 3, **prowling())) as hands:
        cells, public = hands.tracker.settling.cells, hands.tracker.mummy.track.public
        between = MummyTrack(public, None, 8.0, gap=(cells.values,))
        assert len(sense(between, cells, cells, 8.0 + SETTLE_S).gap) == 2
        assert len(sense(between, cells, cells, 8.001 + SETTLE_S).gap) == 1
        assert len(sense(replace(between, here="e1"), cells, cells, 8.1).gap) == 1


@pytest.mark.parametrize(("home", "mover", "is_guess"), [*product([5, OFF], [0, 2], [False, True])])
def test_a_piece_in_another_s_place_is_sure_to_be_a_stranger_or_may_be_its_owner(home, mover, is_guess):
    """It surely is one if nothing else can have gone there, or if it came from the stairs although another may move."""
    found = Placements({0: home, 1: 9}, mover, {0: Place(9, is_guess=is_guess)})
    assert found.is_sure({9: 1}) is (is_guess and not (home == OFF and mover != 0))
    assert found.is_sure({9: 0})
    assert found.is_sure({8: 1})


@pytest.mark.parametrize(
    ("mover", "to", "late_s", "is_the_one"),
    [(0, 4, 0.0, True), (0, 4, FRAME_S, True), (0, 4, FRAME_S + 0.001, False), (1, 4, 0.0, False), (0, 5, 0.0, False)],
)
def test_a_piece_sensed_beside_its_cell_before_it_has_left_is_that_one(mover, to, late_s, is_the_one):
    """Within a frame, on a cell beside it, and where no piece from the stairs is on its turn."""
    before = put_home({0: 3, 1: OFF}, mover, frozenset({3}), 0.0)
    came = replace(before, places={**before.places, 1: Place(to, since_s=0.0)})
    after = follow_pieces(came, (3,), (), (), late_s, 6)
    assert after.on(to) == (0 if is_the_one else 1)
    assert after.of(0).at == (to if is_the_one else HAND)
    assert after.of(0).has_strayed is is_the_one
    assert after.of(1).at == (OFF if is_the_one else to)


def test_a_heap_on_a_pawn_s_cell_is_a_piece_that_does_not_belong_there(sit):
    """Where a pawn belongs and something as strong as the mummy stands, something came, and nothing is in the air."""
    hands = sit(**moving())
    seen = hands.tracker.evidence(hands.state, 99.0)
    position = replace(seen.position, pieces=seen.position.pieces - {"c4"}, mummies=frozenset({"e1", "c4"}))
    found = infer(hands.state, replace(seen, position=position))
    assert SAY(found.reason) == "A piece is where it does not belong: c4."


def test_a_cell_has_swung_as_the_mummy_went_by_only_beyond_all_noise():
    """What noise alone can do counts for no way."""
    with Hands("serial", game(GRID, 3, **prowling())) as hands:
        cells, public = hands.tracker.settling.cells, hands.tracker.mummy.track.public
        number, other, to = (hands.number(cell) for cell in ("c4", "c5", "d1"))
    calm = (0.0,) * len(cells.values)

    def reads(**sensed):
        return replace(cells, now=tuple(sensed.get(f"at_{n}", Sensed.NOTHING) for n in range(len(calm))))

    swung = list(calm)
    swung[number], swung[other] = MOST_NOISE_MT, nextafter(MOST_NOISE_MT, inf)
    between = MummyTrack(public, None, 8.0, gap=(calm, tuple(swung)))
    came = sense(between, reads(), reads(**{f"at_{to}": Sensed.MUMMY}), 8.0 + 2 * SETTLE_S)
    assert list(came.visits[-1].swing_mt) == ["c5"]
