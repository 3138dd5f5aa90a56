"""The end of a game: the winner first, then everybody's place, then what to do next."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from display.draw import text
from display.draw.foot import shared
from display.draw.marks import Box, Label, Mark, Picture, Plate, Sign, Token, TouchArea
from display.draw.names import short_forms
from display.sizes import Sizes
from display.theme import Tint
from display.view import Item, Menu, RankedPlayer, Ranking

MOST_LINES = 2
"""The most lines of a choice."""


def layout(ranking: Ranking, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the winner's poster, the places beside it, and the choices side by side below."""
    box, choices = split_choices(ranking.choices, box, sizes)
    yield from choices
    winners = [place for place in ranking.places if place.place == 1]
    poster, beside = box.split_left(box.w * 3 // 10, sizes.pad)
    places = tuple(_places(ranking.places, beside, sizes))
    if len(winners) == 1 and all(text.fitted(mark).whole for mark in places if isinstance(mark, Label)):
        yield from _poster(winners[0], [place.name for place in ranking.places], poster, sizes)
        yield from places
    else:
        yield from _places(ranking.places, box, sizes)


def _places(places: tuple[RankedPlayer, ...], box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield all places, one under another."""
    count, gap = len(places), max(1, sizes.gap // 2)
    height = min(sizes.row_most, (box.h + gap) // count - gap)
    area = box.split_top(count * (height + gap) - gap)[0]
    names = tuple(place.name for place in places)
    for place, line in zip(places, area.rows(count, gap), strict=True):
        yield from _place(place, line, names, sizes)


def _poster(winner: RankedPlayer, names: list[str], box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the winner on their colour: crown, shape, score and name."""
    yield Plate(box, winner.colour, "ink", sizes.radius)
    inside = box.inset(sizes.gap)
    rest, name = inside.split_bottom(2 * text.line_height(sizes.main))
    great = Label(name, winner.name, sizes.great, "ink", "centre")
    fits = text.fitted(great).whole
    short = short_forms(winner.name, names)
    smaller = Label(name, winner.name, sizes.main, "ink", "centre", lines=2, briefer=short, is_name=True)
    yield great if fits else smaller
    crown, figures = rest.split_top(rest.h // 2)
    side = min(crown.w, crown.h)
    yield Picture(crown.middle(side, side), "crown", "ink")
    shape, score = figures.split_left(figures.w * 2 // 5, sizes.gap)
    yield Sign(shape, winner.colour)
    yield Label(score, str(winner.score), sizes.great, "ink", "centre")


def _place(place: RankedPlayer, line: Box, names: tuple[str, ...], sizes: Sizes) -> Iterator[Mark]:
    """Yield one player: place, token, name, score, and a remark where there is room."""
    yield Plate(line, "plate", "edge", sizes.radius)
    inside = line.inset(sizes.gap, 0)
    side = min(line.h - 2, round(sizes.main.capitals * 1.6))
    medal, inside = inside.split_left(text.width("6", sizes.main), sizes.gap)
    yield Label(medal, str(place.place), sizes.main, "lesser", "centre")
    token, inside = inside.split_left(side, sizes.gap)
    yield Token(token, place.colour)
    words, number = inside.split_right(text.width(str(place.score), sizes.main), 2 * sizes.pad)
    yield Label(number, str(place.score), sizes.main, "text", "right")
    lines = text.line_height(sizes.main) + text.line_height(sizes.note)
    wide = text.width(place.name, sizes.main)
    short = short_forms(place.name, names)
    if place.remark and words.h >= lines:
        name, remark = words.middle(words.w, lines).split_top(text.line_height(sizes.main))
        yield Label(name, place.name, sizes.main, briefer=short)
        yield Label(remark, place.remark, sizes.note, "lesser")
    elif place.remark and wide + sizes.pad + text.width(place.remark, sizes.note) <= words.w:
        name, remark = words.split_left(wide, sizes.pad)
        yield Label(name, place.name, sizes.main)
        yield Label(remark, place.remark, sizes.note, "lesser", "right")
    else:
        yield Label(words, place.name, sizes.main, lines=2, briefer=short, is_name=True)


def split_choices(menu: Menu, box: Box, sizes: Sizes) -> tuple[Box, tuple[Mark, ...]]:
    """Return what remains of a box above the choices, and the choices side by side at its foot.

    Where their words have no room beside each other, all but the one under the cursor are icons.
    """
    if not menu.items:
        return box, ()
    others = len(menu.items) - 1
    alike, aside = [1] * (others + 1), [sizes.row] * (others + 1)
    aside[menu.cursor] = box.w - others * (sizes.row + sizes.gap)
    for widths, lines in product((alike, aside), (1, MOST_LINES)):
        high = max(sizes.row, lines * text.line_height(sizes.main) + 2 * sizes.gap)
        above, below = box.split_bottom(high, sizes.gap)
        places = tuple(shared(below, widths, sizes.gap))
        marks = [
            mark
            for number, (item, place) in enumerate(zip(menu.items, places, strict=True))
            for mark in _choice(item, place, number == menu.cursor, widths is alike or number == menu.cursor, sizes)
        ]
        if all(text.fitted(mark).whole for mark in marks if isinstance(mark, Label)):
            break
    return above, tuple(marks)


def _choice(item: Item, place: Box, chosen: bool, named: bool, sizes: Sizes) -> Iterator[Mark]:
    ink: Tint = "ink" if chosen else "text"
    yield Plate(place, "cursor" if chosen else "plate", "ink" if chosen else "edge", sizes.radius)
    if named:
        yield Label(place.inset(sizes.gap, 1), item.label, sizes.main, ink, "centre", MOST_LINES)
    else:
        yield Picture(place.inset(sizes.gap), item.icons[0] if item.icons else "info", ink)
    if item.target:
        yield TouchArea(place, item.target)
