"""La malédiction de la momie: hunters behind an upright board, and a mummy who must not know where they are.

Read in this order: `maze` (the map as a value), `map_drawing` (the map as its owner draws it, and what can be wrong
with it), `movement` (who reaches which cell), `state` and `events` (values), `legality` (what may be done, and why
not), `rules` (what follows from it), and `secrecy` (what each side may know). `map_text` and
`map_files` turn maps into text and back.
"""

from firmware_py.games.malediction import rules, state
from firmware_py.games.registry import Game
from firmware_py.words import words

GAME = Game(
    id="malediction",
    title=words("Pyramid"),
    fewest=state.FEWEST_PLAYERS,
    most=state.MOST_PLAYERS,
    rules=rules,
    header=state.Header,
    action=state.AnyAction,
    is_roll=state.is_roll,
    is_midway=state.is_midway,
    has_secrets=True,
)
