"""The games used last, kept in memory: a device plays on with them when its disk fails and nothing can be read."""

from __future__ import annotations

from firmware_py.storage.journal.values import StoredGame

MOST = 20
"""So many games are kept: more than those of an evening. Each takes up to 50 kB."""


class UsedGames(dict[int, StoredGame]):
    """The games used last, by number, the newest last."""

    def use(self, game: StoredGame) -> None:
        """Keep a game as the one used last; the one that was used longest ago goes if there are too many."""
        self.pop(game.id, None)
        self[game.id] = game
        if len(self) > MOST:
            del self[next(iter(self))]
