"""What waits or is said once a change is stored: no press acts during a transfer, and no number gives secrets away."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from held_disk import HeldDisk
from malediction_device import record, switched_on
from msgspec.structs import replace
from random_play import random_record
from stick_slot import PLACE, Slot
from touched_lines import choose

from display.view import Menu, View, as_text
from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.commands import take_press
from firmware_py.device.effects import Pressed
from firmware_py.games.restoring import read_record
from firmware_py.games.session import Edit
from firmware_py.pages.interface import Correct, PageContext
from firmware_py.pages.page import Input, LongPress, Page, Press


class Corrects(Page, frozen=True):
    """A page on which any press corrects a game."""

    command: Correct

    def view(self, table: PageContext) -> View:  # noqa: ARG002 - as every page
        return View("", "", Menu((), 0))

    def press(self, done: Input, table: PageContext) -> Correct:  # noqa: ARG002 - as every page
        return self.command


def test_a_press_that_waited_does_nothing_during_a_transfer(tmp_path: Path) -> None:
    """The disk stalls as a copy begins; `back` held meanwhile takes no action back, and the copy is made."""
    slot, disk = Slot(tmp_path / "system", tmp_path / "system" / PLACE.lstrip("/")), HeldDisk()
    slot.plug()
    with SimulatedDevice(Config(language="en"), tmp_path / "data", system=slot.system, disk=disk) as device:
        device.load(random_record("maudite_momie", Random(1), most=10))
        ply = device.app.table.playing.ply
        device.press("back")
        choose(device, "Settings", "About this device")
        disk.is_held = True
        choose(device, "Copy a report to the stick")
        device.app.press(LongPress("back"), device.now_s)
        disk.let_go()
        device.wait(3)
        assert "The report is on the stick." in as_text(device.app.view)
        assert device.app.table.playing.ply == ply


@pytest.mark.parametrize(("seed", "number"), [(0, 3), (1, 12), (4, 2)])
def test_how_many_entries_a_correction_takes_back_is_a_secret(tmp_path: Path, seed: int, number: int) -> None:
    """Hidden entries are among them: a pawn that reached a mission has one more."""
    session = read_record(random_record("malediction", Random(seed), most=60))
    with switched_on(tmp_path) as device:
        device.load(record(session.header, *(step.action for step in session.steps)))
        state = device.app.state
        page = Corrects(Correct((Edit(number, 1),)))
        notice = take_press(replace(state, stack=(*state.stack, page)), Pressed(Press("ok"), "table", "ok")).notice
        assert notice is None or notice.text == "Something was undone."
