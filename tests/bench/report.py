"""What is printed: a line a row, the goals that are missed, and what is worse than before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from statistics import median
from typing import Any

from bench.measuring import Result, percentile
from bench.rows import Goal, Measured, Row, Topic

COMPARED: tuple[Measured, ...] = ("peer", "limit")


def names(topics: Iterable[Topic]) -> list[str]:
    """Return the names of all rows."""
    return [row.name for topic in topics for row in topic.rows]


NOISE = 1.1
"""How many times more than the middle half of their repetitions two runs differ, although nothing has changed."""
COUNT_NOISE = 1.001
"""The same of what is counted: no more than the digits that are stored leave out."""
UNEXPLAINED = "Nobody has said why yet"
ZERO_2 = (5, 15)
"""How many times slower a Raspberry Pi Zero 2 is."""


def on_zero(result: Result) -> str:
    """Return what a figure becomes on a Raspberry Pi Zero 2: all of it, but for what the disk takes."""
    row, ours = result.row, result.figure("ours")
    if row.zero_found:
        return row.zero_found
    if row.counts or row.on_zero == "same" or ours is None:
        return "the same"
    own = ours - (result.figure("disk") or 0.0)
    ends = sorted((own / times if row.more_is_better else own * times) for times in ZERO_2)
    words = f"{number(ends[0])} to {number(ends[1])} {row.unit}".rstrip()
    return f"{words}, and its memory card" if row.on_zero == "card" else words


def line(result: Result) -> str:
    """Return a row of the table: work, figures, ratios with their spread, goals, and how to repeat it."""
    row = result.row
    parts = [f"\n{row.work}\n  ours {number(result.figure('ours'))} {row.unit}".rstrip()]
    for of, what in (("peer", row.peer), ("limit", row.limit)):
        if ratios := result.ratios(of):
            middle = ratios[len(ratios) // 2]
            spread = f"{ratios[0]:.2f} to {ratios[-1]:.2f}"
            parts.append(f"  {of} {number(result.figure(of))} {row.unit}: {what}\n    {middle:.2f} times ({spread})")
    parts += [
        f"  goal {goal_words(goal, row.unit)}: {'reached' if result.keeps(goal) else 'MISSED'}" for goal in row.goals
    ]
    if missed(result):
        parts.append(f"  why: {row.missed_because or UNEXPLAINED}")
    parts.append(f"  on a Pi Zero 2: {on_zero(result)}")
    if row.unfair:
        parts.append(f"  not quite comparable: {row.unfair}")
    parts.append(f"  again: make bench ROWS={row.name}")
    return "\n".join(parts)


def goal_words(goal: Goal, unit: str) -> str:
    """Return a goal in words."""
    than = f" {unit}".rstrip() if goal.of == "ours" else f" times the {goal.of}"
    return f"{'at least' if goal.at_least else 'at most'} {goal.value:g}{than}"


def number(value: float | None) -> str:
    """Return a figure with three digits that mean something."""
    if value is None:
        return "–"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def missed(result: Result) -> list[Goal]:
    """Return the goals of a row that are missed."""
    return [goal for goal in result.row.goals if not result.keeps(goal)]


def worse(results: Sequence[Result], before: Mapping[str, Any] | None) -> list[str]:
    """Return a line for each row of which the middle half is worse than that of before, and by more than the noise.

    Ratios are compared, because they do not depend on the machine; figures only if they do not either. Why the middle
    half of the repetitions: the more there are, the further apart are their extremes, which would hide what got worse.
    """
    lines = []
    for result in results:
        row, old = result.row, (before or {}).get("rows", {}).get(result.row.name)
        if old is None:
            continue
        for of in COMPARED:
            now, then = result.ratios(of), old.get(f"{of}_ratios") or []
            if now and then and _is_worse(now, then, row):
                middles = (f"{ratios[len(ratios) // 2]:.4g}" for ratios in (now, then))
                lines.append(f"WORSE: {row.name}: {f' times the {of}, was '.join(middles)}")
        figure = result.figure("ours")
        if (row.counts or row.on_zero == "same") and figure is not None and _is_worse([figure], [old["ours"]], row):
            now_words = f"{figure:,.6g} {row.unit}".rstrip()
            lines.append(f"WORSE: {row.name}: {now_words}, was {old['ours']:,.6g}")
    return lines


def between(runs: Sequence[Mapping[str, Sequence[Result]]]) -> Iterator[str]:
    """Yield for each row that is no count the medians of each run, and how far they differ; then a summary.

    Of a row that is compared with nothing, the figures themselves are taken.
    """
    spreads: dict[str, float] = {}
    found: dict[Row, list[Result]] = {}
    for result in chain.from_iterable(chain.from_iterable(run.values()) for run in runs):
        if not result.row.counts:
            found.setdefault(result.row, []).append(result)
    for row, results in found.items():
        ratios = {of: [all_of[len(all_of) // 2] for one in results if (all_of := one.ratios(of))] for of in COMPARED}
        compared = {f" / {of}": (middles, f"times the {of}", ".2f") for of, middles in ratios.items() if middles}
        alone = {"": ([one.figure("ours") or 0.0 for one in results], row.unit, ".3g")}
        for of_whom, (middles, what, form) in (compared or alone).items():
            if min(middles) > 0:
                spread = max(middles) / min(middles) - 1
                spreads[f"{row.name}{of_whom}"] = spread
                yield f"{row.name}: {' '.join(format(middle, form) for middle in middles)} {what}, {spread:.0%} apart"
    worst = max(spreads, key=spreads.__getitem__)
    usual = median(spreads.values())
    yield f"\nIn {len(runs)} runs: {usual:.1%} apart in the middle, {worst} most, by {spreads[worst]:.0%}."


def _is_worse(now: Sequence[float], then: Sequence[float], row: Row) -> bool:
    noise = COUNT_NOISE if row.counts else NOISE
    if row.more_is_better:
        return percentile(now, 75) * noise < percentile(then, 25)
    return percentile(now, 25) > percentile(then, 75) * noise
