"""What colours mean, apart from what they are: the roles of colours, and the themes that give each its tone.

Why: a drawing names a role ("text", "cursor", "loss"), and the theme of the device gives the tone. So one module of
data in `themes` is a whole theme, and the contrast of every pair of roles is checked for every theme. No player is
distinguished by colour alone, because each colour of tokens has its own shape.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, cast

if TYPE_CHECKING:
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
    """A theme; it is read when it is first used."""
    return cast(Theme, import_module(f"display.themes.{name}").THEME)


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
    """Return the colour that holds `share` (0 to 1) of `second`, the rest of `first`."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def lit(colour: RGB) -> RGB:
    """The tone of a plate at its upper edge, where the lamplight falls."""
    return mix(colour, WHITE, 0.05)
