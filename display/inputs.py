"""The events of a window: touches on its screen; on the desk also presses of buttons, and moves on the board."""

from __future__ import annotations

from typing import TypeAlias, get_args

import msgspec

from display.touch import Point
from display.view import Button

LONG_TOUCH = "long touch"
"""The target of a finger that stays anywhere on the screen, in case no target can be hit."""


HOLD_OK = "hold:ok"
"""The target in the footer that must be held, like the button."""


class Touched(msgspec.Struct, frozen=True):
    """The screen was touched; `target` is the name that the view has there, or empty.

    The footer's targets are `button:NAME` and, for what holding a button does, `hold:NAME`. A key on the screen,
    `key:NAME`, is a button that goes down and up.
    """

    target: str


class ButtonDown(msgspec.Struct, frozen=True):
    """A button of the drawn device, or its key on the keyboard or the screen, went down."""

    button: Button


class ButtonUp(msgspec.Struct, frozen=True):
    """A button of the drawn device, or its key, was released."""

    button: Button


class HoldTouched(msgspec.Struct, frozen=True):
    """A touch began or ended where the footer asks for `ok` to be held.

    Why it is not `Touched`: a short tap there must do nothing, or brushing the screen would reveal a secret.
    """

    is_down: bool


class CloseRequested(msgspec.Struct, frozen=True):
    """The window was closed."""


class PieceMoved(msgspec.Struct, frozen=True):
    """A piece was pushed along the magnetic board or put on it; without a place it was taken off.

    The place is the piece's middle, in millimetres from the upper left corner of the board's first cell.
    """

    piece: str
    at_mm: tuple[float, float] | None


class CableToggled(msgspec.Struct, frozen=True):
    """The plug of the magnetic board was pulled out or put in."""


class CellFaultChanged(msgspec.Struct, frozen=True):
    """A cell of the magnetic board gets its next fault, or none after the last."""

    cell: int


DeskBoardEvent: TypeAlias = PieceMoved | CableToggled | CellFaultChanged
"""What the mouse does to the drawn magnetic board."""
WindowEvent: TypeAlias = Touched | HoldTouched | ButtonDown | ButtonUp | CloseRequested | DeskBoardEvent


def key_of(target: str) -> Button | None:
    """The button for which a key on the screen stands, if the target is one."""
    return next((button for button in get_args(Button) if target == f"key:{button}"), None)


def target_of(point: Point) -> str:
    """The target of a touch while a cross is shown: where the panel reports it."""
    return f"at {point[0]:.4f} {point[1]:.4f}"


def point_of(target: str) -> Point | None:
    """Where the panel reports a touch of a cross; None if the target is something else."""
    match target.split():
        case ["at", x, y]:
            return float(x), float(y)
    return None
