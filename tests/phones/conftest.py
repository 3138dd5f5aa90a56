"""One Chromium for all tests of a process; each phone is a profile of its own in it."""

import pytest
from chromium import CHROMIUM, Browser


@pytest.fixture(scope="session")
def browser():
    """A browser, which is started once."""
    if CHROMIUM is None:
        pytest.skip("needs Chromium (package chromium)")
    opened = Browser()
    yield opened
    opened.close()
