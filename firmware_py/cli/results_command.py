"""`pyramid-referee results`: who won, as text, CSV or JSON (documented in docs/results.md)."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from firmware_py.cli.record_commands import with_journal
from firmware_py.cli.terminal import speaker
from firmware_py.evenings.statistics import Numbered, evenings
from firmware_py.games.registry import BOXES
from firmware_py.pages.evenings import outcome_words
from firmware_py.pages.saved_games import time_words
from firmware_py.storage.journal import Journal
from firmware_py.words import printable, words

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
    """Return a value for a spreadsheet: a name must not become a formula there, nor leave its line."""
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
