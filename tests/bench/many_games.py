"""How long each page about evenings takes with many games, how much memory, and how long it takes to move house.

    make by-hand RUN="tests/bench/many_games.py"

Prints the table of docs/results.md. Time is that of the processor from the question to what is drawn, the best of five;
memory is the most that Python has at once meanwhile.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
import tracemalloc
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from random_play import SAMPLERS, random_game

from display.view import View
from firmware_py.config.schema import JOURNAL_NAME
from firmware_py.evenings.results import VERSION, Moment
from firmware_py.evenings.statistics import AskEvenings, AskGame, AskPeople, AskPerson, Question, answer
from firmware_py.games.records import read_header
from firmware_py.games.session import begin, play
from firmware_py.pages.evenings import with_answer
from firmware_py.pages.interface import PageContext
from firmware_py.pages.settings_menu import known_house_rules
from firmware_py.storage.changes import StoredGame
from firmware_py.storage.journal import Journal, save_session
from firmware_py.storage.opening import open_journal
from firmware_py.storage.rows import game_row, make_result, result_text
from firmware_py.transfers.moving import copy_everything, take_everything
from firmware_py.transfers.stick import Stick
from firmware_py.words import speak

SIZES = (10, 1_000, 10_000)
FRIDAY = datetime(2026, 11, 27, 19, 0, tzinfo=UTC)
TEMPLATES = 24
REPEATS = 5
TABLE = PageContext(speak("en"))


def templates() -> list[StoredGame]:
    """Some games as they are stored, of every kind."""
    with open_journal(None, lambda: FRIDAY).journal as journal:
        games = []
        for seed in range(TEMPLATES):
            game = tuple(SAMPLERS)[seed % len(SAMPLERS)]
            session = begin(SAMPLERS[game].header(random.Random(seed)))
            for _, action, _ in random_game(game, seed):
                session = play(session, action)
            games.append(journal.load(save_session(journal, session)))
        return games


def played(games: list[StoredGame], count: int) -> Iterator[StoredGame]:
    """Yield so many games, four an evening, an evening a day."""
    for number in range(count):
        game = games[number % len(games)]
        evenings_ago, left = divmod(count - 1 - number, 4)
        began = FRIDAY - timedelta(days=evenings_ago, minutes=40 * left)
        times = tuple(began + timedelta(seconds=10 * at) for at in range(len(game.lines)))
        uptimes = tuple(number * 86_400_000 + 10_000 * at for at in range(len(game.lines)))
        yield replace(
            game, id=number + 1, opened=number + 1, uid=f"{number:016x}", started_at=began, times=times,
            uptimes_ms=uptimes, changed_at=began,
        )  # fmt: skip


def fill(journal: Journal, games: list[StoredGame], count: int) -> None:
    """Store so many games with their results, which follow from those of the few that were played."""
    contents = replace(journal.contents, next_id=count + 1, next_opened=count + 1)
    journal.merge(contents, played(games, count))
    known = [make_result(game) for game in games]
    journal._db.execute("BEGIN")
    for game in played(games, count):
        result = known[(game.id - 1) % len(known)]
        assert result
        began, ended = (Moment(game.times[at], game.uptimes_ms[at]) for at in (0, -1))
        text = result_text(game_row(game)[1], replace(result, began=began, ended=ended, resumed=None), VERSION)
        journal._db.execute("UPDATE games SET result = ? WHERE id = ?", (text, game.id))
    journal._db.execute("COMMIT")
    assert journal.count_unmade() == 0


def measured(do: Callable[[], object]) -> tuple[float, float]:
    """The seconds that something takes, and the megabytes that it has at once meanwhile."""
    took = []
    for _ in range(REPEATS):
        since = time.process_time()
        do()
        took.append(time.process_time() - since)
    tracemalloc.start()
    do()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return min(took), peak / 1e6


def questions(name: str) -> dict[str, tuple[Question, dict[str, str]]]:
    """What the pages ask, and who is called otherwise; `name` is somebody who has played."""
    return {
        "this evening, with the calendar": (AskEvenings(), {}),
        "the same, right after a game": (AskEvenings(), {}),
        "evenings of long ago": (AskEvenings(1_000_000), {}),
        "people": (AskPeople(), {}),
        "a person": (AskPerson(name), {}),
        "the same, called otherwise": (AskPerson("Elsewhere"), {name: "Elsewhere"}),
        "a game": (AskGame("or_du_pharaon"), {}),
    }


def shown(journal: Journal, question: Question, names: dict[str, str], *, is_fresh: bool) -> View:
    """The page that answers a question, as it is drawn; `is_fresh` after the history has changed."""
    if is_fresh:
        journal._order = None
    found = answer(question, journal, Moment(FRIDAY, 0), names)
    return with_answer((), found, 0, TABLE)[-1].view(TABLE)


def main() -> None:
    """Print a row for each page, and for moving house."""
    games, rows = templates(), dict[str, list[str]]()
    with tempfile.TemporaryDirectory() as folder:
        for count in SIZES:
            place = Path(folder) / str(count)
            place.mkdir()
            with closing(open_journal(place / JOURNAL_NAME, lambda: FRIDAY).journal) as journal:
                fill(journal, games, count)
                asked = questions(read_header(games[0].header_line.encode()).players[0])
                for page, (question, names) in asked.items():
                    show = partial(shown, journal, question, names, is_fresh="after" in page)
                    rows.setdefault(page, []).append("{:.1f} ms, {:.1f} MB".format(*_milli(measured(show))))
                lists = measured(lambda journal=journal: journal.games(most=51))
                rows.setdefault("saved games", []).append("{:.1f} ms, {:.1f} MB".format(*_milli(lists)))
                rows.setdefault("copy everything", []).append(_moved(journal, place, copies=True))
                rows.setdefault("take it, new", []).append(_moved(journal, place, copies=False))
                rows.setdefault("take it again", []).append(_moved(journal, place, copies=False))
                size = (place / JOURNAL_NAME).stat().st_size / 1e6
                rows.setdefault("the journal's file", []).append(f"{size:.1f} MB")
                print(count, {page: cells[-1] for page, cells in rows.items()}, file=sys.stderr, flush=True)
    print("| page |", " | ".join(f"{count:,} games" for count in SIZES), "|")
    print("|---|", "|".join("---" for _ in SIZES), "|")
    for page, cells in rows.items():
        print(f"| {page} |", " | ".join(cells), "|")


def _milli(figure: tuple[float, float]) -> tuple[float, float]:
    return figure[0] * 1000, figure[1]


def _moved(journal: Journal, place: Path, *, copies: bool) -> str:
    """How long it takes to copy everything, or to take it on another device."""
    stick, since = Stick(place, "stick"), time.process_time()
    if copies:
        deque(copy_everything(journal, (), stick, known_house_rules(), with_secrets=True), maxlen=0)
    else:
        with closing(open_journal(place / "other" / JOURNAL_NAME, lambda: FRIDAY).journal) as other:
            deque(take_everything(other, None, (stick,), known_house_rules(), ()), maxlen=0)
            assert other.count == journal.count
    return f"{time.process_time() - since:.1f} s"


if __name__ == "__main__":
    sys.exit(main())
