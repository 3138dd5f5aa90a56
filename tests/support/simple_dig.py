"""People at L'or du pharaon who play plainly: each goes for the nearest treasure."""

import random
from collections.abc import Iterable

from firmware_py.bots.seat import Seen, TurnCard, TurnedCard, Wish
from firmware_py.desk.self_play.or_du_pharaon import Cards
from firmware_py.games.or_du_pharaon import rules
from firmware_py.games.or_du_pharaon.legality import legal_actions, reveal_targets, targets, why_no_end
from firmware_py.games.or_du_pharaon.state import (
    LOST,
    START,
    AnyAction,
    Cell,
    EndTurn,
    Figure,
    Move,
    PickUp,
    PlaceLantern,
    Reveal,
    Rotate,
    State,
    Steal,
    neighbours_of,
    turn_sides,
)
from firmware_py.pages.or_du_pharaon.turn_page import frontier, towards


class Planner:
    """A player who takes the nearest treasure."""

    def __init__(self, chance: random.Random) -> None:
        """Decide with this generator where nothing else decides."""
        self._chance = chance

    def wish(self, seen: Seen) -> Wish:
        """Its next action, or how it lays the card that was turned over."""
        state: State = seen.state
        if seen.turned is not None:
            return _lay_card(state, seen.turned)
        return (
            _free(state) or _porter(state) or self._archaeologist(state) or self._unlock(state) or EndTurn(state.active)
        )

    def _archaeologist(self, state: State) -> AnyAction | TurnCard | None:
        if state.team.archaeologist == LOST or not state.actions_left:
            return None
        hidden = reveal_targets(state)
        loose = [item.cell for item in state.loose]
        goals = (START,) if state.team.carrying is not None else loose
        if goals and (found := _towards(state, goals)):
            return found
        if hidden:  # for who carries something as well: a new card may lead round the walls
            return TurnCard(state.active, hidden[0])
        return _towards(state, frontier(state))

    def _unlock(self, state: State) -> AnyAction | None:
        """Rotate a card at random when the archaeologist is stuck, or move the porter to where that may help."""
        if LOST in (state.team.archaeologist, state.team.porter) or not state.actions_left:
            return None
        edge = _edge(state)
        rotations = [
            act
            for act in legal_actions(state)
            if isinstance(act, Rotate) and why_no_end(rules.apply(state, act)[0]) is None
        ]
        if self._chance.random() < 0.5:  # the card that blocks the path may lie anywhere
            trials: list[AnyAction] = [
                *rotations,
                *(Move(state.active, "porter", to) for to in targets(state, "porter")),
            ]
            return self._chance.choice(trials) if trials else None
        turns = [act for act in rotations if act.at in edge]
        return self._chance.choice(turns) if turns else _towards(state, edge, "porter")


class SeededTable:
    """A table of such players with seeded cards."""

    def __init__(self, players: tuple[str, ...], seed: int) -> None:  # noqa: ARG002 - every table is given its players
        """Shuffle the cards."""
        chance = random.Random(seed)
        self._cards, self._planner = Cards(chance), Planner(chance)

    def next_action(self, state: State) -> AnyAction:
        """The next action at this table."""
        if photo := self._cards.observe(state):
            return photo
        seen = Seen("or_du_pharaon", state.active, state)
        found = self._cards.fulfil(state, self._planner.wish(seen))
        if not isinstance(found, TurnedCard):
            return found
        return _lay_card(state, found)


def _lay_card(state: State, card: TurnedCard) -> Reveal:
    """Lay a card so that the archaeologist can enter, and as many face-down cards as possible lie beyond."""
    worth = {
        side: 9 if other == state.team.archaeologist else 1 if other in state.pyramid.openings else 2
        for side, other in neighbours_of(state.setup.start)[card.at].items()
    }
    lain = [turn_sides(card.open, turns) for turns in range(4)]
    best = max(lain, key=lambda open_sides: sum(points for side, points in worth.items() if side in open_sides))
    return Reveal(state.active, card.at, best, card.chamber)


def _free(state: State) -> AnyAction | None:
    """The best free act, if any: a treasure that can be picked up or stolen."""
    free = [action for action in legal_actions(state) if isinstance(action, PickUp | Steal)]
    return free[-1] if free else None


def _porter(state: State) -> AnyAction | None:
    """Spend the last action of a turn on a lantern, or follow the archaeologist."""
    team = state.team
    if state.actions_left != 1 or state.collapse.status == "falling" or team.supply <= 2:
        return None
    if PlaceLantern(state.active) in legal_actions(state):
        return PlaceLantern(state.active)
    if LOST in (team.archaeologist, team.porter) or _towards(state, frontier(state)) is None:
        return None
    return _towards(state, (team.archaeologist,), "porter")


def _edge(state: State) -> list[Cell]:
    """The face-up cards that touch a face-down one, open towards it or not."""
    openings, touching = state.pyramid.openings, neighbours_of(state.setup.start)
    return [
        cell
        for cell in openings
        if any(other not in openings and state.card(other) for other in touching[cell].values())
    ]


def _towards(state: State, goals: Iterable[Cell], figure: Figure = "archaeologist") -> Move | None:
    """The move that comes nearest to one of `goals`, or None if none comes nearer."""
    to = towards(state, goals, figure)
    return None if to is None else Move(state.active, figure, to)
