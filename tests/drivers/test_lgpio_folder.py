"""lgpio makes a pipe in the working directory when it is imported: it gets a folder where it may."""

import os
import subprocess
import tempfile
from pathlib import Path

import pytest
from readable_python import PATHS, PYTHON

LGPIO = """
import os
os.mkfifo(os.path.join(os.environ.get("LG_WD") or ".", ".lgd-nfy0"))
"""
"""What of lgpio 0.2.2 fails in a folder of somebody else (lgNotify.c, xCreatePipe)."""
OPEN = """
import os, sys
os.setegid(65534), os.seteuid(65534), os.chdir("/usr")
if sys.argv[1] == "for good":
    os.seteuid(0), os.setgid(65534), os.setuid(65534)
from hardware import HardwareError
from hardware.pins import open_pi_pins
try:
    open_pi_pins()
except HardwareError as error:
    print(error)
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody who may not write anywhere")
@pytest.mark.parametrize("rights", ["for good", "as the owner of the games"])
def test_lgpio_loads_where_nothing_may_be_written(rights: str) -> None:
    """It is not said to be missing; what follows from the stand-in for it is another complaint.

    Root that acts as somebody else may not write either.
    """
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        Path(folder, "lgpio.py").write_text(LGPIO)
        environ = {**os.environ, "PYTHONPATH": os.pathsep.join((folder, PATHS)), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run([PYTHON, "-c", OPEN, rights], env=environ, capture_output=True, text=True, check=True)
    assert done.stdout
    assert "Permission denied" not in done.stdout
