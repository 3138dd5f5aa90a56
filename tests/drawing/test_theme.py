"""Colours and small pictures: themes, plates and icons."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import get_args

import pygame
import pytest
from colour_vision import SIGHTS, contrast, distance, seen
from icons_named import icons_named
from kept_layouts import layout
from msgspec.structs import replace
from sample_views import SAMPLES, SIZES, panels
from shown_pages import explanations, shown_pages, shown_posters

from display.draw.announcement import PAPER
from display.draw.marks import Label, Picture, Plate, Rect, Sign, TouchArea
from display.draw.menu import LONG
from display.draw.paint import background, sprites_of
from display.icons import fast_surface, icon, icon_names
from display.theme import SHAPES, THEMES, Look, Role, lit, mix, palette, pixels_per_mm, sizes_for, usual_inches
from display.view import (
    COLOURS,
    Colour,
    Face,
    MazePlan,
    Menu,
    PictureMenu,
    PyramidPlan,
    Race,
    ThemeName,
    View,
    World,
    scoreboard_of,
)
from firmware_py.config.settings import Controls
from firmware_py.words import LANGUAGES

ALL: tuple[Colour, ...] = get_args(Colour)
PAWNS: tuple[Colour, ...] = ("red", "turquoise", "blue", "purple", "white")
"""The pawns of a printed box, which meet on a board, and the linen of the mummy."""
LOOKS = [Look(theme, world) for theme in THEMES for world in get_args(World)]
GROUNDS: tuple[Role, ...] = ("top", "foot", "plate", "well")

TEXT_ON: tuple[tuple[Role, Role], ...] = (
    *((text, ground) for text in ("text", "lesser") for ground in GROUNDS),  # type: ignore[misc]
    *(("accent", ground) for ground in ("top", "foot", "plate")),  # type: ignore[misc]
    ("ink", "cursor"),
    ("ink", "linen"),
    ("on_loss", "loss"),
    ("on_gain", "gain"),
    ("on_accent", "accent"),
    ("linen", "ink"),
    ("ink", "path_sign"),
    ("linen", "path"),
    *(("ink", colour) for colour in ALL),  # type: ignore[misc]
)
"""Every pair of text and ground that is used; ink on paper besides."""

SHAPES_ON: tuple[tuple[tuple[Role, ...], Role], ...] = (
    *((("edge",), ground) for ground in ("top", "foot", "plate", "well")),  # type: ignore[misc]
    *((("linen", "ink"), ground) for ground in GROUNDS),  # type: ignore[misc]
    (("linen", "ink"), "wall"),
    (("linen", "ink"), "corridor"),
    (("linen", "ink"), "floor"),
    (("linen", "ink"), "back"),
    (("corridor",), "wall"),
    (("corridor",), "back"),
    *((("corridor", "ink"), ground) for ground in ("top", "foot")),  # type: ignore[misc]
    *((("doom",), ground) for ground in ("back", "wall", "pit")),  # type: ignore[misc]
    *((("doom", "ink"), ground) for ground in ("corridor", "chamber", "start")),  # type: ignore[misc]
    (("path",), "corridor"),
    (("path_sign",), "path"),
    (("line",), "floor"),
    (("line",), "rock"),
    (("linen",), "floor"),
    *((("ink",), colour) for colour in ALL),  # type: ignore[misc]
)
"""What must be seen on what: one at least of the tones of its outline."""


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_text_stands_out_from_its_ground(look: Look) -> None:
    """Every pair of text and ground has at least the contrast of WCAG 2.1 AA, 4.5, where the lamp shines too."""
    tones = palette(look)
    for text, ground in TEXT_ON:
        assert contrast(tones[text], tones[ground]) >= 4.5, (text, ground)
        assert contrast(tones[text], lit(tones[ground])) >= 4.5, (text, ground)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_paths_tokens_and_figures_stand_out(look: Look, sight: str) -> None:
    """Each has at least 3:1 against what it stands on, by its own tone or its outline's (WCAG 2.1, 1.4.11)."""
    tones = {role: seen(tone, sight) for role, tone in palette(look).items()}
    for outlines, ground in SHAPES_ON:
        assert max(contrast(tones[outline], tones[ground]) for outline in outlines) >= 3, (outlines, ground)


@pytest.mark.parametrize("theme", THEMES)
def test_a_white_frame_or_rim_is_seen_on_a_card(theme: ThemeName) -> None:
    """The frame of a card that can be chosen and the rim of a figure do not melt into what they lie on."""
    tones = palette(Look(theme))
    for ground in ("corridor", "chamber", "start", "wall", "back"):
        assert distance(tones["linen"], tones[ground]) >= 12, ground


@pytest.mark.parametrize("theme", THEMES)
def test_thick_edges_leave_room_between_them(theme: ThemeName) -> None:
    """Of a low bar or a small plate for a number at least half shows its own tone."""
    for high in (5, 6, 10):
        ((picture, _),) = sprites_of(Plate(Rect(0, 0, 60, high), "linen", "ink", 2), Look(theme))
        tones = [contrast(tuple(picture.get_at((30, y)))[:3], palette(Look(theme))["ink"]) for y in range(high)]
        assert sum(tone > 4.5 for tone in tones) * 2 >= high, tones


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_text_that_is_drawn_is_measured(size: tuple[int, int]) -> None:
    """What lies right below each text of every sample, also as it is seen across, is one of the pairs above."""
    across = {f"{name}, across": view for name, page in SAMPLES.items() if (view := scoreboard_of(page))}
    for name, view in {**SAMPLES, **across}.items():
        marks = list(layout(view, *size))
        for number, label in enumerate(marks):
            if isinstance(label, Label) and label.text:
                plates = [plate for plate in marks[:number] if isinstance(plate, Plate) and plate.fill]
                below = [plate.fill for plate in plates if plate.box.holds(label.box.centre)]
                assert (label.colour, below[-1] if below else "top") in {*TEXT_ON, ("ink", PAPER)}, (name, label)
    assert contrast(palette(Look("day"))["ink"], PAPER) >= 4.5


def test_contrast_is_that_of_the_guideline() -> None:
    """Black on white is 21, a colour on itself 1 (WCAG 2.1, success criterion 1.4.3)."""
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((7, 8, 9), (7, 8, 9)) == 1


def test_distance_is_that_of_the_published_examples() -> None:
    """Black and white lie 100 apart; these sRGB tones as CIEDE2000 has them, to a tenth."""
    assert distance((0, 0, 0), (255, 255, 255)) == pytest.approx(100, abs=0.1)
    assert distance((255, 0, 0), (0, 255, 0)) == pytest.approx(86.6, abs=0.1)
    assert distance((255, 0, 0), (0, 0, 255)) == pytest.approx(52.9, abs=0.1)


def test_every_colour_of_player_has_its_own_shape() -> None:
    """Nobody needs to tell colours apart: six colours, six shapes."""
    assert set(SHAPES) == set(ALL)
    assert len(set(SHAPES.values())) == len(ALL)


def silhouette(face: Face, size: int) -> frozenset[tuple[int, int]]:
    """The pixels that a face covers, as whoever sees no colours would see them."""
    ((picture, _),) = sprites_of(Sign(Rect(0, 0, size, size), "red", "ink", face))
    mask = pygame.mask.from_surface(picture, 127)
    return frozenset((x, y) for x in range(size) for y in range(size) if mask.get_at((x, y)))


@pytest.mark.parametrize("size", [12, 24])
def test_the_twelve_faces_differ_in_their_outlines_alone(size: int) -> None:
    """Of two faces in one tone, laid on each other as well as they can be, a fifth of the pixels differ at least."""
    outlines = {face: silhouette(face, size) for face in get_args(Face)}
    assert len(outlines) == 12
    shifts = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    for (one, first), (other, second) in combinations(outlines.items(), 2):
        moved = ({(x + dx, y + dy) for x, y in second} for dx, dy in shifts)
        differing = min(len(first ^ there) / len(first | there) for there in moved)
        assert differing >= 0.2, (one, other, differing)


@pytest.mark.parametrize("colours", [COLOURS, PAWNS], ids=["players", "pawns"])
@pytest.mark.parametrize("sight", SIGHTS)
def test_players_colours_stay_apart_for_everybody(sight: str, colours: tuple[Colour, ...]) -> None:
    """Seen with two or three kinds of cones, no two tokens on one screen look alike: ΔE2000 of 12 at least."""
    for theme in THEMES:
        tones = palette(Look(theme))
        for one, other in combinations(colours, 2):
            apart = distance(seen(tones[one], sight), seen(tones[other], sight))
            assert apart >= 12, (theme, one, other, apart)


def test_gold_is_the_cursor_alone() -> None:
    """In no theme another role has a tone that could be taken for the cursor."""
    for look in LOOKS:
        tones = palette(look)
        alike = {role for role, tone in tones.items() if role != "cursor" and distance(tone, tones["cursor"]) < 8}
        assert alike == set(), (look, alike)


@pytest.mark.parametrize("size", SIZES)
def test_capitals_have_their_millimetres(size: tuple[int, int]) -> None:
    """Great type is 4.7 mm high at least, main 2.8 and notes 2.0, on the usual panel of this size."""
    sizes, per_mm = sizes_for(*size), pixels_per_mm(*size, usual_inches(*size))
    least = {sizes.great: 4.7, sizes.main: 2.8, sizes.note: 2.0}
    assert all(type_.capitals / per_mm >= millimetres for type_, millimetres in least.items())


def test_a_larger_panel_needs_fewer_pixels() -> None:
    """The same pixels on seven inches are larger, so the same millimetres are fewer of them."""
    assert sizes_for(800, 480, 7.0).note.capitals < sizes_for(800, 480, 5.0).note.capitals


def test_mixing_goes_from_one_colour_to_the_other() -> None:
    """A mix of nothing is the first colour, of everything the second."""
    assert mix((1, 2, 3), (200, 100, 0), 0) == (1, 2, 3)
    assert mix((1, 2, 3), (200, 100, 0), 1) == (200, 100, 0)


# --- surfaces ---------------------------------------------------------------------------------------------------------

PLATE_SIZES = ((320, 240), (480, 320), (800, 480), (240, 320), (323, 241))


@pytest.mark.parametrize("size", PLATE_SIZES)
def test_rows_do_not_begin_at_multiples_of_16_bytes(size: tuple[int, int]) -> None:
    """It is as large as asked for, and SDL's slow way to copy a part of it is out of reach."""
    for surface in (fast_surface(*size), background(*size, Look())):
        assert surface.get_size() == size
        assert surface.get_pitch() % 16


# --- plates -----------------------------------------------------------------------------------------------------------

SEEN = 96
"""From this opacity on a pixel counts as ink."""


@lru_cache(maxsize=1 << 15)
def ink(label: Label) -> tuple[Rect, ...]:
    """The box around the ink of each line."""
    inked = ((place, picture.get_bounding_rect(min_alpha=SEEN)) for picture, place in sprites_of(label))
    return tuple(Rect(place.x + found.x, place.y + found.y, found.w, found.h) for place, found in inked if found.w)


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


def meet(one: Rect, other: Rect) -> bool:
    """Whether two boxes have a pixel in common."""
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


@pytest.mark.parametrize("controls", get_args(Controls))
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_plate_beside_a_maze_cuts_a_neighbour(language: str, controls: Controls) -> None:
    """Where standings are close, nothing that marks who acts reaches the letters above or below."""
    for name, view in shown_pages(language, controls).items():
        if isinstance(view.body, MazePlan):
            for size in panels(name, language, controls):
                found = list(cut(view.body, replace(view, is_touched=controls == "touch"), size))
                assert not found, (name, size, found)


@pytest.mark.parametrize("controls", get_args(Controls))
@pytest.mark.parametrize("language", ["samples", *LANGUAGES])
def test_words_stay_inside_their_plates(language: str, controls: Controls) -> None:
    """With their accents and tails, in one line or two: on rows, cards, posters and signs."""
    pages = dict(SAMPLES if language == "samples" else shown_pages(language, controls))
    pages |= {f"{name}, across": across for name, view in pages.items() if (across := scoreboard_of(view))}
    if controls == "six" and language != "samples":
        pages |= {**shown_posters(language), **explanations(language)}
    for name, view in pages.items():
        for size in SIZES if language == "samples" else panels(name, language, controls):
            found = list(touching(replace(view, is_touched=controls == "touch"), size))
            assert not found, (name, size, found)


# --- icons ------------------------------------------------------------------------------------------------------------

SAND, INK = (250, 234, 204), (32, 20, 12)
TREASURES = {"chest", "vase", "cup", "crown", "scarab", "mask"}
CENTRES = {"empty", "amulet", "mummy", "werewolf", "frank"}
GAMES = {"maudite_momie", "or_du_pharaon", "malediction"}
BUTTONS = {"up", "down", "left", "right", "ok", "back"}
NOTICES = {"good", "gain", "news", "loss", "saving", "warning", "error"}
BADGES = {"unsaved", "muted"}


@pytest.mark.parametrize("names", [TREASURES, CENTRES, GAMES, BUTTONS, NOTICES, BADGES])
def test_every_icon_that_the_device_lives_by_exists(names: set[str]) -> None:
    """Treasures, guardians, games, buttons, notices and badges have their pictures."""
    assert names <= icon_names()


@pytest.mark.parametrize("size", [16, 96])
def test_an_icon_is_seen_at_every_size(size: int) -> None:
    """Small or large, an icon covers a fair part of its field, and never reaches its very corners."""
    for name in sorted(icon_names()):
        picture = icon(name, size)
        assert picture.get_size() == (size, size), name
        covered = pygame.mask.from_surface(picture).count()
        assert 0.05 * size * size < covered < 0.95 * size * size, name
        assert all(picture.get_at((x, y)).a == 0 for x in (0, size - 1) for y in (0, size - 1)), name


def test_an_icon_takes_the_colour_of_its_text() -> None:
    """The same icon is dark on a bright plate and bright on a dark one."""
    bright, dark = icon("ok", 48, SAND), icon("ok", 48, INK)
    assert tuple(bright.get_at((19, 36)))[:3] == SAND
    assert tuple(dark.get_at((19, 36)))[:3] == INK


def test_a_missing_icon_is_a_question_mark() -> None:
    """An unknown name draws a sign instead of ending the evening."""
    unknown = icon("no_such_icon", 48)
    assert pygame.mask.from_surface(unknown).count() > 200


def test_the_sample_views_name_only_icons_that_exist() -> None:
    """No sample would show a question mark."""
    for view in SAMPLES.values():
        assert set(icons_named(view)) <= icon_names()


# --- icons in rows ----------------------------------------------------------------------------------------------------


def rows(view: View) -> Menu | None:
    """The choices that a view shows one below the other."""
    match view.body:
        case PictureMenu():
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
        for size in panels(name, language, controls)
        for page in [replace(view, is_touched=controls == "touch")]
        for menu in [rows(page)]
        if menu
        for label in without_icon(menu, page, size)
    }
    assert found == set()
