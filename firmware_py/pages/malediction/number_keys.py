"""A row of numbers, each with a key of its own; the last key leads to all the numbers that are left.

A page on which holding `ok` means nothing else may have one more key: if one number is left over, that chooses it.

Why on the page itself and not in its foot: news covers the foot. Why a number up to the last key has the same key each
time that it is asked for: fingers learn it. An encoder has no such keys: it turns a cursor along the row.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from display.view import Button, Item
from firmware_py.config.settings import ButtonLayout
from firmware_py.pages.lists import fitted, moved
from firmware_py.pages.stack import Input, LongPress, Press, Touch
from firmware_py.pages.table import Table

FROM_ZERO: dict[ButtonLayout, tuple[Button, ...]] = {
    "six": ("ok", "up", "right", "down", "left"),
    "four": ("up", "ok", "down"),
}
"""The keys of the numbers from 0 on; with six buttons those of a die, clockwise."""
FROM_ONE: dict[ButtonLayout, tuple[Button, ...]] = {
    "six": ("up", "right", "down", "left", "ok"),
    "four": FROM_ZERO["four"],
}


class NumberKeys(msgspec.Struct, frozen=True):
    """How far the choice of a number has come."""

    skipped: int = 0
    """So many numbers were passed with the key of all that are left."""
    cursor: int = 0
    """The index of the number to which an encoder has turned."""

    def left(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """Return the numbers that can still be chosen."""
        return numbers[fitted(self.skipped, len(numbers)) :]

    def at(self, numbers: tuple[int, ...], table: Table) -> int:
        """Return the index of the number under the cursor, -1 where numbers have keys instead."""
        return fitted(self.cursor, len(self.left(numbers))) if has_cursor(table) else -1

    def items(self, numbers: tuple[int, ...], table: Table, *, may_hold: bool = False) -> tuple[Item, ...]:
        """Return the numbers that are left, each with its key; for one more `ok` is held, if it may be."""
        left = self.left(numbers)
        if has_cursor(table):
            return tuple(Item(str(number), target=f"number {number}") for number in left)
        keys = _keys(numbers, table)
        held = self.held(numbers, table) if may_hold else None
        shown = left if held or len(left) <= len(keys) else left[: len(keys)]
        labels = tuple(map(str, shown)) if shown == left else (*map(str, shown[:-1]), f"{shown[-1]}+")
        shown_keys = (None,) * len(shown) if table.settings.controls == "touch" else (*keys, "ok")
        return tuple(
            Item(label, target=f"number {number}", key=key, is_held=bool(key) and number == held)
            for label, number, key in zip(labels, shown, shown_keys, strict=False)
        )

    def held(self, numbers: tuple[int, ...], table: Table) -> int | None:
        """Return the number for which `ok` may be held: the last one, if all the others that are left have keys."""
        is_one_more = len(self.left(numbers)) == len(_keys(numbers, table)) + 1
        return numbers[-1] if is_one_more and not has_cursor(table) else None

    def press(self, done: Input, numbers: tuple[int, ...], table: Table, *, may_hold: bool = False) -> NumberKeys | int:
        """Return the number that an input chooses, or how far the choice has come now."""
        left = self.left(numbers)
        held = self.held(numbers, table) if may_hold else None
        match done:
            case LongPress("ok") if held is not None:
                return held
            case Press("ok") if has_cursor(table):
                return left[self.at(numbers, table)]
            case Press(button) if has_cursor(table):
                return replace(self, cursor=moved(self.at(numbers, table), len(left), button))
            case Press(button, is_repeated=False) if button in (keys := _keys(numbers, table)):
                return self._at(keys.index(button), numbers, table, held)
            case Touch(target) if target in (touched := [f"number {number}" for number in left]):
                return self._at(touched.index(target), numbers, table, held)
        return self

    def _at(self, index: int, numbers: tuple[int, ...], table: Table, held: int | None) -> NumberKeys | int:
        """Return what the key of this index leads to."""
        left, last = self.left(numbers), len(_keys(numbers, table)) - 1
        if index >= len(left):
            return self
        is_rest = index == last < len(left) - 1 and held is None and not has_cursor(table)
        return NumberKeys(self.skipped + index) if is_rest else left[index]


def has_cursor(table: Table) -> bool:
    """Return whether a cursor is turned along the row, and numbers have no keys."""
    return table.settings.controls == "encoder"


def _keys(numbers: tuple[int, ...], table: Table) -> tuple[Button, ...]:
    return (FROM_ONE if numbers[0] else FROM_ZERO)[table.layout]
