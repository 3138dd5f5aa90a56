"""How a game went: a bar of its parts for each player, or a curve of all scores with a token at each end.

The kinds of points differ by tone and by pattern, so that nobody has to tell tones apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from display.draw import text
from display.draw.choice import split_choices
from display.draw.marks import Box, Drawing, Label, Mark, Plate, Token
from display.draw.names import short_forms
from display.sizes import Sizes
from display.theme import Role
from display.view import Course, CoursePlayer

MOST_POINTS = 80
"""So many points of a curve are drawn at most."""
TONES: tuple[tuple[Role, Role], ...] = (("linen", "ink"), ("accent", "ink"), ("accent", "ink"), ("well", "text"))
"""The plate and the edge of each kind of points..."""
DOTTED, HATCHED = 1, 2
"""...and which of them have dots or strokes."""
LEAST_TOKEN = 10
"""The least side of a token whose shape is told from others, in pixels."""
FIELD = 48.0
"""The height of a drawing in its own units."""


def layout(course: Course, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the picture, and the choices below it."""
    box, choices = split_choices(course.choices, box, sizes)
    yield from choices
    yield from curve(course, box, sizes) if course.shows == "curve" else _parts(course, box, sizes)


# --- the parts -------------------------------------------------------------------------------------------------------


def _parts(course: Course, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield a row for each player, and what the tones mean."""
    rows, foot = box.split_bottom(legend_height(course, box, sizes), sizes.gap)
    yield from legend(course, foot, sizes)
    gap = max(1, sizes.gap // 2)
    count = len(course.players)
    height = min(sizes.row_most, (rows.h + gap) // count - gap)
    names = tuple(player.name for player in course.players)
    score = max(text.width(str(player.score), sizes.main) for player in course.players)
    for player, line in zip(
        course.players, rows.split_top(count * (height + gap) - gap)[0].rows(count, gap), strict=True
    ):
        token, beside = line.split_left(min(line.h, round(sizes.main.capitals * 1.6)), sizes.gap)
        yield Token(token, player.colour)
        beside, total = beside.split_right(score, sizes.pad)
        yield Label(total, str(player.score), sizes.main, align="right")
        words, bar = _name_and_bar(beside, names, sizes)
        yield Label(words, player.name, sizes.main, briefer=short_forms(player.name, names, sizes))
        yield from bar_of(player, course, bar)


def _name_and_bar(box: Box, names: tuple[str, ...], sizes: Sizes) -> tuple[Box, Box]:
    """Return where a name and its bar stand: one above the other, or side by side in a row too low for both."""
    bar, line = max(6, round(box.h * 0.34)), text.line_height(sizes.main)
    if box.h >= line + bar:
        return box.split_bottom(bar)
    wide = max(text.width(name, sizes.main) for name in names)
    name, rest = box.split_left(min(wide, box.w // 3), sizes.pad)
    return name, rest.middle(rest.w, round(sizes.main.capitals * 0.8))


def _gained_and_lost(player: CoursePlayer) -> tuple[int, int]:
    gained = sum(part for part in player.parts if part > 0)
    return gained, gained - sum(player.parts)


def bar_of(player: CoursePlayer, course: Course, box: Box) -> Iterator[Mark]:
    """Yield the parts of a score one after another; at the end, what was lost of them.

    A score without parts is how far the player came on the way to their goal.
    """
    if not player.parts:
        yield Plate(box, "well", "edge", 2)
        yield from _part(0, _between(box, 0, player.score, player.goal))
        return
    most = max(1, *(points for other in course.players for points in _gained_and_lost(other)))
    at, (_, lost) = 0, _gained_and_lost(player)
    for kind, part in enumerate(player.parts):
        if part > 0:
            yield from _part(kind, _between(box, at, at + part, most))
            at += part
    if lost:
        yield from _lost(_between(box, max(0, at - lost), max(at, lost), most))


def _between(box: Box, start: int, end: int, most: int) -> Box:
    left, right = box.x + box.w * start // most, box.x + box.w * min(end, most) // most
    return Box(left, box.y, right - left, box.h)


def _part(kind: int, box: Box) -> Iterator[Plate | Drawing]:
    """Yield a piece of a bar: plain, dotted, hatched or hollow."""
    fill, edge = TONES[kind]
    yield Plate(box, fill, edge, 2)
    if kind == HATCHED:
        yield _hatching(box, "ink")
    if kind == DOTTED:
        wide = FIELD * box.w / max(1, box.h)
        dots = "".join(f'<circle cx="{x}" cy="24" r="8"/>' for x in range(24, round(wide) - 8, 40))
        yield Drawing(box, f'<g fill="@ink">{dots}</g>')


def _lost(box: Box) -> Iterator[Plate | Drawing]:
    """Yield points that were lost."""
    yield Plate(box, "loss", "ink", 2)
    yield _hatching(box, "on_loss")


def _hatching(box: Box, role: Role) -> Drawing:
    """Return slanting strokes over the whole of a box."""
    wide = FIELD * box.w / max(1, box.h)
    strokes = "".join(f"M{x} 48 l36 -48 " for x in range(-30, round(wide) + 1, 34))
    return Drawing(box, f'<path d="{strokes}" stroke="@{role}" stroke-width="9" fill="none"/>')


def legend_height(course: Course, box: Box, sizes: Sizes) -> int:
    """Return how high the legend is."""
    marks = (mark for mark in legend(course, box, sizes) if not isinstance(mark, Label))
    return max((mark.box.bottom for mark in marks), default=box.y) - box.y


def legend(course: Course, box: Box, sizes: Sizes) -> Iterator[Plate | Drawing | Label]:
    """Yield what each tone means that somebody has: condensed if that saves a line."""
    usual, narrow = (tuple(_legend(course, box, sizes, share)) for share in (1, text.NARROW))
    yield from narrow if narrow and narrow[-1].box.y < usual[-1].box.y else usual


def _legend(course: Course, box: Box, sizes: Sizes, share: float) -> Iterator[Plate | Drawing | Label]:
    """Yield the legend in letters of this width, in as many lines as needed."""
    side, line = sizes.note.capitals + 2, text.line_height(sizes.note)
    x, y = box.x, box.y
    for kind, name in enumerate(course.kinds):
        parts = [player.parts[kind] for player in course.players]
        if not any(parts):
            continue
        wide = math.ceil(text.width(name, sizes.note) * share)
        if x > box.x and x + side + sizes.gap + wide > box.right:
            x, y = box.x, y + line
        swatch = Box(x, y + (line - side) // 2, side, side)
        yield from _lost(swatch) if min(parts) < 0 else _part(kind, swatch)
        yield Label(Box(swatch.right + sizes.gap, y, wide, line), name, sizes.note, "lesser")
        x = swatch.right + sizes.gap + wide + sizes.pad + sizes.gap


# --- the curve -------------------------------------------------------------------------------------------------------


def least_curve(course: Course, sizes: Sizes) -> int:
    """Return how high a curve is at least: a small token of each player stands at its end."""
    return len(course.players) * max(LEAST_TOKEN, sizes.main.capitals * 2 // 3) + 2 * sizes.gap


def usual_curve(course: Course, sizes: Sizes) -> int:
    """Return how high a curve is if no row need be low for it."""
    return len(course.players) * sizes.main.capitals * 5 // 6 + 2 * sizes.gap


def curve(course: Course, box: Box, sizes: Sizes, *, is_scored: bool = True) -> Iterator[Mark]:
    """Yield all scores from the beginning to the end, and who has come how far."""
    yield Plate(box, "well", "edge", sizes.radius)
    inside = box.inset(sizes.gap)
    side = min(round(sizes.main.capitals * 1.6), inside.h // len(course.players))
    score = max(text.width(str(player.score), sizes.main) for player in course.players) if is_scored else 0
    field, ends = inside.split_right(side + sizes.gap + score, sizes.gap)
    field = field.inset(0, side // 2)
    top = max(1.0, *(max(player.totals) / player.goal for player in course.players))
    low = min(0.0, *(min(player.totals) / player.goal for player in course.players))
    unit = FIELD / max(1, field.h)
    yield Drawing(field, _drawn(course.players, unit * field.w, low, top, unit * sizes.main.capitals / 5))
    heights = [
        field.bottom - round(field.h * (player.totals[-1] / player.goal - low) / (top - low))
        for player in course.players
    ]
    for player, y in zip(course.players, _apart(heights, side, ends), strict=True):
        token, number = Box(ends.x, y - side // 2, ends.w, side).split_left(side, sizes.gap)
        yield Token(token, player.colour)
        if is_scored:
            yield Label(number, str(player.score), sizes.main, align="right")


def _apart(heights: list[int], side: int, box: Box) -> list[int]:
    """Return heights near these at which signs of `side` pixels do not overlap; the list begins with the uppermost."""
    placed: list[int] = []
    for number, height in enumerate(heights):
        least = placed[-1] + side if placed else box.y + side // 2
        most = box.bottom - side // 2 - side * (len(heights) - 1 - number)
        placed.append(max(least, min(height, most)))
    return placed


def _drawn(players: tuple[CoursePlayer, ...], wide: float, low: float, top: float, thick: float) -> str:
    """Return a line for each player, the winner's above the others, and one where the game is won."""

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
