"""What a screen can show, as frozen values of worded text and placed things."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Audience: TypeAlias = Literal["table", "hunters", "mummy"]
"""Who may look at this screen; what is secret from the table never stands in a view for it."""

Colour: TypeAlias = Literal["red", "blue", "green", "yellow", "purple", "white", "turquoise"]
"""A player's or a pawn's colour; each has a shape of its own in `theme`, so nobody needs to tell colours apart."""

COLOURS: tuple[Colour, ...] = ("red", "blue", "green", "yellow", "purple", "white")
"""The colours that players choose from."""

Button: TypeAlias = Literal["up", "down", "left", "right", "ok", "back"]


@dataclass(frozen=True)
class Item:
    """One line or cell that can be chosen: icons before words."""

    label: str
    icons: tuple[str, ...] = ()
    """Names of pictures in `icons/`, drawn side by side."""
    detail: str = ""
    """A second, smaller line."""
    colour: Colour | None = None
    """Whose it is: drawn as that player's token."""
    target: str = ""
    """What a touch hands back; empty for what is only shown."""


@dataclass(frozen=True)
class Menu:
    """A list to choose from, the cursor on one item; longer lists scroll. `text` stands above it, `icon` beside it."""

    items: tuple[Item, ...]
    cursor: int = 0
    text: tuple[str, ...] = ()
    icon: str = ""


@dataclass(frozen=True)
class Seat:
    """A player at the table as the score track shows him."""

    name: str
    colour: Colour
    score: int
    cards: int = 0
    """Face-down cards before the player."""
    active: bool = False


@dataclass(frozen=True)
class Race:
    """The score track with everybody's token, and in its midst what the active player can choose."""

    finish: int
    """The last square, counted from 0; a token beyond it stands on it."""
    seats: tuple[Seat, ...]
    choices: Menu


@dataclass(frozen=True)
class Picker:
    """A grid of cells to pick from, and above it the slots that are being filled one after another."""

    slots: tuple[Item, ...]
    """What has been entered so far; an Item without label and icons is still empty."""
    current: int
    """Index of the slot that is being filled."""
    rows: tuple[tuple[Item, ...], ...]
    cursor: tuple[int, int]
    """Row and column of the cell under the cursor."""
    column_wide: bool = False
    """The cursor spans its whole column: four buttons choose the column first."""
    summary: tuple[str, ...] = ()
    """What the entry comes to so far."""


@dataclass(frozen=True)
class RankedPlayer:
    """One player in the final ranking."""

    place: int
    name: str
    colour: Colour
    score: int
    remark: str = ""


@dataclass(frozen=True)
class Ranking:
    """The end of a game: the places, the winners first."""

    places: tuple[RankedPlayer, ...]
    choices: Menu


@dataclass(frozen=True)
class Figure:
    """A figure on a map: its kind shows by its outline, its owner by colour and by that colour's shape."""

    kind: str
    """Name of the figure's outline, such as "archaeologist" or "porter"."""
    colour: Colour
    burden: str = ""
    """Picture of the disc that it carries."""
    active: bool = False
    """It belongs to whoever must act."""


Ground: TypeAlias = Literal["path", "chamber", "start", "hidden", "gone", "beside"]
"""What a place of a map is: laid out, face down, fallen away, or a free place beside the map."""


@dataclass(frozen=True)
class Tile:
    """One place of a map and what lies and stands on it."""

    name: str
    column: int
    row: int
    """Counted from 0, west to east and north to south."""
    ground: Ground
    open: str = ""
    """The sides without a wall, as letters of N, E, S, W."""
    pawns: tuple[Figure, ...] = ()
    lanterns: tuple[Colour, ...] = ()
    discs: tuple[str, ...] = ()
    """Pictures of the discs that lie here."""
    target: str = ""
    """What a touch hands back, where this place can be chosen."""
    badge: str = ""
    """A short note at its corner, such as what it costs to go there."""
    doomed: bool = False
    """It falls next."""


@dataclass(frozen=True)
class DrawnPath:
    """All equally short ways across a map together, layer by layer, as far as they are lit."""

    layers: tuple[tuple[str, ...], ...]
    """Names of tiles: first where it begins, then those one step further, at last where it ends."""
    icon: str
    """Who goes there."""
    lit: int
    """How many layers are lit."""
    is_preview: bool = False
    """It would go there; it has not gone yet."""


@dataclass(frozen=True)
class Alarm:
    """Something that must not be missed."""

    text: str
    icon: str
    count: int | None = None
    colour: Colour | None = None


@dataclass(frozen=True)
class Map:
    """A map of tiles, and beside it what can be chosen and must be known."""

    tiles: tuple[Tile, ...]
    choices: Menu = Menu(())
    cursor: str = ""
    """Name of the tile under the cursor; empty while the cursor stands among the choices."""
    pips: tuple[int, int] | None = None
    """How many are left of how many, such as actions."""
    alarm: Alarm | None = None
    facts: tuple[Item, ...] = ()
    """What is good to know, as icons with short labels."""
    path: DrawnPath | None = None
    falling: tuple[str, ...] = ()
    """Tiles that are falling or have just fallen."""
    sunk: float = 1.0
    """How far the falling tiles have fallen, from 0 to 1."""


@dataclass(frozen=True)
class Square:
    """One square of a maze: where it is open, and what is drawn on it."""

    open: str = ""
    """The sides without a wall, as letters of N, E, S, W."""
    solid: bool = False
    """Rock: nobody comes here."""
    icon: str = ""
    """What is built here."""
    mark: str = ""
    """Two characters that tell marked squares apart without their colours."""
    colour: Colour | None = None
    """The colour of the mark."""
    done: bool = False
    """The mark counts no more."""


@dataclass(frozen=True)
class MazePiece:
    """A figure in a maze."""

    at: int
    """Index of its square."""
    colour: Colour | None = None
    """Its token's colour; without one it is drawn as `icon`."""
    icon: str = ""
    active: bool = False


@dataclass(frozen=True)
class Standing:
    """How one figure's player stands."""

    name: str
    colour: Colour
    charms: int
    """Tokens that are left."""
    marks: tuple[tuple[str, Colour], ...]
    """The marks that were reached."""
    wanted: int
    """How many marks win."""
    active: bool = False
    out: bool = False


@dataclass(frozen=True)
class MazePlan:
    """A maze with walls and figures, and beside it how everybody stands, dice, and what can be chosen."""

    columns: int
    squares: tuple[Square, ...]
    """Row by row from the upper left corner."""
    pieces: tuple[MazePiece, ...] = ()
    cursor: int | None = None
    """The square under the cursor."""
    side: str = ""
    """The cursor is on this side of its square: a wall, N, E, S or W."""
    lit: tuple[int, ...] = ()
    """Squares that can be reached."""
    path: tuple[int, ...] = ()
    """Squares in the order in which they were walked."""
    wrong: tuple[int, ...] = ()
    """Squares to be put right."""
    standings: tuple[Standing, ...] = ()
    tokens: tuple[int, int] | None = None
    """How many the pursuer has, of how many that win."""
    tray: tuple[int, int] | None = None
    """How many dice are locked, of how many there are."""
    dice: tuple[Item, ...] = ()
    """A row of dice; they turn under up and down, or the cursor walks along them."""
    die: int = 0
    """Index of the die under the cursor."""
    choices: Menu = Menu(())


@dataclass(frozen=True)
class Announcement:
    """Something to be read aloud, in the largest type there is."""

    headline: str
    lines: tuple[str, ...] = ()
    icon: str = ""
    standings: tuple[Standing, ...] = ()
    tokens: tuple[int, int] | None = None
    """How many the pursuer has, of how many that win."""
    tray: tuple[int, int] | None = None
    """How many dice are locked, of how many there are."""
    choices: Menu = Menu(())


Body: TypeAlias = Menu | Race | Picker | Ranking | Map | MazePlan | Announcement


@dataclass(frozen=True)
class Actor:
    """Who must act now."""

    name: str
    colour: Colour


@dataclass(frozen=True)
class Hint:
    """What a button does here."""

    button: Button
    label: str
    held: bool = False
    """The label is for holding the button, not for pressing it."""
    short: str = ""
    """What is said instead where the label has no room; empty if the label is short itself."""


@dataclass(frozen=True)
class Notice:
    """A message across the screen until the next press."""

    text: str
    kind: Literal["good", "warning", "error"]
    source: str = ""
    """Where it comes from, such as the clause that forbids something."""
    briefer: tuple[str, ...] = ()
    """The same shorter and shorter, without what the body shows as well: for panels that have no room for all of it."""


@dataclass(frozen=True)
class Hold:
    """A button that is being held, and how far it is to taking effect (0 to 1)."""

    button: Button
    fraction: float
    left: str = ""
    """What is still to be counted down, to be seen from afar; empty if nothing is."""


@dataclass(frozen=True)
class View:
    """The whole screen: who acts, the one clear next step, the body, what the buttons do."""

    title: str
    prompt: str
    body: Body
    actor: Actor | None = None
    hints: tuple[Hint, ...] = ()
    badges: tuple[str, ...] = ()
    """Icon names of standing conditions, such as "unsaved" or "muted"."""
    notice: Notice | None = None
    hold: Hold | None = None
    brightness: float = 1.0
    """From 0 (dark) to 1; a screen at rest is dimmed."""
    audience: Audience = "table"
    is_touched: bool = False
    """There are no buttons: rows and footer are as high as a finger needs them."""
