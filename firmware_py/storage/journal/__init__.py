"""The journal: every game of this box on its disk, one transaction an action, stored when the call returns.

`open_journal` always gives one. Read `journal` for what it keeps and how it goes on without its disk, `opening` for how
it is found, `stored` for its tables, `damage` for what pulled plugs and worn cards leave of them, `faults` for what its
owner is told, `file` for how others look at it meanwhile.

Why: a power cut may come at any moment, so an action is committed before it is shown; undo moves a mark and keeps the
tail, so that even redo survives. The file is locked for as long as it is open: two programs must not play one game,
and SQLite then needs no shared memory, whose loss with a pulled card would kill the process. The write-ahead log is
emptied when a game begins, because in mid-game that would cost further syncs. A disk that fails never stops the game:
the games in use are also held as values, and go on in memory. Clocks of a Pi jump by years, so times are labels, and
the order of games is a number of its own.
"""

from firmware_py.storage.journal.faults import UNSAVED, JournalError
from firmware_py.storage.journal.journal import Journal, seed_key
from firmware_py.storage.journal.opening import Opened, open_journal, read_journal
from firmware_py.storage.journal.stored import GameSummary, Status, StoredGame

__all__ = [
    "UNSAVED",
    "GameSummary",
    "Journal",
    "JournalError",
    "Opened",
    "Status",
    "StoredGame",
    "open_journal",
    "read_journal",
    "seed_key",
]
