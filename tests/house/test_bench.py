"""What the bench makes of its figures; the figures themselves are never tested."""

import json
from pathlib import Path

import pytest
from bench import figures
from bench.figures import chart, line, missed, on_zero, store, table, worse
from bench.rows import Result, Row, Sample, at_least, at_most, percentile

ROW = Row("walk", "a walk", "ms", "a bicycle", "light", (at_most(1.0, "peer"), at_most(3.0, "limit")))


def result(*ours: float, row: Row = ROW) -> Result:
    return Result(row, tuple(Sample(value, 2.0, 1.0) for value in ours))


def test_a_goal_is_kept_by_the_median_of_the_ratios() -> None:
    """One slow repetition of five misses no goal, and three miss each that they should."""
    assert missed(result(1.5, 1.5, 1.5, 1.5, 9.0)) == []
    assert missed(result(1.5, 1.5, 2.5, 2.5, 2.5)) == [ROW.goals[0]]
    faster = Row("rate", "a rate", "k/s", goals=(at_least(1.5, "peer"),), more_is_better=True)
    assert missed(result(3.0, row=faster)) == []
    assert missed(result(2.9, row=faster)) == [*faster.goals]


def test_worse_is_what_lies_beyond_the_spread_of_both_runs() -> None:
    """Ratios are compared, by their spread; a count by itself."""
    before = {"rows": {"walk": {"ours": 2.0, "peer_ratios": [0.9, 1.0, 1.1], "limit_ratios": [1.8, 2.0, 2.2]}}}
    assert worse([result(2.4, 2.5, 2.6)], before) == []
    assert len(worse([result(2.5, 2.6, 2.7)], before)) == 2
    counted = Row("walk", "clocks", "", counts=True)
    assert worse([Result(counted, (Sample(2.0),))], before) == []
    assert len(worse([Result(counted, (Sample(3.0),))], before)) == 1
    assert worse([result(9.0)], None) == []


def test_no_single_repetition_hides_what_got_worse() -> None:
    """The middle half of all repetitions is compared; the extremes of many lie far apart."""
    row = Row("walk", "a walk", "ms", "a bicycle")
    before = {"rows": {"walk": {"ours": 2.0, "peer_ratios": [0.9, 1.0, 1.0, 1.0, 9.0]}}}
    slower = Result(row, tuple(Sample(ours, 2.0) for ours in (0.2, 3.0, 3.0, 3.0, 3.0)))
    assert worse([slower], before) == ["WORSE: walk: 1.5 times the peer, was 1"]
    mixed = Result(row, tuple(Sample(ours, 2.0) for ours in (2.0, 2.0, 3.0, 3.0, 3.0)))
    assert worse([mixed], before) == []


def test_what_no_processor_changes_is_compared_by_itself() -> None:
    """Wake-ups have no peer; each digit that tells two counts apart is shown."""
    wakeups = Row("walk", "wake-ups", "/s", on_zero="same")
    assert worse([Result(wakeups, (Sample(2.1),))], before := {"rows": {"walk": {"ours": 2.0}}}) == []
    assert worse([Result(wakeups, (Sample(2.5),))], before) == ["WORSE: walk: 2.5 /s, was 2"]
    rate = Row("walk", "hands understood", "%", on_zero="same", more_is_better=True)
    assert worse([Result(rate, (Sample(2.5),))], before) == []
    assert worse([Result(rate, (Sample(1.5),))], before) == ["WORSE: walk: 1.5 %, was 2"]
    presses = Row("walk", "presses", "", counts=True)
    lines = worse(
        [Result(presses, (Sample(305, limit=227.0),))], {"rows": {"walk": {"ours": 304, "limit_ratios": [1.339]}}}
    )
    assert lines == ["WORSE: walk: 1.344 times the limit, was 1.339", "WORSE: walk: 305, was 304"]


def test_a_row_tells_what_it_becomes_on_a_pi_zero_2() -> None:
    """Five to fifteen times as slow but for what the disk takes, the same for a count, or what was measured."""
    assert on_zero(result(2.0)) == "10 to 30 ms"
    assert on_zero(result(30.0, row=Row("rate", "a rate", "k/s", more_is_better=True))) == "2 to 6 k/s"
    commit = Row("commit", "a commit", "ms", on_zero="card")
    assert on_zero(Result(commit, (Sample(2.0, disk=1.0),))) == "5 to 15 ms, and its memory card"
    assert on_zero(result(384, row=Row("clocks", "clocks", "", counts=True))) == "the same"
    assert on_zero(result(6, row=Row("wakes", "wake-ups", "/s", on_zero="same", zero_found="56"))) == "56"


def test_the_hundredth_part_is_above_the_99th_percentile() -> None:
    """Of a hundred values the worst is not it."""
    values = [float(number) for number in range(1, 101)]
    assert percentile(values, 99) == 99.0
    assert percentile(values, 50) == 50.0
    assert percentile([3.0], 99) == 3.0


def test_the_chart_and_the_table_hold_each_row_that_is_compared() -> None:
    """A picture for the eye and the figures for the mind."""
    row = {"work": "a walk", "unit": "ms", "ours": 1.5, "peer": 2.0, "peer_ratios": [0.5, 0.75, 1.0]}
    row |= {"on_zero": "7.5 to 22.5 ms", "missed": ["at most 0.5 times the peer"], "owner_can_run": True}
    row |= {"peer_is": "a bicycle", "unfair": "it has wheels"}
    record = {"version": "1.0", "measured": "2026-11-22T22:00", "machine": "a <machine>", "rows": {"walk": row}}
    picture = chart(record)
    assert "a walk" in picture
    assert "a &lt;machine&gt;" in picture
    assert "| a walk† | 1.5 ms | 2 ms: a bicycle |  | 0.75 (0.50–1.00) |  | 7.5 to 22.5 ms | walk |\n" in list(
        table(record)
    )
    assert "- `walk`: it has wheels\n" in list(table(record))
    assert "- a walk: at most 0.5 times the peer. Nobody has said why yet\n" in list(table(record))


def test_a_run_is_compared_with_figures_that_no_run_overwrites(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own version's file is written by each run, and would hide what got worse since the run before."""
    monkeypatch.setattr(figures, "STORED", tmp_path)
    store([result(9.0)])
    assert figures.baseline() is None
    for day, ours in (("2026-11-22", 1.0), ("2026-11-24", 2.0)):
        rows = {"walk": figures.figures_of(result(ours))}
        (tmp_path / f"{day}.json").write_text(json.dumps({"measured": day, "rows": rows}), encoding="utf-8")
    before = figures.baseline()
    assert before
    assert before["measured"] == "2026-11-24"
    assert len(worse([result(9.0)], before)) == 2


def test_a_missed_goal_says_why_where_that_is_known() -> None:
    """Below the table, behind the goal; and where the row is printed."""
    row = Row("walk", "a walk", "ms", "a bicycle", goals=(at_most(0.1, "peer"),), missed_because="Legs are short")
    record = {"measured": "2026-11-22", "machine": "", "rows": {"walk": figures.figures_of(result(1.0, row=row))}}
    assert "- a walk: at most 0.1 times the peer. Legs are short\n" in list(table(record))
    assert "MISSED\n  why: Legs are short\n" in line(result(1.0, row=row))
