"""How long tests wait for another process or thread, so that they fail in the end and never on a busy machine."""

from __future__ import annotations

import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

PATIENCE_S = 60.0
"""Far more than anything takes, also on a busy machine."""


@contextmanager
def child(command: list[Any], **how: Any) -> Iterator[subprocess.Popen[Any]]:
    """Start a program that is killed with the block, whatever fails in it: `Popen` would wait for its end for ever."""
    with subprocess.Popen(command, **how) as process:
        try:
            yield process
        finally:
            process.kill()


def more_of(stream: socket.socket) -> bytes:
    """What comes next from a socket; whoever waits for something would read the end of a stream again and again."""
    came = stream.recv(1 << 16)
    assert came, "the other side has ended the stream"
    return came


def received(stream: socket.socket, is_all: Callable[[bytes], bool]) -> bytes:
    """What comes until that is all, in a minute, however much of something else comes meanwhile."""
    text, until_s = b"", time.monotonic() + PATIENCE_S
    while not is_all(text):
        assert time.monotonic() < until_s, f"still not all after {PATIENCE_S} s: {text[-200:]!r}"
        text += more_of(stream)
    return text


def until_closed(stream: socket.socket) -> bytes:
    """All that comes until the other side ends the stream, in a minute."""
    text, until_s = b"", time.monotonic() + PATIENCE_S
    while more := stream.recv(1 << 16):
        assert time.monotonic() < until_s, f"still open after {PATIENCE_S} s: {more[-200:]!r}"
        text += more
    return text


@contextmanager
def without_waiting() -> Iterator[None]:
    """Fail instead of waiting for ever, as one does for the writer of a pipe."""

    def give_up(*_: object) -> None:
        raise AssertionError(f"still waiting after {PATIENCE_S} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
