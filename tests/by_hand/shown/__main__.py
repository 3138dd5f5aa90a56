"""Draw or print what the program shows and says: `python -m shown WHAT WORDS`, for each target of make that draws."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import rendered_bodies
import transcripts
from catalogues import require_compiled

from shown import (
    clause_table,
    command_line,
    contact_sheets,
    freeze,
    golden_flows,
    golden_screens,
    newcomers,
    paper_films,
    paper_pictures,
    phone_sheets,
    record_schema,
    spoken_games,
)


def goldens(_: Sequence[str]) -> None:
    """Draw what tests compare with, and the pictures of the papers, which are made of the same pages."""
    golden_screens.make()
    golden_flows.make()
    transcripts.make()
    rendered_bodies.make()
    paper_pictures.make()


def sheets(only: Sequence[str]) -> None:
    """Draw all pages of the device, and photograph those of its phones."""
    contact_sheets.make(only)
    phone_sheets.make(only)


def papers(games: Sequence[str]) -> None:
    """Make what stands in the papers, with films of these games or of all."""
    command_line.make()
    record_schema.make()
    paper_pictures.make()
    paper_films.make(games)


WHAT: dict[str, Callable[[Sequence[str]], None]] = {
    "goldens": goldens,
    "transcripts": lambda _: transcripts.make(),
    "papers": papers,
    "sheets": sheets,
    "clauses": lambda _: print(clause_table.table()),
    "first-time": lambda words: newcomers.play_all(is_printed="--pages" in words),
    "spoken": spoken_games.play_all,
    "freeze": freeze.write,
}

if __name__ == "__main__":
    require_compiled()
    WHAT[sys.argv[1]](sys.argv[2:])
