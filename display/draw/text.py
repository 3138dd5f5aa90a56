"""Fits text into boxes: measures, shrinks, breaks into lines, and cuts with an ellipsis."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from typing import NamedTuple

from display.draw.marks import Label
from display.fonts import font

SHRINK = 0.8
"""Text never gets smaller than this share of its size..."""
LEAST = 10
"""...nor than this many pixels, unless it was smaller from the start."""

TICK = "✓", "\u2003"
"""The sign of the button `ok`, which the typeface lacks: our icon is drawn over a blank one em wide."""


class Fitted(NamedTuple):
    """Text as it will be drawn."""

    lines: tuple[str, ...]
    size: int
    whole: bool
    """Nothing was cut off."""


def drawable(text: str) -> str:
    """Return `text` with replacements for what no typeface takes: a NUL, half a surrogate pair.

    Blanks become blanks of fixed width: kerning would narrow the usual ones, down to a pixel in small sizes.
    """
    text = text.encode(errors="replace").decode().replace("\0", "\N{REPLACEMENT CHARACTER}")
    return text.replace(" ", "\N{FOUR-PER-EM SPACE}")


def fitted(label: Label) -> Fitted:
    """Return the lines and the size at which `label` fits into its box.

    Of very long text only as much is used as would fill the box with letters of one pixel.
    """
    longest = max(0, label.lines * label.box.w)
    return _fitted(label.text[:longest], label.size, label.bold, label.lines, label.box.w, label.box.h)


@lru_cache(maxsize=1024)
def _fitted(text: str, size: int, bold: bool, lines: int, width: int, height: int) -> Fitted:
    smallest = min(size, max(LEAST, round(size * SHRINK)))
    for trial in range(size, smallest - 1, -1):
        wrapped = wrap(text, width, trial, bold)
        if len(wrapped) <= lines_that_fit(height, trial, lines) and all(
            _width(line, trial, bold) <= width for line in wrapped
        ):
            return Fitted(wrapped, trial, True)
    wrapped = wrap(text, width, smallest, bold)
    kept = lines_that_fit(height, smallest, lines)
    if len(wrapped) > kept:
        wrapped = (*wrapped[: kept - 1], " ".join(wrapped[kept - 1 :]))
    cut = tuple(_ellipsized(line, width, smallest, bold) for line in wrapped)
    return Fitted(cut, smallest, cut == wrapped)


def lines_that_fit(height: int, size: int, lines: int) -> int:
    """Return how many lines, at least 1 and at most `lines`, have room in `height`."""
    return max(1, min(lines, 1 + (height - size) // line_height(size)))


def line_height(size: int) -> int:
    """Return the distance from one baseline to the next."""
    return round(size * 1.2)


@lru_cache(maxsize=512)
def wrap(text: str, width: int, size: int, bold: bool = False) -> tuple[str, ...]:
    """Return `text` broken at spaces into lines of at most `width` pixels; a longer word gets a line of its own.

    A no-break space, as French typography sets it before `?`, is never broken. A number stays on one line with the name
    before it ("Player 1"), where both fit.
    """
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and _width(longer, size, bold) > width:
                start, _, last = line.rpartition(" ")
                numbered = f"{last} {word}"
                if start and last[:1].isupper() and word[:1].isdecimal() and _width(numbered, size, bold) <= width:
                    line, word = start, numbered
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return tuple(lines)


def width(text: str, size: int, bold: bool = False) -> int:
    """Return how many pixels wide one line of `text` is."""
    return _width(text, size, bold)


@lru_cache(maxsize=4096)
def _width(text: str, size: int, bold: bool) -> int:
    return font(size, bold).size(drawable(text).replace(*TICK))[0]


def _ellipsized(line: str, width: int, size: int, bold: bool) -> str:
    if _width(line, size, bold) <= width:
        return line

    def cut(end: int) -> str:
        return line[:end].rstrip() + "…"

    fits = bisect_right(range(len(line)), width, key=lambda end: _width(cut(end), size, bold))
    return cut(fits - 1) if fits else ""
