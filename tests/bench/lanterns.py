"""Lanterns of L'or du pharaon: what a pawn reaches by so many actions, across lit cards for nothing."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

import igraph
import networkx as nx
import numpy as np
import rustworkx
from path_squares import board_of, corridors_in, nodes_in
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from bench.searches import ONCE_A_CARD, Search, connected_square, topic_of
from firmware_py.games.or_du_pharaon.gliding import reached_by_actions
from firmware_py.games.or_du_pharaon.paths import Cards, Corridors


def bare_reach(corridors: Corridors, lit: Cards) -> list[Cards]:
    """Return the cards by the actions they cost from the first corner: our own way with nothing around it."""
    south, east, rows = corridors.south, corridors.east, corridors.rows
    layers, reached = [1], 1
    while True:
        passing, before = layers[-1], reached
        while passing:
            near = reached
            reached |= passing >> 1 & south | (passing & south) << 1 | passing >> rows & east | (passing & east) << rows
            passing = (reached ^ near) & lit
        if reached == before:
            return layers
        layers.append(reached ^ before)


def peers(graph: nx.Graph, size: int, lit: set[tuple[int, int]]) -> Mapping[str, Callable[[], object]]:
    """Return for each library its distances from the first corner, where a step from a lit card costs nothing."""
    costs_of_arcs = [(*arc, arc[0] not in lit) for a, b in graph.edges for arc in ((a, b), (b, a))]
    arcs = [(a[0] * size + a[1], b[0] * size + b[1], float(cost)) for a, b, cost in costs_of_arcs]
    starts, ends, costs = (list(column) for column in zip(*arcs, strict=True))
    by_igraph = igraph.Graph(size * size, list(zip(starts, ends, strict=True)), directed=True)
    by_rustworkx = rustworkx.PyDiGraph()
    by_rustworkx.add_nodes_from(range(size * size))
    by_rustworkx.add_edges_from(arcs)
    by_networkx = nx.DiGraph()
    by_networkx.add_weighted_edges_from(arcs)
    places = np.array(starts, np.int32), np.array(ends, np.int32)  # as scipy wants them: it converts no others
    matrix = csr_array((np.array(costs), places), shape=(size * size,) * 2)

    return {
        "igraph": lambda: by_igraph.distances(0, weights=costs)[0],
        "scipy": lambda: dijkstra(matrix, indices=0),
        "rustworkx": lambda: rustworkx.dijkstra_shortest_path_lengths(by_rustworkx, 0, float),
        "networkx": lambda: nx.single_source_dijkstra_path_length(by_networkx, 0),
    }


def reach(size: int) -> Search:
    """Return the search with two cards of five lit, each way of it checked."""
    graph, chance = connected_square(size), random.Random(size)
    lit = {node for node in sorted(graph) if chance.random() < 0.4} - {(0, 0)}
    corridors, board, cards = corridors_in(graph, size), board_of(lit, size), size * size
    search = Search(
        lambda: reached_by_actions(corridors, board, 1, cards),
        peers(graph, size, lit),
        {"bare": lambda: bare_reach(corridors, board)},
    )
    layers = bare_reach(corridors, board)
    assert search.ours() == layers
    costs = {column * size + row: cost for cost, layer in enumerate(layers) for column, row in nodes_in(layer, size)}
    for name, call in search.peers.items():
        found = call()
        for card, cost in costs.items():
            assert card == 0 or found[card] == cost, name  # rustworkx leaves out the start
    return search


LANTERNS = topic_of(
    "lanterns",
    "reach along lanterns, {size}, two cards of five lit",
    reach,
    "the same bitboards with nothing around them",
    {
        6: "igraph takes nearly the same time: ours took 0.86 to 1.17 times as long in the runs of 27 November",
        100: ONCE_A_CARD,
        200: ONCE_A_CARD,
    },
    unfair="the limit is our own loop with less around it, because no faster one is known: it cannot show that another "
    "way would be faster",
)
