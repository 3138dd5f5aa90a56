"""Case, frame and carriers: closed, in one piece, thick enough, small enough, and cut for the parts of the list."""

import io
import struct
import subprocess
import sys
import zipfile
from collections import Counter
from functools import cache
from math import cos, hypot, sin

import numpy as np
import pytest
import rendered_bodies
from manifold3d import Manifold
from places import PROJECT
from rendered_bodies import measured, read_measures
from sampling import before_a_release, many

from hardware.build import solids
from hardware.build.assembly import board, cell_mm, pico
from hardware.build.nets import console as console_circuit
from hardware.build.section import INDICATOR, LAYERS, MOVER, PITCH_MM, WASHER
from hardware.build.solids import (
    BED,
    BUTTON_MM,
    BUTTONS,
    CARD,
    CARD_MM,
    LIGHT_AT,
    LIGHT_MM,
    PANELS,
    PIEZO_AT,
    PIEZO_MM,
    SOLIDS,
    USB_AT,
    USB_PLUG,
    ScreenBoard,
    on_front,
    screen_at,
    stl,
    triangles,
)
from hardware.build.stripboard import HOLE_MM, HOLES, SWITCHED_TRACK, strip_map
from hardware.screens import Screen, load_screens

THINNEST_MM = 1.6
made, put_together = cache(rendered_bodies.made), cache(rendered_bodies.put_together)


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
    rays = np.argsort(-sizes)[: many(80, whole=700)]
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


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: f"{panel.name} inches")
def test_each_part_of_the_console_goes_through_its_cut_out_and_no_larger_one(panel: ScreenBoard) -> None:
    """Buttons, light, piezo and the visible part of the screen pass the front; parts 1 mm larger do not."""
    body = made(f"console-{panel.name}")
    places = [(BUTTON_MM, at, 30.0, -20.0) for at in BUTTONS.values()]
    places += [(LIGHT_MM, LIGHT_AT, 30.0, -20.0), (PIEZO_MM, PIEZO_AT, 4.0, -solids.WALL - 4.1)]
    for across, at, long, low in places:
        for more_mm, is_clear in ((0.0, True), (1.0, False)):
            rod = Manifold.cylinder(long, (across + more_mm) / 2, circular_segments=48).translate((0, 0, low))
            assert ((body ^ on_front(panel, at, rod)).volume() < 0.01) == is_clear, at
    for more_mm, is_clear in ((0.0, True), (1.0, False)):
        pane = Manifold.cube((panel.seen_wide + more_mm, panel.seen_high + more_mm, 20.0), center=True)
        at = 0.0, screen_at(panel) + panel.seen_above
        assert ((body ^ on_front(panel, at, pane)).volume() < 0.01) == is_clear
    whole = Manifold.cube((panel.wide, panel.high, 2.0), center=True).translate((0, 0, -solids.WALL - 1.05))
    assert (body ^ on_front(panel, (0.0, screen_at(panel)), whole)).volume() < 0.01
    assert len(BUTTONS) == sum(part.part == "button" for part in console_circuit().components)


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: f"{panel.name} inches")
@pytest.mark.parametrize("deep_mm", [23.0, 49.0], ids=["Zero", "larger"])
def test_a_raspberry_pi_finds_four_posts_on_the_base(panel: ScreenBoard, deep_mm: float) -> None:
    """Its holes are 58 mm apart, and 23 mm (Zero) or 49 mm (3A+, 3B+, 4, 5): each has a post with a screw's hole."""
    body = made(f"base-{panel.name}")
    wide, deep = solids.width_mm(panel), solids.front_mm(panel) * cos(solids.SLOPE)
    for x in (-29.0, 29.0):
        for y in (-11.5, -11.5 + deep_mm):
            at = wide / 2 + x, deep / 2 + y, solids.WALL + 1.0
            screw = Manifold.cylinder(4.0, 1.0, circular_segments=48).translate(at)
            post = Manifold.cylinder(4.0, 2.9, circular_segments=48).translate(at) - Manifold.cylinder(
                4.0, 1.2, circular_segments=48
            ).translate(at)
            assert (body ^ screw).volume() < 0.01
            assert (body ^ post).volume() == pytest.approx(post.volume(), rel=0.02)


def test_only_rails_are_soldered_where_a_carrier_s_ledges_lie() -> None:
    """Holes A and H are under the ledges, so the rails are on the copper side; the cells' other wires are free."""
    free_mm = (solids.STRIP_MM + solids.CLEAR) / 2 - solids.LEDGE
    thick_mm, middle = 0.64, (len(HOLES) - 1) / 2
    under = {hole for at, hole in enumerate(HOLES) if abs(at - middle) * HOLE_MM + thick_mm / 2 > free_mm}
    board = strip_map()
    ends = [(one, other) for one, other in board.wires if min(one[0], other[0]) < SWITCHED_TRACK]
    assert {one[1] for one, other in ends if one[1] == other[1] and one[1] in under} == under == {"A", "H"}
    assert not [one for one, other in ends if one[1] in under and other[1] != one[1]]


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


def test_the_pico_s_board_and_a_plug_fit_its_box() -> None:
    """The board lies on its ledges, and a plug reaches the socket; no larger ones."""
    body = made("pico-box")
    floor_mm = solids.WALL + solids.BELOW_CARD
    for more_mm, is_clear in ((0.0, True), (1.0, False)):
        card = Manifold.cube((CARD[0] + more_mm, CARD[1] + more_mm, CARD_MM), center=True)
        assert ((body ^ card.translate((0, 0, floor_mm + CARD_MM / 2))).volume() < 0.01) == is_clear
        plug = Manifold.cube((30.0, *(side + more_mm for side in USB_PLUG)), center=True)
        assert ((body ^ plug.translate((CARD[0] / 2, *USB_AT))).volume() < 0.01) == is_clear
    lower = Manifold.cube((*CARD, CARD_MM), center=True).translate((0, 0, floor_mm + CARD_MM / 2 - 0.5))
    assert (body ^ lower).volume() > 1.0
    lid = made("pico-lid").rotate((180, 0, 0)).translate((0, 0, body.bounding_box()[5] + solids.WALL))
    assert (body ^ lid).volume() < 0.01
    (socket,) = (placed.body.bounding_box() for placed in pico() if placed.name == "USB socket")
    assert (socket[1] + socket[4]) / 2 == pytest.approx(USB_AT[0])
    assert (socket[2] + socket[5]) / 2 == pytest.approx(USB_AT[1])


@pytest.mark.parametrize("screen", [each for each in load_screens() if each.panel], ids=lambda screen: screen.name)
def test_a_console_s_screen_is_that_of_the_table(screen: Screen) -> None:
    """What is seen of it has the shape of its pixels, and measures so many inches across its corners."""
    (panel,) = (each for each in PANELS if each.name == screen.panel["name"])
    assert panel.seen_wide / panel.seen_high == pytest.approx(screen.width / screen.height, rel=0.09)
    assert hypot(panel.seen_wide, panel.seen_high) / 25.4 == pytest.approx(float(panel.name), rel=0.02)
    assert panel.name in screen.inches


def test_a_figure_stands_in_the_middle_of_each_cell() -> None:
    """Also at the rim: the frame is as far from the widest magnet as a hand may be askew."""
    frame = [each.body for each in board() if each.name.startswith(("corner", "lid"))]
    for row, column in ((0, 0), (9, 0), (0, 9), (9, 9)):
        x, y = cell_mm(row, column)
        for disc, low_mm in ((MOVER, solids.LIPS - 40.0), (INDICATOR, solids.LIPS + solids.THICK)):
            foot = Manifold.cylinder(40.0, disc.diameter_mm / 2 + 3.0, circular_segments=64).translate((x, y, low_mm))
            assert all((foot ^ body).volume() < 0.01 for body in frame), (row, column)


def test_cables_leave_the_board_and_clips_reach_the_screen() -> None:
    """A cable of forty wires goes from the strips' ends to the outside; each clip lies 5 mm over the screen's back."""
    cable = Manifold.cube((40.0, 28.0, 5.0), center=True)
    corner = made("corner-a")
    high = corner.bounding_box()[4]
    assert (corner ^ cable.translate((0.0, high - 60.0, solids.LIPS + 4.0))).volume() < 0.01
    for panel in PANELS:
        placed = put_together(panel.name)
        (screen,) = (each.body for each in placed if each.name == "screen")
        clips = [each.body for each in placed if each.name.startswith("clip")]
        nearer = (0.0, -2.0 * sin(solids.SLOPE), 2.0 * cos(solids.SLOPE))
        assert len(clips) == 4
        assert all((clip.translate(nearer) ^ screen).volume() > 9.0 * 5.0 * 0.4 for clip in clips)


def test_bodies_stay_as_they_are() -> None:
    """Volume, surface, place in the whole and middle of each, printed or bought; else `make goldens`, and look."""
    now, golden = [*measured(made, put_together)], [*read_measures()]
    assert [name for name, _ in now] == [name for name, _ in golden]
    different = [
        name for (name, numbers), (_, were) in zip(now, golden, strict=True) if numbers != pytest.approx(were, abs=0.02)
    ]
    assert not different


@pytest.mark.parametrize("of", ["board", *(panel.name for panel in PANELS)])
def test_parts_that_are_put_together_do_not_overlap(of: str) -> None:
    """Frame, faces, carriers, washers, strips, sensors, chips, lids and feet; console, screen, buttons and Pi."""
    solid = [each for each in put_together(of) if not each.is_drawn_only]
    boxes = np.array([each.body.bounding_box() for each in solid])
    near = (boxes[:, None, :3] < boxes[None, :, 3:]).all(axis=2) & (boxes[None, :, :3] < boxes[:, None, 3:]).all(axis=2)
    found = [
        (solid[one].name, solid[other].name)
        for one, other in np.argwhere(np.triu(near, 1))
        if (solid[one].body ^ solid[other].body).volume() > 0.5
    ]
    assert not found


def test_the_board_s_layers_touch_as_the_section_says() -> None:
    """Each layer's body lies where the sum of the layers before it ends, and nothing stands out of a face."""
    at = {each.name: each.body.bounding_box() for each in board()}
    top_mm = at["hunters' face"][5]
    depth = [top_mm - sum(layer.thick_mm for layer in LAYERS[1:count]) for count in range(1, len(LAYERS))]
    assert at["washer 0.0"][5] == pytest.approx(depth[2]) and at["washer 0.0"][2] == pytest.approx(depth[3])
    assert at["strip 0"][5] == pytest.approx(depth[4]) and at["strip 0"][2] == pytest.approx(depth[5])
    assert at["sensor 0.0"][5] < depth[3] and at["mummy's face"][5] == pytest.approx(depth[6])
    cells = [(at[f"washer 0.{column}"], at[f"sensor 0.{column}"]) for column in range(10)]
    assert all(steel[0] + steel[3] == pytest.approx(sensor[0] + sensor[3], abs=0.6) for steel, sensor in cells)


def test_a_file_s_name_tells_how_many_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two and more; one is told by no number."""
    cube = Manifold.cube((1.0, 1.0, 1.0))
    monkeypatch.setattr(solids, "SOLIDS", {name: (int(name), lambda: cube) for name in "1234"})
    assert [name for name, _ in solids.files()] == ["1.stl", "2-2x.stl", "3-3x.stl", "4-4x.stl"]


@before_a_release
def test_the_archive_of_a_release_is_the_same_bytes_twice() -> None:
    """Two processes pack the same files, one for each body, named by how many are printed."""
    code = "import sys; from hardware.build.solids import archive; sys.stdout.buffer.write(archive())"
    first, second = (
        subprocess.run([sys.executable, "-c", code], cwd=PROJECT, capture_output=True, check=True).stdout
        for _ in range(2)
    )
    assert first == second
    packed = zipfile.ZipFile(io.BytesIO(first))
    assert len(packed.namelist()) == len(SOLIDS)
    assert packed.read("carrier-20x.stl") == stl(made("carrier"))
