"""What a screen can show: frozen values of worded text and placed things, and their plain-text form.

Why: whoever decides what to show needs neither pixels nor pygame, and whoever draws needs no game. A view is the whole
screen; two equal views look the same, so a screen is redrawn only when its view changed. Whatever can be chosen
carries a `target`, a name that a press on it with finger or mouse hands back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Audience: TypeAlias = Literal["table", "hunters", "mummy"]
"""Who may look at this screen; what is secret from the table never stands in a view for it."""

Colour: TypeAlias = Literal["red", "blue", "green", "yellow", "purple", "white"]
"""A player's colour; each has a shape of its own in `theme`, so that nobody needs to tell colours apart."""

COLOURS: tuple[Colour, ...] = ("red", "blue", "green", "yellow", "purple", "white")

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
class Place:
    """One player in the final ranking."""

    place: int
    name: str
    colour: Colour
    score: int
    remark: str = ""


@dataclass(frozen=True)
class Ranking:
    """The end of a game: the places, the winners first."""

    places: tuple[Place, ...]
    choices: Menu


Body: TypeAlias = Menu | Race | Picker | Ranking


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


@dataclass(frozen=True)
class Notice:
    """A message across the screen until the next press."""

    text: str
    kind: Literal["good", "warning", "error"]
    source: str = ""
    """Where it comes from, such as the clause that forbids something."""


@dataclass(frozen=True)
class Hold:
    """A button that is being held, and how far it is to taking effect (0 to 1)."""

    button: Button
    fraction: float


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


def as_text(view: View) -> str:
    """Return the view as plain lines: what a person reads on it, the cursor as `>`."""
    lines = [f"[{view.title}]" + "".join(f" ({badge})" for badge in view.badges)]
    if view.actor:
        lines.append(f"{view.actor.name} ({view.actor.colour})")
    lines.append(view.prompt)
    lines += _body_lines(view.body)
    if view.notice:
        source = f"{view.notice.source}: " if view.notice.source else ""
        lines.append(f"! {source}{view.notice.text}")
    if view.hints:
        hints = (f"{hint.button}{' (held)' if hint.held else ''} {hint.label}" for hint in view.hints)
        lines.append(" | ".join(hints))
    return "\n".join(line for line in lines if line)


def _body_lines(body: Body) -> list[str]:
    match body:
        case Menu():
            return _menu_lines(body)
        case Race():
            seats = [
                f"  {seat.name} ({seat.colour}) {seat.score}/{body.finish}, {seat.cards} cards"
                + (" *" if seat.active else "")
                for seat in body.seats
            ]
            return [*seats, *_menu_lines(body.choices)]
        case Picker():
            slots = [_item_text(slot) or "_" for slot in body.slots]
            rows = [
                "  ".join(
                    f">{_item_text(cell)}" if (row, column) == body.cursor else _item_text(cell)
                    for column, cell in enumerate(cells)
                )
                for row, cells in enumerate(body.rows)
            ]
            return [" | ".join(slots), *rows, *body.summary]
        case Ranking():
            places = [
                f"  {place.place}. {place.name} ({place.colour}) {place.score} {place.remark}".rstrip()
                for place in body.places
            ]
            return [*places, *_menu_lines(body.choices)]


def _menu_lines(menu: Menu) -> list[str]:
    lines = list(menu.text)
    for index, item in enumerate(menu.items):
        lines.append(f"{'>' if index == menu.cursor else ' '} {_item_text(item)}")
    return lines


def _item_text(item: Item) -> str:
    named = " ".join((*(f"<{icon}>" for icon in item.icons), item.label)).strip()
    return f"{named} - {item.detail}" if item.detail else named
