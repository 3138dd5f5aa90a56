"""L'or du pharaon: the collapse of a chamber, its countdown and its waves."""

import networkx as nx
import pytest
from pharaon_table import ALL_OPEN, AT_C6, BELOW_C6, announced, play, refused, shown, table

from firmware_py.games.or_du_pharaon.consequences import next_wave, waves
from firmware_py.games.or_du_pharaon.events import (
    BustLeaves,
    ClockChanges,
    CountdownGoesOn,
    Delivered,
    Fell,
    FigureLost,
    LanternLost,
    PassedOver,
    TreasureLost,
    TurnBegins,
    TurnCut,
)
from firmware_py.games.or_du_pharaon.state import (
    GRID,
    Collapse,
    EndTurn,
    HouseRules,
    Move,
    Photo,
    PickUp,
    PutDown,
    Reveal,
    StartCard,
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
    """G40, G48: figures of all players, lanterns, treasures; the carrier's own porter too."""
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
    """G40: the bust counts 5 at one moment, a figure lost in the fall at the next."""
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


# --- waves -----------------------------------------------------------------------------------------------------------


def neighbourhood(start, spread):
    """The cards of the square and which touch each other, as networkx sees them; the start card is left out."""
    graph = nx.Graph()
    cells = [cell for cell in GRID if cell != start.at]
    graph.add_nodes_from(cells)
    for a in cells:
        for b in cells:
            across, down = abs(ord(a[0]) - ord(b[0])), abs(ord(a[1]) - ord(b[1]))
            if across + down == 1 or (spread == "diagonal" and max(across, down) == 1):
                graph.add_edge(a, b)
    return graph


@pytest.mark.parametrize("spread", ["orthogonal", "diagonal"])
@pytest.mark.parametrize("start", [AT_C6, BELOW_C6, StartCard(at="a1")])
def test_g41_waves_take_the_pyramid_in_rings_from_every_chamber(start, spread):
    """G41, G42, G50: walls or not, face up or down; the k-th wave is what lies k cards away; then all is over."""
    graph = neighbourhood(start, spread)
    for chamber in graph:
        rings = nx.single_source_shortest_path_length(graph, chamber)
        state = table(
            {chamber: "N"},
            start=start,
            house=HouseRules(collapse_spread=spread),
            setup={"treasures": 0},
            chambers=(chamber,),
            collapse=Collapse("countdown", 0, 1, chamber),
        )
        foreseen = [sorted(cell for cell, distance in rings.items() if distance == ring) for ring in {*rings.values()}]
        assert [*map(sorted, waves(state))] == foreseen
        for ring in range(max(rings.values()) + 1):
            assert state.phase == "turn"
            wave = tuple(sorted(cell for cell, distance in rings.items() if distance == ring))
            assert next_wave(state) == wave
            after = play(state, EndTurn("Ada"))
            assert set(fallen(after)) - set(fallen(state)) == set(wave)
            state = after if after.phase == "over" else play(after, EndTurn("Bo"))
        assert shown(state)["phase"] == "over"
        assert len(fallen(state)) == len(graph)


def test_g50_the_game_ends_the_instant_only_the_start_card_remains():
    """G50: over, nobody to act, nothing more may be done, and the collapse is done."""
    state = table({}, fallen=GRID[:-1], start=BELOW_C6, collapse=falling(front=("f5",)))
    assert len(state.cards) == 1
    state = play(state, EndTurn("Ada"))
    after = shown(state)
    assert after["phase"] == "over"
    assert after["to_act"] == []
    assert after["actions_left"] == 0
    assert after["collapse"] == {"status": "done", "clock": None, "turns": None}
    assert after["pawns"]["Ada"] == {"archaeologist": "start", "porter": "start"}
    assert next_wave(state) == ()
    assert refused(state, EndTurn("Bo")) == "G50"


def test_g11_figures_on_the_start_card_are_safe_and_it_never_falls():
    """G11, G41: the wave goes round it."""
    state = table({"c5": "N"}, collapse=falling(front=("c5",)), fallen=("c5",))
    after = play(state, EndTurn("Ada"))
    assert fallen(after) == ["b5", "c4", "c5", "d5"]
    assert shown(after)["scores"] == {"Ada": 0, "Bo": 0}


def test_no_wave_is_in_sight_before_the_bust_is_found():
    """The preview is empty while the collapse is idle."""
    assert next_wave(table()) == ()


# --- players without figures -----------------------------------------------------------------------------------------


LOST = {"archaeologist": "lost", "porter": "lost"}


def test_g49_a_player_without_figures_is_passed_over():
    """G49: one after another, within the line that ended the turn."""
    state = table({}, players=("Ada", "Bo", "Cy"), fallen=("a1",), teams={"Bo": LOST}, collapse=falling(2, ("a1",)))
    assert announced(state, EndTurn("Ada"))[1:] == (PassedOver("Bo"), TurnBegins("Cy"))
    assert play(state, EndTurn("Ada")).active == "Cy"


def test_g49_a_clock_without_figures_still_brings_the_wave():
    """G49: the clock's empty turn brings the wave, and the next player sees the losses."""
    state = table(
        {"a2": "N"},
        players=("Ada", "Bo", "Cy", "Dee"),
        fallen=("a1",),
        teams={"Bo": LOST, "Cy": {"archaeologist": "lost", "porter": "a2"}},
        collapse=falling(1, ("a1",)),
    )
    assert announced(state, EndTurn("Ada"))[1:] == (
        PassedOver("Bo"),
        Fell(("a2", "b1"), 32),
        FigureLost("Cy", "porter", "a2"),
        PassedOver("Cy"),
        TurnBegins("Dee"),
    )


def test_g49_when_nobody_has_a_figure_left_the_waves_come_until_the_end():
    """G49, G50: everything within one line, and the game is over."""
    teams = {"Ada": {**LOST, "porter": "b1"}, "Bo": LOST}
    state = play(table({"b1": "N"}, fallen=("a1",), teams=teams, collapse=falling(0, ("a1",))), EndTurn("Ada"))
    assert shown(state)["phase"] == "over"
    assert len(fallen(state)) == 35
    assert shown(state)["scores"] == {"Ada": -3, "Bo": -3}
