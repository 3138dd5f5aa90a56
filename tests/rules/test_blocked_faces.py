"""Why a face has no move: the clause, and what stands in the way."""

import pytest
from malediction_table import CORRIDOR, game, refused
from random_play import random_game

from firmware_py.games.malediction import rules
from firmware_py.games.malediction.legality import reachable, why_blocked
from firmware_py.games.malediction.maze import FACES
from firmware_py.games.malediction.state import Choose
from firmware_py.games.rules import TABLE

ONE_CELL = """
    +---+---+---+
    |ST      DS |
    +---+---+---+
"""


@pytest.mark.parametrize(
    ("text", "at", "mummy", "face", "clause", "why"),
    [
        (ONE_CELL, ("stairs", "stairs"), "c1", "2", "P18", "no path here is that long"),
        (CORRIDOR, ("b1", "c1"), "f1", "1", "P21", "every path ends on another hunter"),
        (CORRIDOR, ("b1", "stairs"), "c1", "3", "P24", "the mummy is in the way"),
        (CORRIDOR, ("b1", "c1"), "f1", "arrow", "P22", "another hunter is in the way"),
        (CORRIDOR, ("b1", "stairs"), "c1", "arrow", "P22", "the mummy is in the way"),
        (ONE_CELL, ("b1", "stairs"), "c1", "arrow", "P23", "there are walls all around"),
    ],
)
def test_a_face_without_a_move_names_the_clause_and_the_obstacle(text, at, mummy, face, clause, why):
    """P18 to P24: the hunter reads which rule it is."""
    rule = why_blocked(game(text, at=at, mummy=mummy), face)
    assert rule
    assert (rule.clause, rule.why.message) == (clause, why)


def test_a_refused_face_is_refused_for_the_same_reason():
    """P25 is the clause of the choice; its sentence names the obstacle."""
    state = game(CORRIDOR, at=("b1", "c1"), mummy="f1", phase="choose", faces=("1", "2"))
    assert refused(state, Choose("Ada", "1")) == "P25"
    rule = rules.broken_rule(state, Choose("Ada", "1"))
    assert why_blocked(state, "1").why in dict(rule.why.values).values()


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_have_a_reason_exactly_where_there_is_no_move(seed):
    """And none for eyes from which the pawns are hidden (P48)."""
    for state, _, _ in random_game("malediction", seed):
        if state.phase == "choose":
            assert all((why_blocked(state, face) is None) == bool(reachable(state, face)) for face in FACES)
            assert not any(why_blocked(rules.seen_by(state, TABLE), face) for face in FACES)
