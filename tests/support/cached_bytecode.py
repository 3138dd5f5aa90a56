"""Keeps compiled bytecode between tests, also where nothing may be written beside the sources.

Why: tests start the program a hundred times, and every worker imports all of it; compiling again each time took a fifth
of the suite. A measurement of how fast the program starts means the installed one, which is compiled.
"""

import os
import sys

from places import PROJECT


def cache_bytecode() -> None:
    """Let this process and the processes that it starts cache their bytecode."""
    if sys.dont_write_bytecode:
        sys.dont_write_bytecode = False
        sys.pycache_prefix = str(PROJECT / "build" / "bytecode")
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
