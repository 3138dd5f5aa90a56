"""The three worlds as illustrations: cut paper under one lamp, in SVG on a field 48 high and as wide as wanted.

Why by code: a scene fills any shape with its heart in the middle, so that one drawing serves every size. Light comes
from the upper left; each form has three flat tones, its shade a shape of its own. Light itself is three circles.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

from display.view import World

LINEN, LINEN_LIT, LINEN_SHADE, SEAM = "#e8d5b0", "#fbeed2", "#b89c78", "#8c7155"
INK, EYE, MOON = "#1c120b", "#d7ff6b", "#5ff2e2"


@lru_cache(maxsize=32)
def scene_svg(world: World, width: float) -> str:
    """The scene of a world, `width` units wide."""
    return SCENES[world](width)


def sky(above: str, below: str, width: float, name: str) -> str:
    """The ground of a picture, from its upper tone to its lower one."""
    return (
        f'<defs><linearGradient id="{name}" x1="0%" y1="0%" x2="0%" y2="100%"><stop offset="0" stop-color="{above}"/>'
        f'<stop offset="1" stop-color="{below}"/></linearGradient></defs><rect width="{width:.1f}" height="48" '
        f'fill="url(#{name})"/>'
    )


def light(x: float, y: float, radius: float, colour: str) -> str:
    """Light around a point."""
    return "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius * share:.1f}" fill="{colour}" fill-opacity="0.16"/>'
        for share in (1, 0.72, 0.46)
    )


def _torch(x: float, y: float) -> str:
    return (
        f'{light(x, y, 8, "#ff9a3d")}<path d="M{x - 1.2:.1f} {y + 2} h2.4 l-0.7 9 h-1 Z" fill="#5a3019"/>'
        f'<path d="M{x:.1f} {y - 5} c3.4 3.4 3 7 0 7.4 c-3 -0.4 -3.4 -4 0 -7.4 Z" fill="#ff8a2a"/>'
        f'<path d="M{x:.1f} {y - 2} c1.6 1.8 1.4 3.6 0 3.8 c-1.4 -0.2 -1.6 -2 0 -3.8 Z" fill="#ffe08a"/>'
    )


def mummy(x: float, y: float, scale: float, *, is_grasping: bool = False) -> str:
    """The mummy that frightens children, and is funny first: arms up, large head, big eyes.

    If it is grasping, its other arm is left to be drawn larger, nearer to whoever looks.
    """
    raised = (
        '<path d="M8 17 C13 15 15 8 14.5 1 L10.5 1 C10.5 6 9 10 5 12.5 Z"/>'
        '<path d="M16 1.5 v-4 q-1 -1.4 -1.8 0 v-1.6 q-1 -1.4 -1.8 0 v1.6 q-1 -1.4 -1.8 0 v4 Z"/>'
    )
    raised_seams = " M14.3 5.6 L10.6 4.4 M12.8 10 L9.2 8"
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) scale({scale})">'
        f'<g fill="{LINEN}"><path d="M-9 30 C-10 18 -7 13 0 13 C7 13 10 18 9 30 Z"/>'
        '<path d="M-8 17 C-13 15 -15 8 -14.5 1 L-10.5 1 C-10.5 6 -9 10 -5 12.5 Z"/>'
        '<path d="M-16 1.5 v-4 q1 -1.4 1.8 0 v-1.6 q1 -1.4 1.8 0 v1.6 q1 -1.4 1.8 0 v4 Z"/>'
        f'{"" if is_grasping else raised}<ellipse cx="0" cy="4" rx="8.6" ry="10"/></g>'
        f'<path d="M3 -5.3 C9 -3.6 9.6 9.5 4 12.8 C7.4 7.6 7 0 3 -5.3 Z" fill="{LINEN_SHADE}"/>'
        f'<path d="M4 14 C8.6 16 9.4 21 9 30 H4.6 C5.8 24 5.6 18 4 14 Z" fill="{LINEN_SHADE}"/>'
        f'<path d="M-5.6 -3.4 Q-3 -6 0.4 -5.6 Q-4 -4 -5.6 -3.4 Z" fill="{LINEN_LIT}"/>'
        f'<path d="M-8.6 1 Q0 -1.6 8.6 1 L8.4 7 Q0 8.4 -8.4 7 Z" fill="{INK}"/>'
        f'<circle cx="-3.6" cy="3.6" r="2.7" fill="{EYE}"/><circle cx="3.6" cy="3.6" r="2.7" fill="{EYE}"/>'
        f'<circle cx="-3" cy="4" r="1.1" fill="{INK}"/><circle cx="3" cy="4" r="1.1" fill="{INK}"/>'
        f'<path d="M-2.6 10 Q0 11.8 2.6 10 L2 9.4 L1 10.6 L0 9.6 L-1 10.6 L-2 9.4 Z" fill="{INK}"/>'
        f'<g fill="none" stroke="{SEAM}" stroke-width="0.7"><path d="M-7 -2 Q0 -4.6 7 -1.4 M-7.6 9.4 Q-5 8.6 -3.6 9"/>'
        '<path d="M-8.6 18 Q0 15.4 8.6 18.6 M-9.2 22.4 Q0 20 9.2 23 M-9.4 27 Q0 24.6 9.4 27.4"/>'
        f'<path d="M-14.3 5.6 L-10.6 4.4 M-12.8 10 L-9.2 8{"" if is_grasping else raised_seams}"/></g></g>'
    )


def _hunter(x: float, y: float, scale: float, colour: str) -> str:
    """A treasure hunter from behind: broad hat, coat."""
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) scale({scale})" fill="{colour}">'
        '<path d="M-7 16 C-7 7 -4 4 0 4 C4 4 7 7 7 16 Z"/><circle cx="0" cy="0.6" r="4"/>'
        '<path d="M-8 -1 Q-4 -2.4 -3.6 -4.6 Q-2.6 -7 0 -6.2 Q2.6 -7 3.6 -4.6 Q4 -2.4 8 -1 Q0 2 -8 -1 Z"/></g>'
    )


def _crypt(width: float) -> str:
    middle = width / 2
    stones = "".join(
        f'<rect x="{middle + column * 9 + (4.5 if row % 2 else 0) - 40.5:.1f}" y="{row * 6}" width="8.6" height="5.6" '
        'rx="0.8" fill="#6a4a98" fill-opacity="0.22"/>'
        for row in range(8)
        for column in range(9)
    )
    arch = (
        f'<path d="M{middle - 15:.1f} 48 V20 A15 15 0 0 1 {middle + 15:.1f} 20 V48 Z" fill="#8a5be0"/>'
        f'<path d="M{middle - 12:.1f} 48 V21 A12 12 0 0 1 {middle + 12:.1f} 21 V48 Z" fill="#b78cff"/>'
        f"{light(middle, 24, 17, '#f0e0ff')}"
    )
    gold = (
        f'<ellipse cx="{middle:.1f}" cy="49" rx="{width * 0.6:.1f}" ry="6" fill="#241038"/>'
        f'<path d="M{middle - 23:.1f} 46 v-6 q0 -4 5 -4 h3 q5 0 5 4 v6 Z" fill="#8a4f24"/>'
        f'<path d="M{middle - 23:.1f} 41 h13" stroke="#4a2610" stroke-width="1.2"/>'
        f'<rect x="{middle - 18:.1f}" y="39.6" width="3" height="3.4" rx="0.6" fill="#d99a2b"/>'
        f'<path d="M{middle + 12:.1f} 46 l1.6 -6 h7 l1.6 6 Z" fill="#d99a2b"/>'
        f'<path d="M{middle + 17.5:.1f} 40 h3 l1.6 6 h-3.6 Z" fill="#a8701c"/>'
    )
    return (
        sky("#3c2560", "#1d1130", width, "crypt")
        + stones
        + arch
        + _torch(middle - 19, 14)
        + _torch(middle + 19, 14)
        + mummy(middle, 17, 0.98)
        + gold
    )


def _desert(width: float) -> str:
    middle = width / 2
    rays = "".join(
        f'<path d="M{middle:.1f} 26 L{middle + 60 * math.cos(turn - 0.09):.1f} {26 + 60 * math.sin(turn - 0.09):.1f} '
        f'L{middle + 60 * math.cos(turn + 0.09):.1f} {26 + 60 * math.sin(turn + 0.09):.1f} Z" fill="#8fe0d4" '
        'fill-opacity="0.16"/>'
        for turn in (math.radians(degrees) for degrees in range(180, 361, 18))
    )
    steps = []
    for level in range(6):
        half, top = 16 - level * 2.6, 35 - level * 4.6
        steps.append(
            f'<rect x="{middle - half:.1f}" y="{top:.1f}" width="{2 * half:.1f}" height="4.8" fill="#e9b06a"/>'
            f'<rect x="{middle + half * 0.3:.1f}" y="{top:.1f}" width="{half * 0.7:.1f}" height="4.8" fill="#a8582c"/>'
            f'<rect x="{middle - half:.1f}" y="{top:.1f}" width="{1.3 * half:.1f}" height="0.9" fill="#ffdca0"/>'
        )
    door = (
        f'<path d="M{middle - 3:.1f} 39.8 v-7 h6 v7 Z" fill="#3a1a0a"/>'
        f'<path d="M{middle - 3:.1f} 32.8 h6 v1 h-6 Z" fill="#d99a2b"/>'
    )
    dunes = (
        f'<path d="M0 39 Q{width * 0.25:.1f} 35.5 {middle:.1f} 39.4 Q{width * 0.8:.1f} 43 {width:.1f} 38 V48 H0 Z" '
        'fill="#d9853f"/>'
        f'<path d="M0 43 Q{width * 0.3:.1f} 39 {width * 0.62:.1f} 44 Q{width * 0.85:.1f} 47 {width:.1f} 43 V48 H0 Z" '
        'fill="#8a4220"/>'
    )
    lantern = (
        f'{light(middle - 4.5, 40, 5, "#ffd27a")}<rect x="{middle - 5.8:.1f}" y="38" width="2.6" height="3.6" '
        'rx="0.6" fill="#ffd98a" stroke="#3a1a0a" stroke-width="0.6"/>'
    )
    return (
        sky("#0d3f4c", "#f0a45c", width, "desert")
        + rays
        + f'<circle cx="{middle:.1f}" cy="24" r="15" fill="#ffe9b8"/>{light(middle, 24, 22, "#ffe9b8")}'
        + "".join(steps)
        + door
        + dunes
        + _hunter(middle - 10, 35, 0.72, "#3a1a0a")
        + lantern
    )


def _maze(width: float) -> str:
    middle = width / 2
    joints = "".join(
        f'<path d="M{x:.1f} 48 L{middle + (x - middle) * 0.2:.1f} 33 M{x:.1f} 0 L{middle + (x - middle) * 0.2:.1f} 10" '
        'stroke="#6d8ff0" stroke-opacity="0.35" stroke-width="0.6"/>'
        for x in (middle + number * width / 6 for number in range(-4, 5))
    )
    walls = (
        f'<path d="M0 0 L{middle - 9:.1f} 9 V34 L0 48 Z" fill="#24387f"/>'
        f'<path d="M{width:.1f} 0 L{middle + 9:.1f} 9 V34 L{width:.1f} 48 Z" fill="#16224f"/>'
        f'<path d="M0 0 H{width:.1f} L{middle + 9:.1f} 9 H{middle - 9:.1f} Z" fill="#0f1840"/>'
        f'<path d="M0 48 H{width:.1f} L{middle + 9:.1f} 34 H{middle - 9:.1f} Z" fill="#31488f"/>'
    )
    door = (
        f'<rect x="{middle - 9:.1f}" y="9" width="18" height="25" fill="#9fc6ff"/>'
        f'<rect x="{middle - 7:.1f}" y="11" width="14" height="23" fill="#dcecff"/>{light(middle, 20, 15, "#e8f4ff")}'
        f'<path d="M{middle - 7:.1f} 34 h14 l5 14 h-24 Z" fill="#9fc6ff" fill-opacity="0.35"/>'
    )
    mummy = (
        f'<g transform="translate({middle:.1f} 15)" fill="#0c1430"><circle cx="0" cy="0" r="3.4"/>'
        '<path d="M-4 19 V6 Q-4 3.4 0 3.4 Q4 3.4 4 6 V19 H1 V12 H-1 V19 Z"/>'
        '<path d="M-3.4 4 L-9 2 L-9.4 0 L-8 0.2 L-3 1.8 Z M3.4 4 L9 2 L9.4 0 L8 0.2 L3 1.8 Z"/>'
        f'<path d="M-3.2 -1 H3.2 V0.6 H-3.2 Z" fill="{MOON}"/>'
        '<path d="M-8.4 2.4 v4 M8.4 2.4 v5" stroke="#0c1430" stroke-width="0.7"/></g>'
    )
    hunter = _hunter(middle - 12, 35, 0.86, "#3a1c2e") + _torch(middle - 4.6, 35)
    return sky("#0c1430", "#16224f", width, "maze") + walls + joints + door + mummy + hunter


def _home(width: float) -> str:
    return sky("#1c1426", "#120c18", width, "home")


SCENES: dict[World, Callable[[float], str]] = {"home": _home, "crypt": _crypt, "desert": _desert, "maze": _maze}
