"""The desk in a browser on this computer: the same drawing as pictures, under the same mouse and keyboard.

Below is the same window, drawn where nobody sees it: what the browser's mouse and keys do is put into its queue, so the
simulated pins and the magnets move as they do on a desktop. Phones may join in, each in a browser of its own.

Why only this computer is answered: whoever reaches it plays at the device, and nobody is asked for a code.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Condition, Thread
from typing import Any

import pygame

from display.inputs import CloseRequested, WindowEvent
from firmware_py.config.schema import Config
from firmware_py.desk.window import DeskDisplay
from firmware_py.device.app import App
from firmware_py.device.running import run
from firmware_py.device.screens_link import ScreensLink
from firmware_py.pages.phones import InvitePage
from firmware_py.phone_server.requests import SECURE, hosts
from hardware import Devices

HERE = Path(__file__).parent
HOME = "127.0.0.1"
FILES = {"/": ("desk.html", "html"), "/desk.js": ("desk.js", "javascript"), "/desk.css": ("desk.css", "css")}
WAIT_S = 20.0
"""Seconds a browser waits for the next picture before it asks again."""
MOST_BODY = 500
KEYS = {
    "ArrowUp": pygame.K_UP,
    "ArrowDown": pygame.K_DOWN,
    "ArrowLeft": pygame.K_LEFT,
    "ArrowRight": pygame.K_RIGHT,
    "Enter": pygame.K_RETURN,
    "Escape": pygame.K_ESCAPE,
    "Backspace": pygame.K_BACKSPACE,
}
"""The keys of the desk's window, as a browser names them."""
MOUSE = {"down": pygame.MOUSEBUTTONDOWN, "up": pygame.MOUSEBUTTONUP, "move": pygame.MOUSEMOTION}


class BrowserDisplay(DeskDisplay):
    """The window of the desk, drawn in memory; it shows each new picture to whoever waits for one."""

    def __init__(self, config: Config) -> None:
        """Draw it; nobody looks yet."""
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        super().__init__(config)
        self._changed = Condition()
        self._number, self._picture, self._link = 0, b"", ""
        self._is_interrupted = False

    def interrupt(self, *_: object) -> None:
        """Let the device end as when its window is closed: an exception might be raised where nobody hears of it.

        Who interrupts it once more does not want to wait.
        """
        self._is_interrupted = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    def poll(self) -> tuple[WindowEvent, ...]:
        """What mouse and keyboard of the browser did, and whether Ctrl+C was pressed where the desk was started."""
        return (*super().poll(), *((CloseRequested(),) if self._is_interrupted else ()))

    def show(self, app: App, devices: Devices) -> None:
        """Show the device, and the address for a phone while the device shows a code."""
        super().show(app, devices)
        top = app.stack[-1]
        link = (
            f"{top.invitation.address}/#{top.invitation.code}"
            if isinstance(top, InvitePage) and not top.is_over
            else ""
        )
        picture = self.new_picture()
        if picture or link != self._link:
            with self._changed:
                self._number, self._picture, self._link = self._number + 1, picture or self._picture, link
                self._changed.notify_all()

    def after(self, number: int) -> tuple[int, bytes, str]:
        """Wait for another picture than this one, and return its number, the picture, and where a phone joins in."""
        with self._changed:
            self._changed.wait_for(lambda: self._number != number, WAIT_S)
            return self._number, self._picture, self._link


class _Request(BaseHTTPRequestHandler):
    """Answers one request of a browser on this computer."""

    protocol_version = "HTTP/1.1"

    def __init__(self, display: BrowserDisplay, *given: Any) -> None:
        self._display = display
        super().__init__(*given)

    def do_GET(self) -> None:
        """Answer with the page, or with the next picture."""
        path, _, query = self.path.partition("?")
        if not self._is_ours():
            self._answer(421)
        elif path in FILES:
            name, kind = FILES[path]
            self._answer(200, (HERE / name).read_bytes(), ("content-type", f"text/{kind}; charset=utf-8"))
        elif path == "/picture" and query.isdecimal():
            number, picture, link = self._display.after(int(query))
            self._answer(200, picture, ("content-type", "image/png"), ("x-number", str(number)), ("x-phone", link))
        else:
            self._answer(404)

    def do_POST(self) -> None:
        """Put what mouse or keyboard did into the window's queue."""
        host, length = self.headers.get("host", ""), self.headers.get("content-length", "")
        if not self._is_ours() or self.headers.get("origin") != f"http://{host}" or self.headers.get("x-desk") != "1":
            self._answer(403)
        elif not length.isdecimal() or int(length) > MOST_BODY:
            self.close_connection = True
            self._answer(400)
        else:
            event = event_of(self.rfile.read(int(length)))
            if event:
                pygame.event.post(event)
            self._answer(204 if event else 400)

    def _is_ours(self) -> bool:
        return self.headers.get("host", "") in hosts(*self.connection.getsockname()[:2])

    def _answer(self, status: int, data: bytes = b"", *headers: tuple[str, str]) -> None:
        self.send_response_only(status)
        for name, value in SECURE:
            policy = value.replace("img-src 'self'", "img-src blob:") if name == "content-security-policy" else value
            self.send_header(name, policy)
        for name, value in (*headers, ("cache-control", "no-store"), ("content-length", str(len(data)))):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)


class _Server(ThreadingHTTPServer):
    """Answers each request in a thread of its own."""

    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a browser that was closed."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def event_of(body: bytes) -> pygame.event.Event | None:
    """The event of the window that a browser reports; None if it is none."""
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        return None
    match said:
        case {"kind": "down" | "up" | "move" as kind, "x": int(x), "y": int(y), "button": 1 | 3 as button}:
            held = {"buttons": (1, 0, 0), "rel": (0, 0)} if kind == "move" else {"button": button}
            return pygame.event.Event(MOUSE[kind], pos=(x, y), **held)
        case {"kind": "keydown" | "keyup" as kind, "key": str(key)} if key in KEYS:
            return pygame.event.Event(pygame.KEYDOWN if kind == "keydown" else pygame.KEYUP, key=KEYS[key])
        case {"kind": "away"}:
            return pygame.event.Event(pygame.WINDOWFOCUSLOST)
    return None


class Served:
    """The desk as it is served; `address` is where a browser finds it."""

    def __init__(self, config: Config, folder: Path) -> None:
        """Listen at a free port of this computer, for browsers and for phones; `folder` holds the socket between."""
        self.display = BrowserDisplay(config)
        self._server = _Server((HOME, 0), partial(_Request, self.display))
        self.address = f"http://{HOME}:{self._server.server_port}"
        self._folder = folder
        with ThreadingHTTPServer((HOME, 0), BaseHTTPRequestHandler) as free:
            self.phones_at = f"{HOME}:{free.server_port}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def play(self, config: Config, data: Path) -> None:
        """Run the device until it is switched off, with a process for its phones."""
        socket = self._folder / "screens.sock"
        port = self.phones_at.rpartition(":")[2]
        command = [sys.executable, "-I", "-m", "firmware_py.phone_server", str(socket), port, "--stay"]
        screens = subprocess.Popen(command, cwd="/", stdin=subprocess.PIPE, start_new_session=True)  # no Ctrl+C for it
        try:
            link = partial(ScreensLink, socket)
            run(config, data, self.display, simulate=True, phones_at=self.phones_at, phones=link)
        finally:
            screens.terminate()
            screens.communicate(timeout=WAIT_S)
            self._server.shutdown()
            self.display.close()


def serve(config: Config, data: Path, say_where: Any) -> None:
    """Serve the desk until it is switched off or interrupted; `say_where` is told the address."""
    with tempfile.TemporaryDirectory() as folder:
        served = Served(config, Path(folder))
        signal.signal(signal.SIGINT, served.display.interrupt)
        say_where(served.address)
        served.play(config, data)
