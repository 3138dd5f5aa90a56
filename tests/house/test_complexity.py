"""Functions small enough to be understood at one reading, and a model of the magnetic board that stays as small."""

import ast
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
    """Each row has a source and what breaks in both directions, and is one number."""
    rows = [line for line in (constants.__doc__ or "").splitlines() if line.startswith("| `")]
    numbers = {name: value for name, value in vars(constants).items() if name.isupper()}
    assert [name for name, value in numbers.items() if type(value) not in (int, float)] == []
    assert numbers.keys() == {row.split("`")[1] for row in rows}
    assert len(rows) == len(numbers) <= 25
    assert [row for row in rows if len([cell for cell in row.strip("|").split("|") if cell.strip()]) != 5] == []


def test_no_number_of_the_magnetic_board_stands_outside_its_table():
    """Wherever a number is written: as a default, in a comparison, or within a tuple."""
    found = [
        f"{file.relative_to(PROJECT)}:{line}: {number}"
        for file in model()
        if file != Path(constants.__file__)
        for line, number in written_numbers(file.read_text(encoding="utf-8"))
        if number not in COUNTED
    ]
    assert found == []


COUNTED = (0, 1, 2)
"""Nobody tunes how often something is counted: nothing, one, both sides, twice, the next cell but one."""


def written_numbers(source: str) -> list[tuple[int, complex]]:
    """Return every number that stands in a source, with its line; also one that is written as a text to be read."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("float", "int", "Fraction", "Decimal"):
            found += [(node.lineno, float(text)) for text in map(text_of, node.args) if text not in ("", "inf", "-inf")]
        if isinstance(node, ast.Constant) and type(node.value) in (int, float, complex):
            found.append((node.lineno, node.value))
    return found


def text_of(node: ast.expr) -> str:
    """Return the text that an argument is, or nothing."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


@pytest.mark.parametrize(
    "source",
    [
        "REST_S = 0.3",
        "def f(rest_s: float = 0.3): ...",
        "x = now_s > since_s + 0.3",
        "A = (1, 0.3)",
        "x = float('0.3')",
    ],
)
def test_a_number_is_found_wherever_it_stands(source):
    """The search itself can fail."""
    assert [number for _, number in written_numbers(source) if number not in COUNTED] == [0.3]


def test_the_model_of_the_magnetic_board_has_at_most_2200_lines():
    """More means that a better model is to be found."""
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in model() if file != SLIDING) <= 2200


SLIDING = PROJECT / "firmware_py/pages/malediction/map_editor/sliding.py"


def model() -> list[Path]:
    """Return the modules that make pieces of magnets: of sensing, of tracking, and of teaching a map by hand."""
    return [SLIDING, *(file for room in MOST_IN for file in (PROJECT / room).glob("*.py"))]
