"""A device with phones, as it runs: its pins and time simulated, the process of the phones a real one."""

import queue
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from threading import Event, Thread

from places import PROJECT
from waiting import PATIENCE_S

from firmware_py.config.schema import Config
from firmware_py.desk.simulated_device import SimulatedDevice
from firmware_py.device.disk import _invite
from firmware_py.device.effects import CodeDrawn, PhoneAsked, PhonePlayed
from firmware_py.device.screens_link import ScreensLink
from firmware_py.pages.interface import ChangeSetting
from firmware_py.pages.phones import ALL, MAY


class Running:
    """A device whose loop goes round in a thread; `do` does something in it."""

    def __init__(self, folder, config=None, load=None, host="127.0.0.1"):
        """Switch on, and begin a game if a record is given; phones find the device at `host`."""
        self.path = folder / "screens.sock"
        self._jobs, self._ends = queue.Queue(), Event()
        self.link = ScreensLink(self.path, self._jobs.put)
        self._ready = Event()
        self.host, self.port = host, free_port()
        self.address = f"{host}:{self.port}"
        self._thread = Thread(target=self._run, args=(folder, config or Config(language="en"), load), daemon=True)
        self._thread.start()
        assert self._ready.wait(PATIENCE_S), "the device does not start"

    def _run(self, folder, config, load):
        with SimulatedDevice(config, folder / "data", phones_at=self.address) as self.device:
            self.device.press("ok")
            if load:
                self.device.load(load)
            self._ready.set()
            before = time.monotonic()
            while not self._ends.is_set():
                self._round()
                now = time.monotonic()
                self.device.wait(now - before)
                before = now

    def _round(self):
        app = self.device.app
        self.link.after_round(app, self.device.now_s)
        try:
            job = self._jobs.get(timeout=0.05)
        except queue.Empty:
            return
        if callable(job):
            job()
        else:
            self.link.take(job, app, self.device.now_s)

    def do(self, job):
        """Let the loop's thread do something, and return what it returns."""
        answer = queue.Queue()
        self._jobs.put(lambda: answer.put(job()))
        try:
            return answer.get(timeout=PATIENCE_S)
        except queue.Empty:
            state = "hangs" if self._thread.is_alive() else "has ended"
            raise AssertionError(f"the device's loop {state}") from None

    def invite(self, player):
        """Show a code at the box for this player's phone, and return it."""

        def ask():
            app, drawn = self.device.app, CodeDrawn(_invite(player, self.address))
            app.do_in_turn(lambda now_s: app.take_from_phone(drawn, lambda _: None, now_s), self.device.now_s)
            self.device.wait(0.0)
            self.link.after_round(app, self.device.now_s)
            return app.stack[-1].invitation.code

        return self.do(ask)

    def allow_all(self):
        """Let phones undo, begin and leave, as the switch at the box does."""
        self._take(PhoneAsked(ChangeSetting(MAY, ALL), "table"))

    def play(self, action):
        """Play what somebody has entered elsewhere."""
        self._take(PhonePlayed((action,), "table"))

    def _take(self, event):
        def take():
            app = self.device.app
            app.do_in_turn(lambda now_s: app.take_from_phone(event, lambda _: None, now_s), self.device.now_s)

        self.do(take)

    @property
    def session(self):
        """The game under way."""
        return self.do(lambda: self.device.app.table.session)

    def close(self):
        """Switch off."""
        self._ends.set()
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive(), "the device's loop does not end"


def free_port():
    """A port at which nobody listens."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def start_screens(running, port=None):
    """Start the process of the phones with a socket that listens already, as systemd does."""
    listener = socket.create_server((running.host, port or running.port), backlog=64)
    screens = [sys.executable, "-I", "-m", "firmware_py.phone_server", str(running.path)]
    command = ["bash", "-c", f'LISTEN_PID=$$ exec "$@" 3<&{listener.fileno()}', "bash", *screens]
    with listener:
        return subprocess.Popen(command, cwd=PROJECT, pass_fds=(listener.fileno(),))


def end(process):
    """Kill the process of the phones."""
    process.kill()
    process.wait(PATIENCE_S)


@contextmanager
def running_with_screens(folder, config=None, load=None, host="127.0.0.1"):
    """Yield a running device, and the process of its phones."""
    running = Running(folder, config, load, host)
    process = start_screens(running)
    try:
        yield running, process
    finally:
        end(process)
        running.close()
