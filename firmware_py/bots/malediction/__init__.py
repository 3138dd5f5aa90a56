"""The box plays La malédiction de la momie: the `mummy` or `hunters`, both over a `board` in numbers."""

from firmware_py.bots.levels import ONE_PERSON, heat_of
from firmware_py.bots.malediction import hunters, mummy
from firmware_py.bots.seat import Seen, Thought, Wish
from firmware_py.games.malediction.state import State


def decide(seen: Seen, level: int, seed: str) -> Wish:
    """What the mummy or the active hunter does."""
    state: State = seen.state
    is_mummy = seen.player == state.mummy_player
    table = ONE_PERSON if state.is_two_player else len(state.hunters)
    heat = heat_of("mummy" if is_mummy else "hunters", table, level)
    return (mummy if is_mummy else hunters).decide(seen, heat, seed)


def explain(seen: Seen, act: Wish, seed: str) -> Thought | None:
    """What the mummy believed on its path, or what a hunter wanted and feared."""
    state: State = seen.state
    return mummy.explain(seen, act) if seen.player == state.mummy_player else hunters.explain(seen, act, seed)
