"""The strip of ten sensors on stripboard: where each pin, wire and cut is, and that this makes the strip's circuit.

The tracks run across the strip: 117 of them in three pieces of 39, eight holes each (A to H). Ten tracks are a cell.
Sensors lie flat with the marked side up; capacitors, resistor and all tracks are on the other side.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import msgspec

from hardware.build.circuit import Circuit, Pin
from hardware.build.nets import MULTIPLEXER, strip
from hardware.pico.pins import COLUMNS

HOLES: Final = "ABCDEFGH"
TRACKS: Final = 117
PIECE: Final = 39
HOLE_MM: Final = 2.54
CELL: Final = 10
CUT: Final = "E"
FIRST_OF_CHIP: Final = 101
GROUND_TRACK, SUPPLY_TRACK = 100, 115

Hole = tuple[int, str]
"""A track, from 1, and the letter of a hole on it."""


class Wiring(msgspec.Struct, frozen=True):
    """What is soldered to a stripboard: pins in holes, wires between holes, tracks cut at a hole."""

    pins: dict[Pin, Hole]
    wires: tuple[tuple[Hole, Hole], ...]
    cuts: frozenset[Hole]


def sensor_track(column: int) -> int:
    """Return the track of the middle pin of a column's sensor (columns from 1)."""
    return CELL * (column - 1) + CELL // 2


def strip_map() -> Wiring:
    """Return the map of a strip."""
    pins: dict[Pin, Hole] = dict(_sensors())
    pins |= _chip()
    pins |= {
        ("C11", "1"): (FIRST_OF_CHIP, "C"),
        ("C11", "2"): (GROUND_TRACK, "C"),
        ("Q1", "1"): (114, "C"),
        ("Q1", "2"): (SUPPLY_TRACK, "C"),
        ("Q1", "3"): (116, "C"),
        ("R1", "1"): (SUPPLY_TRACK, "F"),
        ("R1", "2"): (114, "F"),
        ("C12", "1"): (116, "F"),
        ("C12", "2"): (117, "F"),
    }
    of_chip = {name: pins["U11", number] for number, (name, _) in MULTIPLEXER.pins.items()}
    cable = (
        (SUPPLY_TRACK, "G"),
        (117, "G"),
        _beside(of_chip["S0"]),
        _beside(of_chip["S1"]),
        _beside(of_chip["S2"]),
        _beside(of_chip["S3"]),
        (114, "G"),
        _beside(of_chip["Z"]),
    )
    pins |= {("J1", str(number)): hole for number, hole in enumerate(cable, start=1)}
    signals = [
        ((sensor_track(column) + 1, "B"), _beside(of_chip[f"Y{column - 1}"])) for column in range(1, COLUMNS + 1)
    ]
    supply = [(sensor_track(column) - 1, "A") for column in range(1, COLUMNS + 1)] + [(116, "A")]
    ground = [(sensor_track(column), "H") for column in range(1, COLUMNS + 1)] + [(GROUND_TRACK, "H"), (117, "H")]
    others = [
        ((117, "E"), _beside(of_chip["GND"])),
        ((117, "D"), _beside(of_chip["E"])),
        ((FIRST_OF_CHIP, "D"), (SUPPLY_TRACK, "D")),
    ]
    cuts = frozenset((FIRST_OF_CHIP + pin, CUT) for pin in range(12))
    return Wiring(pins, (*pairwise(supply), *pairwise(ground), *signals, *others), cuts)


def _sensors() -> Iterator[tuple[Pin, Hole]]:
    """Yield the pins of each sensor and of its capacitor, which bridges two tracks on the other side."""
    for column in range(1, COLUMNS + 1):
        middle = sensor_track(column)
        yield from (((f"U{column}", str(pin)), (middle - 2 + pin, "F")) for pin in (1, 2, 3))
        yield from (((f"C{column}", "1"), (middle - 1, "C")), ((f"C{column}", "2"), (middle, "C")))


def _chip() -> dict[Pin, Hole]:
    """Return the multiplexer's pins: 1 to 12 in holes G, 13 to 24 back in holes A, six holes apart."""
    low = {("U11", str(pin)): (FIRST_OF_CHIP + pin - 1, "G") for pin in range(1, 13)}
    high = {("U11", str(pin)): (FIRST_OF_CHIP + 24 - pin, "A") for pin in range(13, 25)}
    return low | high


def _beside(hole: Hole) -> Hole:
    """Return a free hole on the same half of a track of the chip."""
    track, letter = hole
    return track, "H" if letter == "G" else "B"


def joined_pins(board: Wiring) -> set[frozenset[Pin]]:
    """Return which pins the tracks, cuts and wires of a map join."""
    parent: dict[tuple[int, int], tuple[int, int]] = {}

    def piece(hole: Hole) -> tuple[int, int]:
        track, letter = hole
        cuts = sum((track, cut) in board.cuts for cut in HOLES if cut <= letter)
        return track, cuts

    def root(of: tuple[int, int]) -> tuple[int, int]:
        while parent.get(of, of) != of:
            of = parent[of]
        return of

    for one, other in board.wires:
        parent[root(piece(one))] = root(piece(other))
    found: dict[tuple[int, int], set[Pin]] = defaultdict(set)
    for pin, hole in board.pins.items():
        found[root(piece(hole))].add(pin)
    return {frozenset(pins) for pins in found.values()}


def nets_of(circuit: Circuit) -> set[frozenset[Pin]]:
    """Return which pins a circuit joins; a free pin is alone."""
    return {frozenset(pins) for pins in circuit.nets.values()} | {frozenset({pin}) for pin in circuit.unused}


def faults(board: Wiring) -> list[str]:
    """Return what is wrong with a map: holes taken twice, cut or off the board, pieces bridged, other nets."""
    through = [
        hole for pin, hole in board.pins.items() if pin[0][0] not in "CR"
    ]  # capacitors and resistor need no hole
    taken = [*through, *(hole for wire in board.wires for hole in set(wire))]
    rails = {hole for wire in board.wires for hole in wire if hole[1] in "AH"}  # a rail goes on from the same hole
    found = [f"two in {hole}" for hole in set(taken) if taken.count(hole) > 1 and hole not in rails]
    found += [f"cut at {hole}" for hole in set(taken) & board.cuts]
    found += [f"no hole {hole}" for hole in taken if not (1 <= hole[0] <= TRACKS and hole[1] in HOLES)]
    small = {ref for ref, _ in board.pins if ref[0] in "CR"}
    for ref in small:
        (one, _), (other, _) = (board.pins[ref, number] for number in ("1", "2"))
        if abs(one - other) != 1 or (min(one, other) % PIECE == 0):
            found.append(f"{ref} does not lie on two tracks side by side")
    if joined_pins(board) != nets_of(strip()):
        found.append("the nets differ")
    return found
