"""Colours and sizes: readable for everybody, in every theme."""

from itertools import combinations
from typing import get_args

import pytest
from colour_vision import SIGHTS, contrast, distance, seen
from sample_views import SAMPLES, SIZES

from display.draw import layout
from display.draw.announcement import PAPER
from display.draw.marks import Box, Label, Plate
from display.draw.paint import sprites_of
from display.sizes import pixels_per_mm, sizes_for, usual_inches
from display.theme import SHAPES, THEMES, Look, Role, lit, mix, palette
from display.view import COLOURS, Colour, ThemeName, World, seen_across

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
        ((picture, _),) = sprites_of(Plate(Box(0, 0, 60, high), "linen", "ink", 2), Look(theme))
        tones = [contrast(tuple(picture.get_at((30, y)))[:3], palette(Look(theme))["ink"]) for y in range(high)]
        assert sum(tone > 4.5 for tone in tones) * 2 >= high, tones


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_text_that_is_drawn_is_measured(size: tuple[int, int]) -> None:
    """What lies right below each text of every sample, also as it is seen across, is one of the pairs above."""
    across = {f"{name}, across": view for name, page in SAMPLES.items() if (view := seen_across(page))}
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
