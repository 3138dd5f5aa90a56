"""From wherever restless players come, the pages lead to an end."""

import random

import pytest
from page_walks import Walk
from random_play import SAMPLERS
from seeking_an_end import reaches_an_end

from firmware_py.games.session import begin


@pytest.mark.parametrize("game", SAMPLERS)
@pytest.mark.parametrize("seed", [0, 8, 24])  # with the last two all figures were once walled in
def test_from_any_page_of_a_restless_game_an_end_is_in_reach(game, seed):
    """Whatever was entered before: wrong cards, wrong dice, odd paths; nothing is taken back or corrected.

    A page may send restless players to a correction, and takes no wrong entry then; there the walk ends.
    """
    chance = random.Random(seed)
    walk = Walk(begin(SAMPLERS[game].header(chance)))
    for _ in range(chance.randint(0, 60)):
        if walk.session.is_over or not walk.play_at_random(chance, 200):
            break
    assert reaches_an_end(walk.session, chance)
