"""Saved games in one line each, as the menus list them."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import get_args

from msgspec.structs import replace

from display.view import COLOURS, NO_CHOICES, Colour
from firmware_py.games.records import UnreadableLine, read_header
from firmware_py.games.registry import GAMES
from firmware_py.games.restoring import restore
from firmware_py.pages.registry import PAGES, dialogue_of
from firmware_py.pages.table import SavedGame, Table
from firmware_py.storage.changes import GameSummary, Status, StoredGame, is_known
from firmware_py.storage.rows import holds_secrets, summary_of
from firmware_py.words import NOTHING, Words, plain, speak, words, words_n

STATUS_WORDS: dict[Status, Words] = {
    "playing": words("playing"),
    "finished": words("finished"),
    "aside": words("kept for later"),
}


MOST_LISTED = 50
"""So many saved games are listed on one page."""
DAMAGED = words("The disk has damaged this game; what can still be proven goes on.")


@lru_cache(maxsize=2 * MOST_LISTED)
def saved_game_line(game: GameSummary) -> SavedGame:
    """Return a saved game in one line, from its header and length alone.

    Why the lines are kept: each takes ten times as long as to read its game.
    """
    when = time_words(game.started_at)
    try:
        header = read_header(game.header_line.encode())
    except UnreadableLine:
        advice = DAMAGED if game.damaged else words("Another version of the program may be able to read it.")
        return SavedGame(game.id, words("Unreadable game"), (), advice, when, is_readable=False)
    players = ", ".join(header.players)
    summary = words_n("{players}, {count} action", "{players}, {count} actions", game.actions, players=players)
    secrets = PAGES[header.game].secrets if holds_secrets(game) else None
    if secrets:
        summary = plain(players)
    return SavedGame(
        game.id,
        GAMES[header.game].title,
        header.players,
        words("{summary} (damaged)", summary=summary) if game.damaged else summary,
        when,
        player_colours(game.colours, len(header.players)),
        secrets.in_record if secrets else None,
        is_finished=game.status == "finished",
        damage=DAMAGED if game.damaged else NOTHING,
    )


def time_words(at: datetime) -> Words:
    """Return date and time to the minute, as far as they can be true."""
    if not is_known(at):
        return words("no date")
    year, month, day, minute = f"{at:%Y %m %d %H:%M}".split()
    return words("{year}-{month}-{day} {minute}", year=year, month=month, day=day, minute=minute)


MOST_REPLAYED = 1000
"""The most actions of a game that is listed with its standings: they take a second on the slowest Pi."""


def unfinished_line(stored: StoredGame) -> SavedGame | None:
    """Return the unfinished game with its standings, or None if its header cannot be read.

    A very long game is listed without them: the start must not wait until it is played again.
    """
    if len(stored.lines) > MOST_REPLAYED:
        line = saved_game_line(replace(summary_of(stored), started_at=stored.changed_at))
        return line if line.is_readable else None
    try:
        session, warning = restore(stored.header_line, stored.lines, stored.checksums, stored.ply, stored.damaged)
    except UnreadableLine:
        return None
    summary = dialogue_of(session.game.id).summary(session.state)
    when = time_words(stored.changed_at)
    players = session.header.players
    colours = player_colours(stored.colours, len(players))
    picture = PAGES[session.game.id].picture
    return SavedGame(
        stored.id,
        session.game.title,
        players,
        summary,
        when,
        colours,
        picture=picture(NO_CHOICES, Table(speak(""), session=session, colours=colours)) if picture else None,
        damage=warning or (DAMAGED if stored.damaged else NOTHING),
    )


def player_colours(stored: tuple[str, ...], players: int) -> tuple[Colour, ...]:
    """Return the colours of a stored game's players, all different; free ones stand in for what is none."""
    wanted = dict.fromkeys(stored[:players])
    known = [colour for name in wanted for colour in get_args(Colour) if colour == name]
    free = [colour for colour in COLOURS if colour not in known]
    seats = (*stored, *("",) * players)[:players]
    return tuple(known.pop(0) if known and known[0] == name else free.pop(0) for name in seats)
