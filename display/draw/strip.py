"""The counts of a game in one line: the pursuer's tokens, the tray of locked dice, and each player's ankhs."""

from __future__ import annotations

from collections.abc import Iterator

from display.draw import dice, text
from display.draw.marks import Box, Label, Mark, Picture, Plate, Token
from display.sizes import Sizes
from display.theme import Tint
from display.view import Announcement, Standing


def height(sizes: Sizes) -> int:
    """Return the height of the line, which has no touch areas."""
    return round(sizes.main.capitals * 1.5)


def whole(body: Announcement, line: Box, sizes: Sizes, ink: Tint = "text") -> Iterator[Mark]:
    """Yield all counts of the game below an announcement."""
    if body.standings:
        width = line.h + len(body.standings) * _ankh_width(sizes)
        line, ankhs = line.split_right(width, 2 * sizes.gap)
        yield from _ankhs(body.standings, ankhs, sizes, ink)
    yield from counts(body.tokens, body.tray, line, sizes, ink)


def counts(
    tokens: tuple[int, int] | None, tray: tuple[int, int] | None, line: Box, sizes: Sizes, ink: Tint = "text"
) -> Iterator[Mark]:
    """Yield the pursuer's tokens and the tray of locked dice."""
    if tray:
        left = line.h + 2 * sizes.gap + text.width(f"{tokens[1]}/{tokens[1]}", sizes.main) if tokens else 0
        line, place = line.split_right(min(tray[1] * (line.h - 1) + 8, line.w - left), sizes.gap)
        yield from dice.tray(tray, place, sizes, ink)
    if tokens:
        yield from _tokens(*tokens, line, sizes, ink)


def _tokens(count: int, target: int, line: Box, sizes: Sizes, ink: Tint) -> Iterator[Mark]:
    picture, words = line.split_left(line.h, sizes.gap)
    yield Picture(picture, "mummy", ink)
    wide = text.width(f"{target}/{target}", sizes.main)
    number, pips = words.split_left(wide, sizes.gap)
    yield Label(number, f"{count}/{target}", sizes.main, ink)
    empty: Tint = "edge" if ink == "text" else ink  # on paper
    side = min(pips.h // 2, (pips.w + 2) // target - 2)
    for index in range(target if side >= 5 else 0):
        dot = Box(pips.x + index * (side + 2), pips.y + (pips.h - side) // 2, side, side)
        yield Plate(dot, "loss" if index < count else None, None if index < count else empty, side // 2)


def _ankh_width(sizes: Sizes) -> int:
    return round(sizes.main.capitals * 1.3) + text.width("0", sizes.main) + 2 * sizes.gap


def _ankhs(standings: tuple[Standing, ...], line: Box, sizes: Sizes, ink: Tint) -> Iterator[Mark]:
    """Yield the sign of the ankhs, and how many each player has left."""
    sign, line = line.split_left(line.h)
    yield Picture(sign.inset(1), "ankh", ink)
    for standing, place in zip(standings, line.columns(len(standings)), strict=True):
        token, number = place.split_left(round(sizes.main.capitals * 1.3), sizes.gap)
        yield Token(token, standing.colour)
        yield Label(number, str(standing.ankhs), sizes.main, ink)
