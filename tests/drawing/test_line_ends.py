"""Where lines end: no number, sign or letter stands apart from its words, and no short word alone on a last line."""

import re
from collections.abc import Iterator

import pytest
from kept_layouts import fitted, layout
from msgspec.structs import replace
from sample_views import SIZES
from shown_pages import explanations, shown_moments, shown_pages

from display.draw.marks import Label
from display.draw.text import width
from display.view import View, seen_across
from firmware_py.words import LANGUAGES

APART = (
    re.compile(r".+ / [^\w\s]+( .*)?"),  # a sign or dots
    re.compile(r"\W*\d+ / [^\W\d].*"),  # a number and what it counts
    re.compile(r"\W*[^\W\dA-ZÀ-Ý] / \w.*"),  # "à" and what follows
    re.compile(r"[A-ZÀ-Ý]\w* / ([A-ZÀ-Ý]|\d+)(\W.*)?"),  # a name and what ends it
    re.compile(r"\(\w+ / \w+\).*"),  # two words in brackets
    re.compile(r".*[\w:] / ([a-z]?\d+([^\w\s].*)?|[a-z]\d+\W.*)"),  # what a number or a cell ends
)
"""The last word of a line and the next line, where both words have room in one."""


def pages(language: str) -> dict[str, View]:
    """Return every page with buttons and by touch, also as seen from across the table, every poster and explanation."""
    found = {**shown_moments(language), **explanations(language)}
    for controls in ("six", "touch"):
        for name, view in shown_pages(language, controls).items():
            found[f"{controls} {name}"] = page = replace(view, is_touched=controls == "touch")
            found |= {f"{controls} {name} across": across for across in [seen_across(page)] if across}
    return found


def parted(label: Label) -> Iterator[str]:
    """Yield every break of a label that parts what belongs together."""
    fit = fitted(label)
    for line, following in zip(fit.lines, fit.lines[1:], strict=False):
        end, start = line.rpartition(" ")[2], following.partition(" ")[0]
        has_room = width(f"{end} {start}", label.type) * fit.share <= label.box.w
        if has_room and any(pattern.fullmatch(f"{end} / {following}") for pattern in APART):
            yield f"{line} / {following}"


def lone_ends(label: Label) -> Iterator[str]:
    """Yield the last line of a label that is shorter than the one before, even if it had a word more of that."""
    fit = fitted(label)
    if len(fit.lines) < 2 or "\n" in label.text or fit.is_broken:
        return
    before, last = fit.lines[-2:]
    rest, _, word = before.rpartition(" ")
    is_tied = any(pattern.fullmatch(f"{rest.rpartition(' ')[2]} / {word}") for pattern in APART)
    if rest and not is_tied and width(f"{word} {last}", label.type) < width(rest, label.type):
        yield f"{before} / {last}"


def labels(language: str) -> dict[Label, str]:
    """Return every text of every page, and a page where it stands."""
    marks = {mark: name for name, view in pages(language).items() for size in SIZES for mark in layout(view, *size)}
    return {mark: name for mark, name in marks.items() if isinstance(mark, Label)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_parts_what_belongs_together(language: str) -> None:
    """Numbers stay with what they count, cells with "to", signs and letters with the word before them."""
    assert {(name, text) for label, name in labels(language).items() for text in parted(label)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_short_word_is_alone_on_a_last_line(language: str) -> None:
    """Lines of one text are about equally long: with a word more from above, the last one would be the longer."""
    assert {(name, text) for label, name in labels(language).items() for text in lone_ends(label)} == set()
