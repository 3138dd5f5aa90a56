"""What stands in one cell of a map is seen, however much it is: pawns, notes, keys, signs and the cursor."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

import pygame
import pytest
from msgspec.structs import replace
from sample_views import SAMPLES, SIZES
from shown_pages import explanations

from display.draw import layout
from display.draw.marks import Box, Drawing, Label, Mark, Picture, Plate, Token, TouchArea
from display.draw.maze_grid import BODY, Grid, squares, stacked
from display.draw.paint import sprites_of
from display.draw.pyramid import stage
from display.draw.tiles import BODIES, CURSOR_SVG, TARGET_SVG, pawn_svg
from display.sizes import Sizes, sizes_for
from display.view import Announcement, Button, Colour, DrawnPath, Figure, MazePiece, MazePlan, PyramidPlan, Square, Tile

COLOURS: tuple[Colour, ...] = ("purple", "white", "green", "blue")
SEEN = 0.65
"""The least share of a thing that nothing else covers."""
FRAME_SEEN = 0.2
"""The same for the frame around a cell, on whose edges things stand."""
MIDDLE = 4
"""The cell in the middle of a maze of nine."""
MARGIN = 16
"""The room around a cell in pixels, into which its pieces may reach."""


class Canvas:
    """The pixels that each mark makes its own, in a field around one cell."""

    def __init__(self, side: int) -> None:
        self.side = side
        self._own: dict[Mark, pygame.Mask] = {}

    def own(self, mark: Mark) -> pygame.Mask:
        """Return the pixels of a mark alone."""
        if mark not in self._own:
            field = pygame.Surface((self.side, self.side), pygame.SRCALPHA)
            field.fblits([(picture, place[:2]) for picture, place in sprites_of(mark)])
            self._own[mark] = pygame.mask.from_surface(field, 127)
        return self._own[mark]

    def share_seen(self, mark: Mark, over: Sequence[Mark]) -> float:
        """Return the share of a mark's pixels that the marks over it leave uncovered."""
        left = self.own(mark).copy()
        for other in over:
            left.erase(self.own(other), (0, 0))
        return left.count() / max(1, self.own(mark).count())

    def least_seen(self, marks: Sequence[Mark]) -> float:
        """Return the share of the most covered mark that is seen; what lies on a plate is part of it."""
        shares = (
            self.share_seen(mark, [over for over in marks[number + 1 :] if not is_part(over, mark)])
            for number, mark in enumerate(marks)
            if not isinstance(mark, TouchArea)
        )
        return min(shares, default=1.0)


def is_part(mark: Mark, plate: Mark) -> bool:
    """Return whether a mark is what a plate bears."""
    bears = isinstance(plate, Plate) and isinstance(mark, Label | Picture)
    return bears and plate.box.inset(-1).holds(mark.box[:2]) and plate.box.holds(mark.box.centre)


def is_frame(mark: Mark) -> bool:
    return isinstance(mark, Drawing) and mark.svg in (CURSOR_SVG, TARGET_SVG)


# --- tiles of L'or du pharaon ----------------------------------------------------------------------------------------


def on_a_tile(tile: Tile, box: Box, sizes: Sizes, *, is_cursor: bool, walks: bool) -> list[Mark]:
    """Return the frame of a tile that can be chosen, and what is on the tile."""
    path = DrawnPath(((tile.name,),), "curse", 1) if walks else None
    plan = PyramidPlan((tile,), cursor=tile.name if is_cursor else "", path=path)
    marks = [mark for mark in stage(plan, box, sizes, is_named=False) if not isinstance(mark, TouchArea)]
    return marks[next(at for at, mark in enumerate(marks) if is_frame(mark)) :]


@pytest.mark.parametrize("walks", [False, True], ids=["nobody walks", "somebody walks"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_on_a_tile_hides_another(size: tuple[int, int], *, walks: bool) -> None:
    """Figures, lanterns, discs, note and walker are seen, the frame around them, and the shape of every player."""
    sizes = sizes_for(*size)
    side = next(mark.box.w for mark in layout(SAMPLES["map_targets"], *size) if is_frame(mark))
    box = Box(0, 0, side + 2 * sizes.gap, side + 2 * sizes.gap)
    canvas = Canvas(box.w)
    figures = tuple(
        Figure(kind, colour, "disc2" if kind == "archaeologist" else "", colour == "purple")
        for colour in COLOURS
        for kind in BODIES
    )
    for count, first, note, is_cursor, lanterns, discs in product(
        range(len(figures) + 1), (0, 2), ("", "3"), (False, True), (0, 1, 4), (0, 1, 3)
    ):
        case = (count, first, note, is_cursor, lanterns, discs)
        stand = (*figures[first:], *figures[:first])[:count]
        tile = Tile("c3", 0, 0, "path", "NESW", stand, COLOURS[:lanterns], target="cell c3", badge=note)
        tile = replace(tile, discs=("disc2", "disc3", "bust")[:discs])
        frame, *things = on_a_tile(tile, box, sizes, is_cursor=is_cursor, walks=walks)
        assert canvas.least_seen(things) >= SEEN, case
        assert canvas.share_seen(frame, things) >= FRAME_SEEN, case
        known = {thing.colour for thing in things if isinstance(thing, Token)}
        known |= {one.colour for one in stand if any(is_figure(thing, one) for thing in things)}
        assert known == {one.colour for one in stand}, case


def is_figure(mark: Mark, one: Figure) -> bool:
    return isinstance(mark, Drawing) and mark.svg == pawn_svg(one.kind, one.colour, one.active)


# --- squares of La malédiction ---------------------------------------------------------------------------------------


def crowds() -> Iterator[tuple[MazePiece, ...]]:
    """Yield pieces on the middle square: up to five pawns, the first of which acts, with the mummy and without."""
    pawns = tuple(MazePiece(MIDDLE, colour, active=not at) for at, colour in enumerate((*COLOURS, "turquoise")))
    for count in range(len(pawns) + 1):
        yield pawns[:count]
        yield (*pawns[:count], MazePiece(MIDDLE, None, "mummy"))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_on_a_square_hides_another(size: tuple[int, int]) -> None:
    """Pieces, the key that leads there and the sign that it is wrong are seen, and the cursor around them."""
    sizes = sizes_for(*size)
    grids = {mark.box.w for mark in layout(SAMPLES["maze"], *size) if isinstance(mark, Plate) and mark.fill == "floor"}
    side = max(grids) // 10
    box = Box(MARGIN, MARGIN, 3 * side, 3 * side)
    canvas = Canvas(box.w + 2 * MARGIN)
    keys: tuple[tuple[tuple[int, Button], ...], ...] = ((), ((MIDDLE, "up"),))
    for pieces, key, wrong, lit in product(crowds(), keys, ((), (MIDDLE,)), ((), (MIDDLE,))):
        if key and wrong:
            continue  # nobody moves before the board is put right
        case = (len(pieces), key, wrong, lit)
        plan = MazePlan(3, (Square("NESW"),) * 9, pieces, MIDDLE, lit=lit, keys=key, wrong=wrong)
        marks = [mark for mark in squares(Grid(plan, box, side, 0, 0, 3, 3), sizes, False) if not is_touch(mark)]
        gold = next(at for at, mark in enumerate(marks) if isinstance(mark, Plate) and mark.edge == "cursor")
        things = marks[gold + 1 :]
        assert canvas.least_seen(things) >= SEEN, case
        assert canvas.share_seen(marks[gold], things) >= FRAME_SEEN, case
        known = {mark.colour for mark in things if isinstance(mark, Token)}
        drawn = " ".join(mark.svg for mark in things if isinstance(mark, Drawing))
        assert all(piece.colour is None or piece.colour in known or f"@{piece.colour}" in drawn for piece in pieces)


def is_touch(mark: Mark) -> bool:
    return isinstance(mark, TouchArea)


@pytest.mark.parametrize("side", [15, 23, 37])
def test_two_pawns_stand_side_by_side(side: int) -> None:
    """None stands before the body of the other, both are as high as their square, and neither reaches far beyond it."""
    places = stacked(2, Box(100, 100, side, side))
    assert all(place.h >= side for place in places)
    for one, two in combinations(places, 2):
        body = round(one.h * BODY)
        assert abs(one.x - two.x) >= body - 1
        assert abs(one.centre[0] - two.centre[0]) + body <= side * 1.5


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_a_step_costs_is_as_large_as_its_card_allows(size: tuple[int, int]) -> None:
    """In an explanation of costs they are not the smallest thing of a large picture."""
    shown = 0
    for name, view in explanations("en").items():
        match view.body:
            case Announcement(picture=PyramidPlan(tiles=tiles)) if any(tile.badge for tile in tiles):
                marks = list(layout(view, *size))
                side = max(mark.box.w for mark in marks if isinstance(mark, Drawing) and mark.box.w == mark.box.h)
                badges = {tile.badge for tile in tiles if tile.badge}
                notes = [mark for mark in marks if isinstance(mark, Label) and mark.text in badges]
                assert notes, name
                assert all(6 * note.type.capitals >= side for note in notes), (name, side)
                shown += 1
    assert shown >= 4
