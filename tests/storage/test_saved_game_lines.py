"""The saved games in one line each, as the device keeps them."""

from datetime import UTC, datetime
from pathlib import Path

from firmware_py.desk.speed import HEADERS
from firmware_py.device.autosave import Autosave
from firmware_py.games.records import read_header
from firmware_py.games.session import begin
from firmware_py.storage.changes import PutAside
from firmware_py.storage.journal import save_session
from firmware_py.storage.opening import open_journal


def test_the_line_of_a_game_is_made_once(tmp_path: Path) -> None:
    """Whoever leaves a game waits for its line, and not for those of a thousand others, which are as they were."""
    with open_journal(tmp_path / "games.sqlite", lambda: datetime(2026, 1, 1, tzinfo=UTC)).journal as journal:
        kept, changed = (save_session(journal, begin(read_header(header))) for header in HEADERS[:2])
        store = Autosave(journal, None)
        before = {line.game_id: line for line in store.stored.saved_games()}
        journal.commit(PutAside(changed))
        added = save_session(journal, begin(read_header(HEADERS[2])))
        store.look_through()
        after = {line.game_id: line for line in store.stored.saved_games()}
    assert list(after) == [added, changed, kept]
    assert after[kept] is before[kept]
    assert after[changed] is not before[changed]
