"""Hostile and long records on a USB stick: each is refused in words or taken in small steps, and the device goes on."""

from __future__ import annotations

import pygame
from hostile_maps import HOSTILE, in_record
from long_records import long_record
from stick_slot import Slot, shown
from touched_lines import choose

from display.draw import draw
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.games.restoring import ACTIONS_A_STEP
from firmware_py.storage.transfers import take_games
from firmware_py.storage.usb_stick import find_sticks

KINDS = ("80 bad rows", "steering text", "many pawns", "only line ends")


def test_hostile_records_are_refused_in_words(box: SimulatedDevice, slot: Slot) -> None:
    """A map with 80 bad rows once ended the program; now each file is named, and every page of the result is drawn."""
    for number, kind in enumerate(KINDS):
        (slot.folder / f"{number}\x1b[31m.jsonl").write_bytes(in_record(HOSTILE[kind]))
    choose(box, "Saved games", "Take games from the stick")
    text = shown(box)
    assert text.count("line 1:") == len(KINDS)
    assert "\x1b" not in text
    for _ in range(12):
        draw(box.app.view, pygame.Surface((480, 320)))
        box.press("down")
    assert len(box.journal.games()) == 1


def test_a_long_record_is_taken_in_steps(box: SimulatedDevice, slot: Slot) -> None:
    """The loop goes round between them: playing a hundred actions, or their digests, is one step."""
    (slot.folder / "long.jsonl").write_bytes(long_record(450))
    steps = list(take_games(box.journal, find_sticks(slot.system)))
    assert len(steps) >= 2 * (450 // ACTIONS_A_STEP)
    assert max(game.actions for game in box.journal.games()) == 450
