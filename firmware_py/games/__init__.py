"""The games and their rules: pure functions over immutable values, with nothing that is shown or felt.

Read in this order:

- `rules`: the shape that the rules of every game have; then one game, such as `maudite_momie`
- `registry`: what the device knows of a game, and the list of games
- `records`, `replay`, `session`: a game as text, as a walk through its lines, and as a value with undo

The games are `maudite_momie`, `or_du_pharaon` and `malediction`. A new one is a folder here, a folder under `pages`,
and one line of registration in each of the two `__init__.py`. The games are `maudite_momie`,
`or_du_pharaon` and `malediction`.
"""

from firmware_py.games.malediction import GAME as MALEDICTION
from firmware_py.games.maudite_momie import GAME as MAUDITE_MOMIE
from firmware_py.games.or_du_pharaon import GAME as OR_DU_PHARAON
from firmware_py.games.registry import register

for game in (MAUDITE_MOMIE, OR_DU_PHARAON, MALEDICTION):
    register(game)
