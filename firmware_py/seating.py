"""Who plays: how many, their names from a list or letter by letter, and their colours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import msgspec

from display.view import COLOURS, Button, Colour, Item, Picker, View
from firmware_py.dialogues import COLOURED, DIALOGUES
from firmware_py.games import GAMES, Game
from firmware_py.screens import (
    CHOOSE,
    GO_BACK,
    Back,
    Choice,
    Input,
    ListPage,
    LivePage,
    Press,
    Push,
    Reply,
    Screen,
    Stack,
    Table,
    Touch,
    hints,
    moved,
)
from firmware_py.words import Words, plain, words, words_n

COLOUR_WORDS: dict[Colour, Words] = {
    "red": words("red"),
    "blue": words("blue"),
    "green": words("green"),
    "yellow": words("yellow"),
    "purple": words("purple"),
    "white": words("white"),
    "turquoise": words("turquoise"),
}

LONGEST_NAME = 12


@dataclass(frozen=True)
class Seated:
    """The players who have sat down so far, first to act first."""

    game: Game
    wanted: int
    players: tuple[str, ...] = ()
    colours: tuple[Colour, ...] = ()


def seating_page(game: Game) -> Screen:
    """Return the page that asks how many play; the last table that fits is offered again."""
    return LivePage(CountLines(game))


@dataclass(frozen=True)
class CountLines:
    """How many play the game."""

    game: Game

    def __call__(self, table: Table) -> ListPage:
        """Return the page as the table stands."""
        return _count_lines(self.game, table)


def _count_lines(game: Game, table: Table) -> ListPage:
    last = next((kept for kept in table.stored if game.fewest <= len(kept.players) <= game.most), None)
    again: tuple[Choice, ...] = ()
    if last:
        page = DIALOGUES[game.id].set_up(last.players, last.colours)
        label = words("{players} again", players=tuple(plain(name) for name in last.players))
        again = (Choice(label, Push(page), icons=("resume",)),)
    counts = tuple(
        Choice(
            words_n("{count} player", "{count} players", count),
            Push(_next_seat(Seated(game, count))),
            icons=("players",),
        )
        for count in range(game.fewest, game.most + 1)
    )
    return ListPage(title=game.title, prompt=words("How many play?"), choices=(*again, *counts), icon=game.id)


def _next_seat(seated: Seated) -> Screen:
    if len(seated.players) == seated.wanted:
        return DIALOGUES[seated.game.id].set_up(seated.players, seated.colours)
    return LivePage(NameLines(seated))


@dataclass(frozen=True)
class NameLines:
    """Who sits down next."""

    seated: Seated

    def __call__(self, table: Table) -> ListPage:
        """Return the page as the table stands."""
        return _name_lines(self.seated, table)


def _name_lines(seated: Seated, table: Table) -> ListPage:
    """The names of earlier games are offered, the latest first."""
    number = len(seated.players) + 1
    met = dict.fromkeys(name for kept in table.stored for name in kept.players)
    new_name = LettersPage(seated)
    prompt = (
        words("Who plays first? The others follow clockwise.")
        if number == 1
        else words("Who sits in place {number}?", number=number)
    )
    default = table.say(words("Player {number}", number=number))
    names = [name for name in dict.fromkeys((*met, default)) if name not in seated.players]
    return ListPage(
        title=seated.game.title,
        prompt=prompt,
        choices=(
            *(Choice(plain(name), _seat(seated, name), icons=("player",)) for name in names),
            Choice(words("Another name…"), Push(new_name), icons=("letters",)),
        ),
    )


def _seat(seated: Seated, name: str) -> Push:
    """Return what follows a name: the question for a colour where one is taken, or the next seat."""
    if seated.game.id in COLOURED:
        return Push(_colour_page(seated, name))
    return Push(_next_seat(_joined(seated, name, _free_colours(seated)[0])))


def _colour_page(seated: Seated, name: str) -> ListPage:
    return ListPage(
        title=plain(name),
        prompt=words("Which colour does {player} take?", player=name),
        choices=tuple(
            Choice(COLOUR_WORDS[colour], Push(_next_seat(_joined(seated, name, colour))), colour=colour)
            for colour in _free_colours(seated)
        ),
    )


def _joined(seated: Seated, name: str, colour: Colour) -> Seated:
    return replace(seated, players=(*seated.players, name), colours=(*seated.colours, colour))


def _free_colours(seated: Seated) -> tuple[Colour, ...]:
    return tuple(colour for colour in COLOURS if colour not in seated.colours)


# --- letters ---------------------------------------------------------------------------------------------------------

ERASE, DONE, ACCENT = "⌫", "✓", "^"
LETTERS: tuple[str, ...] = ("ABCDEFGH", "IJKLMNOP", "QRSTUVWX", "YZÉÈÇÄÖÜ", ACCENT + "-' 12" + ERASE + DONE)
"""The letters of a name, eight a row."""
COLUMNS = len(LETTERS[0])

ACCENTED = ("aâàäæ", "cç", "eëêéè", "iïî", "nñ", "oôœö", "sß", "uûùü", "yÿ")
"""What `ACCENT` makes of the letter before it, one after the other and round again.

Why not a cell for each: the grid would need half as many rows again, and every name would take longer. What has no
cell of its own comes first.
"""


@dataclass(frozen=True)
class LettersPage:
    """A name, letter by letter; the first letter of each part is a capital."""

    seated: Seated
    """Those who have a name already."""
    text: str = ""
    row: int = 0
    column: int = 0
    in_column: bool = False
    """With four buttons: the column is chosen, now the row."""
    then: Callable[[str], Reply] | None = None
    """What a finished name leads to, if it is not a player's."""
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
        if self.text.strip() in self.seated.players:
            return words("{name} is taken; choose another name.", name=self.text.strip())
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

    def _steered(self, button: Button, table: Table) -> LettersPage:
        sideways = button in ("left", "right") or (table.layout == "four" and not self.in_column)
        if sideways:
            return replace(self, column=moved(self.column, COLUMNS, button))
        return replace(self, row=moved(self.row, len(LETTERS), button))

    def _written(self) -> Reply:
        name = self.text.strip()
        match LETTERS[self.row][self.column]:
            case "✓" if name and name not in self.seated.players:
                return self.then(name) if self.then else _seat(self.seated, name)
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
    """Return a text with the next accent on its last letter; as it is if that letter has none."""
    last = text[-1:]
    around = next((letters for letters in ACCENTED if last and last.lower() in letters), "")
    if not around:
        return text
    following = around[(around.index(last.lower()) + 1) % len(around)]
    is_capital = last.isupper() and len(following.upper()) == 1
    return text[:-1] + (following.upper() if is_capital else following)


# --- what a power cut must not take ----------------------------------------------------------------------------------


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits so far, and what is written of the next name."""

    game: str
    wanted: int
    players: tuple[str, ...]
    colours: tuple[Colour, ...]
    text: str = ""


def seating_draft(stack: Stack) -> str:
    """Return what is told on these pages of who plays, as it is kept; empty if nobody is being asked."""
    seated, text = None, ""
    for page in stack:
        match page:
            case LivePage(lines=NameLines(seated=known)):
                seated, text = known, ""
            case LettersPage(text=written, then=None):
                text = written
    if seated is None:
        return ""
    draft = Draft(seated.game.id, seated.wanted, seated.players, seated.colours, text)
    return msgspec.json.encode(draft).decode()


def seating_stack(draft: str) -> Stack:
    """Return the pages of such a draft, those that lie below included; none if it makes no sense."""
    try:
        told = msgspec.json.decode(draft, type=Draft)
    except msgspec.DecodeError:
        return ()
    game = GAMES.get(told.game)
    if game is None or not _is_possible(told, game):
        return ()
    pages: list[Screen] = [seating_page(game)]
    for count, name in enumerate(told.players):
        seated = Seated(game, told.wanted, told.players[:count], told.colours[:count])
        pages.append(LivePage(NameLines(seated)))
        if game.id in COLOURED:
            pages.append(_colour_page(seated, name))
    seated = Seated(game, told.wanted, told.players, told.colours)
    pages.append(LivePage(NameLines(seated)))
    return (*pages, LettersPage(seated, told.text)) if told.text else tuple(pages)


def _is_possible(told: Draft, game: Game) -> bool:
    return (
        game.fewest <= told.wanted <= game.most
        and len(told.players) == len(told.colours) == len(set(told.players)) == len(set(told.colours))
        and len(told.players) < told.wanted
        and set(told.colours) <= set(COLOURS)
    )
