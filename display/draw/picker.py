"""A grid to pick from, and above it the slots picked so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate, product
from typing import NamedTuple

from display.draw import choices, text
from display.draw.choices import cap_side, corner_side, frame_of, key_cap, mark_choice, plate
from display.draw.marks import Label, Mark, Plate, Rect, TouchArea
from display.theme import Sizes, Tint
from display.view import Area, Item, Picker

NO_BREAK = "\u00a0"
NOWHERE = (-1, -1)
"""Where the cursor is if it is on no cell."""


def layout(picker: Picker, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield slots, grid and summary, from top to bottom."""
    if wide := _great_widths(picker, box, sizes):
        above, box = box.split_top(_great_height(sizes), sizes.gap)
        yield from _great_slots(picker, wide, above, sizes)
    elif picker.slots:
        above, box = box.split_top(sizes.slot, sizes.gap)
        yield from _slots(picker, above, sizes)
    if picker.summary:
        lines = _summary_lines(picker, box, sizes)
        box, words = box.split_bottom(text.line_height(sizes.note) * len(lines), sizes.gap)
        for line, place in zip(lines, words.rows(len(lines)), strict=True):
            yield Label(place, line, sizes.note, "lesser", "centre", briefer=picker.summary[-1:])
    yield from _grid(picker, box, sizes)


def _summary_lines(picker: Picker, box: Rect, sizes: Sizes) -> tuple[str, ...]:
    """The summary one point a line if there is room, else joined in at most two lines."""
    left = box.h - len(picker.rows) * round(sizes.row * 1.1)
    if len(picker.summary) <= max(1, left // text.line_height(sizes.note)):
        return picker.summary
    points = (point.replace(" ", NO_BREAK) for point in picker.summary)
    wrapped = text.wrap("  ·  ".join(points), box.w, sizes.note)
    return wrapped if len(wrapped) <= 2 else (wrapped[0], "  ·  ".join(wrapped[1:]))


def _great_height(sizes: Sizes) -> int:
    return round(sizes.great.capitals * 2.2)


def _great_widths(picker: Picker, box: Rect, sizes: Sizes) -> list[int]:
    """Width of slots in great type; nothing where they hold more than words, or have no room for that."""
    if not all(slot.label and not slot.icons for slot in picker.slots):
        return []
    wide = [text.width(slot.label, sizes.great) + 4 * sizes.gap for slot in picker.slots]
    left = box.h - len(picker.rows) * round(sizes.row_most * 1.5) - sizes.gap
    return wide if sum(wide) + (len(wide) - 1) * sizes.gap <= box.w and _great_height(sizes) <= left else []


def _great_slots(picker: Picker, wide: list[int], box: Rect, sizes: Sizes) -> Iterator[Mark]:
    x = box.middle(sum(wide) + (len(wide) - 1) * sizes.gap, box.h).x
    for index, (slot, width) in enumerate(zip(picker.slots, wide, strict=True)):
        place, current = Rect(x, box.y, width, box.h), index == picker.current
        yield Plate(place, "plate", "accent" if current else "edge", sizes.radius, 2.5 if current else 1)
        yield Label(place, slot.label, sizes.great, "text", "centre")
        if slot.target:
            yield TouchArea(place, slot.target)
        x += width + sizes.gap


def _slots(picker: Picker, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the slots; without room for all they scroll, and the one being filled stays visible."""
    natural = max(_slot_width(slot, sizes) for slot in picker.slots)
    least = min(natural, round(sizes.slot * 0.85))
    shown = min(len(picker.slots), (box.w + sizes.gap) // (least + sizes.gap))
    first = min(max(0, picker.current - shown // 2), len(picker.slots) - shown)
    width = min(natural, (box.w + sizes.gap) // shown - sizes.gap)
    area = box.middle(shown * (width + sizes.gap) - sizes.gap, box.h)
    places = [(place, place.inset(sizes.gap, 2)) for place in area.columns(shown, sizes.gap)]
    inside = places[0][1]
    is_summed = choices.can_be_summed(inside, sizes) and choices.is_crowded(picker.slots, inside, sizes)
    side = choices.beside(picker.slots, inside, sizes)
    for index, (place, inside) in enumerate(places, first):
        slot, current = picker.slots[index], index == picker.current
        filled = bool(slot.label or slot.icons)
        yield Plate(
            place, "plate" if filled else "well", "accent" if current else "edge", sizes.radius, 2.5 if current else 1
        )
        if is_summed and choices.is_counted(slot):
            yield from choices.put_each_picture(slot, inside, sizes, "text")
        else:
            yield from choices.content(slot, inside, sizes, "text", side)
        if slot.target:
            yield TouchArea(place, slot.target)


def _slot_width(slot: Item, sizes: Sizes) -> int:
    icons = len(slot.icons) * round(sizes.slot * 0.7)
    return max(round(sizes.slot * 1.5), icons + text.width(slot.label, sizes.main) + 3 * sizes.gap)


class CellPlaces(NamedTuple):
    """The cells of a grid, and where they lie."""

    rows: tuple[tuple[Item, ...], ...]
    places: Mapping[tuple[int, int], Rect]
    """The box of each cell in which something lies, by row and column."""
    gap: int
    side: int
    """The side of the pictures beside labels; 0 if they are above them."""
    cap: int
    """The width that caps take beside labels: a picture may reach under them a little."""
    is_crowded: bool
    """Pictures are drawn once, with how many there are."""

    def union(self, area: Area) -> Rect:
        """The box around all cells of an area."""
        boxes = [self.places[at] for at in _within(area) if at in self.places]
        x, y = min(box.x for box in boxes), min(box.y for box in boxes)
        return Rect(x, y, max(box.right for box in boxes) - x, max(box.bottom for box in boxes) - y)

    def narrowest(self, area: Area) -> int:
        """Largest width of the pictures of an area: as in all others, unless each is drawn once."""
        alike = _within(area) if self.is_crowded else self.places
        return min(self.places[at].w for at in alike if at in self.places)


def _cells(picker: Picker, box: Rect, sizes: Sizes) -> CellPlaces:
    """Where the cells lie: side by side in the middle of their row, all as wide as in the fullest row.

    Where areas reach over several rows, each cell stays in its column: one area would cover another.
    """
    gap, most = min(sizes.gap, 4), round(sizes.row_most * 1.5)
    filled = [[at for at, item in enumerate(row) if item.label or item.icons or item.face] for row in picker.rows]
    is_full = any(len(there) == len(row) for there, row in zip(filled, picker.rows, strict=True))
    across = max(map(len, picker.rows if is_full else filled))
    height = min(most, (box.h + gap) // len(picker.rows) - gap)
    width = max(2 * height, *(_wanted_width(item, height, sizes) for row in picker.rows for item in row))
    area = box.middle(min(box.w, across * (width + gap) - gap), len(picker.rows) * (height + gap) - gap)
    places: dict[tuple[int, int], Rect] = {}
    for number, (row, there, line) in enumerate(
        zip(picker.rows, filled, area.rows(len(picker.rows), gap), strict=True)
    ):
        columns = line.columns(across, gap)
        if is_full and any(area.first[0] < area.last[0] for area in picker.areas):
            columns = tuple(columns[at] for at in there)
        elif len(there) < len(row):
            columns = line.middle(len(there) * (columns[0].w + gap) - gap, line.h).columns(max(1, len(there)), gap)
        places |= {(number, at): column for at, column in zip(there, columns, strict=False)}
    return _spread(picker, _style(picker, places, gap, sizes), area, sizes)


def _spread(picker: Picker, cells: CellPlaces, box: Rect, sizes: Sizes) -> CellPlaces:
    """The cells, each wide enough for all counted pictures to be equally large: those with a number are wider.

    The pictures of a row on one plate share a number, and so need less room each.
    """
    if not (cells.is_crowded and picker.areas):
        return cells
    columns = sorted({column for _, column in cells.places})
    wide = [area for area in picker.areas if area.first[1] < area.last[1]]
    shared = {column for area in wide for _, column in _within(area)}
    widths = _widths([column in shared for column in columns], box.w - (len(columns) - 1) * cells.gap, sizes)
    lefts = accumulate((width + cells.gap for width in widths), initial=box.x)
    spans = dict(zip(columns, zip(lefts, widths, strict=False), strict=True))
    return cells._replace(
        places={at: place._replace(x=spans[at[1]][0], w=spans[at[1]][1]) for at, place in cells.places.items()}
    )


def _widths(are_shared: list[bool], room: int, sizes: Sizes) -> list[int]:
    """Width of each column; pictures that share a number need no room for one of their own."""
    shared = sum(are_shared)
    alone = len(are_shared) - shared
    number = text.width("×3", sizes.main) + 2 * sizes.gap
    great = text.width("×3", sizes.great) + cap_side(sizes) if shared else 0
    wide = (room - alone * number - great - 2 * sizes.gap) // len(are_shared) + number
    narrow = (room - alone * wide) // max(1, shared)
    return [narrow if is_shared else wide for is_shared in are_shared]


def _style(picker: Picker, places: Mapping[tuple[int, int], Rect], gap: int, sizes: Sizes) -> CellPlaces:
    """The cells, all filled alike as the narrowest allows."""
    narrowest = min(places.values(), key=lambda place: (place.w, place.h)).inset(sizes.gap, 2)
    items = [item for row in picker.rows for item in row]
    room = narrowest.split_left(cap_side(sizes) - sizes.gap)[1]
    has_keys = any(item.key for item in items) or any(area.key for area in picker.areas)
    cap = _corner(items, sizes) - 2 * sizes.gap if has_keys else 0
    side = choices.beside(items, narrowest, sizes, cap)
    return CellPlaces(picker.rows, places, gap, side, cap, choices.is_crowded(items, room, sizes))


def _grid(picker: Picker, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    cells = _cells(picker, box, sizes)
    at = picker.cursor or NOWHERE
    if picker.column_wide:
        whole = cells.union(Area((0, at[1]), (len(picker.rows) - 1, at[1])))
        yield Plate(whole.inset(-2), "cursor", None, sizes.radius + 2)
    together: set[tuple[int, int]] = set()
    for one in picker.areas:
        yield from _area(one, cells, sizes)
        together |= set(_within(one))
    for (row, column), place in cells.places.items():
        item = picker.rows[row][column]
        chosen = column == at[1] and (picker.column_wide or row == at[0])
        if (row, column) not in together:
            yield from _cell(item, place, sizes, chosen, cells)
        if item.target:
            yield TouchArea(Rect(place.x, place.y, place.w + cells.gap, place.h + cells.gap), item.target)


def _within(area: Area) -> Iterator[tuple[int, int]]:
    (top, left), (bottom, right) = area.first, area.last
    return product(range(top, bottom + 1), range(left, right + 1))


def _area(area: Area, cells: CellPlaces, sizes: Sizes) -> Iterator[Mark]:
    """Yield the cells of an area on one plate."""
    whole = cells.union(area)
    yield from mark_choice(whole, area.is_chosen, sizes)
    if cells.is_crowded and area.first[1] < area.last[1]:
        yield from _counted_rows(area, whole, cells, sizes)
    else:
        yield from _cells_of(area, cells, sizes)
    if area.key:
        yield from key_cap(area.key, whole, sizes)


def _cells_of(area: Area, cells: CellPlaces, sizes: Sizes) -> Iterator[Mark]:
    """Yield what lies in the cells of an area, all as small as the one that the cap stands beside."""
    narrowest = cells.narrowest(area)
    is_counted = any(choices.is_counted(cells.rows[row][column]) for row, column in _within(area))
    for row, column in _within(area):
        item = cells.rows[row][column]
        inside = cells.places[row, column]._replace(w=narrowest).inset(sizes.gap, 2)
        if area.key and not (cells.is_crowded and is_counted) and not item.label:
            beside = inside.split_left(cap_side(sizes) - sizes.gap)[1]
            inside = beside if column == area.first[1] else inside.middle(beside.w, beside.h)
        shown = cells if is_counted else cells._replace(is_crowded=False)
        yield from _content(item, inside, sizes, "text", shown, is_capped=(row, column) == area.first)


def _counted_rows(area: Area, whole: Rect, cells: CellPlaces, sizes: Sizes) -> Iterator[Mark]:
    """Yield the pictures of each row once, and before them how often each lies there, unless a cap has that place."""
    (top, left), (bottom, right) = area.first, area.last
    is_one = top == bottom
    size = sizes.great if is_one and whole.h >= _least_great(sizes) else sizes.main
    for row, line in zip(range(top, bottom + 1), whole.rows(bottom - top + 1, cells.gap), strict=True):
        items = cells.rows[row][left : right + 1]
        inside = line.inset(sizes.gap, 2)
        if is_one:
            inside = inside.split_left(cap_side(sizes) - sizes.gap)[1]
        number, pictures = inside.split_left(text.width("×3", size), sizes.gap)
        if is_one or row > top or not area.key:
            yield Label(number, f"×{len(items[0].icons)}", size, align="right")
        for item, place in zip(items, pictures.columns(len(items), sizes.gap), strict=True):
            yield from choices.content(Item("", item.icons[:1]), place, sizes, "text")


def _least_great(sizes: Sizes) -> int:
    """The least height of a row whose golden frame leaves room for a number in great type."""
    return round(sizes.great.capitals * text.INKED) + 2 * frame_of(sizes)


def _wanted_width(item: Item, height: int, sizes: Sizes) -> int:
    """Width that a cell needs for its pictures and its whole label side by side."""
    label = text.width(item.label, sizes.main)
    if item.key and not item.label:
        return len(item.icons) * height + cap_side(sizes) + 4 * sizes.gap
    return len(item.icons) * height + label + 4 * sizes.gap if item.icons and item.label else label + 4 * sizes.gap


def _cell(item: Item, box: Rect, sizes: Sizes, chosen: bool, cells: CellPlaces) -> Iterator[Mark]:
    is_golden = chosen and any(other.label for row in cells.rows for other in row)
    if chosen and not is_golden:
        yield from mark_choice(box, chosen, sizes)
    else:
        yield plate(box, chosen, sizes)
    ink: Tint = "ink" if is_golden else "text"
    if item.key and choices.is_counted(item):  # each picture is drawn: the cap stands where their number would
        cells = cells._replace(is_crowded=False)
    yield from _content(item, _off_cap(item, box, sizes, cells), sizes, ink, cells, is_capped=bool(item.key))
    if item.key:
        yield from key_cap(item.key, box, sizes, side=_corner((item,), sizes))


def _off_cap(item: Item, box: Rect, sizes: Sizes, cells: CellPlaces) -> Rect:
    """The room in a cell; beside its cap if there are pictures only, each drawn as often as it lies there."""
    inside = box.inset(sizes.gap, 2)
    is_beside = item.key and not item.label and not cells.is_crowded
    return inside.split_left(cap_side(sizes) - sizes.gap)[1] if is_beside else inside


def _corner(items: Iterable[Item], sizes: Sizes) -> int:
    """The side of a cap: larger where it covers no picture that tells how many there are."""
    return corner_side(sizes) if any(item.label and item.icons for item in items) else cap_side(sizes)


def _content(item: Item, box: Rect, sizes: Sizes, ink: Tint, cells: CellPlaces, *, is_capped: bool) -> tuple[Mark, ...]:
    if cells.is_crowded and item.icons and not item.label:
        return choices.put_one_picture(item, box, sizes, ink, is_capped=is_capped)
    return choices.content(item, box, sizes, ink, cells.side, cells.cap)
