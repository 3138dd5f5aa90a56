"""What is compiled is kept, also where nothing may be written beside the sources.

Why: tests start the program a hundred times, and every worker reads all of them; to compile it anew each time took a
fifth of the suite. And whoever measures how fast the program starts means the installed one, which is compiled.
"""

import os
import sys

from places import PROJECT


def keep_bytecode() -> None:
    """Let this process and those that it starts keep what they compile."""
    if sys.dont_write_bytecode:
        sys.dont_write_bytecode = False
        sys.pycache_prefix = str(PROJECT / "build" / "bytecode")
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
