"""Announcements are read aloud: their lines stand apart, and every letter of every page is drawn."""

from collections.abc import Iterator

import pytest
from kept_layouts import layout
from msgspec.structs import replace
from sample_views import SAMPLES, SIZES
from shown_pages import explanations, shown_pages

from display.draw.marks import Label
from display.draw.paint import sprites_of
from display.draw.text import runs
from display.fonts import font
from display.view import Announcement, View
from firmware_py.words import LANGUAGES

SEEN = 96
"""From this opacity on a pixel counts as ink."""


def ink_rows(label: Label) -> tuple[int, int]:
    """Return the first row of pixels of a label's letters, and the first one below them."""
    found = [(place.y, picture.get_bounding_rect(min_alpha=SEEN)) for picture, place in sprites_of(label)]
    return min(y + box.y for y, box in found), max(y + box.bottom for y, box in found)


def closest(view: View, size: tuple[int, int]) -> Iterator[float]:
    """Yield how far the lines of an announcement are from its headline, in heights of their capitals."""
    body = view.body
    assert isinstance(body, Announcement)
    labels = {mark.text: mark for mark in layout(view, *size) if isinstance(mark, Label)}
    lines = labels["\n".join(body.lines)]
    yield (ink_rows(lines)[0] - ink_rows(labels[body.headline])[1]) / lines.type.capitals


@pytest.mark.parametrize("is_touched", [False, True], ids=["buttons", "touch"])
@pytest.mark.parametrize("language", ["samples", *LANGUAGES])
def test_lines_stand_apart_from_their_headline(language: str, *, is_touched: bool) -> None:
    """Also in the fullest news on the smallest panel, in which the guard's words become low and counts give way."""
    pages = SAMPLES if language == "samples" else shown_pages(language, "touch" if is_touched else "six")
    for name, view in pages.items():
        if isinstance(view.body, Announcement) and view.body.lines and not view.body.picture:
            for size in SIZES:
                found = list(closest(replace(view, is_touched=is_touched), size))
                assert min(found) >= 0.3, (name, size, found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_has_a_shape(language: str) -> None:
    """A sign that a typeface lacks would leave a blank, such as after the inches of a screen."""
    shown = {**shown_pages(language, "six"), **explanations(language)}.values()
    labels = {mark for view in shown for size in SIZES for mark in layout(view, *size) if isinstance(mark, Label)}
    letters = {
        (run.face, letter)
        for label in labels
        for run in runs(label.text.replace("\n", " "), label.type.face)
        if run.face
        for letter in run.text
        if not letter.isspace()
    }
    shapes = {one: font(one[0], 19).metrics(one[1])[0] for one in letters}
    assert [one for one, shape in shapes.items() if not shape or shape[0] == shape[1]] == []
