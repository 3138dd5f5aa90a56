"""The mummy: where it may go, whom it catches, and when it has won."""

import pytest
from malediction_table import CORRIDOR, events, game, play, refused

from firmware_py.games.malediction import rules
from firmware_py.games.malediction.events import Caught, Eliminated, MummyMoved, MummyWins, TurnBegins
from firmware_py.games.malediction.legality import mummy_steps
from firmware_py.games.malediction.state import Move, Reset, Roll
from firmware_py.words import speak

SAY = speak("en")
CATCH = Move("Mo", path=("e1",))


def prowling(text=CORRIDOR, steps=6, hunters=2, alone=False, **changes):
    """A game in which the mummy may move now, on f1 of the corridor unless another cell is given."""
    defaults = {"phase": "mummy_move", "turn": None, "steps": steps, "mummy": "f1"}
    return game(text, hunters, alone=alone, **(defaults | changes))


@pytest.mark.parametrize(
    ("hunters", "alone", "target"),
    [(2, False, 4), (3, False, 6), (4, False, 7), (2, True, 3)],
)
def test_the_mummy_needs_tokens_by_the_number_of_hunters(hunters, alone, target):
    """P01, P46: four, six or seven; three in the two-player game."""
    assert game(hunters=hunters, alone=alone).target == target


def test_the_target_is_not_lowered_when_a_hunter_is_eliminated():
    """P02: it is fixed at set-up."""
    assert game(hunters=3, at=("out", "stairs", "stairs")).target == 6


@pytest.mark.parametrize("path", [(), ("e1",), ("e1", "d1", "c1", "b1"), ("e1", "f1", "e1", "f1", "e1", "d1")])
def test_the_mummy_moves_up_to_its_allowance_and_may_turn_back(path):
    """P32: zero, less, or all of it, over the same cells as often as wanted."""
    assert play(prowling(), Move("Mo", path=path)).mummy == (path or ("f1",))[-1]


@pytest.mark.parametrize(
    ("path", "clause"),
    [
        (("e1", "d1", "e1", "d1", "e1", "d1", "e1"), "P16"),
        (("d1",), "P32"),
        (("f1",), "P32"),
        (("f0",), "P32"),
        (("",), "P32"),
        (("e1", "e2"), "P32"),
        (("g1",), "P33"),
        (("e1", "d1", "c1", "b1", "a1"), "P33"),
        (("e1", "d1", "c1"), "P34"),
    ],
)
def test_a_wrong_path_is_refused_with_its_clause(path, clause):
    """P16, P32 to P34: a hunter stands on d1."""
    assert refused(prowling(at=("d1", "stairs")), Move("Mo", path=path)) == clause


def test_entering_a_hunters_cell_is_a_catch_and_ends_the_mummys_move():
    """T04, P34: with allowance 6 and a hunter on the second cell four steps are lost."""
    state = prowling(at=("d1", "stairs"))
    assert refused(state, Move("Mo", path=("e1", "d1", "c1", "b1"))) == "P34"
    assert mummy_steps(state, ("e1", "d1")) == {}
    after = play(state, Move("Mo", path=("e1", "d1")))
    assert (after.mummy, after.at[0], after.ankhs[0], after.tokens) == ("d1", "dungeon", 2, 1)
    assert after.phase == "begin"


def test_the_steps_of_the_mummy_are_offered_cell_by_cell():
    """P35: until they are used up; stairs and dungeon never."""
    state = prowling(steps=2)
    assert mummy_steps(state, ()) == {"W": "e1"}
    assert mummy_steps(state, ("e1",)) == {"E": "f1", "W": "d1"}
    assert mummy_steps(state, ("e1", "d1")) == {}


def test_one_catch_a_turn_at_most():
    """P35: the hunter behind the first one is safe this time."""
    state = prowling(at=("e1", "d1"))
    assert refused(state, Move("Mo", path=("e1", "d1"))) == "P34"
    assert play(state, Move("Mo", path=("e1",))).at == ("dungeon", "d1")


def test_the_path_is_announced_and_the_catch_with_its_tokens():
    """P35 to P37: the whole path, and the count that all may know."""
    announced = events(prowling(at=("d1", "stairs")), Move("Mo", path=("e1", "d1")))
    assert announced[:2] == (MummyMoved("Mo", ("e1", "d1")), Caught("Ada", "red", ankhs=2, tokens=1, target=4))
    assert announced[2] == TurnBegins("Ada", "red", locked=0)


def test_hunters_on_stairs_and_in_the_dungeon_are_safe():
    """P33: the mummy stands next to both and catches nobody."""
    state = prowling(mummy="b1", at=("stairs", "dungeon"))
    ends = {action.path[-1] if action.path else "b1" for action in rules.legal_actions(state)}
    assert ends == {"b1", "c1", "d1", "e1", "f1"}


def test_a_captive_keeps_all_missions():
    """P37: only a token is paid."""
    state = prowling(at=("e1", "stairs"), missions=(("R1",), ()))
    assert play(state, Move("Mo", path=("e1",))).missions == (("R1",), ())


def test_the_last_token_eliminates_and_the_pawn_is_skipped_from_then_on():
    """P38: out of the game, its cards unshown."""
    state = prowling(hunters=3, at=("stairs", "e1", "stairs"), ankhs=(3, 1, 3), tokens=2)
    announced = events(state, Move("Mo", path=("e1",)))
    assert Eliminated("Bo", "turquoise") in announced
    after = play(state, Move("Mo", path=("e1",)))
    assert (after.at[1], after.ankhs[1], after.tokens) == ("out", 0, 3)
    after = play(after, Roll("Ada", faces=("mummy",) * 5))
    assert after.hunters[after.turn].player == "Cy"


def test_a_pawn_that_is_out_is_not_said_to_go_to_the_dungeon():
    """P38: only a captive with a token left goes there (P37)."""
    said = {
        ankhs: " ".join(SAY(e.words()) for e in events(prowling(at=("e1", "stairs"), ankhs=(ankhs, 3)), CATCH))
        for ankhs in (1, 2)
    }
    assert "dungeon" in said[2]
    assert "dungeon" not in said[1]
    assert "no token left and is out" in said[1]


def test_an_eliminated_first_hunter_is_skipped_after_the_mummys_turn():
    """P38: the round begins with the first pawn still in the game."""
    state = prowling(hunters=3, at=("e1", "stairs", "stairs"), ankhs=(1, 3, 3))
    assert play(state, Move("Mo", path=("e1",))).turn == 1


def test_the_third_catch_of_the_two_player_game_wins():
    """T07, P46: three in all over both pawns; with two hunter players it takes the fourth."""
    alone = prowling(alone=True, at=("e1", "stairs"), ankhs=(2, 2), tokens=2)
    assert rules.outcome(play(alone, Move("Mo", path=("e1",)))).winners == ("Mo",)
    two = prowling(at=("e1", "stairs"), ankhs=(2, 2), tokens=2)
    after = play(two, Move("Mo", path=("e1",)))
    assert rules.outcome(after) is None
    assert after.tokens == 3


def test_the_catch_is_booked_in_full_before_the_mummy_wins():
    """P39: token, dungeon or elimination, and then the end."""
    state = prowling(at=("e1", "stairs"), ankhs=(1, 2), tokens=3)
    announced = events(state, Move("Mo", path=("e1",)))
    assert [type(event) for event in announced] == [MummyMoved, Caught, Eliminated, MummyWins]
    over = play(state, Move("Mo", path=("e1",)))
    assert (over.phase, over.at[0], over.ankhs[0], over.tokens, over.turn, over.steps) == (
        "over",
        "out",
        0,
        4,
        None,
        0,
    )
    assert refused(over, Move("Mo", path=())) == "P39"


def test_the_mummy_also_wins_in_an_interrupt():
    """P39: the dice that were to be freed stay as they are."""
    state = game(CORRIDOR, locked=3, mummy="f1", at=("e1", "stairs"), ankhs=(1, 2), tokens=3)
    over = play(state, Reset("Ada"), Move("Mo", path=("e1",)))
    assert (over.phase, over.locked, over.turn) == ("over", 3, None)
    assert rules.outcome(over).winners == ("Mo",)
    assert SAY(rules.outcome(over).reason) == "The mummy (Mo) has 4 tokens and wins."


def test_the_sarcophagus_is_plain_floor_once_the_mummy_has_left_it():
    """The mummy and the hunters may enter it again, unless it is the dungeon too."""
    state = game("""
        +---+---+---+---+
        |ST      SA  DU |
        +---+---+---+---+
    """)
    assert state.mummy == "c1"
    away = play(
        game(
            """
        +---+---+---+---+---+
        |ST  SA          DU |
        +---+---+---+---+---+
    """,
            phase="mummy_move",
            turn=None,
            steps=3,
        ),
        Move("Mo", path=("c1", "b1", "c1")),
    )
    assert away.mummy == "c1"
    hunting = play(away, Roll("Ada", faces=("1",) * 5))
    assert [action.face for action in rules.legal_actions(hunting)] == ["1"]


def test_the_mummy_starts_in_the_dungeon_and_cannot_come_back():
    """P33: where dungeon and sarcophagus are one."""
    state = prowling(mummy="g1")
    assert play(state, Move("Mo", path=())).mummy == "g1"
    after = play(state, Move("Mo", path=("f1",)))
    assert after.mummy == "f1"
    assert refused(prowling(), Move("Mo", path=("g1",))) == "P33"


def test_a_refusal_reveals_no_hunter_beyond_the_mummys_reach():
    """P48: a path that is too long or leads through rock is refused as such, whoever stands on it."""
    far = ("e1", "d1", "c1")
    for at in (("d1", "stairs"), ("stairs", "stairs")):
        assert refused(prowling(steps=2, at=at), Move("Mo", path=far)) == "P16"
        assert refused(prowling(at=at), Move("Mo", path=("e1", "d1", "f1"))) == "P32"


def test_every_cell_within_reach_is_listed_once():
    """P32: paths to the same cell lead to the same state, so one of them is enough."""
    state = prowling(at=("d1", "stairs"))
    listed = [action.path for action in rules.legal_actions(state)]
    assert listed == [(), ("e1",), ("e1", "d1")]
