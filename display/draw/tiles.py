"""How a tile of a map and the figures on it are drawn: SVG on a field of 48x48, dark stone with pale corridors.

Why: a corridor must be visible at arm's length on a tile of forty pixels, so corridors are bright and broad, walls
dark, and a face-down tile shows neither. Figures differ by outline (a broad hat, a box on the head), their owners by
colour and by the shape that goes with it.
"""

from __future__ import annotations

from functools import lru_cache

from display.draw.paint import OUTLINES
from display.theme import SHAPES
from display.view import Colour, Ground

ARMS = {"N": "M14 0 H34 V24 H14 Z", "S": "M14 24 H34 V48 H14 Z", "E": "M24 14 H48 V34 H24 Z", "W": "M0 14 H24 V34 H0 Z"}
"""The corridor to each side."""


def _dashes(inset: float) -> str:
    """Return the path of a broken frame, four dashes a side.

    Each dash is a line of its own: the loader draws `stroke-dasharray` differently from one time to the next.
    """
    near, far = inset, 48 - inset
    dash = (far - near) / 6
    starts = [near + index * (far - near - dash) / 3 for index in range(4)]
    across = " ".join(f"M{start:.2f} {edge} h{dash:.2f}" for edge in (near, far) for start in starts)
    down = " ".join(f"M{edge} {start:.2f} v{dash:.2f}" for edge in (near, far) for start in starts)
    return f"{across} {down}"


@lru_cache(maxsize=128)
def tile_svg(ground: Ground, open_sides: str, is_bare: bool = False) -> str:
    """Return the ground of a tile; a bare one without the sun of the start, for what stands there."""
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
"""By how many degrees a sign that points east is turned to point to a side."""

CHEVRON = '<path d="M-3.4 -4.6 L2.4 0 L-3.4 4.6" fill="none"/>'
CROSS = '<path d="M-3.6 -3.6 L3.6 3.6 M3.6 -3.6 L-3.6 3.6" fill="none"/>'


@lru_cache(maxsize=128)
def path_svg(comes_from: str, goes_to: str, is_curse: bool) -> str:
    """Return the path across a tile: a dark ribbon with signs in the direction in which it is gone.

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

BODIES = {
    "archaeologist": (
        '<path d="M9 45 C9 33 15 28 24 28 C33 28 39 33 39 45 Z"/>'
        '<circle cx="24" cy="19.5" r="8"/>'
        '<path d="M7 16.5 C12 12.5 15 13.5 16 11 C17 6 20 3.5 24 5 C28 3.5 31 6 32 11 C33 13.5 36 12.5 41 16.5 '
        'C36 20.5 12 20.5 7 16.5 Z"/>'
    ),
    "porter": (
        '<path d="M11 45 C11 34 16 30 24 30 C32 30 37 34 37 45 Z"/><circle cx="24" cy="23.5" r="7"/>'
        '<path d="M8.5 3 H39.5 V17 H8.5 Z"/><path d="M11 33 L11.5 14 M37 33 L36.5 14"/>'
    ),
}
"""The outline of each kind of figure."""


@lru_cache(maxsize=64)
def pawn_svg(kind: str, colour: Colour, active: bool) -> str:
    """Return a figure of this kind in its owner's colour, the owner's shape on its chest, with a rim of linen."""
    body = BODIES[kind]
    shape = OUTLINES[SHAPES[colour]].format(style='fill="@ink"')
    rim = 10.5 if active else 8.0
    return (
        '<g transform="translate(24 26) scale(0.9) translate(-24 -25)">'
        f'<g fill="@linen" stroke="@linen" stroke-width="{rim}" stroke-linejoin="round">{body}</g>'
        f'<g fill="@ink" stroke="@ink" stroke-width="4.6" stroke-linejoin="round" stroke-linecap="round">{body}</g>'
        f'<g fill="@{colour}" stroke="@ink" stroke-width="0.8" stroke-linejoin="round">{body}</g>'
        f'<g transform="translate(24 38) scale(0.36) translate(-16 -16)">{shape}</g></g>'
    )


@lru_cache(maxsize=16)
def lantern_svg(colour: Colour) -> str:
    """Return a burning lantern: its owner's shape in a halo of light, hung on a handle."""
    shape = OUTLINES[SHAPES[colour]]
    return (
        '<circle cx="24" cy="27" r="20.5" fill="#fff2b8" stroke="@ink" stroke-width="1.6"/>'
        '<circle cx="24" cy="27" r="18.6" fill="none" stroke="#ff9a3d" stroke-width="3.2"/>'
        '<path d="M15 12 C15 2 33 2 33 12" fill="none" stroke="@ink" stroke-width="4.4"/>'
        '<g transform="translate(24 27) scale(0.92) translate(-16 -16)">'
        + shape.format(style=f'fill="@{colour}" stroke="@ink" stroke-width="2.6" stroke-linejoin="round"')
        + "</g>"
    )
