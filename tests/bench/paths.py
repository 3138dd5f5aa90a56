"""The pyramid of L'or du pharaon: all shortest paths at once, and what a pawn reaches across its lanterns."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from operator import add
from typing import NamedTuple

import igraph
import networkx as nx
from path_squares import board_of, corridors_in, nodes_in, walled_square

from bench.measuring import seconds_each
from bench.rows import Row, Sample, Sampler, Topic, at_most
from firmware_py.games.or_du_pharaon.cells import Cards, Corridors, reached_by_actions, shortest_paths

SIZE = 6
CARDS = SIZE * SIZE
MICRO = 1e6


class Search(NamedTuple):
    """One work as ours does it, as igraph does it, and each floor: ours with nothing around it."""

    ours: Callable[[], object]
    peer: Callable[[], object]
    floors: tuple[Callable[[], object], ...]

    def measure(self) -> Sample:
        """Return ours beside the peer and the fastest floor, in µs."""
        floors = {f"floor {number}": floor for number, floor in enumerate(self.floors)}
        best = seconds_each({"ours": self.ours, "peer": self.peer, **floors})
        return Sample(best["ours"] * MICRO, best["peer"] * MICRO, min(best[name] for name in floors) * MICRO)


def pyramid() -> nx.Graph:
    """Return the first walled square, by its seed, in which a path leads from corner to corner."""
    squares = (walled_square(SIZE, random.Random(seed)) for seed in range(1000))
    return next(graph for graph in squares if nx.has_path(graph, (0, 0), (SIZE - 1, SIZE - 1)))


def there_and_back(corridors: Corridors, origin: Cards, goal: Cards) -> list[Cards]:
    """Return the layers of all shortest paths, a step in one expression."""
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


def from_both_ends(twice: Corridors, origin: Cards, goal: Cards) -> list[Cards]:
    """Return the same by half as many steps: one integer holds the search from either end, on two boards.

    `twice` has the corridors of the pyramid, and the same again above them.
    """
    down, right, rows = twice.south, twice.east, twice.rows
    reached = origin | goal << CARDS
    steps = [reached]
    while not reached & goal:
        near = reached
        reached |= near >> 1 & down | (near & down) << 1 | near >> rows & right | (near & right) << rows
        if reached == near:
            return []
        steps.append(reached)
    return [near & far >> CARDS for near, far in zip(steps, reversed(steps), strict=True)]


def bare_reach(corridors: Corridors, lit: Cards) -> list[Cards]:
    """Return the cards by the actions they cost from the first corner."""
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


def union() -> Search:
    """Return the search for all shortest paths from corner to corner, each way of it checked."""
    graph, goal = pyramid(), 1 << (CARDS - 1)
    corridors = corridors_in(graph, SIZE)
    sides = (corridors.north, corridors.east, corridors.south, corridors.west)
    twice = Corridors(*(side | side << CARDS for side in sides), SIZE)
    edges = [(a[0] * SIZE + a[1], b[0] * SIZE + b[1]) for a, b in graph.edges]
    by_igraph = igraph.Graph(CARDS, edges)

    def igraphs() -> list[int]:
        near, far = by_igraph.distances([0, CARDS - 1])
        return [card for card, steps in enumerate(map(add, near, far)) if steps == near[-1]]

    search = Search(
        lambda: shortest_paths(corridors, 1, goal),
        igraphs,
        (lambda: there_and_back(corridors, 1, goal), lambda: from_both_ends(twice, 1, goal)),
    )
    found = shortest_paths(corridors, 1, goal)
    assert all(floor() == found for floor in search.floors)
    assert set(igraphs()) == {column * SIZE + row for column, row in nodes_in(sum(found), SIZE)}
    return search


def lanterns() -> Search:
    """Return the search along lanterns, two cards of five lit; a step from a lit card costs igraph nothing."""
    graph, chance = pyramid(), random.Random(SIZE)
    lit = {node for node in sorted(graph) if chance.random() < 0.4} - {(0, 0)}
    corridors, board = corridors_in(graph, SIZE), board_of(lit, SIZE)
    arcs = [(*arc, arc[0] not in lit) for a, b in graph.edges for arc in ((a, b), (b, a))]
    costs = [float(cost) for *_, cost in arcs]
    ends = [(a[0] * SIZE + a[1], b[0] * SIZE + b[1]) for a, b, _ in arcs]
    by_igraph = igraph.Graph(CARDS, ends, directed=True)
    search = Search(
        lambda: reached_by_actions(corridors, board, 1, CARDS),
        lambda: by_igraph.distances(0, weights=costs)[0],
        (lambda: bare_reach(corridors, board),),
    )
    layers, far = bare_reach(corridors, board), by_igraph.distances(0, weights=costs)[0]
    assert search.ours() == layers
    for cost, layer in enumerate(layers):
        assert all(far[column * SIZE + row] == cost for column, row in nodes_in(layer, SIZE))
    return search


@contextmanager
def _searches() -> Iterator[Sampler]:
    searches = {"paths": union(), "lanterns": lanterns()}

    def sample() -> Mapping[str, Sample]:
        return {name: search.measure() for name, search in searches.items()}

    yield sample


PYRAMID = Topic(
    "pyramid",
    (
        Row(
            "paths",
            "all shortest paths at once, a fifth of the walls at random",
            "µs",
            "igraph",
            "the faster of two bitboards in plain Python",
            (at_most(1.0, "peer"), at_most(1.5, "limit")),
            owner_can_run=True,
        ),
        Row(
            "lanterns",
            "what a pawn reaches across its lanterns, two cards of five lit",
            "µs",
            "igraph",
            "our bitboards with nothing around them",
            (at_most(1.0, "peer"), at_most(1.5, "limit")),
            missed_because="igraph takes nearly the same time",
        ),
    ),
    _searches,
)
