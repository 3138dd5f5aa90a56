"""A small scene for the renderer of the papers: a screen on its slope, a tower beside it, and their shadows."""

import pygame
from manifold3d import Manifold
from places import GOLDENS

from hardware.build.assembly import Placed
from hardware.build.solids import PANELS, on_front, screen_at, slab
from hardware.guide.render import picture

GOLDEN = GOLDENS / "solids.png"
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


def make() -> None:
    """Write the golden picture."""
    pygame.image.save(drawn(), GOLDEN)
