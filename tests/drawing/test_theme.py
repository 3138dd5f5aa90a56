"""Colours and sizes: readable for everybody."""

from itertools import combinations
from typing import get_args

import pytest
from sample_views import SIZES

from display.theme import INK, NIGHT, PLAYERS, SHAPES, STONE, TEXT_ON, contrast, lit, mix, sizes_for
from display.view import COLOURS, Colour

BLINDNESS = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
"""What remains of red, green and blue (G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, 2009, severity 1)."""


ALL = get_args(Colour)
PAWNS: tuple[Colour, ...] = ("red", "turquoise", "blue", "purple")
"""The pawns of a printed box, which meet on a board."""


@pytest.mark.parametrize(("text", "ground"), TEXT_ON)
def test_text_stands_out_from_its_ground(text: tuple[int, int, int], ground: tuple[int, int, int]) -> None:
    """Every pair of text and ground has at least the contrast of WCAG 2.1 AA, 4.5, where the lamp shines too."""
    assert contrast(text, ground) >= 4.5
    assert contrast(text, lit(ground)) >= 4.5


def test_contrast_is_that_of_the_guideline() -> None:
    """Black on white is 21, a colour on itself 1 (WCAG 2.1, success criterion 1.4.3)."""
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast(STONE, STONE) == 1


def test_every_colour_of_player_has_its_own_shape() -> None:
    """Nobody needs to tell colours apart: six colours, six shapes."""
    assert set(PLAYERS) == set(SHAPES) == set(ALL)
    assert len(set(SHAPES.values())) == len(ALL)


@pytest.mark.parametrize("colour", ALL)
def test_tokens_and_names_stand_out(colour: str) -> None:
    """A token's colour differs enough from the night and from its own dark rim to be a shape (WCAG 2.1, 1.4.11)."""
    assert contrast(PLAYERS[colour], NIGHT) >= 4.5
    assert contrast(PLAYERS[colour], INK) >= 4.5


@pytest.mark.parametrize("colours", [COLOURS, PAWNS], ids=["players", "pawns"])
@pytest.mark.parametrize("kind", BLINDNESS)
def test_players_colours_stay_apart_for_colour_blind_eyes(kind: str, colours: tuple[Colour, ...]) -> None:
    """Seen with two kinds of cones, no two tokens on one screen have the same colour."""
    seen = [tuple(sum(a * b for a, b in zip(row, PLAYERS[c], strict=True)) for row in BLINDNESS[kind]) for c in colours]
    for one, other in combinations(range(len(colours)), 2):
        distance = sum((a - b) ** 2 for a, b in zip(seen[one], seen[other], strict=True)) ** 0.5
        assert distance > 40, (kind, colours[one], colours[other], distance)


@pytest.mark.parametrize("size", SIZES)
def test_text_is_never_too_small_to_read(size: tuple[int, int]) -> None:
    """On the smallest screen too, text has 12 pixels at least, and the four sizes stay in order."""
    sizes = sizes_for(*size)
    assert 12 <= sizes.small < sizes.body < sizes.strong < sizes.large


def test_mixing_goes_from_one_colour_to_the_other() -> None:
    """A mix of nothing is the first colour, of everything the second."""
    assert mix(NIGHT, INK, 0) == NIGHT
    assert mix(NIGHT, INK, 1) == INK
