"""The screen: what is plugged in, and whether it opens."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress

from firmware_py.doctor.findings import Finding, Installation
from firmware_py.host.health import screen_words
from firmware_py.words import plain, words


def screen(installation: Installation) -> Iterator[Finding]:
    """Yield which screens are plugged in, and whether the screen in force opens; it is opened for a moment."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    from display.window import Window
    from firmware_py.host.splash import choose_display

    for plug in sorted(installation.system.glob("sys/class/drm/card*-*/status")):
        with suppress(OSError):
            state = plug.read_text(encoding="ascii").strip()
            yield Finding("screen", "note", words("plug {name}: {state}", name=plug.parent.name, state=state))
    choose_display(os.environ, installation.system)
    panel = installation.config.screen
    with Window((panel.width, panel.height), rotation=panel.rotation) as window:
        if window.fault and not installation.is_pi:
            yield Finding("screen", "note", words("not here. {why}", why=screen_words(window.fault)))
            return
        if window.fault:
            remedy = words(
                "look at the cable; the user must be in the groups video and render; no desktop may be running"
            )
            yield Finding("screen", "FAULT", screen_words(window.fault), remedy)
            return
        width, height = pygame.display.get_window_size()
        sdl = ".".join(map(str, pygame.get_sdl_version()))
        yield Finding("screen", "good", plain(f"{pygame.display.get_driver()}, {width} x {height}, SDL {sdl}"))
