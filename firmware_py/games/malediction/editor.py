"""Drawing a board on the device."""

from __future__ import annotations

from firmware_py.screens import Back, ListPage, Screen, Stack
from firmware_py.words import words


def editor_page(draft: str) -> Screen:  # noqa: ARG001
    return ListPage(words("Draw a board"), words("Draw a board"), (), on_back=Back())


def board_draft(stack: Stack) -> str | None:  # noqa: ARG001 - the editor follows
    """Return the board that is being drawn, to be kept over a power cut, or None when nobody draws."""
    return None
