"""The connections of the phones, in one thread: no timer runs and nobody wakes while nobody is there.

A connection is a stranger until the referee has let it in. Of strangers there are few, and whoever sends slowly, much
or nonsense is cut off; the others hear nothing of it.
"""

from __future__ import annotations

import hashlib
import json
import selectors
import socket
import time
import zlib
from collections.abc import Callable
from typing import Any

import h11

from firmware_py.phone_server.files import read_files
from firmware_py.phone_server.requests import COOKIE, MOST_BODY, SECURE, Denied, Static, Wanted, cookie_of, meaning

BEAT_S = 5.0
"""How often a phone hears that the connection stands; one that has heard nothing for 8 s comes again."""
IDLE_S, LONG_S = 60.0, 86400.0
"""Seconds after the last phone until the process ends; the second, if it stays."""
REQUEST_S = 5.0
"""Seconds that a request may take to arrive, and a connection may be silent."""
WAIT_S = 40.0
"""Seconds that the referee may take: a cheap memory card stalls for half a minute."""
RETRY_S = 1.0
MOST_CONNECTIONS = 160
MOST_STRANGERS_OF_ONE_HOST = 24
MOST_UNREAD = 1 << 18
"""Most bytes that wait for a phone that does not read."""
MOST_AHEAD = 1 << 15
"""Most bytes that a phone may send before its last request is answered."""
BURST, PRESSES_PER_S, KNOCKS_PER_S = 16.0, 8.0, 0.2
NOT_KEPT = ("cache-control", "no-store")
OPTIONS = (
    (socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1),
    (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),
    (socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 30),
    (socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 10),
    (socket.IPPROTO_TCP, socket.TCP_KEEPCNT, 3),
    (socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 30_000),
)


class Connection:
    """One connection of a phone."""

    def __init__(self, sock: socket.socket, number: int, host: str, now_s: float) -> None:
        """Begin as a stranger."""
        self.sock, self.number, self.host, self.since_s = sock, number, host, now_s
        self.http = h11.Connection(h11.SERVER, max_incomplete_event_size=8192)
        self.request: h11.Request | None = None
        self.body = bytearray()
        self.out = bytearray()
        self.digest = ""
        self.waits_for = ""
        """What the referee was asked for, by its word and key; empty if nothing."""
        self.seat: str | None = None
        """Whose pages it is sent, once it is a stream."""
        self.packer: Any = None
        """What packs its stream, if it understands that."""
        self.is_known = False
        self.ends = False

    @property
    def is_stream(self) -> bool:
        """Whether it is sent pages until it ends."""
        return self.seat is not None

    def deadline_s(self) -> float:
        """When it must have said, or heard, more."""
        if self.is_stream:
            return float("inf")
        return self.since_s + (WAIT_S if self.waits_for else REQUEST_S)


class Bucket:
    """How many requests somebody may make at once, and a second."""

    def __init__(self, per_s: float, now_s: float) -> None:
        """Begin full."""
        self.per_s, self.left, self.at_s = per_s, BURST, now_s

    def takes(self, now_s: float) -> bool:
        """Whether one more may be made now."""
        self.left = min(BURST, self.left + (now_s - self.at_s) * self.per_s)
        self.at_s = now_s
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Server:
    """Serves phones at a listening socket, until nobody has been there for a while."""

    def __init__(self, listener: socket.socket, referee: str, clock: Callable[[], float] = time.monotonic) -> None:
        """Serve there; `referee` is the path of the referee's socket."""
        self._clock, self._listener, self._path = clock, listener, referee
        self._selector = selectors.DefaultSelector()
        self._files = read_files()
        self._all: dict[int, Connection] = {}
        self._buckets: dict[str, Bucket] = {}
        self._count = 0
        self._referee: socket.socket | None = None
        self._unread = b""
        now_s = clock()
        self._beat_s = self._retry_s = now_s
        self._knocks = Bucket(KNOCKS_PER_S, now_s)
        self._idle_since_s, self._idle_s = now_s, IDLE_S
        listener.setblocking(False)
        self._selector.register(listener, selectors.EVENT_READ)
        self._reach(now_s)

    def run(self, *, stays: bool = False) -> None:
        """Serve until nobody has been there for a while; for a day if it `stays`."""
        self._idle_s = LONG_S if stays else IDLE_S
        while self._all or self._clock() < self._idle_since_s + self._idle_s:
            self.serve(self._due_s() - self._clock())

    def _due_s(self) -> float:
        if not self._all:
            return self._idle_since_s + self._idle_s
        retry_s = (self._retry_s,) if self._referee is None else ()
        return min(self._beat_s, *retry_s, *(one.deadline_s() for one in self._all.values()))

    def serve(self, within_s: float) -> None:
        """Serve whatever happens within this time, and then what is due."""
        for key, mask in self._selector.select(max(0.0, within_s)):
            if key.fileobj is self._listener:
                self._accept()
            elif key.fileobj is self._referee:
                self._hear()
            elif key.data and key.data.number in self._all:  # without data it was the referee, lost a moment ago
                self._serve(key.data, mask)
        now_s = self._clock()
        for one in [one for one in self._all.values() if one.deadline_s() <= now_s]:
            self._drop(one)
        if self._referee is None and now_s >= self._retry_s:
            self._reach(now_s)
        if now_s >= self._beat_s:
            self._beat_s = now_s + BEAT_S
            for one in [one for one in self._all.values() if one.is_stream]:
                self._stream(one, b"event: beat\ndata:\n\n")
        if self._all:
            self._idle_since_s = now_s

    # --- phones ------------------------------------------------------------------------------------------------------

    def _accept(self) -> None:
        try:
            sock, address = self._listener.accept()
        except OSError:
            return  # it has gone already, or there is no room: another time
        self._make_room(address[0])
        sock.setblocking(False)
        for level, option, value in OPTIONS:
            sock.setsockopt(level, option, value)
        self._count += 1
        one = self._all[self._count] = Connection(sock, self._count, address[0], self._clock())
        self._selector.register(sock, selectors.EVENT_READ, one)

    def _make_room(self, host: str) -> None:
        """Where there are too many let the oldest stranger go, or the oldest connection of a phone with many."""
        strangers = [one for one in self._all.values() if not one.is_known]
        theirs = [one for one in strangers if one.host == host]
        if len(theirs) >= MOST_STRANGERS_OF_ONE_HOST or len(self._all) >= MOST_CONNECTIONS:
            self._drop((theirs or strangers or self._crowd())[0])

    def _crowd(self) -> list[Connection]:
        """The connections of the phone that has the most."""
        digests = [one.digest for one in self._all.values()]
        most = max(digests, key=digests.count)
        return [one for one in self._all.values() if one.digest == most]

    def _serve(self, one: Connection, mask: int) -> None:
        try:
            if mask & selectors.EVENT_WRITE:
                self._write(one, b"")
            if mask & selectors.EVENT_READ and one.number in self._all:
                data = one.sock.recv(16384)
                if not data:
                    self._drop(one)
                elif not one.is_stream:  # a stream has nothing more to say
                    one.http.receive_data(data)
                    self._read(one)
                    if len(one.http.trailing_data[0]) > MOST_AHEAD:
                        self._drop(one)
        except (h11.RemoteProtocolError, OSError):
            self._drop(one)

    def _read(self, one: Connection) -> None:
        while one.number in self._all and not (one.waits_for or one.is_stream or one.ends):
            match one.http.next_event():
                case h11.Request() as request:
                    one.request, one.body = request, bytearray()
                case h11.Data(data=data):
                    one.body += data
                    if len(one.body) > MOST_BODY:
                        self._drop(one)
                case h11.EndOfMessage():
                    self._answer_to(one)
                case _:
                    return

    def _drop(self, one: Connection) -> None:
        if self._all.pop(one.number, None):
            self._selector.unregister(one.sock)
            one.sock.close()
            if one.digest:
                self._tell({"do": "leave", "to": one.number})

    def _answer_to(self, one: Connection) -> None:
        assert one.request is not None
        headers: dict[str, str] = {}
        for name, value in one.request.headers:
            headers.setdefault(name.decode("latin-1"), value.decode("latin-1"))
        address, port = one.sock.getsockname()[:2]
        target = one.request.target.decode("latin-1")
        match meaning(one.request.method.decode("latin-1"), target, headers, bytes(one.body), (address, port)):
            case Denied(status):
                self._answer(one, status)
            case Static(path) if path in self._files:
                self._send_file(one, path, headers)
            case Static():
                self._answer(one, 404)
            case Wanted(what, message):
                one.digest = hashlib.sha256(cookie_of(headers).encode("latin-1")).hexdigest()
                if what == "come" and "gzip" in headers.get("accept-encoding", ""):
                    one.packer = zlib.compressobj(6, zlib.DEFLATED, 16 + 14, 6)
                self._ask(one, what, message)

    def _ask(self, one: Connection, what: str, message: dict[str, Any]) -> None:
        """Ask the referee; whoever asks too often is told so at once."""
        bucket = self._knocks if what == "knock" else self._bucket(one)
        if not bucket.takes(self._clock()):
            self._answer(one, 429)
        elif self._referee is None:
            self._answer(one, 503)
        else:
            one.waits_for, one.since_s = f"{what} {message.get('key', '')}", self._clock()
            self._tell({"do": what, "to": one.number, "digest": one.digest, **message})

    def _bucket(self, one: Connection) -> Bucket:
        """What this phone may still ask; strangers at one address share theirs."""
        is_known = any(other.digest == one.digest and other.is_known for other in self._all.values())
        if len(self._buckets) > MOST_CONNECTIONS:
            self._buckets.clear()
        return self._buckets.setdefault(one.digest if is_known else one.host, Bucket(PRESSES_PER_S, self._clock()))

    def _send_file(self, one: Connection, path: str, headers: dict[str, str]) -> None:
        file = self._files[path]
        kept = ("cache-control", "max-age=31536000, immutable") if file.is_kept else NOT_KEPT
        more = [("content-type", file.kind), kept]
        data = file.data
        if file.packed and "gzip" in headers.get("accept-encoding", ""):
            data, more = file.packed, [*more, ("content-encoding", "gzip")]
        self._answer(one, 200, data, *more)

    def _answer(self, one: Connection, status: int, body: bytes = b"", *more: tuple[str, str]) -> None:
        headers = [*SECURE, *(more or (NOT_KEPT,)), ("content-length", str(len(body)))]
        parts = h11.Response(status_code=status, headers=headers), h11.Data(data=body), h11.EndOfMessage()
        data = b"".join(one.http.send(part) or b"" for part in (parts if status != 204 else (parts[0], parts[2])))
        one.waits_for, one.since_s = "", self._clock()
        one.ends = one.http.our_state is h11.MUST_CLOSE
        if one.http.our_state is h11.DONE and one.http.their_state is h11.DONE:
            one.http.start_next_cycle()
        self._write(one, data)

    def _write(self, one: Connection, data: bytes) -> None:
        one.out += data
        try:
            while one.out:
                del one.out[: one.sock.send(one.out)]
        except BlockingIOError:
            pass
        except OSError:
            self._drop(one)
            return
        if len(one.out) > MOST_UNREAD or (one.ends and not one.out):  # it does not read, or was to end
            self._drop(one)
            return
        self._selector.modify(one.sock, selectors.EVENT_READ | (selectors.EVENT_WRITE if one.out else 0), one)

    def _stream(self, one: Connection, event: bytes) -> None:
        if one.packer:
            event = one.packer.compress(event) + one.packer.flush(zlib.Z_SYNC_FLUSH)
        self._write(one, one.http.send(h11.Data(data=event)) or b"")

    # --- the referee -------------------------------------------------------------------------------------------------

    def _reach(self, now_s: float) -> None:
        """Connect to the referee; if it is not there, try again while phones are."""
        sock = socket.socket(socket.AF_UNIX)
        sock.setblocking(False)
        try:
            sock.connect(self._path)
        except OSError:
            sock.close()
            self._retry_s = now_s + RETRY_S
            return
        self._referee, self._unread = sock, b""
        self._selector.register(sock, selectors.EVENT_READ)

    def _lose(self) -> None:
        """Let all phones come again: the referee that knew them has ended."""
        if self._referee:
            self._selector.unregister(self._referee)
            self._referee.close()
        self._referee, self._retry_s = None, self._clock() + RETRY_S
        for one in tuple(self._all.values()):
            self._drop(one)

    def _tell(self, message: dict[str, Any]) -> None:
        """Tell the referee; one that has left hundreds of messages unread is given up, for phones wait for no other."""
        if self._referee:
            data = json.dumps(message).encode() + b"\n"
            try:
                arrived = self._referee.send(data) == len(data)
            except OSError:
                arrived = False
            if not arrived:
                self._lose()

    def _hear(self) -> None:
        assert self._referee is not None
        try:
            data = self._referee.recv(1 << 18)
        except OSError:
            data = b""
        if not data:
            self._lose()
            return
        *lines, self._unread = (self._unread + data).split(b"\n")
        for line in lines:
            message = json.loads(line)
            if message["do"] == "view":
                self._show(message)
            elif one := self._all.get(message["to"]):
                self._pass_on(one, message)
                if one.number in self._all:
                    self._read(one)

    def _show(self, view: dict[str, Any]) -> None:
        shown = {name: view[name] for name in ("html", "said", "world", "language", "own")}
        text = json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
        event = f"id: {view['page']}\nevent: view\ndata: {text}\n\n".encode()
        for one in [one for one in self._all.values() if one.seat == view["seat"]]:
            self._stream(one, event)

    def _pass_on(self, one: Connection, message: dict[str, Any]) -> None:
        """Pass on what the referee says to one connection."""
        match message:
            case {"do": "seated", "seat": str(seat)} if one.waits_for.startswith("come"):
                one.seat, one.is_known, one.waits_for = seat, True, ""
                packed = (("content-encoding", "gzip"),) if one.packer else ()
                kind = ("content-type", "text/event-stream")
                headers = [*SECURE, kind, NOT_KEPT, *packed, ("connection", "close")]
                self._write(one, one.http.send(h11.Response(status_code=200, headers=headers)) or b"")
                self._stream(one, b"retry: 1000\n\n")
            case {"do": "gone"} if one.is_stream:
                self._stream(one, b"event: gone\ndata:\n\n")
                self._drop(one)
            case {"do": "gone"} if one.waits_for:
                self._answer(one, 204 if one.waits_for.startswith("come") else 403)
            case {"do": "answer", "key": str(key), "status": int(status), "why": str(why)} if one.waits_for in (
                f"touch {key}",
                f"knock {key}",
            ):
                one.is_known |= one.waits_for.startswith("touch") and status != 403
                body = json.dumps({"why": why}).encode()
                self._answer(one, status, body, ("content-type", "application/json"), NOT_KEPT)
            case {"do": "paired", "token": str(token)} if one.waits_for.startswith("knock"):
                cookie = f"{COOKIE}={token}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict"
                self._answer(one, 204, b"", ("set-cookie", cookie), NOT_KEPT)
