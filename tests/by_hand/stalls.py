"""A memory card that stalls for half a minute beneath the real program: `stalls.py [SECONDS]`.

It stalls at the start, in mid-game, and at each of five actions in a row. For each it is printed how long the stall
lasted, the longest time without a sign of life (systemd ends the service after 20 seconds), how often the page said
that something is being saved, and how many actions were played of those pressed, on the screen and on the card.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from places import TESTS
from running_service import notify_socket_at
from stalling_card import stalling
from stored_journal import open_at_noon

from firmware_py.config.file import JOURNAL_NAME, Config
from firmware_py.desk.simulated_device import SimulatedDevice

PROGRAM = TESTS / "support/pressing_device.py"
WATCHDOG_S = 20.0
PRESSES = 6
STALLS = {"at the start": ("1", 1), "in mid-game": ("8", 1), "five times in a row": ("7+", 5)}
"""Which syncs stall, and how many stalls that makes at least."""


def begun(folder: Path) -> None:
    """Begin a game in this data directory."""
    with SimulatedDevice(Config(), folder) as device:
        for button in ("down", *["ok"] * 8):
            device.press(button)


def silence_s(folder: Path, command: tuple[str, ...]) -> tuple[float, float, str]:
    """Run a program; return how long it took, its longest time without a sign of life, and what it printed."""
    address = str(folder / "notify")
    environ = {**os.environ, "NOTIFY_SOCKET": address, "WATCHDOG_USEC": str(round(WATCHDOG_S * 1e6))}
    with notify_socket_at(address) as notify_socket:
        notify_socket.settimeout(0.5)
        began_s = heard_s = time.monotonic()
        longest_s = 0.0
        process = subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True)
        while process.poll() is None:
            try:
                message = notify_socket.recv(4096)
            except TimeoutError:
                continue
            if message.startswith((b"WATCHDOG", b"READY", b"EXTEND")):
                longest_s, heard_s = max(longest_s, time.monotonic() - heard_s), time.monotonic()
        took_s = time.monotonic() - began_s
        printed = process.stdout.read() if process.stdout else ""
    return took_s, max(longest_s, time.monotonic() - heard_s), printed


def main(stall_s: float) -> int:
    """Print the table; return 1 if a sign of life was late, or an action lost or doubled."""
    all_is_well = True
    for name, (syncs, stalls) in STALLS.items():
        with tempfile.TemporaryDirectory(dir=Path.cwd()) as made:
            folder = Path(made)
            begun(folder)
            command = (*stalling(stall_s, syncs), sys.executable, str(PROGRAM), str(folder), str(PRESSES))
            took_s, longest_s, printed = silence_s(folder, command)
            rounds = json.loads(printed)
            shown, said = rounds[-1][0], sum(kind in {"saving", "warning"} for _, kind in rounds)
            stored = open_at_noon(folder / JOURNAL_NAME).journal.load(1).ply
        is_well = shown == stored == PRESSES - 1 and longest_s < WATCHDOG_S and took_s > stalls * stall_s
        all_is_well &= is_well
        print(
            f"{name:<20} {took_s:6.1f} s in all, {longest_s:4.1f} s without a sign of life, said in {said} rounds; "
            f"{PRESSES - 1} actions pressed, {shown} shown, {stored} stored: {'well' if is_well else 'WRONG'}",
            flush=True,
        )
    return 0 if all_is_well else 1


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 30.0))
