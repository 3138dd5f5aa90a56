"""Maudite Momie: cards taken unseen, guardians awakened, and a score track to 35.

Read in this order: `cards` (what a hand is worth), `state` (values), `rules` (what may be done and what follows).
"""

from firmware_py.games.maudite_momie import rules, state
from firmware_py.games.registry import Game
from firmware_py.words import words

GAME = Game(
    id="maudite_momie",
    title=words("Loot N Run"),
    fewest=state.FEWEST_PLAYERS,
    most=state.MOST_PLAYERS,
    rules=rules,
    header=state.Header,
    action=state.AnyAction,
)
