"""Who owns the games: a command that root runs reaches them as their owner.

Why: the folder of an installed device belongs to the service's user. Whoever breaks into the service could plant a link
there, and root would write to where it leads.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from firmware_py.config.schema import ConfigError
from firmware_py.words import words

ROOT = 0


@contextmanager
def as_owner_of(data: Path) -> Iterator[None]:
    """Act with the rights of the owner of a data directory, or of the folder in which it would be made.

    Only root can do so, and only root needs to: whoever else may not write there is refused by the system.

    :raises ConfigError: when the owner cannot read this program, so that nothing more of it could be loaded.
    """
    there = _nearest(data) if getattr(os, "geteuid", lambda: None)() == ROOT else None
    if there is None or there.st_uid == ROOT:
        yield
        return
    before = os.getgroups(), os.getegid()
    try:
        os.setgroups(_groups(there))
        os.setegid(there.st_gid)
        os.seteuid(there.st_uid)
        if not all(os.access(file, os.R_OK, effective_ids=True) for file in (__file__, os.__file__)):
            private = words(
                "{folder} belongs to user {owner}, who cannot read this program: run that of /opt/pyramid-referee.",
                folder=str(data),
                owner=str(there.st_uid),
            )
            raise ConfigError(private)
        yield
    finally:
        os.seteuid(ROOT)
        os.setegid(before[1])
        os.setgroups(before[0])


def _nearest(folder: Path) -> os.stat_result | None:
    """What is known of a folder, or of the nearest one above it that exists."""
    for place in (folder.absolute(), *folder.absolute().parents):
        with suppress(OSError):
            return place.stat()
    return None


def _groups(there: os.stat_result) -> list[int]:
    """The groups of an owner: those of the devices are among them."""
    import pwd

    with suppress(KeyError):
        return os.getgrouplist(pwd.getpwuid(there.st_uid).pw_name, there.st_gid)
    return [there.st_gid]
