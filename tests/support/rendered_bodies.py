"""What is printed and put together: each body's measures, and a small scene for the renderer of the papers."""

from collections.abc import Callable, Iterator

import numpy as np
import pygame
from manifold3d import Manifold
from places import GOLDENS

from hardware.build.assembly import Placed, upright, whole_console
from hardware.build.solids import PANELS, SOLIDS, on_front, screen_at, slab
from hardware.guide.render import picture

GOLDEN = GOLDENS / "solids.png"
MEASURES = GOLDENS / "solids.txt"
PANEL = PANELS[0]


def bodies() -> list[Placed]:
    """A plate, a tower, and a screen (the third, as in a console) that shows a page."""
    middle = screen_at(PANEL) + PANEL.seen_above
    screen = on_front(PANEL, (0.0, middle), slab(PANEL.seen_wide, PANEL.seen_high, 2.0, (0, 0, 0)))
    low_x, low_y, low_z, high_x, high_y, _ = screen.bounding_box()
    plate = slab(high_x - low_x, high_y - low_y, 6.0, ((low_x + high_x) / 2, (low_y + high_y) / 2, low_z - 30.0))
    tower = Manifold.cylinder(90.0, 14.0, 8.0, 16).translate((high_x + 30.0, low_y, low_z - 30.0))
    return [
        Placed("plate", plate, (196, 152, 98)),
        Placed("tower", tower, (196, 58, 48)),
        Placed("screen", screen, (0, 0, 0)),
    ]


def drawn() -> pygame.Surface:
    return picture(bodies(), PANEL, size=64, shadow=300)


def made(name: str) -> Manifold:
    """A printed body."""
    return SOLIDS[name][1]()


def put_together(of: str) -> list[Placed]:
    """The board, or the console of the screen of this name."""
    return upright() if of == "board" else whole_console(next(panel for panel in PANELS if panel.name == of))


def middle_mm(body: Manifold) -> tuple[float, ...]:
    """The centre of a body's mass: it tells where each hole is, which volume and surface do not."""
    mesh = body.to_mesh()
    corners = mesh.vert_properties[:, :3].astype(float)[mesh.tri_verts]
    volumes = np.linalg.det(corners)
    return tuple((volumes[:, None] * corners.sum(axis=1)).sum(axis=0) / 4 / volumes.sum())


def measured(
    made: Callable[[str], Manifold] = made, put_together: Callable[[str], list[Placed]] = put_together
) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Yield each body's name, its volume and surface, and where it begins, ends and has its middle, in mm.

    Of the board's many sensors and washers the first and the last.
    """
    bodies = [(name, made(name)) for name in SOLIDS]
    bodies += [(f"{panel.name}: {placed.name}", placed.body) for panel in PANELS for placed in put_together(panel.name)]
    board = put_together("board")
    ends = ({placed.name.split(" ")[0]: placed for placed in order} for order in (board, board[::-1]))
    bodies += [(placed.name, placed.body) for of_each_kind in ends for placed in of_each_kind.values()]
    for name, body in bodies:
        yield name, (body.volume(), body.surface_area(), *body.bounding_box(), *middle_mm(body))


def read_measures() -> Iterator[tuple[str, tuple[float, ...]]]:
    for line in MEASURES.read_text(encoding="utf-8").splitlines():
        name, *numbers = line.split("\t")
        yield name, tuple(map(float, numbers))


def make() -> None:
    """Write the golden picture and the golden measures."""
    pygame.image.save(drawn(), GOLDEN)
    lines = ("\t".join((name, *(f"{number:.2f}" for number in numbers))) for name, numbers in measured())
    MEASURES.write_text("\n".join(lines) + "\n", encoding="utf-8")
