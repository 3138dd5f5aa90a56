"""The score track as a ring of squares with every player's token; inside it the choices and the players."""

from __future__ import annotations

import math
from collections.abc import Iterator

from display.draw import menu, text
from display.draw.marks import Box, Label, Mark, Picture, Plate, Token
from display.theme import DUST, GOLD, INK, SAND, STONE, TRACK, TRACK_FIFTH, Sizes
from display.view import Race, Seat


def layout(race: Race, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the track around the box, and what is inside it."""
    squares = track(race.finish, box)
    taken = {min(seat.score, race.finish) for seat in race.seats}
    for number, square in enumerate(squares):
        yield from _square(number, square, race.finish, sizes, taken)
    yield from _tokens(race, squares)
    thin = min(squares[1].w, squares[-1].w), squares[1].h
    inside = box.inset(thin[0] + sizes.gap + 1, thin[1] + sizes.gap + 1)
    if not race.choices.items and not race.choices.text:
        yield from _seats(race.seats, inside, sizes)
        return
    left_over = max(inside.w * 9 // 20, inside.w - sizes.pad - menu.wanted_width(race.choices, sizes))
    seats = min(left_over, _seats_width(race.seats, sizes))
    choices, players = inside.split_right(seats, sizes.pad)
    yield from menu.layout(race.choices, choices, sizes)
    yield from _seats(race.seats, players, sizes)


def track(finish: int, box: Box) -> tuple[Box, ...]:
    """Return the squares 0 to `finish` clockwise around the rim of `box`, beginning at its upper left corner.

    With 36 squares the ring closes exactly. If one place is left over, as with 31, the first square is twice as high.
    """
    across_and_down = math.ceil((finish + 5) / 2)
    down = max(3, round(across_and_down * 0.4))
    across = across_and_down - down
    columns, rows = box.columns(across, 2), box.rows(down, 2)
    ring = (
        *((x, 0) for x in range(across)),
        *((across - 1, y) for y in range(1, down)),
        *((x, down - 1) for x in range(across - 2, -1, -1)),
        *((0, y) for y in range(down - 2, 0, -1)),
    )
    squares = [Box(columns[x].x, rows[y].y, columns[x].w, rows[y].h) for x, y in ring]
    if len(squares) > finish + 1:
        first, spare = squares[0], squares.pop()
        squares[0] = Box(first.x, first.y, first.w, spare.bottom - first.y)
    return tuple(squares)


def _square(number: int, box: Box, finish: int, sizes: Sizes, taken: set[int]) -> Iterator[Mark]:
    if number == finish:
        yield Plate(box, GOLD, None, sizes.radius // 2)
    else:
        yield Plate(box, TRACK if number % 5 else TRACK_FIFTH, None, sizes.radius // 2)
    if number in taken:
        return
    if number == finish:
        yield Picture(box.inset(box.h // 8), "trophy", INK)
    elif number % 5 == 0:
        yield Label(box, str(number), min(sizes.small, box.h * 2 // 3), SAND, bold=True, align="centre")


def _tokens(race: Race, squares: tuple[Box, ...]) -> Iterator[Mark]:
    """Yield the tokens; those that share a square lie side by side, the active player's with a golden rim."""
    together: dict[int, list[Seat]] = {}
    for seat in race.seats:
        together.setdefault(max(0, min(seat.score, race.finish)), []).append(seat)
    for number, seats in sorted(together.items()):
        for seat, place in zip(seats, stacked(len(seats), squares[number]), strict=True):
            yield Token(place, seat.colour, seat.active)


def stacked(count: int, box: Box) -> tuple[Box, ...]:
    """Return places for `count` tokens on one square: as large as possible, overlapping where it is narrow."""
    if count == 1:
        return (box.middle(box.h + 2, box.h + 2),)
    across = count if count == 2 else math.ceil(count / 2) if box.w >= box.h else min(count, 2)
    down = math.ceil(count / across)
    side = min(box.h, max(box.w * 5 // (4 * across), 10), max(box.h * 5 // (4 * down), 10))
    places = []
    for index in range(count):
        line, column = divmod(index, across)
        in_line = min(across, count - line * across)
        x = box.x + _spread(column, in_line, box.w, side)
        y = box.y + _spread(line, down, box.h, side)
        places.append(Box(x, y, side, side))
    return tuple(places)


def _spread(index: int, count: int, length: int, side: int) -> int:
    """Return where the `index`-th of `count` things of length `side` begins, spread evenly over `length`."""
    if count == 1:
        return (length - side) // 2
    return min(side, (length - side) // (count - 1)) * index + max(0, (length - side * count) // 2)


def _seats(seats: tuple[Seat, ...], box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield one line a player: token, name, face-down cards, score."""
    gap = sizes.gap // 2
    height = min(round(sizes.row * 1.1), (box.h + gap) // len(seats) - gap)
    size = min(sizes.body, round(height * 0.72))
    columns = _columns(seats, size)
    area = box.middle(box.w, len(seats) * (height + gap) - gap)
    for seat, line in zip(seats, area.rows(len(seats), gap), strict=True):
        yield from _seat(seat, line, size, columns, sizes)


def _columns(seats: tuple[Seat, ...], size: int) -> tuple[int, int]:
    """Return how wide the numbers of cards and the scores are, in text of this size; 0 if no player has a card."""
    cards = max((text.width(str(seat.cards), size) for seat in seats if seat.cards), default=0)
    return cards, max(text.width(str(seat.score), size, bold=True) for seat in seats)


def _seats_width(seats: tuple[Seat, ...], sizes: Sizes) -> int:
    """Return how wide the lines must be for every name to fit."""
    names = max(text.width(seat.name, sizes.body, bold=True) for seat in seats)
    return names + round(sizes.body * 2.5) + sum(_columns(seats, sizes.body)) + 7 * sizes.gap


def _seat(seat: Seat, line: Box, size: int, columns: tuple[int, int], sizes: Sizes) -> Iterator[Mark]:
    if seat.active:
        yield Plate(line, STONE, GOLD, sizes.radius, 1.5)
    cards_width, score_width = columns
    token, inside = line.inset(sizes.gap, 0).split_left(min(line.h - 2, round(size * 1.3)), sizes.gap)
    yield Token(token, seat.colour)
    inside, score = inside.split_right(score_width, 2 * sizes.gap)
    yield Label(score, str(seat.score), size, GOLD, bold=True, align="right")
    name, cards = inside.split_right(size + 1 + cards_width if cards_width else 0, sizes.gap)
    yield Label(name, seat.name, size, SAND, bold=seat.active)
    if seat.cards:
        picture, number = cards.split_left(size, 1)
        yield Picture(picture, "card", DUST)
        yield Label(number, str(seat.cards), size, DUST)
