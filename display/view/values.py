"""What a screen can show: frozen values of worded text and placed things."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Audience: TypeAlias = Literal["table", "hunters", "mummy"]
"""Who may look at this screen; a view for the table contains no secret."""

Colour: TypeAlias = Literal["red", "blue", "green", "yellow", "purple", "white", "turquoise"]
"""A player's or a pawn's colour; `theme` gives each its own shape, so nobody has to tell colours apart."""

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
    """The player it belongs to, drawn as that player's token."""
    target: str = ""
    """The name that a touch returns; empty where nothing can be chosen."""
    is_dimmed: bool = False
    """It stands here, but cannot be chosen now."""


@dataclass(frozen=True)
class Menu:
    """A list to choose from, the cursor on one item; longer lists scroll. `text` stands above it, `icon` beside it."""

    items: tuple[Item, ...]
    cursor: int = 0
    text: tuple[str, ...] = ()
    icon: str = ""


@dataclass(frozen=True)
class Seat:
    """A player at the table, as the score track shows them."""

    name: str
    colour: Colour
    score: int
    cards: int = 0
    """Face-down cards before the player."""
    active: bool = False


@dataclass(frozen=True)
class Race:
    """The score track with every player's token, and inside it what the active player can choose."""

    finish: int
    """The last square, counted from 0; a token with a higher score stands on it."""
    seats: tuple[Seat, ...]
    choices: Menu


@dataclass(frozen=True)
class Picker:
    """A grid of cells to pick from, and above it the slots that are filled one after another."""

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
    """The result of the entry so far."""


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


@dataclass(frozen=True)
class Tile:
    """One place of a map, and what is on it."""

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
    """The name that a touch returns, where this place can be chosen."""
    badge: str = ""
    """A short note at its corner, such as the cost of going there."""
    doomed: bool = False
    """It falls next."""


@dataclass(frozen=True)
class DrawnPath:
    """All equally short paths across a map together, layer by layer, as far as they are lit."""

    layers: tuple[tuple[str, ...], ...]
    """Names of tiles: the start, then those one step further, and so on to the end."""
    icon: str
    """Who goes there."""
    lit: int
    """How many layers are lit."""
    is_preview: bool = False
    """The path is possible, and not gone yet."""


@dataclass(frozen=True)
class Alarm:
    """A warning that must not be missed."""

    text: str
    icon: str
    count: int | None = None
    colour: Colour | None = None


@dataclass(frozen=True)
class Map:
    """A map of tiles, and beside it choices and facts."""

    tiles: tuple[Tile, ...]
    choices: Menu = Menu(())
    cursor: str = ""
    """Name of the tile under the cursor; empty while the cursor stands among the choices."""
    pips: tuple[int, int] | None = None
    """How many are left of how many, such as actions."""
    alarm: Alarm | None = None
    facts: tuple[Item, ...] = ()
    """Useful facts, as icons with short labels."""
    path: DrawnPath | None = None
    falling: tuple[str, ...] = ()
    """Tiles that are falling or have just fallen."""
    sunk: float = 1.0
    """Progress of the fall, from 0 to 1."""


@dataclass(frozen=True)
class Square:
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


@dataclass(frozen=True)
class MazePiece:
    """A piece in a maze."""

    at: int
    """Index of its square."""
    colour: Colour | None = None
    """Its token's colour; without one it is drawn as `icon`."""
    icon: str = ""
    active: bool = False


@dataclass(frozen=True)
class Standing:
    """One player's standing."""

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
    """A maze with walls and pieces, and beside it standings, dice, and what can be chosen."""

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
    """Squares in the order of the piece's path."""
    wrong: tuple[int, ...] = ()
    """Squares to be put right."""
    standings: tuple[Standing, ...] = ()
    tokens: tuple[int, int] | None = None
    """How many the pursuer has, of how many that win."""
    tray: tuple[int, int] | None = None
    """How many dice are locked, of how many there are."""
    dice: tuple[Item, ...] = ()
    """A row of dice; up and down change one, or the cursor moves along them."""
    die: int = 0
    """Index of the die under the cursor."""
    choices: Menu = Menu(())


@dataclass(frozen=True)
class Announcement:
    """A text to be read aloud, in the largest type that fits."""

    headline: str
    lines: tuple[str, ...] = ()
    icon: str = ""
    standings: tuple[Standing, ...] = ()
    tokens: tuple[int, int] | None = None
    """How many the pursuer has, of how many that win."""
    tray: tuple[int, int] | None = None
    """How many dice are locked, of how many there are."""
    choices: Menu = Menu(())
    guard: tuple[Item, ...] = ()
    """Who must look away before the next page, and who opens it by what: side by side at its foot."""
    picture: tuple[Item, ...] | Map | MazePlan = ()
    """What it is about, drawn above the words: icons with short labels side by side, or a small map."""


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
    """The text where the label has no room; empty if the label is short."""


@dataclass(frozen=True)
class Notice:
    """A message across the screen until the next press."""

    text: str
    kind: Literal["good", "saving", "warning", "error"]
    source: str = ""
    """Its source, such as the clause that forbids something."""
    briefer: tuple[str, ...] = ()
    """Shorter texts, each shorter than the one before, without what the body shows: for panels with little room."""


@dataclass(frozen=True)
class Hold:
    """A button that is being held, and its progress (0 to 1)."""

    button: Button
    fraction: float
    left: str = ""
    """The rest of a countdown, in type readable from afar; empty without one."""


@dataclass(frozen=True)
class View:
    """The whole screen: who acts, the next step, the body, what the buttons do."""

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
    sign: Actor | None = None
    """Shown over the page for a moment: it is this player's turn, and a press of the player before was dropped."""
    is_touched: bool = False
    """There are no buttons: rows and footer are high enough for a finger."""
