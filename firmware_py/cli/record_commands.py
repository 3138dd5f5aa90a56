"""`pyramid-referee games`, `export`, `import`, `replay`, `results`, `pack`, `unpack`: records, and moving house."""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from firmware_py.cli.terminal import REFUSED, UNUSABLE, read_given, report_problems, report_unreadable, speaker
from firmware_py.config.schema import JOURNAL_NAME, ConfigError, data_directory, load_config
from firmware_py.evenings.results import numbered_players
from firmware_py.evenings.statistics import Numbered, evenings
from firmware_py.games.records import RefusedRecord, UnusableRecord
from firmware_py.games.registry import BOXES
from firmware_py.games.restoring import as_json, as_text, read_record
from firmware_py.games.restoring import replay as replayed
from firmware_py.host import clock
from firmware_py.host.data_owner import as_owner_of
from firmware_py.pages.evenings import outcome_words
from firmware_py.pages.saved_games import STATUS_WORDS, saved_game_line, time_words
from firmware_py.pages.settings_menu import known_house_rules
from firmware_py.storage.changes import is_kept_back
from firmware_py.storage.files import JournalError, is_in_use
from firmware_py.storage.journal import Journal, save_session
from firmware_py.storage.opening import open_journal, read_journal
from firmware_py.storage.owner_maps import FOLDER as MAPS
from firmware_py.storage.owner_maps import read_maps
from firmware_py.transfers.games import PULL_OUT, Transfer
from firmware_py.transfers.moving import copy_everything, take_everything
from firmware_py.transfers.stick import Stick
from firmware_py.words import printable, words


def games(options: argparse.Namespace) -> int:
    """Print one line for each stored game."""

    def run(journal: Journal, path: Path) -> int:
        say, saved = speaker(), journal.games()
        if not saved:
            none = words("No game is saved in {folder}; --data names another folder.", folder=str(path.parent))
            print(say(none), file=sys.stderr)  # a program that reads the list reads an empty one
        for game in saved:
            line = saved_game_line(game)
            about = say(words("{game}: {about}", game=line.title, about=line.summary))
            print(f"{line.game_id:5}  {say(line.when)}  {say(STATUS_WORDS[game.status]):8}  {about}")
        return 0

    return with_journal(options, run, writes=False)


def export(options: argparse.Namespace) -> int:
    """Print a stored game as a record."""

    def run(journal: Journal, _: Path) -> int:
        try:
            game = journal.load(options.id)
        except (KeyError, OverflowError):  # no number that a journal could give
            return report_problems(
                words("there is no game {number}; `pyramid-referee games` lists them", number=options.id)
            )
        if not game.header_line:
            lost = words(
                "The disk has damaged the header of game {number}: nothing can be exported.", number=options.id
            )
            return report_problems(lost)
        if is_kept_back(game):
            secret = words(
                "Game {number} is exported once it is over: until then only the box knows where its hunters are.",
                number=options.id,
            )
            return report_problems(secret)
        lines = tuple(map(_escape, (game.header_line, *game.lines[: game.ply])))
        if options.times:
            stamps = ((game.started_at, ""), *zip(game.times, game.uptimes_ms, strict=True))
            lines = tuple(
                f"{at.isoformat()}\t{uptime}\t{line}" for (at, uptime), line in zip(stamps, lines, strict=False)
            )
        print(*lines, sep="\n")
        if game.damaged:
            print(speaker()(words("The disk has damaged this game: not every line is as it was.")), file=sys.stderr)
        return 0

    return with_journal(options, run, writes=False)


def _escape(line: str) -> str:
    """A line of JSON with the same meaning, and with escapes for what a terminal would obey."""
    return "".join(letter if letter in printable(letter) else json.dumps(letter)[1:-1] for letter in line)


def import_record(options: argparse.Namespace) -> int:
    """Store the game of a record."""
    say = speaker()
    try:
        session = read_record(read_given(options.file))
    except OSError as error:
        return report_unreadable(options.file, error)
    except RefusedRecord as error:
        file, line = options.file, error.line
        print(say(words("{file}: line {line}: {why}", file=file, line=line, why=error.why)), file=sys.stderr)
        return UNUSABLE if isinstance(error, UnusableRecord) else REFUSED

    def run(journal: Journal, _: Path) -> int:
        is_playing = journal.unfinished_game() is not None  # that game is offered at the next start
        number = save_session(journal, session, aside=is_playing)
        print(say(words("Saved as game {number}.", number=number)))
        return 0

    return with_journal(options, run, writes=True)


def with_journal(options: argparse.Namespace, run: Callable[[Journal, Path], int], *, writes: bool) -> int:
    """Run a command on the journal and its path, and return its exit status.

    A command that only reads gets a copy, and so never disturbs a running referee. One that writes needs the journal
    on disk; a journal in memory is of no use to it.
    """
    try:
        config = load_config(options.config)
        data = options.data or data_directory(config, os.environ)
        path = data / JOURNAL_NAME
        with as_owner_of(data):
            if writes:
                return _on_disk(path, run)
            with read_journal(path, clock.now) as journal:
                return run(journal, path)
    except ConfigError as error:
        return report_problems(*error.problems)
    except JournalError as error:
        return report_problems(error.why)


def _on_disk(path: Path, run: Callable[[Journal, Path], int]) -> int:
    say = speaker()
    if is_in_use(path):
        is_running = words("The referee is running: let it take the record from a USB stick, or end it first.")
        print(say(is_running), file=sys.stderr)
        return REFUSED
    opened = open_journal(path, clock.now, boot=clock.boot_id())
    with opened.journal as journal:
        if journal.fault:
            print(say(journal.fault), file=sys.stderr)
            return REFUSED
        for warning in opened.warnings:
            print(say(warning), file=sys.stderr)
        return run(journal, path)


def replay(options: argparse.Namespace) -> int:
    """Print one line for each line of the record, and return whether any was refused as exit status."""
    try:
        lines = replayed(read_given(options.file), keep_going=options.keep_going)
    except OSError as error:
        return report_unreadable(options.file, error)
    except RefusedRecord as error:
        return report_problems(words("{file}: line {line}: {why}", file=options.file, line=error.line, why=error.why))
    say = speaker()
    write = as_json if options.json else as_text
    refused = False
    for line in lines:
        print(write(line, say))
        refused |= line.refusal is not None
    return REFUSED if refused else 0


def pack(options: argparse.Namespace) -> int:
    """Copy everything into a folder, as to a stick."""

    def run(journal: Journal, path: Path) -> int:
        maps, stick = read_maps(path.parent / MAPS), Stick(options.folder, options.folder.name)
        return _do(copy_everything(journal, maps, stick, known_house_rules(), with_secrets=options.with_secrets))

    return _in_folder(options, run, writes=False)


def unpack(options: argparse.Namespace) -> int:
    """Merge what lies in a folder into what is stored."""

    def run(journal: Journal, path: Path) -> int:
        sticks = (Stick(options.folder, options.folder.name),)
        seats = numbered_players(speaker())
        return _do(take_everything(journal, path.parent / MAPS, sticks, known_house_rules(), seats))

    return _in_folder(options, run, writes=True)


def _in_folder(options: argparse.Namespace, run: Callable[[Journal, Path], int], *, writes: bool) -> int:
    try:
        next(options.folder.iterdir(), None)
    except OSError as error:
        return report_unreadable(options.folder, error)
    return with_journal(options, run, writes=writes)


def _do(transfer: Transfer) -> int:
    """Do all of a transfer, print what came of it, and return the exit status: 1 if not all of it worked."""
    say = speaker()
    while True:
        try:
            next(transfer)
        except StopIteration as done:
            is_done = done.value[-1] == PULL_OUT
            lines = done.value[:-1] if is_done else done.value
            print(*map(say, lines), sep="\n", file=sys.stdout if is_done else sys.stderr)
            return 0 if is_done else REFUSED


COLUMNS = ("evening", "number", "id", "game", "began", "ended", "played_s", "eased")
"""What a game has; in CSV it is repeated for each of its players."""
PLAYER_COLUMNS = ("seat", "player", "colour", "role", "won", "score", "thought_s", "box")


def results(options: argparse.Namespace) -> int:
    """Print the results of all finished games, in the order in which they were played."""

    def run(journal: Journal, _: Path) -> int:
        deque(journal.make_results(), maxlen=0)
        played = list(journal.results())
        if options.csv:
            _write_csv(played, journal)
        elif options.json:
            for game in _games(played, journal):
                print(json.dumps(game))
        else:
            _write_text(played)
        return 0

    return with_journal(options, run, writes=False)


def _games(played: list[Numbered], journal: Journal) -> Iterator[dict[str, Any]]:
    """Yield each game as an object with its players."""
    found = evenings(played)
    evening_of = {number: at for at, evening in enumerate(found, start=1) for number in evening.games}
    for number, result in played:
        yield {
            "evening": evening_of[number],
            "number": number,
            "id": journal.load(number).uid,
            "game": result.game,
            "began": result.began.at.isoformat() if result.began.is_dated else None,
            "ended": result.ended.at.isoformat() if result.ended.is_dated else None,
            "played_s": round(result.played_ms / 1000),
            "eased": result.has_house_rules,
            "players": [
                {
                    "seat": seat,
                    "player": player.name,
                    "colour": player.colour,
                    "role": player.role or None,
                    "won": player.won,
                    "score": player.score,
                    "thought_s": round(player.thought_ms / 1000),
                    "box": player.level or None,
                }
                for seat, player in enumerate(result.players, start=1)
            ],
        }


def _write_csv(played: list[Numbered], journal: Journal) -> None:
    sheet = csv.writer(sys.stdout)
    sheet.writerow((*COLUMNS, *PLAYER_COLUMNS))
    for game in _games(played, journal):
        for player in game["players"]:
            sheet.writerow((*(_cell(game[key]) for key in COLUMNS), *(_cell(player[key]) for key in PLAYER_COLUMNS)))


def _cell(value: Any) -> Any:
    """A value for a spreadsheet: a name must not become a formula there, nor leave its line."""
    match value:
        case None:
            return ""
        case bool():
            return int(value)
        case str():
            text = printable(value)
            return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text
    return value


def _write_text(played: Iterable[Numbered]) -> None:
    say = speaker()
    found = False
    for number, result in played:
        found = True
        title = BOXES[result.game].title
        about = words("{game}: {about}", game=title, about=outcome_words(result))
        print(f"{number:5}  {say(time_words(result.began.at))}  {say(about)}")
    if not found:
        print(say(words("No game has been played to its end yet.")), file=sys.stderr)
