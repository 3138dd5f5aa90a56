"""The disk with this checkout, as systemd/install lays it out, for an arm64 computer."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from computers import ARM
from disks import PROJECT, SYSTEMD, compile_python, file_system, pip, recipe, wheelhouse
from image import BUILD, OPT, RELEASE
from lines import CHIP

VERSION = "versions/20260101T000000Z"
LIBRARIES = f"{OPT}/{VERSION}/lib/python{RELEASE.python}/site-packages"
START = f"""#!{OPT}/current/bin/python
import sys
from hardware import wiring
wiring.HEADER_CHIPS += "{CHIP}",
from firmware_py.cli.main import main
sys.exit(main())
"""
"""The emulated computer's chip is no Raspberry Pi's: here it counts as one."""
PROGRAM_MB = 120
OURS = tuple(PROJECT / name for name in ("firmware_py", "hardware", "display"))
WITHOUT = "__pycache__", "*.po"
LISTS = [SYSTEMD / "locked/program.txt"]


@cache
def program() -> Path:
    """Return this disk; it is made only if something on it has changed since the last run."""
    disk = BUILD / f"program-{recipe(*_contents())}"
    if not disk.exists():
        for old in BUILD.glob("program-*"):
            old.unlink()
        new = disk.with_suffix(".new")
        _make(new)
        new.rename(disk)
    return disk


def _contents() -> Iterator[str]:
    """Yield all that this disk is made of."""
    yield RELEASE.suite + Path(__file__).read_text()
    for file in (*LISTS, *(file for place in (*OURS, SYSTEMD) for file in sorted(place.rglob("*")))):
        if file.is_file() and not any(part.match(name) for name in WITHOUT for part in (file, *file.parents)):
            yield f"{file.relative_to(PROJECT)} {file.stat().st_mode} {file.read_bytes().hex()}"


def _make(disk: Path) -> None:
    tree = BUILD / "program"
    shutil.rmtree(tree, ignore_errors=True)
    version = tree / VERSION
    libraries = tree / LIBRARIES.removeprefix(f"{OPT}/")
    (version / "bin").mkdir(parents=True)
    wheels = wheelhouse(BUILD, ARM, RELEASE, LISTS)
    pip("install", ARM, RELEASE, LISTS, "--no-index", "--find-links", wheels, "--no-compile", "--target", libraries)
    for place in OURS:
        shutil.copytree(place, libraries / place.name, ignore=shutil.ignore_patterns(*WITHOUT))
    shutil.copytree(SYSTEMD, version / "systemd")
    compile_python(RELEASE, "-s", tree, "-p", OPT, libraries)
    (version / "bin/python").symlink_to("/usr/bin/python3")
    (version / "pyvenv.cfg").write_text(
        f"home = /usr/bin\ninclude-system-site-packages = false\nversion = {RELEASE.python}\n"
    )
    (version / "bin/pyramid-referee").write_text(START)
    (version / "bin/pyramid-referee").chmod(0o755)
    (tree / "current").symlink_to(VERSION)
    file_system(disk, PROGRAM_MB, "-d", tree)
    shutil.rmtree(tree)
