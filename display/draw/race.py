"""A turn of a race: what the player can choose, as pictures; and a row for each player with score and lane."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from display.draw import menu, text
from display.draw.choices import corner_side, key_cap, plate
from display.draw.marks import (
    FIELD,
    Drawing,
    Label,
    Mark,
    Picture,
    Plate,
    Rect,
    Token,
    TouchArea,
    field_width,
    remember,
)
from display.draw.text import short_form
from display.theme import Sizes, Tint, Type
from display.view import Item, Menu, Race, Seat

SIDES = ("left", "right")
"""The icons of choices that lie side by side, as the buttons do."""

PILE_SVG = (
    '<g transform="translate(-4.5 -2.5) scale(1.08)"><g stroke="@ink" stroke-width="2" stroke-linejoin="round">'
    '<rect x="6" y="4" width="30" height="38" rx="4" fill="@edge"/><rect x="9" y="5.5" width="30" height="38" rx="4" '
    'fill="@edge"/><rect x="12" y="7" width="30" height="38" rx="4" fill="@linen"/></g>'
    '<rect x="15" y="10" width="24" height="32" rx="2.5" fill="@plate" stroke="@ink" stroke-width="1"/>'
    '<circle cx="27" cy="26" r="10" fill="#e8d5b0" stroke="@ink" stroke-width="1.8"/>'
    '<path d="M17.6 22.5 H36.4 V28 H17.6 Z" fill="@ink"/><circle cx="23.5" cy="25.3" r="2.1" fill="#d7ff6b"/>'
    '<circle cx="30.5" cy="25.3" r="2.1" fill="#d7ff6b"/>'
    '<path d="M19 20 Q27 16.5 35 20 M19.5 31.5 Q27 34.5 34.5 31.5" fill="none" stroke="#8c7155" stroke-width="1.4"/>'
    "</g>"
)
"""A pile of cards, a mummy on the uppermost: it fills a field as high as any, and `PILE_WIDTH` of that wide."""

PILE_WIDTH = 0.9

NOTCH = 5
"""Squares between two notches of a lane."""

LEAST_GROOVE = 6
"""The least thickness in pixels of a groove."""

MOST_PILE = 5
"""The most height of a pile, in heights of great capitals."""

BELOW_A_NAME = 1.6
"""Room for a name above its lane, accents and tails included, in heights of capitals."""

_INKS: tuple[Tint, Tint] = ("text", "lesser")
"""How the name and the score are written of who plays, and of who has gone home."""

FEW = 2
"""Up to this many players, the piles have more room."""


def layout(race: Race, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the choices on the left and the players on the right; without choices the players alone."""
    if not race.choices.items and not race.choices.text:
        yield from _seats(race, box, sizes)
        return
    share = 13 if len(race.seats) > FEW else 12
    choices, players = box.split_right(box.w * share // 25, sizes.pad)
    yield from _choices(race.choices, choices, sizes)
    yield from _seats(race, players, sizes)


def _choices(choices: Menu, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield what lies side by side as two cards, and the other choices as rows above and below them."""
    paired = [number for number, item in enumerate(choices.items) if item.icons[-1:] and item.icons[-1] in SIDES]
    if len(paired) != len(SIDES):
        yield from menu.layout(choices, box, sizes)
        return
    first = paired[0]
    others = [item for number, item in enumerate(choices.items) if number not in paired]
    row = _row_height(others, box, sizes)
    above, rest = box.split_top(first * (row + sizes.gap))
    below = len(choices.items) - first - 2
    cards, beneath = rest.split_bottom(below * (row + sizes.gap))
    yield from _rows(choices, range(first), above, row, sizes)
    lower = cards.middle(cards.w, _card_height(choices.items[first], cards.columns(2, sizes.gap)[0], sizes))
    pair = _name_alike([choices.items[number] for number in paired], lower.columns(2, sizes.gap)[0], sizes)
    for item, number, place in zip(pair, paired, lower.columns(2, sizes.gap), strict=True):
        yield from _card(item, place, number == choices.cursor, sizes)
    yield from _rows(choices, range(first + 2, len(choices.items)), beneath, row, sizes)


def _row_height(items: list[Item], box: Rect, sizes: Sizes) -> int:
    """How high rows are: one line of words, or two where a label is longer; the cards keep some room.

    They keep less where a finger would not hit the rows.
    """
    words = box.w - sizes.row - 2 * sizes.pad
    long = any(
        text.width(item.label, sizes.main) * text.NARROW > words - menu.end_width(item, box, sizes) for item in items
    )
    wanted = 2 * text.line_height(sizes.main) if long else round(sizes.row * 1.15)
    roomy, close = ((box.h - cards * sizes.row) // max(1, len(items)) - sizes.gap for cards in (2, 1))
    return min(wanted, max(roomy, min(sizes.finger, close)))


def _rows(choices: Menu, numbers: range, box: Rect, height: int, sizes: Sizes) -> Iterator[Mark]:
    """Yield some of the choices as rows that fill their box."""
    for number, place in zip(numbers, box.rows(len(numbers)) if numbers else (), strict=True):
        gap_above = numbers.start > 0
        line = Rect(place.x, place.y + (sizes.gap if gap_above else 0), place.w, height)
        yield from menu.row(choices.items[number], line, sizes, number == choices.cursor, round(height * 0.7))


def _name_alike(pair: list[Item], box: Rect, sizes: Sizes) -> list[Item]:
    """Both choices by their briefer names, if one of them has no room for its whole name."""
    labels = (Label(box.inset(sizes.gap), item.label, sizes.main) for item in pair)
    if all(text.fit(label).whole for label in labels):
        return pair
    return [replace(item, label=item.brief or item.label) for item in pair]


def _card_height(item: Item, box: Rect, sizes: Sizes) -> int:
    """Height of a card: no more than its pile and its words need, with some air around them."""
    return min(box.h, sum(_card_parts(item, box.inset(sizes.gap), sizes)) + 2 * sizes.gap + 2 * sizes.pad)


def _card_parts(item: Item, inside: Rect, sizes: Sizes) -> tuple[int, int, int]:
    """Heights of the pile, its label and its detail; a low card has its detail beside the pile."""
    high = text.line_height(sizes.main)
    note = text.line_height(sizes.note) if item.detail and inside.h >= 3 * high else 0
    pile = min(inside.h - high - note, round(inside.w / PILE_WIDTH), MOST_PILE * sizes.great.capitals)
    return pile, high, note


@remember
def _card(item: Item, box: Rect, chosen: bool, sizes: Sizes) -> Iterator[Mark]:
    """Yield a choice as a pile of cards with its words beneath, and the key that takes from it in its corner."""
    ink: Tint = "ink" if chosen else "text"
    yield plate(box, chosen, sizes)
    inside = box.inset(sizes.gap)
    pile, high, note = _card_parts(item, inside, sizes)
    picture, words = inside.middle(inside.w, pile + high + note).split_top(pile)
    label, detail = words.split_top(high)
    is_right, cap = item.icons[-1] == "right", corner_side(sizes) if item.key else 0
    if item.detail and not note:
        free = picture.split_right(cap)[0] if is_right else picture.split_left(cap)[1]
        wide = text.width(item.detail, sizes.note)
        pile = min(pile, round((free.w - wide - sizes.gap) / PILE_WIDTH))
        if pile < high:
            pile, detail = 0, free
        else:
            beside = round(pile * PILE_WIDTH) + sizes.gap + wide
            picture, detail = free.middle(beside, pile).split_right(wide, sizes.gap)
    if pile:
        yield Drawing(picture.middle(round(pile * PILE_WIDTH), pile), PILE_SVG)
    yield Label(label, item.label, sizes.main, ink, "centre")
    if item.detail:
        yield Label(detail, item.detail, sizes.note, "ink" if chosen else "lesser", "centre")
    if item.key:
        yield from key_cap(item.key, box, sizes, side=cap, is_right=is_right)
    if item.target:
        yield TouchArea(box, item.target)


def _seats(race: Race, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield one row a player: token, name, face-down cards, score, and beneath them the lane."""
    seats, gap = race.seats, max(1, sizes.gap // 2)
    height = min(5 * sizes.row, (box.h + gap) // len(seats) - gap)
    if height >= _score_height(sizes.great, sizes) and 3 * box.w < 2 * sizes.width:
        yield from _few_seats(race, box.split_top(len(seats) * (height + gap) - gap)[0], gap, sizes)
        return
    height = min(round(sizes.row * 2.4), height)
    size = sizes.great if height >= 2 * sizes.great.capitals else sizes.main
    area = box.split_top(len(seats) * (height + gap) - gap)[0]
    score = max(text.width(str(seat.score), size) for seat in seats)
    cards = max((text.width(str(seat.cards), sizes.main) for seat in seats if seat.cards), default=0)
    names = tuple(seat.name for seat in seats)
    for seat, line in zip(seats, area.rows(len(seats), gap), strict=True):
        yield from _seat(seat, line, (score, cards), names, race.finish, sizes._replace(great=size))


def _score_height(score: Type, sizes: Sizes) -> int:
    """Height of a line in which a score of this type stands below the name."""
    return text.line_height(sizes.main) + score.capitals + round(sizes.main.capitals * 0.5)


def _few_seats(race: Race, box: Rect, gap: int, sizes: Sizes) -> Iterator[Mark]:
    """Yield high lines: the name in one line of its own, below it cards and score, then the lane."""
    lines = box.rows(len(race.seats), gap)
    great = sizes.great.times(1.5)
    score = great if lines[0].h >= _score_height(great, sizes) else sizes.great
    names = tuple(seat.name for seat in race.seats)
    for seat, line in zip(race.seats, lines, strict=True):
        yield from _few_seat(seat, line, names, race.finish, sizes._replace(great=score))


@remember
def _few_seat(seat: Seat, line: Rect, names: tuple[str, ...], finish: int, sizes: Sizes) -> Iterator[Mark]:
    if seat.active:
        yield Plate(line, "plate", "edge", sizes.radius)
    inside, lane = line.inset(sizes.gap, 2).split_bottom(_lane_thickness(line, sizes), 2)
    above, below = inside.split_top(max(inside.h - round(sizes.great.capitals * 1.2), round(sizes.main.capitals * 1.3)))
    token, name = above.split_left(round(sizes.main.capitals * 1.5), sizes.gap + 1)
    face = dict(sizes.faces).get(seat.colour)
    yield Picture(token, "house", "lesser") if seat.is_gone else Token(token, seat.colour, face=face)
    short, tint = short_form(seat.name, names, sizes), _INKS[seat.is_gone]
    yield Label(name, seat.name, sizes.main, tint, briefer=(short,), is_name=True)
    cards, score = below.split_right(text.width(str(seat.score), sizes.great), sizes.pad + sizes.gap)
    yield Label(score, str(seat.score), sizes.great, tint, "right")
    if seat.cards:
        sign, number = cards.split_left(token.w, sizes.gap + 1)
        yield Picture(sign, "card", "lesser")
        yield Label(number, str(seat.cards), sizes.main, "lesser")
    yield from _track(seat, lane, finish)


@remember
def _seat(
    seat: Seat, line: Rect, columns: tuple[int, int], names: tuple[str, ...], finish: int, sizes: Sizes
) -> Iterator[Mark]:
    if seat.active:
        yield Plate(line, "plate", "edge", sizes.radius)
    score_width, cards_width = columns
    inside = line.inset(sizes.gap, 1)
    token, inside = inside.split_left(min(inside.h, round(sizes.main.capitals * 1.5)), sizes.gap + 1)
    face = dict(sizes.faces).get(seat.colour)
    yield Picture(token, "house", "lesser") if seat.is_gone else Token(token, seat.colour, face=face)
    thick = _lane_thickness(line, sizes)
    is_beside = line.h < thick + round(sizes.main.capitals * BELOW_A_NAME)
    if is_beside:  # accents and tails of a name would lie on a lane below it
        name, inside = inside.split_left(inside.w // 2, sizes.gap)
    words, lane = inside.split_bottom(thick, 1)
    words, score = words.split_right(score_width, 2 * sizes.pad + sizes.gap)  # "1 0" is not to be read as "10"
    tint = _INKS[seat.is_gone]
    yield Label(score, str(seat.score), sizes.great, tint, "right")
    picture = sizes.note.capitals + 2
    rest, cards = words.split_right(picture + cards_width + 1 if cards_width else 0, sizes.gap)
    name = name if is_beside else rest
    short = short_form(seat.name, names, sizes)
    label = Label(name, seat.name, sizes.main, tint, lines=2, briefer=(short,), is_name=True)
    yield text.inside(label, Rect(name.x, line.y + 1, name.w, name.bottom - line.y - (1 if is_beside else -1)))
    if seat.cards:
        sign, number = cards.split_left(picture, 1)
        yield Picture(sign, "card", "lesser")
        yield Label(number, str(seat.cards), sizes.main, "lesser")
    yield from _track(seat, lane, finish)


def _track(seat: Seat, lane: Rect, finish: int) -> Iterator[Mark]:
    """Yield a lane with its notches."""
    yield from _lane(seat, lane, finish)
    if lane.h >= LEAST_GROOVE:
        yield Drawing(lane, _notches_svg(finish, field_width(lane), FIELD / lane.h))


def _lane_thickness(line: Rect, sizes: Sizes) -> int:
    """Thickness of a line's lane: more where the line is high, so that an empty one is seen as a track."""
    share = 0.7 if line.h >= 4.5 * sizes.main.capitals else 0.5 if line.h >= 2.6 * sizes.main.capitals else 0.3
    return max(4, round(sizes.main.capitals * share))


def lanes(race: Race, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the track alone: a lane for each player, the token where the score is."""
    height = min(round(sizes.row * 2.4), box.h // len(race.seats))
    for seat, line in zip(race.seats, box.middle(box.w, height * len(race.seats)).rows(len(race.seats)), strict=True):
        side = min(line.h * 5 // 6, line.w // 5)
        thick = max(4, side // 5)
        yield from _lane(seat, line.inset(side // 2, 0).middle(line.w - side, thick), race.finish)
        gone = (line.w - side) * min(max(seat.score, 0), race.finish) // race.finish
        yield Token(Rect(line.x + gone, line.y, side, line.h), seat.colour, face=dict(sizes.faces).get(seat.colour))


@lru_cache(maxsize=16)
def _notches_svg(finish: int, width: float, thick: float) -> str:
    """A line across a lane at every fifth square, on a field of this width, 48 high."""
    lines = "".join(f"M{width * square / finish:.1f} 0 V48 " for square in range(NOTCH, finish, NOTCH))
    return f'<path d="{lines}" stroke="@edge" stroke-width="{thick:.1f}"/>'


def _lane(seat: Seat, box: Rect, finish: int) -> Iterator[Mark]:
    """Yield how far a player has come, in the player's colour, in a groove.

    Where it has no room, along a line: with thick edges an empty groove would look full.
    """
    if box.h < LEAST_GROOVE:
        yield Plate(box.middle(box.w, max(1, box.h // 4)), "edge")
    else:
        yield Plate(box, "well", "edge", box.h // 2)
    gone = round((box.w - 2) * min(max(seat.score, 0), finish) / finish)
    if gone > 0:
        height = box.h if box.h < LEAST_GROOVE else box.h - 2
        bar = box.middle(box.w, height)._replace(x=box.x + 1, w=max(gone, height))
        if box.h < LEAST_GROOVE:
            yield Plate(bar.inset(-1), "ink", None, box.h // 2)
        yield Plate(bar, "lesser" if seat.is_gone else seat.colour, None, height // 2)
