"""The end of a game: the winner's poster, beside it how everybody's points came and the curve, then what to do next."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace

from display.draw import course, frame, text
from display.draw.choice import split_choices
from display.draw.marks import Box, Drawing, Frieze, Label, Mark, Plate, Sign, Token
from display.draw.names import short_forms
from display.draw.posters import champion_svg
from display.sizes import Sizes
from display.view import Course, CoursePlayer, RankedPlayer, Ranking, View

POSTER = 0.31
"""How much of the page's width the poster takes."""

LEAST_POSTER = 3.2
"""How many lines of a name a poster is high at least; below that, a shape stands before the name."""

AIRY, AIRIEST = 1.2, 1.5
"""How much higher than the least rows are: at least where the winner is said in words too; at most, with no curve."""

SCORES = (3.0, 2.0, 1.5, 1.0)
"""The sizes that the winner's score may have, in great type; the largest that has room."""


def page(view: View, ranking: Ranking, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the whole page above the foot. What the poster shows is said in words where there is room."""
    poster, beside = box.split_left(round(box.w * POSTER))
    yield from _posters(ranking.places, poster, sizes)
    for has_curve, is_worded in product((True, False), repeat=2):
        said = view.prompt if is_worded else ""
        head, rest = frame.head(replace(view, title="", prompt=said), beside, sizes)
        rest, choices = split_choices(ranking.choices, rest, sizes)
        rows = round(len(ranking.places) * _least_row(sizes) * (AIRY if said else 1))
        if rows + _below_rows(ranking, rest, sizes, has_curve=has_curve, is_usual=is_worded) <= rest.h:
            break
    yield from head
    yield from choices
    badges = 0 if said else len(view.badges) * (sizes.main.capitals + sizes.gap)
    yield from _places(ranking, rest, badges, sizes, has_curve=has_curve)


# --- the winner ------------------------------------------------------------------------------------------------------


def _posters(places: tuple[RankedPlayer, ...], box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield whoever has won, each on their colour, with teeth towards the page."""
    winners = [place for place in places if place.place == 1]
    names = tuple(place.name for place in places)
    for winner, part in zip(winners, box.rows(len(winners)), strict=True):
        body, teeth = part.split_right(sizes.pad)
        yield Plate(body, winner.colour)
        yield Frieze(teeth, winner.colour)
        if part.h < LEAST_POSTER * text.line_height(sizes.main):
            sign, name = body.inset(sizes.gap, 2).split_left(min(part.h, part.w // 3), sizes.gap)
            yield Sign(sign, winner.colour)
            yield _name(winner, names, name, sizes)
        else:
            yield from _poster(winner, names, body, sizes, has_score=len(winners) == 1)


def _poster(winner: RankedPlayer, names: tuple[str, ...], box: Box, sizes: Sizes, *, has_score: bool) -> Iterator[Mark]:
    """Yield a winner: figure, score and name."""
    rest, name = box.inset(sizes.gap).split_bottom((1 + has_score) * text.line_height(sizes.main))
    score = str(winner.score) if has_score else ""
    types = (sizes.great.times(times) for times in SCORES)
    size = next((one for one in types if 4 * one.capitals <= rest.h and text.width(score, one) <= rest.w), sizes.great)
    figure, below = rest.split_bottom(size.capitals + sizes.gap if score else 0, sizes.gap)
    yield Drawing(box, champion_svg(winner, box.w, box.h, figure.bottom - box.y))
    yield Label(below, score, size, "ink", "centre")
    great = Label(name, winner.name, sizes.great, "ink", "centre")
    yield great if text.fitted(great).whole and has_score else _name(winner, names, name, sizes)


def _name(winner: RankedPlayer, names: tuple[str, ...], box: Box, sizes: Sizes) -> Label:
    short = short_forms(winner.name, names, sizes)
    return Label(box, winner.name, sizes.main, "ink", "centre", lines=2, briefer=short, is_name=True)


# --- everybody -------------------------------------------------------------------------------------------------------


def _least_row(sizes: Sizes) -> int:
    """Return how high a row with its bar is at least."""
    return _line(sizes) + _bar(sizes) + _gap(sizes)


def _gap(sizes: Sizes) -> int:
    """Return how far a bar is from the next name."""
    return sizes.gap * 2 // 3


def _line(sizes: Sizes) -> int:
    """Return how high a name is above its bar, with the tails of its letters."""
    return round(sizes.main.capitals * 1.25)


def _bar(sizes: Sizes) -> int:
    """Return how high a bar is at least."""
    return max(5, sizes.main.capitals // 3)


def _below_rows(ranking: Ranking, box: Box, sizes: Sizes, *, has_curve: bool, is_usual: bool = True) -> int:
    """Return how high the legend, and perhaps the usual or the least curve, are below the rows."""
    kinds = course.legend_height(ranking.course, box, sizes)
    curve = course.usual_curve(ranking.course, sizes) if is_usual else course.least_curve(ranking.course, sizes)
    return kinds + (curve + sizes.gap if has_curve else 0)


def _places(ranking: Ranking, box: Box, badges: int, sizes: Sizes, *, has_curve: bool) -> Iterator[Mark]:
    """Yield all places one under another, what the tones of their bars mean, and perhaps the curve.

    `badges`: so much room is taken at the end of the rows.
    """
    count, row = len(ranking.places), _least_row(sizes)
    usual, least = (_below_rows(ranking, box, sizes, has_curve=has_curve, is_usual=one) for one in (True, False))
    high = max((box.h - usual) // count, min(row, (box.h - least) // count))
    high = min(high, round(row * (AIRY if has_curve else AIRIEST)))
    rows, rest = box.split_top(count * high)
    names = tuple(place.name for place in ranking.places)
    lines = rows.split_right(badges)[0].rows(count)
    for place, player, line in zip(ranking.places, ranking.course.players, lines, strict=True):
        yield from _place(place, player, ranking.course, line, names, sizes)
    yield from course.legend(ranking.course, rest, sizes)
    if has_curve:
        area = rest.split_top(course.legend_height(ranking.course, rest, sizes), sizes.gap)[1]
        yield from course.curve(ranking.course, area, sizes, is_scored=False)


def _place(
    place: RankedPlayer, player: CoursePlayer, whole: Course, line: Box, names: tuple[str, ...], sizes: Sizes
) -> Iterator[Mark]:
    """Yield one player: place, token, name, a remark where there is room, score; below them the bar, or between."""
    line = line.split_bottom(_gap(sizes))[0]
    medal, beside = line.split_left(text.width("6", sizes.main), sizes.gap)
    token, beside = beside.split_left(min(line.h, round(sizes.main.capitals * 1.6)), sizes.gap)
    yield Label(medal, str(place.place), sizes.main, "lesser", "centre")
    yield Token(token, place.colour)
    beside, number = beside.split_right(max(text.width(str(one.score), sizes.main) for one in whole.players), sizes.pad)
    is_close = line.h < _line(sizes) + _bar(sizes)
    words, bar = (beside, beside) if is_close else beside.split_top(max(_line(sizes), line.h * 2 // 3))
    yield Label(number, str(place.score), sizes.main, "text", "right")
    if is_close:
        wide = min(max(text.width(name, sizes.main) for name in names), words.w // 2)
        words, bar = words.split_left(wide, sizes.pad)
        bar = bar.middle(bar.w, 2 * _bar(sizes))
    words, remark = _name_and_remark(place, words, sizes)
    yield Label(remark, place.remark if remark.w else "", sizes.note, "lesser", "right")
    yield Label(words, place.name, sizes.main, briefer=short_forms(place.name, names, sizes), is_name=True)
    yield from course.bar_of(player, whole, bar)


def _name_and_remark(place: RankedPlayer, box: Box, sizes: Sizes) -> tuple[Box, Box]:
    """Return where a name and the remark after it stand, condensed if need be; no room for a remark is an empty box."""
    name, remark = text.width(place.name, sizes.main), text.width(place.remark, sizes.note)
    for share, other in product((1.0, text.NARROW), repeat=2) if place.remark else ():
        wide = math.ceil(share * name)
        if wide + sizes.pad + math.ceil(other * remark) <= box.w:
            return box.split_left(wide, sizes.pad)
    return box.split_right(0)
