"""What the service takes of its processor while nobody presses a button."""

from __future__ import annotations

from game_checks import unit_property
from machine import Machine, wait_until
from pair import UNIT, Pair

from firmware_py.device.loop import LIVELY_S

REST_S = 90.0
"""How long the service may take until it rests."""
LOAD_S = 3
AT_REST = 0.4
"""The most that a service at rest takes of an emulated processor."""


def load_at_rest(machine: Machine) -> float:
    """Wait until the service rests; return which part of a processor it uses then. :raises Late: when it does not"""
    return wait_until("the service rests", REST_S, lambda: rest(load_of(machine)))


def load_of(machine: Machine) -> float:
    """Which part of a processor the service uses for some seconds."""
    show = f"systemctl show {UNIT} --property CPUUsageNSec --value"
    before, after = (int(line) for line in machine.run(f"{show}; sleep {LOAD_S}; {show}").split())
    return (after - before) / 1e9 / LOAD_S


def rest(load: float) -> float | None:
    """A load at which nothing spins."""
    return load if load < AT_REST else None


def wakeups(pair: Pair, seconds: float) -> tuple[float, float]:
    """How often in a second all threads of the service are woken at rest, and how often the liveliest is.

    It rests once nothing has happened for so long that the window is polled less often. A thread that ends meanwhile,
    as the one that loads the other games, does not rest, and is left out.
    """
    count = f"grep -s ^voluntary_ctxt_switches /proc/{unit_property(pair, 'MainPID')}/task/*/status || true"
    clock = "cut -d' ' -f1 /proc/uptime"
    script = f"sleep {LIVELY_S}; {clock}; {count}; echo; sleep {seconds}; {clock}; {count}"
    printed = pair.machine.run(script, LIVELY_S + seconds + 60)
    before, after = (dict(_of_thread(line) for line in part.splitlines()) for part in printed.split("\n\n"))
    took_s = after.pop("") - before.pop("")
    woken = [(late - before[thread]) / took_s for thread, late in after.items() if thread in before]
    return sum(woken), max(woken)


def _of_thread(line: str) -> tuple[str, float]:
    """The thread that a line is about, none for the clock's, and its number."""
    thread, _, number = line.rpartition(":")
    return thread, float(number)
