"""Pictures of console and board, rendered from the bodies that are printed: `make solids`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import pygame
from manifold3d import Manifold

from hardware.build.section import PITCH_MM
from hardware.build.solids import (
    INNER,
    RIM,
    SCREENS,
    SOLIDS,
    THICK,
    base,
    carrier,
    console,
    corner,
    foot,
    lid,
    stl,
    triangles,
)
from hardware.pico.pins import ROWS

SIZE: Final = 420
SCALE: Final = 2
"""Drawn so many times larger, and then made smaller: smooth edges."""
VIEWS: Final = ((-30.0, 20.0), (0.0, 45.0), (-150.0, 25.0))
"""Turned about the upright axis, and looked at from so many degrees above."""
GRAIN_MM: Final = 5.0
LIGHT: Final = np.array([-0.4, -0.6, 0.7]) / np.linalg.norm([-0.4, -0.6, 0.7])
Shown = tuple[Manifold, tuple[int, int, int]]


def board() -> list[Shown]:
    """Return the board put together, lying on its mummy's face: frame, carriers, lid."""
    wide, high = INNER[0] / 2 + RIM - 6.0, INNER[1] / 2 + RIM - 6.0
    frame = (90, 84, 78)
    quarter = corner(mirrored=False)
    quarters = [quarter.translate((-wide, -high, 0)), quarter.rotate((0, 0, 180)).translate((wide, high, 0))]
    other = corner(mirrored=True)
    quarters += [other.translate((wide, -high, 0)), other.rotate((0, 0, 180)).translate((-wide, high, 0))]
    shown: list[Shown] = [(body, frame) for body in quarters]
    half = carrier()
    for row in range(ROWS):
        for part in range(2):
            x, y = -INNER[0] / 2 + 1 + part * 5 * PITCH_MM, (row + 0.5 - ROWS / 2) * PITCH_MM
            turned = half.mirror((0, 0, 1)).translate((x, y, 2.0 + THICK - 1.0))
            shown.append((turned, (196, 178, 140)))
    for side in (-1, 1):
        shown.append(
            (
                lid().mirror((0, 0, 1)).translate((INNER[0] / 2 - 23.0, side * INNER[1] / 4, THICK + 7.0)),
                (120, 112, 104),
            )
        )
    return shown


def upright(shown: Sequence[Shown]) -> list[Shown]:
    """Return the board standing in its feet."""
    stood = [
        (body.rotate((90.0, 0, 0)).translate((0, THICK / 2, INNER[1] / 2 + 16.0)), colour) for body, colour in shown
    ]
    feet = [(foot().rotate((0, 0, 90)).translate((x, 0, 0)), (60, 56, 52)) for x in (-100.0, 100.0)]
    return stood + feet


def whole_console() -> list[Shown]:
    """Return the console for the smaller screen, with its base."""
    return [(console(SCREENS[0]), (196, 178, 140)), (base(SCREENS[0]).translate((0, 0, -2.4)), (90, 84, 78))]


def picture(shown: Sequence[Shown]) -> pygame.Surface:
    """Return three views side by side, drawn from back to front."""
    canvas = pygame.Surface((SIZE * SCALE * len(VIEWS), SIZE * SCALE))
    canvas.fill((250, 248, 244))
    fine = [(body.refine_to_length(GRAIN_MM), colour) for body, colour in shown]  # so that the order of depth is right
    faces = np.concatenate([triangles(body).astype(float) for body, _ in fine])
    colours = np.concatenate([np.tile(np.array(colour, float), (body.num_tri(), 1)) for body, colour in fine])
    faces = faces - (faces.reshape(-1, 3).min(axis=0) + faces.reshape(-1, 3).max(axis=0)) / 2
    zoom = 0.86 * SIZE * SCALE / (2 * np.linalg.norm(faces.reshape(-1, 3), axis=1).max())
    normals = np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    bright = 0.45 + 0.55 * np.clip(normals @ LIGHT, 0.0, 1.0)
    for count, (turn, above) in enumerate(VIEWS):
        a, b = np.radians(turn), np.radians(above)
        right = np.array([np.cos(a), np.sin(a), 0.0])
        away = np.array([-np.sin(a) * np.cos(b), np.cos(a) * np.cos(b), -np.sin(b)])
        up = np.cross(right, away)
        order = np.argsort(-(faces.mean(axis=1) @ away))
        for face in order[(normals @ away)[order] < 0]:
            points = np.column_stack((faces[face] @ right, -(faces[face] @ up))) * zoom
            points += (SIZE * SCALE * (count + 0.5), SIZE * SCALE / 2)
            pygame.draw.polygon(
                canvas, np.clip(colours[face] * bright[face], 0, 255).astype(int).tolist(), points.tolist()
            )
    return pygame.transform.smoothscale(canvas, (SIZE * len(VIEWS), SIZE))


if __name__ == "__main__":
    folder = Path("build/solids")
    folder.mkdir(parents=True, exist_ok=True)
    for name, (_, made) in SOLIDS.items():
        (folder / f"{name}.stl").write_bytes(stl(made()))
    here = Path(__file__).parent
    pygame.image.save(picture(whole_console()), here / "console.png")
    pygame.image.save(picture(upright(board())), here / "board.png")
    print(f"{len(SOLIDS)} bodies in {folder}, two pictures in {here}")
