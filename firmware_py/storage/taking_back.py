"""Takes games back from journals that were set aside, with what was taught of magnetic boards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from firmware_py.config.board_profile import KEY as BOARD_KEY
from firmware_py.config.wiring import WIRING
from firmware_py.storage.journal import Journal
from firmware_py.storage.journal.damage import rescued, taken_back
from firmware_py.storage.transfers import Collection, Transfer, record_of
from firmware_py.words import Words, reason, words, words_n


def take_back(journal: Journal, asides: tuple[Path, ...]) -> Transfer:
    """Store every game of journals that were set aside, unless it is stored already, and mark each journal as done.

    What was taught of magnetic boards is stored as well, where nothing else was taught since. Other settings are not:
    they are quickly chosen again, and one of them may have caused safe mode.
    """
    collection = Collection(journal)
    taught = 0
    trouble: list[Words] = []
    for aside in reversed(asides):  # what was taught last takes precedence
        contents = rescued(aside)
        chosen = dict(contents.settings)
        for done, game in enumerate(contents.games):
            progress = words_n("{done} of {count} game", "{done} of {count} games", len(contents.games), done=done)
            yield progress
            record = record_of(game)
            if not (yield from collection.has(record, progress)):
                collection.add(record, partial(journal.take_over, game))
        taught += _take_back_teaching(journal, chosen)
        trouble += _marked_as_done(aside) if contents.games else [_no_games_in(aside)]
    again = words("What was learnt about the magnetic board applies again after the next start.")
    return (*collection.summary(), *((again,) if taught else ()), *trouble)


def _take_back_teaching(journal: Journal, chosen: Mapping[str, str]) -> int:
    """Store what was taught of magnetic boards, where the journal has nothing; return how many settings that are."""
    missing = {
        key: value
        for key, value in chosen.items()
        if (key == WIRING or key.startswith(BOARD_KEY)) and value and not journal.settings().get(key)
    }
    for key, value in missing.items():
        journal.set_setting(key, value)
    return len(missing)


def _marked_as_done(aside: Path) -> list[Words]:
    """Rename a journal whose games were taken back; return what went wrong."""
    try:
        taken_back(aside)
    except OSError as error:
        return [words("{file}: {why}", file=aside.name, why=reason(error))]
    return []


def _no_games_in(aside: Path) -> Words:
    return words("No game can be read in {file}: it stays where it is.", file=aside.name)
