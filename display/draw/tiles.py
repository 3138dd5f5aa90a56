"""How a tile of a map and the figures on it are drawn: SVG on a field of 48x48, dark stone with pale corridors.

Why: a corridor must be visible at arm's length on a tile of forty pixels, so corridors are bright and broad, walls
dark, and a face-down tile shows neither. Figures differ by outline (a broad hat, a box on the head), their owners by
colour and by the shape that goes with it.

Each thing on a tile has a place of its own, so none hides another: a note in the upper left corner, lanterns and discs
along the foot. Figures, and whoever goes along a path, share the largest room that these leave.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import TypeAlias

from display.draw import text
from display.draw.choices import squares_in
from display.draw.marks import FIELD, Drawing, Label, Mark, Picture, Plate, Rect, Token, remember
from display.draw.paint import OUTLINES
from display.theme import SHAPES, Role, Sizes, Type
from display.view import Colour, Figure, Ground, Tile

ARMS = {"N": "M14 0 H34 V24 H14 Z", "S": "M14 24 H34 V48 H14 Z", "E": "M24 14 H48 V34 H24 Z", "W": "M0 14 H24 V34 H0 Z"}
"""The corridor to each side."""


def _dashes(inset: float) -> str:
    """The path of a broken frame, four dashes a side.

    Each dash is a line of its own: the loader draws `stroke-dasharray` differently from one time to the next.
    """
    near, far = inset, FIELD - inset
    dash = (far - near) / 6
    starts = [near + index * (far - near - dash) / 3 for index in range(4)]
    across = " ".join(f"M{start:.2f} {edge} h{dash:.2f}" for edge in (near, far) for start in starts)
    down = " ".join(f"M{edge} {start:.2f} v{dash:.2f}" for edge in (near, far) for start in starts)
    return f"{across} {down}"


@lru_cache(maxsize=128)
def tile_svg(ground: Ground, open_sides: str, is_bare: bool = False) -> str:
    """The ground of a tile; a bare one without the sun of the start, for what stands there."""
    match ground:
        case "gone":
            return _pit()
        case "beside":
            return f'<path d="{_dashes(5)}" fill="none" stroke="@back_motif" stroke-width="2" stroke-linecap="round"/>'
        case "hidden":
            return _back()
        case _:
            return _open(ground, open_sides, is_bare)


def _back() -> str:
    return (
        '<rect x="1.2" y="1.2" width="45.6" height="45.6" rx="5" fill="@back" stroke="@ink" '
        'stroke-width="1.6"/><g fill="none" stroke="@back_motif" stroke-width="1.8" stroke-linejoin="round" '
        'stroke-linecap="round"><rect x="5" y="5" width="38" height="38" rx="3"/>'
        '<path d="M24 14 L36 33 H12 Z"/><path d="M24 14 L27.5 33"/><path d="M18.4 23 H25.6"/></g>'
    )


def _pit() -> str:
    return (
        '<rect x="1.2" y="1.2" width="45.6" height="45.6" rx="5" fill="@pit"/>'
        '<g fill="none" stroke="@back_motif" stroke-width="1.6" stroke-linecap="round">'
        '<path d="M1.5 14 L10 17 L14 11 M34 46.5 L31 38 L38 34 M46.5 20 L40 22"/></g>'
    )


def _open(ground: Ground, open_sides: str, is_bare: bool) -> str:
    arms = "".join(f'<path d="{ARMS[side]}"/>' for side in open_sides)
    hub = (
        '<circle cx="24" cy="24" r="10"/>'
        if ground == "path"
        else '<rect x="7.5" y="7.5" width="33" height="33" rx="4"/>'
    )
    room = {"chamber": "@chamber", "start": "@start"}.get(ground, "@corridor")
    drawing = (
        '<rect x="0.8" y="0.8" width="46.4" height="46.4" rx="4" fill="@wall" stroke="@ink" stroke-width="1.6"/>'
        '<path d="M3 3 H45 M3 3 V45" stroke="@wall_lit" stroke-width="1.6" fill="none" stroke-linecap="round"/>'
        f'<g stroke="@ink" stroke-opacity="0.6" stroke-width="3.4" fill="@ink" stroke-linejoin="round">{arms}{hub}</g>'
        f'<g fill="@corridor">{arms}</g><g fill="{room}">{hub}</g>'
    )
    if ground == "chamber":
        drawing += (
            '<rect x="10.5" y="10.5" width="27" height="27" rx="2.5" fill="none" stroke="@ink" stroke-width="4"/>'
            '<rect x="10.5" y="10.5" width="27" height="27" rx="2.5" fill="none" stroke="@linen" stroke-width="1.8"/>'
        )
    if ground == "start" and not is_bare:
        drawing += (
            '<g fill="none" stroke="@ink" stroke-width="2.2" stroke-linecap="round">'
            '<circle cx="24" cy="24" r="6.5"/><path d="M24 12 V15 M24 33 V36 M12 24 H15 M33 24 H36 M15.5 15.5 '
            'L17.6 17.6 M32.5 15.5 L30.4 17.6 M15.5 32.5 L17.6 30.4 M32.5 32.5 L30.4 30.4"/></g>'
        )
    return drawing


TURNS = {"N": 270, "E": 0, "S": 90, "W": 180}
"""Degrees by which a sign that points east is turned to point to a side."""

CHEVRON = '<path d="M-3.4 -4.6 L2.4 0 L-3.4 4.6" fill="none"/>'
CROSS = '<path d="M-3.6 -3.6 L3.6 3.6 M3.6 -3.6 L-3.6 3.6" fill="none"/>'


@lru_cache(maxsize=128)
def path_svg(comes_from: str, goes_to: str, is_curse: bool) -> str:
    """The path across a tile: a dark ribbon with signs in the direction of travel.

    `comes_from` and `goes_to` are the sides on which it enters and leaves. A mummy's path has chevrons, a curse's
    crosses.
    """
    reach = {"N": "M24 24 V0", "E": "M24 24 H48", "S": "M24 24 V48", "W": "M24 24 H0"}
    ribbon = " ".join(reach[side] for side in comes_from + goes_to)
    signs = []
    for side, is_out in (*((side, False) for side in comes_from), *((side, True) for side in goes_to)):
        x, y = {"N": (24, 9), "E": (39, 24), "S": (24, 39), "W": (9, 24)}[side]
        turn = TURNS[side] + (0 if is_out else 180)
        signs.append(f'<g transform="translate({x} {y}) rotate({turn})">{CROSS if is_curse else CHEVRON}</g>')
    return (
        f'<path d="{ribbon}" fill="none" stroke="@path" stroke-width="15" stroke-linecap="round"/>'
        '<circle cx="24" cy="24" r="7.5" fill="@path"/>'
        f'<g stroke="@path_sign" stroke-width="3.6" stroke-linecap="round" stroke-linejoin="round">{"".join(signs)}</g>'
    )


_CRACKS = "M5 9 L15 17 L12 25 L22 30 L19 43 M43 6 L34 14 L38 22 L30 27"

DOOMED_SVG = "".join(
    f'<g stroke="@{tint}" fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="{_dashes(3)}" '
    f'stroke-width="{4 + more}"/><path d="{_CRACKS}" stroke-width="{2.4 + more}"/></g>'
    for tint, more in (("ink", 2.6), ("doom", 0))
)
"""Cracks over a tile that falls next, in a frame; the ink parts both from pale corridors."""

FALLEN_SVG = f'<path d="{_dashes(3)}" fill="none" stroke="@doom" stroke-width="2.4" stroke-linecap="round"/>'
"""Around the place from which a tile has just fallen."""

TARGET_SVG = (
    '<rect x="5" y="5" width="38" height="38" rx="4" fill="none" stroke="@ink" stroke-width="5"/>'
    f'<path d="{_dashes(5)}" fill="none" stroke="@linen" stroke-width="2.8" stroke-linecap="round"/>'
)
"""Around a tile that can be chosen: linen, as gold is the cursor's; apart from the frame of its neighbour."""

CURSOR_SVG = (
    '<rect x="4" y="4" width="40" height="40" rx="5" fill="none" stroke="@ink" stroke-width="8"/>'
    '<rect x="4" y="4" width="40" height="40" rx="5" fill="none" stroke="@linen" stroke-width="4.4"/>'
    '<rect x="4" y="4" width="40" height="40" rx="5" fill="none" stroke="@cursor" stroke-width="3"/>'
)
"""Around the tile under the cursor; the ink parts the gold from paper by day."""

HEADS = {
    "archaeologist": (
        '<circle cx="24" cy="15.5" r="7"/>'
        '<path d="M5.5 13.5 C11 9.5 14.5 10.5 15.5 8 C16.5 3 20 0.5 24 2 C28 0.5 31.5 3 32.5 8 C33.5 10.5 37 9.5 '
        '42.5 13.5 C37 18 11 18 5.5 13.5 Z"/>'
    ),
    "porter": '<circle cx="24" cy="16" r="6.5"/><path d="M7.5 0.5 H40.5 V11.5 H7.5 Z"/>',
}
"""The head of each kind of figure, and what is on it."""
BODY_AT = "translate(24 34) scale(0.98) translate(-16 -16)"
"""Where the body is: the shape of its owner's tokens."""


@lru_cache(maxsize=64)
def figure_svg(kind: str, colour: Colour, active: bool) -> str:
    """A figure of this kind whose body has its owner's colour and shape, with a rim of linen."""
    head, body = HEADS[kind], f'<g transform="{BODY_AT}">{OUTLINES[SHAPES[colour]].format(style="")}</g>'
    rim = 10.5 if active else 8.0
    return (
        '<g transform="translate(24 25) scale(0.88) translate(-24 -25)" stroke-linejoin="round">'
        f'<g fill="@linen" stroke="@linen" stroke-width="{rim}">{body}{head}</g>'
        f'<g fill="@ink" stroke="@ink" stroke-width="4.6">{body}{head}</g>'
        f'<g fill="@{colour}">{body}</g><g fill="@{colour}" stroke="@ink" stroke-width="2.3">{head}</g></g>'
    )


@lru_cache(maxsize=16)
def _lantern_svg(colour: Colour) -> str:
    """A burning lantern: its owner's shape in a halo of light, hung on a handle."""
    shape = OUTLINES[SHAPES[colour]]
    return (
        '<circle cx="24" cy="27" r="20.5" fill="#fff2b8" stroke="@ink" stroke-width="1.6"/>'
        '<circle cx="24" cy="27" r="18.6" fill="none" stroke="#ff9a3d" stroke-width="3.2"/>'
        '<path d="M15 12 C15 2 33 2 33 12" fill="none" stroke="@ink" stroke-width="4.4"/>'
        '<g transform="translate(24 27) scale(0.92) translate(-16 -16)">'
        + shape.format(style=f'fill="@{colour}" stroke="@ink" stroke-width="2.6" stroke-linejoin="round"')
        + "</g>"
    )


LEAST_FIGURE = 1.0
"""The least side of a figure that is told from another, in heights of capitals."""
LEAST_ACTING = 0.9
"""The same for those of the player who acts, when others have only tokens."""
GREAT_NOTE = 3
"""From so many heights of great capitals on, a tile has its note in great type."""
MOST_FIGURE = 0.72
"""The most side of a figure, as a share of its tile."""
SMALL = 0.36
"""The most side of a lantern or disc, as a share of its tile."""
APART = 0.75
"""Share of a lantern or disc that its neighbour leaves uncovered."""
OVERHANG = 3
"""Pixels by which figures side by side overlap: their drawings have empty edges."""


Drawn: TypeAlias = Callable[[Rect], Iterator[Mark]]
"""What draws something into a place."""


@remember
def things(tile: Tile, walker: str, is_pointed_at: bool, place: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield what is on a tile; `walker` is the picture of whoever goes along a path and is here."""
    inside = place.inset(1)
    size = sizes.great if place.h >= GREAT_NOTE * sizes.great.capitals else sizes.main
    note = _note_box(tile.badge, inside, size)
    above, foot = inside.split_bottom(_small_side(tile, place))
    yield from _small_things(tile, foot)
    if tile.figures or walker:
        rooms = (above.split_left(note.w)[1], above.split_top(note.h)[1])
        yield from _draw_figures(tile.figures, walker, rooms, round(place.h * MOST_FIGURE), sizes)
    if tile.badge:
        words: Role = "ink" if is_pointed_at else "linen"
        yield Plate(note, "cursor" if is_pointed_at else "ink", words, note.w // 4, 1)
        yield Label(note, tile.badge, size, words, "centre")


def _note_box(note: str, inside: Rect, size: Type) -> Rect:
    """The place of a note, which has no room without one."""
    if not note:
        return Rect(inside.x, inside.y, 0, 0)
    air = max(4, size.capitals // 5)
    return Rect(inside.x, inside.y, text.width(note, size) + air, size.capitals + air)


def _small_side(tile: Tile, place: Rect) -> int:
    """The side of the lanterns and discs on a tile; 0 without any."""
    count = len(tile.lanterns) + len(tile.discs)
    return min(round(place.h * SMALL), int((place.w - 2) / (1 + APART * (count - 1)))) if count else 0


def _small_things(tile: Tile, foot: Rect) -> Iterator[Mark]:
    """Yield lanterns from the left of the foot, and discs from its right."""
    count, side = len(tile.lanterns) + len(tile.discs), foot.h
    step = min(side, (foot.w - side) / max(1, count - 1))
    for number, colour in enumerate(tile.lanterns):
        yield Drawing(Rect(foot.x + round(step * number), foot.y, side, side), _lantern_svg(colour))
    for number, disc in enumerate(reversed(tile.discs)):
        yield Picture(Rect(foot.right - side - round(step * number), foot.y, side, side), disc, "start")


def _draw_figures(
    figures: tuple[Figure, ...], walker: str, rooms: tuple[Rect, Rect], most: int, sizes: Sizes
) -> Iterator[Mark]:
    """Yield the figures, as large as their number allows, in the room where they are larger."""
    for large, small, least in _arrangements(figures, walker):
        places = max((_places(len(large), len(small), room, most) for room in rooms), key=lambda found: found[0].w)
        if places[0].w >= round(sizes.main.capitals * least):
            for drawn, place in zip((*large, *small), places, strict=True):
                yield from drawn(place)
            return


def _arrangements(figures: tuple[Figure, ...], walker: str) -> Iterator[tuple[list[Drawn], list[Drawn], float]]:
    """Yield what is large, what is small, and how large it must be at least, in heights of capitals; the best first.

    Where all figures would be too small to be told apart, only those of the player who acts are drawn as figures, below
    a token for each other player who stands there; where these are too small as well, everybody has a token.
    """
    acting = [figure for figure in figures if figure.active]
    walkers: list[Drawn] = [partial(_walker, walker)] if walker else []
    yield [*_figures(figures), *walkers], [], LEAST_FIGURE
    yield [*_figures(acting), *walkers], _owners(figure for figure in figures if not figure.active), LEAST_ACTING
    yield [], [*_owners(figures), *walkers], 0.0


def _figures(figures: Iterable[Figure]) -> list[Drawn]:
    return [partial(_figure, figure) for figure in figures]


def _owners(figures: Iterable[Figure]) -> list[Drawn]:
    return [partial(_token, colour) for colour in dict.fromkeys(figure.colour for figure in figures)]


def _places(large: int, small: int, room: Rect, most: int) -> tuple[Rect, ...]:
    """The places of so many figures of at most this side, and of so many tokens in a line above them."""
    if not large:
        return tuple(place.middle(most, most) for place in squares_in(small, room))
    above, below = room.split_top(min(room.h // 3, room.w // small) if small else 0)
    return (*_figure_places(large, below, most), *(squares_in(small, above) if small else ()))


def _figure_places(count: int, room: Rect, most: int) -> Iterator[Rect]:
    """Yield square places for so many figures, in the best number of lines."""

    def side_in(lines: int) -> int:
        across = math.ceil(count / lines)
        return min(most, room.h // lines, (room.w + OVERHANG * (across - 1)) // across)

    lines = max(range(1, count + 1), key=side_in)
    side, across = side_in(lines), math.ceil(count / lines)
    for number, line in enumerate(room.middle(room.w, side * lines).rows(lines)):
        here = min(across, count - number * across)
        wide = side * here - OVERHANG * (here - 1)
        x = line.x + (line.w - wide) // 2
        yield from (Rect(x + (side - OVERHANG) * at, line.y, side, side) for at in range(here))


def _figure(figure: Figure, box: Rect) -> Iterator[Mark]:
    """Yield a figure and what it carries, beside its body."""
    yield Drawing(box, figure_svg(figure.kind, figure.colour, figure.active))
    if figure.burden:
        side = round(box.h * 0.44)
        yield Picture(Rect(box.right - round(side * 0.82), box.bottom - side, side, side), figure.burden, "start")


def _walker(icon: str, box: Rect) -> Iterator[Mark]:
    yield Picture(box, icon, "linen")


def _token(colour: Colour, box: Rect) -> Iterator[Mark]:
    yield Token(box, colour)
