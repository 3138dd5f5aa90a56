"""The page on which players enter a hand of cards; it takes most of the presses of a game.

Why keys and no cursor: `key_grids` has a grid for each question, in which a key chooses what lies where the key lies,
and the same card always has the same keys. The last answer books the hand, which holding `back` takes back.

Why middles come first, and only when guardians were awakened: they decide whether the hand is caught (L12), and who
secures ignores them (L07). A hand has no order, so the cards with guardians and amulets are told first. After one of
them its treasures are asked for at once, as most hands have but one; another one has the free key there. Why treasures
are asked for even if nobody scores them: a record says what lay there, and has no word for a card that nobody told.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from display.view import Area, Button, Item, Picker, View
from firmware_py.config.settings import ButtonLayout
from firmware_py.games.maudite_momie.actions import Reveal
from firmware_py.games.maudite_momie.cards import (
    CENTRES,
    GUARDIANS,
    TREASURES,
    Card,
    Centre,
    guardians,
    is_caught,
)
from firmware_py.games.maudite_momie.state import State
from firmware_py.pages.commands import Play
from firmware_py.pages.hints import CHOOSE, GO_BACK, MENU, hints
from firmware_py.pages.lists import moved
from firmware_py.pages.maudite_momie import key_grids
from firmware_py.pages.maudite_momie.hand_draft import HandDraft, entered_before
from firmware_py.pages.maudite_momie.key_grids import (
    ALL_CARDS,
    CARDS,
    MIDDLES,
    Another,
    Cell,
    Grid,
    keys_to,
    reached,
    with_another,
)
from firmware_py.pages.maudite_momie.pictures import CENTRE_WORDS, TREASURES_COUNTED, reckoning, slot, who_follows
from firmware_py.pages.stack import Input, Page, Press, Push, Reply, Touch
from firmware_py.pages.table import Table
from firmware_py.words import Words, words, words_n

ANOTHER_MIDDLE = ("plus", "mummy", "amulet")
"""The pictures of another guardian or amulet, from top to bottom."""


class HandPage(msgspec.Struct, frozen=True):
    """Asks for the cards of one player, card by card, and books them once all that the rules need is entered."""

    player: str
    wanted: int
    """The number of cards that lie before the player."""
    awakened: bool
    """The guardians were awakened: the middle of every card counts, and is asked for before the treasures."""
    menu: Page
    """What `back` opens when nothing is entered."""
    centres: tuple[Centre, ...] = ()
    """What is in the middle of the first cards, as far as it is entered; there is nothing in the others."""
    is_another: bool = False
    """Another guardian or amulet is asked for, after one was entered."""
    cards: tuple[Card, ...] = ()
    """The treasures of the cards, as far as they are entered; their middles are in `centres`."""
    keys: tuple[Button, ...] = ()
    """The keys that have begun the next answer."""
    cursor: int | None = None
    """The area that an encoder has turned to; None for the one in the middle."""

    @property
    def asks_centre(self) -> bool:
        """Whether the middle of a card is asked for now, and not its treasures."""
        return self.awakened and (self.is_another or not self.centres)

    @property
    def another(self) -> Another | None:
        """What the free key tells now; None if there is nothing like it to tell."""
        if self.cards:
            return "same"
        return "middle" if "empty" not in self.centres and 0 < len(self.centres) < self.wanted else None

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left to ask."""
        return not self.asks_centre and len(self.cards) == self.wanted

    @property
    def identity(self) -> object:
        """What tells the page from others: also what it asks for, as twice the same key may tell two cards."""
        return HandPage, self.asks_centre, len(self.cards)

    @property
    def entered(self) -> HandDraft:
        """What is entered so far."""
        return HandDraft(self.cards, self.keys, self.centres, self.is_another)

    def view(self, table: Table) -> View:
        """Return the slots of the hand, and the choices for the current slot below them."""
        say = table.say
        is_first = not (self.cards or self.centres or self.keys)
        is_final = table.playing.state.phase == "final_reveal"
        return View(
            title=say(words("Final reveal") if is_final else words("{player}'s cards", player=self.player)),
            prompt=say(self._prompt()),
            body=self._body(table),
            actor=table.actor(self.player),
            hints=hints(table, ok=CHOOSE if _has_cursor(table) else None, back=MENU if is_first else GO_BACK),
        )

    def _body(self, table: Table) -> Picker:
        areas = self._areas(table)
        rows = enumerate(self._grid(table).rows)
        return Picker(
            slots=tuple(map(self._slot, range(self.wanted))),
            current=len(self.centres if self.asks_centre else self.cards),
            rows=tuple(
                tuple(self._item(cell, areas, (row, column), table) for column, cell in enumerate(cells))
                for row, cells in rows
            ),
            cursor=next((area.first for area in areas if area.is_chosen and area.first == area.last), None),
            summary=self._summary(table),
            areas=tuple(area for area in areas if area.first != area.last),
        )

    def _root(self, table: Table) -> Grid:
        """Return the grid of all answers; a finger touches the same card again where it lies among all the others."""
        if self.asks_centre:
            return MIDDLES[table.layout]
        if self.another is None or (self.cards and table.settings.controls == "touch"):
            return CARDS[table.layout]
        return with_another(table.layout, self.cards[-1] if self.cards else None)

    def _grid(self, table: Table) -> Grid:
        """Return the grid in which to choose now; the whole one if other buttons have begun the answer."""
        grid = reached(self._root(table), self.keys)
        return grid if isinstance(grid, Grid) else self._root(table)

    def _areas(self, table: Table) -> tuple[Area, ...]:
        """Return the areas of the grid as they are shown: with their keys, or one of them under the cursor.

        A finger touches the cells themselves, but for an area that is one answer.
        """
        grid = self._grid(table)
        if table.settings.controls == "touch":
            return tuple(Area(area.first, area.last) for area in grid.areas if not isinstance(area.then, Grid))
        chosen = self._chosen(grid, table)
        return tuple(
            Area(area.first, area.last, None if _has_cursor(table) else area.key, is_chosen=area == chosen)
            for area in grid.areas
        )

    def _chosen(self, grid: Grid, table: Table) -> key_grids.Area | None:
        """Return the area that `ok` chooses, if it chooses any."""
        middle = next((number for number, area in enumerate(grid.areas) if area.key == "ok"), None)
        if not _has_cursor(table):
            return None if middle is None else grid.areas[middle]
        return grid.areas[(self.cursor if self.cursor is not None else middle or 0) % len(grid.areas)]

    def _item(self, cell: Cell | None, areas: tuple[Area, ...], at: tuple[int, int], table: Table) -> Item:
        key = next((area.key for area in areas if area.first == at == area.last), None)
        match cell:
            case None:
                return Item("")
            case "same":
                last = self.cards[-1]
                treasures = TREASURES_COUNTED[last.treasure](last.count)
                said = table.say(words("the same again: {treasures}", treasures=treasures))
                return Item("", icons=(last.treasure,) * last.count, target=f"another {cell}", key=key, spoken=said)
            case "middle":
                said = table.say(words("another guardian or amulet"))
                return Item("", icons=(ANOTHER_MIDDLE[at[0]],), target=f"another {cell}", key=key, spoken=said)
            case Card(treasure, count):
                target = f"cell {count} {TREASURES.index(treasure)}"
                said = table.say(TREASURES_COUNTED[treasure](count))
                return Item("", icons=(treasure,) * count, target=target, key=key, spoken=said)
            case "empty":
                label = words("no more") if self.is_another else CENTRE_WORDS[cell]
            case _:
                label = CENTRE_WORDS[cell]
        return Item(table.say(label), icons=(cell,), target=f"centre {cell}", key=key)

    def _slot(self, index: int) -> Item:
        centre = self.centres[index] if index < len(self.centres) else "empty"
        if index < len(self.cards):
            return slot(replace(self.cards[index], centre=centre))
        return Item("", icons=(centre,)) if index < len(self.centres) else Item("")

    def _prompt(self) -> Words:
        if self.asks_centre:
            return words("More guardians or amulets?") if self.is_another else words("Guardians or amulets?")
        number = len(self.cards)
        centre = self.centres[number] if number < len(self.centres) else "empty"
        if centre != "empty":
            return words("Card with {centre}: which treasures?", centre=CENTRE_WORDS[centre])
        return words("Card {number} of {wanted}: which treasures?", number=number + 1, wanted=self.wanted)

    def _summary(self, table: Table) -> tuple[str, ...]:
        if self.cards:
            return reckoning(self.cards, table.say)
        if self.centres:
            return (table.say(self._verdict()),)
        return tuple(map(table.say, who_follows(table.playing.state)))

    def _verdict(self) -> Words:
        """Return what the guardians do, once all middles are entered; before, how many there are."""
        lying = tuple(Card("chest", 1, centre) for centre in self.centres)  # whatever their treasures are
        if not self.asks_centre and self.another is None and is_caught(lying):
            benefits = tuple(CENTRE_WORDS[guardian] for guardian in guardians(lying))
            return words("{player} is caught: {benefits}", player=self.player, benefits=benefits)
        return words(
            "{guardians} against {amulets}",
            guardians=words_n(
                "{count} guardian", "{count} guardians", sum(centre in GUARDIANS for centre in self.centres)
            ),
            amulets=words_n("{count} amulet", "{count} amulets", self.centres.count("amulet")),
        )

    # --- presses -----------------------------------------------------------------------------------------------------

    def press(self, done: Input, table: Table) -> Reply:
        """Enter the next part of an answer, or go back."""
        match done:
            case Press("back"):
                return self._step_back(table)
            case Press(button):
                return self._pressed(button, table)
            case Touch(target):
                return self._touched(target)
        return self

    def _pressed(self, button: Button, table: Table) -> Reply:
        grid = self._grid(table)
        area = next((area for area in grid.areas if area.key == button), None)
        if _has_cursor(table):
            area = chosen = self._chosen(grid, table)
            if button != "ok" and chosen:
                return replace(self, cursor=moved(grid.areas.index(chosen), len(grid.areas), button))
        if area is None:
            return self
        match area.then:
            case Grid():
                keys = self.keys if grid is not self._root(table) else ()
                return replace(self, keys=(*keys, area.key), cursor=None)
            case cell:
                return self._with(cell)

    def _with(self, cell: Cell) -> Reply:
        """Return what follows the answer in a cell."""
        match cell:
            case "same":
                return self._with_card(self.cards[-1])
            case "middle":
                return replace(self, is_another=True, keys=(), cursor=None)
            case Card():
                return self._with_card(cell)
        return self._with_centre(cell)

    def _with_centre(self, centre: Centre) -> Reply:
        """Return the page with one more middle; once there are no more, all cards that are left have none."""
        count = self.wanted - len(self.centres) if centre == "empty" else 1
        return replace(self, centres=(*self.centres, *(centre,) * count), is_another=False, keys=(), cursor=None)

    def _with_card(self, card: Card) -> Reply:
        entered = replace(self, cards=(*self.cards, card), keys=(), cursor=None)
        return entered._booked() if entered.is_whole else entered

    def _booked(self) -> Play:
        return Play(Reveal(self.player, self._faces()))

    def _faces(self) -> tuple[Card, ...]:
        """Return the cards with their middles, as far as they are entered."""
        centres = (*self.centres, *("empty",) * (len(self.cards) - len(self.centres)))
        return tuple(replace(card, centre=centre) for card, centre in zip(self.cards, centres, strict=False))

    def _step_back(self, table: Table) -> Reply:
        if self.keys:
            return replace(self, keys=self.keys[:-1], cursor=None)
        if self.is_another:
            return replace(self, is_another=False, cursor=None)
        if self.cards or self.centres:
            return _reopened(self, table)
        return Push(self.menu)

    def _touched(self, target: str) -> Reply:
        match target.split():
            case ["cell", number, column]:
                return self._with_card(ALL_CARDS[int(number) - 1][int(column)])
            case ["another", _] if self.another:
                return self._with(self.another)
            case ["centre", wanted]:
                return self._with_centre(next(centre for centre in CENTRES if centre == wanted))
        return self


def _has_cursor(table: Table) -> bool:
    """Return whether the areas are chosen by turning to them, and not each by its key."""
    return table.settings.controls == "encoder"


def _reopened(page: HandPage, table: Table) -> HandPage:
    """Return the page with its last answer open again, but for its last key.

    A card like the one before may have been told by the free key, which tells another one once a key has begun.
    """
    if page.cards:
        *cards, last = page.cards
        keys = () if last in cards[-1:] else _keys_before(CARDS, last, table)
        return replace(page, cards=tuple(cards), keys=keys, cursor=None)
    centre = page.centres[-1]
    entered = page.centres.index("empty") if centre == "empty" else len(page.centres) - 1
    keys = _keys_before(MIDDLES, centre, table)
    return replace(page, centres=page.centres[:entered], is_another=entered > 0, keys=keys, cursor=None)


def _keys_before(grids: dict[ButtonLayout, Grid], cell: Cell, table: Table) -> tuple[Button, ...]:
    """Return the keys that lead to a cell, but for the last one; a finger needs no others."""
    return () if table.settings.controls == "touch" else keys_to(grids[table.layout], cell)[:-1]


def hand_page(table: Table, draft: str | None, menu: Page) -> HandPage:
    """Return the page for the player who must reveal cards now.

    It starts with what was entered before a power cut (`draft`), or before the action was taken back; of a whole hand
    the last answer is open again.
    """
    state: State = table.playing.state
    seat = state.revealing[0]
    page = HandPage(state.players[seat], state.cards[seat], state.awakened, menu)
    entered = entered_before(table.playing, page.player, page.wanted, draft)
    centres = entered.centres[: page.wanted] if page.awakened else ()
    page = replace(page, centres=centres, is_another=entered.is_another and 0 < len(centres) < page.wanted)
    page = replace(page, cards=() if page.asks_centre else entered.cards[: page.wanted])
    if page.is_whole:
        return _reopened(page, table)
    begun = replace(page, keys=entered.keys)
    return begun if isinstance(reached(begun._root(table), begun.keys), Grid) else page
