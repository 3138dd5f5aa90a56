"""What every screen has: who must act, the one next step, what the buttons do, and messages over it all."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from display.draw import text
from display.draw.marks import Box, Frieze, Label, Mark, Picture, Plate, Ring, Token, Touch
from display.theme import (
    BLOCK,
    DUST,
    GOLD,
    INK,
    JOINT,
    LAPIS,
    NIGHT,
    NOTICES,
    PLAYERS,
    SAND,
    STONE,
    TURQUOISE,
    Sizes,
    mix,
)
from display.view import Hint, Notice, View

BADGE_COLOURS = {"unsaved": NOTICES["warning"]}
"""Standing conditions that ask for attention; the others are drawn like text."""


def parts(view: View, sizes: Sizes) -> tuple[Box, Box, Box, Box]:
    """Return the boxes of header, prompt, body and footer; the body takes the room of whatever is absent."""
    header, rest = Box(0, 0, sizes.width, sizes.height).split_top(sizes.header)
    rest, footer = rest.split_bottom(sizes.footer if view.hints else 0)
    words = 0
    if view.prompt:
        wide = text.width(view.prompt, sizes.strong, bold=True) > rest.w - 2 * sizes.pad
        words = round(text.line_height(sizes.strong) * 1.9) if wide else sizes.prompt
    prompt, body = rest.inset(sizes.pad, sizes.gap).split_top(words, sizes.gap if words else 0)
    return header, prompt, body, footer


def header(view: View, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the header: who must act, in that player's colour, or else the title; badges at its end."""
    accent = PLAYERS[view.actor.colour] if view.actor else GOLD
    band, frieze = box.split_bottom(sizes.gap)
    yield Plate(band, mix(NIGHT, accent, 0.24) if view.actor else LAPIS)
    band, line = band.split_bottom(max(2, sizes.gap // 2))
    yield Plate(line, accent)
    yield Frieze(frieze, accent)
    inside = band.inset(sizes.pad, 0)
    side = round(sizes.large * 0.95)
    for badge in reversed(view.badges):
        inside, place = inside.split_right(side, sizes.gap)
        yield Picture(place, badge, BADGE_COLOURS.get(badge, DUST))
    if view.actor is None:
        yield Label(inside, view.title, sizes.large, GOLD, bold=True)
        return
    place, inside = inside.split_left(round(band.h * 0.8), sizes.gap + 1)
    yield Token(place, view.actor.colour)
    wanted = text.width(view.actor.name, sizes.large, bold=True)
    title_width = min(text.width(view.title, sizes.small), inside.w * 2 // 5)
    name, title = inside.split_left(min(wanted, inside.w - title_width - sizes.pad), sizes.pad)
    yield Label(name, view.actor.name, sizes.large, SAND, bold=True)
    yield Label(title, view.title, sizes.small, DUST, align="right")


def prompt(view: View, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the one next step."""
    yield Label(box, view.prompt, sizes.strong, SAND, bold=True, lines=2)


def footer(view: View, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield what each button does; touching it is pressing the button.

    Neighbouring buttons of one meaning share a label. The target is `button:` or, for what a held button does, `hold:`
    and the button's name.
    """
    if not view.hints:
        return
    yield Plate(box, STONE)
    yield Plate(Box(box.x, box.y, box.w, 1), JOINT)
    groups = [tuple(group) for _, group in groupby(view.hints, key=lambda hint: (hint.label, hint.held))]
    cap = round(box.h * 0.66)
    inside = box.inset(sizes.gap, 0)
    wanted = [_hint_width(group, cap, sizes) for group in groups]
    for place, group in zip(_shared(inside, wanted), groups, strict=True):
        yield from _hint(group, place, cap, sizes)


def _hint_width(group: tuple[Hint, ...], cap: int, sizes: Sizes) -> int:
    return len(group) * (cap + 2) + sizes.gap + text.width(group[0].label, sizes.small) + 2 * sizes.gap


def _shared(box: Box, wanted: list[int]) -> Iterator[Box]:
    """Yield neighbouring boxes that fill `box`: as wide as wanted and more, or the widest of them cut to one width."""
    most = max(wanted)
    while sum(min(width, most) for width in wanted) > box.w and most > 1:
        most -= 1
    widths = [min(width, most) for width in wanted]
    total, end = sum(widths), 0
    for width in widths:
        start, end = end, end + width
        left, right = box.x + box.w * start // total, box.x + box.w * end // total
        yield Box(left, box.y, right - left, box.h)


def _hint(group: tuple[Hint, ...], box: Box, cap: int, sizes: Sizes) -> Iterator[Mark]:
    caps = len(group) * (cap + 2)
    label_width = min(text.width(group[0].label, sizes.small), box.w - caps - sizes.gap)
    content = box.middle(caps + sizes.gap + label_width, box.h)
    for number, hint in enumerate(group):
        place = Box(content.x + number * (cap + 2), content.y, cap, content.h).middle(cap, cap)
        if hint.held:
            yield Ring(place, 0.7, TURQUOISE)
            yield Picture(place.middle(cap * 11 // 20, cap), hint.button, TURQUOISE)
        else:
            yield Plate(place, BLOCK, JOINT, sizes.radius)
            yield Picture(place.middle(round(cap * 0.72), cap), hint.button, GOLD)
    yield Label(content.split_left(caps + sizes.gap)[1], group[0].label, sizes.small, SAND)
    for hint, place in zip(group, box.columns(len(group)), strict=True):
        yield Touch(place, f"{'hold' if hint.held else 'button'}:{hint.button}")


def notice(view: View, body: Box, footer: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the message on a plate of its kind's colour.

    Good news stands over the footer, where it hides nothing that is being played; what went wrong stands large at the
    foot of the body.
    """
    if view.notice is None:
        return
    if view.notice.kind == "good" and footer.h:
        yield from _announced(view.notice, footer, sizes)
    else:
        yield from _warned(view.notice, body, sizes)


def _announced(notice: Notice, footer: Box, sizes: Sizes) -> Iterator[Mark]:
    yield Plate(footer, NOTICES[notice.kind])
    place, words = footer.inset(sizes.pad, 0).split_left(round(footer.h * 0.7), sizes.pad)
    yield Picture(place, notice.kind, INK)
    yield Label(words, notice.text, sizes.body, INK, bold=True, lines=2)


def _warned(notice: Notice, body: Box, sizes: Sizes) -> Iterator[Mark]:
    side = round(sizes.large * 1.3)
    width = body.w - side - 3 * sizes.pad
    lines = min(4, len(text.wrap(notice.text, width, sizes.body, bold=True)))
    source = text.line_height(sizes.small) if notice.source else 0
    height = min(body.h, max(side, lines * text.line_height(sizes.body) + source) + 2 * sizes.pad)
    box = body.split_bottom(height)[1]
    yield Plate(box.inset(-3), NIGHT, None, sizes.radius + 3)
    yield Plate(box, NOTICES[notice.kind], INK, sizes.radius)
    place, words = box.inset(sizes.pad).split_left(side, sizes.pad)
    yield Picture(place, notice.kind, INK)
    words, below = words.split_bottom(source)
    yield Label(words, notice.text, sizes.body, INK, bold=True, lines=lines)
    yield Label(below, notice.source, sizes.small, INK)


def hold(view: View, body: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield what holding the button will do, and how far it is."""
    if view.hold is None:
        return
    held = view.hold.button
    label = next((hint.label for hint in view.hints if hint.held and hint.button == held), "")
    side = round(sizes.header * 1.25)
    wanted = side + 3 * sizes.pad + text.width(label, sizes.strong, bold=True)
    box = body.middle(min(body.w, wanted), side + 2 * sizes.gap)
    yield Plate(box.inset(-3), NIGHT, None, box.h // 2 + 3)
    yield Plate(box, STONE, TURQUOISE, box.h // 2, 2)
    place, words = box.inset(sizes.gap).split_left(side, sizes.pad)
    yield Ring(place, view.hold.fraction, TURQUOISE)
    yield Picture(place.middle(side // 2, side // 2), held, SAND)
    yield Label(words.split_right(sizes.pad)[0], label, sizes.strong, SAND, bold=True)
