"""What a screen can show: a `View`, with one of the bodies, the hints of its foot, and perhaps a notice."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from display.view.parts import (
    NO_CHOICES,
    Alarm,
    Audience,
    Button,
    Colour,
    Faces,
    Item,
    MazePlan,
    Menu,
    PyramidPlan,
    ScoreboardSeat,
    Standing,
    ThemeName,
    World,
)


class Seat(msgspec.Struct, frozen=True):
    """A player at the table, as the score track shows them."""

    name: str
    colour: Colour
    score: int
    cards: int = 0
    """Face-down cards before the player."""
    active: bool = False
    is_gone: bool = False
    """The player has gone home; the score stays."""


class Race(msgspec.Struct, frozen=True):
    """The score track with every player's token, and inside it what the active player can choose."""

    finish: int
    """The last square, counted from 0; a token with a higher score stands on it."""
    seats: tuple[Seat, ...]
    choices: Menu


class PictureMenu(Menu, frozen=True):
    """A list whose main choices are pictures: the games, and one under way."""

    picture: Race | PyramidPlan | MazePlan | None = None
    """The state of the game that the first choice resumes; None if it resumes none."""
    arrows: tuple[Button, ...] = ()
    """The buttons for the previous and the next picture, if there are any."""


class TitlePage(Menu, frozen=True):
    """The page before a game begins: its choices beside the scene of the game."""

    seats: tuple[Item, ...] = ()
    """The players, first to act first: their tokens, and a picture for a role."""


class Area(msgspec.Struct, frozen=True):
    """A rectangle of cells that are chosen together, both corners included."""

    first: tuple[int, int]
    """Row and column of the upper left cell."""
    last: tuple[int, int]
    """Row and column of the lower right cell."""
    key: Button | None = None
    """The button that chooses it at once, drawn in its corner."""
    is_chosen: bool = False
    """The cursor is on it."""


class Picker(msgspec.Struct, frozen=True):
    """A grid of cells to pick from, and above it the slots that are filled one after another."""

    slots: tuple[Item, ...]
    """What has been entered so far; an Item without label and icons is still empty."""
    current: int
    """Index of the slot that is being filled."""
    rows: tuple[tuple[Item, ...], ...]
    cursor: tuple[int, int] | None
    """Row and column of the cell under the cursor; None if it is on no cell, or on an area."""
    column_wide: bool = False
    """The cursor covers its whole column, because four buttons choose the column first."""
    summary: tuple[str, ...] = ()
    """The result of the entry so far."""
    areas: tuple[Area, ...] = ()
    """Groups of cells; the next page chooses within the one that was picked."""


FREE_SEAT = "plus"
"""The icon of a free seat."""


class PlanSeat(msgspec.Struct, frozen=True):
    """A seat at a table, and who sits there."""

    name: str
    colour: Colour | None = None
    icon: str = ""
    """The picture in place of a token: a role, or a free seat."""
    target: str = ""
    """The target of the name."""
    token_target: str = ""
    """The target of the token, or of what stands in its place."""

    @property
    def is_free(self) -> bool:
        """Whether nobody sits there."""
        return self.icon == FREE_SEAT


class TablePlan(msgspec.Struct, frozen=True):
    """A table from above with its seats, clockwise; the first of them begins."""

    seats: tuple[PlanSeat, ...]
    part: Literal["go", "number", "name", "colour", "first"]
    """What the cursor is on: the middle, a name, a token, or the sign of who begins."""
    at: int
    """The seat of the name or token under the cursor."""
    is_turned: bool
    """Up and down change what is under the cursor."""
    go: Item
    """The next step, in the middle."""
    number: Item
    """How many play; its brief label stands below the digits."""
    first: Item
    """The sign beside the token of whoever begins."""
    spoken: str = ""
    """What the cursor is on, as a voice says it."""

    @property
    def count(self) -> int:
        """How many play."""
        return sum(not seat.is_free for seat in self.seats)


class RankedPlayer(msgspec.Struct, frozen=True):
    """One player in the final ranking."""

    place: int
    name: str
    colour: Colour
    score: int
    remark: str = ""
    is_mummy: bool = False
    """Whether the player is the mummy."""
    is_share: bool = False
    """Whether the remark says of how many the score is a part."""


class PlayerHistory(msgspec.Struct, frozen=True):
    """One player's score: its parts, and how it grew."""

    name: str
    colour: Colour
    score: int
    goal: int
    """The score that ends the game, or else the best one in it."""
    totals: tuple[int, ...]
    """The score at the beginning and after each action."""
    parts: tuple[int, ...] = ()
    """The points of each kind, below 0 for losses."""


class ScoreHistory(msgspec.Struct, frozen=True):
    """How the scores of a game grew, winners first."""

    players: tuple[PlayerHistory, ...]
    kinds: tuple[str, ...] = ()
    """What the parts of each player's score were given for."""
    shows: Literal["parts", "curve"] = "parts"
    choices: Menu = NO_CHOICES


class Month(msgspec.Struct, frozen=True):
    """A month of a calendar."""

    name: str
    games: tuple[int, ...]
    """How many were played on each of its days."""
    spoken: str = ""
    """What a voice says of it."""


class Calendar(msgspec.Struct, frozen=True):
    """On which days something was played, month by month."""

    months: tuple[Month, ...]
    """The earliest first."""
    choices: Menu = NO_CHOICES


class Ranking(msgspec.Struct, frozen=True):
    """The end of a game: the places, winners first, and where the points came from."""

    places: tuple[RankedPlayer, ...]
    choices: Menu
    history: ScoreHistory
    """With its players in the order of the places."""


class Announcement(msgspec.Struct, frozen=True):
    """A text to be read aloud, in the largest type that fits."""

    headline: str
    lines: tuple[str, ...] = ()
    icon: str = ""
    standings: tuple[Standing, ...] = ()
    tokens: tuple[int, int] | None = None
    """How many the pursuer has, and how many win."""
    tray: tuple[int, int] | None = None
    """How many dice are locked, of how many there are."""
    choices: Menu = NO_CHOICES
    is_read: bool = True
    """Somebody reads it aloud."""
    guard: tuple[Item, ...] = ()
    """At its foot: who must look away before the next page, and who opens it how."""
    picture: tuple[Item, ...] | PyramidPlan | MazePlan = ()
    """Drawn above the words: icons with short labels, or a small map."""
    heard: tuple[str, ...] = ()
    """The headline and the lines for the ear, if that is shorter."""


class Code(msgspec.Struct, frozen=True):
    """A picture for the camera of a phone, and beside it what it says in words."""

    squares: tuple[str, ...]
    """Row by row; `#` is dark."""
    lines: tuple[str, ...]


class Actor(msgspec.Struct, frozen=True):
    """A player who must act, or to whom something happened."""

    name: str
    colour: Colour


class Scoreboard(msgspec.Struct, frozen=True):
    """A turn to be read from across the table: who acts and the scores, with nothing to choose."""

    seats: tuple[ScoreboardSeat, ...] = ()
    cards: int = 0
    """Face-down cards before the player who acts."""
    alarm: Alarm | None = None
    """A danger to everybody, perhaps with a countdown."""
    tray: tuple[int, int] | None = None
    """How many dice are locked, of how many there are."""


PosterKind: TypeAlias = Literal["caught", "mummy", "curse", "bust", "collapse", "wave", "fall", "mission", "win"]
"""Somebody is caught; mummy or curse come; the bust is found, or carried off; cards fall, or its chamber; somebody has
won, by the last mission or otherwise."""


class Poster(msgspec.Struct, frozen=True):
    """What has just happened, as a poster that stays for a moment."""

    kind: PosterKind
    title: str
    """One or two words; the page after it says the rest."""
    actor: Actor | None = None
    """Whoever it happened to."""


Body: TypeAlias = (
    Scoreboard
    | Poster
    | Menu
    | PictureMenu
    | TitlePage
    | TablePlan
    | Race
    | Picker
    | Ranking
    | ScoreHistory
    | Calendar
    | PyramidPlan
    | MazePlan
    | Announcement
    | Code
)


class Hint(msgspec.Struct, frozen=True):
    """What a button does here."""

    button: Button
    label: str
    held: bool = False
    """The label is for holding the button, not for pressing it."""
    short: str = ""
    """A shorter label for where there is no room; empty if the label is short."""
    icon: str = ""
    """Drawn in place of the button where the device has none: a knob, or the sign of a touch field."""
    picture: str = ""
    """Drawn in place of the label."""


NoticeKind: TypeAlias = Literal["good", "saving", "warning", "error", "news", "gain", "loss"]
"""Done, waiting, something went wrong, refused; or news: neutral, points and safety, a loss."""


class Notice(msgspec.Struct, frozen=True):
    """A message at the foot of the page, until the next press."""

    announced: tuple[str, ...]
    """One announcement after another, in whole sentences."""
    kind: NoticeKind
    turn_of: str = ""
    """The player whose turn it announces at its end; empty if it announces none."""
    turned: int = 0
    """How many of its pages have been turned, if it is longer than its place."""
    heard: tuple[str, ...] = ()
    """The same for the ear, if that is shorter."""

    @property
    def text(self) -> str:
        """The whole notice."""
        return " ".join(self.announced)


class Hold(msgspec.Struct, frozen=True):
    """A button that is being held, or a page that is about to answer by itself, and its progress (0 to 1)."""

    button: Button
    fraction: float
    left: str = ""
    """The rest of a countdown, in type readable from afar; empty without one."""
    is_held: bool = True
    """False if nobody holds it, and the page is about to answer as if somebody did."""
    pictures: tuple[str, ...] = ()
    """The icons of what it takes back, if it does and everybody may know."""


class View(msgspec.Struct, frozen=True):
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
    """Shown over the page for a moment: whose turn it is, after a press that came too early was dropped."""
    is_touched: bool = False
    """There are no buttons, so rows and footer are high enough for a finger."""
    has_keys: bool = False
    """The screen shows six keys at its foot, because it is too small for fingers to hit all that lies on a page."""
    cross: tuple[float, float] | None = None
    """Where a cross is shown to be touched, and only the prompt beside it, as a share of width and height."""
    world: World = "home"
    """What lies behind it."""
    theme: ThemeName = "night"
    """The theme."""
    inches: float = 0.0
    """The diagonal of the panel; 0 for the usual one of its pixels."""
    people: tuple[str, ...] = ()
    """The names of all at the table, whether or not they are on this page."""
    faces: Faces = ()
    """The faces at the table, by the colour of whoever has it."""
    glass: float | None = None
    """The share of the sand that is still above in the sand-glass of the turn; None without one."""
    heard: str | None = None
    """What a voice asks in place of the prompt; None for the prompt itself."""
    is_asked_once: bool = False
    """A voice asks it once: what lies under the cursor says what is asked."""

    @property
    def held(self) -> frozenset[Button]:
        """The buttons that mean something here when they are held."""
        return frozenset(hint.button for hint in self.hints if hint.held)


URGENT = ("warning", "error", "saving")
"""Kinds of notice that keep a page from turning into the scoreboard."""


def scoreboard_of(view: View, acts: tuple[Hint, ...] = ()) -> View | None:
    """The scoreboard in place of a turn's page, or None for a page that stays.

    It shows only what everybody may read, and adds nothing. What is read aloud, entered or chosen on a map stays; so
    does a page with a notice that needs attention. Its foot says what the keys do: the `acts`, what holding `ok` does,
    and undo.
    """
    if view.audience != "table" or view.actor is None or (view.notice and view.notice.kind in URGENT):
        return None
    body = _scoreboard(view)
    named = {(hint.button, hint.held) for hint in acts}
    kept = (hint for hint in view.hints if hint.held and hint.button != "up" and (hint.button, True) not in named)
    return replace(view, title="", prompt="", body=body, hints=(*acts, *kept), notice=None) if body else None


def _scoreboard(view: View) -> Scoreboard | None:
    match view.body:
        case Race(seats=seats):
            scores = tuple(
                ScoreboardSeat(seat.colour, str(seat.score), seat.active) for seat in seats if not seat.is_gone
            )
            return Scoreboard(scores, cards=sum(seat.cards for seat in seats if seat.active))
        case PyramidPlan(cursor="", path=None, falling=(), alarm=alarm, seats=seats):
            return Scoreboard(seats, alarm=alarm)
        case Announcement(is_read=False, standings=standings, tokens=tokens, tray=tray):
            pursuer = (ScoreboardSeat(None, "{}/{}".format(*tokens), icon="mummy"),) if tokens else ()
            return Scoreboard((*map(_scoreboard_seat, standings), *pursuer), tray=tray)
    return None


def _scoreboard_seat(standing: Standing) -> ScoreboardSeat:
    return ScoreboardSeat(standing.colour, f"{len(standing.marks)}/{standing.wanted}", standing.active)
