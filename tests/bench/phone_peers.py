"""The least servers that take a press, commit a line and send a page to every stream: `phone_peers.py KIND FILE`.

`peer` speaks HTTP by h11; `limit` looks at nothing but whether it is a press. Neither has a game, a seat or a check.
"""

from __future__ import annotations

import selectors
import socket
import sqlite3
import sys
from contextlib import closing

import h11

BYTES = 1200
"""What is sent to each phone: as much as our median page."""
Client = tuple[socket.socket, h11.Connection]


def main(kind: str, file: str) -> None:
    """Serve until killed; the port is printed."""
    with closing(sqlite3.connect(file, isolation_level=None)) as db, socket.create_server(("127.0.0.1", 0)) as listener:
        for pragma in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = FULL"):
            db.execute(f"PRAGMA {pragma}")
        db.execute("CREATE TABLE actions (ply INTEGER PRIMARY KEY, line TEXT)")
        print(listener.getsockname()[1], flush=True)
        poll, streams = selectors.DefaultSelector(), list[Client]()
        poll.register(listener, selectors.EVENT_READ)
        while True:
            for found, _ in poll.select():
                if found.fileobj is listener:
                    sock, _ = listener.accept()
                    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    poll.register(sock, selectors.EVENT_READ, h11.Connection(h11.SERVER))
                elif data := found.fileobj.recv(1 << 14):  # type: ignore[union-attr]
                    _take(kind, db, streams, (found.fileobj, found.data), data)  # type: ignore[arg-type]
                else:
                    poll.unregister(found.fileobj)
                    streams = [one for one in streams if one[0] is not found.fileobj]


def _take(kind: str, db: sqlite3.Connection, streams: list[Client], client: Client, data: bytes) -> None:
    sock, http = client
    if kind == "peer":
        http.receive_data(data)
        while not isinstance(http.next_event(), h11.EndOfMessage):
            pass
    is_press, ok = data.startswith(b"POST"), b"HTTP/1.1 200 \r\n\r\n"
    if is_press:
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO actions (line) VALUES (?)", ("line",))
        db.execute("COMMIT")
    else:
        stream = h11.Response(status_code=200, headers=[("content-type", "text/event-stream")])
        sock.sendall(ok if kind == "limit" else http.send(stream) or b"")
        streams.append(client)
    event = f"id: 1\nevent: view\ndata: {'x' * BYTES}\n\n".encode()
    for to, through in streams if is_press else (client,):
        to.sendall(event if kind == "limit" else through.send(h11.Data(data=event)) or b"")
    if is_press:
        answer = h11.Response(status_code=200, headers=[("content-length", "0")])
        sock.sendall(ok if kind == "limit" else (http.send(answer) or b"") + (http.send(h11.EndOfMessage()) or b""))


if __name__ == "__main__":
    main(*sys.argv[1:])
