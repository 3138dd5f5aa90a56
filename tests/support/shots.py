"""Frames as a driver would give them, of whatever cells a test wants."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Shot:
    """A frame in millitesla."""

    cells: tuple[float, ...]
    at_s: float
    columns: int = 3
    reading: str = "millitesla"
    unread: frozenset[int] = frozenset()
    railed: frozenset[int] = frozenset()
