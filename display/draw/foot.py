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

MOST = 3
"""So many hints have words at most."""

RANK: tuple[tuple[Button, bool], ...] = (("back", True), ("up", True), ("back", False), ("ok", True))
"""What loses its words first, by button and whether it is held: taking back, which every page means by it and which
holding it shows; help; the way back; then whatever `ok` does when it is held."""


@kept
def layout(hints: tuple[Hint, ...], box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield what each button does; touching a label presses its button.

    Where there are many, or no room for whole words, the last of the `RANK` are their buttons alone. Neighbouring
    buttons with the same meaning share a label. The target is `button:` or, for what a held button does, `hold:`, and
    the button's name.
    """
    groups = [tuple(group) for _, group in groupby(hints, key=lambda hint: (hint.label, hint.held))]
    cap = min(round(sizes.note.capitals * 1.55), round(box.h * 0.8))
    inside = box.inset(sizes.gap, 0)
    if sum(_hint_width(group, cap, sizes) for group in groups) > inside.w:
        groups = list(map(_shortened, groups))
    yield from _hints(_ranked(groups, inside, cap, sizes), inside, cap, sizes)


def keys(hints: tuple[Hint, ...], box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield buttons side by side without words, each as large as a finger needs."""
    for hint, place in zip(hints, box.columns(len(hints), sizes.gap) if hints else (), strict=True):
        yield Plate(place, "plate", "edge", sizes.radius)
        side = min(place.w, place.h) * 3 // 5
        yield from _button(hint, place.middle(side, side))
        yield TouchArea(place, _target(hint))


def _ranked(groups: list[tuple[Hint, ...]], box: Box, cap: int, sizes: Sizes) -> list[tuple[Hint, ...]]:
    """Return the hints, the last of the rank without words."""
    for rank in RANK:
        if sum(len(group[0].label) > 1 for group in groups) <= MOST and _is_whole(groups, box, cap, sizes):
            break
        groups = [_bare(group) if (group[0].button, group[0].held) == rank else group for group in groups]
    return groups


def _bare(group: tuple[Hint, ...]) -> tuple[Hint, ...]:
    """Return hints without words; a sign in their place stays."""
    return tuple(replace(hint, label=hint.short if len(hint.short) == 1 else "") for hint in group)


def _shortened(group: tuple[Hint, ...]) -> tuple[Hint, ...]:
    return tuple(replace(hint, label=hint.short or hint.label) for hint in group)


def _hints(groups: list[tuple[Hint, ...]], box: Box, cap: int, sizes: Sizes) -> Iterator[Mark]:
    places = shared(box, _hint_widths(groups, box.w, cap, sizes))
    for place, group in zip(places, groups, strict=True):
        yield from _hint(group, place, cap, sizes)


def _is_whole(groups: list[tuple[Hint, ...]], box: Box, cap: int, sizes: Sizes) -> bool:
    """Return whether no word would be broken."""
    return all(text.fitted(mark).unbroken for mark in _hints(groups, box, cap, sizes) if isinstance(mark, Label))


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
    return len(group) * (cap + 2) + math.ceil(label * share) + 3 * sizes.gap


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
    room = box.w - caps - 3 * sizes.gap
    lines = 1 if text.width(group[0].label, sizes.note) * text.NARROW <= room else 2
    label_width = min(text.width(group[0].label, sizes.note), room)
    content = box.middle(caps + sizes.gap + label_width, box.h)
    for number, hint in enumerate(group):
        place = Box(content.x + number * (cap + 2), content.y, cap, content.h).middle(cap, cap)
        if not hint.held:
            yield Plate(place, "plate", "edge", sizes.radius)
            place = place.middle(round(cap * 0.72), cap)
        yield from _button(hint, place)
    yield Label(content.split_left(caps + sizes.gap)[1], group[0].label, sizes.note, "lesser", lines=lines)
    for hint, place in zip(group, box.columns(len(group)), strict=True):
        yield TouchArea(place, _target(hint))


def _button(hint: Hint, place: Box) -> Iterator[Mark]:
    """Yield the sign of a button, in a ring if it has to be held."""
    if hint.held:
        yield Ring(place, 0.7, "accent")
        yield Picture(place.middle(place.w * 11 // 20, place.h), hint.icon or hint.button, "accent")
    else:
        yield Picture(place, hint.icon or hint.button, "text")


def _target(hint: Hint) -> str:
    return f"{'hold' if hint.held else 'button'}:{hint.button}"
