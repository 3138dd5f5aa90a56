"""The picture of the board cut through: faces, washers, circuit board, sensors and magnets, to scale."""

from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from hardware.build.section import (
    CARRIER,
    ELEMENT_MM,
    HUNTER,
    INDICATOR,
    LAYERS,
    MOVER,
    PITCH_MM,
    SENSORS,
    WASHER,
)
from hardware.guide.drawing import SvgBox, SvgLabel, SvgPicture, SvgShape, Wire
from hardware.simulated.magnets import MagnetDisc

PX_PER_MM: Final = 12.0
TOP: Final = 126.0
"""Where the pawns' magnets end."""
LEFT: Final = 330.0
CELLS: Final = (LEFT + PITCH_MM / 2 * PX_PER_MM, LEFT + PITCH_MM * 1.5 * PX_PER_MM)
RIGHT: Final = LEFT + 2 * PITCH_MM * PX_PER_MM
EDGES: Final = tuple(TOP + px for px in accumulate((layer.thick_mm * PX_PER_MM for layer in LAYERS), initial=0.0))
FILLS: Final = ("#f4d9e8", "#eae2d3", "#ffffff", "#d8e6f3", "#ffffff", "#cfe5cf", "#ffffff", "#eae2d3", "#f4d9e8")
NORTH, SOUTH = "#f3b7b0", "#b5dcbf"


def section() -> SvgPicture:
    """The section with a hunter, and the mummy beside it."""
    hunter_at, mummy_at = CELLS
    shapes = (
        SvgLabel(20, 24, "A board cut through, to scale", size=17, is_bold=True),
        *_board(),
        *_magnet(HUNTER, hunter_at, EDGES[0], "hunter", -1),
        *_magnet(INDICATOR, mummy_at, EDGES[0], "mummy, counter-magnet", -1),
        *_magnet(MOVER, mummy_at, EDGES[-1], "mummy, figure", 1),
    )
    return SvgPicture("A board cut through: magnets on both faces, washers and sensors between them", 960, 350, shapes)


def _board() -> Iterator[SvgShape]:
    for layer, fill, top in zip(LAYERS, FILLS, EDGES[:-1], strict=True):
        if fill != "#ffffff":
            yield SvgBox(LEFT, top, RIGHT - LEFT, max(2.0, layer.thick_mm * PX_PER_MM), fill)
    for count, layer in enumerate(LAYERS):
        y, middle = 78.0 + 24 * count, (EDGES[count] + EDGES[count + 1]) / 2
        yield SvgLabel(272, y, f"{layer.name}, {layer.thick_mm:g} mm", "end")
        yield Wire(((280, y), (LEFT - 4, middle)), "quiet")
    for at in CELLS:
        for side in (-1, 1):
            inner, outer = WASHER.hole_mm / 2 * PX_PER_MM, WASHER.outer_mm / 2 * PX_PER_MM
            x = at + min(side * inner, side * outer)
            yield SvgBox(x, EDGES[CARRIER], outer - inner, WASHER.thick_mm * PX_PER_MM, "#9aa4ad")
        yield SvgBox(at - 24, EDGES[SENSORS] + 1.2, 48, 18.2, "#fff8e6")
        element = EDGES[SENSORS] + ELEMENT_MM * PX_PER_MM
        yield Wire(((at - 8, element), (at + 8, element)), "plus")
    yield SvgLabel(
        20, 318, "grey: washers; red line: what senses, marked side up; magnets: red north, green south", net="quiet"
    )


def _magnet(disc: MagnetDisc, at: float, near: float, name: str, side: int) -> Iterator[SvgShape]:
    """Yield a disc with its face at the height `near`, above it (`side` -1) or below, always with its north pole up."""
    width, thickness = disc.diameter_mm * PX_PER_MM, disc.thickness_mm * PX_PER_MM
    top = min(near, near + side * thickness)
    for half, fill in enumerate((NORTH, SOUTH)):
        yield SvgBox(at - width / 2, top + half * thickness / 2, width, thickness / 2, fill)
    size = f"{disc.diameter_mm:.0f} × {disc.thickness_mm:.0f} mm"
    for line, (text, net) in enumerate(((name, "ground"), (size, "quiet"))):
        away = 18 + 18 * (line if side > 0 else 1 - line)
        yield SvgLabel(at, near + side * (thickness + away), text, "middle", net, is_bold=line == 0)
