"""From wherever restless players come, the pages lead to an end."""

import random
from itertools import product

import pytest
from page_walks import Walk
from random_play import SAMPLERS
from sampling import many
from seeking_an_end import reaches_an_end

from firmware_py.games.session import begin

WALLED_IN = (("or_du_pharaon", 8), ("or_du_pharaon", 24))
"""Games in which all figures were once walled in."""


@pytest.mark.parametrize(("game", "seed"), [*WALLED_IN, *product(SAMPLERS, range(many(1, whole=3)))])
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
