"""Sessions into the journal, and what the stored rows of a game say about it."""

from __future__ import annotations

from typing import get_args

from display.view import COLOURS, Colour
from firmware_py.games.records import UnreadableLine, read_header, write_line
from firmware_py.games.registry import GAMES
from firmware_py.games.session import Session, checksums
from firmware_py.storage.journal import GameSummary, Journal


def save_session(journal: Journal, session: Session, *, aside: bool = False, sums: tuple[str, ...] = ()) -> int:
    """Store a game that was played elsewhere, in the usual colours, and return its number.

    An unfinished game is offered at the next start, unless it is put `aside`. `sums` are its `checksums`, if they are
    known already.

    :raises JournalError: when the disk fails.
    """
    return journal.add(
        write_line(session.header),
        COLOURS[: len(session.header.players)],
        tuple(write_line(step.action) for step in session.steps),
        sums or tuple(checksums(session)),
        "finished" if session.is_over else "aside" if aside else "playing",
    )


def holds_secrets(game: GameSummary) -> bool:
    """Return whether the record of a game holds secrets of the running game."""
    try:
        header = read_header(game.header_line.encode())
    except UnreadableLine:
        return False
    return GAMES[header.game].has_secrets and game.status != "finished"


def player_colours(stored: tuple[str, ...], players: int) -> tuple[Colour, ...]:
    """Return the colours of a stored game's players, all different; free ones stand in for what is none."""
    wanted = dict.fromkeys(stored[:players])
    known = [colour for name in wanted for colour in get_args(Colour) if colour == name]
    free = [colour for colour in COLOURS if colour not in known]
    seats = (*stored, *("",) * players)[:players]
    return tuple(known.pop(0) if known and known[0] == name else free.pop(0) for name in seats)
