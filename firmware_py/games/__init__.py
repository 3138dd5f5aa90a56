"""The games and their rules: pure functions over immutable values, without screen or sensors.

Read in this order:

- `registry`: the interface that the rules of every game have, and the list of games; then one, such as `maudite_momie`
- `records`, `session`: a game as text, with what is a player's name, and a game in progress with undo and correction
- `restoring`: from a record, line by line, or from the rows of the journal, to such a game

The games are `maudite_momie`, `or_du_pharaon` and `malediction`. Each has the same modules: `state` (the values),
`events`, `rules` (what follows), `legality` (what may be done, and why not; in `maudite_momie` a part of `rules`), and
some more. A new game is a folder here, a folder under `pages`, and one line of registration in each of the two
`__init__.py`.
"""

from firmware_py.games.registry import GameBox, register
from firmware_py.words import words

register(GameBox("maudite_momie", words("Loot N Run"), fewest=2, most=6), "firmware_py.games.maudite_momie")
register(
    GameBox("or_du_pharaon", words("L'or du pharaon"), fewest=2, most=4, subtitle=words("The Pharaoh's Gold")),
    "firmware_py.games.or_du_pharaon",
)
register(GameBox("malediction", words("Pyramid"), fewest=2, most=5), "firmware_py.games.malediction")
