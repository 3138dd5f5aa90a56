"""L'or du pharaon: shortest paths, and gliding through lit corridors."""

import random
from itertools import chain

import networkx as nx
import pytest
from msgspec.structs import replace
from path_squares import bit_of, board_of, corridors_in, nodes_in, open_square, walled_square, winding_corridor
from pharaon_table import ALL_OPEN, AT_C6, BELOW_C6, announced, play, refused, shown, table

from firmware_py.games.or_du_pharaon.consequences import escape_path
from firmware_py.games.or_du_pharaon.events import Delivered, Moved
from firmware_py.games.or_du_pharaon.legality import is_walled_in, porters_reach, targets
from firmware_py.games.or_du_pharaon.state import (
    GRID,
    Card,
    Collapse,
    EndTurn,
    HouseRules,
    Move,
    StartCard,
    layers_from,
    outward_sides,
    reach_by_actions,
    shortest_paths,
    with_card,
)

COMPASS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
ACROSS = dict(zip("NESW", "SWNE", strict=True))
EVERY_START = [
    *(StartCard(at=cell) for cell in GRID if outward_sides(cell)),
    *(StartCard(beside=cell, side=side) for cell in GRID for side in outward_sides(cell)),
]


def graph_of(openings, start):
    """The open edges as networkx sees them, built from the cards' names alone."""
    where = {cell: ("abcdef".index(cell[0]), int(cell[1])) for cell in openings if cell != "start"}
    rim = start.at or start.beside
    column, row = "abcdef".index(rim[0]), int(rim[1])
    step = (0, 0) if start.at else COMPASS[start.side]
    where["start"] = (column + step[0], row + step[1])
    lying = {place: cell for cell, place in where.items()}
    graph = nx.Graph()
    graph.add_nodes_from(openings)
    for cell, sides in openings.items():
        for side in sides:
            other = lying.get((where[cell][0] + COMPASS[side][0], where[cell][1] + COMPASS[side][1]))
            if other is not None and ACROSS[side] in openings[other]:
                graph.add_edge(cell, other)
    return graph


def random_table(chance):
    """A table with walls, face-down cards, fallen cards, and the start card anywhere on or beside the rim."""
    start = chance.choice(EVERY_START)
    walls = chance.random() * 0.6
    cells = [cell for cell in GRID if cell != start.at]
    fallen = tuple(cell for cell in cells if chance.random() < 0.08)
    openings = {
        cell: "".join(side for side in "NESW" if chance.random() > walls)
        for cell in cells
        if cell not in fallen and chance.random() > 0.1
    }
    return table(openings, start=start, fallen=fallen)


def flat(path):
    return set(chain.from_iterable(path))


@pytest.mark.parametrize("seed", range(4))
def test_a_card_is_hit_exactly_if_it_lies_on_some_shortest_path_of_networkx(seed):
    """G32 on a thousand random maps a seed: the union of the paths, and none where networkx finds none."""
    chance = random.Random(seed)
    some, none = 0, 0
    for _ in range(1000):
        state = random_table(chance)
        openings = state.pyramid.openings
        graph = graph_of(openings, state.setup.start)
        chamber = chance.choice(sorted(openings.keys() - {"start"}) or ["start"])
        if nx.has_path(graph, chamber, "start"):
            some += 1
            expected = set(chain.from_iterable(nx.all_shortest_paths(graph, chamber, "start")))
        else:
            none += 1
            expected = set()
        assert flat(escape_path(state, chamber)) == expected
    assert some > 150
    assert none > 150


@pytest.mark.parametrize("start", [AT_C6, BELOW_C6, StartCard(at="a1"), StartCard(beside="f1", side="E")])
def test_without_walls_all_paths_fill_the_rectangle_towards_the_start(start):
    """G32 with all 36 cards open: from every chamber cell, against networkx, layer by layer."""
    state = table(ALL_OPEN, start=start)
    graph = graph_of(state.pyramid.openings, start)
    for chamber in state.pyramid.openings.keys() - {"start"}:
        path = escape_path(state, chamber)
        assert flat(path) == set(chain.from_iterable(nx.all_shortest_paths(graph, chamber, "start")))
        steps = nx.single_source_shortest_path_length(graph, chamber)
        assert all(steps[cell] == layer for layer, cells in enumerate(path) for cell in cells)


def test_layers_run_from_the_chamber_to_the_start_card():
    """The path comes in the order in which it lights up, each layer sorted as text."""
    state = table(ALL_OPEN)
    assert escape_path(state, "b5") == (("b5",), ("b6", "c5"), ("start",))


def test_t09_both_equally_short_paths_count_and_a_detour_does_not():
    """T09: chamber - x - start and chamber - y - start are both hit; a longer path is not."""
    state = table({"b5": "NES", "b6": "NE", "c5": "SW", "b4": "ES", "c4": "EW", "d4": "SW", "d5": "NS", "d6": "NW"})
    assert flat(escape_path(state, "b5")) == {"b5", "b6", "c5", "start"}


def test_face_down_and_fallen_cards_carry_no_path():
    """G32: only face-up cards with open facing edges count."""
    walled = {"c4": "NESW", "c5": "NESW", "b4": "NESW", "b5": "NESW", "b6": "NESW"}
    assert escape_path(table(walled), "c4") == (("c4",), ("c5",), ("start",))
    round_about = {cell: sides for cell, sides in walled.items() if cell != "c5"}
    assert escape_path(table(round_about), "c4") == (("c4",), ("b4",), ("b5",), ("b6",), ("start",))
    assert escape_path(table(round_about, fallen=("c5",)), "c4")[1] == ("b4",)
    assert escape_path(table({**walled, "c5": "S"}), "c4")[1] == ("b4",)


def test_a_start_card_beside_the_square_touches_one_cell_only():
    """The last card before a start card that lies outside is the one it lies beside."""
    state = table(ALL_OPEN, start=StartCard(beside="a1", side="W"))
    assert escape_path(state, "a2") == (("a2",), ("a1",), ("start",))
    walled_in = StartCard(beside="a1", side="W", open="NSW")
    assert escape_path(table(ALL_OPEN, start=walled_in), "a2") == ()


def test_a_path_can_be_asked_for_a_chamber_that_is_still_being_turned():
    """G08: the orientation decides where the mummy would go; behind walls the mummy goes nowhere."""
    state = table({"c5": "NESW", "b5": "NESW", "b6": "NESW"})
    assert escape_path(state, "c4", "S") == (("c4",), ("c5",), ("start",))
    assert escape_path(state, "c4", "W") == ()
    assert escape_path(state, "c5", "W") == (("c5",), ("b5",), ("b6",), ("start",))
    assert state.pyramid.openings["c5"] == "NESW"


@pytest.mark.parametrize("size", [1, 2, 7, 30, 100])
def test_squares_of_any_size_are_answered_by_the_definition(size):
    """A card is hit if and only if its distances from both ends add up to the distance between them."""
    chance = random.Random(size)
    graph = walled_square(size, chance, walls=0.25)
    corridors, centre = corridors_in(graph, size), (size // 2, size // 2)
    from_centre = nx.single_source_shortest_path_length(graph, centre)
    for goal in (chance.choice(sorted(graph)) for _ in range(4)):
        from_goal = nx.single_source_shortest_path_length(graph, goal)
        path = [nodes_in(layer, size) for layer in shortest_paths(corridors, bit_of(centre, size), bit_of(goal, size))]
        if centre not in from_goal:
            assert path == []
            continue
        hit = {card for card in from_goal if from_goal[card] + from_centre[card] == from_goal[centre]}
        assert flat(path) == hit
        assert sum(map(len, path)) == len(hit)
        assert all(from_centre[card] == steps for steps, layer in enumerate(path) for card in layer)


def test_layers_lie_at_the_distances_that_networkx_finds():
    """The search that everything rests on, from two cards at once."""
    graph = nx.grid_2d_graph(9, 9)
    graph.remove_nodes_from([(4, row) for row in range(9)])
    origins = {(0, 5), (2, 8)}
    near = nx.multi_source_dijkstra_path_length(graph, origins)
    layers = [nodes_in(layer, 9) for layer in layers_from(corridors_in(graph, 9), board_of(origins, 9))]
    assert {card: steps for steps, layer in enumerate(layers) for card in layer} == near
    assert len(near) == 36


@pytest.mark.parametrize("square", [open_square, winding_corridor])
def test_an_open_square_and_a_corridor_of_10000_cards_lie_on_the_path_whole(square):
    """The two extremes at 100 by 100: every card is on a shortest path, once."""
    graph = square(100)
    path = shortest_paths(corridors_in(graph, 100), 1, bit_of(list(graph)[-1], 100))
    assert sum(path) == (1 << 10_000) - 1
    assert sum(layer.bit_count() for layer in path) == 10_000


@pytest.mark.parametrize(("square", "length"), [(open_square, 38), (winding_corridor, 399)])
def test_the_search_takes_each_step_of_the_way_there_and_back_once(square, length):
    """However many cards there are, all of a layer are taken further at once."""
    taken = 0

    class Watched(int):
        def __rand__(self, cards):
            nonlocal taken
            taken += 1
            return int(self) & cards

    graph = square(20)
    watched = replace(corridors_in(graph, 20), south=Watched(corridors_in(graph, 20).south))
    assert len(shortest_paths(watched, 1, bit_of(list(graph)[-1], 20))) == length + 1
    assert taken == 2 * 2 * length  # each step looks to the south and from there


# --- gliding ----------------------------------------------------------------------------------------------------------

ROW = {"a1": "ES", "b1": "EW", "c1": "EW", "d1": "ESW", "e1": "EW", "f1": "W"}
GLIDE = HouseRules(glide_with_treasure=True)


def in_row(*, house=None, setup=None, **ada):
    """A corridor a1 to f1 with Ada's figures on the given cards."""
    return table(ROW, house=house, setup=setup, teams={"Ada": {"archaeologist": "a1", **ada}})


def at(state, figure="archaeologist"):
    return shown(state)["pawns"]["Ada"][figure]


# --- against an independent search -----------------------------------------------------------------------------------


def costs_by_definition(graph, lit, origin):
    """One action leads from A to B if a path between them has only lit cards inside; then count actions."""
    one_action = nx.Graph()
    one_action.add_nodes_from(graph)
    for a in graph:
        for b in graph:
            if a < b and nx.has_path(graph.subgraph({a, b, *lit}), a, b):
                one_action.add_edge(a, b)
    return nx.single_source_shortest_path_length(one_action, origin)


@pytest.mark.parametrize("seed", range(40))
def test_every_card_costs_the_fewest_actions_of_an_independent_search(seed):
    """G15 to G17 on random maps of 5 by 5 with random walls and lanterns."""
    chance = random.Random(seed)
    graph = walled_square(5, chance, walls=0.35)
    lit = {card for card in graph if chance.random() < 0.4}
    origin = chance.choice(sorted(graph))
    expected = costs_by_definition(graph, lit, origin)
    for actions in (0, 1, 2, 3, 25):
        within = {card: cost for card, cost in expected.items() if cost <= actions}
        reached = reach_by_actions(corridors_in(graph, 5), board_of(lit, 5), bit_of(origin, 5), actions)
        assert {card: cost for cost, cards in enumerate(reached) for card in nodes_in(cards, 5)} == within


# --- the clauses -----------------------------------------------------------------------------------------------------


def test_t08_lanterns_make_a_path_one_action_but_not_with_a_treasure():
    """T08: A - L1 - L2 - B costs 1 to each of them; with a treasure B costs 3."""
    state = in_row(lanterns=("b1", "c1"))
    assert targets(state, "archaeologist") == {"b1": 1, "c1": 1, "d1": 1, "e1": 2, "f1": 3}
    burdened = in_row(lanterns=("b1", "c1"), carrying=2)
    assert targets(burdened, "archaeologist") == {"b1": 1, "c1": 2, "d1": 3}


def test_g03_a_step_needs_both_facing_edges_open():
    """G03, T10: a wall on either card stops the figure, also where the other card is open."""
    state = table({"a1": "E", "b1": "NES", "b2": "N"}, teams={"Ada": {"archaeologist": "a1", "porter": "b2"}})
    assert targets(state, "archaeologist") == {}
    assert targets(state, "porter") == {"b1": 1}
    assert refused(state, Move("Ada", "archaeologist", "b1")) == "G03"
    assert refused(state, Move("Ada", "porter", "a1")) == "G13"
    assert refused(state, Move("Ada", "archaeologist", "start")) == "G03"


def test_g01_three_actions_are_shared_between_the_figures():
    """G01: any order, any figure, and no more than three."""
    state = table(ALL_OPEN)
    state = play(state, Move("Ada", "porter", "b6"), Move("Ada", "archaeologist", "c5"), Move("Ada", "porter", "b5"))
    assert state.actions_left == 0
    assert refused(state, Move("Ada", "archaeologist", "c4")) == "G01"
    assert refused(state, Move("Bo", "archaeologist", "c5")) == "G01"
    assert shown(play(state, EndTurn("Ada")))["to_act"] == ["Bo"]


def test_g01_a_move_takes_the_cheapest_path_and_no_more_than_what_is_left():
    """A path of three steps takes three actions; four are too many, and none at all is no move."""
    state = table(ALL_OPEN)
    moved = announced(state, Move("Ada", "archaeologist", "c3"))
    assert moved == (Moved("Ada", "archaeologist", "start", "c3", 3),)
    assert refused(state, Move("Ada", "archaeologist", "c2")) == "G01"
    assert refused(state, Move("Ada", "archaeologist", "start")) == "G01"


def test_g10_a_face_down_card_is_not_entered_and_g48_nor_a_fallen_one():
    """G10: only face-up cards; G11: what the start card lies on has no other name."""
    state = table({"c5": "NESW"}, fallen=("a1",))
    assert refused(state, Move("Ada", "porter", "b6")) == "G10"
    assert refused(state, Move("Ada", "porter", "a1")) == "G48"
    assert refused(state, Move("Ada", "porter", "c6")) == "G11"


def test_g12_any_number_of_figures_share_a_card():
    """G12: all figures of all players on one card."""
    state = table(ALL_OPEN, teams={"Bo": {"archaeologist": "c5", "porter": "c5"}})
    state = play(state, Move("Ada", "porter", "c5"), Move("Ada", "archaeologist", "c5"))
    assert [set(figures.values()) for figures in shown(state)["pawns"].values()] == [{"c5"}, {"c5"}]


def test_g13_there_is_no_diagonal_step():
    """G13: touching at a corner is not touching."""
    state = table({"c5": "S", "d5": "NESW", "b6": "W"})
    assert targets(state, "porter") == {"c5": 1}
    assert refused(state, Move("Ada", "porter", "d5")) == "G13"
    assert "b5" not in targets(table({"c5": "S", "b6": "E", "b5": "NESW"}), "porter")


def test_g14_only_ones_own_colour_helps_and_it_helps_both_figures():
    """G14: Bo's lanterns are dark for Ada; Ada's own help archaeologist and porter."""
    dark = table(ROW, teams={"Ada": {"archaeologist": "a1"}, "Bo": {"lanterns": ("b1", "c1")}})
    assert targets(dark, "archaeologist") == {"b1": 1, "c1": 2, "d1": 3}
    lit = in_row(porter="a1", lanterns=("b1", "c1"))
    assert targets(lit, "porter") == targets(lit, "archaeologist") == {"b1": 1, "c1": 1, "d1": 1, "e1": 2, "f1": 3}


def test_g15_the_two_ends_need_no_lantern_and_a_gap_costs_an_action():
    """G15: only the cards between count; behind a dark card a new action begins."""
    assert targets(in_row(lanterns=("b1", "d1")), "archaeologist") == {"b1": 1, "c1": 1, "d1": 2, "e1": 2, "f1": 3}


def test_g16_a_lantern_on_the_neighbour_saves_nothing():
    """G16: one step is one action, lit or not, from lit or not."""
    assert targets(in_row(lanterns=("a1", "b1")), "archaeologist")["b1"] == 1
    assert targets(in_row(lanterns=("a1",)), "archaeologist") == targets(in_row(), "archaeologist")


def test_g17_the_lit_chain_bends_and_branches_but_not_through_a_wall():
    """G17: one action along a crooked chain; where a joint is closed the chain ends."""
    bent = {"a1": "ES", "b1": "W", "a2": "NE", "b2": "EW", "c2": "NSW", "c3": "N", "c1": "S", "d2": "W"}
    state = table(bent, teams={"Ada": {"archaeologist": "b1", "lanterns": ("a1", "a2", "b2", "c2")}})
    costs = targets(state, "archaeologist")
    assert costs == {"a1": 1, "a2": 1, "b2": 1, "c1": 1, "c2": 1, "c3": 1}
    assert refused(state, Move("Ada", "archaeologist", "d2")) == "G03"


def test_g18_with_a_treasure_every_step_costs_an_action():
    """G18: what the lanterns would allow is refused with this clause; the porter still glides."""
    state = in_row(porter="a1", lanterns=("b1", "c1", "d1"), carrying=3)
    assert refused(state, Move("Ada", "archaeologist", "e1")) == "G18"
    assert refused(state, Move("Ada", "archaeologist", "f1")) == "G18"
    assert targets(state, "porter") == {"b1": 1, "c1": 1, "d1": 1, "e1": 1, "f1": 2}


def test_g18_as_a_house_rule_lanterns_help_a_carrier_too():
    """Option glide_with_treasure: T08 costs 1 with a treasure as well."""
    state = in_row(house=GLIDE, lanterns=("b1", "c1"), carrying=2)
    assert targets(state, "archaeologist")["d1"] == 1


@pytest.mark.parametrize("house", [HouseRules(), GLIDE])
def test_g24_a_carriers_path_ends_on_the_start_card(house):
    """G24: a carrier may end there, not go through, whatever the house rule. Without a treasure both are legal."""
    openings = {"b6": "E", "d6": "W"}
    through = table(
        openings, house=house, teams={"Ada": {"archaeologist": "b6", "carrying": 2, "lanterns": ("start",)}}
    )
    assert targets(through, "archaeologist") == {"start": 1}
    assert refused(through, Move("Ada", "archaeologist", "d6")) == "G24"
    free = table(openings, house=house, teams={"Ada": {"archaeologist": "b6", "lanterns": ("start",)}})
    assert targets(free, "archaeologist") == {"d6": 1, "start": 1}


def test_g24_a_shorter_path_through_the_start_card_is_none_for_a_carrier():
    """If only the path through the start card is short enough, the refusal says so; the long path counts."""
    around = {"b6": "NE", "b5": "NES", "c5": "EW", "d5": "SW", "d6": "NW", "e6": "W"}
    state = table(around, teams={"Ada": {"archaeologist": "b6", "carrying": 2}}, actions_left=3)
    assert refused(state, Move("Ada", "archaeologist", "d6")) == "G24"
    assert targets(state, "archaeologist") == {"b5": 1, "c5": 2, "d5": 3, "start": 1}


def test_g24_reaching_the_start_card_delivers_at_once():
    """G24: the treasure is the player's, the hands are free, and the turn goes on."""
    state = table({"c5": "S"}, teams={"Ada": {"archaeologist": "c5", "carrying": 3}})
    events = announced(state, Move("Ada", "archaeologist", "start"))
    assert events[1:] == (Delivered("Ada", 3),)
    after = shown(play(state, Move("Ada", "archaeologist", "start")))
    assert after["collected"]["Ada"] == {"photos": 0, "treasures": [3]}
    assert after["carrying"] == {"Ada": None, "Bo": None}
    assert after["scores"] == {"Ada": 3, "Bo": 0}
    assert after["to_act"] == ["Ada"]
    assert after["actions_left"] == 2


def test_the_porter_delivers_nothing():
    """G06: only the archaeologist carries; the porter's arrival changes nothing else."""
    state = table({"c5": "S"}, teams={"Ada": {"archaeologist": "c5", "porter": "c5", "carrying": 3}})
    assert shown(play(state, Move("Ada", "porter", "start")))["carrying"]["Ada"] == 3


def test_g22_a_lantern_on_the_start_card_lights_the_path_through_it():
    """G22: the start card is a card like others for a lantern."""
    state = table({"b6": "E", "d6": "W"}, teams={"Ada": {"porter": "b6", "lanterns": ("start",)}})
    assert targets(state, "porter") == {"d6": 1, "start": 1}


def test_the_start_card_beside_the_square_is_left_through_its_one_neighbour():
    """Outside the square it touches one card; every other is further."""
    state = table(ALL_OPEN, start=BELOW_C6)
    assert {cell for cell, cost in targets(state, "porter").items() if cost == 1} == {"c6"}
    assert set(targets(state, "porter")) == {"c6", "b6", "d6", "c5", "c4", "b5", "d5", "a6", "e6"}
    assert set(shown(state)["cards"]) == set(GRID)


def test_g40_with_the_bust_in_its_chamber_a_move_is_one_step():
    """G40: neither two steps nor a glide, not even as a house rule; without the bust the figure moves as usual."""
    countdown = Collapse("countdown", 0, 3, "a1")
    for house in (HouseRules(), GLIDE):
        state = table(
            ROW,
            house=house,
            chambers=("a1",),
            teams={"Ada": {"archaeologist": "a1", "carrying": "bust", "lanterns": ("b1", "c1")}},
            collapse=countdown,
        )
        assert targets(state, "archaeologist") == {"b1": 1}
        assert refused(state, Move("Ada", "archaeologist", "c1")) == "G40"
        assert refused(state, Move("Ada", "archaeologist", "a2")) == "G10"
        walled = with_card(state, Card("b1", "E"))
        assert targets(walled, "archaeologist") == {}
        assert refused(walled, Move("Ada", "archaeologist", "b1")) == "G03"
    without = in_row(lanterns=("b1", "c1"))
    assert targets(without, "archaeologist")["d1"] == 1


def test_a_lost_figure_goes_nowhere():
    """G48: what fell with a card does not move any more."""
    state = table(ALL_OPEN, teams={"Ada": {"archaeologist": "lost"}})
    assert targets(state, "archaeologist") == {}
    assert refused(state, Move("Ada", "archaeologist", "c5")) == "G48"
    assert at(play(state, Move("Ada", "porter", "c5")), "porter") == "c5"


def test_porters_far_from_the_archaeologists_free_nobody():
    """G55: each porter is locked into a part of its own; one that comes to the archaeologists' card can turn it."""
    figures = {"archaeologist": "b6", "porter": "e4"}
    cards = {"b6": "SW", "a6": "NSW", "b5": "NSW", "e4": "NESW", "f4": "NESW", "d4": "NSW", "e3": "NW", "e5": "ES"}
    apart = table(cards, teams={"Ada": figures, "Bo": figures})
    assert is_walled_in(apart)
    assert not is_walled_in(table(cards, teams={"Ada": figures, "Bo": {**figures, "porter": "b6"}}))
    assert not is_walled_in(table({**cards, "e5": "NES", "e6": "NW", "d6": "NEW", "b6": "EW"}, teams={"Ada": figures}))


def test_a_card_that_locks_everybody_in_is_known():
    """G55: with a wall towards the start card nobody ever gets out, whatever else lies open."""
    cards = {"b6": "NW", "d6": "NS"}
    assert is_walled_in(table({**cards, "c5": "NE"}))
    assert not is_walled_in(table({**cards, "c5": "NS"}))
    assert not is_walled_in(table(cards))
    in_a_ring = {"b6": "NE", "b5": "ES", "c5": "SW", "d6": "NS"}
    assert is_walled_in(table(in_a_ring, teams={name: {"porter": "lost"} for name in ("Ada", "Bo")}))


# --- against every arrangement that figures can bring about -----------------------------------------------------------

RIGHT_OF = dict(zip("NESW", "ESWN", strict=True))


def turned(sides):
    """The open sides of a card after a quarter turn."""
    return "".join(side for side in "NESW" if side in {RIGHT_OF[one] for one in sides})


def arrangements(cards, figures, hidden):
    """Yield every place of the figures, tried one by one: they step, porters turn cards, the start card lies still.

    Cards are named by column and row; `figures` are archaeologist, porter, archaeologist, porter and so on.
    """
    beside = {
        (cell, side): (cell[0] + right, cell[1] + down) for cell in cards for side, (right, down) in COMPASS.items()
    }

    def is_open(lying, cell, side):
        return side in lying[cell] and RIGHT_OF[RIGHT_OF[side]] in lying.get(beside[cell, side], "")

    first = (tuple(sorted(cards.items())), figures)
    seen, waiting = {first}, [first]
    while waiting:
        lying, places = waiting.pop()
        lying = dict(lying)
        yield (
            places,
            any(
                side in lying[cell] and beside[cell, side] in hidden for cell in places[::2] if cell for side in COMPASS
            ),
        )
        following = []
        for index, cell in enumerate(places):
            for side in COMPASS if cell else ():
                if is_open(lying, cell, side):
                    to = beside[cell, side]
                    following.append((lying, (*places[:index], to, *places[index + 1 :])))
                    if index % 2 and to != (3, 6):
                        following.append(({**lying, to: turned(lying[to])}, places))
            if index % 2 and cell not in (None, (3, 6)):
                following.append(({**lying, cell: turned(lying[cell])}, places))
        for cards_then, then in following:
            after = (tuple(sorted(cards_then.items())), then)
            if after not in seen:
                seen.add(after)
                waiting.append(after)


@pytest.mark.parametrize("seed", range(12))
def test_who_is_walled_in_and_where_porters_come_is_what_every_arrangement_shows(seed):
    """G55, G05, G11: a few cards around the start card, all ways to turn them and to step tried one by one."""
    chance = random.Random(seed)
    names = ["b6", "c5", "d6", *chance.sample(["b5", "d5", "a6"], seed % 2)]
    openings = {name: "".join(chance.sample("NESW", chance.randint(1, 2))) for name in names}
    places = [*names, "start", "lost"]
    team = {"archaeologist": chance.choice(places), "porter": chance.choice([*names, "start", "start"])}
    fallen = tuple(chance.sample(["b5", "d5", "a6", "e6", "c4"], seed % 4))
    fallen = tuple(cell for cell in fallen if cell not in names)
    state = table(openings, start=StartCard(at="c6", open=chance.choice(("NEW", "W", "N"))), fallen=fallen)
    state = replace(state, teams=tuple(replace(one, **team) for one in state.teams))
    at = {"start": (3, 6), "lost": None} | {cell: ("abcdef".index(cell[0]) + 1, int(cell[1])) for cell in GRID}
    cards = {at["start"]: state.setup.start.open} | {at[name]: sides for name, sides in openings.items()}
    hidden = {at[card.cell] for card in state.cards if not card.open}
    tried = [*arrangements(cards, (at[team["archaeologist"]], at[team["porter"]]), hidden)]
    assert is_walled_in(state) == (not any(is_revealing for _, is_revealing in tried))
    stood = {porter for (_, porter), _ in tried} - {at["start"]}
    assert {at[cell] for cell in porters_reach(state.pyramid, [team["porter"]])} == stood
