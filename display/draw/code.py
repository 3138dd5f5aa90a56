"""A code for the camera of a phone: dark squares on white, as large as fits, and beside it the same in words."""

from __future__ import annotations

from collections.abc import Iterator

from display.draw.marks import Box, Label, Mark, Plate
from display.sizes import Sizes
from display.theme import RGB, WHITE
from display.view import Code

QUIET = 4
"""So many squares around it stay white, as ISO/IEC 18004 wants."""
BLACK: RGB = (0, 0, 0)


def layout(body: Code, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the code at the left, of squares of whole pixels, and the words at the right."""
    count = len(body.squares) + 2 * QUIET
    square = max(1, box.h // count)
    side = square * count
    field = Box(box.x, box.y + (box.h - side) // 2, side, side)
    yield Plate(field, WHITE)
    for row, squares in enumerate(body.squares):
        for start, length in _runs(squares):
            x, y = field.x + (QUIET + start) * square, field.y + (QUIET + row) * square
            yield Plate(Box(x, y, length * square, square), BLACK)
    beside = box.split_left(side, sizes.pad)[1]
    for place, line in zip(beside.rows(max(1, len(body.lines)), sizes.gap), body.lines, strict=False):
        yield Label(place, line, sizes.main, lines=4)


def _runs(squares: str) -> Iterator[tuple[int, int]]:
    """Yield where dark squares begin in a row, and how many stand side by side."""
    at = 0
    while (at := squares.find("#", at)) >= 0:
        length = len(squares[at:]) - len(squares[at:].lstrip("#"))
        yield at, length
        at += length
