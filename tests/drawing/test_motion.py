"""Tokens move where they can be seen to move."""

import pytest
from msgspec.structs import replace
from sample_views import CARDS, FAMILY, RACE

from display.motion import LONGEST_S, between
from display.view import (
    Announcement,
    Audience,
    Figure,
    Item,
    MazePiece,
    MazePlan,
    Picker,
    PyramidPlan,
    Race,
    Square,
    Tile,
    View,
)


def scored(**scores: int) -> View:
    """Return the race with the scores of some players changed."""
    seats = tuple(replace(seat, score=scores.get(seat.name, seat.score)) for seat in FAMILY)
    return replace(RACE, prompt="Que faites-vous ?", body=replace(RACE.body, seats=seats))


def scores_of(view: View) -> list[int]:
    assert isinstance(view.body, Race)
    return [seat.score for seat in view.body.seats]


def test_a_token_goes_square_by_square() -> None:
    """Three points are three steps, beginning where the token stood; the last square is the new view itself."""
    frames = between(RACE, scored(Ada=15))
    assert [scores_of(view)[0] for _, view in frames] == [12, 13, 14]


def test_several_tokens_move_together() -> None:
    """Whoever has a shorter way is there earlier; nobody else moves."""
    frames = between(RACE, scored(Ada=14, Bo=15))
    assert [scores_of(view) for _, view in frames] == [[12, 12, 27, 4], [13, 13, 27, 4], [14, 14, 27, 4]]


def test_taking_back_moves_backwards() -> None:
    """An undone score walks home."""
    assert [scores_of(view)[3] for _, view in between(RACE, scored(Dédé=2))] == [4, 3]


@pytest.mark.parametrize("points", [1, 5, 23, 60])
def test_no_way_takes_longer_than_a_breath(points: int) -> None:
    """However far a token goes, all steps together stay below the longest time, and each is shown."""
    frames = between(RACE, scored(Ada=12 + points))
    assert 0 < sum(seconds for seconds, _ in frames) <= LONGEST_S + 1e-9
    assert len(frames) == min(points, 36)


def test_everything_but_the_tokens_is_already_new() -> None:
    """While tokens move, the prompt is that of the next step."""
    assert {view.prompt for _, view in between(RACE, scored(Ada=15))} == {"Que faites-vous ?"}


def test_nothing_moves_where_no_score_changes() -> None:
    """A new cursor, another kind of body, or other players make no pictures in between."""
    assert between(RACE, RACE) == ()
    assert between(RACE, scored()) == ()
    assert between(CARDS, RACE) == ()
    assert between(RACE, CARDS) == ()
    fewer = replace(RACE, body=replace(RACE.body, seats=FAMILY[:3]))
    assert between(RACE, fewer) == ()


def test_a_figure_walks_from_card_to_card() -> None:
    """Through open sides only, and of everything on the map nothing else moves."""
    near, far = walked("c4"), walked("b1")
    frames = [where(view, "archaeologist") for _, view in between(near, far)]
    assert frames
    assert "c4" not in frames
    assert "b1" not in frames
    assert between(far, far) == ()


def walked(cell: str) -> View:
    """Return a corridor of five cards with the red archaeologist on one of them."""
    names = ("b1", "c1", "c2", "c3", "c4")
    tiles = tuple(
        Tile(name, number, 0, "path", "EW", pawns=(Figure("archaeologist", "red"),) if name == cell else ())
        for number, name in enumerate(names)
    )
    return View("", "", PyramidPlan(tiles))


def where(view: View, kind: str) -> str:
    assert isinstance(view.body, PyramidPlan)
    (found,) = (tile.name for tile in view.body.tiles for figure in tile.pawns if figure.kind == kind)
    return found


def plan(mummy: int, pawn: int, audience: Audience = "table") -> View:
    """Return a corridor of six squares with the mummy and a pawn."""
    squares = (Square("E"), *(Square("EW") for _ in range(4)), Square("W"))
    pieces = (MazePiece(mummy, icon="mummy"), MazePiece(pawn, "red"))
    return View("", "", MazePlan(6, squares, pieces), audience=audience)


def test_the_mummy_walks_from_square_to_square() -> None:
    """A pawn beside it does not, whatever it did."""
    frames = [view.body for _, view in between(plan(0, 5), plan(4, 1))]
    assert [body.pieces[0].at for body in frames if isinstance(body, MazePlan)] == [1, 2, 3]
    assert {body.pieces[1].at for body in frames if isinstance(body, MazePlan)} == {1}


def test_nothing_moves_before_the_hunters() -> None:
    """How long it would take says how far somebody went."""
    assert between(plan(0, 5, "hunters"), plan(4, 1, "hunters")) == ()
    assert between(plan(0, 5, "hunters"), plan(4, 1)) == ()


def test_a_card_that_was_entered_is_turned_over() -> None:
    """Its back is seen for a moment, in its own slot; a slot that is empty again is not turned."""
    before = replace(CARDS, body=replace(CARDS.body, slots=(Item(""), Item(""), Item(""))))
    ((seconds, back),) = between(before, CARDS)
    assert seconds <= LONGEST_S
    assert isinstance(back.body, Picker)
    assert [slot.icons for slot in back.body.slots] == [("card",), (), ()]
    assert between(CARDS, before) == ()


FACES = (Item("", ("die_2",)), Item("", ("die_arrow",)), Item("again", ("redo",)))


def thrown(number: int, dice: tuple[Item, ...] = FACES, locked: int = 0, audience: Audience = "hunters") -> View:
    """Return a corridor with dice that the device has thrown, some of them locked."""
    there = plan(0, 5, audience)
    return replace(there, body=replace(there.body, dice=dice, thrown=number, tray=(locked, 5)))


def rolls(before: View, after: View) -> list[tuple[int, ...]]:
    """Return which dice roll in each picture."""
    return [view.body.rolling for _, view in between(before, after) if isinstance(view.body, MazePlan)]


def test_dice_that_the_device_has_thrown_roll() -> None:
    """Also if they show the same again; rolling again is no die, and a cursor that moves rolls nothing."""
    assert set(rolls(plan(0, 5, "hunters"), thrown(3))) == {(0, 1)}
    assert set(rolls(thrown(3), thrown(5))) == {(0, 1)}
    assert rolls(thrown(3), replace(thrown(3), prompt="Announce 2?")) == []


def test_dice_roll_for_the_same_time_whatever_they_show() -> None:
    """The longest time is that of all that moves."""
    other = (Item("", ("die_4",)),) * 5
    lasting = {sum(seconds for seconds, _ in between(thrown(3), thrown(5, dice))) for dice in (FACES, other)}
    assert len(lasting) == 1
    assert lasting.pop() <= LONGEST_S


def test_a_die_that_is_entered_rolls_alone() -> None:
    """With four buttons the next one shows a face already, under the cursor, and keeps still."""
    blank, two = Item("", ("die_blank",)), Item("", ("die_2",))
    before = thrown(0, (two, blank, blank))
    assert set(rolls(before, thrown(0, (two, two, blank)))) == {(1,)}
    under = thrown(0, (two, two, blank))
    assert rolls(before, replace(under, body=replace(under.body, die=1))) == []
    assert rolls(before, thrown(0, (two, blank))) == []


def test_locked_dice_come_to_lie_in_the_tray_one_by_one() -> None:
    """First they roll; before everybody's eyes nothing begins from what only hunters saw."""
    frames = [view.body for _, view in between(thrown(3), thrown(5, locked=3))]
    assert [body.tray for body in frames if isinstance(body, MazePlan) and not body.rolling] == [(1, 5), (2, 5)]
    assert {body.tray for body in frames if isinstance(body, MazePlan) and body.rolling} == {(0, 5)}
    assert between(thrown(3, locked=1), thrown(0, (), locked=3, audience="table")) == ()
    public = replace(plan(0, 5), body=Announcement("", tray=(1, 5)))
    frames = [view.body for _, view in between(public, replace(public, body=Announcement("", tray=(3, 5))))]
    assert [body.tray for body in frames if isinstance(body, Announcement)] == [(1, 5), (2, 5)]
