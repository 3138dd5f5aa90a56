"""The page on which players enter a hand of cards; it takes most of the presses of a game.

Why the key tells the number: left and right choose the treasure, and the three keys that are left are as many as a card
has treasures at most; so they lie as the grid does. Five keys are as many as there are middles. The cursor goes round
at every edge and stays on the last card, because players collect pairs. The last answer books the hand, which holding
`back` takes back.

Why middles come first, and only when guardians were awakened: they decide whether the hand is caught (L12), and who
secures ignores them (L07). Why treasures are asked for even if nobody scores them: a record says what lay there, and
has no word for a card that nobody told.
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
    Centre,
    guardians,
    is_caught,
    secured,
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

NUMBERS: dict[Button, Literal[1, 2, 3]] = {"up": 1, "ok": 2, "down": 3}
"""How many treasures a card has, by the key that says so; the rows of the grid lie like the keys."""
MIDDLES: tuple[tuple[Button | None, ...], ...] = ((None, "up", None), ("left", "ok", "right"), (None, "down", None))
"""How the keys lie that tell the middle of a card, if there are six buttons..."""
MIDDLE_OF: dict[Button, Centre] = {
    "ok": "empty",
    "up": "amulet",
    "left": "mummy",
    "right": "werewolf",
    "down": "frank",
}
"""...and what they say."""
CHOSEN_ROW = 1
"""The row of the grid whose number `ok` says."""


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
    """What is in the middle of the cards, as far as it is entered."""
    cards: tuple[Card, ...] = ()
    """The treasures of the cards, as far as they are entered; their middles are in `centres`."""
    in_column: bool = False
    """Four buttons have chosen the treasure, and choose the number now."""
    treasure: int = 0
    centre: int = 0

    @property
    def step(self) -> Literal["treasure", "number", "centre"]:
        """What is asked for now."""
        if self.awakened and len(self.centres) < self.wanted:
            return "centre"
        return "number" if self.in_column else "treasure"

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left to ask."""
        return self.step != "centre" and len(self.cards) == self.wanted

    def view(self, table: Table) -> View:
        """Return the slots of the hand, and the choices for the current slot below them."""
        say = table.say
        body = Picker(
            slots=tuple(map(self._slot, range(self.wanted))),
            current=len(self.centres if self.step == "centre" else self.cards),
            rows=self._rows(table),
            cursor=self._cursor(table),
            column_wide=self.step != "centre",
            summary=self._summary(table),
        )
        first = not self.cards and not self.centres and not self.in_column
        keyed = self.step == "number" or table.layout == "six"
        sideways = tuple(Hint(button, say(words("treasure"))) for button in ("left", "right"))
        is_final = table.playing.state.phase == "final_reveal"
        return View(
            title=say(words("Final reveal") if is_final else words("{player}'s cards", player=self.player)),
            prompt=say(self._prompt()),
            body=body,
            actor=table.actor(self.player),
            hints=(
                *(sideways if self.step == "treasure" and table.layout == "six" else ()),
                *hints(table, ok=None if keyed else CHOOSE, back=MENU if first else GO_BACK),
            ),
        )

    def _cursor(self, table: Table) -> tuple[int, int]:
        if self.step != "centre":
            return CHOSEN_ROW, self.treasure
        return (1, 1) if table.layout == "six" else (0, self.centre)

    def _slot(self, index: int) -> Item:
        centre = self.centres[index] if index < len(self.centres) else "empty"
        if index < len(self.cards):
            return slot(replace(self.cards[index], centre=centre))
        return Item("", icons=(centre,)) if index < len(self.centres) else Item("")

    def _prompt(self) -> Words:
        is_centre = self.step == "centre"
        asked = words("what is in the middle?") if is_centre else words("which treasure, how many?")
        number = len(self.centres if is_centre else self.cards) + 1
        return words("Card {number} of {wanted}: {asked}", number=number, wanted=self.wanted, asked=asked)

    def _rows(self, table: Table) -> tuple[tuple[Item, ...], ...]:
        if self.step != "centre":
            has_keys = self.step == "number" or table.layout == "six"
            return tuple(
                tuple(
                    Item(
                        "",
                        icons=(treasure,) * number,
                        target=f"cell {number} {column}",
                        key=key if has_keys and column == self.treasure else None,
                    )
                    for column, treasure in enumerate(TREASURES)
                )
                for key, number in NUMBERS.items()
            )
        if table.layout == "six":
            return tuple(
                tuple(self._middle(MIDDLE_OF[key], table, key) if key else Item("") for key in row) for row in MIDDLES
            )
        return (tuple(self._middle(centre, table) for centre in CENTRES),)

    def _middle(self, centre: Centre, table: Table, key: Button | None = None) -> Item:
        return Item(table.say(CENTRE_WORDS[centre]), icons=(centre,), target=f"centre {centre}", key=key)

    def _summary(self, table: Table) -> tuple[str, ...]:
        if self.cards:
            return reckoning(self.cards, table.say)
        if self.centres:
            return (table.say(self._verdict()),)
        return tuple(map(table.say, _who_follows(table.playing.state)))

    def _verdict(self) -> Words:
        """Return what the guardians do, once all middles are entered; before, how many there are."""
        lying = tuple(Card("chest", 1, centre) for centre in self.centres)  # whatever their treasures are
        if self.step != "centre" and is_caught(lying):
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
        """Move the cursor, enter the next part of a card, or go back."""
        match done:
            case Press("back"):
                return self._step_back()
            case Press(button):
                return self._pressed(button, table)
            case Touch(target):
                return self._touched(target)
        return self

    def _pressed(self, button: Button, table: Table) -> Reply:
        is_six = table.layout == "six"
        match self.step:
            case "centre" if is_six:
                return self._with_centre(MIDDLE_OF[button])
            case "centre" if button == "ok":
                return self._with_centre(CENTRES[self.centre])
            case "centre":
                return replace(self, centre=moved(self.centre, len(CENTRES), button))
            case "number" | "treasure" if button in NUMBERS and (is_six or self.in_column):
                return self._with_card(NUMBERS[button])
            case "treasure" if button == "ok":
                return replace(self, in_column=True)
        return self if self.in_column else replace(self, treasure=moved(self.treasure, len(TREASURES), button))

    def _with_centre(self, centre: Centre) -> Reply:
        return replace(self, centres=(*self.centres, centre), centre=0)

    def _with_card(self, number: Literal[1, 2, 3]) -> Reply:
        cards = (*self.cards, Card(TREASURES[self.treasure], number))
        entered = replace(self, cards=cards, in_column=False)
        return entered._booked() if entered.is_whole else entered

    def _booked(self) -> Play:
        return Play(Reveal(self.player, self._faces()))

    def _faces(self) -> tuple[Card, ...]:
        """Return the cards with their middles, as far as they are entered."""
        centres = (*self.centres, *("empty",) * (len(self.cards) - len(self.centres)))
        return tuple(replace(card, centre=centre) for card, centre in zip(self.cards, centres, strict=False))

    def _step_back(self) -> Reply:
        if self.in_column:
            return replace(self, in_column=False)
        if self.cards or self.centres:
            return _reopened(self)
        return Push(self.menu)

    def _touched(self, target: str) -> Reply:
        match target.split():
            case ["cell", number, column]:
                said = next(count for count in NUMBERS.values() if str(count) == number)
                return replace(self, treasure=int(column))._with_card(said)
            case ["centre", wanted]:
                return self._with_centre(next(centre for centre in CENTRES if centre == wanted))
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


def _with_cursor_on(page: HandPage, card: Card) -> HandPage:
    """Return the page with the cursor on the treasure of a card."""
    return replace(page, treasure=TREASURES.index(card.treasure))


def _reopened(page: HandPage) -> HandPage:
    """Return the page with its last answer open again, the cursor on it."""
    if page.cards:
        return replace(_with_cursor_on(page, page.cards[-1]), cards=page.cards[:-1])
    return replace(page, centres=page.centres[:-1], centre=CENTRES.index(page.centres[-1]))


def hand_page(table: Table, draft: str | None, menu: Page) -> HandPage:
    """Return the page for the player who must reveal cards now.

    It starts with what was entered before a power cut (`draft`), or before the action was taken back; of a whole hand
    the last answer is open again.
    """
    state: State = table.playing.state
    seat = state.revealing[0]
    page = HandPage(state.players[seat], state.cards[seat], state.awakened, menu)
    entered = _entered_before(table, page, draft)
    centres = entered.centres[: page.wanted] if page.awakened else ()
    page = replace(page, centres=centres)
    if page.step == "centre":
        return page
    if entered.cards:
        page = _with_cursor_on(page, entered.cards[-1])
    page = replace(page, cards=entered.cards[: page.wanted])
    if page.is_whole:
        return _reopened(page)
    match entered.begun:
        case (treasure,) if treasure in range(len(TREASURES)) and table.layout == "four":
            return replace(page, in_column=True, treasure=treasure)
    return page


class HandDraft(msgspec.Struct, frozen=True):
    """The part of a hand that is entered: middles, treasures, and the treasure of the next card if already chosen."""

    cards: tuple[Card, ...] = ()
    begun: tuple[int, ...] = ()
    centres: tuple[Centre, ...] = ()


def draft(page: HandPage) -> str | None:
    """Return what is entered so far, to store it over a power cut; None if nothing is."""
    entered = HandDraft(page.cards, (page.treasure,) if page.in_column else (), page.centres)
    return None if entered == HandDraft() else msgspec.json.encode(entered).decode()


def _entered_before(table: Table, page: HandPage, stored: str | None) -> HandDraft:
    if stored is not None:
        try:
            return from_json(stored, HandDraft)
        except msgspec.DecodeError:  # another version wrote it; players can enter the hand again
            return HandDraft()
    match table.playing.undone:
        case (Reveal(by, faces), *_) if by == page.player and len(faces) == page.wanted:
            return HandDraft(secured(faces), centres=tuple(face.centre for face in faces))
    return HandDraft()
