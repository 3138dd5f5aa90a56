"""The waves of the collapse in L'or du pharaon, and players without pawns (G11, G41, G49, G50)."""

import networkx as nx
import pytest
from pharaon_table import AT_C6, BELOW_C6, announced, play, refused, shown, table

from firmware_py.games.or_du_pharaon.cells import GRID
from firmware_py.games.or_du_pharaon.effects import next_wave
from firmware_py.games.or_du_pharaon.events import Fell, FigureLost, PassedOver, TurnBegins
from firmware_py.games.or_du_pharaon.state import Collapse, EndTurn, HouseRules, StartCard


def falling(clock=0, front=("c3",)):
    return Collapse("falling", clock, None, "c3", front=front)


def fallen(state):
    return shown(state)["fallen"]


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


def test_g11_pawns_on_the_start_card_are_safe_and_it_never_falls():
    """G11, G41: the wave goes round it."""
    state = table({"c5": "N"}, collapse=falling(front=("c5",)), fallen=("c5",))
    after = play(state, EndTurn("Ada"))
    assert fallen(after) == ["b5", "c4", "c5", "d5"]
    assert shown(after)["scores"] == {"Ada": 0, "Bo": 0}


def test_no_wave_is_in_sight_before_the_bust_is_found():
    """The preview is empty while the collapse is idle."""
    assert next_wave(table()) == ()


# --- players without pawns -------------------------------------------------------------------------------------------


LOST = {"archaeologist": "lost", "porter": "lost"}


def test_g49_a_player_without_pawns_is_passed_over():
    """G49: one after another, within the line that ended the turn."""
    state = table({}, players=("Ada", "Bo", "Cy"), fallen=("a1",), teams={"Bo": LOST}, collapse=falling(2, ("a1",)))
    assert announced(state, EndTurn("Ada"))[1:] == (PassedOver("Bo"), TurnBegins("Cy"))
    assert play(state, EndTurn("Ada")).active == "Cy"


def test_g49_a_clock_without_pawns_still_brings_the_wave():
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


def test_g49_when_nobody_has_a_pawn_left_the_waves_come_until_the_end():
    """G49, G50: everything within one line, and the game is over."""
    teams = {"Ada": {**LOST, "porter": "b1"}, "Bo": LOST}
    state = play(table({"b1": "N"}, fallen=("a1",), teams=teams, collapse=falling(0, ("a1",))), EndTurn("Ada"))
    assert shown(state)["phase"] == "over"
    assert len(fallen(state)) == 35
    assert shown(state)["scores"] == {"Ada": -3, "Bo": -3}
