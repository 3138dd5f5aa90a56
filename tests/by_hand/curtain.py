"""Walk through the pages of La malédiction for STEPS steps a table, and print which page followed which.

It ends with an error at the first page for everybody that is followed by what only hunters may see without the held
`ok` of a curtain. `make curtain`; `STEPS=2000 make curtain` walks further.
"""

from __future__ import annotations

import itertools
import sys
import tempfile
from collections import Counter
from pathlib import Path

from curtain_walk import Pair, walking
from malediction_device import THREE, TWO

from firmware_py.config.schema import BoardConfig, ButtonsConfig, Config, ScreenConfig

LAYOUTS = ("six", "four", "touch")
BOARDS = ("none", "serial", "i2c")
SECRET = "hunters: "


def walked(steps: int) -> tuple[Counter[Pair], Counter[tuple[str, str]]]:
    """Return which page followed which, and what was done on each, over all layouts, boards and numbers of players."""
    pairs: Counter[Pair] = Counter()
    tried: Counter[tuple[str, str]] = Counter()
    tables = itertools.product(LAYOUTS, BOARDS, (TWO, THREE))
    for seed, (layout, board, header) in enumerate(tables):
        config = Config(
            language="en",
            buttons=ButtonsConfig(layout=layout),
            screen=ScreenConfig(dim_after_s=10.0),
            board=BoardConfig(kind=board, rows=5, columns=5),
        )
        with tempfile.TemporaryDirectory() as folder, walking(config, header, Path(folder), seed) as walk:
            for _ in range(steps):
                walk.step()
            pairs += walk.pairs
            tried += walk.tried
    return pairs, tried


def print_table(pairs: Counter[Pair]) -> None:
    """Print a line for each pair of pages: how often one followed the other, and what was done."""
    rows: dict[tuple[str, str], Counter[str]] = {}
    for pair, count in pairs.items():
        rows.setdefault((pair.before, pair.after), Counter())[pair.done] += count
    for is_opened in (True, False):
        print("opened for the hunters" if is_opened else "all other pairs")
        for (before, after), done in sorted(rows.items()):
            if (after.startswith(SECRET) and not before.startswith(SECRET)) == is_opened:
                by = ", ".join(f"{name} {count}" for name, count in done.most_common(6))
                print(f"  {before:32} {after:32} {sum(done.values()):5}  {by}")


if __name__ == "__main__":
    pairs, tried = walked(int(sys.argv[1]))
    print_table(pairs)
    kinds = {kind for kind, _ in tried}
    print(f"{len(kinds)} kinds of page, {len(tried)} ways to act on them, {sum(tried.values())} deeds, no secret shown")
