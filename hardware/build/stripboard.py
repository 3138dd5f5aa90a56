"""Strips and boards on stripboard: where each pin, wire and cut is, and that this makes their circuits.

A strip's tracks run across it: 117 of them in three pieces of 39, eight holes each (A to H). Ten tracks are a cell.
Sensors lie flat with the marked side up; capacitors, resistor, rails and all tracks are on the other side, as the
carrier's ledges lie on the holes A and H.

The carrier is one piece of 39 tracks, 26 holes each (A to Z). Five cables share the same eight tracks, so that six of
their wires need no soldering; only gate and output are cut apart.

The expanders' board is one piece of 39 tracks, 50 holes each (A to Z, then a to x): chips on either side of seven
tracks that are not cut. Cables are soldered beside the pins that they go to.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from string import ascii_lowercase, ascii_uppercase
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from hardware.build.nets import (
    CABLE_12,
    CABLE_WIRES,
    EXPANDER,
    MULTIPLEXER,
    PI_CABLE,
    PICO,
    Circuit,
    Pin,
    carrier,
    expanders,
    strip,
    switch_strip,
)
from hardware.pico.pins import COLUMNS, ROWS, SERVICE

HOLES: Final = "ABCDEFGH"
CARRIER_HOLES: Final = ascii_uppercase
TRACKS: Final = 117
PIECE: Final = 39
HOLE_MM: Final = 2.54
END_MM: Final = 10.0
"""What each end of an insulated wire takes more."""
CELL: Final = 10
CUT: Final = "E"
FIRST_OF_CHIP: Final = 101
GROUND_TRACK, SUPPLY_TRACK = 100, 113
SWITCHED_TRACK: Final = 99
"""Beside ground, for the capacitor of the switched supply."""

Hole: TypeAlias = tuple[int, str]
"""A track, from 1, and the letter of a hole on it."""
Piece: TypeAlias = tuple[int, str]
"""A piece of a track, named by the track and the cut before it."""


class StripboardMap(msgspec.Struct, frozen=True):
    """What is soldered to a stripboard: pins in holes, wires between holes, tracks cut at a hole."""

    pins: dict[Pin, Hole]
    wires: tuple[tuple[Hole, Hole], ...]
    cuts: frozenset[Hole]
    inside: tuple[Pin, ...] = ()
    """Pins that a module joins itself."""

    def piece(self, hole: Hole) -> Piece:
        """Which piece of a track a hole is on: the track, and the last cut before it."""
        track, letter = hole
        return track, max((cut for at, cut in self.cuts if at == track and cut <= letter), default="")

    def root(self) -> Callable[[Hole], Piece]:
        """A function from a hole to its piece, the same one for all pieces that wires and modules join."""
        parent: dict[Piece, Piece] = {}

        @cache
        def of(hole: Hole) -> Piece:
            found = self.piece(hole)
            while parent.get(found, found) != found:
                found = parent[found]
            return found

        for one, other in (*self.wires, *pairwise(self.pins[pin] for pin in self.inside)):
            of.cache_clear()
            parent[of(one)] = of(other)
        of.cache_clear()
        return of


def sensor_track(column: int) -> int:
    """The track of the middle pin of a column's sensor (columns from 1)."""
    return CELL * (column - 1) + CELL // 2


def strip_map() -> StripboardMap:
    """The map of a strip of sensors: holes of its parts and of its cable, wires, rails and cuts."""
    pins: dict[Pin, Hole] = dict(_sensors())
    pins |= _chip()
    pins |= {
        ("C11", "1"): (FIRST_OF_CHIP, "C"),
        ("C11", "2"): (GROUND_TRACK, "C"),
        ("Q1", "1"): (114, "C"),
        ("Q1", "2"): (116, "C"),
        ("Q1", "3"): (115, "F"),
        ("R1", "1"): (SUPPLY_TRACK, "F"),
        ("R1", "2"): (114, "F"),
        ("C12", "1"): (SWITCHED_TRACK, "F"),
        ("C12", "2"): (GROUND_TRACK, "F"),
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
    supply = [*_rail("A", -1), (SWITCHED_TRACK, "A")]
    ground = [*_rail("H", 0), (GROUND_TRACK, "H")]
    others = [
        ((SWITCHED_TRACK, "A"), (115, "A")),
        ((GROUND_TRACK, "H"), (117, "H")),
        ((117, "E"), _beside(of_chip["GND"])),
        ((117, "D"), _beside(of_chip["E"])),
        ((FIRST_OF_CHIP, "D"), (SUPPLY_TRACK, "D")),
        ((SUPPLY_TRACK, "B"), (116, "B")),
    ]
    cuts = frozenset((FIRST_OF_CHIP + pin, CUT) for pin in range(12))
    return StripboardMap(pins, (*pairwise(supply), *pairwise(ground), *signals, *others), cuts)


def rails(board: StripboardMap) -> tuple[tuple[Hole, Hole], ...]:
    """The bare wires of a strip, along the holes A and H: none of them passes a hole that is taken."""
    taken = {*board.pins.values(), *(hole for wire in board.wires for hole in wire)}
    return tuple(
        (one, other)
        for one, other in board.wires
        if one[1] == other[1] and one[1] in "AH" and not {(at, one[1]) for at in range(one[0] + 1, other[0])} & taken
    )


def numbered_wires(board: StripboardMap) -> list[tuple[int, tuple[Hole, Hole]]]:
    """The insulated wires of a strip as tables and drawings number them."""
    bare = rails(board)
    return list(enumerate((wire for wire in board.wires if wire not in bare), start=1))


def wire_m(board: StripboardMap) -> tuple[float, float]:
    """How many metres of bare and of insulated wire a map takes; these go round corners, and have two ends."""
    rail_mm = sum(other[0] - one[0] for one, other in rails(board)) * HOLE_MM
    at = EXPANDER_HOLES.index
    steps = [abs(other[0] - one[0]) + abs(at(other[1]) - at(one[1])) for _, (one, other) in numbered_wires(board)]
    return rail_mm / 1000, (sum(steps) * HOLE_MM + len(steps) * 2 * END_MM) / 1000


def _rail(letter: str, off: int) -> list[Hole]:
    """The holes of a rail beside the middle pin of each sensor."""
    return [(sensor_track(column) + off, letter) for column in range(1, COLUMNS + 1)]


def switch_strip_map() -> StripboardMap:
    """The map of a strip of switches: the same places, and the header of its cable where the chip would be."""
    names = [name for name, _ in CABLE_12.pins.values()]
    at = {name: (FIRST_OF_CHIP + count, "D") for count, name in enumerate(names)}
    pins = dict(_sensors("H")) | {("J1", number): at[name] for number, (name, _) in CABLE_12.pins.items()}
    signals = [
        ((sensor_track(column) + 1, "B"), (at[f"COL{column}"][0], "G" if column % 2 else "E"))
        for column in range(1, COLUMNS + 1)
    ]
    supply = [*_rail("A", -1), (at["+5V"][0], "A")]
    ground = [*_rail("H", 0), (at["GND"][0], "H")]
    return StripboardMap(pins, (*pairwise(supply), *pairwise(ground), *signals), frozenset())


def _sensors(kind: str = "U") -> Iterator[tuple[Pin, Hole]]:
    """Yield the pins of each sensor and of its capacitor, which bridges two tracks on the other side."""
    for column in range(1, COLUMNS + 1):
        middle = sensor_track(column)
        yield from (((f"{kind}{column}", str(pin)), (middle - 2 + pin, "F")) for pin in (1, 2, 3))
        yield from (((f"C{column}", "1"), (middle - 1, "C")), ((f"C{column}", "2"), (middle, "C")))


def _chip() -> dict[Pin, Hole]:
    """The multiplexer's pins: 1 to 12 in holes G, 13 to 24 back in holes A, six holes apart."""
    low = {("U11", str(pin)): (FIRST_OF_CHIP + pin - 1, "G") for pin in range(1, 13)}
    high = {("U11", str(pin)): (FIRST_OF_CHIP + 24 - pin, "A") for pin in range(13, 25)}
    return low | high


def _beside(hole: Hole) -> Hole:
    """A free hole on the same half of a track of the chip."""
    track, letter = hole
    return track, "H" if letter == "G" else "B"


# --- the carrier -----------------------------------------------------------------------------------------------------

PICO_TRACK: Final = 20
"""The first of the Pico's tracks; its USB socket is at the last."""
PICO_ROWS: Final = ("C", "J")
CHIP_TRACK: Final = 21
CHIP_ROWS: Final = ("P", "V")
COVERED: Final = frozenset("DEFGHIQRSTU")
"""Holes below Pico and multiplexer, as far as these lie: wires go elsewhere if they can."""
FIRST_OF_CABLES: Final = (1, 10)
"""The first track of rows 1 to 5, and of rows 6 to 10."""
CABLES_AT: Final = "CHMRW"


def carrier_map() -> StripboardMap:
    """The map of the Pico's board: parts where they stand, and a wire wherever a net lacks one."""
    pins: dict[Pin, Hole] = {}
    for pin in range(1, 21):
        pins["A1", str(pin)] = PICO_TRACK + 20 - pin, PICO_ROWS[0]
        pins["A1", str(pin + 20)] = PICO_TRACK + pin - 1, PICO_ROWS[1]
    for pin in range(1, 13):
        pins["U1", str(pin)] = CHIP_TRACK + pin - 1, CHIP_ROWS[1]
        pins["U1", str(pin + 12)] = CHIP_TRACK + 12 - pin, CHIP_ROWS[0]
    for row in range(ROWS):
        first, letter = FIRST_OF_CABLES[row // len(CABLES_AT)], CABLES_AT[row % len(CABLES_AT)]
        pins |= {(f"J{row + 1}", str(wire + 1)): (first + wire, letter) for wire in range(len(CABLE_WIRES))}
    service, _ = pins["A1", PICO.number(f"GP{SERVICE}")]
    pins |= {("JP1", "1"): (service, "L"), ("JP1", "2"): (service - 1, "L")}  # pad 28 beside it is ground
    pins |= {("C1", "1"): (CHIP_TRACK, "Q"), ("C1", "2"): (CHIP_TRACK - 1, "Q")}
    cuts = {(PICO_TRACK + track, "F") for track in range(20)}  # all, though four part ground from ground
    cuts |= {(PICO_TRACK + track, "M") for track in range(13)}
    cuts |= {(CHIP_TRACK + track, "S") for track in range(12)}
    own = [CABLE_WIRES.index(wire) for wire in ("GATE", "OUT")]
    cuts |= {(first + wire, letter) for first in FIRST_OF_CABLES for wire in own for letter in "FKPU"}
    grounds = tuple(("A1", number) for number, (name, _) in PICO.pins.items() if name == "GND")
    return _wire(StripboardMap(pins, (), frozenset(cuts), grounds), carrier())


def _wire(board: StripboardMap, circuit: Circuit) -> StripboardMap:
    """A map with the wires that join each net of a circuit, from piece to piece in the order of its pins."""
    taken = {hole for pin, hole in board.pins.items() if pin[0][0] not in "CR"} | board.cuts
    wires: list[tuple[Hole, Hole]] = []
    for pins in circuit.nets.values():
        root = board.root()
        pieces = list(dict.fromkeys(root(board.pins[pin]) for pin in pins))
        places = {piece: [board.pins[pin] for pin in pins if root(board.pins[pin]) == piece] for piece in pieces}
        for one, other in pairwise(pieces):
            wire = (_free(board, places[one], taken), _free(board, places[other], taken))
            wires.append(wire)
    return replace(board, wires=tuple(wires))


def _free(board: StripboardMap, pins: list[Hole], taken: set[Hole]) -> Hole:
    """Take a free hole on the piece of some pins: not below a module, and close to a pin."""

    def far(hole: Hole) -> tuple[bool, int, Hole]:
        away = min(abs(ord(hole[1]) - ord(letter)) for _, letter in pins)
        return hole[0] >= PICO_TRACK and hole[1] in COVERED, away, hole

    pieces = {board.piece(pin) for pin in pins}
    free = [
        hole
        for hole in ((track, letter) for track in {track for track, _ in pins} for letter in CARRIER_HOLES)
        if hole not in taken and board.piece(hole) in pieces
    ]
    best = min(free, key=far)
    taken.add(best)
    return best


# --- the expanders' board ---------------------------------------------------------------------------------------------

EXPANDER_HOLES: Final = (ascii_uppercase + ascii_lowercase)[:50]
CHIP_PINS: Final = 28
CHIPS_AT: Final = (1, 26)
"""The first track of the chips at either side."""
BUS_TRACK: Final = 17
"""The first of the tracks that are not cut, in the order of the pins of the Pi's cable."""
CHIP_STEP: Final = 12
"""Holes from one chip to the next along the tracks."""


def expanders_without_pi() -> Circuit:
    """The circuit of the expanders' board alone; the Raspberry Pi is at the other end of its cable."""
    whole = expanders()
    return Circuit(
        whole.name,
        tuple(part for part in whole.components if part.ref != "A1"),
        {name: tuple(pin for pin in pins if pin[0] != "A1") for name, pins in whole.nets.items()},
        frozenset(pin for pin in whole.unused if pin[0] != "A1"),
    )


def expander_map() -> StripboardMap:
    """The map of the board of MCP23017 chips."""
    circuit, row = expanders_without_pi(), EXPANDER_HOLES
    bus = {name: BUS_TRACK + count for count, (name, _) in enumerate(PI_CABLE.pins.values())}
    chips = [part.ref for part in circuit.components if part.symbol is EXPANDER]
    pins: dict[Pin, Hole] = {("J0", number): (bus[name], row[-1]) for number, (name, _) in PI_CABLE.pins.items()}
    cuts: set[Hole] = set()
    for count, ref in enumerate(chips):
        first, at = CHIPS_AT[count % 2], CHIP_STEP * (count // 2)
        half = CHIP_PINS // 2
        pins |= {(ref, str(pin)): (first + pin - 1, row[at + 4]) for pin in range(1, half + 1)}
        pins |= {(ref, str(pin)): (first + CHIP_PINS - pin, row[at + 7]) for pin in range(half + 1, CHIP_PINS + 1)}
        supply, _ = pins[ref, EXPANDER.number("VDD")]  # VSS is beside it
        pins |= {(f"C{count + 1}", str(end + 1)): (supply + end, row[at + 5]) for end in (0, 1)}
        cuts |= {(first + track, row[letter]) for track in range(half) for letter in (at + 6, at) if letter}
    pins |= {("R1", "1"): (bus["3V3"], row[-2]), ("R1", "2"): (bus["INT"], row[-2])}
    pins |= {("R2", "1"): (bus["3V3"], row[-3]), ("R2", "2"): (bus["RESET"], row[-3])}
    for cable in range(1, ROWS + 1):
        for number, (name, _) in CABLE_12.pins.items():
            pin = (f"J{cable}", number)
            if name.startswith("COL"):
                chip = next(other for other in circuit.nets[circuit.net_of(pin)] if other != pin)
                track, letter = pins[chip]
                step = -1 if int(chip[1]) <= CHIP_PINS // 2 else 1
                pins[pin] = track, row[row.index(letter) + step]
            else:
                pins[pin] = bus[name.lstrip("+")], row[4 * cable]
    board = StripboardMap(pins, (), frozenset(cuts))
    return replace(board, wires=tuple(_to_the_bus(board, circuit)))


def _to_the_bus(board: StripboardMap, circuit: Circuit) -> Iterator[tuple[Hole, Hole]]:
    """Yield a wire from each piece of a net to its uncut track, at the nearest free hole."""
    taken = {hole for pin, hole in board.pins.items() if pin[0][0] not in "CR"} | board.cuts
    index = EXPANDER_HOLES.index
    for pins in circuit.nets.values():
        holes = {board.piece(board.pins[pin]): board.pins[pin] for pin in reversed(pins)}
        bus = next((track for track, _ in holes if BUS_TRACK <= track < BUS_TRACK + len(PI_CABLE.pins)), None)
        for track, letter in sorted(holes.values()):
            if bus is None or track == bus:
                continue
            outwards = -1 if index(letter) % CHIP_STEP == 4 else 1
            near = (track, EXPANDER_HOLES[index(letter) + outwards])
            end = min(
                ((bus, other) for other in EXPANDER_HOLES if (bus, other) not in taken),
                key=lambda hole: abs(index(hole[1]) - index(near[1])),
            )
            taken |= {near, end}
            yield near, end


def named_wires(board: StripboardMap, circuit: Circuit) -> list[tuple[tuple[Hole, Hole], str]]:
    """Each wire of a map with the name of its net."""
    root = board.root()
    names = {root(board.pins[pin]): name for name, pins in circuit.nets.items() for pin in pins}
    return [(wire, names[root(wire[0])]) for wire in board.wires]


# --- what is checked -------------------------------------------------------------------------------------------------


def joined_pins(board: StripboardMap) -> set[frozenset[Pin]]:
    """Which pins the tracks, cuts and wires of a map join."""
    root = board.root()
    found: dict[Piece, set[Pin]] = defaultdict(set)
    for pin, hole in board.pins.items():
        found[root(hole)].add(pin)
    return {frozenset(pins) for pins in found.values()}


def nets_of(circuit: Circuit) -> set[frozenset[Pin]]:
    """Which pins a circuit joins; a free pin is alone."""
    return {frozenset(pins) for pins in circuit.nets.values()} | {frozenset({pin}) for pin in circuit.unused}


def faults(board: StripboardMap, circuit: Circuit, tracks: int, letters: str) -> list[str]:
    """What is wrong with a map: holes taken twice, cut or off the board, pieces bridged, other nets."""
    through = [
        hole for pin, hole in board.pins.items() if pin[0][0] not in "CR"
    ]  # capacitors and resistor need no hole
    taken = [*through, *(hole for wire in board.wires for hole in set(wire))]
    ends = Counter(hole for wire in board.wires for hole in wire)
    rails = {hole for hole, count in ends.items() if count == 2 and hole not in through and hole[1] in "AH"}
    found = [f"two in {hole}" for hole, count in Counter(taken).items() if count > 1 and hole not in rails]
    found += [f"cut at {hole}" for hole in set(taken) & board.cuts]
    found += [f"no hole {hole}" for hole in taken if not (1 <= hole[0] <= tracks and hole[1] in letters)]
    small = {ref for ref, _ in board.pins if ref[0] in "CR"}
    for ref in small:
        (one, _), (other, _) = (board.pins[ref, number] for number in ("1", "2"))
        if abs(one - other) != 1 or (min(one, other) % PIECE == 0):
            found.append(f"{ref} does not lie on two tracks side by side")
    if joined_pins(board) != nets_of(circuit):
        found.append("the nets differ")
    return found


BOARDS: Final = {
    "strip": (strip_map, strip, TRACKS, HOLES),
    "carrier": (carrier_map, carrier, PIECE, CARRIER_HOLES),
    "switch_strip": (switch_strip_map, switch_strip, TRACKS, HOLES),
    "expanders": (expander_map, expanders_without_pi, PIECE, EXPANDER_HOLES),
}
"""Each board on stripboard: its map, its circuit, its tracks, and the letters of its holes."""
