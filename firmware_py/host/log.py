"""The log: lines on standard error, each with its priority for journald (sd-daemon(3)).

Why the messages of unforeseen errors are left out: they may quote an action, and a player may read the log. The place
and the kind of an error are enough to find it.
"""

from __future__ import annotations

import io
import os
import stat
import sys
from contextlib import suppress
from enum import IntEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from firmware_py.words import Words


def spare_standard_error() -> None:
    """Make standard error ignore failed writes: a full disk there is no reason to end the program."""
    if sys.__stderr__ is not None and sys.stderr is sys.__stderr__:
        sys.stderr = io.TextIOWrapper(_LenientFile(sys.__stderr__.fileno(), "w", closefd=False), write_through=True)


def tell_places_of_a_hang() -> None:
    """Make a signal that ends a hanging program write where the loop is: places, and no values.

    systemd sends SIGABRT to a program whose loop has given no sign of life, and the main thread, the loop's, takes it.
    The other threads go on meanwhile, and reading their frames would crash now and then, with the place unwritten.
    """
    import faulthandler  # here, because only a service is watched

    if sys.stderr is not None:
        faulthandler.enable(sys.stderr, all_threads=False)


def never_wait_for_the_log() -> None:
    """Make lines get lost that the system's log has no room for now: it may stall with the card that it is kept on.

    journald takes the lines of a service from a socket, which holds some hundreds of them.
    """
    if sys.stderr is not None and stat.S_ISSOCK(os.fstat(sys.stderr.fileno()).st_mode):
        os.set_blocking(sys.stderr.fileno(), False)


class _LenientFile(io.FileIO):
    """A file that ignores failed writes."""

    def write(self, text: Any, /) -> int:
        """Write as much as possible, and report that all was written."""
        with suppress(OSError):
            super().write(text)
        return len(text)


class Priority(IntEnum):
    """The priority of a line, in the words of syslog."""

    CRITICAL = 2
    ERROR = 3
    WARNING = 4
    NOTICE = 5


def log(priority: Priority, text: str) -> None:
    """Write `text`, every line with its priority; on a terminal a person reads it, and needs none.

    In one piece: what another thread writes at the same time must not stand in the midst of a line.
    """
    if sys.stderr is None:
        return
    priority_of_line = "" if sys.stderr.isatty() else f"<{priority.value}>"
    sys.stderr.write("".join(f"{priority_of_line}{line}\n" for line in text.splitlines()))
    sys.stderr.flush()


def log_warnings(*warnings: Words) -> None:
    """Write in English the warnings that the players read; they are about the device, never about a game."""
    from firmware_py.words import speak  # here, because the first picture must not wait for it

    for warning in warnings:
        log(Priority.WARNING, speak("en")(warning))


def one_line(text: str) -> str:
    """`text` without line breaks."""
    return " ".join(text.split())


def log_crash(error: BaseException) -> None:
    """Write the place and the kind of an unforeseen error."""
    import traceback  # here, because a normal start does not need it

    places = "".join(traceback.format_tb(error.__traceback__))
    log(Priority.CRITICAL, f"The program ends because of a mistake in it: {type(error).__name__}\n{places}")
