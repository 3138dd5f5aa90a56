"""What the application reaches the world with; only its owner, `App`, holds these."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import msgspec

from display.view import View
from firmware_py.config.schema import Config
from firmware_py.device.disk import Disk
from hardware import Devices


class AtOnce(Executor):
    """Does a job at once, in the thread that asks for it: simulated time knows no other thread."""

    def submit(self, job: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Return a future that is done."""
        future: Future[Any] = Future()
        try:
            future.set_result(job(*arguments, **named))
        except Exception as error:
            future.set_exception(error)
        return future


class Resources(msgspec.Struct, frozen=True):
    """The owner's configuration, the open devices, and the disk; none of them is closed here."""

    config: Config
    devices: Devices
    disk: Disk
    thread: Executor = msgspec.field(default_factory=AtOnce)
    """The one thread that reaches the disk."""
    wake: Callable[[], None] = lambda: None
    """Wakes the loop."""
    prepare: Callable[[View], None] = lambda _: None
    """Prepares to show a view, which is not to be seen yet."""
