"""What the disks of every emulated computer are made of: Debian's packages, Python's wheels, file systems."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from computers import Computer, Release

PROJECT = Path(__file__).parents[2]
SYSTEMD = PROJECT / "systemd"
MIRROR = "http://deb.debian.org/debian"
WHEELS = "manylinux2014", "manylinux_2_17", "manylinux_2_28", "manylinux_2_34"
"""The kinds of wheel that each release can use; each is followed by the kind of processor."""
STEP_S = 7200.0
"""How long each step of making the disks may take: a mirror may be slow, and a processor emulated on a busy host."""


def missing_tools(packages: Mapping[str, str]) -> str:
    """The command that installs what is missing, empty if nothing is; `packages` has that of each program."""
    missing = [package for tool, package in packages.items() if shutil.which(tool) is None]
    return f"sudo apt-get install {' '.join(missing)}" if missing else ""


def recipe(*parts: str) -> str:
    """A short name for what these texts lead to: it differs when one of them does."""
    return hashlib.sha256("".join(parts).encode()).hexdigest()[:12]


@contextmanager
def logged_steps(log: Path) -> Iterator[Callable[..., None]]:
    """What runs a command, its output added to the log.

    :raises subprocess.SubprocessError: when a step fails or hangs
    """
    with log.open("w") as written:

        def run(*command: str | Path) -> None:
            subprocess.run(command, stdout=written, stderr=subprocess.STDOUT, check=True, timeout=STEP_S)

        yield run


def fetch_debian(
    run: Callable[..., None], computer: Computer, release: Release, packages: Iterable[str], tree: Path
) -> None:
    """Fetch a small Debian with these packages, ready for debootstrap's second stage; nothing is installed yet.

    The list of all packages of Debian is cut down to the fetched ones: the second stage reads it again and again, which
    takes a program that is itself emulated a quarter of an hour.
    """
    include = f"--include={','.join(packages)}"
    foreign = "--foreign", f"--arch={computer.architecture}", "--variant=minbase"
    run("debootstrap", *foreign, include, release.suite, tree, MIRROR)
    fetched = {line.split()[0] for line in (tree / "debootstrap/debpaths").read_text().splitlines()}
    for index in (tree / "var/lib/apt/lists").glob("*_Packages"):
        entries = index.read_text(encoding="utf-8").split("\n\n")
        kept = (entry for entry in entries if entry.partition("\n")[0].removeprefix("Package: ") in fetched)
        index.write_text("".join(f"{entry}\n\n" for entry in kept), encoding="utf-8")


def unmount_below(tree: Path) -> None:
    """Unmount what an interrupted debootstrap has left: whoever removed the tree would reach into this computer."""
    mounted = [line.split()[1].replace("\\040", " ") for line in Path("/proc/self/mounts").read_text().splitlines()]
    for place in reversed(mounted):
        if Path(place).is_relative_to(tree):
            subprocess.run(("umount", place), check=True, timeout=STEP_S)


def file_system(disk: Path, size_mb: int, *options: str | Path) -> None:
    """Make a disk with a file system of this size on all of it."""
    command = "mke2fs", "-q", "-t", "ext4", *options, disk, f"{size_mb}M"
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, timeout=STEP_S)


def replay_journal(disk: Path) -> None:
    """Bring a file system to the state in which mounting it would, after a power cut.

    :raises subprocess.CalledProcessError: when its own journal does not suffice for that
    """
    subprocess.run(("e2fsck", "-p", "-E", "journal_only", disk), capture_output=True, check=True, timeout=STEP_S)


def copy_from(disk: Path, names: Iterable[str], folder: Path) -> None:
    """Copy files and folders at the top of a file system into a folder; those that are not there are passed over."""
    for name in names:
        command = "debugfs", "-R", f'rdump /{name} "{folder}"', disk
        subprocess.run(command, capture_output=True, check=True, timeout=STEP_S)


def pip(command: str, computer: Computer, release: Release, lists: list[Path], *options: str | Path) -> None:
    """Let pip download or install what the lists name, by hash, for the Python of a release on a computer."""
    platforms = [word for kind in WHEELS for word in ("--platform", f"{kind}_{computer.processor}")]
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", command, "-qq", "--only-binary", ":all:"),
            *("--python-version", release.python, "--implementation", "cp", *platforms, "--require-hashes", *options),
            *(word for file in lists for word in ("--requirement", file)),
        ],
        check=True,
        timeout=STEP_S,
    )


def compile_python(release: Release, *options: str | Path) -> None:
    """Compile sources for the Python of a release.

    Where this computer has no such Python, ours compiles them, and another version reads the sources at each start.
    """
    python = shutil.which(f"python{release.python}")
    if not python or subprocess.run((python, "-c", ""), capture_output=True, timeout=STEP_S).returncode:
        python = sys.executable  # a name without a Python behind it, as pyenv leaves, is none
    subprocess.run((python, "-m", "compileall", "-q", *options), check=True, timeout=STEP_S)


def wheelhouse(build: Path, computer: Computer, release: Release, lists: list[Path]) -> Path:
    """A folder below `build` with all that the lists name, as wheels; it is kept for later runs."""
    house = build / f"wheels-{recipe(repr((computer.processor, release.python, [file.read_text() for file in lists])))}"
    if not house.exists():
        new = house.with_suffix(".new")
        pip("download", computer, release, lists, "--dest", new)
        new.rename(house)
    return house
