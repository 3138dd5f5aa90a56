"""The page of a photo, and the page that shows what mummy, curse and collapse have done."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from display.view import DrawnPath, Item, Menu, PyramidPlan, View
from firmware_py.games.or_du_pharaon import rules
from firmware_py.games.or_du_pharaon.consequences import escape_path, lanterns_out, who_flees
from firmware_py.games.or_du_pharaon.events import (
    CountdownBegins,
    CurseBlows,
    Fell,
    FigureLost,
    Fled,
    LanternLost,
    LanternOut,
    MummyWalks,
    NoPath,
    TreasureLost,
)
from firmware_py.games.or_du_pharaon.legality import discs_left, is_bust_hidden, photos_left, why_no_end
from firmware_py.games.or_du_pharaon.state import START, TREASURES, Photo, State, Treasure
from firmware_py.games.registry import Event, Refusal
from firmware_py.pages.interface import PageContext, Play
from firmware_py.pages.offers import Lines, Offer, arrow_hints
from firmware_py.pages.or_du_pharaon.card_page import missing_page
from firmware_py.pages.or_du_pharaon.pictures import DISCS, TITLE, drawn_path, pyramid
from firmware_py.pages.page import CHOOSE, GO_BACK, MENU, Page, Push, Reply, hints
from firmware_py.stored_json import from_json
from firmware_py.words import Words, plain, words, words_n

TREASURE_LABELS: dict[Treasure, Words] = {
    2: words("Treasure worth 2"),
    3: words("Treasure worth 3"),
    "bust": words("The bust"),
}
DONE = "done"


class PhotoPage(Page, frozen=True):
    """Asks what the photo shows; `back` removes what was entered last."""

    menu: Page
    """What `back` opens when nothing is entered."""
    treasures: tuple[Treasure, ...] = ()
    mummy: bool = False
    curse: bool = False

    def view(self, table: PageContext) -> View:
        """The pyramid with the effect of the photo, and what can be entered."""
        say, state = table.say, table.playing.state
        options, laid = self._options(state), self.laid(table)
        cursor = laid.cursor
        choices = Menu(laid.items(), -1 if cursor is None else cursor, is_pictured=True)
        chamber = state.photographed
        mover = self._mover("" if cursor is None else options[cursor])
        layers = escape_path(state, chamber) if mover else ()
        body = pyramid(table, choices, cursor=chamber, path=drawn_path(layers, mover, is_preview=True))
        found = tuple(DISCS[treasure] for treasure in self.treasures)
        tiles = tuple(
            replace(tile, discs=(*tile.discs, *found)) if tile.name == chamber else tile for tile in body.tiles
        )
        buttons = hints(table, ok=None if cursor is None else CHOOSE, back=GO_BACK if self._is_begun() else MENU)
        arrows = arrow_hints(table, CHOOSE, is_upright=True) if cursor is None else ()
        return View(
            title=table.say(TITLE),
            prompt=say(self._prompt(state, mover)),
            body=replace(body, tiles=tiles, pips=None, facts=self._facts(state)),
            actor=table.actor(state.active),
            hints=(*arrows, *buttons),
        )

    def _mover(self, option: str) -> str:
        """Whose path the map shows: the one under the cursor, or else one that is entered."""
        if option in ("mummy", "curse"):
            return option
        return "mummy" if self.mummy else "curse" if self.curse else ""

    def _facts(self, state: State) -> tuple[Item, ...]:
        """What is still to be found, treasures and bust, besides what is entered here."""
        entered = len(self.treasures) - self.treasures.count("bust")
        bust = is_bust_hidden(state) and "bust" not in self.treasures
        return (
            Item(str(discs_left(state) - entered), ("disc2",)),
            Item(str(int(bust)), ("bust",)),
            Item(str(photos_left(state)), ("photo",)),
        )

    def _prompt(self, state: State, mover: str) -> Words:
        if mover:
            return _preview(state, mover)
        if is_bust_hidden(state) and photos_left(state) == 1:
            return words_n(
                "The last photo: {count} treasure and the bust must be on it.",
                "The last photo: {count} treasures and the bust must be on it.",
                discs_left(state),
            )
        return words("What does the photo of {place} show?", place=state.photographed or "")

    def _options(self, state: State) -> tuple[str, ...]:
        """What can be entered now: treasures that may still be there (G31), mummy, curse, and the end."""
        possible = tuple(
            str(treasure)
            for treasure in TREASURES
            if rules.broken_rule(state, replace(self, treasures=(*self.treasures, treasure)).photo(state)) is None
        )
        return (*possible, "mummy", "curse", DONE)

    def _item(self, option: str, table: PageContext) -> Item:
        say = table.say
        if option == DONE:
            shown = (
                *(DISCS[treasure] for treasure in self.treasures),
                *("mummy",) * self.mummy,
                *("curse",) * self.curse,
            )
            if self._why_not(table.playing.state):
                return Item(say(words("Something is missing…")), ("warning",), target=f"photo {option}")
            label = words("That is all") if shown else words("Nothing at all")
            return Item(say(label), ("ok" if shown else "empty",), target=f"photo {option}")
        if option in ("mummy", "curse"):
            is_entered = self.mummy if option == "mummy" else self.curse
            label = words("Mummy") if option == "mummy" else words("Curse")
            spoken = say(words("{what}: entered", what=label)) if is_entered else ""
            signs = (option, "ok") if is_entered else (option,)
            return Item(say(label), signs, target=f"photo {option}", spoken=spoken)
        treasure = _treasure(option)
        count = self.treasures.count(treasure)
        label, icons = TREASURE_LABELS[treasure], (DISCS[treasure],) * max(1, count + 1)
        spoken = say(words("{what}: {count} entered", what=label, count=count)) if count else ""
        return Item(say(label), icons, target=f"photo {option}", spoken=spoken)

    def photo(self, state: State) -> Photo:
        """The action for what is entered."""
        return Photo(state.active, self.treasures, self.mummy, self.curse)

    def _is_begun(self) -> bool:
        return bool(self.treasures or self.mummy or self.curse)

    def offers(self, table: PageContext) -> Lines:
        """What can be entered; the cursor is on nothing yet, because one press too many must not enter a photo."""
        options = self._options(table.playing.state)
        return Lines(tuple(Offer(self._item(option, table), option) for option in options), start=None)

    def choose(self, value: str, table: PageContext) -> Reply:
        """What follows an option."""
        return self._entered(value, table)

    def go_back(self, table: PageContext) -> Reply:  # noqa: ARG002 - as every page
        """Take back what was entered last, or open the menu."""
        return self._taken_back() if self._is_begun() else Push(self.menu)

    def _why_not(self, state: State) -> Refusal | None:
        """Why the photo must show more than is entered: the game could never end."""
        photo = self.photo(state)
        return None if rules.broken_rule(state, photo) else why_no_end(rules.apply(state, photo)[0])

    def _entered(self, option: str, table: PageContext) -> Reply:
        state: State = table.playing.state
        match option:
            case "done":
                why = self._why_not(state)
                return Push(missing_page(why, table)) if why else Play(self.photo(state))
            case "mummy":
                return replace(self, mummy=not self.mummy)
            case "curse":
                return replace(self, curse=not self.curse)
            case _:
                page = replace(self, treasures=(*self.treasures, _treasure(option)))
                options = self._options(state)
                left = page._options(state)
                cursor = left.index(option) if option in left else max(0, options.index(option) - 1)
                return page.with_cursor(cursor)

    def _taken_back(self) -> PhotoPage:
        if self.curse:
            return replace(self, curse=False)
        if self.mummy:
            return replace(self, mummy=False)
        return replace(self, treasures=self.treasures[:-1])


def _preview(state: State, mover: str) -> Words:
    """What a mummy or a curse would do."""
    layers = escape_path(state, state.photographed or "")
    if not layers and state.rules.no_path_ends_turn:
        return words("No way out: only the turn would end.")
    if not layers:
        return words("No way out: nothing would happen.")
    if mover == "mummy":
        names = tuple(dict.fromkeys(fled.player for fled in who_flees(state, layers)))
        return words("Would flee: {players}", players=names) if names else words("No figure would flee.")
    names = tuple(dict.fromkeys(lantern.player for lantern in lanterns_out(state, layers)))
    return words("Lanterns would go out: {players}", players=names) if names else words("No lantern would go out.")


def _treasure(option: str) -> Treasure:
    return next(treasure for treasure in TREASURES if str(treasure) == option)


def photo_page(table: PageContext, draft: str | None, menu: Page) -> PhotoPage:
    """The page for the next photo, with what was entered before a power cut or an undo, if it still fits."""
    entered = _entered_before(table, draft)
    page = PhotoPage(menu, entered.treasures, entered.mummy, entered.curse)
    state: State = table.playing.state
    return page if rules.broken_rule(state, page.photo(state)) is None else PhotoPage(menu)


def _entered_before(table: PageContext, stored: str | None) -> Photo:
    if stored is not None:
        try:
            return from_json(stored, Photo)
        except msgspec.DecodeError:  # another version wrote it; players can enter the photo again
            return Photo("", ())
    match table.playing.undone:
        case (Photo() as photo, *_):
            return photo
    return Photo("", ())


def draft(page: PhotoPage) -> str | None:
    """What is entered so far, to survive a power cut; None if nothing is."""
    if not page._is_begun():
        return None
    return msgspec.json.encode(Photo("", page.treasures, page.mummy, page.curse)).decode()


CONSEQUENCES = (MummyWalks, CurseBlows, NoPath, CountdownBegins, Fell)
"""Events after which the players must move real pieces, or should look at the pyramid."""


def has_consequences(table: PageContext) -> bool:
    """Whether the last action has consequences that players do not know yet; False after an undo."""
    session = table.playing
    if table.is_announced or session.undone or not session.steps:
        return False
    return any(isinstance(event, CONSEQUENCES) for event in session.steps[-1].events)


class EventsPage(Page, frozen=True):
    """Shows the pyramid with paths and fallen cards, and lists the pieces to move."""

    after: Page
    """The page that follows."""
    menu: Page

    def view(self, table: PageContext) -> View:
        """The pyramid as it is now, with paths and fallen cards marked."""
        say, laid = table.say, self.laid(table)
        events = table.playing.steps[-1].events
        items = laid.items()
        return View(
            title=say(words("Everybody moves pieces") if len(items) > 1 or _falling(events) else words("Everybody")),
            prompt=say(_headline(events)),
            body=_body(table, events, Menu(items, laid.cursor or 0)),
            hints=hints(table, ok=words("go on")),
        )

    def offers(self, table: PageContext) -> Lines:
        """What leads on, and the pieces to be moved for a cursor to go over."""
        lines = [item for event in table.playing.steps[-1].events if (item := _line(event, table))]
        go_on = table.say(words("Go on"))
        said = " ".join((*(line.spoken for line in lines), go_on))
        items = (Item(go_on, ("ok",), target="0", spoken=said, brief=go_on), *lines)  # its picture stays
        return Lines(tuple(Offer(item, self.after) for item in items))

    def go_back(self, table: PageContext) -> Reply:  # noqa: ARG002 - as every page
        """Open the menu."""
        return Push(self.menu)


def _body(table: PageContext, events: tuple[Event, ...], choices: Menu) -> PyramidPlan:
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
    """The most important event as one sentence."""
    for kind in (Fell, MummyWalks, CurseBlows, NoPath, CountdownBegins):
        for event in events:
            if isinstance(event, kind):
                return _fall_words(event) if isinstance(event, Fell) else event.words()
    return words("Go on")


def _fall_words(event: Fell) -> Words:
    if not event.left:
        return words("The last cards fall: the pyramid is gone.")
    return words_n("{count} card falls.", "{count} cards fall.", len(event.cells))


def _line(event: Event, table: PageContext) -> Item | None:
    """The line about a piece that must be moved; None for other events."""
    say = table.say

    def of(player: str, icon: str, label: Words) -> Item:
        return Item(say(label), (icon,), colour=table.actor(player).colour, spoken=say(event.words()))

    match event:
        case Fled(player, pawn, origin, dropped):
            to_start = words("{place} → start card", place=origin)
            leaves = words("{place} → start card, leaves its treasure", place=origin)
            brief = words("start") if dropped is None else words("start, leaves its treasure")
            return replace(of(player, pawn, to_start if dropped is None else leaves), brief=say(brief))
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
