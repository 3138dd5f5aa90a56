"""Pictures of console and board, rendered from the bodies that are printed: `make solids`.

A depth buffer with one light, its shadow, and dark edges where one body ends: enough to see how things fit.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import pygame
from numpy.typing import NDArray

from hardware.build.assembly import Placed, open_up, upright, whole_console
from hardware.build.solids import LIP, PANELS, SLOPE, ScreenBoard, files, screen_at, triangles, width_mm

Numbers: TypeAlias = "NDArray[Any]"

SIZE: Final = 560
SHADOW: Final = 2000
FINE: Final = 2
"""Drawn so many times larger, and then made smaller: smooth edges."""
VIEWS: Final = ((-32.0, 24.0), (0.0, 30.0), (148.0, 24.0))
"""Turned about the upright axis, and looked at from so many degrees above."""
SUN: Final = (-38.0, 52.0)
GROUND: Final = np.array([250.0, 248.0, 244.0])
AMBIENT: Final = 0.5
SOFT: Final = 3
"""Pixels on each side over which the edge of a shadow fades."""
HOLLOWS: Final = (8, 24)
"""Pixels around, of which the mean depth tells how deep in a hollow one lies."""
EDGE: Final = 14
"""From one pixel to the next so much deeper, in pixels: an edge."""
PICTURE: Final = Path("tests/goldens/screens/maze-800x480.png")
"""What the console's screen shows."""


class Scene(NamedTuple):
    """Triangles (n, 3, 3) in mm, each with its normal, its colour and the number of its body."""

    faces: Numbers
    normals: Numbers
    colours: Numbers
    bodies: Numbers


def scene(shown: Sequence[Placed]) -> Scene:
    """Bodies as triangles, the middle of all at the origin; the last body is the ground."""
    each = [triangles(placed.body).astype(float) for placed in shown]
    points = np.concatenate([faces.reshape(-1, 3) for faces in each])
    low, high = points.min(axis=0), points.max(axis=0)
    far = 4 * float(np.linalg.norm(high - low))
    (x, y, _), z = (low + high) / 2, low[2]
    square = [(x + far * a, y + far * b, z) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    each.append(np.array([square[:3], [square[0], square[2], square[3]]]))
    colours = [*(placed.colour for placed in shown), GROUND]
    faces = np.concatenate(each) - (low + high) / 2
    normals = np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    counts = [len(triangles_of) for triangles_of in each]
    return Scene(
        faces, normals, np.repeat(np.array(colours, float), counts, axis=0), np.repeat(np.arange(len(each)), counts)
    )


def axes(turn: float, above: float) -> Numbers:
    """As rows what is right, down and away in a view."""
    a, b = np.radians((turn, above))
    right = np.array([np.cos(a), np.sin(a), 0.0])
    away = np.array([-np.sin(a) * np.cos(b), np.cos(a) * np.cos(b), -np.sin(b)])
    return np.array([right, -np.cross(right, away), away])


def depths(of: Scene, to: Numbers, side: int, zoom: float) -> tuple[Numbers, Numbers]:
    """How far away the nearest triangle of each pixel is, and its number; -1 where there is none."""
    seen = of.faces @ to.T * (zoom, zoom, 1.0) + (side / 2, side / 2, 0.0)
    depth, nearest = np.full((side, side), np.inf), np.full((side, side), -1)
    for number in np.flatnonzero(of.normals @ to[2] < 0):
        (x0, y0, z0), (x1, y1, z1), (x2, y2, z2) = seen[number]
        left, right = max(0, int(min(x0, x1, x2))), min(side, int(max(x0, x1, x2)) + 2)
        top, bottom = max(0, int(min(y0, y1, y2))), min(side, int(max(y0, y1, y2)) + 2)
        area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
        if left >= right or top >= bottom or abs(area) < 1e-9:
            continue
        x, y = np.arange(left, right)[None] + 0.5, np.arange(top, bottom)[:, None] + 0.5
        one = ((x - x0) * (y2 - y0) - (x2 - x0) * (y - y0)) / area
        two = ((x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)) / area
        z = z0 + one * (z1 - z0) + two * (z2 - z0)
        window = depth[top:bottom, left:right]
        is_nearer = (one >= 0) & (two >= 0) & (one + two <= 1) & (z < window)
        window[is_nearer] = z[is_nearer]
        nearest[top:bottom, left:right][is_nearer] = number
    return depth, nearest


def blur(values: Numbers, reach: int) -> Numbers:
    """The mean of the square of pixels around each."""
    for axis in (0, 1):
        padding = [(reach + 1, reach) if axis == at else (0, 0) for at in (0, 1)]
        sums = np.cumsum(np.pad(values, padding, mode="edge"), axis=axis)
        width = 2 * reach + 1
        values = (
            np.take(sums, range(width, sums.shape[axis]), axis) - np.take(sums, range(sums.shape[axis] - width), axis)
        ) / width
    return values


class Sun:
    """One far light and what it reaches, which is looked at from there in a square of so many pixels."""

    def __init__(self, of: Scene, reach_mm: float, side: int) -> None:
        self._to, self._side = axes(*SUN), side
        self._zoom = self._side / 2 / (1.6 * reach_mm)
        self._depth, _ = depths(of, self._to, self._side, self._zoom)

    def shines(self, points: Numbers, normals: Numbers) -> Numbers:
        """How much of its light comes to each point (h, w, 3), with soft edges."""
        facing = np.clip(-(normals @ self._to[2]), 0.0, 1.0)
        at = np.nan_to_num((points + 0.6 * normals) @ self._to.T)
        column, row = (
            np.clip((at[..., axis] * self._zoom + self._side / 2).astype(int), 0, self._side - 1) for axis in (0, 1)
        )
        is_beyond = np.abs(at[..., :2]).max(axis=-1) * self._zoom > self._side / 2
        lit = blur(((self._depth[row, column] > at[..., 2]) | is_beyond).astype(float), SOFT)
        return np.asarray(facing * lit)


def view(
    of: Scene, sun: Sun, to: Numbers, side: int, zoom: float, panel: ScreenBoard | None, middle: Numbers
) -> Numbers:
    """A picture as (h, w, 3)."""
    depth, nearest = depths(of, to, side, zoom)
    across = (np.arange(side) + 0.5 - side / 2) / zoom
    points = across[None, :, None] * to[0] + across[:, None, None] * to[1] + depth[..., None] * to[2]
    normals, colours, bodies = of.normals[nearest], of.colours[nearest].copy(), of.bodies[nearest]
    if panel:
        _show_page(colours, bodies == _SCREEN, points + middle, panel)
    light = AMBIENT + (0.88 - AMBIENT) * sun.shines(points, normals) + 0.12 * np.clip(-(normals @ to[2]), 0, 1)
    is_ground = bodies == of.bodies[-1]
    near = np.where(is_ground, np.nan_to_num(depth), depth)
    hollow = sum(np.clip((near - blur(near, reach)) * zoom / (3 * reach), 0, 1) for reach in HOLLOWS)
    light *= 1 - 0.22 * np.where(is_ground, 0, hollow)
    light[is_ground] = 0.84 + 0.16 * light[is_ground] / light[is_ground].max(initial=AMBIENT)
    edge = np.zeros_like(is_ground)
    for axis in (0, 1):
        edge |= (bodies != np.roll(bodies, 1, axis)) | (
            np.abs(depth - np.roll(depth, 1, axis)) * zoom > EDGE
        ) & ~is_ground
        edge |= (normals * np.roll(normals, 1, axis)).sum(axis=-1) < 0.5
    light = np.where(edge, light * 0.72, light)
    return np.asarray(np.clip(colours * light[..., None], 0, 255))


_SCREEN: Final = 2
"""Which body of a console is its screen."""


def _show_page(colours: Numbers, is_screen: Numbers, points: Numbers, panel: ScreenBoard) -> None:
    """Colour the pixels of a console's screen with a page."""
    page = pygame.surfarray.array3d(pygame.image.load(PICTURE)).astype(float)
    from_edge = points[is_screen] - (width_mm(panel) / 2, 0.0, LIP)
    up = from_edge @ (0.0, np.cos(SLOPE), np.sin(SLOPE)) - screen_at(panel) - panel.seen_above
    x = (from_edge[:, 0] / panel.seen_wide + 0.5) * page.shape[0]
    y = (0.5 - up / panel.seen_high) * page.shape[1]
    x, y = (np.clip(at.astype(int), 0, most - 1) for at, most in zip((x, y), page.shape, strict=False))
    colours[is_screen] = page[x, y] * 1.15


def picture(
    shown: Sequence[Placed],
    panel: ScreenBoard | None = None,
    views: Sequence[tuple[float, float]] = VIEWS,
    size: int = SIZE,
    shadow: int = SHADOW,
) -> pygame.Surface:
    """The views side by side, each a square of `size` pixels; shadows are as fine as a square of `shadow`."""
    points = np.concatenate([triangles(placed.body).reshape(-1, 3) for placed in shown]).astype(float)
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    points -= middle
    of, sun = scene(shown), Sun(scene(shown), float(np.linalg.norm(points, axis=1).max()), shadow)
    widest_mm = max(float(np.abs(points @ axes(*at)[:2].T).max()) for at in views)
    zoom = 0.92 * size * FINE / 2 / widest_mm
    whole = np.concatenate([view(of, sun, axes(*at), size * FINE, zoom, panel, middle) for at in views], axis=1)
    large = pygame.surfarray.make_surface(whole.astype(np.uint8).swapaxes(0, 1))
    return pygame.transform.smoothscale(large, (size * len(views), size))


if __name__ == "__main__":
    folder, here = Path("build/solids"), Path(__file__).parent
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files():
        (folder / name).write_bytes(data)
    for panel in PANELS[:1]:
        pygame.image.save(picture(whole_console(panel), panel), here / "console.png")
    pygame.image.save(picture(upright()), here / "board.png")
    pygame.image.save(picture(open_up(), views=((-24.0, 48.0),), size=900), here / "inside.png")
    print(f"STL files in {folder}, three pictures in {here}")
