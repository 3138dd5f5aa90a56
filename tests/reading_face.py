"""A screen that is read by somebody who then pulls the plug."""

from __future__ import annotations

from display.inputs import Input, Quit
from display.view import View, as_text
from hardware import Devices


class ReadingFace:
    """A screen that keeps what it showed, as text, and ends the device at its first turn."""

    def __init__(self) -> None:
        self.pages: list[str] = []
        self.badges: tuple[str, ...] = ()

    def show(self, view: View, devices: Devices) -> None:  # noqa: ARG002 - as the loop calls it
        """Keep a page."""
        self.pages.append(as_text(view))
        self.badges = view.badges

    def poll(self) -> tuple[Input, ...]:
        """End the device."""
        return (Quit(),)
