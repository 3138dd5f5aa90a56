"""The maze stays readable: its codes, what the cursor is on, what is hidden beyond its edges, its column names."""

from itertools import product

import pytest
from msgspec.structs import replace
from sample_views import SAMPLES, SIZES

from display.desk.board_drawing import board
from display.desk.board_layout import BoardLook, PieceLook, placed
from display.desk.device_drawing import laid_out
from display.draw import layout
from display.draw.marks import Label, Picture, Plate
from display.draw.maze_grid import TAIL
from display.draw.text import fitted
from display.view import MazePlan, Notice, View

LONG = "Le pion rouge ne peut pas bouger maintenant, car la momie barre le chemin. Replacez-le donc en c4."


def maze_of(view: View) -> MazePlan:
    assert isinstance(view.body, MazePlan)
    return view.body


@pytest.mark.parametrize("is_touched", [False, True], ids=["buttons", "touch"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_codes_are_whole_on_the_smallest_squares(size: tuple[int, int], *, is_touched: bool) -> None:
    """A notice and high rows for a finger make a maze small; W1 and W5 still differ."""
    view = replace(SAMPLES["maze"], notice=Notice((LONG,), "warning"), is_touched=is_touched)
    marks = {square.mark for square in maze_of(view).squares if square.mark and not square.done}
    drawn = {mark.text: fitted(mark) for mark in layout(view, *size) if isinstance(mark, Label)}
    taken = {maze_of(view).squares[piece.at].mark for piece in maze_of(view).pieces}
    for mark in marks - taken:
        assert drawn[mark].whole
        assert drawn[mark].lines == (mark,)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_cursor_covers_nothing_of_its_square(size: tuple[int, int]) -> None:
    """Its ring lies around the square, so that code and piece under it can be read."""
    view = SAMPLES["maze_mission"]
    rings = [mark for mark in layout(view, *size) if isinstance(mark, Plate) and mark.edge == "cursor"]
    codes = [mark for mark in layout(view, *size) if isinstance(mark, Label) and mark.text == "G2"]
    assert len(rings) == len(codes) == 1
    inside = rings[0].box.inset(round(rings[0].thickness))
    assert inside.x <= codes[0].box.x
    assert codes[0].box.right <= inside.right
    assert codes[0].box.bottom <= inside.bottom


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_arrows_say_that_a_maze_goes_on(size: tuple[int, int]) -> None:
    """There is one on each edge beyond which squares are hidden, with a notice and without, and else none."""
    for name, notice in product(("maze", "maze_vast"), (None, Notice((LONG,), "warning"))):
        maze = maze_of(SAMPLES[name])
        outer = {"left": "a", "right": chr(ord("a") + maze.columns - 1), "up": "1"}
        outer["down"] = str(len(maze.squares) // maze.columns)
        marks = list(layout(replace(SAMPLES[name], notice=notice, hints=()), *size))
        named = {mark.text for mark in marks if isinstance(mark, Label) and mark.colour == "lesser"}
        arrows = {mark.name for mark in marks if isinstance(mark, Picture)} & set(outer)
        assert arrows == {edge for edge, last in outer.items() if last not in named}
        assert bool(arrows) == (name == "maze_vast")


def test_names_of_columns_on_the_desk_are_whole() -> None:
    """What hangs below the line in g and j ends above the frame of the map."""
    look = BoardLook(10, 10, 25.0, (0,) * 100, pieces=(PieceLook("red", "red pawn", "red"),))
    look = replace(look, squares=maze_of(SAMPLES["maze"]).squares, across=10)
    place = placed(look, laid_out((480, 320), with_board=True).board)
    marks = list(board(look, place, None))
    over = min(
        mark.box.y for mark in marks if isinstance(mark, Plate) and mark.fill == "ink" and mark.box.w > place.cells.w
    )
    names = [mark for mark in marks if isinstance(mark, Label) and mark.box.bottom <= place.cells.y]
    assert names
    for name in names:
        assert name.box.centre[1] + name.type.capitals * (0.5 + TAIL) <= over
