"""What becomes of the figures: what is printed and judged, what is stored of a release, table and chart of the paper.

Why a file is named after a day: it is what the first release is compared with, and no run writes it again.
"""

from __future__ import annotations

import json
import math
import platform
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from places import PROJECT

from bench.rows import Goal, Measured, Result, Row, Topic, percentile

STORED = Path(__file__).parent / "history"

# --- what is printed --------------------------------------------------------------------------------------------------

COMPARED: tuple[Measured, ...] = ("peer", "limit")


def names(topics: Iterable[Topic]) -> list[str]:
    """The names of all rows."""
    return [row.name for topic in topics for row in topic.rows]


NOISE = 1.1
"""How many times more than the middle half of their repetitions two runs differ, although nothing has changed."""
COUNT_NOISE = 1.001
"""The same of what is counted: no more than the digits that are stored leave out."""
UNEXPLAINED = "Nobody has said why yet"
ZERO_2 = (5, 15)
"""How many times slower a Raspberry Pi Zero 2 is."""


def on_zero(result: Result) -> str:
    """What a figure becomes on a Raspberry Pi Zero 2: all of it, but for what the disk takes."""
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
    """A row of the table: work, figures, ratios with their spread, goals, and how to repeat it."""
    row = result.row
    parts = [f"\n{row.work}\n  ours {number(result.figure('ours'))} {row.unit}".rstrip()]
    found = sorted(filter(None, (Result(row, (sample,)).figure("ours") for sample in result.samples)))
    if len(found) > 1:
        parts.append(f"    {number(found[0])} to {number(found[-1])} {row.unit}".rstrip())
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
    """A goal in words."""
    than = f" {unit}".rstrip() if goal.of == "ours" else f" times the {goal.of}"
    return f"{'at least' if goal.at_least else 'at most'} {goal.value:g}{than}"


def number(value: float | None) -> str:
    """A figure with three digits that mean something."""
    if value is None:
        return "–"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def missed(result: Result) -> list[Goal]:
    """The goals of a row that are missed."""
    return [goal for goal in result.row.goals if not result.keeps(goal)]


def worse(results: Sequence[Result], before: Mapping[str, Any] | None) -> list[str]:
    """A line for each row of which the middle half is worse than that of before, and by more than the noise.

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


def judged(results: Sequence[Result]) -> tuple[list[str], str]:
    """What is worse than before, and of which day that was."""
    before = baseline()
    return worse(results, before), before["measured"][:10] if before else "any day"


def publish(record: Mapping[str, Any]) -> None:
    """Put figures into the chart and the table."""
    CHART.write_text(chart(record), encoding="utf-8")
    write_table(record)


def _is_worse(now: Sequence[float], then: Sequence[float], row: Row) -> bool:
    noise = COUNT_NOISE if row.counts else NOISE
    if row.more_is_better:
        return percentile(now, 75) * noise < percentile(then, 25)
    return percentile(now, 25) > percentile(then, 75) * noise


# --- what is stored of a release --------------------------------------------------------------------------------------


def version() -> str:
    """The version of the project."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    return str(project["project"]["version"])


def machine() -> str:
    """What the figures were measured on."""
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    names = {line.partition(": ")[2] for line in lines if line.startswith(("model name", "Model"))}
    name = " ".join(sorted(names)) or platform.machine()
    return f"{name}, {platform.system()}, Python {platform.python_version()}"


def baseline() -> Mapping[str, Any] | None:
    """The newest figures that no run of this version overwrites; None if there are none."""
    paths = [path for path in STORED.glob("*.json") if path.stem != version()]
    records = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
    return max(records, key=lambda record: record["measured"], default=None)


def store(results: Sequence[Result]) -> Mapping[str, Any]:
    """Write the figures of this version, and return them."""
    record = {
        "version": version(),
        "measured": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": machine(),
        "rows": {result.row.name: figures_of(result) for result in results},
    }
    STORED.mkdir(exist_ok=True)
    text = json.dumps(record, ensure_ascii=False, indent=1)
    (STORED / f"{version()}.json").write_text(text + "\n", encoding="utf-8")
    return record


def figures_of(result: Result) -> dict[str, Any]:
    """What is stored of a row."""
    row = result.row
    figures: dict[str, Any] = {"work": row.work, "unit": row.unit, "more_is_better": row.more_is_better}
    figures |= {"peer_is": row.peer, "limit_is": row.limit, "unfair": row.unfair}
    figures["owner_can_run"] = row.owner_can_run
    for of in ("ours", "peer", "limit"):
        if (value := result.figure(of)) is not None:
            figures[of] = _rounded(value)
        if of != "ours" and (ratios := result.ratios(of)):
            figures[f"{of}_ratios"] = [_rounded(ratio) for ratio in ratios]
    figures["on_zero"] = on_zero(result)
    figures["missed"] = [goal_words(goal, row.unit) for goal in missed(result)]
    if figures["missed"] and row.missed_because:
        figures["because"] = row.missed_because
    return figures


def _rounded(value: float) -> float:
    return float(f"{value:.4g}")


# --- the table of `docs/speed.md`, between two comments in it ---------------------------------------------------------

COLUMNS = ("work", "ours", "strongest peer", "limit", "× peer", "× limit", "on a Pi Zero 2", "`ROWS=`")
OWNERS = "†"
PAPER = PROJECT / "docs/speed.md"
BEGIN, END = "<!-- bench -->\n", "<!-- end of bench -->"


def write_table(record: Mapping[str, Any]) -> None:
    """Put the figures of a release into the paper."""
    before, _, rest = PAPER.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAPER.write_text(f"{before}{BEGIN}{''.join(table(record))}{END}{after}", encoding="utf-8")


def table(record: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of the table."""
    yield f"Measured on {record['measured'][:10]}: {record['machine']}.\n\n"
    yield f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|\n"
    for name, row in record["rows"].items():
        figures = (_figure(row, of) for of in ("ours", "peer", "limit"))
        ratios = (_spread(row.get(f"{of}_ratios")) for of in ("peer", "limit"))
        work = f"{row['work']}{OWNERS if row.get('owner_can_run') else ''}"
        yield f"| {' | '.join((work, *figures, *ratios, row['on_zero'], name))} |\n"
    yield f"\n{OWNERS} An owner measures the same on the device: `pyramid-referee bench`.\n"
    yield from _missed(record)
    yield from _unfair(record)


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
    """A figure, and whose it is if it is not ours."""
    if of not in row:
        return ""
    whose = row.get(f"{of}_is")
    return f"{number(row[of])} {row['unit']}".rstrip() + (f": {whose}" if whose else "")


def _spread(ratios: list[float] | None) -> str:
    if not ratios:
        return ""
    least, middle, most = (f"{value:.2f}" for value in (ratios[0], ratios[len(ratios) // 2], ratios[-1]))
    return middle if least == most else f"{middle} ({least}–{most})"


# --- its chart: for each row with a peer or a limit, how many times as much ours takes --------------------------------

CHART = PROJECT / "docs/pictures/bench.svg"
LINE, TOP, LEFT, WIDTH = 22, 54, 580, 470
LEAST, MOST = 0.1, 30.0
LONGEST = 96
"""Most letters of a work that are shown."""
COLOURS = {"peer": "#1f6f8b", "limit": "#b3541e"}


def chart(record: Mapping[str, Any]) -> str:
    """The figures as a picture: dots at ours ÷ theirs, with a line over the spread, on a logarithmic axis.

    What is better the more there is of it is turned round, so that the left is better everywhere.
    """
    rows = [(name, row) for name, row in record["rows"].items() if row.get("peer_ratios") or row.get("limit_ratios")]
    height = TOP + LINE * len(rows) + 46
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 30} {height}" '
        'font-family="Lato, Helvetica, Arial, sans-serif" font-size="12">',
        f'<rect width="100%" height="100%" fill="#ffffff"/><text x="12" y="22" font-size="15">Pyramid Referee '
        f"{record['version']}: what ours takes, in times of theirs; the left is better</text>",
        f'<text x="12" y="40" fill="#555">{escape(record["measured"][:10])}, {escape(record["machine"])}</text>',
    ]
    for value in (0.1, 0.3, 1, 3, 10, 30):
        x = _x(value)
        grey = "#333" if value == 1 else "#ddd"
        parts.append(
            f'<line x1="{x:.0f}" x2="{x:.0f}" y1="{TOP}" y2="{height - 40}" stroke="{grey}"/>'
            f'<text x="{x:.0f}" y="{height - 26}" text-anchor="middle" fill="#555">{value:g}×</text>'
        )
    for number, (_, row) in enumerate(rows):
        y = TOP + LINE * number + LINE / 2
        parts.append(f'<text x="{LEFT - 12}" y="{y + 4:.0f}" text-anchor="end">{escape(_short(row["work"]))}</text>')
        for of, colour in COLOURS.items():
            if ratios := row.get(f"{of}_ratios"):
                turned = [1 / ratio for ratio in reversed(ratios)] if row.get("more_is_better") else ratios
                parts.append(_mark(turned, y, colour))
    y = height - 6
    for x, of, words in ((12, "peer", "the strongest peer"), (170, "limit", "the limit")):
        parts.append(_dot(x + 4, y - 4, COLOURS[of]) + f'<text x="{x + 14}" y="{y}">{words}</text>')
    return "\n".join((*parts, "</svg>\n"))


def _x(ratio: float) -> float:
    ratio = min(MOST, max(LEAST, ratio))
    return LEFT + WIDTH * math.log(ratio / LEAST) / math.log(MOST / LEAST)


def _mark(ratios: list[float], y: float, colour: str) -> str:
    line = (
        f'<line x1="{_x(ratios[0]):.1f}" x2="{_x(ratios[-1]):.1f}" y1="{y:.0f}" y2="{y:.0f}" stroke="{colour}" '
        'stroke-width="2"/>'
    )
    return line + _dot(_x(ratios[len(ratios) // 2]), y, colour)


def _dot(x: float, y: float, colour: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.0f}" r="5" fill="{colour}"/>'


def _short(work: str) -> str:
    return work if len(work) <= LONGEST else f"{work[: LONGEST - 1]}…"
