"""The page on which players enter what a photo shows; it previews the paths of mummy and curse."""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec

from display.view import Item, Menu, View
from firmware_py.games.or_du_pharaon import rules
from firmware_py.games.or_du_pharaon.actions import TREASURES, Photo, Treasure
from firmware_py.games.or_du_pharaon.photo_effects import blown_out, escape_path, frightened
from firmware_py.games.or_du_pharaon.state import State
from firmware_py.pages.commands import Play
from firmware_py.pages.hints import CHOOSE, GO_BACK, MENU, hints
from firmware_py.pages.lists import moved
from firmware_py.pages.or_du_pharaon.pictures import DISCS, TITLE, drawn_path, pyramid
from firmware_py.pages.stack import Input, Page, Press, Push, Reply, Touch
from firmware_py.pages.table import Table
from firmware_py.words import Words, words

TREASURE_LABELS: dict[Treasure, Words] = {
    2: words("Treasure worth 2"),
    3: words("Treasure worth 3"),
    "bust": words("The bust"),
}
DONE = "done"


@dataclass(frozen=True)
class PhotoPage:
    """Asks what the photo shows; `back` removes what was entered last."""

    menu: Page
    """What `back` opens when nothing is entered."""
    treasures: tuple[Treasure, ...] = ()
    mummy: bool = False
    curse: bool = False
    cursor: int = 0

    def view(self, table: Table) -> View:
        """Return the pyramid with the effect of the photo, and what can be entered."""
        say, state = table.say, table.playing.state
        options = self._options(state)
        choices = Menu(tuple(self._item(option, table) for option in options), min(self.cursor, len(options) - 1))
        chamber = state.photographed
        mover = self._mover(options[choices.cursor])
        layers = escape_path(state, chamber) if mover else ()
        body = pyramid(table, choices, cursor=chamber, path=drawn_path(layers, mover, is_preview=True))
        found = tuple(DISCS[treasure] for treasure in self.treasures)
        tiles = tuple(
            replace(tile, discs=(*tile.discs, *found)) if tile.name == chamber else tile for tile in body.tiles
        )
        return View(
            title=table.say(TITLE),
            prompt=say(self._prompt(state, mover)),
            body=replace(body, tiles=tiles),
            actor=table.actor(state.active),
            hints=hints(table, ok=CHOOSE, back=GO_BACK if self._is_begun() else MENU),
        )

    def _mover(self, option: str) -> str:
        """Return whose path the map shows: that under the cursor, or else one that is entered."""
        if option in ("mummy", "curse"):
            return option
        return "mummy" if self.mummy else "curse" if self.curse else ""

    def _prompt(self, state: State, mover: str) -> Words:
        if not mover:
            return words("What does the photo of {place} show?", place=state.photographed or "")
        layers = escape_path(state, state.photographed or "")
        if not layers:
            return words("No way out: nothing would happen.")
        if mover == "mummy":
            names = tuple(dict.fromkeys(fled.player for fled in frightened(state, layers)))
            return words("Figures flee: {players}", players=names) if names else words("No figure would flee.")
        names = tuple(dict.fromkeys(lantern.player for lantern in blown_out(state, layers)))
        return words("Lanterns go out: {players}", players=names) if names else words("No lantern would go out.")

    def _options(self, state: State) -> tuple[str, ...]:
        """Return what can be entered now: treasures that may still be there (G31), mummy, curse, and the end."""
        possible = tuple(
            str(treasure)
            for treasure in TREASURES
            if rules.broken_rule(state, replace(self, treasures=(*self.treasures, treasure)).photo(state)) is None
        )
        return (*possible, "mummy", "curse", DONE)

    def _item(self, option: str, table: Table) -> Item:
        say = table.say
        if option == DONE:
            shown = (
                *(DISCS[treasure] for treasure in self.treasures),
                *("mummy",) * self.mummy,
                *("curse",) * self.curse,
            )
            label = words("That is all") if shown else words("Nothing at all")
            return Item(say(label), ("ok",), target=f"photo {option}")
        if option in ("mummy", "curse"):
            is_entered = self.mummy if option == "mummy" else self.curse
            label = words("Mummy") if option == "mummy" else words("Curse")
            return Item(say(label), (option, "ok") if is_entered else (option,), target=f"photo {option}")
        treasure = _treasure(option)
        count = self.treasures.count(treasure)
        return Item(say(TREASURE_LABELS[treasure]), (DISCS[treasure],) * max(1, count + 1), target=f"photo {option}")

    def photo(self, state: State) -> Photo:
        """Return the action for what is entered."""
        return Photo(state.active, self.treasures, self.mummy, self.curse)

    def _is_begun(self) -> bool:
        return bool(self.treasures or self.mummy or self.curse)

    def press(self, done: Input, table: Table) -> Reply:
        """Move the cursor, enter an option, or take the last one back."""
        state: State = table.playing.state
        options = self._options(state)
        match done:
            case Press("ok"):
                return self._entered(options[min(self.cursor, len(options) - 1)], state)
            case Press("back"):
                return self._taken_back() if self._is_begun() else Push(self.menu)
            case Press(button):
                return replace(self, cursor=moved(min(self.cursor, len(options) - 1), len(options), button))
            case Touch(target) if target.removeprefix("photo ") in options:
                return self._entered(target.removeprefix("photo "), state)
        return self

    def _entered(self, option: str, state: State) -> Reply:
        match option:
            case "done":
                return Play(self.photo(state))
            case "mummy":
                return replace(self, mummy=not self.mummy)
            case "curse":
                return replace(self, curse=not self.curse)
            case _:
                page = replace(self, treasures=(*self.treasures, _treasure(option)))
                options = self._options(state)
                left = page._options(state)
                cursor = left.index(option) if option in left else max(0, options.index(option) - 1)
                return replace(page, cursor=cursor)

    def _taken_back(self) -> PhotoPage:
        if self.curse:
            return replace(self, curse=False)
        if self.mummy:
            return replace(self, mummy=False)
        return replace(self, treasures=self.treasures[:-1])


def _treasure(option: str) -> Treasure:
    return next(treasure for treasure in TREASURES if str(treasure) == option)


def photo_page(table: Table, draft: str | None, menu: Page) -> PhotoPage:
    """Return the page for the next photo, with what was entered before a power cut or an undo."""
    page = PhotoPage(menu)
    if draft is not None:
        entered = msgspec.json.decode(draft, type=Photo)
        return replace(page, treasures=entered.treasures, mummy=entered.mummy, curse=entered.curse)
    match table.playing.undone:
        case (Photo(treasures=treasures, mummy=mummy, curse=curse), *_):
            return replace(page, treasures=treasures, mummy=mummy, curse=curse)
    return page


def draft(page: PhotoPage) -> str | None:
    """Return what is entered so far, to store it over a power cut; None if nothing is."""
    if not page._is_begun():
        return None
    return msgspec.json.encode(Photo("", page.treasures, page.mummy, page.curse)).decode()
