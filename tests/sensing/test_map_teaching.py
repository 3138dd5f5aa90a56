"""Teaching a board by hand: what was walked is open and nothing else is, and missions are where the figure was put."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from random_maps import blind_drawing
from sampling import crossed
from teaching_hands import TABLE, Teacher, all_paths, go_on, hollow_out, opened, shown

from firmware_py.games.malediction.map_files import MapDrawing, drawing_of, load_shipped
from firmware_py.games.malediction.maze import COLOURS, FLOOR, SOLID, is_mission
from firmware_py.grid import cell_name, cell_position
from firmware_py.pages.malediction.map_editor.canvas import (
    content_at,
    put_content,
    size_of,
    solid_rock,
)
from firmware_py.pages.malediction.map_editor.editor import edit
from firmware_py.pages.malediction.map_editor.teaching import teach_page
from firmware_py.pages.page import ListPage, LongPress, Press
from firmware_py.sensing import BoardProfile
from hardware.simulated.magnets import HUNTER

KINDS = ("i2c", "serial")


@pytest.fixture
def teach(kind: str) -> Iterator[Any]:
    """How to sit down beside a board of three rows and four columns."""
    with ExitStack() as stack:
        yield lambda **options: stack.enter_context(Teacher(kind, 3, 4, **options))


def passages(*pairs: str) -> frozenset[frozenset[str]]:
    """Passages that are written as "a1b1"."""
    return frozenset(frozenset({pair[:2], pair[2:]}) for pair in pairs)


# --- the whole of it -------------------------------------------------------------------------------------------------


def test_a_whole_board_is_taught_by_sliding_and_putting(kind):
    """With noise and drift, and at a good pace: passages, rock and missions are exactly those of the board.

    The small map; one of ten by ten cells is taught in a flow, by the whole device.
    """
    wanted = bare(drawing_of(load_shipped("small")))
    rows, columns = size_of(wanted)
    with Teacher(kind, rows, columns, seed=5) as teacher:
        teacher.magnets.drift_mt_per_s = {cell: 0.01 * (cell % 3 - 1) for cell in range(rows * columns)}
        for path in all_paths(wanted):
            teacher.put(path[0], rest_s=0.1)
            teacher.slide(*path[1:], each_s=0.12)
            teacher.run(0.1)
        for colour in COLOURS:
            go_on(teacher)
            for cell in missions(wanted, colour):
                teacher.put(cell)
        assert teacher.drawing.lines == wanted.lines


def bare(drawing: MapDrawing) -> MapDrawing:
    """A drawing without stairs, dungeon and sarcophagus: they are drawn by hand."""
    for row, column in cells(drawing):
        content = content_at(drawing, row, column)
        if content != SOLID and not is_mission(content):
            drawing = put_content(drawing, row, column, FLOOR)
    return drawing


def missions(drawing: MapDrawing, colour: str) -> list[str]:
    """The cells of the missions of a colour, in the order of their numbers."""
    codes = {content_at(drawing, *cell): cell_name(*cell) for cell in cells(drawing)}
    return [codes[code] for code in sorted(codes) if is_mission(code) and code[0] == colour]


def cells(drawing: MapDrawing) -> list[tuple[int, int]]:
    """Row and column of every cell."""
    rows, columns = size_of(drawing)
    return [(row, column) for row in range(rows) for column in range(columns)]


# --- whatever hands do -----------------------------------------------------------------------------------------------

ASKEW_MM = st.floats(-4.0, 4.0)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=10)
@given(seed=st.integers(0, 2**16), data=st.data())
def test_no_wall_is_opened_and_whatever_was_walked_is_open(kind, seed, data):
    """Hands slide off the middle, rest, lift and put back anywhere, and slide too fast for every cell to sense it.

    Now and then a sensor is dead for a while: what is walked meanwhile may be missed. Over sensors they hop as well.
    """
    maze = blind_drawing(Random(seed))
    truth = opened(maze)
    names = [cell_name(*cell) for cell in cells(maze)]
    walked: set[frozenset[str]] = set()
    with Teacher(kind, *size_of(maze), seed=seed) as teacher:
        here = data.draw(st.sampled_from(names))
        teacher.put(here)
        for _ in range(12):
            near = sorted(cell for passage in truth if here in passage for cell in passage - {here})
            match data.draw(st.sampled_from(("slide", "slide", "slide", "rush", "rest", "lift", "hop", "break"))):
                case "slide" if near:
                    there = data.draw(st.sampled_from(near))
                    each_s = data.draw(st.floats(0.12, 0.6))
                    teacher.slide_askew(there, data.draw(ASKEW_MM), data.draw(ASKEW_MM), each_s)
                    teacher.run(0.1)
                    if not teacher.magnets.stuck:
                        walked.add(frozenset({here, there}))
                    here = there
                case "rush" if near:
                    for _ in range(data.draw(st.integers(1, 4))):
                        there = data.draw(st.sampled_from(near))
                        teacher.slide(there, each_s=data.draw(st.floats(0.03, 0.1)))
                        here = there
                        near = sorted(cell for passage in truth if here in passage for cell in passage - {here})
                    teacher.run(0.2)
                case "break":
                    cell = data.draw(st.sampled_from((here, *names)))
                    is_broken = not teacher.magnets.stuck
                    teacher.magnets.stuck = {teacher.number(cell): 0.0} if is_broken else {}
                    teacher.run(0.1)
                case "rest":
                    teacher.run(data.draw(st.floats(0.0, 1.5)))
                case "hop" if kind == "serial" and not teacher.magnets.stuck:
                    here = data.draw(st.sampled_from(beside(maze, here)))
                    teacher.lift(data.draw(st.floats(0.1, 0.3)))
                    teacher.magnets.place("mummy", teacher.number(here), data.draw(ASKEW_MM), data.draw(ASKEW_MM))
                    teacher.run(0.5)
                case "lift":
                    here = data.draw(st.sampled_from(names))
                    teacher.put(here, data.draw(ASKEW_MM), data.draw(ASKEW_MM), rest_s=data.draw(st.floats(0.1, 1.0)))
        assert walked <= opened(teacher.drawing) <= truth


def beside(drawing: MapDrawing, cell: str) -> list[str]:
    """The cells beside a cell, whatever is between them."""
    row, column = cell_position(cell)
    others = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [cell_name(*other) for other in others if other in cells(drawing)]


def test_lifting_opens_nothing_and_is_said_where_it_may_have_been_a_slide(teach):
    """From cell to cell through the air, to a neighbour and farther."""
    teacher = teach()
    teacher.put("a1")
    teacher.put("b1")
    assert "Lifted between a1 and b1" in shown(teacher)
    teacher.put("d3")
    assert "Lifted" not in shown(teacher)
    assert opened(teacher.drawing) == frozenset()


@pytest.mark.parametrize("to", ["b1", "a2"])
def test_a_quick_hop_over_a_wall_opens_nothing_and_is_said(teach, kind, to):
    """Over switches three tenths of a second in the air are no slide, over sensors a tenth."""
    teacher = teach()
    teacher.put("a1")
    teacher.lift(0.3 if kind == "i2c" else 0.1)
    teacher.magnets.place("mummy", teacher.number(to))
    teacher.run(0.5)
    assert f"Lifted between a1 and {to}" in shown(teacher)
    assert opened(teacher.drawing) == frozenset()


@pytest.mark.parametrize("path", ["a1 b1 c1", "a1 b1 b2", "b2 a2 a1", "b1 b2 a2", "a2 a1 b1"])
def test_a_slide_that_is_too_fast_for_a_cell_is_said(teach, path):
    """Nothing is opened across the cell that was not sensed; slid again, all is."""
    start, over, end = path.split()
    teacher = teach()
    teacher.put(start)
    teacher.slide(over, end, each_s=0.022)
    teacher.run(0.3)
    assert opened(teacher.drawing) == frozenset()
    assert f"From {start} to {end} too fast: slide more slowly." in shown(teacher)
    teacher.slide(over, start)
    teacher.run(0.1)
    assert opened(teacher.drawing) == passages(start + over, over + end)
    assert "too fast" not in shown(teacher)


def test_what_was_slid_too_fast_is_said_until_it_is_slid_again(teach):
    """Whoever slides on at once, or rests, or rushes again, still reads which passages are missing."""
    teacher = teach()
    teacher.put("a1")
    teacher.slide("b1", "c1", each_s=0.022)
    teacher.slide("d1", "c1", "d1")
    teacher.run(0.3)
    assert "From a1 to c1 too fast" in shown(teacher)
    teacher.slide("d2", "d3", each_s=0.022)
    teacher.run(0.3)
    assert "From d1 to d3 too fast" in shown(teacher)
    teacher.slide("d2", "d1")
    teacher.run(0.1)
    assert "From a1 to c1 too fast" in shown(teacher)
    teacher.slide("c1", "b1", "a1")
    teacher.run(0.1)
    assert opened(teacher.drawing) == passages("a1b1", "b1c1", "c1d1", "d1d2", "d2d3")
    assert "too fast" not in shown(teacher)


def test_a_rush_round_the_end_of_a_wall_opens_nothing(teach):
    """Where it ends beside where it began there may be a wall."""
    teacher = teach()
    teacher.put("a1")
    teacher.slide("b1", "b2", "a2", each_s=0.03)
    teacher.run(0.3)
    assert frozenset({"a1", "a2"}) not in opened(teacher.drawing)
    assert "too fast" in shown(teacher)


def test_a_way_over_cells_that_feel_nothing_is_left_to_be_drawn(teach):
    """One cell left out parts what lies beside it; two of them may hide a way round a wall."""
    teacher = teach(masked=(1, 5))  # b1, b2
    assert "to be drawn by hand: b1, b2" in shown(teacher)
    teacher.put("a1")
    teacher.slide("b1", "c1")
    teacher.run(0.1)
    assert "Near a1 and c1 a cell is left out" in shown(teacher)
    teacher.put("a1")
    teacher.slide("b1", "b2", "a2", each_s=0.1)
    teacher.run(0.1)
    assert opened(teacher.drawing) == frozenset()
    teacher.slide("a1", "a2")
    teacher.run(0.1)
    assert opened(teacher.drawing) == passages("a1a2")


def test_who_stops_half_way_is_told_that_nothing_was_opened(teach):
    """Between two cells nobody can tell a figure that rests from one in the air."""
    teacher = teach()
    teacher.put("a1")
    teacher.slide_askew("a1", 12.7, 4.0, 0.2)
    teacher.run(1.0)
    teacher.slide("b1")
    teacher.run(0.2)
    assert opened(teacher.drawing) == frozenset()
    assert "Lifted between a1 and b1" in shown(teacher)


@pytest.mark.parametrize("aside_mm", [0.0, 2.0, 4.0, 6.0])
@pytest.mark.parametrize("along_mm", [11.0, 12.0, 12.5, 12.7, 12.9, 13.4])
def test_wherever_one_stops_on_the_path_the_passage_is_opened_or_the_player_is_told(teach, along_mm, aside_mm):
    """Half-way both cells may sense it, or neither."""
    teacher = teach()
    teacher.put("a1")
    teacher.slide_askew("a1", along_mm, aside_mm, 0.2)
    teacher.run(1.0)
    teacher.slide("b1")
    teacher.run(0.2)
    assert (opened(teacher.drawing) == passages("a1b1")) != ("Lifted between a1 and b1" in shown(teacher))


@crossed
@pytest.mark.parametrize("each_ms", [14, 18, 22, 26, 30, 34, 36, 38, 40, 42, 44, 46, 50, 60, 80])
def test_however_fast_it_is_slid_each_passage_is_opened_or_the_player_is_told(teach, each_ms):
    """Never is one left out without a word."""
    teacher = teach()
    teacher.put("a1")
    reported = ""
    for cells in ("b1", "c1"):
        teacher.slide(cells, each_s=each_ms / 1000)
        reported += shown(teacher)
    teacher.run(0.3)
    reported += shown(teacher)
    assert opened(teacher.drawing) == passages("a1b1", "b1c1") or "too fast" in reported or "Lifted between" in reported


def test_what_stays_on_the_board_beside_the_mummy_is_named(teach):
    """Nothing is concluded as long as two cells sense something."""
    teacher = teach()
    teacher.magnets.pieces["left"] = teacher.magnets.pieces["mummy"]
    teacher.magnets.place("left", teacher.number("d3"))
    teacher.put("a1")
    teacher.slide("b1")
    teacher.run(1.5)
    assert opened(teacher.drawing) == frozenset()
    assert teacher.page.sliding.crowd == (1, 11)


def test_going_on_where_hardly_anything_was_walked_is_asked_first(teach):
    """The cursor stands on the way back; with a corridor nobody is asked."""
    teacher = teach()
    corridors = teacher.page
    asked = corridors.press(Press("ok"), TABLE)
    assert isinstance(asked, ListPage)
    assert asked.view(TABLE).title == "Go on without corridors?"
    assert asked.view(TABLE).body.text == ("0 of 12 cells visited",)
    assert asked.press(Press("ok"), TABLE) == asked.press(Press("back"), TABLE) == corridors
    assert asked.choices[1].reply.step == 1
    hollow_out(teacher, (0, 0), (0, 1))
    assert teacher.page.press(Press("ok"), TABLE).step == 1


def test_who_has_walked_a_little_is_not_told_that_it_was_nothing(kind):
    """Two cells of many are few corridors."""
    with Teacher(kind, 5, 6) as teacher:
        hollow_out(teacher, (0, 0), (0, 1))
        asked = teacher.page.press(Press("ok"), TABLE)
        assert asked.view(TABLE).title == "Go on with so few corridors?"
        assert asked.view(TABLE).body.text == ("2 of 30 cells visited",)


def test_a_straight_slide_is_taken_back_as_one(teach):
    """Then the one before it; the mummy goes on from where it stands."""
    teacher = teach()
    teacher.put("a1")
    teacher.slide("b1", "c1", "c2", "c3")
    teacher.run(0.1)
    whole = opened(teacher.drawing)
    assert whole == passages("a1b1", "b1c1", "c1c2", "c2c3")
    teacher.page = teacher.page.press(LongPress("back"), TABLE)
    assert opened(teacher.drawing) == passages("a1b1", "b1c1")
    teacher.slide("c2")
    teacher.run(0.1)
    assert opened(teacher.drawing) == passages("a1b1", "b1c1", "c2c3")
    for _ in range(2):
        teacher.page = teacher.page.press(LongPress("back"), TABLE)
    assert opened(teacher.drawing) == frozenset()
    assert all(content_at(teacher.drawing, *cell) == SOLID for cell in cells(teacher.drawing))


def test_frames_of_another_size_teach_nothing(teach):
    """Another board was plugged in."""
    teacher = teach()
    board = BoardProfile("another board", 2, 6, tells_mummy=True)
    teacher.page = before = teach_page(edit(solid_rock(2, 6)), board)
    teacher.put("a1")
    assert teacher.page == before
    assert "another size" in before.view(replace(TABLE, board=msgspec.structs.replace(board, rows=3))).prompt
    assert "Plug the magnetic board in" in before.view(TABLE).prompt


def test_a_piece_that_is_taken_away_beside_the_figure_opens_nothing(teach):
    """It lay there while the figure was set down on the next cell, and no figure is sensed on two."""
    teacher = teach()
    teacher.magnets.pieces["red"] = HUNTER
    teacher.magnets.place("red", teacher.number("b2"))
    teacher.run(0.5)
    teacher.put("b3")
    teacher.magnets.lift("red")
    teacher.run(1.0)
    assert opened(teacher.drawing) == frozenset()
