"""White dice and the mummy die: locking, rolling again, resetting, and dice that the device rolls."""

from collections import Counter
from random import Random

import pytest
from malediction_device import THREE
from malediction_table import HALL, events, game, play, refused
from random_play import random_game
from sampling import many

from firmware_py.games.malediction import rules
from firmware_py.games.malediction.events import DiceFree, DiceLocked, DiceReset, MummyRolled, TurnBegins, TurnLost
from firmware_py.games.malediction.legality import playable_faces
from firmware_py.games.malediction.maze import FACES
from firmware_py.games.malediction.state import AnyAction, Choose, EndTurn, Move, Pass, PlayMission, Reset, Roll
from firmware_py.games.records import UnreadableLine, read_action
from firmware_py.games.session import begin
from firmware_py.games.session import play as session_after
from firmware_py.pages.malediction.dice_page import DIE, RollPlace, device_dice, device_mummy_die, place_of_next_roll

ALL_MUMMIES = ("mummy",) * 5


def rolled(*faces, by="Ada"):
    return Roll(by, faces=faces)


def test_the_first_hunter_rolls_all_five():
    """P07: one pool of five dice, none locked at the start."""
    start = game()
    assert refused(start, rolled("1", "2", "3", "4")) == "P13"
    assert play(start, rolled("1", "2", "3", "4", "arrow")).faces == ("1", "2", "3", "4", "arrow")


def test_mummies_lock_first_and_what_else_shows_can_be_chosen():
    """P12: two mummies lock; the rest stands as it was rolled."""
    state = play(game(), rolled("mummy", "4", "1", "mummy", "1"))
    assert (state.locked, state.faces, state.phase) == (2, ("4", "1", "1"), "choose")
    assert DiceLocked(2, 2) in events(game(), rolled("mummy", "4", "1", "mummy", "1"))


def test_rolling_again_takes_all_unlocked_dice_as_often_as_wanted():
    """P13: never some of them, never a locked one."""
    state = play(game(), rolled("mummy", "1", "1", "1", "1"), rolled("2", "2", "mummy", "2"), rolled("3", "3", "3"))
    assert (state.locked, state.faces) == (2, ("3", "3", "3"))
    assert refused(state, rolled("1", "1")) == "P13"
    assert refused(state, rolled("1", "1", "1", "1", "1")) == "P13"


def test_only_a_face_that_shows_now_can_be_chosen():
    """P12: a face of an earlier roll is gone, and a mummy is no move."""
    state = play(game(), rolled("4", "4", "4", "4", "4"), rolled("1", "2", "1", "2", "1"))
    assert refused(state, Choose("Ada", "4")) == "P12"
    assert refused(state, Choose("Ada", "mummy")) == "P12"
    assert play(state, Choose("Ada", "2")).phase == "move"


def test_a_die_that_nobody_told_shows_what_its_hunter_says():
    """P12: it locks nothing, stays as rolled in the state, and any face with a move can be chosen."""
    state = play(game(), rolled("?", "2", "mummy", "?", "?"))
    assert (state.locked, state.faces, state.phase) == (1, ("?", "2", "?", "?"), "choose")
    assert rules.record_state(state)["faces"] == ["?", "2", "?", "?"]
    assert refused(state, rolled("?")) == "P13"
    assert refused(state, Choose("Ada", "mummy")) == "P12"
    for face in playable_faces(state):
        assert play(state, Choose("Ada", face)).face == face
    crowded = game(phase="choose", faces=("?",), at=("stairs", "a2"), mummy="b3")
    assert playable_faces(crowded) == ("2", "3", "4")
    assert refused(crowded, Choose("Ada", "1")) == "P25"


def test_nobody_announces_a_face_that_is_no_face():
    """An untold die is a word of a roll alone; elsewhere the line is unreadable."""
    assert read_action(b'{"by": "Ada", "do": "roll", "faces": ["?", "mummy"]}', AnyAction) == rolled("?", "mummy")
    for line in (b'{"by": "Ada", "do": "choose", "face": "?"}', b'{"by": "Ada", "do": "roll", "faces": ["5"]}'):
        with pytest.raises(UnreadableLine):
            read_action(line, AnyAction)


def test_what_is_legal_with_untold_dice_is_what_some_throw_would_allow():
    """Any dice of any roll kept back: the choices are those of all dice that can lie there, and no others."""
    compared = 0
    for seed in range(many(12, whole=40)):
        chance = Random(seed)
        for state, action, _ in random_game("malediction", seed):
            if not (isinstance(action, Roll) and isinstance(action.faces, tuple)):
                continue
            kept = tuple(face if face == "mummy" or chance.random() < 0.5 else "?" for face in action.faces)
            after, _ = rules.apply(state, Roll(action.by, faces=kept))
            thrown = (tuple(face if one == "?" else one for one in kept) for face in FACES)
            states = [rules.apply(state, Roll(action.by, faces=faces))[0] for faces in thrown]
            assert {after.locked} == {one.locked for one in states}
            if after.phase == "choose":
                allowed = {choice for one in states for choice in rules.legal_actions(one)}
                assert {*rules.legal_actions(after)} == allowed
                judged = {face: rules.broken_rule(after, Choose(action.by, face)) for face in FACES}
                assert {face for face, rule in judged.items() if rule is None} == {one.face for one in allowed}
                compared += "?" in kept
    assert compared > 60


def test_a_face_without_a_legal_move_cannot_be_chosen():
    """P25: with a hunter on the only next cell a 1 fails, and a 2 crosses that hunter."""
    state = game(phase="choose", faces=("1", "2", "arrow"), at=("stairs", "a2"), mummy="b3")
    assert playable_faces(state) == ("2",)
    assert refused(state, Choose("Ada", "1")) == "P25"
    assert refused(state, Choose("Ada", "arrow")) == "P25"
    assert play(state, Choose("Ada", "2")).face == "2"


def test_where_no_face_that_shows_can_be_played_only_a_new_roll_is_left():
    """P25: the hunter is not stuck, and so rolls again instead of passing."""
    state = game(phase="choose", faces=("1", "1", "arrow"), locked=2, at=("stairs", "a2"), mummy="b3")
    assert rules.legal_actions(state) == ()
    assert refused(state, Pass("Ada")) == "P26"
    assert play(state, rolled("2", "1", "1")).faces == ("2", "1", "1")


def test_locked_dice_stay_locked_across_hunters_and_the_mummys_turn():
    """P07, P16: only a reset frees them."""
    state = play(game(), rolled("mummy", "mummy", "1", "1", "1"), Choose("Ada", "1"), Move("Ada", to="b3"))
    assert (state.turn, state.locked) == (1, 2)
    state = play(state, rolled("2", "2", "mummy", by="Bo"), Choose("Bo", "2"), Move("Bo", to="c3"))
    assert (state.phase, state.locked) == ("mummy_roll", 3)
    state = play(state, Roll("Mo", face=2), Move("Mo", path=()))
    assert (state.turn, state.phase, state.locked) == (0, "begin", 3)
    assert refused(state, rolled("1", "1", "1")) == "P13"
    assert play(state, rolled("1", "1")).locked == 3


def test_five_mummies_lose_the_turn_also_over_several_rolls():
    """P14: the fifth die locks, and the next hunter is on."""
    state = play(game(), rolled("mummy", "mummy", "1", "1", "1"), rolled("mummy", "mummy", "1"))
    assert state.locked == 4
    announced = events(state, rolled("mummy"))
    assert TurnLost("Ada", "red") in announced
    assert announced[-1] == TurnBegins("Bo", "turquoise", locked=5)
    state = play(state, rolled("mummy"))
    assert (state.phase, state.turn, state.locked, state.at[0]) == ("begin", 1, 5, "stairs")


def test_after_five_mummies_the_next_hunter_must_reset():
    """P14: no roll before the mummy had its interrupt of five."""
    state = play(game(), rolled(*ALL_MUMMIES))
    assert refused(state, Roll("Bo", faces=())) == "P14"
    assert rules.legal_actions(state) == (Reset("Bo"),)
    assert play(state, Reset("Bo")).steps == 5


def test_the_fifth_lock_of_the_last_hunter_gives_the_mummy_two_moves():
    """T05, P15: die 3 and five locked are 8, then 5 at the forced reset, then five dice are rolled."""
    state = play(game(turn=1), rolled(*ALL_MUMMIES, by="Bo"))
    assert (state.phase, state.turn) == ("mummy_roll", None)
    state = play(state, Roll("Mo", face=3))
    assert (state.phase, state.steps, state.locked) == ("mummy_move", 8, 5)
    state = play(state, Move("Mo", path=()), Reset("Ada"))
    assert (state.phase, state.steps, state.turn) == ("interrupt", 5, 0)
    state = play(state, Move("Mo", path=()))
    assert (state.phase, state.turn, state.locked) == ("begin", 0, 0)
    assert play(state, rolled("1", "2", "3", "4", "arrow")).faces == ("1", "2", "3", "4", "arrow")


def test_the_mummy_may_decline_an_interrupt_and_the_dice_are_still_free():
    """T06, P09: three locked, reset, the mummy stays: five dice."""
    state = play(game(locked=3), Reset("Ada"), Move("Mo", path=()))
    assert (state.phase, state.turn, state.locked, state.steps) == ("begin", 0, 0, 0)
    assert refused(state, rolled("1", "1")) == "P13"


def test_an_interrupt_allows_the_locked_dice_without_the_mummy_die():
    """P10: three locked allow three steps, and no die is rolled."""
    state = play(game(locked=3), Reset("Ada"))
    assert (state.steps, state.locked) == (3, 3)
    assert refused(state, Roll("Mo", face=1)) == "P10"
    assert refused(state, Move("Mo", path=("d3", "c3", "b3", "a2"))) == "P10"
    assert play(state, Move("Mo", path=("d3", "c3", "b3"))).mummy == "b3"
    assert events(game(locked=3), Reset("Ada")) == (DiceReset("Ada", "red", "Mo", 3),)


def test_without_a_locked_die_there_is_nothing_to_reset():
    """P08: so nobody resets twice, nor gives the mummy a move for nothing."""
    assert refused(game(), Reset("Ada")) == "P08"
    assert refused(play(game(locked=1), Reset("Ada"), Move("Mo", path=())), Reset("Ada")) == "P08"


def test_a_reset_comes_before_the_first_roll():
    """P08: once rolled, the locked dice stay."""
    state = play(game(locked=1), rolled("1", "1", "1", "1"))
    assert refused(state, Reset("Ada")) == "P08"
    moving = play(state, Choose("Ada", "1"))
    assert refused(moving, Reset("Ada")) == "P08"


def test_a_hunter_caught_after_resetting_rolls_from_the_dungeon():
    """P11: the same hunter goes on, with five dice and one token less."""
    state = play(game(locked=2, at=("d3", "stairs")), Reset("Ada"), Move("Mo", path=("d3",)))
    assert (state.phase, state.turn, state.at[0], state.ankhs[0], state.locked) == ("begin", 0, "dungeon", 2, 0)
    after = play(state, rolled("1", "1", "1", "1", "1"), Choose("Ada", "1"))
    assert rules.legal_actions(after) == (Move("Ada", to="e2"),)
    assert DiceFree("Ada", "red") == events(game(locked=1, phase="interrupt", steps=1), Move("Mo", path=()))[-1]


def test_a_hunter_eliminated_after_resetting_lets_the_next_one_begin():
    """P11, P38: a hunter's turn ends with the last token."""
    state = game(hunters=3, locked=2, at=("d3", "stairs", "stairs"), ankhs=(1, 3, 3))
    after = play(state, Reset("Ada"), Move("Mo", path=("d3",)))
    assert (after.phase, after.turn, after.at[0], after.locked) == ("begin", 1, "out", 0)


def test_if_the_last_hunter_is_eliminated_after_resetting_the_mummy_rolls():
    """P11, P38: no hunter is left before the mummy's turn."""
    state = game(hunters=3, turn=1, locked=2, at=("stairs", "d3", "out"), ankhs=(3, 1, 0), tokens=3)
    after = play(state, Reset("Bo"), Move("Mo", path=("d3",)))
    assert (after.phase, after.turn, after.locked) == ("mummy_roll", None, 0)


def test_the_mummys_allowance_is_the_mummy_die_and_the_locked_dice():
    """P16: they are counted and stay locked."""
    state = game(phase="mummy_roll", turn=None, locked=2)
    assert events(state, Roll("Mo", face=3)) == (MummyRolled("Mo", 3, 2, 5),)
    after = play(state, Roll("Mo", face=3), Move("Mo", path=("d3",)))
    assert (after.locked, after.steps) == (2, 0)


def test_the_mummy_die_has_only_its_own_faces():
    """P16: the map says which."""
    state = game(phase="mummy_roll", turn=None)
    for face in (0, 4, -1, 10**30):
        assert refused(state, Roll("Mo", face=face)) == "P16"


def test_the_wrong_dice_at_the_wrong_time_are_illegal():
    """Both forms of a roll are known in every phase."""
    assert refused(game(), Roll("Ada", face=1)) == "P16"
    assert refused(game(phase="mummy_roll", turn=None), Roll("Mo", faces=ALL_MUMMIES)) == "P12"
    assert refused(game(phase="move", face="1"), rolled("1", "1", "1", "1", "1")) == "P12"


# --- dice that the device rolls --------------------------------------------------------------------------------------


def test_the_devices_dice_depend_on_seed_and_place_only():
    """Undo cannot fish: the same roll at the same place of the game shows the same faces."""
    state = game(locked=2)
    assert device_dice(state, "seed", RollPlace(7, 2)) == device_dice(state, "seed", RollPlace(7, 2))
    assert len({device_dice(state, "seed", RollPlace(turn, 1)) for turn in range(50)}) > 30
    assert len({device_dice(state, "seed", RollPlace(7, roll)) for roll in range(50)}) > 30
    assert len({device_dice(state, f"seed {number}", RollPlace(7, 2)) for number in range(50)}) > 30


ADAS = (Roll("Ada", faces=("1", "2", "3", "4", "arrow")), Choose("Ada", "3"))
LOST = (Roll("Ada", faces=ALL_MUMMIES), Reset("Bo"), Move("Mo", path=()))
PLACES = {
    "nothing": ((), (1, 1)),
    "a roll": (ADAS[:1], (1, 2)),
    "a choice": (ADAS, (1, 2)),
    "a move": ((*ADAS, Move("Ada", to="b3")), (2, 1)),
    "a mission that is kept": ((*ADAS, Move("Ada", to="a4"), EndTurn("Ada")), (2, 1)),
    "a mission that is played": ((*ADAS, Move("Ada", to="a4"), PlayMission("Ada")), (2, 1)),
    "rolling again": ((ADAS[0], *ADAS, Move("Ada", to="b3")), (2, 1)),
    "a lost turn": (LOST[:1], (2, 1)),
    "a reset": (LOST, (2, 1)),
    "the last hunter's turn": ((*LOST, Roll("Bo", faces=ALL_MUMMIES)), (3, 1)),
    "the mummy's turn": ((*LOST, Roll("Bo", faces=ALL_MUMMIES), Roll("Mo", face=1), Move("Mo", path=())), (4, 1)),
}
"""What was played, and the turn and the roll of that turn that come next."""


@pytest.mark.parametrize(("played", "place"), PLACES.values(), ids=PLACES)
def test_a_roll_depends_on_no_hidden_action_of_another_turn(played, place):
    """P48: neither missions that are kept nor rolls again move the rolls of later turns."""
    session = begin(THREE)
    for action in played:
        session = session_after(session, action)
    assert place_of_next_roll(session) == place


@pytest.mark.parametrize("locked", range(5))
def test_the_device_rolls_all_unlocked_dice(locked):
    """What it rolls is a legal roll."""
    state = game(locked=locked)
    faces = device_dice(state, "seed", RollPlace(1, 1))
    assert play(state, Roll("Ada", faces=faces)).locked >= locked


def test_the_devices_dice_never_change_between_versions():
    """A stored seed must give the same game after an update."""
    assert device_dice(game(), "seed", RollPlace(3, 2)) == ("1", "3", "mummy", "3", "mummy")


def test_the_devices_dice_are_fair():
    """Six sides, each about a sixth of the time; the mummy die has the faces of the map."""
    state = game()
    count = Counter(face for turn in range(2000) for face in device_dice(state, "seed", RollPlace(turn, 1)))
    assert set(count) == set(DIE)
    assert all(abs(times - 10000 / 6) < 150 for times in count.values()), count
    mummy = Counter(device_mummy_die(state, "seed", RollPlace(turn, 1)) for turn in range(900))
    assert set(mummy) == {1, 2, 3}
    assert all(abs(times - 300) < 60 for times in mummy.values()), mummy


def test_a_turn_that_ends_without_a_mission_shows_no_dice():
    """P12: what was not chosen is gone when the turn is over."""
    state = game(HALL, phase="mission", face="1", at=("a1", "stairs"))
    after = play(state, EndTurn("Ada"))
    assert (after.faces, after.face) == ((), None)


def test_five_locked_dice_are_announced_without_what_a_stuck_pawn_does():
    """P27: stuck wins over the duty to reset, and is a secret until the hunter says so (P48)."""
    begun = TurnBegins("Ada", "red", 5).words()
    assert begun.message == "{hunter} to play. All five dice are locked."


def test_the_leaflets_example_of_a_turn_plays_as_printed():
    """P07, P10, P13, P41: two locked, three rolled, two rolled again, a mission; then a reset for three cells."""
    state = game(locked=2, at=("a2", "stairs"), mummy="e3")
    state = play(state, Roll("Ada", faces=("mummy", "1", "2")), Roll("Ada", faces=("1", "4")))
    state = play(state, Choose("Ada", "4"), Move("Ada", to="e2"), PlayMission("Ada"))
    assert state.missions == (("Y2",), ())
    state = play(state, Reset("Bo"))
    assert (state.phase, state.steps) == ("interrupt", 3)
    state = play(state, Move("Mo", path=()))
    assert refused(state, Roll("Bo", faces=("1",) * 4)) == "P13"
    assert play(state, Roll("Bo", faces=("1",) * 5)).phase == "choose"
