"""What a row of the bench is: its work, whom it is compared with, and its goals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Literal, TypeAlias

Measured: TypeAlias = Literal["ours", "peer", "limit", "disk"]
Zero: TypeAlias = Literal["slower", "card", "same"]
"""What a row becomes on a Raspberry Pi Zero 2: slower with its processor, as its memory card allows, or the same."""


TITLES = {"maudite_momie": "Maudite Momie", "or_du_pharaon": "L'or du pharaon", "malediction": "La malédiction"}
"""What the papers call the games."""


Values: TypeAlias = float | Sequence[float] | None
"""One value, as many as a repetition measured, or nothing."""


@dataclass(frozen=True)
class Sample:
    """What one repetition measured of one row."""

    ours: Values
    peer: Values = None
    limit: Values = None
    disk: Values = None
    """What of ours the disk took, in a row that waits for it."""

    def values(self, of: Measured) -> Sequence[float]:
        """Return all values of ours, of the peer or of the limit."""
        found: Values = getattr(self, of)
        if found is None:
            return ()
        return found if isinstance(found, Sequence) else (found,)


@dataclass(frozen=True)
class Goal:
    """How many times the figure `of` peer or limit ours may be; `of` "ours" it is the figure itself."""

    of: Measured
    value: float
    at_least: bool = False


@dataclass(frozen=True)
class Row:
    """One line of the table; of a figure that counts `more_is_better`, the goal is usually at least something."""

    name: str
    work: str
    unit: str
    peer: str = ""
    limit: str = ""
    goals: tuple[Goal, ...] = ()
    more_is_better: bool = False
    percentile: int | None = None
    """Which percentile of all values the figure is; None for the median."""
    unfair: str = ""
    """Why no peer is named, or what is not quite alike."""
    missed_because: str = ""
    """Why a goal is not reached, where that is known."""
    counts: bool = False
    """Whether the figure is a number that no machine changes."""
    on_zero: Zero = "slower"
    zero_found: str = ""
    """What the figure became on a computer like a Raspberry Pi Zero 2, where that was measured."""
    peer_is_own: bool = False
    """Whether the peer is our own program, without what the row is about."""
    owner_can_run: bool = False
    """Whether `pyramid-referee bench` measures the same on the device."""


Sampler: TypeAlias = Callable[[], Mapping[str, Sample]]
"""Measures every row of its topic once, by the row's name."""


@dataclass(frozen=True)
class Topic:
    """Rows that are measured together, and what opens their sampler."""

    name: str
    rows: tuple[Row, ...]
    opened: Callable[[], AbstractContextManager[Sampler]]
    repeats: int = 5


def at_most(value: float, of: Measured = "ours") -> Goal:
    """Return the goal that ours is at most so many times the figure of `of`."""
    return Goal(of, value)


def at_least(value: float, of: Measured = "ours") -> Goal:
    """Return the goal that ours is at least so many times the figure of `of`."""
    return Goal(of, value, at_least=True)
