"""How the cursor moves over the places of a map that can be chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from display.view import Button
from firmware_py.games.or_du_pharaon.cells import Position


def next_place(cells: Iterable[str], places: Mapping[str, Position], cursor: str, button: Button) -> str:
    """Return the next cell after a direction button: along the row, then the next row; or along the column.

    Either pair of buttons reaches every cell, so four buttons are enough.
    """
    sideways = button in ("left", "right")
    order = sorted(cells, key=lambda cell: places[cell][::-1] if sideways else places[cell])
    step = {"left": -1, "up": -1, "right": 1, "down": 1}.get(button, 0)
    return order[(order.index(cursor) + step) % len(order)]
