"""The figures of each release, one file a release; and what each run measured, until it is finished and after.

Why a file is named after a day: it is what the first release is compared with, and no run writes it again.
"""

from __future__ import annotations

import json
import platform
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

from bench.measuring import Result
from bench.report import goal_words, missed, on_zero
from bench.rows import Row, Sample

HERE = Path(__file__).parent
STORED = HERE / "history"
UNFINISHED = HERE.parents[1] / "build" / "bench"
FINISHED = UNFINISHED / "runs"

Run: TypeAlias = Mapping[str, list[Result]]
"""What one run has measured, by topic."""


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


def finish() -> None:
    """Keep what was measured as a finished run, under the time of its end."""
    folder = FINISHED / datetime.now(UTC).isoformat(timespec="seconds")
    folder.mkdir(parents=True)
    for path in UNFINISHED.glob("*.json"):
        path.rename(folder / path.name)


def finished_runs(count: int) -> dict[str, Run]:
    """Return the newest finished runs by the time of their end, the oldest first."""
    folders = sorted(FINISHED.iterdir())[-count:] if FINISHED.exists() else []
    return {folder.name: measured_in(folder) for folder in folders}


def together(runs: Iterable[Run]) -> list[Result]:
    """Return the results of several runs as those of one, with the samples of all."""
    samples: dict[Row, tuple[Sample, ...]] = {}
    for result in chain.from_iterable(chain.from_iterable(run.values()) for run in runs):
        samples[result.row] = (*samples.get(result.row, ()), *result.samples)
    return [Result(row, found) for row, found in samples.items()]


def interrupted() -> Run:
    """Return what an interrupted run has measured."""
    return measured_in(UNFINISHED)


def measured_in(folder: Path) -> Run:
    """Return what was measured and kept in a folder."""
    from bench.topics import TOPICS

    found = {}
    for topic in TOPICS:
        path = folder / f"{topic.name}.json"
        if path.exists():
            samples = json.loads(path.read_text(encoding="utf-8"))
            found[topic.name] = [
                Result(row, tuple(Sample(**one) for one in samples[row.name]))
                for row in topic.rows
                if row.name in samples
            ]
    return found


def baseline() -> Mapping[str, Any] | None:
    """Return the newest figures that no run of this version overwrites; None if there are none."""
    paths = [path for path in STORED.glob("*.json") if path.stem != version()]
    records = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
    return max(records, key=lambda record: record["measured"], default=None)


def store(runs: Mapping[str, Run]) -> Mapping[str, Any]:
    """Write the figures of this version from the runs that ended at these times, and return them."""
    results = together(runs.values())
    record = {
        "version": version(),
        "measured": max(runs),
        "runs": sorted(runs),
        "machine": machine(),
        "rows": {result.row.name: figures_of(result) for result in results},
    }
    STORED.mkdir(exist_ok=True)
    text = json.dumps(record, ensure_ascii=False, indent=1)
    (STORED / f"{version()}.json").write_text(text + "\n", encoding="utf-8")
    return record


def figures_of(result: Result) -> dict[str, Any]:
    """Return what is stored of a row."""
    row = result.row
    figures: dict[str, Any] = {"work": row.work, "unit": row.unit, "more_is_better": row.more_is_better}
    figures |= {"peer_is": row.peer, "limit_is": row.limit, "unfair": row.unfair}
    figures |= {"peer_is_own": row.peer_is_own, "owner_can_run": row.owner_can_run}
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
