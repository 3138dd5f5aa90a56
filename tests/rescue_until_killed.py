"""Opens a damaged journal, and kills itself before the file operation of the given number: `PATH NUMBER`."""

from __future__ import annotations

import os
import signal
import sys
from itertools import count
from pathlib import Path

from kept_evening import open_here

TOUCHES_FILES = ("open", "os.remove", "os.rename", "sqlite3.connect")


def main(path: str, last: int) -> None:
    numbers = count(1)

    def heed(event: str, args: tuple[object, ...]) -> None:
        if event in TOUCHES_FILES and path in os.fsdecode(str(args[0])) and next(numbers) == last:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(heed)
    open_here(Path(path)).journal.close()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
