"""A piece that is moved during a correction or a transfer: neither what is under way nor the move is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
import touched_lines
from held_disk import HeldDisk
from malediction_device import THREE, record, stand, state, switched_on
from pressed_lines import choose
from stick_slot import PLACE, Slot
from twins import TO_THE_MUMMY

from display.view import as_text
from firmware_py.config.file import BoardConfig, Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.malediction.actions import Roll
from firmware_py.pages.correction import EnterAgainPage

BOARD = BoardConfig(kind="serial", rows=5, columns=5)


@pytest.mark.parametrize(("presses", "die"), [(("back",), 2), (("up", "ok"), 3)])
def test_a_move_amid_a_correction_waits_until_it_is_left(tmp_path: Path, presses: tuple[str, ...], die: int) -> None:
    """The mummy goes two cells while its die is corrected, or not: it has gone there once the page is left."""
    with switched_on(tmp_path, Config(language="en", board=BOARD)) as device:
        device.load(record(THREE, *TO_THE_MUMMY[0], Roll("Mo", face=2)))
        device.press("ok")
        stand(device)
        device.wait(2.0)
        device.press("back")
        device.press("back")
        choose(device, "Correct an entry…", "The mummy rolls 2; with 0 locked it may move up to 2.")
        shown = as_text(device.app.view)
        device.slide("mummy", ("d3", "d2"))
        device.wait(2.0)
        assert isinstance(device.app.stack[-1], EnterAgainPage)
        assert as_text(device.app.view) == shown
        for button in presses:
            device.press(button)
        device.wait(2.0)
        assert (state(device).phase, state(device).mummy) == ("begin", "d2")
        assert device.app.table.playing.steps[-2].action == Roll("Mo", face=die)


def test_a_move_amid_a_transfer_waits_until_it_is_done(tmp_path: Path) -> None:
    """The disk stalls as a report is copied, and the mummy goes: the report is there, and then the move is played."""
    slot, disk = Slot(tmp_path / "system", tmp_path / "system" / PLACE.lstrip("/")), HeldDisk()
    slot.plug()
    config = Config(language="en", board=BOARD)
    with SimulatedDevice(config, tmp_path / "data", system=slot.system, disk=disk) as device:
        device.press("ok")
        device.load(record(THREE, *TO_THE_MUMMY[0], Roll("Mo", face=2)))
        device.press("ok")
        stand(device)
        device.wait(2.0)
        device.press("back")
        device.press("back")
        choose(device, "Settings", "About this device")
        disk.is_held = True
        touched_lines.choose(device, "Copy a report to the stick")
        device.slide("mummy", ("d3", "d2"))
        device.wait(2.0)
        disk.let_go()
        device.wait(3.0)
        assert list((slot.folder / "pyramid-referee").glob("report-*"))
        assert (state(device).phase, state(device).mummy) == ("begin", "d2")
