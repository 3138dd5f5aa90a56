"""The bundled typeface has every letter we write, and its licence beside it."""

from pathlib import Path

import pygame
import pytest

import display.fonts
from display.fonts import FILES, font

LETTERS = {
    "French": "ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸàâæçéèêëîïôœùûüÿ",
    "German": "ÄÖÜẞäöüß",
    "punctuation": "’‘“”„«»‹›–—…·•!?.,:;()[]/&@#%+-=_'\"\u00a0\u202f",
    "signs": "0123456789×÷±≤≥€→←↑↓",
}
FOLDER = Path(display.fonts.__file__).parent


NO_LETTER = "\uf8fe"
"""A code point that no typeface of letters has."""


@pytest.mark.parametrize("bold", FILES)
@pytest.mark.parametrize("kind", LETTERS)
def test_every_letter_has_its_shape(kind: str, bold: bool) -> None:
    """Nothing that French, German or English is written with comes out as an empty box."""
    missing = pixels(NO_LETTER, bold)
    assert [letter for letter in LETTERS[kind] if pixels(letter, bold) == missing] == []


def test_a_missing_letter_would_be_noticed() -> None:
    """A letter of another script comes out as the box that the test above looks for."""
    assert pixels("漢", False) == pixels(NO_LETTER, False)


def pixels(letter: str, bold: bool) -> bytes:
    return pygame.image.tobytes(font(17, bold).render(letter, True, "white"), "RGBA")


def test_the_licence_lies_beside_the_fonts() -> None:
    """The fonts may be passed on only together with their licence."""
    licence = (FOLDER / "Lato-OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert 'Reserved Font Name "Lato"' in licence
    assert all((FOLDER / name).is_file() for name in FILES.values())
