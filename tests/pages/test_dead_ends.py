"""From wherever restless players come, the pages lead to an end: a sample of `tests/by_hand/dead_ends.py`."""

import random

import pytest
from page_walks import Walk
from random_play import SAMPLERS
from seeking_an_end import reaches_an_end

from firmware_py.games.session import begin


@pytest.mark.parametrize("game", ["maudite_momie", "malediction"])
@pytest.mark.parametrize("seed", range(3))
def test_from_any_page_of_a_restless_game_an_end_is_in_reach(game, seed):
    """Whatever was entered before: wrong cards, wrong dice, odd paths; nothing is taken back."""
    chance = random.Random(seed)
    walk = Walk(begin(SAMPLERS[game].header(chance)))
    for _ in range(chance.randint(0, 60)):
        assert walk.session.is_over or walk.play_at_random(chance, 600)
    assert reaches_an_end(walk.session, chance)
