"""L'or du pharaon: each player moves two pawns in a pyramid of cards that rotate and at last collapse.

Read in this order:

- `cells`, `setup`, `actions`, `state`: the values
- `paths`, `gliding`, `destinations`: who reaches which card
- `legality`: why an action is forbidden, with `move_legality`, `card_legality` and `refusals`
- `legal_actions`: what may be done now
- `events`, `photo_events`, `collapse_events`: what is announced
- `rules`: what follows from an action, with `photo_effects`, `turn_end`, `collapse` and `scoring`
- `endings`: whether a game can still end, or something was entered wrongly
"""

from firmware_py.games.or_du_pharaon import actions, rules, setup
from firmware_py.games.registry import Game

GAME = Game(
    id="or_du_pharaon",
    rules=rules,
    header=setup.Header,
    action=actions.AnyAction,
)
