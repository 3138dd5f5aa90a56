"""L'or du pharaon: photos, and what treasures score."""

import pytest
from msgspec.structs import replace
from pharaon_table import ALL_OPEN, BELOW_C6, announced, play, refused, shown, table

from firmware_py.games.or_du_pharaon.consequences import (
    escape_path,
    lanterns_out,
    ranking,
    total,
    total_reached_at,
    who_flees,
)
from firmware_py.games.or_du_pharaon.events import (
    CountdownBegins,
    CurseBlows,
    Fled,
    LanternOut,
    MummyWalks,
    NoPath,
    PhotoKept,
    PhotoTaken,
    TurnBegins,
    TurnCut,
)
from firmware_py.games.or_du_pharaon.rules import outcome
from firmware_py.games.or_du_pharaon.state import (
    GRID,
    Collapse,
    EndTurn,
    HouseRules,
    LedgerEntry,
    Move,
    Photo,
    Reveal,
    Rotate,
    Team,
)
from firmware_py.words import speak

LOOP = {"b6": "NE", "c5": "SW", "b5": "NES", "a5": "E", "b4": "ES", "c4": "EW", "d4": "SW", "d5": "NS", "d6": "NW"}
"""b5 is two equally short steps from the start card at c6, over b6 and over c5, and a detour over d6."""
PATH = (("b5",), ("b6", "c5"), ("start",))


def discovered(chamber="b5", open_sides="NES", **layout):
    """Ada stands on c5 and has just revealed a chamber; its photo is awaited."""
    openings = {cell: sides for cell, sides in LOOP.items() if cell != chamber}
    teams = {"Ada": {"archaeologist": "c5"}, **layout.pop("teams", {})}
    state = table(openings, teams=teams, **layout)
    return play(state, Reveal("Ada", chamber, open_sides, chamber=True))


def names(events):
    return [type(event).__name__ for event in events]


def test_g29_the_photo_is_one_point_whatever_it_shows_and_costs_nothing():
    """G29: an empty photo counts 1, and the turn goes on (G38)."""
    state = discovered()
    after = shown(play(state, Photo("Ada", ())))
    assert after["collected"]["Ada"] == {"photos": 1, "treasures": []}
    assert after["scores"] == {"Ada": 1, "Bo": 0}
    assert after["phase"] == "turn"
    assert after["to_act"] == ["Ada"]
    assert after["actions_left"] == 2
    assert announced(state, Photo("Ada", ())) == (PhotoTaken("Ada", "b5", (), False, False), PhotoKept("Ada", 1))


def test_g38_a_photo_with_treasures_only_does_not_end_the_turn():
    """G38: they lie open on the chamber, 2s before 3s, and may be fetched at once."""
    after = play(discovered(), Photo("Ada", (3, 2, 3)))
    assert shown(after)["loose"] == {"b5": [2, 3, 3]}
    assert after.active == "Ada"
    assert after.found == 3


def test_g30_treasures_come_before_mummy_curse_point_and_the_turns_end():
    """G29, G30: the order of what is announced is the order at the table."""
    state = discovered(teams={"Bo": {"lanterns": ("b6",)}})
    events = announced(state, Photo("Ada", (2,), mummy=True, curse=True))
    assert names(events) == [
        "PhotoTaken",
        "MummyWalks",
        "Fled",
        "CurseBlows",
        "LanternOut",
        "PhotoKept",
        "TurnCut",
        "TurnBegins",
    ]
    assert events[-2:] == (TurnCut("Ada"), TurnBegins("Bo"))


def test_g31_the_bust_comes_last():
    """G31: not before all other treasures, this photo's included, and only once."""
    state = discovered(found=6)
    assert refused(state, Photo("Ada", (2, "bust"))) == "G31"
    assert refused(state, Photo("Ada", ("bust",))) == "G31"
    assert refused(state, Photo("Ada", (2, 3, 3))) == "G31"
    assert refused(state, Photo("Ada", (2, "bust", 3, "bust"))) == "G31"
    after = play(state, Photo("Ada", ("bust", 3, 2)))
    assert shown(after)["loose"] == {"b5": [2, 3, "bust"]}
    assert shown(play(discovered(setup={"treasures": 0}), Photo("Ada", ("bust",))))["loose"] == {"b5": ["bust"]}
    second = discovered(found=8, collapse=Collapse("countdown", 1, 3, "a1"))
    assert refused(second, Photo("Ada", ("bust",))) == "G31"
    assert refused(second, Photo("Ada", (2,))) == "G31"


def test_t09_g33_all_figures_on_both_paths_flee_and_those_on_a_detour_stay():
    """T09, G33: x and y, chamber and start included, of every player; the detour is left alone."""
    state = discovered(
        players=("Ada", "Bo", "Cy"),
        teams={
            "Ada": {"archaeologist": "c5", "porter": "b6"},
            "Bo": {"archaeologist": "d5", "porter": "c5"},
            "Cy": {"archaeologist": "start", "porter": "b4"},
        },
    )
    photo = Photo("Ada", (), mummy=True)
    assert announced(state, photo)[1:5] == (
        MummyWalks("b5", PATH),
        Fled("Ada", "porter", "b6"),
        Fled("Ada", "archaeologist", "c5"),
        Fled("Bo", "porter", "c5"),
    )
    assert shown(play(state, photo))["pawns"] == {
        "Ada": {"archaeologist": "start", "porter": "start"},
        "Bo": {"archaeologist": "d5", "porter": "start"},
        "Cy": {"archaeologist": "start", "porter": "b4"},
    }


def test_g34_what_a_fleeing_archaeologist_carried_stays_on_the_card_it_left():
    """G34: nothing is delivered by a mummy; the porter's flight drops nothing."""
    state = discovered(
        teams={
            "Ada": {"archaeologist": "c5", "carrying": 3},
            "Bo": {"archaeologist": "d6", "porter": "b6", "carrying": 2},
        }
    )
    photo = Photo("Ada", (), mummy=True)
    after = shown(play(state, photo))
    assert after["loose"] == {"c5": [3]}
    assert after["carrying"] == {"Ada": None, "Bo": 2}
    assert after["collected"]["Ada"]["treasures"] == []
    assert Fled("Ada", "archaeologist", "c5", 3) in announced(state, photo)


def test_g35_the_curse_returns_lanterns_and_moves_no_figure():
    """G35: all players' lanterns on the path, the start card's included, to their supplies."""
    state = discovered(
        teams={
            "Ada": {"archaeologist": "c5", "lanterns": ("c5", "d5", "start"), "supply": 2},
            "Bo": {"porter": "b6", "lanterns": ("b4", "b6", "c5"), "supply": 2},
        }
    )
    photo = Photo("Ada", (), curse=True)
    after = shown(play(state, photo))
    assert after["lanterns"] == {"Ada": ["d5"], "Bo": ["b4"]}
    assert after["supply"] == {"Ada": 4, "Bo": 4}
    assert after["pawns"]["Ada"]["archaeologist"] == "c5"
    assert after["pawns"]["Bo"]["porter"] == "b6"
    assert announced(state, photo)[1:6] == (
        CurseBlows("b5", PATH),
        LanternOut("Bo", "b6"),
        LanternOut("Ada", "c5"),
        LanternOut("Bo", "c5"),
        LanternOut("Ada", "start"),
    )


@pytest.mark.parametrize(("mummy", "curse"), [(True, False), (False, True), (True, True)])
def test_g36_with_a_path_the_turn_ends_at_once_even_if_nobody_is_hit(mummy, curse):
    """G36: nobody stands or shines on the path over b6."""
    teams = {"Ada": {"archaeologist": "a5"}, "Bo": {"porter": "c5"}}
    state = table({"b6": "NE", "a5": "E", "c5": "N"}, teams=teams)
    after = play(state, Reveal("Ada", "b5", "SW", chamber=True), Photo("Ada", (), mummy, curse))
    assert after.active == "Bo"
    assert after.actions_left == 3
    assert shown(after)["scores"]["Ada"] == 1
    assert shown(after)["pawns"]["Ada"]["archaeologist"] == "a5"


@pytest.mark.parametrize(("mummy", "curse"), [(True, False), (False, True)])
def test_g36_without_a_path_nothing_happens_and_the_turn_goes_on(mummy, curse):
    """G36, G08: a chamber walled off by its discoverer lets nothing out."""
    state = discovered(open_sides="W", teams={"Bo": {"porter": "b6", "lanterns": ("b6",)}})
    photo = Photo("Ada", (2,), mummy, curse)
    assert NoPath("b5", mummy, curse) in announced(state, photo)
    after = play(state, photo)
    assert after.active == "Ada"
    assert after.actions_left == 2
    assert shown(after)["lanterns"]["Bo"] == ["b6"]
    assert shown(after)["pawns"]["Bo"]["porter"] == "b6"
    assert shown(after)["loose"] == {"b5": [2]}


def test_g36_as_a_house_rule_the_turn_ends_without_a_path_too():
    """Option no_path_ends_turn; a photo with neither still does not end it (G38)."""
    house = HouseRules(no_path_ends_turn=True)
    assert play(discovered(open_sides="W", house=house), Photo("Ada", (), mummy=True)).active == "Bo"
    assert play(discovered(open_sides="W", house=house), Photo("Ada", (2,))).active == "Ada"


def test_g37_lanterns_never_shorten_the_path():
    """G37: the detour full of everybody's lanterns is still a detour."""
    lanterns = ("b4", "c4", "d4", "d5", "d6")
    state = discovered(teams={"Bo": {"lanterns": lanterns}})
    assert escape_path(state, "b5") == PATH
    assert shown(play(state, Photo("Ada", (), curse=True)))["lanterns"]["Bo"] == list(lanterns)


def test_the_preview_of_a_photo_shows_who_flees_and_which_lanterns_go_out():
    """The previews are the very values that are announced afterwards."""
    state = discovered(teams={"Bo": {"porter": "b6", "lanterns": ("b6", "d6")}})
    path = escape_path(state, state.photographed)
    events = announced(state, Photo("Ada", (), mummy=True, curse=True))
    assert who_flees(state, path) == tuple(event for event in events if isinstance(event, Fled))
    assert lanterns_out(state, path) == tuple(event for event in events if isinstance(event, LanternOut))
    assert lanterns_out(state, ()) == who_flees(state, ()) == ()


def test_g39_a_flight_does_not_carry_the_bust_out_of_its_chamber():
    """G33, G34, G39: the bust stays in the chamber, and the countdown goes on."""
    state = table(
        {**ALL_OPEN, "c4": ""},
        chambers=("c5",),
        teams={"Ada": {"archaeologist": "c5", "carrying": "bust"}},
        collapse=Collapse("countdown", 0, 3, "c5"),
    )
    after = shown(play(state, Reveal("Ada", "c4", "NESW", chamber=True), Photo("Ada", (), mummy=True)))
    assert after["loose"] == {"c5": ["bust"]}
    assert after["collapse"] == {"status": "countdown", "clock": "Ada", "turns": 2}
    assert after["pawns"]["Ada"]["archaeologist"] == "start"


def test_g36_a_turn_cut_by_a_mummy_ends_like_any_other():
    """G36: the waves of that turn's end come, and the countdown counts it."""
    falling = Collapse("falling", 0, None, "a1", front=("a1",))
    state = discovered(collapse=falling, fallen=("a1",))
    after = shown(play(state, Photo("Ada", (), mummy=True)))
    assert after["fallen"] == ["a1", "a2", "b1"]
    assert after["to_act"] == ["Bo"]


def test_g45_the_bust_begins_the_countdown_of_its_discoverer():
    """G45: 3 right after the photo."""
    state = discovered(setup={"treasures": 0})
    assert CountdownBegins("Ada", "b5", 3) in announced(state, Photo("Ada", ("bust",)))
    after = play(state, Photo("Ada", ("bust",)))
    assert shown(after)["collapse"] == {"status": "countdown", "clock": "Ada", "turns": 3}
    assert after.active == "Ada"


def test_a_chamber_may_be_walled_off_later_and_its_photo_stays_one_point():
    """G09: chambers turn like other cards; points are kept."""
    state = play(discovered(), Photo("Ada", ()), EndTurn("Ada"), EndTurn("Bo"), Move("Ada", "porter", "b6"))
    after = play(state, Rotate("Ada", "b5", 1))
    assert shown(after)["cards"]["b5"] == "ESW"
    assert shown(after)["scores"]["Ada"] == 1


# --- scoring ----------------------------------------------------------------------------------------------------------

NO_PORTER = {"porter": "lost"}


def ended(*entries, **teams):
    """A finished game with these belongings and this ledger of (moment, seat, total)."""
    return table(
        {},
        players=tuple(teams),
        fallen=GRID,
        teams=teams,
        ledger=tuple(LedgerEntry(*entry) for entry in entries),
        collapse=Collapse("done"),
        phase="over",
        actions_left=0,
    )


def ties(state):
    return [(rank.place, rank.player, rank.total, rank.tie) for rank in ranking(state)]


@pytest.mark.parametrize(
    ("team", "points"),
    [
        (Team(5), 0),
        (Team(5, photos=2), 2),
        (Team(5, treasures=(2, 3, "bust")), 10),
        (Team(5, archaeologist="lost", photos=1), -1),
        (Team(5, porter="lost"), -1),
        (Team(5, archaeologist="lost", porter="lost", treasures=(3,)), 0),
        (Team(5, archaeologist="c3", carrying="bust"), 0),
    ],
)
def test_g51_photos_and_delivered_treasures_count_and_lost_figures_cost(team, points):
    """G51: photo 1, treasure as printed, bust 5, archaeologist -2, porter -1; what is carried counts nothing."""
    assert total(team) == points


def test_g51_what_lies_loose_counts_nothing():
    """G51: only the collection counts."""
    assert shown(table(ALL_OPEN, loose={"c5": (2, 3, "bust")}))["scores"] == {"Ada": 0, "Bo": 0}


def test_t14_who_reached_the_total_first_wins_and_regaining_counts_again():
    """T14: P1 had 7, lost a porter (6), photo (7) at 9; P2 has 7 since 8; both lack a figure: P2 wins."""
    state = ended(
        (3, 0, 7),
        (5, 1, 6),
        (6, 0, 6),
        (8, 1, 7),
        (9, 0, 7),
        Ada={"photos": 3, "treasures": (2, 3), **NO_PORTER},
        Bo={"photos": 3, "treasures": (2, 3), **NO_PORTER},
    )
    assert shown(state)["scores"] == {"Ada": 7, "Bo": 7}
    assert shown(state)["winners"] == ["Bo"]
    assert ties(state) == [(1, "Bo", 7, "first"), (2, "Ada", 7, "first")]


def test_g52_first_who_still_has_both_figures():
    """G52: having reached the total earlier does not help against both figures."""
    state = ended((1, 0, 3), (2, 1, 2), Ada={"photos": 3, **NO_PORTER}, Bo={"photos": 2}, Cy={"archaeologist": "lost"})
    assert shown(state)["winners"] == ["Bo"]
    assert ties(state) == [(1, "Bo", 2, "pawns"), (2, "Ada", 2, "pawns"), (3, "Cy", -2, "none")]
    assert "lost a figure" in outcome(state).reason.message


def test_g52_both_figures_count_only_if_somebody_has_both():
    """G52: one lost figure or two is the same; then the moment decides."""
    state = ended(
        (1, 0, 1),
        (2, 1, 1),
        Ada={"photos": 2, **NO_PORTER},
        Bo={"photos": 4, "archaeologist": "lost", "porter": "lost"},
    )
    assert shown(state)["winners"] == ["Ada"]
    assert ties(state)[0][3] == "first"


def test_g52_a_total_that_never_changed_was_reached_at_the_start():
    """G52: 0 from the start beats 0 regained."""
    state = ended((1, 0, -1), (2, 0, 0), Ada={"photos": 1, **NO_PORTER}, Bo={**NO_PORTER, "photos": 1}, Cy={})
    assert total_reached_at(state, 2) == 0
    state = replace(state, teams=(*state.teams[:2], replace(state.teams[2], porter="lost", photos=1)))
    assert shown(state)["winners"] == ["Bo", "Cy"]


def test_g52_one_fall_changes_all_at_once_and_a_full_tie_is_shared():
    """G52: both lose a porter in the same wave."""
    state = table(
        {"a2": "N", "b1": "N"},
        fallen=("a1",),
        teams={"Ada": {"porter": "a2"}, "Bo": {"porter": "b1"}},
        collapse=Collapse("falling", 0, None, "a1", front=("a1",)),
    )
    state = play(state, EndTurn("Ada"))
    assert [(entry.seat, entry.total) for entry in state.ledger] == [(0, -1), (1, -1)]
    assert len({entry.moment for entry in state.ledger}) == 1
    while state.phase != "over":
        state = play(state, EndTurn(state.active))
    assert shown(state)["winners"] == ["Ada", "Bo"]
    assert ties(state) == [(1, "Ada", -1, "shared"), (1, "Bo", -1, "shared")]


def test_g52_each_photo_and_each_delivery_is_a_moment_of_its_own():
    """G52: the ledger grows with every change, in the order in which they happened."""
    state = table({"c5": "NESW"}, teams={"Ada": {"archaeologist": "c5", "carrying": 2}})
    state = play(state, Reveal("Ada", "b5", "E", chamber=True), Photo("Ada", ()), Move("Ada", "archaeologist", "start"))
    assert state.ledger == (LedgerEntry(1, 0, 1), LedgerEntry(2, 0, 3))
    state = play(state, EndTurn("Ada"), Move("Bo", "archaeologist", "c5"), Reveal("Bo", "d5", "W", chamber=True))
    state = play(state, Photo("Bo", (2,)))
    assert state.ledger[-1] == LedgerEntry(3, 1, 1)


def test_the_ranking_says_for_each_player_what_decided_the_tie():
    """G52: four players with the same total: both figures first, then the moment, then nothing."""
    state = ended(
        (1, 2, 1),
        (2, 0, 1),
        (3, 1, 1),
        (3, 3, 1),
        Ada={"photos": 1},
        Bo={"photos": 2, **NO_PORTER},
        Cy={"photos": 1},
        Dee={"photos": 2, **NO_PORTER},
    )
    assert ties(state) == [
        (1, "Cy", 1, "first"),
        (2, "Ada", 1, "first"),
        (3, "Bo", 1, "shared"),
        (3, "Dee", 1, "shared"),
    ]
    assert [speak("en")(rank.why) for rank in ranking(state)] == [
        "Ahead of Ada: reached 1 earlier.",
        "Behind Cy, who reached 1 earlier.",
        "Complete tie with Dee.",
        "Complete tie with Bo.",
    ]
    assert shown(state)["winners"] == ["Cy"]


def test_a_clear_victory_needs_no_tie_break():
    """The reason names the winner and the total."""
    state = ended((1, 1, 3), Ada={}, Bo={"treasures": (3,)})
    assert ties(state) == [(1, "Bo", 3, "none"), (2, "Ada", 0, "none")]
    assert dict(outcome(state).reason.values) == {"player": "Bo", "total": 3}


def test_nobody_has_won_while_the_game_goes_on():
    """There is no outcome before the last card fell."""
    assert outcome(table(start=BELOW_C6)) is None
