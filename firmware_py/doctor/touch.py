"""Correcting the touch of a panel: four crosses to touch, and the line for the owner's settings.

Why on the command line: whoever has nothing but a touch that is wrong can touch no page of the device.
"""

from __future__ import annotations

from collections.abc import Callable

from display.touch import CHECK, CROSSES, Point, fit_touches, is_hit, kernel_parameters
from firmware_py.words import Words, plain, words

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
