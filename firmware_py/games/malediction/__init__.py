"""La malédiction de la momie: hunters behind an upright board, and a mummy who must not know where they are.

Read in this order:

- `maze`: the map as a value; `movement`: who reaches which cell
- `setup`, `actions`, `state`: the values
- `legality`: why an action is forbidden, `blocked_faces`: why a face has no move, `cell_reasons`: why nobody may go
  to a cell; `legal_actions`: what may be done now, `pieces`: which piece moves, and where its moves end
- `events`: what is announced; `rules`: what follows from an action; `secrecy`: what each side may know

A map as its owner draws it: `map_drawing` (its keys), `map_lines` (its cells and walls), `map_problems` (what is
wrong), `map_endings` (why a game on it might never end), `map_warnings` (what is odd), `map_text` (a map as text
again), and `map_files`.
"""

from firmware_py.games.malediction import actions, rules, setup, state
from firmware_py.games.registry import Game

GAME = Game(
    id="malediction",
    rules=rules,
    header=setup.Header,
    action=actions.AnyAction,
    is_roll=actions.is_roll,
    is_midway=state.is_midway,
    has_secrets=True,
    is_open=actions.is_open,
)
