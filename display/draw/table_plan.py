"""A table from above: names on plates around it, a token before each, and in the middle how many play and what goes on.

Seats follow each other clockwise from the upper left corner.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from display.draw import text
from display.draw.marks import Drawing, Label, Mark, Picture, Plate, Rect, Token, TouchArea, field_width
from display.draw.scenes import scene_svg
from display.draw.text import short_form
from display.theme import Sizes, Tint, Type
from display.view import Item, PlanSeat, TablePlan

WIDEST_PLATE = 0.48
"""The most of the page's width that one name takes."""


def layout(plan: TablePlan, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the table, the seats along its two sides, and what lies in its middle."""
    upper = math.ceil(len(plan.seats) / 2)
    high = _plate_height(plan, box, upper, sizes)
    above, rest = box.split_top(high, sizes.gap // 2)
    middle, below = rest.split_bottom(high, sizes.gap // 2)
    yield from _wood(middle, sizes)
    usual = max(sizes.finger, min(round(sizes.main.capitals * 2.1), middle.h * 3 // 10))
    token = min(usual, (middle.h - _middle_height(sizes)) // 2)
    names = tuple(seat.name for seat in plan.seats)
    places = (*above.columns(upper, sizes.gap), *reversed(below.columns(len(plan.seats) - upper, sizes.gap)))
    for at, place in enumerate(places):
        plate = place.middle(round(box.w * WIDEST_PLATE), place.h)
        edge = middle.y + sizes.gap if at < upper else middle.bottom - sizes.gap - token
        yield from _plate(plan, at, plate, names, sizes)
        yield from _chair(plan.seats[at], plate, sizes, is_above=at < upper)
        line = Rect(plate.x, edge, plate.w, token)
        yield from _token(plan, at, line, sizes)
        if at == 0:
            arrows = _arrows_width(sizes) if (plan.part, plan.at) == ("colour", 1) else 0
            yield from _first(plan, _beside(line, places[1] if upper > 1 else None, arrows, sizes), sizes)
    inside = middle.inset(sizes.pad, token + sizes.gap + sizes.gap // 2)
    yield from _middle(plan, inside, sizes)


def _plate_height(plan: TablePlan, box: Rect, across: int, sizes: Sizes) -> int:
    """Height of the plates: for one line, or for two if a name fills them."""
    room = box.columns(across, sizes.gap)[0].w - 2 * sizes.gap - _arrows_width(sizes) - 2
    is_long = any(" " in seat.name and text.width(seat.name, sizes.main) * text.NARROW > room for seat in plan.seats)
    lines = text.line_height(sizes.main) + sizes.main.capitals + 2 * sizes.gap
    usual = lines if is_long else max(sizes.row, round(text.line_height(sizes.main) * 1.4))
    tokens = 2 * max(sizes.finger, round(sizes.main.capitals * 1.3))
    return min(usual, box.h // 4, (box.h - 2 * (sizes.gap // 2) - tokens - _middle_height(sizes)) // 2)


def _middle_height(sizes: Sizes) -> int:
    """The least height of what lies between the tokens: one line, and what sets it apart from them."""
    return max(sizes.finger, text.line_height(sizes.main) + 4) + 2 * (sizes.gap + sizes.gap // 2)


def _wood(box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the table: a board with the seams of its planks."""
    yield Plate(box, "wall", "wall_lit", box.h // 3, 3)
    for plank in box.inset(sizes.pad, 0).rows(4)[1:]:
        yield Plate(Rect(plank.x, plank.y, plank.w, 1), "wall_lit")


def _plate(plan: TablePlan, at: int, box: Rect, names: tuple[str, ...], sizes: Sizes) -> Iterator[Mark]:
    """Yield a name on its plate; a free seat is a hollow one."""
    seat, chosen = plan.seats[at], (plan.part, plan.at) == ("name", at)
    is_free = seat.is_free
    ink: Tint = "ink" if chosen else "lesser" if is_free else "text"
    yield Plate(box, "cursor" if chosen else "well" if is_free else "plate", "ink" if chosen else "edge", sizes.radius)
    words = box.inset(sizes.gap, 2)
    if chosen and plan.is_turned:
        words, arrows = words.split_right(_arrows_width(sizes), 2)
        yield from _arrows(arrows, "ink", sizes)
    name = Label(words, seat.name, sizes.main, ink, "centre", 2, (short_form(seat.name, names, sizes),), is_name=True)
    yield text.inside(name)
    if seat.target:
        yield TouchArea(box, seat.target)


def _chair(seat: PlanSeat, plate: Rect, sizes: Sizes, *, is_above: bool) -> Iterator[Mark]:
    """Yield the colour of whoever sits there, along the edge of the plate that is away from the table."""
    if seat.colour:
        back = max(4, sizes.gap)
        y = plate.y - back // 2 if is_above else plate.bottom - (back + 1) // 2
        yield Plate(Rect(plate.x + sizes.gap, y, plate.w - 2 * sizes.gap, back), seat.colour, "ink", back // 2)


def _token(plan: TablePlan, at: int, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the token of a seat in the middle of its box, or what is in its place."""
    seat, chosen = plan.seats[at], (plan.part, plan.at) == ("colour", at)
    place = box.middle(box.h, box.h)
    if chosen:
        frame = place.inset(-3)
        yield Plate(frame, "cursor", "ink", sizes.radius)
        if plan.is_turned:
            arrows = Rect(frame.x - _arrows_width(sizes) - 2, frame.y, _arrows_width(sizes), frame.h)
            yield Plate(arrows, "cursor", "ink", sizes.radius)
            yield from _arrows(arrows, "ink", sizes)
    if seat.colour:
        yield Token(place, seat.colour, face=dict(sizes.faces).get(seat.colour))
    else:
        yield Picture(place, seat.icon, "linen")
    if seat.token_target:
        beside = 0 if at == 0 else place.w // 2
        yield TouchArea(Rect(place.x - place.w // 2, place.y, place.w * 3 // 2 + beside, place.h), seat.token_target)


def _beside(line: Rect, following: Rect | None, arrows: int, sizes: Sizes) -> Rect:
    """The room between the first token and the next one with its arrows, or the end of the line."""
    begin = line.middle(line.h, line.h).right + sizes.gap
    end = following.middle(line.h, line.h).x - arrows - sizes.gap if following else line.right
    return Rect(begin, line.y, end - begin, line.h)


def _first(plan: TablePlan, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the sign of whoever begins."""
    chosen = plan.part == "first"
    arrows = _arrows_width(sizes) if chosen and plan.is_turned else 0
    wide = min(box.w, text.width(plan.first.label, sizes.main) + 2 * sizes.gap + arrows)
    chip = box.split_left(wide)[0].middle(wide, text.line_height(sizes.main) + 4)
    yield Plate(chip, "cursor" if chosen else "plate", "ink" if chosen else "edge", sizes.radius)
    words = chip.inset(sizes.gap // 2, 0)
    if arrows:
        words, signs = words.split_right(arrows)
        yield from _arrows(signs, "ink", sizes)
    yield text.inside(Label(words.inset(0, 2), plan.first.label, sizes.main, "ink" if chosen else "accent", "centre"))
    if plan.first.target:
        yield TouchArea(Rect(chip.x, box.y, chip.w, box.h), plan.first.target)


def _middle(plan: TablePlan, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield how many play, and beside it the next step with the scene of the game."""
    high = min(box.h, round(sizes.row * 2.4))
    fitting = (size for size in _digits(sizes) if size.capitals + text.line_height(sizes.main) + 4 <= high)
    digit = next(fitting, None)
    sizes = sizes if digit or sizes.great.capitals + 4 <= high else sizes._replace(great=sizes.main)
    wide = _number_width(plan, digit, sizes)
    step = text.width(plan.go.label, sizes.main) + sizes.main.capitals + 4 * sizes.gap
    picture = min(round(high * 1.4), max(0, box.w - wide - step - sizes.pad))
    number, go = box.middle(wide + sizes.pad + picture + step, high).split_left(wide, sizes.pad)
    yield from _number(plan, number, digit, sizes)
    chosen = plan.part == "go"
    yield Plate(go.inset(-3) if chosen else go, "cursor" if chosen else "plate", "ink" if chosen else "edge", 4)
    scene, words = go.split_left(picture)
    if plan.go.scene:
        yield Drawing(scene, scene_svg(plan.go.scene, field_width(scene)))
    yield from _words(plan.go, words.inset(sizes.gap, 0), "ink" if chosen else "text", sizes)
    yield TouchArea(go, plan.go.target)


def _digits(sizes: Sizes) -> Iterator[Type]:
    """Yield the sizes that the number of players may have, the largest first."""
    return map(sizes.great.times, (2.0, 1.5, 1.0))


def _number_width(plan: TablePlan, digit: Type | None, sizes: Sizes) -> int:
    word, count = text.width(plan.number.brief, sizes.main), text.width(str(plan.count), digit or sizes.great)
    return (max(count, word) if digit else count + sizes.gap + word) + 2 * (_arrows_width(sizes) + sizes.gap)


def _number(plan: TablePlan, box: Rect, digit: Type | None, sizes: Sizes) -> Iterator[Mark]:
    """Yield how many play in large digits, and what they are below; arrows if up and down change it.

    Where there is no room below, great digits stand before the word.
    """
    chosen, is_changed = plan.part == "number", plan.part == "number" or (plan.part == "go" and plan.is_turned)
    ink: Tint = "ink" if chosen else "text"
    yield Plate(box, "cursor" if chosen else "plate", "ink" if chosen else "edge", sizes.radius)
    aside = _arrows_width(sizes) + sizes.gap
    if digit:
        count, word = box.inset(0, 2).split_bottom(text.line_height(sizes.main) - 2)
    else:
        count, word = box.inset(aside, 0).split_left(text.width(str(plan.count), sizes.great), sizes.gap)
    if is_changed:
        yield from _arrows((count if digit else box).split_right(aside)[1], ink, sizes)
    yield Label(count, str(plan.count), digit or sizes.great, ink, "centre")
    yield text.inside(Label(word, plan.number.brief, sizes.main, ink, "centre"))
    if plan.number.target:
        yield TouchArea(box, plan.number.target)


def _words(item: Item, box: Rect, ink: Tint, sizes: Sizes) -> Iterator[Mark]:
    """Yield the icons of an item and its label behind them."""
    for icon in item.icons:
        place, box = box.split_left(sizes.main.capitals + 2, sizes.gap)
        yield Picture(place, icon, ink)
    yield Label(box, item.label, sizes.main, ink)


def _arrows_width(sizes: Sizes) -> int:
    return max(9, round(sizes.main.capitals * 0.8))


def _arrows(box: Rect, ink: Tint, sizes: Sizes) -> Iterator[Mark]:
    """Yield that up and down change what stands before them."""
    side = _arrows_width(sizes)
    upper, lower = box.middle(side, 2 * side + 2).rows(2, 2)
    yield Picture(upper, "up", ink)
    yield Picture(lower, "down", ink)
