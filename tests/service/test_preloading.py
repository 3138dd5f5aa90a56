"""What is loaded when: what the first page needs, the other games once it is ready, and the disk is read once."""

from __future__ import annotations

import random
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from places import PROJECT
from random_play import random_record
from running_service import service
from sampling import every

from firmware_py.config.schema import JOURNAL_NAME
from firmware_py.device.panel import read_ahead
from firmware_py.games.registry import BOXES
from firmware_py.games.restoring import read_record
from firmware_py.storage.journal import save_session
from firmware_py.storage.opening import open_journal

TELLING = """
import sys, threading
from pathlib import Path

folder = Path(sys.argv.pop(1))

def keep(when):
    (folder / when).write_text(" ".join(list(sys.modules)))

def tell(frame, event, argument):
    sys.setprofile(None)
    if threading.current_thread().name == "preloading":
        keep("ready")

threading.setprofile(tell)
from firmware_py.cli.main import main
status = main(sys.argv[4:])
for thread in threading.enumerate():
    if thread.name == "preloading":
        thread.join()
keep("later")
sys.exit(status)
"""
"""The real service, which writes into files what is loaded as soon as it is ready, and at its end.

Its log is no place for that: the lines of other threads would cut so long a line.
"""


def loaded(folder: Path) -> tuple[list[str], list[str]]:
    """Return our modules that a device has loaded when it is ready, and those at its end."""
    with service(folder, under=(sys.executable, "-c", TELLING, str(folder))) as running:
        running.wait_for("READY=1")
        status, log = running.end()
    assert status == 0, log
    ready, later = (
        [
            name
            for name in (folder / when).read_text().split()
            if name.startswith(("firmware_py.", "hardware.", "display."))
        ]
        for when in ("ready", "later")
    )
    return ready, later


def of_games(modules: list[str]) -> set[str]:
    """The games of which rules or pages are among the modules."""
    parts = (name.split(".") for name in modules)
    return {game for area, game, *_ in (part[1:] for part in parts if len(part) > 2) if area in ("games", "pages")} & {
        *BOXES
    }


def keep(state: Path, *games: str, goes_on: bool) -> None:
    """Save games, the last of them as the one under way."""
    with open_journal(state / JOURNAL_NAME, lambda: datetime.now(UTC)).journal as journal:
        for number, game in enumerate(games, start=1):
            is_last = number == len(games)
            record = random_record(game, random.Random(number), most=40)
            save_session(journal, read_record(record), aside=not (is_last and goes_on))


def test_the_first_page_loads_no_game_however_many_are_saved(tmp_path: Path) -> None:
    """Neither rules nor pages, nor what follows pieces on a board; all games are there soon afterwards."""
    keep(tmp_path / "state", *BOXES, goes_on=False)
    ready, later = loaded(tmp_path)
    assert of_games(ready) == set()
    assert not [name for name in ready if name.startswith("firmware_py.tracking.")]
    assert of_games(later) == set(BOXES)


@pytest.mark.parametrize("game", every(2, [*BOXES]))
def test_a_game_under_way_is_the_only_one_that_is_loaded(game: str, tmp_path: Path) -> None:
    """The first page shows how it stands, and needs nothing of the others."""
    keep(tmp_path / "state", *BOXES, game, goes_on=True)
    ready, _ = loaded(tmp_path)
    assert of_games(ready) == {game}
    assert not [name for name in ready if name.startswith("firmware_py.tracking.")], "there is no board"


def test_every_picture_font_catalogue_and_module_is_read() -> None:
    """At least as many bytes as those files have: a card that stalls later reads nothing."""
    kinds = ("display/**/*.svg", "display/**/*.ttf", "firmware_py/**/*.mo", "firmware_py/**/*.py", "hardware/**/*.py")
    needed = [path for kind in kinds for path in PROJECT.glob(kind)]
    assert {path.suffix for path in needed} == {".svg", ".ttf", ".mo", ".py"}
    assert read_ahead() >= sum(path.stat().st_size for path in needed)
