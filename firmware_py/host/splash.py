"""The first picture: it is on the screen before the settings are checked and the games are loaded.

Why: a dark screen after switching on looks broken. So this module, and what it imports, waits for nothing but the
screen. Mistakes in the settings are found and shown a moment later.

Why it waits for the screen: while a computer starts, the kernel may find the graphics card later than this program
begins, and udev opens the card to its group a moment after that. A driver that waits for another one finds its card
while udev has nothing to do. Until then SDL opens no screen, and the device would stay dark until it is restarted.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Mapping, MutableMapping
from contextlib import suppress
from pathlib import Path

from display.window import Window
from firmware_py.foreign_text import parse_toml
from firmware_py.regular_files import LONGEST_SETTINGS, read_regular

TITLE = "Pyramid Referee"
USUAL = (480, 320), 0
"""The default size and rotation of the screen."""
CARD_S = 15.0
"""Longest wait for a graphics card, while devices are still being found."""
CALM_S = 3.0
"""Without a new device for this long, no card is waited for: there may be none."""
POLL_S = 0.1


def open_window(settings: Path | None, left_out: str = "") -> Window:
    """The panel with the first picture, in the last size and rotation, else as the owner's settings say.

    `left_out`: why the screen is not opened; empty if it is.
    """
    choose_display(os.environ)
    places = (_memory(os.environ), settings)
    size, rotation = next((found for place in places if place and (found := screen_in(place))), USUAL)
    window = Window(size, rotation=rotation, caption=TITLE, left_out=left_out)
    window.show_splash(TITLE)
    return window


def screen_in(file: Path) -> tuple[tuple[int, int], int] | None:
    """Size and rotation of the screen from a settings file, None if they make no sense."""
    try:
        screen = parse_toml(read_regular(file, LONGEST_SETTINGS).decode())["screen"]
        (width, height), rotation = USUAL
        size = screen.get("width", width), screen.get("height", height)
        rotation = screen.get("rotation", rotation)
    except (OSError, ValueError, KeyError, AttributeError, RecursionError):
        return None
    is_sound = all(isinstance(number, int) for number in (*size, rotation))
    return (size, rotation) if is_sound and min(size) >= 200 and max(size) <= 4096 and rotation % 90 == 0 else None


def remember(size: tuple[int, int], rotation: int, environ: Mapping[str, str] = os.environ) -> None:
    """Store the size and rotation in force, so that the next first picture is upright."""
    place = _memory(environ)
    if place:
        with suppress(OSError):  # a disk that cannot be written only costs an upright first picture
            place.write_text(
                f"[screen]\nwidth = {size[0]}\nheight = {size[1]}\nrotation = {rotation}\n", encoding="utf-8"
            )


def _memory(environ: Mapping[str, str]) -> Path | None:
    states = environ.get("STATE_DIRECTORY", "").split(":")[0]
    return Path(states) / "first-picture.toml" if states else None


def choose_display(
    environ: MutableMapping[str, str], system: Path = Path("/"), sleep: Callable[[float], None] = time.sleep
) -> None:
    """Set SDL's variables for the screen, unless there is a desktop or the owner has set them.

    Why: a Raspberry Pi has one graphics card for pictures and one for 3D, and their numbers change at each start. With
    SDL's own choice of renderer the picture can stay black although nothing fails.
    """
    if environ.get("SDL_VIDEODRIVER", "kmsdrm") != "kmsdrm" or "DISPLAY" in environ or "WAYLAND_DISPLAY" in environ:
        return
    environ.setdefault("SDL_RENDER_DRIVER", "opengles2")
    card = _wait_for_card(environ.get("SDL_KMSDRM_DEVICE_INDEX"), system, sleep)
    if card is not None:
        environ["SDL_KMSDRM_DEVICE_INDEX"] = card


def _wait_for_card(chosen: str | None, system: Path, sleep: Callable[[float], None]) -> str | None:
    """The chosen card, or `connected_card`, once it is open to us or no device comes any more."""
    card, calm = chosen, 0
    for _ in range(round(CARD_S / POLL_S)):
        card = chosen or connected_card(system)
        calm = 0 if (system / "run/udev/queue").exists() else calm + 1
        is_open = card is not None and os.access(system / f"dev/dri/card{card}", os.R_OK | os.W_OK)
        if is_open or calm > CALM_S / POLL_S:
            break
        sleep(POLL_S)
    return card


def connected_card(system: Path = Path("/")) -> str | None:
    """The number of the first graphics card with a connected screen, or None."""
    for plug in sorted(system.glob("sys/class/drm/card*-*/status")):
        number = re.match(r"card(\d+)-", plug.parent.name)
        with suppress(OSError):
            if number and plug.read_text(encoding="ascii").strip() == "connected":
                return number[1]
    return None
