"""What every choice has: its plate, gold under the cursor, and its button as a cap."""

from __future__ import annotations

from collections.abc import Iterator

from display.draw.marks import Box, Mark, Picture, Plate
from display.sizes import Sizes
from display.view import Button


def plate(box: Box, chosen: bool, sizes: Sizes) -> Plate:
    """Return what a choice lies on."""
    return Plate(box, "cursor" if chosen else "plate", "ink" if chosen else "edge", sizes.radius)


def cap_side(sizes: Sizes) -> int:
    """Return the side of a cap in pixels."""
    return sizes.note.capitals + 4


def held_picture(key: Button) -> str:
    """Return the picture of a button that has to be held."""
    return f"hold_{key}"


def key_cap(key: Button, box: Box, sizes: Sizes, *, is_right: bool = False, is_held: bool = False) -> Iterator[Mark]:
    """Yield a cap in the upper left corner of a box, or in the right one; a ring if the button has to be held."""
    side = cap_side(sizes)
    cap = Box(box.right - 2 - side if is_right else box.x + 2, box.y + 2, side, side)
    if is_held:
        yield Picture(cap.inset(-1), held_picture(key), "accent")
        return
    yield Plate(cap, "plate", "edge", sizes.radius // 2)
    yield Picture(cap.middle(cap.w * 3 // 4, cap.w * 3 // 4), key, "text")
