"""A turn as it is seen from across the table: who acts on their colour, and every token with its score below."""

from __future__ import annotations

import math
from collections.abc import Iterator

from display.draw import dice, text
from display.draw.marks import Box, Drawing, Label, Mark, Picture, Plate, Sign, Token
from display.sizes import Sizes, Type
from display.view import Across, AcrossSeat, Actor, View

POSTERS = (2.0, 1.5, 1.0)
"""The sizes that a name may have, in great type; the largest that fits."""


def layout(view: View, body: Across, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the whole screen."""
    assert view.actor is not None
    below = round(sizes.great.capitals * 2.9) if body.seats else 0
    poster, seats = box.split_bottom(below)
    yield from _poster(view.actor, body, poster, sizes)
    for seat, place in zip(
        body.seats, seats.inset(sizes.gap).columns(max(1, len(body.seats)), sizes.gap), strict=False
    ):
        yield from _seat(seat, place, sizes)


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


def _seat(seat: AcrossSeat, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield one token above its score."""
    if seat.active:
        yield Plate(box, "plate", "edge", sizes.radius)
    token, score = box.inset(1, sizes.gap // 2).split_bottom(round(sizes.great.capitals * 1.2))
    yield Token(token, seat.colour)
    yield Label(score, seat.score, sizes.great, "text", "centre")


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
