"""The mummy over a sensor that is dead: its true path is played, or none."""

from __future__ import annotations

import pytest
from board_hands import Hands
from malediction_table import GRID, HUNTERS_AWAY, game, prowling

from firmware_py.games.malediction.actions import Move


@pytest.mark.parametrize(("rests", "dead"), [(rests, dead) for rests in (1, 2, 3) for dead in range(4)])
def test_a_move_stands_no_longer_than_the_mummy_does(rests, dead):
    """Whatever a dead sensor hides of where it rests, and of where it goes then, the way to its rest is not played."""
    path = ("e2", "e3", "d3", "d2")
    with Hands("serial", game(GRID, 3, **prowling(4))) as hands:
        hands.magnets.stuck[hands.number(path[dead])] = 0.0
        hands.slide("mummy", *path[:rests])
        hands.run(2.0)
        hands.slide("mummy", *path[rests:])
        hands.run(2.0)
        assert hands.played in ([], [Move("Mo", path=path)])


@pytest.mark.parametrize(
    ("path", "each_s", "dead"),
    [
        ("e2 e3 d3 d2", 0.017, "e3"),
        ("e2 e3 d3 d2", 0.017, "d4"),
        ("e2 e3 d3 d2", 0.025, "d3"),
        ("e2 e3 d3 d2", 0.1, "e3"),
        ("d1 d2 e2 e3", 0.025, "d1"),
        ("d1 d2 e2 e3", 0.03, "d2"),
        ("f1 f2 e2 e3", 0.017, "e2"),
    ],
)
def test_a_sensor_that_is_dead_makes_no_other_path_of_it(path, each_s, dead):
    """Round corners at up to 1.5 m a second: a cell beside the path senses its ring, and nothing more."""
    cells = tuple(path.split())
    with Hands("serial", game(GRID, 3, **prowling(4, at=HUNTERS_AWAY))) as hands:
        hands.magnets.stuck[hands.number(dead)] = 0.0
        hands.slide("mummy", *cells, each_s=each_s)
        hands.run(2.0)
        assert hands.played in ([], [Move("Mo", path=cells)])
