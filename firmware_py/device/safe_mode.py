"""Safe mode: the device starts with default settings and a new journal, because the last starts failed."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from firmware_py.config.data_directory import JOURNAL_NAME
from firmware_py.host.failed_starts import FAILED_STARTS
from firmware_py.storage.files import set_aside, were_set_aside
from firmware_py.words import Words, reason, words

DOCTOR = "sudo /opt/pyramid-referee/current/bin/pyramid-referee doctor"
"""How the owner of an installed device starts the doctor."""


def enter_safe_mode(data: Path, failed: int) -> tuple[Words, ...]:
    """Set the journal aside in the first of several safe modes, and return what the players must know."""
    return (
        words("Safe mode: the program failed {count} times in a row.", count=failed),
        words("The default settings are used, without a magnetic board."),
        *_set_aside(data / JOURNAL_NAME, is_first=failed == FAILED_STARTS),
        words("Ask the owner to run: {command}", command=DOCTOR),
    )


def _set_aside(journal: Path, *, is_first: bool) -> tuple[Words, ...]:
    """Set the journal aside if this is the first safe mode; return where the earlier games are, if there are any."""
    try:
        if is_first and journal.exists():
            set_aside(journal, lambda: datetime.now(UTC))
        is_aside = bool(were_set_aside(journal))
    except OSError as error:
        return (words("The earlier games could not be set aside: {why}", why=reason(error)),)
    return (words("The earlier games are set aside: get them back in 'Saved games'."),) if is_aside else ()
