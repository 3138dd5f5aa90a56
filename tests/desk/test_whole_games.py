"""How many presses whole games take while time passes: people think for two to twenty seconds before each action."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from sampling import IS_WHOLE
from simple_tables import SIMPLE_DEMOS

from display.view import Scoreboard
from firmware_py.config.schema import ButtonsConfig, Config
from firmware_py.desk.demo import Presenter, enter, next_play, set_up
from firmware_py.desk.simulated_device import SimulatedDevice

PLAYERS = ("A", "B", "C", "I", "J", "K")
"""Short names, for each letter is looked for by trying all presses."""
TABLES = {"maudite_momie": 6, "or_du_pharaon": 4, "malediction": 3}
SEED = 11
"""Of this seed the games have 136, 221 and 67 actions."""

FIRST = 40
"""Before a release they are played to their end, at each commit so many actions of them."""

PRESSES = {
    ("maudite_momie", "six"): (79, 283),
    ("maudite_momie", "four"): (105, 387),
    ("or_du_pharaon", "six"): (64, 302),
    ("or_du_pharaon", "four"): (76, 337),
    ("malediction", "six"): (60, 99),
    ("malediction", "four"): (67, 113),
    ("malediction", "encoder"): (92, 155),
}
"""For the first actions and for all, by game and controls.

In L'or du pharaon three of them end a turn that once ended by itself while a free act could still follow a free act.
"""


@pytest.mark.parametrize(("game", "controls"), PRESSES)
def test_a_whole_game_takes_no_press_more_than_it_did(game: str, controls: str, tmp_path: Path) -> None:
    """A cure that costs presses raises the figure here, by name; a scoreboard comes again and again and costs none."""
    demo, chance, seen = replace(SIMPLE_DEMOS[game], players=PLAYERS[: TABLES[game]]), Random(1), 0
    with SimulatedDevice(Config(buttons=ButtonsConfig(layout=controls)), tmp_path) as box:
        presenter = Presenter(box, None, None)  # type: ignore[arg-type]  # it takes no pictures
        set_up(presenter, demo, game)
        table, presenter.presses, box.presses_for_page = demo.table(demo.players, SEED), 0, 0
        while not (session := box.app.table.playing).is_over and (IS_WHOLE or session.ply < FIRST):
            box.wait(chance.uniform(2, 20))
            seen += isinstance(box.app.shown.body, Scoreboard)
            wanted = next_play(session, table)
            enter(presenter, demo, wanted.action, session.ply + 1, wanted.then)
    assert presenter.presses <= PRESSES[game, controls][IS_WHOLE]
    assert box.presses_for_page == 0
    assert seen > FIRST // 2 or game == "malediction"
