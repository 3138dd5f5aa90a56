"""The disk with this checkout, as systemd/install lays it out, for an arm64 computer."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from computers import ARM, BOOKWORM
from disks import PROJECT, STEP_S, SYSTEMD, file_system, pip, wheelhouse
from image import BUILD, OPT

VERSION = "versions/20260101T000000Z"
LIBRARIES = f"{OPT}/{VERSION}/lib/python{BOOKWORM.python}/site-packages"
BOARD = f"{OPT}/board"
"""Where the programs of the sensor board lie in the machine."""
START = f"""#!{OPT}/current/bin/python
import sys
from firmware_py.cli.main import main
sys.exit(main())
"""
PROGRAM_MB = 120


def program(folder: Path) -> Path:
    """Return this disk."""
    tree = folder / "program"
    version = tree / VERSION
    libraries = tree / LIBRARIES.removeprefix(f"{OPT}/")
    (version / "bin").mkdir(parents=True)
    lists = [SYSTEMD / "locked/program.txt", SYSTEMD / "locked/pins.txt"]
    wheels = wheelhouse(BUILD, ARM, BOOKWORM, lists)
    pip("install", ARM, BOOKWORM, lists, "--no-index", "--find-links", wheels, "--no-compile", "--target", libraries)
    for name in ("firmware_py", "hardware", "display"):
        shutil.copytree(PROJECT / name, libraries / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(SYSTEMD, version / "systemd")
    compiled = sys.executable, "-m", "compileall", "-q", "-s", tree, "-p", OPT, libraries
    subprocess.run(compiled, check=True, timeout=STEP_S)
    (version / "bin/python").symlink_to("/usr/bin/python3")
    (version / "pyvenv.cfg").write_text(
        f"home = /usr/bin\ninclude-system-site-packages = true\nversion = {BOOKWORM.python}\n"
    )
    (version / "bin/pyramid-referee").write_text(START)
    (version / "bin/pyramid-referee").chmod(0o755)
    (tree / "current").symlink_to(VERSION)
    board = tree / BOARD.removeprefix(f"{OPT}/")
    shutil.copytree(PROJECT / "hardware/pico", board / "pico", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PROJECT / "tests/micropython/machine.py", board)
    shutil.copy(Path(__file__).with_name("board_side.py"), board)
    disk = folder / "program.img"
    file_system(disk, PROGRAM_MB, "-d", tree)
    shutil.rmtree(tree)
    return disk
