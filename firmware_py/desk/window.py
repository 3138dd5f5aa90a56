"""The desk simulator: the device in a window, or played by a flow script."""

from __future__ import annotations

import tempfile
from operator import attrgetter
from pathlib import Path
from typing import Self

from display.desk.window import BoardLook, Desk, DeviceLook
from display.inputs import DeskBoardEvent, WindowEvent
from display.view import Button
from firmware_py.config.file import Config
from firmware_py.config.in_force import usual_settings
from firmware_py.config.settings import Controls, Settings
from firmware_py.desk import board
from firmware_py.desk.script import ScriptError, ScriptFailure, Stage, boards_for, read_script, run_script
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.app import App
from firmware_py.device.loop import run
from firmware_py.words import Say, Words
from hardware import Devices

SIX: tuple[Button, ...] = ("up", "down", "left", "right", "ok", "back")
KEYS: dict[Controls, tuple[Button, ...]] = {
    "six": SIX,
    "four": ("up", "down", "ok", "back"),
    "encoder": ("up", "down", "ok", "back"),
    "touch": (),
}
"""The keys of the drawn device; with an encoder up and down turn it, and ok pushes it."""
DRAWN = attrgetter("size", "rotation", "controls", "sensors")
"""The settings that the drawn device looks like."""


class DeskDisplay:
    """The desk's window: the screen in the device, its light, its sound, its buttons.

    Headless it is drawn only when a picture is saved: nobody sees what lies between.
    """

    def __init__(self, config: Config, *, headless: bool = False) -> None:
        """Open the window; `fault` tells why there is none, and is empty if there is one or none was wanted."""
        self._is_headless = headless
        self._seen: tuple[App, Devices] | None = None
        self._desk = self._laid(usual_settings(config))
        self.fault = self._desk.fault

    def _laid(self, settings: Settings) -> Desk:
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
        """Show the view, what can be seen and heard at the simulated pins, and the magnetic board.

        A desk with another device on it is laid anew.
        """
        self._seen = app, devices
        if not self._is_headless:
            self._draw(app, devices)

    def _draw(self, app: App, devices: Devices) -> None:
        if DRAWN(app.settings) != DRAWN(self._settings):
            self._desk.close()
            self._desk = self._laid(app.settings)
        pins = devices.simulated
        look = DeviceLook()
        if pins:
            red, green, blue = (round(255 * level) for level in pins.light())
            look = DeviceLook(
                light=(red, green, blue),
                sounding=pins.tone_hz() is not None,
                pressed=frozenset(button for button in SIX if button in pins.pressed()),
            )
        if devices.simulated_board is not None:
            self._board = board.look(devices.simulated_board, app.table, self._board)
        self._desk.show(app.shown, look, self._board)

    def poll(self) -> tuple[WindowEvent, ...]:
        """Return what mouse and keyboard did since the last call."""
        return self._desk.poll()

    def take(self, event: DeskBoardEvent, devices: Devices, now_s: float) -> None:
        """Move the magnet that a hand on the drawn board moves."""
        if devices.simulated_board is not None:
            board.take(event, devices.simulated_board, now_s)

    def save(self, path: Path) -> None:
        """Write a PNG of the screen."""
        self._draw_now()
        self._desk.save_screen(path)

    def save_device(self, path: Path) -> None:
        """Write a PNG of the whole device."""
        self._draw_now()
        self._desk.save(path)

    def _draw_now(self) -> None:
        if self._is_headless and self._seen:
            self._draw(*self._seen)

    def close(self) -> None:
        """Close the window."""
        self._desk.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def play_by_hand(config: Config, data: Path, warnings: tuple[Words, ...]) -> str:
    """Run the device in a window until it is closed, and return "" - or at once why there is no window."""
    with DeskDisplay(config) as face:
        if not face.fault:
            run(config, data, face, simulate=True, warnings=warnings)
        return face.fault


def play_script(config: Config, script: Path, shots: Path, data: Path | None, say: Say, *, headless: bool) -> None:
    """Play a flow script on a simulated device; without a `data` directory on an empty one.

    :raises ScriptError: when a line of it cannot be understood.
    :raises ScriptFailure: at the first line that does not find what it expects.
    :raises OSError: when it cannot be read.
    """
    try:
        text = script.read_text(encoding="utf-8-sig")
        steps = read_script(text)
    except UnicodeDecodeError:
        raise ScriptError("the script is not valid UTF-8 text") from None
    with (
        DeskDisplay(config, headless=headless) as face,
        tempfile.TemporaryDirectory() as empty,
        SimulatedDevice(config, data or Path(empty) / "data", face) as box,
    ):
        try:
            run_script(steps, Stage(box, face.save, shots, script.parent, say))
        except ScriptFailure as failure:
            boards = boards_for(text)
            if not boards or config.board.kind in boards:
                raise
            played = " or ".join(f"--board {kind}" for kind in boards)
            raise ScriptFailure(f"{failure}\nThis script is for another desk: give it {played}.") from None
