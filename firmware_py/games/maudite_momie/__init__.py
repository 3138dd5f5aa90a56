"""Maudite Momie: players take cards unseen, awaken guardians, and score up to 35.

Read in this order: `cards` (what a hand is worth), `state` (the values), `legality` (what may be done, and why not),
`events` (what is announced) and `rules` (what follows from an action).
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
