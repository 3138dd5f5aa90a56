"""Before a game: its cover, how many play, and in which language."""

import pytest
from msgspec.structs import replace
from sample_homes import COVERS
from sample_tables import TABLES
from sample_views import SAMPLES, SIZES
from shown_pages import shown_pages

from display.draw import layout
from display.draw.marks import Drawing, Label, Picture, Token, TouchArea
from display.draw.text import fitted
from display.sizes import sizes_for
from display.view import Cover, TablePlan
from firmware_py.pages.settings_menu import language_page
from firmware_py.pages.table import Table
from firmware_py.words import LANGUAGES, speak

EVERY_SIZE = pytest.mark.parametrize("size", SIZES, ids=str)


@EVERY_SIZE
@pytest.mark.parametrize("name", COVERS)
def test_a_cover_shows_the_scene_and_who_plays(name: str, size: tuple[int, int]) -> None:
    """The scene begins at the upper edge and takes a quarter of the page; beside it every choice keeps its words."""
    view = SAMPLES[name]
    assert isinstance(view.body, Cover)
    marks = tuple(layout(view, *size))
    scene = next(mark.box for mark in marks if isinstance(mark, Drawing))
    assert (scene.x, scene.y) == (0, 0)
    assert scene.w * size[1] >= size[0] * size[1] // 4
    assert [mark.colour for mark in marks if isinstance(mark, Token) and mark.box.x < scene.w] == [
        seat.colour for seat in view.body.seats if seat.colour
    ]
    assert all(fitted(mark).unbroken for mark in marks if isinstance(mark, Label))


@EVERY_SIZE
def test_the_first_three_choices_of_a_cover_are_seen(size: tuple[int, int]) -> None:
    """Begin, set-up and lesson: whoever does not know the game need not scroll for its lesson."""
    for name in COVERS:
        assert {"0", "1", "2"} <= {mark.target for mark in layout(SAMPLES[name], *size) if isinstance(mark, TouchArea)}


@EVERY_SIZE
@pytest.mark.parametrize(("name", "count"), [("table", "3"), ("table_full", "6"), ("table_role", "3")])
def test_how_many_play_is_read_across_the_table(name: str, count: str, size: tuple[int, int]) -> None:
    """In digits as high as a name of the view from across; the free seat is not counted."""
    plan = TABLES[name].body
    assert isinstance(plan, TablePlan)
    assert str(plan.count) == count
    label = next(mark for mark in layout(TABLES[name], *size) if isinstance(mark, Label) and mark.text == count)
    assert label.type.capitals >= sizes_for(*size).great.capitals


@EVERY_SIZE
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_chosen_by_its_picture(language: str, size: tuple[int, int]) -> None:
    """Three large pictures side by side, each with its own name."""
    table = Table(speak(language), language=language)
    for is_touched in (False, True):
        view = replace(language_page(is_first=True).view(table), hints=(), is_touched=is_touched)
        marks = tuple(layout(view, *size))
        pictures = [mark.box for mark in marks if isinstance(mark, Picture)]
        assert len(pictures) == len(LANGUAGES)
        assert len({box.y for box in pictures}) == 1
        assert all(min(box.w, box.h) >= 3 * sizes_for(*size).main.capitals for box in pictures)
        assert set(LANGUAGES.values()) <= {mark.text for mark in marks if isinstance(mark, Label)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_choices_before_a_game_keep_their_pictures(language: str) -> None:
    """However long the words of a language are, none of them pushes out the pictures beside all choices."""
    for name, view in shown_pages(language, "six").items():
        if isinstance(view.body, Cover):
            for size in SIZES:
                marks = tuple(layout(view, *size))
                words = {mark.text for mark in marks if isinstance(mark, Label)}
                pictures = {mark.name for mark in marks if isinstance(mark, Picture)}
                for item in view.body.items:
                    assert item.label not in words or pictures.issuperset(item.icons), (name, size, item.label)
