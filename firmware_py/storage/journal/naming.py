"""The name of a stored game in messages."""

from __future__ import annotations

from firmware_py.games.records import UnreadableLine, read_header
from firmware_py.games.registry import GAMES
from firmware_py.storage.journal.values import GameSummary, StoredGame
from firmware_py.words import Words, words


def game_name(game: GameSummary | StoredGame) -> Words:
    """Return a game's name: who plays it since when, or its number if its header cannot be read."""
    day = f"{game.started_at:%Y-%m-%d}"
    try:
        header = read_header(game.header_line.encode())
    except UnreadableLine:
        return words("game {number} of {day}", number=game.id, day=day)
    return words("{game} with {players} of {day}", game=GAMES[header.game].title, players=header.players, day=day)
