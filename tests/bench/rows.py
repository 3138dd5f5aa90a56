"""What a row of the bench is: its work, whom it is compared with, its goals; and how it is measured.

A topic is measured in repetitions, and in each of them calls take turns.
"""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Literal, TypeAlias

Measured: TypeAlias = Literal["ours", "peer", "limit", "disk"]
Zero: TypeAlias = Literal["slower", "card", "same"]
"""What a row becomes on a Raspberry Pi Zero 2: slower with its processor, as its memory card allows, or the same."""


MILLI = 1000


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
        """All values of ours, of the peer or of the limit."""
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
    """The goal that ours is at most so many times the figure of `of`."""
    return Goal(of, value)


def at_least(value: float, of: Measured = "ours") -> Goal:
    """The goal that ours is at least so many times the figure of `of`."""
    return Goal(of, value, at_least=True)


# --- measuring --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Result:
    """What all repetitions measured of one row."""

    row: Row
    samples: tuple[Sample, ...]

    def figure(self, of: Measured) -> float | None:
        """Ours, the peer's or the limit's: median or percentile of all values; None if there are none."""
        found = list(chain.from_iterable(sample.values(of) for sample in self.samples))
        if not found:
            return None
        return median(found) if self.row.percentile is None else percentile(found, self.row.percentile)

    def ratios(self, of: Measured) -> list[float]:
        """Ours in times of the peer or the limit, repetition by repetition, sorted."""
        alone = [Result(self.row, (sample,)) for sample in self.samples]
        pairs = [(one.figure("ours"), one.figure(of)) for one in alone]
        return sorted(ours / other for ours, other in pairs if ours is not None and other)

    def keeps(self, goal: Goal) -> bool:
        """Whether the median of the repetitions reaches a goal."""
        reached = self.figure("ours") if goal.of == "ours" else median(self.ratios(goal.of))
        assert reached is not None
        return reached >= goal.value if goal.at_least else reached <= goal.value


def measured(topic: Topic, wanted: Iterable[Row]) -> Iterator[Result]:
    """Yield the wanted rows of a topic, measured in repetitions.

    As on the device, nothing that is loaded is searched for garbage: the peers of all topics are loaded here.
    """
    with topic.opened() as sampler:
        gc.freeze()
        samples = [sampler() for _ in range(topic.repeats)]
    for row in wanted:
        yield Result(row, tuple(sample[row.name] for sample in samples if row.name in sample))


def took_s(call: Callable[[], object]) -> float:
    """How long one call takes by the clock, waiting included."""
    begun_s = time.perf_counter()
    call()
    return time.perf_counter() - begun_s


def on_disk() -> Path:
    """A folder for temporary files on the disk of the project: in memory a commit would cost nothing."""
    folder = Path(__file__).parents[2] / "build"
    folder.mkdir(exist_ok=True)
    return folder


def percentile(values: Sequence[float], percent: int) -> float:
    """The least value that so many percent of the values do not exceed."""
    return sorted(values)[math.ceil(len(values) * percent / 100) - 1]
