"""What every screen has: who must act, what is asked, notices, and at the foot what the buttons do.

Why a notice never covers a page: `ok` and a touch would act on something hidden. It has a strip of its own in place of
the foot, and what has no room there has several pages.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import chain, groupby
from typing import NamedTuple

from msgspec.structs import replace

from display.draw import text
from display.draw.marks import (
    Drawing,
    Frieze,
    Label,
    Mark,
    Picture,
    Plate,
    Rect,
    Ring,
    Sign,
    Token,
    TouchArea,
    remember,
)
from display.theme import FINGER_MM, Role, Sizes, Type
from display.view import Body, Button, Hint, Menu, Notice, View

MOST_HINTS, MOST_OF_TOUCH = 3, 4
"""Most hints that have words, and the same for a finger, which needs a word for what a button shows by its sign.

The way back, and what a held `ok` does, have theirs beside these wherever there is room.
"""

RANK: tuple[tuple[Button, bool], ...] = (("up", True), ("back", True), ("back", False), ("ok", True))
"""What loses its words first, by button and whether it is held: help, which leaves a question mark; undo, which every
page means by it and which holding it shows; the way back; then whatever `ok` does when it is held."""

RANK_OF_TOUCH: tuple[tuple[Button, bool], ...] = (RANK[0], ("ok", False), *RANK[1:])
"""The same for a finger, which holds nothing and finds out nothing by that: a check mark goes without words first."""


@remember
def foot_marks(hints: tuple[Hint, ...], box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield what each button does; touching a label presses its button.

    Where there are many, or no room for whole words, the first of the `RANK` are their buttons alone, and others have
    brief words. Neighbouring buttons with the same meaning share a label. The target is `button:` or, for what a held
    button does, `hold:`, and the button's name.
    """
    groups = [tuple(group) for _, group in groupby(hints, key=lambda hint: (hint.label, hint.held))]
    cap = min(round(sizes.note.capitals * 1.55), round(box.h * 0.8))
    inside = box.inset(sizes.gap, 0)
    if _are_wide(groups, inside, cap, sizes):
        brief = _drop_words(list(map(_with_brief_words, groups)), inside, cap, sizes)
        groups = _with_whole_words(brief, groups, inside, cap, sizes)
    else:
        groups = _drop_words(groups, inside, cap, sizes)
    yield from _hints(sorted(groups, key=_place_of), inside, cap, sizes)


def _place_of(group: tuple[Hint, ...]) -> int:
    """What has words comes first, or a bare ring would be read together with the words after it; help comes last."""
    is_bare = not (group[0].label or group[0].picture)
    return 2 if (group[0].button, group[0].held) == RANK[0] else int(is_bare)


def _are_wide(groups: list[tuple[Hint, ...]], box: Rect, cap: int, sizes: Sizes) -> bool:
    return sum(_hint_width(group, cap, sizes) for group in groups) > box.w


def _with_whole_words(
    brief: list[tuple[Hint, ...]], whole: list[tuple[Hint, ...]], box: Rect, cap: int, sizes: Sizes
) -> list[tuple[Hint, ...]]:
    """The hints that still have words, with all of them where there is room, the fewest first."""
    for at in sorted(range(len(whole)), key=lambda at: len(whole[at][0].label)):
        longer = [*brief[:at], whole[at], *brief[at + 1 :]]
        if len(brief[at][0].label) > 1 and not _are_wide(longer, box, cap, sizes):
            brief = longer
    return brief


KEYS: tuple[Button, ...] = ("left", "up", "down", "right", "ok", "back")
"""The keys of a small touch screen, as they lie on every page."""


@remember
def key_marks(hints: tuple[Hint, ...], box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield six keys for a finger, each as wide as a fingertip at least, with what pressing and holding it does here.

    The target is `key:` and the name of the button that it stands for. Words are left out as in any foot.
    """
    for key, place in zip(KEYS, _key_places(box, sizes), strict=True):
        pressed = next((hint for hint in hints if hint.button == key and not hint.held), Hint(key, ""))
        held = (hint for hint in hints if hint.button == key and hint.held)
        faces = _fewer_words([pressed, *held], place.w - 4, sizes)
        yield Plate(place.inset(1), "plate", "edge", sizes.radius)
        wanted = [_face_width(face, sizes) for face in faces]
        for face, room in zip(faces, share_width(place.inset(2), wanted, sizes.gap), strict=True):
            yield from _key_face(face, room, sizes)
        yield TouchArea(place, f"key:{key}")


@remember
def _signs_of_keys(hints: tuple[Hint, ...], box: Rect, high: int, sizes: Sizes) -> Iterator[Mark]:
    """Yield the keys below a notice: the sign of each in a line so `high`, and of back in a ring if it undoes."""
    for key, place in zip(KEYS, _key_places(box, sizes), strict=True):
        low = place.split_bottom(high)[1]
        yield Plate(low.inset(1), "plate", "edge", sizes.radius // 2)
        is_held = key == "back" and any(hint.button == key and hint.held for hint in hints)
        yield from _button(Hint(key, "", held=is_held), low.middle(high - 3, high - 3))
        yield TouchArea(place, f"key:{key}")


def _fewer_words(faces: list[Hint], room: int, sizes: Sizes) -> list[Hint]:
    """What a key does: help first becomes its sign, then the longest words are left out until the others have room."""
    if sum(_face_width(face, sizes) for face in faces) + (len(faces) - 1) * sizes.gap > room:
        faces = [replace(face, label=face.short) if (face.button, face.held) == RANK[0] else face for face in faces]
    while (wide := [_face_width(face, sizes) for face in faces]) and sum(wide) + (len(wide) - 1) * sizes.gap > room:
        at = wide.index(max(wide))
        if not faces[at].label:
            break
        brief = faces[at].short if len(faces[at].short) < len(faces[at].label) else ""
        faces = [*faces[:at], replace(faces[at], label=brief), *faces[at + 1 :]]
    return faces


def _face_width(hint: Hint, sizes: Sizes) -> int:
    cap = round(sizes.note.capitals * 1.4)
    return cap if hint.picture else max(cap, math.ceil(text.width(hint.label, sizes.note) * text.NARROW))


def _key_places(box: Rect, sizes: Sizes) -> tuple[Rect, ...]:
    """The four directions side by side, then `ok` and back, which have the words."""
    wide = max(math.ceil(FINGER_MM * sizes.per_mm), box.w // 8)
    arrows, others = box.split_left(4 * wide)
    return *arrows.columns(4), *others.columns(2)


def _key_face(hint: Hint, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the sign of a key, and below it what it does, in words if they have room."""
    cap = min(round(sizes.note.capitals * 1.4), box.w)
    sign, below = box.middle(box.w, min(box.h, cap + text.line_height(sizes.note) + 1)).split_top(cap, 1)
    if hint.picture:
        yield from _button(hint, sign.middle(cap, cap))
        yield Picture(below.middle(below.h, below.h), hint.picture)
        return
    labels = (Label(below, words, sizes.note, "lesser", "centre") for words in (hint.label, hint.short) if words)
    if label := next((label for label in labels if text.fit(label).whole), None):
        yield from _button(hint, sign.middle(cap, cap))
        yield label
    else:
        side = min(round(cap * 1.4), box.w)
        yield from _button(hint, box.middle(side, side))


def _foot_keys(hints: tuple[Hint, ...], box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield buttons side by side without words, each as large as a finger needs."""
    for hint, place in zip(hints, box.columns(len(hints), sizes.gap) if hints else (), strict=True):
        yield Plate(place, "plate", "edge", sizes.radius)
        side = min(place.w, place.h) * 3 // 5
        yield from _button(hint, place.middle(side, side))
        yield TouchArea(place, _target(hint))


def _drop_words(groups: list[tuple[Hint, ...]], box: Rect, cap: int, sizes: Sizes) -> list[tuple[Hint, ...]]:
    """The hints, the first of the rank without words."""
    for rank in RANK_OF_TOUCH if sizes.finger else RANK:
        worded = sum(len(group[0].label) > 1 and not group[0].picture for group in groups)
        are_few = worded <= (MOST_OF_TOUCH if sizes.finger else MOST_HINTS) or rank in RANK[2:]
        if are_few and _is_whole(groups, box, cap, sizes):
            break
        groups = [_bare(group) if (group[0].button, group[0].held) == rank else group for group in groups]
    return groups


def _bare(group: tuple[Hint, ...]) -> tuple[Hint, ...]:
    """Hints without words; a sign in their place stays."""
    return tuple(replace(hint, label=hint.short if len(hint.short) == 1 else "") for hint in group)


def _with_brief_words(group: tuple[Hint, ...]) -> tuple[Hint, ...]:
    return tuple(replace(hint, label=hint.short or hint.label) for hint in group)


def _hints(groups: list[tuple[Hint, ...]], box: Rect, cap: int, sizes: Sizes) -> Iterator[Mark]:
    places = share_width(box, _hint_widths(groups, box.w, cap, sizes))
    for place, group in zip(places, groups, strict=True):
        yield from _hint(group, place, cap, sizes)


def _is_whole(groups: list[tuple[Hint, ...]], box: Rect, cap: int, sizes: Sizes) -> bool:
    """Whether no word would be broken."""
    return all(text.fit(mark).unbroken for mark in _hints(groups, box, cap, sizes) if isinstance(mark, Label))


def _hint_widths(groups: list[tuple[Hint, ...]], room: int, cap: int, sizes: Sizes) -> list[int]:
    """Width that each hint wants: all condensed where the usual cut has no room, then the widest broken."""
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
    """Width of a hint in letters of this width, with its label in one line or broken into two."""
    if group[0].picture:
        return len(group) * (cap + 2) + cap + 3 * sizes.gap
    words = group[0].label.split(" ")
    breaks = (
        max(text.width(" ".join(words[:at]), sizes.note), text.width(" ".join(words[at:]), sizes.note))
        for at in range(1, len(words) if lines > 1 else 1)
    )
    label = min(breaks, default=text.width(group[0].label, sizes.note))
    return len(group) * (cap + 2) + math.ceil(label * share) + 3 * sizes.gap


def share_width(box: Rect, wanted: list[int], gap: int = 0) -> Iterator[Rect]:
    """Yield boxes side by side, `gap` apart, that fill `box`: as wide as wanted, or the widest cut to one width."""
    most = max(wanted)
    box = Rect(box.x, box.y, box.w - gap * (len(wanted) - 1), box.h)
    while sum(min(width, most) for width in wanted) > box.w and most > 1:
        most -= 1
    widths = [min(width, most) for width in wanted]
    total, end = sum(widths), 0
    for number, width in enumerate(widths):
        start, end = end, end + width
        left, right = box.x + box.w * start // total, box.x + box.w * end // total
        yield Rect(left + number * gap, box.y, right - left, box.h)


def _hint(group: tuple[Hint, ...], box: Rect, cap: int, sizes: Sizes) -> Iterator[Mark]:
    caps, shown = len(group) * (cap + 2), group[0]
    room = box.w - caps - 3 * sizes.gap
    wide = cap if shown.picture else min(text.width(shown.label, sizes.note), room)
    content = box.middle(caps + sizes.gap + wide, box.h)
    for number, hint in enumerate(group):
        place = Rect(content.x + number * (cap + 2), content.y, cap, content.h).middle(cap, cap)
        if not hint.held:
            yield Plate(place, "plate", "edge", sizes.radius)
            place = place.middle(round(cap * 0.72), cap)
        yield from _button(hint, place)
    meaning = content.split_left(caps + sizes.gap)[1]
    if shown.picture:
        yield Picture(meaning.middle(cap, cap), shown.picture)
    else:
        lines = 1 if text.width(shown.label, sizes.note) * text.NARROW <= room else 2
        yield Label(meaning, shown.label, sizes.note, "lesser", lines=lines)
    for hint, place in zip(group, box.columns(len(group)), strict=True):
        yield TouchArea(place, _target(hint))


def _button(hint: Hint, place: Rect) -> Iterator[Mark]:
    """Yield the sign of a button, in a ring if it has to be held."""
    if hint.held:
        yield Ring(place, 0.7, "accent")
        yield Picture(place.middle(place.w * 11 // 20, place.h), hint.icon or hint.button, "accent")
    else:
        yield Picture(place, hint.icon or hint.button, "text")


def _target(hint: Hint) -> str:
    return f"{'hold' if hint.held else 'button'}:{hint.button}"


BADGE_COLOURS: dict[str, Role] = {"unsaved": "loss", "weak_power": "loss"}
"""Lasting conditions that need attention; the others are drawn like text."""

NOTICES: dict[str, tuple[Role, Role]] = {
    "good": ("gain", "on_gain"),
    "gain": ("gain", "on_gain"),
    "news": ("accent", "on_accent"),
    "saving": ("accent", "on_accent"),
    "loss": ("loss", "on_loss"),
    "warning": ("loss", "on_loss"),
    "error": ("loss", "on_loss"),
}
"""The plate of each kind of notice, and what is written on it."""

STRIP_LINES = 2
"""The most lines of one page of a notice."""

SENTENCE_END = re.compile(r"(?<=\w\w\.) |(?<=[!?]) ")
"""Where a page of a notice may end: not after a single letter, as in "z. B." or the initial of a name."""

PROMPT_LINES = 3

LEAST_USUAL = 400
"""The least width of a panel on which a question that is narrow beside a name stands below it instead."""

NO_BOX = Rect(0, 0, 0, 0)


class Parts(NamedTuple):
    """The boxes of a screen."""

    band: Rect
    """The band in the colour of who must act, from top to bottom; without width if nobody must."""
    page: Rect
    """All above the foot, beside the band."""
    foot: Rect
    """Hints on the buttons."""
    strip: Rect
    """The notice; it stands in place of the foot."""
    keys: Rect
    """Beside the notice, the ways on and back where there are no buttons."""


def parts(view: View, sizes: Sizes) -> Parts:
    """The boxes of a screen; the page takes the room of absent parts."""
    screen = Rect(0, 0, sizes.width, sizes.height)
    if view.has_keys:
        return _parts_above_keys(view, screen, sizes)
    band, rest = screen.split_left(sizes.band if view.actor else 0)
    if view.notice is None:
        page, below = rest.split_bottom(sizes.footer if view.hints else 0)
        return Parts(band, page, below, NO_BOX, NO_BOX)
    room = len(_keys(view)) * (sizes.footer + sizes.gap)
    lines = max(page.count("\n") + 1 for page in notice_pages(view.notice, rest.w - room, sizes))
    page, below = rest.split_bottom(max(sizes.footer, lines * text.line_height(sizes.main) + sizes.gap))
    strip, keys = below.split_right(room - sizes.gap if room else 0, sizes.gap if room else 0)
    return Parts(band, page, NO_BOX, strip, keys)


def _parts_above_keys(view: View, screen: Rect, sizes: Sizes) -> Parts:
    """The keys keep their places below the band and below a notice, which leaves them a line of signs."""
    strip = NO_BOX
    above, keys = screen.split_bottom(sizes.footer)
    if view.notice:
        lines = max(page.count("\n") + 1 for page in notice_pages(view.notice, screen.w, sizes))
        words = lines * text.line_height(sizes.main) + sizes.gap
        above, keys = screen.split_bottom(max(sizes.footer, words + _sign_line(sizes)))
        strip = keys.split_bottom(_sign_line(sizes))[0]
    band, page = above.split_left(sizes.band if view.actor else 0)
    return Parts(band, page, NO_BOX if view.notice else keys, strip, keys if view.notice else NO_BOX)


def _sign_line(sizes: Sizes) -> int:
    """Height of the signs of keys below a notice."""
    return round(sizes.note.capitals * 1.4) + 4


def _keys(view: View) -> tuple[Hint, ...]:
    """The hints that stay beside a notice: undo, and where a finger needs them, one way on and the way back."""
    if not view.is_touched:
        return tuple(hint for hint in view.hints if hint.button == "back" and hint.held)
    oks = sorted((hint for hint in view.hints if hint.button == "ok"), key=lambda hint: hint.held)
    return (*oks[:1], *(hint for hint in view.hints if hint.button == "back"))


def around(view: View, where: Parts, sizes: Sizes) -> Iterator[Mark]:
    """Yield what stands around the page: band, foot or notice."""
    yield from _band(view, where.band, sizes)
    if where.foot.h:
        yield from (key_marks if view.has_keys else foot_marks)(view.hints, where.foot, sizes)
    if view.notice:
        yield from _strip(view.notice, where.strip, sizes)
        if view.has_keys:
            yield from _signs_of_keys(view.hints, where.keys, _sign_line(sizes), sizes)
        else:
            yield from _foot_keys(_keys(view), where.keys, sizes)


SAND = "#a8703c"


def _band(view: View, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the band: the player's colour with the player's shape at its head, and teeth towards the page."""
    if view.actor is None:
        return
    teeth = max(3, box.w // 6)
    body, edge = box.split_right(teeth)
    yield Plate(body, view.actor.colour, None, 0)
    yield Frieze(edge, view.actor.colour)
    side = round(body.w * 0.86)
    place = Rect(body.x, body.y + body.w // 3, body.w, side).middle(side, side)
    yield Sign(place, view.actor.colour, face=dict(sizes.faces).get(view.actor.colour))
    if view.glass is not None:
        yield Drawing(body.inset(body.w // 7, body.w // 3).split_bottom(side * 3 // 2)[1], glass_svg(view.glass))


def glass_svg(left: float) -> str:
    """A sand-glass on a field 48 high and 32 wide, with such a share of its sand still above."""
    bulbs = (
        "M4 5 V9 C4 18 14.4 20 14.4 24 C14.4 28 4 30 4 39 V43 H28 V39 C28 30 17.6 28 17.6 24 C17.6 20 28 18 28 9 V5 Z"
    )
    above, below = 21 - 13 * left, 41 - 12 * (1 - left)
    wide, heap = 1.6 + 8.6 * left, 4 + 8 * (1 - left)
    sand = f'<path d="M{16 - wide:.1f} {above:.1f} H{16 + wide:.1f} L16.8 22.6 H15.2 Z" fill="{SAND}"/>' if left else ""
    if left < 1:
        sand += (
            f'<path d="M{16 - heap:.1f} 41 Q{16 - heap * 0.6:.1f} {below + 2:.1f} 16 {below:.1f} '
            f'Q{16 + heap * 0.6:.1f} {below + 2:.1f} {16 + heap:.1f} 41 Z" fill="{SAND}"/>'
        )
        sand += f'<path d="M16 23 V41" stroke="{SAND}" stroke-width="1.2"/>' if left else ""
    return (
        f'<path d="{bulbs}" fill="@linen" stroke="@ink" stroke-width="2.6" stroke-linejoin="round"/>{sand}'
        '<path d="M2 4 H30 M2 44 H30" stroke="@ink" stroke-width="4" stroke-linecap="round"/>'
    )


# --- who acts, and what is asked -------------------------------------------------------------------------------------


class Head(NamedTuple):
    """What stands above the body."""

    height: int
    marks: tuple[Mark, ...]


def head(view: View, box: Rect, sizes: Sizes) -> tuple[tuple[Mark, ...], Rect]:
    """What stands at the head of a page, and the box of the body below it."""
    inside = box.inset(sizes.pad, sizes.gap)
    signs, row = badges(view, inside, sizes)
    made = _actor_head(view, row, inside, sizes) if view.actor else _question_head(view, row, inside, sizes)
    return (*signs, *made.marks), inside.split_top(made.height, sizes.gap if made.height else 0)[1]


def badges(view: View, box: Rect, sizes: Sizes) -> tuple[tuple[Mark, ...], Rect]:
    """The signs of lasting conditions at the end of the first line, and the rest of the line."""
    two = sizes.main.capitals + text.line_height(sizes.main)  # of a question beside the name
    high = max(text.line_height(sizes.great), two) if view.actor else text.line_height(sizes.main)
    line = box.split_top(high)[0]
    side, marks = sizes.main.capitals, []
    for badge in reversed(view.badges):
        line, place = line.split_right(side, sizes.gap)
        marks.append(Picture(place, badge, BADGE_COLOURS.get(badge, "lesser")))
    return tuple(marks), line


def _actor_head(view: View, row: Rect, box: Rect, sizes: Sizes) -> Head:
    """The name of the player who must act, great, and the question beside it, or below if it is long.

    A sentence that begins with the name goes on from there: "Bo" and "is thinking…".
    """
    assert view.actor is not None
    name = view.actor.name
    view = replace(view, prompt=view.prompt.removeprefix(f"{name} "))
    size, lines = sizes.great, 1
    if text.width(name, size) * text.NARROW > row.w:
        size, lines = sizes.main, 2
    wide = min(row.w, text.width(name, size))
    label = Label(row.split_left(wide)[0], name, size, lines=lines, is_name=True)
    beside = row.split_left(wide, sizes.pad)[1]
    question = Label(beside, view.prompt, sizes.main, "accent", lines=PROMPT_LINES)
    fit, may_narrow = text.fit(question), sizes.width < LEAST_USUAL
    if not view.prompt or (beside.w > row.w // 4 and fit.whole and (may_narrow or not fit.is_narrow)):
        title = _title_after(view, question, sizes)
        return Head(row.h, (label, question, *title))
    high = text.block_height(view.prompt, box.w, sizes.main, PROMPT_LINES)
    below = Rect(box.x, row.bottom, box.w, high)
    title = _aside(view, beside, sizes)
    return Head(row.h + high, (label, *title, Label(below, view.prompt, sizes.main, "accent", lines=PROMPT_LINES)))


def _title_after(view: View, question: Label, sizes: Sizes) -> tuple[Mark, ...]:
    """The title at the end of the question's line, if there is room."""
    fit = text.fit(question)
    wide = max((text.width(line, question.type) for line in fit.lines), default=0)
    return _aside(view, question.box.split_left(wide, 2 * sizes.pad)[1], sizes)


def _aside(view: View, box: Rect, sizes: Sizes) -> tuple[Mark, ...]:
    """The title as a note at the right, or nothing where it has no room or says again who acts."""
    label = Label(box, view.title, sizes.note, "lesser", "right")
    named = rf"(?<!\w){re.escape(view.actor.name)}(?!\w)" if view.actor else ""  # as a word of its own
    is_said = not view.title or (named and re.search(named, view.title) is not None)
    return () if is_said or box.w <= sizes.band or not text.fit(label).whole else (label,)


def _question_head(view: View, row: Rect, box: Rect, sizes: Sizes) -> Head:
    """The question, and the title well apart at its end, or above if that saves a line; or else the title."""
    if not view.prompt:
        lines = 2 if text.width(view.title, sizes.main) * text.NARROW > row.w else 1
        high = lines * text.line_height(sizes.main) if view.title else 0
        return Head(high, (Label(Rect(row.x, row.y, row.w, high), view.title, sizes.main, "text", lines=2),))
    noted = text.width(view.title, sizes.note)
    before, after = row.split_right(noted, 2 * sizes.main.capitals)
    high = text.block_height(view.prompt, before.w, sizes.main)
    if view.title and noted <= row.w // 2 and high <= text.block_height(view.prompt, row.w, sizes.main) <= 2 * row.h:
        question = Label(Rect(row.x, row.y, before.w, high), view.prompt, sizes.main, lines=PROMPT_LINES)
        return Head(high, (question, Label(after, view.title, sizes.note, "lesser", "right")))
    above = text.line_height(sizes.note) if view.title else 0  # less than a line of the question
    title = Label(Rect(row.x, row.y, row.w, above), view.title, sizes.note, "lesser")
    high = text.block_height(view.prompt, box.w, sizes.main, PROMPT_LINES)
    question = Label(Rect(box.x, row.y + above, box.w, high), view.prompt, sizes.main, lines=PROMPT_LINES)
    return Head(above + high, (title, question))


def beside(view: View, box: Rect, sizes: Sizes, *, is_narrow: bool = False) -> tuple[tuple[Mark, ...], Rect]:
    """What stands at the head of the column beside a map, and the box below it; the question in few lines.

    `is_narrow`: the question in the condensed cut, if that saves a line.
    """
    side = sizes.main.capitals
    marks: list[Mark] = []
    high = text.line_height(sizes.main)
    name = view.actor.name if view.actor else view.title
    if view.actor and view.prompt.startswith(name) and not view.badges:
        high, name = 0, ""
    above, rest = box.split_top(high * (1 if text.width(name, sizes.main) * text.NARROW <= box.w else 2))
    line = above
    for badge in reversed(view.badges):
        line, place = line.split_right(side, sizes.gap)
        marks.append(Picture(place.middle(side, side), badge, BADGE_COLOURS.get(badge, "lesser")))
    marks.append(Label(line, name, sizes.main, lines=2, is_name=view.actor is not None))
    asked = text.block_height(view.prompt, rest.w, sizes.main, PROMPT_LINES + 1, is_narrow=is_narrow)
    question, rest = rest.split_top(asked, sizes.gap)
    if view.prompt:
        marks.append(Label(question, view.prompt, sizes.main, "accent", lines=PROMPT_LINES + 1))
    return tuple(marks), rest


# --- notices ---------------------------------------------------------------------------------------------------------


def _notice_sign_width(sizes: Sizes) -> int:
    """Width of the sign of a notice: less beside keys."""
    return round(sizes.main.capitals * (1.4 if sizes.finger else 2))


def notice_pages(notice: Notice, width: int, sizes: Sizes) -> tuple[str, ...]:
    """The text of a notice in pages that fit into a strip of this width.

    A page ends with a sentence; only one that is longer than a page goes on over the next. It is in the condensed
    cut where that saves a page.
    """
    room = width - _notice_sign_width(sizes) - 3 * sizes.pad - sizes.gap
    for is_narrow in (False, True):
        lines = text.wrap(notice.text, room, sizes.main, is_narrow)
        if len(lines) <= STRIP_LINES:
            return ("\n".join(lines),)
    beside = room - _number_width(sizes)
    return min((tuple(_pages(notice.announced, beside, sizes, is_narrow)) for is_narrow in (False, True)), key=len)


def _pages(announced: tuple[str, ...], width: int, sizes: Sizes, is_narrow: bool) -> Iterator[str]:
    page: tuple[str, ...] = ()
    for sentence in chain.from_iterable(map(SENTENCE_END.split, announced)):
        lines = text.wrap(" ".join((*page, sentence)), width, sizes.main, is_narrow)
        if page and len(lines) > STRIP_LINES:
            yield "\n".join(page)
            lines = text.wrap(sentence, width, sizes.main, is_narrow)
        while len(lines) > STRIP_LINES:
            yield "\n".join(lines[:STRIP_LINES])
            lines = lines[STRIP_LINES:]
        page = lines
    yield "\n".join(page)


def _number_width(sizes: Sizes) -> int:
    return text.width("0/0", sizes.note) + sizes.pad


def _strip(notice: Notice, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield a notice on the plate of its kind, with its sign; what is longer than its place shows which page it is."""
    plate, ink = NOTICES[notice.kind]
    pages = notice_pages(notice, box.w, sizes)
    page = notice.turned % len(pages)
    yield Plate(box, plate, None)
    sign, words = box.inset(sizes.pad, 0).split_left(_notice_sign_width(sizes), sizes.pad)
    yield Picture(sign.inset(0, 2), notice.kind, ink)
    if len(pages) > 1:
        words, number = words.split_right(_number_width(sizes))
        yield Label(number, f"{page + 1}/{len(pages)}", sizes.note, ink, "right")
    yield Label(words, pages[page], sizes.main, ink, lines=STRIP_LINES)


def cross(view: View, at: tuple[float, float], sizes: Sizes) -> Iterator[Mark]:
    """Yield a cross to be touched, and in the middle of the screen what is asked, its outcome, and the way back."""
    x, y, arm = round(at[0] * sizes.width), round(at[1] * sizes.height), sizes.height // 12
    for bar in (Rect(x - arm, y - 1, 2 * arm + 1, 3), Rect(x - 1, y - arm, 3, 2 * arm + 1)):
        yield Plate(bar, "text")
    middle = Rect(0, 0, sizes.width, sizes.height).middle(sizes.width * 3 // 5, sizes.height // 2)
    asked, below = middle.split_top(PROMPT_LINES * text.line_height(sizes.main), sizes.gap)
    yield Label(asked, view.prompt, sizes.main, "accent", "centre", lines=PROMPT_LINES)
    said, foot = below.split_bottom(0 if view.is_touched else sizes.footer)
    for words in view.body.text if isinstance(view.body, Menu) else ():
        yield Label(said, words, sizes.note, "lesser", "centre", lines=STRIP_LINES)
    if foot.h and view.hints:
        yield from foot_marks(view.hints, foot, sizes)


# --- over the page ---------------------------------------------------------------------------------------------------


def hold(view: View, where: Parts, sizes: Sizes) -> Iterator[Mark]:
    """Yield what holding the button will do, and its progress; else whose turn it is, if a press was dropped.

    It stands at the foot, where the button's hint is, and covers nothing that can be chosen. What comes by itself has
    the words of what the cursor is on, or of the button; without any, those of the notice that it covers, or the page.
    """
    body = where.page.inset(sizes.pad)
    if view.hold is None:
        yield from _whose_turn(view, body, sizes)
        return
    if view.hold.left:
        _, below = body.split_bottom(body.h * 2 // 3)
        ring = below.middle(below.h, below.h).inset(sizes.gap)
        yield Ring(ring, view.hold.fraction, "accent")
        yield Label(ring.inset(ring.h // 4), view.hold.left, sizes.great, "text", "centre")
        return
    beside = Rect(where.page.x, 0, where.page.w, sizes.height)
    below = beside.split_bottom(max(sizes.footer, where.foot.h, where.strip.h))[1]
    place, button, is_held = below.inset(1), view.hold.button, view.hold.is_held
    meant = next((hint.label for hint in view.hints if hint.held is is_held and hint.button == button), "")
    meant = meant if is_held else _choice_words(view.body) or meant
    label = meant if meant or is_held else view.notice.text if view.notice else view.prompt
    yield Plate(below, "foot")
    yield Plate(place, "plate", "accent", sizes.radius, 2)
    ring, words = place.inset(sizes.pad, 2).split_left(place.h - 4, sizes.pad)
    yield Ring(ring, view.hold.fraction, "accent")
    if meant or is_held:
        yield Picture(ring.middle(ring.w // 2, ring.w // 2), button, "text")
    for name in view.hold.pictures:
        side = min(words.h, round(sizes.main.capitals * 1.6))
        picture, words = words.split_left(side, sizes.gap)
        yield Picture(picture.middle(side, side), name, "accent")
    large = Label(words, label, sizes.main)
    yield large if text.fit(large).whole else Label(words, label, sizes.note, lines=2)


def _choice_words(body: Body) -> str:
    """The choice under the cursor, if there is one."""
    menu = body if isinstance(body, Menu) else getattr(body, "choices", None)
    return menu.items[menu.cursor].label if isinstance(menu, Menu) and menu.items else ""


def _over(label: str, size: Type, body: Rect, sizes: Sizes) -> tuple[Rect, Rect, Rect]:
    """The boxes of a plate over the middle of the body, of the picture on it, and of its words."""
    side = 2 * text.line_height(size)
    wanted = side + 3 * sizes.pad + text.width(label, size)
    box = body.middle(min(body.w, wanted), side + 2 * sizes.gap)
    place, words = box.inset(sizes.gap).split_left(side, sizes.pad)
    return box, place, words.split_right(sizes.pad)[0]


def _whose_turn(view: View, body: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the token and the name of the player whose turn it is, on a plate with an edge in that player's colour."""
    if view.sign is None:
        return
    box, place, words = _over(view.sign.name, sizes.great, body, sizes)
    yield Plate(box.inset(-3), "top", None, sizes.radius + 3)
    yield Plate(box, "plate", view.sign.colour, sizes.radius, 4)
    yield Token(place.inset(sizes.gap), view.sign.colour, face=dict(sizes.faces).get(view.sign.colour))
    yield Label(words, view.sign.name, sizes.great, lines=2, is_name=True)
