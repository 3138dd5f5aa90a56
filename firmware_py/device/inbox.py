"""The queue in which the loop finds what happened: edges of buttons, events of the board, and touches.

Why a queue: drivers work in threads of their own, and each of them must be able to wake the loop at once. An idle loop
then wakes only to poll the window. SDL reports a touch only when it is polled, so the window is polled often while
somebody uses it, and less often later.

Why a lock as a bell: `queue.Queue` makes a lock for every wait, which is a third of what it costs to wake an idle loop.
Why not `queue.SimpleQueue`: its `get(timeout=...)` can wait for ever (seen in CPython 3.8, 3.10, 3.11 and 3.12, not in
3.13). Right after an item was taken it computes how much time is left; if none is, because the timeout is short or the
processor was busy, the negative rest means "no limit" to the lock.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from display.inputs import WindowEvent
from firmware_py.device.simulated_presses import EdgeClock
from hardware import Edge

POLLS_PER_S = 20
"""How often the window is polled while somebody uses it."""
POLLS_UNTOUCHED_PER_S = 6
"""The same once nothing was touched or pressed for `LIVELY_S`..."""
POLLS_DIMMED_PER_S = 5
"""...and once the screen is dimmed. A button still wakes the loop at once."""
LIVELY_S = 10.0
LONGEST_WAIT_S = 1.0
"""The loop goes round after this time even if nothing happens: an edge may be lost, a sign of life due. It is a whole
number of pauses between two polls."""


class Inbox:
    """Collects what happens, and lets the loop wait for it."""

    def __init__(self, poll: Callable[[], tuple[WindowEvent, ...]], clock: Callable[[], float]) -> None:
        """Start empty; `poll` returns what happened to the window since its last call."""
        self._poll = poll
        self._clock = clock
        self._came: deque[Edge | None] = deque()
        self._bell = threading.Lock()  # locked while it is silent
        self._bell.acquire()
        self._lively_until_s = float("-inf")
        self.edge_clock = EdgeClock(clock)
        """The clock by which the devices time the edges of simulated presses."""
        self._polled_s = self.since_s = clock()
        """`since_s`: what the last poll returned happened after this moment, the one of the poll before."""

    def put(self, edge: Edge) -> None:
        """Add an edge. Any thread may call it."""
        self._add(edge)

    def wake(self) -> None:
        """End the waiting because a device has events to poll. Any thread may call it."""
        self._add(None)

    def _add(self, came: Edge | None) -> None:
        self._came.append(came)
        with suppress(RuntimeError):  # it rings already
            self._bell.release()

    def wait(self, deadline_s: float, *, is_dimmed: bool) -> tuple[Edge | WindowEvent, ...]:
        """Return what happened, edges first; nothing at the deadline or when a device woke the loop."""
        now_s = self._clock()
        deadline_s = min(deadline_s, now_s + LONGEST_WAIT_S)
        polls_per_s = POLLS_PER_S if now_s < self._lively_until_s else POLLS_UNTOUCHED_PER_S
        pause_s = 1 / (POLLS_DIMMED_PER_S if is_dimmed else polls_per_s)
        while True:
            is_woken, edges = self._listen(min(pause_s, deadline_s - now_s))
            self.since_s, self._polled_s = self._polled_s, self._clock()
            happened = (*edges, *self._poll())
            now_s = self._clock()
            if happened:
                self._lively_until_s = now_s + LIVELY_S
            if happened or is_woken or now_s >= deadline_s:
                return happened

    def edges(self) -> tuple[Edge, ...]:
        """Return the edges that came since the last call, without waiting."""
        return self._listen(0.0)[1] if self._came else ()

    def _listen(self, seconds: float) -> tuple[bool, tuple[Edge, ...]]:
        """Return whether anything came within this time, and the edges that came."""
        if not self._bell.acquire(timeout=max(0.0, seconds)):
            return False, ()
        came = [self._came.popleft() for _ in range(len(self._came))]
        return True, tuple(edge for edge in came if edge is not None)
