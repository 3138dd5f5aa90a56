"""The renderer of the papers' pictures: what is near hides what is far, light comes from the sun, and pictures stay."""

from itertools import product

import numpy as np
import pygame
import pytest
from manifold3d import Manifold
from rendered_bodies import GOLDEN, drawn

from hardware.build.assembly import Placed
from hardware.guide.render import SUN, VIEWS, Sun, axes, blur, depths, scene

SIDE, ZOOM = 24, 0.5
CUBE = Placed("cube", Manifold.cube((20.0, 20.0, 20.0), True), (200, 100, 50))
UPWARD = np.array([[[0.0, 0.0, 1.0]]])


@pytest.mark.parametrize("turn, above", [*VIEWS, SUN])
def test_a_picture_has_three_right_angles(turn: float, above: float) -> None:
    """Right is level, down is not up, and whoever looks from above looks down."""
    right, down, away = axes(turn, above)
    assert np.allclose(np.array([right, down, away]) @ np.array([right, down, away]).T, np.eye(3))
    assert right[2] == 0
    assert down[2] < 0
    assert np.isclose(away[2], -np.sin(np.radians(above)))
    assert np.allclose(np.cross(right, down), away)
    assert np.allclose(axes(0.0, 0.0), [(1, 0, 0), (0, 0, -1), (0, 1, 0)])


def test_the_ground_lies_under_all_bodies_and_far_beyond() -> None:
    """It has the last number; bodies keep their colours, their middle is the origin, and faces look outwards."""
    of = scene([CUBE, CUBE._replace(body=CUBE.body.translate((30.0, 0.0, 10.0)), colour=(1, 2, 3))])
    assert [*np.unique(of.bodies, return_counts=True)[1]] == [12, 12, 2]
    cubes, ground = of.faces[of.bodies < 2].reshape(-1, 3), of.faces[of.bodies == 2].reshape(-1, 3)
    assert np.allclose([cubes.min(axis=0), cubes.max(axis=0)], [(-25, -10, -15), (25, 10, 15)])
    assert np.allclose(ground[:, 2], -15)
    assert np.allclose(np.abs(ground[:, :2]), 4 * np.linalg.norm((50, 20, 30)))
    assert len(np.unique(ground, axis=0)) == 4
    assert np.allclose(np.linalg.norm(of.normals, axis=1), 1)
    assert np.allclose(of.normals[of.bodies == 2], UPWARD[0])
    middles = np.array([(-15, 0, -5), (15, 0, 5)])[of.bodies[of.bodies < 2]]
    assert np.all(np.einsum("ij,ij->i", of.faces[of.bodies < 2].mean(axis=1) - middles, of.normals[of.bodies < 2]) > 9)
    assert np.allclose(of.colours[of.bodies == 1], (1, 2, 3))


@pytest.mark.parametrize("turn, above", VIEWS)
def test_each_pixel_shows_the_nearest_face_behind_its_middle(turn: float, above: float) -> None:
    """As a ray through the middle of each pixel finds it, which meets each face where linear algebra says."""
    of, to = (
        scene([CUBE, CUBE._replace(body=CUBE.body.rotate((10, 20, 30)).translate((14.0, 3.0, 9.0)))]),
        axes(turn, above),
    )
    depth, nearest = depths(of, to, SIDE, ZOOM)
    assert len(np.unique(of.bodies[nearest])) == 3
    middles = (np.array([*product(range(SIDE), repeat=2)]) + 0.5 - SIDE / 2)[:, ::-1] / ZOOM
    met = np.full((len(of.faces), SIDE * SIDE), np.inf)
    for number in np.flatnonzero(of.normals @ to[2] < 0):
        first, second, third = of.faces[number] @ to.T
        sides = np.array([second - first, third - first])
        shares = np.linalg.solve(sides[:, :2].T, (middles - first[:2]).T)
        is_met = (shares.min(axis=0) >= 0) & (shares.sum(axis=0) <= 1)
        met[number, is_met] = first[2] + (shares.T @ sides[:, 2])[is_met]
    assert np.allclose(depth.ravel(), met.min(axis=0))
    assert np.array_equal(nearest.ravel(), met.argmin(axis=0))


def test_where_nothing_is_there_is_no_depth() -> None:
    """From below the ground is not seen, and nothing else lies beside a cube."""
    depth, nearest = depths(scene([CUBE]), axes(0.0, -90.0), SIDE, ZOOM)
    is_cube = np.zeros((SIDE, SIDE), bool)
    is_cube[7:17, 7:17] = True
    assert np.array_equal(nearest != -1, is_cube)
    assert np.array_equal(depth < np.inf, is_cube)
    assert np.allclose(depth[is_cube], -10)


def test_blurring_is_the_mean_of_a_square() -> None:
    """At an edge its last pixel is repeated."""
    values, reach = np.arange(42.0).reshape(6, 7) ** 2 % 31, 2
    wide = np.pad(values, reach, mode="edge")
    means = [[wide[row : row + 5, column : column + 5].mean() for column in range(7)] for row in range(6)]
    assert np.allclose(blur(values, reach), means)


def test_the_sun_shines_on_what_it_sees_and_leaves_a_shadow_behind() -> None:
    """By the cosine of its height: on a roof, on the ground before a house and far away, but not behind the house."""
    of = scene([CUBE])
    sun, away = Sun(of, 40.0, 300), axes(*SUN)[2]
    behind = away * 30.0 * np.array([1, 1, 0])
    grounds = (-behind, 50 * away, -50 * away, behind)
    whole = np.sin(np.radians(SUN[1]))

    def light(x: float, y: float, z: float, normals: np.ndarray = UPWARD) -> float:
        """Light on a small patch around a point; soft edges need some of it."""
        return float(sun.shines(np.full((9, 9, 3), (x, y, z)), np.broadcast_to(normals, (9, 9, 3)))[4, 4])

    assert light(0, 0, 10) == pytest.approx(whole)
    assert [light(x, y, -10) for x, y, _ in grounds[:3]] == pytest.approx([whole] * 3)
    assert light(*(away * (10 / -away[2]) * (1, 1, 0))[:2], -10) == 0
    assert light(0, 0, 10, -UPWARD) == 0
    assert light(0, 0, 10, -away[None, None]) == pytest.approx(1)


def test_the_sun_sees_shadows_out_to_the_edge_of_what_it_looks_at() -> None:
    """Behind houses that stand 39 of 48 mm from the middle, as it sees them, and however deep."""
    sun, away = Sun(scene([CUBE, CUBE._replace(body=CUBE.body.translate((100, 0, 0)))]), 30.0, 300), axes(*SUN)[2]
    for x in (-50.0, 50.0):
        behind = np.array([x, 0, 0]) + away * 90.0
        assert sun.shines(np.full((9, 9, 3), behind), np.broadcast_to(UPWARD, (9, 9, 3)))[4, 4] == 0


def test_a_rendered_picture_stays_as_it_is() -> None:
    """Bodies, light, shadows, hollows, edges, and the page on a console's screen; else `make goldens`, and look."""
    now, golden = (pygame.surfarray.array3d(of).astype(int) for of in (drawn(), pygame.image.load(GOLDEN)))
    assert now.shape == golden.shape
    assert (np.abs(now - golden).max(axis=-1) > 6).mean() < 0.004
