"""The page that shows what mummy, curse and collapse have done, so that the players move the real pieces."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from display.view import DrawnPath, Item, Menu, PyramidPlan, View
from firmware_py.games.or_du_pharaon.cells import START
from firmware_py.games.or_du_pharaon.collapse_events import CountdownBegins, Fell, FigureLost, LanternLost, TreasureLost
from firmware_py.games.or_du_pharaon.photo_events import CurseBlows, Fled, LanternOut, MummyWalks, NoPath
from firmware_py.games.rules import Event
from firmware_py.pages.hints import hints
from firmware_py.pages.lists import fitted, moved
from firmware_py.pages.or_du_pharaon.pictures import DISCS, drawn_path, pyramid
from firmware_py.pages.stack import Input, Page, Press, Push, Reply, Touch
from firmware_py.pages.table import Table
from firmware_py.words import Words, plain, words, words_n

CONSEQUENCES = (MummyWalks, CurseBlows, NoPath, CountdownBegins, Fell)
"""Events after which the players must move real pieces, or should look at the pyramid."""


def has_consequences(table: Table) -> bool:
    """Return whether the last action has consequences that players do not know yet; False after an undo."""
    session = table.playing
    if table.is_announced or session.undone or not session.steps:
        return False
    return any(isinstance(event, CONSEQUENCES) for event in session.steps[-1].events)


class EventsPage(msgspec.Struct, frozen=True):
    """Shows the pyramid with paths and fallen cards, and lists the pieces to move."""

    after: Page
    """The page that follows."""
    menu: Page
    cursor: int = 0

    def view(self, table: Table) -> View:
        """Return the pyramid as it is now, with paths and fallen cards marked."""
        say = table.say
        events = table.playing.steps[-1].events
        lines = [item for event in events if (item := _line(event, table))]
        go_on = say(words("Go on"))
        said = " ".join((*(line.spoken for line in lines), go_on))
        items = (Item(go_on, ("ok",), target="0", spoken=said), *lines)
        return View(
            title=say(words("Everybody moves pieces") if lines or _falling(events) else words("Everybody")),
            prompt=say(_headline(events)),
            body=_body(table, events, Menu(items, fitted(self.cursor, len(items)))),
            hints=hints(table, ok=words("go on")),
        )

    def press(self, done: Input, table: Table) -> Reply:
        """Move the cursor, or go on."""
        events = table.playing.steps[-1].events
        count = 1 + sum(_line(event, table) is not None for event in events)
        match done:
            case Press("ok") | Touch("0"):
                return self.after
            case Press("back"):
                return Push(self.menu)
            case Press(button):
                return replace(self, cursor=moved(fitted(self.cursor, count), count, button))
        return self


def _body(table: Table, events: tuple[Event, ...], choices: Menu) -> PyramidPlan:
    return replace(pyramid(table, choices, path=_path(events), falling=_falling(events)), pips=None, facts=())


def _falling(events: tuple[Event, ...]) -> tuple[str, ...]:
    return tuple(cell for event in events if isinstance(event, Fell) for cell in event.cells)


def _path(events: tuple[Event, ...]) -> DrawnPath | None:
    for event in events:
        match event:
            case MummyWalks(layers=layers):
                return drawn_path(layers, "mummy")
            case CurseBlows(layers=layers):
                return drawn_path(layers, "curse")
    return None


def _headline(events: tuple[Event, ...]) -> Words:
    """Return the most important event as one sentence."""
    for kind in (Fell, MummyWalks, CurseBlows, NoPath, CountdownBegins):
        for event in events:
            if isinstance(event, kind):
                return _fall_words(event) if isinstance(event, Fell) else event.words()
    return words("Go on")


def _fall_words(event: Fell) -> Words:
    if not event.left:
        return words("The last cards fall: the pyramid is gone.")
    return words_n("{count} card falls.", "{count} cards fall.", len(event.cells))


def _line(event: Event, table: Table) -> Item | None:
    """Return the line about a piece that must be moved; None for other events."""
    say = table.say

    def of(player: str, icon: str, label: Words) -> Item:
        return Item(say(label), (icon,), colour=table.actor(player).colour, spoken=say(event.words()))

    match event:
        case Fled(player, pawn, origin, dropped):
            to_start = words("{place} → start card", place=origin)
            leaves = words("{place} → start card, leaves its treasure", place=origin)
            return of(player, pawn, to_start if dropped is None else leaves)
        case LanternOut(player, cell):
            place = words("start") if cell == START else plain(cell)
            return replace(of(player, "lantern_out", words("{place}: out", place=place)), brief=say(place))
        case FigureLost(player, pawn, cell):
            points = 2 if pawn == "archaeologist" else 1
            return of(player, pawn, words("{place}: lost, −{points}", place=cell, points=points))
        case LanternLost(player, cell):
            return of(player, "lantern", words("{place}: lost", place=cell))
        case TreasureLost(cell, treasure):
            return Item(say(words("{place}: lost", place=cell)), (DISCS[treasure],), spoken=say(event.words()))
        case _:
            return None
