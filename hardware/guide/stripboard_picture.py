"""The map of a strip on stripboard: the first cell, and the end with the multiplexer, hole by hole."""

from collections.abc import Iterator
from typing import Final

from hardware.build.nets import CABLE_WIRES, MULTIPLEXER, SENSOR, TRANSISTOR
from hardware.build.stripboard import FIRST_OF_CHIP, HOLES, TRACKS, Hole, strip_map
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
