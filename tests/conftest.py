"""What holds for every test.

Why no example has a time limit: on a machine on which others work as well, one may take long and is right all the same.

Why what is compiled is kept, also where nothing may be written beside the sources: tests start the program a hundred
times, and every worker reads all of them; to compile it anew each time took a fifth of the suite.
"""

import os
import sys
from pathlib import Path

from hypothesis import settings

if sys.dont_write_bytecode:
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parents[1] / "build" / "bytecode")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix

os.environ["LC_ALL"] = "C.UTF-8"  # what is printed is English, whoever runs the tests

settings.register_profile("patient", parent=settings(), deadline=None)
settings.load_profile("patient")
