"""The maze stays readable: its codes, what the cursor is on, what is hidden beyond its edges, its column names."""

from itertools import product

import pytest
from msgspec.structs import replace
from sample_views import SAMPLES, SIZES

from display.desk.board import BoardLook, PieceLook, board, placed
from display.desk.device_drawing import laid_out
from display.draw import layout
from display.draw.marks import Label, Plate
from display.draw.maze_grid import TAIL
from display.draw.text import fitted
from display.sizes import sizes_for
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
def test_scroll_bars_say_that_a_maze_goes_on(size: tuple[int, int]) -> None:
    """One along each side on which squares are hidden, its thumb at an end that is seen; none covers a square."""
    for name, notice in product(("maze", "maze_vast"), (None, Notice((LONG,), "warning"))):
        view = replace(SAMPLES[name], notice=notice, hints=())
        maze, marks = maze_of(view), list(layout(view, *size))
        floor = next(mark.box for mark in marks if isinstance(mark, Plate) and mark.fill == "floor")
        named = {mark.text for mark in marks if isinstance(mark, Label) and mark.colour == "lesser"}
        thumbs = [mark.box for mark in marks if isinstance(mark, Plate) and mark.fill == "accent"]
        below = [box for box in thumbs if box.y >= floor.bottom and box.x < floor.right]
        close = floor.right + 3 * sizes_for(*size).gap  # beyond it, choices may scroll, too
        beside = [box for box in thumbs if floor.right <= box.x < close and box.y < floor.bottom]
        columns, rows = {chr(ord("a") + column) for column in range(maze.columns)}, len(maze.squares) // maze.columns
        assert len(below) == (not columns <= named)
        assert len(beside) == (not {str(row + 1) for row in range(rows)} <= named)
        for thumb in below:
            assert (thumb.x == floor.x, thumb.right == floor.right) == ("a" in named, max(columns) in named)
        for thumb in beside:
            assert (thumb.y == floor.y, thumb.bottom == floor.bottom) == ("1" in named, str(rows) in named)


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
