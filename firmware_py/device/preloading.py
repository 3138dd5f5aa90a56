"""Preloading: once the device is ready, the games are loaded that its first page did not need, and saved games read.

Whoever chooses a game then does not wait for it, which would be half a second on the slowest Pi.

Why in a thread: Python lets the loop go on after 5 ms at the latest, in the middle of a module. A game that is chosen
before its turn has come is loaded at once, by whoever needs it.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from threading import Thread

from firmware_py.device.app import App
from firmware_py.pages.registry import PAGES

NAME = "preloading"
"""The name of the thread."""


def begin(app: App) -> None:
    """Begin to load every game in a thread, which then reads the saved games of a device that has just started."""
    Thread(target=_preload, args=(app.state.stored.saved_games,), name=NAME, daemon=True).start()


def _preload(read_saved_games: Callable[[], object]) -> None:
    try:
        for game_id in PAGES:
            PAGES[game_id]
        read_saved_games()
    finally:
        gc.freeze()  # a search through all that is loaded would make a press wait
        gc.enable()
