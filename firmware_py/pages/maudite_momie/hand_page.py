"""The page on which players enter a hand of cards; it takes most of the presses of a game.

Why a grid: one two-dimensional step chooses treasure and number. The cursor goes round at every edge and stays on the
last card, because players collect pairs. The page asks for the middle of a card only when guardians were awakened;
nothing else depends on it (L07, L12, L26).
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from display.view import Button, Hint, Item, Picker, View
from firmware_py.games.maudite_momie.actions import Reveal
from firmware_py.games.maudite_momie.cards import (
    CENTRES,
    GUARDIANS,
    TREASURES,
    Card,
    guardians,
    is_caught,
    points,
)
from firmware_py.games.maudite_momie.state import State
from firmware_py.pages.commands import Play
from firmware_py.pages.hints import CHOOSE, GO_BACK, MENU, hints
from firmware_py.pages.lists import moved
from firmware_py.pages.maudite_momie.pictures import CENTRE_WORDS, reckoning, slot
from firmware_py.pages.stack import Input, Page, Press, Push, Reply, Touch
from firmware_py.pages.table import Table
from firmware_py.stored_json import from_json
from firmware_py.words import Words, plain, words, words_n

NUMBERS: tuple[Literal[1, 2, 3], ...] = (1, 2, 3)
ANSWERS = ("book", "correct")


class HandPage(msgspec.Struct, frozen=True):
    """Asks for the cards of one player, card by card, and books them once all are entered."""

    player: str
    wanted: int
    """The number of cards that lie before the player."""
    awakened: bool
    """The guardians were awakened: the middle of every card counts."""
    menu: Page
    """What `back` opens when nothing is entered."""
    cards: tuple[Card, ...] = ()
    step: Literal["treasure", "number", "centre", "check"] = "treasure"
    treasure: int = 0
    number: int = 0
    centre: int = 0
    answer: int = 0

    def view(self, table: Table) -> View:
        """Return the slots of the hand, and the choices for the current slot below them."""
        say = table.say
        begun = (Card(TREASURES[self.treasure], NUMBERS[self.number]),) if self.step == "centre" else ()
        empty = (Item(""),) * (self.wanted - len(self.cards) - len(begun))
        body = Picker(
            slots=(*map(slot, (*self.cards, *begun)), *empty),
            current=len(self.cards),
            rows=self._rows(table),
            cursor=self._cursor(),
            column_wide=self.step == "treasure" and table.layout == "four",
            summary=self._summary(table),
        )
        first = not self.cards and self.step == "treasure"
        is_final = table.playing.state.phase == "final_reveal"
        return View(
            title=say(words("Final reveal") if is_final else words("{player}'s cards", player=self.player)),
            prompt=say(self._prompt()),
            body=body,
            actor=table.actor(self.player),
            hints=self._hints(table, first=first),
        )

    def _hints(self, table: Table, *, first: bool) -> tuple[Hint, ...]:
        return hints(table, ok=CHOOSE, back=MENU if first else GO_BACK)

    def _prompt(self) -> Words:
        if self.step == "check":
            return words("Are these the cards?")
        asked = words("what is in the middle?") if self.step == "centre" else words("which treasure, how many?")
        return words("Card {number} of {wanted}: {asked}", number=len(self.cards) + 1, wanted=self.wanted, asked=asked)

    def _cursor(self) -> tuple[int, int]:
        match self.step:
            case "centre":
                return (0, self.centre)
            case "check":
                return (0, self.answer)
            case _:
                return (self.number, self.treasure)

    def _rows(self, table: Table) -> tuple[tuple[Item, ...], ...]:
        say = table.say
        match self.step:
            case "centre":
                return (
                    tuple(
                        Item(say(CENTRE_WORDS[centre]), icons=(centre,), target=f"centre {index}")
                        for index, centre in enumerate(CENTRES)
                    ),
                )
            case "check":
                return (
                    (
                        Item(say(self._booking()), icons=("ok",), target="book"),
                        Item(say(words("Correct")), icons=("undo",), target="correct"),
                    ),
                )
            case _:
                return tuple(
                    tuple(
                        Item("", icons=(treasure,) * number, target=f"cell {row} {column}")
                        for column, treasure in enumerate(TREASURES)
                    )
                    for row, number in enumerate(NUMBERS)
                )

    def _booking(self) -> Words:
        if self.awakened and is_caught(self.cards):
            return words("Caught!")
        return words_n("Book {count} point", "Book {count} points", points(self.cards))

    def _summary(self, table: Table) -> tuple[str, ...]:
        if not self.cards:
            return tuple(map(table.say, _who_follows(table.playing.state)))
        if self.awakened:
            amulets = sum(card.centre == "amulet" for card in self.cards)
            found = sum(card.centre in GUARDIANS for card in self.cards)
            counted = words(
                "{guardians} against {amulets}",
                guardians=words_n("{count} guardian", "{count} guardians", found),
                amulets=words_n("{count} amulet", "{count} amulets", amulets),
            )
            return (table.say(counted), table.say(self._verdict()) if self.step == "check" else "")
        return reckoning(self.cards, table.say)

    def _verdict(self) -> Words:
        if not is_caught(self.cards):
            return words_n(
                "{player} escapes with {count} point",
                "{player} escapes with {count} points",
                points(self.cards),
                player=self.player,
            )
        benefits = tuple(CENTRE_WORDS[guardian] for guardian in guardians(self.cards))
        return words("{player} is caught: {benefits}", player=self.player, benefits=benefits)

    # --- presses -----------------------------------------------------------------------------------------------------

    def press(self, done: Input, table: Table) -> Reply:
        """Move the cursor, enter the next part of a card, or go back."""
        match done:
            case Press("ok"):
                return self._chosen(table)
            case Press("back"):
                return self._step_back()
            case Press(button):
                return self._steered(button, table)
            case Touch(target):
                return self._touched(target, table)
        return self

    def _steered(self, button: Button, table: Table) -> HandPage:
        match self.step:
            case "centre":
                return replace(self, centre=moved(self.centre, len(CENTRES), button))
            case "check":
                return replace(self, answer=moved(self.answer, len(ANSWERS), button))
            case "treasure" if button in ("left", "right") or table.layout == "four":
                return replace(self, treasure=moved(self.treasure, len(TREASURES), button))
            case "number" if button in ("left", "right"):
                return replace(self, treasure=moved(self.treasure, len(TREASURES), button))
            case _:
                return replace(self, number=moved(self.number, len(NUMBERS), button))

    def _chosen(self, table: Table) -> Reply:
        match self.step:
            case "treasure" if table.layout == "four":
                return replace(self, step="number")
            case "treasure" | "number" if self.awakened:
                return replace(self, step="centre", centre=0)
            case "check" if ANSWERS[self.answer] == "book":
                return Play(Reveal(self.player, self.cards))
            case "check":
                return self._step_back()
            case _:
                return self._with_card()

    def _with_card(self) -> HandPage:
        centre = CENTRES[self.centre] if self.awakened else "empty"
        cards = (*self.cards, Card(TREASURES[self.treasure], NUMBERS[self.number], centre))
        return replace(self, cards=cards, step="check" if len(cards) == self.wanted else "treasure", answer=0)

    def _step_back(self) -> Reply:
        if self.step in ("centre", "number"):
            return replace(self, step="treasure")
        if self.cards:
            return _reopened(self)
        return Push(self.menu)

    def _touched(self, target: str, table: Table) -> Reply:
        match target.split():
            case ["cell", row, column]:
                return replace(self, step="number", number=int(row), treasure=int(column))._chosen(table)
            case ["centre", index]:
                return replace(self, centre=int(index))._chosen(table)
            case [answer] if answer in ANSWERS:
                return replace(self, answer=ANSWERS.index(answer))._chosen(table)
        return self


def _who_follows(state: State) -> tuple[Words, ...]:
    """Return for the final reveal who turns over next, and who has cards and need not (L26, L27)."""
    if state.phase != "final_reveal":
        return ()
    others = tuple(plain(state.players[seat]) for seat in state.revealing[1:])
    follow = (words("Then: {players}", players=others),) if others else ()
    if state.excused is None:
        return follow
    return (*follow, words("{player} ended the game and keeps the cards hidden.", player=state.excused))


def _reopened(page: HandPage) -> HandPage:
    """Return the page with its last card open again, the cursor on it."""
    *others, last = page.cards
    return replace(
        page,
        cards=tuple(others),
        step="centre" if page.awakened else "treasure",
        treasure=TREASURES.index(last.treasure),
        number=NUMBERS.index(last.count),
        centre=CENTRES.index(last.centre),
    )


def hand_page(table: Table, draft: str | None, menu: Page) -> HandPage:
    """Return the page for the player who must reveal cards now.

    It starts with what was entered before a power cut (`draft`), or before the action was taken back.
    """
    state: State = table.playing.state
    seat = state.revealing[0]
    page = HandPage(state.players[seat], state.cards[seat], state.awakened, menu)
    entered = _entered_before(table, page.player, draft)
    if entered.cards:
        last = entered.cards[-1]
        page = replace(page, treasure=TREASURES.index(last.treasure), number=NUMBERS.index(last.count))
    page = replace(page, cards=entered.cards[: page.wanted])
    if len(page.cards) == page.wanted:
        return replace(page, step="check")
    match entered.begun:
        case (treasure,) if treasure in range(len(TREASURES)):
            return replace(page, step="number", treasure=treasure)
        case (treasure, number) if treasure in range(len(TREASURES)) and number in range(len(NUMBERS)):
            return replace(page, step="centre", treasure=treasure, number=number)
    return page


class HandDraft(msgspec.Struct, frozen=True):
    """The part of a hand that is entered: whole cards, then treasure and number of the next one if already chosen."""

    cards: tuple[Card, ...] = ()
    begun: tuple[int, ...] = ()


def draft(page: HandPage) -> str | None:
    """Return what is entered so far, to store it over a power cut; None if nothing is."""
    chosen = {"number": 1, "centre": 2}.get(page.step, 0)
    entered = HandDraft(page.cards, (page.treasure, page.number)[:chosen])
    return None if entered == HandDraft() else msgspec.json.encode(entered).decode()


def _entered_before(table: Table, player: str, stored: str | None) -> HandDraft:
    if stored is not None:
        try:
            return from_json(stored, HandDraft)
        except msgspec.DecodeError:  # another version wrote it; players can enter the hand again
            return HandDraft()
    match table.playing.undone:
        case (Reveal(by, cards), *_) if by == player:
            return HandDraft(cards)
    return HandDraft()
