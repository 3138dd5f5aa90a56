"""A few rounds of the soak; `make soak` goes on for as long as one likes."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import soak
from sampling import before_a_release


@before_a_release
def test_a_few_rounds_lose_nothing_and_leave_nothing_open() -> None:
    """Random games on devices with either board or none, each with a fault in its midst."""
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, soak.__file__, "0"], env=environ, capture_output=True, text=True, check=False
    )
    log = done.stderr.splitlines()  # the device's log of its failing disks, and nothing from Python
    assert all(line.startswith("<4>") for line in log), done.stderr
    assert re.search(r"\b5 rounds", done.stdout)
