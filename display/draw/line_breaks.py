"""Breaks text into lines: as few as have room, all about equally long, and what belongs together on one of them.

Why about equally long: a last line of one short word looks forgotten, and is read as a line of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TypeAlias

Measure: TypeAlias = Callable[[str], int]
"""Returns how many pixels wide words in one line are."""

Word: TypeAlias = tuple[str, str]
"""The blank before a word, and the word."""

SHORT = re.compile(r"\W*(?:[a-z]?\d+|\w)\W*")
"""A number, a cell or a letter."""

NEAR = 2
"""By how many pixels a word a line may differ from the sum of its words."""

_PLACE = re.compile(r"\W*[a-z]\d+\W*")
_HYPHENED = re.compile(r"[^-]+-*|-+")


def broken(text: str, room: int, measure: Measure) -> tuple[str, ...]:
    """Return `text` broken at spaces into lines of at most `room` pixels; a longer word gets a line of its own.

    So do its parts if it has hyphens.

    A no-break space, as French typography sets it before `?`, is never broken. Words that are tied stay on one line,
    where it has room for them.
    """
    lines: list[str] = []
    for paragraph in text.split("\n"):
        if measure(paragraph) <= room:
            lines.append(paragraph.lstrip(" "))
        else:
            words = list(_tied(list(_words(paragraph, room, measure)), room, measure))
            filled = _filled(words, room, measure)
            lines += _evened(words, filled, room, measure) if len(filled) > 1 else filled
    return tuple(lines)


def _filled(words: list[Word], room: int, measure: Measure) -> list[str]:
    """Return words in lines of which each is as full as possible: there are no fewer lines."""
    lines: list[str] = []
    line = ""
    for blank, word in words:
        longer = f"{line}{blank}{word}" if line else word
        if line and measure(longer) > room:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line]


def _evened(words: list[Word], filled: list[str], room: int, measure: Measure) -> list[str]:
    """Return words in as many lines as are `filled`, with the least sum of the squares of what they leave empty.

    Each word is measured once, and a line only where their sum is near the room.
    """
    lengths = [measure(word) for _, word in words]
    between = (measure(_joined(words)) - sum(lengths)) / (len(words) - 1)
    best = [(0, 0.0, 0)]
    """For each number of words: the lines, the sum of squares, and how many words are before the last line."""
    for end in range(1, len(words) + 1):
        length = float(lengths[end - 1])
        found = [_with_line(best, end - 1, room - length)]
        for start in range(end - 2, -1, -1):
            length += between + lengths[start]
            is_near = abs(length - room) <= NEAR * (end - start)
            if (measure(_joined(words[start:end])) if is_near else length) > room:
                break
            found.append(_with_line(best, start, room - length))
        best.append(min(found))
    lines: list[str] = []
    end = len(words)
    while end:
        start = best[end][2]
        lines.insert(0, _joined(words[start:end]))
        end = start
    widest = max(room, *map(measure, filled))
    if len(lines) > len(filled) or any(measure(line) > widest for line in lines):
        return filled
    return min(lines, filled, key=lambda some: sum((room - measure(line)) ** 2 for line in some))


def _joined(words: list[Word]) -> str:
    """Return words in one line."""
    return "".join(f"{blank}{word}" for blank, word in words)[len(words[0][0]) :]


def _with_line(best: list[tuple[int, float, int]], start: int, left: float) -> tuple[int, float, int]:
    """Return what is best up to a word, with one more line from there that leaves so many pixels empty."""
    lines, squares, _ = best[start]
    return lines + 1, squares + max(0.0, left) ** 2, start


def _words(paragraph: str, room: int, measure: Measure) -> Iterator[Word]:
    """Yield each word after the blank before it; one that is too wide for a line in parts that end with its hyphens."""
    for word in paragraph.split(" "):
        parts = _HYPHENED.findall(word) if "-" in word and measure(word) > room else [word]
        yield from ((" " if number == 0 else "", part) for number, part in enumerate(parts))


def _tied(words: list[tuple[str, str]], room: int, measure: Measure) -> Iterator[tuple[str, str]]:
    """Yield the words, as many in one as are tied and have room in one line."""
    texts = ("", *(word for _, word in words), "")
    space, together = words[0]
    for at, (blank, word) in enumerate(words[1:], 1):
        longer = f"{together}{blank}{word}"
        if blank and _are_tied(*texts[at - 1 : at + 3]) and measure(longer) <= room:
            together = longer
        else:
            yield space, together
            space, together = blank, word
    yield space, together


@lru_cache(maxsize=512)
def _are_tied(before: str, word: str, following: str, after: str) -> bool:
    """Return whether `word` and `following` stay on one line, where they stand between two others.

    Dots and signs stay with the word before them ("hold ✓"). A number or a letter stays with what it counts or leads
    on to ("5 points", "à gauche"); where it ends a name or a phrase, with the word before ("Wilhelmine W", "to g7.").
    Two words in brackets stay together ("(red pawn)").
    """
    if not any(map(str.isalnum, following)) or (word.startswith("(") and ")" in following):
        return True
    if not word.endswith(":") and not word[-1:].isalnum():
        return False
    return _ends_phrase(word, following, after) or (following[:1].isalnum() and _leads_on(before, word))


def _ends_phrase(word: str, following: str, after: str) -> bool:
    """Return whether a number, a cell or a letter belongs to the word before it, and not to the one after it."""
    leads_on = following[-1].isalnum() and not _PLACE.fullmatch(following) and after[:1].isalnum()
    return bool(SHORT.fullmatch(following)) and (not leads_on or _ends_name(word, following))


def _leads_on(before: str, word: str) -> bool:
    """Return whether a word is a number or a letter that belongs to the word after it."""
    if not SHORT.fullmatch(word) or _PLACE.fullmatch(word) or not word[-1].isalnum():
        return False
    return word[-1].isdecimal() or not _ends_name(before, word)


def _ends_name(word: str, following: str) -> bool:
    """Return whether a name of two words ends in a number or a letter."""
    return word[:1].isupper() and word[-1:].isalnum() and (following[:1].isdecimal() or following[:1].isupper())
