"""What lies and stands on a tile of a map: each thing has a place of its own, so none hides another.

A note is in the upper left corner, lanterns and discs lie along the foot. Figures, and whoever goes along a path, share
the largest room that these leave.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeAlias

from display.draw import text
from display.draw.cell import squares_in
from display.draw.marks import Box, Drawing, Label, Mark, Picture, Plate, Token, kept
from display.draw.tiles import lantern_svg, pawn_svg
from display.sizes import Sizes, Type
from display.theme import Role
from display.view import Colour, Figure, Tile

LEAST_FIGURE = 1.0
"""The least side of a figure that is told from another, in heights of capitals."""
LEAST_ACTING = 0.9
"""The same for those of the player who acts, when others have only tokens."""
GREAT_NOTE = 3
"""From so many heights of great capitals on, a tile has its note in great type."""
MOST_FIGURE = 0.72
"""The most side of a figure, as a share of its tile."""
SMALL = 0.36
"""The most side of a lantern or disc, as a share of its tile."""
APART = 0.75
"""How much of a lantern or disc its neighbour leaves uncovered."""
OVERHANG = 3
"""By how many pixels figures side by side overlap: their drawings have empty edges."""


Drawn: TypeAlias = Callable[[Box], Iterator[Mark]]
"""What draws something into a place."""


@kept
def things(tile: Tile, walker: str, is_pointed_at: bool, place: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield what is on a tile; `walker` is the picture of whoever goes along a path and is here."""
    inside = place.inset(1)
    size = sizes.great if place.h >= GREAT_NOTE * sizes.great.capitals else sizes.main
    note = _note_box(tile.badge, inside, size)
    above, foot = inside.split_bottom(_small_side(tile, place))
    yield from _small_things(tile, foot)
    if tile.pawns or walker:
        rooms = (above.split_left(note.w)[1], above.split_top(note.h)[1])
        yield from _standing(tile.pawns, walker, rooms, round(place.h * MOST_FIGURE), sizes)
    if tile.badge:
        words: Role = "ink" if is_pointed_at else "linen"
        yield Plate(note, "cursor" if is_pointed_at else "ink", words, note.w // 4, 1)
        yield Label(note, tile.badge, size, words, "centre")


def _note_box(note: str, inside: Box, size: Type) -> Box:
    """Return the place of a note, which has no room without one."""
    if not note:
        return Box(inside.x, inside.y, 0, 0)
    air = max(4, size.capitals // 5)
    return Box(inside.x, inside.y, text.width(note, size) + air, size.capitals + air)


def _small_side(tile: Tile, place: Box) -> int:
    """Return the side of the lanterns and discs on a tile; 0 without any."""
    count = len(tile.lanterns) + len(tile.discs)
    return min(round(place.h * SMALL), int((place.w - 2) / (1 + APART * (count - 1)))) if count else 0


def _small_things(tile: Tile, foot: Box) -> Iterator[Mark]:
    """Yield lanterns from the left of the foot, and discs from its right."""
    count, side = len(tile.lanterns) + len(tile.discs), foot.h
    step = min(side, (foot.w - side) / max(1, count - 1))
    for number, colour in enumerate(tile.lanterns):
        yield Drawing(Box(foot.x + round(step * number), foot.y, side, side), lantern_svg(colour))
    for number, disc in enumerate(reversed(tile.discs)):
        yield Picture(Box(foot.right - side - round(step * number), foot.y, side, side), disc, "start")


def _standing(
    pawns: tuple[Figure, ...], walker: str, rooms: tuple[Box, Box], most: int, sizes: Sizes
) -> Iterator[Mark]:
    """Yield the figures, as large as their number allows, in the room where they are larger."""
    for large, small, least in _arrangements(pawns, walker):
        places = max((_places(len(large), len(small), room, most) for room in rooms), key=lambda found: found[0].w)
        if places[0].w >= round(sizes.main.capitals * least):
            for drawn, place in zip((*large, *small), places, strict=True):
                yield from drawn(place)
            return


def _arrangements(pawns: tuple[Figure, ...], walker: str) -> Iterator[tuple[list[Drawn], list[Drawn], float]]:
    """Yield what is large, what is small, and how large it must be at least, in heights of capitals; the best first.

    Where all figures would be too small to be told apart, only those of the player who acts are drawn as figures, below
    a token for each other player who stands there; where these are too small as well, everybody has a token.
    """
    acting = [pawn for pawn in pawns if pawn.active]
    walkers: list[Drawn] = [partial(_walker, walker)] if walker else []
    yield [*_figures(pawns), *walkers], [], LEAST_FIGURE
    yield [*_figures(acting), *walkers], _owners(pawn for pawn in pawns if not pawn.active), LEAST_ACTING
    yield [], [*_owners(pawns), *walkers], 0.0


def _figures(pawns: Iterable[Figure]) -> list[Drawn]:
    return [partial(figure, pawn) for pawn in pawns]


def _owners(pawns: Iterable[Figure]) -> list[Drawn]:
    return [partial(_token, colour) for colour in dict.fromkeys(pawn.colour for pawn in pawns)]


def _places(large: int, small: int, room: Box, most: int) -> tuple[Box, ...]:
    """Return the places of so many figures of at most this side, and of so many tokens in a line above them."""
    if not large:
        return tuple(place.middle(most, most) for place in squares_in(small, room))
    above, below = room.split_top(min(room.h // 3, room.w // small) if small else 0)
    return (*_figure_places(large, below, most), *(squares_in(small, above) if small else ()))


def _figure_places(count: int, room: Box, most: int) -> Iterator[Box]:
    """Yield square places for so many figures, in the best number of lines."""

    def side_in(lines: int) -> int:
        across = math.ceil(count / lines)
        return min(most, room.h // lines, (room.w + OVERHANG * (across - 1)) // across)

    lines = max(range(1, count + 1), key=side_in)
    side, across = side_in(lines), math.ceil(count / lines)
    for number, line in enumerate(room.middle(room.w, side * lines).rows(lines)):
        here = min(across, count - number * across)
        wide = side * here - OVERHANG * (here - 1)
        x = line.x + (line.w - wide) // 2
        yield from (Box(x + (side - OVERHANG) * at, line.y, side, side) for at in range(here))


def figure(pawn: Figure, box: Box) -> Iterator[Mark]:
    """Yield a figure and what it carries, which leaves the shape on its chest uncovered."""
    yield Drawing(box, pawn_svg(pawn.kind, pawn.colour, pawn.active))
    if pawn.burden:
        side = round(box.h * 0.44)
        yield Picture(Box(box.right - round(side * 0.82), box.bottom - side, side, side), pawn.burden, "start")


def _walker(icon: str, box: Box) -> Iterator[Mark]:
    yield Picture(box, icon, "linen")


def _token(colour: Colour, box: Box) -> Iterator[Mark]:
    yield Token(box, colour)
