"""Runs the program as on a system that lacks what Windows and macOS lack: `other_system.py ARGUMENTS`."""

from __future__ import annotations

import os
import signal
import socket
import sys

MODULES = frozenset(
    {"crypt", "curses", "fcntl", "gpiod", "grp", "nis", "ossaudiodev", "pty", "pwd", "readline", "resource", "spwd"}
    | {"syslog", "termios", "tty"}
)
"""Modules that Windows lacks, by the Python documentation's *Availability*, and gpiod, which is for Linux alone."""
OF_OS = (
    "O_CLOEXEC O_DIRECTORY O_DSYNC O_NOCTTY O_NOFOLLOW O_NONBLOCK O_PATH O_RSYNC O_SYNC O_TMPFILE chown fchmod fchown "
    "fdatasync fork getegid geteuid getgid getgroups getloadavg getuid killpg mkfifo posix_fadvise pread pwrite "
    "register_at_fork sched_getaffinity setegid seteuid setgroups setsid statvfs sync uname"
)
"""What its module `os` lacks; macOS has most of it, but no `fdatasync`, `posix_fadvise` and `sched_getaffinity`."""
OF_SIGNAL = "SIGALRM SIGCHLD SIGHUP SIGKILL SIGPIPE SIGQUIT SIGUSR1 SIGUSR2 alarm pthread_kill setitimer"


class Lacking:
    """Finds none of the modules that another system lacks.

    It has no base class, because `importlib.abc` imports `shutil` in Python 3.13, which then looks at `os` too early.
    """

    def find_spec(self, fullname: str, *_: object) -> None:
        if fullname in MODULES:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)


if __name__ == "__main__":
    sys.meta_path.insert(0, Lacking())
    for name in MODULES:
        sys.modules.pop(name, None)
    for module, names in ((os, OF_OS), (signal, OF_SIGNAL), (socket, "AF_UNIX")):
        for name in names.split():
            vars(module).pop(name, None)
    os.supports_dir_fd.clear()  # as the standard library asks
    os.supports_fd.clear()
    from firmware_py.cli.main import main

    sys.exit(main(sys.argv[1:]))
