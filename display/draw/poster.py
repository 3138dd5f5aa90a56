"""A poster of what has just happened: its picture from edge to edge, what happened in great letters, and its sign.

Its pictures are SVG on a field 48 high and as wide as wanted, their heart in the middle. A scene is calm, a poster is
one thing, large, before rays or cracks. The things themselves are our icons, so that whoever was caught by the mummy
knows it again on the next page.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from display.draw import text
from display.draw.marks import FIELD, Drawing, Label, Mark, Picture, Plate, Rect, Sign, field_width
from display.draw.scenes import INK, LINEN, LINEN_SHADE, MOON, SEAM, light, mummy, sky
from display.draw.scoreboard import POSTERS, cheering_svg, token
from display.draw.tiles import tile_svg
from display.icons import inside
from display.theme import Sizes, Tint, Type
from display.view import Actor, Colour, Face, Poster, PosterKind, RankedPlayer

GOLDEN_ANGLE = 2.399963
"""In radians. Turns by it never repeat: so chips that fly about are spread."""


def poster_svg(kind: PosterKind, width: float, colour: Colour | None, face: Face | None = None) -> str:
    """The picture of a poster, `width` units wide; the token of whoever it happened to is part of it."""
    shown = cheering_svg if kind == "win" else token
    return PICTURES[kind](width, shown(colour, face) if colour else "")


def _crowned_mummy() -> str:
    """The mummy below a crown, in the dark from which it comes; as large as a token that cheers."""
    dark = '<circle cy="-1" r="21" fill="@ink"/>'
    return dark + mummy(0, -11, 1.0) + _poster_icon("crown", 0, -19, 15)


def champion_svg(winner: RankedPlayer, face: Face | None, width: float, height: float, foot: float) -> str:
    """A player who has won, before rays, for a poster of these pixels; the feet stand at `foot`."""
    unit, wide = FIELD / height, FIELD * width / height
    scale = min(wide / 52, foot * unit / 54)
    return _rays(wide, wide / 2, foot * unit / 2, "#ffffff", 0.2) + _place(
        _crowned_mummy() if winner.is_mummy else cheering_svg(winner.colour, face),
        wide / 2,
        foot * unit / 2 + 4 * scale,
        scale,
    )


def _rays(width: float, x: float, y: float, tone: str, opacity: float = 0.22) -> str:
    """Rays of light from a point over the whole field."""
    reach, points = width + 48, ""
    for number in range(16):
        angle = math.radians(number * 22.5)
        ends = ((x + reach * math.cos(angle + turn), y + reach * math.sin(angle + turn)) for turn in (-0.09, 0.09))
        points += f"M{x:.1f} {y:.1f} " + " ".join(f"L{end:.1f} {high:.1f}" for end, high in ends) + " Z "
    return f'<path d="{points}" fill="{tone}" fill-opacity="{opacity}"/>'


def _place(drawing: str, x: float, y: float, scale: float, turn: float = 0.0) -> str:
    return f'<g transform="translate({x:.2f} {y:.2f}) rotate({turn:.1f}) scale({scale:.3f})">{drawing}</g>'


def _aside(width: float) -> float:
    """Distance of a token from the middle beside something large."""
    return min(34.0, width / 2 - 9)


def _poster_icon(name: str, x: float, y: float, side: float, turn: float = 0.0) -> str:
    """An icon around a point, `side` units high."""
    return _place(f'<g transform="translate(-24 -24)">{inside(name)}</g>', x, y, side / FIELD, turn)


def _chips(width: float, tone: str, count: int = 16) -> str:
    """Bits of stone or light that fly about."""
    chips = ""
    for number in range(count):
        angle, far = number * GOLDEN_ANGLE, 14 + number * (width - 14) / (2.1 * count)
        x, y = width / 2 + far * math.cos(angle), 24 + 0.62 * far * math.sin(angle)
        chips += _place('<rect x="-0.8" y="-0.8" width="1.6" height="1.6"/>', x, y, 1, number * 40)
    return f'<g fill="{tone}">{chips}</g>'


def _hand(x: float, y: float, held: str) -> str:
    """A bandaged hand that comes from below and holds something."""
    fingers = "".join(
        f'<rect x="{at}" y="-4" width="3.6" height="9" rx="1.8" fill="{LINEN}"/>' for at in (-6.6, -1.8, 3)
    )
    return _place(
        f'<path d="M-4.6 4 H5 L7 34 H-7 Z" fill="{LINEN}"/><path d="M2 4 H5 L7 34 H3 Z" fill="{LINEN_SHADE}"/>'
        f'<path d="M-5 12 L6 10 M-5.6 18 L6 15.6 M-6 24 L6.6 22" stroke="{SEAM}" stroke-width="0.9" fill="none"/>'
        f'<rect x="-8.4" y="-1" width="16" height="9" rx="4" fill="{LINEN}"/>{_place(held, 0, -8, 0.52)}{fingers}',
        x,
        y,
        1.0,
        8,
    )


def _caught_svg(width: float, token: str) -> str:
    middle = width / 2
    return (
        sky("#5a2a86", "#1d0a2c", width, "caught")
        + _rays(width, middle - 10, 20, "#d9adff")
        + light(middle - 10, 20, 26, "#d9adff")
        + mummy(middle - 10, 16, 1.7, is_grasping=True)
        + _hand(middle + 19, 22, token)
    )


def _mummy(width: float, token: str) -> str:
    middle = width / 2
    lines = "".join(
        f"M{middle - 46 + shift} {y} h{long}" for shift, y, long in ((0, 12, 18), (4, 20, 15), (-2, 29, 17))
    )
    chevrons = "".join(f"M{x} 40.5 l3 3 l-3 3 " for x in range(4, round(width), 9))
    return (
        sky("#0d3f4c", "#2a160c", width, "walks")
        + f'<path d="{lines}" stroke="#fff8e8" stroke-opacity="0.5" stroke-width="1.4" stroke-linecap="round"/>'
        + f'<rect y="38" width="{width:.1f}" height="10" fill="#17304a"/>'
        + f'<path d="{chevrons}" stroke="{MOON}" stroke-width="1.8" fill="none" stroke-linejoin="round"/>'
        + light(middle, 20, 22, "#5ff2e2")
        + _place(_running_mummy(), middle, 22.6, 0.92, 10)
        + _place(token, middle + _aside(width), 26, 0.5)
    )


def _running_mummy() -> str:
    """The mummy as it runs, around the middle of its body."""
    legs = (
        f'<path d="M-5 12 L-12 18 L-18 15.5 M4 12 L9 18 L8 24.5 L13 24.5" stroke="{LINEN}" stroke-width="5" '
        'fill="none" stroke-linejoin="round" stroke-linecap="round"/>'
        f'<path d="M-9.6 12.6 L-6.4 16.4 M-13.6 14.4 L-14.4 18.6 M4.6 17 L9 13.8 M6 21.4 L10.8 21" stroke="{SEAM}" '
        'stroke-width="0.9" fill="none"/>'
    )
    return legs + mummy(0, -14, 1.0)


def _curse(width: float, token: str) -> str:
    middle = width / 2
    arcs = "".join(
        f'<path d="M{middle - 13 - step * 8:.1f} {34 + step * 2} A{14 + step * 8} {12 + step * 5} 0 0 1 '
        f'{middle + 13 + step * 8:.1f} {34 + step * 2}" stroke="#9fe85f" stroke-opacity="{0.6 - step * 0.13:.2f}" '
        'stroke-width="2" fill="none" stroke-linecap="round"/>'
        for step in range(4)
    )
    return (
        sky("#2c1a52", "#0d0618", width, "curse")
        + _rays(width, middle, 22, "#9fe85f", 0.14)
        + light(middle, 22, 24, "#9fe85f")
        + arcs
        + _poster_icon("curse", middle, 22, 36)
        + _place(token, middle + _aside(width), 34, 0.48)
    )


def _bust(width: float, token: str) -> str:
    middle = width / 2
    stand = '<path d="M-17 48 L-12 39 H12 L17 48 Z" fill="#8a5a34"/><path d="M3 39 H12 L17 48 H4 Z" fill="#6a4024"/>'
    return (
        sky("#0b6660", "#10262c", width, "bust")
        + _rays(width, middle, 21, "#ffe9b8", 0.3)
        + light(middle, 21, 26, "#ffe9b8")
        + _place(stand, middle, 0, 1)
        + _poster_icon("bust", middle, 21, 36)
        + _place(token, middle + _aside(width), 34, 0.5)
    )


def _pyramid(middle: float) -> str:
    """A stepped pyramid that has broken in two: its halves lean away from each other, stones fall between."""
    left = right = ""
    for level in range(6):
        half, top, tooth = 27 - level * 4.2, 37 - level * 6.2, 1.6 if level % 2 else -1.6
        left += (
            f'<rect x="{-half:.1f}" y="{top:.1f}" width="{half + tooth:.1f}" height="6.4" fill="#e9b06a"/>'
            f'<rect x="{-half:.1f}" y="{top:.1f}" width="{half + tooth:.1f}" height="1.1" fill="#ffdca0"/>'
        )
        right += (
            f'<rect x="{tooth:.1f}" y="{top:.1f}" width="{half - tooth:.1f}" height="6.4" fill="#c9804a"/>'
            f'<rect x="{half * 0.3:.1f}" y="{top:.1f}" width="{half * 0.7:.1f}" height="6.4" fill="#a8582c"/>'
            f'<rect x="{tooth:.1f}" y="{top:.1f}" width="{half * 0.3 - tooth:.1f}" height="1.1" fill="#ffdca0"/>'
        )
    stones = "".join(
        _place(f'<rect x="-2" y="-2" width="4" height="4" fill="{tone}"/>', middle + x, y, size, turn)
        for x, y, size, turn, tone in (
            (-1, 9, 1.2, 20, "#e9b06a"),
            (3, 18, 0.9, 50, "#c9804a"),
            (0, 27, 1.1, 70, "#e9b06a"),
            (2.4, 35, 0.8, 10, "#a8582c"),
        )
    )
    return (
        f'<g transform="translate({middle - 4:.1f} 1) rotate(-7 -27 43)">{left}</g>'
        f'<g transform="translate({middle + 4:.1f} 1.5) rotate(9 27 43)">{right}</g>{stones}'
    )


def _crack(x: float, long: float = 46.0) -> str:
    """A crack from above, with fire in it."""
    line = f"M{x:.1f} 0 l-4 {long * 0.22:.1f} l7 {long * 0.2:.1f} l-6 {long * 0.24:.1f} l5 {long * 0.34:.1f}"
    return (
        f'<path d="{line}" stroke="{INK}" stroke-width="5" fill="none" stroke-linejoin="round"/>'
        f'<path d="{line}" stroke="#ff8a2a" stroke-width="1.6" fill="none" stroke-linejoin="round"/>'
    )


def _collapse(width: float, token: str) -> str:
    middle = width / 2
    return (
        sky("#3a0f0a", "#c04a1c", width, "collapse")
        + _rays(width, middle, 24, "#ffb070", 0.2)
        + _pyramid(middle)
        + _chips(width, "#ffdca0")
        + _place(token, middle - _aside(width), 36, 0.48)
    )


def _tile(open_sides: str, x: float, y: float, side: float, turn: float) -> str:
    drawn = tile_svg("path", open_sides)
    return _place(f'<g transform="translate(-24 -24)">{drawn}</g>', x, y, side / FIELD, turn)


def _wave(width: float, token: str) -> str:
    """Tiles that break off in a row, each lower and more askew than the one before."""
    middle, tiles = width / 2, ""
    apart = min(15.5, (width - 20) / 4)
    for number, sides in enumerate(("NES", "EW", "NSW", "ES", "NS")):
        x = middle + (number - 2) * apart
        tiles += _tile(sides, x, 11 + number * number * 1.5, 14, number * number * 3.4)
    edge = f"M0 48 V40 L{width * 0.2:.1f} 43 L{width * 0.4:.1f} 38 L{width * 0.66:.1f} 44 L{width:.1f} 39 V48 Z"
    return (
        sky("#3a0f0a", "#8a2c10", width, "wave")
        + _rays(width, middle, 30, "#ff9a5a", 0.16)
        + f'<path d="{edge}" fill="{INK}"/>'
        + tiles
        + _chips(width, "#ffdca0", 12)
        + _place(token, middle - _aside(width), 34, 0.48)
    )


def _fall(width: float, token: str) -> str:
    """The bust's chamber as it tips into the dark."""
    middle = width / 2
    return (
        sky("#5a1a0c", "#1c0804", width, "fall")
        + _rays(width, middle, 14, "#ff9a5a")
        + f'<ellipse cx="{middle:.1f}" cy="46" rx="34" ry="9" fill="{INK}"/>'
        + _poster_icon("chamber", middle, 22, 32, 17)
        + _crack(middle - 24, 40)
        + _chips(width, "#ffdca0")
        + _place(token, middle + _aside(width), 34, 0.48)
    )


def _mission(width: float, token: str) -> str:
    middle = width / 2
    card = (
        f'<rect x="-11" y="-14" width="22" height="28" rx="2" fill="{LINEN}" stroke="{INK}" stroke-width="1.6"/>'
        f'<path d="M-6 0 L-1.5 5.5 L7 -6" fill="none" stroke="#146b38" stroke-width="3.6" stroke-linecap="round" '
        'stroke-linejoin="round"/>'
    )
    return (
        sky("#22469a", "#0c1430", width, "mission")
        + _rays(width, middle, 22, "#9fc6ff", 0.3)
        + light(middle, 22, 26, "#e8f4ff")
        + "".join(
            _place(card, middle + shift, 24 + abs(shift) * 0.12, 0.9, shift * 0.8) for shift in (-22, 22, -11, 11, 0)
        )
        + _place(token, middle, 38, 0.5)
    )


def _win(width: float, token: str) -> str:
    middle = width / 2
    held = _place(token, middle, 28, 0.86) if token else _poster_icon("trophy", middle, 32, 24)
    return (
        sky("@accent", "@foot", width, "win")
        + _rays(width, middle, 24, "#fff8e8", 0.3)
        + light(middle, 24, 26, "#fff8e8")
        + _chips(width, "#fff8e8", 20)
        + held
        + ("" if token else _poster_icon("crown", middle, 12, 21))
    )


PICTURES: dict[PosterKind, Callable[[float, str], str]] = {
    "caught": _caught_svg,
    "mummy": _mummy,
    "curse": _curse,
    "bust": _bust,
    "collapse": _collapse,
    "wave": _wave,
    "fall": _fall,
    "mission": _mission,
    "win": _win,
}


SIGNS: dict[str, tuple[str, Tint, Tint]] = {
    "bust": ("warning", "loss", "on_loss"),
    "collapse": ("warning", "loss", "on_loss"),
    "mission": ("gain", "gain", "on_gain"),
    "win": ("crown", "linen", "ink"),
}
"""The sign of each kind of poster that is no loss, its ground, and its colour."""
LOSS: tuple[str, Tint, Tint] = ("loss", "loss", "on_loss")

FOOT = 1.65
"""The height of the place of the title, with the tails of its letters, in heights of capitals."""


def layout(body: Poster, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    """Yield the whole screen: the picture, what happened, and the name of whoever it happened to on their colour."""
    actor = body.actor
    rest, below = box.split_bottom(text.line_height(sizes.great) if actor else 0)
    room = rest.w - 2 * sizes.pad
    size = next(
        (size for size in map(sizes.great.times, POSTERS) if _title_width(body.title, size) <= room), sizes.great
    )
    picture, foot = rest.split_bottom(round(size.capitals * FOOT))
    colour = actor.colour if actor else None
    yield Drawing(
        picture,
        poster_svg(body.kind, field_width(picture), colour, dict(sizes.faces).get(colour) if colour else None),
    )
    yield Plate(foot, "ink")
    icon, ground, ink = SIGNS.get(body.kind, LOSS)
    sign, words = foot.middle(_title_width(body.title, size), foot.h).split_left(size.capitals, sizes.pad)
    chip = sign.middle(sign.w, sign.w)
    yield Plate(chip, ground, None, sizes.radius)
    yield Picture(chip.inset(chip.w // 8), icon, ink)
    yield text.inside(Label(words.inset(0, 2), body.title, size, "linen"))
    if actor:
        yield from _whom(actor, below, sizes)


def _title_width(title: str, size: Type) -> int:
    return size.capitals * 3 // 2 + text.width(title, size)


def _whom(actor: Actor, box: Rect, sizes: Sizes) -> Iterator[Mark]:
    yield Plate(box, actor.colour)
    side = sizes.great.capitals
    wide = min(box.w - 4 * sizes.pad, side + 2 * sizes.pad + text.width(actor.name, sizes.great))
    sign, name = box.middle(wide, box.h).split_left(side, 2 * sizes.pad)
    yield Sign(sign, actor.colour, face=dict(sizes.faces).get(actor.colour))
    yield Label(name, actor.name, sizes.great, "ink", is_name=True)
