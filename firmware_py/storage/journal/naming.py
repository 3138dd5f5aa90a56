"""The name of a stored game in messages."""

from __future__ import annotations

from firmware_py.games.records import UnreadableLine, read_header
from firmware_py.games.registry import GAMES
from firmware_py.storage.journal.values import GameSummary, StoredGame, is_known
from firmware_py.words import Words, words


def game_name(game: GameSummary | StoredGame) -> Words:
    """Return a game's name: who plays it since when, or its number if its header cannot be read."""
    try:
        header = read_header(game.header_line.encode())
        name = words("{game} with {players}", game=GAMES[header.game].title, players=header.players)
    except UnreadableLine:
        name = words("game {number}", number=game.id)
    if not is_known(game.started_at):
        return name
    return words("{name} of {day}", name=name, day=f"{game.started_at:%Y-%m-%d}")
