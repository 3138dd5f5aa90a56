"""Lines of a page that the cursor goes to, and that are chosen with `ok`."""

from display.view import as_text
from firmware_py.desk.simulated_device import SimulatedDevice


def choose(device: SimulatedDevice, *labels: str) -> None:
    """Move the cursor to a line that contains the label, and choose it; one label a page."""
    for label in labels:
        for _ in range(30):
            shown = as_text(device.app.view)
            if any(line.startswith("> ") and label in line for line in shown.splitlines()):
                break
            device.press("down")
        else:
            raise AssertionError(f"{label} is not on this page:\n{shown}")
        device.press("ok")
