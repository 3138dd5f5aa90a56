"""The search for an end: players who want the game to be over, and whom only the pages and the rules can stop."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from page_walks import Walk

from firmware_py.games.malediction import state as malediction
from firmware_py.games.malediction.legality import is_stuck, playable_faces, reachable
from firmware_py.games.malediction.maze import FACES, distances, mummy_paths
from firmware_py.games.malediction.state import DICE
from firmware_py.games.malediction.state import State as MaledictionState
from firmware_py.games.maudite_momie import state as momie
from firmware_py.games.maudite_momie.state import Card
from firmware_py.games.maudite_momie.state import State as MomieState
from firmware_py.games.or_du_pharaon import state as pharaon
from firmware_py.games.or_du_pharaon.legality import reveal_targets
from firmware_py.games.or_du_pharaon.state import State as PharaonState
from firmware_py.games.or_du_pharaon.state import neighbours_of
from firmware_py.games.registry import GAMES
from firmware_py.games.session import Session, digest_of


def _momie(state: MomieState, chance: random.Random) -> Iterator[Any]:  # noqa: ARG001 - as every game's players
    """Collect three cards, score them with the fewest presses, and keep nothing of a werewolf's."""
    match state.phase:
        case "reveal" | "final_reveal":
            seat = state.revealing[0]
            yield momie.Reveal(state.players[seat], (Card("chest", 1),) * state.cards[seat])
        case "keep":
            yield momie.Keep(state.active, ())
        case _:
            if state.cards[state.turn] >= 3:
                yield momie.Secure(state.active)
            yield from (momie.Explore(state.active, pile) for pile in momie.PILES)
            yield momie.Secure(state.active)


def _malediction(state: MaledictionState, chance: random.Random) -> Iterator[Any]:
    """Hunters go to meet the mummy, and it goes to catch them."""
    far = distances(state.maze, [state.mummy])
    match state.phase:
        case "begin" if is_stuck(state):
            yield malediction.Pass(state.hunter.player)
        case "begin" if state.locked == DICE:
            yield malediction.Reset(state.hunter.player)
        case "begin":
            yield _thrown(state)
        case "choose":
            ends = {face: min(far.get(c, 99) for c in reachable(state, face)) for face in playable_faces(state)}
            yield from (malediction.Choose(state.hunter.player, face) for face in sorted(ends, key=ends.__getitem__))
            yield _thrown(state)
        case "move":
            cells = sorted(reachable(state, state.face or "arrow"), key=lambda cell: far.get(cell, 99))
            yield from (malediction.Move(state.hunter.player, to=cell) for cell in cells)
        case "mission":
            yield malediction.EndTurn(state.hunter.player)
        case "mummy_roll":
            yield malediction.Roll(state.mummy_player, face=max(state.maze.mummy_die))
        case _:
            yield malediction.Move(state.mummy_player, path=_hunt(state, chance))


def _thrown(state: MaledictionState) -> malediction.Roll:
    """Dice that all show the first face with a move; they are entered fastest."""
    face = next((face for face in FACES if reachable(state, face)), "1")
    return malediction.Roll(state.hunter.player, faces=(face,) * (DICE - state.locked))


def _hunt(state: MaledictionState, chance: random.Random) -> tuple[str, ...]:
    """A path that catches somebody, else one towards a hunter, else any."""
    paths = mummy_paths(state.maze, state.mummy, state.steps, state.in_corridors)
    catches = [paths[cell] for cell in sorted(state.in_corridors) if cell in paths]
    if catches:
        return min(catches, key=len)
    prey = [distances(state.maze, [cell]) for cell in sorted(state.in_corridors)]
    if prey and chance.random() < 0.8:
        return paths[min(sorted(paths), key=lambda cell: min(far.get(cell, 99) for far in prey))]
    return chance.choice(sorted(paths.values()))


def _pharaon(state: PharaonState, chance: random.Random) -> Iterator[Any]:
    """Reveal everything, every card open to all sides and a chamber if possible, then wait for the collapse."""
    if state.phase == "photo":
        yield from _photos(state)
        return
    if state.collapse.status != "idle":
        yield pharaon.EndTurn(state.active)
        return
    for cell, is_chamber in product(reveal_targets(state), (True, False)):
        yield pharaon.Reveal(state.active, cell, "NESW", is_chamber)
    legal = list(GAMES["or_du_pharaon"].rules.legal_actions(state))
    moves = [action for action in legal if isinstance(action, pharaon.Move)]
    turns = [action for action in legal if isinstance(action, pharaon.Rotate)]
    yield from _towards_hidden(state, moves)
    for group in (moves, turns) if chance.random() < 0.5 else (turns, moves):
        if group:
            yield chance.choice(group)
    yield pharaon.EndTurn(state.active)


def _photos(state: PharaonState) -> Iterator[pharaon.Photo]:
    """Yield photos with all that is left, with and without the bust, and then with less."""
    for count in range(state.setup.treasures - state.found, -1, -1):
        for bust in (("bust",), ()):
            yield pharaon.Photo(state.active, (*(2,) * count, *bust))


def _towards_hidden(state: PharaonState, moves: list[Any]) -> Iterator[Any]:
    """Yield the moves of the archaeologist onto a card from which a face-down card can be revealed."""
    touching, openings = neighbours_of(state.setup.start), state.pyramid.openings
    for action in moves:
        if action.pawn == "archaeologist" and any(
            side in openings[action.to] and other not in openings and state.card(other)
            for side, other in touching[action.to].items()
        ):
            yield action


WISHES: dict[str, Callable[[Any, random.Random], Iterator[Any]]] = {
    "maudite_momie": _momie,
    "malediction": _malediction,
    "or_du_pharaon": _pharaon,
}
"""What these players would do now, the most wanted first; some of it may be illegal."""


MOST_RETURNS = 10
"""So often the same state may come back before these players give up."""


def reaches_an_end(session: Session, chance: random.Random, most_actions: int = 400) -> bool:
    """Whether these players come to an end through the pages, without undo and without corrections."""
    walk, met = Walk(session), Counter[str]()
    for _ in range(most_actions):
        if walk.session.is_over:
            return True
        known = digest_of(walk.session.game, walk.session.state)
        met[known] += 1
        if met[known] > MOST_RETURNS or not _one_step(walk, chance):
            return False
    return walk.session.is_over


def _one_step(walk: Walk, chance: random.Random) -> bool:
    """Enter the first legal wish that the pages offer, else anything at random; return whether that was possible."""
    session = walk.session
    rules = session.game.rules
    for wish in WISHES[session.game.id](session.state, chance):
        if rules.broken_rule(session.state, wish) is None:
            after, _ = rules.apply(session.state, wish)
            then = next(WISHES[session.game.id](after, chance)) if session.game.is_mid_action(after) else None
            if walk.enter(wish, then):
                return True
    return walk.play_at_random(chance, 300)
