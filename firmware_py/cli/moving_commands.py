"""`pyramid-referee pack` and `unpack`: everything of a device into a folder, and merged into another device."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from firmware_py.cli.record_commands import with_journal
from firmware_py.cli.terminal import REFUSED, speaker, unreadable
from firmware_py.evenings.results import numbered_players
from firmware_py.pages.settings_menu import known_house_rules
from firmware_py.storage.journal import Journal
from firmware_py.storage.moving import copy_everything, take_everything
from firmware_py.storage.owner_maps import FOLDER as MAPS
from firmware_py.storage.owner_maps import read_maps
from firmware_py.storage.transfers import PULL_OUT, Transfer
from firmware_py.storage.usb_stick import Stick


def pack(options: argparse.Namespace) -> int:
    """Copy everything into a folder, as to a stick."""

    def run(journal: Journal, path: Path) -> int:
        maps, stick = read_maps(path.parent / MAPS), Stick(options.folder, options.folder.name)
        return _do(copy_everything(journal, maps, stick, known_house_rules(), with_secrets=options.with_secrets))

    return _in_folder(options, run, writes=False)


def unpack(options: argparse.Namespace) -> int:
    """Merge what lies in a folder into what is stored."""

    def run(journal: Journal, path: Path) -> int:
        sticks = (Stick(options.folder, options.folder.name),)
        seats = numbered_players(speaker())
        return _do(take_everything(journal, path.parent / MAPS, sticks, known_house_rules(), seats))

    return _in_folder(options, run, writes=True)


def _in_folder(options: argparse.Namespace, run: Callable[[Journal, Path], int], *, writes: bool) -> int:
    try:
        next(options.folder.iterdir(), None)
    except OSError as error:
        return unreadable(options.folder, error)
    return with_journal(options, run, writes=writes)


def _do(transfer: Transfer) -> int:
    """Do all of a transfer, print what came of it, and return the exit status: 1 if not all of it worked."""
    say = speaker()
    while True:
        try:
            next(transfer)
        except StopIteration as done:
            is_done = done.value[-1] == PULL_OUT
            lines = done.value[:-1] if is_done else done.value
            print(*map(say, lines), sep="\n", file=sys.stdout if is_done else sys.stderr)
            return 0 if is_done else REFUSED
