"""A Python that another user can run as well: the one of the tests may lie in the home of root."""

import os
import sys
from pathlib import Path

from places import PROJECT

PYTHON = (
    sys.executable
    if Path("/root") not in Path(os.__file__).parents
    else f"/usr/bin/python{sys.version_info.major}.{sys.version_info.minor}"
)
"""Its libraries are ours, so it must be of the same version."""
PATHS = os.pathsep.join((str(PROJECT), *(path for path in sys.path if path.endswith("-packages"))))
"""Where it finds the product and its libraries, as `PYTHONPATH`."""
