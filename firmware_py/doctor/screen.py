"""The screen: which is plugged in, whether it opens, and what config.txt says of one that needs lines there.

Touch is corrected by four crosses. Why on the command line: whoever has nothing but a touch that is wrong can touch no
page of the device.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from display.touch import CHECK, CROSSES, Point, fit_touches, is_hit, kernel_parameters
from firmware_py.doctor.controls import pin_words
from firmware_py.doctor.findings import GUIDE, Finding, Installation
from firmware_py.host.computer import screen_words
from firmware_py.regular_files import LONGEST_SETTINGS, read_regular
from firmware_py.words import Words, plain, printable, words
from hardware.screens import WITHOUT_DRM, load_screens, moves, screens_in
from hardware.wiring import pins_by_key

CONFIG: Final = "boot/firmware/config.txt"
"""What the firmware of a Raspberry Pi reads before it starts the system."""
DRM: Final = ",drm"
"""What makes an overlay of a small screen take the driver that has a graphics card."""


def screen(installation: Installation) -> Iterator[Finding]:
    """Yield which screens are plugged in, and whether the screen in force opens; it is opened for a moment."""
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


def screen_lines(installation: Installation) -> Iterator[Finding]:
    """Yield what config.txt says of a screen that we know by name: one without a graphics card, and pins of ours."""
    lines = tuple(screens_in(_config(installation), load_screens()))
    without = [line for _, line in lines if DRM not in line]
    for name in _framebuffers(installation):
        remedy = words("its line in {file} must name an overlay with ,drm; {guide}", file=f"/{CONFIG}", guide=GUIDE)
        if len(without) == 1:
            remedy = words(
                "in {file}, add ,drm to the line {line}, and start the computer again",
                file=f"/{CONFIG}",
                line=printable(without[0]),
            )
        text = words("a framebuffer, but no graphics card (DRM): {name}", name=name)
        yield Finding("screen", "FAULT", text, remedy)
    config = installation.config
    ours = {**pins_by_key(config.pins, config.buttons.layout), **config.board.pins()}
    for found, line in lines:
        yield Finding("screen", "note", plain(f"{found.model}: {printable(line)}"))
        for move in moves(found, ours):
            remedy = GUIDE
            if move.to is not None:
                remedy = words("move {key}, as to {pin}; {guide}", key=move.key, pin=pin_words(move.to), guide=GUIDE)
            text = words("the screen takes {pin}, the pin of {key}", key=move.key, pin=pin_words(move.pin))
            yield Finding("pins", "FAULT", text, remedy)


def _config(installation: Installation) -> str:
    with suppress(OSError):
        return read_regular(installation.system / CONFIG, LONGEST_SETTINGS).decode(errors="replace")
    return ""


def _framebuffers(installation: Installation) -> Iterator[str]:
    """Yield the names of the framebuffers that no graphics card stands behind."""
    for name in sorted(Path(installation.system).glob("sys/class/graphics/fb*/name")):
        with suppress(OSError):
            driver = printable(name.read_text(encoding="ascii", errors="replace").strip())
            if driver.startswith(WITHOUT_DRM):
                yield driver


PATIENCE_S = 30.0
"""How long a cross waits for a finger."""


def correct_touch(ask: Callable[[Point, float], Point | None]) -> tuple[bool, tuple[Words, ...]]:
    """Have the crosses touched; return whether that worked, and what to print.

    `ask` shows a cross, and returns where it was touched as the panel reports it; None if nobody did for so long.
    """
    touched = []
    for cross in (*CROSSES, CHECK):
        touch = ask(cross, PATIENCE_S)
        if touch is None:
            return False, (words("No touch was noticed for {seconds} s.", seconds=round(PATIENCE_S)),)
        touched.append(touch)
    first, second, third, check = touched
    found = fit_touches((first, second, third))
    if found is None:
        return False, (words("These touches lie almost in a line: touch the middle of each cross, once."),)
    if not is_hit(check, found):
        return False, (words("The fourth cross was missed: begin again, and touch the middle of each cross, once."),)
    line = f"touch = [{', '.join(str(round(number, 4) + 0.0) for number in found)}]"
    into = words("Put this line under [screen] in the settings, and start the referee:")
    lines = (into, plain(f"  {line}"))
    if named := kernel_parameters(found):
        return True, (*lines, words("Or turn it in config.txt, where the overlay of the screen has these parameters:"),
                      plain(f"  {', '.join(named)}"))  # fmt: skip
    return True, lines
