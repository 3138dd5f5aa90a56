"""Foreign text in sentences: one line, nothing that steers a terminal or cannot be seen, never long."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_py.words import LONGEST_LIST, LONGEST_VALUE, plain, printable, speak, words

HARMFUL = {
    "colour": "\x1b[31m",
    "old colour": "\x9b31m",
    "bell": "\a",
    "line": "two\nlines",
    "overwriting": "good\rbad",
    "right to left": "\u202egnp.exe",
    "isolated": "\u2067a\u2069",
    "line of Unicode": "a\u2028b",
    "no width": "a\u200bb\ufeff",
    "half a pair": "\ud83d",
    "no character": "\uffff",
}


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("text", HARMFUL.values(), ids=HARMFUL)
def test_no_value_of_a_sentence_steers_a_terminal(text: str, language: str) -> None:
    """Wherever it stands: as a value, in a list, in words within words."""
    for sentence in (plain(text), words("{one}", one=(text, plain(text))), words("{one}", one=plain(text))):
        said = speak(language)(sentence)
        assert said.isprintable()
        assert "\N{REPLACEMENT CHARACTER}" in said


@given(st.text(st.characters(max_codepoint=sys.maxunicode), max_size=400))
def test_printable_text_is_short_and_can_be_seen(text: str) -> None:
    """Letters, marks, digits, signs and spaces stay as they are; every other character is replaced, none is dropped."""
    shown = printable(text)
    assert len(shown) == min(len(text), LONGEST_VALUE)
    assert all(unicodedata.category(letter)[0] in "LMNPSZ" for letter in shown)
    assert "\u2028" not in shown
    assert printable(shown) == shown


def test_what_people_write_stays_as_it_is() -> None:
    """Names in any script, and the narrow spaces of French."""
    for text in ("Zoé", "東", "🦊", "שלום", "L\u2019or\u00a0: 3\u202f%", "", "/home/zoé/mes cartes/a.toml"):
        assert printable(text) == text


def test_a_long_text_is_cut_in_its_middle() -> None:
    """The beginning and the end of a path say the most."""
    shown = printable("/" + "a" * 5000 + ".toml")
    assert shown.startswith("/aaa")
    assert shown.endswith("aaa.toml")
    assert "…" in shown
    said = speak("en")(words("{names}", names=("name",) * 5000))
    assert len(said) == LONGEST_LIST
