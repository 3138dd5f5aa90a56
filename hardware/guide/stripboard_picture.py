"""The maps on stripboard, hole by hole: a strip's first cell and its end with the multiplexer, and the carrier."""

from collections.abc import Iterator
from typing import Final

from hardware.build.nets import CABLE_WIRES, MULTIPLEXER, SENSOR, TRANSISTOR, carrier
from hardware.build.stripboard import (
    CARRIER_HOLES,
    CHIP_ROWS,
    CHIP_TRACK,
    FIRST_OF_CABLES,
    FIRST_OF_CHIP,
    HOLES,
    PICO_ROWS,
    PICO_TRACK,
    PIECE,
    TRACKS,
    Hole,
    Wiring,
    carrier_map,
    named_wires,
    strip_map,
)
from hardware.guide.drawing import Dot, SvgBox, SvgLabel, SvgPicture, SvgShape, Wire

PX: Final = 26.0
LEFT, TOP = 60.0, 130.0
CELL_END: Final = 11
SHOWN: Final = (*range(1, CELL_END), *range(FIRST_OF_CHIP - 7, TRACKS + 1))
GAP: Final = 30.0
"""Between the first cell and the end."""
SYMBOLS: Final = {"U11": MULTIPLEXER, "Q1": TRANSISTOR}


def stripboard() -> SvgPicture:
    """Return the map, seen from the side of the sensors."""
    board = strip_map()
    width = round(_at((TRACKS, "A"))[0] + 40)
    shapes = (
        SvgLabel(20, 24, "A strip on stripboard, seen from the sensors' side", size=17, is_bold=True),
        SvgLabel(
            20, 48, "tracks run up and down, holes A to H; × is a cut; red and black: rails; blue: insulated wires"
        ),
        *_tracks(),
        *_wires(board.wires),
        *(shape for hole in sorted(board.cuts) for shape in _cut(hole)),
        *_pins(board.pins),
    )
    return SvgPicture("A strip of ten sensors on stripboard, hole by hole", width, 430, shapes)


def _at(hole: Hole) -> tuple[float, float]:
    track, letter = hole
    x = LEFT + SHOWN.index(track) * PX + (GAP if track >= CELL_END else 0.0)
    return x, TOP + HOLES.index(letter) * PX


def _tracks() -> Iterator[SvgShape]:
    bottom = TOP + (len(HOLES) - 1) * PX
    for letter in HOLES:
        yield SvgLabel(30, _at((1, letter))[1], letter, net="quiet")
    for track in SHOWN:
        x, _ = _at((track, "A"))
        yield SvgBox(x - 9, TOP - 11, 18, bottom - TOP + 22, "#f3e3cf")
        if track % 5 == 0 or track in (1, FIRST_OF_CHIP, TRACKS):
            yield SvgLabel(x, TOP - 46, str(track), "middle", "quiet", 10)
        for letter in HOLES:
            yield Dot(x, _at((track, letter))[1], "paper", 2.5)


def _wires(wires: tuple[tuple[Hole, Hole], ...]) -> Iterator[SvgShape]:
    for one, other in wires:
        if one[0] not in SHOWN or other[0] not in SHOWN or one[0] < CELL_END:
            continue
        (x, y), (u, v) = _at(one), _at(other)
        net = {"A": "plus", "H": "ground"}.get(one[1], "signal") if one[1] == other[1] else "signal"
        yield Wire(((x, y), (u, v)), net)


def _cut(hole: Hole) -> Iterator[SvgShape]:
    x, y = _at(hole)
    yield Wire(((x - 6, y - 6), (x + 6, y + 6)), "ground")
    yield Wire(((x - 6, y + 6), (x + 6, y - 6)), "ground")


def _pins(pins: dict[tuple[str, str], Hole]) -> Iterator[SvgShape]:
    bottom = TOP + (len(HOLES) - 1) * PX
    for (ref, number), hole in pins.items():
        if hole[0] not in SHOWN:
            continue
        x, y = _at(hole)
        if ref[0] in "CR":
            if number == "1":
                other = _at(pins[ref, "2"])[0]
                yield SvgBox(min(x, other), y - 5, abs(other - x), 10, "#cfd8dc")
            continue
        net = {"U1": "plus", "J": "signal", "Q": "bundle"}.get(ref[:2] if ref == "U11" else ref[0], "ground")
        yield Dot(x, y, net, 6)
        if ref == "U11":
            name = MULTIPLEXER.pins[number][0]
            yield SvgLabel(x, TOP - 24 if hole[1] == "A" else bottom + 24, name, "middle", "plus", 10)
        elif ref == "Q1":
            yield SvgLabel(x, TOP - 24, TRANSISTOR.pins[number][0], "middle", "bundle", 10)
        elif ref.startswith("U"):
            yield SvgLabel(x, bottom + 24, SENSOR.pins[number][0][0], "middle", "ground", 10)
    for count, wire in enumerate(CABLE_WIRES):
        track, letter = pins["J1", str(count + 1)]
        text = f"{wire}: {track}{letter}"
        yield SvgLabel(60 + 180 * (count % 4), bottom + 70 + 24 * (count // 4), text, net="signal")
    yield SvgLabel(20, bottom + 48, "sensor: V supply, G ground, O output; grey: capacitors and resistor; cable:")


# --- the carrier -----------------------------------------------------------------------------------------------------

STEP: Final = 25.0
CARRIER_LEFT, CARRIER_TOP = 64.0, 132.0
NETS_OF_WIRES: Final = {"+3V3": "plus", "GND": "ground", "GATE": "signal", "OUT": "bundle"}
"""The colour of a wire by the beginning of its net; the others are quiet."""


def carrier_board() -> SvgPicture:
    """Return the map of the Pico's board, seen from the side of the parts."""
    board = carrier_map()
    width, height = CARRIER_LEFT + PIECE * STEP + 30, CARRIER_TOP + len(CARRIER_HOLES) * STEP + 66
    shapes = (
        SvgLabel(20, 24, "The Pico's board, seen from the parts' side", size=17, is_bold=True),
        SvgLabel(20, 48, "tracks run up and down, holes A to Z; × is a cut; the USB socket is at the right"),
        *_legend(),
        *_whole_tracks(board),
        *_bodies(),
        *_links(board),
        *_feet(board),
        *_below(height - 54),
    )
    return SvgPicture("The Pico's board on stripboard, hole by hole", round(width), round(height), shapes)


def _legend() -> Iterator[SvgShape]:
    x = 20.0
    for net, text in (
        ("plus", "3.3 V"),
        ("ground", "ground"),
        ("signal", "gates"),
        ("bundle", "outputs"),
        ("quiet", "selects"),
    ):
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
    return CARRIER_LEFT + (track - 1) * STEP, CARRIER_TOP + CARRIER_HOLES.index(letter) * STEP


def _whole_tracks(board: Wiring) -> Iterator[SvgShape]:
    taken = {*board.pins.values(), *board.cuts, *(hole for wire in board.wires for hole in wire)}
    for letter in CARRIER_HOLES:
        yield SvgLabel(30, _hole((1, letter))[1], letter, net="quiet")
    for track in range(1, PIECE + 1):
        x, y = _hole((track, "A"))
        yield SvgBox(x - 8, y - 11, 16, (len(CARRIER_HOLES) - 1) * STEP + 22, "#f3e3cf")
        yield SvgLabel(x, y - 24, str(track), "middle", "quiet", 9)
        for letter in CARRIER_HOLES:
            if (track, letter) not in taken:
                yield Dot(x, _hole((track, letter))[1], "paper", 2.5)
    for at in sorted(board.cuts):
        x, y = _hole(at)
        yield Wire(((x - 5, y - 5), (x + 5, y + 5)), "ground")
        yield Wire(((x - 5, y + 5), (x + 5, y - 5)), "ground")


def _bodies() -> Iterator[SvgShape]:
    """Yield the outlines of Pico and multiplexer."""
    for (top, bottom), first, count in ((PICO_ROWS, PICO_TRACK, 20), (CHIP_ROWS, CHIP_TRACK, 12)):
        (x, y), (u, v) = _hole((first, top)), _hole((first + count - 1, bottom))
        yield SvgBox(x - 14, y - 12, u - x + 28, v - y + 24, is_dashed=True)


def _links(board: Wiring) -> Iterator[SvgShape]:
    """Yield both ends of each wire with its number; as lines they would hide each other."""
    for number, ((one, other), name) in enumerate(named_wires(board, carrier()), start=1):
        for x, y in (_hole(one), _hole(other)):
            yield Dot(x, y, next((net for start, net in NETS_OF_WIRES.items() if name.startswith(start)), "quiet"), 9)
            yield SvgLabel(x, y, str(number), "middle", "paper", 9)


def _feet(board: Wiring) -> Iterator[SvgShape]:
    for (ref, number), hole in board.pins.items():
        x, y = _hole(hole)
        if ref[0] == "C":
            if number == "1":
                other = _hole(board.pins[ref, "2"])[0]
                yield SvgBox(min(x, other), y - 5, abs(other - x), 10, "#cfd8dc")
            continue
        if ref in ("A1", "U1"):
            yield SvgBox(x - 9, y - 9, 18, 18)
            yield SvgLabel(x, y, number, "middle", size=9)
        elif number == "1":
            yield SvgBox(x - 9, y - 9, 18, 18, "#3a3f45")
            yield SvgLabel(x, y, ref, "middle", "paper", 7)
        else:
            yield SvgBox(x - 6, y - 6, 12, 12, "#3a3f45")
