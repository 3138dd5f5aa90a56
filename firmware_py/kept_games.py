"""Kept games in one line each, as the menus list them."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from display.view import COLOURS, Colour
from firmware_py.dialogues import DIALOGUES
from firmware_py.games import GAMES, HEADERS
from firmware_py.journal import GameSummary, Journal, Status, StoredGame
from firmware_py.records import UnreadableLine, read_header, write_line
from firmware_py.screens import KeptGame
from firmware_py.session import Session, checksum, restore
from firmware_py.words import Words, plain, words, words_n

STATUS_WORDS: dict[Status, Words] = {
    "playing": words("playing"),
    "finished": words("finished"),
    "aside": words("aside"),
}


def kept_line(game: GameSummary) -> KeptGame:
    """Return a kept game by its header and length alone."""
    when = time_words(game.started_at)
    try:
        header = read_header(game.header_line.encode(), HEADERS)
    except UnreadableLine:
        title, hope = words("Unreadable game"), words("Another version of the program may be able to read it.")
        return KeptGame(game.id, title, (), hope, when, is_readable=False)
    players = ", ".join(header.players)
    summary = words_n("{players}, {count} action", "{players}, {count} actions", game.actions, players=players)
    is_secret = holds_secrets(game)
    if is_secret:
        summary = plain(players)
    title, colours = GAMES[header.game].title, player_colours(game.colours)
    return KeptGame(game.id, title, header.players, summary, when, colours, is_secret, game.status == "finished")


def time_words(at: datetime) -> Words:
    """Return a day and the minute as people write them."""
    year, month, day, minute = f"{at:%Y %m %d %H:%M}".split()
    return words("{year}-{month}-{day} {minute}", year=year, month=month, day=day, minute=minute)


def holds_secrets(game: GameSummary) -> bool:
    """Return whether the record of a game tells what some of its players must not know yet."""
    try:
        header = read_header(game.header_line.encode(), HEADERS)
    except UnreadableLine:
        return False
    return GAMES[header.game].has_secrets and game.status != "finished"


def unfinished_line(stored: StoredGame) -> KeptGame | None:
    """Return the unfinished game with how it stands, or None when its header cannot be read."""
    try:
        session, _ = restore(stored.header_line, stored.lines, stored.checksums, stored.ply)
    except UnreadableLine:
        return None
    summary = DIALOGUES[session.game.id].summary(session.state)
    when = time_words(stored.changed_at)
    return KeptGame(
        stored.id, session.game.title, session.header.players, summary, when, player_colours(stored.colours)
    )


def keep_session(journal: Journal, session: Session, *, aside: bool = False) -> int:
    """Keep a game that was played elsewhere, in the usual colours, and return its number.

    An unfinished one is offered at the next start, unless it is put `aside`.

    :raises JournalError: when the disk fails.
    """
    played = [replace(session, steps=session.steps[: ply + 1]) for ply in range(session.ply)]
    return journal.add(
        write_line(session.header),
        COLOURS[: len(session.header.players)],
        tuple(write_line(step.action) for step in session.steps),
        tuple(map(checksum, played)),
        "finished" if session.is_over else "aside" if aside else "playing",
    )


def player_colours(stored: tuple[str, ...]) -> tuple[Colour, ...]:
    """Return the colours of a stored game; a colour that is unknown today is replaced by a free one."""
    known = [next((colour for colour in COLOURS if colour == name), None) for name in stored]
    free = [colour for colour in COLOURS if colour not in known]
    return tuple(colour or free.pop(0) for colour in known)
