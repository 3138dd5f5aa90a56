"""A disk that does not answer until it is let go: what is to be stored waits in its order, in simulated time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from firmware_py.device.app import App
from firmware_py.device.disk import _Running


class Unanswered(Future[Any]):
    """A future that nobody waits for: simulated time stands still meanwhile."""

    def exception(self, timeout: float | None = None) -> BaseException | None:  # noqa: ARG002 - nothing comes meanwhile
        """The exception of a job that is done, if any. :raises TimeoutError: of any other job"""
        return super().exception(0.0)


class HeldDisk(Executor):
    """Carries out each job at once, as long as it is not held."""

    def __init__(self) -> None:
        self.is_held = False
        self._waiting: deque[tuple[Future[Any], Callable[[], Any]]] = deque()

    def submit(self, job: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Take a job."""
        future: Future[Any] = Unanswered()
        self._waiting.append((future, lambda: job(*arguments, **named)))
        if not self.is_held:
            self.let_go()
        return future

    def do_next(self) -> None:
        """Carry out the first job that waits, and hold the others."""
        future, job = self._waiting.popleft()
        future.set_result(job())

    def stall(self, app: App, now_s: float) -> None:
        """Let an app wait for what is being stored from now on, which changes nothing."""
        self.is_held = True
        app._saving.since_s = now_s
        app._saving._running = _Running(app.state, self.submit(tuple), lambda _: None, shows_secrets=False)

    def let_go(self) -> None:
        """Carry out everything that waits, and from then on each job at once."""
        self.is_held = False
        while self._waiting:
            self.do_next()
