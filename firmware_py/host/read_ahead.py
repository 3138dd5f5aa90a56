"""Read-ahead: every file of the program is read once, so that the system has it in memory from then on.

Why: a memory card that stalls does not read either. A picture, a font or a module that is first needed then would stop
the loop.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

PACKAGES = ("firmware_py", "hardware", "display")
AFTER_S = 30.0
"""How long after the start it is done: the start itself needs the card more."""


def read_ahead() -> int:
    """Read every file of the program, and return how many bytes these were."""
    count = 0
    for file in _files():
        with suppress(OSError):
            count += len(file.read_bytes())
    return count


def _files() -> Iterator[Path]:
    for name in PACKAGES:
        spec = find_spec(name)
        for folder in (spec and spec.submodule_search_locations) or ():
            yield from (path for path in Path(folder).rglob("*") if path.is_file())
