"""Ends the process of a test that hangs, and says where each of its threads stands: no test may hang a whole run.

pytest has such a limit itself, but forgets it as soon as a test fails, and then what the test leaves behind may hang.
"""

from __future__ import annotations

import faulthandler
import os

import pytest

STEP_S = 600.0
"""How long a test, its beginning and its end may take each: none has taken a sixth of it, on any machine."""
STDERR = pytest.StashKey[int]()


def pytest_configure(config: pytest.Config) -> None:
    """Keep what leads out of this process: pytest catches what tests write."""
    config.stash[STDERR] = os.dup(2)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Give it back."""
    os.close(config.stash[STDERR])


def _begin(item: pytest.Item) -> None:
    faulthandler.dump_traceback_later(STEP_S, exit=True, file=item.config.stash[STDERR])


pytest_runtest_setup = pytest_runtest_call = pytest_runtest_teardown = _begin


def pytest_runtest_logfinish() -> None:
    """Wait for the next test as long as it takes."""
    faulthandler.cancel_dump_traceback_later()
