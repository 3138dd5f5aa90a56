"""The magnetic board on the desk: where it lies, which piece is under the mouse, and what a drag does."""

from math import dist

import pytest
from msgspec.structs import replace

from display.desk.board import BoardLook, BoardPlace, Grip, PieceLook, drag, drop, fit_board, grab, piece_at
from display.desk.board import board_marks as drawn
from display.desk.device_drawing import fit_device
from display.draw.marks import Drawing, Label, Mark, Picture, Plate, Rect
from display.inputs import PieceMoved
from display.view import Square

AREA = fit_device((480, 320), with_board=True).board
MUMMY = PieceLook("mummy", "The mummy", None, (37.5, 62.5))
RED = PieceLook("red", "red pawn", "red", (62.5, 12.5))
BLUE = PieceLook("blue", "blue pawn", "blue")
LOOK = BoardLook(10, 10, 25.0, (0,) * 100, True, pieces=(MUMMY, RED, BLUE))
PLACE = fit_board(LOOK, AREA)


def middle(piece: PieceLook, look: BoardLook = LOOK) -> tuple[int, int]:
    """The pixel in the middle of a piece."""
    return fit_board(look, AREA).middles(look)[look.pieces.index(piece)]


def moved(point: tuple[int, int], dx: int, dy: int) -> tuple[int, int]:
    return point[0] + dx, point[1] + dy


def gripped(piece: PieceLook, *, lifts: bool = False) -> Grip:
    """The grip on a piece taken by its middle."""
    grip, _ = grab(LOOK, PLACE, middle(piece), 1, lifts=lifts)
    assert grip is not None
    return grip


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (5, 5), (5, 10), (10, 10), (26, 26), (26, 3), (2, 26)])
@pytest.mark.parametrize("screen", [(320, 240), (480, 320), (800, 480)])
def test_board_tray_cable_and_hint_have_places_of_their_own(rows, columns, screen):
    """Whatever the size of board and screen, all lies on the table beside the case, nothing over another."""
    area = fit_device(screen, with_board=True).board
    place = fit_board(BoardLook(rows, columns, 25.0), area)
    assert (place.rows, place.columns) == (rows, columns)
    assert inside(place.cells, place.slab)
    assert inside(place.plug, place.cable)
    parts = [place.slab, place.tray, place.hint, place.cable]
    assert all(inside(part, area) for part in parts)
    assert not any(meet(one, other) for number, one in enumerate(parts) for other in parts[:number])
    case = fit_device(screen, with_board=True).case
    assert case.right <= place.cable.x
    assert min(place.cells.w // columns, place.cells.h // rows) >= 12, "too small to be met"


def inside(inner: Rect, outer: Rect) -> bool:
    return inner.x >= outer.x and inner.y >= outer.y and inner.right <= outer.right and inner.bottom <= outer.bottom


def meet(one: Rect, other: Rect) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


def test_a_place_on_the_board_and_its_pixel_are_each_others_inverse():
    """To half a pixel, over the whole board and its rim."""
    half_mm = PLACE.pitch_mm / PLACE.side / 2
    for at_mm in ((0.0, 0.0), (12.5, 37.5), (249.0, 3.3), (-4.0, 251.0)):
        assert PLACE.place_mm(PLACE.point(at_mm)) == pytest.approx(at_mm, abs=half_mm + 1e-9)


def test_every_cell_is_found_under_its_pixels():
    """In its corners and its middle; beside the cells there is none, and the nearest hollow is that of a cell."""
    for number in (0, 9, 37, 99):
        cell = PLACE.cell(number)
        for point in ((cell.x, cell.y), cell.centre, (cell.right - 1, cell.bottom - 1)):
            assert PLACE.cell_at(point) == number
            assert PLACE.hollow_mm(point) == ((number % 10 + 0.5) * 25, (number // 10 + 0.5) * 25)
    assert PLACE.cell_at((PLACE.cells.x - 1, PLACE.cells.y)) is None
    assert PLACE.hollow_mm((PLACE.cells.right + 3, PLACE.slab.y)) == (237.5, 12.5)


def test_the_nearest_piece_is_under_the_mouse():
    """On the mummy's cell a pawn lies on top; beside the pawn the mouse meets the mummy; bare cells have no piece."""
    caught = replace(LOOK, pieces=(MUMMY, replace(RED, at_mm=MUMMY.at_mm), BLUE))
    here = middle(MUMMY)
    assert piece_at(caught, PLACE, here) == 1
    assert piece_at(caught, PLACE, moved(here, 14, 0)) == 0
    assert piece_at(LOOK, PLACE, moved(here, 30, 0)) is None
    assert piece_at(LOOK, PLACE, middle(BLUE)) == 2


# --- dragging --------------------------------------------------------------------------------------------------------


def test_a_piece_on_the_board_slides():
    """Its magnet stays on the surface, exactly as far from the mouse as it was taken."""
    grip, at_once = grab(LOOK, PLACE, moved(middle(RED), 3, -2), 1, lifts=False)
    assert grip and at_once == ()
    grip, (pushed,) = drag(grip, PLACE, moved(middle(RED), 3 + 20, -2 + 5), lifts=False)
    assert pushed == PieceMoved("red", PLACE.place_mm(moved(middle(RED), 20, 5)))
    assert not grip.is_lifted


def test_a_lifted_piece_is_not_felt_until_it_is_set_down():
    """With Shift or the right button it leaves at once, goes through the air, and comes down where it is let go."""
    grip, left = grab(LOOK, PLACE, middle(RED), 3, lifts=True)
    assert grip and left == (PieceMoved("red", None),)
    grip, pushed = drag(grip, PLACE, PLACE.cell(55).centre, lifts=False)
    assert pushed == ()
    assert drop(grip, LOOK, PLACE, askew=False) == (PieceMoved("red", (137.5, 137.5)),)


def test_shift_lifts_a_piece_also_on_the_way():
    """It comes off the board where it is by then, once."""
    grip, pushed = drag(gripped(RED), PLACE, moved(middle(RED), 9, 0), lifts=True)
    assert pushed == (PieceMoved("red", None),)
    assert drag(grip, PLACE, moved(middle(RED), 12, 0), lifts=True)[1] == ()


def test_over_the_edge_a_piece_comes_off_and_stays_in_the_air():
    """In the tray or anywhere beside the board it is off; drawn back over the board it is still in the hand."""
    beside = PLACE.tray.centre
    grip, left = drag(gripped(MUMMY), PLACE, beside, lifts=False)
    assert left == (PieceMoved("mummy", None),)
    assert drop(grip, LOOK, PLACE, askew=False) == ()
    grip, pushed = drag(grip, PLACE, PLACE.cell(0).centre, lifts=False)
    assert pushed == () and grip.is_lifted
    assert drop(grip, LOOK, PLACE, askew=False) == (PieceMoved("mummy", (12.5, 12.5)),)


def test_a_piece_from_the_tray_is_carried_through_the_air():
    """It touches no cell on its way."""
    grip, left = grab(LOOK, PLACE, middle(BLUE), 1, lifts=False)
    assert grip and grip.is_lifted and left == ()
    grip, pushed = drag(grip, PLACE, PLACE.cell(42).centre, lifts=False)
    assert pushed == ()
    assert drop(grip, LOOK, PLACE, askew=False) == (PieceMoved("blue", (62.5, 112.5)),)


def test_a_piece_that_is_wanted_askew_stays_exactly_where_it_is_let_go():
    """Otherwise it slips into the hollow of its cell."""
    grip, _ = drag(gripped(RED), PLACE, moved(PLACE.cell(3).centre, 7, -4), lifts=False)
    assert drop(grip, LOOK, PLACE, askew=False) == (PieceMoved("red", (87.5, 12.5)),)
    (askew,) = drop(grip, LOOK, PLACE, askew=True)
    assert askew == PieceMoved("red", PLACE.place_mm(moved(PLACE.cell(3).centre, 7, -4)))


def test_pawns_in_one_cell_stand_beside_each_other():
    """Each can be seen and taken, and is sensed by the cell; the mummy on the other face is in nobody's way."""
    pieces = (MUMMY, *(PieceLook(name, name, "red", at_mm=None) for name in "abcde"))
    for number in range(1, 6):
        look = replace(LOOK, pieces=pieces)
        grip, _ = grab(look, PLACE, middle(pieces[number], look), 1, lifts=False)
        grip, _ = drag(grip, PLACE, middle(MUMMY, look), lifts=False)
        (put,) = drop(grip, look, PLACE, askew=False)
        pieces = (*pieces[:number], replace(pieces[number], at_mm=put.at_mm), *pieces[number + 1 :])
    look = replace(LOOK, pieces=pieces)
    assert pieces[1].at_mm == MUMMY.at_mm
    assert [piece_at(look, PLACE, middle(piece, look)) for piece in pieces[1:]] == [1, 2, 3, 4, 5]
    assert all(dist(piece.at_mm, MUMMY.at_mm) <= 6.5 for piece in pieces)


def test_a_click_on_a_piece_leaves_it_where_it_is():
    """Even if it stands askew: nobody has moved it."""
    assert drop(gripped(RED), LOOK, PLACE, askew=False) == ()


def test_nothing_is_grabbed_where_no_piece_is():
    """A bare cell, the slab, the tray between its hollows."""
    assert grab(LOOK, PLACE, PLACE.cell(99).centre, 1, lifts=False) == (None, ())


# --- what is seen ----------------------------------------------------------------------------------------------------


def marks(look: BoardLook, kind: type[Mark], place: BoardPlace = PLACE) -> list:
    return [mark for mark in drawn(look, place, None) if isinstance(mark, kind)]


def test_a_strength_is_a_number_in_its_cell():
    """With its sign, as whole millitesla; a sensor that is not there says nothing."""
    look = replace(LOOK, readings=(193, -7, None) + (0,) * 97)
    numbers = {PLACE.cell_at(mark.box.centre): mark.text for mark in marks(look, Label)}
    assert numbers[0] == "193" and numbers[1] == "−7" and numbers[3] == "0"
    assert 2 not in numbers


def test_a_closed_switch_differs_from_an_open_one_in_shape():
    """A ring with nothing in it, and a filled block with corners."""
    switches = [
        next(
            mark for mark in reversed(marks(replace(LOOK, readings=(level,), tells_strength=False), Plate)) if at(mark)
        )
        for level in (0, 1)
    ]
    (opened, closed) = switches
    assert opened.fill is None and opened.radius > 0
    assert closed.fill is not None and closed.radius == 0


def at(mark: Plate) -> bool:
    """Whether a plate is small and in the first cell."""
    return mark.box.w < PLACE.side // 2 and PLACE.cell_at(mark.box.centre) == 0


def test_dead_and_stuck_cells_are_marked_differently():
    """A cross for the one, a warning for the other, each in its cell."""
    sound = set(drawn(LOOK, PLACE, None))
    dead = [mark for mark in drawn(replace(LOOK, dead=frozenset({44})), PLACE, None) if mark not in sound]
    stuck = [mark for mark in drawn(replace(LOOK, stuck=frozenset({44})), PLACE, None) if mark not in sound]
    assert [type(mark) for mark in dead] == [Drawing]
    assert dead[0] not in stuck and len(stuck) == 2
    assert all(PLACE.cell_at(mark.box.centre) == 44 for mark in (*dead, *stuck))


def test_the_cells_of_a_silent_chip_are_hatched_all_over_with_a_pulled_plug():
    """Unlike a dead cell or one that sticks: the whole cell, as its switch may well be sound."""
    sound = set(drawn(LOOK, PLACE, None))
    hatched, *sign = (mark for mark in drawn(replace(LOOK, unread=frozenset({44})), PLACE, None) if mark not in sound)
    assert isinstance(hatched, Drawing)
    assert hatched.box == PLACE.cell(44)
    assert [mark.name for mark in sign if isinstance(mark, Picture)] == ["unplugged"]


def test_the_map_lies_under_the_cells_that_it_has():
    """A smaller map covers the upper left corner, a larger one is cut at the board's edge."""
    for across, squares in ((3, 9), (12, 144)):
        look = replace(LOOK, squares=(Square(mark="R1", colour="red"),) * squares, across=across)
        signs = [mark for mark in marks(look, Label) if mark.text == "R1"]
        assert len(signs) == min(across, 10) ** 2
        assert all(inside(mark.box, PLACE.cells) for mark in signs)


def test_a_board_without_current_says_nothing():
    """The plug lies beside its socket, and no cell has a number."""
    unplugged = replace(LOOK, readings=(), is_plugged=False)
    assert not [mark for mark in marks(unplugged, Label) if PLACE.cell_at(mark.box.centre) is not None]
    assert marks(unplugged, Drawing) != marks(LOOK, Drawing)
