"""What views consist of: colours, buttons, what can be chosen, and how a player stands."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Audience: TypeAlias = Literal["table", "hunters", "mummy"]
"""Who may look at this screen; a view for the table contains no secret."""

Colour: TypeAlias = Literal["red", "blue", "green", "yellow", "purple", "white", "turquoise"]
"""A player's or a pawn's colour; `theme` gives each its own shape, so nobody has to tell colours apart."""

COLOURS: tuple[Colour, ...] = ("red", "blue", "green", "yellow", "purple", "white")
"""The colours that players choose from."""

World: TypeAlias = Literal["home", "crypt", "desert", "maze"]
"""What lies behind a page: nothing in particular, or the world of a game."""

ThemeName: TypeAlias = Literal["night", "day", "contrast"]
"""Which tones the colours have."""

Button: TypeAlias = Literal["up", "down", "left", "right", "ok", "back"]


class Item(msgspec.Struct, frozen=True):
    """One line or cell that can be chosen: icons before words."""

    label: str
    icons: tuple[str, ...] = ()
    """Names of pictures in `icons/`, drawn side by side."""
    detail: str = ""
    """A second, smaller line."""
    colour: Colour | None = None
    """The player it belongs to, drawn as that player's token."""
    target: str = ""
    """The name that a touch returns; empty where nothing can be chosen."""
    is_dimmed: bool = False
    """It stands here, but cannot be chosen now."""
    scene: World | None = None
    """The world that it is drawn as, in a list of pictures."""
    spoken: str = ""
    """What a voice says in place of the label, where pictures tell what the label does not."""
    key: Button | None = None
    """The button that chooses it at once, drawn in its corner."""
    is_held: bool = False
    """That button has to be held."""
    brief: str = ""
    """What is written beside its pictures where the label has no room; below a large picture, where the detail has
    none."""
    is_name: bool = False
    """Whether the label is a player's name, which has a short form where it has no room."""
    end: Item | None = None
    """Another choice, which a held button chooses, at the end of its line."""


class Menu(msgspec.Struct, frozen=True):
    """A list to choose from, the cursor on one item; longer lists scroll. `text` stands above it, `icon` beside it."""

    items: tuple[Item, ...]
    cursor: int = 0
    text: tuple[str, ...] = ()
    icon: str = ""
    is_pictured: bool = False
    """Its pictures tell the items apart, so they lie side by side, large, and only the chosen one needs its words."""
    share: float | None = None
    """How much is done of what goes on meanwhile, from 0 to 1; None if nothing does, or nobody knows."""


NO_CHOICES = Menu(())


class Standing(msgspec.Struct, frozen=True):
    """One player's standing."""

    name: str
    colour: Colour
    ankhs: int
    """How many ankhs are left."""
    marks: tuple[tuple[str, Colour], ...]
    """The marks that were reached."""
    wanted: int
    """How many marks win."""
    active: bool = False
    out: bool = False


class AcrossSeat(msgspec.Struct, frozen=True):
    """A player as they are seen from across the table."""

    colour: Colour | None
    """The colour of the token, if there is one."""
    score: str = ""
    """What counts in the game, in a few characters; empty where it is secret."""
    active: bool = False
    things: tuple[tuple[str, int], ...] = ()
    """What lies before the player for all to see: pictures, and how many of each."""
    icon: str = ""
    """The picture of whoever has no token."""
