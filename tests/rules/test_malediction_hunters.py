"""Hunters at the table: turns, announcements, moves, missions, stuck pawns and the two-player game."""

import pytest
from malediction_table import HALL, events, game, maze, play, refused
from msgspec.structs import replace

from firmware_py.games.malediction import rules
from firmware_py.games.malediction.events import FaceChosen, HunterWins, MissionPlayed, Stuck
from firmware_py.games.malediction.legality import is_stuck, mission_here, open_missions, reachable
from firmware_py.games.malediction.maze import COLOUR_WORDS, PAWN_WORDS
from firmware_py.games.malediction.state import Choose, EndTurn, Move, Pass, PlayMission, Reset, Roll
from firmware_py.games.registry import TABLE
from firmware_py.words import speak

SAY = speak("en")
TRAP = """
    +---+---+---+---+
    |R1     |ST     |
    +   +---+---+   +
    |        DS     |
    +   +   +---+   +
    |               |
    +---+---+---+---+
"""
"""From b1 the only step is to a1, from the stairs d1, from the dungeon b2 and d2."""


def moved(state, to, by="Ada"):
    return play(state, Move(by, to=to))


def test_hunters_play_in_the_order_of_the_setup_and_then_the_mummy():
    """P06: and so on, round and round."""
    state = game(hunters=3)
    turns = []
    for to, name in zip(("a2", "b3", "c3"), ("Ada", "Bo", "Cy"), strict=True):
        turns.append(rules.to_act(state))
        state = play(state, Roll(name, faces=("1", "2", "3", "4", "arrow")))
        face = next(face for face in ("1", "2", "3") if to in reachable(state, face))
        state = moved(play(state, Choose(name, face)), to, by=name)
        if state.phase == "mission":
            state = play(state, EndTurn(name))
    assert turns == [("Ada",), ("Bo",), ("Cy",)]
    assert rules.to_act(state) == ("Mo",)
    state = play(state, Roll("Mo", face=1), Move("Mo", path=()))
    assert rules.to_act(state) == ("Ada",)


@pytest.mark.parametrize("name", ["Bo", "Mo"])
def test_nobody_else_acts_in_a_hunters_turn(name):
    """P06: neither another hunter nor the mummy."""
    assert refused(game(), Roll(name, faces=("1",) * 5)) == "P06"


def test_a_stranger_does_not_play():
    """P06: a name that is no player's."""
    assert refused(game(), Roll("Zoe", faces=("1",) * 5)) == "P06"


def test_the_face_is_announced_before_the_pawn_moves():
    """P17: first the choice, which all hear, then the move."""
    state = play(game(), Roll("Ada", faces=("1", "2", "3", "4", "arrow")))
    assert refused(state, Move("Ada", to="b3")) == "P17"
    assert events(state, Choose("Ada", "1")) == (FaceChosen("Ada", "red", "1"),)
    assert play(state, Choose("Ada", "1")).faces == ()


def test_whatever_was_announced_can_be_played():
    """P17: legality is tested before the announcement, so a move is always open after it."""
    state = game(phase="choose", faces=("1", "2", "3", "4", "arrow"), at=("a2", "b2"), mummy="a1")
    for action in rules.legal_actions(state):
        assert rules.legal_actions(play(state, action))


@pytest.mark.parametrize(
    ("face", "to", "clause"),
    [
        ("2", "b2", "P18"),
        ("2", "z9", "P18"),
        ("2", "", "P18"),
        ("2", "A1", "P18"),
        ("2", "a01", "P18"),
        ("2", "a" + "1" * 5000, "P18"),
        ("2", "a3", "P20"),
        ("2", "stairs", "P18"),
        ("2", "e3", "P20"),
        ("2", "c2", "P21"),
        ("2", "b3", "P24"),
        ("arrow", "a2", "P19"),
        ("arrow", "b1", "P23"),
        ("arrow", "c2", "P22"),
        ("arrow", "d9", "P23"),
    ],
)
def test_a_wrong_end_is_refused_with_its_clause(face, to, clause):
    """P18 to P24: Ada on a2 with another hunter on c2 and the mummy on b3."""
    state = game(phase="move", face=face, at=("a2", "c2"), mummy="b3")
    assert refused(state, Move("Ada", to=to)) == clause


def test_a_refused_move_says_where_the_pawn_may_end():
    """The refusal names what would be allowed."""
    state = game(phase="move", face="1", at=("a2", "c2"), mummy="b3")
    rule = rules.broken_rule(state, Move("Ada", to="c2"))
    assert SAY(rule.why) == "With 1, Ada (red pawn) may end on: a1, b2."


def test_an_even_number_may_bring_the_pawn_back_to_its_cell():
    """P19: only the arrow must leave it."""
    state = game(phase="move", face="2", at=("c1", "stairs"))
    after = moved(state, "c1")
    assert after.at[0] == "c1"
    assert after.phase == "mission", "the move ended there all the same"


def test_many_pawns_share_the_stairs_and_the_dungeon_but_no_cell():
    """P30, P21: four start together, and captives meet in the dungeon."""
    state = game(hunters=4, at=("dungeon", "dungeon", "a2", "a1"), turn=2, phase="move", face="1")
    assert game(hunters=4).at == ("stairs",) * 4
    assert refused(state, Move("Cy", to="a1")) == "P21"


def test_the_dungeon_is_left_by_an_ordinary_move():
    """P31: nothing more is paid."""
    state = game(phase="choose", faces=("1",), locked=4, at=("dungeon", "stairs"), mummy="d3", ankhs=(2, 3))
    after = moved(play(state, Choose("Ada", "1")), "e2")
    assert (after.at[0], after.ankhs) == ("e2", (2, 3))


def test_pawns_on_stairs_and_dungeon_block_nobody():
    """P22, P30: those cells block by themselves, not by who stands there."""
    state = game(phase="move", face="arrow", at=("c3", "dungeon"), mummy="c1")
    assert reachable(state, "arrow") == {"b3", "d3", "c2"}


LAIR = """
    +---+---+---+---+---+
    |ST          SA  DU |
    +---+---+---+---+---+
"""
"""A corridor whose sarcophagus, d1, is not the dungeon."""


def test_the_mummy_begins_on_the_sarcophagus():
    """P40: also where that is the dungeon, as on the printed board; only there can it not come back (P33)."""
    assert game(LAIR).mummy == "d1"
    assert game(HALL).mummy == game(HALL).maze.dungeon
    apart = game(LAIR, phase="mummy_move", turn=None, steps=2)
    assert play(apart, Move("Mo", path=("c1", "d1"))).mummy == "d1"


def test_hunters_enter_a_sarcophagus_that_the_mummy_has_left():
    """P44: where it lies apart from the dungeon it is floor; before that it is the mummy's cell (P24)."""
    before = game(LAIR, phase="move", face="1", at=("c1", "stairs"))
    assert refused(before, Move("Ada", to="d1")) == "P24"
    after = replace(before, mummy="b1")
    assert reachable(after, "1") == reachable(after, "arrow") == {"d1"}
    assert moved(after, "d1").at[0] == "d1"
    in_one = game(phase="move", face="1", at=("d3", "stairs"), mummy="a1")
    assert refused(in_one, Move("Ada", to="e3")) == "P20"


# --- stuck -----------------------------------------------------------------------------------------------------------


def stuck(**changes):
    return game(TRAP, at=("b1", "stairs"), mummy="a1", **changes)


def test_a_stuck_hunter_can_only_say_so():
    """P26: no reset, no roll; the whole turn is skipped."""
    state = stuck(locked=2)
    assert is_stuck(state)
    assert rules.legal_actions(state) == (Pass("Ada"),)
    assert refused(state, Reset("Ada")) == "P26"
    assert refused(state, Roll("Ada", faces=("1", "2", "3"))) == "P26"
    assert events(state, Pass("Ada"))[0] == Stuck("Ada", "red")
    assert (play(state, Pass("Ada")).turn, play(state, Pass("Ada")).locked) == (1, 2)


def test_who_can_move_does_not_pass():
    """P26: there is no forgoing a turn."""
    assert refused(game(), Pass("Ada")) == "P26"
    assert refused(game(phase="mission", at=("a1", "stairs")), Pass("Ada")) == "P26"


def test_stuck_with_five_locked_dice_passes_the_duty_to_reset_on():
    """P27: the next hunter must reset instead."""
    state = play(stuck(locked=5), Pass("Ada"))
    assert (state.turn, state.locked) == (1, 5)
    assert rules.legal_actions(state) == (Reset("Bo"),)


def test_stuck_after_ones_own_reset_passes_with_free_dice():
    """P28: the mummy came to stand before the dead end."""
    state = game(TRAP, at=("b1", "stairs"), mummy="a2", locked=1)
    state = play(state, Reset("Ada"), Move("Mo", path=("a1",)))
    assert rules.legal_actions(state) == (Pass("Ada"),)
    after = play(state, Pass("Ada"))
    assert (after.turn, after.locked) == (1, 0)


def test_hunters_on_the_stairs_can_be_stuck_too():
    """P26: behind the mummy in the only exit."""
    state = game(TRAP, mummy="d1")
    assert rules.legal_actions(state) == (Pass("Ada"),)


# --- missions --------------------------------------------------------------------------------------------------------


def test_a_move_onto_a_mission_offers_it_and_the_offer_may_be_declined():
    """P41: playing is optional; the turn ends with and without it."""
    state = moved(game(phase="move", face="1", at=("b1", "stairs")), "a1")
    assert (state.phase, mission_here(state)) == ("mission", "R1")
    assert set(rules.legal_actions(state)) == {PlayMission("Ada"), EndTurn("Ada")}
    assert (play(state, EndTurn("Ada")).turn, play(state, EndTurn("Ada")).missions) == (1, ((), ()))


def test_a_mission_passed_on_the_path_is_not_offered():
    """P41: only where the move ends."""
    state = game(phase="move", face="2", at=("a2", "stairs"))
    assert moved(state, "b3").phase == "begin"
    assert refused(game(at=("a1", "stairs")), PlayMission("Ada")) == "P41"
    assert refused(game(at=("a1", "stairs")), EndTurn("Ada")) == "P41"


def test_a_played_mission_lies_open_for_all():
    """P42: the announcement names card and picture, the mummy included."""
    state = game(phase="mission", face="1", at=("a1", "stairs"))
    assert events(state, PlayMission("Ada"))[0] == MissionPlayed("Ada", "red", "R1", "", 1, 5)
    assert play(state, PlayMission("Ada")).missions == (("R1",), ())


def test_a_mission_that_anybody_has_played_is_not_offered_again():
    """P41: there is one card of each."""
    state = game(phase="move", face="1", at=("b1", "stairs"), missions=((), ("R1",)))
    assert moved(state, "a1").phase == "begin"


def test_a_hunter_holds_one_card_of_each_colour():
    """P03: after a red card no other red cell is offered."""
    state = game(phase="move", face="1", at=("b2", "stairs"), missions=(("R1",), ()))
    assert moved(state, "a2").phase == "begin"
    assert open_missions(state, 0) == ("B1", "B2", "W1", "W2", "G1", "G2", "Y1", "Y2")
    assert open_missions(state, 1) == ("R2", "B1", "B2", "W1", "W2", "G1", "G2", "Y1", "Y2")


def test_a_card_that_is_kept_stays_hidden_from_the_other_hunters_too():
    """P04: a turn that ends on a mission looks like any other, and does not reveal who holds the card."""
    state = game(hunters=3, phase="move", face="1", at=("b2", "c2", "d2"))
    elsewhere, there = moved(state, "b3"), moved(state, "b1")
    assert (elsewhere.phase, there.phase) == ("begin", "mission")
    kept = play(there, EndTurn("Ada"))
    assert events(there, EndTurn("Ada")) == events(state, Move("Ada", to="b3"))[1:]
    for viewer in ("Ada", "Bo", "Cy", "Mo", TABLE):
        assert rules.seen_by(kept, viewer) == replace(
            rules.seen_by(elsewhere, viewer), at=rules.seen_by(kept, viewer).at
        )
    assert len({open_missions(kept, index) for index in range(3)}) == 1
    assert mission_here(replace(kept, phase="mission", turn=1, at=("b2", "b1", "d2"))) == "B1"


def test_the_fifth_card_wins_at_once():
    """P43: the hunter alone, not the other hunters."""
    four = ("B1", "W1", "G1", "Y1")
    state = game(hunters=3, phase="mission", face="1", at=("a1", "b2", "c2"), missions=(four, (), ()))
    announced = events(state, PlayMission("Ada"))
    assert announced[-1] == HunterWins("Ada", 5)
    over = play(state, PlayMission("Ada"))
    assert rules.outcome(over).winners == ("Ada",)
    assert rules.to_act(over) == ()
    assert refused(over, Roll("Bo", faces=("1",) * 5)) == "P43"


def test_pawn_colours_and_card_colours_are_never_named_alike():
    """P05: a red pawn has nothing to do with red missions."""
    assert not {SAY(pawn) for pawn in PAWN_WORDS.values()} & {SAY(colour) for colour in COLOUR_WORDS.values()}


# --- two players -----------------------------------------------------------------------------------------------------


def test_one_person_plays_two_pawns_in_a_fixed_order_with_a_turn_each():
    """P45: red, turquoise, mummy, all over again."""
    state = game(alone=True)
    assert (rules.to_act(state), state.hunter.pawn) == (("Ada",), "red")
    state = play(state, Roll("Ada", faces=("1",) * 5), Choose("Ada", "1"), Move("Ada", to="b3"))
    assert (rules.to_act(state), state.hunter.pawn) == (("Ada",), "turquoise")
    state = play(state, Roll("Ada", faces=("1",) * 5), Choose("Ada", "1"), Move("Ada", to="a2"), EndTurn("Ada"))
    assert rules.to_act(state) == ("Mo",)


def test_alone_two_cards_of_a_colour_are_held_over_both_pawns():
    """P43: either pawn plays them; the third of a colour is not offered."""
    state = game(alone=True, phase="move", face="1", at=("b2", "stairs"), missions=((), ("R1",)))
    assert moved(state, "a2").phase == "mission"
    hall = HALL.replace("|ST              DS |", "|ST      R3      DS |")
    third = game(hall, alone=True, phase="move", face="1", at=("c2", "stairs"), missions=(("R2",), ("R1",)))
    assert "R3" not in open_missions(third, 0)
    assert moved(third, "c3").phase == "begin"


def test_alone_the_tenth_card_wins_with_either_pawn():
    """P43: ten cards in all, however they are spread over the pawns."""
    nine = (("R1", "R2", "B1", "B2", "W1", "W2"), ("G1", "G2", "Y1"))
    state = game(alone=True, phase="mission", face="1", turn=1, at=("stairs", "e2"), missions=nine)
    over = play(state, PlayMission("Ada"))
    assert rules.outcome(over).winners == ("Ada",)
    eight = (nine[0][:5], nine[1])
    assert (
        play(game(alone=True, phase="mission", turn=1, at=("stairs", "e2"), missions=eight), PlayMission("Ada")).phase
        != "over"
    )


def test_the_two_player_hunter_is_certified_move_by_move():
    """P47: a move that the honest hunter would not make is refused, seen by nobody but the device."""
    state = game(alone=True, phase="move", face="2", at=("a1", "stairs"))
    assert refused(state, Move("Ada", to="e1")) == "P18"


def test_the_small_tables_of_these_tests_are_right():
    """The maps above mean what their comments say."""
    trap = maze(TRAP)
    assert trap.steps("b1") == {"W": "a1"}
    assert trap.steps("d1") == {"S": "d2"}
