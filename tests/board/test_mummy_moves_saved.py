"""The mummy's move on the magnetic board as it is stored: going on replaces it, and a failing disk does not stop it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from malediction_device import THREE, hold, press, read, record, stand, switched_on
from twins import TO_THE_MUMMY

from firmware_py.config.schema import BoardConfig, Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.malediction.actions import Move, Roll

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
    """Return what was played since the mummy's die was rolled."""
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
