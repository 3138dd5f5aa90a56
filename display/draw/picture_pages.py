"""Pages with a large picture: menus of pictures, title pages, a code for the camera of a phone, and a calendar of dots.

In a menu of pictures the one under the cursor is wide, and the other choices are small in its corner. A picture is the
scene of a world, or a game as it stands.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from display.draw import announcement, choices, frame, menu, text
from display.draw.choices import key_plate, split_choices
from display.draw.marks import FIELD, Drawing, Label, Mark, Picture, Plate, Rect, TouchArea, field_width
from display.draw.scenes import scene_svg
from display.theme import RGB, WHITE, Sizes
from display.view import Calendar, Code, Item, MazePlan, PictureMenu, PyramidPlan, Race, TitlePage, View, World

WIDE = 2.1
"""Width of the chosen picture, in widths of its neighbours."""

MOST_STORY = 9
"""The most lines that tell where a game was left."""
MOST_LINES = 3
"""The most lines of a name, and of what is told below it; what needs more is not told."""


def picture_menu(view: View, menu: PictureMenu, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the question, beside it the choices without a picture, and all pictures side by side below."""
    inside = box.inset(sizes.pad, sizes.gap)
    drawn = dict(_find_pictures(menu))
    others = [number for number in range(len(menu.items)) if number not in drawn]
    row, below = inside.split_top(sizes.row, sizes.gap + 2)
    badges, beside = frame.badges(view, row, sizes)
    yield from badges
    line, corner = row.split_left(beside.w)[0].split_right(len(others) * (row.h + sizes.gap) - sizes.gap, sizes.pad)
    for number, place in zip(others, corner.columns(max(1, len(others)), sizes.gap), strict=False):
        yield from _icon(menu.items[number], place, number == menu.cursor, sizes)
    if menu.cursor in others:
        yield Label(line, menu.items[menu.cursor].label, sizes.main, "text", "right", 2)
    else:
        yield Label(line, view.prompt, sizes.main, lines=2)
    places = dict(zip(drawn, _columns(menu, list(drawn), below, sizes), strict=True))
    for number, place in places.items():
        yield from _choice(menu.items[number], drawn[number], place, number == menu.cursor, sizes)
    if menu.arrows and len(menu.items) > 1:
        yield from _arrows(menu, places, sizes)


def _find_pictures(menu: PictureMenu) -> Iterator[tuple[int, World | Race | PyramidPlan | MazePlan]]:
    """Yield what is a picture, and what it shows: the scene of a world, or a game as it stands."""
    for number, item in enumerate(menu.items):
        if number == 0 and menu.picture:
            yield number, menu.picture
        elif item.scene:
            yield number, item.scene


def _columns(menu: PictureMenu, pictures: list[int], box: Rect, sizes: Sizes) -> Iterator[Rect]:
    """Yield the places of the pictures; all are as wide as each other if the cursor is on none of them."""
    shares = [WIDE if number == menu.cursor else 1.0 for number in pictures]
    left = float(box.x)
    room = box.w - sizes.pad * (len(shares) - 1)
    for share in shares:
        wide = room * share / sum(shares)
        yield Rect(round(left), box.y, round(wide), box.h)
        left += wide + sizes.pad


def _arrows(menu: PictureMenu, places: dict[int, Rect], sizes: Sizes) -> Iterator[Mark]:
    """Yield the buttons that lead on, at both sides of the chosen picture, or of all where none is chosen.

    They lie in the middle, or above what is told below the picture.
    """
    side = _arrow(sizes)
    chosen = [places[menu.cursor]] if menu.cursor in places else list(places.values())
    above = chosen[0].middle(0, side).y
    if menu.cursor in places:
        picture, _ = chosen[0].split_bottom(_foot(menu.items[menu.cursor], chosen[0], True, sizes).high)
        above = max(picture.y, min(above, picture.bottom - side))
    for key, x in zip(menu.arrows, (chosen[0].x, chosen[-1].right), strict=True):
        yield from key_plate(key, Rect(_arrow_x(x, sizes), above, side, side), sizes)


def _arrow(sizes: Sizes) -> int:
    """The side of a button that leads on."""
    return round(sizes.main.capitals * 1.6)


def _arrow_x(edge: int, sizes: Sizes) -> int:
    """Where a button on this edge of a picture begins: half beside the picture, but on the screen."""
    return min(max(2, edge - _arrow(sizes) // 2), sizes.width - _arrow(sizes) - 2)


def _covered_width(box: Rect, sizes: Sizes) -> int:
    """Width of a picture, from its left or right edge on, that the buttons cover which lead on."""
    return max(_arrow_x(box.x, sizes) + _arrow(sizes) - box.x, box.right - _arrow_x(box.right, sizes))


class _Foot(NamedTuple):
    """What stands below a picture."""

    name: Label
    detail: Label
    note: int
    """Height of the detail; 0 without one."""
    high: int


def _foot(item: Item, box: Rect, chosen: bool, sizes: Sizes) -> _Foot:
    """The name, and of the chosen picture as much more as has room."""
    pad = sizes.gap if chosen else sizes.gap // 2
    name = Label(Rect(0, 0, box.w - 2 * pad, box.h), item.label, sizes.main, "linen", "centre", MOST_LINES)
    lines = len(text.fit(name).lines)
    briefer = (item.brief,) if item.brief else ()
    high = min(box.h // 2, MOST_STORY * text.line_height(sizes.note)) if chosen else 0
    room = Rect(0, 0, box.w - 2 * pad, high)
    lines_of = item.detail.split("\n")
    shorter = ("\n".join(lines_of[:count]) for count in range(len(lines_of), 0, -1))
    details = (Label(room, lines, sizes.note, "linen", "centre", MOST_STORY) for lines in shorter)
    fits = ((detail, text.fit(detail)) for detail in details)
    brief = Label(room, item.detail, sizes.note, "linen", "centre", MOST_LINES, briefer=briefer)
    detail, fit = next((one for one in fits if one[1].whole), (brief, text.fit(brief)))
    note = len(fit.lines) * text.line_height(sizes.note) if chosen and item.detail and fit.whole else 0
    return _Foot(name, detail, note, lines * text.line_height(sizes.main) + note + 2 * pad)


def _choice(
    item: Item, shown: World | Race | PyramidPlan | MazePlan, box: Rect, chosen: bool, sizes: Sizes
) -> Iterator[Mark]:
    """Yield one picture with its name on a dark foot; gold frames the chosen one, which tells more."""
    name, detail, note, high = _foot(item, box, chosen, sizes)
    picture, foot = box.split_bottom(high)
    if isinstance(shown, str):
        yield Drawing(picture, scene_svg(shown, field_width(picture)))
    else:
        yield Plate(picture, "well")
        yield from announcement.thumbnail(shown, picture.inset(_covered_width(box, sizes) + 2, sizes.gap), sizes)
    yield Plate(foot, "ink")
    words, below = foot.inset(sizes.gap if chosen else sizes.gap // 2).split_bottom(note)
    yield text.inside(replace(name, box=words), foot.inset(0, 3))
    if note:
        yield replace(detail, box=below)
    yield Plate(box, None, "ink", 2, 2)
    if chosen:
        yield Plate(box.inset(-3), None, "ink", 4, 6)
        yield Plate(box.inset(-2), None, "cursor", 4, 3.4)
    if item.target:
        yield TouchArea(box, item.target)


def _icon(item: Item, box: Rect, chosen: bool, sizes: Sizes) -> Iterator[Mark]:
    """Yield a choice as its icon alone."""
    yield choices.plate(box, chosen, sizes)
    yield Picture(box.inset(box.h // 6), item.icons[0] if item.icons else "info", "ink" if chosen else "accent")
    if item.target:
        yield TouchArea(box, item.target)


SCENE_WIDE = 0.3
"""The scene's share of the page's width."""

NAME_LINES = 3
"""The most lines of the game's name."""


def title_page(view: View, page: TitlePage, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the whole page above the foot; the scene names the game, so the head does not."""
    scene, beside = box.split_left(round(box.w * SCENE_WIDE))
    head, rest = frame.head(replace(view, title=""), beside, sizes)
    yield from _scene(view, page, scene, sizes)
    yield from head
    yield from menu.layout(page, rest, sizes)


def _scene(view: View, page: TitlePage, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the scene, and on its dark foot the game's name and everybody's token."""
    name = Label(Rect(0, 0, box.w - 2 * sizes.gap, box.h), view.title, sizes.main, "linen", "centre", NAME_LINES)
    words = len(text.fit(name).lines) * text.line_height(sizes.main)
    side = round(sizes.main.capitals * 1.7)
    lines = math.ceil(len(page.seats) * (side + sizes.gap) / (name.box.w + sizes.gap))
    picture, foot = box.split_bottom(words + lines * (side + sizes.gap) + 2 * sizes.gap)
    yield Drawing(picture, scene_svg(view.world, field_width(picture)))
    yield Plate(foot, "ink")
    above, below = foot.inset(sizes.gap).split_top(words)
    yield replace(name, box=above)
    abreast = math.ceil(len(page.seats) / max(1, lines))
    for number, line in enumerate(below.rows(lines) if lines else ()):
        yield from _seats(page.seats[number * abreast :][:abreast], line.middle(line.w, side), sizes)


def _seats(seats: tuple[Item, ...], line: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield tokens side by side in the middle of a line, and what stands for somebody with a role."""
    wide = len(seats) * (line.h + sizes.gap) - sizes.gap
    for seat, place in zip(seats, line.middle(wide, line.h).columns(len(seats), sizes.gap), strict=True):
        yield from choices.content(seat, place, sizes, "linen")


DAYS = 31
DOTS = (0.07, 0.24, 0.34, 0.46)
"""How large a dot is with none, one, two or more games: its radius, in shares of a day's width."""


def layout_calendar(calendar: Calendar, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the months, the latest at the foot, and the choices below them."""
    box, choices = split_choices(calendar.choices, box, sizes)
    yield from choices
    names = max((text.width(month.name, sizes.note) for month in calendar.months), default=0)
    day = (box.w - names - sizes.gap) // DAYS
    count = max(1, len(calendar.months))
    high = min(box.h // count, max(text.line_height(sizes.note), 2 * day))
    for month, line in zip(calendar.months, box.split_top(high * count)[0].rows(count), strict=False):
        name, days = line.split_left(names, sizes.gap)
        yield Label(name, month.name, sizes.note, "lesser", "right")
        yield Drawing(days.split_left(day * len(month.games))[0], _dots(month.games, day, days.h))


def _dots(games: tuple[int, ...], day: int, high: int) -> str:
    unit = FIELD / max(1, high)
    pitch = unit * day
    most = min(pitch, FIELD * 0.98)
    return "".join(
        f'<circle cx="{(at + 0.5) * pitch:.1f}" cy="{FIELD / 2}" r="{most * DOTS[min(count, len(DOTS) - 1)]:.1f}" '
        f'fill="@{"accent" if count else "edge"}"/>'
        for at, count in enumerate(games)
    )


QUIET = 4
"""Width of the white border in squares, as ISO/IEC 18004 wants."""
BLACK: RGB = (0, 0, 0)


def layout_code(body: Code, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the code at the left, of squares of whole pixels, and the words at the right."""
    count = len(body.squares) + 2 * QUIET
    square = max(1, box.h // count)
    side = square * count
    field = Rect(box.x, box.y + (box.h - side) // 2, side, side)
    yield Plate(field, WHITE)
    for row, squares in enumerate(body.squares):
        for start, length in _runs(squares):
            x, y = field.x + (QUIET + start) * square, field.y + (QUIET + row) * square
            yield Plate(Rect(x, y, length * square, square), BLACK)
    beside = box.split_left(side, sizes.pad)[1]
    for place, line in zip(beside.rows(max(1, len(body.lines)), sizes.gap), body.lines, strict=False):
        yield Label(place, line, sizes.main, lines=4)


def _runs(squares: str) -> Iterator[tuple[int, int]]:
    """Yield where dark squares begin in a row, and how many stand side by side."""
    at = 0
    while (at := squares.find("#", at)) >= 0:
        length = len(squares[at:]) - len(squares[at:].lstrip("#"))
        yield at, length
        at += length
