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


class Race(msgspec.Struct, frozen=True):
    """The score track with every player's token, and inside it what the active player can choose."""

    finish: int
    """The last square, counted from 0; a token with a higher score stands on it."""
    seats: tuple[Seat, ...]
    choices: Menu


class Gallery(Menu, frozen=True):
    """A list whose chief choices are pictures: those with a scene, and a game that can go on."""

    picture: Race | PyramidPlan | MazePlan | None = None
    """How the game stands that the first choice goes on with; None if it goes on with none."""
    arrows: tuple[Button, ...] = ()
    """The buttons that lead to the picture before and to the one after, if buttons do."""


class Cover(Menu, frozen=True):
    """A list beside the scene of its game, before the game begins."""

    seats: tuple[Item, ...] = ()
    """Who plays, first to act first: tokens, and a picture for whoever has a role."""


class Area(msgspec.Struct, frozen=True):
    """Cells of a grid that are chosen together: a rectangle, both corners included."""

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
    """The cursor spans its whole column: four buttons choose the column first."""
    summary: tuple[str, ...] = ()
    """The result of the entry so far."""
    areas: tuple[Area, ...] = ()
    """Cells that are chosen together, and among which the next page chooses."""


FREE_SEAT = "plus"
"""The icon of a free seat."""


class PlanSeat(msgspec.Struct, frozen=True):
    """A seat at a table, and who sits there."""

    name: str
    colour: Colour | None = None
    icon: str = ""
    """What is drawn where there is no token: a role, or that it is free."""
    target: str = ""
    """The name that touching the name returns."""
    token_target: str = ""
    """The name that touching the token, or what is in its place, returns."""

    @property
    def is_free(self) -> bool:
        """Whether nobody sits there."""
        return self.icon == FREE_SEAT


class TablePlan(msgspec.Struct, frozen=True):
    """A table from above with its seats, clockwise; the first of them begins."""

    seats: tuple[PlanSeat, ...]
    part: Literal["go", "number", "name", "colour", "first"]
    """What the cursor is on: what lies in the middle, a name, a token, or the sign beside the first one."""
    at: int
    """The seat of the name or token under the cursor."""
    is_turned: bool
    """Whether up and down change what is under the cursor."""
    go: Item
    """What lies in the middle: the next step."""
    number: Item
    """How many play; its brief label stands below the digits."""
    first: Item
    """The sign beside the token of whoever begins."""
    spoken: str = ""
    """What the cursor is on, as a voice says it."""

    @property
    def count(self) -> int:
        """How many play: those in all seats but the free one."""
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


class PlayerHistory(msgspec.Struct, frozen=True):
    """How one player's score came, and how it grew."""

    name: str
    colour: Colour
    score: int
    goal: int
    """The score that ends the game, or that is the best of it."""
    totals: tuple[int, ...]
    """The score at the beginning and after each action."""
    parts: tuple[int, ...] = ()
    """How much of the score is of each kind; below 0 for what was lost."""


class ScoreHistory(msgspec.Struct, frozen=True):
    """How a game went, the winners first."""

    players: tuple[PlayerHistory, ...]
    kinds: tuple[str, ...] = ()
    """What points were given for."""
    shows: Literal["parts", "curve"] = "parts"
    choices: Menu = NO_CHOICES


class Ranking(msgspec.Struct, frozen=True):
    """The end of a game: the places, the winners first, and how the points of each came."""

    places: tuple[RankedPlayer, ...]
    choices: Menu
    history: ScoreHistory
    """Its players stand in the order of the places."""


class Announcement(msgspec.Struct, frozen=True):
    """A text to be read aloud, in the largest type that fits."""

    headline: str
    lines: tuple[str, ...] = ()
    icon: str = ""
    standings: tuple[Standing, ...] = ()
    tokens: tuple[int, int] | None = None
    """How many the pursuer has, of how many that win."""
    tray: tuple[int, int] | None = None
    """How many dice are locked, of how many there are."""
    choices: Menu = NO_CHOICES
    is_read: bool = True
    """It is read aloud, not only shown."""
    guard: tuple[Item, ...] = ()
    """Who must look away before the next page, and who opens it by what: side by side at its foot."""
    picture: tuple[Item, ...] | PyramidPlan | MazePlan = ()
    """What it is about, drawn above the words: icons with short labels side by side, or a small map."""


class Actor(msgspec.Struct, frozen=True):
    """A player who must act, or to whom something happened."""

    name: str
    colour: Colour


class Scoreboard(msgspec.Struct, frozen=True):
    """A turn as it is seen from across the table: who acts and the scores, without anything to choose."""

    seats: tuple[ScoreboardSeat, ...] = ()
    cards: int = 0
    """Face-down cards before the player who acts."""
    alarm: Alarm | None = None
    """What threatens everybody, perhaps with a countdown."""
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
    | Gallery
    | Cover
    | TablePlan
    | Race
    | Picker
    | Ranking
    | ScoreHistory
    | PyramidPlan
    | MazePlan
    | Announcement
)


class Hint(msgspec.Struct, frozen=True):
    """What a button does here."""

    button: Button
    label: str
    held: bool = False
    """The label is for holding the button, not for pressing it."""
    short: str = ""
    """The text where the label has no room; empty if the label is short."""
    icon: str = ""
    """What is drawn in place of the button, where the device has none: a knob, or what a field to touch does."""
    picture: str = ""
    """What is drawn in place of the label."""


NoticeKind: TypeAlias = Literal["good", "saving", "warning", "error", "news", "gain", "loss"]
"""Something was done as wanted; waits; went wrong; is refused; or news: neutral, of points and safety, of a loss."""


class Notice(msgspec.Struct, frozen=True):
    """What is announced at the foot of the page until the next press."""

    announced: tuple[str, ...]
    """One thing after another, each in whole sentences."""
    kind: NoticeKind
    turn_of: str = ""
    """The player to whom its end gives the turn; empty if it names nobody's turn."""
    turned: int = 0
    """How often its page was turned, where it is longer than its place."""

    @property
    def text(self) -> str:
        """All of it."""
        return " ".join(self.announced)


class Hold(msgspec.Struct, frozen=True):
    """A button that is being held, or the answer that the page gives by itself, and its progress (0 to 1)."""

    button: Button
    fraction: float
    left: str = ""
    """The rest of a countdown, in type readable from afar; empty without one."""
    is_held: bool = True
    """False if nobody holds the button: the page answers by itself what holding it would answer."""


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
    """Shown over the page for a moment: it is this player's turn, and a press of the player before was dropped."""
    is_touched: bool = False
    """There are no buttons: rows and footer are high enough for a finger."""
    world: World = "home"
    """What lies behind it."""
    theme: ThemeName = "night"
    """Which tones its colours have."""
    inches: float = 0.0
    """The diagonal of the panel; 0 for what is usual for so many pixels."""

    @property
    def held(self) -> frozenset[Button]:
        """The buttons for which it has a meaning when they are held."""
        return frozenset(hint.button for hint in self.hints if hint.held)


URGENT = ("warning", "error", "saving")
"""The kinds of notice with which a page stays as it is."""


def scoreboard_of(view: View, acts: tuple[Hint, ...] = ()) -> View | None:
    """A turn's page as it is seen from across the table, or None for a page that stays as it is.

    Only what everybody may read is seen so, and nothing is added to it. What is read aloud, entered or chosen on a map
    stays; so does a page with a notice that needs attention. Its foot says what keys do at once: the `acts`, what
    holding `ok` does, and undo.
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
            scores = tuple(ScoreboardSeat(seat.colour, str(seat.score), seat.active) for seat in seats)
            return Scoreboard(scores, cards=sum(seat.cards for seat in seats if seat.active))
        case PyramidPlan(cursor="", path=None, falling=(), alarm=alarm, seats=seats):
            return Scoreboard(seats, alarm=alarm)
        case Announcement(is_read=False, standings=standings, tokens=tokens, tray=tray):
            pursuer = (ScoreboardSeat(None, "{}/{}".format(*tokens), icon="mummy"),) if tokens else ()
            return Scoreboard((*map(_standing, standings), *pursuer), tray=tray)
    return None


def _standing(standing: Standing) -> ScoreboardSeat:
    return ScoreboardSeat(standing.colour, f"{len(standing.marks)}/{standing.wanted}", standing.active)
