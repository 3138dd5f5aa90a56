"""What a game of Maudite Momie looks like: the score track, the hand that is entered, the final ranking."""

from __future__ import annotations

from collections.abc import Callable

from display.view import Item, Menu, Race, RankedPlayer, Seat
from firmware_py.games.maudite_momie.actions import Awaken, Explore, ReportEmpty, Reveal, Secure
from firmware_py.games.maudite_momie.cards import Card, Haul, guardians, hauls, points
from firmware_py.games.maudite_momie.state import State
from firmware_py.games.session import Step
from firmware_py.pages.table import Table
from firmware_py.printable import printable
from firmware_py.words import Say, Words, plain, words, words_n

TREASURES_COUNTED: dict[str, Callable[[int], Words]] = {
    "chest": lambda count: words_n("{count} chest", "{count} chests", count),
    "vase": lambda count: words_n("{count} vase", "{count} vases", count),
    "cup": lambda count: words_n("{count} cup", "{count} cups", count),
    "crown": lambda count: words_n("{count} crown", "{count} crowns", count),
    "scarab": lambda count: words_n("{count} scarab", "{count} scarabs", count),
    "mask": lambda count: words_n("{count} mask", "{count} masks", count),
}
CENTRE_WORDS: dict[str, Words] = {
    "empty": words("nothing"),
    "amulet": words("amulet"),
    "mummy": words("Mummy"),
    "werewolf": words("Werewolf"),
    "frank": words("Frank"),
}


def card_count(count: int) -> Words:
    """Return so many cards in words."""
    return words_n("{count} card", "{count} cards", count)


def race(choices: Menu, table: Table) -> Race:
    """Return the score track with everybody's token and the choices inside it."""
    state: State = table.playing.state
    seats = tuple(
        Seat(printable(player), table.colours[seat], state.scores[seat], state.cards[seat], active=seat == state.turn)
        for seat, player in enumerate(state.players)
    )
    return Race(state.finish, seats, choices)


def places(table: Table) -> tuple[RankedPlayer, ...]:
    """Return the players by their totals; equal totals share a place."""
    state: State = table.playing.state
    by_score = sorted(range(len(state.players)), key=lambda seat: -state.scores[seat])
    best = max(state.scores)
    return tuple(
        RankedPlayer(
            place=1 + sum(score > state.scores[seat] for score in state.scores),
            name=printable(state.players[seat]),
            colour=table.colours[seat],
            score=state.scores[seat],
            remark=table.say(_remark(state, seat, best)),
        )
        for seat in by_score
    )


def _remark(state: State, seat: int, best: int) -> Words:
    if state.scores[seat] < best:
        return words_n("{count} point behind", "{count} points behind", best - state.scores[seat])
    if state.scores.count(best) > 1:
        return words("shares the victory")
    return words("wins")


def slot(card: Card) -> Item:
    """Return a card as its slot shows it."""
    centre = () if card.centre == "empty" else (card.centre,)
    return Item("", icons=(*(card.treasure,) * card.count, *centre))


def reckoning(cards: tuple[Card, ...], say: Say) -> tuple[str, ...]:
    """Return what a hand scores: a line for each treasure, then the total."""
    lines = [say(_haul_words(haul)) for haul in hauls(cards)]
    return (*lines, say(words_n("{count} point in all", "{count} points in all", points(cards))))


def _haul_words(haul: Haul) -> Words:
    treasures = TREASURES_COUNTED[haul.treasure](haul.symbols)
    if haul.doubled:
        return words("{treasures} × 2 = {points}", treasures=treasures, points=haul.points)
    return words("{treasures} = {points}", treasures=treasures, points=haul.points)


def icons_of(step: Step) -> tuple[str, ...]:
    """Return the pictures of an action: the looted pile, or the first guardian or card turned over."""
    match step.action:
        case Explore(pile=pile):
            return ("explore", pile)
        case Secure():
            return ("secure",)
        case Awaken():
            return ("awaken",)
        case ReportEmpty():
            return ("pile",)
        case Reveal(cards=cards):
            shown = (*guardians(cards), *(card.treasure for card in cards))
            return ("card", *shown[:1])
    return ("werewolf",)


def who_follows(state: State) -> tuple[Words, ...]:
    """Return for the final reveal who turns over next, and who has cards and need not (L26, L27)."""
    if state.phase != "final_reveal":
        return ()
    others = tuple(plain(state.players[seat]) for seat in state.revealing[1:])
    follow = (words("Then: {players}", players=others),) if others else ()
    if state.excused is None:
        return follow
    return (*follow, words("{player} ended the game and keeps the cards hidden.", player=state.excused))
