"""The names of players: what is a name at this table, wherever it comes from.

The keyboard, the names of earlier games, drafts and imported records are all judged here.

Why records may contain more: their format asks only for names that differ and are not empty, and older versions stored
such games. `replay` plays them, and a stored game of such players goes on; nobody is offered such a name again.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from firmware_py.printable import is_printable
from firmware_py.words import Words, words

LONGEST_NAME = 40
"""In characters; the keyboard ends at twelve."""

UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""Letters, signs and marks without a picture (Unicode, Default_Ignorable_Code_Point and the blank braille cell)."""


def tidied(name: str) -> str:
    """Return a name in one spelling: letters with their accents (NFC), one plain space between words, none around."""
    spaced = "".join(" " if unicodedata.category(letter) == "Zs" else letter for letter in name)
    return unicodedata.normalize("NFC", re.sub(" +", " ", spaced).strip(" "))


def why_no_name(name: str, others: Iterable[str] = ()) -> Words | None:
    """Return why a tidied name cannot be taken beside `others`, or None if it can."""
    if not is_printable(name) or UNSEEN.search(name):
        return words("a player's name holds characters that cannot be seen, or line breaks: leave them out")
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in name):
        return words("a player's name is blank: write at least one letter or digit")
    if len(name) > LONGEST_NAME:
        return words("a player's name is longer than {most} characters", most=LONGEST_NAME)
    if is_alike(name, others):
        return words("the name {name} is too much like another: nobody could tell them apart", name=name)
    return None


def why_no_table(names: Sequence[str]) -> Words | None:
    """Return why people with these tidied names cannot sit at one table, or None if they can."""
    found = (why_no_name(name, names[:seat]) for seat, name in enumerate(names))
    return next((why for why in found if why), None)


def is_alike(name: str, others: Iterable[str]) -> bool:
    """Return whether a name differs from one of the others only in spaces, capitals, or how its letters are written."""
    return _core(name) in map(_core, others)


def _core(name: str) -> str:
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", name).casefold())
