"""A device that nobody touches: first its page is to be read from across the table, and later the screen is dimmed."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from firmware_py.config.schema import ScreenConfig


class Rest(msgspec.Struct, frozen=True):
    """How long nobody has touched the device, and what has come of it."""

    touched_s: float
    """When somebody touched it last."""
    is_across: bool = False
    """The page is shown as it is read from across the table, if it can be."""
    is_dimmed: bool = False
    """The screen is dimmed."""

    def at(self, now_s: float, screen: ScreenConfig) -> Rest:
        """Return the rest at `now_s`; the same one if nothing has changed."""
        is_across = self.is_across or now_s >= self.touched_s + screen.across_after_s
        is_dimmed = self.is_dimmed or now_s >= self.touched_s + screen.dim_after_s
        if (is_across, is_dimmed) == (self.is_across, self.is_dimmed):
            return self
        return replace(self, is_across=is_across, is_dimmed=is_dimmed)

    def deadline_s(self, screen: ScreenConfig) -> float | None:
        """Return when the rest changes next; None if it does not without a touch."""
        waits = ((self.is_across, screen.across_after_s), (self.is_dimmed, screen.dim_after_s))
        return min((self.touched_s + wait_s for has_come, wait_s in waits if not has_come), default=None)
