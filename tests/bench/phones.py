"""Phones: from a press on one to the page on all others, and what they cost while nobody touches them.

The device and the process of its phones run as on a Pi; a phone is a socket. Peer and limit are `phone_peers`.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

from malediction_device import THREE, record
from phone_table import table_with_phones
from phones_running import end, free_port, start_screens
from running_service import service
from waiting import PATIENCE_S, child

from bench.rows import MILLI, Row, Sample, Sampler, Topic, at_most, on_disk
from bench.running import status, watched
from firmware_py.config.schema import JOURNAL_NAME
from firmware_py.games.maudite_momie.state import Header
from firmware_py.games.records import write_line
from firmware_py.pages.phones import ALL, KEY, MAY, Pairing, write_pairings
from firmware_py.storage.changes import Begin, Choose
from firmware_py.storage.opening import open_journal

PLAYERS = ("Ada", "Bo", "Cy", "Dee", "Eve", "Fa")
COLOURS = ("red", "blue", "green", "yellow", "purple", "white")
CLIENTS = (6, 30, 100)
PRESSES, PAUSE_S = 24, 0.03
"""In each repetition; a pile has 27 cards, and a seat may press eight times a second."""
PRELOADED_S = 4.0
"""By then the device has loaded its games, with phones or without."""
READ_S = 0.8
"""From one press to the next: sooner it would be a press that nobody meant."""
QUIET_S = 6.0
"""By then the device shows nothing passing any more."""
COMES_S = 0.13
"""From one stream of a seat to its next, of which so many a second may come."""


class Stream:
    """The pages of one phone, as bytes that come."""

    def __init__(self, port: int, token: str) -> None:
        """Open it, and wait for the first page."""
        self.sock = socket.create_connection(("127.0.0.1", port), PATIENCE_S)
        self.text = b""
        self.sock.sendall(
            f"GET /events?lang=en HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: seat={token}\r\n\r\n".encode()
        )

    def read(self) -> None:
        """Take what has come."""
        came = self.sock.recv(1 << 16)
        assert came, "a stream has ended"
        self.text = (self.text + came)[-(1 << 16) :]

    def has_page(self) -> bool:
        """Whether a page has come, whole."""
        return b"\n\n" in self.text.partition(b"event: view")[2]

    def page(self) -> str:
        """The name of the last page."""
        return re.findall(rb"id: (\S+)\n", self.text)[-1].decode()

    def loot(self) -> str:
        """The target by which a player takes a card from the left pile, which changes every phone's page."""
        before = self.text.rpartition(b"event: view")[2].partition(b"Loot: left pile")[0]
        return re.findall(rb'data-t=\\"(.*?)\\"', before)[-1].decode()


class Phones:
    """As many phones at one server, of which the first six may press."""

    def __init__(self, port: int, count: int, comes_s: float = 0.0) -> None:
        """Open all streams, of onlookers one every `comes_s`."""
        self.port = port
        tokens = [PLAYERS[at] if at < len(PLAYERS) else "onlooker" for at in range(count)]
        self.streams = []
        for token in tokens:
            time.sleep(comes_s if token == "onlooker" else 0)
            self.streams.append(Stream(port, token))
        self.poll = selectors.DefaultSelector()
        for stream in self.streams:
            self.poll.register(stream.sock, selectors.EVENT_READ, stream)
            while not stream.has_page():
                stream.read()

    def press(self, player: str, key: str, *touched: str) -> float:
        """Press, and return after how many seconds it was answered and every phone had another page."""
        own = self.streams[PLAYERS.index(player)]
        page, touched = own.page(), touched or (own.loot(),)
        for stream in self.streams:
            stream.text = stream.text[-200:].replace(b"event: view", b"")
        body = json.dumps({"key": f"bench {key}", "page": page, "touched": touched}).encode()
        head = (
            f"POST /press HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nOrigin: http://127.0.0.1:{self.port}\r\n"
            f"X-Screens: 1\r\nCookie: seat={player}\r\nContent-Length: {len(body)}\r\n\r\n"
        ).encode()
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE_S) as answered:
            self.poll.register(answered, selectors.EVENT_READ)
            begun_s, waits, status = time.perf_counter(), set(self.streams), b""
            answered.sendall(head + body)
            while waits or not status:
                assert time.perf_counter() < begun_s + PATIENCE_S, f"{len(waits)} phones have no page"
                for found, _ in self.poll.select(10):
                    if found.fileobj is answered:
                        status += answered.recv(4096)
                        assert b"200" in status[:16], status[:40]
                        continue
                    found.data.read()
                    if found.data.has_page():
                        waits.discard(found.data)
            took_s = time.perf_counter() - begun_s
            self.poll.unregister(answered)
        assert status.startswith(b"HTTP/1.1 200"), status[:40]
        return took_s

    def actor(self) -> str:
        """Who is asked on their phone to take a card."""
        asked = (stream.text.rpartition(b"event: view")[2] for stream in self.streams)
        return next(player for player, page in zip(PLAYERS, asked, strict=False) if b"Loot: left pile" in page)

    def close(self) -> None:
        """Hang up."""
        for stream in self.streams:
            stream.sock.close()


BY_SIGNAL = """
import signal, sys
import pygame
from firmware_py.cli.main import main

def press(*_):
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=pygame.K_RETURN))

signal.signal(signal.SIGUSR1, press)
sys.exit(main(["run"]))
"""
"""The real service, at which each signal presses Enter."""


@contextmanager
def ours(*under: str) -> Iterator[tuple[int, int, int]]:
    """Yield the port of a device with a game of six, its process and that of its phones."""
    header = Header(1, "maudite_momie", PLAYERS)
    pairings = [
        Pairing(hashlib.sha256(name.encode()).hexdigest(), "" if name == "onlooker" else name, "Android")
        for name in (*PLAYERS, "onlooker")
    ]
    with tempfile.TemporaryDirectory(dir=on_disk()) as folder, ExitStack() as stack:
        state = Path(folder) / "state"
        state.mkdir()
        with open_journal(state / JOURNAL_NAME, lambda: datetime.now(UTC)).journal as journal:
            for key, value in (("language", "en"), (KEY, write_pairings(tuple(pairings))), (MAY, ALL)):
                journal.commit(Choose(key, value))
            journal.commit(Begin(write_line(header), COLOURS))
        started = stack.enter_context(service(Path(folder), under=under))
        started.wait_for("READY=1")
        port = free_port()
        screens = start_screens(SimpleNamespace(host="127.0.0.1", port=port, path=Path(folder) / "screens.sock"))
        stack.callback(end, screens)
        yield port, started.process.pid, screens.pid


@contextmanager
def other(kind: str) -> Iterator[int]:
    """Yield the port of the peer or of the limit."""
    with tempfile.TemporaryDirectory(dir=on_disk()) as folder:
        command = [sys.executable, str(Path(__file__).with_name("phone_peers.py")), kind, str(Path(folder) / "bare")]
        with child(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            yield int(process.stdout.readline())


@contextmanager
def _presses() -> Iterator[Sampler]:
    numbers = iter(range(1 << 30))

    def measured(port: int, count: int, *, is_ours: bool) -> list[float]:
        phones, took = Phones(port, count, COMES_S * is_ours), []
        if is_ours:
            phones.press("Ada", f"resume {next(numbers):08}", "resume")
        for at in range(PRESSES):
            time.sleep(PAUSE_S)
            target = () if is_ours else ("0",)
            took.append(phones.press(PLAYERS[at % 6], f"press {next(numbers):08}", *target) * MILLI)
        phones.close()
        return took

    def sample() -> Mapping[str, Sample]:
        found: dict[str, Sample] = {}
        for count in CLIENTS:
            with ours() as (port, _, _):
                mine = measured(port, count, is_ours=True)
            with other("peer") as port:
                peers = measured(port, count, is_ours=False)
            with other("limit") as port:
                limit = measured(port, count, is_ours=False)
            found[f"phones-{count}"] = Sample(mine, peers, limit)
            if count == CLIENTS[0]:
                found["phones-p99"] = Sample(mine, peers, limit)
        return {**found, **_rest()}

    yield sample


def _rest() -> dict[str, Sample]:
    """What six phones cost while nobody touches them, and the referee once each has played a card.

    In one process: what a device keeps of drawn pictures depends on how many steps of a movement a busy machine shows.
    Before phones come everybody plays two rounds at the box; what the second of them took is not theirs.
    """
    with ours(sys.executable, "-c", BY_SIGNAL) as (port, referee, screens):
        time.sleep(PRELOADED_S)
        kept = []
        for count in (1 + len(PLAYERS), len(PLAYERS)):
            for _ in range(count):
                os.kill(referee, signal.SIGUSR1)
                time.sleep(READ_S)
            time.sleep(QUIET_S)
            kept.append(status(referee, "VmRSS"))
        phones = Phones(port, len(PLAYERS))
        for number in range(len(PLAYERS)):
            phones.press(phones.actor(), f"at rest {number:02}")
            time.sleep(READ_S)
        time.sleep(QUIET_S)
        kept.append(status(referee, "VmRSS"))
        ((wakeups, _),) = watched((screens,))
        first, second, third = kept
        memory, more = status(screens, "VmRSS") / 1024, ((third - second) - (second - first)) / 1024
        phones.close()
    return {"phones-wakeups": Sample(wakeups), "phones-memory": Sample(memory), "phones-referee": Sample(more)}


# --- bytes ------------------------------------------------------------------------------------------------------------

STEPS = 120


@contextmanager
def _events() -> Iterator[Sampler]:
    def sample() -> Mapping[str, Sample]:
        sizes: list[int] = []
        for header in (Header(1, "maudite_momie", PLAYERS), THREE):
            with tempfile.TemporaryDirectory() as folder, table_with_phones(Path(folder)) as table:
                chance = random.Random(1)
                table.device.load(record(header))
                phones = {player: table.seat(player) for player in header.players}
                for _ in range(STEPS):
                    session = table.device.app.table.playing
                    if session.is_over:
                        break
                    phone = phones[session.game.rules.to_act(session.state)[0]]
                    phone.touch(chance.choice([target for target in phone.targets() if target != "help"]))
                for phone in phones.values():
                    packer = zlib.compressobj(6, zlib.DEFLATED, 30, 6)
                    for shown in phone.pages:
                        data = packer.compress(shown.html.encode()) + packer.flush(zlib.Z_SYNC_FLUSH)
                        sizes.append(len(data))
        return {"phones-event": Sample(sizes), "phones-largest": Sample(sizes)}

    yield sample


BARE = "a commit and as many bytes to each socket, no HTTP"
LEAST = "the least server that does the same: h11, one commit, no game and no second process"
PHONES = Topic(
    "phones",
    (
        Row(
            "phones-6", "press on a phone → stored → on six phones", "ms", LEAST, BARE, (at_most(8.0),), on_zero="card"
        ),
        Row(
            "phones-p99",
            "the same, 99th percentile",
            "ms",
            LEAST,
            BARE,
            (at_most(50.0),),
            percentile=99,
            on_zero="card",
        ),
        Row("phones-30", "the same on 30 phones", "ms", LEAST, BARE, (at_most(24.0),), on_zero="card"),
        Row("phones-100", "the same on 100 phones", "ms", LEAST, BARE, (at_most(24.0),), on_zero="card"),
        Row(
            "phones-wakeups",
            "wake-ups a second of the phones' process, six phones that nobody touches",
            "/s",
            goals=(at_most(0.5),),
            unfair="without a phone the process does not run",
            on_zero="same",
        ),
        Row(
            "phones-memory",
            "memory of the phones' process with six phones",
            "MB",
            goals=(at_most(16.0),),
            on_zero="same",
        ),
        Row(
            "phones-referee",
            "memory of the referee: a round on six phones, less the same round at the box",
            "MB",
            goals=(at_most(1.5),),
            missed_because="Runs take 1.2 to 1.9 MB: 0.65 MB are objects, and Python's memory grows by whole megabytes",
            on_zero="same",
        ),
    ),
    _presses,
    3,
)
EVENTS = Topic(
    "phone-pages",
    (
        Row("phones-event", "a page on the way to a phone", "bytes", goals=(at_most(1000),), counts=True),
        Row("phones-largest", "the largest of them", "bytes", goals=(at_most(60_000),), percentile=100, counts=True),
    ),
    _events,
    1,
)
