"""Squares of cards as networkx and as the rules see them: open, walled at random, or one long corridor."""

from __future__ import annotations

import random
from itertools import chain

import networkx as nx

from firmware_py.games.or_du_pharaon.state import Cards, Corridors


def open_square(size: int) -> nx.Graph:
    """A square without walls; its nodes are (column, row), its first and last are opposite corners."""
    return nx.grid_2d_graph(size, size)


def walled_square(size: int, chance: random.Random, walls: float = 0.2) -> nx.Graph:
    """A square in which so large a part of all edges is walled."""
    graph = nx.grid_2d_graph(size, size)
    graph.remove_edges_from([edge for edge in graph.edges if chance.random() < walls])
    return graph


def winding_corridor(size: int) -> nx.Graph:
    """A square that is one corridor, column after column there and back, from its first node to its last."""
    columns = [[(column, row) for row in range(size)] for column in range(size)]
    return nx.path_graph(list(chain.from_iterable(cells[:: 1 - 2 * (i % 2)] for i, cells in enumerate(columns))))


def bit_of(node: tuple[int, int], size: int) -> Cards:
    """The bit of a node in a square of that size."""
    column, row = node
    return 1 << (column * size + row)


def board_of(nodes: object, size: int) -> Cards:
    """The bitboard of some nodes."""
    return sum(bit_of(node, size) for node in set(nodes))


def nodes_in(cards: Cards, size: int) -> set[tuple[int, int]]:
    """The nodes of a bitboard."""
    return {divmod(place, size) for place in range(cards.bit_length()) if cards >> place & 1}


def corridors_in(graph: nx.Graph, size: int) -> Corridors:
    """The corridors between the nodes of a square of that size."""
    sides = {(0, -1): [], (1, 0): [], (0, 1): [], (-1, 0): []}
    for a, b in graph.edges:
        for (column, row), (other_column, other_row) in ((a, b), (b, a)):
            sides[other_column - column, other_row - row].append((column, row))
    return Corridors(*(board_of(nodes, size) for nodes in sides.values()), rows=size)
