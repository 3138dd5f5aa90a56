"""What a voice says of a view: who must act, what was announced, and what the cursor is on, as far as it is new.

Why nothing on a page for the hunters' eyes, not even that there is one: the mummy's player has ears.
"""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from display.view import (
    Across,
    Announcement,
    Body,
    Course,
    Item,
    Map,
    MazePlan,
    Menu,
    Moment,
    Picker,
    Race,
    Ranking,
    View,
)
from firmware_py.grid import cell_name
from firmware_py.words import Say, Words, words

ICONS: dict[str, Words] = {
    "chest": words("chest"),
    "vase": words("vase"),
    "cup": words("cup"),
    "crown": words("crown"),
    "scarab": words("scarab"),
    "mask": words("mask"),
    "amulet": words("amulet"),
    "mummy": words("mummy"),
    "werewolf": words("werewolf"),
    "frank": words("Frank"),
    "card_green": words("green"),
    "card_yellow": words("yellow"),
    "card_red": words("red"),
    "space": words("space"),
    "erase": words("erase"),
    "ok": words("done"),
}
"""What pictures without a label show."""


def utterance(before: View | None, after: View, say: Say) -> str:
    """Return what is new in a view since the one before, the last that everybody could see; empty if nothing is."""
    if after.audience == "hunters" or isinstance(after.body, Across | Moment):
        return ""
    old, new = (Spoken() if before is None else _spoken(before, say)), _spoken(after, say)
    return " ".join(map(_sentence, filter(None, new.since(old))))


class Spoken(NamedTuple):
    """What there is to say of a view."""

    notice: str = ""
    who: str = ""
    prompt: str = ""
    body: tuple[str, ...] = ()

    def since(self, old: Spoken) -> tuple[str, ...]:
        """Return what is new since `old`; another question is asked with all that belongs to it."""
        above = tuple(line for line, known in ((self.notice, old.notice), (self.who, old.who)) if line != known)
        if (self.who, self.prompt, len(self.body)) == (old.who, old.prompt, len(old.body)):
            return *above, *(line for line, known in zip(self.body, old.body, strict=True) if line != known)
        return *(line for line in above if line not in self.prompt), self.prompt, *self.body


def _spoken(view: View, say: Say) -> Spoken:
    who = view.actor.name if view.actor else view.title
    return Spoken(view.notice.text if view.notice else "", who, view.prompt, _body(view.body, say))


def _sentence(line: str) -> str:
    return line if line[-1] in ".!?:…" else f"{line}."


def _body(body: Body, say: Say) -> tuple[str, ...]:
    match body:
        case Menu():
            return _menu(body, say)
        case Race(choices=choices):
            return _menu(choices, say)
        case Announcement():
            return (_announcement(body), *_menu(body.choices, say))
        case Ranking():
            return (_ranking(body), *_menu(body.choices, say))
        case Course():
            return (_course(body), *_menu(body.choices, say))
        case Picker():
            row, column = body.cursor
            return ("; ".join(body.summary), _item(body.rows[row][column], say))
        case Map():
            return (_alarm(body), _tile(body, say), *_menu(body.choices, say))
        case MazePlan():
            return (*_maze(body, say), *_menu(body.choices, say))
        case Across() | Moment():
            return ()


def _announcement(body: Announcement) -> str:
    said = (body.headline, *body.lines, *(item.label for item in body.guard))
    return " ".join(map(_sentence, filter(None, said)))


def _ranking(body: Ranking) -> str:
    return "; ".join(f"{place.place}: {place.name}, {place.score}, {place.remark}" for place in body.places)


def _course(body: Course) -> str:
    """Return how the points came; of a curve only where it ends."""
    return "; ".join(
        ", ".join((f"{player.name} {player.score}", *map(_part, body.kinds, player.parts))) for player in body.players
    )


def _part(kind: str, points: int) -> str:
    return f"{kind} {points}"


def _alarm(body: Map) -> str:
    return f"{body.alarm.text} {body.alarm.count or ''}".strip() if body.alarm else ""


SIDES = {"N": words("north"), "E": words("east"), "S": words("south"), "W": words("west")}


def _tile(body: Map, say: Say) -> str:
    """Return the tile under the cursor and its open sides."""
    tile = next((tile for tile in body.tiles if tile.name == body.cursor), None)
    if tile is None or not tile.open:
        return body.cursor
    return say(words("{cell}: open {sides}", cell=tile.name, sides=tuple(SIDES[side] for side in tile.open)))


def _menu(menu: Menu, say: Say) -> tuple[str, ...]:
    """Return the text above the lines, and the line under the cursor."""
    here = menu.items[menu.cursor] if 0 <= menu.cursor < len(menu.items) else None
    return " ".join(menu.text), _item(here, say) if here else ""


def _maze(plan: MazePlan, say: Say) -> tuple[str, ...]:
    square = "" if plan.cursor is None else cell_name(*divmod(plan.cursor, plan.columns))
    return square, _item(plan.dice[plan.die], say) if plan.dice else ""


def _item(item: Item, say: Say) -> str:
    """Return a line as spoken: its label, or else what its pictures show, and its detail."""
    shown = item.label or ", ".join(_counted(name, len(tuple(group)), say) for name, group in groupby(item.icons))
    return f"{shown}: {item.detail}" if item.detail else shown


def _counted(icon: str, count: int, say: Say) -> str:
    name = say(ICONS[icon]) if icon in ICONS else icon.removeprefix("die_")
    return f"{count} {name}" if count > 1 else name
