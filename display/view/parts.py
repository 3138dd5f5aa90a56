"""What views consist of: colours, buttons, what can be chosen, how a player stands, and the two kinds of map."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Audience: TypeAlias = Literal["table", "hunters", "mummy"]
"""Who may look at this screen; a view for the table contains no secret."""

Colour: TypeAlias = Literal["red", "blue", "green", "yellow", "purple", "white", "turquoise"]
"""A player's or a pawn's colour; `theme` gives each its own shape, so nobody has to tell colours apart."""

COLOURS: tuple[Colour, ...] = ("red", "blue", "green", "yellow", "purple", "white")
"""The colours that players choose from."""

Face: TypeAlias = Literal[
    "explorer",
    "pharaoh",
    "cat",
    "scarab",
    "owl",
    "jackal",
    "cobra",
    "crocodile",
    "camel",
    "ibis",
    "bat",
    "monkey",
]
"""The face of a person, with an outline of its own, so nobody has to tell colours apart."""

Faces: TypeAlias = tuple[tuple[Colour, Face], ...]
"""Faces, each by the colour of whoever has it."""

World: TypeAlias = Literal["home", "crypt", "desert", "maze"]
"""What lies behind a page: nothing in particular, or the world of a game."""

ThemeName: TypeAlias = Literal["night", "day", "contrast"]
"""The theme: the tones of all colours."""

Button: TypeAlias = Literal["up", "down", "left", "right", "ok", "back"]


class Bar(msgspec.Struct, frozen=True):
    """A share of a whole, from 0 to 1, drawn as a bar."""

    share: float
    colour: Colour | None = None
    """Whose it is."""
    rest: Colour | None = None
    """Whose the rest is, if it is somebody's."""
    between: tuple[float, float] | None = None
    """The bounds between which the true share lies, if it is not sure."""
    fair: float | None = None
    """The share that chance alone would give."""


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
    """Shown, but cannot be chosen now."""
    scene: World | None = None
    """The world whose scene stands for it in a list of pictures."""
    spoken: str = ""
    """What a voice says in place of the label, where pictures tell what the label does not."""
    key: Button | None = None
    """The button that chooses it at once, drawn in its corner."""
    is_held: bool = False
    """The key must be held."""
    brief: str = ""
    """What is written beside its pictures where the label has no room; below a large picture, where the detail has
    none."""
    is_name: bool = False
    """Whether the label is a player's name, which has a short form where it has no room."""
    end: Item | None = None
    """Another choice at the end of its line, chosen by holding a button."""
    face: Face | None = None
    """The face of the player it belongs to, where the view does not say it."""
    bar: Bar | None = None
    """Drawn at the end of its line."""


PICTURES_ACROSS = 3
"""How many columns the pictures of a menu lie in."""


class Menu(msgspec.Struct, frozen=True):
    """A list to choose from, the cursor on one item; longer lists scroll. `text` stands above it, `icon` beside it."""

    items: tuple[Item, ...]
    cursor: int = 0
    text: tuple[str, ...] = ()
    icon: str = ""
    is_pictured: bool = False
    """The items lie side by side as large pictures, and only the chosen one shows its words."""
    share: float | None = None
    """Progress from 0 to 1 of what goes on meanwhile; None if nothing does, or nobody knows how far it is."""


NO_CHOICES = Menu(())


class Standing(msgspec.Struct, frozen=True):
    """How one player of La malédiction stands."""

    name: str
    colour: Colour
    ankhs: int
    """Ankhs left."""
    marks: tuple[tuple[str, Colour], ...]
    """The marks that were reached."""
    wanted: int
    """Marks that it takes to win."""
    active: bool = False
    out: bool = False


class ScoreboardSeat(msgspec.Struct, frozen=True):
    """A player on the scoreboard."""

    colour: Colour | None
    """The colour of the token, if there is one."""
    score: str = ""
    """The score in a few characters; empty where it is secret."""
    active: bool = False
    things: tuple[tuple[str, int], ...] = ()
    """Things before the player for all to see: pictures, and how many of each."""
    icon: str = ""
    """The picture of a player without a token."""


class Figure(msgspec.Struct, frozen=True):
    """A figure on a map: its outline shows its kind, its colour and that colour's shape show its owner."""

    kind: str
    """Name of the figure's outline, such as "archaeologist" or "porter"."""
    colour: Colour
    burden: str = ""
    """Picture of the disc that it carries."""
    active: bool = False
    """It belongs to the player who must act."""


Ground: TypeAlias = Literal["path", "chamber", "start", "hidden", "gone", "beside"]
"""What a place of a map is: an open tile, face down, fallen, or a free place beside the map."""


class Tile(msgspec.Struct, frozen=True):
    """One place of a map, and what is on it."""

    name: str
    column: int
    row: int
    """Counted from 0, west to east and north to south."""
    ground: Ground
    open: str = ""
    """The sides without a wall, as letters of N, E, S, W."""
    figures: tuple[Figure, ...] = ()
    lanterns: tuple[Colour, ...] = ()
    discs: tuple[str, ...] = ()
    """Pictures of the discs that lie here."""
    target: str = ""
    """The name that a touch returns, where this place can be chosen."""
    badge: str = ""
    """A short note at its corner, such as the cost of going there."""
    doomed: bool = False
    """It falls next."""
    heat: float = 0.0
    """How likely or how good it is, from 0 to 1."""


class DrawnPath(msgspec.Struct, frozen=True):
    """All shortest paths between two places of a map at once, layer by layer, lit up to some step."""

    layers: tuple[tuple[str, ...], ...]
    """Names of tiles: the start, then those one step further, and so on to the end."""
    icon: str
    """Who goes there."""
    lit: int
    """Number of lit layers."""
    is_preview: bool = False
    """The path is possible, and not gone yet."""


class Alarm(msgspec.Struct, frozen=True):
    """A warning that must not be missed."""

    text: str
    icon: str
    count: int | None = None
    colour: Colour | None = None


class PyramidPlan(msgspec.Struct, frozen=True):
    """The pyramid of L'or du pharaon as far as it lies there, and beside it choices and facts."""

    tiles: tuple[Tile, ...]
    choices: Menu = NO_CHOICES
    cursor: str = ""
    """Name of the tile under the cursor; empty while the cursor stands among the choices."""
    aim: str = ""
    """Name of the tile to which the choice under the cursor leads; it looks like one under the cursor."""
    pips: tuple[int, int] | None = None
    """How many are left, and of how many: actions, for instance."""
    alarm: Alarm | None = None
    facts: tuple[Item, ...] = ()
    """Useful facts, as icons with short labels."""
    path: DrawnPath | None = None
    falling: tuple[str, ...] = ()
    """Tiles that are falling or have just fallen."""
    sunk: float = 1.0
    """Progress of the fall, from 0 to 1."""
    seats: tuple[ScoreboardSeat, ...] = ()
    """Everybody's score, for the scoreboard."""
    is_listed: bool = False
    """The choices beside it are a list to be read, which takes half of the width."""


class Square(msgspec.Struct, frozen=True):
    """One square of a maze: where it is open, and what is drawn on it."""

    open: str = ""
    """The sides without a wall, as letters of N, E, S, W."""
    solid: bool = False
    """Rock, which nobody can enter."""
    icon: str = ""
    """What is built here."""
    mark: str = ""
    """Two characters that tell marked squares apart without their colours."""
    colour: Colour | None = None
    """The colour of the mark."""
    done: bool = False
    """The mark is done."""


class MazePiece(msgspec.Struct, frozen=True):
    """A piece in a maze."""

    at: int
    """Index of its square."""
    colour: Colour | None = None
    """Its token's colour; without one it is drawn as `icon`."""
    icon: str = ""
    active: bool = False


class MazePlan(msgspec.Struct, frozen=True):
    """A maze with walls and pieces, and beside it standings, dice, and what can be chosen."""

    columns: int
    squares: tuple[Square, ...]
    """Row by row from the upper left corner."""
    pieces: tuple[MazePiece, ...] = ()
    cursor: int | None = None
    """The square under the cursor."""
    side: str = ""
    """The side of its square (N, E, S or W) that the cursor is on, in the map editor; empty otherwise."""
    lit: tuple[int, ...] = ()
    """Squares that can be reached."""
    keys: tuple[tuple[int, Button], ...] = ()
    """Squares to which a key leads at once, and that key."""
    path: tuple[int, ...] = ()
    """Squares in the order of the piece's path."""
    wrong: tuple[int, ...] = ()
    """Squares to be put right."""
    heat: tuple[tuple[int, float], ...] = ()
    """Squares with how likely or how good each is, from 0 to 1."""
    standings: tuple[Standing, ...] = ()
    tokens: tuple[int, int] | None = None
    """How many the pursuer has, and how many win."""
    tray: tuple[int, int] | None = None
    """How many dice are locked, of how many there are."""
    dice: tuple[Item, ...] = ()
    """A row of dice; up and down change one, or the cursor moves along them."""
    die: int = 0
    """Index of the die under the cursor."""
    faces: tuple[Item, ...] = ()
    """The faces that the die under the cursor can take, each with its key."""
    thrown: int = 0
    """Changes with each throw by the device; 0 where people throw the dice."""
    rolling: tuple[int, ...] = ()
    """Indexes of the dice that are still rolling."""
    rolled: float = 1.0
    """Progress of the roll, from 0 to 1."""
    choices: Menu = NO_CHOICES
    is_listed: bool = False
    """The choices are a list to be read, which takes half of the width."""
