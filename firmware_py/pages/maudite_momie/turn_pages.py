"""The pages of a turn: loot, run or awaken; and the hand of cards, which takes most of the presses of a game.

Why an act has a key: nearly every press of a turn is one of three acts, and the piles lie there like the buttons. Who
is awakened is asked next; most often it is the largest hand, so a held `ok` awakens that at once. Pressed, `ok` loots,
as most turns do. Four buttons have no key left for running, which is asked with whom to awaken. An encoder and a finger
choose from a list of everything that is allowed, because turning must not play.

Why the backs tell nothing more exact later: the device knows no card that lies face down, nor the backs of those that
were discarded.

Why a hand has keys and no cursor: each question is a grid, in which a key chooses what lies where the key lies, and the
same card always has the same keys. The last answer books the hand, which holding `back` takes back.

Why middles come first, and only when guardians were awakened: they decide whether the hand is caught (L12), and whoever
runs ignores them (L07). A hand has no order, so the cards with guardians and amulets are told first. After one of
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

from display.view import Announcement, Button, Item, Menu, Picker, View
from firmware_py.foreign_text import from_json
from firmware_py.games.maudite_momie import rules
from firmware_py.games.maudite_momie.events import amulet_words, guardian_words
from firmware_py.games.maudite_momie.state import (
    BACKS,
    GUARDIANS,
    TREASURES,
    Action,
    Awaken,
    Card,
    CardBack,
    Centre,
    Explore,
    Pile,
    Reveal,
    Secure,
    State,
    chance_of_a_guardian,
    guardians,
    is_caught,
    without_middles,
)
from firmware_py.games.session import Session
from firmware_py.pages.interface import PageContext, Play
from firmware_py.pages.maudite_momie.pictures import (
    CENTRE_WORDS,
    TITLE,
    TREASURES_COUNTED,
    card_count,
    race,
    reckoning,
    slot,
    who_follows,
)
from firmware_py.pages.offers import UNTOUCHED, Block, Cross, Dialled, Lines, Offer, Pending, lay
from firmware_py.pages.page import (
    CHOOSE,
    GO_BACK,
    MENU,
    Choice,
    ListedPage,
    ListPage,
    Page,
    Push,
    Reply,
    hints,
    with_cursor_on,
)
from firmware_py.pages.people import COLOUR_WORDS
from firmware_py.words import NOTHING, Say, Words, plain, words, words_n


class HandDraft(msgspec.Struct, frozen=True):
    """The middles and the treasures that are entered, and how far the next answer is begun."""

    cards: tuple[Card, ...] = ()
    keys: tuple[Button, ...] = ()
    centres: tuple[Centre, ...] = ()
    is_another: bool = False
    """Another guardian or amulet is asked for."""

    def as_draft(self) -> str | None:
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
Pick: TypeAlias = Card | Centre | Literal["middle"]
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
        say, laid = table.say, self.arrange(table)
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

    def choose(self, value: Pick, table: PageContext) -> Reply:
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
        return _reopen_last(self, table) if self.cards or self.centres else Push(self.menu)

    def _with_centre(self, centre: Centre) -> Reply:
        """The page with one more middle; once there are no more, all cards that are left have none."""
        count = self.wanted - len(self.centres) if centre == "empty" else 1
        return replace(self, centres=(*self.centres, *(centre,) * count), is_another=False, pending=UNTOUCHED)

    def _with_card(self, card: Card) -> Reply:
        entered = replace(self, cards=(*self.cards, card), pending=UNTOUCHED)
        return entered._reveal() if entered.is_whole else entered

    def _reveal(self) -> Play:
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


def _reopen_last(page: HandPage, table: PageContext) -> HandPage:
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
        return _reopen_last(page, table)
    begun = replace(page, pending=Pending(entered.keys))
    laid = begun.arrange(table)
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


ASKED = words("What do you do?")

PILE_LABELS: dict[Pile, Words] = {"left": words("Loot: left pile"), "right": words("Loot: right pile")}
PILE_KEYS: dict[Pile, Button] = {"left": "left", "right": "right"}
PILE_KEYS_OF_FOUR: tuple[Button, ...] = ("ok", "down")
Legal: TypeAlias = tuple[Action, ...]
"""The actions that the turn allows."""
ROW_KEYS: dict[int, tuple[Button | None, ...]] = {
    2: ("up", "down"),
    3: ("up", "ok", "down"),
    4: ("up", "left", "right", "down"),
    5: ("up", "left", "ok", "right", "down"),
}
"""The keys of each number of rows, from top to bottom; four buttons have those of three."""


class TurnPage(ListedPage, frozen=True):
    """Asks what the player does, as the buttons of the device allow."""

    menu: Page
    """What `back` opens."""

    def asks_only_whose_turn(self, table: PageContext) -> bool:
        return True

    def fresh_list(self, table: PageContext) -> ListPage:
        """The page as a list, with the last undone action under the cursor where there is one."""
        state: State = table.playing.state
        legal = rules.legal_actions(state)
        undone = table.playing.undone
        match table.worked_by:  # looting and awakening are one press where there are keys for them
            case "six":
                page = _by_six(table, legal)
            case "four":
                page = _by_four(table, legal)
            case _:
                page = _list_page(state, legal)
        page = replace(page, on_back=Push(self.menu), back_label=MENU)
        return with_cursor_on(page, Play(undone[0])) if undone else page


def _list_page(state: State, legal: Legal) -> ListPage:
    """Everything allowed; the cursor is on looting, the largest hand to awaken right above it."""
    awakenings = _awakenings(_by_size(state, legal))
    return _page(state, ASKED, (*awakenings, *_piles(state, legal), *_run_choices(state, legal)), len(awakenings))


def _by_six(table: PageContext, legal: Legal) -> ListPage:
    """The acts, each with its key; the cursor is on looting."""
    state: State = table.playing.state
    whom = _whom(table, _targets(state, legal))
    above = _up_line(words("Awaken…"), NOTHING, ("awaken",), whom, _tokens(_by_size(state, legal)[-1:], table))
    below = (replace(running, key="down") for running in _run_choices(state, legal))
    return _page(state, ASKED, (*above, *_piles(state, legal), *below), len(above))


def _by_four(table: PageContext, legal: Legal) -> ListPage:
    """The piles and all else, each with its key; `ok` loots the first pile."""
    state: State = table.playing.state
    running, largest = _run_choices(state, legal), _tokens(_by_size(state, legal)[-1:], table)
    if running:
        others = _others(table, legal, running)
        above = _up_line(words("Another action…"), words("Other…"), (), others, largest)
    else:
        above = _up_line(words("Awaken…"), NOTHING, ("awaken",), _whom(table, _targets(state, legal)), largest)
    piles = zip(PILE_KEYS_OF_FOUR, _piles(state, legal), strict=False)
    return _page(state, ASKED, (*above, *(replace(pile, key=key) for key, pile in piles)), len(above))


def _page(state: State, prompt: Words, choices: tuple[Choice, ...], start: int) -> ListPage:
    """A page of choices beside the score track."""
    return ListPage(TITLE, prompt, choices, start, actor=state.active, around=race)


def _others(table: PageContext, legal: Legal, running: tuple[Choice, ...]) -> ListPage:
    """The page that asks with four buttons whether the player runs or awakens; `ok` awakens the largest hand."""
    state: State = table.playing.state
    largest = _by_size(state, legal)[-1:]
    more = tuple(act for act in _targets(state, legal) if act not in largest)
    above = _up_line(words("Awaken another…"), words("Another…"), ("awaken",), _whom(table, more))
    keyed = (
        *above,
        *(replace(awakening, key="ok") for awakening in _awakenings(largest)),
        *(replace(choice, key="down") for choice in running),
    )
    return _page(state, words("Run, or awaken whom?"), keyed, len(above))


def _whom(table: PageContext, targets: tuple[Awaken, ...]) -> ListPage:
    """The page that asks which of them the player awakens: clockwise, each with a key if there are enough.

    The cursor is on the largest hand, unless `ok` is somebody's key.
    """
    state: State = table.playing.state
    keys = ROW_KEYS.get(len(targets)) or (None,) * len(targets)
    sizes = [state.cards[state.seat(act.target)] for act in targets]
    choices = tuple(replace(token, key=key) for key, token in zip(keys, _tokens(targets, table), strict=True))
    start = sizes.index(max(sizes)) if sizes else 0
    return _page(state, words("Whose guardians do you awaken?"), choices, start)


def _up_line(
    label: Words, brief: Words, icons: tuple[str, ...], page: ListPage, largest: tuple[Choice, ...] = ()
) -> tuple[Choice, ...]:
    """The line of `up` for what a page offers: its only choice if it has just one, nothing if none.

    A line that leads to a page has at its end the largest hand, which holding `ok` awakens at once.
    """
    match page.choices:
        case ():
            return ()
        case (Choice(reply=Play(action=Awaken() as only)),):
            return (replace(_awakenings((only,))[0], key="up"),)
        case (only,):
            return (replace(only, key="up"),)
    pictures = tuple(icon for icon in ("awaken",) if icon not in icons)
    held = next((replace(token, icons=pictures, brief=words("Awaken")) for token in largest), None)
    return (Choice(label, Push(page), icons, brief=brief, held=held, key="up"),)


def _piles(state: State, legal: Legal) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            PILE_LABELS[act.pile],
            Play(act),
            ("explore", act.pile),
            card_count(state.pile(act.pile)),
            brief=words("Loot"),
            key=PILE_KEYS[act.pile],
        )
        for act in legal
        if isinstance(act, Explore)
    )


def _run_choices(state: State, legal: Legal) -> tuple[Choice, ...]:
    if Secure(state.active) not in legal:
        return ()
    label = words_n("Run with {count} card", "Run with {count} cards", state.cards[state.turn])
    return (Choice(label, Play(Secure(state.active)), icons=("secure",), brief=words("Run")),)


def _awakenings(targets: tuple[Awaken, ...]) -> tuple[Choice, ...]:
    """A line for each player to awaken, which says so."""
    return tuple(
        Choice(
            plain(act.target),
            Play(act),
            ("awaken",),
            words("Awaken"),
            spoken=words("Awaken {target}", target=act.target),
        )
        for act in targets
    )


def _tokens(targets: tuple[Awaken, ...], table: PageContext) -> tuple[Choice, ...]:
    """A line for each player to awaken, on a page that asks for nothing else: the token and the name."""
    return tuple(
        Choice(
            plain(act.target),
            Play(act),
            colour=table.colours[table.playing.state.seat(act.target)],
            spoken=words("Awaken {target}", target=act.target),
            is_name=True,
        )
        for act in targets
    )


def _targets(state: State, legal: Legal) -> tuple[Awaken, ...]:
    """Whom the player may awaken, clockwise from the next player."""
    found = (act for act in legal if isinstance(act, Awaken))
    return tuple(sorted(found, key=lambda act: (state.seat(act.target) - state.turn) % len(state.players)))


def _by_size(state: State, legal: Legal) -> tuple[Awaken, ...]:
    """Whom the player may awaken, the largest hand last; of equal hands that of the next player."""
    largest_first = sorted(_targets(state, legal), key=lambda act: -state.cards[state.seat(act.target)])
    return tuple(largest_first[::-1])


MOST = 9
"""The most cards of one colour that can be entered."""


def _line(back: CardBack, count: int, say: Say) -> Item:
    """How many cards have this back, and what share of all such hide a guardian, as printed (L31)."""
    chance = chance_of_a_guardian({back: 1})
    part, whole = chance.numerator, chance.denominator
    shown = words_n(
        "{count} card; {part} in {whole} hides a guardian",
        "{count} cards; {part} in {whole} hides a guardian",
        count,
        part=part,
        whole=whole,
    )
    name = COLOUR_WORDS[back]
    said = words("{back}: {count}; {part} in {whole} hides a guardian", back=name, count=count, part=part, whole=whole)
    return Item(say(shown), (f"card_{back}",), target=str(BACKS.index(back)), spoken=say(said))


class OddsPage(Page, frozen=True):
    """Asks how many cards of each back lie there; `ok` adds one, and after the most begins at none."""

    counts: tuple[int, ...] = (0,) * len(BACKS)

    def view(self, table: PageContext) -> View:
        """The counts, and what they tell."""
        say, laid = table.say, self.arrange(table)
        body = Announcement(
            say(self._chance()),
            (say(self._caveat(table)),),
            choices=Menu(laid.items(), laid.cursor or 0),
            is_read=False,
        )
        return View(
            title=say(words("Odds of a guardian")),
            prompt="",
            body=body,
            hints=hints(table, ok=words("one more"), back=GO_BACK),
        )

    def _chance(self) -> Words:
        if not any(self.counts):
            return words("How many cards with each back?")
        cards: dict[CardBack, int] = dict(zip(BACKS, self.counts, strict=True))
        return words("A guardian among them: about {percent}%", percent=round(100 * chance_of_a_guardian(cards)))

    def _caveat(self, table: PageContext) -> Words:
        if any(isinstance(step.action, Reveal) for step in table.playing.steps):
            return words("True of a fresh deck. Cards were revealed since: a rough guide only.")
        return words("No card has been revealed yet: this is true of a fresh deck.")

    def offers(self, table: PageContext) -> Dialled:
        """One more of each back, and one more or less of the one under the cursor."""
        lines = enumerate(zip(BACKS, self.counts, strict=True))
        offers = tuple(Offer(_line(back, count, table.say), (at, 1)) for at, (back, count) in lines)
        at = self.pending.cursor or 0
        less, more = (
            Offer(replace(offers[at].item, target=name), (at, by)) for name, by in (("less", -1), ("more", 1))
        )
        return Dialled(Lines(offers), less, more)

    def choose(self, value: tuple[int, int], table: PageContext) -> Reply:
        """The page with more or less of a back."""
        at, by = value
        return self._change(at, by).with_cursor(at)

    def _change(self, index: int, by: int) -> OddsPage:
        count = (self.counts[index] + by) % (MOST + 1)
        return replace(self, counts=(*self.counts[:index], count, *self.counts[index + 1 :]))
