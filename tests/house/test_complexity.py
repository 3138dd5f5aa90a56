"""Functions small enough to be understood at one reading, and a model of the magnetic board that stays as small."""

import re
from pathlib import Path

import pytest
from places import PROJECT
from radon.complexity import cc_visit
from radon.visitors import Function

from firmware_py.sensing import constants

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


def test_the_numbers_of_the_magnetic_board_stand_in_one_table_of_at_most_25():
    """Each is a row of it, and no module of the model or of teaching by hand has a number of its own."""
    numbers = {name for name in vars(constants) if name.isupper()}
    assert numbers == {line.split("`")[1] for line in (constants.__doc__ or "").splitlines() if line.startswith("| `")}
    assert len(numbers) <= 25
    own = [
        f"{file.name}: {line}"
        for file in model()
        for line in file.read_text(encoding="utf-8").splitlines()
        if re.match(r"[A-Z_]+(_S|_MT|_HZ|PART)\b.*= -?[\d.]", line) and file.stem != "constants"
    ]
    assert own == []


def test_the_model_of_the_magnetic_board_has_at_most_2200_lines():
    """More means that a better model is to be found."""
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in model() if file != SLIDING) <= 2200


SLIDING = PROJECT / "firmware_py/pages/malediction/map_editor/sliding.py"


def model() -> list[Path]:
    """Return the modules that make pieces of magnets: of sensing, of tracking, and of teaching a map by hand."""
    return [SLIDING, *(file for room in MOST_IN for file in (PROJECT / room).glob("*.py"))]
