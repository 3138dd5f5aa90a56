"""Revealing, rotating, lanterns, picking up and stealing in L'or du pharaon (G04 to G11, G19 to G28)."""

import pytest
from pharaon_table import ALL_OPEN, BELOW_C6, announced, play, refused, shown, table

from firmware_py.games.or_du_pharaon.events import LaidDown, LanternPlaced, LanternTaken, PickedUp, Rotated, Stolen
from firmware_py.games.or_du_pharaon.legality import legal_actions, reveal_targets, rotate_targets
from firmware_py.games.or_du_pharaon.rules import seen_by
from firmware_py.games.or_du_pharaon.state import (
    Collapse,
    EndTurn,
    HouseRules,
    Move,
    Photo,
    PickUp,
    PlaceLantern,
    PutDown,
    Reveal,
    Rotate,
    StartCard,
    Steal,
    TakeLantern,
    turn_sides,
)
from firmware_py.games.registry import TABLE


def together(**ada):
    """Ada's and Bo's archaeologists meet on c5."""
    return table(
        ALL_OPEN,
        teams={"Ada": {"archaeologist": "c5", **ada}, "Bo": {"archaeologist": "c5", "carrying": 2}},
        loose={"c5": (2, 3)},
    )


# --- revealing -------------------------------------------------------------------------------------------------------


def test_t10_a_neighbours_wall_stops_a_step_and_a_turn_but_no_revealing():
    """T10, G03, G04, G05: own edge open, the neighbour's a wall; the same neighbour face down may be revealed."""
    figures = {"Ada": {"archaeologist": "b2", "porter": "b2"}}
    walled = table({"b2": "E", "c2": "NES"}, teams=figures)
    assert refused(walled, Move("Ada", "archaeologist", "c2")) == "G03"
    assert refused(walled, Rotate("Ada", "c2", 1)) == "G05"
    face_down = table({"b2": "E"}, teams=figures)
    after = play(face_down, Reveal("Ada", "c2", "NES"))
    assert shown(after)["cards"] == {"b2": "E", "c2": "NES"}


def test_g04_revealing_needs_an_open_edge_towards_a_face_down_neighbour():
    """G04: a wall on one's own card, a card further off, and a face-up card are refused."""
    state = table({"b2": "E", "b3": "NESW"}, teams={"Ada": {"archaeologist": "b2"}}, fallen=("a2",))
    assert reveal_targets(state) == ("c2",)
    assert refused(state, Reveal("Ada", "b1", "NESW")) == "G04"
    assert refused(state, Reveal("Ada", "d2", "NESW")) == "G04"
    assert refused(state, Reveal("Ada", "b3", "NESW")) == "G04"
    assert refused(state, Reveal("Ada", "c1", "NESW")) == "G13"
    assert refused(state, Reveal("Ada", "a2", "NESW")) == "G48"


def test_g06_only_the_archaeologist_reveals_and_only_the_porter_rotates():
    """G06: where the other figure stands does not matter."""
    state = table({"b2": "NESW", "e5": "NESW"}, teams={"Ada": {"archaeologist": "b2", "porter": "e5"}})
    assert reveal_targets(state) == ("a2", "b1", "b3", "c2")
    assert rotate_targets(state) == ("e5",)
    assert refused(state, Reveal("Ada", "e4", "N")) == "G04"
    assert refused(state, Rotate("Ada", "b2", 1)) == "G05"


def test_g07_revealing_costs_one_action_and_moves_nobody():
    """G07: the discoverer does not move and lays the card freely, even with a wall towards the own card."""
    after = shown(play(table(), Reveal("Ada", "c5", "N")))
    assert after["pawns"]["Ada"]["archaeologist"] == "start"
    assert after["actions_left"] == 2
    assert after["cards"] == {"c5": "N"}
    assert after["chambers"] == []


def test_g11_the_start_card_is_neither_revealed_nor_rotated():
    """G11: not from where it lies, not from next door, and not by its cell's name."""
    state = table(ALL_OPEN, teams={"Ada": {"porter": "c5", "archaeologist": "c5"}})
    for cell in ("start", "c6"):
        assert refused(state, Rotate("Ada", cell, 1)) == "G11"
        assert refused(state, Reveal("Ada", cell, "N")) == "G11"
    assert refused(table(), Rotate("Ada", "start", 2)) == "G11"
    assert "start" not in rotate_targets(table(ALL_OPEN))


def test_g29_a_chamber_is_photographed_before_anything_else():
    """G29: after a chamber only the photo can be entered; without a chamber it is refused."""
    state = play(table(), Reveal("Ada", "c5", "NESW", chamber=True))
    assert shown(state)["phase"] == "photo"
    assert shown(state)["to_act"] == ["Ada"]
    assert shown(state)["chambers"] == ["c5"]
    assert legal_actions(state) == ()
    for action in (EndTurn("Ada"), Move("Ada", "porter", "c5"), Reveal("Ada", "b6", "N"), PlaceLantern("Ada")):
        assert refused(state, action) == "G29"
    assert refused(state, Photo("Bo", ())) == "G01"
    assert refused(table(), Photo("Ada", ())) == "G29"


def test_there_are_as_many_chambers_as_photos_fallen_ones_included():
    """A chamber beyond the photos is refused as a chamber, and accepted as a plain card."""
    state = table({"c5": "NESW"}, setup={"photos": 1}, teams={"Bo": {"photos": 1}}, fallen=("a1",))
    assert refused(state, Reveal("Ada", "b6", "N", chamber=True)) == "G29"
    assert refused(table(setup={"photos": 0}), Reveal("Ada", "b6", "N", chamber=True)) == "G29"
    assert shown(play(state, Reveal("Ada", "b6", "N")))["phase"] == "turn"


# --- rotating --------------------------------------------------------------------------------------------------------


def test_openings_turn_clockwise():
    """G09: a quarter turn takes north to east, and letters keep their order."""
    assert [turn_sides("N", turns) for turns in (1, 2, 3)] == ["E", "S", "W"]
    assert [turn_sides("NE", turns) for turns in (1, 2, 3)] == ["ES", "SW", "NW"]
    assert [turn_sides("NSW", turns) for turns in (1, 2, 3)] == ["NEW", "NES", "ESW"]
    assert {turn_sides("NESW", turns) for turns in (1, 2, 3)} == {"NESW"}


def test_g05_rotating_a_neighbour_needs_both_edges_the_own_card_nothing():
    """G05: how the card will lie does not count."""
    state = table({"b2": "N", "c2": "EW", "b1": "S", "a2": "E"}, teams={"Ada": {"porter": "b2"}})
    assert rotate_targets(state) == ("b1", "b2")
    assert refused(state, Rotate("Ada", "a2", 1)) == "G05"
    assert refused(state, Rotate("Ada", "c2", 2)) == "G05"
    assert shown(play(state, Rotate("Ada", "b2", 1)))["cards"]["b2"] == "E"
    assert shown(play(state, Rotate("Ada", "b1", 3)))["cards"]["b1"] == "E"


def test_g05_only_cards_next_to_the_porter_and_g13_none_diagonally():
    """G05, G13: two steps off, or touching at a corner, is too far."""
    state = table(ALL_OPEN, teams={"Ada": {"porter": "b2"}})
    assert rotate_targets(state) == ("a2", "b1", "b2", "b3", "c2")
    assert refused(state, Rotate("Ada", "d2", 1)) == "G05"
    assert refused(state, Rotate("Ada", "c3", 1)) == "G13"


def test_g09_a_rotation_costs_its_action_even_if_the_card_looks_the_same():
    """G09: a cross stays a cross; figures, lanterns and chambers do not prevent it."""
    state = table(
        {"c5": "NESW", "c4": "NS"},
        chambers=("c5",),
        teams={"Ada": {"porter": "c5", "lanterns": ("c5",)}, "Bo": {"archaeologist": "c5"}},
    )
    after = play(state, Rotate("Ada", "c5", 3), Rotate("Ada", "c4", 2))
    assert after.actions_left == 1
    assert shown(after)["cards"] == {"c5": "NESW", "c4": "NS"}
    assert announced(state, Rotate("Ada", "c4", 1)) == (Rotated("Ada", "c4", 1, "EW"),)


def test_g10_a_face_down_card_is_not_rotated_and_g48_nor_a_fallen_one():
    """G10, G48: only what lies face up can be turned; a lost porter turns nothing."""
    state = table({"c5": "NESW"}, teams={"Ada": {"porter": "c5"}}, fallen=("c4",))
    assert refused(state, Rotate("Ada", "b5", 1)) == "G10"
    assert refused(state, Rotate("Ada", "c4", 1)) == "G48"
    lost = table({"c5": "NESW"}, teams={"Ada": {"porter": "lost"}})
    assert rotate_targets(lost) == ()
    assert refused(lost, Rotate("Ada", "c5", 1)) == "G48"
    assert refused(lost, PlaceLantern("Ada")) == "G48"
    assert refused(lost, TakeLantern("Ada")) == "G48"


def test_the_porter_rotates_from_the_start_card_what_lies_next_to_it():
    """The start card beside the square reaches its one neighbour."""
    assert rotate_targets(table(ALL_OPEN, start=BELOW_C6)) == ("c6",)
    assert rotate_targets(table(ALL_OPEN, start=StartCard(at="a1", open="S"))) == ("a2",)


# --- lanterns --------------------------------------------------------------------------------------------------------


def test_g19_a_lantern_is_laid_or_lifted_at_the_porter_for_one_action():
    """G19, G22: from the supply and back to it, on the start card too."""
    state = table({"c5": "NESW"}, teams={"Ada": {"porter": "c5"}})
    laid = play(state, PlaceLantern("Ada"))
    assert shown(laid)["lanterns"] == {"Ada": ["c5"], "Bo": []}
    assert shown(laid)["supply"] == {"Ada": 4, "Bo": 5}
    assert announced(state, PlaceLantern("Ada")) == (LanternPlaced("Ada", "c5"),)
    lifted = play(laid, TakeLantern("Ada"))
    assert announced(laid, TakeLantern("Ada")) == (LanternTaken("Ada", "c5"),)
    assert shown(lifted)["lanterns"]["Ada"] == []
    assert shown(lifted)["supply"]["Ada"] == 5
    assert lifted.actions_left == 1
    assert shown(play(table(), PlaceLantern("Ada")))["lanterns"]["Ada"] == ["start"]


def test_g20_colours_share_a_card_but_a_second_of_the_same_colour_is_refused():
    """G20: Bo's lantern is no hindrance, Ada's own is."""
    state = table({"c5": "NESW"}, teams={"Ada": {"porter": "c5"}, "Bo": {"lanterns": ("c5",)}})
    once = play(state, PlaceLantern("Ada"))
    assert shown(once)["lanterns"] == {"Ada": ["c5"], "Bo": ["c5"]}
    assert refused(once, PlaceLantern("Ada")) == "G20"


def test_g19_without_a_lantern_nothing_is_laid_or_lifted():
    """G19: an empty supply, and a card without one's own lantern."""
    assert refused(table(setup={"lanterns": 0}), PlaceLantern("Ada")) == "G19"
    others = table({"c5": "NESW"}, teams={"Ada": {"porter": "c5"}, "Bo": {"lanterns": ("c5",)}})
    assert refused(others, TakeLantern("Ada")) == "G19"


@pytest.mark.parametrize(
    "action", [PlaceLantern("Ada"), TakeLantern("Ada"), Rotate("Ada", "c5", 1), Reveal("Ada", "b5", "N")]
)
def test_g01_without_an_action_left_only_free_acts_remain(action):
    """G01: whatever costs an action is refused with none left."""
    state = table({"c5": "NESW"}, teams={"Ada": {"archaeologist": "c5", "porter": "c5"}}, actions_left=0)
    assert refused(state, action) == "G01"
    assert legal_actions(state) == (EndTurn("Ada"),)
    assert reveal_targets(state) == ()


# --- treasures -------------------------------------------------------------------------------------------------------


def test_g23_picking_up_and_putting_down_need_no_action():
    """G23: on the same card, in one's own turn, until it is ended."""
    state = table(ALL_OPEN, teams={"Ada": {"archaeologist": "c4"}}, loose={"c4": (2, 2, 3)}, actions_left=0)
    assert {type(action) for action in legal_actions(state)} == {PickUp, EndTurn}
    assert reveal_targets(state) == ()
    up = play(state, PickUp("Ada", 2))
    assert announced(state, PickUp("Ada", 2)) == (PickedUp("Ada", "c4", 2),)
    assert shown(up)["loose"] == {"c4": [2, 3]}
    assert shown(up)["carrying"]["Ada"] == 2
    assert announced(up, PutDown("Ada")) == (LaidDown("Ada", "c4", 2),)
    assert play(up, PutDown("Ada")) == state


def test_g23_one_treasure_at_most_is_carried():
    """G23: a second is refused, and so is one that is not there, or putting down nothing."""
    state = together()
    one = play(state, PickUp("Ada", 3))
    assert refused(one, PickUp("Ada", 2)) == "G23"
    assert refused(state, PickUp("Ada", "bust")) == "G23"
    assert refused(state, PutDown("Ada")) == "G23"
    assert refused(table(ALL_OPEN, loose={"c4": (2,)}), PickUp("Ada", 2)) == "G23"


def test_g25_what_is_carried_is_stolen_and_what_lies_loose_is_picked_up():
    """G25: theft needs another archaeologist on the same card that carries something."""
    state = together()
    after = shown(play(state, Steal("Ada", "Bo")))
    assert after["carrying"] == {"Ada": 2, "Bo": None}
    assert after["actions_left"] == 3
    assert announced(state, Steal("Ada", "Bo")) == (Stolen("Ada", "Bo", "c5", 2),)
    only_carried = table(ALL_OPEN, teams={"Ada": {"archaeologist": "c5"}, "Bo": {"archaeologist": "c5", "carrying": 2}})
    assert refused(only_carried, PickUp("Ada", 2)) == "G25"
    only_loose = table(ALL_OPEN, teams={"Ada": {"archaeologist": "c5"}, "Bo": {"archaeologist": "c5"}})
    assert refused(only_loose, Steal("Ada", "Bo")) == "G25"


def test_g25_a_thief_must_stand_there_in_person():
    """G25, G21: the archaeologist must have ended a move there; nobody else's card, no self, no stranger."""
    apart = table(ALL_OPEN, teams={"Ada": {"archaeologist": "c4"}, "Bo": {"archaeologist": "c5", "carrying": 2}})
    assert refused(apart, Steal("Ada", "Bo")) == "G25"
    assert refused(together(carrying=None), Steal("Ada", "Ada")) == "G25"
    assert refused(together(), Steal("Ada", "Cy")) == "G25"
    porter_only = table(ALL_OPEN, teams={"Ada": {"porter": "c5"}, "Bo": {"archaeologist": "c5", "carrying": 2}})
    assert refused(porter_only, Steal("Ada", "Bo")) == "G25"


def test_g26_a_thief_who_carries_must_put_down_first():
    """G26: with full hands nothing is stolen; after putting down it is."""
    state = together(carrying=3)
    assert refused(state, Steal("Ada", "Bo")) == "G26"
    after = shown(play(state, PutDown("Ada"), Steal("Ada", "Bo")))
    assert after["carrying"]["Ada"] == 2
    assert after["loose"] == {"c5": [2, 3, 3]}


def test_g27_the_victim_may_steal_back_in_the_next_own_turn():
    """G27: not before it."""
    state = play(together(), Steal("Ada", "Bo"))
    assert refused(state, Steal("Bo", "Ada")) == "G01"
    back = play(state, EndTurn("Ada"), Steal("Bo", "Ada"))
    assert shown(back)["carrying"] == {"Ada": None, "Bo": 2}


def test_g11_nothing_is_stolen_on_the_start_card():
    """G11: nobody carries there, and the refusal names the clause."""
    assert refused(table(), Steal("Ada", "Bo")) == "G11"


def test_g21_gliding_past_is_not_being_there():
    """G21: a treasure on the path stays where it lies."""
    row = {"a1": "E", "b1": "EW", "c1": "W"}
    state = table(row, teams={"Ada": {"archaeologist": "a1", "lanterns": ("b1",)}}, loose={"b1": (2,)})
    after = play(state, Move("Ada", "archaeologist", "c1"))
    assert after.actions_left == 2
    assert refused(after, PickUp("Ada", 2)) == "G23"


def test_g48_a_lost_archaeologist_carries_steals_and_reveals_nothing():
    """G48: with the porter alone only the porter's acts are open."""
    state = table(ALL_OPEN, teams={"Ada": {"archaeologist": "lost", "porter": "c5"}}, loose={"c5": (2,)})
    for action in (PickUp("Ada", 2), PutDown("Ada"), Steal("Ada", "Bo"), Reveal("Ada", "a1", "N")):
        assert refused(state, action) == "G48"
    assert reveal_targets(state) == ()
    assert {type(action) for action in legal_actions(state)} == {Move, Rotate, PlaceLantern, EndTurn}


def test_g28_delivered_treasures_are_closed_for_the_table_until_the_end():
    """G28: how many is public, which ones is for their owner; the ledger of totals is cut out too."""
    state = table({"c5": "S"}, teams={"Ada": {"archaeologist": "c5", "carrying": 3, "treasures": (2,), "photos": 1}})
    state = play(state, Move("Ada", "archaeologist", "start"))
    for viewer in (TABLE, "Bo"):
        seen = seen_by(state, viewer)
        assert seen.teams[0].treasures == ("closed", "closed")
        assert seen.ledger == ()
        assert shown(seen)["scores"]["Ada"] == 1
    assert seen_by(state, "Ada").teams[0].treasures == (2, 3)
    assert [entry.seat for entry in seen_by(state, "Ada").ledger] == [0]
    over = table({}, teams={"Ada": {"treasures": (2, 3)}}, phase="over", collapse=Collapse("done"))
    assert seen_by(over, TABLE) == over


def test_g28_a_house_rule_opens_the_scores_and_changes_none():
    """G28: everybody may see what was delivered; all totals, and who wins, are what they are without the rule."""
    teams = {"Ada": {"archaeologist": "c5", "carrying": 3, "treasures": (2,), "photos": 1}}
    closed, opened = (
        play(
            table({"c5": "S"}, teams=teams, house=HouseRules(open_scores=is_open)),
            Move("Ada", "archaeologist", "start"),
        )
        for is_open in (False, True)
    )
    assert seen_by(opened, TABLE) == opened
    assert seen_by(closed, TABLE) != closed
    assert shown(opened) == shown(closed)
