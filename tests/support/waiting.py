"""How long tests wait for another process or thread, so that they fail in the end and never on a busy machine."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE_S = 60.0
"""Far more than anything takes, also on a busy machine."""


@contextmanager
def without_waiting() -> Iterator[None]:
    """Fail instead of waiting for ever, as one does for the writer of a pipe."""

    def give_up(*_: object) -> None:
        raise AssertionError(f"still waiting after {PATIENCE_S} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
