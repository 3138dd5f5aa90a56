"""The mummy's move on the magnetic board as it is stored: going on replaces it, and a failing disk does not stop it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from malediction_device import THREE, hold, press, read, record, stand, switched_on
from twins import TO_THE_MUMMY

from display.view import as_text
from firmware_py.config.schema import BoardConfig, Config
from firmware_py.desk.demo import shortest_presses
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.malediction.state import Move, Roll
from firmware_py.pages.interface import Play
from firmware_py.pages.malediction.curtain import page_behind

PLIES = len(TO_THE_MUMMY[0]) + 1


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SimulatedDevice]:
    """A device with a board on which all pieces stand; the mummy on c3 may go two cells."""
    config = Config(language="en", board=BoardConfig(kind="serial", rows=5, columns=5))
    with switched_on(tmp_path, config) as opened:
        opened.load(record(THREE, *TO_THE_MUMMY[0], Roll("Mo", face=2)))
        hold(opened, "ok")
        read(opened)
        stand(opened)
        opened.wait(1.0)
        yield opened


def slide_mummy(device: SimulatedDevice, *cells: str) -> None:
    device.slide("mummy", cells)
    device.wait(2.0)


def moves(device: SimulatedDevice) -> list[object]:
    """What was played since the mummy's die was rolled."""
    return [step.action for step in device.app.table.playing.steps[PLIES:]]


def test_a_mummy_that_goes_on_replaces_its_stored_move(table: SimulatedDevice) -> None:
    """After a rest on its way the path becomes longer: there is one move, on the screen and on the disk."""
    slide_mummy(table, "d3")
    assert moves(table) == [Move("Mo", path=("d3",))]
    slide_mummy(table, "d2")
    assert moves(table) == [Move("Mo", path=("d3", "d2"))]
    assert table.journal.load(1).ply == PLIES + 1
    table.cut()
    press(table, "ok")
    assert moves(table) == [Move("Mo", path=("d3", "d2"))]


@pytest.mark.parametrize("disk", ["read-only", "dead"])
def test_a_disk_that_fails_while_the_mummy_moves_does_not_stop_it(table: SimulatedDevice, disk: str) -> None:
    """Its moves are played in memory; a badge says that nothing is saved."""
    slide_mummy(table, "d3")
    if disk == "read-only":
        table.journal._db.execute("PRAGMA query_only = 1")
    else:
        table.journal._db.set_authorizer(lambda *_: sqlite3.SQLITE_DENY)
    slide_mummy(table, "d2")
    assert moves(table) == [Move("Mo", path=("d3", "d2"))]
    assert "unsaved" in table.app.view.badges
    press(table, "ok")


ROLLED = ("?",) * 5


def enter(device: SimulatedDevice, action: Roll) -> None:
    """Enter a roll at once: no time passes meanwhile."""
    for done in shortest_presses(device.app.stack, device.app.table, lambda _, command: command == Play(action)):
        device.app.press(done, device.now_s)


def look(device: SimulatedDevice) -> None:
    """Go to the page of the player whose turn it is."""
    read(device)
    hold(device, "ok")


def test_no_roll_makes_a_move_final_while_the_mummy_goes_on(table: SimulatedDevice) -> None:
    """It paused, and its path was read; the roll is entered again once it rests, with the path that it went."""
    slide_mummy(table, "d3")
    look(table)
    table.slide("mummy", ("d2",))
    roll = Roll("Ada", faces=ROLLED)
    enter(table, roll)
    assert moves(table) == [Move("Mo", path=("d3",))]
    assert "The mummy is still moving" in as_text(table.app.view)
    table.wait(2.0)
    assert "The mummy is still moving" not in as_text(table.app.view)
    assert moves(table) == [Move("Mo", path=("d3", "d2"))]
    enter(table, roll)
    assert moves(table) == [Move("Mo", path=("d3", "d2")), roll]


def test_a_mummy_back_where_it_rested_keeps_nobody_waiting(table: SimulatedDevice) -> None:
    """It goes a step and comes back: the move stands, and what was said of it is gone."""
    slide_mummy(table, "d3")
    look(table)
    table.slide("mummy", ("d2", "d3"))
    roll = Roll("Ada", faces=ROLLED)
    enter(table, roll)
    assert "The mummy is still moving" in as_text(table.app.view)
    table.wait(2.0)
    assert "The mummy is still moving" not in as_text(table.app.view)
    enter(table, roll)
    assert moves(table) == [Move("Mo", path=("d3",)), roll]


def test_a_roll_waits_for_no_mummy_that_rests(table: SimulatedDevice) -> None:
    """Where its path was read the move stands, and whoever is quick may roll."""
    slide_mummy(table, "d3")
    look(table)
    enter(table, Roll("Ada", faces=ROLLED))
    assert moves(table) == [Move("Mo", path=("d3",)), Roll("Ada", faces=ROLLED)]


def test_a_mummy_slid_before_its_die_is_entered_is_shown_on_its_way(tmp_path: Path) -> None:
    """Nothing of it is on the page of the die; as soon as the die is told the path is, and it is played."""
    config = Config(language="en", board=BoardConfig(kind="serial", rows=5, columns=5))
    with switched_on(tmp_path, config) as device:
        device.load(record(THREE, *TO_THE_MUMMY[0]))
        hold(device, "ok")
        read(device)
        stand(device)
        device.wait(1.0)
        before = as_text(device.app.view)
        device.slide("mummy", ("d3",))
        device.wait(5.0)
        assert as_text(device.app.view) == before
        enter(device, Roll("Mo", face=2))
        device.wait(0.2)
        assert page_behind(device.app.stack[-1]).path == ("d3",)
        device.wait(2.0)
        assert moves(device) == [Move("Mo", path=("d3",))]
