"""A Python that another user can run as well: the one of the tests may lie in the home of root."""

import os
import sys
from pathlib import Path

from places import PROJECT

PYTHON = sys.executable if Path("/root") not in Path(os.__file__).parents else "/usr/bin/python3"
PATHS = os.pathsep.join((str(PROJECT), *(path for path in sys.path if path.endswith("-packages"))))
"""Where it finds the product and its libraries, as `PYTHONPATH`."""
