"""L'or du pharaon: each player moves two figures in a pyramid of cards that rotate and at last collapse.

Read in this order: `state` (the values, the pyramid), `legality` (what may be done, and why not), `events`
(what is announced), `rules` (what follows from an action) and `consequences` (photos, the end of a turn, the countdown,
what falls, the score).
"""

from firmware_py.games.or_du_pharaon import events, rules, state
from firmware_py.games.registry import Game

GAME = Game(
    id="or_du_pharaon",
    rules=rules,
    header=state.Header,
    action=state.Written,
    is_decided=lambda now: now.phase == "turn",
    is_observed=lambda action: isinstance(action, state.Photo | state.Reveal),
    leave=state.Leave,
    highlights=events.highlights,
)
