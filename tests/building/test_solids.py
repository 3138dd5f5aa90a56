"""Case, frame and carriers: closed, in one piece, thick enough, small enough, and cut for the parts of the list."""

import struct
import subprocess
import sys
from collections import Counter
from functools import cache
from math import cos, sin

import numpy as np
import pytest
from manifold3d import Manifold
from places import PROJECT
from sampling import many

from hardware.build import solids
from hardware.build.nets import console as console_circuit
from hardware.build.section import LAYERS, PITCH_MM, WASHER
from hardware.build.solids import (
    BED,
    BUTTON_MM,
    BUTTONS,
    LIGHT_AT,
    LIGHT_MM,
    PIEZO_AT,
    PIEZO_MM,
    SCREENS,
    SOLIDS,
    Screen,
    screen_at,
    stl,
    triangles,
)

THINNEST_MM = 1.6


@cache
def made(name: str) -> Manifold:
    return SOLIDS[name][1]()


@pytest.mark.parametrize("name", SOLIDS)
def test_a_body_is_closed_and_in_one_piece(name: str) -> None:
    """In its file each edge belongs to two triangles, once in each direction, and nothing is loose."""
    body = made(name)
    data = stl(body)
    (count,) = struct.unpack_from("<I", data, 80)
    faces = np.frombuffer(data, np.dtype([("floats", "<f4", (4, 3)), ("none", "<u2")]), count, 84)["floats"][:, 1:]
    edges: Counter[tuple[bytes, bytes]] = Counter()
    for face in faces:
        corners = [point.tobytes() for point in face]
        edges.update(zip(corners, (*corners[1:], corners[0]), strict=True))
    assert all(edges[other, one] == number for (one, other), number in edges.items())
    assert len(body.decompose()) == 1
    assert body.volume() > 0


@pytest.mark.parametrize("name", SOLIDS)
def test_a_body_fits_the_printer(name: str) -> None:
    """Its box is at most 200 mm in each direction."""
    box = made(name).bounding_box()
    assert all(box[axis + 3] - box[axis] <= BED for axis in range(3))


@pytest.mark.parametrize("name", SOLIDS)
def test_no_wall_is_thinner_than_two_lines_of_a_printer(name: str) -> None:
    """From the middle of each surface straight inwards, the other side is 1.6 mm away or more."""
    faces = triangles(made(name)).astype(float)
    normals = np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0])
    sizes = np.linalg.norm(normals, axis=1)
    rays = np.argsort(-sizes)[: many(150, whole=700)]
    thin = [
        (round(depth, 2), faces[ray].mean(axis=0).round(1).tolist())
        for ray in rays
        if sizes[ray] > 0.2 and (depth := behind_mm(faces, faces[ray].mean(axis=0), -normals[ray] / sizes[ray])) < 1.59
    ]
    assert not thin


def behind_mm(faces: np.ndarray, start: np.ndarray, along: np.ndarray) -> float:
    """The distance to the nearest triangle along a ray (Möller and Trumbore, 1997)."""
    one, other = faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0]
    across = np.cross(along, other)
    scale = (one * across).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        inverse = 1 / np.where(np.abs(scale) > 1e-9, scale, 1e-9)
        away = start - faces[:, 0]
        u = (away * across).sum(axis=1) * inverse
        turned = np.cross(away, one)
        v = turned @ along * inverse
        distance = (other * turned).sum(axis=1) * inverse
    hit = (np.abs(scale) > 1e-9) & (u >= 0) & (v >= 0) & (u + v <= 1) & (distance > 1e-3)
    return float(distance[hit].min(initial=1e9))


def on_front(body: Manifold, screen: Screen, at: tuple[float, float]) -> Manifold:
    """A body moved from the origin to a place on a console's front."""
    across, up = at
    slope = solids.SLOPE
    place = (solids.width_mm(screen) / 2 + across, up * cos(slope), solids.LIP + up * sin(slope))
    return body.rotate((35.0, 0.0, 0.0)).translate(place)


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: f"{screen.name} inches")
def test_each_part_of_the_console_goes_through_its_cut_out_and_no_larger_one(screen: Screen) -> None:
    """Buttons, light, piezo and the visible part of the screen pass the front; parts 1 mm larger do not."""
    body = made(f"console-{screen.name}")
    places = [(BUTTON_MM, at, 30.0, -20.0) for at in BUTTONS.values()]
    places += [(LIGHT_MM, LIGHT_AT, 30.0, -20.0), (PIEZO_MM, PIEZO_AT, 4.0, -solids.WALL - 4.1)]
    for across, at, long, low in places:
        for more_mm, is_clear in ((0.0, True), (1.0, False)):
            rod = Manifold.cylinder(long, (across + more_mm) / 2, circular_segments=48).translate((0, 0, low))
            assert ((body ^ on_front(rod, screen, at)).volume() < 0.01) == is_clear, at
    for more_mm, is_clear in ((0.0, True), (1.0, False)):
        pane = Manifold.cube((screen.seen_wide_mm + more_mm, screen.seen_high_mm + more_mm, 20.0), center=True)
        at = 0.0, screen_at(screen) + screen.seen_above_mm
        assert ((body ^ on_front(pane, screen, at)).volume() < 0.01) == is_clear
    whole = Manifold.cube((screen.wide_mm, screen.high_mm, 2.0), center=True).translate((0, 0, -solids.WALL - 1.05))
    assert (body ^ on_front(whole, screen, (0.0, screen_at(screen)))).volume() < 0.01
    assert len(BUTTONS) == sum(part.part == "button" for part in console_circuit().components)


def test_washers_and_strips_fit_the_carrier() -> None:
    """A washer at each cell from above, and the strip's board on its ledges from below; no larger ones."""
    body = made("carrier")
    for cell in range(5):
        for more_mm, is_clear in ((0.0, True), (0.5, False)):
            steel = Manifold.cylinder(WASHER.thick_mm, (WASHER.outer_mm + more_mm) / 2, circular_segments=48)
            assert ((body ^ steel.translate(((cell + 0.5) * PITCH_MM - 0.1, 0, 0))).volume() < 0.01) == is_clear
    top_mm = LAYERS[3].thick_mm + LAYERS[4].thick_mm
    for more_mm, is_clear in ((0.0, True), (0.6, False)):
        board = Manifold.cube((100.0, solids.STRIP_MM + more_mm, LAYERS[5].thick_mm), center=True)
        placed = board.translate((60.0, 0.0, top_mm + LAYERS[5].thick_mm / 2))
        assert ((body ^ placed).volume() < 0.01) == is_clear
    high = Manifold.cube((100.0, solids.STRIP_MM, LAYERS[5].thick_mm), center=True)
    assert (body ^ high.translate((60.0, 0.0, top_mm + LAYERS[5].thick_mm / 2 - 0.5))).volume() > 1.0


def test_the_same_bytes_come_twice() -> None:
    """Two processes write the same files."""
    code = "from hardware.build.solids import SOLIDS, stl; import hashlib; print(hashlib.sha256(b''.join(stl(made()) "
    code += "for _, made in SOLIDS.values())).hexdigest())"
    first, second = (
        subprocess.run([sys.executable, "-c", code], cwd=PROJECT, capture_output=True, check=True).stdout
        for _ in range(2)
    )
    assert first == second
    assert len(first) > 60
