"""A turn as it is seen from across the table: who acts on their colour, and every token with its score below."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import chain

from display.draw import dice, text
from display.draw.marks import Box, Drawing, Label, Mark, Picture, Plate, Token
from display.draw.portrait import portrait
from display.draw.race import PILE_SVG, PILE_WIDTH
from display.sizes import Sizes, Type
from display.view import Across, AcrossSeat, Actor, Alarm, View

POSTERS = (2.0, 1.5, 1.0)
"""The sizes that a name may have, in great type; the largest that fits, condensed or in two lines."""

MORE = 1.5
"""How much larger than great the digits beside the portrait are."""

TOKEN = 1.6
"""The height of a token, in heights of great capitals: no digit is larger."""


def layout(view: View, body: Across, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the whole screen."""
    assert view.actor is not None
    places = box.inset(sizes.gap).columns(max(1, len(body.seats)), sizes.gap)
    lines = max((_lines(seat, places[0], sizes) for seat in body.seats), default=0)
    token = round(sizes.great.capitals * TOKEN)
    poster, below = box.split_bottom(token + lines * _line(sizes) + 3 * sizes.gap if body.seats else 0)
    yield from _poster(view.actor, body, poster, sizes)
    for seat, place in zip(body.seats, places, strict=False):
        yield from _seat(seat, Box(place.x, below.y + sizes.gap, place.w, below.h - 2 * sizes.gap), sizes)


def _poster(actor: Actor, body: Across, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the player's colour with rays, their portrait and name, and what they hold or what is counted."""
    yield Plate(box, actor.colour)
    yield Drawing(box, _rays(box))
    face, words = box.split_left(min(box.h - sizes.gap, round(box.w * 0.4)), sizes.pad)
    yield from portrait(actor.colour, face)
    words = words.inset(0, sizes.pad).split_right(sizes.pad)[0]
    more = round(sizes.great.capitals * 2.2) if body.cards or body.alarm or body.tray else 0
    name, below = words.split_bottom(more, sizes.gap if more else 0)
    labels = [Label(name, actor.name, size, "ink", lines=2, is_name=True) for size in map(sizes.great.times, POSTERS)]
    fits = (label for label in labels if text.line_height(label.type) <= name.h and text.fitted(label).unbroken)
    yield next(fits, labels[-1])
    yield from _more(body, below, sizes)


def _more(body: Across, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the one thing that may be added: what threatens everybody, the locked dice, or the cards."""
    great = sizes.great.times(MORE)
    if body.alarm:
        yield from _alarm(body.alarm, box, great, sizes)
    elif body.tray:
        yield from dice.tray(body.tray, box.split_left(min(box.w, body.tray[1] * box.h))[0], sizes)
    elif body.cards:
        pile, number = box.split_left(round(box.h * PILE_WIDTH), sizes.pad)
        yield Drawing(pile, PILE_SVG)
        yield Label(number, str(body.cards), great, "ink")


def _alarm(alarm: Alarm, box: Box, great: Type, sizes: Sizes) -> Iterator[Mark]:
    """Yield the picture of what threatens, how many turns are left until then, and whose turns they are."""
    count = "" if alarm.count is None else str(alarm.count)
    digits, side = text.width(count, great), box.h - 2 * sizes.gap
    parts = [side, *([digits] if count else []), *([side] if alarm.colour else [])]
    chip = box.split_left(sum(parts) + (len(parts) + 1) * sizes.pad)[0]
    yield Plate(chip, "loss", "ink", sizes.radius, 3)
    picture, rest = chip.inset(sizes.pad, sizes.gap).split_left(side, sizes.pad)
    yield Picture(picture, alarm.icon, "on_loss")
    number, rest = rest.split_left(digits, sizes.pad if count else 0)
    if count:
        yield Label(number, count, great, "on_loss")
    if alarm.colour:
        yield Token(rest, alarm.colour)


def _line(sizes: Sizes) -> int:
    """Return how high a line of a seat is."""
    return round(sizes.great.capitals * 1.2)


def _abreast(seat: AcrossSeat, box: Box, sizes: Sizes) -> int:
    """Return how many things stand side by side: all of them if they have room, else one below another."""
    wide = len(seat.things) * (_thing_width(seat, sizes) + _apart(sizes)) - _apart(sizes)
    return len(seat.things) if 0 < wide <= box.w else 1


def _lines(seat: AcrossSeat, box: Box, sizes: Sizes) -> int:
    """Return how many lines stand below a token: one with the score, or those of the things."""
    return bool(seat.score) + math.ceil(len(seat.things) / _abreast(seat, box, sizes))


def _thing_width(seat: AcrossSeat, sizes: Sizes) -> int:
    """Return how wide the widest thing is: its picture, and how many there are."""
    digits = max((text.width(str(count), sizes.great) for _, count in seat.things), default=0)
    return _line(sizes) + sizes.gap + digits


def _apart(sizes: Sizes) -> int:
    """Return how far things are from each other: farther than a picture from its number."""
    return 3 * sizes.gap


def _seat(seat: AcrossSeat, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield one token, and below it the score and what lies before the player."""
    if seat.active:
        yield Plate(box, "plate", "edge", sizes.radius)
    token, below = box.inset(1, sizes.gap // 2).split_top(round(sizes.great.capitals * TOKEN))
    rows = list(below.rows(_lines(seat, box, sizes))) if _lines(seat, box, sizes) else []
    if seat.colour:
        yield Token(token, seat.colour)
    else:
        yield Picture(token.middle(token.h, token.h), seat.icon, "accent")
    if seat.score:
        yield Label(rows.pop(0), seat.score, sizes.great, "text", "centre")
    abreast, wide = _abreast(seat, box, sizes), _thing_width(seat, sizes)
    apart = _apart(sizes)
    columns = (row.middle(abreast * (wide + apart) - apart, row.h).columns(abreast, apart) for row in rows)
    for (picture, count), place in zip(seat.things, chain.from_iterable(columns), strict=False):
        side, number = place.split_left(_line(sizes), sizes.gap)
        yield Picture(side.middle(side.w, side.w - 2), picture, "accent")
        yield Label(number, str(count), sizes.great, "text")


def _rays(box: Box) -> str:
    """Return thin rays of light from the left, over the whole width."""
    width = 48 * box.w / box.h
    rays = ""
    for number in range(12):
        angle = math.radians(number * 30)
        spread = math.radians(7)
        reach = 2 * width
        points = " ".join(
            f"L{width * 0.17 + reach * math.cos(angle + turn):.1f} {24 + reach * math.sin(angle + turn):.1f}"
            for turn in (-spread, spread)
        )
        rays += f'<path d="M{width * 0.17:.1f} 24 {points} Z" fill="#ffffff" fill-opacity="0.14"/>'
    return rays
