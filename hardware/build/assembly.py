"""Console and board put together, in mm: what is printed with what is bought, each body where it belongs.

A test looks for bodies that overlap; `hardware.guide.render` draws them. Bought parts have their outer sizes only.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from manifold3d import Manifold

from hardware.build.section import BOARD_MM, HUNTER, INDICATOR, LAYERS, MOVER, PITCH_MM, SENSORS, WASHER
from hardware.build.solids import (
    BELOW_CARD,
    BUTTON_MM,
    BUTTONS,
    CARD,
    CARD_MM,
    CLAMP,
    CLEAR,
    FACE,
    FACE_EDGE,
    GROOVE,
    INNER,
    LID_RIM,
    LIGHT_AT,
    LIGHT_MM,
    LIPS,
    MARGIN,
    RIM,
    STRIP_MM,
    THICK,
    WALL,
    ScreenBoard,
    base,
    carrier,
    clamps,
    clip,
    console,
    corner,
    foot,
    lid,
    on_front,
    pico_box,
    screen_at,
    slab,
    splice,
    width_mm,
)
from hardware.build.stripboard import FIRST_OF_CHIP, HOLE_MM, PICO_TRACK, TRACKS, sensor_track
from hardware.pico.pins import COLUMNS, ROWS
from hardware.simulated.magnets import MagnetDisc

Colour: TypeAlias = tuple[int, int, int]

SAND: Final[Colour] = (216, 196, 158)
WOOD: Final[Colour] = (104, 78, 58)
DARK: Final[Colour] = (62, 54, 50)
PAPER: Final[Colour] = (240, 226, 196)
INK: Final[Colour] = (150, 118, 84)
BOARD: Final[Colour] = (196, 152, 98)
STEEL: Final[Colour] = (158, 164, 170)
BLACK: Final[Colour] = (38, 38, 42)
GREEN: Final[Colour] = (46, 110, 70)
HUNTERS: Final[tuple[Colour, ...]] = ((196, 58, 48), (58, 108, 178), (64, 140, 78), (222, 178, 60))
BANDAGE: Final[Colour] = (232, 220, 186)
KEYS: Final[dict[str, Colour]] = {"ok": (64, 140, 78), "back": (196, 58, 48)}


class Placed(NamedTuple):
    """A body where it belongs; what is only drawn, such as a figure, may touch others."""

    name: str
    body: Manifold
    colour: Colour
    is_drawn_only: bool = False


def _disc(across: float, high: float, at: tuple[float, float, float], top: float | None = None) -> Manifold:
    return Manifold.cylinder(high, across / 2, (across if top is None else top) / 2, 64).translate(at)


# --- the board, lying on its mummy's face ----------------------------------------------------------------------------

MUMMYS_FACE: Final = LIPS
STRIPS: Final = MUMMYS_FACE + FACE + LAYERS[SENSORS + 2].thick_mm
"""The underside of the strips' boards."""
HUNTERS_FACE: Final = LIPS + THICK - FACE
LEFT: Final = GROOVE + MARGIN - INNER[0] / 2
"""Where the carriers begin."""


def cell_mm(row: int, column: int) -> tuple[float, float]:
    """The middle of a cell, from the middle of the frame."""
    return LEFT + (column + 0.5) * PITCH_MM - 0.1, (ROWS / 2 - row - 0.5) * PITCH_MM


def board() -> Iterator[Placed]:
    """Yield what the board is made of."""
    yield from _frame()
    for row in range(ROWS):
        _, y = cell_mm(row, 0)
        for half in range(2):
            x = LEFT + half * COLUMNS / 2 * PITCH_MM
            name = f"carrier {row}.{half}"
            plate = carrier().mirror((0, 0, 1)).translate((x, y, HUNTERS_FACE - LAYERS[2].thick_mm))
            yield Placed(name, plate, SAND)
        yield from _strip(row)
        for column in range(COLUMNS):
            x, y = cell_mm(row, column)
            body = _disc(WASHER.outer_mm, WASHER.thick_mm, (x, y, HUNTERS_FACE - 0.1 - WASHER.thick_mm))
            yield Placed(f"washer {row}.{column}", body - _disc(WASHER.hole_mm, 9.0, (x, y, HUNTERS_FACE - 5)), STEEL)
    face = FACE_EDGE - 0.2
    middle = (face - INNER[0]) / 2 + 0.2
    yield Placed("hunters' face", slab(face, INNER[1] - 0.4, FACE, (middle, 0, HUNTERS_FACE)), PAPER)
    yield Placed("mummy's face", slab(INNER[0] - 0.4, INNER[1] - 0.4, FACE, (0, 0, MUMMYS_FACE)), PAPER)
    for side in (-1, 1):
        body = lid().mirror((0, 0, 1)).translate((INNER[0] / 2 - 23.5, side * INNER[1] / 4, 0))
        top = 2 * LIPS + THICK + CLEAR + LID_RIM + 1.8
        yield Placed(f"lid {side}", body.translate((0, 0, top)), DARK)


def _frame() -> Iterator[Placed]:
    wide, high = INNER[0] / 2 + RIM - GROOVE, INNER[1] / 2 + RIM - GROOVE
    for mirrored in (False, True):
        quarter, side = corner(mirrored=mirrored), 1 if mirrored else -1
        yield Placed(f"corner {mirrored} below", quarter.translate((side * wide, -high, 0)), WOOD)
        yield Placed(f"corner {mirrored} above", quarter.rotate((0, 0, 180)).translate((-side * wide, high, 0)), WOOD)
        below = splice().translate((0, 0, -3.0))
        yield Placed(f"splice {side}", below.translate((0, side * (high - 3.0), 0)), WOOD)
        yield Placed(f"splice {side}", below.rotate((0, 0, 90)).translate((side * (wide - 3.0), 0, 0)), WOOD)


def _strip(row: int) -> Iterator[Placed]:
    """Yield a strip: its board, its sensors, its multiplexer."""
    x, y = cell_mm(row, 0)
    left = x - (sensor_track(1) - 0.5) * HOLE_MM
    thick = LAYERS[SENSORS + 1].thick_mm
    middle = left + TRACKS * HOLE_MM / 2
    yield Placed(f"strip {row}", slab(TRACKS * HOLE_MM, STRIP_MM, thick, (middle, y, STRIPS)), BOARD)
    for column in range(COLUMNS):
        at = (left + (sensor_track(column + 1) - 0.5) * HOLE_MM, y, STRIPS + thick + 0.05)
        yield Placed(f"sensor {row}.{column}", slab(4.0, 3.2, 1.55, at), BLACK)
    chip = left + (FIRST_OF_CHIP + 5) * HOLE_MM
    yield Placed(f"multiplexer {row}", slab(31.8, 14.0, 4.6, (chip, y, STRIPS + thick + 0.5)), BLACK)


def pieces() -> Iterator[Placed]:
    """Yield a map's lines and pieces on both faces, as they are drawn."""
    top, bottom = LIPS + THICK, MUMMYS_FACE
    for count in range(ROWS + 1):
        at = (count - ROWS / 2) * PITCH_MM
        along = LEFT + ROWS / 2 * PITCH_MM
        for z in (top, bottom - 0.1):
            yield Placed("line", slab(ROWS * PITCH_MM, 0.7, 0.1, (along, at, z)), INK, True)
            yield Placed("line", slab(0.7, ROWS * PITCH_MM, 0.1, (along + at, 0, z)), INK, True)
    for colour, cell in zip(HUNTERS, ((2, 2), (4, 7), (7, 3), (8, 8)), strict=True):
        x, y = cell_mm(*cell)
        z = top + LAYERS[0].thick_mm
        yield Placed("hunter", _standing(HUNTER, (x, y, z), 20.0), colour, True)
        yield Placed("hunter", Manifold.sphere(5.5, 48).translate((x, y, z + 21.0)), colour, True)
    x, y = cell_mm(5, 5)
    mover = _standing(MOVER, (0, 0, 0), 24.0) + Manifold.sphere(7.5, 48).translate((0, 0, 26.0))
    z = top + LAYERS[0].thick_mm - BOARD_MM
    yield Placed("mummy", mover.mirror((0, 0, 1)).translate((x, y, z)), BANDAGE, True)
    counter = _disc(INDICATOR.diameter_mm + 2, INDICATOR.thickness_mm + 1, (x, y, top + LAYERS[0].thick_mm))
    yield Placed("counter-magnet", counter, BANDAGE, True)


def _standing(disc: MagnetDisc, at: tuple[float, float, float], high: float) -> Manifold:
    """A figure that stands on its magnet."""
    x, y, z = at
    foot_mm = disc.diameter_mm + 2
    return _disc(foot_mm, 3.0, at) + _disc(foot_mm * 0.8, high - 3.0, (x, y, z + 3.0), foot_mm * 0.35)


def upright() -> list[Placed]:
    """The board standing in its feet, the hunters' face to the front, and the Pico's box beside it."""
    low = INNER[1] / 2 + RIM - GROOVE + 8.0
    stood = [
        placed._replace(body=placed.body.rotate((90.0, 0, 0)).translate((0, LIPS + THICK / 2 + CLEAR / 2, low)))
        for placed in (*board(), *pieces())
    ]
    stood += [Placed(f"foot {x:g}", foot().rotate((0, 0, 90)).translate((x, 0, 0)), DARK) for x in (-80.0, 80.0)]
    return stood + [placed._replace(body=placed.body.translate((215.0, -20.0, 0))) for placed in pico()]


def open_up() -> list[Placed]:
    """The board without the hunters' face and lids, and half of it without carriers."""
    hidden = ("hunters", "lid", *(f"{what} {row}." for row in range(ROWS // 2, ROWS) for what in ("carrier", "washer")))
    return [placed for placed in board() if not placed.name.startswith(hidden)]


def pico() -> Iterator[Placed]:
    """Yield the Pico's board in its open box."""
    yield Placed("Pico's box", pico_box(), SAND)
    z = WALL + BELOW_CARD
    yield Placed("Pico's board", slab(*CARD, CARD_MM, (0, 0, z)), BOARD)
    left, first = HOLE_MM / 2 - CARD[0] / 2 + 0.5, HOLE_MM / 2 - CARD[1] / 2
    x, y = left + (PICO_TRACK - 1 + 9.5) * HOLE_MM, first + 5.5 * HOLE_MM
    yield Placed("Pico", slab(51.0, 21.0, 1.0, (x, y, z + CARD_MM + 2.54)), GREEN)
    yield Placed("USB socket", slab(5.6, 7.5, 2.6, (x + 24.0, y, z + CARD_MM + 3.54)), STEEL)
    chip = left + (PICO_TRACK + 5.5) * HOLE_MM
    yield Placed("multiplexer", slab(31.8, 14.0, 4.6, (chip, first + 18 * HOLE_MM, z + CARD_MM + 0.5)), BLACK)


# --- the console -----------------------------------------------------------------------------------------------------


def whole_console(panel: ScreenBoard) -> list[Placed]:
    """A console with its screen, buttons and light, on its base with the Raspberry Pi."""
    deep = screen_at(panel)
    shown = [
        Placed("console", console(panel), SAND),
        Placed("base", base(panel).translate((0, 0, -WALL - 0.05)), DARK),
        Placed("screen", on_front(panel, (0, deep), slab(panel.wide, panel.high, 5.0, (0, 0, -WALL - 5.05))), BLACK),
        Placed("light", on_front(panel, LIGHT_AT, _disc(LIGHT_MM, 8.0, (0, 0, -5.0), LIGHT_MM * 0.8)), (250, 250, 245)),
    ]
    for key, at in BUTTONS.items():
        colour = KEYS.get(key, BLACK)
        shown.append(Placed(f"thread {key}", on_front(panel, at, _disc(BUTTON_MM, 16.0, (0, 0, -15.9))), BLACK))
        cap = _disc(BUTTON_MM + 4, 2.0, (0, 0, 0.1), BUTTON_MM + 2) + _disc(
            BUTTON_MM - 2, 5.0, (0, 0, 0.1), BUTTON_MM - 3
        )
        shown.append(Placed(f"cap {key}", on_front(panel, at, cap), colour))
    for count, (across, up) in enumerate(clamps(panel)):
        turned = clip().rotate((0, 0, 180.0 if up > deep else 0.0)).translate((0, 0, -WALL - CLAMP - WALL - 0.05))
        shown.append(Placed(f"clip {count}", on_front(panel, (across, up), turned), DARK))
    x, y = width_mm(panel) / 2, base_middle(panel)
    shown.append(Placed("Raspberry Pi", slab(65.0, 30.0, 1.4, (x, y, 5.5)), GREEN))
    return shown


def base_middle(panel: ScreenBoard) -> float:
    """How far from the front the middle of the base is."""
    box = base(panel).bounding_box()
    return float(box[1] + box[4]) / 2
