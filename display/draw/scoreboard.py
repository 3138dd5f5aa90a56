"""A turn as it is seen from across the table: who acts on their colour, and every token with its score below.

Why whoever acts is their token with eyes, arms and legs: from across the table its shape is the largest thing there is,
and whoever cheers at the end is the one who acted.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import chain

from display.draw import dice, frame, text
from display.draw.faces import FACES
from display.draw.marks import Drawing, Label, Mark, Picture, Plate, Rect, Token, field_width
from display.draw.paint import OUTLINES
from display.draw.race import PILE_SVG, PILE_WIDTH
from display.icons import inside
from display.theme import SHAPES, Sizes, Type
from display.view import Actor, Alarm, Colour, Face, Scoreboard, ScoreboardSeat, View

ARMS_UP = "M-8 3 Q-20 3 -20.5 -10 M8 3 Q20 3 20.5 -10 M-5 8 V19 h-4 M5 8 V19 h4"
ARMS_DOWN = "M-8 3 Q-17 5 -19 14 M8 3 Q17 5 19 14 M-5 8 V21 h-4 M5 8 V21 h4"

BLANK = (
    '<g fill="@linen" stroke="@ink" stroke-width="1.2"><circle cx="-4.4" cy="-1" r="3.6"/>'
    '<circle cx="4.4" cy="-1" r="3.6"/></g><circle cx="-3.8" cy="-1.4" r="1.7" fill="@ink"/>'
    '<circle cx="5" cy="-1.4" r="1.7" fill="@ink"/><path d="M-4.6 4.4 Q0 10.4 4.6 4.4 Z" fill="@ink"/>'
)

HAT, HAT_LIT, HAT_SHADE = "#a8703c", "#c98f52", "#7c4c24"
HAT_SVG = (
    '<g stroke="@ink" stroke-width="2.2" stroke-linejoin="round">'
    f'<path d="M-10 -2 C-10 -11.6 -5 -13 0 -10.6 C5 -13 10 -11.6 10 -2 Z" fill="{HAT}"/>'
    f'<path d="M-21 0.4 C-13 -4.6 -6 -3.4 0 -3.4 C6 -3.4 13 -4.6 21 0.4 C14 5.6 -14 5.6 -21 0.4 Z" fill="{HAT}"/></g>'
    f'<path d="M3 -10.6 C8 -11.4 9 -9 9 -3.4 H4.6 Z" fill="{HAT_SHADE}"/>'
    '<path d="M-9.6 -4.6 H9.6 V-2 Q0 -3.6 -9.6 -2 Z" fill="@ink"/>'
    f'<path d="M-17 0 C-11 -2.6 -5 -2 0 -2" stroke="{HAT_LIT}" stroke-width="1.2" fill="none" stroke-linecap="round"/>'
)
"""A broad hat around the middle of its brim."""


def token(colour: Colour, face: Face | None = None) -> str:
    """A player's token on a field of 32x32, as a group around its middle."""
    layers = "".join(_layer(colour, role, thick, face) for role, thick in (("linen", 8), ("ink", 4.4), (colour, 0)))
    return layers + (_features(face) if face else "")


def _features(face: Face) -> str:
    return f'<g transform="translate(-16 -16)">{FACES[face][1]}</g>'


def _layer(colour: Colour, role: str, thick: float, face: Face | None) -> str:
    outline = OUTLINES[face or SHAPES[colour]]
    style = f'fill="@{role}" stroke="@{role}" stroke-width="{thick}" stroke-linejoin="round"'
    return f'<g transform="translate(-16 -16)">{outline.format(style=style)}</g>'


def cheering_svg(colour: Colour, face: Face | None = None) -> str:
    """A player's token that cheers below a crown: arms up, large eyes; around its middle, some 50 units high."""
    crown = f'<g transform="translate(0 -17.5) scale(0.417) translate(-24 -24)">{inside("crown")}</g>'
    return _figure_svg(colour, ARMS_UP, face) + crown


def acting_svg(colour: Colour, face: Face | None = None) -> str:
    """A player's token in a hat, or with a face of its own; as large as one that cheers."""
    hat = "" if face else f'<g transform="translate(0 -12.4) scale(0.76)">{HAT_SVG}</g>'
    return _figure_svg(colour, ARMS_DOWN, face) + hat


def _figure_svg(colour: Colour, limbs: str, face: Face | None) -> str:
    drawn = "".join(
        f'<path d="{limbs}" fill="none" stroke="@{role}" stroke-width="{limb}" stroke-linecap="round" '
        f'stroke-linejoin="round"/>{_layer(colour, role, thick, face)}'
        for role, limb, thick in (("linen", 7.6, 8), ("ink", 4.2, 4.4))
    )
    return drawn + _layer(colour, colour, 0, face) + (_features(face) if face else BLANK)


def _portrait(colour: Colour, face: Face | None, box: Rect) -> Iterator[Mark]:
    """Yield the player who acts at the foot of a box, as large as fits."""
    side = min(box.w, box.h)
    place = Rect(box.x + (box.w - side) // 2, box.bottom - side, side, side)
    yield Drawing(place, f'<g transform="translate(24 25.6) scale(0.93)">{acting_svg(colour, face)}</g>')


POSTERS = (2.0, 1.5, 1.0)
"""The sizes that a name or a title may have, in great type; the largest that fits, condensed or in two lines."""

MORE = 1.5
"""Scale of the digits beside the portrait, over great type."""

TOKEN = 1.6
"""The height of a token, in heights of great capitals: no digit is larger."""


def layout(view: View, body: Scoreboard, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the whole screen."""
    assert view.actor is not None
    box, foot = box.split_bottom(sizes.footer if view.hints else 0)
    if view.hints:
        yield from (frame.key_marks if view.has_keys else frame.foot_marks)(view.hints, foot, sizes)
    places = box.inset(sizes.gap).columns(max(1, len(body.seats)), sizes.gap)
    lines = max((_lines_below(seat, places[0], sizes) for seat in body.seats), default=0)
    token = round(sizes.great.capitals * TOKEN)
    poster, below = box.split_bottom(token + lines * _seat_height(sizes) + 3 * sizes.gap if body.seats else 0)
    yield from _poster(view.actor, body, poster, sizes, view.glass)
    for seat, place in zip(body.seats, places, strict=False):
        yield from _seat(seat, Rect(place.x, below.y + sizes.gap, place.w, below.h - 2 * sizes.gap), sizes)


def _poster(actor: Actor, body: Scoreboard, box: Rect, sizes: Sizes, glass: float | None) -> Iterator[Mark]:
    """Yield the player's colour with rays, their portrait and name, and what they hold or what is counted."""
    yield Plate(box, actor.colour)
    yield Drawing(box, _rays(box))
    face, words = box.split_left(min(box.h - sizes.gap, round(box.w * 0.4)), sizes.pad)
    yield from _portrait(actor.colour, dict(sizes.faces).get(actor.colour), face)
    words = words.inset(0, sizes.pad).split_right(sizes.pad)[0]
    if glass is not None:
        high = 2 * sizes.great.capitals
        words, aside = words.split_right(high * 2 // 3, sizes.pad)
        yield Drawing(aside.split_top(high)[0], frame.glass_svg(glass))
    more = round(sizes.great.capitals * 2.2) if body.cards or body.alarm or body.tray else 0
    name, below = words.split_bottom(more, sizes.gap if more else 0)
    labels = [Label(name, actor.name, size, "ink", lines=2, is_name=True) for size in map(sizes.great.times, POSTERS)]
    fits = (label for label in labels if text.line_height(label.type) <= name.h and text.fit(label).unbroken)
    yield next(fits, labels[-1])
    yield from _more(body, below, sizes)


def _more(body: Scoreboard, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the one thing that may be added: what threatens everybody, the locked dice, or the cards."""
    great = sizes.great.times(MORE)
    if body.alarm:
        yield from _alarm(body.alarm, box, great, sizes)
    elif body.tray:
        yield from dice.tray_marks(body.tray, box.split_left(min(box.w, body.tray[1] * box.h))[0], sizes)
    elif body.cards:
        pile, number = box.split_left(round(box.h * PILE_WIDTH), sizes.pad)
        yield Drawing(pile, PILE_SVG)
        yield Label(number, str(body.cards), great, "ink")


def _alarm(alarm: Alarm, box: Rect, great: Type, sizes: Sizes) -> Iterator[Mark]:
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
        yield Token(rest, alarm.colour, face=dict(sizes.faces).get(alarm.colour))


def _seat_height(sizes: Sizes) -> int:
    return round(sizes.great.capitals * 1.2)


def _things_abreast(seat: ScoreboardSeat, box: Rect, sizes: Sizes) -> int:
    """Number of things side by side: all of them if they have room, else one."""
    wide = len(seat.things) * (_thing_width(seat, sizes) + _thing_gap(sizes)) - _thing_gap(sizes)
    return len(seat.things) if 0 < wide <= box.w else 1


def _lines_below(seat: ScoreboardSeat, box: Rect, sizes: Sizes) -> int:
    """Number of lines below a token: one with the score, or those of the things."""
    return bool(seat.score) + math.ceil(len(seat.things) / _things_abreast(seat, box, sizes))


def _thing_width(seat: ScoreboardSeat, sizes: Sizes) -> int:
    """Width of the widest thing: its picture and its count."""
    digits = max((text.width(str(count), sizes.great) for _, count in seat.things), default=0)
    return _seat_height(sizes) + sizes.gap + digits


def _thing_gap(sizes: Sizes) -> int:
    """Gap between things: more than between a picture and its number."""
    return 3 * sizes.gap


def _seat(seat: ScoreboardSeat, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield one token, and below it the score and what lies before the player."""
    if seat.active:
        yield Plate(box, "plate", "edge", sizes.radius)
    token, below = box.inset(1, sizes.gap // 2).split_top(round(sizes.great.capitals * TOKEN))
    rows = list(below.rows(_lines_below(seat, box, sizes))) if _lines_below(seat, box, sizes) else []
    if seat.colour:
        yield Token(token, seat.colour, face=dict(sizes.faces).get(seat.colour))
    else:
        yield Picture(token.middle(token.h, token.h), seat.icon, "accent")
    if seat.score:
        yield Label(rows.pop(0), seat.score, sizes.great, "text", "centre")
    abreast, wide = _things_abreast(seat, box, sizes), _thing_width(seat, sizes)
    apart = _thing_gap(sizes)
    columns = (row.middle(abreast * (wide + apart) - apart, row.h).columns(abreast, apart) for row in rows)
    for (picture, count), place in zip(seat.things, chain.from_iterable(columns), strict=False):
        side, number = place.split_left(_seat_height(sizes), sizes.gap)
        yield Picture(side.middle(side.w, side.w - 2), picture, "accent")
        yield Label(number, str(count), sizes.great, "text")


def _rays(box: Rect) -> str:
    """Thin rays of light from the left, over the whole width."""
    width = field_width(box)
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
