"""A calendar of dots: a line a month, a dot a day, and the more was played on a day, the larger it is."""

from __future__ import annotations

from collections.abc import Iterator

from display.draw import text
from display.draw.choices import split_choices
from display.draw.marks import Box, Drawing, Label, Mark
from display.sizes import Sizes
from display.view import Calendar

DAYS = 31
FIELD = 48.0
"""The height of a drawing in its own units."""

DOTS = (0.07, 0.24, 0.34, 0.46)
"""How large a dot is with none, one, two or more games: its radius, in shares of a day's width."""


def layout(calendar: Calendar, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the months, the latest at the foot, and the choices below them."""
    box, choices = split_choices(calendar.choices, box, sizes)
    yield from choices
    names = max((text.width(month.name, sizes.note) for month in calendar.months), default=0)
    day = (box.w - names - sizes.gap) // DAYS
    count = max(1, len(calendar.months))
    high = min(box.h // count, max(text.line_height(sizes.note), 2 * day))
    for month, line in zip(calendar.months, box.split_top(high * count)[0].rows(count), strict=False):
        name, days = line.split_left(names, sizes.gap)
        yield Label(name, month.name, sizes.note, "lesser", "right")
        yield Drawing(days.split_left(day * len(month.games))[0], _dots(month.games, day, days.h))


def _dots(games: tuple[int, ...], day: int, high: int) -> str:
    unit = FIELD / max(1, high)
    pitch = unit * day
    most = min(pitch, FIELD * 0.98)
    return "".join(
        f'<circle cx="{(at + 0.5) * pitch:.1f}" cy="{FIELD / 2}" r="{most * DOTS[min(count, len(DOTS) - 1)]:.1f}" '
        f'fill="@{"accent" if count else "edge"}"/>'
        for at, count in enumerate(games)
    )
