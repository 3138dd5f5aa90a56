"""The pyramid of cards as large as the screen allows, and beside it the player, the next step and the choices.

Why: the size of the cards decides from how far a screen can be read. So the pyramid takes the full height above the
footer; what other screens show above their body is in a column beside it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from itertools import pairwise, product

from display.draw import frame
from display.draw.marks import Box, Drawing, Label, Mark, Picture, Plate, Token, TouchArea, kept
from display.draw.pyramid_panel import panel
from display.draw.tiles import (
    CURSOR_SVG,
    DOOMED_SVG,
    FALLEN_SVG,
    TARGET_SVG,
    lantern_svg,
    path_svg,
    pawn_svg,
    tile_svg,
)
from display.sizes import Sizes
from display.view import Colour, Figure, PyramidPlan, Tile, View

LEAST_PANEL = 0.33
"""The least share of the width for the panel beside the map."""
CURSE = "curse"
"""The icon of a path that a curse takes, not a figure."""
STEPS = {(0, -1): "N", (1, 0): "E", (0, 1): "S", (-1, 0): "W"}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
LEAST_FIGURE = 1.2
"""The least side of a figure that is told from another, in heights of capitals."""
MOST_IN_A_ROW = 2
"""How many tokens lie in one row at most, unless figures stand below them."""


def page(view: View, body: PyramidPlan, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the page of a view whose body is a map: the map, and beside it the player, the question and the choices."""
    columns, rows = _extent(body)
    rim = _rim(sizes)
    side = min(
        (box.h - 2 * sizes.gap - rim) // rows, (round(box.w * (1 - LEAST_PANEL)) - rim - 2 * sizes.gap) // columns
    )
    left, column = box.split_left(side * columns + rim + 2 * sizes.gap)
    yield from stage(body, left, sizes)
    head, below = frame.beside(view, column.inset(sizes.gap), sizes)
    yield from head
    yield from panel(body, below, sizes)


def _extent(body: PyramidPlan) -> tuple[int, int]:
    """Return how many columns and rows the map has."""
    return max(tile.column for tile in body.tiles) + 1, max(tile.row for tile in body.tiles) + 1


def _rim(sizes: Sizes) -> int:
    """Return the room in pixels for the names of columns and rows."""
    return sizes.note.capitals + 3


# --- the map ---------------------------------------------------------------------------------------------------------


def stage(body: PyramidPlan, box: Box, sizes: Sizes, is_named: bool = True) -> Iterator[Mark]:
    """Yield the map: tiles, what is on them, then the marks over them; names of columns and rows only if asked for."""
    places = places_of(body, box, sizes, is_named)
    lit = _lit_sides(body)
    is_curse = body.path is not None and body.path.icon == CURSE
    if is_named:
        yield from _rim_names(body, box, places, sizes)
    for tile in body.tiles:
        place = places[tile.name]
        if tile.name in body.falling:
            yield Drawing(place, tile_svg("gone", ""))
            yield Drawing(place, FALLEN_SVG)
            place = place.middle(*(round(side * (1 - body.sunk)) for side in (place.w, place.h)))
        if place.w > 0:
            yield Drawing(place, tile_svg(tile.ground, tile.open, bool(tile.pawns)))
            if tile.name in lit:
                yield Drawing(place, path_svg(*lit[tile.name], is_curse))
            if tile.doomed:
                yield Drawing(place, DOOMED_SVG)
            yield from _things(tile, place, sizes)
    for tile in body.tiles:
        yield from _over(tile, body, places[tile.name], sizes)
    yield from _path_icon(body, places)


def _lit_sides(body: PyramidPlan) -> dict[str, tuple[str, str]]:
    """Return on which sides the lit part of the path enters and leaves each of its tiles."""
    if body.path is None:
        return {}
    tiles = {tile.name: tile for tile in body.tiles}
    layers = [[tiles[name] for name in layer if name in tiles] for layer in body.path.layers[: body.path.lit]]
    sides = {tile.name: ("", "") for layer in layers for tile in layer}
    for layer, following in pairwise(layers):
        for tile, neighbour in product(layer, following):
            side = _side_between(tile, neighbour)
            if side:
                comes_from, goes_to = sides[tile.name]
                sides[tile.name] = comes_from, goes_to + side
                comes_from, goes_to = sides[neighbour.name]
                sides[neighbour.name] = comes_from + OPPOSITE[side], goes_to
    return sides


def _side_between(tile: Tile, neighbour: Tile) -> str:
    """Return the side on which two tiles are open to each other; empty if they are not."""
    step = neighbour.column - tile.column, neighbour.row - tile.row
    side = STEPS.get(step, "")
    return side if side and side in tile.open and OPPOSITE[side] in neighbour.open else ""


def places_of(body: PyramidPlan, box: Box, sizes: Sizes, is_named: bool) -> dict[str, Box]:
    """Return where each tile is drawn, with room for names of columns and rows or without."""
    columns, rows = _extent(body)
    rim = _rim(sizes) if is_named else 0
    room = Box(box.x + sizes.gap + rim, box.y + sizes.gap, box.w - 2 * sizes.gap - rim, box.h - 2 * sizes.gap - rim)
    side = min(room.w // columns, room.h // rows)
    field = room.middle(side * columns, side * rows)
    return {tile.name: Box(field.x + tile.column * side, field.y + tile.row * side, side, side) for tile in body.tiles}


def _rim_names(body: PyramidPlan, box: Box, places: dict[str, Box], sizes: Sizes) -> Iterator[Mark]:
    """Yield the letters of the columns below the map and the numbers of the rows beside it."""
    rim = _rim(sizes)
    named = [tile for tile in body.tiles if len(tile.name) == 2]
    bottom = max(place.bottom for place in places.values())
    left = min(place.x for place in places.values())
    for tile in {tile.row: tile for tile in named}.values():
        place = places[tile.name]
        yield Label(Box(left - rim - 1, place.y, rim, place.h), tile.name[1], sizes.note, "lesser", "centre")
    for tile in {tile.column: tile for tile in named}.values():
        place = places[tile.name]
        below = Box(place.x, bottom, place.w, min(rim + 2, box.bottom - bottom))
        yield Label(below, tile.name[0], sizes.note, "lesser", "centre")


@kept
def _things(tile: Tile, place: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield lanterns along the foot, discs along the top, figures in the middle."""
    if not (tile.lanterns or tile.discs or tile.pawns):
        return
    small = round(place.h * 0.36)
    foot = Box(place.x + 1, place.bottom - small - 1, place.w - 2, small)
    for colour, spot in zip(tile.lanterns, _in_line(len(tile.lanterns), foot), strict=True):
        yield Drawing(spot, lantern_svg(colour))
    top = Box(place.x + 1, place.y + 1, place.w - 2, small)
    for disc, spot in zip(tile.discs, reversed(_in_line(len(tile.discs), top, from_right=True)), strict=True):
        yield Picture(spot, disc, "start")
    if tile.pawns:
        yield from _pawns(tile, place.split_bottom(small * 2 // 3 if tile.lanterns else 0)[0], sizes)


def _in_line(count: int, box: Box, *, from_right: bool = False) -> tuple[Box, ...]:
    """Return `count` squares as high as the box, side by side from its left or right, closer where room is short."""
    step = min(box.h, (box.w - box.h) // max(1, count - 1))
    start = box.right - box.h - step * (count - 1) if from_right else box.x
    return tuple(Box(start + step * index, box.y, box.h, box.h) for index in range(count))


def _pawns(tile: Tile, place: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the figures, as large as their number allows.

    Where all would be too small to be told apart, only those of the player who acts are drawn as figures; of the others
    a token tells who stands there.
    """
    side = _figure_side(len(tile.pawns), place)
    if side >= round(sizes.main.capitals * LEAST_FIGURE):
        yield from _standing(tile.pawns, place, side)
        return
    acting = tuple(pawn for pawn in tile.pawns if pawn.active)
    others = dict.fromkeys(pawn.colour for pawn in tile.pawns if not pawn.active)
    if not acting:
        yield from _owners(others, 1 + (len(others) > MOST_IN_A_ROW), place)
        return
    above, below = place.split_top(min(place.h // 3, place.w // max(1, len(others))))
    yield from _standing(acting, below, _figure_side(len(acting), below))
    yield from _owners(others, 1, above)


def _owners(colours: Collection[Colour], lines: int, box: Box) -> Iterator[Mark]:
    """Yield tokens in so many lines."""
    across = max(1, math.ceil(len(colours) / lines))
    side = min(box.w // across, box.h // lines)
    for colour, spot in zip(colours, _spots(len(colours), across, side, box), strict=True):
        yield Token(spot, colour)


def _figure_side(count: int, place: Box) -> int:
    """Return how large so many figures can be."""
    across = _across(count)
    down = max(1, math.ceil(count / across))
    return min(round(place.h * 0.72), place.w // across + (2 if across > 1 else 0), round(place.h / down * 1.02))


def _across(count: int) -> int:
    """Return how many of so many figures stand side by side."""
    return min(2, max(1, count)) if count <= 4 else math.ceil(count / 2)


def _standing(pawns: tuple[Figure, ...], place: Box, side: int) -> Iterator[Mark]:
    """Yield figures of this size."""
    for pawn, spot in zip(pawns, _spots(len(pawns), _across(len(pawns)), side, place), strict=True):
        yield from figure(pawn, spot)


def _spots(count: int, across: int, side: int, place: Box) -> Iterator[Box]:
    """Yield square places, so many side by side, in the middle of a box; they overlap where they have to."""
    down = math.ceil(count / max(1, across))
    middle = place.middle(min(place.w, side * across), min(place.h, side * down))
    for index in range(count):
        line, column = divmod(index, across)
        wide = middle.w // across
        yield Box(middle.x + column * wide, middle.y + line * (middle.h // down), wide, side).middle(side, side)


def figure(pawn: Figure, box: Box) -> Iterator[Mark]:
    """Yield a figure and what it carries."""
    yield Drawing(box, pawn_svg(pawn.kind, pawn.colour, pawn.active))
    if pawn.burden:
        side = round(box.h * 0.5)
        yield Picture(Box(box.right - side, box.bottom - side, side, side), pawn.burden, "start")


def _over(tile: Tile, body: PyramidPlan, place: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the marks over a tile: cursor or target, and its badge."""
    is_cursor = tile.name in (body.cursor, body.aim)
    if is_cursor:
        yield Drawing(place, CURSOR_SVG)
    elif tile.target:
        yield Drawing(place, TARGET_SVG)
    if tile.badge:
        side = max(round(place.h * 0.4), sizes.main.capitals + 4)
        spot = Box(place.x, place.y, side, side)
        yield Plate(spot, "cursor" if is_cursor else "ink", "ink" if is_cursor else "linen", side // 3, 1.5)
        yield Label(spot, tile.badge, sizes.main, "ink" if is_cursor else "linen", "centre")
    if tile.target:
        yield TouchArea(place, tile.target)


def _path_icon(body: PyramidPlan, places: dict[str, Box]) -> Iterator[Mark]:
    """Yield the icon that moves along the path, at the last lit step."""
    if body.path is None or not body.path.lit:
        return
    front = 1 if body.path.is_preview else body.path.lit
    for name in body.path.layers[front - 1]:
        if name in places:
            place = places[name]
            yield Picture(place.middle(round(place.w * 0.6), round(place.h * 0.6)), body.path.icon, "linen")
