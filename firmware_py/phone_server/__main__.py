"""Started by systemd with the first phone: `python -m firmware_py.phone_server SOCKET_OF_THE_REFEREE [PORT [--stay]]`.

With a port of its own it answers this computer alone; it may stay there when nobody is there. Then it ends with its
input: whoever started it may be interrupted before knowing it, and a process that stays would keep their output open.
"""

from __future__ import annotations

import os
import sys
from threading import Thread

sys.modules.setdefault("_hashlib", None)  # type: ignore[arg-type]  # OpenSSL would take 4 MB for one digest


def main() -> int:
    """Serve phones until nobody has been there for a while."""
    import socket

    from firmware_py.phone_server.server import Server

    if os.environ.get("LISTEN_PID") == str(os.getpid()):
        listener = socket.socket(fileno=3)  # systemd's first one
    else:
        listener = socket.create_server(("127.0.0.1", int(sys.argv[2])), backlog=64)
    stays = "--stay" in sys.argv
    if stays:
        Thread(target=_end_with_input, daemon=True).start()
    Server(listener, sys.argv[1]).run(stays=stays)
    return 0


def _end_with_input() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main())
