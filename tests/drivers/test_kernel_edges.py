"""The thread that reads edges, over pipes in place of the kernel's lines."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Queue
from threading import Event

import pytest
from waiting import PATIENCE_S

from hardware.kernel_edges import EVENT, GET_VALUES, REQUEST, REQUEST_LINE, VALUES, EdgeReader

FALLING, RISING = 2, 1

Came = Queue[tuple[str, bool, int]]


@pytest.fixture
def reader() -> Iterator[EdgeReader]:
    reader = EdgeReader()
    yield reader
    reader.close()
    reader.close()  # may be repeated


@pytest.fixture
def came() -> Came:
    return Queue()


def line(reader: EdgeReader, came: Came, name: str) -> int:
    """Let the reader watch a line, and return the end to which the kernel writes its events."""
    read, kernel = os.pipe()
    reader.add(read, lambda high, at_ns: came.put((name, high, at_ns)))
    return kernel


def event(at_ns: int, edge: int) -> bytes:
    return EVENT.pack(at_ns, edge, 0, 0, 0)


@contextmanager
def busy(reader: EdgeReader) -> Iterator[None]:
    """Keep the thread busy in this block, as a loaded computer does."""
    read, kernel = os.pipe()
    began, free = Event(), Event()
    reader.add(read, lambda _high, _at_ns: (began.set(), free.wait(PATIENCE_S)))
    os.write(kernel, event(0, RISING))
    assert began.wait(PATIENCE_S)
    yield
    free.set()


def test_what_is_asked_and_answered_has_the_kernels_sizes() -> None:
    """They stand in the numbers of the calls too: 592 bytes a request, 16 for levels; an event has 48."""
    assert (REQUEST.size, VALUES.size, EVENT.size) == (REQUEST_LINE >> 16 & 0x3FFF, GET_VALUES >> 16 & 0x3FFF, 48)


def test_edges_that_waited_come_in_the_order_of_their_times(reader: EdgeReader, came: Came) -> None:
    """Two lines of an encoder: each edge says whether its line went high, and keeps the kernel's time."""
    a, b = (line(reader, came, name) for name in "ab")
    with busy(reader):
        os.write(b, event(8, FALLING) + event(10, RISING))
        os.write(a, event(7, FALLING) + event(9, RISING))
    wanted = [("a", False, 7), ("b", False, 8), ("a", True, 9), ("b", True, 10)]
    assert [came.get(timeout=PATIENCE_S) for _ in wanted] == wanted


def test_a_taker_that_raises_and_a_line_that_fails_stop_no_other(reader: EdgeReader, came: Came) -> None:
    """A chip that vanishes ends its lines; the others go on."""
    read, failing = os.pipe()
    reader.add(read, lambda _high, _at_ns: 1 // 0)
    well, gone = line(reader, came, "well"), line(reader, came, "gone")
    os.write(failing, event(1, RISING))
    os.close(gone)
    os.write(failing, event(2, RISING))
    os.write(well, event(3, RISING))
    assert came.get(timeout=PATIENCE_S) == ("well", True, 3)


def test_a_line_that_is_removed_is_closed(reader: EdgeReader, came: Came) -> None:
    """Its number may belong to another file at once."""
    read, kernel = os.pipe()
    reader.add(read, lambda high, at_ns: came.put(("removed", high, at_ns)))
    with busy(reader):
        os.write(kernel, event(1, RISING))
        reader.remove(read)
    os.write(line(reader, came, "other"), event(2, RISING))
    assert came.get(timeout=PATIENCE_S) == ("other", True, 2)
    with pytest.raises(BrokenPipeError):
        os.write(kernel, event(3, RISING))


def test_a_line_without_the_edge_that_was_seen_stops_no_other(reader: EdgeReader, came: Came) -> None:
    """As one that has the number of a line just removed; it is read again. Here two files share one pipe."""
    first, kernel = os.pipe()
    files = {"first": first, "second": os.dup(first)}
    try:
        with busy(reader):
            for name, file in files.items():
                reader.add(file, lambda high, at_ns, name=name: came.put((name, high, at_ns)))
            os.write(kernel, event(1, RISING))
        had, *_ = came.get(timeout=PATIENCE_S)
        reader.remove(files.pop(had))
        os.write(kernel, event(2, RISING))
        assert came.get(timeout=PATIENCE_S) == (*files, True, 2)
    finally:
        os.close(kernel)
