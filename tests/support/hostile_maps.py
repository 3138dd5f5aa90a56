"""Map files as nobody draws them by mistake: each is far larger in one respect, or wrong everywhere."""

from __future__ import annotations

import json
from typing import Any

MANY = 10_000
"""Enough that anything quadratic, or a call within a call for each, would not end well."""
GOOD = ["+---+---+---+", "|R1      B2 |", "+   +---+   +", "|ST       DS|", "+---+---+---+"]


def _map(rows: int, row: str = "|XX XX  ZZ |") -> list[str]:
    """A map of which every row is wrong."""
    return [GOOD[0], *(line for _ in range(rows) for line in (row, "x   +-x-+   +"))]


HOSTILE: dict[str, dict[str, Any]] = {
    "80 bad rows": {"map": _map(80)},
    "99 bad rows of 26": {"map": ["+" + "---+" * 26, *["|" + "XX  " * 26, "x" * 105] * 99]},
    "too many rows": {"map": _map(MANY)},
    "only line ends": {"map": "\n" * 500_000},
    "an endless line": {"map": ["+" + "---+" * 200_000, *GOOD[1:]]},
    "an endless later line": {"map": [*GOOD[:-1], "+" * 800_000]},
    "one cell a letter": {"map": [GOOD[0], "|\x1b\u202e\u200b ST DS |"]},
    "many keys": {"map": GOOD, **{f"key {number}": number for number in range(MANY)}},
    "a long key": {"map": GOOD, "k" * 800_000: 1},
    "many objects": {"map": GOOD, "objects": {f"object {number}": "" for number in range(MANY)}},
    "many pawns": {"map": GOOD, "pawns": [f"pawn {number}" for number in range(MANY)]},
    "pawns without names": {"map": GOOD, "pawns": [""] * MANY},
    "many faces": {"map": GOOD, "mummy_die": [1] * MANY},
    "a face of many digits": {"map": GOOD, "mummy_die": [10**4000]},
    "faces below 0": {"map": GOOD, "mummy_die": [-1] * MANY},
    "a long name": {"map": GOOD, "name": "\x1b[31m" * 100_000},
    "steering text": {"map": [*GOOD[:3], "|ST \x1b[2J\u202e|", GOOD[-1]], "pawns": ["\x1b[31m", "\u202e"]},
}
"""The keys of each file, without the mummy die where that is as it should be."""


def in_json(keys: dict[str, Any]) -> bytes:
    """A map's file with these keys."""
    return json.dumps({"mummy_die": [1], **keys}, ensure_ascii=False).encode()


def in_record(keys: dict[str, Any]) -> bytes:
    """A record that is played on this map."""
    hunters = [{"player": "Bo", "pawn": pawn} for pawn in ("red", "blue")]
    setup = {"mummy": "Ada", "hunters": hunters, "board": {"mummy_die": [1], **keys}}
    header = {"record": 1, "game": "malediction", "players": ["Ada", "Bo"], "setup": setup}
    return json.dumps(header, ensure_ascii=False).encode()
