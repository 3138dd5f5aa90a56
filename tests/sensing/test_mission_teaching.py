"""Missions taught by hand: they are where the mummy was put."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from msgspec.structs import replace
from teaching_hands import REST_S, Teacher, go_on, hollow_out, shown

from firmware_py.games.malediction.maze import FLOOR, SOLID
from firmware_py.grid import cell_position
from firmware_py.pages.malediction.map_editor.canvas import (
    content_at,
    has_wall,
    put_content,
)


@pytest.fixture
def teach(kind: str) -> Iterator[Any]:
    """How to sit down beside a board of three rows and four columns."""
    with ExitStack() as stack:
        yield lambda **options: stack.enter_context(Teacher(kind, 3, 4, **options))


def test_a_mission_put_again_is_none_and_of_another_colour_is_that(teach):
    """What only slides over a cell marks nothing; neither does what stood there when the step began."""
    teacher = teach()
    teacher.put("a1")
    teacher.slide("b1", "c1")
    teacher.run(0.1)
    go_on(teacher)
    teacher.run(1.0)
    teacher.slide("b1", "a1")
    teacher.run(1.0)
    assert {content_at(teacher.drawing, 0, column) for column in range(3)} == {""}
    teacher.put("b1")
    teacher.put("c1")
    assert content_at(teacher.drawing, 0, 1) + content_at(teacher.drawing, 0, 2) == "R1R2"
    assert "2 missions" in shown(teacher)
    teacher.put("b1")
    assert content_at(teacher.drawing, 0, 1) == ""
    go_on(teacher)
    teacher.put("c1")
    assert content_at(teacher.drawing, 0, 2) == "B1"


def test_a_quick_hop_puts_the_figure_on_a_mission():
    """Over sensors, where it is told from a slide however short."""
    with Teacher("serial", 3, 4) as teacher:
        hollow_out(teacher, (0, 0), (0, 1))
        go_on(teacher)
        teacher.put("a1", rest_s=0.1)
        teacher.lift(0.15)
        teacher.magnets.place("mummy", teacher.number("b1"))
        teacher.run(REST_S)
        assert content_at(teacher.drawing, 0, 1) == "R1"


def test_a_figure_pushed_into_place_marks_where_it_comes_to_rest(teach):
    """It was put down on the cell beside it."""
    teacher = teach()
    hollow_out(teacher, (0, 0), (0, 1))
    go_on(teacher)
    teacher.put("a1", rest_s=0.2)
    teacher.slide("b1")
    teacher.run(REST_S)
    assert (content_at(teacher.drawing, 0, 0), content_at(teacher.drawing, 0, 1)) == (FLOOR, "R1")


def test_a_mission_on_a_cell_without_any_passage_is_refused(teach):
    """Nobody could reach it; the word goes with the next mission that stands where somebody can."""
    teacher = teach()
    hollow_out(teacher, (0, 0), (0, 1))
    go_on(teacher)
    teacher.put("c3")
    assert content_at(teacher.drawing, 2, 2) == SOLID
    assert "No passage leads to c3 yet: no mission there." in shown(teacher)
    teacher.put("b1")
    assert content_at(teacher.drawing, 0, 1) == "R1"
    assert "No passage" not in shown(teacher)


def test_a_mission_that_lost_its_passage_can_still_be_taken_away(teach):
    """It was drawn before."""
    teacher = teach()
    teacher.page = replace(teacher.page, page=teacher.page.page.change(put_content(teacher.drawing, 0, 0, "R1")))
    go_on(teacher)
    teacher.put("a1")
    assert content_at(teacher.drawing, 0, 0) == FLOOR


def test_stairs_stay_where_somebody_puts_a_mission(teach):
    """What is drawn already is not taught away."""
    teacher = teach()
    teacher.page = replace(teacher.page, page=teacher.page.page.change(put_content(teacher.drawing, 0, 0, "ST")))
    go_on(teacher)
    before = teacher.page.page
    teacher.put("a1")
    assert teacher.page.page == before


def test_a_chip_that_fails_for_a_while_makes_no_passage_and_no_mission():
    """Whether the figure was lifted meanwhile nobody knows."""
    with Teacher("i2c", 3, 8) as teacher:
        hollow_out(teacher, (0, 0), (1, 0))
        go_on(teacher)
        teacher.put("a1", rest_s=0.2)
        address = teacher.address_of("a1")
        teacher.below.bus.fault(address, 121)
        teacher.run(2.0)
        teacher.below.bus.fault(address, None)
        teacher.run(2.0)
        assert not teacher.page.sliding.blind
        assert content_at(teacher.drawing, *cell_position("a1")) == FLOOR
        assert has_wall(teacher.drawing, (1, 2))
