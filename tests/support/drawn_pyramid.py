"""A pyramid of L'or du pharaon drawn at random, and what networkx says of its ways: which refusals are true there."""

from __future__ import annotations

import random

import networkx as nx
from pharaon_table import AT_C6, BELOW_C6, table

from firmware_py.games.or_du_pharaon.state import GRID, LOST, START, neighbours_of

FAR = 99


def drawn_pyramid(seed):
    """A state with walls, hidden and fallen cards, figures, lanterns and a treasure, all at random."""
    chance = random.Random(seed)
    cells = [cell for cell in GRID if cell != "c6"]
    open_cells = {cell: "".join(side for side in "NESW" if chance.random() < 0.75) or "N" for cell in cells[::-1]}
    gone = chance.sample(cells, chance.randint(0, 4))
    hidden = chance.sample(cells, chance.randint(0, 8))
    lying = {cell: sides for cell, sides in open_cells.items() if cell not in (*gone, *hidden)}
    places = [*lying, START]
    ada = {
        "archaeologist": chance.choice([*places, LOST] if seed % 5 == 0 else places),
        "porter": chance.choice([*places, LOST] if seed % 7 == 0 else places),
        "lanterns": tuple(cell for cell in lying if chance.random() < 0.5),
    }
    if ada["archaeologist"] not in (LOST, START) and chance.random() < 0.7:
        ada["carrying"] = 2
    start = chance.choice((AT_C6, BELOW_C6))
    return table(lying, start=start, fallen=gone, teams={"Ada": ada}, actions_left=chance.choice((0, 1, 1, 2, 3)))


class Pyramid:
    """What lies on the table, as networkx sees it."""

    def __init__(self, state, purpose):
        self.state, self.purpose = state, purpose
        self.beside = neighbours_of(state.setup.start)
        self.graph = nx.Graph()
        self.graph.add_nodes_from((START, *(card.cell for card in state.cards if card.open)))
        for cell in self.graph:
            for side, to in self.beside[cell].items():
                back = {other: name for name, other in self.beside.get(to, {}).items()}
                if to in self.graph and side in self.sides(cell) and back[cell] in self.sides(to):
                    self.graph.add_edge(cell, to)
        by_porter = purpose in ("porter", "rotate")
        self.here = state.team.porter if by_porter else state.team.archaeologist
        self.carries = purpose == "archaeologist" and bool(state.team.carrying)
        self.on_foot = self.steps(self.graph)
        self.delivering = self.on_foot_but_not_through_start()
        self.gliding = self.steps(self.lit_graph())

    def sides(self, cell):
        return self.state.pyramid.open_sides(cell)

    def steps(self, graph):
        """How many edges each card is away."""
        return {} if self.here == LOST else nx.single_source_shortest_path_length(graph, self.here)

    def on_foot_but_not_through_start(self):
        """How many steps each card is away for somebody whose walk ends at the start card."""
        if self.here in (LOST, START):
            return self.on_foot
        inner = self.steps(self.graph.subgraph(set(self.graph) - {START}))
        ends = [inner[cell] + 1 for cell in self.graph[START] if cell in inner]
        return inner | ({START: min(ends)} if ends else {})

    def lit_graph(self):
        """Which cards are one action apart (G15): only cards with a lantern lie between."""
        lit = set(self.state.team.lanterns)
        one_action = nx.Graph()
        one_action.add_nodes_from(self.graph)
        for cell in self.graph:
            within = nx.node_connected_component(self.graph.subgraph({cell, *lit}), cell)
            ends = set().union(*(self.graph[inner] for inner in within if inner in lit or inner == cell))
            one_action.add_edges_from((cell, to) for to in ends - {cell})
        return one_action

    def is_true(self, clause, cell):
        """Whether what a clause forbids is the case for a card."""
        state, left = self.state, self.state.actions_left
        card = state.card(cell)
        costs_now = self.delivering if self.carries else self.gliding
        is_beside = self.here != LOST and cell in self.beside[self.here].values()
        has_no_path = cell not in costs_now
        match clause:
            case "G01":
                return left == 0 or cell == self.here or costs_now[cell] > left
            case "G03":
                return has_no_path
            case "G04":
                return bool(card.open) or not is_beside or not self.is_open_to(cell)
            case "G05":
                return cell != self.here and cell not in self.graph[self.here]
            case "G10":
                return card is not None and not card.open
            case "G11":
                return cell == START
            case "G13":
                return not is_beside and (has_no_path or self.purpose in ("reveal", "rotate"))
            case "G18":
                return self.carries and self.delivering[cell] > left >= self.gliding[cell]
            case "G24":
                return self.carries and self.delivering.get(cell, FAR) > min(left, self.gliding[cell])
            case "G48":
                return self.here == LOST or (card is None and cell != START)
        return False

    def is_open_to(self, cell):
        return any(to == cell and side in self.sides(self.here) for side, to in self.beside[self.here].items())
