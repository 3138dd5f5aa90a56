"""The on-screen keyboard for the name of a player, a pawn or a map."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from display.view import Button, Item, Picker, View
from firmware_py.games.records import is_alike, tidy_name, why_no_name
from firmware_py.pages.interface import PageContext
from firmware_py.pages.offers import Keys, Offer, move_cursor, steer
from firmware_py.pages.page import CHOOSE, GO_BACK, Back, Later, Page, Reply, hints
from firmware_py.words import Words, words

LONGEST_NAME = 12

ERASE, DONE, ACCENT = "⌫", "✓", "^"
LETTERS: tuple[str, ...] = ("ABCDEFGH", "IJKLMNOP", "QRSTUVWX", "YZÉÈÇÄÖÜ", ACCENT + "-' 12" + ERASE + DONE)
"""The keys, eight a row."""
COLUMNS = len(LETTERS[0])
ICONS = {ERASE: ("erase",), DONE: ("ok",), " ": ("space",)}
CELLS = tuple(
    tuple(
        Item("" if letter in ICONS else letter, ICONS.get(letter, ()), target=f"letter {row} {column}")
        for column, letter in enumerate(letters)
    )
    for row, letters in enumerate(LETTERS)
)
"""The keys as they are shown, but for `ACCENT`."""

ACCENTED = ("aâàäæ", "cç", "eëêéè", "iïî", "nñ", "oôœö", "sß", "uûùü", "yÿ")
"""What `ACCENT` makes of the letter before it, one after the other and then from the start.

Why not a cell for each: the grid would need half as many rows again, and every name would take longer. Letters without
a cell of their own come first.
"""


class KeyboardPage(Page, frozen=True):
    """Asks for a name, letter by letter; the first letter of each part is a capital."""

    then: Callable[[str], Reply]
    """Returns the reply to a finished name."""
    taken: tuple[str, ...] = ()
    """The names that others have already."""
    text: str = ""
    row: int = 0
    column: int = 0
    in_column: bool = False
    """With four buttons: the column is chosen, the row is next."""
    on_back: Reply | None = None
    """What `back` leads to instead of the page below."""

    @property
    def game(self) -> str:
        """The game for which a player is named."""
        return self.on_back.game if isinstance(self.on_back, Page) else ""

    def view(self, table: PageContext) -> View:
        """The name so far and the letters."""
        say = table.say
        return View(
            title=say(words("Another name")),
            prompt=say(self._prompt()),
            body=Picker(
                slots=(Item(self.text),),
                current=0,
                rows=tuple(tuple(self._cell(row, column) for column in range(COLUMNS)) for row in range(len(LETTERS))),
                cursor=(self.row, self.column),
                column_wide=self._asks_column(table),
            ),
            hints=hints(table, ok=CHOOSE, back=words("erase") if self.text and not self.in_column else GO_BACK),
        )

    def _asks_column(self, table: PageContext) -> bool:
        """Whether `ok` leads to the column of a letter, and not yet to the letter."""
        chosen = self.arrange(table).chosen
        return chosen is not None and isinstance(chosen.offers[0].value, KeyboardPage)

    def _cell(self, row: int, column: int) -> Item:
        cell = CELLS[row][column]
        if cell.label == ACCENT:
            following = next_accent(self.text)
            return replace(cell, label="´ ^ ¨" if following == self.text else following[-1])
        return cell

    def _prompt(self) -> Words:
        if is_alike(self.text, self.taken):
            return words("{name} is taken; choose another name.", name=tidy_name(self.text))
        return words("Write the name, then choose the check mark.")

    def offers(self, table: PageContext) -> Keys:
        """The letter under the cursor, where the cursor can go, and every letter for a finger."""
        keys = (
            Offer(self._cell(row, column), Later(partial(self._write, row, column)))
            for row in range(len(LETTERS))
            for column in range(COLUMNS)
        )
        choose = Item(table.say(CHOOSE), target="ok")
        ok, beside = Offer(choose, Later(partial(self._write, self.row, self.column))), tuple(keys)
        by_letter = steer(ok, partial(self._move, sideways=False), beside)
        by_column = steer(Offer(choose, replace(self, in_column=True)), partial(self._move, sideways=True), beside)
        return by_letter if self.in_column else replace(by_letter, by_two=by_column)

    def go_back(self, table: PageContext) -> Reply:
        """Go back to the columns, erase a letter, or leave."""
        if self.in_column:
            return replace(self, in_column=False)
        return replace(self, text=self.text[:-1]) if self.text else self.on_back or Back()

    def _move(self, button: Button, *, sideways: bool) -> KeyboardPage:
        if sideways or button in ("left", "right"):
            return replace(self, column=move_cursor(self.column, COLUMNS, button))
        return replace(self, row=move_cursor(self.row, len(LETTERS), button))

    def _write(self, row: int, column: int) -> Reply:
        """Write the letter there, or do what the sign there says; the cursor goes there."""
        name, after = tidy_name(self.text), replace(self, row=row, column=column, in_column=False)
        match LETTERS[row][column]:
            case "✓" if why_no_name(name, self.taken) is None:
                return self.then(name)
            case "✓":
                return after
            case "⌫":
                return replace(after, text=self.text[:-1])
            case "^":
                return replace(after, text=next_accent(self.text))
            case letter:
                written = letter if self.text[-1:] in ("", " ", "-", "'") else letter.lower()
                return replace(after, text=(self.text + written)[:LONGEST_NAME])


def next_accent(text: str) -> str:
    """A text with the next accent on its last letter, if that letter has accents."""
    last = text[-1:]
    around = next((letters for letters in ACCENTED if last and last.lower() in letters), "")
    if not around:
        return text
    following = around[(around.index(last.lower()) + 1) % len(around)]
    is_capital = last.isupper() and len(following.upper()) == 1
    return text[:-1] + (following.upper() if is_capital else following)
