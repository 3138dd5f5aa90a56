"""A device whose installer is watched: what is on its disk before each command, and how it bears one that fails."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from installed_pi import CP, DPKG_QUERY, GETENT, PYTHON, Pi, copied, pi_in, start_of_unit

OLDER = "20200101T000000Z"
"""The version before."""
PLAYED = "played games", "its last action"
"""What the files of its games hold."""
PLACED = {
    "etc/systemd/system/pyramid-referee.service": "pyramid-referee.service",
    "etc/udev/rules.d/60-pyramid-referee.rules": "udev/60-pyramid-referee.rules",
}
"""Where the unit and the rules are put, and where a version keeps its own."""
COMMANDS = """
awk cat cmp cp date df dirname dpkg dpkg-query du env flock getent id ln mkdir mktemp mv readlink rm sed setpriv sh sort
stat sync tail touch tr wc
"""

WATCHED = """#!/bin/sh
# Stands before a command: keeps what is on the disk now, as a power cut would leave it. A folder of copies is deleted
# file by file, the log first.
echo "${{0##*/}}" >> {noted}
PATH=/usr/bin:/bin
cp -a {root}/. "$(mktemp -d {cuts}/XXXXXXXX)"
case "${{0##*/}} $*" in
    "rm -rf "*/backups/*)
        for file in "$2"/*-wal "$2"/*; do
            [ -e "$file" ] || continue
            rm "$file"
            cp -a {root}/. "$(mktemp -d {cuts}/XXXXXXXX)"
        done ;;
esac
PATH={path}
exec {command} "$@"
"""

FAILING = """#!/bin/sh
# Stands before a command that fails once, at this call.
printf . >> {counted}
read -r calls < {counted} || true
[ "${{#calls}}" -ne {number} ] || exit 1
exec {command} "$@"
"""

SYSTEMD = """#!/bin/sh
# Stands for systemd and the referee: a version that starts changes the games, if it is new, and removes the mark with
# its first picture, if it has one. `ran` tells each version that was started, and what was wrong with its games.
PATH=/usr/bin:/bin
case "$1 $2" in "systemctl stop") echo nothing >> {ran} ;; "systemctl restart") ;; *) exit 0 ;; esac
[ "$2" = restart ] || exit 0
cd {root}/opt/pyramid-referee && version=$(readlink current) || exit 1
found="$(cat {games}) $(cat {games}-wal 2> /dev/null)"
if [ "$version" = versions/{older} ]; then
    [ "$found" = "{played}" ] || {{ echo "wrong games: $found" >> {ran}; exit 1; }}
else
    case $found in "{played}" | "new {played} ") ;; *) echo "wrong games: $found" >> {ran}; exit 1 ;; esac
    rm -f {games}-wal
    echo "new {played}" > {games}
    [ ! -e {broken} ] || exit 1
    rm -f unfinished
fi
echo "$version" >> {ran}
"""


@dataclass(frozen=True)
class WatchedPi:
    """A device on which an older version was played; `folder` has what stands in for the system."""

    pi: Pi
    folder: Path

    def install(self) -> subprocess.CompletedProcess[str]:
        """Update from the checkout."""
        return self.pi.call("install")

    def put_back(self) -> subprocess.CompletedProcess[str]:
        """Do what the unit does before it starts the program, in a later start of the computer."""
        return start_of_unit(self.pi, "ExecStartPre")

    def watch(self) -> None:
        """Keep from now on what is on the disk before each command."""
        (self.folder / "cuts").mkdir()
        self._stand_before(WATCHED, *COMMANDS.split(), "system", "python")

    def fail_at(self, name: str, number: int) -> None:
        """Let a command fail once: at its call of this number."""
        (self.folder / "counted").unlink(missing_ok=True)
        self._stand_before(FAILING, name, number=number)

    def _stand_before(self, text: str, *names: str, number: int = 0) -> None:
        for name in names:
            own = self.folder / "tools" / name
            words = {word: self.folder / word for word in ("noted", "cuts", "counted")}
            path = self.pi.environment()["PATH"]
            command = own if own.exists() else shutil.which(name)
            program = text.format(**words, root=self.pi.root, command=command, number=number, path=path)
            if name in ("system", "python"):
                (self.folder / name).write_text(program)
            else:
                self.pi.stand_in(name, program)

    @property
    def calls(self) -> list[tuple[str, int]]:
        """Each command that was watched, and which call of it that was."""
        seen: Counter[str] = Counter()
        calls = []
        for name in (self.folder / "noted").read_text().splitlines():
            seen[name] += 1
            calls.append((name, seen[name]))
        return calls

    @cached_property
    def cuts(self) -> list[Path]:
        """What was on the disk before each command, where it was something else than before any other."""
        cuts: dict[object, Path] = {}
        for cut in (self.folder / "cuts").iterdir():
            found = frozenset(
                (str(path.relative_to(cut)), str(path.readlink()) if path.is_symlink() else path.read_bytes())
                for path in cut.rglob("*")
                if path.is_symlink() or path.is_file()
            )
            cuts.setdefault(found, cut)
        return sorted(cuts.values())

    @property
    def ran(self) -> list[str]:
        """Which versions were started, "nothing" where the service was stopped, and what was wrong with games."""
        return (self.folder / "ran").read_text().splitlines() if (self.folder / "ran").exists() else []

    @property
    def games(self) -> tuple[str, ...]:
        """What the files of the games hold."""
        paths = self.pi.games, self.pi.games.with_name("games.sqlite-wal")
        return tuple(path.read_text().strip() for path in paths if path.exists())

    @property
    def has_older(self) -> bool:
        """Whether the older version is the one that starts, with its games."""
        return self.pi.current.name == OLDER and self.games == PLAYED

    @property
    def is_whole(self) -> bool:
        """Whether unit, rules and games are those of the version that starts, with nothing lost."""
        own = self.pi.current / "systemd"
        pairs = [(self.pi.root / placed, own / name) for placed, name in PLACED.items()]
        is_new = self.pi.current.name != OLDER and self.games in (PLAYED, (f"new {' '.join(PLAYED)}",))
        return (
            (self.pi.current / "bin/pyramid-referee").exists()
            and all(one.read_text() == other.read_text() for one, other in pairs)
            and (is_new or self.has_older)
        )


def watched_pi(folder: Path, root: Path, *, is_broken: bool) -> WatchedPi:
    """A device with these files on its disk; a version that is broken does not start."""
    folder.mkdir()
    pi = pi_in(folder)
    copied(pi, Pi(root, *[folder] * 3))
    if is_broken:
        (folder / "broken").touch()
    words = {"ran": folder / "ran", "broken": folder / "broken", "root": pi.root, "games": pi.games}
    systemd = SYSTEMD.format(**words, older=OLDER, played=" ".join(PLAYED))
    tools = folder / "tools"
    tools.mkdir()
    named = {"system": systemd, "python": PYTHON.format(notes=pi.notes, python=sys.executable)}
    found = {"cp": CP, "getent": GETENT, "dpkg-query": DPKG_QUERY}
    for name, text in (named | found).items():
        for place in (tools / name, folder / name if name in named else folder / "bin" / name):
            place.write_text(text)
            place.chmod(0o755)
    return WatchedPi(pi, folder)


def with_older_units(pi: Pi) -> None:
    """Let the unit and the rules of the older version be others than those of the new one."""
    for placed, name in PLACED.items():
        text = (pi.root / placed).read_text() + "# as it was\n"
        for path in (pi.root / placed, pi.current / "systemd" / name):
            path.write_text(text)
