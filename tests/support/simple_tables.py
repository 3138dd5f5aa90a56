"""Demonstrations by people who play plainly, whose games stay the same: figures are counted on them."""

import simple_chase
import simple_dig
import simple_loot
from msgspec.structs import replace

from firmware_py.desk.demo import DEMOS

TABLES = {
    "maudite_momie": simple_loot.SeededTable,
    "or_du_pharaon": simple_dig.SeededTable,
    "malediction": simple_chase.SeededTable,
}
SIMPLE_DEMOS = {game: replace(demo, table=TABLES[game]) for game, demo in DEMOS.items()}
"""By the game's id."""
