"""Touch lines of a page, each until its USB transfer is done."""

from display.view import Menu
from firmware_py.desk.simulated_device import SimulatedDevice

TRANSFER_S = 0.5


def choose(device: SimulatedDevice, *labels: str) -> None:
    """Touch one line after the other, and let every transfer end."""
    for label in labels:
        body = device.app.view.body
        menu = body if isinstance(body, Menu) else body.choices  # type: ignore[union-attr]
        device.touch(next(item.target for item in menu.items if item.label == label))
        device.wait(TRANSFER_S)
