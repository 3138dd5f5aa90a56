"""Settings and fixtures for every test.

Hypothesis has no deadline, for on a loaded machine a slow example is not a wrong one, and it leaves nothing to chance:
what fails now and then tells nobody what was changed. `--hypothesis-profile wide` searches at random, and further.
"""

import gc
import os
import signal
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from shutil import disk_usage
from typing import Any
from zlib import crc32

import pytest
from cached_bytecode import cache_bytecode
from hypothesis import HealthCheck, settings
from places import TESTS
from sampling import COLLECTED, IS_WHOLE, covering, is_left_out, many, names_of, pages_of

cache_bytecode()

from firmware_py.words import catalogue_faults  # noqa: E402 - read from the cache, too

os.environ["LC_ALL"] = "C.UTF-8"  # printed text is English on every machine
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
signal.signal(signal.SIGINT, signal.default_int_handler)  # what a shell runs with & ignores it

MEMORY = Path("/dev/shm")
if os.access(MEMORY, os.W_OK) and disk_usage(MEMORY).free > 2 * 10**9:
    # Temporary files of the tests and of the programs that they start: a disk's syncs cost a third of all their time.
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)

pytest_plugins = ("time_limit",)

PATIENT = settings(
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    max_examples=many(25, whole=40),
)
settings.register_profile("patient", PATIENT, derandomize=True)
settings.register_profile("wide", PATIENT, derandomize=False, max_examples=2000)
settings.load_profile("patient")

gc.disable()  # nothing that is imported becomes garbage


def pytest_configure(config: pytest.Config) -> None:
    """Let each worker begin with another folder: whoever comes first rewrites a file's asserts for all of them.

    Without translations all pages would be English, and hundreds of tests red.
    """
    if catalogue_faults():
        pytest.exit("The translations are not compiled: call `make lint`.", 2)
    if config.args_source is config.ArgsSource.TESTPATHS:
        folders = sorted({str(file.parent) for file in TESTS.glob("*/test_*.py")})
        worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
        first = len(folders) * worker // int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
        config.args = [*folders[first:], *folders[:first]]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give every worker the tests in the same order; tests of the same pages follow each other.

    It takes seconds to find all pages in one language with one kind of controls, and a worker keeps them.
    """
    collected = tuple(items)
    items.sort(key=lambda item: (item.path.parent, *pages_of(item), item.path))
    left_out = set() if IS_WHOLE else {item for item in items if is_left_out(*pages_of(item))}
    left_out |= set() if IS_WHOLE else beyond_covering([item for item in items if item not in left_out])
    config.hook.pytest_deselected(items=[item for item in items if item in left_out])
    items[:] = [item for item in items if item not in left_out]
    config.stash[COLLECTED] = collected, tuple(items)


def beyond_covering(items: list[pytest.Item]) -> set[pytest.Item]:
    """The cases of tests over several lists of values, or both boards, that are tried before a release only."""
    tests: dict[str, list[pytest.Item]] = {}
    for item in items:
        if is_on_a_board(item) or item.get_closest_marker("crossed") or len([*item.iter_markers("parametrize")]) > 1:
            tests.setdefault(item.nodeid.partition("[")[0], []).append(item)
    return {case for cases in tests.values() for case in set(cases) - tried(cases)}


def tried(cases: list[pytest.Item]) -> set[pytest.Item]:
    """The cases of one test that are tried at a commit: one board by turns, or each row of each list once."""
    if is_on_a_board(cases[0]) and not cases[0].get_closest_marker("parametrize"):
        return {min(cases, key=lambda case: crc32(case.name.encode()))}
    return covering(cases)


def is_on_a_board(item: pytest.Item) -> bool:
    """Whether a test is tried over both kinds of magnetic board by the fixture `kind`."""
    named = {name for mark in item.iter_markers("parametrize") for name in names_of(mark)}
    return hasattr(item, "callspec") and "kind" in item.callspec.params and "kind" not in named


def pytest_collection_finish() -> None:
    """Look for garbage among what the tests make, not again and again among what they have imported, and less often.

    With Python's own thresholds that took a twelfth of all time.
    """
    gc.freeze()
    gc.set_threshold(50_000, 10, 1000)
    gc.enable()


@pytest.fixture(params=["i2c", "serial"])
def kind(request: pytest.FixtureRequest) -> str:
    """The kind of a magnetic board."""
    return str(request.param)


@pytest.fixture
def sit(kind: str) -> Iterator[Any]:
    """A function that opens a table with a magnetic board, at a game in the state that its arguments give."""
    from board_hands import Hands  # imported here because only such tests need it
    from malediction_table import GRID, game

    with ExitStack() as stack:

        def table(text: str = GRID, hunters: int = 3, **changes: Any) -> Hands:
            return stack.enter_context(Hands(kind, game(text, hunters, **changes)))

        yield table


@pytest.fixture
def pins() -> Iterator[Any]:
    """The simulated pins of a device with the standard wiring."""
    from hardware.simulated.pins import SimulatedPins
    from hardware.wiring import Wiring

    pins = SimulatedPins(Wiring())
    yield pins
    pins.factory.close()


@pytest.fixture
def examined_pi(tmp_path: Path) -> Any:
    """A Raspberry Pi for the doctor to examine."""
    from examined_pi import ExaminedPi

    return ExaminedPi(tmp_path)
