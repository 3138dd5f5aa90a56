"""The socket on which the process of the phones reaches the referee: a thread reads it, the loop writes to it.

Why so little is trusted: that process speaks to strangers. It must be of the right user, its lines are short, and of
those that wait for the loop there are never many; a line that is none ends the connection.

Why the loop never waits for it: a busy computer may let it stand for a second, and a button must count all the same.
What it has not read is kept, up to a bound, and sent round by round.
"""

from __future__ import annotations

import os
import pwd
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from threading import BoundedSemaphore, Thread
from typing import TYPE_CHECKING

import msgspec

from firmware_py.device.loop import FromPhones
from firmware_py.device.phone_messages import FromScreens, Lost, Said

if TYPE_CHECKING:
    from firmware_py.device.app import App
    from firmware_py.device.phones import Phones

USER = "referee-screens"
"""The user of that process."""
LONGEST_LINE = 8192
MOST_WAITING = 64
"""Most lines that wait for the loop."""
MOST_UNREAD = 1 << 20
"""Most bytes that are kept for it: some hundred ordinary pages."""
LONGEST_UNREAD_S = 30.0
"""How long it may take nothing, in seconds, before it is cut off; its phones then come again."""


class _Peer:
    """The process at the other end, and what it has not taken yet."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self.unread = bytearray()
        self.stands_since_s: float | None = None

    def flush(self) -> bool:
        """Send what can be sent at once; whether anything was taken."""
        before = len(self.unread)
        try:
            while self.unread:
                del self.unread[: self.sock.send(self.unread, socket.MSG_DONTWAIT)]
        except BlockingIOError:
            pass
        except OSError:
            self.cut_off()
        return len(self.unread) < before

    def cut_off(self) -> None:
        """End the connection, which its reader notices."""
        self.unread.clear()
        with suppress(OSError):
            self.sock.shutdown(socket.SHUT_RDWR)


class ScreensLink(Thread):
    """Listens at a path until the program ends. The phones' own code is loaded once somebody has connected."""

    def __init__(self, path: Path, put: Callable[[FromPhones], None]) -> None:
        """Listen there, and put what is said; nothing is said yet."""
        super().__init__(name="screens", daemon=True)
        self._put = put
        self._peer: _Peer | None = None
        self._room = BoundedSemaphore(MOST_WAITING)
        self._phones: Phones | None = None
        self._decoder = msgspec.json.Decoder(FromScreens)
        self._listener = socket.socket(socket.AF_UNIX)
        with suppress(FileNotFoundError):
            path.unlink()
        self._listener.bind(str(path))
        path.chmod(0o666)  # whoever may connect is asked who it is
        self._listener.listen(1)
        self.start()

    # --- in the loop's thread ----------------------------------------------------------------------------------------

    def take(self, came: FromPhones, app: App, now_s: float) -> None:
        """Let the phones take what was said."""
        self._room.release()
        if self._phones is None:
            self._phones = import_module("firmware_py.device.phones").Phones(self.send)
        self._phones.take(came, app, now_s)

    def after_round(self, app: App, now_s: float) -> None:
        """Let the phones follow the game, if there are any."""
        if self._phones:
            self._phones.after_round(app, now_s)
        if peer := self._peer:
            self._send_unread(peer, now_s)

    def _send_unread(self, peer: _Peer, now_s: float) -> None:
        if peer.flush() or not peer.unread or peer.stands_since_s is None:
            peer.stands_since_s = now_s
        elif now_s > peer.stands_since_s + LONGEST_UNREAD_S:
            peer.cut_off()

    def send(self, said: Said) -> None:
        """Send a line; whoever reads nothing for too long is cut off."""
        if peer := self._peer:
            peer.unread += msgspec.json.encode(said) + b"\n"
            peer.flush()
            if len(peer.unread) > MOST_UNREAD:
                peer.cut_off()

    # --- in its own --------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Read what one process after another says."""
        while True:
            peer, _ = self._listener.accept()
            with peer:
                if not may_connect(peer):
                    continue
                self._peer = _Peer(peer)
                with suppress(OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                    self._read(peer)
                self._peer = None
            self._say(Lost())

    def _read(self, peer: socket.socket) -> None:
        with peer.makefile("rb") as lines:
            while (line := lines.readline(LONGEST_LINE)).endswith(b"\n"):
                self._say(self._decoder.decode(line))

    def _say(self, message: object) -> None:
        self._room.acquire()
        self._put(FromPhones(message))


def may_connect(peer: socket.socket) -> bool:
    """Whether the process at the other end is of our own user, or of the phones' user."""
    _, uid, _ = struct.unpack("3i", peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i")))
    if uid == os.getuid():
        return True
    try:
        return bool(uid == pwd.getpwnam(USER).pw_uid)
    except KeyError:
        return False
