"""A turn as it is seen from across the table: who acts on their colour, and every token with its score below."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import chain

from display.draw import dice, text
from display.draw.marks import Box, Drawing, Label, Mark, Picture, Plate, Sign, Token
from display.sizes import Sizes, Type
from display.view import Across, AcrossSeat, Actor, View

POSTERS = (2.0, 1.5, 1.0)
"""The sizes that a name may have, in great type; the largest that fits."""


def layout(view: View, body: Across, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the whole screen."""
    assert view.actor is not None
    places = box.inset(sizes.gap).columns(max(1, len(body.seats)), sizes.gap)
    lines = max((1 + _lines(seat, places[0], sizes) for seat in body.seats), default=0)
    poster, below = box.split_bottom(lines * _line(sizes) + 3 * sizes.gap if lines else 0)
    yield from _poster(view.actor, body, poster, sizes)
    for seat, place in zip(body.seats, places, strict=False):
        yield from _seat(seat, Box(place.x, below.y + sizes.gap, place.w, below.h - 2 * sizes.gap), sizes)


def _poster(actor: Actor, body: Across, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the player's colour with rays, their shape and name, and what they hold or what is counted."""
    yield Plate(box, actor.colour)
    yield Drawing(box, _rays(box))
    inside = box.inset(2 * sizes.pad)
    side = min(inside.h, round(inside.w * 0.28))
    shape, words = inside.split_left(side, 2 * sizes.pad)
    yield Sign(shape, actor.colour)
    more = round(sizes.great.capitals * 2.2) if body.cards or body.count is not None or body.tray else 0
    name, below = words.split_bottom(more, sizes.pad if more else 0)
    size = next((size for size in _sizes(sizes) if _fits(actor.name, name, size)), sizes.great)
    yield Label(name, actor.name, size, "ink", lines=2, is_name=True)
    yield from _more(body, below, sizes)


def _sizes(sizes: Sizes) -> tuple[Type, ...]:
    return tuple(map(sizes.great.times, POSTERS))


def _fits(name: str, box: Box, size: Type) -> bool:
    return text.width(name, size) <= box.w and size.capitals <= box.h


def _more(body: Across, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the one thing that may be added: the countdown, the locked dice, or the cards."""
    if body.count is not None:
        chip = box.split_left(round(box.h * 1.6))[0]
        yield Plate(chip, "loss", "ink", sizes.radius, 3)
        yield Label(chip, str(body.count), sizes.great, "on_loss", "centre")
    elif body.tray:
        yield from dice.tray(body.tray, box.split_left(min(box.w, body.tray[1] * box.h))[0], sizes)
    elif body.cards:
        card, number = box.split_left(box.h, sizes.pad)
        yield Picture(card, "card", "ink")
        yield Label(number, str(body.cards), sizes.great, "ink")


def _line(sizes: Sizes) -> int:
    """Return how high a line of a seat is."""
    return round(sizes.great.capitals * 1.2)


def _abreast(seat: AcrossSeat, box: Box, sizes: Sizes) -> int:
    """Return how many things have room side by side."""
    return max(1, min(len(seat.things), (box.w + sizes.gap) // (_thing_width(seat, sizes) + sizes.gap)))


def _lines(seat: AcrossSeat, box: Box, sizes: Sizes) -> int:
    """Return how many lines stand below a token: one with the score, or those of the things."""
    return bool(seat.score) + math.ceil(len(seat.things) / _abreast(seat, box, sizes))


def _thing_width(seat: AcrossSeat, sizes: Sizes) -> int:
    """Return how wide the widest thing is: its picture, and how many there are."""
    digits = max((text.width(str(count), sizes.great) for _, count in seat.things), default=0)
    return _line(sizes) + sizes.gap + digits


def _seat(seat: AcrossSeat, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield one token, and below it the score and what lies before the player."""
    if seat.active:
        yield Plate(box, "plate", "edge", sizes.radius)
    token, *rows = box.inset(1, sizes.gap // 2).rows(1 + _lines(seat, box, sizes))
    yield Token(token.middle(_line(sizes), _line(sizes) - 2), seat.colour)
    if seat.score:
        yield Label(rows.pop(0), seat.score, sizes.great, "text", "centre")
    abreast, wide = _abreast(seat, box, sizes), _thing_width(seat, sizes)
    columns = (row.middle(abreast * (wide + sizes.gap) - sizes.gap, row.h).columns(abreast, sizes.gap) for row in rows)
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
