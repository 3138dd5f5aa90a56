"""A computer to install on, of which only the files exist: a directory plays the root, small programs the system."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from places import PROJECT

BOOKWORM = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\nVERSION_CODENAME=bookworm\n'

PYTHON = """#!/bin/sh
# Stands for python3: makes a virtual environment of programs that succeed; a file of ours it runs.
case $1 in *.py) exec {python} "$@" ;; esac
for directory; do :; done
mkdir -p "$directory/bin"
printf '#!/bin/sh\\n' > "$directory/bin/python"
cp "$directory/bin/python" "$directory/bin/pyramid-referee"
printf '#!/bin/sh\\necho pip "$@" >> {notes}\\n' > "$directory/bin/pip"
chmod +x "$directory"/bin/*
"""

SYSTEM = """#!/bin/sh
# Stands before every command that changes the system: notes it; `refused` holds how many restarts still fail, `signal`
# what is sent to the script, once, during which command.
echo "$@" >> {notes}
name= during=
[ ! -e {signal} ] || IFS=: read -r name during < {signal} || true
if [ "$during" = "$1 $2" ]; then
    [ "$2" != restart ] || echo "written by the new version" > {games}
    rm {signal}
    kill -"$name" $PPID
    exit 1
fi
[ "$1 $2" = "systemctl restart" ] || exit 0
left=0
[ ! -e {refused} ] || read -r left < {refused} || true
[ "$left" -gt 0 ] || exit 0
echo $((left - 1)) > {refused}
echo "written by the new version" > {games}
exit 1
"""

GETENT = """#!/bin/sh
# Stands for getent: which users and groups there are does not depend on the computer that runs the tests.
case $2 in render | input | gpio | i2c | referee) exit 2 ;; esac
"""

DPKG_QUERY = """#!/bin/sh
# Stands for dpkg-query, which reads the list of all packages of the computer that runs the tests: none is there.
exit 1
"""

CP = """#!/bin/sh
# Stands for cp: nothing is built from the copy of the program, so it only looks whether everything is there.
case "$*" in */pyproject.toml\\ *) ;; *) exec /bin/cp "$@" ;; esac
while shift && [ $# -gt 1 ]; do [ -e "$1" ] || exit 1; done
"""

SYNC = """#!/bin/sh
# Stands for sync: notes what version the device would start with.
cd -P {root}/opt/pyramid-referee/current 2> /dev/null || PWD=
echo "sync at ${{PWD##*/}}" >> {notes}
"""


@dataclass(frozen=True)
class Pi:
    """A computer to install on, of which only the files exist."""

    root: Path
    notes: Path
    refused: Path
    signal: Path

    def stand_in(self, name: str, text: str) -> None:
        """Let a program of ours stand for one of the system's."""
        program = self.notes.parent / "bin" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(text)
        program.chmod(0o755)

    def environment(self) -> dict[str, str]:
        """The environment in which our scripts meet its programs; these start faster without a locale."""
        tools = self.notes.parent
        path = f"{tools / 'bin'}:{os.environ['PATH']}"
        return {"LC_ALL": "C", "PATH": path, "PYTHON": str(tools / "python"), "SYSTEM": str(tools / "system")}

    def call(self, script: str, *options: str) -> subprocess.CompletedProcess[str]:
        """Run one of our scripts on it, in a group of its own, and deaf to no signal as the tests may be."""
        return subprocess.run(
            ["env", "--default-signal=HUP,INT", PROJECT / "systemd" / script, "--root", self.root, *options],
            env={**os.environ, **self.environment()},
            capture_output=True,
            text=True,
            check=False,
            process_group=0,
        )

    def commands(self) -> list[str]:
        """Return what was done to the system so far, and forget it."""
        done = self.notes.read_text().splitlines() if self.notes.exists() else []
        self.notes.unlink(missing_ok=True)
        return done

    @property
    def current(self) -> Path:
        """The version that runs."""
        return (self.root / "opt/pyramid-referee/current").resolve()

    @property
    def games(self) -> Path:
        """The journal."""
        return self.root / "var/lib/pyramid-referee/games.sqlite"

    @property
    def backups(self) -> Path:
        """Where copies of the games lie."""
        return self.root / "var/backups/pyramid-referee"

    def files(self) -> set[str]:
        """The names of all files and links there are."""
        return {str(path.relative_to(self.root)) for path in self.root.rglob("*") if not path.is_dir()}

    def age(self) -> None:
        """Let the running version be an older one: two installations may fall into one second."""
        older = self.current.with_name("20200101T000000Z")
        self.current.rename(older)
        link = self.root / "opt/pyramid-referee/current"
        link.unlink()
        link.symlink_to(f"versions/{older.name}")


def pi_in(folder: Path) -> Pi:
    """A fresh Debian 12 in a directory of its own."""
    made = Pi(folder / "root", folder / "notes", folder / "refused", folder / "signal")
    (made.root / "etc").mkdir(parents=True)
    (made.root / "etc/os-release").write_text(BOOKWORM)
    (made.root / "boot/firmware").mkdir(parents=True)
    (made.root / "boot/firmware/config.txt").write_text("dtparam=audio=on\n")
    made.games.parent.mkdir(parents=True)
    made.stand_in("getent", GETENT)
    made.stand_in("dpkg-query", DPKG_QUERY)
    made.stand_in("cp", CP)
    made.stand_in("sync", SYNC.format(root=made.root, notes=made.notes))
    system = SYSTEM.format(notes=made.notes, refused=made.refused, signal=made.signal, games=made.games)
    for name, text in {"python": PYTHON.format(notes=made.notes, python=sys.executable), "system": system}.items():
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    return made


def copied(pi: Pi, made: Pi) -> Pi:
    """The computer with all files of one that was made before."""
    shutil.rmtree(pi.root)
    shutil.copytree(made.root, pi.root, symlinks=True)
    return pi


def start_of_unit(pi: Pi, setting: str, *, same_boot: bool = False) -> subprocess.CompletedProcess[str]:
    """Run what the unit in place runs before the program (ExecStartPre) or after its first picture (ExecStartPost)."""
    unit = (pi.root / "etc/systemd/system/pyramid-referee.service").read_text().replace("\\\n", "")
    (line,) = (line for line in unit.splitlines() if line.startswith(f"{setting}=+/bin/sh") and "unfinished" in line)
    command = shlex.split(line.partition("=+")[2])
    boot = pi.root / "opt/pyramid-referee/unfinished/boot"
    if boot.exists() and not same_boot:
        boot.write_text("an earlier start of the computer\n")
    command[-1] = command[-1].replace("/opt/", f"{pi.root}/opt/").replace("--put-back", f"--root {pi.root} --put-back")
    environ = {**os.environ, **pi.environment()}
    return subprocess.run(command, env=environ, capture_output=True, text=True, check=False, process_group=0)
