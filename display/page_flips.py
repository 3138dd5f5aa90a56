"""Whether the panel has shown the last picture: what SDL would wait for without a limit is looked at first.

Through KMSDRM a picture is shown by a page flip, whose end the kernel reports as an event in the device file. Before it
draws the next picture, SDL waits for this event: `KMSDRM_WaitPageflip` in `SDL_kmsdrmvideo.c` (SDL 2.32.10, line 455)
polls with a timeout of -1, and again after each signal. If the event never comes, because the display was unplugged or
the driver lost an interrupt, the program hangs. But the event stays in the file until SDL reads it, so it can be seen.

Other video drivers have no such file; then nothing is waited for.
"""

from __future__ import annotations

import select
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

PATIENCE_MS = 50
"""How long the end of a flip is waited for; a panel with 25 pictures a second needs 40 ms."""
OUTPUT = "/dev/dri/card"
"""How the names of the device files begin in which the ends of flips are reported."""
OPEN_FILES = Path("/proc/self/fd")


class PageFlips:
    """Looks for the ends of page flips in the device files of a panel that was just opened."""

    def __init__(self, descriptors: Iterable[int]) -> None:
        """Look at these open files; at none, every picture may be drawn."""
        self._events = select.poll()
        for descriptor in descriptors:
            self._events.register(descriptor, select.POLLIN)
        self._were_seen = False

    def are_done(self) -> bool:
        """Return whether SDL can draw the next picture without waiting for the last one.

        Until the first event was seen, it is always said: the first pictures come without a flip, and a driver that
        refuses flips reports none.
        """
        if self._events.poll(PATIENCE_MS if self._were_seen else 0):
            self._were_seen = True
            return True
        return not self._were_seen


def outputs(open_files: Path = OPEN_FILES) -> tuple[int, ...]:
    """Return the descriptors of this process's open device files that lead to a screen."""
    found = []
    with suppress(OSError):
        for link in open_files.iterdir():
            with suppress(OSError):  # it was closed meanwhile
                if str(link.readlink()).startswith(OUTPUT):
                    found.append(int(link.name))
    return tuple(found)
