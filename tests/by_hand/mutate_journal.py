"""Change a journal in thousands of ways, and see whether the device says so: `make mutations`.

Each mutation meets the files of a device that was switched off, or of one that lost its power in mid-game: bits, bytes,
pages and ends of the database and of its log at random (`RANDOM`), or rows, settings and tables on purpose (`AIMED`).
Then the device starts on them. What its pages show of every game is compared with what they showed before:

- harmless: everything is as it was, and nothing is reported
- reported: the start names what is damaged, whatever could be put right
- last entry: only the newest commit is missing, as after a power cut
- silent: something is missing or different, and nobody is told
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

import pygame
from journal_mutations import AIMED, LOG, NOTE, RANDOM, Change, Mutation
from random_play import random_record

from display.draw import draw
from display.view import Menu, View, as_text
from firmware_py.config.data_directory import JOURNAL_NAME
from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import FIRST_DAY, SimulatedDevice
from firmware_py.games.records import write_line
from firmware_py.games.restoring import read_record
from firmware_py.games.session import Session, checksums
from firmware_py.storage.journal import Journal, Opened, StoredGame, open_journal
from firmware_py.storage.journal.naming import game_name
from firmware_py.storage.saved_games import save_session
from firmware_py.words import speak

CONFIG = Config(language="en")
SCREEN = 480, 320
TAKEN_BACK = 2
"""So many actions of a game are taken back, and can be made again."""
KINDS = ("harmless", "reported", "last entry", "silent", "crashed")
Files = dict[str, bytes]
"""The files of a journal: name and content."""


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


def contents(journal: Journal) -> tuple[dict[int, StoredGame], dict[str, str]]:
    return {game.id: journal.load(game.id) for game in journal.games()}, journal.settings()


def session_of(game: str, chance: random.Random, most: int) -> Session:
    """Return a random game, in which there is something to take back."""
    while (session := read_record(random_record(game, chance, most=most))).ply < TAKEN_BACK:
        pass
    return session


def play_on(journal: Journal, session: Session, colours: tuple[str, ...]) -> int:
    """Store a game action by action, and return its number."""
    number = journal.begin(write_line(session.header), colours, seed="00112233445566778899aabbccddeeff")
    lines, sums = [write_line(step.action) for step in session.steps], list(checksums(session))
    for ply, line in enumerate(lines):
        journal.replace_tail(number, ply, (line,), (sums[ply],))
    return number


def journals(folder: Path, chance: random.Random) -> tuple[Before, Before]:
    """Return a journal as it is after switching off, and after a power cut in mid-game."""
    with opened(folder).journal as journal:
        journal.set_setting("language", "en")
        journal.set_setting("rotation", "180")
        for game in ("maudite_momie", "or_du_pharaon", "malediction"):
            save_session(journal, session_of(game, chance, 25), aside=True)
            save_session(journal, session_of(game, chance, 12), aside=True)
        session = session_of("maudite_momie", chance, 30)
        colours = ("red", "blue", "green", "yellow", "purple", "white")[: len(session.header.players)]
        number = play_on(journal, session, colours)
        journal.move_to(number, session.ply - TAKEN_BACK)
    closed = Before(read(folder), *_contents_of(folder), {})
    with opened(folder).journal as journal:
        session = session_of("or_du_pharaon", chance, 30)
        number = play_on(journal, session, ("blue", "red", "green", "yellow")[: len(session.header.players)])
        journal.save_draft(number, "half a card")
        ago, _ = contents(journal)
        journal.move_to(number, session.ply - 1)
        cut = Before(read(folder), *contents(journal), ago)
    return closed, cut


def _contents_of(folder: Path) -> tuple[dict[int, StoredGame], dict[str, str]]:
    with opened(folder).journal as journal:
        return contents(journal)


def read(folder: Path) -> Files:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name in (JOURNAL_NAME, LOG, NOTE)}


# --- the journal changed ------------------------------------------------------------------------------------------


def changed(files: Files, file: str, change: Mutation, chance: random.Random) -> Files:
    """Return the files with one of them changed."""
    return {**files, file: change(files[file], chance)}


def changed_by_sql(files: Files, change: Change, chance: random.Random, folder: Path) -> Files:
    """Return the files after a change by SQL; the log is empty then."""
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
    """Return the target of each line of a menu; lines with equal labels are numbered."""
    body = device.app.view.body
    items = [item for item in body.items if item.target] if isinstance(body, Menu) else []
    first = {item.label: item.target for item in reversed(items)}
    return {
        item.label if first[item.label] == item.target else f"{item.label} {at}": item.target
        for at, item in enumerate(items)
    }


def verdict(before: Before, files: Files, folder: Path, seen: set[str]) -> str:
    """Return how a device finds a journal again, one of `KINDS`."""
    write(folder, files)
    outcome = opened(folder)
    with outcome.journal as journal:
        games, settings = contents(journal)
        is_durable = journal.is_durable
    is_same = (games, settings) == (before.games, before.settings)
    if not is_same or outcome.warning:
        write(folder, files)
        different = [number for number, game in games.items() if before.games.get(number) != game]
        walked_through(folder, seen, different)
    if outcome.warning:
        return "reported" if is_durable and all_are_named(before, games, outcome) else "silent"
    if is_same:
        return "harmless"
    return "last entry" if games == before.a_commit_ago else "silent"


def all_are_named(before: Before, games: dict[int, StoredGame], outcome: Opened) -> bool:
    """Return whether the warnings name every game that is different now; what lost commits held has no name."""
    text = " ".join(map(speak("en"), outcome.warnings))
    different = [game for number, game in games.items() if before.games.get(number) != game]
    return "newest entries" in text or all(speak("en")(game_name(game)) in text for game in different)


def judged(before: Before, make: Callable[[], Files], folder: Path, seen: set[str], keep: Path | None) -> str:
    """Return the verdict on a mutation; the files of a silent or crashed one are kept."""
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
    """Return how often each kind of mutation had each outcome."""
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
