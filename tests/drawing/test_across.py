"""A turn as it is seen from across the table: what belongs to what."""

import pytest
from kept_layouts import layout
from sample_views import SAMPLES, SIZES
from shown_pages import shown_pages

from display.draw.marks import Label, Picture
from display.draw.text import width
from display.view import View, seen_across


def acrosses() -> dict[str, View]:
    """Return turns of two and of four players who have things before them."""
    found = {name: seen_across(view) for name, view in shown_pages("fr", "six").items() if "TurnPage" in name}
    return {name: view for name, view in found.items() if view} | {"sample": SAMPLES["map_across"]}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_number_is_nearer_to_its_own_picture(size: tuple[int, int]) -> None:
    """Nobody takes "5" for the number of the photos, whose picture comes after it."""
    found = 0
    for name, view in acrosses().items():
        marks = list(layout(view, *size))
        for at, mark in enumerate(marks[:-2]):
            number, following = marks[at + 1], marks[at + 2]
            if not (isinstance(mark, Picture) and isinstance(number, Label) and isinstance(following, Picture)):
                continue
            if number.box.y == following.box.y or abs(number.box.centre[1] - following.box.centre[1]) < 3:
                found += 1
                before = number.box.x - mark.box.right
                after = following.box.x - number.box.x - width(number.text, number.type)
                assert after >= 2 * before, (name, before, after)
    assert found
