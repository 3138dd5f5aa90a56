"""Drawing a board on the device."""

from __future__ import annotations

from firmware_py.screens import Stack


def board_draft(stack: Stack) -> str | None:  # noqa: ARG001 - the editor follows
    """Return the board that is being drawn, to be kept over a power cut, or None when nobody draws."""
    return None
