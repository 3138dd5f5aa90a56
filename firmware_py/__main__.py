"""`python -m firmware_py`: the command line."""

import sys

from firmware_py.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
