"""`pyramid-referee run`: the device itself.

Why the late imports: the start is counted before anything that may fail, and the first picture comes before all that is
slow to load.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from importlib import import_module
from types import SimpleNamespace


def run(options: argparse.Namespace) -> int:
    """Show the first picture, read the settings, run the device, and return the exit status."""
    _arrange_this_process()
    from firmware_py.host import failed_starts

    start = failed_starts.begin()  # before anything that may fail

    from firmware_py.host.log import never_wait_for_the_log, tell_places_of_a_hang
    from firmware_py.host.sd_notify import notify
    from firmware_py.host.splash import open_window

    never_wait_for_the_log()
    tell_places_of_a_hang()
    window = open_window(options.config, start.screen_fault)
    start.picture_stands()
    notify(f"STATUS=starting\nEXTEND_TIMEOUT_USEC={failed_starts.LOADING_S * 1_000_000}")

    from firmware_py.cli.terminal import UNUSABLE
    from firmware_py.config.schema import Config, ConfigError, data_directory, load_config
    from firmware_py.device import panel
    from firmware_py.host.data_owner import as_owner_of
    from firmware_py.words import Words, words

    warnings: tuple[Words, ...] = ()
    try:
        config = load_config(options.config)
    except ConfigError as error:
        print(error, file=sys.stderr)  # the log is English
        config, first = Config(), error.problems[0]
        warnings = (words("The settings file cannot be used: the defaults are in force. {first}", first=first),)
    try:
        data = options.data or data_directory(config, os.environ)
    except ConfigError as error:
        warnings = (*warnings, *error.problems)
        try:
            data = data_directory(Config(), os.environ)
        except ConfigError:
            print(error, file=sys.stderr)
            return UNUSABLE
    try:
        with as_owner_of(data):
            return panel.run(window, config, data, warnings, start)
    except ConfigError as error:
        print(error, file=sys.stderr)
        return UNUSABLE


def _arrange_this_process() -> None:
    """Spare this process, which is the device and nothing else, what a start need not wait for.

    What is loaded is no garbage: Python searches for none until the device is ready. And gpiozero looks up pin
    factories although it is given one; `importlib.metadata`, which loads all that reads e-mail (a tenth of a start),
    is loaded only if it is asked after all. Digests are Python's own, as OpenSSL would take 4 MB of 50, and pygame's
    mixer, 3 MB, is loaded by `hardware.controls.sound` where tunes need it.
    """
    gc.disable()
    for unneeded in ("_hashlib", "pygame.mixer", "pygame.mixer_music"):
        sys.modules.setdefault(unneeded, None)  # type: ignore[arg-type]  # documented: an import then fails
    metadata = SimpleNamespace(entry_points=lambda **wanted: import_module("importlib.metadata").entry_points(**wanted))
    sys.modules.setdefault("importlib_metadata", metadata)  # type: ignore[arg-type]
