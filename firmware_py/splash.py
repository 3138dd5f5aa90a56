"""The first picture: on the screen before the settings are checked and the games are loaded.

Why: a dark screen after switching on looks broken. So this module, and whatever it imports, waits for nothing but the
screen itself; what is wrong with the settings is found and told a moment later.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import MutableMapping
from contextlib import suppress
from pathlib import Path

from display.window import Window
from firmware_py.notify import notify

TITLE = "Pyramid Referee"
USUAL = (480, 320), 0
"""The screen's size and rotation where nothing else is said."""


def open_window(settings: Path | None) -> Window:
    """Return the panel, as the owner's settings say it is mounted, with the first picture on it."""
    choose_display(os.environ)
    size, rotation = screen_in(settings) if settings else USUAL
    window = Window(size, rotation=rotation, caption=TITLE)
    window.greet(TITLE)
    notify("STATUS=starting")
    return window


def screen_in(settings: Path) -> tuple[tuple[int, int], int]:
    """Return size and rotation of the screen in this file, or the usual ones if it makes no sense."""
    try:
        screen = tomllib.loads(settings.read_text(encoding="utf-8"))["screen"]
        (width, height), rotation = USUAL
        size = screen.get("width", width), screen.get("height", height)
        rotation = screen.get("rotation", rotation)
        if all(side in range(200, 4097) for side in size) and rotation in range(0, 360, 90):
            return size, rotation
    except (OSError, ValueError, KeyError, AttributeError, RecursionError):
        pass
    return USUAL


def choose_display(environ: MutableMapping[str, str], system: Path = Path("/")) -> None:
    """Tell SDL where the screen is, unless there is a desktop or the owner has told it already.

    Why: a Raspberry Pi has a card for pictures and one for arithmetic, numbered anew at each start; and with SDL's own
    choice of renderer the picture can stay black though nothing fails.
    """
    if environ.get("SDL_VIDEODRIVER", "kmsdrm") != "kmsdrm" or "DISPLAY" in environ or "WAYLAND_DISPLAY" in environ:
        return
    environ.setdefault("SDL_RENDER_DRIVER", "opengles2")
    card = connected_card(system)
    if card is not None:
        environ.setdefault("SDL_KMSDRM_DEVICE_INDEX", str(card))


def connected_card(system: Path = Path("/")) -> int | None:
    """Return the number of the first graphics card with a screen on one of its plugs, or None."""
    for plug in sorted(system.glob("sys/class/drm/card*-*/status")):
        number = re.match(r"card(\d+)-", plug.parent.name)
        with suppress(OSError):
            if number and plug.read_text(encoding="ascii").strip() == "connected":
                return int(number[1])
    return None
