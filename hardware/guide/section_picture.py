"""The picture of the board cut through: faces, sensors and magnets, to scale."""

from collections.abc import Iterator
from typing import Final

from hardware.guide.drawing import SvgBox, SvgLabel, SvgPicture, SvgShape, Wire
from hardware.simulated.magnets import HUNTER, MUMMY, BoardGrid, MagnetDisc

PX_PER_MM: Final = 10.0
SENSORS: Final = 204.0  # height of the middle of the sensors
FACE_MM: Final = 2.0
HUNTER_AT: Final = 380.0  # the middle of the hunter's cell
NORTH, SOUTH = "#f3b7b0", "#b5dcbf"


def section() -> SvgPicture:
    """Return the section with a hunter, and the mummy beside it."""
    pitch = BoardGrid(1, 2).pitch_mm * PX_PER_MM
    mummy_at = HUNTER_AT + pitch
    ((hunter, gap_mm),) = HUNTER.discs
    (mover, mover_gap_mm), (indicator, indicator_gap_mm) = *MUMMY.discs, *MUMMY.other_face
    shapes = (
        SvgLabel(20, 24, "A board cut through, to scale", size=17, is_bold=True),
        *_board((HUNTER_AT, mummy_at), pitch, gap_mm),
        *_magnet(hunter, HUNTER_AT, SENSORS - gap_mm * PX_PER_MM, "hunter", -1),
        *_magnet(indicator, mummy_at, SENSORS - indicator_gap_mm * PX_PER_MM, "mummy, indicator", -1),
        *_magnet(mover, mummy_at, SENSORS + mover_gap_mm * PX_PER_MM, "mummy, mover", 1),
    )
    return SvgPicture("A board cut through: magnets on both faces, sensors between them", 800, 360, shapes)


def _board(cells: tuple[float, ...], pitch: float, gap_mm: float) -> Iterator[SvgShape]:
    left, right = cells[0] - pitch / 2, cells[-1] + pitch / 2
    face, gap = FACE_MM * PX_PER_MM, gap_mm * PX_PER_MM
    for top in (SENSORS - gap, SENSORS + gap - face):
        yield SvgBox(left, top, right - left, face, "#eae2d3")
        yield SvgLabel(left - 12, top + face / 2, f"face, up to {FACE_MM:.0f} mm", "end")
    for at in cells:
        yield SvgBox(at - 20, SENSORS - 8, 40, 16, "#fff8e6")
        yield Wire(((at - 20, SENSORS - 7), (at + 20, SENSORS - 7)), "plus")
    yield SvgLabel(left - 12, SENSORS, "sensors, marked side up", "end", "plus")
    yield SvgLabel(left - 12, SENSORS - gap - 18, f"magnets {gap_mm:.0f} mm from the sensors", "end", "quiet")
    yield SvgLabel(left - 12, SENSORS + gap + 18, f"cells {pitch / PX_PER_MM:.0f} mm apart", "end", "quiet")


def _magnet(disc: MagnetDisc, at: float, near: float, name: str, side: int) -> Iterator[SvgShape]:
    """Yield a disc with its face at the height `near`, above it (`side` -1) or below, always with its north pole up."""
    width, thickness = disc.diameter_mm * PX_PER_MM, disc.thickness_mm * PX_PER_MM
    top = min(near, near + side * thickness)
    for half, (pole, fill) in enumerate((("N", NORTH), ("S", SOUTH))):
        yield SvgBox(at - width / 2, top + half * thickness / 2, width, thickness / 2, fill)
        yield SvgLabel(at, top + (half + 0.5) * thickness / 2, pole, "middle", size=11)
    size = f"{disc.diameter_mm:.0f} × {disc.thickness_mm:.0f} mm"
    for line, (text, net) in enumerate(((name, "ground"), (size, "quiet"))):
        away = 18 + 18 * (line if side > 0 else 1 - line)
        yield SvgLabel(at, near + side * (thickness + away), text, "middle", net, is_bold=line == 0)
