"""Maps as a phone draws them: each thing on its own place, and each wall where it stands."""

import random
import re
from itertools import combinations

import pytest

from display.view import Figure, MazePiece, MazePlan, PyramidPlan, Square, Tile
from firmware_py.pages.as_html import CELL, TILE, PageWriter
from firmware_py.words import speak

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


def drawn(body):
    """The map of a page."""
    written = "".join(PageWriter(speak("en"), ()).body(body))
    return written[written.index('<div class="map"') : written.index("</svg></div>")]


def boxes(svg: str, name: str) -> list[Box]:
    """Where the pictures lie whose elements match; of a text the point at which it is written."""
    found = []
    for element in re.findall(rf"<[a-z]+ [^>]*(?:{name})[^>]*>", svg):
        sizes = dict(re.findall(r' (x|y|width|height)="([\d.-]+)"', element))
        x, y, width, height = (float(sizes.get(key, 0)) for key in ("x", "y", "width", "height"))
        found.append((x, y, x + width, y + height))
    return found


def lies_within(box: Box, column: int, row: int, size: int) -> bool:
    left, top, right, bottom = box
    return column * size <= left and row * size <= top and right <= (column + 1) * size and bottom <= (row + 1) * size


def overlap(one: Box, other: Box) -> float:
    """The share of one that the other covers."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return max(0, width) * max(0, height) / ((one[2] - one[0]) * (one[3] - one[1]))


@pytest.mark.parametrize("count", range(1, 7))
def test_what_lies_on_a_card_is_drawn_within_it(count):
    """However much that is: figures that can be told apart, treasures, lanterns, ways in each direction, a number."""
    owners = ("red", "blue", "white")
    figures = [Figure(kind, owner, "vase") for kind in ("archaeologist", "porter") for owner in owners][:count]
    discs = ("mask", "chest", "cup")[:count]
    full = Tile("b2", 1, 1, "chamber", "NESW", tuple(figures), ("red", "blue"), discs, badge="3")
    svg = drawn(PyramidPlan((Tile("a1", 0, 0, "hidden"), full, Tile("c3", 2, 2, "hidden"))))
    on_card = re.search(r'<rect class="g-chamber.*(?=<rect class="g-hidden)', svg)[0]
    everything = boxes(on_card, " x=")
    assert len(everything) == 3 + 3 * count + 2 * 2 + len(discs)
    assert [box for box in everything if not lies_within(box, 1, 1, TILE)] == []
    assert {*re.findall(r"M(\d+) (\d+)", on_card)} == {("90", "90")}, "each way begins in the middle"
    for alike in ('#t-[^>]*width="2', "#mask|#chest|#cup"):
        assert all(overlap(*pair) < 0.5 for pair in combinations(boxes(on_card, alike), 2))


@pytest.mark.parametrize("count", range(1, 5))
def test_pieces_on_one_square_lie_beside_each_other_within_it(count):
    """One is as large as the square; of several none covers another."""
    pieces = tuple(MazePiece(4, colour) for colour in ("red", "blue", "white", "purple")[:count])
    svg = drawn(MazePlan(3, (Square(),) * 9, pieces))
    lying = boxes(svg, "#p-")
    assert len(lying) == count
    assert all(lies_within(box, 1, 1, CELL) for box in lying)
    assert all(overlap(*pair) == 0 for pair in combinations(lying, 2))


def test_marks_and_what_is_wrong_lie_on_their_squares():
    """Of the middle and the last square; where a number belongs to a row or column it stands beside the map."""
    squares = (*(Square(),) * 4, Square(icon="stairs"), *(Square(),) * 3, Square(mark="R1", colour="red"))
    svg = drawn(MazePlan(3, squares, wrong=(5,)))
    for name, column, row in (("#stairs", 1, 1), ("#m-red", 2, 2), ('class="wrong"', 2, 1)):
        (box,) = boxes(svg, name)
        assert lies_within(box, column, row, CELL)
    marked = re.search(r"<text x=.(\d+). y=.(\d+).>R1<", svg)
    assert lies_within((*map(float, marked.groups()),) * 2, 2, 2, CELL)
    named = re.findall(r'class="xy" x="(.*?)" y="(.*?)">(.*?)<', svg)
    columns, rows = named[:3], named[3:]
    assert [(text, float(x) // CELL, float(y) < 0) for x, y, text in columns] == [("a", 0, 1), ("b", 1, 1), ("c", 2, 1)]
    assert [(text, float(x) < 0, float(y) // CELL) for x, y, text in rows] == [("1", 1, 0), ("2", 1, 1), ("3", 1, 2)]


@pytest.mark.parametrize("seed", range(12))
def test_the_map_on_a_phone_has_a_wall_wherever_nobody_can_go(seed):
    """At the border and between squares that are not open to each other, but not within solid rock."""
    chance, columns, rows = random.Random(seed), 4, 3
    squares = [(x, y) for y in range(rows) for x in range(columns)]
    solid = {square for square in squares if chance.random() < 0.4}
    beside = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
    passages, walls, sides = set(), set(), dict.fromkeys(squares, "")
    for x, y in squares:
        for side, (dx, dy) in beside.items():
            edge = frozenset({(x, y), (x + dx, y + dy)})
            inside = edge <= {*squares}
            if inside and not edge & solid and edge not in walls and (edge in passages or chance.random() < 0.5):
                passages.add(edge)
                sides[x, y] += side
            elif not edge <= solid:
                walls.add(edge)
    body = MazePlan(columns, tuple(Square(sides[square], square in solid) for square in squares))
    path = re.search(r'class="line" d="(.*?)"', "".join(PageWriter(speak("en"), ()).body(body)))
    lines = [(int(x) // CELL, int(y) // CELL, run) for x, y, run in re.findall(rf"M(\d+) (\d+)([vh]){CELL}", path[1])]
    met = [{(x, y), (x - 1, y)} if run == "v" else {(x, y), (x, y - 1)} for x, y, run in lines]
    assert {*map(frozenset, met)} == walls
