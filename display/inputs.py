"""What comes back from a window: fingers on the screen, and on the desk also on the device's buttons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from display.view import Button


@dataclass(frozen=True)
class Touched:
    """The screen was touched; `target` is what the view named there, empty beside everything.

    The footer's targets are `button:NAME` and, for what holding a button does, `hold:NAME`.
    """

    target: str


@dataclass(frozen=True)
class ButtonDown:
    """A button of the drawn device, or its key, went down."""

    button: Button


@dataclass(frozen=True)
class ButtonUp:
    """A button of the drawn device, or its key, was let go."""

    button: Button


@dataclass(frozen=True)
class Quit:
    """The window was closed."""


Input: TypeAlias = Touched | ButtonDown | ButtonUp | Quit
