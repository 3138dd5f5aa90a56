"""What pages say and what each key does there, word for word, as somebody has read it.

How a text is read: `support/page_texts` and `support/transcripts`.
After a wanted change: `make goldens` (or its word `transcripts` alone), look at the difference, commit it.
"""

import pytest
from transcripts import FOLDER, TRANSCRIPTS, text_of


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_pages_say_what_they_said(name: str) -> None:
    """Menus, turns, a board's care with every mistake on the way, evenings, voices and phones."""
    assert text_of(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_text_has_its_pages() -> None:
    """None is left behind by pages that are gone."""
    assert {file.stem for file in FOLDER.iterdir()} == set(TRANSCRIPTS)
