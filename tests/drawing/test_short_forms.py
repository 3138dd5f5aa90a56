"""How long names are shortened: each player in one way at a table, wherever there is no room for the whole name."""

from typing import get_args

import pytest
from kept_layouts import fitted, layout
from msgspec.structs import replace
from sample_views import SIZES
from shown_pages import NAMES, shown_pages

from display.draw.marks import Label
from display.draw.text import short_forms
from display.sizes import sizes_for
from display.view import View, seen_across
from firmware_py.config.settings import Controls
from firmware_py.words import LANGUAGES


def shortened(view: View, size: tuple[int, int]) -> set[tuple[str, str]]:
    """Return the names on a page that have no room, each with its short form."""
    labels = [mark for mark in layout(view, *size) if isinstance(mark, Label) and mark.text in NAMES]
    drawn = ((label.text, "".join(fitted(label).lines)) for label in labels)
    return {(name, form) for name, form in drawn if form in short_forms(name, (), sizes_for(*size))}


@pytest.mark.parametrize("controls", get_args(Controls))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_player_has_one_short_form(language: str, controls: Controls) -> None:
    """Whoever is "Wilh." on one page is not "Wilhel." on the next one of the same game and screen."""
    pages = [replace(view, is_touched=controls == "touch") for view in shown_pages(language, controls).values()]
    pages += [across for view in pages if (across := seen_across(view))]
    found = {size: set().union(*(shortened(view, size) for view in pages)) for size in SIZES}
    assert any(found.values())
    for size, forms in found.items():
        assert len(forms) == len({name for name, _ in forms}), (size, forms)
