"""A flood of the service's log, bounded by the unit and by the installer's setting for journald."""

from __future__ import annotations

import re
import time

from disks import SYSTEMD
from machine import Machine, Wrong
from pair import UNIT, Pair

FLOOD_S = 300.0
BOUNDS = "/run/systemd/journald.conf.d"
FLOOD = 700
"""How many lines are written. A full log keeps as many as the unit allows; with room left, it would keep more."""
ITS_OWN = 20
"""The service may want to write so many lines of its own meanwhile, and journald leaves them out, too."""
LEFT_OUT = re.compile(f"Suppressed ([0-9]+) messages from {UNIT}")
"""What journald says of lines that it left out."""
LATER_S = 1.0
SEEN_S = 2.0
FILL_MB, MORE_MB = 14, 3
"""How much fills the system's log, as text a third more, and how much is then written to it: more than one of its seven
or eight files."""
FILLS, AS_IT_IS = "/usr/lib/aarch64-linux-gnu/libLLVM*", "Compress=no"
"""Where that comes from, and journald's setting by which it takes its room."""


def bounds() -> tuple[str, int]:
    """The installer's setting for journald, and how many MB the log may take by it."""
    bound = re.search(r"'(\[Journal\].*RuntimeMaxUse=(\d+)M.*)'", (SYSTEMD / "parts/system.sh").read_text())
    assert bound, "the installer does not bound the log"
    return bound[1], int(bound[2])


def fill(machine: Machine) -> None:
    """Bound the system's log as the installer does, and fill it until it may keep no more."""
    machine.run(
        f"mkdir -p {BOUNDS} && printf '{bounds()[0]}{AS_IT_IS}' > {BOUNDS}/referee.conf && "
        "systemctl restart systemd-journald"
    )
    write(machine, FILL_MB)
    bounded_mb(machine)


def write(machine: Machine, megabytes: int) -> None:
    """Let another process write so much to the system's log; as text it is a third more."""
    machine.run(f"cat {FILLS} | head -c {megabytes}M | base64 --wrap=30000 | systemd-cat; journalctl --sync", FLOOD_S)


def bounded_mb(machine: Machine) -> float:
    """How many MB the log takes, after a look whether that is no more than it may, and no less than half."""
    most_mb = bounds()[1]
    used_mb = int(machine.run("du --summarize --bytes /run/log/journal").split()[0]) / 2**20
    if not most_mb / 2 < used_mb <= most_mb:
        raise Wrong(f"the log takes {used_mb:.1f} MB")
    return used_mb


class LogFlood:
    """A process of the service writes to its log without end, and another one to the system's log, which is full.

    journald tells how many lines it left out with the first line that the service writes after its limit's interval.
    The game goes on meanwhile.
    """

    def __init__(self) -> None:
        self._burst = 0
        self._ends_s = 0.0

    def write(self, pair: Pair) -> str:
        """Write more lines than the unit allows."""
        machine = pair.machine
        limit = f"systemctl show {UNIT} --property LogRateLimitBurst,LogRateLimitIntervalUSec"
        limits = dict(line.split("=") for line in machine.run(limit).splitlines())
        self._burst = int(limits["LogRateLimitBurst"])
        interval_s = int(limits["LogRateLimitIntervalUSec"].removesuffix("s"))
        as_service(machine, f'seq -f "flood %.0f" {FLOOD}')
        self._ends_s = time.monotonic() + interval_s + LATER_S
        return f"{FLOOD} lines, where the unit allows {self._burst} in {interval_s} s"

    def bounded(self, pair: Pair) -> str:
        """Count what was kept, and write more to the log than it may keep."""
        machine = pair.machine
        time.sleep(max(0.0, self._ends_s - time.monotonic()))
        as_service(machine, "echo after the flood")
        kept = int(machine.run(f"journalctl --boot --unit {UNIT} --output cat | grep --count '^flood'"))
        said = machine.run(f"journalctl --boot --output cat --identifier systemd-journald --grep '{LEFT_OUT.pattern}'")
        left_out = sum(int(found) for found in LEFT_OUT.findall(said))
        if not self._burst - ITS_OWN <= kept <= self._burst or not FLOOD <= kept + left_out <= FLOOD + ITS_OWN:
            raise Wrong(f"{kept} of {FLOOD} lines were kept; journald says: {said}")
        write(machine, MORE_MB)
        return (
            f'{kept} lines kept; "{said.strip()}"; '
            f"{MORE_MB * 4 // 3} MB written by others to a full log: it takes {bounded_mb(machine):.1f} MB"
        )


def as_service(machine: Machine, writes: str) -> None:
    """Let a process of the service write lines to its log.

    It lives on until journald has looked whose it is: of one that has ended, journald does not know the unit.
    """
    procs = f"/sys/fs/cgroup$(systemctl show {UNIT} --property ControlGroup --value)/cgroup.procs"
    machine.run(f"sh -c 'echo $$ > '{procs}'; ({writes}; sleep {SEEN_S}) | systemd-cat'; journalctl --sync", FLOOD_S)
