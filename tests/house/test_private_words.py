"""The search for private words finds each where it is wrong, and leaves ordinary English alone."""

from pathlib import Path

import pytest
from private_words import in_code

HERE = Path("example.py")
STORED_TEXT = "KEY = 'known_board'\n"
"""A word that names no longer have, in a stored text."""


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("way_home = felt_cells(seating)\n", ["way", "felt", "seating"]),
        ("class BoardReel: ...\n", ["Reel"]),
        ("# She begins anew.\n", ["She", "anew"]),
        ('def f():\n    """Return it as it is kept."""\n', ["as it is kept"]),
        ("def test_his_turn(): ...\n", ["his"]),
    ],
)
def test_a_private_word_is_found(source: str, words: list[str]) -> None:
    """In names, in parts of names, in comments, in docstrings and in the names of tests."""
    assert [found.word for found in in_code(HERE, source)] == words


@pytest.mark.parametrize(
    "source",
    [
        "always = 'evening'  # a family's evening, on the way home\n",
        "def test_a_pawn_in_the_way(): ...\n",
        STORED_TEXT,
        "words('{told}; but why?', told=text)\n",
    ],
)
def test_ordinary_english_is_left_alone(source: str) -> None:
    """A part of a word, a stored text or a part of one, and text in which the word has its usual meaning."""
    assert list(in_code(HERE, source)) == []
