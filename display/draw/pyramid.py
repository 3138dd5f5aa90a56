"""The pyramid of cards as large as the screen allows, and beside it the player, the next step and the choices.

Why: the size of the cards decides from how far a screen can be read. So the pyramid takes the full height above the
footer; what other screens show above their body is in a column beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product

from display.draw import frame, menu, text
from display.draw.marks import Drawing, Label, Mark, Picture, Plate, Rect, Token, TouchArea, heat_plate
from display.draw.tiles import (
    CURSOR_SVG,
    DOOMED_SVG,
    FALLEN_SVG,
    TARGET_SVG,
    path_svg,
    things,
    tile_svg,
)
from display.theme import Sizes, Type
from display.view import Alarm, Item, PyramidPlan, Tile, View

APART = 1
"""The distance of two pips in pixels."""
ROWS_KEPT = 2
"""How many rows of choices an alarm leaves room for; then its number stands without words."""
FACTS_FROM = 6
"""How many rows the panel must have room for, before facts get a line of their own; choices come first."""


def _panel(body: PyramidPlan, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the alarm, the pips, the facts and the choices, one under another."""
    if body.alarm:
        room = max(sizes.row, box.h - (ROWS_KEPT * (sizes.row + sizes.gap) if body.choices.items else 0))
        place, box = box.split_top(min(_alarm_height(body.alarm, box, sizes), room), sizes.gap)
        yield from _alarm(body.alarm, place, sizes)
    counts, below = _counts(body, box, sizes)
    yield from counts
    if body.choices.items or body.choices.text:
        yield from menu.layout(body.choices, below, sizes)


def _counts(body: PyramidPlan, box: Rect, sizes: Sizes) -> tuple[tuple[Mark, ...], Rect]:
    """The pips and the facts, in one line if they fit into it, and the box below them; choices come first."""
    marks: list[Mark] = []
    side = _facts_side_by_side(body, box.w, sizes)
    beside = body.facts if side else ()
    rows, row = (ROWS_KEPT + 1, sizes.line) if body.choices.is_pictured else (ROWS_KEPT, sizes.row)
    kept = rows * (row + sizes.gap) - sizes.gap
    line = min(sizes.line, box.h - kept - sizes.gap) if body.choices.items else sizes.line
    least = round(sizes.note.capitals * 1.2) if body.choices.is_pictured else sizes.line
    if (body.pips or beside) and line >= least:
        place, box = box.split_top(line, sizes.gap)
        side = min(side or _sign(sizes), line)
        pips, rest = place.split_left(_pips_width(body, side, sizes))
        marks += [*_pips(body, pips, _pip(side, sizes)), *_facts(beside, rest, side, sizes)]
    if body.facts != beside and box.h >= FACTS_FROM * sizes.row:
        place, box = box.split_top(sizes.line, sizes.gap)
        marks += _facts(body.facts, place, _sign(sizes), sizes)
    return tuple(marks), box


def _facts_side_by_side(body: PyramidPlan, width: int, sizes: Sizes) -> int:
    """The largest side of pips and signs by which pips and facts fit into one line; 0 if none does."""
    sides = range(_sign(sizes), sizes.note.capitals - 1, -1)
    return next(
        (side for side in sides if _pips_width(body, side, sizes) + _facts_width(body, side, sizes) <= width), 0
    )


def _alarm_text(alarm: Alarm, box: Rect, sizes: Sizes) -> tuple[Type, int]:
    """The type and the number of lines of an alarm's text: large where two lines are enough."""
    width = box.w - sizes.row - 3 * sizes.gap
    large = len(text.wrap(alarm.text, width, sizes.main))
    if large <= 2:
        return sizes.main, large
    return sizes.note, min(5, len(text.wrap(alarm.text, width, sizes.note)))


def _alarm_height(alarm: Alarm, box: Rect, sizes: Sizes) -> int:
    size, lines = _alarm_text(alarm, box, sizes)
    return max(round(sizes.row * 1.3), lines * text.line_height(size) + 2 * sizes.gap)


def _alarm(alarm: Alarm, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the alarm on a bright plate: how many are left, in large type, and whose turns are counted.

    Its picture stands for the words where they have no room.
    """
    yield Plate(box, "loss", "ink", sizes.radius, 2)
    size, lines = _alarm_text(alarm, box, sizes)
    aside, words = box.inset(sizes.gap, 2).split_left(sizes.row, sizes.gap)
    number, token = aside.split_bottom(sizes.main.capitals if alarm.colour and aside.h > 2 * sizes.main.capitals else 0)
    label = Label(words, alarm.text, size, "on_loss", lines=lines)
    is_said = text.fit(label).whole
    if alarm.count is None:
        yield Picture(number, alarm.icon, "on_loss")
    else:
        yield Label(number, str(alarm.count), sizes.great, "on_loss", "centre")
    if alarm.colour and token.h:
        yield Token(token, alarm.colour, face=dict(sizes.faces).get(alarm.colour))
    if is_said:
        yield label
    elif alarm.count is not None:
        yield Picture(words, alarm.icon, "on_loss")


def _sign(sizes: Sizes) -> int:
    """The usual side of a pip, and of the sign of a fact."""
    return round(sizes.line * 0.62)


def _pip(side: int, sizes: Sizes) -> int:
    """The side of a pip beside signs of this side: a dot can be smaller than they where room is short."""
    return side if side == _sign(sizes) else side * 2 // 3


def _pips_width(body: PyramidPlan, side: int, sizes: Sizes) -> int:
    return body.pips[1] * (_pip(side, sizes) + APART) + sizes.gap if body.pips else 0


def _pips(body: PyramidPlan, box: Rect, side: int) -> Iterator[Mark]:
    left, most = body.pips or (0, 0)
    for number in range(most):
        spot = Rect(box.x + number * (side + APART), box.y, side, box.h).middle(side, side)
        yield Plate(spot, "text" if number < left else "well", "text" if number < left else "edge", side // 2, 2)


def _facts_width(body: PyramidPlan, side: int, sizes: Sizes) -> int:
    """Width of the facts in one line."""
    return sum(side + 2 + text.width(fact.label, sizes.main) + sizes.gap for fact in body.facts) - sizes.gap


def _facts(facts: tuple[Item, ...], box: Rect, side: int, sizes: Sizes) -> Iterator[Mark]:
    for fact, place in zip(facts, box.columns(len(facts), sizes.gap) if facts else (), strict=True):
        picture, words = place.split_left(min(side, place.h), 2)
        if fact.colour:
            yield Token(picture, fact.colour)
        for name in fact.icons[:1]:
            yield Picture(picture.inset(-1), name, "accent")  # a picture has air at its edges
        yield Label(words, fact.label, sizes.main, "text")


LEAST_PANEL = 0.33
"""The least share of the width for the panel beside the map."""
CURSE = "curse"
"""The icon of a path that a curse takes, not a figure."""
STEPS = {(0, -1): "N", (1, 0): "E", (0, 1): "S", (-1, 0): "W"}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
RIM = 2
"""Pixels by which an open tile's dark edge reaches beyond it: paper is as pale as a corridor."""


def page(view: View, body: PyramidPlan, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the page of a view whose body is a map: the map, and beside it the player, the question and the choices."""
    columns, rows = _extent(body)
    rim = _rim(sizes)
    panel_share = menu.LISTED if body.is_listed else LEAST_PANEL
    side = min(
        (box.h - 2 * sizes.gap - rim) // rows, (round(box.w * (1 - panel_share)) - rim - 2 * sizes.gap) // columns
    )
    left, column = box.split_left(side * columns + rim + 2 * sizes.gap)
    yield from stage(body, left, sizes)
    head, below = frame.beside(view, column.inset(sizes.gap), sizes)
    yield from head
    yield from _panel(body, below, sizes)


def _extent(body: PyramidPlan) -> tuple[int, int]:
    """The map's numbers of columns and rows."""
    return max(tile.column for tile in body.tiles) + 1, max(tile.row for tile in body.tiles) + 1


def _rim(sizes: Sizes) -> int:
    """The room in pixels for the names of columns and rows."""
    return sizes.note.capitals + 3


# --- the map ---------------------------------------------------------------------------------------------------------


def stage(body: PyramidPlan, box: Rect, sizes: Sizes, is_named: bool = True) -> Iterator[Mark]:
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


def _ground(tile: Tile, body: PyramidPlan, lit: tuple[str, str] | None, place: Rect) -> Iterator[Mark]:
    """Yield a tile with its path, cracks and frame; what stands on the tile stands on the frame, too."""
    yield Drawing(place, tile_svg(tile.ground, tile.open, bool(tile.figures)))
    if lit:
        yield Drawing(place, path_svg(*lit, body.path is not None and body.path.icon == CURSE))
    if tile.doomed:
        yield Drawing(place, DOOMED_SVG)
    if tile.heat:
        yield heat_plate(place.inset(1), tile.heat)
    if _is_pointed_at(tile, body):
        yield Drawing(place, CURSOR_SVG)
    elif tile.target:
        yield Drawing(place, TARGET_SVG)


def _lit_sides(body: PyramidPlan) -> dict[str, tuple[str, str]]:
    """The sides on which the lit part of the path enters and leaves each of its tiles, by the name of the tile."""
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
    """The side on which two tiles are open to each other; empty if they are not."""
    step = neighbour.column - tile.column, neighbour.row - tile.row
    side = STEPS.get(step, "")
    return side if side and side in tile.open and OPPOSITE[side] in neighbour.open else ""


def places_of(body: PyramidPlan, box: Rect, sizes: Sizes, is_named: bool) -> dict[str, Rect]:
    """Where each tile is drawn, with room for names of columns and rows or without."""
    columns, rows = _extent(body)
    rim = _rim(sizes) if is_named else 0
    room = Rect(box.x + sizes.gap + rim, box.y + sizes.gap, box.w - 2 * sizes.gap - rim, box.h - 2 * sizes.gap - rim)
    side = min(room.w // columns, room.h // rows)
    field = room.middle(side * columns, side * rows)
    return {tile.name: Rect(field.x + tile.column * side, field.y + tile.row * side, side, side) for tile in body.tiles}


def _rim_names(body: PyramidPlan, box: Rect, places: dict[str, Rect], sizes: Sizes) -> Iterator[Mark]:
    """Yield the letters of the columns below the map and the numbers of the rows beside it."""
    rim = _rim(sizes)
    named = [tile for tile in body.tiles if len(tile.name) == 2]
    bottom = max(place.bottom for place in places.values())
    left = min(place.x for place in places.values())
    for tile in {tile.row: tile for tile in named}.values():
        place = places[tile.name]
        yield Label(Rect(left - rim - 1, place.y, rim, place.h), tile.name[1], sizes.note, "lesser", "centre")
    for tile in {tile.column: tile for tile in named}.values():
        place = places[tile.name]
        below = Rect(place.x, bottom, place.w, min(rim + 2, box.bottom - bottom))
        yield Label(below, tile.name[0], sizes.note, "lesser", "centre")


def _is_pointed_at(tile: Tile, body: PyramidPlan) -> bool:
    return tile.name in (body.cursor, body.aim)


def _walkers(body: PyramidPlan) -> dict[str, str]:
    """The picture of whoever goes along the path, by the tiles where they are: those of the last lit step."""
    if body.path is None or not body.path.lit:
        return {}
    front = 1 if body.path.is_preview else body.path.lit
    return dict.fromkeys(body.path.layers[front - 1], body.path.icon)
