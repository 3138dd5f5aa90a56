"""A piece that is moved during a correction or a transfer: neither what is under way nor the move is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from held_disk import HeldDisk
from malediction_device import THREE, hold, put_back, record, stand, state, switched_on
from pressed_lines import choose
from twins import TO_THE_MUMMY

from display.view import as_text
from firmware_py.config.schema import BoardConfig, Config
from firmware_py.device.state import alter
from firmware_py.games.malediction.state import Roll
from firmware_py.pages.correction import EnterAgainPage
from firmware_py.pages.saved_games import WITH_STICK
from firmware_py.transfers.games import PULL_OUT, Transfer
from firmware_py.words import words

BOARD = BoardConfig(kind="serial", rows=5, columns=5)


@pytest.mark.parametrize("presses", [("back",), ("down",)])
def test_a_move_amid_a_correction_waits_until_it_is_left(tmp_path: Path, presses: tuple[str, ...]) -> None:
    """The mummy goes two cells while its die is corrected, or not: then it is played, or asked about by another die."""
    with switched_on(tmp_path, Config(language="en", board=BOARD)) as device:
        device.load(record(THREE, *TO_THE_MUMMY[0], Roll("Mo", face=2)))
        device.press("ok")
        stand(device)
        device.wait(2.0)
        device.press("back")
        device.press("back")
        choose(device, "Undo or correct…")
        hold(device, "ok")
        choose(device, "Correct an entry…", "The mummy rolls 2; with 0 locked it may move up to 2.")
        shown = as_text(device.app.view)
        device.slide("mummy", ("d3", "d2"))
        device.wait(2.0)
        assert isinstance(device.app.stack[-1], EnterAgainPage)
        assert as_text(device.app.view) == shown
        for button in presses:
            device.press(button)
        device.wait(6.0)
        if presses == ("back",):
            assert (state(device).phase, state(device).mummy) == ("begin", "d2")
        else:
            assert device.app.table.playing.steps[-1].action == Roll("Mo", face=3)
            put_back(device)
            assert "Has the mummy moved" in as_text(device.app.view)


def test_a_move_amid_a_transfer_waits_until_it_is_done(tmp_path: Path) -> None:
    """The disk stalls meanwhile, and the mummy goes: the transfer comes to its end, and then the move is played."""
    disk, steps = HeldDisk(), []

    def transfer() -> Transfer:
        for step in range(3):
            steps.append(step)
            yield words("Looking for the games…")
        return (PULL_OUT,)

    with switched_on(tmp_path, Config(language="en", board=BOARD), disk) as device:
        device.load(record(THREE, *TO_THE_MUMMY[0], Roll("Mo", face=2)))
        device.press("ok")
        stand(device)
        device.wait(2.0)
        before = device.app.state
        disk.is_held = True
        device.app._resources.disk._transfer = transfer()
        device.app._become(alter(before, stack=(*before.stack, WITH_STICK)))
        device.slide("mummy", ("d3", "d2"))
        device.wait(2.0)
        disk.let_go()
        device.wait(3.0)
        assert steps == [0, 1, 2]
        assert (state(device).phase, state(device).mummy) == ("begin", "d2")
