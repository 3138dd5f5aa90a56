"""Icons in rows of choices: where they differ, they get smaller before words are condensed, and none is left out."""

from collections.abc import Iterator
from typing import get_args

import pytest
from kept_layouts import layout
from msgspec.structs import replace
from sample_views import SIZES
from shown_pages import shown_pages

from display.draw.marks import Picture, TouchArea
from display.view import Gallery, MazePlan, Menu, PyramidPlan, View
from firmware_py.config.settings import Controls
from firmware_py.words import LANGUAGES


def rows(view: View) -> Menu | None:
    """Return the choices that a view shows one below the other."""
    match view.body:
        case Gallery():
            return None
        case Menu() as menu:
            return menu
        case PyramidPlan(choices=menu) | MazePlan(choices=menu):
            return menu
    return None


def without_icon(menu: Menu, view: View, size: tuple[int, int]) -> Iterator[str]:
    """Yield the choices on the screen that lack their icons, if icons tell choices apart."""
    if menu.is_pictured or len({item.icons for item in menu.items if item.icons}) < 2:
        return
    marks = tuple(layout(view, *size))
    places = {mark.target: mark.box for mark in marks if isinstance(mark, TouchArea)}
    pictures = [mark for mark in marks if isinstance(mark, Picture)]
    for item in menu.items:
        place = places.get(item.target)
        if (
            place
            and item.icons
            and not any(picture.name in item.icons and place.holds(picture.box.centre) for picture in pictures)
        ):
            yield item.label


@pytest.mark.parametrize("controls", get_args(Controls))
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_choices_of_a_page_keep_their_icons(language: str, controls: Controls) -> None:
    """On every page that the device shows, at every size of panel."""
    found = {
        (name, size, label)
        for name, view in shown_pages(language, controls).items()
        for size in SIZES
        for page in [replace(view, is_touched=controls == "touch")]
        for menu in [rows(page)]
        if menu
        for label in without_icon(menu, page, size)
    }
    assert found == set()
