"""What a board's readings mean beside a state of the game, cell by cell, and what of them is remembered."""

from __future__ import annotations

from itertools import product
from math import inf, nextafter

import pytest
from board_hands import Hands, only
from malediction_table import CORRIDOR, GRID, HUNTERS_AWAY, NAMES, game, moving, prowling
from msgspec.structs import replace

from firmware_py.games.malediction.legality import MUMMY
from firmware_py.games.malediction.state import Move
from firmware_py.games.seats import BoxSeat
from firmware_py.sensing import DEADLINE_S, PUT_BACK_S, REST_S, ROUNDING_S, SETTLE_S, SPREAD, Sensed
from firmware_py.tracking.hunters import Place, check_setup, follow_pieces, put_home
from firmware_py.tracking.mummy import Mummy, MummyTrack, Visit, infer, misplacement, supersede
from firmware_py.tracking.position import (
    SURE,
    Ambiguous,
    Confidence,
    Fix,
    Matched,
    Position,
    Unmoved,
    Waiting,
    cell_numbers,
    matches_exactly,
    matches_tolerantly,
    to_put_right,
)
from firmware_py.tracking.tracker import (
    accept,
    deadline_s,
    decline,
    evaluate,
    feed,
    set_game_state,
    with_pawns_at_rest,
    with_pieces_known,
)
from firmware_py.words import speak
from hardware.boards.frames import Frame

SAY = speak("en")
CELLS = ("b1", "c1", "d1", "e1", "f1")
EXPECTED = {"c1": Sensed.PIECE, "e1": Sensed.MUMMY}


def exactly(reading: dict[str, Sensed]) -> bool:
    return all(sensed is EXPECTED.get(cell, Sensed.NOTHING) for cell, sensed in reading.items())


def tolerantly(reading: dict[str, Sensed]) -> bool:
    """Or the mummy, sensed nowhere, is what its own cell takes for a piece."""
    is_askew = Sensed.MUMMY not in reading.values() and reading.get("e1") is Sensed.PIECE
    return exactly(reading) or (is_askew and exactly({**reading, "e1": Sensed.MUMMY}))


@pytest.mark.parametrize("unread", [*CELLS, None])
def test_all_that_five_cells_can_read_is_right_or_to_be_put_right(unread):
    """Each cell that is read and is wrong is named with what belongs there; only a mummy askew at home is let pass."""
    state = game(CORRIDOR, 2, at=("c1", "stairs"), mummy="e1")
    belongs = {"c1": 0, "e1": MUMMY}
    read = [cell for cell in CELLS if cell != unread]
    for sensed in product((Sensed.NOTHING, Sensed.PIECE, Sensed.MUMMY), repeat=len(read)):
        reading = dict(zip(read, sensed, strict=True))
        pieces, mummies = (
            frozenset(cell for cell, what in reading.items() if what is kind) for kind in (Sensed.PIECE, Sensed.MUMMY)
        )
        position = Position(frozenset(read), pieces, mummies)
        assert matches_exactly(state, position) is exactly(reading), reading
        assert matches_tolerantly(state, position) is tolerantly(reading), reading
        wrong = tuple(Fix(cell, belongs.get(cell)) for cell in read if not exactly({cell: reading[cell]}))
        assert to_put_right(state, position) == wrong, reading


def test_once_all_pieces_stand_right_nothing_is_remembered_of_where_they_were():
    """Each is known to stand on its cell, and what its cell reads now is what it reads at rest."""
    with Hands("serial", game(GRID, 3, **moving())) as hands:
        cell = hands.number("c4")
        before_mt = hands.tracker.settling.cells.resting_mt[cell]
        hands.lift("turquoise")
        hands.run(0.5)
        hands.place("turquoise", "c4", 3.0)
        hands.run(0.1)
        assert hands.tracker.placements.of(1).since_s > 0
        hands.run(2.0)
        assert hands.tracker.placements.of(1) == Place(cell)
        cells = hands.tracker.settling.cells
        now_mt = cells.values[cell] - cells.calibration.offsets_mt[cell]
        assert cells.resting_mt[cell] == pytest.approx(now_mt, abs=0.5) != pytest.approx(before_mt, abs=0.5)


def test_while_the_mummy_rests_a_pawn_astray_is_still_known_to_be_astray():
    """In its turn the pawns do not matter, and all that is known of them is kept."""
    with Hands("serial", game(GRID, 3, **prowling())) as hands:
        hands.slide("red", "c3", "d3")
        hands.slide("mummy", "e2", "e1")
        hands.run(3.0)
        assert hands.tracker.placements.of(0).at == hands.number("d3")


def test_the_path_of_a_mummy_that_was_carried_and_is_home_again_begins_again():
    """Where it was is forgotten, so what it slides next is shown from the first cell on."""
    with Hands("serial", game(GRID, 3, **prowling(6, at=HUNTERS_AWAY))) as hands:
        for cell in ("c1", "e1"):
            hands.lift("mummy")
            hands.run(0.6)
            hands.place("mummy", cell)
            hands.run(0.6)
        hands.run(3.0)
        assert hands.played == []
        assert hands.tracker.mummy.track.visits == ()
        hands.slide("mummy", "e2")
        assert hands.tracker.path == ("e2",)


def test_who_is_next_forgets_no_pawn_that_stands_elsewhere(sit):
    """Neither one that is astray, nor one whose move may still be another one."""
    hands = sit(**moving())
    hands.place("red", "c1")
    hands.run(0.5)
    moved = set_game_state(hands.tracker, replace(hands.state, locked=1), before=hands.tracker.before)
    assert moved.placements.of(0).at == hands.number("c1")
    hands.slide("turquoise", "b4")
    hands.run(0.1)
    astray = set_game_state(hands.tracker, replace(hands.state, locked=1))
    assert astray.placements.of(1).at == hands.number("b4")


@pytest.mark.parametrize(
    ("by_box", "path", "rest_s", "lost", "misplaced"),
    [
        (False, ("d1", "c1", "c2"), REST_S, "moved, or caught a pawn?", "Hunters: check your pawns, too."),
        (True, ("d1", "c1", "c2", "c3"), SETTLE_S, "moved?", "in the game."),
    ],
)
def test_where_the_box_hunts_the_board_knows_no_pawn(by_box, path, rest_s, lost, misplaced):
    """The mummy meets none on its way, a short rest ends its way, and no sentence speaks of pawns."""
    boxes = tuple((player, BoxSeat("hunter", 1, 1)) for player in NAMES[:3]) if by_box else ()
    with Hands("serial", game(GRID, 3, **prowling(6, boxes=boxes))) as hands:
        assert SAY(misplacement(hands.state).reason).endswith(misplaced)
        arrived_s = hands.slide("mummy", "d1", "c1", "c2", "c3")
        hands.run(0.1)
        for late_s, is_reported in ((-0.1, False), (0.1, True)):
            _, news = evaluate(hands.tracker, arrived_s + rest_s + late_s)
            assert (news == Matched(Move("Mo", path=path))) is is_reported
    with Hands("serial", game(GRID, 3, **prowling(6, boxes=boxes))) as hands:
        hands.lift("mummy")
        assert SAY(only(Ambiguous, hands.run(4.0)).question).endswith(lost)


def test_something_follows_at_the_very_moment_until_which_it_is_waited_for(sit):
    """From the clock where sensors follow the pieces, else from the frame that shows that nothing has changed."""
    hands = sit(**moving())
    now_s = hands.now_s
    at_s = now_s - (DEADLINE_S - ROUNDING_S) if hands.tracker.tells_mummy else hands.tracker.settling.confirmed_s
    for until_s, is_time in ((at_s, True), (nextafter(at_s, inf), False)):
        waiting = replace(hands.tracker, until_s=until_s, is_due=False)
        assert (evaluate(waiting, now_s)[0] is not waiting) is is_time


@pytest.mark.parametrize(("has_board", "has_game"), [(False, False), (True, False), (False, True)])
def test_nothing_follows_without_a_board_or_without_a_game(has_board, has_game):
    """Whatever is asked of the tracker, it stays as it is."""
    with Hands("serial", game(GRID, 3, **moving())) as hands:
        whole = replace(hands.tracker, confidence=Confidence())
    tracker = replace(
        whole, settling=whole.settling if has_board else None, state=whole.state if has_game else None, is_due=True
    )
    assert accept(tracker, whole.state, Move("Ada", to="c1")) is tracker
    assert decline(tracker) is tracker
    assert evaluate(tracker, 9.0) == (tracker, None)
    assert with_pieces_known(tracker, 9.0) is tracker
    assert with_pawns_at_rest(tracker, refresh=True) is tracker
    assert deadline_s(tracker) == inf


@pytest.mark.parametrize("is_there", [False, True])
@pytest.mark.parametrize("is_right", [False, True])
def test_of_the_mummy_is_known_whether_anything_stands_on_its_cell(sit, is_there, is_right):
    """As a pawn's move is accepted; of the pawns, whether all stand right."""
    hands = sit(**moving())
    if not is_there:
        hands.lift("mummy")
    if not is_right:
        hands.place("blue", "e3")
    hands.run(0.3)
    tracker = accept(hands.tracker, hands.state, Move("Ada", to="c1"))
    assert tracker.mummy.confidence == Confidence(True, is_there)
    assert tracker.confidence == Confidence(True, is_right and is_there)


@pytest.mark.parametrize(
    ("turn", "piece", "cell", "is_sure"),
    [
        (moving(), "mummy", "e1", True),
        (prowling(), "mummy", "e1", False),
        (prowling(), "red", "c2", True),
        (prowling(), "red", "d3", False),
    ],
)
def test_a_mummy_off_its_centre_is_in_place_in_a_hunter_s_turn_alone(turn, piece, cell, is_sure):
    """In its own the pawns are known to stand right only once everything does, as nothing else is said of them."""
    with Hands("serial", game(GRID, 3, **turn)) as hands:
        hands.place(piece, cell, 9.0 if piece == "mummy" else 0.0)
        hands.run(0.2)
        unsure = replace(hands.tracker, confidence=Confidence(), is_due=True)
        assert evaluate(unsure, hands.now_s + 5.0)[0].confidence == (SURE if is_sure else Confidence())


@pytest.mark.parametrize("rests", ["as usual", "strongly"])
def test_a_cell_is_crowded_from_the_very_level_that_one_pawn_cannot_cause(rests):
    """And, where a strong magnet rests, from clearly more than that one causes."""
    with Hands("serial", game(GRID, 3, **moving())) as hands:
        settling, number = hands.tracker.settling, hands.number("c4")
    two_mt = settling.cells.calibration.levels.two_mt
    resting_mt = 0.0 if rests == "as usual" else two_mt
    limit_mt = max(two_mt, (1 + 2 * SPREAD) * resting_mt)

    def is_crowded(reads_mt):
        values, resting = list(settling.cells.values), list(settling.cells.resting_mt)
        values[number], resting[number] = reads_mt, resting_mt
        cells = replace(
            settling.cells,
            values=tuple(values),
            resting_mt=tuple(resting),
            calibration=replace(settling.cells.calibration, offsets_mt=(0.0,) * len(values)),
        )
        tracker = replace(hands.tracker, settling=replace(settling, cells=cells))
        return tracker.evidence(hands.state, 9.0).is_crowded("c4")

    assert is_crowded(limit_mt)
    assert not is_crowded(nextafter(limit_mt, 0.0))


def test_of_two_pieces_in_the_air_it_is_guessed_which_came_down_first_and_last():
    """The first had a rival; the last had none, but is the rival of a guess. A piece that was lifted alone is known."""
    before = put_home({0: 3, 1: 9}, None, frozenset({3, 9}), 0.0)
    alone = follow_pieces(before, (3,), (5,), (), 1.0, 6)
    assert not alone.of(0).is_guess
    first = follow_pieces(before, (3, 9), (5,), (), 1.0, 6)
    both = follow_pieces(first, (), (7,), (), 1.0, 6)
    assert [first.on(5) is not None, first.of(first.on(5)).is_guess] == [True, True]
    assert [both.of(piece).is_guess for piece in (0, 1)] == [True, True]


def test_the_mummy_s_path_is_shown_once_it_is_sure_and_its_turn_has_been_looked_at():
    """Else it may have come there in a hand."""
    slid = MummyTrack(game(GRID, 3, **prowling()), "d1", 8.0, (Visit("d1"),))
    assert Mummy(SURE, slid).path == ("d1",)
    assert Mummy(SURE, replace(slid, since_s=inf)).path == Mummy(Confidence(), slid).path == Mummy(SURE).path == ()


@pytest.mark.parametrize(("missed_s", "due_s"), [(None, 8.0 + PUT_BACK_S), (9.0, 9.0 + PUT_BACK_S)])
def test_a_mummy_elsewhere_has_time_to_be_put_back(missed_s, due_s):
    """From when it came there, or was missed at home."""
    state = game(GRID, 3, **prowling())
    mummy = Mummy(Confidence(True, False), MummyTrack(state, "d1", 8.0), missed_s=missed_s)
    position = Position(frozenset(state.maze.cells), frozenset({"c2", "c4"}), frozenset({"d1"}))
    assert infer(mummy, state, position, due_s - 0.01, tells_mummy=True) == Waiting(due_s)
    assert infer(mummy, state, position, due_s, tells_mummy=True) == misplacement(state)


def test_pieces_that_were_just_touched_are_waited_for(sit):
    """Until they have settled."""
    hands = sit(**moving())
    changed_s = hands.tracker.settling.changed_s
    seen = hands.tracker.evidence(hands.state, changed_s)
    assert check_setup(hands.state, seen) == Waiting(changed_s + SETTLE_S)


def test_a_guessed_piece_that_comes_home_sets_the_guess_right():
    """It stands at home, and the other one is where it was thought to be."""
    before = put_home({0: 3, 1: 9}, None, frozenset({3, 9}), 0.0)
    first = follow_pieces(before, (3, 9), (5,), (), 1.0, 6)
    guessed = first.on(5)
    home = before.homes[guessed]
    both = follow_pieces(first, (), (home,), (), 2.0, 6)
    assert (both.on(home), both.on(5)) == (guessed, 1 - guessed)


@pytest.mark.parametrize(("phase", "is_believed"), [("begin", True), ("move", False), ("mummy_roll", False)])
def test_a_calm_cell_is_believed_again_as_a_turn_begins(sit, phase, is_believed):
    """Not in the middle of one, where it may be named."""
    hands = sit(**moving())
    number = hands.number("e3")
    settling = replace(hands.tracker.settling, unsteady=frozenset({number}), recent_changes=())
    tracker = replace(hands.tracker, settling=settling, state=replace(hands.state, phase=phase), is_due=True)
    after, _ = evaluate(tracker, hands.now_s + 60.0)
    assert after.unsteady == (() if is_believed else ("e3",))


def test_a_map_s_cells_beside_the_board_have_no_number():
    """Neither to its right nor below it."""
    with Hands("serial", game(GRID, 3, **moving())) as hands:
        cells, maze = hands.tracker.settling.cells, hands.state.maze
    small = replace(cells, columns=4, now=cells.now[:12])
    assert cell_numbers(maze, small, ("a1", "d1", "e1", "f1")) == {0, 3}
    assert cell_numbers(maze, small, ("a3", "d3", "a4")) == {8, 11}


@pytest.mark.parametrize(("was_due", "is_lifted"), [(False, False), (False, True), (True, False)])
def test_a_frame_takes_no_look_away_and_a_mummy_on_its_way_brings_one(was_due, is_lifted):
    """At once, before any cell is believed to have changed."""
    with Hands("serial", game(GRID, 3, **prowling())) as hands:
        tracker, at_s = replace(hands.tracker, is_due=was_due), hands.now_s + 0.01
        cells, home = tracker.settling.cells, hands.number("e1")
        reads = list(cells.values)
        if is_lifted:
            reads[home] = cells.calibration.offsets_mt[home]
        after = feed(tracker, Frame(tuple(reads), at_s, hands.state.maze.rows, cells.columns, "millitesla"))
    assert after.settling.cells.sensed == cells.sensed
    assert after.is_due is (was_due or is_lifted)


def test_after_a_gap_a_mummy_elsewhere_has_time_to_be_put_back_before_its_move_is_taken_back():
    """Nobody saw how it went on; at home, or in a hand, its move stands."""
    state = game(GRID, 3, **prowling())
    moved = replace(state, mummy="d1"), (state, Move("Mo", path=("d1",)))
    position = Position(frozenset(state.maze.cells), frozenset({"c2", "c4"}), frozenset())

    def after_gap(here, now_s):
        track = MummyTrack(state, here, 8.0)
        return supersede(Mummy(Confidence(False, True), track), moved[0], position, moved[1], now_s)

    assert after_gap("d2", 8.0 + PUT_BACK_S - 0.01) == Waiting(8.0 + PUT_BACK_S)
    assert after_gap("d2", 8.0 + PUT_BACK_S) == Unmoved()
    assert after_gap("d1", 99.0) is after_gap(None, 99.0) is None


@pytest.mark.parametrize(
    ("turn", "piece", "to", "on"), [(moving("3"), "red", "d2", "d1"), (prowling(3), "mummy", "d1", "d2")]
)
def test_only_a_mummy_that_goes_on_from_where_it_rested_goes_on(turn, piece, to, on):
    """What a pawn does says nothing of it."""
    with Hands("serial", game(GRID, 3, **turn)) as hands:
        hands.slide(piece, to)
        hands.run(2.0)
        assert len(hands.played) == 1
        assert not hands.tracker.mummy.goes_on
        hands.slide(piece, on)
        hands.run(0.1)
        assert isinstance(hands.tracker.inference, Waiting)
        assert hands.tracker.mummy.goes_on is (piece == "mummy")
