"""A memory card that stalls for half a minute beneath the real program: `stalls.py [SECONDS]`.

It stalls at the start, in mid-game, and at each of five actions in a row. For each it is printed how long the stall
lasted, the longest time without a sign of life (systemd ends the service after 20 seconds), how often the page said
that something is being saved, and how many actions were played of those pressed, on the screen and on the card.

Then it stalls at every sync of an update, which is left alone, or ended by a lost connection before or after the
service was stopped. It is printed which version and games there are in the end, how often the service was started, and
what was left lying.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from installed_pi import Pi, pi_in
from places import PROJECT, TESTS
from running_service import notify_socket_at
from stalling_card import stalling
from stored_journal import open_at_noon

from firmware_py.config.file import JOURNAL_NAME
from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice

PROGRAM = TESTS / "support/pressing_device.py"
WATCHDOG_S = 20.0
UPDATES = {"an update": "", "cut off early": "modprobe", "cut off late": "systemctl stop"}
"""At which command the connection is lost."""
OLDER = "20200101T000000Z"
"""The version before an update."""
PRESSES = 6
STALLS = {"at the start": ("1", 1), "in mid-game": ("8", 1), "five times in a row": ("7+", 5)}
"""Which syncs stall, and how many stalls that makes at least."""


def begun(folder: Path) -> None:
    """Begin a game in this data directory."""
    with SimulatedDevice(Config(), folder) as device:
        for button in ("down", *["ok"] * 4):
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


def updated(folder: Path, stall_s: float, hang_up_at: str) -> tuple[float, Pi]:
    """Update a device on a card that stalls at every sync; return how long it took, and the device.

    Once the command `hang_up_at` was given, if any, the connection through which the installer was called is lost.
    """
    pi = pi_in(folder)
    assert pi.call("install").returncode == 0
    pi.age()
    pi.games.write_text("played games")
    (folder / "bin" / "sync").unlink()
    pi.commands()
    began_s = time.monotonic()
    script = ("env", "--default-signal=HUP,INT", str(PROJECT / "systemd" / "install"), "--root", str(pi.root))
    environ, out = {**os.environ, **pi.environment()}, subprocess.DEVNULL
    with subprocess.Popen([*stalling(stall_s, "1+"), *script], env=environ, stdout=out, stderr=out) as process:
        while hang_up_at and process.poll() is None:
            time.sleep(0.05)
            if pi.notes.exists() and hang_up_at in pi.notes.read_text():
                process.send_signal(signal.SIGHUP)
                break
    return time.monotonic() - began_s, pi


def updates(stall_s: float) -> bool:
    """Print what updates on a stalling card end in; return whether all are well."""
    all_is_well = True
    for name, hang_up_at in UPDATES.items():
        with tempfile.TemporaryDirectory(dir=Path.cwd()) as made:
            took_s, pi = updated(Path(made), stall_s, hang_up_at)
            done = pi.commands()
            starts, stops = (sum(f"systemctl {verb} pyramid" in line for line in done) for verb in ("restart", "stop"))
            is_old = pi.current.name == OLDER
            left = [path.name for path in pi.root.rglob("*") if path.name.endswith(".new") or path.name == "unfinished"]
            versions, games = len(list(pi.current.parent.iterdir())), pi.games.read_text()
        is_well = is_old == bool(hang_up_at) and versions == (1 if is_old else 2) and starts == min(stops, 1)
        is_well = is_well and not left and games == "played games" and took_s > stall_s
        all_is_well &= is_well
        print(
            f"{name:<20} {took_s:6.1f} s in all; the {'older' if is_old else 'new'} version of {versions}, {games}; "
            f"started {starts} times; left lying: {left or 'nothing'}: {'well' if is_well else 'WRONG'}",
            flush=True,
        )
    return all_is_well


def main(stall_s: float) -> int:
    """Print the tables; return 1 if a sign of life was late, an action lost or doubled, or an update half done."""
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
    return 0 if updates(stall_s) and all_is_well else 1


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 30.0))
