"""The magnetic board: its bus and chips or its port, who may use them, and how fast frames arrive.

Why the real driver runs for two seconds: what the doctor finds is then what a game would meet. In addition each chip is
read by itself, and must pull the interrupt wire once, without any magnet.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from firmware_py.doctor.driver_sample import watch
from firmware_py.doctor.findings import Finding, Installation
from firmware_py.doctor.sensors import sensors
from firmware_py.doctor.switches import switches
from firmware_py.driver_reports import report_words
from firmware_py.words import words
from hardware import HardwareError
from hardware.boards.i2c_board import I2CBoard
from hardware.boards.settings import SensorBoard, SwitchBoard, open_board


def board(installation: Installation, pins: Any) -> Iterator[Finding]:
    """Yield the findings about the board that the settings name; `pins` is gpiozero's factory, None without pins."""
    settings = installation.config.board.settings()
    match settings:
        case None:
            yield Finding("board", "good", words("the settings name none"))
            return
        case SwitchBoard() if pins is None:
            settings = replace(settings, interrupt="none", reset="none")
    try:
        with open_board(settings, lambda: None, installation.clock, pins=pins, threaded=False) as opened:
            watched = watch(installation, opened)
            chips = opened.check() if isinstance(opened, I2CBoard) else ()
            strangers = opened.unwired_chips() if isinstance(opened, I2CBoard) else ()
    except HardwareError as error:
        remedy = words("free that pin, or name another one in the table [board]")
        yield Finding("board", "FAULT", report_words(str(error)), remedy)
        return
    match settings:
        case SwitchBoard():
            yield from switches(installation, settings, watched, chips, strangers)
        case SensorBoard():
            yield from sensors(installation, settings, watched)
