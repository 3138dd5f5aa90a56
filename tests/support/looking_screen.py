"""A screen whose player looks before they press, as fast as anybody can."""

from __future__ import annotations

from display.inputs import WindowEvent
from firmware_py.config.schema import ButtonsConfig
from firmware_py.device.app import App
from hardware import Devices

QUICK_EYES = ButtonsConfig(early_s=0)
"""Buttons whose presses count as soon as it is shown whose turn it is and what is asked."""


class LookingScreen:
    """Lets one poll pass once something else is asked: a touch may have begun as early as the poll before."""

    def __init__(self) -> None:
        self.ply = 0
        self.is_saving = False
        self._shown_s: tuple[float | None, float | None] = None, None
        self._is_new = True

    def show(self, app: App, devices: Devices) -> None:  # noqa: ARG002 - as the loop calls it
        """Note what is shown, and whether it is stored."""
        before, self._shown_s = self._shown_s, (app.guard.shown_s, app.guard.asked_s)
        self._is_new |= self._shown_s != before
        session = app.table.session
        self.ply = session.ply if session else 0
        self.is_saving = app.saving_since_s is not None

    def poll(self) -> tuple[WindowEvent, ...]:
        """Look first, then touch."""
        if self.is_saving:
            return self.impatient()
        is_new, self._is_new = self._is_new, False
        return () if is_new else self.touched()

    def touched(self) -> tuple[WindowEvent, ...]:
        """What is touched."""
        raise NotImplementedError

    def impatient(self) -> tuple[WindowEvent, ...]:
        """What is touched before the last touch is stored."""
        return ()
