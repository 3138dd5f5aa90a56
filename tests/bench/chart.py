"""The chart of `docs/speed.md`: for each row with a peer or a limit, how many times as much ours takes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

CHART = Path(__file__).parents[2] / "docs/pictures/bench.svg"
LINE, TOP, LEFT, WIDTH = 22, 54, 580, 470
LEAST, MOST = 0.01, 30.0
LONGEST = 96
"""So many letters of a work are shown."""
COLOURS = {"peer": "#1f6f8b", "limit": "#b3541e"}


def draw_chart(record: Mapping[str, Any]) -> None:
    """Write the chart of a release's figures."""
    CHART.write_text(chart(record), encoding="utf-8")


def chart(record: Mapping[str, Any]) -> str:
    """Return the figures as a picture: dots at ours ÷ theirs, with a line over the spread, on a logarithmic axis.

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
    for value in (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30):
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
                parts.append(_mark(turned, y, colour, is_hollow=of == "peer" and bool(row.get("peer_is_own"))))
    y = height - 6
    legend = (
        (12, "peer", False, "the strongest peer"),
        (170, "limit", False, "the limit"),
        (260, "peer", True, "our own program as peer, without what the row is about"),
    )
    for x, of, is_hollow, words in legend:
        parts.append(
            _dot(x + 4, y - 4, COLOURS[of], is_hollow=is_hollow) + f'<text x="{x + 14}" y="{y}">{words}</text>'
        )
    return "\n".join((*parts, "</svg>\n"))


def _x(ratio: float) -> float:
    ratio = min(MOST, max(LEAST, ratio))
    return LEFT + WIDTH * math.log(ratio / LEAST) / math.log(MOST / LEAST)


def _mark(ratios: list[float], y: float, colour: str, *, is_hollow: bool) -> str:
    line = (
        f'<line x1="{_x(ratios[0]):.1f}" x2="{_x(ratios[-1]):.1f}" y1="{y:.0f}" y2="{y:.0f}" stroke="{colour}" '
        'stroke-width="2"/>'
    )
    return line + _dot(_x(ratios[len(ratios) // 2]), y, colour, is_hollow=is_hollow)


def _dot(x: float, y: float, colour: str, *, is_hollow: bool) -> str:
    fill = "#ffffff" if is_hollow else colour
    return f'<circle cx="{x:.1f}" cy="{y:.0f}" r="4" fill="{fill}" stroke="{colour}" stroke-width="2"/>'


def _short(work: str) -> str:
    return work if len(work) <= LONGEST else f"{work[: LONGEST - 1]}…"
