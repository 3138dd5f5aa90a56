"""Paths of L'or du pharaon: the union of all shortest paths, and the reach along lanterns."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from operator import add

import igraph
import networkx as nx
import numpy as np
import rustworkx
from path_squares import bit_of, board_of, corridors_in, nodes_in, walled_square
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from bench.measuring import seconds_each
from bench.rows import Row, Sample, Sampler, Topic, at_most
from firmware_py.games.or_du_pharaon.gliding import reached_by_actions
from firmware_py.games.or_du_pharaon.paths import Cards, Corridors, shortest_paths

SIZES = (6, 20, 100, 200)
MICRO = 1e6
PEERS = "the fastest of igraph, scipy, rustworkx, networkx"
FLOOR = "bitboards in plain Python, nothing else"


def union_floor(corridors: Corridors, origin: Cards, goal: Cards) -> list[Cards]:
    """Return the layers of all shortest paths: the least that Python can do, a step in one expression."""
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
    starts, ends = np.array(edges).T
    ones = np.ones(len(edges), dtype=np.int8)
    matrix = csr_array((ones, (starts, ends)), shape=(size * size,) * 2)
    matrix = csr_array(matrix + matrix.T)

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

    def scipys() -> object:
        near, far = dijkstra(matrix, indices=[0, goal], unweighted=True)
        return np.flatnonzero(near + far == near[goal])

    return {"igraph": igraphs, "scipy": scipys, "rustworkx": rustworkxs, "networkx": networkxs}


def connected_square(size: int) -> nx.Graph:
    """Return the first walled square, by its seed, in which a path leads from corner to corner."""
    squares = (walled_square(size, random.Random(seed)) for seed in range(1000))
    return next(graph for graph in squares if nx.has_path(graph, (0, 0), (size - 1, size - 1)))


@contextmanager
def _unions() -> Iterator[Sampler]:
    tables = {}
    for size in SIZES:
        graph = connected_square(size)
        corridors, goal = corridors_in(graph, size), 1 << (size * size - 1)
        found = {column * size + row for column, row in nodes_in(sum(shortest_paths(corridors, 1, goal)), size)}
        theirs = peers(graph, size)
        for name, call in theirs.items():
            assert set(map(int, call())) == found, name
        tables[size] = corridors, goal, theirs

    def sample() -> Mapping[str, Sample]:
        figures, ours = {}, {}
        for size, (corridors, goal, theirs) in tables.items():
            calls = {
                "ours": lambda corridors=corridors, goal=goal: shortest_paths(corridors, 1, goal),
                "limit": lambda corridors=corridors, goal=goal: union_floor(corridors, 1, goal),
            }
            best = seconds_each({**calls, **theirs})
            peer = min(best[name] for name in theirs)
            ours[size] = best["ours"]
            figures[f"paths-{size}"] = Sample(best["ours"] * MICRO, peer * MICRO, best["limit"] * MICRO)
        cards = math.log(SIZES[-1] ** 2 / SIZES[0] ** 2)
        figures["paths-growth"] = Sample(math.log(ours[SIZES[-1]] / ours[SIZES[0]]) / cards)
        return figures

    yield sample


UNIONS = Topic(
    "paths",
    (
        *(
            Row(
                f"paths-{size}",
                f"union of all shortest paths, {size}×{size}, a fifth of the walls at random",
                "µs",
                PEERS,
                FLOOR,
                (at_most(1.0, "peer"), at_most(1.5, "limit")),
                missed_because="Both take the same time, and each run puts another ahead" if size == SIZES[0] else "",
            )
            for size in SIZES
        ),
        Row(
            "paths-growth",
            "growth of that time with the cards, 6×6 to 200×200, as an exponent: 1 is linear",
            "",
            goals=(at_most(1.2),),
            unfair="an exponent of our own figures",
            on_zero="same",
        ),
    ),
    _unions,
)


@contextmanager
def _lanterns() -> Iterator[Sampler]:
    tables = {}
    for size in (6, 100):
        graph, chance = connected_square(size), random.Random(size)
        lit = {node for node in sorted(graph) if chance.random() < 0.4} - {(0, 0)}
        corridors, board, actions = corridors_in(graph, size), board_of(lit, size), size * size
        arcs = [arc for a, b in graph.edges for arc in ((a, b), (b, a))]
        weighted = igraph.Graph([[c * size + r for c, r in arc] for arc in arcs], directed=True)
        weights = [0 if a in lit else 1 for a, _ in arcs]
        costs = weighted.distances(0, weights=weights)[0]
        reached = reached_by_actions(corridors, board, bit_of((0, 0), size), actions)
        for cost, cards in enumerate(reached):
            assert {costs[column * size + row] for column, row in nodes_in(cards, size)} == {cost}
        tables[size] = corridors, board, actions, weighted, weights

    def sample() -> Mapping[str, Sample]:
        figures = {}
        for size, (corridors, board, actions, weighted, weights) in tables.items():
            best = seconds_each(
                {
                    "ours": lambda c=corridors, b=board, a=actions: reached_by_actions(c, b, 1, a),
                    "peer": lambda g=weighted, w=weights: g.distances(0, weights=w),
                    "limit": lambda c=corridors, b=board: reach_floor(c, b),
                }
            )
            figures[f"lanterns-{size}"] = Sample(*(best[name] * MICRO for name in ("ours", "peer", "limit")))
        return figures

    yield sample


def reach_floor(corridors: Corridors, lit: Cards) -> list[Cards]:
    """Return the cards by the actions they cost from the first corner, in one function."""
    north, east, south, west, rows = (getattr(corridors, name) for name in ("north", "east", "south", "west", "rows"))
    layers, unseen = [1], ~1
    while True:
        passing, found = layers[-1], 0
        while passing:
            entered = (
                (passing & north) >> 1 | (passing & east) << rows | (passing & south) << 1 | (passing & west) >> rows
            ) & unseen
            unseen ^= entered
            found |= entered
            passing = entered & lit
        if not found:
            return layers
        layers.append(found)


LANTERNS = Topic(
    "lanterns",
    tuple(
        Row(
            f"lanterns-{size}",
            f"reach along lanterns, {size}×{size}, two cards of five lit",
            "µs",
            "igraph, distances with steps from lit cards free",
            FLOOR,
            (at_most(1.0, "peer"), at_most(1.5, "limit")),
        )
        for size in (6, 100)
    ),
    _lanterns,
)
