"""How many changes the journal holds, noted in a file beside it.

Why: a log that was cut short looks like one whose last commits never were. The note is written after each commit, and
never synced: after a power cut it may say less than the journal, but never more. It goes when the log goes.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from firmware_py.storage.journal.rows import digest

ENDING = "-count"


def note_changes(journal: Path, name: str, changes: int) -> None:
    """Note how many changes the journal with its own `name` holds. A disk that fails shows itself elsewhere."""
    text = f"{name} {changes:016x}"
    with suppress(OSError):
        note = os.open(f"{journal}{ENDING}", os.O_WRONLY | os.O_CREAT, 0o644)
        try:
            os.pwrite(note, f"{text} {digest(text)}\n".encode(), 0)  # in place: a file cut first would be synced
        finally:
            os.close(note)


def noted_changes(journal: Path) -> tuple[str, int]:
    """Return the own name of the journal, and how many changes were noted; none without a note that can be read."""
    with suppress(OSError, ValueError):
        name, changes, seen = Path(f"{journal}{ENDING}").read_text(encoding="ascii").split()
        if digest(f"{name} {changes}") == seen:
            return name, int(changes, 16)
    return "", 0


def forget_changes(journal: Path) -> None:
    """Remove the note if there is no log any more."""
    if not Path(f"{journal}-wal").exists():
        with suppress(OSError):
            Path(f"{journal}{ENDING}").unlink(missing_ok=True)
