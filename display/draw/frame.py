"""What every screen has: who must act, the next step, what the buttons do, and messages.

Why a message never covers a grid, a track or a ranking: `ok` and a touch would act on something hidden. There it takes
the place of the header; a list ends above it; beside a map it stands above the answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from display.draw import text
from display.draw.marks import Box, Frieze, Label, Mark, Picture, Plate, Ring, Token, TouchArea
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
from display.view import Announcement, Hint, Menu, Picker, Race, Ranking, View

BADGE_COLOURS = {"unsaved": NOTICES["warning"], "weak_power": NOTICES["warning"]}
"""Lasting conditions that need attention; the others are drawn like text."""

CALM = ("good", "saving")
"""The kinds of messages that need no attention: a short one is shown in the header, where it covers nothing."""

LEAST_ROWS = 2
"""The rows of a list that a message leaves room for; without that room it covers them."""


def parts(view: View, sizes: Sizes) -> tuple[Box, Box, Box, Box]:
    """Return the boxes of header, prompt, body and footer; the body takes the room of absent parts."""
    above = _height_above(view, sizes) if _is_above(view, sizes) else 0
    header, rest = Box(0, 0, sizes.width, sizes.height).split_top(max(sizes.header, above))
    rest, footer = rest.split_bottom(sizes.footer if view.hints else 0)
    words = 0
    if view.prompt:
        wide = text.width(view.prompt, sizes.strong, bold=True) > rest.w - 2 * sizes.pad
        words = round(text.line_height(sizes.strong) * 1.9) if wide else sizes.prompt
    prompt, body = rest.inset(sizes.pad, sizes.gap).split_top(words, sizes.gap if words else 0)
    return header, prompt, body, footer


def header(view: View, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the header: who must act, in that player's colour, or else the title; badges at its end.

    A short calm message takes the place of the title. A message that would cover the body takes the place of the whole
    header.
    """
    if _is_above(view, sizes):
        yield from _message_above(view, box, sizes)
        return
    accent = PLAYERS[view.actor.colour] if view.actor else GOLD
    band, frieze = box.split_bottom(sizes.gap)
    yield Plate(band, mix(NIGHT, accent, 0.24) if view.actor else LAPIS)
    yield Plate(band.split_bottom(max(2, sizes.gap // 2))[1], accent)
    yield Frieze(frieze, accent)
    token, name, aside, badges = _header_parts(view, box, sizes)
    for badge, place in zip(view.badges, badges, strict=True):
        yield Picture(place, badge, BADGE_COLOURS.get(badge, DUST))
    if view.actor:
        yield Token(token, view.actor.colour)
        yield Label(name, view.actor.name, sizes.large, SAND, bold=True)
    else:
        title = Label(name, view.title, sizes.large, GOLD, bold=True)
        yield title if text.fitted(title).whole else title._replace(size=sizes.body, lines=2)
    if news := _news(view, aside, sizes):
        yield from news
    elif view.actor:
        yield Label(aside, view.title, sizes.small, DUST, align="right")


def _header_parts(view: View, box: Box, sizes: Sizes) -> tuple[Box, Box, Box, tuple[Box, ...]]:
    """Return the boxes of the token, of the name, of the text beside it, and of the badges."""
    inside = box.split_bottom(sizes.gap + max(2, sizes.gap // 2))[0].inset(sizes.pad, 0)
    side = round(sizes.large * 0.95)
    badges = []
    for _ in view.badges:
        inside, place = inside.split_right(side, sizes.gap)
        badges.append(place)
    token, inside = inside.split_left(round(inside.h * 0.8) if view.actor else 0, sizes.gap + 1 if view.actor else 0)
    beside = min(text.width(view.title, sizes.small), inside.w * 2 // 5) if view.actor else 0
    if view.notice and view.notice.kind in CALM:
        beside = inside.w * 3 // 5
    name = text.width(view.actor.name if view.actor else view.title, sizes.large, bold=True)
    first, second = inside.split_left(min(name, inside.w - beside - sizes.pad), sizes.pad)
    return token, first, second, tuple(reversed(badges))


def _news(view: View, aside: Box, sizes: Sizes) -> tuple[Mark, ...]:
    """Return a calm message beside the name; nothing without one, or if it does not fit."""
    if view.notice is None or view.notice.kind not in CALM:
        return ()
    plate = aside.inset(0, sizes.gap // 2)
    place, words = plate.inset(sizes.gap + 2, 0).split_left(round(plate.h * 0.66), sizes.gap + 1)
    label = Label(words.inset(0, 1), view.notice.text, sizes.small, INK, bold=True, lines=2)
    if not text.fitted(label).whole:
        return ()
    kind = view.notice.kind
    return Plate(plate, NOTICES[kind], None, sizes.radius), Picture(place, kind, INK), label


def prompt(view: View, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the line that says what to do next."""
    yield Label(box, view.prompt, sizes.strong, SAND, bold=True, lines=2)


def footer(view: View, box: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield what each button does; touching a label presses its button.

    Neighbouring buttons with the same meaning share a label. The target is `button:` or, for what a held button does,
    `hold:`, and the button's name.
    """
    if not view.hints:
        return
    yield Plate(box, STONE)
    yield Plate(Box(box.x, box.y, box.w, 1), JOINT)
    groups = [tuple(group) for _, group in groupby(view.hints, key=lambda hint: (hint.label, hint.held))]
    cap = round(box.h * 0.66)
    inside = box.inset(sizes.gap, 0)
    wanted = [_hint_width(group, cap, sizes) for group in groups]
    if sum(wanted) > inside.w:
        groups = [tuple(replace(hint, label=hint.short or hint.label) for hint in group) for group in groups]
        wanted = [_hint_width(group, cap, sizes) for group in groups]
    for place, group in zip(shared(inside, wanted), groups, strict=True):
        yield from _hint(group, place, cap, sizes)


def _hint_width(group: tuple[Hint, ...], cap: int, sizes: Sizes) -> int:
    return len(group) * (cap + 2) + sizes.gap + text.width(group[0].label, sizes.small) + 2 * sizes.gap


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
        yield TouchArea(place, f"{'hold' if hint.held else 'button'}:{hint.button}")


def _is_above(view: View, sizes: Sizes) -> bool:
    """Return whether a message takes the header's place, because it must not cover the body."""
    usual = Box(0, 0, sizes.width, sizes.header)
    return isinstance(view.body, Picker | Race | Ranking) and not is_in_header(view, usual, sizes)


def _beside_sign(box: Box, sizes: Sizes) -> tuple[Box, Box]:
    """Return the boxes of sign and words of a message in the header's place."""
    return box.inset(sizes.pad, sizes.gap).split_left(_sign_side(sizes), sizes.pad)


def _words_above(view: View, sizes: Sizes) -> tuple[str, int, int]:
    """Return text, size and number of lines of a message in the header's place: large if two lines are enough."""
    assert view.notice is not None
    words = " · ".join(filter(None, (view.notice.source, view.notice.text)))
    width = _beside_sign(Box(0, 0, sizes.width, sizes.header), sizes)[1].w
    large, small = (len(text.wrap(words, width, size, bold=True)) for size in (sizes.body, sizes.small))
    return (words, sizes.body, large) if large <= 2 else (words, sizes.small, min(4, small))


def _height_above(view: View, sizes: Sizes) -> int:
    _, size, lines = _words_above(view, sizes)
    return lines * text.line_height(size) + 2 * sizes.gap


def _message_above(view: View, box: Box, sizes: Sizes) -> Iterator[Mark]:
    assert view.notice is not None
    yield Plate(box, NOTICES[view.notice.kind])
    sign, place = _beside_sign(box, sizes)
    yield Picture(sign, view.notice.kind, INK)
    words, size, lines = _words_above(view, sizes)
    yield Label(place, words, size, INK, bold=True, lines=lines)


def above_notice(view: View, header: Box, body: Box, sizes: Sizes) -> Box:
    """Return the body above a message, if a list or an announcement fits there; else the whole body."""
    if not isinstance(view.body, Menu | Announcement) or is_in_header(view, header, sizes):
        return body
    left = body.split_bottom(_notice_height(view, body, sizes), sizes.gap + 3)[0]
    return left if left.h >= LEAST_ROWS * sizes.row else body


def is_in_header(view: View, header: Box, sizes: Sizes) -> bool:
    """Return whether no message is left to show: there is none, or the header shows it."""
    return view.notice is None or bool(_news(view, _header_parts(view, header, sizes)[2], sizes))


def _notice_side(sizes: Sizes) -> int:
    return round(sizes.large * 1.3)


def _notice_lines(view: View, body: Box, sizes: Sizes) -> int:
    width = body.w - _notice_side(sizes) - 3 * sizes.pad
    return min(4, len(text.wrap(view.notice.text, width, sizes.body, bold=True))) if view.notice else 0


def _notice_height(view: View, body: Box, sizes: Sizes) -> int:
    source = text.line_height(sizes.small) if view.notice and view.notice.source else 0
    words = _notice_lines(view, body, sizes) * text.line_height(sizes.body) + source
    return min(body.h, max(_notice_side(sizes), words) + 2 * sizes.pad)


def notice(view: View, header: Box, body: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the message on a plate of its kind's colour at the foot of the body, unless it is shown elsewhere."""
    notice = view.notice
    if notice is None or is_in_header(view, header, sizes) or _is_above(view, sizes):
        return
    side, lines = _notice_side(sizes), _notice_lines(view, body, sizes)
    source = text.line_height(sizes.small) if notice.source else 0
    box = body.split_bottom(_notice_height(view, body, sizes))[1]
    yield Plate(box.inset(-3), NIGHT, None, sizes.radius + 3)
    yield Plate(box, NOTICES[notice.kind], INK, sizes.radius)
    place, words = box.inset(sizes.pad).split_left(side, sizes.pad)
    yield Picture(place, notice.kind, INK)
    words, below = words.split_bottom(source)
    yield Label(words, notice.text, sizes.body, INK, bold=True, lines=lines)
    yield Label(below, notice.source, sizes.small, INK)


def height_beside(view: View, width: int, size: int, sizes: Sizes) -> int:
    """Return the height of a box of this width for a sign and the whole message in letters of `size`."""
    assert view.notice is not None
    lines = len(text.wrap(view.notice.text, width - 2 * sizes.pad, size, bold=True))
    return _sign_side(sizes) + sizes.gap + lines * text.line_height(size) + 2 * sizes.pad


def notice_beside(view: View, box: Box, size: int, sizes: Sizes) -> Iterator[Mark]:
    """Yield the message over the whole of a narrow `box`, so that everything beside it stays visible."""
    notice = view.notice
    assert notice is not None
    side = _sign_side(sizes)
    yield Plate(box.inset(-3), NIGHT, None, sizes.radius + 3)
    yield Plate(box, NOTICES[notice.kind], INK, sizes.radius)
    above, words = box.inset(sizes.pad).split_top(side, sizes.gap)
    place, source = above.split_left(side, sizes.pad)
    yield Picture(place, notice.kind, INK)
    yield Label(source, notice.source, sizes.small, INK)
    most = max(1, words.h // text.line_height(size))
    yield Label(words, notice.text, size, INK, bold=True, lines=most)


def _sign_side(sizes: Sizes) -> int:
    return round(sizes.large * 1.1)


def hold(view: View, body: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield what holding the button will do, and its progress; else whose turn it is, if a press was dropped."""
    if view.hold is None:
        yield from _sign(view, body, sizes)
        return
    if view.hold.left:
        _, below = body.split_bottom(body.h * 2 // 3)
        ring = below.middle(below.h, below.h).inset(sizes.gap)
        yield Ring(ring, view.hold.fraction, TURQUOISE)
        yield Label(ring.inset(ring.h // 4), view.hold.left, ring.h // 2, SAND, bold=True, align="centre")
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


def _sign(view: View, body: Box, sizes: Sizes) -> Iterator[Mark]:
    """Yield the token and the name of the player whose turn it is, on a plate with an edge in that player's colour."""
    if view.sign is None:
        return
    side = round(sizes.header * 1.25)
    wanted = side + 3 * sizes.pad + text.width(view.sign.name, sizes.large, bold=True)
    box = body.middle(min(body.w, wanted), side + 2 * sizes.gap)
    yield Plate(box.inset(-3), NIGHT, None, box.h // 2 + 3)
    yield Plate(box, STONE, PLAYERS[view.sign.colour], box.h // 2, 3)
    place, words = box.inset(sizes.gap).split_left(side, sizes.pad)
    yield Token(place.inset(sizes.gap), view.sign.colour)
    yield Label(words.split_right(sizes.pad)[0], view.sign.name, sizes.large, SAND, bold=True)
