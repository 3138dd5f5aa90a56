"""The parts of a drawing: boxes on the screen, and the marks in them.

Why: layout yields marks, and one module paints them. So layout needs no surface, and a test can check without pixels
whether the text of every screen fits and its touch areas lie apart.

Why some layouts `remember`: most of a page is as it was on the page before. What is laid out follows from values, so
equal values need not be laid out again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, wraps
from itertools import pairwise
from typing import Literal, NamedTuple, ParamSpec, TypeAlias, cast

import msgspec

from display.theme import Tint, Type
from display.view import Colour, Face


class Rect(NamedTuple):
    """A rectangle in pixels."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        return self.x + self.w

    @property
    def bottom(self) -> int:
        return self.y + self.h

    @property
    def centre(self) -> tuple[int, int]:
        return self.x + self.w // 2, self.y + self.h // 2

    def holds(self, point: tuple[int, int]) -> bool:
        """Whether `point` lies inside."""
        return self.x <= point[0] < self.right and self.y <= point[1] < self.bottom

    def inset(self, dx: int, dy: int | None = None) -> Rect:
        """This box without a margin of `dx` pixels left and right and `dy` (or `dx`) above and below."""
        dy = dx if dy is None else dy
        return Rect(self.x + dx, self.y + dy, max(0, self.w - 2 * dx), max(0, self.h - 2 * dy))

    def split_left(self, width: int, gap: int = 0) -> tuple[Rect, Rect]:
        """The leftmost `width` pixels, and what remains beyond a gap."""
        width = max(0, min(width, self.w))
        rest = max(0, self.w - width - gap)
        return Rect(self.x, self.y, width, self.h), Rect(self.right - rest, self.y, rest, self.h)

    def split_right(self, width: int, gap: int = 0) -> tuple[Rect, Rect]:
        """What remains before a gap, and the rightmost `width` pixels."""
        width = max(0, min(width, self.w))
        return Rect(self.x, self.y, max(0, self.w - width - gap), self.h), Rect(
            self.right - width, self.y, width, self.h
        )

    def split_top(self, height: int, gap: int = 0) -> tuple[Rect, Rect]:
        """The topmost `height` pixels, and what remains beyond a gap."""
        height = max(0, min(height, self.h))
        rest = max(0, self.h - height - gap)
        return Rect(self.x, self.y, self.w, height), Rect(self.x, self.bottom - rest, self.w, rest)

    def split_bottom(self, height: int, gap: int = 0) -> tuple[Rect, Rect]:
        """What remains before a gap, and the bottommost `height` pixels."""
        height = max(0, min(height, self.h))
        return Rect(self.x, self.y, self.w, max(0, self.h - height - gap)), Rect(
            self.x, self.bottom - height, self.w, height
        )

    def columns(self, count: int, gap: int = 0) -> tuple[Rect, ...]:
        """This box split into `count` columns, `gap` apart, to the pixel."""
        edges = [self.x + (self.w + gap) * i // count for i in range(count + 1)]
        return tuple(Rect(a, self.y, b - a - gap, self.h) for a, b in pairwise(edges))

    def rows(self, count: int, gap: int = 0) -> tuple[Rect, ...]:
        """This box split into `count` rows, `gap` apart, to the pixel."""
        edges = [self.y + (self.h + gap) * i // count for i in range(count + 1)]
        return tuple(Rect(self.x, a, self.w, b - a - gap) for a, b in pairwise(edges))

    def middle(self, width: int, height: int) -> Rect:
        """A box of at most `width` x `height` in the centre of this one."""
        width, height = min(width, self.w), min(height, self.h)
        return Rect(self.x + (self.w - width) // 2, self.y + (self.h - height) // 2, width, height)


class Plate(msgspec.Struct, frozen=True, cache_hash=True):
    """A rectangle with round corners."""

    box: Rect
    fill: Tint | None
    edge: Tint | None = None
    radius: int = 0
    thickness: float = 1.0


def heat_plate(place: Rect, share: float) -> Plate:
    """How likely or how good a place is: so large a part of it is covered, in every theme and for every eye."""
    side = max(3, round(place.w * share**0.5))
    return Plate(place.middle(side, side), "doom", "ink", side // 6)


class Label(msgspec.Struct, frozen=True, cache_hash=True):
    """Text made to fit its box: on at most `lines` lines, in the condensed cut, or in briefer words."""

    box: Rect
    text: str
    type: Type
    colour: Tint = "text"
    align: Literal["left", "centre", "right"] = "left"
    lines: int = 1
    briefer: tuple[str, ...] = ()
    """Texts for a box without room for `text`, the longest first."""
    is_name: bool = False
    """Whether it is condensed before it is broken into lines."""


class Picture(msgspec.Struct, frozen=True, cache_hash=True):
    """An icon, as large as fits into the middle of its box; `colour` tints what the icon leaves open."""

    box: Rect
    name: str
    colour: Tint = "text"


class Token(msgspec.Struct, frozen=True, cache_hash=True):
    """A player's token with its shape, as large as fits into the middle of its box; `halo` highlights it.

    With a `face` it has the outline of that, and the shape of its colour in its corner where there is room.
    """

    box: Rect
    colour: Colour
    halo: bool = False
    face: Face | None = None


class Sign(msgspec.Struct, frozen=True, cache_hash=True):
    """The bare shape of a player, or of their face, in one tint, as large as fits into the middle of its box."""

    box: Rect
    colour: Colour
    tint: Tint = "ink"
    face: Face | None = None


class Ring(msgspec.Struct, frozen=True, cache_hash=True):
    """A circle that closes clockwise as `fraction` goes from 0 to 1."""

    box: Rect
    fraction: float
    colour: Tint


class Frieze(msgspec.Struct, frozen=True, cache_hash=True):
    """A column of small pyramids that point to the right, from top to bottom of the box."""

    box: Rect
    colour: Tint


FIELD = 48
"""The height of the field on which drawings stand, and icons too, in the drawing's units."""


class Drawing(msgspec.Struct, frozen=True, cache_hash=True):
    """An SVG drawing `FIELD` high and as wide as the box requires, scaled to the box; `@role` is a role's tone."""

    box: Rect
    svg: str


def field_width(box: Rect) -> float:
    """Width of the field of a drawing in this box."""
    return FIELD * box.w / max(1, box.h)


class TouchArea(msgspec.Struct, frozen=True, cache_hash=True):
    """A place to touch, and the name that touching it returns."""

    box: Rect
    target: str


Painted: TypeAlias = Plate | Picture | Token | Sign | Ring | Frieze | Drawing
"""A mark that is a picture."""

Mark: TypeAlias = Painted | Label | TouchArea

Values = ParamSpec("Values")


def remember(layout: Callable[Values, Iterator[Mark]]) -> Callable[Values, tuple[Mark, ...]]:
    """A layout that remembers the marks of the values that it was given last."""

    @wraps(layout)
    def whole(*values: Values.args, **named: Values.kwargs) -> tuple[Mark, ...]:
        return tuple(layout(*values, **named))

    return cast("Callable[Values, tuple[Mark, ...]]", lru_cache(maxsize=128)(whole))
