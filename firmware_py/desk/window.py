"""The desk: the simulated device in a window, played by hand or by a flow script."""

from __future__ import annotations

import tempfile
from operator import attrgetter
from pathlib import Path
from typing import Self, get_args

from display.desk.window import BoardLook, Desk, DeviceLook
from display.inputs import CloseRequested, DeskBoardEvent, WindowEvent
from display.view import Button
from firmware_py.config.schema import Config, usual_settings
from firmware_py.config.settings import Controls, Settings
from firmware_py.desk import board
from firmware_py.desk.script import ScriptError, ScriptFailure, Stage, boards_for, read_script, run_script
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.app import App
from firmware_py.device.running import run
from firmware_py.regular_files import read_regular
from firmware_py.words import words
from hardware import Devices

KEYS: dict[Controls, tuple[Button, ...]] = {
    "six": get_args(Button),
    "four": ("up", "down", "ok", "back"),
    "encoder": ("up", "down", "ok", "back"),
    "touch": (),
}
"""The keys of the drawn device; with an encoder up and down turn it, and ok pushes it."""
DRAWN = attrgetter("size", "rotation", "controls", "sensors")
"""The settings that change the look of the drawn device."""


class DeskDisplay:
    """The window of the desk: the device with its screen, light, sound and buttons, and the magnetic board.

    Headless, it is drawn only when a picture is saved.
    """

    def __init__(self, config: Config, *, headless: bool = False) -> None:
        """Open the window."""
        self._is_headless = headless
        self._shown: tuple[App, Devices] | None = None
        self._desk = self._open(usual_settings(config))

    @property
    def fault(self) -> str:
        """Why there is no window, from the start or since the settings changed; empty otherwise, also when headless."""
        return self._desk.fault

    def _open(self, settings: Settings) -> Desk:
        self._settings = settings
        self._board: BoardLook | None = None
        return Desk(
            settings.size,
            rotation=settings.rotation,
            buttons=KEYS[settings.controls],
            with_board=settings.sensors != "none",
            headless=self._is_headless,
        )

    def show(self, app: App, devices: Devices) -> None:
        """Show the view, the simulated light, sound and buttons, and the magnetic board.

        When the settings name another kind of device, the window is opened again.
        """
        self._shown = app, devices
        if not self._is_headless:
            self._draw(app, devices)

    def _draw(self, app: App, devices: Devices) -> None:
        if DRAWN(app.settings) != DRAWN(self._settings):
            self._desk = self._open(app.settings)
        pins = devices.simulated
        look = DeviceLook()
        if pins:
            red, green, blue = (round(255 * level) for level in pins.light())
            look = DeviceLook(
                light=(red, green, blue),
                sounding=pins.tone_hz() is not None,
                pressed=frozenset(button for button in KEYS["six"] if button in pins.pressed_buttons()),
            )
        if devices.simulated_board is not None:
            self._board = board.board_look(devices.simulated_board, app.table, self._board)
        self._desk.show(app.shown, look, self._board)

    def poll(self) -> tuple[WindowEvent, ...]:
        """What mouse and keyboard did since the last call; a window that could not be opened again is closed."""
        return (CloseRequested(),) if self.fault else self._desk.poll()

    def take(self, event: DeskBoardEvent, devices: Devices, now_s: float) -> None:
        """Carry out what the mouse did on the drawn board."""
        if devices.simulated_board is not None:
            board.carry_out(event, devices.simulated_board, now_s)

    def save(self, path: Path) -> None:
        """Write a PNG of the screen."""
        self._draw_now()
        self._desk.save_screen(path)

    def save_device(self, path: Path) -> None:
        """Write a PNG of the whole device."""
        self._draw_now()
        self._desk.save(path)

    def new_picture(self) -> bytes | None:
        """The picture of the device as a PNG; None if it is the one that was asked for last."""
        return self._desk.new_picture()

    def _draw_now(self) -> None:
        if self._is_headless and self._shown:
            self._draw(*self._shown)

    def close(self) -> None:
        self._desk.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def play_by_hand(config: Config, data: Path) -> str:
    """Run the device in a window until it is closed; return why there is no window, "" if there was one to the end."""
    with DeskDisplay(config) as display:
        if not display.fault:
            run(config, data, display, simulate=True)
        return display.fault


def play_script(config: Config, script: Path, shots: Path, data: Path | None, *, headless: bool) -> None:
    """Play a flow script on a simulated device; without `data`, the device has an empty data directory.

    :raises ScriptError: when a line of the script cannot be read.
    :raises ScriptFailure: at the first failed expectation.
    :raises OSError: when the script cannot be read.
    """
    try:
        text = read_regular(script).decode("utf-8-sig")
        steps = read_script(text)
    except UnicodeDecodeError:
        raise ScriptError(words("the script is not valid UTF-8 text")) from None
    with (
        DeskDisplay(config, headless=headless) as display,
        tempfile.TemporaryDirectory() as empty,
        SimulatedDevice(config, data or Path(empty) / "data", display) as device,
    ):
        try:
            run_script(steps, Stage(device, display.save, shots, script.parent))
        except ScriptFailure as failure:
            boards = boards_for(text)
            if not boards or config.board.kind in boards:
                raise
            wanted = " | ".join(f"--board {kind}" for kind in boards)
            advice = words("This script is for another desk: give it {board}.", board=wanted)
            raise ScriptFailure(failure.why, failure.screen, advice) from None
