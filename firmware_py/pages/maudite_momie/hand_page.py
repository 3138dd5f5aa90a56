"""The page on which players enter a hand of cards; it takes most of the presses of a game.

Why keys and no cursor: `key_grids` has a grid for each question, in which a key chooses what lies where the key lies,
and the same card always has the same keys. The last answer books the hand, which holding `back` takes back.

Why middles come first, and only when guardians were awakened: they decide whether the hand is caught (L12), and who
secures ignores them (L07). A hand has no order, so the cards with guardians and amulets are told first. After one of
them its treasures are asked for at once, as most hands have but one; another one has the free key there. Why treasures
are asked for even if nobody scores them: a record says what lay there, and has no word for a card that nobody told.

Why the areas lie like the keys: nobody has to move a cursor, and the same card always has the same keys. Six buttons
lead to each of the eighteen cards in two presses, four buttons in three. An encoder turns through the areas instead.

Why one key leads to no card: eighteen leave it free, and with one press it tells what is most like the answer before:
the same card once more, or another guardian or amulet.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from display.view import Area, Button, Item, Picker, View
from firmware_py.config.settings import ButtonLayout
from firmware_py.games.maudite_momie.cards import (
    CENTRES,
    GUARDIANS,
    TREASURES,
    Card,
    Centre,
    Treasure,
    guardians,
    is_caught,
    secured,
)
from firmware_py.games.maudite_momie.state import Reveal, State
from firmware_py.games.session import Session
from firmware_py.pages.commands import Play
from firmware_py.pages.lists import CHOOSE, GO_BACK, MENU, hints, moved
from firmware_py.pages.maudite_momie.pictures import CENTRE_WORDS, TREASURES_COUNTED, reckoning, slot, who_follows
from firmware_py.pages.stack import Input, Page, Press, Push, Reply, Touch
from firmware_py.pages.table import Table
from firmware_py.stored_json import from_json
from firmware_py.words import Words, words, words_n


class HandDraft(msgspec.Struct, frozen=True):
    """The middles and the treasures that are entered, and how far the next answer is begun."""

    cards: tuple[Card, ...] = ()
    keys: tuple[Button, ...] = ()
    centres: tuple[Centre, ...] = ()
    is_another: bool = False
    """Another guardian or amulet is asked for."""

    def stored(self) -> str | None:
        """Return the draft as it is stored; None if nothing is entered."""
        return None if self == HandDraft() else msgspec.json.encode(self).decode()


def entered_before(session: Session, player: str, count: int, stored: str | None) -> HandDraft:
    """Return what was entered of a hand of `count` cards: before a power cut, or before it was taken back."""
    if stored is not None:
        try:
            return from_json(stored, HandDraft)
        except msgspec.DecodeError:  # another version wrote it; players can enter the hand again
            return HandDraft()
    match session.undone:
        case (Reveal(by, faces), *_) if by == player and len(faces) == count:
            return HandDraft(secured(faces), centres=tuple(face.centre for face in faces))
    return HandDraft()


Another: TypeAlias = Literal["same", "middle"]
"""What is told after an answer by the free key: the same card once more, or another guardian or amulet."""
Cell: TypeAlias = Card | Centre | Another
"""What can be entered; of a card, its treasures."""
Number: TypeAlias = Literal[1, 2, 3]
NUMBERS: tuple[Number, ...] = get_args(Number)
ROWS: tuple[Button, ...] = ("up", "ok", "down")
"""The keys that lie above each other."""


class KeyArea(msgspec.Struct, frozen=True):
    """Cells of a grid that one key chooses together: a rectangle, both corners included."""

    key: Button
    first: tuple[int, int]
    """Row and column of the upper left cell."""
    last: tuple[int, int]
    """Row and column of the lower right cell."""
    then: KeyGrid | Cell
    """The grid in which to choose among them, or the one cell."""


class KeyGrid(msgspec.Struct, frozen=True):
    """Cells as they lie on the page, and the areas that keys choose; None where nothing lies."""

    rows: tuple[tuple[Cell | None, ...], ...]
    areas: tuple[KeyArea, ...]


def _column(*cells: Cell) -> KeyGrid:
    """Return three cells above each other, a key for each."""
    areas = tuple(
        KeyArea(key, (row, 0), (row, 0), cell) for row, (key, cell) in enumerate(zip(ROWS, cells, strict=True))
    )
    return KeyGrid(tuple((cell,) for cell in cells), areas)


def _cross(up: Cell, left: Cell, ok: Cell, right: Cell, down: Cell) -> KeyGrid:
    """Return cells that lie like the keys."""
    places: tuple[tuple[Button, int, int, Cell], ...] = (
        ("ok", 1, 1, ok),
        ("up", 0, 1, up),
        ("left", 1, 0, left),
        ("right", 1, 2, right),
        ("down", 2, 1, down),
    )
    areas = tuple(KeyArea(key, (row, column), (row, column), cell) for key, row, column, cell in places)
    return KeyGrid(((None, up, None), (left, ok, right), (None, down, None)), areas)


def _numbers(treasure: Treasure) -> KeyGrid:
    return _column(*(Card(treasure, number) for number in NUMBERS))


def _first_five(number: Number) -> KeyGrid:
    """Return the treasures but for the last one, so many of each on a card."""
    left, up, ok, down, right = (Card(treasure, number) for treasure in TREASURES[:-1])
    return _cross(up, left, ok, right, down)


def _three(treasures: tuple[Treasure, ...]) -> KeyGrid:
    """Return the cards of three treasures: a row for each number, and a key for each row."""
    rows = tuple(tuple(Card(treasure, number) for treasure in treasures) for number in NUMBERS)
    areas = tuple(
        KeyArea(key, (row, 0), (row, len(cards) - 1), _column(*cards))
        for row, (key, cards) in enumerate(zip(ROWS, rows, strict=True))
    )
    return KeyGrid(rows, areas)


ALL_CARDS = tuple(tuple(Card(treasure, number) for treasure in TREASURES) for number in NUMBERS)
LAST = len(TREASURES) - 1
HALF = len(TREASURES) // 2

CARDS: dict[ButtonLayout, KeyGrid] = {
    "six": KeyGrid(
        ALL_CARDS,
        (
            *(KeyArea(key, (row, 0), (row, LAST - 1), _first_five(NUMBERS[row])) for row, key in enumerate(ROWS)),
            KeyArea("right", (0, LAST), (2, LAST), _numbers(TREASURES[-1])),
        ),
    ),
    "four": KeyGrid(
        ALL_CARDS,
        (
            KeyArea("up", (0, 0), (2, HALF - 1), _three(TREASURES[:HALF])),
            KeyArea("down", (0, HALF), (2, LAST), _three(TREASURES[HALF:])),
        ),
    ),
}
"""How the treasures of a card are told, by the buttons."""

ANOTHER_KEY: dict[ButtonLayout, tuple[Button, int]] = {"six": ("left", 0), "four": ("ok", HALF)}
"""The key that leads to no card, and before which column of the grid of cards its cell lies."""

MIDDLES: dict[ButtonLayout, KeyGrid] = {
    "six": _cross("amulet", "mummy", "empty", "werewolf", "frank"),
    "four": KeyGrid(
        ((None, "amulet", None), (None, "empty", None), ("mummy", "werewolf", "frank")),
        (
            KeyArea("up", (0, 1), (0, 1), "amulet"),
            KeyArea("ok", (1, 1), (1, 1), "empty"),
            KeyArea("down", (2, 0), (2, 2), _column("mummy", "werewolf", "frank")),
        ),
    ),
}
"""How what is in the middle of a card is told, by the buttons."""


def with_another(layout: ButtonLayout, last: Card | None) -> KeyGrid:
    """Return the grid of all cards with a column for the free key: the same as the last card, in the row of its number.

    Without one it leads to another guardian or amulet, and fills the column.
    """
    grid, (key, at) = CARDS[layout], ANOTHER_KEY[layout]
    another: Another = "same" if last else "middle"
    filled = (last.count - 1, last.count - 1) if last else (0, len(grid.rows) - 1)
    column = (another if filled[0] <= row <= filled[1] else None for row in range(len(grid.rows)))
    rows = tuple((*row[:at], cell, *row[at:]) for row, cell in zip(grid.rows, column, strict=True))
    moved = (_right_of(area) if area.first[1] >= at else area for area in grid.areas)
    free = KeyArea(key, (filled[0], at), (filled[1], at), another)
    return KeyGrid(rows, tuple(sorted((*moved, free), key=lambda area: area.first[1])))


def _right_of(area: KeyArea) -> KeyArea:
    """Return an area one column further to the right."""
    (top, left), (bottom, right) = area.first, area.last
    return replace(area, first=(top, left + 1), last=(bottom, right + 1))


def reached(root: KeyGrid, keys: tuple[Button, ...]) -> KeyGrid | Cell | None:
    """Return what keys lead to, one after the other; None if they lead nowhere."""
    at: KeyGrid | Cell = root
    for key in keys:
        areas = at.areas if isinstance(at, KeyGrid) else ()
        found = next((area for area in areas if area.key == key), None)
        if found is None:
            return None
        at = found.then
    return at


def keys_to(root: KeyGrid, cell: Cell) -> tuple[Button, ...]:
    """Return the keys that lead to a cell, which lies somewhere in the grid."""
    for area in root.areas:
        if area.then == cell:
            return (area.key,)
        if isinstance(area.then, KeyGrid) and any(cell in row for row in area.then.rows):
            return (area.key, *keys_to(area.then, cell))
    raise LookupError(cell)


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

    def _root(self, table: Table) -> KeyGrid:
        """Return the grid of all answers; a finger touches the same card again where it lies among all the others."""
        if self.asks_centre:
            return MIDDLES[table.layout]
        if self.another is None or (self.cards and table.settings.controls == "touch"):
            return CARDS[table.layout]
        return with_another(table.layout, self.cards[-1] if self.cards else None)

    def _grid(self, table: Table) -> KeyGrid:
        """Return the grid in which to choose now; the whole one if other buttons have begun the answer."""
        grid = reached(self._root(table), self.keys)
        return grid if isinstance(grid, KeyGrid) else self._root(table)

    def _areas(self, table: Table) -> tuple[Area, ...]:
        """Return the areas of the grid as they are shown: with their keys, or one of them under the cursor.

        A finger touches the cells themselves, but for an area that is one answer.
        """
        grid = self._grid(table)
        if table.settings.controls == "touch":
            return tuple(Area(area.first, area.last) for area in grid.areas if not isinstance(area.then, KeyGrid))
        chosen = self._chosen(grid, table)
        return tuple(
            Area(area.first, area.last, None if _has_cursor(table) else area.key, is_chosen=area == chosen)
            for area in grid.areas
        )

    def _chosen(self, grid: KeyGrid, table: Table) -> KeyArea | None:
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
            case KeyGrid():
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


def _keys_before(grids: dict[ButtonLayout, KeyGrid], cell: Cell, table: Table) -> tuple[Button, ...]:
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
    return begun if isinstance(reached(begun._root(table), begun.keys), KeyGrid) else page
