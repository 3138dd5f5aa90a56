"""The end of a game: the ranking with its winner, and how everybody's points came about.

The kinds of points differ by tone and by pattern, so that nobody has to tell tones apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace

from display.draw import frame, text
from display.draw.choices import split_choices
from display.draw.marks import FIELD, Drawing, Frieze, Label, Mark, Plate, Rect, Sign, Token, field_width
from display.draw.poster import champion_svg
from display.draw.text import short_form
from display.theme import Role, Sizes
from display.view import PlayerHistory, RankedPlayer, Ranking, ScoreHistory, View

MOST_POINTS = 80
"""Most points drawn of a curve."""
TONES: tuple[tuple[Role, Role], ...] = (("linen", "ink"), ("accent", "ink"), ("accent", "ink"), ("well", "text"))
"""The plate and the edge of each kind of points..."""
DOTTED, HATCHED = 1, 2
"""...and which of them have dots or strokes."""
LEAST_TOKEN = 10
"""The least side of a token whose shape is told from others, in pixels."""


def history_marks(history: ScoreHistory, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the picture, and the choices below it."""
    box, choices = split_choices(history.choices, box, sizes)
    yield from choices
    yield from _curve(history, box, sizes) if history.shows == "curve" else _parts(history, box, sizes)


# --- the parts -------------------------------------------------------------------------------------------------------


def _parts(history: ScoreHistory, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield a row for each player, and what the tones mean."""
    rows, foot = box.split_bottom(_legend_height(history, box, sizes), sizes.gap)
    yield from _legend(history, foot, sizes)
    gap = max(1, sizes.gap // 2)
    count = len(history.players)
    height = min(sizes.row_most, (rows.h + gap) // count - gap)
    names = tuple(player.name for player in history.players)
    named = sizes.main if height >= round(sizes.main.capitals * text.INKED) else sizes.note
    score = max(text.width(str(player.score), sizes.main) for player in history.players)
    for player, line in zip(
        history.players, rows.split_top(count * (height + gap) - gap)[0].rows(count, gap), strict=True
    ):
        token, beside = line.split_left(min(line.h, round(sizes.main.capitals * 1.6)), sizes.gap)
        yield Token(token, player.colour, face=dict(sizes.faces).get(player.colour))
        beside, total = beside.split_right(score, sizes.pad)
        yield Label(total, str(player.score), sizes.main, align="right")
        words, bar = _name_and_bar(beside, names, sizes)
        yield Label(words, player.name, named, briefer=(short_form(player.name, names, sizes),))
        yield from _bar_of(player, history, bar)


def _name_and_bar(box: Rect, names: tuple[str, ...], sizes: Sizes) -> tuple[Rect, Rect]:
    """Where a name and its bar stand: one above the other, or side by side in a row too low for both."""
    bar, line = max(6, round(box.h * 0.34)), text.line_height(sizes.main)
    if box.h >= line + bar:
        return box.split_bottom(bar)
    wide = max(text.width(name, sizes.main) for name in names)
    name, rest = box.split_left(min(wide, box.w // 3), sizes.pad)
    return name, rest.middle(rest.w, round(sizes.main.capitals * 0.8))


def _gained_and_lost(player: PlayerHistory) -> tuple[int, int]:
    gained = sum(part for part in player.parts if part > 0)
    return gained, gained - sum(player.parts)


def _bar_of(player: PlayerHistory, history: ScoreHistory, box: Rect) -> Iterator[Mark]:
    """Yield the parts of a score one after another; at the end, what was lost of them.

    A score without parts is how far the player came on the way to their goal.
    """
    if not player.parts:
        yield Plate(box, "well", "edge", 2)
        yield Plate(_between(box, 0, player.score, player.goal), player.colour, "ink", 2)
        return
    most = max(1, *(points for other in history.players for points in _gained_and_lost(other)))
    at, (_, lost) = 0, _gained_and_lost(player)
    for kind, part in enumerate(player.parts):
        if part > 0:
            yield from _part(kind, _between(box, at, at + part, most))
            at += part
    if lost:
        yield from _loss_pattern(_between(box, max(0, at - lost), max(at, lost), most))


def _between(box: Rect, start: int, end: int, most: int) -> Rect:
    left, right = box.x + box.w * start // most, box.x + box.w * min(end, most) // most
    return Rect(left, box.y, right - left, box.h)


def _part(kind: int, box: Rect) -> Iterator[Plate | Drawing]:
    """Yield a piece of a bar: plain, dotted, hatched or hollow."""
    fill, edge = TONES[kind]
    yield Plate(box, fill, edge, 2)
    if kind == HATCHED:
        yield _hatching(box, "ink")
    if kind == DOTTED:
        wide = field_width(box)
        dots = "".join(f'<circle cx="{x}" cy="24" r="8"/>' for x in range(24, round(wide) - 8, 40))
        yield Drawing(box, f'<g fill="@ink">{dots}</g>')


def _loss_pattern(box: Rect) -> Iterator[Plate | Drawing]:
    """Yield points that were lost."""
    yield Plate(box, "loss", "ink", 2)
    yield _hatching(box, "on_loss")


def _hatching(box: Rect, role: Role) -> Drawing:
    """Slanting strokes over the whole of a box."""
    wide = field_width(box)
    strokes = "".join(f"M{x} 48 l36 -48 " for x in range(-30, round(wide) + 1, 34))
    return Drawing(box, f'<path d="{strokes}" stroke="@{role}" stroke-width="9" fill="none"/>')


def _legend_height(history: ScoreHistory, box: Rect, sizes: Sizes) -> int:
    marks = (mark for mark in _legend(history, box, sizes) if not isinstance(mark, Label))
    return max((mark.box.bottom for mark in marks), default=box.y) - box.y


def _legend(history: ScoreHistory, box: Rect, sizes: Sizes) -> Iterator[Plate | Drawing | Label]:
    """Yield what each tone means that somebody has: condensed if that saves a line."""
    usual, narrow = (tuple(_legend_in(history, box, sizes, share)) for share in (1, text.NARROW))
    yield from narrow if narrow and narrow[-1].box.y < usual[-1].box.y else usual


def _legend_in(history: ScoreHistory, box: Rect, sizes: Sizes, share: float) -> Iterator[Plate | Drawing | Label]:
    """Yield the legend in letters of this width, in as many lines as needed."""
    side, line = sizes.note.capitals + 2, text.line_height(sizes.note)
    x, y = box.x, box.y
    for kind, name in enumerate(history.kinds):
        parts = [player.parts[kind] for player in history.players]
        if not any(parts):
            continue
        wide = math.ceil(text.width(name, sizes.note) * share)
        if x > box.x and x + side + sizes.gap + wide > box.right:
            x, y = box.x, y + line
        swatch = Rect(x, y + (line - side) // 2, side, side)
        yield from _loss_pattern(swatch) if min(parts) < 0 else _part(kind, swatch)
        yield Label(Rect(swatch.right + sizes.gap, y, wide, line), name, sizes.note, "lesser")
        x = swatch.right + sizes.gap + wide + sizes.pad + sizes.gap


# --- the curve -------------------------------------------------------------------------------------------------------


def _least_curve(history: ScoreHistory, sizes: Sizes) -> int:
    """Least height of a curve: a small token of each player stands at its end."""
    return len(history.players) * max(LEAST_TOKEN, sizes.main.capitals * 2 // 3) + 2 * sizes.gap


def _usual_curve(history: ScoreHistory, sizes: Sizes) -> int:
    """Height of a curve if no row need be low for it."""
    return len(history.players) * sizes.main.capitals * 5 // 6 + 2 * sizes.gap


def _curve(history: ScoreHistory, box: Rect, sizes: Sizes, *, is_scored: bool = True) -> Iterator[Mark]:
    """Yield all scores from the beginning to the end, and who has come how far."""
    yield Plate(box, "well", "edge", sizes.radius)
    inside = box.inset(sizes.gap)
    side = min(round(sizes.main.capitals * 1.6), inside.h // len(history.players))
    score = max(text.width(str(player.score), sizes.main) for player in history.players) if is_scored else 0
    field, ends = inside.split_right(side + sizes.gap + score, sizes.gap)
    field = field.inset(0, side // 2)
    top = max(1.0, *(max(player.totals) / player.goal for player in history.players))
    low = min(0.0, *(min(player.totals) / player.goal for player in history.players))
    unit = FIELD / max(1, field.h)
    yield Drawing(field, _curves(history.players, unit * field.w, low, top, unit * sizes.main.capitals / 5))
    heights = [
        field.bottom - round(field.h * (player.totals[-1] / player.goal - low) / (top - low))
        for player in history.players
    ]
    for player, y in zip(history.players, _apart(heights, side, ends), strict=True):
        token, number = Rect(ends.x, y - side // 2, ends.w, side).split_left(side, sizes.gap)
        yield Token(token, player.colour, face=dict(sizes.faces).get(player.colour))
        if is_scored:
            yield Label(number, str(player.score), sizes.main, align="right")


def _apart(heights: list[int], side: int, box: Rect) -> list[int]:
    """Heights near these at which signs of `side` pixels do not overlap; the list begins with the uppermost."""
    placed: list[int] = []
    for number, height in enumerate(heights):
        least = placed[-1] + side if placed else box.y + side // 2
        most = box.bottom - side // 2 - side * (len(heights) - 1 - number)
        placed.append(max(least, min(height, most)))
    return placed


def _curves(players: tuple[PlayerHistory, ...], wide: float, low: float, top: float, thick: float) -> str:
    """A line for each player, the winner's above the others, and one where the game is won."""

    def y(share: float) -> float:
        return FIELD - (FIELD - 2 * thick) * (share - low) / (top - low) - thick

    drawing = "".join(
        f'<path d="M0 {y(share):.1f} H{wide:.1f}" stroke="@edge" stroke-width="0.4"/>' for share in (0.0, 0.5, 1.0)
    )
    for player in reversed(players):
        totals = player.totals[:-1][:: -(-len(player.totals) // MOST_POINTS)] + player.totals[-1:]
        step = wide / max(1, len(totals) - 1)
        points = [(number * step, y(total / player.goal)) for number, total in enumerate(totals)]
        line = "M" + " L".join(f"{x:.1f} {height:.1f}" for x, height in points)
        style = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
        drawing += f'<path d="{line}" stroke="@ink" stroke-width="{2 * thick:.2f}" {style}/>'
        drawing += f'<path d="{line}" stroke="@{player.colour}" stroke-width="{thick:.2f}" {style}/>'
    return drawing


POSTER = 0.31
"""The poster's share of the page's width."""

LEAST_POSTER = 3.2
"""How many lines of a name a poster is high at least; below that, a shape stands before the name."""

AIRY, AIRIEST = 1.2, 1.5
"""How much higher than the least rows are: at least where the winner is said in words too; at most, with no curve."""

SCORES = (3.0, 2.0, 1.5, 1.0)
"""The sizes that the winner's score may have, in great type; the largest that has room."""


def page(view: View, ranking: Ranking, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the whole page above the foot. What the poster shows is said in words where there is room."""
    poster, beside = box.split_left(round(box.w * POSTER))
    yield from _posters(ranking.places, poster, sizes)
    for has_curve, is_worded in product((True, False), repeat=2):
        said = view.prompt if is_worded else ""
        head, rest = frame.head(replace(view, title="", prompt=said), beside, sizes)
        rest, choices = split_choices(ranking.choices, rest, sizes)
        rows = round(len(ranking.places) * _row_height(sizes) * (AIRY if said else 1))
        if rows + _below_rows(ranking, rest, sizes, has_curve=has_curve, is_usual=is_worded) <= rest.h:
            break
    yield from head
    yield from choices
    badges = 0 if said else len(view.badges) * (sizes.main.capitals + sizes.gap)
    yield from _places(ranking, rest, badges, sizes, has_curve=has_curve)


# --- the winner ------------------------------------------------------------------------------------------------------


def _posters(places: tuple[RankedPlayer, ...], box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield whoever has won, each on their colour, with teeth towards the page."""
    winners = [place for place in places if place.place == 1]
    names = tuple(place.name for place in places)
    for winner, part in zip(winners, box.rows(len(winners)), strict=True):
        body, teeth = part.split_right(sizes.pad)
        yield Plate(body, winner.colour)
        yield Frieze(teeth, winner.colour)
        if part.h < LEAST_POSTER * text.line_height(sizes.main):
            sign, name = body.inset(sizes.gap, 2).split_left(min(part.h, part.w // 3), sizes.gap)
            yield Sign(sign, winner.colour, face=dict(sizes.faces).get(winner.colour))
            yield _name(winner, names, name, sizes)
        else:
            yield from _poster(winner, names, body, sizes, has_score=len(winners) == 1)


def _poster(
    winner: RankedPlayer, names: tuple[str, ...], box: Rect, sizes: Sizes, *, has_score: bool
) -> Iterator[Mark]:
    """Yield a winner: figure, score and name."""
    rest, name = box.inset(sizes.gap).split_bottom((1 + has_score) * text.line_height(sizes.main))
    score = str(winner.score) if has_score else ""
    types = (sizes.great.times(times) for times in SCORES)
    size = next((one for one in types if 4 * one.capitals <= rest.h and text.width(score, one) <= rest.w), sizes.great)
    figure, below = rest.split_bottom(size.capitals + sizes.gap if score else 0, sizes.gap)
    yield Drawing(box, champion_svg(winner, dict(sizes.faces).get(winner.colour), box.w, box.h, figure.bottom - box.y))
    yield Label(below, score, size, "ink", "centre")
    great = Label(name, winner.name, sizes.great, "ink", "centre")
    yield great if text.fit(great).whole and has_score else _name(winner, names, name, sizes)


def _name(winner: RankedPlayer, names: tuple[str, ...], box: Rect, sizes: Sizes) -> Label:
    short = short_form(winner.name, names, sizes)
    return Label(box, winner.name, sizes.main, "ink", "centre", lines=2, briefer=(short,), is_name=True)


# --- everybody -------------------------------------------------------------------------------------------------------


def _row_height(sizes: Sizes) -> int:
    """Least height of a row with its bar."""
    return _name_height(sizes) + _bar_height(sizes) + _ranking_gap(sizes)


def _ranking_gap(sizes: Sizes) -> int:
    """Distance of a bar from the next name."""
    return sizes.gap * 2 // 3


def _name_height(sizes: Sizes) -> int:
    """Height of a name above its bar, with the tails of its letters."""
    return round(sizes.main.capitals * 1.25)


def _bar_height(sizes: Sizes) -> int:
    return max(5, sizes.main.capitals // 3)


def _below_rows(ranking: Ranking, box: Rect, sizes: Sizes, *, has_curve: bool, is_usual: bool = True) -> int:
    """Height of the legend, and perhaps of the usual or the least curve, below the rows."""
    kinds = _legend_height(ranking.history, box, sizes)
    curve = _usual_curve(ranking.history, sizes) if is_usual else _least_curve(ranking.history, sizes)
    return kinds + (curve + sizes.gap if has_curve else 0)


def _places(ranking: Ranking, box: Rect, badges: int, sizes: Sizes, *, has_curve: bool) -> Iterator[Mark]:
    """Yield all places one under another, what the tones of their bars mean, and perhaps the curve.

    `badges`: so much room is taken at the end of the rows.
    """
    count, row = len(ranking.places), _row_height(sizes)
    usual, least = (_below_rows(ranking, box, sizes, has_curve=has_curve, is_usual=one) for one in (True, False))
    high = max((box.h - usual) // count, min(row, (box.h - least) // count))
    high = min(high, round(row * (AIRY if has_curve else AIRIEST)))
    rows, rest = box.split_top(count * high)
    names = tuple(place.name for place in ranking.places)
    lines = rows.split_right(badges)[0].rows(count)
    for place, player, line in zip(ranking.places, ranking.history.players, lines, strict=True):
        yield from _place(place, player, ranking.history, line, names, sizes)
    yield from _legend(ranking.history, rest, sizes)
    if has_curve:
        area = rest.split_top(_legend_height(ranking.history, rest, sizes), sizes.gap)[1]
        yield from _curve(ranking.history, area, sizes, is_scored=False)


def _place(
    place: RankedPlayer, player: PlayerHistory, whole: ScoreHistory, line: Rect, names: tuple[str, ...], sizes: Sizes
) -> Iterator[Mark]:
    """Yield one player: place, token, name, a remark where there is room, score; below them the bar, or between."""
    line = line.split_bottom(_ranking_gap(sizes))[0]
    medal, beside = line.split_left(text.width("6", sizes.main), sizes.gap)
    token, beside = beside.split_left(min(line.h, round(sizes.main.capitals * 1.6)), sizes.gap)
    yield Label(medal, str(place.place), sizes.main, "lesser", "centre")
    yield Token(token, place.colour, face=dict(sizes.faces).get(place.colour))
    beside, number = beside.split_right(max(text.width(str(one.score), sizes.main) for one in whole.players), sizes.pad)
    is_close = line.h < _name_height(sizes) + _bar_height(sizes)
    words, bar = (beside, beside) if is_close else beside.split_top(max(_name_height(sizes), line.h * 2 // 3))
    yield Label(number, str(place.score), sizes.main, "text", "right")
    if is_close:
        wide = min(max(text.width(name, sizes.main) for name in names), words.w // 2)
        words, bar = words.split_left(wide, sizes.pad)
        bar = bar.middle(bar.w, 2 * _bar_height(sizes))
    words, remark = _name_and_remark(place, words, sizes)
    yield Label(remark, place.remark if remark.w else "", sizes.note, "lesser", "right")
    yield Label(words, place.name, sizes.main, briefer=(short_form(place.name, names, sizes),), is_name=True)
    yield from _bar_of(player, whole, bar)


def _name_and_remark(place: RankedPlayer, box: Rect, sizes: Sizes) -> tuple[Rect, Rect]:
    """Where a name and the remark after it stand, condensed if need be; no room for a remark is an empty box."""
    name, remark = text.width(place.name, sizes.main), text.width(place.remark, sizes.note)
    for share, other in product((1.0, text.NARROW), repeat=2) if place.remark else ():
        wide = math.ceil(share * name)
        if wide + sizes.pad + math.ceil(other * remark) <= box.w:
            return box.split_left(wide, sizes.pad)
    return box.split_right(0)
