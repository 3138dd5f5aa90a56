"""The pyramid of cards: their names and sides, all shortest paths between two of them (G32), and what lanterns light.

Why positions are coordinates: the start card lies in the square, or just outside it beside one card. As one more
position it needs no special case.

Why bitboards: a card lies on some shortest path if and only if its distances from both ends add up to the distance
between the ends. So paths need not be listed (an open square has hundreds). One integer holds a whole set of cards, a
bit for each, and four shifts take all of them one step further. Nothing here knows the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta

from firmware_py.words import Words, plain, words

Side: TypeAlias = Literal["N", "E", "S", "W"]
Sides: TypeAlias = Annotated[str, Meta(pattern=r"\A(?=[NESW])N?E?S?W?\Z", examples=["NS", "ESW"])]
"""Open sides as letters in the order of `SIDES`; at least one is open."""
Cell: TypeAlias = Annotated[str, Meta(pattern=r"\A(?:[a-f][1-6]|start)\Z", examples=["a1", "f6", "start"])]
"""A card's name: column `a` to `f` from west to east, row `1` to `6` from north to south; or the start card."""
GridCell: TypeAlias = Annotated[str, Meta(pattern=r"\A[a-f][1-6]\Z", examples=["a1", "f6"])]
"""A cell of the square, by its column and row."""
GridPlace: TypeAlias = tuple[int, int]
"""Column (west to east) and row (north to south), counted from 1; the start card may lie at 0 or 7."""

SIDES: tuple[Side, ...] = get_args(Side)
"""Clockwise."""
STEPS: dict[Side, GridPlace] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OPPOSITE: dict[Side, Side] = {"N": "S", "E": "W", "S": "N", "W": "E"}

SIZE = 6
START = "start"
GRID = tuple(column + row for column in "abcdef" for row in "123456")
"""The cells of the square, sorted as text."""


def grid_place(cell: GridCell) -> GridPlace:
    """The column and row of a cell of the square, counted from 1."""
    return ord(cell[0]) - ord("a") + 1, int(cell[1])


def beyond(place: GridPlace, side: Side) -> GridPlace:
    """The place that touches `place` on `side`."""
    return place[0] + STEPS[side][0], place[1] + STEPS[side][1]


def outward_sides(cell: GridCell) -> tuple[Side, ...]:
    """The sides of a cell that point out of the square; none unless it is in the outer row."""
    places = {side: beyond(grid_place(cell), side) for side in SIDES}
    return tuple(side for side, (column, row) in places.items() if not (1 <= column <= SIZE and 1 <= row <= SIZE))


@cache
def turn_sides(open_sides: str, turns: int) -> str:
    """The open sides of a card after that many quarter turns clockwise."""
    after = {SIDES[(SIDES.index(side) + turns) % 4] for side in SIDES if side in open_sides}
    return "".join(side for side in SIDES if side in after)


def place_words(cell: str) -> Words:
    """Return the name of a card in a sentence."""
    return words("the start card") if cell == START else plain(cell)


def where_words(cell: str) -> Words:
    """Where something lies or stands: on which card."""
    return words("on the start card") if cell == START else words("on {place}", place=cell)


Cards: TypeAlias = int
"""A set of cards as a bitboard: the bit of a card is its place in the grid, counted down one column after another."""


class Corridors(msgspec.Struct, frozen=True):
    """The cards from which a step leads to each side, on a grid with so many `rows`."""

    north: Cards
    east: Cards
    south: Cards
    west: Cards
    rows: int

    def without_exits_of(self, cards: Cards) -> Corridors:
        """The corridors that lead no further from `cards`."""
        others = ~cards
        return Corridors(self.north & others, self.east & others, self.south & others, self.west & others, self.rows)

    def ahead(self, cards: Cards) -> Cards:
        """The cards one step away from any of `cards`."""
        return (
            (cards & self.north) >> 1
            | (cards & self.east) << self.rows
            | (cards & self.south) << 1
            | (cards & self.west) >> self.rows
        )


def layers_from(corridors: Corridors, origin: Cards) -> Iterator[Cards]:
    """Yield the cards no step, one step, two steps … away from the nearest card of `origin`, while there are any."""
    layer = seen = origin
    while layer:
        yield layer
        layer = corridors.ahead(layer) & ~seen
        seen |= layer


def shortest_paths(corridors: Corridors, origin: Cards, goal: Cards) -> list[Cards]:
    """Every card on any shortest path from one card to another, both included; empty when there is no path.

    Every step must be possible in both directions, so the corridors to the south and the east tell of all. The cards
    come in layers: first `origin` alone, then the cards one step from it, at last `goal` alone.

    Why each step is written out: the square is so small that a call of `ahead` takes as long as half a step. Why the
    way there keeps what it has passed: the way back meets no card that is nearer than its layer, for that would make a
    path shorter than the shortest.
    """
    south, east, rows = corridors.south, corridors.east, corridors.rows
    reached, nears = origin, []
    while not reached & goal:
        nears.append(near := reached)
        reached |= near >> 1 & south | (near & south) << 1 | near >> rows & east | (near & east) << rows
        if reached == near:
            return []
    path = [layer := goal]
    for near in reversed(nears):
        layer = (layer >> 1 & south | (layer & south) << 1 | layer >> rows & east | (layer & east) << rows) & near
        path.append(layer)
    return path[::-1]


def reach_by_actions(corridors: Corridors, lit: Cards, origin: Cards, actions: int) -> list[Cards]:
    """The cards that a pawn on `origin` reaches: for no action, for one at the fewest, and so on.

    At most `actions` are spent, and fewer if more lead nowhere. One action leads from a card to another across any
    number of cards that are all `lit`, or none; the two ends need no lantern (G15, G16).

    Why each step is written out: a call of `ahead` takes as long as the step.
    """
    north, east, south, west, rows = corridors.north, corridors.east, corridors.south, corridors.west, corridors.rows
    layers, reached = [origin], origin
    for _ in range(actions):
        passing, before = layers[-1], reached
        while passing:
            near = reached
            reached |= (
                (passing & north) >> 1 | (passing & east) << rows | (passing & south) << 1 | (passing & west) >> rows
            )
            passing = (reached ^ near) & lit  # the same action may continue from here
        if reached == before:
            break
        layers.append(reached ^ before)
    return layers
