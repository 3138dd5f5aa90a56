"""Two games played by hand on magnetic boards, differing in hidden facts only: nobody at the table notices (P48, P49).

Why the hands keep their own time: how long a pawn is in the air, and on how many cells it is felt, depends on where it
stands and goes. Whoever looks at the screen's light, listens, or reads a page for everybody must not notice that.
"""

from dataclasses import replace

import pytest
from malediction_device import THREE, stand
from twins import ADAS, EACH, HERS, points_at, turn, twins

from firmware_py.config.file import BoardConfig, Config, ScreenConfig
from firmware_py.games.malediction.actions import Choose, Roll
from firmware_py.grid import cell_position
from firmware_py.pages.stack import Press
from firmware_py.sensing.cells import Levels
from hardware.simulated.magnets import HUNTER

DIM_S = 10.0


@pytest.fixture
def begin(kind, tmp_path):
    """Return how to let twins begin who have played so far, with a magnetic board each on which all pieces stand."""
    opened = []

    def begun(played):
        board = BoardConfig(kind=kind, rows=5 if kind == "i2c" else 10, columns=5)
        config = Config(language="en", board=board, screen=ScreenConfig(dim_after_s=DIM_S))
        opened.append(twins(tmp_path, THREE, config, played))
        pair = opened[-1].__enter__()
        pair.handle(*(stand,) * 2, seconds=1.5)
        return pair

    yield begun
    for pair in opened:
        pair.__exit__(None, None, None)


def leave(box):
    """Leave the pieces alone."""
    box.wait(0.0)


def carried(piece, to, air_s):
    """Return hands that lift a piece, keep it for a while and put it down."""

    def hands(box):
        box.lift(piece)
        box.wait(air_s)
        box.place(piece, to)

    return hands


def dabbed(piece, cell, seconds=0.3, askew_mm=0.0):
    """Return hands that hold a piece against a cell for a moment, or beside its middle."""

    def hands(box):
        box.place(piece, cell, askew_mm)
        box.wait(seconds)
        box.lift(piece)

    return hands


def placed(piece, cell, askew_mm=0.0):
    """Return hands that put a piece down, or hold it beside the middle of a cell."""
    return lambda box: box.place(piece, cell, askew_mm)


def lifted(piece):
    """Return hands that take a piece off the board."""
    return lambda box: box.lift(piece)


def slid(piece, *cells):
    """Return hands that slide a piece."""
    return lambda box: box.slide(piece, cells)


def stepped(piece, *cells):
    """Return hands that set a piece from cell to cell, so that no magnet draws it there earlier."""

    def hands(box):
        for cell in cells:
            box.place(piece, cell)
            box.wait(0.2)

    return hands


@pytest.mark.parametrize(
    ("kind", "shown"),
    [("i2c", "the hunters' page"), ("i2c", "the curtain"), ("serial", "the announcement")],
    indirect=["kind"],
)
def test_a_pawn_that_moves_neither_wakes_the_screen_nor_says_anything(begin, shown):
    """However long it is in the air, whether it is slid or put down, early or late, and on which page."""
    pair = begin(ADAS)
    pair.play(*(Choose("Ada", "1"),) * 2)
    if shown != "the announcement":
        pair.listen()
    if shown == "the curtain":
        pair.push(Press("back"))
    pair.handle(leave, leave, seconds=DIM_S)
    assert pair.one.app.is_dimmed
    pair.handle(carried("red", "a3", 4.0), slid("red", "b4"), seconds=8.0)
    assert pair.one.app.is_dimmed
    pair.hand_over("a3", "b4")
    assert [side.state.at[0] for side in pair.sides] == ["a3", "b4"]


def test_a_pawn_lifted_and_put_back_on_its_cell_has_gone_nowhere_for_all_anybody_can_tell(begin):
    """P19: with a 2 it may end there, and nothing has moved; the other one goes elsewhere and is felt there."""
    pair = begin(ADAS)
    pair.play(*(Choose("Ada", "2"),) * 2)
    pair.listen()
    pair.handle(carried("red", "a4", 1.0), carried("red", "c4", 3.5))
    pair.hand_over("a4", "c4")
    assert [side.state.at[0] for side in pair.sides] == ["a4", "c4"]
    pair.handle(leave, leave)


def test_a_pawn_moved_by_button_is_missed_on_the_board_by_nobody_else(begin):
    """The other one had nothing to move: with a 2 its turn has ended where it began."""
    pair = begin(ADAS)
    pair.play(*(Choose("Ada", "2"),) * 2)
    pair.listen()
    pair.hand_over("a4", "c2")
    pair.handle(leave, leave)
    pair.listen()
    pair.play(*(Roll("Bo", faces=EACH),) * 2)
    pair.handle(leave, leave)


def test_pawns_in_the_air_do_not_change_what_is_said_of_the_mummy(kind, begin):
    """P48: whether they stood near her or far away; a board that knows her accepts her way all the same."""
    pair = begin(HERS)
    pair.play(*(Roll("Mo", face=2),) * 2)
    pair.listen()
    pair.handle(lambda box: box.lift("red"), lambda box: box.lift("blue"))
    pair.handle(*(carried("mummy", "c3", 5.0),) * 2, seconds=8.0)
    if kind == "serial":
        pair.handle(*(slid("mummy", "d3", "d2"),) * 2)
        assert [side.state.mummy for side in pair.sides] == ["d2", "d2"]


def test_the_mummy_carried_over_cells_is_told_the_same_whoever_stands_there(begin):
    """P35: two ways lead on; blue stands on one of them, or beside them."""
    pair = begin(HERS)
    pair.play(*(Roll("Mo", face=3),) * 2)
    pair.listen()
    pair.handle(*(carried("mummy", "c4", 1.0),) * 2)
    assert pair.one.state.phase == pair.other.state.phase == "mummy_move"


@pytest.mark.parametrize("kind", ["serial"], indirect=True)
def test_a_pawn_that_feels_like_the_mummy_changes_nothing_of_what_is_said_of_her(begin):
    """P48: too strong a magnet, or a heap of pawns, is not she; wherever it stands, comes to, or is taken from."""
    pair = begin(HERS)
    for side in pair.sides:
        side.box.magnets.pieces["red"] = replace(HUNTER, strength=3.0)
        side.box.wait(1.0)
        assert sum(mt > Levels().mummy_on_mt for mt in side.box.magnets.fields_mt(side.box.now_s)) == 2
    pair.play(*(Roll("Mo", face=2),) * 2)
    pair.listen()
    pair.handle(carried("red", "c4", 1.0), carried("red", "d4", 1.0))
    pair.handle(*(carried("mummy", "d2", 0.5),) * 2)
    pair.handle(*(carried("mummy", "c3", 5.0),) * 2, seconds=8.0)
    pair.handle(*(slid("mummy", "d3", "d2"),) * 2)
    assert [side.state.mummy for side in pair.sides] == ["d2", "d2"]


@pytest.mark.parametrize("kind", ["serial"], indirect=True)
def test_the_mummy_felt_on_a_cell_and_at_home_again_is_told_the_same_until_she_has_rested(begin):
    """P34, P48: blue stands there, or does not; she goes on too far, comes home, and only then has she caught it."""
    pair = begin(HERS)
    pair.play(*(Roll("Mo", face=2),) * 2)
    pair.listen()
    pair.handle(*(stepped("mummy", "d3", "d4", "d3", "c3"),) * 2, seconds=1.6)
    pair.handle(*(stepped("mummy", "d3", "d2"),) * 2)
    pair.handle(*(stepped("mummy", "d3", "c3"),) * 2, seconds=1.7)
    assert pair.one.state.phase == pair.other.state.phase == "mummy_move"
    for side in pair.sides:
        side.box.wait(0.3)
    assert [side.state.mummy for side in pair.sides] == ["c3", "d4"]
    assert pair.other.state.at[1] == "dungeon"


@pytest.mark.parametrize("kind", ["i2c"], indirect=True)
def test_switches_feel_nothing_of_a_mummy_who_passes_a_pawn_and_comes_home(begin):
    """P48: who stands where she was stays a secret, and nothing is played."""
    pair = begin(HERS)
    pair.play(*(Roll("Mo", face=2),) * 2)
    pair.listen()
    pair.handle(*(slid("mummy", "d3", "d4", "d3", "c3"),) * 2)
    assert pair.one.state.phase == pair.other.state.phase == "mummy_move"


def test_a_walk_back_to_where_it_began_is_asked_of_the_hunters_alone(begin):
    """P19: with a 4 a pawn may have gone two cells and back, or its player may have thought better of it."""
    pair = begin(ADAS)
    pair.play(*(Choose("Ada", "4"),) * 2)
    pair.listen()
    pair.handle(slid("red", "a5", "b5", "a5", "a4"), slid("red", "b2", "c2"))
    pair.hand_over("a4", "b3")


@pytest.mark.parametrize("answer", [("ok",), ("down", "ok")], ids=["no", "yes"])
@pytest.mark.parametrize("kind", ["i2c"], indirect=True)
def test_a_mummy_dabbed_on_cells_after_an_answer_feels_for_nobody(begin, answer):
    """P48: red or blue stands where her player dabs, or nobody, and the screen shows the same, also where it rests."""
    pair = begin(HERS)
    pair.play(*(Roll("Mo", face=2),) * 2)
    pair.listen()
    pair.handle(*(lifted("mummy"),) * 2)
    pair.push(*map(Press, answer))
    told = pair.one.app.view.notice.text
    assert (
        "Now enter the mummy's path with the buttons" if answer == ("down", "ok") else "mummy belongs on c3"
    ) in told
    for cell in ("a4", "b3"):
        pair.handle(*(dabbed("mummy", cell),) * 2, seconds=3.0)
        pair.handle(*(dabbed("mummy", cell, 3.0),) * 2, seconds=3.5)
    pair.handle(leave, leave, seconds=DIM_S)
    pair.handle(*(dabbed("mummy", "d4", 0.5),) * 2, seconds=3.0)
    pair.handle(*(carried("mummy", "c3", 1.0),) * 2)


@pytest.mark.parametrize("kind", ["i2c"], indirect=True)
def test_a_mummy_carried_off_her_way_is_asked_for_at_the_same_moment_whoever_stands_there(begin):
    """P48: from home, or from where she was slid to; put down a moment later on blue's cell or on a free one."""
    pair = begin(HERS)
    pair.play(*(Roll("Mo", face=3),) * 2)
    pair.listen()
    for way in (), ("d3",):
        pair.handle(*(slid("mummy", *way),) * 2, seconds=1.5)
        pair.handle(*(carried("mummy", "d4", 0.5),) * 2)
        assert "The board asks:" in pair.one.app.view.prompt
        pair.push(Press("down"), Press("ok"))
        pair.handle(*(carried("mummy", "c3", 0.5),) * 2)


def test_in_her_turn_a_pawn_that_is_touched_changes_nothing_of_what_everybody_reads(begin):
    """P48: while she is to be put back, or asked for; on one side red is taken up, on the other nothing is."""
    pair = begin(HERS)
    pair.play(*(Roll("Mo", face=2),) * 2)
    pair.listen()
    pair.handle(*(lifted("mummy"),) * 2)
    pair.handle(lifted("red"), leave)
    pair.push(Press("ok"))
    pair.handle(carried("red", "a4", 0.5), leave)
    assert "mummy belongs on c3" in pair.one.app.view.notice.text


@pytest.mark.parametrize("kind", ["serial"], indirect=True)
def test_a_mummy_held_by_cells_beyond_her_steps_feels_for_nobody(begin):
    """P48: the fields add, and a pawn beneath her counts as in the air; neither shows, at whatever distance she is."""
    pair = begin(HERS)
    pair.play(*(Roll("Mo", face=1),) * 2)
    pair.listen()
    for _ in range(8):
        pair.handle(*(dabbed("mummy", "a4", 0.2, 10.0),) * 2, seconds=0.4)
    pair.handle(*(dabbed("mummy", "a4", 1.0),) * 2, seconds=3.0)
    pair.handle(*(carried("mummy", "a4", 0.0),) * 2)
    pair.handle(*(lifted("mummy"),) * 2, seconds=2.0)
    for askew_mm in (10.0, 9.0, 8.6):
        pair.handle(*(dabbed("mummy", "a4", askew_mm=askew_mm),) * 2, seconds=1.0)
        pair.handle(*(dabbed("mummy", "a4", 3.5, askew_mm),) * 2)


@pytest.mark.parametrize("kind", ["serial"], indirect=True)
def test_nor_if_she_was_lifted_before_the_last_pawn_came_to_rest(begin):
    """P48: then she has not been at home since; blue's field is known all the same."""
    pair = begin(tuple(played[:-1] for played in HERS))
    pair.handle(placed("blue", "b4"), placed("blue", "d4"))
    pair.handle(*(lifted("mummy"),) * 2, seconds=1.0)
    pair.hand_over("b4", "d4")
    pair.listen()
    pair.play(*(Roll("Mo", face=1),) * 2)
    pair.listen()
    pair.handle(*(lifted("mummy"),) * 2, seconds=1.0)
    for askew_mm in (9.0, 8.5):
        pair.handle(*(dabbed("mummy", "b4", 5.0, askew_mm),) * 2, seconds=7.0)


@pytest.mark.parametrize("kind", ["i2c"], indirect=True)
def test_a_mummy_slid_before_her_die_is_told_is_missed_from_then_on(begin):
    """P48: on b3 red stands, or nobody; who slides her home again in time has seen nothing of it."""
    pair = begin(HERS)
    pair.listen()
    pair.handle(*(slid("mummy", "b3"),) * 2, seconds=1.0)
    pair.play(*(Roll("Mo", face=2),) * 2)
    pair.handle(*(slid("mummy", "c3"),) * 2)
    assert "The board asks:" not in pair.one.app.view.prompt


def test_who_rolls_again_while_she_is_missed_says_nothing_of_her(begin):
    """Everybody goes on reading it: dice that are told are no word about the pieces."""
    pair = begin(ADAS)
    pair.listen()
    pair.handle(*(lifted("mummy"),) * 2)
    pair.play(*(Roll("Ada", faces=EACH),) * 2)
    pair.handle(leave, leave)
    pair.push(Press("back"))
    assert all("mummy belongs on d2" in side.app.view.notice.text for side in pair.sides)


@pytest.mark.parametrize("wrong_s", [1.5, 3.2])
def test_a_pawn_that_stands_wrong_when_her_turn_begins_keeps_no_move_of_hers_back(begin, wrong_s):
    """P48: her figure was put on a4, where red stands or nobody, so that the wrong pawn was named already or not."""
    pair = begin(tuple(played[:-1] for played in HERS))
    pair.listen()
    pair.reach((points_at(pair.one, "b4"),), (points_at(pair.other, "d4"),))
    pair.push(Press("ok"))
    pair.handle(*(lifted("mummy"),) * 2, seconds=0.3)
    pair.handle(*(placed("blue", "e5"),) * 2, seconds=wrong_s)
    pair.handle(*(placed("mummy", "a4"),) * 2, seconds=0.5)
    pair.push(Press("ok"))
    pair.handle(*(placed("mummy", "c3"),) * 2, seconds=1.5)
    pair.listen()
    pair.play(*(Roll("Mo", face=1),) * 2)
    pair.listen()
    pair.handle(*(slid("mummy", "d3"),) * 2)
    assert pair.one.state.mummy == "d3"


@pytest.mark.parametrize("on_stairs", [None, "heap"])
@pytest.mark.parametrize("kind", ["serial"], indirect=True)
def test_nor_if_she_is_held_beside_a_pawn_when_its_field_is_taken(begin, on_stairs):
    """P48: her cell is left out, as hunters play on without her; what she adds to blue's field is not blue's.

    A heap of pawns on the stairs that feels like her is not she.
    """
    pair = begin(tuple(played[:-1] for played in HERS))
    for side in pair.sides if on_stairs else ():
        row, column = cell_position(side.state.maze.stairs)
        side.box.magnets.pieces["heap"] = replace(HUNTER, strength=3.0)
        side.box.magnets.place("heap", row * side.box.magnets.grid.columns + column)
    pair.handle(placed("blue", "b4"), placed("blue", "d4"))
    pair.handle(*(lifted("mummy"),) * 2)
    pair.hand_over("b4", "d4")
    pair.listen()
    pair.handle(*(placed("mummy", "b4", 9.3),) * 2, seconds=1.0)
    pair.play(*(Roll("Mo", face=1),) * 2)
    pair.listen()
    pair.handle(*(placed("mummy", "b4", 7.5),) * 2)


@pytest.mark.parametrize("kind", ["i2c"], indirect=True)
def test_a_mummy_who_was_tapped_to_and_fro_is_missed_by_whoever_plays_on(begin):
    """P48: where red stands her own cell alone comes and goes, and counts as unsteady; it is left out all the same."""
    pair = begin(tuple(played[:-1] for played in HERS))
    pair.handle(*(stepped("mummy", *("b3", "c3") * 6),) * 2)
    pair.handle(*(lifted("mummy"),) * 2)
    pair.hand_over("b4", "d4")
    pair.handle(leave, leave)
    pair.listen()
    pair.play(*(Roll("Mo", face=1),) * 2)
    pair.handle(leave, leave)


@pytest.mark.parametrize("kind", ["i2c"], indirect=True)
def test_a_mummy_dabbed_where_a_pawn_was_told_and_not_put_moves_on_as_from_anywhere(begin):
    """P48: it is on b4 or on d4 in the game; her figure has been on b4, and is at home again."""
    pair = begin(tuple(played[:-1] for played in HERS))
    pair.hand_over("b4", "d4")
    pair.listen()
    pair.play(*(Roll("Mo", face=1),) * 2)
    pair.listen()
    pair.handle(*(lifted("mummy"),) * 2, seconds=0.5)
    pair.handle(*(dabbed("mummy", "b4"),) * 2, seconds=0.5)
    pair.handle(*(placed("mummy", "c3"),) * 2, seconds=1.0)
    pair.handle(*(slid("mummy", "d3"),) * 2)
    assert pair.one.state.mummy == "d3"


@pytest.mark.parametrize("held_s", [0.5, 2.0])
def test_a_missed_mummy_is_missed_on_by_whoever_plays_on_wherever_her_figure_is_held(begin, held_s):
    """P48: on a4 red stands, or nobody, so that her coming there changes what is felt, or does not."""
    pair = begin(tuple(played[:-1] for played in HERS))
    pair.handle(*(lifted("mummy"),) * 2)
    assert "mummy belongs on c3" in pair.one.app.view.notice.text
    pair.handle(*(placed("mummy", "a4"),) * 2, seconds=held_s)
    pair.hand_over("b4", "d4")
    pair.handle(leave, leave)
    pair.listen()
    pair.play(*(Roll("Mo", face=1),) * 2)
    pair.handle(leave, leave)


@pytest.mark.parametrize("held_s", [0.5, 2.0])
def test_who_tells_the_mummy_s_die_while_her_figure_is_held_somewhere_insists_on_nothing(begin, held_s):
    """P48: on a4 red stands, or nobody; she is asked for either way, as she is in the hand."""
    pair = begin(HERS)
    pair.listen()
    pair.handle(*(lifted("mummy"),) * 2)
    pair.handle(*(placed("mummy", "a4"),) * 2, seconds=held_s)
    pair.play(*(Roll("Mo", face=1),) * 2)
    pair.handle(*(lifted("mummy"),) * 2)
    assert "The board asks:" in pair.one.app.view.prompt


@pytest.mark.parametrize("kind", ["i2c"], indirect=True)
def test_a_mummy_hopping_to_and_fro_feels_for_nobody(begin):
    """P48: where red stands her own cell alone comes and goes, as a bad sensor does; she is missed all the same."""
    reds = turn("Ada", "3", "c4"), turn("Ada", "3", "a4", ends=True)
    pair = begin(tuple((*played, *turn("Bo", "2", "b4")) for played in reds))
    pair.play(*(Roll("Mo", face=1),) * 2)
    pair.listen()
    pair.handle(*(stepped("mummy", *("c4", "c3") * 6),) * 2)
    pair.handle(*(lifted("mummy"),) * 2)
    assert "The board asks:" in pair.one.app.view.prompt


def test_ok_that_hands_over_is_heard_though_her_figure_has_just_been_dabbed_somewhere(begin):
    """P48: on a4 red stands, or nobody, so a cell has changed in this moment, or none; blue stands where it went."""
    pair = begin(tuple(played[:-1] for played in HERS))
    pair.handle(placed("blue", "b4"), placed("blue", "d4"))
    pair.handle(*(lifted("mummy"),) * 2, seconds=1.0)
    pair.handle(*(placed("mummy", "a4"),) * 2, seconds=0.1)
    pair.push(Press("ok"))
    assert [side.state.phase for side in pair.sides] == ["mummy_roll", "mummy_roll"]


def test_ok_on_the_announcement_is_heard_though_a_pawn_was_just_touched(begin):
    """It would tell everybody that one is being moved."""
    pair = begin(ADAS)
    pair.play(*(Choose("Ada", "2"),) * 2)
    assert "A hunter reads this aloud." in pair.one.app.view.prompt
    pair.handle(carried("red", "a4", 0.1), leave, seconds=0.2)
    pair.push(Press("ok"))
    assert "A hunter reads this aloud." not in pair.one.app.view.prompt
