"""The names of stored games in messages."""

from __future__ import annotations

from firmware_py.games.records import UnreadableLine, read_header
from firmware_py.games.registry import GAMES
from firmware_py.storage.journal.values import GameSummary, StoredGame
from firmware_py.words import Words, listed, words

MOST_NAMED = 5


def game_name(game: GameSummary | StoredGame, *, with_players: bool = True) -> Words:
    """Return a game's name; without its players for whoever should not read about them."""
    day = f"{game.started_at:%Y-%m-%d}"
    try:
        header = read_header(game.header_line.encode())
    except UnreadableLine:
        return words("game {number} of {day}", number=game.id, day=day)
    title = GAMES[header.game].title
    if with_players:
        return words("{game} with {players} of {day}", game=title, players=header.players, day=day)
    return words("{game}, game {number} of {day}", game=title, number=game.id, day=day)


def game_names(games: tuple[GameSummary | StoredGame, ...], *, with_players: bool = True) -> Words:
    """Return the names of several games; at most `MOST_NAMED` of them."""
    named = listed(*(game_name(game, with_players=with_players) for game in games[:MOST_NAMED]))
    return words("{games} and others", games=named) if len(games) > MOST_NAMED else named
