"""Paths of L'or du pharaon: the union of all shortest paths."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import add

import igraph
import networkx as nx
import numpy as np
import rustworkx
from path_squares import corridors_in, nodes_in
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, dijkstra

from bench.searches import ONCE_A_CARD, Search, connected_square, topic_of
from firmware_py.games.or_du_pharaon.paths import Cards, Corridors, shortest_paths


def there_and_back(corridors: Corridors, origin: Cards, goal: Cards) -> list[Cards]:
    """Return the layers of all shortest paths, a step in one expression: our own way with nothing around it."""
    down, right, rows = corridors.south, corridors.east, corridors.rows
    layers, reached = [], origin
    while not reached & goal:
        layers.append(near := reached)
        reached |= near >> 1 & down | (near & down) << 1 | near >> rows & right | (near & right) << rows
        if reached == near:
            return []
    layer = goal
    for number in range(len(layers) - 1, -1, -1):
        near = layers[number]
        layers[number] = layer = (
            layer >> 1 & down | (layer & down) << 1 | layer >> rows & right | (layer & right) << rows
        ) & near
    layers.append(goal)
    return layers


def from_both_ends(twice: Corridors, origin: Cards, goal: Cards, cards: int) -> list[Cards]:
    """Return the same by half as many steps: one integer holds the search from either end, on two boards.

    `twice` has the corridors of a board of so many `cards`, and the same again above them.
    """
    down, right, rows = twice.south, twice.east, twice.rows
    reached = origin | goal << cards
    steps = [reached]
    while not reached & goal:
        near = reached
        reached |= near >> 1 & down | (near & down) << 1 | near >> rows & right | (near & right) << rows
        if reached == near:
            return []
        steps.append(reached)
    return [near & far >> cards for near, far in zip(steps, reversed(steps), strict=True)]


def _on_both(near: list[int], far: list[int], length: int) -> list[int]:
    return [card for card, steps in enumerate(map(add, near, far)) if steps == length]


def peers(graph: nx.Graph, size: int) -> Mapping[str, Callable[[], object]]:
    """Return for each library its best way to the same union: distances from both ends, and those that add up."""
    goal = size * size - 1
    edges = [(a[0] * size + a[1], b[0] * size + b[1]) for a, b in graph.edges]
    by_igraph = igraph.Graph(size * size, edges)
    by_rustworkx = rustworkx.PyGraph()
    by_rustworkx.add_nodes_from(range(size * size))
    by_rustworkx.add_edges_from([(*edge, 1.0) for edge in edges])
    by_networkx = nx.Graph(edges)
    by_networkx.add_nodes_from(range(size * size))
    starts, ends = np.array(edges, np.int32).T  # numbers as scipy's searches want them: they convert no others
    arcs = np.concatenate((starts, ends)), np.concatenate((ends, starts))
    matrix = csr_array((np.ones(2 * len(edges)), arcs), shape=(size * size,) * 2)

    def igraphs() -> list[int]:
        near, far = by_igraph.distances([0, goal])
        return _on_both(near, far, near[goal])

    def rustworkxs() -> set[int]:
        lengths = (rustworkx.dijkstra_shortest_path_lengths(by_rustworkx, end, float) for end in (0, goal))
        near, far = ({**found, end: 0.0} for found, end in zip(lengths, (0, goal), strict=True))
        return {card for card in near if near[card] + far[card] == near[goal]}

    def networkxs() -> set[int]:
        near, far = (nx.single_source_shortest_path_length(by_networkx, end) for end in (0, goal))
        return {card for card in near if near[card] + far[card] == near[goal]}

    def dijkstras() -> object:
        near, far = dijkstra(matrix, indices=[0, goal], unweighted=True)
        return np.flatnonzero(near + far == near[goal])

    def scipys() -> object:
        near, far = (_steps_from(end, matrix) for end in (0, goal))
        return np.flatnonzero(near + far == near[goal])

    return {
        "igraph": igraphs,
        "scipy": scipys,
        "scipy, Dijkstra": dijkstras,
        "rustworkx": rustworkxs,
        "networkx": networkxs,
    }


def _steps_from(start: int, matrix: csr_array) -> np.ndarray:
    """Return how many steps away each card is; the further, the later scipy's breadth-first order names it."""
    order, before = breadth_first_order(matrix, start)
    place = np.empty(matrix.shape[0], np.int64)
    place[order] = np.arange(len(order))
    first_after = place[before[order[1:]]].searchsorted  # by the place of the card before, which never falls
    begins = [0, 1]
    while begins[-1] < len(order):
        begins.append(1 + int(first_after(begins[-1])))
    steps = np.full(matrix.shape[0], -1)
    steps[order] = np.repeat(np.arange(len(begins) - 1), np.diff(begins))
    return steps


def union(size: int) -> Search:
    """Return the search for all shortest paths from corner to corner, each way of it checked."""
    graph, cards = connected_square(size), size * size
    corridors, goal = corridors_in(graph, size), 1 << (cards - 1)
    sides = (corridors.north, corridors.east, corridors.south, corridors.west)
    twice = Corridors(*(side | side << cards for side in sides), size)
    search = Search(
        lambda: shortest_paths(corridors, 1, goal),
        peers(graph, size),
        {
            "there and back": lambda: there_and_back(corridors, 1, goal),
            "from both ends": lambda: from_both_ends(twice, 1, goal, cards),
        },
    )
    found = search.ours()
    for name, call in search.floors.items():
        assert call() == found, name
    nodes = {column * size + row for column, row in nodes_in(sum(shortest_paths(corridors, 1, goal)), size)}
    for name, call in search.peers.items():
        assert set(map(int, call())) == nodes, name
    return search


HALF_THE_STEPS = (
    "The limit here is a search from both ends in one integer, which takes half as many steps. On squares of 100×100 "
    "and 200×200 that one is slower than ours, and the limit our own loop with nothing around it"
)

UNIONS = topic_of(
    "paths",
    "union of all shortest paths, {size}, a fifth of the walls at random",
    union,
    "the faster of two bitboards in plain Python",
    {6: f"igraph takes nearly the same time. {HALF_THE_STEPS}", 20: HALF_THE_STEPS, 200: ONCE_A_CARD},
)
