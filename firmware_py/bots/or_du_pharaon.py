"""The box plays L'or du pharaon: it looks ahead over the actions of its own turn, and weighs how the table then stands.

It knows no face-down card: one that it turns over in thought lies open to three sides, and holds an average of what is
still hidden. It never passes for ever: the longer nobody makes headway, the less it may end a turn with actions left,
and the more at random it moves and rotates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TypeAlias

from firmware_py.bots.levels import heat_of
from firmware_py.bots.seat import (
    Seen,
    Thought,
    TurnCard,
    TurnedCard,
    Wish,
    as_heat,
    chance_of,
    draw_option,
    round_alike,
)
from firmware_py.games.or_du_pharaon.consequences import waves
from firmware_py.games.or_du_pharaon.events import Delivered, PhotoKept, Revealed, TurnEnded
from firmware_py.games.or_du_pharaon.legality import (
    is_bust_hidden,
    is_walled_in,
    legal_actions,
    photos_left,
    porters_reach,
    reveal_targets,
)
from firmware_py.games.or_du_pharaon.rules import apply
from firmware_py.games.or_du_pharaon.state import (
    LOST,
    OPPOSITE,
    START,
    AnyAction,
    Cell,
    Disc,
    EndTurn,
    Move,
    PickUp,
    PlaceLantern,
    PutDown,
    Pyramid,
    Reveal,
    Rotate,
    Side,
    State,
    TakeLantern,
    Team,
    neighbours_of,
    turn_sides,
)
from firmware_py.words import words, words_n

Touching: TypeAlias = "Mapping[Cell, Mapping[Side, Cell]]"
Far: TypeAlias = "dict[Cell, int]"
"""How far each card is from one of them."""
Steps: TypeAlias = "list[tuple[Cell, int]]"
"""The cards onto which a step leads from one card, each with what that costs."""

BEAM = 6
"""Positions kept after each act (beam width)."""
MOST_ACTS = 7
"""Free acts included."""
SURE, SOON = 0.92, 0.8
"""What a treasure is worth of its points: carried, and lying loose."""
CLOSED = 2.5
"""Average points of a treasure that was delivered closed."""
FADING, FADING_AT_LAST = 0.95, 0.97
"""How that fades with each step to go: in peace, and once the bust is found."""
RIVAL = 0.4
"""How much a point of the best rival hurts."""
LANTERN, LANTERNS = 0.12, 3
"""What a lantern on a card is worth, and how many of them."""
FRONTIER, FRONTIER_FADING = 0.8, 0.93
"""What it is worth to stand where a card can be turned over, and how that fades with each step."""
CHAMBER, CURIOSITY = 2.6, 0.15
"""What a chamber is worth, its photo and its treasures; and any card."""
WALL, BARRED = 3, 12
"""What a step through a wall counts that the own porter can rotate away, or cannot."""
BUST = 5.0
"""The points of the bust."""
NO_ARCHAEOLOGIST, NO_PORTER = 2.0, 1.0
"""What a lost figure costs."""
APART = 0.015
"""What each step costs by which one's own figures are not as far from the start as the other, in peace."""
PORTER_OUT, ARCHAEOLOGIST_OUT = 0.03, 0.01
"""What each step to the start costs a figure in the countdown."""
LADEN = 0.6
"""How much of the way home with a treasure counts for what comes after it."""
FALLS_PER_STEP, FALLS_TOO_FAR = 0.02, 0.8
"""The chance to fall on the way out: for each step, and where it is too long."""
STEPS_A_WAVE = 3
"""Steps out of a falling pyramid that can be made before the next wave."""
FAR = 40
"""Counts as the distance to a card to which no path leads, nor could lead."""
AN_ACTION = 0.01
"""What an action is worth that is left: nothing is done without a reason."""
ASSUMED = "NES"
"""How a face-down card is thought to be open."""


def decide(seen: Seen, level: int, seed: str) -> Wish:
    """The next act, or the wish that a card is turned over, or how to lay one that was."""
    state: State = seen.state
    heat, chance = heat_of("pharaoh", len(state.players), level), chance_of(seen, seed)
    if seen.turned is not None:
        return draw_option(weigh_laying(state, seen.turned), heat, chance)
    idle = idle_turns(seen)
    options = Search(state, restless=idle > PATIENCE).lines()
    act = draw_option(options, heat + RESTLESS * (max(0, idle - PATIENCE) % CALMED), chance)
    return TurnCard(seen.player, act.at) if isinstance(act, Reveal) else act


def explain(seen: Seen, act: Wish, seed: str) -> Thought | None:  # noqa: ARG001 - as every player is asked
    """How an act compares with the others that could begin the rest of the turn."""
    state: State = seen.state
    worth = {_act_and_cell(state, other): value for value, other in Search(state, restless=False).lines()}
    own = worth.get(_act_and_cell(state, act))
    if own is None or len(worth) == 1:
        return None
    heat = as_heat((place, value) for (_, place), value in worth.items() if place)
    better = sum(value > own for value in worth.values())
    acts = len(worth)
    if not better:
        return Thought(words("It weighed {acts} actions, and none was worth more.", acts=acts), heat)
    more = words_n(
        "It weighed {acts} actions, and {count} was worth more.",
        "It weighed {acts} actions, and {count} were worth more.",
        better,
        acts=acts,
    )
    return Thought(more, heat)


def _act_and_cell(state: State, act: Wish) -> tuple[object, Cell]:
    """What is told from other acts, and the card that it is about; none for the end of a turn."""
    match act:
        case Reveal(at=cell) | TurnCard(at=cell):
            return "reveal", cell
        case Move(to=cell) | Rotate(at=cell):
            return act, cell
        case PlaceLantern() | TakeLantern():
            return act, state.team.porter
        case EndTurn():
            return act, ""
    return act, state.team.archaeologist


PATIENCE = 2
"""After so many of its own turns without headway it grows restless."""
RESTLESS, CALMED = 0.05, 8
"""How much hotter it chooses for each further turn, and after how many it is cool again, to use what it came upon."""
TOGETHER = 0.1
"""How strongly a restless player brings the porter to the archaeologist, whom walls stop."""
HEADWAY = (Revealed, Delivered, PhotoKept)


def idle_turns(seen: Seen) -> int:
    """How many turns the player has ended since anybody made headway: what is stolen can be stolen back for ever."""
    count = 0
    for event in reversed(seen.heard):
        if isinstance(event, HEADWAY):
            break
        count += isinstance(event, TurnEnded) and event.player == seen.player
    return count


def weigh_laying(state: State, card: TurnedCard) -> list[tuple[float, Reveal]]:
    """How a card can be laid: towards the own archaeologist, towards others that are open, or face down."""
    touching, openings = neighbours_of(state.setup.start)[card.at], state.pyramid.openings
    found = []
    for sides in dict.fromkeys(turn_sides(card.open, turns) for turns in range(4)):
        act = Reveal(state.active, card.at, sides, card.chamber)
        worth = sum(_side_worth(state, openings, side, other) for side, other in touching.items() if side in sides)
        if card.chamber or not is_walled_in(apply(state, act)[0]):
            found.append((worth, act))
        else:
            found.append((worth - WALLED_IN, act))
    return found


TOWARDS_OWN, TOWARDS_OPEN, TOWARDS_WALL, TOWARDS_HIDDEN = 9.0, 1.2, -0.2, 1.6
WALLED_IN = 100.0
"""No card is laid so that nobody could ever turn one over again (G55)."""


def _side_worth(state: State, openings: Mapping[Cell, str], side: Side, other: Cell) -> float:
    if other == state.team.archaeologist:
        return TOWARDS_OWN
    if other in openings:
        return TOWARDS_OPEN if OPPOSITE[side] in openings[other] else TOWARDS_WALL
    return TOWARDS_HIDDEN if state.card(other) else 0.0


class Search:
    """The acts of one turn, and where they lead."""

    def __init__(self, state: State, *, restless: bool) -> None:
        """Begin where the table stands now; who is restless does not end the turn while anything else can be done."""
        self._restless = restless
        self._state, self._seat = state, state.turn
        self._touching = neighbours_of(state.setup.start)
        self._maps: dict[int, tuple[Pyramid, Ground]] = {}

    def lines(self) -> list[tuple[float, AnyAction]]:
        """Each act with which the turn can go on, with the value of the best line that begins with it."""
        best: dict[AnyAction, float] = {}
        seen: set[object] = set()
        beam: list[tuple[float, int, State, AnyAction | None, float]] = [(0.0, 0, self._state, None, 0.0)]
        for _ in range(MOST_ACTS):
            longer: list[tuple[float, int, State, AnyAction | None, float]] = []
            for _, _, state, first, hope in beam:
                for act in self._acts(state):
                    self._follow(state, act, first or act, hope, best, longer, seen)
            beam = sorted(longer, key=lambda line: (-line[0], line[1]))[:BEAM]
        useful = {act: value for act, value in best.items() if not self._is_useless(act)}
        best = useful or best
        return [(value, act) for act, value in best.items()]

    def _is_useless(self, act: AnyAction) -> bool:
        """Whether an act only ends the turn of who is restless, or walls everybody or the own figures in (G55)."""
        match act:
            case EndTurn():
                return self._restless
            case Rotate():
                if not is_bust_hidden(self._state):
                    return False
                after = apply(self._state, act)[0]
                was = is_walled_in(self._state, (self._state.team,))
                return is_walled_in(after) or (not was and is_walled_in(after, (after.teams[self._seat],)))
        return False

    def _follow(
        self,
        state: State,
        act: AnyAction,
        first: AnyAction,
        hope: float,
        best: dict[AnyAction, float],
        longer: list[tuple[float, int, State, AnyAction | None, float]],
        seen: set[object],
    ) -> None:
        is_end = isinstance(act, EndTurn)
        after = state if is_end else apply(state, act)[0]
        if isinstance(act, Reveal):
            hope += self._hope(state)
        goes_on = not is_end and after.turn == self._seat and after.phase != "over"
        if goes_on:
            key = after.pyramid.cards, after.teams, after.loose, after.actions_left
            if key in seen:
                return
            seen.add(key)
        value = round_alike(self.value(after) + hope + AN_ACTION * after.actions_left * (goes_on or is_end))
        if goes_on:
            longer.append((value, len(longer), after, first, hope))
        if first not in best or value > best[first]:
            best[first] = value

    def _acts(self, state: State) -> Iterator[AnyAction]:
        """Yield what may be done, the end of the turn first; nothing that only takes back what was done."""
        yield EndTurn(state.active)
        lying = [_points(disc) for disc in state.treasures_on(state.team.archaeologist)]
        for act in legal_actions(state):
            match act:
                case EndTurn() | TakeLantern():
                    continue
                case PickUp(treasure=treasure) if _points(treasure) < max(lying):
                    continue
                case PutDown() if max(lying, default=0.0) <= _points(state.team.carrying or "closed"):
                    continue
            yield act
        for cell in reveal_targets(state) if state.actions_left else ():
            yield max(weigh_laying(state, TurnedCard(cell, ASSUMED, False)), key=lambda option: option[0])[1]

    def _hope(self, state: State) -> float:
        hidden = sum(not card.open for card in state.cards)
        return CHAMBER * photos_left(state) / max(1, hidden) + CURIOSITY

    def value(self, state: State) -> float:
        """The points to expect, less those of the best rival."""
        ground = self._ground(state.pyramid)
        fall = Fall(state, self._touching) if state.collapse.status == "falling" else None
        worth = [self._worth(state, seat, team, ground, fall) for seat, team in enumerate(state.teams)]
        return worth[self._seat] - RIVAL * max(other for seat, other in enumerate(worth) if seat != self._seat)

    def _ground(self, pyramid: Pyramid) -> Ground:
        found = self._maps.get(id(pyramid))
        if found is None:
            found = self._maps[id(pyramid)] = pyramid, ground_of(pyramid)
        return found[1]

    def _worth(self, state: State, seat: int, team: Team, ground: Ground, fall: Fall | None) -> float:
        worth = team.photos + sum([_points(disc) for disc in team.treasures])
        moves_first = state.collapse.clock == seat and state.turn != seat
        rotated = ground.rotated_by(team.porter)
        home, status = ground.far(START, rotated), state.collapse.status
        if team.archaeologist == LOST:
            worth -= NO_ARCHAEOLOGIST
        else:
            worth += self._archaeologist(state, team, ground, fall, moves_first)
        if team.porter == LOST:
            worth -= NO_PORTER
        else:
            away = home.get(team.porter, FAR)
            if fall is not None:
                worth -= fall.risk(team.porter, away, moves_first)
            elif team.archaeologist != LOST and self._restless and seat == self._seat and status == "idle":
                worth -= TOGETHER * ground.path_of(team.porter).get(team.archaeologist, FAR)
            elif team.archaeologist != LOST:
                worth -= APART * abs(home.get(team.archaeologist, FAR) - away)
            if status == "countdown":
                worth -= PORTER_OUT * away
        if status == "idle":
            worth += LANTERN * min(LANTERNS, len(team.lanterns))
        return worth

    def _archaeologist(self, state: State, team: Team, ground: Ground, fall: Fall | None, moves_first: bool) -> float:
        """What an archaeologist may still bring home, and what may be lost with it."""
        rotated = ground.rotated_by(team.porter)
        here, home, status = team.archaeologist, ground.far(START, rotated), state.collapse.status
        away, fading, worth = home.get(here, FAR), FADING if status == "idle" else FADING_AT_LAST, 0.0
        near, ahead = (
            (ground.far(here, rotated), 0) if team.carrying is None else (home, away)
        )  # home first, then on from there
        risk = fall.risk(here, away, moves_first) if fall else 0.0
        if team.carrying is not None:
            worth += _points(team.carrying) * (SURE * fading**away if fall is None else 1 - risk)
        if state.loose:
            worth += max(
                [
                    SOON
                    * _points(loose.treasure)
                    * fading ** (ahead + near.get(loose.cell, FAR) + home.get(loose.cell, FAR))
                    for loose in state.loose
                ]
            )
        if status == "idle" and ground.frontier:
            steps = LADEN * ahead + min([near.get(cell, FAR) for cell in ground.frontier])
            worth += FRONTIER * FRONTIER_FADING**steps
        if status == "countdown":
            worth -= ARCHAEOLOGIST_OUT * away
        return worth - NO_ARCHAEOLOGIST * risk


def _points(disc: Disc) -> float:
    return BUST if disc == "bust" else CLOSED if disc == "closed" else float(disc)


class Ground:
    """How far it is on a pyramid, as it lies: a wall takes a porter to be turned, and a face-down card some luck."""

    def __init__(self, pyramid: Pyramid) -> None:
        """Find the cards that lie face down, and the frontier: those from which one can be turned over."""
        self._openings = openings = pyramid.openings
        self._touching = touching = neighbours_of(pyramid.start)
        self._hidden = hidden = {card.cell for card in pyramid.cards if not card.open}
        self._pyramid = pyramid
        self._rotated: dict[Cell, frozenset[Cell]] = {}
        self._steps: dict[frozenset[Cell], dict[Cell, Steps]] = {}
        self._far: dict[tuple[Cell, frozenset[Cell]], Far] = {}
        self._paths: dict[Cell, Far] = {}
        self.frontier = [
            cell
            for cell, sides in openings.items()
            if any(side in sides and other in hidden for side, other in touching[cell].items())
        ]

    def rotated_by(self, porter: Cell) -> frozenset[Cell]:
        """The cards that a porter can come to and rotate."""
        if porter not in self._rotated:
            self._rotated[porter] = porters_reach(self._pyramid, () if porter == LOST else (porter,))
        return self._rotated[porter]

    def far(self, start: Cell, rotated: frozenset[Cell]) -> Far:
        """How far each card is: a step counts one, onto a face-down card two, through a wall three.

        A wall that no porter can rotate away, who comes to these cards only, counts `BARRED`.
        """
        key = start, rotated
        if key not in self._far:
            if rotated not in self._steps:
                self._steps[rotated] = self._find_steps(rotated)
            self._far[key] = _measure(start, self._steps[rotated])
        return self._far[key]

    def path_of(self, porter: Cell) -> Far:
        """How far each card is for a porter: it turns the card on which it stands, and that takes an action more."""
        if porter not in self._paths:
            openings, steps = self._openings, dict[Cell, Steps]()
            for cell, sides in openings.items():
                steps[cell] = [
                    (other, 1 if side in sides else 2)
                    for side, other in self._touching[cell].items()
                    if OPPOSITE[side] in openings.get(other, "") and (side in sides or cell != START)
                ]
            self._paths[porter] = _measure(porter, steps)
        return self._paths[porter]

    def _find_steps(self, rotated: frozenset[Cell]) -> dict[Cell, Steps]:
        """The steps from each card; who steps onto a face-down one may go on in all directions."""
        openings, hidden, found = self._openings, self._hidden, dict[Cell, Steps]()
        for cell, touching in self._touching.items():
            sides, turns = openings.get(cell, ""), cell in rotated
            steps = found[cell] = []
            for side, other in touching.items():
                if other in openings:
                    here, there = side in sides, OPPOSITE[side] in openings[other]
                    opened = (here or turns) and (there or other in rotated)
                    steps.append((other, 1 if here and there else WALL if opened else BARRED))
                elif other in hidden:
                    steps.append((other, 2))
        return found


@lru_cache(maxsize=50)
def ground_of(pyramid: Pyramid) -> Ground:
    """How far it is on a pyramid; one turn's decisions look at the same ones again and again."""
    return Ground(pyramid)


def _measure(start: Cell, steps: Mapping[Cell, Steps]) -> Far:
    best, waiting, gone = {start: 0}, {0: [start]}, 0
    while waiting:
        for cell in waiting.pop(gone, ()):
            if best[cell] != gone:
                continue
            for other, step in steps.get(cell, ()):
                far = gone + step
                if far < best.get(other, FAR):
                    best[other] = far
                    if far in waiting:
                        waiting[far].append(other)
                    else:
                        waiting[far] = [other]
        gone += 1
    return best


class Fall:
    """In how many waves each card falls."""

    def __init__(self, state: State, touching: Touching) -> None:
        """Let the waves run."""
        self._waves = {cell: number for number, wave in enumerate(waves(state), 1) for cell in wave}
        self._last = max((self._waves.get(cell, 0) for cell in touching[START].values()), default=0)

    def risk(self, cell: Cell, away: int, moves_first: bool) -> float:
        """The chance that a figure falls: its card falls next, or the way out is longer than it stays open."""
        if cell == START:
            return 0.0
        if cell in self._waves and self._waves[cell] <= (0 if moves_first else 1):
            return 1.0
        is_too_far = away > STEPS_A_WAVE * self._last
        return min(1.0, FALLS_PER_STEP * away + (FALLS_TOO_FAR if is_too_far else 0.0))
