"""Checks for any emulated computer with a game under way."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable

from machine import Machine, Refusal, Wrong, wait_until
from pair import UNIT, Pair

from firmware_py.games.restoring import read_record

OPT = "/opt/pyramid-referee"
AS_REFEREE = "setpriv --reuid=referee --regid=referee --init-groups"
"""Runs what follows as the service's user; it needs no PAM."""
STATE = "/var/lib/pyramid-referee"
WATCHDOG_S = 20 + 10
"""Seconds of silence until systemd ends the service, and more seconds until it kills the service."""
ALIVE_S = 8.0
"""Least seconds that a stopped service is taken for alive: it speaks to the watchdog twice in its time, and more."""
RESTART_S = 120.0
CUT_AFTER_ACTIONS = range(4)
CUT_WITHIN_S = 0.1, 3.0
"""After how many actions of a resumed game, and how many seconds after the last of them, the power is cut."""


def watchdog(pair: Pair) -> str:
    """Stop the process and wait until systemd has ended it, and started the service again by itself."""
    before, process = int(unit_property(pair, "NRestarts")), unit_property(pair, "MainPID")
    began_s = time.monotonic()
    pair.machine.run(f"kill -STOP {process}; while test -d /proc/{process}; do sleep 1; done", WATCHDOG_S + RESTART_S)
    noticed_s = time.monotonic() - began_s
    if noticed_s < ALIVE_S:
        raise Wrong(f"it was ended after {noticed_s:.0f} s")
    wait_until(
        "an end by the watchdog",
        WATCHDOG_S + RESTART_S,
        lambda: int(unit_property(pair, "NRestarts")) > before,
        every_s=1,
    )
    pair.wait_until_ready()
    ready_s = time.monotonic() - began_s
    why = pair.machine.run(f"journalctl --boot --unit {UNIT} --output cat --grep 'Watchdog timeout' --lines 1")
    pair.resume()
    return f"{why.strip()}; ended after {noticed_s:.0f} s, READY after {ready_s:.0f} s, the game as it was"


def power_cut(pair: Pair, *, chance: random.Random) -> str:
    """Kill the emulator at a random moment of the game, and resume the game."""
    actions = play_until_cut(pair, pair.machine.cut, chance, CUT_AFTER_ACTIONS)
    pair.unplug()
    pair.switch_on()
    return resumed(pair, actions)


def play_until_cut(pair: Pair, cut: Callable[[], None], chance: random.Random, after_actions: range) -> int:
    """Play until `cut` cuts the power at a random moment; return how many actions were played."""
    before, after_s = pair.app.table.playing.ply, chance.uniform(*CUT_WITHIN_S)
    pair.play(chance.choice(after_actions))
    plug = threading.Timer(after_s, cut)
    plug.start()
    try:
        while not pair.app.table.playing.is_over:
            pair.play()
        raise Wrong("the game is too short for so many cuts")
    except Refusal:
        wait_until("the cut", 10, lambda: not pair.machine.is_on())
    finally:
        plug.cancel()
        plug.join()
    return pair.app.table.playing.ply - before


def resumed(pair: Pair, actions: int) -> str:
    """Wait for the referee after a power cut, and resume the game; return what became of these actions."""
    ready_s = pair.wait_until_ready()
    last_press = pair.resume()
    return f"after {actions} actions, the press under way {last_press}; {ready_s:.0f} s from plug to READY"


def export(pair: Pair) -> str:
    """Play to the end, and compare the exported record with the twin's."""
    play_to_the_end(pair)
    return whole_record(pair, exported(pair.machine, pair.twin.record()))


def whole_record(pair: Pair, record: str) -> str:
    """Look whether this record is a whole game's."""
    session = read_record(record.encode())
    if not session.is_over:
        raise Wrong("the record does not lead to the end of the game")
    return f"{session.ply} actions, {pair.presses} presses; {difference_so_far(pair)}"


def play_to_the_end(pair: Pair) -> None:
    """Play until the game is over."""
    while not pair.app.table.playing.is_over:
        pair.play()


def exported(machine: Machine, wanted: str) -> str:
    """The record of the newest game, after a look whether it is the wanted one, and can be replayed."""
    machine.run(f"systemctl stop {UNIT}")
    program = f"{AS_REFEREE} {OPT}/current/bin/pyramid-referee"
    number = machine.run(f"cd / && {program} games --data {STATE}").split()[0]
    record = machine.run(f"cd / && {program} export {number} --data {STATE}")
    if record != wanted:
        raise Wrong(f"this record is not the twin's:\n{record}")
    machine.run(f"cd / && {program} replay - <<'END'\n{record}END")
    return record


def unit_property(pair: Pair, name: str) -> str:
    """A property of the service as systemd shows it."""
    return pair.machine.run(f"systemctl show {UNIT} --property {name} --value").strip()


def memory_at_rest(pair: Pair) -> str:
    """How much of the machine's memory is used, and how much by the service."""
    words = (line.split() for line in pair.machine.run("cat /proc/meminfo").splitlines())
    mb = {word: int(number) / 1024 for word, number, *_ in words}
    service_mb = int(unit_property(pair, "MemoryCurrent")) / 1e6
    return (
        f"{mb['MemTotal:'] - mb['MemAvailable:']:.0f} of {mb['MemTotal:']:.0f} MB are in use at rest; "
        f"the service has {service_mb:.0f} MB with the emulated graphics"
    )


def difference_so_far(pair: Pair) -> str:
    """The largest difference between a picture and the expected one so far."""
    return f"at most {pair.largest_difference:.3%} of the pixels differed"
