"""The on-screen keyboard for the name of a player, a pawn or a map."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from display.view import Button, Item, Picker, View
from firmware_py.games.player_names import is_alike, tidied, why_no_name
from firmware_py.pages.lists import CHOOSE, GO_BACK, hints, moved
from firmware_py.pages.stack import Back, Input, Press, Reply, Touch
from firmware_py.pages.table import Table
from firmware_py.words import Words, words

LONGEST_NAME = 12

ERASE, DONE, ACCENT = "⌫", "✓", "^"
LETTERS: tuple[str, ...] = ("ABCDEFGH", "IJKLMNOP", "QRSTUVWX", "YZÉÈÇÄÖÜ", ACCENT + "-' 12" + ERASE + DONE)
"""The keys, eight a row."""
COLUMNS = len(LETTERS[0])

ACCENTED = ("aâàäæ", "cç", "eëêéè", "iïî", "nñ", "oôœö", "sß", "uûùü", "yÿ")
"""What `ACCENT` makes of the letter before it, one after the other and then from the start.

Why not a cell for each: the grid would need half as many rows again, and every name would take longer. Letters without
a cell of their own come first.
"""


class KeyboardPage(msgspec.Struct, frozen=True):
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

    def view(self, table: Table) -> View:
        """Return the name so far and the letters."""
        say = table.say
        return View(
            title=say(words("Another name")),
            prompt=say(self._prompt()),
            body=Picker(
                slots=(Item(self.text),),
                current=0,
                rows=tuple(tuple(self._cell(row, column) for column in range(COLUMNS)) for row in range(len(LETTERS))),
                cursor=(self.row, self.column),
                column_wide=table.layout == "four" and not self.in_column,
            ),
            hints=hints(table, ok=CHOOSE, back=words("erase") if self.text and not self.in_column else GO_BACK),
        )

    def _cell(self, row: int, column: int) -> Item:
        letter, target = LETTERS[row][column], f"letter {row} {column}"
        if letter == ACCENT:
            following = accented(self.text)
            return Item("´ ^ ¨" if following == self.text else following[-1], target=target)
        icons = {ERASE: ("erase",), DONE: ("ok",), " ": ("space",)}.get(letter, ())
        return Item("" if icons else letter, icons, target=target)

    def _prompt(self) -> Words:
        if is_alike(self.text, self.taken):
            return words("{name} is taken; choose another name.", name=tidied(self.text))
        return words("Write the name, then choose the check mark.")

    def press(self, done: Input, table: Table) -> Reply:
        """Move the cursor, write a letter, or finish the name."""
        match done:
            case Press("ok") if table.layout == "four" and not self.in_column:
                return replace(self, in_column=True)
            case Press("ok"):
                return self._written()
            case Press("back") if self.in_column:
                return replace(self, in_column=False)
            case Press("back") if self.text:
                return replace(self, text=self.text[:-1])
            case Press("back"):
                return self.on_back or Back()
            case Press(button):
                return self._steered(button, table)
            case Touch(target) if target.startswith("letter "):
                _, row, column = target.split()
                return replace(self, row=int(row), column=int(column))._written()
        return self

    def _steered(self, button: Button, table: Table) -> KeyboardPage:
        sideways = button in ("left", "right") or (table.layout == "four" and not self.in_column)
        if sideways:
            return replace(self, column=moved(self.column, COLUMNS, button))
        return replace(self, row=moved(self.row, len(LETTERS), button))

    def _written(self) -> Reply:
        name = tidied(self.text)
        match LETTERS[self.row][self.column]:
            case "✓" if why_no_name(name, self.taken) is None:
                return self.then(name)
            case "✓":
                return replace(self, in_column=False)
            case "⌫":
                return replace(self, text=self.text[:-1], in_column=False)
            case "^":
                return replace(self, text=accented(self.text), in_column=False)
            case letter:
                written = letter if self.text[-1:] in ("", " ", "-", "'") else letter.lower()
                return replace(self, text=(self.text + written)[:LONGEST_NAME], in_column=False)


def accented(text: str) -> str:
    """Return a text with the next accent on its last letter; unchanged if that letter has none."""
    last = text[-1:]
    around = next((letters for letters in ACCENTED if last and last.lower() in letters), "")
    if not around:
        return text
    following = around[(around.index(last.lower()) + 1) % len(around)]
    is_capital = last.isupper() and len(following.upper()) == 1
    return text[:-1] + (following.upper() if is_capital else following)
