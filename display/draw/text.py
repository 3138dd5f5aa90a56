"""Fits text into boxes: measures it, narrows it, breaks it into lines, takes a shorter text.

It never makes text less high, and leaves no letter out.

A line is drawn in runs: digits have a face of their own, letters of other scripts too, and a few signs are our icons.

Why lines are about equally long: a last line of one short word looks forgotten, and is read as a line of its own.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import groupby, product
from typing import Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from display.draw.marks import Label, Rect
from display.fonts import Face, font
from display.theme import Sizes, Type

Measure: TypeAlias = Callable[[str], int]
"""Returns how many pixels wide words in one line are."""

Word: TypeAlias = tuple[str, str]
"""The blank before a word, and the word."""

SHORT = re.compile(r"\W*(?:[a-z]?\d+|\w)\W*")
"""A number, a cell or a letter."""

NEAR = 2
"""Pixels a word by which a line may differ from the sum of its words."""

_PLACE = re.compile(r"\W*[a-z]\d+\W*")
_HYPHENED = re.compile(r"[^-]+-*|-+")


def _break_lines(text: str, room: int, measure: Measure) -> tuple[str, ...]:
    """The lines of a text, broken at spaces, each at most `room` pixels wide; a longer word gets a line of its own.

    So do its parts if it has hyphens.

    A no-break space, as French typography sets it before `?`, is never broken. Words that are tied stay on one line,
    where it has room for them. A dot between two parts goes where the line ends between them.
    """
    lines: list[str] = []
    for paragraph in text.split("\n"):
        if measure(paragraph) <= room:
            lines.append(paragraph.lstrip(" "))
        else:
            words = list(_tie(list(_words(paragraph, room, measure)), room, measure))
            filled = _fill(words, room, measure)
            broken = _even_out(words, filled, room, measure) if len(filled) > 1 else filled
            lines += filter(None, (line.strip(" ·") for line in broken))
    return tuple(lines)


def _fill(words: list[Word], room: int, measure: Measure) -> list[str]:
    """Words in lines of which each is as full as possible: there are no fewer lines."""
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


def _even_out(words: list[Word], filled: list[str], room: int, measure: Measure) -> list[str]:
    """Words in as many lines as are `filled`, with the least sum of the squares of what they leave empty.

    Each word is measured once, and a line only where their sum is near the room.
    """
    lengths = [measure(word) for _, word in words]
    between = (measure(_join(words)) - sum(lengths)) / (len(words) - 1)
    best = [(0, 0.0, 0)]
    """For each number of words: the lines, the sum of squares, and how many words are before the last line."""
    for end in range(1, len(words) + 1):
        length = float(lengths[end - 1])
        found = [_with_line(best, end - 1, room - length)]
        for start in range(end - 2, -1, -1):
            length += between + lengths[start]
            is_near = abs(length - room) <= NEAR * (end - start)
            if (measure(_join(words[start:end])) if is_near else length) > room:
                break
            found.append(_with_line(best, start, room - length))
        best.append(min(found))
    lines: list[str] = []
    end = len(words)
    while end:
        start = best[end][2]
        lines.insert(0, _join(words[start:end]))
        end = start
    widest = max(room, *map(measure, filled))
    if len(lines) > len(filled) or any(measure(line) > widest for line in lines):
        return filled
    return min(lines, filled, key=lambda some: sum((room - measure(line)) ** 2 for line in some))


def _join(words: list[Word]) -> str:
    return "".join(f"{blank}{word}" for blank, word in words)[len(words[0][0]) :]


def _with_line(best: list[tuple[int, float, int]], start: int, left: float) -> tuple[int, float, int]:
    """What is best up to a word, with one more line from there that leaves so many pixels empty."""
    lines, squares, _ = best[start]
    return lines + 1, squares + max(0.0, left) ** 2, start


def _words(paragraph: str, room: int, measure: Measure) -> Iterator[Word]:
    """Yield each word after the blank before it; one that is too wide for a line in parts that end with its hyphens."""
    for word in paragraph.split(" "):
        parts = _HYPHENED.findall(word) if "-" in word and measure(word) > room else [word]
        yield from ((" " if number == 0 else "", part) for number, part in enumerate(parts))


def _tie(words: list[Word], room: int, measure: Measure) -> Iterator[Word]:
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
    """Whether `word` and `following` stay on one line, where they stand between two others.

    Dots and signs stay with the word before them ("hold ✓"), and what is now with what was ("17 → 11"). A number or a
    letter stays with what it counts or leads on to ("5 points", "à gauche"); where it ends a name or a phrase, with the
    word before ("Wilhelmine W", "to g7."). Two words in brackets stay together ("(red pawn)").
    """
    if word == "→" or not any(map(str.isalnum, following)) or (word.startswith("(") and ")" in following):
        return True
    if not word.endswith(":") and not word[-1:].isalnum():
        return False
    return _ends_phrase(word, following, after) or (following[:1].isalnum() and _leads_on(before, word))


def _ends_phrase(word: str, following: str, after: str) -> bool:
    """Whether a number, a cell or a letter belongs to the word before it, and not to the one after it."""
    leads_on = following[-1].isalnum() and not _PLACE.fullmatch(following) and after[:1].isalnum()
    return bool(SHORT.fullmatch(following)) and (not leads_on or _ends_name(word, following))


def _leads_on(before: str, word: str) -> bool:
    """Whether a word is a number or a letter that belongs to the word after it."""
    if not SHORT.fullmatch(word) or _PLACE.fullmatch(word) or not word[-1].isalnum():
        return False
    return word[-1].isdecimal() or not _ends_name(before, word)


def _ends_name(word: str, following: str) -> bool:
    """Whether a name of two words ends in a number or a letter."""
    return word[:1].isupper() and word[-1:].isalnum() and (following[:1].isdecimal() or following[:1].isupper())


NARROW = 0.78
"""The width of the condensed cut, as a share of the usual one."""

LEAST_SHARE = 0.3
"""The least width of letters that anybody could still read."""

PITCH = 1.45
"""The distance of two baselines, in heights of capitals."""

INKED = 1.2
"""The height of a last line with the tails of its letters, in heights of capitals, where all before are a pitch."""

SIGNS = {"✓": "ok", "←": "left", "→": "right", "↑": "up", "↓": "down"}
"""The icons of signs that the typefaces lack; each is drawn in a square as wide as its line's capitals are high."""

DIGITS = frozenset("0123456789×−")

_MINUS = re.compile(r"(?<!\S)-(?=[0-9])")


class Fitted(NamedTuple):
    """Text as it will be drawn, all of it."""

    lines: tuple[str, ...]
    share: float
    """The width of its letters: 1 for the usual cut, `NARROW` for the condensed one, less where that is too wide."""
    is_broken: bool = False
    """Whether words are broken inside."""

    @property
    def is_narrow(self) -> bool:
        """Whether it is not drawn in the usual cut."""
        return self.share < 1

    @property
    def whole(self) -> bool:
        """Whether it fits without being pressed together more than the condensed cut is."""
        return self.share >= NARROW

    @property
    def unbroken(self) -> bool:
        """Whether it fits so, and no word is broken inside."""
        return self.whole and not self.is_broken


class Run(NamedTuple):
    """A part of a line in one face; without a face it is the icon of this name."""

    face: Face | None
    text: str


def _replace_undrawable(text: str) -> str:
    """A text with replacements for what no typeface takes: a NUL, half a surrogate pair, a capital sharp s.

    Blanks become blanks of fixed width: kerning would narrow the usual ones, down to a pixel in small sizes. So does
    the narrow one of French typography before `?`, which one of the faces draws a pixel wide. A hyphen before a number
    alone is a minus, which is as wide as a digit.
    """
    text = text.encode(errors="replace").decode().replace("\0", "\N{REPLACEMENT CHARACTER}").replace("ẞ", "SS")
    text = _MINUS.sub("−", text)
    return text.replace(" ", "\N{FOUR-PER-EM SPACE}").replace("\N{NARROW NO-BREAK SPACE}", "\N{THIN SPACE}")


@lru_cache(maxsize=512)
def runs(text: str, face: Face) -> tuple[Run, ...]:
    """A line in runs of one face."""
    return tuple(_runs(_replace_undrawable(text), face))


def _runs(text: str, face: Face) -> Iterator[Run]:
    for kind, letters in groupby(text, _kind):
        if kind == "sign":
            yield from (Run(None, SIGNS[sign]) for sign in letters)
        elif kind == "foreign":
            yield Run("note", "".join(letters))
        else:
            yield Run("digits" if face == "main" and kind == "digits" else face, "".join(letters))


@lru_cache(maxsize=256)
def _kind(letter: str) -> Literal["sign", "digits", "foreign", "usual"]:
    """The kind of a letter; those beyond Latin are foreign to two of the faces.

    Why no regular expression: to compile one with so many letters takes a thirtieth of the time until the first press.
    """
    if letter in SIGNS:
        return "sign"
    if letter in DIGITS:
        return "digits"
    return "foreign" if "\u0250" <= letter <= "\u1fff" or letter >= "\u20d0" else "usual"


def fit(label: Label) -> Fitted:
    """How `label` fits into its box.

    Of very long text only as much is used as would fill the box with letters of one pixel.
    """
    longest = max(0, label.lines * label.box.w)
    texts = tuple(text[:longest] for text in (label.text, *label.briefer))
    return _fit_first(texts, label.type, label.lines, label.box.w, label.box.h, label.is_name)


@lru_cache(maxsize=1024)
def _fit_first(texts: tuple[str, ...], size: Type, lines: int, width: int, height: int, is_name: bool) -> Fitted:
    """The first text that fits: in the usual cut on as many lines as have room, or else in the condensed one.

    Why lines first: type that changes its width from page to page is noticed more than a second line is. Of a name one
    condensed line comes first, for a list of names is read down its rows. What is now never stands below what was:
    "17 →" above "11" looks like two things.
    """
    counts = (1, lines) if is_name else (lines,)
    for text, count, is_narrow in product(texts, counts, (False, True)):
        wrapped = wrap(text, width, size, is_narrow)
        kept = _lines_that_fit(height, size, count)
        is_parted = any(line.endswith("→") for line in wrapped[:-1]) or (is_name and _is_parted(wrapped))
        if len(wrapped) <= kept and _fit(wrapped, width, size, is_narrow) and not is_parted:
            return Fitted(wrapped, NARROW if is_narrow else 1)
    return _break_words(texts[-1], size, lines, width, height, is_name)


def _fit(lines: tuple[str, ...], width: int, size: Type, is_narrow: bool) -> bool:
    return all(_width(line, size, is_narrow) <= width for line in lines)


def _is_parted(name: tuple[str, ...]) -> bool:
    """Whether a number or a letter, which may tell two people apart, stands alone below its name."""
    return any(SHORT.fullmatch(line) for line in name[1:])


def _break_words(text: str, size: Type, lines: int, width: int, height: int, is_name: bool) -> Fitted:
    """Text with long words broken anywhere; as a last resort its letters are pressed together, none is left out.

    Tests prove that no page of the device needs that; a name from elsewhere may.
    """
    kept = _lines_that_fit(height, size, lines)
    share = NARROW
    while share > LEAST_SHARE:
        wide = round(width * NARROW / share)
        wrapped = tuple(part for line in wrap(text, wide, size, True) for part in _pieces(line, wide, size))
        if len(wrapped) <= kept and _fit(wrapped, wide, size, True) and not (is_name and _is_parted(wrapped)):
            return Fitted(wrapped, share, len(wrapped) > len(wrap(text, wide, size, True)))
        share *= 0.9
    wrapped = (*wrapped[: kept - 1], " ".join(wrapped[kept - 1 :]))
    return Fitted(wrapped, max(0.0, min(width / max(1, *(_width(line, size, False) for line in wrapped)), LEAST_SHARE)))


def _pieces(line: str, width: int, size: Type) -> Iterator[str]:
    """Yield a word that is too wide in pieces, each but the last with a hyphen."""
    while _width(line, size, True) > width:
        end = bisect_right(range(len(line)), width, key=lambda end: _width(f"{line[:end]}-", size, True)) - 1
        if end < 1:
            break
        if line.endswith("…") and end >= len(line) - 2 and _width(line[:-1], size, True) <= width:
            line = line[:-1]  # the dots of a line that leads on are not worth a line of their own
            break
        yield f"{line[:end]}-"
        line = line[end:].removeprefix("-")
    yield line


def _lines_that_fit(height: int, size: Type, lines: int) -> int:
    """Number of lines that fit into `height`, from 1 to `lines`."""
    return max(1, min(lines, 1 + (height - size.capitals) // line_height(size)))


def lines_inside(height: int, size: Type, lines: int) -> int:
    """Number of lines that fit on a plate, with the tails of the last one."""
    return _lines_that_fit(height - round(size.capitals * (INKED - 1)), size, lines)


def line_height(size: Type) -> int:
    """The distance from one baseline to the next."""
    return round(size.capitals * PITCH)


def inside(label: Label, room: Rect | None = None) -> Label:
    """A label moved up or down, so that its accents and tails stay in a room, or in its own box.

    For what stands on a plate, which they would touch; elsewhere all capitals of a line stand at one height.
    """
    room, lines = room or label.box, fit(label).lines
    high = line_height(label.type) * (len(lines) - 1) + label.type.capitals
    top, odd = label.box.y + (label.box.h - high) // 2, (label.box.h - high) % 2
    over = room.y - top + _reach(lines[0], label.type)[0]
    under = top + odd + high + _reach(lines[-1], label.type)[1] - room.bottom
    moved = (over - under) // 2 if over + under > 0 else max(0, over) - max(0, under)
    return replace(label, box=label.box._replace(y=label.box.y + moved)) if moved else label


@lru_cache(maxsize=512)
def _reach(text: str, size: Type) -> tuple[int, int]:
    """Pixels by which the letters of a line reach above its capitals and below its foot."""
    letters = [
        letter
        for run in runs(text, size.face)
        if run.face
        for letter in font(run.face, size.capitals).metrics(run.text)
        if letter
    ]
    highest = max((letter[3] for letter in letters), default=0)
    lowest = min((letter[2] for letter in letters), default=0)
    return max(0, highest - size.capitals), max(0, -lowest)


def block_height(text: str, width: int, size: Type, most: int = 99, *, is_narrow: bool = False) -> int:
    """The height of `text` in lines of at most `width` pixels; 0 for no text."""
    return min(most, len(wrap(text, width, size, is_narrow))) * line_height(size) if text else 0


@lru_cache(maxsize=512)
def wrap(text: str, width: int, size: Type, is_narrow: bool = False) -> tuple[str, ...]:
    """The lines of a text, broken at spaces, each at most `width` pixels wide; a longer word has one of its own."""
    return _break_lines(text, width, lambda words: _width(words, size, is_narrow))


def width(text: str, size: Type) -> int:
    """Width of one line of `text` in pixels."""
    return _width(text, size, False)


@lru_cache(maxsize=4096)
def _width(text: str, size: Type, is_narrow: bool) -> int:
    wide = sum(
        font(run.face, size.capitals).size(run.text)[0] if run.face else size.capitals for run in runs(text, size.face)
    )
    return round(wide * NARROW) if is_narrow else wide


SHORT_SHARE = 10
"""The part of a panel's width that a short form takes at most: in the condensed cut it has room on every page."""


def short_form(name: str, others: Iterable[str], sizes: Sizes) -> str:
    """The one short form of `name` on a panel that fits nobody else at the table, or none of the `others`.

    It is the longest one with room on every page: a beginning, or one with the end of the name too, with a point where
    letters are left out ("Maximi.", "W.e V"); or else a letter and a number.
    """
    people = sizes.people if name in sizes.people else others
    return _short_form(name, frozenset(people) - {name}, sizes.main, sizes.width // SHORT_SHARE)


@lru_cache(maxsize=64)
def _short_form(name: str, others: frozenset[str], size: Type, most: int) -> str:
    forms = _forms(name, others)
    return next((form for form in forms if width(form, size) <= most), forms[-1])


def _forms(name: str, others: frozenset[str]) -> tuple[str, ...]:
    """All forms, the longest first."""
    forms = []
    for length in range(len(name) - 2, 0, -1):
        begun = name[:length].rstrip()
        if not any(other.startswith(begun) for other in others):
            forms.append(f"{begun}.")
            continue
        for end in range(1, length):
            head, tail = name[: length - end].rstrip(), name[-end:]
            if not any(other.startswith(head) and other.endswith(tail) for other in others):
                forms.append(f"{head}.{tail}")
                break
    alike = sorted(other for other in (*others, name) if other[:1] == name[:1])
    return (*forms, f"{name[:1]}{alike.index(name) + 1}")
