"""Garbage: Python's search for it rests while the program loads, and never goes through what was loaded.

Of what is loaded hardly anything becomes garbage, but a search through all of it would delay a press.
"""

from __future__ import annotations

import gc


def rest() -> None:
    """Search for no garbage from now on."""
    gc.disable()


def search_what_comes() -> None:
    """Search for garbage again, and never in what there is by now."""
    gc.freeze()
    gc.enable()
