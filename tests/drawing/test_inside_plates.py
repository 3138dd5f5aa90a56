"""Words on a plate touch nothing of its edge, and words beside one are not cut by it, on every page."""

from collections.abc import Iterator
from functools import lru_cache
from typing import get_args

import pytest
from kept_layouts import layout
from msgspec.structs import replace
from sample_views import SAMPLES, SIZES
from shown_pages import explanations, shown_moments, shown_pages

from display.draw.marks import Box, Label, Plate
from display.draw.menu import LONG
from display.draw.paint import sprites_of
from display.view import MazePlan, Race, View, seen_across
from firmware_py.config.settings import Controls
from firmware_py.words import LANGUAGES

SEEN = 96
"""From this opacity on a pixel counts as ink."""


@lru_cache(maxsize=1 << 15)
def ink(label: Label) -> tuple[Box, ...]:
    """Return the box around the ink of each line."""
    inked = ((place, picture.get_bounding_rect(min_alpha=SEEN)) for picture, place in sprites_of(label))
    return tuple(Box(place.x + found.x, place.y + found.y, found.w, found.h) for place, found in inked if found.w)


def touching(view: View, size: tuple[int, int]) -> Iterator[str]:
    """Yield the texts whose letters reach the edge of the plate that they stand on, above or below.

    Not meant are the codes on the squares of a maze, which are as wide as their squares, and names in a crowded list
    that nobody can write here, for they are too long.
    """
    plates: list[Plate] = []
    match view.body:
        case MazePlan(squares=squares):
            others = {square.mark for square in squares}
        case Race(seats=seats):
            others = {seat.name for seat in seats if len(seat.name) > LONG}
        case _:
            others = set()
    for mark in layout(view, *size):
        if isinstance(mark, Plate) and mark.fill:
            plates.append(mark)
        elif isinstance(mark, Label) and mark.text and mark.text not in others:
            plate = next((one for one in reversed(plates) if one.box.holds(mark.box.centre)), None)
            air = 1 if plate and plate.edge else 0
            if plate and any(min(box.y - plate.box.y, plate.box.bottom - box.bottom) < air for box in ink(mark)):
                yield mark.text


def cut(body: MazePlan, view: View, size: tuple[int, int]) -> Iterator[str]:
    """Yield the texts beside a maze whose letters the plate of a neighbour reaches."""
    marks = tuple(layout(view, *size))
    frames = [mark.box for mark in marks if isinstance(mark, Plate) and mark.edge]
    codes = {square.mark for square in body.squares}
    for mark in marks:
        if isinstance(mark, Label) and mark.text and mark.text not in codes:
            beside = [box for box in frames if not box.holds(mark.box.centre)]
            if any(meet(box, letters) for letters in ink(mark) for box in beside):
                yield mark.text


def meet(one: Box, other: Box) -> bool:
    """Return whether two boxes have a pixel in common."""
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


@pytest.mark.parametrize("controls", get_args(Controls))
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_plate_beside_a_maze_cuts_a_neighbour(language: str, controls: Controls) -> None:
    """Where standings are close, nothing that marks who acts reaches the letters above or below."""
    for name, view in shown_pages(language, controls).items():
        if isinstance(view.body, MazePlan):
            for size in SIZES:
                found = list(cut(view.body, replace(view, is_touched=controls == "touch"), size))
                assert not found, (name, size, found)


@pytest.mark.parametrize("controls", get_args(Controls))
@pytest.mark.parametrize("language", ["samples", *LANGUAGES])
def test_words_stay_inside_their_plates(language: str, controls: Controls) -> None:
    """With their accents and tails, in one line or two: on rows, cards, posters and signs."""
    pages = dict(SAMPLES if language == "samples" else shown_pages(language, controls))
    pages |= {f"{name}, across": across for name, view in pages.items() if (across := seen_across(view))}
    if controls == "six" and language != "samples":
        pages |= {**shown_moments(language), **explanations(language)}
    for name, view in pages.items():
        for size in SIZES:
            found = list(touching(replace(view, is_touched=controls == "touch"), size))
            assert not found, (name, size, found)
