"""What everything looks like: the roles of colours, the themes that give each its tone, and every length.

Why: a drawing names a role ("text", "cursor", "loss"), and the theme of the device gives the tone. So a theme is one
value of data, and the contrast of every pair of roles is checked for every theme. No player is
distinguished by colour alone, because each colour of tokens has its own shape.

What can be read depends on millimetres. Type has three sizes of capitals, which the panel's inches turn into pixels;
nothing is ever smaller. Room is measured in pixels of a panel of 480x320, and scales with the panel.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:  # settings ask for sizes where nothing is drawn
    from display import view
    from display.fonts import Face
    from display.view import Colour, ThemeName, World


RGB: TypeAlias = tuple[int, int, int]
Shape: TypeAlias = Literal["circle", "square", "triangle", "diamond", "star", "hexagon", "cross"]

Role: TypeAlias = Literal[
    "top",  # the ground of the page at its upper edge
    "foot",  # and at its lower edge
    "plate",  # what can be chosen or is counted lies on plates
    "well",  # places to be filled
    "edge",  # of plates
    "accent",  # what is explained, what is in progress
    "text",
    "lesser",  # notes
    "ink",  # on bright plates and around things
    "linen",  # on dark plates, and the rim of tokens
    "cursor",  # the only gold
    "loss",  # caught, cursed, fallen, refused
    "on_loss",
    "gain",  # points, safety, missions
    "on_gain",
    "on_accent",
    # the players' tokens
    "red",
    "blue",
    "green",
    "yellow",
    "purple",
    "white",
    "turquoise",
    # a map of tiles
    "wall",
    "wall_lit",
    "corridor",
    "chamber",
    "start",
    "back",
    "back_motif",
    "pit",
    "doom",  # around what falls
    "path",
    "path_sign",
    # a maze
    "floor",
    "joint",
    "rock",
    "line",
]
"""What a colour means."""

Tint: TypeAlias = Role | RGB
"""A colour by its meaning, or a tone that is the same in every theme."""

THEMES: tuple[ThemeName, ...] = ("night", "day", "contrast")

WHITE: RGB = (255, 255, 255)

SHAPES: dict[Colour, Shape] = {
    "red": "circle",
    "blue": "square",
    "green": "triangle",
    "yellow": "star",
    "purple": "diamond",
    "white": "hexagon",
    "turquoise": "cross",
}


class Theme(NamedTuple):
    """The tones of one theme, as `#rrggbb`."""

    everywhere: Mapping[str, str]
    """The tone of each role that is the same in every world."""
    worlds: Mapping[str, Mapping[str, str]]
    """The tones of the other roles, by world."""
    edge_px: float = 1.0
    """How thick the edges of plates are."""
    has_motifs: bool = True
    """Whether the ground of a world bears its motif."""
    has_rims: bool = False
    """Whether a rim of linen surrounds the dark edges of icons."""


class Look(NamedTuple):
    """What decides about the colours of a page."""

    theme: ThemeName = "night"
    world: World = "home"

    @property
    def edge_px(self) -> float:
        """How thick the edges of plates are."""
        return theme(self.theme).edge_px

    @property
    def rim(self) -> RGB | None:
        """The tone of the rim around the dark edges of icons, if they have one."""
        return palette(self)["linen"] if theme(self.theme).has_rims else None

    @property
    def has_motif(self) -> bool:
        """Whether the ground bears the motif of its world."""
        return theme(self.theme).has_motifs


@lru_cache
def theme(name: ThemeName) -> Theme:
    """The theme of this name."""
    return {"night": NIGHT, "day": DAY, "contrast": CONTRAST}[name]


@lru_cache
def palette(look: Look) -> Mapping[str, RGB]:
    """The tone of every role."""
    chosen = theme(look.theme)
    return {role: rgb(text) for role, text in {**chosen.everywhere, **chosen.worlds[look.world]}.items()}


def tone_of(tint: Tint, look: Look) -> RGB:
    return palette(look)[tint] if isinstance(tint, str) else tint


def rgb(text: str) -> RGB:
    """A tone written as `#rrggbb`."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mix(first: RGB, second: RGB, share: float) -> RGB:
    """The colour that holds `share` (0 to 1) of `second`, the rest of `first`."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def lit(colour: RGB) -> RGB:
    """The tone of a plate at its upper edge, where the lamplight falls."""
    return mix(colour, WHITE, 0.05)


MM_PER_INCH = 25.4

GREAT_MM, MAIN_MM, NOTE_MM = 4.7, 2.8, 2.0
"""The least heights of capitals: across the table; questions, choices, names and scores; hints and notes."""

ROOMY_MM, GROWN = 100.0, 1.15
"""A panel at least this wide has room for larger type, and how much larger it is."""

LEAST_WIDE_MM = 71.2
"""On a narrower panel letters are smaller, as if it were so wide, or words would be broken."""

LEAST_FINGER = 24
"""Pixels that a finger needs at the very least."""

INCHES: dict[tuple[int, int], float] = {(320, 240): 3.5, (480, 320): 3.5, (800, 480): 5.0}
"""The usual diagonal of each panel."""


class Type(NamedTuple):
    """A size of text."""

    capitals: int
    """The height of capitals in pixels."""
    face: Face

    def times(self, factor: float) -> Type:
        """A larger size for a poster."""
        return self._replace(capitals=round(self.capitals * factor))


class Sizes(NamedTuple):
    """Lengths in pixels for one size of screen, and whose names must fit."""

    width: int
    height: int
    note: Type
    main: Type
    great: Type
    pad: int
    """Distance to the screen's edge and between groups."""
    gap: int
    """Distance between neighbours of one group."""
    radius: int
    band: int
    """The width of the band in the colour of the player who must act."""
    footer: int
    row: int
    """The least height of a list's row, and of a touch area."""
    line: int
    """The same where nothing is touched."""
    row_most: int
    slot: int
    """Height of what has been entered."""
    finger: int = 0
    """The least side of what can be chosen by a finger alone; 0 where there are buttons."""
    fingertip: int = 0
    """The width of a fingertip, which all has that can be touched on a small panel; 0 where there are buttons."""
    per_mm: float = 0.0
    """Pixels a millimetre."""
    people: tuple[str, ...] = ()
    """The names at the table, so that the short form of each is the same on all pages."""
    faces: view.Faces = ()
    """The faces at the table, by colour."""


def usual_inches(width: int, height: int) -> float:
    """The usual diagonal of a panel of this many pixels: 150 pixels an inch for one that is not known."""
    return INCHES.get((max(width, height), min(width, height))) or math.hypot(width, height) / 150


def pixels_per_mm(width: int, height: int, inches: float) -> float:
    """A panel's pixels a millimetre."""
    return math.hypot(width, height) / (inches * MM_PER_INCH)


def needs_keys(width: int, height: int, inches: float = 0.0) -> bool:
    """Whether a touch screen is too small for fingers to hit what lies on its pages: then it shows six keys as well."""
    return width / pixels_per_mm(width, height, inches or usual_inches(width, height)) < ROOMY_MM


@lru_cache
def sizes_for(width: int, height: int, inches: float = 0.0) -> Sizes:
    """The lengths for a screen of `width` x `height` pixels and `inches` across; 0 for the usual inches."""
    scale = min(width / 480, height / 320)
    per_mm = pixels_per_mm(width, height, inches or usual_inches(width, height))

    def px(length: int, least: int = 1) -> int:
        return max(least, round(length * scale))

    wide_mm = width / per_mm
    letters = width / max(wide_mm, LEAST_WIDE_MM) * (GROWN if wide_mm >= ROOMY_MM else 1.0)

    def capitals(millimetres: float) -> int:
        return math.ceil(millimetres * letters)

    main = capitals(MAIN_MM)
    return Sizes(
        width=width,
        height=height,
        note=Type(capitals(NOTE_MM), "note"),
        main=Type(main, "main"),
        great=Type(capitals(GREAT_MM), "main"),
        pad=px(8, 6),
        gap=px(5, 3),
        radius=px(7, 4),
        band=round(5.8 * min(per_mm, letters)),
        footer=max(LEAST_FINGER, round(capitals(NOTE_MM) * 2.55)),
        row=(row := max(px(32, LEAST_FINGER), round(main * 1.75))),
        line=row,
        row_most=px(62),
        slot=px(40, 29),
        per_mm=per_mm,
    )


FINGER_MM = 7.0
"""The side of what a finger touches, where there is room for it: a fingertip is about that wide."""

TOUCH_SCALE = 1.4
"""Scale of rows and footer on a device without buttons."""


@lru_cache
def for_touch(sizes: Sizes) -> Sizes:
    """The lengths for a device without buttons."""
    tip = math.ceil(FINGER_MM * sizes.per_mm)
    footer, row = (max(tip, round(length * TOUCH_SCALE)) for length in (sizes.footer, sizes.row))
    return sizes._replace(footer=footer, row=row, row_most=max(row, sizes.row_most), finger=tip, fingertip=tip)


@lru_cache
def with_keys(sizes: Sizes) -> tuple[Sizes, Sizes]:
    """The lengths for a device that shows six keys on its screen: with rows for fingers, and with those of buttons."""
    touched = for_touch(sizes)._replace(finger=0)
    return touched, sizes._replace(footer=touched.footer)


NIGHT = Theme(
    everywhere={
        "text": "#fff3dc",
        "lesser": "#dccab0",
        "ink": "#1c120b",
        "linen": "#fff8e8",
        "cursor": "#ffbf2e",
        "loss": "#ff6a3c",
        "on_loss": "#1c120b",
        "gain": "#5fe08a",
        "on_gain": "#1c120b",
        "on_accent": "#1c120b",
        "red": "#e8451a",
        "blue": "#5577f2",
        "green": "#18c58b",
        "yellow": "#f0ec14",
        "purple": "#ffaafa",
        "white": "#fbfff4",
        "turquoise": "#00bda0",
        "wall": "#4c2a17",
        "wall_lit": "#6f4528",
        "corridor": "#f1d6a0",
        "chamber": "#8fb4dd",
        "start": "#e2a64a",
        "back": "#3b2013",
        "back_motif": "#8a5f3c",
        "pit": "#1a0b05",
        "doom": "#ff6a3c",
        "path": "#17304a",
        "path_sign": "#5ff2e2",
        "floor": "#35529c",
        "joint": "#5b7ac4",
        "rock": "#0a1230",
        "line": "#f2f6ff",
    },
    worlds={
        "home": {
            "top": "#1c1426",
            "foot": "#120c18",
            "plate": "#33263f",
            "well": "#171020",
            "edge": "#8b7a97",
            "accent": "#e9d3b0",
        },
        "crypt": {
            "top": "#33204f",
            "foot": "#1d1130",
            "plate": "#472f69",
            "well": "#1d1130",
            "edge": "#a383d0",
            "accent": "#d9adff",
        },
        "desert": {
            "top": "#41200f",
            "foot": "#27120a",
            "plate": "#5a3019",
            "well": "#27120a",
            "edge": "#bd7f50",
            "accent": "#5fdccf",
        },
        "maze": {
            "top": "#16224f",
            "foot": "#0c1430",
            "plate": "#26387a",
            "well": "#0c1430",
            "edge": "#7391e0",
            "accent": "#9fc6ff",
        },
    },
)


DAY = Theme(
    everywhere={
        **NIGHT.everywhere,
        "text": "#24160c",
        "lesser": "#57402c",
        "loss": "#b02d08",
        "on_loss": "#fff8e8",
        "gain": "#146b38",
        "on_gain": "#fff8e8",
        "on_accent": "#fff8e8",
    },
    worlds={
        "home": {
            "top": "#fbf2e2",
            "foot": "#efe0c6",
            "plate": "#fffaf0",
            "well": "#e6d5b8",
            "edge": "#86704c",
            "accent": "#6a4a20",
        },
        "crypt": {
            "top": "#f7edff",
            "foot": "#ead8fb",
            "plate": "#fffaff",
            "well": "#e7d6f8",
            "edge": "#8a66b8",
            "accent": "#6427a8",
        },
        "desert": {
            "top": "#fdf0d8",
            "foot": "#f3ddb2",
            "plate": "#fffaf0",
            "well": "#f0dcb4",
            "edge": "#97703c",
            "accent": "#0b6660",
        },
        "maze": {
            "top": "#eaf1ff",
            "foot": "#d5e2fb",
            "plate": "#fbfdff",
            "well": "#d0defa",
            "edge": "#5877c0",
            "accent": "#1f45a0",
        },
    },
)


GROUND = {
    "top": "#000000",
    "foot": "#000000",
    "plate": "#000000",
    "well": "#000000",
    "edge": "#ffffff",
    "accent": "#7fe4ff",
}

CONTRAST = Theme(
    everywhere={
        **NIGHT.everywhere,
        "text": "#ffffff",
        "lesser": "#ffffff",
        "ink": "#000000",
        "linen": "#ffffff",
        "cursor": "#ffd400",
        "on_loss": "#000000",
        "on_gain": "#000000",
        "on_accent": "#000000",
        "wall": "#202020",
        "wall_lit": "#a0a0a0",
        "back": "#202020",
        "back_motif": "#a0a0a0",
        "pit": "#000000",
        "path": "#002a66",
        "path_sign": "#7dfff4",
        "floor": "#1a2a60",
        "joint": "#6a86d0",
        "rock": "#000000",
        "line": "#ffffff",
    },
    worlds={"home": GROUND, "crypt": GROUND, "desert": GROUND, "maze": GROUND},
    edge_px=2.0,
    has_motifs=False,
    has_rims=True,
)
