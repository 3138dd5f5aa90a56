"""Memory: what is loaded is searched for garbage never; without any left, the next start finds everything."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from running_service import heard_until, notify_socket_at, service, unmeasured
from sampling import every
from waiting import PATIENCE_S, child

from firmware_py.config.schema import JOURNAL_NAME
from firmware_py.device.panel import FAILED
from firmware_py.games.restoring import read_record
from firmware_py.storage.changes import StoredGame
from firmware_py.storage.journal import save_session
from firmware_py.storage.opening import open_journal

RECORD = b"""{"record": 1, "game": "maudite_momie", "players": ["Ada", "Bo"]}
{"by": "Ada", "do": "explore", "pile": "left"}
{"by": "Bo", "do": "explore", "pile": "left"}
"""

STARVED = """
import signal, sys, threading, time
import pygame
from firmware_py.cli.main import main

def refuse(*_):
    raise MemoryError

def starve():
    sys.stdin.readline()
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=pygame.K_RETURN))
        time.sleep(float(sys.argv[1]))
    while True:
        signal.pthread_kill(threading.main_thread().ident, signal.SIGUSR1)
        time.sleep(20)  # a destructor or a callback may have swallowed it

signal.signal(signal.SIGUSR1, refuse)
threading.Thread(target=starve, daemon=True).start()
sys.exit(main(["run"]))
"""
"""The real service: at a word somebody presses Enter, and soon there is no memory for what the loop does next.

A signal, because Python handles it in the loop's thread and nowhere else. An error set for that thread can strike one
that the loop has just made: the new one bears its maker's number until it runs.
"""

SEARCHED = """
import gc, sys, threading
from firmware_py.cli.main import main

has_begun = threading.Event()

def begin(frame, event, argument):
    sys.setprofile(None)
    if threading.current_thread().name == "preloading":
        has_begun.set()

def tell():
    sys.stdin.readline()
    has_begun.wait()
    for thread in threading.enumerate():
        if thread.name == "preloading":
            thread.join()
    print(gc.isenabled(), gc.get_freeze_count(), len(gc.get_objects()), gc.get_stats()[2]["collections"], flush=True)

threading.Thread(target=tell, daemon=True).start()
threading.setprofile(begin)
main(["run"])
"""
"""The real service, which tells at a word what is searched for garbage."""


def a_game_kept(state: Path) -> StoredGame:
    with open_journal(state / JOURNAL_NAME, lambda: datetime.now(UTC)).journal as journal:
        return journal.load(save_session(journal, read_record(RECORD)))


def kept(state: Path) -> StoredGame | None:
    opened = open_journal(state / JOURNAL_NAME, lambda: datetime.now(UTC))
    assert opened.warning is None
    with opened.journal as journal:
        return journal.unfinished_game()


@contextmanager
def started(program: str, folder: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Yield the process of a program with the service in it, which is ready and waits for its word."""
    places = {"STATE_DIRECTORY": f"{folder}/state", "RUNTIME_DIRECTORY": str(folder), "SDL_VIDEODRIVER": "dummy"}
    environ = {**places, "NOTIFY_SOCKET": f"{folder}/notify", "PYTHONPATH": os.pathsep.join(sys.path)}
    with (
        notify_socket_at(environ["NOTIFY_SOCKET"]) as notify_socket,
        child(
            [sys.executable, "-c", program, *arguments],
            env={**unmeasured(os.environ), **environ},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process,
    ):
        heard_until("READY=1", notify_socket)
        yield process


@pytest.mark.parametrize("after_s", every(2, [0.001, 0.02, 0.1]))
def test_a_service_without_memory_fails_and_the_next_start_has_the_game(after_s: float, tmp_path: Path) -> None:
    """It ends with a failure, so systemd starts it again. The log says why; the game is as it was."""
    before = a_game_kept(tmp_path / "state")
    with started(STARVED, tmp_path, str(after_s)) as starved:
        _, log = starved.communicate("now\n", timeout=PATIENCE_S)
    assert starved.returncode == FAILED, log
    assert "The program ends because of a mistake" in log
    assert kept(tmp_path / "state") == before
    with service(tmp_path) as running:
        running.wait_for("READY=1")
        assert running.end()[0] == 0


def test_what_is_loaded_is_not_searched_for_garbage(tmp_path: Path) -> None:
    """Neither while the device starts nor later: a search through all of it would make a press wait."""
    with started(SEARCHED, tmp_path) as device:
        assert device.stdin
        assert device.stdout
        device.stdin.write("now\n")
        device.stdin.flush()
        is_searched, loaded, searched, searches = device.stdout.readline().split()
    assert is_searched == "True"
    assert int(searched) * 20 < int(loaded)
    assert searches == "0"
