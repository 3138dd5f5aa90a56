"""A flood of the service's log, bounded by the unit and by the installer's setting for journald."""

from __future__ import annotations

import re
import time

from disks import SYSTEMD
from machine import Machine, Wrong
from pair import UNIT, Pair

FLOOD_S = 300.0
BOUNDS = "/run/systemd/journald.conf.d"
FLOOD, MOST_TIMES = 1200, 3
"""How many lines are written, and how many times the unit's limit may be kept: journald raises the limit with the room
that is left for logs, to 7/4 of it at 8 to 16 MB."""
ITS_OWN = 20
"""The service may want to write so many lines of its own meanwhile, and journald leaves them out, too."""
LEFT_OUT = re.compile(f"Suppressed ([0-9]+) messages from {UNIT}")
"""What journald says of lines that it left out."""
LATER_S = 1.0
SEEN_S = 2.0
FILL_MB = 14
"""How much is written to the system's log; as text it is a third more, and more than the log may keep."""
FILLS, AS_IT_IS = "/usr/lib/aarch64-linux-gnu/libLLVM-*.so.1", "Compress=no"
"""Where that comes from, and journald's setting by which it takes its room."""


class LogFlood:
    """A process of the service writes to its log without end, and another one fills the system's log.

    journald tells how many lines it left out with the first line that the service writes after its limit's interval.
    The game goes on meanwhile.
    """

    def __init__(self) -> None:
        self._burst = 0
        self._interval_s = 0
        self._ends_s = 0.0
        self._most_mb = 0

    def write(self, pair: Pair) -> str:
        """Write more lines than the unit allows."""
        machine = pair.machine
        bound = re.search(r"'(\[Journal\].*RuntimeMaxUse=(\d+)M.*)'", (SYSTEMD / "parts/system.sh").read_text())
        assert bound, "the installer does not bound the log"
        self._most_mb = int(bound[2])
        machine.run(
            f"mkdir -p {BOUNDS} && printf '{bound[1]}{AS_IT_IS}' > {BOUNDS}/referee.conf && "
            "systemctl restart systemd-journald"
        )
        limit = f"systemctl show {UNIT} --property LogRateLimitBurst,LogRateLimitIntervalUSec"
        limits = dict(line.split("=") for line in machine.run(limit).splitlines())
        self._burst = int(limits["LogRateLimitBurst"])
        self._interval_s = int(limits["LogRateLimitIntervalUSec"].removesuffix("s"))
        as_service(machine, f'seq -f "flood %.0f" {FLOOD}')
        self._ends_s = time.monotonic() + self._interval_s + LATER_S
        return f"{FLOOD} lines, where the unit allows {self._burst} in {self._interval_s} s"

    def bounded(self, pair: Pair) -> str:
        """Count what was kept, and fill the log until it may keep no more."""
        machine = pair.machine
        time.sleep(max(0.0, self._ends_s - time.monotonic()))
        as_service(machine, "echo after the flood")
        kept = int(machine.run(f"journalctl --boot --unit {UNIT} --output cat | grep --count '^flood'"))
        said = machine.run(f"journalctl --boot --output cat --identifier systemd-journald --grep '{LEFT_OUT.pattern}'")
        left_out = sum(int(found) for found in LEFT_OUT.findall(said))
        if not self._burst <= kept <= self._burst * MOST_TIMES or not FLOOD <= kept + left_out <= FLOOD + ITS_OWN:
            raise Wrong(f"{kept} of {FLOOD} lines were kept; journald says: {said}")
        machine.run(f"head -c {FILL_MB}M {FILLS} | base64 --wrap=30000 | systemd-cat; journalctl --sync", FLOOD_S)
        used_mb = int(machine.run("du --summarize --bytes /run/log/journal").split()[0]) / 2**20
        if not self._most_mb / 2 < used_mb <= self._most_mb:
            raise Wrong(f"the log takes {used_mb:.1f} MB")
        machine.run("journalctl --rotate && journalctl --vacuum-size=1M && systemctl restart systemd-journald")
        return (
            f'{kept} lines kept, for journald allows more while there is room; "{said.strip()}"; '
            f"{FILL_MB * 4 // 3} MB written by others: the log takes {used_mb:.1f} MB"
        )


def as_service(machine: Machine, writes: str) -> None:
    """Let a process of the service write lines to its log.

    It lives on until journald has looked whose it is: of one that has ended, journald does not know the unit.
    """
    procs = f"/sys/fs/cgroup$(systemctl show {UNIT} --property ControlGroup --value)/cgroup.procs"
    machine.run(f"sh -c 'echo $$ > '{procs}'; ({writes}; sleep {SEEN_S}) | systemd-cat'; journalctl --sync", FLOOD_S)
