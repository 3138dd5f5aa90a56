"""Pictures as they were: goldens, the gallery, and pages seen across the table."""

from itertools import product
from pathlib import Path
from typing import get_args

import pygame
import pytest
from kept_layouts import layout
from msgspec.structs import replace
from pictures_alike import look_alike
from sample_homes import GAMES, opened
from sample_views import RACE_FULL, SAMPLES, SIZES
from shown.golden_screens import SCREENS
from shown_pages import shown_pages

from display.draw import draw
from display.draw.marks import Drawing, Label, Picture, Token, TouchArea
from display.draw.scenes import scene_svg
from display.draw.text import fit, width
from display.icons import document, raster
from display.view import Button, View, World, scoreboard_of

CASES = [pytest.param(name, size, id=f"{name}-{size[0]}x{size[1]}") for name in SAMPLES for size in SIZES]


@pytest.mark.parametrize(("name", "size"), CASES)
def test_the_screen_looks_as_before(name: str, size: tuple[int, int], tmp_path: Path) -> None:
    """A sample view is drawn like its golden picture, within what versions of the libraries change."""
    surface = pygame.Surface(size)
    draw(SAMPLES[name], surface)
    golden = pygame.image.load(SCREENS / f"{name}-{size[0]}x{size[1]}.png")
    if not look_alike(surface, golden):
        pygame.image.save(surface, tmp_path / "drawn.png")
        pytest.fail(f"see {tmp_path / 'drawn.png'}")


def test_every_golden_has_its_view() -> None:
    """No picture is left behind by a view that is gone."""
    expected = {f"{name}-{width}x{height}.png" for name in SAMPLES for width, height in SIZES}
    assert {path.name for path in SCREENS.iterdir()} == expected


# --- the gallery ------------------------------------------------------------------------------------------------------

STOOD = (RACE_FULL.body, SAMPLES["map_turn"].body, SAMPLES["maze"].body)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_picture_under_the_cursor_is_the_widest(size: tuple[int, int]) -> None:
    """Pictures beside each other; the chosen one is twice as wide at least, and every choice can be touched."""
    for chosen in range(3):
        marks = list(layout(replace(GAMES, body=opened(1 + chosen, RACE_FULL.body)), *size))
        wide = [mark.box.w for mark in marks if isinstance(mark, Drawing)]
        assert len(wide) == 3
        assert all(wide[chosen] >= 2 * other for index, other in enumerate(wide) if index != chosen)
        touched = {mark.target for mark in marks if isinstance(mark, TouchArea)}
        assert {item.target for item in opened(0, RACE_FULL.body).items} <= touched


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_small_choice_is_named_under_the_cursor(size: tuple[int, int]) -> None:
    """An icon alone could be misread; everything else is named always, and whole. A game as it stood has no words."""
    for stood, cursor in product(STOOD, range(len(GAMES.body.items) + 1)):
        menu = opened(cursor, stood)
        item, named = menu.items[cursor], {menu.items[0].label, *(item.label for item in menu.items if item.scene)}
        labels = [mark for mark in layout(replace(GAMES, body=menu, hints=()), *size) if isinstance(mark, Label)]
        assert {label.text for label in labels} <= {*named, item.label, item.detail, GAMES.prompt, ""}
        assert named | {item.label} <= {label.text for label in labels}
        assert all(fit(label).whole for label in labels)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_it_is_said_which_game_goes_on(size: tuple[int, int]) -> None:
    """Whoever and however many play it: where their scores have no room, its name is there."""
    for stood in STOOD:
        menu = opened(0, stood)
        labels = [mark for mark in layout(replace(GAMES, body=menu), *size) if isinstance(mark, Label)]
        below = next(label for label in labels if label.text == menu.items[0].detail)
        assert menu.items[0].brief in " ".join(fit(below).lines)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_buttons_that_lead_on_cover_no_token(size: tuple[int, int]) -> None:
    """Of six players who have just begun, the tokens stand at the left edge of the picture, all to be seen."""
    marks = list(layout(replace(GAMES, body=opened(0, RACE_FULL.body)), *size))
    tokens = [pygame.Rect(mark.box) for mark in marks if isinstance(mark, Token)]
    caps = [pygame.Rect(mark.box) for mark in marks if isinstance(mark, Picture) and mark.name in ("left", "right")]
    assert len(tokens) == len(RACE_FULL.body.seats)
    assert all(token.collidelist(caps) < 0 for token in tokens)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("arrows", [("left", "right"), ("up", "down")])
def test_the_buttons_that_lead_on_lie_beside_the_chosen_picture(
    size: tuple[int, int], arrows: tuple[Button, Button]
) -> None:
    """Or beside them all, if a small choice is chosen; the first leads to the left. Without buttons there are none."""
    for cursor in range(len(opened(0, RACE_FULL.body).items)):
        view = replace(GAMES, body=replace(opened(cursor, RACE_FULL.body), arrows=arrows), hints=())
        marks = list(layout(view, *size))
        places = [mark.box for mark in marks if isinstance(mark, TouchArea)]
        pictures = sorted((box for box in places if box.h > size[1] // 2), key=lambda box: box.x)
        first, last = (pictures[cursor],) * 2 if cursor < len(pictures) else (pictures[0], pictures[-1])
        before, after = (mark.box for mark in marks if isinstance(mark, Picture) and mark.name in arrows)
        assert abs(before.centre[0] - first.x) <= before.w
        assert abs(after.centre[0] - last.right) <= after.w
        bare = replace(view, body=replace(view.body, arrows=()))
        assert not {mark.name for mark in layout(bare, *size) if isinstance(mark, Picture)} & set(arrows)


@pytest.mark.parametrize("world", get_args(World))
def test_a_scene_fills_any_shape(world: World) -> None:
    """Wide or narrow, no pixel of it is left empty."""
    for wide, high in ((60, 150), (240, 150)):
        picture = raster(document(scene_svg(world, 48 * wide / high), 48 * wide / high, 48), wide, high)
        assert pygame.mask.from_surface(picture, 200).count() >= 0.98 * wide * high


def test_the_worlds_do_not_look_alike() -> None:
    """Three games, three drawings."""
    pictures = [mark for mark in layout(GAMES, 480, 320) if isinstance(mark, Drawing)]
    assert len({mark.svg for mark in pictures}) == 3


# --- seen across the table --------------------------------------------------------------------------------------------


def acrosses() -> dict[str, View]:
    """Turns of two and of four players who have things before them."""
    found = {name: scoreboard_of(view) for name, view in shown_pages("fr", "six").items() if "TurnPage" in name}
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
