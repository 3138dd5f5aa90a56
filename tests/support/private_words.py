"""Find words that this project once used and nobody else knows; `make lint` runs it over code, tests and papers.

Why a table: an invented word comes back with every text that is copied. Each line names what to say instead.

Names are split at underscores and capitals, so that `way` is found in `way_of` and not in `always`. The names of tests
are sentences; they count as text, as comments and docstrings do. Other strings are ignored: they may be stored. So is
the name in `name=value`: its function names it, or a sentence of the catalogues.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PROJECT = Path(__file__).parents[2]
CODE = ("firmware_py", "hardware", "display", "tests")
SKIPPED = {"node_modules", ".venv", "shots"}

EVERYWHERE = {
    "attendant": "animation, or what it attends to",
    "anew": "again",
    "bulletin": "status file",
    "caretaker": "board care",
    "carrying[_ ]out": "what a press does",
    "errands?": "USB transfer",
    "hindsight": "replay viewer",
    "keeper": "store, autosave",
    "known[_ ]board": "board profile",
    "lookout": "system monitor",
    "reels?": "animation",
    "surroundings": "system monitor",
    "whence": "its source",
}
"""Wrong in names and in text."""
IN_NAMES = {
    "felt": "sensed",
    "routes?": "path",
    "seating": "players",
    "told": "entered, announced or reported",
    "trails?": "path",
    "ways?": "path",
}
"""Ordinary English in text, a private word as a name."""
IN_TEXT = {
    "as it is kept": "as stored",
    "counts? not": "is ignored",
    "her|hers|herself|she": "the mummy, the player, they, it",
    "he|him|himself|his": "the player, the pawn, they, it",
    "what comes of it": "the result",
}
"""Wrong in comments, docstrings and papers."""


@dataclass(frozen=True)
class Finding:
    """A word where it does not belong."""

    file: Path
    line: int
    word: str
    instead: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.word!r}: say {self.instead}"


TOKEN = re.compile(
    r"""(?P<comment>\#[^\n]*)
    | (?P<start>^[ ]*)?(?P<string>[rbfu]{0,2}(?:
        \"{3}(?:[^\\]|\\.)*?\"{3} | '{3}(?:[^\\]|\\.)*?'{3} | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*'))
    | (?P<name>[^\W\d]\w*)""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE | re.MULTILINE,
)
"""What matters of Python here; `tokenize` takes five times as long. A string that begins a line is a docstring."""
KEYWORD = re.compile(r"=(?!=)")
"""What follows the name of a keyword argument at once; an assignment has a space there."""


def in_code(file: Path, source: str) -> Iterator[Finding]:
    """Yield what is found in the names, comments and docstrings of a Python file."""
    line, end = 1, 0
    for token in TOKEN.finditer(source):
        line += source.count("\n", end, token.start())
        end = token.start()
        if name := token["name"]:
            if _is_wrong(name) and not KEYWORD.match(source, token.end()):
                yield from _found(file, _in_parts(name), line, TEXT if name.startswith("test_") else NAMES)
        elif token["comment"] or token["start"] is not None:
            yield from in_text(file, token[0], line)


@cache
def _is_wrong(name: str) -> bool:
    """Whether it is worth looking at a name closely."""
    return bool((TEXT if name.startswith("test_") else NAMES).search(_in_parts(name)))


def in_text(file: Path, text: str, first: int = 1) -> Iterator[Finding]:
    """Yield what is found in a text that begins in line `first`."""
    for number, line in enumerate(text.splitlines(), first):
        yield from _found(file, line, number, TEXT)


def _is_skipped(file: Path) -> bool:
    return bool(SKIPPED & {*file.parts}) or file.parts[0] == "build"


def findings(root: Path = PROJECT) -> Iterator[Finding]:
    """Yield what is found in all code, tests and papers below `root`."""
    for folder in CODE:
        for file in sorted((root / folder).rglob("*.py")):
            if not _is_skipped(file.relative_to(root)) and file != Path(__file__):
                yield from in_code(file.relative_to(root), file.read_text(encoding="utf-8"))
    for file in sorted(root.rglob("*.md")):
        if not (_is_skipped(file.relative_to(root)) or file.is_relative_to(root / ".git")):
            yield from in_text(file.relative_to(root), file.read_text(encoding="utf-8"))


def _compiled(words: dict[str, str]) -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(words)})(?![^\W_])", re.IGNORECASE)


INSTEAD = EVERYWHERE | IN_NAMES | IN_TEXT
NAMES = _compiled(EVERYWHERE | IN_NAMES)
TEXT = _compiled(EVERYWHERE | IN_TEXT)


def _found(file: Path, text: str, line: int, words: re.Pattern[str]) -> Iterator[Finding]:
    for match in words.finditer(text):
        say = next(say for word, say in INSTEAD.items() if re.fullmatch(word, match[0], re.IGNORECASE))
        yield Finding(file, line, match[0], say)


def _in_parts(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)


def main() -> int:
    """Print every finding; with `--count`, their number by folder and by word."""
    found = list(findings())
    if "--count" in sys.argv[1:]:
        for place, count in sorted(Counter("/".join(each.file.parts[:2]) for each in found).items()):
            print(f"{count:5} {place}")
        print(*(f"{word} {count}" for word, count in Counter(each.word.lower() for each in found).most_common()))
    else:
        print(*found, sep="\n")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
