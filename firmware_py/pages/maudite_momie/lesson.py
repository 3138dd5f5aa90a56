"""Three minutes of Maudite Momie: a little game in which each step asks for one answer."""

from __future__ import annotations

from display.view import Item
from firmware_py.games.maudite_momie.actions import PILES, AnyAction, Awaken, Explore, Keep, Reveal, Secure
from firmware_py.games.maudite_momie.cards import GUARDIANS, Card, guardians, hauls, points
from firmware_py.games.maudite_momie.setup import Header
from firmware_py.games.maudite_momie.state import State
from firmware_py.pages.lesson import Answer, Lesson, LessonStep
from firmware_py.pages.maudite_momie.pictures import slot
from firmware_py.pages.table import Table
from firmware_py.pages.topics import signs
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
