"""The pieces in a maze: pawns that stand, and whoever else is there; several on one square lie as tokens."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from display.draw.cell import squares_in
from display.draw.marks import Box, Drawing, Mark, Picture, Plate, Token
from display.draw.paint import OUTLINES
from display.theme import SHAPES
from display.view import Colour, MazePiece

FIELD = 48
"""The height of the field that a pawn is drawn on."""

BODY = 0.64
"""The width of a pawn with its rim, as a share of its height."""

OVERHANG = 6
"""Pieces that share a square may reach beyond it by its side divided by this."""

MOST_STANDING = 2
"""So many pieces stand side by side at most, as high as their square."""

PAWN = (
    '<path d="M12 44 C12 38 17 36 18.5 30 L20 24 C14.5 22 12.5 17.5 12.5 14 A11.5 11.5 0 0 1 35.5 14 '
    'C35.5 17.5 33.5 22 28 24 L29.5 30 C31 36 36 38 36 44 Z"/>'
)
"""The outline of a standing pawn, on a field of 48x48."""


class Pawn(NamedTuple):
    """A pawn in a row."""

    x: float
    """Where its field begins, from the left edge of the row."""
    colour: Colour
    active: bool


def pawn_svg(colour: Colour, active: bool) -> str:
    """Return a pawn that stands: head and body with a rim of linen, its colour's shape on its belly."""
    return row_svg((Pawn(0, colour, active),))


def row_svg(pawns: Sequence[Pawn]) -> str:
    """Return pawns that stand in a row, the last of them in front.

    One rim goes around them all, so that it hides nothing of those behind.
    """
    return "".join(map(_rim, pawns)) + "".join(map(_body, pawns))


def _rim(pawn: Pawn) -> str:
    style = f'stroke="@linen" stroke-width="{9 if pawn.active else 6.5}" fill="@linen" stroke-linejoin="round"'
    return f'<g transform="translate({pawn.x:.1f} 0)" {style}>{PAWN}</g>'


def _body(pawn: Pawn) -> str:
    shape = OUTLINES[SHAPES[pawn.colour]].format(style='fill="@ink"')
    return (
        f'<g transform="translate({pawn.x:.1f} 0)">'
        f'<g stroke="@ink" stroke-width="3.6" fill="@ink" stroke-linejoin="round">{PAWN}</g>'
        f'<g fill="@{pawn.colour}">{PAWN}</g>'
        f'<g transform="translate(24 34) scale(0.52) translate(-16 -16)">{shape}</g></g>'
    )


def on_a_square(pieces: Sequence[MazePiece], square: Box, *, is_signed: bool = False) -> Iterator[Mark]:
    """Yield the pieces that share a square; whoever acts stands in front of its neighbour.

    Pawns that would hide each other, or that a sign in the upper right corner would hide, lie as tokens.
    """
    if is_signed or len(pieces) > MOST_STANDING:
        yield from _lying(pieces, square, is_signed)
        return
    places = stacked(len(pieces), square.inset(min(1, (square.w - 1) // 2)))
    placed = sorted(zip(pieces, places, strict=True), key=lambda one: one[0].active)
    yield from _row(placed)
    for piece, place in placed:
        if not piece.colour:
            side = place.w if len(pieces) == 1 else round(place.w * BODY)
            yield from _disc(piece, place.middle(side, side))


def _lying(pieces: Sequence[MazePiece], square: Box, is_signed: bool) -> Iterator[Mark]:
    """Yield pieces as tokens, on all of their square or below a sign."""
    room = square.inset(-round(square.w / OVERHANG / 2))
    if is_signed:
        room = room.split_bottom(room.h // 2)[1]
    for piece, place in zip(pieces, squares_in(len(pieces), room), strict=True):
        if piece.colour:
            yield Token(place, piece.colour)
        else:
            yield from _disc(piece, place)


def _row(placed: Sequence[tuple[MazePiece, Box]]) -> Iterator[Mark]:
    """Yield the pawns among pieces that stand side by side."""
    left, right = min(place.x for _, place in placed), max(place.right for _, place in placed)
    side, top = placed[0][1].h, placed[0][1].y
    pawns = [
        Pawn((place.x - left) * FIELD / side, piece.colour, piece.active) for piece, place in placed if piece.colour
    ]
    if pawns:
        yield Drawing(Box(left, top, right - left, side), row_svg(pawns))


def _disc(piece: MazePiece, box: Box) -> Iterator[Mark]:
    yield Plate(box, "ink", "linen", box.w // 2, max(1.5, box.w / 14))
    yield Picture(box.inset(max(1, box.w // 9)), piece.icon, "linen")


def stacked(count: int, box: Box) -> tuple[Box, ...]:
    """Return square places for one pawn or two in a row, as high as a box; they overlap, for a pawn is narrow."""
    side = min(box.w, box.h)
    x, y = box.x + (box.w - side) // 2, box.y + (box.h - side) // 2
    step = min(round(side * BODY), box.w + 2 * math.ceil(side / OVERHANG) - round(side * BODY)) * (count - 1)
    return tuple(Box(x + at - step // 2, y, side, side) for at in range(0, step + 1, max(1, step)))
