"""The bundled typefaces have every letter we write, capitals of the size asked for, and their licences beside them."""

from pathlib import Path

import pygame
import pytest

import display.fonts
import firmware_py
from display.draw.paint import _line
from display.fonts import FILES, Face, font
from display.sizes import Type

LETTERS = {
    "French": "ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸàâæçéèêëîïôœùûüÿ",
    "German": "ÄÖÜẞäöüß",
    "punctuation": "’‘“”„«»‹›–—…·•!?.,:;()[]/&@#%+-=_'\"\u00a0\u202f",
    "signs": "0123456789×÷±≤≥€→←↑↓",
}
FOLDER = Path(display.fonts.__file__).parent
CATALOGUES = sorted((Path(firmware_py.__file__).parent / "locale").glob("*/LC_MESSAGES/*.po"))


NO_LETTER = "\uf8fe"
"""A code point that no typeface of letters has."""
FACES: tuple[Face, ...] = ("main", "note")


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("kind", LETTERS)
def test_every_letter_has_its_shape(kind: str, face: Face) -> None:
    """Nothing that French, German or English is written with comes out as an empty box."""
    missing = pixels(NO_LETTER, face)
    assert [letter for letter in LETTERS[kind] if pixels(letter, face) == missing] == []


def test_a_missing_letter_would_be_noticed() -> None:
    """A letter of another script comes out as the box that the test above looks for."""
    assert pixels("漢", "note") == pixels(NO_LETTER, "note")


@pytest.mark.parametrize("face", FACES)
def test_every_letter_of_every_sentence_leaves_ink(face: Face) -> None:
    """No typeface has a blank in the place of a sign that a sentence is written with."""
    letters = {letter for path in CATALOGUES for letter in path.read_text(encoding="utf-8") if letter.isprintable()}
    assert len(letters) > 100
    drawn = {letter: _line(letter, Type(30, face), (255, 255, 255), 1.0)[0] for letter in letters - {" "}}
    blank = {letter for letter, picture in drawn.items() if not picture.get_bounding_rect(min_alpha=96).w}
    assert blank == set()


def pixels(letter: str, face: Face) -> bytes:
    return pygame.image.tobytes(_line(letter, Type(15, face), (255, 255, 255), 1.0)[0], "RGBA")


@pytest.mark.parametrize("face", FILES)
@pytest.mark.parametrize("capitals", [9, 13, 19, 31, 70])
def test_capitals_are_drawn_as_high_as_asked_for(face: Face, capitals: int) -> None:
    """Whatever a face calls its size, an H is drawn that many pixels high, or one more."""
    letter = font(face, capitals).render("H", True, "white")
    assert capitals <= letter.get_bounding_rect(min_alpha=100).height <= capitals + 1


@pytest.mark.parametrize(
    ("licence", "says"),
    [
        ("YanoneKaffeesatz-OFL.txt", "SIL OPEN FONT LICENSE Version 1.1"),
        ("BebasNeue-OFL.txt", "SIL OPEN FONT LICENSE Version 1.1"),
        ("RobotoCondensed-Apache.txt", "Apache License"),
    ],
)
def test_the_licences_lie_beside_the_fonts(licence: str, says: str) -> None:
    """The fonts may be passed on only together with their licences."""
    assert says in (FOLDER / licence).read_text(encoding="utf-8")
    assert all((FOLDER / name).is_file() for name in FILES.values())
