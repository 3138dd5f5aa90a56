"""Console and board as printable bodies, in mm: `make solids` writes them as STL into build/solids.

Cut-outs come from the parts' own sizes below and from the section; walls are 1.6 mm or more, and each piece fits a bed
of 200 × 200 mm. Screens differ from batch to batch: measure yours.
"""

import struct
from collections.abc import Callable, Iterable
from math import cos, radians, sin
from typing import Final

import msgspec
import numpy as np
from manifold3d import CrossSection, JoinType, Manifold, OpType

from hardware.build.section import CARRIER, LAYERS, PITCH_MM, SENSORS, WASHER
from hardware.build.stripboard import HOLE_MM, HOLES, TRACKS
from hardware.pico.pins import COLUMNS, ROWS

WALL: Final = 2.4
BED: Final = 200.0
ROUND: Final = 48
"""Edges of a circle."""
CLEAR: Final = 0.4
"""Between a part and its cut-out, in all."""
PILOT: Final = 2.6
"""A hole that an M3 screw cuts its thread into."""
THROUGH: Final = 3.4
SLOPE: Final = radians(35.0)


class Screen(msgspec.Struct, frozen=True):
    """A panel with its board: outline, what is seen of it, and how far that is above the outline's middle."""

    name: str
    wide_mm: float
    high_mm: float
    seen_wide_mm: float
    seen_high_mm: float
    seen_above_mm: float


SCREENS: Final = (
    Screen("5", 121.1, 77.9, 108.0, 64.8, 2.2),  # NopSCADlib, vitamins/displays.scad, HDMI5
    Screen("7", 194.0, 110.8, 155.0, 86.0, 0.0),  # product brief of the Raspberry Pi Touch Display
)
BUTTON_MM: Final = 12.0
LIGHT_MM: Final = 5.0
PIEZO_MM: Final = 12.2
BUTTONS: Final = {
    "left": (-44.0, 28.0),
    "right": (-12.0, 28.0),
    "up": (-28.0, 44.0),
    "down": (-28.0, 12.0),
    "back": (14.0, 28.0),
    "ok": (36.0, 28.0),
}
"""The middle of each button on the front: from its middle line, and up from its lower edge."""
LIGHT_AT, PIEZO_AT = (25.0, 48.0), (54.0, 12.0)
CONTROLS: Final = 58.0
"""How much of the front the controls take."""
LIP: Final = 24.0
"""How high the front's lower edge lies."""
POST: Final = 7.0


def width_mm(screen: Screen) -> float:
    """Return how wide the console of a screen is."""
    return max(140.0, screen.wide_mm + CLEAR + 2 * WALL - 0.2)


def front_mm(screen: Screen) -> float:
    """Return how long its sloped front is."""
    return CONTROLS + screen.high_mm + 2 * (POST + 3.0) + 8.0


def screen_at(screen: Screen) -> float:
    """Return how far up the front the middle of the screen is."""
    return CONTROLS + POST + 3.0 + screen.high_mm / 2


def _box(wide: float, long: float, high: float, at: tuple[float, float, float]) -> Manifold:
    """Return a box by its middle in x and y and its bottom in z."""
    x, y, z = at
    return Manifold.cube((wide, long, high)).translate((x - wide / 2, y - long / 2, z))


def _rod(across: float, high: float, at: tuple[float, float, float]) -> Manifold:
    return Manifold.cylinder(high, across / 2, across / 2, ROUND).translate(at)


def _along_x(profile: CrossSection, wide: float) -> Manifold:
    """Return a profile in y and z as a body of this width, from x = 0."""
    return profile.extrude(wide).transform(np.array([[0, 0, 1, 0], [1, 0, 0, 0], [0, 1, 0, 0]], dtype=float))


def _on_front(body: Manifold, screen: Screen, at: tuple[float, float]) -> Manifold:
    """Return a body moved from the origin onto the front, its z outwards; its place as in `BUTTONS`."""
    across, up = at
    x, y, z = width_mm(screen) / 2 + across, up * cos(SLOPE), LIP + up * sin(SLOPE)
    matrix = [[1, 0, 0, x], [0, cos(SLOPE), -sin(SLOPE), y], [0, sin(SLOPE), cos(SLOPE), z]]
    return body.transform(np.array(matrix, dtype=float))


def console(screen: Screen) -> Manifold:
    """Return the console of a screen: sloped front, open below."""
    wide, deep = width_mm(screen), front_mm(screen) * cos(SLOPE)
    high = LIP + front_mm(screen) * sin(SLOPE)
    profile = CrossSection([[(0.0, 0.0), (deep, 0.0), (deep, high), (0.0, LIP)]])
    room = profile.offset(-WALL, JoinType.Miter) + CrossSection.square((deep - 2 * WALL, WALL + 2.0)).translate(
        (WALL, -1.0)
    )
    shell = _along_x(profile, wide) - _along_x(room, wide - 2 * WALL).translate((WALL, 0, 0))
    added = [_box(9.0, 9.0, 16.0, (x, y, 0.0)) for x, y in _base_screws(screen)]
    middle, seen = screen_at(screen), screen.seen_above_mm
    rim = screen.high_mm / 2 + 4.5
    clamps = [(side * 42.0, middle + end * rim) for side in (-1, 1) for end in (-1, 1)]
    added += [_on_front(_rod(POST, 7.0, (0, 0, -WALL - 6.5)), screen, at) for at in clamps]
    added.append(_on_front(_rod(PIEZO_MM + CLEAR + 3.6, 5.0, (0, 0, -WALL - 4.5)), screen, PIEZO_AT))
    cut = [_rod(PILOT, 13.0, (x, y, -1.0)) for x, y in _base_screws(screen)]
    cut += [_on_front(_rod(PILOT, 6.0, (0, 0, -WALL - 7.5)), screen, at) for at in clamps]
    window = _box(screen.seen_wide_mm + CLEAR, screen.seen_high_mm + CLEAR, 20.0, (0, 0, -10.0))
    cut.append(_on_front(window, screen, (0.0, middle + seen)))
    cut += [_on_front(_rod(BUTTON_MM + CLEAR / 2, 20.0, (0, 0, -10.0)), screen, at) for at in BUTTONS.values()]
    cut.append(_on_front(_rod(LIGHT_MM + CLEAR / 2, 20.0, (0, 0, -10.0)), screen, LIGHT_AT))
    cut.append(_on_front(_rod(PIEZO_MM + CLEAR, 6.0, (0, 0, -WALL - 6.0)), screen, PIEZO_AT))
    cut += [
        _on_front(_rod(2.0, 20.0, (4.0 * cos(turn), 4.0 * sin(turn), -10.0)), screen, PIEZO_AT)
        for turn in np.linspace(0, 2 * np.pi, 6, endpoint=False)
    ]
    cut.append(_box(44.0, 20.0, 13.0, (wide / 2, deep, 6.0)))  # cables
    return Manifold.batch_boolean([_union([shell, *added]), *cut], OpType.Subtract)


def _base_screws(screen: Screen) -> list[tuple[float, float]]:
    wide, deep = width_mm(screen), front_mm(screen) * cos(SLOPE)
    return [(x, y) for x in (WALL + 4.0, wide - WALL - 4.0) for y in (WALL + 4.0, deep - WALL - 4.0)]


def base(screen: Screen) -> Manifold:
    """Return the plate under a console, with posts for a Raspberry Pi Zero."""
    wide, deep = width_mm(screen), front_mm(screen) * cos(SLOPE)
    plate = _box(wide, deep, WALL, (wide / 2, deep / 2, 0.0))
    posts = [(wide / 2 + x, deep / 2 + y) for x in (-29.0, 29.0) for y in (-11.5, 11.5)]
    cut = [_rod(THROUGH, 10.0, (x, y, -1.0)) for x, y in _base_screws(screen)]
    cut += [_rod(2.2, 12.0, (x, y, WALL)) for x, y in posts]
    return Manifold.batch_boolean(
        [_union([plate, *(_rod(6.0, 6.0, (x, y, WALL - 0.5)) for x, y in posts)]), *cut], OpType.Subtract
    )


# --- the board -------------------------------------------------------------------------------------------------------

PLATE: Final = LAYERS[CARRIER].thick_mm
BELOW: Final = sum(layer.thick_mm for layer in LAYERS[SENSORS : SENSORS + 3])
"""From the carrier's plate down to the mummy's face."""
STRIP_MM: Final = len(HOLES) * HOLE_MM
"""The width of a strip's board."""
RAIL: Final = (PITCH_MM - 0.2 - STRIP_MM - CLEAR) / 2
LEDGE: Final = 1.6
FACE: Final = LAYERS[1].thick_mm
THICK: Final = 2 * FACE + LAYERS[2].thick_mm + PLATE + BELOW
"""Of the board between the faces' outsides."""
LIPS: Final = 2.0
RIM: Final = 12.0
GROOVE: Final = 6.0
INNER: Final = (TRACKS * HOLE_MM + 2.0, ROWS * PITCH_MM + 1.0)
"""What the frame goes around."""


def carrier() -> Manifold:
    """Return the carrier of half a strip: washers from above, the strip's board from below."""
    cells = COLUMNS // 2
    long, wide = cells * PITCH_MM - 0.2, PITCH_MM - 0.2
    block = _box(long, wide, PLATE + BELOW, (long / 2, 0.0, 0.0))
    board = _box(
        long + 2, STRIP_MM + CLEAR, BELOW - LAYERS[SENSORS].thick_mm, (long / 2, 0.0, PLATE + LAYERS[SENSORS].thick_mm)
    )
    above = _box(long + 2, STRIP_MM + CLEAR - 2 * LEDGE, BELOW + 1, (long / 2, 0.0, PLATE))
    holes = [
        _rod(WASHER.outer_mm + 0.2, PLATE + 2, ((cell + 0.5) * PITCH_MM - 0.1, 0.0, -1.0)) for cell in range(cells)
    ]
    over = board.translate((0, 0, 1.0))
    return Manifold.batch_boolean([block, board, over, above, *holes], OpType.Subtract)


def corner(*, mirrored: bool) -> Manifold:
    """Return a quarter of the frame, its groove for the two faces inside; two of each hand make the frame."""
    half_wide, half_high = INNER[0] / 2 + RIM - GROOVE, INNER[1] / 2 + RIM - GROOVE
    high = THICK + CLEAR + 2 * LIPS
    outer = _box(half_wide, half_high, high, (half_wide / 2, half_high / 2, 0.0))
    opening = _box(half_wide, half_high, high + 2, (half_wide / 2 + RIM, half_high / 2 + RIM, -1.0))
    groove = _box(
        half_wide, half_high, THICK + CLEAR, (half_wide / 2 + RIM - GROOVE, half_high / 2 + RIM - GROOVE, LIPS)
    )
    ends = [(half_wide - 8.0, 3.0), (half_wide - 24.0, 3.0), (3.0, half_high - 8.0), (3.0, half_high - 24.0)]
    pilots = [_rod(2.2, 8.0, (x, y, -1.0)) for x, y in ends]
    cable = _box(8.0, 30.0, 6.0, (0.0, half_high - 60.0, LIPS + 1.0))
    body = Manifold.batch_boolean([outer, opening, groove, cable, *pilots], OpType.Subtract)
    return body.mirror((1.0, 0.0, 0.0)) if mirrored else body


def splice() -> Manifold:
    """Return the plate that joins two quarters of the frame."""
    plate = _box(60.0, 6.0, 2.0, (0.0, 0.0, 0.0))
    return Manifold.batch_boolean(
        [plate, *(_rod(2.4, 4.0, (x, 0.0, -1.0)) for x in (-24.0, -8.0, 8.0, 24.0))], OpType.Subtract
    )


def lid() -> Manifold:
    """Return half of the lid over the multiplexers, which stand higher than the hunters' face lies."""
    wide, long, high = (TRACKS - COLUMNS * 10) * HOLE_MM + 1.0, INNER[1] / 2, 6.0
    return _box(wide, long, high, (0, 0, 0)) - _box(wide - 2 * 1.8, long - 2 * 1.8, high, (0, 0, 1.8))


def foot() -> Manifold:
    """Return one of two feet with a slot for the frame."""
    slot = THICK + CLEAR + 2 * LIPS + CLEAR
    return _box(100.0, 30.0, 24.0, (0, 0, 0)) - _box(slot, 32.0, 20.0, (0, 0, 8.0))


def _union(bodies: Iterable[Manifold]) -> Manifold:
    whole = Manifold()
    for body in bodies:
        whole += body
    return whole


SOLIDS: Final[dict[str, tuple[int, Callable[[], Manifold]]]] = {
    **{f"console-{screen.name}": (1, lambda screen=screen: console(screen)) for screen in SCREENS},  # type: ignore[misc]
    **{f"base-{screen.name}": (1, lambda screen=screen: base(screen)) for screen in SCREENS},  # type: ignore[misc]
    "carrier": (2 * ROWS, carrier),
    "corner-a": (2, lambda: corner(mirrored=False)),
    "corner-b": (2, lambda: corner(mirrored=True)),
    "splice": (8, splice),
    "lid": (2, lid),
    "foot": (2, foot),
}
"""Each body by its name, with how many are printed."""


def triangles(body: Manifold) -> "np.ndarray[tuple[int, int, int], np.dtype[np.float32]]":
    """Return the corners of each triangle, in an order that depends on the shape alone."""
    mesh = body.to_mesh()
    points = np.asarray(mesh.vert_properties, dtype=np.float32)[:, :3][np.asarray(mesh.tri_verts)]
    keys = points.reshape(len(points), 9)
    return np.asarray(points[np.lexsort(keys.T[::-1])])


def stl(body: Manifold) -> bytes:
    """Return a body as binary STL."""
    faces = triangles(body)
    normals = np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    record = np.zeros(len(faces), dtype=np.dtype([("floats", "<f4", (4, 3)), ("none", "<u2")]))
    record["floats"] = np.concatenate([normals[:, None], faces], axis=1)
    return b"Pyramid Referee".ljust(80, b" ") + struct.pack("<I", len(faces)) + record.tobytes()
