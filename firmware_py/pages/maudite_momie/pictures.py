"""What a game of Maudite Momie looks like: the score track, the hand that is entered, the final ranking."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from display.view import Item, Menu, PlayerHistory, Race, RankedPlayer, ScoreHistory, Seat
from firmware_py.games.maudite_momie.events import Caught, Scored
from firmware_py.games.maudite_momie.state import (
    Awaken,
    Card,
    Explore,
    Haul,
    Leave,
    ReportEmpty,
    Reveal,
    Secure,
    State,
    guardians,
    hauls,
    points,
)
from firmware_py.games.session import Session, Step
from firmware_py.pages.interface import PageContext
from firmware_py.pages.texts import Texts
from firmware_py.words import Say, Words, plain, printable, words, words_n

TITLE = words("Loot N Run")

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
    """A number of cards in words."""
    return words_n("{count} card", "{count} cards", count)


def race(choices: Menu, table: PageContext) -> Race:
    """The score track with everybody's token and the choices inside it."""
    state: State = table.playing.state
    seats = tuple(
        Seat(
            printable(player),
            table.colours[seat],
            state.scores[seat],
            state.cards[seat],
            active=seat == state.turn,
            is_gone=player in state.gone,
        )
        for seat, player in enumerate(state.players)
    )
    return Race(state.finish, seats, choices)


def places(table: PageContext) -> tuple[RankedPlayer, ...]:
    """The players by their totals, last those who have gone home (L32); equal totals share a place."""
    state: State = table.playing.state
    keys = _sort_keys(state)
    return tuple(
        RankedPlayer(
            place=1 + sum(key < keys[seat] for key in keys),
            name=printable(state.players[seat]),
            colour=table.colours[seat],
            score=state.scores[seat],
            remark=table.say(_remark(state, seat)),
        )
        for seat in _best_first(state)
    )


def _sort_keys(state: State) -> list[tuple[bool, int]]:
    return [(player in state.gone, -score) for player, score in zip(state.players, state.scores, strict=True)]


def _best_first(state: State) -> list[int]:
    return sorted(range(len(state.players)), key=_sort_keys(state).__getitem__)


def _remark(state: State, seat: int) -> Words:
    if state.players[seat] in state.gone:
        return words("has gone home")
    totals = [state.scores[state.seat(player)] for player in state.present]
    best = max(totals)
    if state.scores[seat] < best:
        return words_n("{count} point behind", "{count} points behind", best - state.scores[seat])
    if totals.count(best) > 1:
        return words("shares the victory")
    return words("wins")


def slot(card: Card) -> Item:
    """A card as its slot shows it."""
    centre = () if card.centre == "empty" else (card.centre,)
    return Item("", icons=(*(card.treasure,) * card.count, *centre))


def reckoning(cards: tuple[Card, ...], say: Say) -> tuple[str, ...]:
    """What a hand scores: a line for each treasure, then the total of several."""
    lines = [say(_haul_words(haul)) for haul in hauls(cards)]
    return (
        tuple(lines)
        if len(lines) == 1
        else (*lines, say(words_n("{count} point in all", "{count} points in all", points(cards))))
    )


def _haul_words(haul: Haul) -> Words:
    treasures = TREASURES_COUNTED[haul.treasure](haul.symbols)
    if haul.doubled:
        return words("{treasures} × 2 = {points}", treasures=treasures, points=haul.points)
    return words("{treasures} = {points}", treasures=treasures, points=haul.points)


def icons_of(step: Step) -> tuple[str, ...]:
    """The pictures of an action: the looted pile, or the first guardian or card turned over."""
    match step.action:
        case Explore(pile=pile):
            return ("explore", pile)
        case Secure():
            return ("secure",)
        case Awaken():
            return ("awaken",)
        case ReportEmpty():
            return ("pile",)
        case Leave():
            return ("house",)
        case Reveal(cards=cards):
            shown = (*guardians(cards), *(card.treasure for card in cards))
            return ("card", *shown[:1])
    return ("werewolf",)


def who_follows(state: State) -> tuple[Words, ...]:
    """For the final reveal who turns over next, and who has cards and need not (L26, L27)."""
    if state.phase != "final_reveal":
        return ()
    others = tuple(plain(state.players[seat]) for seat in state.revealing[1:])
    follow = (words("Then: {players}", players=others),) if others else ()
    if state.excused is None:
        return follow
    return (*follow, words("{player} ended the game and keeps the cards hidden.", player=state.excused))


KINDS = (words("treasures"), words("doubled"), words("caught others"), words("at the end"))
"""Symbols, what pairs add to them, hands taken by a mummy, and the final reveal."""
TREASURES, DOUBLED, GUARDIANS, FINAL = range(len(KINDS))


def history(table: PageContext) -> ScoreHistory:
    """How the game went, the best first."""
    session = table.playing
    state: State = session.state
    parts = {player: [0] * len(KINDS) for player in state.players}
    for player, kind, scored in _points(session):
        parts[player][kind] += scored
    scores = [session.start.scores, *(step.state.scores for step in session.steps)]
    players = tuple(
        PlayerHistory(
            printable(state.players[seat]),
            table.colours[seat],
            state.scores[seat],
            state.finish,
            tuple(score[seat] for score in scores),
            tuple(parts[state.players[seat]]),
        )
        for seat in _best_first(state)
    )
    return ScoreHistory(players, tuple(map(table.say, KINDS)))


def _points(session: Session) -> Iterator[tuple[str, int, int]]:
    """Yield whose points there were, of which kind, and how many."""
    states = (session.start, *(step.state for step in session.steps))
    for before, step in zip(states, session.steps, strict=False):
        catchers = {event.awakener for event in step.events if isinstance(event, Caught)}
        for event in step.events:
            if not isinstance(event, Scored):
                continue
            if before.phase == "final_reveal":
                yield event.player, FINAL, event.points
            elif event.player in catchers:
                yield event.player, GUARDIANS, event.points
            else:
                symbols = sum(haul.symbols for haul in event.hauls)
                yield event.player, TREASURES, symbols
                yield event.player, DOUBLED, event.points - symbols


TEXTS = Texts("maudite_momie")
