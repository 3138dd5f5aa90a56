"""What holds for every test.

Why no example has a time limit: on a machine on which others work as well, one may take long and is right all the same.
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from kept_bytecode import keep_bytecode

keep_bytecode()

os.environ["LC_ALL"] = "C.UTF-8"  # what is printed is English, whoever runs the tests

settings.register_profile("patient", parent=settings(), deadline=None)
settings.load_profile("patient")


@pytest.fixture(params=["i2c", "serial"])
def kind(request: pytest.FixtureRequest) -> str:
    """Return the kind of a magnetic board."""
    return str(request.param)


@pytest.fixture
def sit(kind: str) -> Iterator[Any]:
    """Return how to sit down at a magnetic board, at a game in a state that the arguments tell."""
    from board_hands import Hands  # what only such tests need, no other has to wait for
    from malediction_table import GRID, game

    with ExitStack() as stack:

        def table(text: str = GRID, hunters: int = 3, **changes: Any) -> Hands:
            return stack.enter_context(Hands(kind, game(text, hunters, **changes)))

        yield table


@pytest.fixture
def pins() -> Iterator[Any]:
    """The pins of a box that is wired as usual."""
    from hardware.simulated.pins import SimulatedPins
    from hardware.wiring import Wiring

    pins = SimulatedPins(Wiring())
    yield pins
    pins.factory.close()


@pytest.fixture
def practice(tmp_path: Path) -> Any:
    """A Raspberry Pi on a bench, for the doctor."""
    from doctors_practice import Practice

    return Practice(tmp_path)
