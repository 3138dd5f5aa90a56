"""The foot of a page: what each button does here."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import groupby

from msgspec.structs import replace

from display.draw import text
from display.draw.marks import Box, Label, Mark, Picture, Plate, Ring, TouchArea, kept
from display.sizes import Sizes
from display.view import Button, Hint

MANY = 4
"""So many hints stand side by side at most where they have to be condensed."""


@kept
def layout(hints: tuple[Hint, ...], box: Box, sizes: Sizes, *, is_touched: bool) -> Iterator[Mark]:
    """Yield what each button does; touching a label presses its button.

    Where many have no room in the usual cut, or all none for whole words, one that tells what a held button does is
    left out: taking back first, which every page means by it. Holding it shows that. So is help, where a label would
    take two lines.
    Neighbouring buttons with the same meaning share a label. The target is `button:` or, for what a held button does,
    `hold:`, and the button's name.
    """
    groups = [tuple(group) for _, group in groupby(hints, key=lambda hint: (hint.label, hint.held))]
    cap = min(round(sizes.note.capitals * 1.55), round(box.h * 0.8))
    inside = box.inset(sizes.gap, 0)
    if sum(_hint_width(group, cap, sizes) for group in groups) > inside.w:
        groups = list(map(_shortened, groups))
    if not is_touched:
        groups = _spared(groups, inside, cap, sizes)
    yield from _hints(groups, inside, cap, sizes)


def _spared(groups: list[tuple[Hint, ...]], box: Box, cap: int, sizes: Sizes) -> list[tuple[Hint, ...]]:
    """Return the hints without those that are left out."""
    held = sorted(group[0].button == "ok" for group in groups if group[0].held and group[0].button != "up")
    for is_ok in held[:-1]:
        if _is_crowded(groups, box, cap, sizes):
            groups = [group for group in groups if not _holds(group, "ok" if is_ok else "back")]
    if _is_high(groups, box, cap, sizes):
        return [group for group in groups if not _holds(group, "up")]
    return groups


def _holds(group: tuple[Hint, ...], button: Button) -> bool:
    return group[0].held and group[0].button == button


def _shortened(group: tuple[Hint, ...]) -> tuple[Hint, ...]:
    return tuple(replace(hint, label=hint.short or hint.label) for hint in group)


def _hints(groups: list[tuple[Hint, ...]], box: Box, cap: int, sizes: Sizes) -> Iterator[Mark]:
    places = shared(box, _hint_widths(groups, box.w, cap, sizes))
    for place, group in zip(places, groups, strict=True):
        yield from _hint(group, place, cap, sizes)


def _is_high(groups: list[tuple[Hint, ...]], box: Box, cap: int, sizes: Sizes) -> bool:
    """Return whether some label takes two lines."""
    return any(len(text.fitted(mark).lines) > 1 for mark in _hints(groups, box, cap, sizes) if isinstance(mark, Label))


def _is_crowded(groups: list[tuple[Hint, ...]], box: Box, cap: int, sizes: Sizes) -> bool:
    """Return whether there are many hints and the usual cut has no room for them, or some word would be broken."""
    if len(groups) > MANY and sum(_hint_width(group, cap, sizes) for group in groups) > box.w:
        return True
    return not all(text.fitted(mark).unbroken for mark in _hints(groups, box, cap, sizes) if isinstance(mark, Label))


def _hint_widths(groups: list[tuple[Hint, ...]], room: int, cap: int, sizes: Sizes) -> list[int]:
    """Return how wide each hint wants to be: all condensed where the usual cut has no room, then the widest broken."""
    usual = [_hint_width(group, cap, sizes) for group in groups]
    if sum(usual) <= room:
        return usual
    wanted = [_hint_width(group, cap, sizes, text.NARROW) for group in groups]
    broken = [_hint_width(group, cap, sizes, text.NARROW, 2) for group in groups]
    for at in sorted(range(len(groups)), key=lambda at: broken[at] - wanted[at]):
        if sum(wanted) > room:
            wanted[at] = broken[at]
    return wanted


def _hint_width(group: tuple[Hint, ...], cap: int, sizes: Sizes, share: float = 1.0, lines: int = 1) -> int:
    """Return how wide a hint is in letters of this width, with its label in one line or broken into two."""
    words = group[0].label.split(" ")
    breaks = (
        max(text.width(" ".join(words[:at]), sizes.note), text.width(" ".join(words[at:]), sizes.note))
        for at in range(1, len(words) if lines > 1 else 1)
    )
    label = min(breaks, default=text.width(group[0].label, sizes.note))
    return len(group) * (cap + 2) + math.ceil(label * share) + (3 if share == 1 else 2) * sizes.gap


def shared(box: Box, wanted: list[int], gap: int = 0) -> Iterator[Box]:
    """Yield boxes side by side, `gap` apart, that fill `box`: as wide as wanted, or the widest cut to one width."""
    most = max(wanted)
    box = Box(box.x, box.y, box.w - gap * (len(wanted) - 1), box.h)
    while sum(min(width, most) for width in wanted) > box.w and most > 1:
        most -= 1
    widths = [min(width, most) for width in wanted]
    total, end = sum(widths), 0
    for number, width in enumerate(widths):
        start, end = end, end + width
        left, right = box.x + box.w * start // total, box.x + box.w * end // total
        yield Box(left + number * gap, box.y, right - left, box.h)


def _hint(group: tuple[Hint, ...], box: Box, cap: int, sizes: Sizes) -> Iterator[Mark]:
    caps = len(group) * (cap + 2)
    room = box.w - caps - 2 * sizes.gap
    lines = 1 if text.width(group[0].label, sizes.note) * text.NARROW <= room else 2
    label_width = min(text.width(group[0].label, sizes.note), room)
    content = box.middle(caps + sizes.gap + label_width, box.h)
    for number, hint in enumerate(group):
        place = Box(content.x + number * (cap + 2), content.y, cap, content.h).middle(cap, cap)
        if hint.held:
            yield Ring(place, 0.7, "accent")
            yield Picture(place.middle(cap * 11 // 20, cap), hint.icon or hint.button, "accent")
        else:
            yield Plate(place, "plate", "edge", sizes.radius)
            yield Picture(place.middle(round(cap * 0.72), cap), hint.button, "text")
    yield Label(content.split_left(caps + sizes.gap)[1], group[0].label, sizes.note, "lesser", lines=lines)
    for hint, place in zip(group, box.columns(len(group)), strict=True):
        yield TouchArea(place, f"{'hold' if hint.held else 'button'}:{hint.button}")
