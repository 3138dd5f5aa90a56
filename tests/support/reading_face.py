"""A screen that is read by somebody who then pulls the plug."""

from __future__ import annotations

from display.inputs import CloseRequested, WindowEvent
from display.view import as_text
from firmware_py.device.app import App
from hardware import Devices


class ReadingFace:
    """A screen that keeps what it showed, as text, and ends the device at its first turn."""

    def __init__(self) -> None:
        self.pages: list[str] = []
        self.badges: tuple[str, ...] = ()

    def show(self, app: App, devices: Devices) -> None:  # noqa: ARG002 - as the loop calls it
        """Keep a page."""
        self.pages.append(as_text(app.shown))
        self.badges = app.shown.badges

    def poll(self) -> tuple[WindowEvent, ...]:
        """End the device."""
        return (CloseRequested(),)
