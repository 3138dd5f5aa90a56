"""Pages as texts to compare and to read.

Of a page that resembles the last one of its title only what differs is written: a line in the place of another, one
that is new (`+`), how many are gone (`-`); `…` stands for lines that stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from typing import TypeAlias

from display.view import View, as_text

Text: TypeAlias = list[str]
"""The lines of a page, below what was done; or lines of another kind."""
Sections: TypeAlias = Mapping[str, Iterable[Text]]
"""The texts of a file, by the names of its sections."""


def written(view: View) -> Text:
    """What a page shows; title, player and question are one line."""
    title, *lines = as_text(view).splitlines()
    who = [f"{lines.pop(0)}:"] if view.actor else []
    asked = (view.glass is not None) + bool(view.prompt)
    return [" ".join((title, *who, *lines[:asked])), *lines[asked:]]


def in_sections(sections: Sections) -> str:
    """All of them, one below the other."""
    written_lines: Text = []
    last: dict[str, Text] = {}
    shown = ""
    for section, texts in sections.items():
        written_lines.append(f"=== {section}")
        for text in filter(None, texts):
            at = next((at for at, line in enumerate(text) if line.startswith("[")), 0)
            deeds, (head, *lines) = text[:at], text[at:]
            title = re.sub(r"\d+", "0", head.split("]")[0])
            changes = _changes(last[title], lines) if title in last else (f"  {line}" for line in lines)
            written_lines += [*deeds, *([head] if head != shown or not deeds else []), *changes]
            last[title], shown = lines, head
    return "\n".join(map(str.rstrip, written_lines)) + "\n"


def _changes(old: Text, new: Text) -> Iterator[str]:
    """Yield what differs: lines in the place of others, those that are new, and how many are gone."""
    gap = " "
    for kind, first, last, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            gap = "…"
            continue
        for at, line in enumerate(new[start:end], first):
            yield f"{gap}{' ' if at < last else '+'}{line}"
            gap = " "
        if gone := old[first + end - start : last]:
            yield f"{gap}-{gone[0].strip()}" + f", and {len(gone) - 1} more" * (len(gone) > 1)
            gap = " "
