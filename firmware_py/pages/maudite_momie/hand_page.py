"""The page on which players enter a hand of cards; it takes most of the presses of a game.

Why keys and no cursor: each question is a grid, in which a key chooses what lies where the key lies, and the same card
always has the same keys. The last answer books the hand, which holding `back` takes back.

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

from functools import lru_cache
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from display.view import Button, Item, Picker, View
from firmware_py.games.maudite_momie.events import amulet_words, guardian_words
from firmware_py.games.maudite_momie.state import (
    GUARDIANS,
    TREASURES,
    Card,
    Centre,
    Reveal,
    State,
    guardians,
    is_caught,
    without_middles,
)
from firmware_py.games.session import Session
from firmware_py.pages.interface import PageContext, Play
from firmware_py.pages.maudite_momie.pictures import CENTRE_WORDS, TREASURES_COUNTED, reckoning, slot, who_follows
from firmware_py.pages.offers import UNTOUCHED, Block, Cross, Offer, Pending, lay
from firmware_py.pages.page import CHOOSE, GO_BACK, MENU, Page, Push, Reply, hints
from firmware_py.stored_json import from_json
from firmware_py.words import Say, Words, words


class HandDraft(msgspec.Struct, frozen=True):
    """The middles and the treasures that are entered, and how far the next answer is begun."""

    cards: tuple[Card, ...] = ()
    keys: tuple[Button, ...] = ()
    centres: tuple[Centre, ...] = ()
    is_another: bool = False
    """Another guardian or amulet is asked for."""

    def stored(self) -> str | None:
        """The draft as it is stored; None if nothing is entered."""
        return None if self == HandDraft() else msgspec.json.encode(self).decode()


def entered_before(session: Session, player: str, count: int, stored: str | None) -> HandDraft:
    """What was entered of a hand of `count` cards: before a power cut, or before it was taken back."""
    if stored is not None:
        try:
            return from_json(stored, HandDraft)
        except msgspec.DecodeError:  # another version wrote it; players can enter the hand again
            return HandDraft()
    match session.undone:
        case (Reveal(by, faces), *_) if by == player and len(faces) == count:
            return HandDraft(without_middles(faces), centres=tuple(face.centre for face in faces))
    return HandDraft()


Another: TypeAlias = Literal["same", "middle"]
"""What is told after an answer by the free key: the same card once more, or another guardian or amulet."""
Cell: TypeAlias = Card | Centre | Literal["middle"]
"""What can be entered; of a card, its treasures."""
NUMBERS: tuple[Literal[1, 2, 3], ...] = (1, 2, 3)
ALL_CARDS = tuple(tuple(Card(treasure, number) for treasure in TREASURES) for number in NUMBERS)
ANOTHER_MIDDLE = ("plus", "mummy", "amulet")
"""The pictures of another guardian or amulet, from top to bottom."""


class HandPage(Page, frozen=True):
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
        return HandDraft(self.cards, self.pending.keys, self.centres, self.is_another)

    def view(self, table: PageContext) -> View:
        """The slots of the hand, and the choices for the current slot below them."""
        say, laid = table.say, self.laid(table)
        is_first = not (self.cards or self.centres or self.pending.keys)
        is_final = table.playing.state.phase == "final_reveal"
        return View(
            title=say(words("Final reveal") if is_final else words("{player}'s cards", player=self.player)),
            prompt=say(self._prompt()),
            body=Picker(
                slots=tuple(map(self._slot, range(self.wanted))),
                current=len(self.centres if self.asks_centre else self.cards),
                rows=laid.rows(),
                cursor=laid.cell(),
                summary=self._summary(table),
                areas=laid.areas(),
            ),
            actor=table.actor(self.player),
            hints=hints(table, ok=None if laid.cursor is None else CHOOSE, back=MENU if is_first else GO_BACK),
        )

    def offers(self, table: PageContext) -> Cross | Block:
        """The answers; one that is most like the answer before has the free key."""
        say = table.say
        if self.asks_centre:
            return _middles(say, no_more=self.is_another)
        cards = _cards(say)
        match self.another:
            case "same":
                last = self.cards[-1]
                treasures = TREASURES_COUNTED[last.treasure](last.count)
                said = say(words("the same again: {treasures}", treasures=treasures))
                item = Item("", (last.treasure,) * last.count, target="another same", spoken=said)
                return Block(cards, (Offer(item, Card(last.treasure, last.count)),), last.count - 1)
            case "middle":
                said = say(words("another guardian or amulet"))
                pictures = (Item("", (icon,), target="another middle", spoken=said) for icon in ANOTHER_MIDDLE)
                return Block(cards, tuple(Offer(item, "middle") for item in pictures))
        return Block(cards)

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

    def _summary(self, table: PageContext) -> tuple[str, ...]:
        if self.cards:
            return reckoning(self.cards, table.say)
        if any(centre != "empty" for centre in self.centres):
            return (table.say(self._verdict()),)
        return tuple(map(table.say, who_follows(table.playing.state)))

    def _verdict(self) -> Words:
        """What the guardians do, once all middles are entered; before, how many there are."""
        lying = tuple(Card("chest", 1, centre) for centre in self.centres)  # whatever their treasures are
        if not self.asks_centre and self.another is None and is_caught(lying):
            benefits = tuple(CENTRE_WORDS[guardian] for guardian in guardians(lying))
            return words("{player} is caught: {benefits}", player=self.player, benefits=benefits)
        found, amulets = sum(centre in GUARDIANS for centre in self.centres), self.centres.count("amulet")
        if not found:
            return amulet_words(amulets)
        return words("{guardians} against {amulets}", guardians=guardian_words(found), amulets=amulet_words(amulets))

    # --- presses -----------------------------------------------------------------------------------------------------

    def choose(self, value: Cell, table: PageContext) -> Reply:  # noqa: ARG002 - as every page
        match value:
            case "middle":
                return replace(self, is_another=True, pending=UNTOUCHED)
            case Card():
                return self._with_card(value)
        return self._with_centre(value)

    def go_back(self, table: PageContext) -> Reply:
        """Open the last answer again, or the menu."""
        if self.is_another:
            return replace(self, is_another=False, pending=UNTOUCHED)
        return _reopened(self, table) if self.cards or self.centres else Push(self.menu)

    def _with_centre(self, centre: Centre) -> Reply:
        """The page with one more middle; once there are no more, all cards that are left have none."""
        count = self.wanted - len(self.centres) if centre == "empty" else 1
        return replace(self, centres=(*self.centres, *(centre,) * count), is_another=False, pending=UNTOUCHED)

    def _with_card(self, card: Card) -> Reply:
        entered = replace(self, cards=(*self.cards, card), pending=UNTOUCHED)
        return entered._booked() if entered.is_whole else entered

    def _booked(self) -> Play:
        return Play(Reveal(self.player, self._faces()))

    def _faces(self) -> tuple[Card, ...]:
        """The cards with their middles, as far as they are entered."""
        centres = (*self.centres, *("empty",) * (len(self.cards) - len(self.centres)))
        return tuple(replace(card, centre=centre) for card, centre in zip(self.cards, centres, strict=False))


@lru_cache(maxsize=8)
def _cards(say: Say) -> tuple[tuple[Offer, ...], ...]:
    """An offer for each card, in the words of one language."""
    return tuple(tuple(_card(card, column, say) for column, card in enumerate(row)) for row in ALL_CARDS)


def _card(card: Card, column: int, say: Say) -> Offer:
    spoken = say(TREASURES_COUNTED[card.treasure](card.count))
    target = f"cell {card.count} {column}"
    return Offer(Item("", (card.treasure,) * card.count, target=target, spoken=spoken), card)


def _middles(say: Say, *, no_more: bool) -> Cross:
    """What may be in the middle of a card."""

    def offer(centre: Centre) -> Offer:
        label = words("no more") if no_more and centre == "empty" else CENTRE_WORDS[centre]
        return Offer(Item(say(label), (centre,), target=f"centre {centre}"), centre)

    return Cross(offer("amulet"), offer("mummy"), offer("empty"), offer("werewolf"), offer("frank"))


def _reopened(page: HandPage, table: PageContext) -> HandPage:
    """The page with its last answer open again, but for its last key.

    A card like the one before may have been told by the free key, which tells another one once a key has begun.
    """
    if page.cards:
        *cards, last = page.cards
        keys = () if last in cards[-1:] else _keys_before(Block(_cards(table.say)), last, table)
        return replace(page, cards=tuple(cards), pending=Pending(keys))
    centre = page.centres[-1]
    entered = page.centres.index("empty") if centre == "empty" else len(page.centres) - 1
    keys = _keys_before(_middles(table.say, no_more=False), centre, table)
    return replace(page, centres=page.centres[:entered], is_another=entered > 0, pending=Pending(keys))


def _keys_before(shape: Cross | Block, answer: Card | Centre, table: PageContext) -> tuple[Button, ...]:
    """The keys that lead to an answer, but for the last one."""
    return lay(shape, UNTOUCHED, table).keys_to(answer)[:-1]


def hand_page(table: PageContext, draft: str | None, menu: Page) -> HandPage:
    """The page for the player who must reveal cards now; on a phone, for its own player.

    It starts with what was entered before a power cut (`draft`), or before the action was taken back; of a whole hand
    the last answer is open again.
    """
    state: State = table.playing.state
    own = state.players.index(table.seat) if table.seat else state.revealing[0]
    seat = own if own in state.revealing else state.revealing[0]
    page = HandPage(state.players[seat], state.cards[seat], state.awakened, menu)
    entered = entered_before(table.playing, page.player, page.wanted, draft)
    centres = entered.centres[: page.wanted] if page.awakened else ()
    page = replace(page, centres=centres, is_another=entered.is_another and 0 < len(centres) < page.wanted)
    page = replace(page, cards=() if page.asks_centre else entered.cards[: page.wanted])
    if page.is_whole:
        return _reopened(page, table)
    begun = replace(page, pending=Pending(entered.keys))
    laid = begun.laid(table)
    return page if laid.now is laid.root else begun


def own_cards(table: PageContext, page: Page) -> dict[str, Any] | None:
    """What a player's phone may note: the cards before them, which only they know until they reveal them."""
    state: State = table.playing.state
    if state.phase == "over":
        return None
    say, count = table.say, state.cards[state.seat(table.seat)]
    is_asked = isinstance(page, HandPage) and page.entered == HandDraft()
    shown = sum(isinstance(step.action, Reveal) and step.action.by == table.seat for step in table.playing.steps)
    cards = (item for row in _cards(say) for item in (offer.item for offer in row))
    centres: tuple[Centre, ...] = ("empty", "amulet", "mummy", "werewolf", "frank")
    middles = (Item("", () if one == "empty" else (one,), target=f"centre {one}") for one in centres)
    return {
        "form": "cards",
        "hand": f"{table.seat} {shown}",
        "title": say(words("My cards, on this phone only")),
        "add": say(words("Note a card")),
        "remove": say(words("Take away:")),
        "reveal": say(words("Reveal my cards")),
        "most": count,
        "wanted": count if is_asked else 0,
        "awakened": state.awakened,
        "done": (),
        "kinds": tuple(_thing(item, item.spoken) for item in cards),
        "middles": tuple(_thing(item, say(CENTRE_WORDS[one])) for item, one in zip(middles, centres, strict=True)),
    }


def _thing(item: Item, name: str) -> dict[str, Any]:
    """A thing to note, as the phone's script reads it: what touching it sends, its pictures, its name."""
    return {"t": item.target, "i": item.icons, "n": name}
