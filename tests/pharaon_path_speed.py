"""How fast the union of all shortest paths is found, against networkx on the same squares in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import chain

import networkx as nx

from firmware_py.games.or_du_pharaon.paths import Ways, card_at, open_ways, shortest_paths


def open_square(size: int) -> tuple[Ways, int, int]:
    """Return the ways of a square without walls, and the cards in two opposite corners."""
    width = size + 1
    places = {(column, row): "NESW" for column in range(size) for row in range(size)}
    return open_ways(places, width), card_at((0, 0), width), card_at((size - 1, size - 1), width)


def winding_corridor(size: int) -> tuple[Ways, int, int]:
    """Return a square that is one corridor, row after row there and back, and the cards at its two ends."""
    width, openings = size + 1, {}
    for row in range(size):
        for column in range(size):
            way_on = size - 1 if row % 2 == 0 else 0
            sides = {"E" if column < size - 1 else "", "W" if column > 0 else ""}
            sides |= {"S" if column == way_on else "", "N" if column == size - 1 - way_on else ""}
            openings[column, row] = "".join(sides)
    last = (0 if size % 2 == 0 else size - 1, size - 1)
    return open_ways(openings, width), card_at((0, 0), width), card_at(last, width)


def seconds_a_call(call: Callable[[], object], rounds: int, repeats: int = 5) -> float:
    """Return how long one call takes, the best of some repeats of `rounds` calls."""
    best = float("inf")
    for _ in range(repeats):
        begun_s = time.perf_counter()
        for _ in range(rounds):
            call()
        best = min(best, time.perf_counter() - begun_s)
    return best / rounds


def times_faster_than_networkx(rounds: int = 1000) -> float:
    """Return how many times faster than networkx the union is found in an open square of 6 by 6, corner to corner.

    Both have their graph ready; networkx has integers for nodes, and its union is the set of all cards on all paths.
    """
    ways, origin, goal = open_square(6)
    graph = nx.convert_node_labels_to_integers(nx.grid_2d_graph(6, 6))
    ours_s = seconds_a_call(lambda: shortest_paths(ways, origin, goal), rounds)
    theirs_s = seconds_a_call(
        lambda: set(chain.from_iterable(nx.all_shortest_paths(graph, 0, 35))), max(1, rounds // 50)
    )
    return theirs_s / ours_s


def growth(square: Callable[[int], tuple[Ways, int, int]] = open_square, size: int = 100, rounds: int = 10) -> float:
    """Return how many times longer a card takes in a square of `size` than in one of 6: 1.0 is linear, less better."""
    small, large = square(6), square(size)
    small_s = seconds_a_call(lambda: shortest_paths(*small), rounds * 100) / 36
    large_s = seconds_a_call(lambda: shortest_paths(*large), rounds, repeats=2) / size**2
    return large_s / small_s


if __name__ == "__main__":
    print(f"union of all shortest paths, 6 by 6: {times_faster_than_networkx():.0f} times faster than networkx")
    print(f"time a card, 100 by 100 to 6 by 6, open square: {growth():.2f}")
    print(f"time a card, 100 by 100 to 6 by 6, one corridor: {growth(winding_corridor, rounds=1):.2f}")
