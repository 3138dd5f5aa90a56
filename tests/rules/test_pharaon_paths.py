"""All equally short paths of L'or du pharaon together, against networkx (G32)."""

import random
from itertools import chain

import networkx as nx
import pytest
from msgspec.structs import replace
from path_squares import bit_of, board_of, corridors_in, nodes_in, open_square, walled_square, winding_corridor
from pharaon_table import ALL_OPEN, AT_C6, BELOW_C6, table

from firmware_py.games.or_du_pharaon.cells import GRID, layers_from, outward_sides, shortest_paths
from firmware_py.games.or_du_pharaon.effects import escape_path
from firmware_py.games.or_du_pharaon.state import StartCard

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
