"""A card that does not sync for seconds, beneath the real program: at the start and in mid-game."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from places import TESTS
from running_service import service
from stalling_card import needs_strace, stalling
from stored_journal import open_at_noon
from waiting import PATIENCE_S

from firmware_py.config.schema import JOURNAL_NAME, Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.panel import MORE_TIME

STALL_S = 1.2
"""Longer than the loop ever waits, and than it takes until the page says that something is being saved."""
PRESSES = 5
A_SYNC_OF_THE_GAME = "8"
"""Opening the journal takes five syncs, and each of the presses one."""


@needs_strace
def test_a_card_that_stalls_in_mid_game_loses_and_doubles_nothing(tmp_path: Path) -> None:
    """The page stands and says that it is being saved; each press is one action, on the screen and on the card.

    What was pressed during the stall is none: it came before anybody saw that the turn had passed on.
    """
    with SimulatedDevice(Config(), tmp_path) as device:
        for button in ("down", *["ok"] * 4):
            device.press(button)
    program = TESTS / "support/pressing_device.py"
    played = subprocess.run(
        [*stalling(STALL_S, A_SYNC_OF_THE_GAME), sys.executable, program, tmp_path, str(PRESSES)],
        stdout=subprocess.PIPE,
        check=True,
    )
    shown = [tuple(shown) for shown in json.loads(played.stdout)]
    assert "saving" in {notice for _, notice in shown}
    assert shown[-1][0] == PRESSES - 1
    with open_at_noon(tmp_path / JOURNAL_NAME).journal as journal:
        assert journal.load(1).ply == PRESSES - 1


@needs_strace
def test_a_card_that_stalls_at_the_start_only_delays_it(tmp_path: Path) -> None:
    """Until the journal is open, systemd hears that the service needs more time; then it is ready."""
    with service(tmp_path, under=stalling(STALL_S, "1")) as running:
        assert MORE_TIME in running.wait_for("READY=1")


@needs_strace
def test_a_service_that_waits_for_the_card_can_be_ended(tmp_path: Path) -> None:
    """Asked to end during the stall, it asks for more time and then ends as ever."""
    with service(tmp_path, under=stalling(STALL_S, "1")) as running:
        running.wait_for(MORE_TIME)
        running.process.terminate()
        assert running.process.wait(PATIENCE_S) == 0
