"""Dice in a row, some of them rolling, the tray of those that are locked, and the line of counts around it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from display.draw import text
from display.draw.choices import cap_side, key_cap
from display.draw.marks import Drawing, Label, Mark, Picture, Plate, Rect, Token, TouchArea
from display.icons import inside
from display.theme import LEAST_FINGER, Sizes, Tint, Type
from display.view import Announcement, Item, MazePlan, Standing

MOST_IN_A_ROW = 6

NARROW_GAP = 2
"""The distance in pixels of two rows that have little room."""

NUMBERS = ("die_1", "die_3", "die_2", "die_4")
PASSING = ("die_1", "die_arrow", "die_3", "die_mummy", "die_2", "die_4")
"""The faces that a rolling die shows one after another; one that has only numbers, `NUMBERS`."""
TURN = 260
"""Degrees that a die turns until it rests."""


def rows(maze: MazePlan, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the dice side by side, and below them the faces that keys give to the die under the cursor."""
    if maze.faces:
        share = _least(maze.faces, box.w, sizes) / (least_height(maze, box.w, sizes) - sizes.gap)
        box, below = box.split_bottom(round((box.h - sizes.gap) * share), sizes.gap)
        yield from _row(replace(maze, dice=maze.faces, faces=(), die=-1, rolling=()), below, sizes)
    yield from _row(maze, box, sizes)


def _row(maze: MazePlan, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield dice side by side; the one under the cursor is on gold, if it is usable.

    A die that a key chooses has the key above it. Where a finger needs larger ones, and where there are many, they lie
    in several rows.
    """
    items, gap = maze.dice, sizes.gap
    sizes = _of_dice(maze, sizes)
    if _are_narrow(items, box.w, sizes):
        yield from _beside_keys(items, box, sizes)
        return
    cap = _keys_height(items, sizes)
    side, down = _arrange(items, box, cap, sizes)
    across, is_chosen = -(-len(items) // down), any(item.target for item in items)
    high = min(max(side, text.line_height(sizes.main)), (box.h + gap) // down - gap - cap)  # of a digit on narrow dice
    area = box.middle(across * (side + gap) - gap, down * (high + cap + gap) - gap)
    places = (place for line in area.rows(down, gap) for place in line.columns(across, gap))
    for index, (item, whole) in enumerate(zip(items, places, strict=False)):
        above, place = whole.split_top(cap)
        if item.key:
            yield from key_cap(item.key, above.middle(cap_side(sizes) + 4, cap), sizes, is_held=item.is_held)
        if is_chosen and not item.target:
            yield from _draw_questioned(item, place)
        elif index in maze.rolling:
            yield Drawing(place, _rolling_svg(PASSING if item.icons else NUMBERS, index, maze.rolled))
        else:
            yield from _still_die(item, place, index == maze.die, sizes)
        yield from _touch_area(item, place, sizes)


def _draw_questioned(item: Item, place: Rect) -> Iterator[Mark]:
    """Yield the die that is asked about: smaller and paler than the answers, or it would look like one of them."""
    side = min(place.w, place.h) * 4 // 5
    yield Picture(place.middle(side, side), item.icons[0], "lesser")


def _touch_area(item: Item, place: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield where a die is touched, if it is one to choose and large enough."""
    if item.target and min(place.w, place.h) >= max(LEAST_FINGER, sizes.fingertip):
        yield TouchArea(place, item.target)


def _are_narrow(items: tuple[Item, ...], width: int, sizes: Sizes) -> bool:
    """Whether what keys choose has no room side by side: then each thing has its key beside it."""
    side = (width + sizes.gap) // max(1, len(items)) - sizes.gap
    return bool(_keys_height(items, sizes)) and not sizes.finger and side < text.line_height(sizes.main)


def _beside_keys(items: tuple[Item, ...], box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield two rows of things, each on a plate with its key on the left."""
    high = min((box.h - NARROW_GAP) // 2, round(sizes.row * 1.25))
    area = box.middle(box.w, 2 * high + NARROW_GAP)
    places = (place for line in area.rows(2, NARROW_GAP) for place in line.columns(-(-len(items) // 2), sizes.gap))
    for item, place in zip(items, places, strict=False):
        if not item.key:
            yield from _draw_questioned(item, place)
            continue
        yield _plate(item, place, chosen=False, sizes=sizes)
        key, thing = place.inset(1).split_left(place.w // 2 - 1)
        yield from key_cap(item.key, key.middle(cap_side(sizes) + 4, cap_side(sizes) + 4), sizes, is_held=item.is_held)
        if item.icons:
            yield Picture(thing, item.icons[0], _ink(item, chosen=False))
        else:
            yield text.inside(Label(thing, item.label, _digits(item, thing, sizes), _ink(item, chosen=False), "centre"))
        if item.target:
            yield TouchArea(place, item.target)


def _arrange(items: tuple[Item, ...], box: Rect, cap: int, sizes: Sizes) -> tuple[int, int]:
    """The side of dice, and in how many rows they lie."""
    most = max(2, _rows_for_fingers(items, box.w, sizes))
    one, *more = ((_side(items, box, cap, down, sizes), down) for down in range(1, most + 1))
    return one if one[0] >= sizes.finger and len(items) <= MOST_IN_A_ROW else max(one, *more)


def _rows_for_fingers(items: tuple[Item, ...], width: int, sizes: Sizes) -> int:
    """The fewest rows in which dice are wide enough for fingers."""
    across = max(1, (width + sizes.gap) // (sizes.finger + sizes.gap))
    return max(1, -(-len(items) // across))


def _side(items: tuple[Item, ...], box: Rect, cap: int, down: int, sizes: Sizes) -> int:
    """The side of dice in so many rows."""
    across, gap = -(-len(items) // down), sizes.gap
    return min((box.h + gap) // down - gap - cap, (box.w + gap) // across - gap, round(sizes.row * 1.7))


def least_height(maze: MazePlan, width: int, sizes: Sizes, *, is_tight: bool = False) -> int:
    """Least heights of the rows of dice and of faces; `is_tight` where names have no room otherwise."""
    if not maze.faces:
        return _least(maze.dice, width, _of_dice(maze, sizes), is_tight=is_tight) if maze.dice else 0
    return _least(maze.dice, width, _of_dice(maze, sizes)) + sizes.gap + _least(maze.faces, width, sizes)


def most_height(maze: MazePlan, width: int, sizes: Sizes) -> int:
    """Heights of the rows of dice and of faces where there is room."""
    usual = sum(round(sizes.row * 1.8) + _keys_height(items, sizes) for items in _shown_dice(maze))
    return max(usual, least_height(maze, width, sizes))


def _shown_dice(maze: MazePlan) -> tuple[tuple[Item, ...], ...]:
    return tuple(filter(None, (maze.dice, maze.faces)))


def _least(items: tuple[Item, ...], width: int, sizes: Sizes, *, is_tight: bool = False) -> int:
    """Least height of a row: that of several, if one would be too narrow for fingers."""
    if _are_narrow(items, width, sizes):
        return 2 * (sizes.main.capitals + 4) + NARROW_GAP
    cap, across = _keys_height(items, sizes), (width + sizes.gap) // max(1, len(items)) - sizes.gap
    usual = round(sizes.main.capitals * 1.3) if is_tight else max(LEAST_FINGER, round(sizes.main.capitals * 1.4))
    narrow = max(across, text.line_height(sizes.main)) if any(item.label for item in items) else across
    high = sizes.row if sizes.finger else min(usual, narrow)
    down = _rows_for_fingers(items, width, sizes)
    return high + cap if down == 1 else down * (sizes.finger + cap + sizes.gap) - sizes.gap


def _of_dice(maze: MazePlan, sizes: Sizes) -> Sizes:
    """The lengths for the dice: no finger needs room where they, or faces, are not to be chosen."""
    is_chosen = not maze.faces and any(item.target for item in maze.dice)
    return sizes if is_chosen else sizes._replace(finger=0)


def _keys_height(items: tuple[Item, ...], sizes: Sizes) -> int:
    """The height of the keys above a row; 0 where no keys choose."""
    return cap_side(sizes) + 3 if any(item.key for item in items) else 0


def _still_die(item: Item, place: Rect, chosen: bool, sizes: Sizes) -> Iterator[Mark]:
    yield _plate(item, place, chosen, sizes)
    if item.icons:
        yield Picture(place.inset(max(2, place.w // 10)), item.icons[0], _ink(item, chosen=chosen))
    elif item.label:
        yield Label(place, item.label, _digits(item, place, sizes), _ink(item, chosen=chosen), "centre")


def _ink(item: Item, *, chosen: bool) -> Tint:
    return "edge" if item.is_dimmed else "ink" if chosen else "text"


def _digits(item: Item, place: Rect, sizes: Sizes) -> Type:
    """The largest letters in which a number has room on its die."""
    great = sizes.great
    is_roomy = place.h >= 1.3 * great.capitals and text.width(item.label, great) <= place.w - sizes.gap
    return great if is_roomy else sizes.main


@lru_cache(maxsize=128)
def _rolling_svg(faces: tuple[str, ...], number: int, rolled: float) -> str:
    """A die that has rolled so far: askew, with another face, dice beside each other turning against."""
    turn = TURN * (1 - rolled) ** 3 * (-1 if number % 2 else 1)
    face = faces[(number + round(rolled * len(faces))) % len(faces)]
    return (
        f'<g transform="translate(24 24) rotate({turn:.1f}) scale(0.72) translate(-24 -24)">'
        f'<rect x="1" y="1" width="46" height="46" rx="10" fill="@plate" stroke="@edge" stroke-width="2"/>'
        f"{inside(face, '@text')}</g>"
    )


def _plate(item: Item, place: Rect, chosen: bool, sizes: Sizes) -> Plate:
    """What a die lies on; a dimmed one has a frame under the cursor, and no gold."""
    if item.is_dimmed:
        return Plate(place, "well", "cursor" if chosen else "edge", sizes.radius, 2.5 if chosen else 1)
    return Plate(place, "cursor" if chosen else "plate", "ink" if chosen else "edge", sizes.radius)


def tray_marks(locked: tuple[int, int], box: Rect, sizes: Sizes, ink: Tint = "text") -> Iterator[Mark]:
    """Yield the tray: a place for every die, the locked ones lying in it.

    Where these would be smaller than the smallest letters, one die, and how many of them are locked.
    """
    count, places = locked
    side = min(box.h - 4, (box.w - sizes.gap) // places - 3)
    if side - 2 * _rim(side) < sizes.note.capitals:
        yield from _locked_count(locked, box, sizes, ink)
        return
    area = Rect(box.x, box.y, min(box.w, places * (side + 3) + 5), box.h).middle(places * (side + 3) + 5, side + 4)
    yield Plate(area, "well", "loss" if count == places else "edge", sizes.radius)
    for index, place in enumerate(area.inset(3, 2).columns(places, 3)):
        spot = place.middle(side, side)
        if index < count:
            yield Plate(spot, "loss", None, max(2, side // 5))
            yield Picture(spot.inset(_rim(side)), "mummy", "on_loss")
        else:
            yield Plate(spot.inset(1), None, "edge", max(2, side // 5))


def _rim(side: int) -> int:
    """Margin of a die around its picture."""
    return max(1, side // 10)


def _locked_count(locked: tuple[int, int], box: Rect, sizes: Sizes, ink: Tint) -> Iterator[Mark]:
    """Yield a die with the mummy, and how many of them are locked, at the right end of a box."""
    count, places = locked
    side, words = min(box.h, round(sizes.main.capitals * 1.4)), f"{count}/{places}"
    place = box.split_right(side + sizes.gap + text.width(words, sizes.main))[1]
    die, number = place.split_left(side, sizes.gap)
    spot = die.middle(side, side)
    yield Plate(spot, "loss" if count else "well", "ink" if count else "edge", max(2, side // 5))
    yield Picture(spot.inset(_rim(side)), "mummy", "on_loss" if count else "edge")
    yield Label(number, words, sizes.main, ink)


def strip_height(sizes: Sizes) -> int:
    """The height of the line of counts, which has no touch areas."""
    return round(sizes.main.capitals * 1.5)


def whole_strip(body: Announcement, line: Rect, sizes: Sizes, ink: Tint = "text") -> Iterator[Mark]:
    """Yield all counts of the game below an announcement."""
    if body.standings:
        width = line.h + len(body.standings) * _ankh_width(sizes)
        line, ankhs = line.split_right(width, 2 * sizes.gap)
        yield from _ankhs(body.standings, ankhs, sizes, ink)
    yield from strip_counts(body.tokens, body.tray, line, sizes, ink)


def strip_counts(
    tokens: tuple[int, int] | None, tray: tuple[int, int] | None, line: Rect, sizes: Sizes, ink: Tint = "text"
) -> Iterator[Mark]:
    """Yield the pursuer's tokens and the tray of locked dice."""
    if tray:
        left = line.h + 2 * sizes.gap + text.width(f"{tokens[1]}/{tokens[1]}", sizes.main) if tokens else 0
        line, place = line.split_right(min(tray[1] * (line.h - 1) + 8, line.w - left), sizes.gap)
        yield from tray_marks(tray, place, sizes, ink)
    if tokens:
        yield from _tokens(*tokens, line, sizes, ink)


def _tokens(count: int, target: int, line: Rect, sizes: Sizes, ink: Tint) -> Iterator[Mark]:
    picture, words = line.split_left(line.h, sizes.gap)
    yield Picture(picture, "mummy", ink)
    wide = text.width(f"{target}/{target}", sizes.main)
    number, pips = words.split_left(wide, sizes.gap)
    yield Label(number, f"{count}/{target}", sizes.main, ink)
    empty: Tint = "edge" if ink == "text" else ink  # on paper
    side = min(pips.h // 2, (pips.w + 2) // target - 2)
    for index in range(target if side >= 5 else 0):
        dot = Rect(pips.x + index * (side + 2), pips.y + (pips.h - side) // 2, side, side)
        yield Plate(dot, "loss" if index < count else None, None if index < count else empty, side // 2)


def _ankh_width(sizes: Sizes) -> int:
    return round(sizes.main.capitals * 1.3) + text.width("0", sizes.main) + 2 * sizes.gap


def _ankhs(standings: tuple[Standing, ...], line: Rect, sizes: Sizes, ink: Tint) -> Iterator[Mark]:
    """Yield the sign of the ankhs, and how many each player has left."""
    sign, line = line.split_left(line.h)
    yield Picture(sign.inset(1), "ankh", ink)
    for standing, place in zip(standings, line.columns(len(standings)), strict=True):
        token, number = place.split_left(round(sizes.main.capitals * 1.3), sizes.gap)
        yield Token(token, standing.colour)
        yield Label(number, str(standing.ankhs), sizes.main, ink)
