"""What a finger needs: a sign where it touches, and height."""

import pytest
from kept_layouts import layout
from msgspec.structs import replace
from sample_views import SIZES
from shown_pages import explanations, shown_pages

from display.draw.marks import Drawing, Picture, Plate, TouchArea
from display.sizes import pixels_per_mm, usual_inches
from display.view import Announcement, Item, MazePlan
from firmware_py.words import LANGUAGES


@pytest.mark.parametrize("size", SIZES)
def test_each_direction_of_a_maze_has_an_arrow(size: tuple[int, int]) -> None:
    """Where squares are too small to be touched, its four parts lead on, and each shows where; buttons need none.

    No part of any other map means a button, or a touch beside the dice would enter one of them.
    """
    counted = 0
    for controls in ("touch", "six"):
        for name, view in shown_pages("en", controls).items():
            if isinstance(view.body, MazePlan):
                marks = tuple(layout(replace(view, is_touched=controls == "touch"), *size))
                zones = {mark.target for mark in marks if isinstance(mark, TouchArea)} & {"button:left", "button:right"}
                arrows = [mark for mark in marks if isinstance(mark, Drawing) and mark.svg.startswith("<polygon")]
                assert len(arrows) == (2 * len(zones) if controls == "touch" else 0), name
                assert not zones or view.body.cursor is not None, name
                counted += len(arrows)
    assert counted


@pytest.mark.parametrize("size", SIZES)
def test_only_dice_that_can_be_chosen_lie_on_a_plate(size: tuple[int, int]) -> None:
    """A die that only says what is asked lies bare, or it would look like one of the answers."""
    bare = 0
    for view in shown_pages("en", "touch").values():
        dice = view.body.dice if isinstance(view.body, MazePlan) else ()
        if any(die.target for die in dice):
            marks = tuple(layout(replace(view, is_touched=True), *size))
            plates = [mark.box for mark in marks if isinstance(mark, Plate)]
            for die in dice:
                if not die.target:
                    (place,) = (mark.box for mark in marks if isinstance(mark, Picture) and mark.name == die.icons[0])
                    assert not any(
                        plate.w < 2 * place.w and plate.middle(1, 1) == place.middle(1, 1) for plate in plates
                    )
                    bare += 1
    assert bare


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_face_of_the_largest_mummy_die_can_be_touched(language: str, size: tuple[int, int]) -> None:
    """Twelve faces have room for fingers, too."""
    view = next(view for name, view in shown_pages(language, "touch").items() if "DieFacesPage" in name)
    faces = tuple(Item("9", ("die_9",), target=f"face {at}") for at in range(12))
    marks = layout(replace(view, body=replace(view.body, dice=faces), is_touched=True), *size)
    assert {face.target for face in faces} <= {mark.target for mark in marks if isinstance(mark, TouchArea)}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_answers_of_lessons_are_high_enough_for_fingers(language: str, size: tuple[int, int]) -> None:
    """All are at least 4.5 mm high, and three in four at least 5.5 mm: side by side, where words need room."""
    heights = []
    for name, view in explanations(language).items():
        if "lesson" in name and isinstance(view.body, Announcement) and view.body.choices.items:
            marks = layout(replace(view, is_touched=True), *size)
            answers = [mark.box.h for mark in marks if isinstance(mark, TouchArea) and mark.target.isdigit()]
            heights.append(min(answers) / pixels_per_mm(*size, usual_inches(*size)))
    assert min(heights) >= 4.5
    assert sum(height >= 5.5 for height in heights) * 4 >= len(heights) * 3
