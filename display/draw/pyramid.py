"""The pyramid of cards as large as the screen allows, and beside it the player, the next step and the choices.

Why: the size of the cards decides from how far a screen can be read. So the pyramid takes the full height above the
footer; what other screens show above their body is in a column beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product

from display.draw import frame
from display.draw.marks import Box, Drawing, Label, Mark, Plate, TouchArea
from display.draw.on_tile import things
from display.draw.pyramid_panel import panel
from display.draw.tiles import (
    CURSOR_SVG,
    DOOMED_SVG,
    FALLEN_SVG,
    TARGET_SVG,
    path_svg,
    tile_svg,
)
from display.sizes import Sizes
from display.view import PyramidPlan, Tile, View

LEAST_PANEL = 0.33
"""The least share of the width for the panel beside the map."""
CURSE = "curse"
"""The icon of a path that a curse takes, not a figure."""
STEPS = {(0, -1): "N", (1, 0): "E", (0, 1): "S", (-1, 0): "W"}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
RIM = 2
"""How far the dark edge of an open tile reaches beyond it in pixels: paper is as pale as a corridor."""


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
    """Yield the map: tiles, their frames, and what is on them; names of columns and rows only if asked for."""
    places = places_of(body, box, sizes, is_named)
    lit, walkers = _lit_sides(body), _walkers(body)
    if is_named:
        yield from _rim_names(body, box, places, sizes)
    yield from (Plate(places[tile.name].inset(-RIM), "ink", None, RIM) for tile in body.tiles if tile.open)
    for tile in body.tiles:
        place = places[tile.name]
        if tile.name in body.falling:
            yield Drawing(place, tile_svg("gone", ""))
            yield Drawing(place, FALLEN_SVG)
            place = place.middle(*(round(side * (1 - body.sunk)) for side in (place.w, place.h)))
        if place.w > 0:
            yield from _ground(tile, body, lit.get(tile.name), place)
            yield from things(tile, walkers.get(tile.name, ""), _is_pointed_at(tile, body), place, sizes)
    yield from (TouchArea(places[tile.name], tile.target) for tile in body.tiles if tile.target)


def _ground(tile: Tile, body: PyramidPlan, lit: tuple[str, str] | None, place: Box) -> Iterator[Mark]:
    """Yield a tile with its path, cracks and frame; what stands on the tile stands on the frame, too."""
    yield Drawing(place, tile_svg(tile.ground, tile.open, bool(tile.pawns)))
    if lit:
        yield Drawing(place, path_svg(*lit, body.path is not None and body.path.icon == CURSE))
    if tile.doomed:
        yield Drawing(place, DOOMED_SVG)
    if _is_pointed_at(tile, body):
        yield Drawing(place, CURSOR_SVG)
    elif tile.target:
        yield Drawing(place, TARGET_SVG)


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


def _is_pointed_at(tile: Tile, body: PyramidPlan) -> bool:
    return tile.name in (body.cursor, body.aim)


def _walkers(body: PyramidPlan) -> dict[str, str]:
    """Return the picture of whoever goes along the path, by the tiles where they are: those of the last lit step."""
    if body.path is None or not body.path.lit:
        return {}
    front = 1 if body.path.is_preview else body.path.lit
    return dict.fromkeys(body.path.layers[front - 1], body.path.icon)
