"""A screen that records what it shows, and then ends the device."""

from __future__ import annotations

from display.inputs import CloseRequested, WindowEvent
from display.view import as_text
from firmware_py.device.app import App
from hardware import Devices


class RecordingScreen:
    """Records what it shows as text, and ends the device in the first round of the loop, or after `most` pages."""

    def __init__(self, most: int = 0) -> None:
        self.most = most
        self.pages: list[str] = []
        self.badges: tuple[str, ...] = ()

    def show(self, app: App, devices: Devices) -> None:  # noqa: ARG002 - as the loop calls it
        """Record a page."""
        self.pages.append(as_text(app.shown))
        self.badges = app.shown.badges

    def poll(self) -> tuple[WindowEvent, ...]:
        """End the device once it has shown enough."""
        return (CloseRequested(),) if len(self.pages) >= self.most else ()
