"""The journal: every game of this device on its disk, one transaction an action, stored when the call returns.

`open_journal` always returns one. `journal` is the journal itself, on disk or in memory; `opening` opens it whatever
the state of its file. `values` are its games, `rows` what they are stored as; `writing` and `reading` write and verify
them, and the `seal` proves that none is missing. `tables` prepares the database, and `version_1` has its earlier
tables. `salvage` makes games of what `readable_rows` still reads of a damaged one, and `mending` puts single bits
right. `damage` handles the files that power cuts and worn cards leave, and `change_count` notices a log that was cut
short. `used_games` holds the last games in memory.
`faults` has the messages for the owner, `naming` the names of games in them; `file` lets other programs read the
journal meanwhile.

Why an action is committed before it is shown: a power cut may come at any moment. Undo moves a mark and leaves the
rest, so that even redo survives.

Why what is written of a game may wait for its commit (`hold`): the next page is made meanwhile, and nobody sees it
before. An action and the draft that ends with it are then stored as one.

Why the file is locked while it is open: two programs must not play one game. SQLite then needs no shared memory, whose
loss with a pulled card would kill the process.

Why the write-ahead log is emptied when a game begins: during a game that would cost further syncs.

Why the games used last are also held as values: a disk that fails never stops the game, it goes on in memory.

Why the order of games is a number of its own: the clock of a Pi jumps by years, so times are only labels.
"""

from firmware_py.storage.journal.faults import UNSAVED, JournalError
from firmware_py.storage.journal.journal import Journal
from firmware_py.storage.journal.opening import Opened, open_journal, read_journal
from firmware_py.storage.journal.values import GameSummary, Status, StoredGame

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
]
