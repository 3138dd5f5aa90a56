"""The log: lines on standard error, each with the priority by which journald files it (sd-daemon(3)).

Why no messages of unforeseen errors: they may quote what an action held, and whoever reads the log may be the one whom
the game keeps in the dark. Where it happened, and which kind of error it was, is enough to find it.
"""

from __future__ import annotations

import io
import sys
from contextlib import suppress
from enum import IntEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from firmware_py.words import Words


def spare_standard_error() -> None:
    """Have standard error leave out what cannot be written: a full disk there is no reason to end what is logged."""
    if sys.__stderr__ is not None and sys.stderr is sys.__stderr__:
        sys.stderr = io.TextIOWrapper(Unhurt(sys.__stderr__.fileno(), "w", closefd=False), write_through=True)


class Unhurt(io.FileIO):
    """A stream to a file that takes all that is written and keeps what it can."""

    def write(self, text: Any, /) -> int:
        """Write as far as possible, and return that all was."""
        with suppress(OSError):
            super().write(text)
        return len(text)


class Priority(IntEnum):
    """How much a line matters, in the words of syslog."""

    CRITICAL = 2
    ERROR = 3
    WARNING = 4
    NOTICE = 5


def log(priority: Priority, text: str) -> None:
    """Write `text`; every line of it carries the priority."""
    for line in text.splitlines():
        print(f"<{priority.value}>{line}", file=sys.stderr, flush=True)


def log_warnings(*warnings: Words) -> None:
    """Write in English what the players are told of the box, never of a game."""
    from firmware_py.words import speak  # here, because the first picture must not wait for it

    for warning in warnings:
        log(Priority.WARNING, speak("en")(warning))


def one_line(text: str) -> str:
    """Return `text` without line breaks."""
    return " ".join(text.split())


def log_crash(error: BaseException) -> None:
    """Write where an unforeseen error happened, and of which kind it was."""
    import traceback  # here, because a healthy start needs it not

    places = "".join(traceback.format_tb(error.__traceback__))
    log(Priority.CRITICAL, f"The program ends because of a mistake in it: {type(error).__name__}\n{places}")
