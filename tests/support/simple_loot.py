"""People at Maudite Momie who play plainly: they secure a dangerous hand, and awaken a large one."""

import random

from firmware_py.desk.self_play.maudite_momie import Cards
from firmware_py.games.maudite_momie import rules
from firmware_py.games.maudite_momie.state import AnyAction, Awaken, Card, Explore, Keep, Secure, State, guardians


class SeededTable:
    """A table of players with a simple plan, and seeded cards."""

    def __init__(self, players: tuple[str, ...], seed: int) -> None:
        """Shuffle the cards."""
        self._chance = random.Random(seed)
        self._cards = Cards(players, self._chance)

    def next_action(self, state: State) -> AnyAction:
        """The next action at this table; the cards are moved accordingly."""
        return self._cards.observe(state) or self._cards.fulfil(state, self._choose(state))

    def _choose(self, state: State) -> AnyAction:
        legal = rules.legal_actions(state)
        if state.phase == "keep":
            return max((act for act in legal if isinstance(act, Keep)), key=lambda act: len(act.kept))
        return self._plan(state, legal)

    def _plan(self, state: State, legal: tuple[AnyAction, ...]) -> AnyAction:
        """Secure a hand that has become dangerous, awaken a large one, else explore."""
        if Secure(state.active) in legal and _is_dangerous(self._cards.hand(state.active)):
            return Secure(state.active)
        targets = [act for act in legal if isinstance(act, Awaken) and state.cards[state.seat(act.target)] >= 2]
        if targets and self._chance.random() < 0.5:
            return self._chance.choice(targets)
        return self._chance.choice([act for act in legal if isinstance(act, Explore)] or list(legal))


def _is_dangerous(hand: tuple[Card, ...]) -> bool:
    """Whether a hand is large, or has guardians and is worth awakening."""
    return len(hand) >= 3 or (len(hand) == 2 and bool(guardians(hand)))
