"""Change a journal in thousands of ways, and see whether the device says so: `make mutations`.

Each mutation meets the files of a device that was switched off, or of one that lost its power in mid-game: bits, bytes,
pages and ends of the database and of its log at random (`RANDOM`), or rows and tables on purpose (`AIMED`). Then the
device starts on them, and examines the closed games. What it has of every game is compared with what it had before:

- harmless: everything is as it was, and nothing is reported
- reported: the start names what is damaged, whatever could be put right
- last entry: only the newest commit is missing, as after a power cut
- silent: something is missing or different, and nobody is reported
- crashed: the device or its drawing fails
"""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pygame
from random_play import random_record
from stored_journal import begin_game

from display.draw import draw
from display.view import Menu, View, as_text
from firmware_py.config.schema import JOURNAL_NAME, Config
from firmware_py.desk.simulated_device import FIRST_DAY, SimulatedDevice
from firmware_py.games.records import write_line
from firmware_py.games.restoring import read_record
from firmware_py.games.session import Session, checksums
from firmware_py.storage.changes import Choose, Draft, Move, Play, StoredGame
from firmware_py.storage.files import JournalError
from firmware_py.storage.journal import Journal, save_session
from firmware_py.storage.opening import Opened, game_name, open_journal, recover
from firmware_py.words import Words, speak

CONFIG = Config(language="en")
SCREEN = 480, 320
TAKEN_BACK = 2
"""Actions of a game that are taken back, and can be made again."""
KINDS = ("harmless", "reported", "last entry", "silent", "crashed")
Files = dict[str, bytes]
"""The files of a journal: name and content."""


LOG = f"{JOURNAL_NAME}-wal"
NOTE = f"{JOURNAL_NAME}-count"

# --- mutations at random ---------------------------------------------------------------------------------------------


def one_bit(content: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(content))
    return content[:at] + bytes([content[at] ^ (1 << chance.randrange(8))]) + content[at + 1 :]


def one_byte(content: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(content))
    return content[:at] + chance.randbytes(1) + content[at + 1 :]


def many_bytes(content: bytes, chance: random.Random) -> bytes:
    at, length = chance.randrange(len(content)), chance.randint(2, 64)
    new = chance.choice((chance.randbytes(length), bytes(length), b"\xff" * length))
    return (content[:at] + new + content[at + length :])[: len(content)]


def a_page(content: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(content)) // 4096 * 4096
    other = chance.randrange(len(content)) // 4096 * 4096
    new = chance.choice((chance.randbytes(4096), bytes(4096), content[other : other + 4096]))
    return (content[:at] + new + content[at + 4096 :])[: len(content)]


def cut_off(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randrange(len(content))]


Mutation = Callable[[bytes, random.Random], bytes]
RANDOM: dict[str, tuple[str, Mutation, int]] = {
    "bit of the database": (JOURNAL_NAME, one_bit, 30),
    "byte of the database": (JOURNAL_NAME, one_byte, 12),
    "bytes of the database": (JOURNAL_NAME, many_bytes, 10),
    "page of the database": (JOURNAL_NAME, a_page, 5),
    "end of the database": (JOURNAL_NAME, cut_off, 4),
    "bit of the log": (LOG, one_bit, 17),
    "byte of the log": (LOG, one_byte, 7),
    "bytes of the log": (LOG, many_bytes, 7),
    "end of the log": (LOG, cut_off, 7),
    "bit of the note": (NOTE, one_bit, 1),
}
"""What is changed, how, and how often of a hundred times."""


# --- mutations on purpose --------------------------------------------------------------------------------------------

COLUMNS = {"changes": 3, "games": 5}
SCHEMA = (
    "CREATE TRIGGER foreign_one AFTER INSERT ON changes BEGIN DELETE FROM games; END",
    "CREATE TRIGGER foreign_one BEFORE UPDATE ON games BEGIN SELECT 1; END",
    "CREATE VIEW foreign_one AS SELECT * FROM games",
    "CREATE TABLE foreign_one (name TEXT)",
    "CREATE INDEX foreign_one ON games (digest)",
    "ALTER TABLE games ADD COLUMN foreign_one TEXT",
    "ALTER TABLE changes RENAME COLUMN change TO chance",
    "ALTER TABLE games RENAME COLUMN digest TO eigest",
    "ALTER TABLE changes RENAME TO chances",
    "DROP TABLE changes",
    "DROP TABLE games",
    "PRAGMA user_version = 0",
    "PRAGMA user_version = 6",
    "PRAGMA application_id = 7",
)


def changed_value(db: sqlite3.Connection, chance: random.Random) -> None:
    """Change one value: a bit, a letter, a number, another row's value, or nothing at all in its place."""
    table, rows = _rows(db, chance)
    row, column = chance.randrange(len(rows)), chance.randrange(COLUMNS[table])
    values = list(rows[row])
    value = values[column]
    if isinstance(value, str) and value and chance.random() < 0.7:
        at = chance.randrange(len(value))
        values[column] = value[:at] + chr(ord(value[at]) ^ (1 << chance.randrange(5)) or 32) + value[at + 1 :]
    elif isinstance(value, int) and chance.random() < 0.7:
        values[column] = value ^ (1 << chance.randrange(40))
    else:
        values[column] = chance.choice([*(other[column] for other in rows), "" if isinstance(value, str) else 0])
    rows[row] = tuple(values)
    _store(db, table, rows)


def line_lost(db: sqlite3.Connection, chance: random.Random) -> None:
    """Take a line out of the record of a closed game, or double it."""
    table, rows = _rows(db, chance, "games")
    at = chance.randrange(len(rows))
    lines = str(rows[at][-1]).split("\n")
    line = chance.randrange(len(lines))
    lines[line : line + 1] = chance.choice(([], [lines[line]] * 2))
    rows[at] = (*rows[at][:-1], "\n".join(lines))
    _store(db, table, rows)


def row_lost(db: sqlite3.Connection, chance: random.Random) -> None:
    table, rows = _rows(db, chance)
    del rows[chance.randrange(len(rows))]
    _store(db, table, rows)


def row_doubled(db: sqlite3.Connection, chance: random.Random) -> None:
    """Write a row a second time, under another number or over another row."""
    table, rows = _rows(db, chance)
    number = chance.choice([*(other[0] for other in rows), 77])
    _store(db, table, [*rows, (number, *chance.choice(rows)[1:])])


def rows_swapped(db: sqlite3.Connection, chance: random.Random) -> None:
    """Exchange the places of two rows."""
    table, rows = _rows(db, chance)
    one, other = chance.randrange(len(rows)), chance.randrange(len(rows))
    rows[one], rows[other] = (rows[one][0], *rows[other][1:]), (rows[other][0], *rows[one][1:])
    _store(db, table, rows)


def tail_lost(db: sqlite3.Connection, chance: random.Random) -> None:
    """Delete the newest changes."""
    (count,) = db.execute("SELECT count(*) FROM changes").fetchone()
    newest = "SELECT number FROM changes ORDER BY number DESC LIMIT ?"
    db.execute(f"DELETE FROM changes WHERE number IN ({newest})", (chance.randint(1, count),))


def schema_changed(db: sqlite3.Connection, chance: random.Random) -> None:
    db.execute(chance.choice(SCHEMA))


Change = Callable[[sqlite3.Connection, random.Random], None]
AIMED: dict[str, tuple[Change, int]] = {
    "value of a row": (changed_value, 50),
    "line of a closed game": (line_lost, 10),
    "row lost": (row_lost, 12),
    "row doubled": (row_doubled, 8),
    "rows swapped": (rows_swapped, 8),
    "newest changes lost": (tail_lost, 5),
    "tables changed": (schema_changed, 7),
}
"""What is changed, how, and how often of a hundred times."""


def _rows(db: sqlite3.Connection, chance: random.Random, table: str = "") -> tuple[str, list[tuple[Any, ...]]]:
    table = table or chance.choice(list(COLUMNS))
    return table, db.execute(f"SELECT * FROM {table}").fetchall()


def _store(db: sqlite3.Connection, table: str, rows: list[tuple[object, ...]]) -> None:
    """Replace all rows of a table; of two with the same key the last one stays."""
    db.execute(f"DELETE FROM {table}")
    for row in rows:
        db.execute(f"INSERT OR REPLACE INTO {table} VALUES ({', '.join('?' * len(row))})", row)


# --- the journals before ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Before:
    """A journal as it is, and what a device shows of it now, and showed before the newest commit."""

    files: Files
    games: dict[int, StoredGame]
    settings: dict[str, str]
    a_commit_ago: dict[int, StoredGame]


def opened(folder: Path) -> Opened:
    return open_journal(folder / JOURNAL_NAME, lambda: FIRST_DAY)


def opened_and_examined(folder: Path) -> tuple[Journal, tuple[Words, ...]]:
    """The journal as the device has it soon after its start, and what the device tells."""
    outcome = opened(folder)
    try:
        for _ in outcome.journal.examine():
            pass
    except JournalError as error:
        warnings, damaged = recover(outcome.journal, error)
        return outcome.journal, (*outcome.warnings, *warnings, *damaged)
    return outcome.journal, outcome.warnings


def contents(journal: Journal) -> tuple[dict[int, StoredGame], dict[str, str]]:
    return {game.id: journal.load(game.id) for game in journal.games()}, journal.settings


def session_of(game: str, chance: random.Random, most: int) -> Session:
    """A random game, in which there is something to take back."""
    while (session := read_record(random_record(game, chance, most=most))).ply < TAKEN_BACK:
        pass
    return session


def play_on(journal: Journal, session: Session, colours: tuple[str, ...]) -> int:
    """Store a game action by action, and return its number."""
    number = begin_game(journal, write_line(session.header), colours, seed="00112233445566778899aabbccddeeff")
    lines, sums = [write_line(step.action) for step in session.steps], list(checksums(session))
    for ply, line in enumerate(lines):
        journal.commit(Play(number, ply, (line,), (sums[ply],)))
    return number


def journals(folder: Path, chance: random.Random) -> tuple[Before, Before]:
    """A journal as it is after switching off, and after a power cut in mid-game."""
    with opened(folder).journal as journal:
        journal.commit(Choose("language", "en"))
        journal.commit(Choose("rotation", "180"))
        for game in ("maudite_momie", "or_du_pharaon", "malediction"):
            save_session(journal, session_of(game, chance, 25), aside=True)
            save_session(journal, session_of(game, chance, 12), aside=True)
        session = session_of("maudite_momie", chance, 30)
        colours = ("red", "blue", "green", "yellow", "purple", "white")[: len(session.header.players)]
        number = play_on(journal, session, colours)
        journal.commit(Move(number, session.ply - TAKEN_BACK))
    closed = Before(read(folder), *_contents_of(folder), {})
    with opened(folder).journal as journal:
        session = session_of("or_du_pharaon", chance, 30)
        number = play_on(journal, session, ("blue", "red", "green", "yellow")[: len(session.header.players)])
        journal.commit(Draft(number, "half a card"))
        ago, _ = contents(journal)
        journal.commit(Move(number, session.ply - 1))
        cut = Before(read(folder), *contents(journal), ago)
    return closed, cut


def _contents_of(folder: Path) -> tuple[dict[int, StoredGame], dict[str, str]]:
    with opened(folder).journal as journal:
        return contents(journal)


def read(folder: Path) -> Files:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name in (JOURNAL_NAME, LOG, NOTE)}


# --- the journal changed ------------------------------------------------------------------------------------------


def changed(files: Files, file: str, change: Mutation, chance: random.Random) -> Files:
    """The files with one of them changed."""
    return {**files, file: change(files[file], chance)}


def changed_by_sql(files: Files, change: Change, chance: random.Random, folder: Path) -> Files:
    """The files after a change by SQL; the log is empty then."""
    write(folder, files)
    with closing(sqlite3.connect(folder / JOURNAL_NAME, isolation_level=None)) as db:
        change(db, chance)
    return read(folder)


# --- what the device does --------------------------------------------------------------------------------------------


def write(folder: Path, files: Files) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)


def drawn(view: View, seen: set[str]) -> str:
    """Draw a view, unless one like it was drawn before; return it as text."""
    text = as_text(view)
    if text not in seen:
        seen.add(text)
        draw(view, pygame.Surface(SCREEN))
    return text


def walked_through(folder: Path, seen: set[str], different: list[int]) -> None:
    """Start the device; if games are different now, go on with the unfinished one, and open each from the list."""
    with SimulatedDevice(CONFIG, folder) as device:
        drawn(device.app.view, seen)
        for _ in range(4 if different else 0):
            device.press("ok")
            drawn(device.app.view, seen)
    for number in different:
        with SimulatedDevice(CONFIG, folder) as device:
            for _ in range(3):  # past the troubles and the question about the unfinished game
                if "Saved games" in labels(device):
                    break
                device.press("back")
            if "Saved games" in labels(device):
                device.touch(labels(device)["Saved games"])
                drawn(device.app.view, seen)
                at = [game.game_id for game in device.app.table.saved_games()].index(number)
                device.touch(list(labels(device).values())[at])
                drawn(device.app.view, seen)
                device.press("ok")
                drawn(device.app.view, seen)


def labels(device: SimulatedDevice) -> dict[str, str]:
    """The target of each line of a menu; lines with equal labels are numbered."""
    body = device.app.view.body
    items = [item for item in body.items if item.target] if isinstance(body, Menu) else []
    first = {item.label: item.target for item in reversed(items)}
    return {
        item.label if first[item.label] == item.target else f"{item.label} {at}": item.target
        for at, item in enumerate(items)
    }


def verdict(before: Before, files: Files, folder: Path, seen: set[str]) -> str:
    """How a device finds a journal again, one of `KINDS`."""
    write(folder, files)
    journal, reported = opened_and_examined(folder)
    with journal:
        games, settings = contents(journal)
        is_durable = journal.is_durable
    is_same = (games, settings) == (before.games, before.settings)
    if not is_same or reported:
        write(folder, files)
        different = [number for number, game in games.items() if before.games.get(number) != game]
        walked_through(folder, seen, different)
    if reported:
        return "reported" if is_durable and all_are_named(before, games, reported) else "silent"
    if is_same:
        return "harmless"
    return "last entry" if games == before.a_commit_ago else "silent"


def all_are_named(before: Before, games: dict[int, StoredGame], reported: tuple[Words, ...]) -> bool:
    """Whether the warnings name every game that is different now; what lost commits held has no name."""
    text = " ".join(map(speak("en"), reported))
    different = [game for number, game in games.items() if before.games.get(number) != game]
    return "newest entries" in text or all(speak("en")(game_name(game)) in text for game in different)


def judged(before: Before, make: Callable[[], Files], folder: Path, seen: set[str], keep: Path | None) -> str:
    """The verdict on a mutation; the files of a silent or crashed one are kept."""
    files: Files = {}
    try:
        files = make()
        found = verdict(before, files, folder, seen)
    except Exception:
        traceback.print_exc()
        found = "crashed"
    if keep and found in ("silent", "crashed"):
        write(keep / f"{found}-{len(list(keep.iterdir()))}", files)
    return found


def hunt(seed: int, at_random: int, aimed: int, keep: Path | None = None) -> dict[str, Counter[str]]:
    """How often each kind of mutation had each outcome."""
    chance = random.Random(seed)
    table: dict[str, Counter[str]] = {name: Counter() for name in (*RANDOM, *AIMED)}
    with tempfile.TemporaryDirectory() as place:
        source, folder = Path(place) / "source", Path(place) / "mutated"
        closed, cut = journals(source, chance)
        judge = partial(judged, folder=folder, seen=set(), keep=keep)
        for name in chance.choices(list(RANDOM), weights=[often for *_, often in RANDOM.values()], k=at_random):
            file, change, _ = RANDOM[name]
            before = cut if file != JOURNAL_NAME or chance.random() < 0.5 else closed
            table[name][judge(before, partial(changed, before.files, file, change, chance))] += 1
        for name in chance.choices(list(AIMED), weights=[often for _, often in AIMED.values()], k=aimed):
            by_hand, _ = AIMED[name]
            table[name][judge(closed, partial(changed_by_sql, closed.files, by_hand, chance, folder))] += 1
    return table


def main(seed: int, at_random: int, aimed: int) -> int:
    """Print the table, and return 1 if anything was silent or crashed."""
    keep = Path("build/mutations")
    keep.mkdir(parents=True, exist_ok=True)
    table = hunt(seed, at_random, aimed, keep)
    print(f"{'':24}{'tried':>8}" + "".join(f"{kind:>12}" for kind in KINDS))
    total: Counter[str] = Counter()
    for name, counted in table.items():
        total += counted
        print(f"{name:24}{counted.total():8}" + "".join(f"{counted[kind]:12}" for kind in KINDS))
    print(f"{'all':24}{total.total():8}" + "".join(f"{total[kind]:12}" for kind in KINDS))
    return int(total["silent"] + total["crashed"] > 0)


if __name__ == "__main__":
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    given = [int(argument) for argument in sys.argv[1:]]
    sys.exit(main(*(given + [1, 10_000, 2_000][len(given) :])))
