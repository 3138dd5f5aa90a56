"""The table of `docs/speed.md`, between two comments in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bench.report import UNEXPLAINED, number

COLUMNS = ("work", "ours", "strongest peer", "limit", "× peer", "× limit", "on a Pi Zero 2", "`ROWS=`")
OWNERS = "†"
PAPER = Path(__file__).parents[2] / "docs/speed.md"
BEGIN, END = "<!-- bench -->\n", "<!-- end of bench -->"


def write_table(record: Mapping[str, Any]) -> None:
    """Put the figures of a release into the paper."""
    before, _, rest = PAPER.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAPER.write_text(f"{before}{BEGIN}{''.join(table(record))}{END}{after}", encoding="utf-8")


def table(record: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of the table."""
    yield f"Measured on {record['measured'][:10]}: {record['machine']}{_runs(record)}.\n\n"
    yield f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|\n"
    for name, row in record["rows"].items():
        figures = (_figure(row, of) for of in ("ours", "peer", "limit"))
        ratios = (_spread(row.get(f"{of}_ratios")) for of in ("peer", "limit"))
        work = f"{row['work']}{OWNERS if row.get('owner_can_run') else ''}"
        yield f"| {' | '.join((work, *figures, *ratios, row['on_zero'], name))} |\n"
    yield f"\n{OWNERS} An owner measures the same on the device: `pyramid-referee bench`.\n"
    yield from _missed(record)
    yield from _unfair(record)


def _runs(record: Mapping[str, Any]) -> str:
    """Return at which times there were several runs; nothing of one."""
    times = [run[11:16] for run in record.get("runs", ())]
    return f"; runs ended at {', '.join(times)} UTC, and each spread covers all of them" if len(times) > 1 else ""


def _missed(record: Mapping[str, Any]) -> Iterator[str]:
    goals = [_missed_goal(row) for row in record["rows"].values() if row["missed"]]
    yield "\nGoals that are not reached:\n\n" if goals else "\nEvery goal is reached.\n"
    yield from (f"- {goal}\n" for goal in goals)


def _missed_goal(row: Mapping[str, Any]) -> str:
    return f"{row['work']}: {' and '.join(row['missed'])}. {row.get('because', UNEXPLAINED)}"


def _unfair(record: Mapping[str, Any]) -> Iterator[str]:
    """Yield once each reason why rows have no peer, or are not quite alike, behind their names."""
    rows_by_reason: dict[str, list[str]] = {}
    for name, row in record["rows"].items():
        if reason := row.get("unfair"):
            rows_by_reason.setdefault(reason, []).append(f"`{name}`")
    yield "\nWhat has no peer, or is not quite comparable:\n\n" if rows_by_reason else ""
    yield from (f"- {', '.join(names)}: {reason}\n" for reason, names in rows_by_reason.items())


def _figure(row: Mapping[str, Any], of: str) -> str:
    """Return a figure, and whose it is if it is not ours."""
    if of not in row:
        return ""
    whose = row.get(f"{of}_is")
    return f"{number(row[of])} {row['unit']}".rstrip() + (f": {whose}" if whose else "")


def _spread(ratios: list[float] | None) -> str:
    if not ratios:
        return ""
    least, middle, most = (f"{value:.2f}" for value in (ratios[0], ratios[len(ratios) // 2], ratios[-1]))
    return middle if least == most else f"{middle} ({least}–{most})"
