"""How rows are measured: repetitions of a whole topic, and in each of them calls that take turns."""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from statistics import median

from bench.rows import Goal, Measured, Row, Sample, Topic

BATCH_S = 0.02
"""About how long one batch of calls lasts: long against the clock's step, short against a busy moment."""


@dataclass(frozen=True)
class Result:
    """What all repetitions measured of one row."""

    row: Row
    samples: tuple[Sample, ...]

    def figure(self, of: Measured) -> float | None:
        """Return ours, the peer's or the limit's: median or percentile of all values; None if there are none."""
        found = list(chain.from_iterable(sample.values(of) for sample in self.samples))
        if not found:
            return None
        return median(found) if self.row.percentile is None else percentile(found, self.row.percentile)

    def ratios(self, of: Measured) -> list[float]:
        """Return ours in times of the peer or the limit, repetition by repetition, sorted."""
        alone = [Result(self.row, (sample,)) for sample in self.samples]
        pairs = [(one.figure("ours"), one.figure(of)) for one in alone]
        return sorted(ours / other for ours, other in pairs if ours is not None and other)

    def keeps(self, goal: Goal) -> bool:
        """Return whether the median of the repetitions reaches a goal."""
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


def seconds_each(calls: Mapping[str, Callable[[], object]], batches: int = 4) -> dict[str, float]:
    """Return how much processor time one call takes, the best of some batches, in which the calls take turns."""
    rounds = {name: max(1, round(BATCH_S / _seconds(call, 1))) for name, call in calls.items()}
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(batches):
        for name, call in calls.items():
            best[name] = min(best[name], _seconds(call, rounds[name]) / rounds[name])
    return best


def _seconds(call: Callable[[], object], rounds: int) -> float:
    begun_s = time.process_time()
    for _ in range(rounds):
        call()
    return max(time.process_time() - begun_s, 1e-7)


def took_s(call: Callable[[], object]) -> float:
    """Return how long one call takes by the clock, waiting included."""
    begun_s = time.perf_counter()
    call()
    return time.perf_counter() - begun_s


def on_disk() -> Path:
    """Return a folder for temporary files on the disk of the project: in memory a commit would cost nothing."""
    folder = Path(__file__).parents[2] / "build"
    folder.mkdir(exist_ok=True)
    return folder


def percentile(values: Sequence[float], percent: int) -> float:
    """Return the least value that so many percent of the values do not exceed."""
    return sorted(values)[math.ceil(len(values) * percent / 100) - 1]
