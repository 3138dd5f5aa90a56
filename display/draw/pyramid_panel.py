"""The panel beside the pyramid: the alarm, what is left to do, facts and choices."""

from __future__ import annotations

from collections.abc import Iterator

from display.draw import menu, text
from display.draw.marks import Box, Label, Mark, Picture, Plate, Token
from display.sizes import Sizes, Type
from display.view import Alarm, Item, PyramidPlan

APART = 1
"""The distance of two pips in pixels."""
ROWS_KEPT = 2
"""How many rows of choices an alarm leaves room for; then its number stands without words."""
FACTS_FROM = 6
"""How many rows the panel must have room for, before facts get a line of their own; choices come first."""


def panel(body: PyramidPlan, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the alarm, the pips, the facts and the choices, one under another."""
    if body.alarm:
        room = max(sizes.row, box.h - (ROWS_KEPT * (sizes.row + sizes.gap) if body.choices.items else 0))
        place, box = box.split_top(min(_alarm_height(body.alarm, box, sizes), room), sizes.gap)
        yield from _alarm(body.alarm, place, sizes)
    counts, below = _counts(body, box, sizes)
    yield from counts
    if body.choices.items or body.choices.text:
        yield from menu.layout(body.choices, below, sizes)


def _counts(body: PyramidPlan, box: Box, sizes: Sizes) -> tuple[tuple[Mark, ...], Box]:
    """Return the pips and the facts, in one line if they fit into it, and the box below them; choices come first."""
    marks: list[Mark] = []
    side = _side_by_side(body, box.w, sizes)
    beside = body.facts if side else ()
    rows, row = (ROWS_KEPT + 1, sizes.line) if body.choices.is_pictured else (ROWS_KEPT, sizes.row)
    kept = rows * (row + sizes.gap) - sizes.gap
    line = min(sizes.line, box.h - kept - sizes.gap) if body.choices.items else sizes.line
    least = round(sizes.note.capitals * 1.2) if body.choices.is_pictured else sizes.line
    if (body.pips or beside) and line >= least:
        place, box = box.split_top(line, sizes.gap)
        side = min(side or _sign(sizes), line)
        pips, rest = place.split_left(_pips_width(body, side, sizes))
        marks += [*_pips(body, pips, _pip(side, sizes)), *_facts(beside, rest, side, sizes)]
    if body.facts != beside and box.h >= FACTS_FROM * sizes.row:
        place, box = box.split_top(sizes.line, sizes.gap)
        marks += _facts(body.facts, place, _sign(sizes), sizes)
    return tuple(marks), box


def _side_by_side(body: PyramidPlan, width: int, sizes: Sizes) -> int:
    """Return the largest side of pips and signs by which pips and facts fit into one line; 0 if none does."""
    sides = range(_sign(sizes), sizes.note.capitals - 1, -1)
    return next(
        (side for side in sides if _pips_width(body, side, sizes) + _facts_width(body, side, sizes) <= width), 0
    )


def _alarm_text(alarm: Alarm, box: Box, sizes: Sizes) -> tuple[Type, int]:
    """Return the type and the number of lines of an alarm's text: large where two lines are enough."""
    width = box.w - sizes.row - 3 * sizes.gap
    large = len(text.wrap(alarm.text, width, sizes.main))
    if large <= 2:
        return sizes.main, large
    return sizes.note, min(5, len(text.wrap(alarm.text, width, sizes.note)))


def _alarm_height(alarm: Alarm, box: Box, sizes: Sizes) -> int:
    size, lines = _alarm_text(alarm, box, sizes)
    return max(round(sizes.row * 1.3), lines * text.line_height(size) + 2 * sizes.gap)


def _alarm(alarm: Alarm, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the alarm on a bright plate: how many are left, in large type, and whose turns are counted.

    Its picture stands for the words where they have no room.
    """
    yield Plate(box, "loss", "ink", sizes.radius, 2)
    size, lines = _alarm_text(alarm, box, sizes)
    aside, words = box.inset(sizes.gap, 2).split_left(sizes.row, sizes.gap)
    number, token = aside.split_bottom(sizes.main.capitals if alarm.colour and aside.h > 2 * sizes.main.capitals else 0)
    label = Label(words, alarm.text, size, "on_loss", lines=lines)
    is_said = text.fitted(label).whole
    if alarm.count is None:
        yield Picture(number, alarm.icon, "on_loss")
    else:
        yield Label(number, str(alarm.count), sizes.great, "on_loss", "centre")
    if alarm.colour and token.h:
        yield Token(token, alarm.colour)
    if is_said:
        yield label
    elif alarm.count is not None:
        yield Picture(words, alarm.icon, "on_loss")


def _sign(sizes: Sizes) -> int:
    """Return the usual side of a pip, and of the sign of a fact."""
    return round(sizes.line * 0.62)


def _pip(side: int, sizes: Sizes) -> int:
    """Return the side of a pip beside signs of this side: a dot can be smaller than they where room is short."""
    return side if side == _sign(sizes) else side * 2 // 3


def _pips_width(body: PyramidPlan, side: int, sizes: Sizes) -> int:
    return body.pips[1] * (_pip(side, sizes) + APART) + sizes.gap if body.pips else 0


def _pips(body: PyramidPlan, box: Box, side: int) -> Iterator[Mark]:
    left, most = body.pips or (0, 0)
    for number in range(most):
        spot = Box(box.x + number * (side + APART), box.y, side, box.h).middle(side, side)
        yield Plate(spot, "text" if number < left else "well", "text" if number < left else "edge", side // 2, 2)


def _facts_width(body: PyramidPlan, side: int, sizes: Sizes) -> int:
    """Return how wide the facts are in one line."""
    return sum(side + 2 + text.width(fact.label, sizes.main) + sizes.gap for fact in body.facts) - sizes.gap


def _facts(facts: tuple[Item, ...], box: Box, side: int, sizes: Sizes) -> Iterator[Mark]:
    for fact, place in zip(facts, box.columns(len(facts), sizes.gap) if facts else (), strict=True):
        picture, words = place.split_left(min(side, place.h), 2)
        if fact.colour:
            yield Token(picture, fact.colour)
        for name in fact.icons[:1]:
            yield Picture(picture.inset(-1), name, "accent")  # a picture has air at its edges
        yield Label(words, fact.label, sizes.main, "text")
