"""The end of a game: the places, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator

from display.draw import menu, text
from display.draw.marks import Box, Label, Mark, Picture, Plate, Token
from display.theme import BLOCK, DUST, GOLD, INK, JOINT, SAND, STONE, Sizes
from display.view import RankedPlayer, Ranking


def layout(ranking: Ranking, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the places, the winners in gold, and the choices beside them."""
    if ranking.choices.items or ranking.choices.text:
        width = min(box.w * 2 // 5, max(box.w // 3, menu.wanted_width(ranking.choices, sizes)))
        box, side = box.split_right(width, sizes.pad)
        yield from menu.layout(ranking.choices, side, sizes)
    count = len(ranking.places)
    height = min(sizes.row_most, (box.h + sizes.gap) // count - sizes.gap)
    area = box.split_top(count * (height + sizes.gap) - sizes.gap)[0]
    for place, line in zip(ranking.places, area.rows(count, sizes.gap), strict=True):
        yield from _place(place, line, sizes)


def _place(place: RankedPlayer, line: Box, sizes: Sizes) -> Iterator[Mark]:
    won = place.place == 1
    ink, weaker = (INK, INK) if won else (SAND, DUST)
    yield Plate(line, GOLD if won else STONE, None if won else JOINT, sizes.radius)
    inside = line.inset(sizes.gap + 1, 0)
    side = min(line.h - 4, round(sizes.row * 1.1))
    medal, inside = inside.split_left(side, sizes.gap)
    if won:
        yield Picture(medal, "trophy", INK)
    else:
        disc = medal.middle(round(side * 0.86), round(side * 0.86))
        yield Plate(disc, BLOCK, JOINT, disc.w // 2)
        yield Label(disc, str(place.place), min(sizes.body, disc.h * 3 // 4), SAND, bold=True, align="centre")
    token, inside = inside.split_left(side, sizes.gap)
    yield Token(token, place.colour)
    score = text.width("000", sizes.strong, bold=True)
    words, number = inside.split_right(score)
    yield Label(number, str(place.score), sizes.strong, ink if won else GOLD, bold=True, align="right")
    lines = text.line_height(sizes.body) + text.line_height(sizes.small)
    if place.remark and words.h >= lines - 2:
        name, remark = words.middle(words.w, lines - 2).split_top(text.line_height(sizes.body))
        yield Label(name, place.name, sizes.body, ink, bold=True)
        yield Label(remark, place.remark, sizes.small, weaker)
    elif place.remark:
        wanted = min(text.width(place.name, sizes.body, bold=True), words.w * 3 // 5)
        name, remark = words.split_left(wanted, sizes.gap)
        yield Label(name, place.name, sizes.body, ink, bold=True)
        yield Label(remark, place.remark, sizes.small, weaker)
    else:
        yield Label(words, place.name, sizes.body, ink, bold=True)
