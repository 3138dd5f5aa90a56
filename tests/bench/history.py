"""The figures of each release, one file a release, and those of a run that is not finished."""

from __future__ import annotations

import json
import platform
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.measuring import Result
from bench.report import goal_words, missed, on_zero
from bench.rows import Sample

HERE = Path(__file__).parent
STORED = HERE / "history"
UNFINISHED = HERE.parents[1] / "build" / "bench"


def version() -> str:
    """Return the version of the project."""
    project = tomllib.loads((HERE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    return str(project["project"]["version"])


def machine() -> str:
    """Return what the figures were measured on."""
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    names = {line.partition(": ")[2] for line in lines if line.startswith(("model name", "Model"))}
    name = " ".join(sorted(names)) or platform.machine()
    return f"{name}, {platform.system()}, Python {platform.python_version()}"


def keep(topic: str, results: Sequence[Result]) -> None:
    """Keep the results of a topic, so that an interrupted run can go on."""
    UNFINISHED.mkdir(parents=True, exist_ok=True)
    samples = {result.row.name: [asdict(sample) for sample in result.samples] for result in results}
    (UNFINISHED / f"{topic}.json").write_text(json.dumps(samples), encoding="utf-8")


def interrupted() -> dict[str, list[Result]]:
    """Return what an interrupted run has measured, by topic."""
    from bench.topics import TOPICS

    found = {}
    for topic in TOPICS:
        path = UNFINISHED / f"{topic.name}.json"
        if path.exists():
            samples = json.loads(path.read_text(encoding="utf-8"))
            found[topic.name] = [
                Result(row, tuple(Sample(**one) for one in samples[row.name]))
                for row in topic.rows
                if row.name in samples
            ]
    return found


def last_release() -> Mapping[str, Any] | None:
    """Return the figures stored last; None if there are none."""
    records = [json.loads(path.read_text(encoding="utf-8")) for path in STORED.glob("*.json")]
    return max(records, key=lambda record: record["measured"], default=None)


def store(results: Sequence[Result]) -> Mapping[str, Any]:
    """Write the figures of this version, and return them; what was kept of the run is removed."""
    record = {
        "version": version(),
        "measured": datetime.now(UTC).isoformat(timespec="minutes"),
        "machine": machine(),
        "rows": {result.row.name: _figures(result) for result in results},
    }
    STORED.mkdir(exist_ok=True)
    text = json.dumps(record, ensure_ascii=False, indent=1)
    (STORED / f"{version()}.json").write_text(text + "\n", encoding="utf-8")
    for path in UNFINISHED.glob("*.json"):
        path.unlink()
    return record


def _figures(result: Result) -> dict[str, Any]:
    row = result.row
    figures: dict[str, Any] = {"work": row.work, "unit": row.unit, "more_is_better": row.more_is_better}
    for of in ("ours", "peer", "limit"):
        if (value := result.figure(of)) is not None:
            figures[of] = _rounded(value)
        if of != "ours" and (ratios := result.ratios(of)):
            figures[f"{of}_ratios"] = [_rounded(ratio) for ratio in ratios]
    figures["on_zero"] = on_zero(row, result.figure("ours"))
    figures["missed"] = [goal_words(goal, row.unit) for goal in missed(result)]
    return figures


def _rounded(value: float) -> float:
    return float(f"{value:.4g}")
