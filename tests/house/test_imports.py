"""Importing the project's packages changes nothing in the process that imports them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from places import FLOWS

CHECKS = {
    "OpenSSL's digests": "import hashlib; hashlib.scrypt(b'', salt=b'', n=2, r=1, p=1)",
    "installed packages": "from importlib.metadata import version; version('gpiozero')",
    "no package that is not installed": "import sys; assert 'importlib_metadata' not in sys.modules",
    "pygame's sound": "import pygame.mixer",
    "garbage collection": "import gc; assert gc.isenabled() and gc.get_freeze_count() == 0",
}


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
def test_importing_the_packages_changes_nothing_in_the_process(check: str) -> None:
    """Another program may use them: what they find in Python is there afterwards."""
    program = f"import firmware_py, hardware, display, firmware_py.cli.main, firmware_py.device; {check}"
    subprocess.run([sys.executable, "-c", program], check=True)


ELSEWHERE = ("fcntl", "gpiod", "grp", "pty", "pwd", "resource", "termios", "tty")
"""Modules that Windows lacks, or both Windows and macOS."""
PLAYED = """
import contextlib, io, sys
from firmware_py.cli.main import main
with contextlib.redirect_stdout(io.StringIO()):
    status = main(["desk", "--headless", "--script", sys.argv[1]])
print(*(name for name in sys.modules if name.split(".")[0] in ("firmware_py", "hardware", "display")))
sys.exit(status)
"""


def test_the_desk_imports_nothing_that_another_system_lacks(tmp_path: Path) -> None:
    """All that is loaded while a game is played there loads without those modules of the system, too."""
    environ = {**os.environ, "HOME": str(tmp_path), "SDL_VIDEODRIVER": "dummy"}
    play = [sys.executable, "-c", PLAYED, FLOWS / "en_francais.txt"]
    loaded = subprocess.run(play, env=environ, capture_output=True, text=True, check=True).stdout.split()
    assert len(loaded) > 100
    hidden = f"import sys; sys.modules.update(dict.fromkeys({ELSEWHERE}))"
    load = f"{hidden}; from importlib import import_module; [import_module(name) for name in {loaded}]"
    done = subprocess.run([sys.executable, "-c", load], env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
