"""What the rows of paths and of lanterns share: squares of four sizes, peers and floors in turns, the growth."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import networkx as nx
from path_squares import walled_square

from bench.measuring import seconds_each
from bench.rows import Row, Sample, Sampler, Topic, at_most

SIZES = (6, 20, 100, 200)
GROWN = SIZES[-2:]
"""Between which the growth is taken: on the smaller squares calls and objects take most of the time."""
MICRO = 1e6
PEERS = "the fastest of igraph, scipy, rustworkx, networkx"
ONCE_A_CARD = "Ours goes through all cards for each layer, scipy meets each card once. The pyramid has 36 cards"


@dataclass(frozen=True)
class Search:
    """One work as ours does it, each peer, and each floor."""

    ours: Callable[[], object]
    peers: Mapping[str, Callable[[], object]]
    floors: Mapping[str, Callable[[], object]]

    def measure(self) -> Sample:
        """Return ours beside the fastest peer and the fastest floor, in µs."""
        best = seconds_each({"ours": self.ours, **self.peers, **self.floors})
        peer, floor = (min(best[name] for name in names) for names in (self.peers, self.floors))
        return Sample(best["ours"] * MICRO, peer * MICRO, floor * MICRO)


def connected_square(size: int) -> nx.Graph:
    """Return the first walled square, by its seed, in which a path leads from corner to corner."""
    squares = (walled_square(size, random.Random(seed)) for seed in range(1000))
    return next(graph for graph in squares if nx.has_path(graph, (0, 0), (size - 1, size - 1)))


def growth(times: Sequence[float]) -> float:
    """Return the exponent by which these times grow with the cards."""
    return math.log(times[1] / times[0]) / math.log(GROWN[1] ** 2 / GROWN[0] ** 2)


def topic_of(
    name: str, work: str, search: Callable[[int], Search], floor: str, reasons: Mapping[int, str], unfair: str = ""
) -> Topic:
    """Return the topic of a search on squares of each size; `reasons` says by size why a goal may be missed."""

    @contextmanager
    def opened() -> Iterator[Sampler]:
        searches = {size: search(size) for size in SIZES}

        def sample() -> Mapping[str, Sample]:
            by_size = {size: one.measure() for size, one in searches.items()}
            figures = {f"{name}-{size}": figure for size, figure in by_size.items()}
            ours, peer = (growth([getattr(by_size[size], of) for size in GROWN]) for of in ("ours", "peer"))
            return figures | {f"{name}-exponent": Sample(ours, peer)}

        yield sample

    return Topic(
        name,
        (
            *(
                Row(
                    f"{name}-{size}",
                    work.format(size=f"{size}×{size}"),
                    "µs",
                    PEERS,
                    floor,
                    (at_most(1.0, "peer"), at_most(1.5, "limit")),
                    missed_because=reasons.get(size, ""),
                    unfair=unfair,
                    owner_can_run=name == "paths" and size == SIZES[0],
                )
                for size in SIZES
            ),
            Row(
                f"{name}-exponent",
                "growth of that time with the cards, {0}×{0} to {1}×{1}, as an exponent: 1 is linear".format(*GROWN),
                "",
                "the same of the fastest peer",
                goals=(at_most(1.2),),
                missed_because="A bitboard takes one step for each layer, and each step goes through all cards: "
                "that is cards × layers, 1.5 at the end. The pyramid has 36 cards",
                on_zero="same",
            ),
        ),
        opened,
    )
