"""How fast the union of all shortest paths is found, against networkx on the same squares in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import chain

import networkx as nx

from firmware_py.games.or_du_pharaon.paths import Graph, shortest_paths


def neighbours_in(graph: nx.Graph) -> Graph:
    """Return the neighbours of each node of a graph, the nodes numbered in their order."""
    numbers = {node: number for number, node in enumerate(graph)}
    return [tuple(numbers[other] for other in graph[node]) for node in graph]


def open_square(size: int) -> nx.Graph:
    """Return a square without walls; its first and last nodes are opposite corners."""
    return nx.grid_2d_graph(size, size)


def winding_corridor(size: int) -> nx.Graph:
    """Return a square that is one corridor, row after row there and back, from its first node to its last."""
    rows = [[(row, column) for column in range(size)] for row in range(size)]
    return nx.path_graph(list(chain.from_iterable(row[:: 1 - 2 * (number % 2)] for number, row in enumerate(rows))))


def seconds_a_call(call: Callable[[], object], rounds: int, repeats: int = 5) -> float:
    """Return how long one call takes, the best of some repeats of `rounds` calls."""
    best = float("inf")
    for _ in range(repeats):
        begun_s = time.perf_counter()
        for _ in range(rounds):
            call()
        best = min(best, time.perf_counter() - begun_s)
    return best / rounds


def times_faster_than_networkx(repeats: int = 15) -> float:
    """Return how many times faster than networkx the union is found in an open square of 6 by 6, corner to corner.

    Both have their graph ready and numbers for nodes; networkx's union is the set of all nodes on all its paths. The
    two take turns, so that a busy moment of the machine hits both.
    """
    graph = nx.convert_node_labels_to_integers(open_square(6))
    neighbours = neighbours_in(graph)
    ours_s = theirs_s = float("inf")
    for _ in range(repeats):
        ours_s = min(ours_s, seconds_a_call(lambda: shortest_paths(neighbours, 0, 35), 200, repeats=1))
        paths_s = seconds_a_call(lambda: set(chain.from_iterable(nx.all_shortest_paths(graph, 0, 35))), 8, repeats=1)
        theirs_s = min(theirs_s, paths_s)
    return theirs_s / ours_s


def growth(square: Callable[[int], nx.Graph] = open_square, size: int = 100, rounds: int = 5) -> float:
    """Return how many times longer a card takes in a square of `size` than in one of 6; 1.0 is linear."""
    small, large = neighbours_in(square(6)), neighbours_in(square(size))
    small_s = seconds_a_call(lambda: shortest_paths(small, 0, len(small) - 1), rounds * 100) / len(small)
    large_s = seconds_a_call(lambda: shortest_paths(large, 0, len(large) - 1), rounds) / len(large)
    return large_s / small_s


if __name__ == "__main__":
    print(f"union of all shortest paths, 6 by 6: {times_faster_than_networkx():.0f} times faster than networkx")
    print(f"time a card, 100 by 100 to 6 by 6, open square: {growth():.2f}")
    print(f"time a card, 100 by 100 to 6 by 6, one corridor: {growth(winding_corridor):.2f}")
