"""La malédiction de la momie: hunters behind an upright board, and a mummy who must not know where they are.

Read in this order: `maze` (the map as a value), `map_files` (as its owner draws it), `state` (the values, and
what each side may know of them), `legality` (what may be done, and why not), `events` (what is announced) and `rules`
(what follows from an action).
"""

from firmware_py.games.malediction import events, rules, state
from firmware_py.games.registry import Game

GAME = Game(
    id="malediction",
    rules=rules,
    header=state.Header,
    action=state.Written,
    leave=state.Leave,
    is_roll=state.is_roll,
    is_observed=state.is_roll,
    is_mid_action=state.is_mid_action,
    is_decided=lambda now: now.phase != "mummy_roll",
    as_played=rules.as_played,
    has_secrets=True,
    is_open=state.is_open,
    is_kept_from_nobody=state.is_kept_from_nobody,
    is_known_to_nobody=state.is_known_to_nobody,
    role=state.role,
    highlights=events.highlights,
)
