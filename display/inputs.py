"""What comes back from a window: fingers on the screen, and on the desk also on the buttons and the magnetic board."""

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
class HoldTouched:
    """A finger came down where the footer asks for `ok` to be held, or left that place.

    Why not a touch: a tap there must do nothing, or whoever brushes the screen would lift a curtain.
    """

    is_down: bool


@dataclass(frozen=True)
class CloseRequested:
    """The window was closed."""


@dataclass(frozen=True)
class PieceMoved:
    """A hand pushed a piece along the magnetic board, or set it down there; without a place it took it off.

    The place is that of the piece's middle, in millimetres from the upper left corner of the board's first cell.
    """

    piece: str
    at_mm: tuple[float, float] | None


@dataclass(frozen=True)
class CableToggled:
    """The plug of the magnetic board was pulled out, or put in again."""


@dataclass(frozen=True)
class CellFaultChanged:
    """Somebody wants the next thing to be wrong with a cell of the magnetic board, or nothing any more."""

    cell: int


DeskBoardEvent: TypeAlias = PieceMoved | CableToggled | CellFaultChanged
"""What hands do to the drawn magnetic board."""
WindowEvent: TypeAlias = Touched | HoldTouched | ButtonDown | ButtonUp | CloseRequested | DeskBoardEvent
