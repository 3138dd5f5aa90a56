"""Lists: how large their icons are, and how far something is that goes on meanwhile."""

from typing import get_args

import pytest
from kept_layouts import layout
from msgspec.structs import replace
from sample_views import SIZES
from shown_pages import shown_pages

from display.draw.marks import Label, Picture, Plate
from display.draw.menu import AIR
from display.draw.paint import sprites_of
from display.sizes import sizes_for
from display.view import Item, Menu, View
from firmware_py.config.settings import Controls
from firmware_py.words import LANGUAGES

EVERY_SIZE = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


def marks_of(menu: Menu, size: tuple[int, int], kind: type) -> list:
    return [mark for mark in layout(View("", "?", menu), *size) if isinstance(mark, kind)]


@EVERY_SIZE
def test_icons_give_way_to_a_long_label_step_by_step(size: tuple[int, int]) -> None:
    """One label that is a little too long does not make specks of the icons of a whole list."""
    sides = [
        picture.box.w
        for length in range(4, size[0] // 3)
        for picture in marks_of(Menu((Item("i" * length, ("ok",)), Item("no", ("back",)))), size, Picture)[:1]
    ]
    assert sides == sorted(sides, reverse=True)
    assert len(set(sides)) > 3


@pytest.mark.parametrize("controls", get_args(Controls))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_label_above_its_detail_stays_away_from_the_edge(language: str, controls: Controls) -> None:
    """With its accents and signs: the room below it is less tight."""
    for name, view in shown_pages(language, controls).items():
        if type(view.body) is not Menu:
            continue
        labels = {item.label for item in view.body.items if item.detail}
        for size in SIZES:
            plates: list[Plate] = []
            for mark in layout(replace(view, is_touched=controls == "touch"), *size):
                if isinstance(mark, Plate) and mark.fill:
                    plates.append(mark)
                elif isinstance(mark, Label) and mark.text in labels:
                    row = next(plate.box for plate in reversed(plates) if plate.box.holds(mark.box.centre))
                    tops = [place.y + picture.get_bounding_rect(96).y for picture, place in sprites_of(mark)]
                    assert min(tops) >= row.y + AIR, (name, size, mark.text)


@EVERY_SIZE
def test_a_bar_is_as_full_as_the_work_is_done(size: tuple[int, int]) -> None:
    """It has no part that is full before anything is done, and is full at the end."""

    def done(share: float | None) -> list[int]:
        menu = Menu((), icon="stick", share=share)
        return [plate.box.w for plate in marks_of(menu, size, Plate) if plate.fill == "accent"]

    whole = next(plate.box.w for plate in marks_of(Menu((), icon="stick", share=1), size, Plate))
    assert whole > size[0] // 2 > sizes_for(*size).row
    assert [done(None), done(0), done(0.5), done(1)] == [[], [], [round(whole / 2)], [whole]]
