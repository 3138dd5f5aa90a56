"""Players who choose at random among everything a table could do: one sampler a game, for the suite of all games."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from random_maps import random_drawing

from firmware_py.games.malediction import state as malediction_actions
from firmware_py.games.malediction import state as malediction_setup
from firmware_py.games.malediction.legality import is_stuck
from firmware_py.games.malediction.state import State as MaledictionState
from firmware_py.games.maudite_momie import state as momie_actions
from firmware_py.games.maudite_momie import state as momie_setup
from firmware_py.games.maudite_momie.state import CENTRES, TREASURES, Card
from firmware_py.games.maudite_momie.state import State as MomieState
from firmware_py.games.or_du_pharaon import state as pharaon_actions
from firmware_py.games.or_du_pharaon import state as pharaon_setup
from firmware_py.games.or_du_pharaon.legality import reveal_targets
from firmware_py.games.or_du_pharaon.state import GRID, START, neighbours_of, outward_sides
from firmware_py.games.or_du_pharaon.state import State as PharaonState
from firmware_py.games.records import write_line
from firmware_py.games.registry import GAMES
from firmware_py.games.session import Session, begin, play_on
from firmware_py.grid import SIDES


@dataclass(frozen=True)
class Sampler:
    """How to draw a random header of a game, and what the table shows next: a legal observation, or None.

    None leaves the choice to the decisions that are open.
    """

    header: Callable[[random.Random], Any]
    observation: Callable[[random.Random, Any], Any]


def _momie_header(chance: random.Random) -> momie_setup.Header:
    names = ("Ada", "Bo", "Cy", "Dée", "Eve", "Flo")[: chance.randint(2, 6)]
    rules = momie_setup.HouseRules(chance.choice(("all", "others")), self_awaken=chance.random() < 0.5)
    return momie_setup.Header(1, "maudite_momie", names, rules)


def _momie_observation(chance: random.Random, state: MomieState) -> momie_actions.Reveal | None:
    if not state.revealing:
        return None
    seat = chance.choice(state.revealing)
    cards = tuple(
        Card(chance.choice(TREASURES), chance.choice((1, 2, 3)), chance.choice(CENTRES))
        for _ in range(state.cards[seat])
    )
    return momie_actions.Reveal(state.players[seat], cards)


def _pharaon_header(chance: random.Random) -> pharaon_setup.Header:
    names = ("Ada", "Bo", "Cy", "Dée")[: chance.randint(2, 4)]
    rim = chance.choice([cell for cell in GRID if outward_sides(cell)])
    if chance.random() < 0.5:
        start = pharaon_setup.StartCard(at=rim)
    else:
        start = pharaon_setup.StartCard(beside=rim, side=chance.choice(outward_sides(rim)))
    setup = pharaon_setup.Setup(start, chance.randint(0, 5), chance.randint(0, 8), chance.randint(1, 5))
    rules = pharaon_setup.HouseRules(
        chance.choice(("orthogonal", "diagonal")),
        *(chance.random() < 0.3 for _ in range(3)),
        open_scores=len(names) == 4,
    )
    return pharaon_setup.Header(1, "or_du_pharaon", names, setup, rules)


def _pharaon_observation(chance: random.Random, state: PharaonState) -> pharaon_actions.AnyAction | None:
    if state.phase == "photo":
        return _pharaon_photo(chance, state)
    cells = reveal_targets(state)
    if not cells or chance.random() < 0.4:
        return None
    cell = chance.choice(cells)
    chambers_left = state.setup.photos - sum(team.photos for team in state.teams)
    face_down = sum(not card.open for card in state.cards)
    is_chamber = chambers_left > 0 and (chance.random() < 0.4 or face_down <= chambers_left)
    return pharaon_actions.Reveal(state.active, cell, _pharaon_open_sides(chance, state, cell), is_chamber)


def _pharaon_open_sides(chance: random.Random, state: PharaonState, cell: str) -> str:
    """Walls stand only where they cannot lock the pyramid for ever: on every second card of every second row."""
    if cell[0] in "ace" or cell[1] in "135" or cell in neighbours_of(state.setup.start)[START].values():
        return "NESW"
    return "".join(side for side in SIDES if chance.random() < 0.6) or "N"


def _pharaon_photo(chance: random.Random, state: PharaonState) -> pharaon_actions.Photo:
    is_last = sum(team.photos for team in state.teams) == state.setup.photos - 1
    left = state.setup.treasures - state.found
    count = left if is_last else chance.randint(0, min(3, left))
    treasures: list[pharaon_actions.Treasure] = [chance.choice((2, 3)) for _ in range(count)]
    if count == left and state.collapse.status == "idle":
        treasures.insert(chance.randint(0, count), "bust")
    return pharaon_actions.Photo(state.active, tuple(treasures), chance.random() < 0.3, chance.random() < 0.3)


def _malediction_header(chance: random.Random) -> malediction_setup.Header:
    names = ("Mo", "Ada", "Bo", "Cy", "Dée")[: chance.randint(2, 5)]
    drawing = random_drawing(chance)
    pawns = chance.sample(drawing.pawns, max(2, len(names) - 1))
    players = [names[-1 - seat % (len(names) - 1)] for seat in range(len(pawns))]
    hunters = tuple(malediction_setup.Hunter(player, pawn) for player, pawn in zip(players, pawns, strict=True))
    return malediction_setup.Header(1, "malediction", names, malediction_setup.Setup(names[0], hunters, drawing))


def _malediction_observation(chance: random.Random, state: MaledictionState) -> malediction_actions.AnyAction | None:
    """A throw of dice where one is due; who could play a mission mostly does, so that hunters win too."""
    match state.phase:
        case "mummy_roll":
            return malediction_actions.Roll(state.mummy_player, face=chance.choice(state.maze.mummy_die))
        case "begin" if is_stuck(state) or (state.locked and chance.random() < state.locked / 5):
            return None
        case "choose" if state.faces and GAMES["malediction"].rules.legal_actions(state) and chance.random() < 0.8:
            return None
        case "begin" | "choose":
            faces: list[malediction_actions.DieFace] = ["1", "2", "3", "4", "arrow", "mummy"]
            thrown: list[malediction_actions.RolledFace] = [*chance.choices(faces, k=5 - state.locked)]
            if thrown[0] == thrown[-1]:  # at some tables only the mummies are told
                thrown = ["mummy" if face == "mummy" else malediction_actions.UNTOLD for face in thrown]
            return malediction_actions.Roll(state.hunter.player, faces=tuple(thrown))
        case "mission" if chance.random() < 0.5:
            return malediction_actions.PlayMission(state.hunter.player)
    return None


SAMPLERS = {
    "maudite_momie": Sampler(_momie_header, _momie_observation),
    "or_du_pharaon": Sampler(_pharaon_header, _pharaon_observation),
    "malediction": Sampler(_malediction_header, _malediction_observation),
}
"""A sampler for every game, by the game's id."""


class RandomTable:
    """A table of such players, who carry a game on by themselves."""

    def __init__(self, game: str, chance: random.Random) -> None:
        self._game = game
        self._chance = chance

    def next_action(self, state: Any) -> Any:
        """What happens next."""
        observed = SAMPLERS[self._game].observation(self._chance, state)
        return observed or self._chance.choice(GAMES[self._game].rules.legal_actions(state))


def random_game(game: str, seed: int, most_actions: int = 3000) -> Iterator[tuple[Any, Any, Any]]:
    """Play a random game and yield (state before, action, state after), until it is over."""
    chance = random.Random(seed)
    rules, table = GAMES[game].rules, RandomTable(game, chance)
    state = rules.initial_state(SAMPLERS[game].header(chance))
    for _ in range(most_actions):
        if rules.outcome(state):
            return
        action = table.next_action(state)
        after, _ = rules.apply(state, action)
        yield state, action, after
        state = after
    raise AssertionError(f"{game}, seed {seed}: not over after {most_actions} actions")


def whole_game(game: str, seed: int) -> Session:
    """A random game, played to its end."""
    header = SAMPLERS[game].header(random.Random(seed))
    return play_on(begin(header), [action for _, action, _ in random_game(game, seed)])


def whole_record(game: str, seed: int) -> bytes:
    """The record of a random game, played to its end."""
    played = whole_game(game, seed)
    return "\n".join(map(write_line, (played.header, *(step.action for step in played.steps)))).encode()


def random_record(game: str, chance: random.Random, most: int = 120) -> bytes:
    """The record of a random game up to a random action, at most that many."""
    seed = chance.randrange(1_000_000)
    played = list(random_game(game, seed))
    header = SAMPLERS[game].header(random.Random(seed))
    actions = [action for _, action, _ in played[: chance.randint(0, min(len(played) - 1, most))]]
    return "\n".join(map(write_line, (header, *actions))).encode() + b"\n"
