"""Importing the project's packages changes nothing in the process that imports them."""

import subprocess
import sys

import pytest

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
