"""The maps on stripboard, hole by hole."""

from collections.abc import Iterator
from typing import Final

from hardware.build.nets import (
    CABLE_12,
    CABLE_WIRES,
    EXPANDER,
    MULTIPLEXER,
    PI_CABLE,
    SENSOR,
    TRANSISTOR,
    Circuit,
    carrier,
)
from hardware.build.stripboard import (
    BUS_TRACK,
    CARRIER_HOLES,
    EXPANDER_HOLES,
    FIRST_OF_CABLES,
    FIRST_OF_CHIP,
    HOLES,
    PIECE,
    TRACKS,
    Hole,
    StripboardMap,
    carrier_map,
    expander_map,
    expanders_without_pi,
    named_wires,
    numbered_wires,
    rails,
    strip_map,
    switch_strip_map,
)
from hardware.guide.drawing import Dot, SvgBox, SvgLabel, SvgPicture, SvgShape, Wire

PX: Final = 25.0
LEFT, TOP = 60.0, 136.0
PIECE_PX: Final = (len(HOLES) - 1) * PX + 104.0
"""From one of the three pieces to the next."""
BOTTOM: Final = TOP + (TRACKS // PIECE - 1) * PIECE_PX + (len(HOLES) - 1) * PX
SYMBOLS: Final = {"U11": MULTIPLEXER, "Q1": TRANSISTOR}


def stripboard() -> SvgPicture:
    """The map of a strip of sensors, seen from their side."""
    board = strip_map()
    cable = (
        SvgLabel(60 + 180 * (count % 4), BOTTOM + 76 + 24 * (count // 4), f"{wire}: {track}{letter}", net="signal")
        for count, wire in enumerate(CABLE_WIRES)
        for track, letter in [board.pins["J1", str(count + 1)]]
    )
    below = "sensor: V supply, G ground, O output; grey: capacitors and resistor; blue rings: the cable:"
    return _strip("A strip of ten sensors on stripboard", board, (SvgLabel(20, BOTTOM + 52, below), *cable))


def switch_stripboard() -> SvgPicture:
    """The map of a strip of switches, seen from their side."""
    below = "switch: V supply, G ground, O output; grey: capacitors; green: the header, columns 1 to 10"
    return _strip("A strip of ten switches on stripboard", switch_strip_map(), (SvgLabel(20, BOTTOM + 52, below),))


def _strip(title: str, board: StripboardMap, below: tuple[SvgShape, ...]) -> SvgPicture:
    ends = {hole: number for number, wire in numbered_wires(board) for hole in wire}
    shapes = (
        SvgLabel(20, 24, f"{title}, seen from the marked sides", size=17, is_bold=True),
        SvgLabel(20, 48, "three pieces, side by side; tracks run up and down, holes A to H; × is a cut"),
        SvgLabel(20, 70, "red and black: bare rails; blue: insulated wires, whose two ends have the same number"),
        *_tracks({*board.pins.values(), *ends}),
        *(shape for wire in rails(board) for shape in _rail(*wire, frozenset(ends))),
        *(shape for hole in sorted(board.cuts) for shape in _cut(hole)),
        *_pins(board.pins),
        *(shape for hole, number in ends.items() for shape in _end(hole, number)),
        *below,
    )
    width = round(LEFT + PIECE * PX + 20)
    return SvgPicture(f"{title}, hole by hole", width, round(BOTTOM) + 124, shapes)


def _at(hole: Hole) -> tuple[float, float]:
    track, letter = hole
    piece, column = divmod(track - 1, PIECE)
    return LEFT + column * PX, TOP + piece * PIECE_PX + HOLES.index(letter) * PX


def _edge(track: int, *, is_low: bool) -> float:
    """Where names stand that belong to a track, above or below its piece."""
    return _at((track, HOLES[-1]))[1] + 22 if is_low else _at((track, HOLES[0]))[1] - 22


def _tracks(taken: set[Hole]) -> Iterator[SvgShape]:
    for first in range(1, TRACKS, PIECE):
        for letter in HOLES:
            yield SvgLabel(30, _at((first, letter))[1], letter, net="quiet")
    for track in range(1, TRACKS + 1):
        x, y = _at((track, "A"))
        yield SvgBox(x - 9, y - 11, 18, (len(HOLES) - 1) * PX + 22, "#f3e3cf")
        if track % 5 == 0 or track in (1, FIRST_OF_CHIP, TRACKS):
            yield SvgLabel(x, y - 40, str(track), "middle", "quiet", 10)
        for letter in HOLES:
            if (track, letter) not in taken:
                yield Dot(x, _at((track, letter))[1], "paper", 2.5)


def _rail(one: Hole, other: Hole, ends: frozenset[Hole]) -> Iterator[SvgShape]:
    """Yield a rail's way between two holes, on either side of a joint; it stops at the end of an insulated wire."""
    letter, net = one[1], "plus" if one[1] == "A" else "ground"
    for first in range(1, TRACKS, PIECE):
        start, end = max(one[0], first), min(other[0], first + PIECE - 1)
        if start <= end:
            (x, y), (u, _) = _at((start, letter)), _at((end, letter))
            left = PX / 2 if start > one[0] else 0.0
            right = PX / 2 if end < other[0] else -10.0 if other in ends else 0.0
            yield Wire(((x - left, y), (u + right, y)), net)
    for hole in sorted({one, other} - ends):
        yield Dot(*_at(hole), net, 4)


def _end(hole: Hole, number: int) -> Iterator[SvgShape]:
    x, y = _at(hole)
    yield Dot(x, y, "signal", 9)
    yield SvgLabel(x, y, str(number), "middle", "paper", 9)


def _cut(hole: Hole) -> Iterator[SvgShape]:
    x, y = _at(hole)
    yield Wire(((x - 6, y - 6), (x + 6, y + 6)), "ground")
    yield Wire(((x - 6, y + 6), (x + 6, y - 6)), "ground")


def _pins(pins: dict[tuple[str, str], Hole]) -> Iterator[SvgShape]:
    has_header = ("U11", "1") not in pins
    for (ref, number), hole in pins.items():
        (x, y), track = _at(hole), hole[0]
        if ref[0] in "CR":
            if number == "1":
                other = _at(pins[ref, "2"])[0]
                yield SvgBox(min(x, other), y - 5, abs(other - x), 10, "#cfd8dc")
        elif ref == "U11":
            yield Dot(x, y, "plus", 6)
            name = MULTIPLEXER.pins[number][0]
            yield SvgLabel(x, _edge(track, is_low=hole[1] != "A"), name, "middle", "plus", 10)
        elif ref == "Q1":
            yield Dot(x, y, "bundle", 6)
            yield SvgLabel(x, _edge(track, is_low=False), TRANSISTOR.pins[number][0], "middle", "bundle", 10)
        elif ref[0] == "J":
            yield Dot(x, y, "bundle" if has_header else "signal", 6)
            if has_header:
                name = CABLE_12.pins[number][0].removeprefix("COL")
                yield SvgLabel(x, _edge(track, is_low=False), name, "middle", "bundle", 10)
            else:
                yield Dot(x, y, "paper", 3)
        else:
            yield Dot(x, y, "ground", 6)
            yield SvgLabel(x, _edge(track, is_low=True), SENSOR.pins[number][0][0], "middle", "ground", 10)


# --- the boards ------------------------------------------------------------------------------------------------------

STEP: Final = 25.0
CARRIER_LEFT, CARRIER_TOP = 64.0, 132.0
NETS_OF_WIRES: Final = {"+3V3": "plus", "GND": "ground", "GATE": "signal", "OUT": "bundle"}
"""The colour of a wire by the beginning of its net; the others are quiet."""


def carrier_board() -> SvgPicture:
    """The map of the Pico's board, seen from the side of the parts."""
    y = _hole((1, CARRIER_HOLES[-1]))[1] + 37
    shapes = (*_outlines(carrier_map(), ("A1", "U1")), *_below(y))
    legend = {"plus": "3.3 V", "ground": "ground", "signal": "gates", "bundle": "outputs", "quiet": "selects"}
    about = "tracks run up and down, holes A to Z; × is a cut; the USB socket is at the right"
    return _board("The Pico's board", about, carrier_map(), carrier(), CARRIER_HOLES, legend, shapes)


def expander_board() -> SvgPicture:
    """The map of the board of MCP23017 chips, seen from the side of the parts."""
    board, y = expander_map(), _hole((1, EXPANDER_HOLES[-1]))[1] + 37
    chips = [part.ref for part in expanders_without_pi().components if part.symbol is EXPANDER]
    named = (
        SvgLabel(_hole((BUS_TRACK + count, "A"))[0], y - 2, name.lower(), "middle", "quiet", 8)
        for count, (name, _) in enumerate(PI_CABLE.pins.values())
    )
    text = (
        "round: the two ends of a wire have the same number; square: pins of the MCP23017; grey: capacitors, resistors",
        "dark: the cables by row and column, so that 3.5 is row 3, column 5; V, G: their 5 V and ground; P: the plug",
    )
    shapes = (
        *_outlines(board, tuple(chips)),
        *named,
        *(SvgLabel(20, y + 28 + 18 * count, line, net="quiet") for count, line in enumerate(text)),
    )
    legend = {"plus": "3.3 V", "ground": "ground", "quiet": "bus, interrupt, reset"}
    about = "tracks run up and down, holes A to Z and a to x; × is a cut"
    return _board("The board of MCP23017 chips", about, board, expanders_without_pi(), EXPANDER_HOLES, legend, shapes)


def _board(
    title: str,
    about: str,
    board: StripboardMap,
    circuit: Circuit,
    letters: str,
    legend: dict[str, str],
    more: tuple[SvgShape, ...],
) -> SvgPicture:
    width, height = CARRIER_LEFT + PIECE * STEP + 30, CARRIER_TOP + len(letters) * STEP + 66
    shapes = (
        SvgLabel(20, 24, f"{title}, seen from the parts' side", size=17, is_bold=True),
        SvgLabel(20, 48, about),
        *_legend(legend),
        *_whole_tracks(board, letters),
        *more,
        *_links(board, circuit),
        *_feet(board),
    )
    return SvgPicture(f"{title} on stripboard, hole by hole", round(width), round(height), shapes)


def _legend(texts: dict[str, str]) -> Iterator[SvgShape]:
    x = 20.0
    for net, text in texts.items():
        yield Dot(x + 6, 72, net, 6)
        yield SvgLabel(x + 18, 72, text)
        x += 18 + 7.4 * len(text) + 22


def _below(y: float) -> Iterator[SvgShape]:
    """Yield what stands below the tracks: the wires of the cables, and what the numbers are."""
    for first in FIRST_OF_CABLES:
        for wire, name in enumerate(CABLE_WIRES):
            short = {"+3V3": "3.3", "GATE": "gate", "OUT": "out"}.get(name, name.lower())
            yield SvgLabel(_hole((first + wire, "Z"))[0], y - 2, short, "middle", "quiet", 9)
    text = "round: the two ends of a wire have the same number; square: pads of the Pico (above), pins of the 74HC4067"
    yield SvgLabel(20, y + 28, text, net="quiet")
    yield SvgLabel(20, y + 46, "dark: the cables' headers J1 to J10, jumper JP1; grey: capacitor", net="quiet")


def _hole(hole: Hole) -> tuple[float, float]:
    track, letter = hole
    return CARRIER_LEFT + (track - 1) * STEP, CARRIER_TOP + EXPANDER_HOLES.index(letter) * STEP


def _whole_tracks(board: StripboardMap, letters: str) -> Iterator[SvgShape]:
    taken = {*board.pins.values(), *board.cuts, *(hole for wire in board.wires for hole in wire)}
    for letter in letters:
        yield SvgLabel(30, _hole((1, letter))[1], letter, net="quiet")
    for track in range(1, PIECE + 1):
        x, y = _hole((track, "A"))
        yield SvgBox(x - 8, y - 11, 16, (len(letters) - 1) * STEP + 22, "#f3e3cf")
        yield SvgLabel(x, y - 24, str(track), "middle", "quiet", 9)
        for letter in letters:
            if (track, letter) not in taken:
                yield Dot(x, _hole((track, letter))[1], "paper", 2.5)
    for at in sorted(board.cuts):
        x, y = _hole(at)
        yield Wire(((x - 5, y - 5), (x + 5, y + 5)), "ground")
        yield Wire(((x - 5, y + 5), (x + 5, y - 5)), "ground")


def _outlines(board: StripboardMap, refs: tuple[str, ...]) -> Iterator[SvgShape]:
    """Yield the outlines of Pico and chips."""
    for ref in refs:
        at = [_hole(hole) for (of, _), hole in board.pins.items() if of == ref]
        (x, y), (u, v) = min(at), max(at)
        yield SvgBox(x - 14, y - 12, u - x + 28, v - y + 24, is_dashed=True)


def _links(board: StripboardMap, circuit: Circuit) -> Iterator[SvgShape]:
    """Yield both ends of each wire with its number; as lines they would hide each other."""
    for number, ((one, other), name) in enumerate(named_wires(board, circuit), start=1):
        for x, y in (_hole(one), _hole(other)):
            yield Dot(x, y, next((net for start, net in NETS_OF_WIRES.items() if name.startswith(start)), "quiet"), 9)
            yield SvgLabel(x, y, str(number), "middle", "paper", 9)


def _feet(board: StripboardMap) -> Iterator[SvgShape]:
    for (ref, number), hole in board.pins.items():
        x, y = _hole(hole)
        if ref[0] in "CR":
            if number == "1":
                other = _hole(board.pins[ref, "2"])[0]
                yield SvgBox(min(x, other), y - 5, abs(other - x), 10, "#cfd8dc")
        elif ref[0] in "AU":
            yield SvgBox(x - 9, y - 9, 18, 18)
            yield SvgLabel(x, y, number, "middle", size=9)
        elif text := _end_of_cable(ref, number, is_whole="U8" in {of for of, _ in board.pins}):
            yield SvgBox(x - 9, y - 9, 18, 18, "#3a3f45")
            yield SvgLabel(x, y, text, "middle", "paper", min(7.0, 25.0 / len(text)))
        else:
            yield SvgBox(x - 6, y - 6, 12, 12, "#3a3f45")


def _end_of_cable(ref: str, number: str, *, is_whole: bool) -> str:
    """What stands in a hole of a cable: the header's name in its first one, or row and column of each wire."""
    if not is_whole:
        return ref if number == "1" else ""
    if ref == "J0":
        return "P"
    name = CABLE_12.pins[number][0]
    return f"{ref[1:]}.{name.removeprefix('COL')}" if name.startswith("COL") else f"{name.strip('+5')[0]}{ref[1:]}"
