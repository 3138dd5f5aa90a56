"""Records that are longer than any game, yet legal from line to line: players who only end their turns."""

from __future__ import annotations

HEADER = '{"record": 1, "game": "or_du_pharaon", "players": ["Ada", "Bo"], "setup": {"start": {"at": "c6"}}}'


def long_record(actions: int) -> bytes:
    """A record with so many actions."""
    turns = ('{"by": "Ada", "do": "end_turn"}', '{"by": "Bo", "do": "end_turn"}')
    return "\n".join((HEADER, *(turns[number % 2] for number in range(actions)), "")).encode()
