"""Games are chosen by their pictures."""

from typing import get_args

import pygame
import pytest
from msgspec.structs import replace
from sample_views import GAMES, RACE_FULL, SAMPLES, SIZES

from display.draw import layout
from display.draw.marks import Drawing, Label, TouchArea
from display.draw.scenes import scene_svg
from display.draw.text import fitted
from display.svg import document, raster
from display.view import Body, Gallery, Item, MazePlan, PyramidPlan, Race, World

GO_ON = Item("Continuer", ("resume",), "Maudite Momie : Wilhelmine W : 22, Bartholomäus : 9", target="on")


STOOD = (RACE_FULL.body, SAMPLES["map_turn"].body, SAMPLES["maze"].body)


def opened(cursor: int, stood: Body = RACE_FULL.body) -> Gallery:
    """Return the list with a game to go on with as it stood, and its cursor on this line."""
    assert isinstance(GAMES.body, Gallery)
    assert isinstance(stood, Race | PyramidPlan | MazePlan)
    return replace(GAMES.body, items=(GO_ON, *GAMES.body.items), cursor=cursor, picture=stood)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_picture_under_the_cursor_is_the_widest(size: tuple[int, int]) -> None:
    """Pictures beside each other; the chosen one is twice as wide at least, and every choice can be touched."""
    for chosen in range(3):
        marks = list(layout(replace(GAMES, body=opened(1 + chosen)), *size))
        wide = [mark.box.w for mark in marks if isinstance(mark, Drawing)]
        assert len(wide) == 3
        assert all(wide[chosen] >= 2 * other for index, other in enumerate(wide) if index != chosen)
        touched = {mark.target for mark in marks if isinstance(mark, TouchArea)}
        assert {item.target for item in opened(0).items} <= touched


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_small_choice_is_named_under_the_cursor(size: tuple[int, int]) -> None:
    """An icon alone could be misread; everything else is named always, and whole. A game as it stood has no words."""
    named = {item.label for item in opened(0).items if item.scene} | {GO_ON.label}
    for cursor, item in enumerate(opened(0).items):
        for stood in STOOD:
            menu = opened(cursor, stood)
            labels = [mark for mark in layout(replace(GAMES, body=menu, hints=()), *size) if isinstance(mark, Label)]
            assert {label.text for label in labels} <= {*named, item.label, item.detail, GAMES.prompt, ""}
            assert named | {item.label} <= {label.text for label in labels}
            assert all(fitted(label).whole for label in labels)


@pytest.mark.parametrize("world", get_args(World))
def test_a_scene_fills_any_shape(world: World) -> None:
    """Wide or narrow, no pixel of it is left empty."""
    for width, height in ((60, 150), (240, 150)):
        picture = raster(document(scene_svg(world, 48 * width / height), 48 * width / height, 48), width, height)
        assert pygame.mask.from_surface(picture, 200).count() >= 0.98 * width * height


def test_the_worlds_do_not_look_alike() -> None:
    """Three games, three drawings."""
    pictures = [mark for mark in layout(GAMES, 480, 320) if isinstance(mark, Drawing)]
    assert len({mark.svg for mark in pictures}) == 3
