"""Maudite Momie: players take cards unseen, awaken guardians, and score up to 35.

Read in this order: `state` (the values, and what a hand is worth), `events` (what is announced) and `rules` (what may
be done, why not, and what follows).
"""

from firmware_py.games.maudite_momie import events, rules, state
from firmware_py.games.registry import Game

GAME = Game(
    id="maudite_momie",
    rules=rules,
    header=state.Header,
    action=state.Written,
    is_decided=lambda now: now.phase in ("turn", "keep"),
    is_observed=lambda action: isinstance(action, state.Reveal),
    leave=state.Leave,
    is_handicapped=state.is_handicapped,
    highlights=events.highlights,
)
