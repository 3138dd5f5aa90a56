"""The last page of a game: whoever has won as a poster, how the points came, and the curve."""

from itertools import product

import pytest
from kept_layouts import layout
from msgspec.structs import replace
from sample_rankings import RANKING_FULL, RANKING_SIX, RANKING_TWO
from sample_views import SIZES
from shown_pages import shown_pages

from display.draw.marks import Label, Mark, Plate, Token, TouchArea
from display.draw.result import TONES
from display.sizes import sizes_for
from display.view import Course, Ranking, View
from firmware_py.words import LANGUAGES

EVERY_SIZE = pytest.mark.parametrize("size", SIZES, ids=str)


def of(count: int, view: View = RANKING_SIX) -> View:
    """Return a last page with so many players."""
    assert isinstance(view.body, Ranking)
    course = replace(view.body.course, players=view.body.course.players[:count])
    return replace(view, body=replace(view.body, places=view.body.places[:count], course=course), badges=())


def marks_of(view: View, size: tuple[int, int]) -> tuple[Mark, ...]:
    return tuple(layout(view, *size))


def bars(marks: tuple[Mark, ...], size: tuple[int, int]) -> set[int]:
    """Return the lines on which parts of scores stand, right of the poster."""
    tones = {fill for fill, _ in TONES} | {"loss"}
    tall, swatch = sizes_for(*size).main.capitals, sizes_for(*size).note.capitals + 2
    found = (mark for mark in marks if isinstance(mark, Plate) and mark.fill in tones and mark.edge)
    return {mark.box.y for mark in found if 3 <= mark.box.h <= tall and mark.box[2:] != (swatch, swatch)}


@EVERY_SIZE
@pytest.mark.parametrize(("count", "is_touched"), [(2, False), (3, False), (4, False), (2, True), (3, True)])
def test_points_and_curve_are_seen_at_first_sight(count: int, size: tuple[int, int], is_touched: bool) -> None:
    """Nobody at a table of four has to press a key for them; where fingers need the room, nobody at one of three."""
    marks = marks_of(replace(of(count), is_touched=is_touched), size)
    tokens = [mark for mark in marks if isinstance(mark, Token)]
    assert len(tokens) == 2 * count, "in the rows, and at the end of each line of the curve"
    assert len(bars(marks, size)) >= count


@EVERY_SIZE
def test_a_legend_of_two_lines_leaves_the_curve_its_room(size: tuple[int, int]) -> None:
    """Four kinds of points with the longest words do not send a table of four to another page."""
    view = of(4)
    assert isinstance(view.body, Ranking)
    players = tuple(replace(player, parts=(20, 10, 3, 1)) for player in view.body.course.players)
    kinds = ("Schätze", "verdoppelt", "andere erwischt", "am Ende")
    course = replace(view.body.course, players=players, kinds=kinds)
    marks = marks_of(replace(view, body=replace(view.body, course=course)), size)
    assert len([mark for mark in marks if isinstance(mark, Token)]) == 2 * 4


@EVERY_SIZE
@pytest.mark.parametrize("count", [5, 6])
def test_the_points_of_many_are_seen_at_first_sight(count: int, size: tuple[int, int]) -> None:
    """Of five or six players too; their curve is a key away where it has no room."""
    assert len(bars(marks_of(of(count), size), size)) >= count


@EVERY_SIZE
@pytest.mark.parametrize("is_touched", [False, True])
def test_two_players_fill_the_page(size: tuple[int, int], is_touched: bool) -> None:
    """From the poster's upper edge to the choices no strip as high as two lines is empty."""
    marks = marks_of(replace(RANKING_TWO, is_touched=is_touched), size)
    left = next(mark.box.w for mark in marks if isinstance(mark, Plate) and mark.box.x == 0)
    inside = sorted((mark.box for mark in marks if mark.box.x > left and mark.box.h), key=lambda box: box.y)
    reached, most = 0, 2 * 1.45 * sizes_for(*size).main.capitals
    for box in inside:
        assert box.y - reached < most, box
        reached = max(reached, box.bottom)


@EVERY_SIZE
def test_whoever_has_won_stands_on_a_poster(size: tuple[int, int]) -> None:
    """The score of the only one is twice as high as others; several winners share the height."""
    marks = marks_of(of(4), size)
    scores = [mark.type.capitals for mark in marks if isinstance(mark, Label) and mark.text == "118"]
    assert max(scores) >= 2 * min(scores)
    colours = [mark.box for mark in marks_of(RANKING_FULL, size) if isinstance(mark, Plate) and mark.box.x == 0]
    assert len(colours) == 3
    assert max(box.h for box in colours) - min(box.h for box in colours) <= 1


@EVERY_SIZE
def test_every_line_of_the_last_page_can_be_touched(size: tuple[int, int]) -> None:
    """Beside the poster they are icons, all but the one under the cursor."""
    marks = marks_of(replace(RANKING_SIX, is_touched=True), size)
    assert {"again", "points", "watch", "done"} <= {mark.target for mark in marks if isinstance(mark, TouchArea)}


def test_a_score_without_parts_is_how_far_somebody_came() -> None:
    """The bar of three tokens of seven is three sevenths as long as that of all missions."""
    marks = marks_of(RANKING_TWO, SIZES[1])
    long, short = (mark.box.w for mark in marks if isinstance(mark, Plate) and mark.fill == "linen")
    assert abs(short / long - 3 / 7) < 0.02


def test_kinds_are_told_for_points_that_somebody_has() -> None:
    """The legend names no kind that nobody scored."""
    assert isinstance(RANKING_SIX.body, Ranking)
    course = RANKING_SIX.body.course
    without = tuple(replace(player, parts=(player.score, 0, 0, 0)) for player in course.players)
    view = replace(RANKING_SIX, body=replace(RANKING_SIX.body, course=Course(without, course.kinds)))
    said = {mark.text for mark in layout(view, 480, 320) if isinstance(mark, Label)}
    assert said & set(course.kinds) == {course.kinds[0]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_choices_after_a_game_have_words(language: str) -> None:
    """Nobody guesses what a picture on the last page does: beside each other there is room for whole or brief words."""
    rankings = [view for view in shown_pages(language, "six").values() if isinstance(view.body, Ranking)]
    assert rankings
    for view, size in product(rankings, SIZES):
        assert isinstance(view.body, Ranking)
        words = {mark.text for mark in layout(view, *size) if isinstance(mark, Label)}
        assert all({item.label, item.brief or item.label} & words for item in view.body.choices.items), size


@EVERY_SIZE
@pytest.mark.parametrize("view", [RANKING_TWO, RANKING_FULL, RANKING_SIX], ids=["two", "full", "six"])
def test_no_bar_reaches_below_a_score(view: View, size: tuple[int, int]) -> None:
    """The end of the longest one would read as the line under a sum."""
    marks = marks_of(view, size)
    assert isinstance(view.body, Ranking)
    scores = {str(place.score) for place in view.body.places}
    numbers = [mark.box for mark in marks if isinstance(mark, Label) and mark.text in scores and mark.align == "right"]
    assert len(numbers) == len(view.body.places)
    tones = {fill for fill, _ in TONES} | {"loss"}
    low = [
        mark.box
        for mark in marks
        if isinstance(mark, Plate) and mark.fill in tones and mark.box.y <= numbers[-1].bottom
    ]
    assert all(box.right <= numbers[0].x for box in low if box.h <= sizes_for(*size).main.capitals)
