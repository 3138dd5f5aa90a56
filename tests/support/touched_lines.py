"""Lines of a page that a finger touches, each until its errand is done."""

from display.view import Menu
from firmware_py.desk.simulated_device import SimulatedDevice

ERRAND_S = 0.5


def choose(box: SimulatedDevice, *labels: str) -> None:
    """Touch one line after the other, and let every errand come to its end."""
    for label in labels:
        body = box.app.view.body
        menu = body if isinstance(body, Menu) else body.choices  # type: ignore[union-attr]
        box.touch(next(item.target for item in menu.items if item.label == label))
        box.wait(ERRAND_S)
