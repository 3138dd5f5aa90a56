"""The texts of Maudite Momie: its lesson, in which each step asks for one answer, its set-up, and its explanations."""

from __future__ import annotations

from display.view import Item
from firmware_py.games.maudite_momie.cards import GUARDIANS, Card, guardians, hauls, points
from firmware_py.games.maudite_momie.state import PILES, AnyAction, Awaken, Explore, Header, Keep, Reveal, Secure, State
from firmware_py.pages.lesson import Answer, Lesson, LessonStep, SetUpStep
from firmware_py.pages.maudite_momie.pictures import slot
from firmware_py.pages.table import Table
from firmware_py.pages.topics import BUTTON_CONTROLS, Topic, signs
from firmware_py.words import words

YOU, BO, CHLOE = "You", "Bo", "Chloé"
FIRST = Card("vase", 3)
YOURS = (FIRST, Card("vase", 1), Card("chest", 2))
BOS = (Card("cup", 1, "amulet"), Card("mask", 2, "werewolf"), Card("cup", 1, "frank"), Card("crown", 3, "frank"))
CHLOES_FIRST = (Card("scarab", 1), Card("cup", 2, "amulet"), Card("crown", 1))
CHLOES = (Card("mask", 2, "amulet"), Card("scarab", 1, "mummy"))
BOS_LAST = (Card("vase", 3), Card("vase", 3), Card("crown", 3), Card("crown", 3), Card("mask", 3), Card("mask", 3))


def _looted(*players: str) -> tuple[AnyAction, ...]:
    """Return the turns of players who all loot, in this order."""
    return tuple(Explore(player, PILES[number % 2]) for number, player in enumerate(players))


def _between(parts: tuple[Item, ...], sign: str) -> tuple[Item, ...]:
    """Return the parts with a sign between them."""
    return tuple(item for part in parts for item in (Item(sign), part))[1:]


def _hand(cards: tuple[Card, ...]) -> tuple[Item, ...]:
    return _between(tuple(map(slot, cards)), "+")


def _reckoned(cards: tuple[Card, ...]) -> tuple[Item, ...]:
    """Return what each treasure of a hand scores, in the order of its cards, and the sum."""
    order = [card.treasure for card in cards]
    found = sorted(hauls(cards), key=lambda haul: order.index(haul.treasure))
    each = tuple(Item(f"{haul.points}", (haul.treasure,) * haul.symbols) for haul in found)
    return (*_between(each, "+"), Item(f"= {points(cards)}"))


def _guarded(cards: tuple[Card, ...]) -> tuple[Item, ...]:
    """Return the amulets of a hand against its guardians."""
    centres = tuple(card.centre for card in cards)
    sides = (
        Item("", tuple(centre for centre in centres if centre == "amulet")),
        Item("", tuple(centre for centre in centres if centre in GUARDIANS)),
    )
    return _between(sides, ":")


def _scores(table: Table) -> tuple[Item, ...]:
    """Return everybody's score, and the score that ends the game."""
    state: State = table.playing.state
    seats = zip(table.colours, state.scores, strict=True)
    return (*(Item(f"{score}", colour=colour) for colour, score in seats), Item(f"{state.finish}", ("trophy",)))


def _scores_and_cards(table: Table) -> tuple[Item, ...]:
    """Return everybody's score and face-down cards."""
    state: State = table.playing.state
    seats = zip(table.colours, state.scores, state.cards, strict=True)
    return tuple(
        item
        for colour, score, cards in seats
        for item in (Item(f"{score}", colour=colour), Item(f"{cards}", ("card",)))
    )


STEPS: tuple[LessonStep, ...] = (
    LessonStep(
        words("The aim"),
        words("Treasure symbols are points. The first to reach 35, or 30 with six players, ends the game."),
        words("How do you get cards?"),
        _scores,
        (
            Answer(words("Loot a pile"), wish=Explore(YOU, "left")),
            Answer(words("Run"), words("You have no cards to run with yet."), Secure(YOU)),
        ),
    ),
    LessonStep(
        words("Your first card"),
        words("A red card: three vases. You look at it in secret and lay it face down."),
        words("What next?"),
        (slot(FIRST), *signs("card_red", "look_away")),
        (
            Answer(words("It is the next player's turn")),
            Answer(words("Loot again"), words("One action a turn."), Explore(YOU, "left")),
        ),
        played=_looted(YOU),
    ),
    LessonStep(
        words("Counting"),
        words("Later you run with these three cards."),
        words("What do the four vases score?"),
        _hand(YOURS),
        (
            Answer(words("4 points"), words("There are vases on two cards, so they count double.")),
            Answer(words("8 points")),
        ),
        played=(*_looted(BO, CHLOE, YOU, BO, CHLOE, YOU, BO, CHLOE), Secure(YOU)),
    ),
    LessonStep(
        words("Ten points"),
        words("Chests are on one card only, so they do not double: 10 in all. Guardians do nothing here."),
        words("What happens to the cards?"),
        _reckoned(YOURS),
        (
            Answer(words("All are discarded")),
            Answer(words("You keep some"), words("You run with all of your cards.")),
        ),
        played=(Reveal(YOU, YOURS),),
    ),
    LessonStep(
        words("Awaken"),
        words("You have a card, so you may awaken Bo's guardians. Bo's cards show this."),
        words("What happens?"),
        _guarded(BOS),
        (
            Answer(words("Bo is caught")),
            Answer(words("The amulet saves Bo"), words("Three guardians beat one amulet, so it does nothing.")),
        ),
        played=(
            Awaken(BO, CHLOE),
            Reveal(CHLOE, CHLOES_FIRST),
            *_looted(CHLOE, YOU, BO, CHLOE),
            Awaken(YOU, BO),
        ),
    ),
    LessonStep(
        words("What you get"),
        words("Werewolf: draw a card from each pile, keep what you like. Frank: an extra turn."),
        words("Bo had two Franks: how many extra turns?"),
        _between(tuple(Item("", (guardian,)) for guardian in guardians(BOS)), "›"),
        (
            Answer(words("One turn")),
            Answer(words("Two turns"), words("Each kind counts once.")),
        ),
        played=(Reveal(BO, BOS),),
    ),
    LessonStep(
        words("The usual mistake"),
        words("Chloé's cards: an amulet, and a mummy that would score them for you."),
        words("What happens?"),
        _guarded(CHLOES),
        (
            Answer(words("Nothing"), words("A tie is an escape, and whoever escapes scores.")),
            Answer(words("Chloé escapes and scores")),
        ),
        played=(Keep(YOU, ("left",)), Awaken(YOU, CHLOE)),
    ),
    LessonStep(
        words("The end"),
        words("Bo reaches 36: the game ends at once, even during your turn. All face-down cards are revealed."),
        words("Do they score?"),
        _scores_and_cards,
        (
            Answer(words("Yes, as if you ran")),
            Answer(words("No"), words("Do not give up too early: the last cards may decide it all.")),
        ),
        played=(
            Reveal(CHLOE, CHLOES),
            *_looted(*(BO, CHLOE, YOU) * 5, BO, CHLOE),
            Awaken(YOU, BO),
            Reveal(BO, BOS_LAST),
        ),
    ),
)
"""The answer without a reason is the right one."""


def _header() -> Header:
    return Header(1, "maudite_momie", (YOU, BO, CHLOE))


LESSON = Lesson("maudite_momie", _header, ("red", "blue", "yellow"), STEPS)


ON_THE_TRACK, BEFORE_ITS_PLAYER = Item("0", colour="red"), Item("", ("player",), colour="red")
"""The two tokens of one colour."""

SET_UP: tuple[SetUpStep, ...] = (
    SetUpStep(
        words("Two piles"),
        words(
            "Shuffle all 54 cards and split them into two face-down piles of 27, side by side. Leave "
            "room for a discard pile."
        ),
        signs("card_red =12", "card_yellow =18", "card_green =24", "=›", "pile pile"),
    ),
    SetUpStep(
        words("Tokens"),
        words(
            "Each player takes two tokens of the same colour: put one on the 0 of the score track in "
            "the box, keep the other in front of you."
        ),
        (ON_THE_TRACK, BEFORE_ITS_PLAYER),
    ),
    SetUpStep(
        words("Cards and tokens"),
        words(
            "Shuffle all 54 cards and split them into two face-down piles of 27. Put one token of each "
            "player on the 0 of the score track."
        ),
        (*signs("card_red card_yellow card_green", "=›", "pile pile"), ON_THE_TRACK, BEFORE_ITS_PLAYER),
        readers="known",
    ),
    SetUpStep(
        words("Your own cards"),
        words("Look at your own cards whenever you like, but show them to nobody until they are revealed."),
        signs("card", "player look", "players look_away"),
    ),
    SetUpStep(
        words("Who begins"),
        words("Whoever last saw a film with a mummy in it. If the device names somebody else, go back and choose."),
        signs("screen mummy", "=›", "player"),
        readers="all",
    ),
)
"""What lies where before a game."""


TOPICS: dict[str, Topic] = {
    "turn": Topic(
        ("L01",),
        words("One of three actions"),
        (
            words(
                "On your turn you loot, run or awaken: one of the three, and you cannot pass. Then the "
                "player on your left takes a turn."
            ),
        ),
        signs("explore", "secure", "awaken"),
    ),
    "loot": Topic(
        ("L06", "L30"),
        words("Loot"),
        (
            words(
                "Take the top card of either pile, look at it in secret and lay it face down in front "
                "of you, beside your others. Keep as many as you dare; everybody may see the backs and "
                "count them."
            ),
        ),
        signs("pile", "explore", "card"),
    ),
    "empty": Topic(
        ("L20", "L22", "L33"),
        words("A pile runs out"),
        (
            words(
                "Shuffle the other pile and all discards and make two new piles; an odd card goes left. "
                "Players keep their cards. If the count here differs, say so in the menu. With neither "
                "card nor pile you are passed over."
            ),
        ),
        signs("discard", "redo", "pile pile"),
    ),
    "two": Topic(
        ("L02",),
        words("With two players"),
        (
            words(
                "With two players you may awaken without a card of your own. That is the only "
                "difference: to run you still need one."
            ),
        ),
        signs("player player", "awaken"),
    ),
    "run": Topic(
        ("L07",),
        words("Run"),
        (
            words(
                "Turn over all your cards, score their treasures and discard them. Guardians and amulets do "
                "nothing here."
            ),
        ),
        signs("card card", "secure", "trophy"),
    ),
    "score": Topic(
        ("L08", "L09", "L10"),
        words("What treasures score"),
        (
            words(
                "Each symbol is a point. A treasure on two or more cards counts double, but never "
                "triple. Three symbols on just one card do not double."
            ),
        ),
        signs("=(", "vase vase vase", "=+", "vase", "=) ×2 +", "chest chest", "== 10"),
    ),
    "awaken": Topic(
        ("L03", "L04", "L05"),
        words("Awaken"),
        (
            words(
                "Turn over all the cards of another player who has some. You need a card of your own, "
                "but you neither show nor lose it."
            ),
        ),
        signs("awaken", "card card"),
    ),
    "caught": Topic(
        ("L12", "L13", "L15"),
        words("Caught, or escaped?"),
        (
            words("More guardians than amulets: caught. The cards are lost, and the amulets do nothing."),
            words("A tie (even 0–0) or more amulets: escaped. They score at once as if they ran; you get nothing."),
        ),
        signs("mummy frank", "=>", "amulet"),
    ),
    "benefits": Topic(
        ("L11", "L14", "L16"),
        words("What guardians bring"),
        (
            words(
                "Each kind counts once, in this order. The Mummy scores the caught cards for you, but "
                "not together with your own; then they are discarded."
            ),
        ),
        signs("mummy", "=›", "werewolf", "=›", "frank"),
    ),
    "werewolf": Topic(
        ("L17", "L21"),
        words("Werewolf"),
        (
            words(
                "Look at the top card of each pile. Keep both, one or none, face down; discard the "
                "rest. An empty pile is rebuilt only afterwards."
            ),
        ),
        signs("werewolf", "pile pile", "=›", "card card"),
    ),
    "frank": Topic(
        ("L18",),
        words("Frank"),
        (
            words(
                "Frank gives you one extra turn, at once, even if there are two Franks. Frank in a "
                "later hand gives another."
            ),
        ),
        signs("frank", "=+", "player"),
    ),
    "end": Topic(
        ("L24", "L25", "L28"),
        words("The end"),
        (
            words(
                "Reaching or passing 35, or 30 with six players, ends the game at once, on anybody's "
                "turn. Guardians that have not acted yet do nothing, and nobody gets a last turn."
            ),
        ),
        signs("trophy =35", "player player player player player player =30"),
    ),
    "final": Topic(
        ("L26", "L27"),
        words("The last cards"),
        (
            words(
                "Cards still face down are revealed and score as if you ran. The highest total wins; a "
                "tie is shared. A house rule says whether the player who ended the game reveals too."
            ),
        ),
        signs("card card", "=›", "trophy"),
    ),
    "keys": Topic(
        (),
        words("Buttons on the page"),
        (
            words(
                "Each button is drawn beside what it chooses. If ✓ stands in a ring, hold it: it awakens the "
                "largest hand at once."
            ),
        ),
        signs("up", "hold_ok", "down"),
        BUTTON_CONTROLS,
    ),
    "keys of cards": Topic(
        (),
        words("Buttons for cards"),
        (
            words(
                "Each button is drawn beside what it chooses. If several cards share one, the page then asks "
                "which. A card just like the last one has a button of its own."
            ),
        ),
        signs("up", "ok", "down"),
        BUTTON_CONTROLS,
    ),
    "knob of cards": Topic(
        (),
        words("Cards by the knob"),
        (
            words(
                "Turn to what the card shows, then push. If several cards lie together, the page then asks which. "
                "A card just like the last one lies by itself."
            ),
        ),
        signs("knob", "=›", "ok"),
        ("encoder",),
    ),
    "another": Topic(
        (),
        words("Another guardian?"),
        (
            words(
                "After a guardian or an amulet come its treasures. If the hand has another one, choose the plus "
                "first. The order of the cards does not matter."
            ),
        ),
        signs("frank", "=›", "plus", "=›", "amulet"),
    ),
    "backs": Topic(
        ("L31",),
        words("The backs warn you"),
        (
            words(
                "In a fresh deck, 1 in 4 green cards hides a guardian, 1 in 3 yellow ones and 1 in 2 red "
                "ones. Once cards are gone, it is only a rough guide. Riskier cards show more treasures."
            ),
        ),
        signs("card_green =1/4", "card_yellow =1/3", "card_red =1/2"),
    ),
}
"""Each explanation by its name."""
