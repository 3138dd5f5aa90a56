"""Functions small enough to be understood at one reading."""

from pathlib import Path

import pytest
from places import PROJECT
from radon.complexity import cc_visit
from radon.visitors import Function

MOST = 12
MOST_IN = {"firmware_py/sensing": 10, "firmware_py/tracking": 10}
"""Where a mistake shows least, functions are smaller still."""


def most(file: Path) -> int:
    """Return the largest cyclomatic complexity of a function in a file of the product."""
    return next((most for room, most in MOST_IN.items() if file.is_relative_to(PROJECT / room)), MOST)


@pytest.mark.parametrize("house", ["firmware_py", "hardware", "display"])
def test_no_function_takes_more_turns_than_a_reader_can_follow(house: str) -> None:
    """Its cyclomatic complexity is at most 12, and at most 10 where the magnetic board is read."""
    found = (
        (file, block)
        for file in (PROJECT / house).rglob("*.py")
        for block in cc_visit(file.read_text(encoding="utf-8"))
        if isinstance(block, Function)
    )
    assert [
        f"{file.relative_to(PROJECT)}:{block.lineno} {block.name}: {block.complexity}"
        for file, block in found
        if block.complexity > most(file)
    ] == []
