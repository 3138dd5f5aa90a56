"""How many presses whole games take while time passes: people think for two to twenty seconds before each action."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from firmware_py.config.schema import ButtonsConfig, Config
from firmware_py.desk.demo import DEMOS, Presenter, enter, next_play, set_up
from firmware_py.desk.simulated_device import SimulatedDevice

PLAYERS = ("A", "B", "C", "I", "J", "K")
"""Short names, for each letter is looked for by trying all presses."""
TABLES = {"maudite_momie": 6, "or_du_pharaon": 4, "malediction": 3}
SEED = 11
"""Of this seed the games have 136, 221 and 67 actions."""

PRESSES = {
    ("maudite_momie", "six"): 283,
    ("maudite_momie", "four"): 387,
    ("or_du_pharaon", "six"): 303,
    ("or_du_pharaon", "four"): 337,
    ("malediction", "six"): 99,
    ("malediction", "four"): 113,
    ("malediction", "encoder"): 155,
}
"""From the first turn to the last, by game and controls.

In L'or du pharaon three of them end a turn that once ended by itself while a free act could still follow a free act.
"""


def presses_of(game: str, controls: str, folder: Path) -> int:
    """Return the presses of a whole game at the pace of people, with those that only bring a page back."""
    demo = replace(DEMOS[game], players=PLAYERS[: TABLES[game]])
    chance = Random(1)
    with SimulatedDevice(Config(buttons=ButtonsConfig(layout=controls)), folder) as box:
        presenter = Presenter(box, None, None)  # type: ignore[arg-type]  # it takes no pictures
        set_up(presenter, demo, game)
        table, presenter.presses, box.presses_for_page = demo.table(demo.players, SEED), 0, 0
        while not (session := box.app.table.playing).is_over:
            box.wait(chance.uniform(2, 20))
            wanted = next_play(session, table)
            enter(presenter, demo, wanted.action, session.ply + 1, wanted.then)
        return presenter.presses + box.presses_for_page


@pytest.mark.parametrize(("game", "controls"), PRESSES)
def test_a_whole_game_takes_no_press_more_than_it_did(game: str, controls: str, tmp_path: Path) -> None:
    """A cure that costs presses raises the figure here, by name; the view from across the table costs none."""
    assert presses_of(game, controls, tmp_path) <= PRESSES[game, controls]
