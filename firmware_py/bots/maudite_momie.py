"""The box plays Maudite Momie blind: its cards lie face down, and nobody ever looks at them.

It decides by numbers of cards and by backs, as far as people told them: each back hides a guardian with a known chance.
What a hand is worth over the turns to come is computed once for a table, as for the dice game Pig: with each hand, is
it better to secure it, or to take one card more and wait whether somebody awakens it?
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

import msgspec

from firmware_py.bots.levels import heat_of
from firmware_py.bots.seat import Seen, Thought, Wish, chance_of, draw_option, percent
from firmware_py.games.maudite_momie.events import Awakened, Explored, KeptCards, Securing
from firmware_py.games.maudite_momie.rules import legal_actions
from firmware_py.games.maudite_momie.state import (
    BACKS,
    DECK_SIZE,
    GUARDIANS_OF_A_COLOUR,
    IN_DECK,
    TREASURES,
    AnyAction,
    Awaken,
    Explore,
    Keep,
    Secure,
    State,
)
from firmware_py.words import Words, decimal, words

Hand: TypeAlias = "tuple[int, int, int]"
"""How many cards of each of `BACKS` a hand has."""

NOTHING: Hand = (0, 0, 0)
SHARES = tuple(IN_DECK[back] / DECK_SIZE for back in BACKS)
GUARDED = tuple(GUARDIANS_OF_A_COLOUR / IN_DECK[back] for back in BACKS)
"""The chance that a card with a back of that colour hides a guardian."""
SYMBOLS = (1.5, 1.9, 2.3)
"""Average treasures on a card by its back, guessed, as no public list tells: the riskier the back, the more."""
AMULETS = 0.15
"""Share of all cards that show an amulet, about."""
MOST_CARDS = 8
"""Larger hands are not planned for."""
AWOKEN = (0.0, 0.16, 0.53, 0.7, 0.82, 0.9, 0.92, 0.92, 0.92)
"""How likely a hand is awakened before its player's next turn, by its number of cards, at a table of two."""
A_TURN = 2.2
"""Points a turn is worth, about; the search for the true figure starts here."""
DENIED = 0.12
"""What a point is worth that another does not get."""
DENIED_AT_LAST, DENIED_THE_LEADER, DENIED_OTHERS = 2.5, 1.3, 0.9
"""How much more it is worth where those points would end the game, of whoever leads, and of the others."""
DRAWN = 3.4
"""Points that a werewolf's draw is worth, about."""
GIVEN, GIVEN_AT_LAST = 0.04, 6
"""What it costs to let somebody escape, who then scores at once; and how much more where that ends the game."""
ROUNDS = 60
"""After so many the values of hands change no more."""
LAST_GAIN, LAST_LOSS = 6.0, -4.0
"""What it adds to end the game, ahead or behind."""


class Odds(msgspec.Struct, frozen=True):
    """What a hand of such backs holds."""

    points: float
    caught: float
    """The chance that it is caught if it is awakened."""
    mummy: float
    """The chance that a certain guardian is in it, if it is caught."""


def decide(seen: Seen, level: int, seed: str) -> Wish:
    """The action; a card that is explored is laid face down before the box, and nobody looks at it."""
    state: State = seen.state
    players = len(state.players)
    if state.phase == "keep":
        return max(keeps(state), key=lambda act: len(act.kept))
    weighed = Weighed(state, hands_of(seen), plan_for(players))
    options = [(weighed.worth(act), act) for act in legal_actions(state)]
    return draw_option(options, heat_of("momie", players, level), chance_of(seen, seed))


def explain(seen: Seen, act: Wish, seed: str) -> Thought | None:  # noqa: ARG001 - as every player is asked
    """What the own cards may hold, by their backs alone, and what each action is worth."""
    state: State = seen.state
    if state.phase != "turn" or isinstance(act, Keep):
        return None
    hands = hands_of(seen)
    weighed = Weighed(state, hands, plan_for(len(state.players)))
    choices = tuple((label(other), weighed.worth(other)) for other in legal_actions(state))
    held = odds(_guess_backs(hands[state.turn]))
    if not hands[state.turn]:
        return Thought(words("No cards lie there: it weighs what others may lose."), choices=choices)
    why = words(
        "By their backs, the cards are worth about {points} points. Chance of losing them if awakened: {share}%.",
        points=decimal(f"{held.points:.1f}"),
        share=percent(held.caught),
    )
    return Thought(why, choices=choices)


def label(act: AnyAction) -> Words:
    """An action in a list of them."""
    match act:
        case Explore(pile="left"):
            return words("Loot: left pile")
        case Explore():
            return words("Loot: right pile")
        case Awaken(target=target):
            return words("Awaken {target}", target=target)
    return words("Run")


def keeps(state: State) -> Iterator[Keep]:
    """Yield which of the cards that a werewolf drew can be kept."""
    return (act for act in legal_actions(state) if isinstance(act, Keep))


def hands_of(seen: Seen) -> list[list[int | None]]:
    """The cards before each player by the number of their back, as far as it was told."""
    state: State = seen.state
    hands: dict[str, list[int | None]] = {player: [] for player in state.players}
    for event in seen.heard:
        match event:
            case Explored(player=player, back=back):
                hands[player].append(BACKS.index(back) if back else None)
            case KeptCards(player=player, backs=backs):
                hands[player] += [BACKS.index(back) if back else None for back in backs]
            case Securing(player=player) | Awakened(target=player):
                hands[player] = []
    return list(hands.values())


@lru_cache(maxsize=1000)
def odds(hand: Hand) -> Odds:
    """What a hand of such backs holds."""
    cards = sum(hand)
    if not cards:
        return Odds(0.0, 0.0, 0.0)
    doubled = 2 - (1 - 1 / len(TREASURES)) ** (cards - 1)
    points = sum(count * symbols for count, symbols in zip(hand, SYMBOLS, strict=True)) * doubled
    surplus, none = {0: 1.0}, 1.0
    for count, guarded in zip(hand, GUARDED, strict=True):
        none *= (1 - guarded / 3) ** count
        for _ in range(count):
            after: dict[int, float] = {}
            for more, chance in surplus.items():
                for step, share in ((1, guarded), (-1, AMULETS), (0, 1 - AMULETS - guarded)):
                    after[more + step] = after.get(more + step, 0.0) + chance * share
            surplus = after
    caught = sum(chance for more, chance in surplus.items() if more > 0)
    return Odds(points, caught, min(1.0, (1 - none) / max(caught, 1e-9)))


def with_card(hand: Hand, back: int) -> Hand:
    """A hand with one card more."""
    green, yellow, red = (count + (place == back) for place, count in enumerate(hand))
    return green, yellow, red


class Plan(msgspec.Struct, frozen=True):
    """What hands are worth at a table, in points, beside having none."""

    awoken: tuple[float, ...]
    """How likely a hand of so many cards is awakened until its player's next turn."""
    values: dict[Hand, float]
    turn: float
    """What a turn is worth."""

    def waiting(self, hand: Hand) -> float:
        """What a hand is worth that lies there until the next turn."""
        risk, held = self.awoken[min(sum(hand), MOST_CARDS)], odds(hand)
        spared = self.values.get(hand, held.points)
        escaped = held.points + self.turn
        return (1 - risk) * spared + risk * (
            (1 - held.caught) * escaped - held.caught * DENIED * held.mummy * held.points
        )


@lru_cache(maxsize=8)
def plan_for(players: int) -> Plan:
    """The plan for a table of so many: the more there are, the likelier somebody awakens a hand."""
    awoken = tuple(1 - (1 - chance) ** ((players - 1) ** 0.5 / 1.4) for chance in AWOKEN)
    sizes = range(MOST_CARDS + 1)
    hands: list[Hand] = [
        (green, yellow, red)
        for red in sizes
        for yellow in sizes
        for green in sizes
        if red + yellow + green <= MOST_CARDS
    ]
    plan = Plan(awoken, dict.fromkeys(hands, 0.0), A_TURN)
    pairs = [(one, other, SHARES[one] * SHARES[other]) for one in range(3) for other in range(3)]
    for _ in range(ROUNDS):
        better = {hand: _best(plan, hand, pairs) - plan.turn for hand in hands}
        drift = better[NOTHING]
        plan = Plan(awoken, {hand: value - drift for hand, value in better.items()}, plan.turn + 0.5 * drift)
    return plan


def _best(plan: Plan, hand: Hand, pairs: list[tuple[int, int, float]]) -> float:
    """What a hand is worth at the beginning of a turn: secured, or with the better of two cards."""
    secured = odds(hand).points if sum(hand) else -99.0
    if sum(hand) >= MOST_CARDS:
        return secured
    taken = [plan.waiting(with_card(hand, back)) for back in range(3)]
    return max(secured, sum(share * max(taken[one], taken[other]) for one, other, share in pairs))


class Weighed:
    """What each action is worth to the player whose turn it is."""

    def __init__(self, state: State, hands: list[list[int | None]], plan: Plan) -> None:
        """Guess at backs that nobody told: as there are in the deck."""
        self._state, self._plan = state, plan
        self._hands = [_guess_backs(hand) for hand in hands]
        self._own = self._hands[state.turn]

    def worth(self, act: AnyAction) -> float:
        """What an action is worth, in points."""
        state, plan, held = self._state, self._plan, odds(self._own)
        match act:
            case Secure():
                total = state.scores[state.turn] + held.points
                if total < state.finish:
                    return held.points
                return held.points + (LAST_GAIN if total > self._best_rival() else LAST_LOSS)
            case Explore():
                return sum(share * plan.waiting(with_card(self._own, back)) for back, share in enumerate(SHARES))
            case Awaken(target=target):
                return self._awaken_worth(state.seat(target)) + plan.waiting(self._own)
        return 0.0

    def _best_rival(self) -> float:
        state = self._state
        return max(
            score + odds(self._hands[seat]).points for seat, score in enumerate(state.scores) if seat != state.turn
        )

    def _awaken_worth(self, seat: int) -> float:
        """What it is worth to awaken a player's cards."""
        state, plan, there = self._state, self._plan, odds(self._hands[seat])
        ends = state.scores[seat] + there.points >= state.finish - 1
        leads = state.scores[seat] == max(state.scores)
        denied = DENIED * (DENIED_AT_LAST if ends else 1.0) * (DENIED_THE_LEADER if leads else DENIED_OTHERS)
        benefits = there.points + DRAWN + plan.turn  # of the mummy, the werewolf and Frank
        caught = there.mummy * benefits + denied * there.points
        given = (1 - there.caught) * GIVEN * denied * plan.turn * (GIVEN_AT_LAST if ends else 1)
        return there.caught * caught - given


def _guess_backs(hand: list[int | None]) -> Hand:
    known = [hand.count(back) for back in range(3)]
    unknown = hand.count(None)
    red, yellow = round(unknown * SHARES[2]), round(unknown * SHARES[1])
    return known[0] + unknown - red - yellow, known[1] + yellow, known[2] + red
