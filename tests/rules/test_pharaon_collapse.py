"""The collapse of the pyramid in L'or du pharaon: clock, countdown, waves and losses (G39 to G50, T11 to T13)."""

from pharaon_table import ALL_OPEN, announced, play, shown, table

from firmware_py.games.or_du_pharaon.effects import next_wave
from firmware_py.games.or_du_pharaon.events import (
    BustLeaves,
    ClockChanges,
    CountdownGoesOn,
    Delivered,
    Fell,
    FigureLost,
    LanternLost,
    TreasureLost,
    TurnBegins,
    TurnCut,
)
from firmware_py.games.or_du_pharaon.state import (
    Collapse,
    EndTurn,
    HouseRules,
    Move,
    Photo,
    PickUp,
    PutDown,
    Reveal,
    Steal,
)

IN_C3 = Collapse("countdown", 0, 3, "c3")


def falling(clock=0, front=("c3",)):
    return Collapse("falling", clock, None, "c3", front=front)


def in_chamber(**layout):
    """Ada's archaeologist holds the bust in its chamber c3; everything lies open."""
    teams = {"Ada": {"archaeologist": "c3", "carrying": "bust"}, **layout.pop("teams", {})}
    return table(ALL_OPEN, chambers=("c3",), teams=teams, collapse=layout.pop("collapse", IN_C3), **layout)


def fallen(state):
    return shown(state)["fallen"]


def collapse(state):
    return shown(state)["collapse"]


# --- the bust leaves its chamber -------------------------------------------------------------------------------------


def test_t11_the_chamber_falls_and_the_first_wave_takes_its_neighbours():
    """T11, G39 to G41: c3 falls at the step, b3, c2, c4, d3 after the carrier's next turn."""
    state = in_chamber()
    step = Move("Ada", "archaeologist", "d3")
    assert announced(state, step)[1:] == (
        BustLeaves("Ada", "c3"),
        Fell(("c3",), 34),
        ClockChanges("Ada"),
        TurnCut("Ada"),
        TurnBegins("Bo"),
    )
    state = play(state, step)
    assert fallen(state) == ["c3"]
    assert collapse(state) == {"status": "falling", "clock": "Ada", "turns": None}
    assert shown(state)["to_act"] == ["Bo"]
    state = play(state, EndTurn("Bo"))
    assert fallen(state) == ["c3"]
    assert next_wave(state) == ("b3", "c2", "c4", "d3")
    state = play(state, Move("Ada", "archaeologist", "e3"), EndTurn("Ada"))
    assert fallen(state) == ["b3", "c2", "c3", "c4", "d3"]
    assert shown(state)["carrying"]["Ada"] == "bust"


def test_g40_everything_left_on_the_chamber_card_falls_with_it():
    """G40, G48: pawns of all players, lanterns, treasures; the carrier's own porter too."""
    state = in_chamber(
        teams={
            "Ada": {"archaeologist": "c3", "porter": "c3", "carrying": "bust", "lanterns": ("c3", "c4"), "supply": 3},
            "Bo": {"archaeologist": "c3", "carrying": 2, "lanterns": ("c3",), "supply": 4},
        },
        loose={"c3": (3,), "c4": (2,)},
    )
    events = announced(state, Move("Ada", "archaeologist", "b3"))
    assert set(events) >= {
        FigureLost("Ada", "porter", "c3"),
        FigureLost("Bo", "archaeologist", "c3"),
        TreasureLost("c3", 2, "Bo"),
        TreasureLost("c3", 3),
        LanternLost("Ada", "c3"),
        LanternLost("Bo", "c3"),
    }
    after = shown(play(state, Move("Ada", "archaeologist", "b3")))
    assert after["pawns"] == {
        "Ada": {"archaeologist": "b3", "porter": "lost"},
        "Bo": {"archaeologist": "lost", "porter": "start"},
    }
    assert after["carrying"] == {"Ada": "bust", "Bo": None}
    assert after["loose"] == {"c4": [2]}
    assert after["lanterns"] == {"Ada": ["c4"], "Bo": []}
    assert after["supply"] == {"Ada": 3, "Bo": 4}
    assert after["scores"] == {"Ada": -1, "Bo": -2}
    assert "c3" not in after["cards"]
    assert after["chambers"] == []


def test_g40_a_delivery_by_that_very_step_is_booked_before_the_chamber_falls():
    """G40: the bust counts 5 at one moment, a pawn lost in the fall at the next."""
    state = table(
        ALL_OPEN,
        chambers=("c5",),
        teams={"Ada": {"archaeologist": "c5", "porter": "c5", "carrying": "bust"}},
        collapse=Collapse("countdown", 1, 2, "c5"),
    )
    step = Move("Ada", "archaeologist", "start")
    events = announced(state, step)
    assert events[1:4] == (Delivered("Ada", "bust"), BustLeaves("Ada", "c5"), Fell(("c5",), 34))
    after = play(state, step)
    assert [(entry.seat, entry.total) for entry in after.ledger] == [(0, 5), (0, 4)]
    assert collapse(after) == {"status": "falling", "clock": "Ada", "turns": None}
    assert shown(after)["to_act"] == ["Bo"]
    after = play(after, EndTurn("Bo"))
    assert fallen(after) == ["c5"]
    assert fallen(play(after, EndTurn("Ada"))) == ["b5", "c4", "c5", "d5"]


def test_g46_a_bust_carried_out_by_anybody_cancels_the_countdown():
    """G46, G43: trigger A applies to whoever carries it out, and that player becomes the clock."""
    state = in_chamber(
        teams={"Ada": {"archaeologist": "start"}, "Bo": {"archaeologist": "c3", "carrying": "bust"}}, turn=1
    )
    state = play(state, Move("Bo", "archaeologist", "c4"))
    assert collapse(state) == {"status": "falling", "clock": "Bo", "turns": None}
    state = play(state, EndTurn("Ada"))
    assert fallen(state) == ["c3"]
    assert fallen(play(state, EndTurn("Bo"))) == ["b3", "c2", "c3", "c4", "d3"]


# --- the bust stays in its chamber -----------------------------------------------------------------------------------


def countdown_turns(house):
    """Play from the discovery in Ada's turn 4 on; return the state after each end of that player's turns."""
    state = table({**ALL_OPEN, "c5": ""}, house=house, setup={"treasures": 0})
    state = play(state, Reveal("Ada", "c5", "NESW", chamber=True), Photo("Ada", ("bust",)))
    seen = [(collapse(state)["turns"], fallen(state))]
    for _ in range(6):
        state = play(state, EndTurn("Ada"))
        seen.append((collapse(state)["turns"], fallen(state)))
        state = play(state, EndTurn("Bo"))
        assert fallen(state) == seen[-1][1]
    return seen


def test_t13_the_chamber_falls_after_the_discoverers_third_further_turn():
    """T13, G45: discovery in turn 4, the fall at the end of turn 7, a wave at the end of turns 8 and 9."""
    first = ["b5", "c4", "c5", "d5"]
    second = sorted([*first, "a5", "b4", "b6", "c3", "d4", "d6", "e5"])
    assert countdown_turns(HouseRules()) == [
        (3, []),
        (3, []),
        (2, []),
        (1, []),
        (None, ["c5"]),
        (None, first),
        (None, second),
    ]


def test_g45_as_a_house_rule_the_turn_of_the_discovery_counts():
    """Option count_discovery_turn: everything comes one turn sooner."""
    assert countdown_turns(HouseRules(count_discovery_turn=True))[:5] == [
        (3, []),
        (2, []),
        (1, []),
        (None, ["c5"]),
        (None, ["b5", "c4", "c5", "d5"]),
    ]


def test_g45_the_bust_falls_with_its_chamber_and_the_clock_stays():
    """G45, G44: also when somebody else holds it in there."""
    state = in_chamber(
        teams={"Ada": {"archaeologist": "start"}, "Bo": {"archaeologist": "c3", "carrying": "bust"}},
        collapse=Collapse("countdown", 0, 1, "c3"),
    )
    assert next_wave(state) == ("c3",)
    assert announced(state, EndTurn("Ada"))[1:5] == (
        Fell(("c3",), 34),
        FigureLost("Bo", "archaeologist", "c3"),
        TreasureLost("c3", "bust", "Bo"),
        ClockChanges("Ada"),
    )
    state = play(state, EndTurn("Ada"))
    assert collapse(state) == {"status": "falling", "clock": "Ada", "turns": None}
    state = play(state, EndTurn("Bo"))
    assert fallen(state) == ["c3"]
    assert len(fallen(play(state, EndTurn("Ada")))) == 5


def test_g43_the_discoverer_stays_the_clock_until_the_countdown_ends():
    """G43: picking up or stealing the bust within its chamber changes nothing yet."""
    state = table(
        ALL_OPEN,
        chambers=("c3",),
        loose={"c3": ("bust",)},
        teams={"Ada": {"archaeologist": "c3"}, "Bo": {"archaeologist": "c3"}},
        collapse=Collapse("countdown", 0, 2, "c3"),
        turn=1,
    )
    state = play(state, PickUp("Bo", "bust"), EndTurn("Bo"))
    assert collapse(state) == {"status": "countdown", "clock": "Ada", "turns": 2}
    state = play(state, Steal("Ada", "Bo"), PutDown("Ada"), EndTurn("Ada"))
    assert collapse(state) == {"status": "countdown", "clock": "Ada", "turns": 1}
    assert CountdownGoesOn("Ada", "c3", 1).words().count == 1


def test_a_countdown_announces_how_many_turns_are_left():
    """G45: at every end of a turn that counts, and at no other."""
    state = in_chamber()
    assert CountdownGoesOn("Ada", "c3", 2) in announced(state, EndTurn("Ada"))
    state = play(state, EndTurn("Ada"))
    assert announced(state, EndTurn("Bo"))[1:] == (TurnBegins("Ada"),)


# --- whose turns count -----------------------------------------------------------------------------------------------


def test_t12_a_thief_is_the_clock_at_once_and_the_robbed_one_no_more():
    """T12, G43: Ada's end brings a wave, Bo steals and the end of that turn brings one, Ada's next end brings none."""
    state = table(
        ALL_OPEN,
        fallen=("a1",),
        teams={"Ada": {"archaeologist": "e5", "carrying": "bust"}, "Bo": {"archaeologist": "e5"}},
        collapse=falling(front=("a1",)),
    )
    state = play(state, EndTurn("Ada"))
    assert fallen(state) == ["a1", "a2", "b1"]
    assert ClockChanges("Bo") in announced(state, Steal("Bo", "Ada"))
    state = play(state, Steal("Bo", "Ada"), EndTurn("Bo"))
    assert fallen(state) == ["a1", "a2", "a3", "b1", "b2", "c1"]
    state = play(state, EndTurn("Ada"))
    assert len(fallen(state)) == 6
    assert collapse(state)["clock"] == "Bo"


def test_g43_the_last_holder_of_a_dropped_bust_stays_the_clock():
    """G43: dropping, and picking up by another and by oneself."""
    state = table(
        ALL_OPEN,
        fallen=("a1",),
        teams={"Ada": {"archaeologist": "e5", "carrying": "bust"}, "Bo": {"archaeologist": "e5"}},
        collapse=falling(front=("a1",)),
    )
    state = play(state, PutDown("Ada"))
    assert collapse(state)["clock"] == "Ada"
    state = play(state, EndTurn("Ada"), EndTurn("Bo"))
    assert len(fallen(state)) == 3
    state = play(state, PickUp("Ada", "bust"), PutDown("Ada"), EndTurn("Ada"))
    assert len(fallen(state)) == 6
    assert announced(state, PickUp("Bo", "bust"))[1:] == (ClockChanges("Bo"),)
    state = play(state, PickUp("Bo", "bust"), EndTurn("Bo"))
    assert len(fallen(state)) == 10


def test_g43_another_treasure_makes_nobody_the_clock():
    """G43: only the bust does."""
    state = table(
        ALL_OPEN,
        fallen=("a1",),
        loose={"e5": (2,)},
        teams={"Ada": {"archaeologist": "d5", "carrying": "bust"}, "Bo": {"archaeologist": "e5"}},
        collapse=falling(front=("a1",)),
        turn=1,
    )
    assert collapse(play(state, PickUp("Bo", 2)))["clock"] == "Ada"


def test_g43_a_lost_bust_leaves_the_clock_with_its_last_possessor():
    """G43, G48: it falls with its carrier, whose empty turns still bring the waves."""
    state = table(
        ALL_OPEN,
        fallen=("a1",),
        teams={"Ada": {"archaeologist": "b1", "carrying": "bust"}},
        collapse=falling(front=("a1",)),
    )
    assert TreasureLost("b1", "bust", "Ada") in announced(state, EndTurn("Ada"))
    state = play(state, EndTurn("Ada"), EndTurn("Bo"))
    assert collapse(state)["clock"] == "Ada"
    assert len(fallen(play(state, EndTurn("Ada")))) == 6


def test_g44_who_delivered_the_bust_stays_the_clock():
    """G44: the deliverer's turn ends bring waves, the end of the delivering turn too if the bust was out already."""
    state = table(
        ALL_OPEN,
        fallen=("a1",),
        teams={"Ada": {"archaeologist": "c5", "carrying": "bust"}},
        collapse=falling(front=("a1",)),
    )
    state = play(state, Move("Ada", "archaeologist", "start"))
    assert shown(state)["scores"]["Ada"] == 5
    assert fallen(state) == ["a1"]
    state = play(state, EndTurn("Ada"))
    assert len(fallen(state)) == 3
    state = play(state, EndTurn("Bo"), EndTurn("Ada"))
    assert len(fallen(state)) == 6
