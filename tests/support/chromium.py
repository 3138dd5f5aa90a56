"""Chromium, driven by its own protocol over a pipe: pages, clicks, pictures. It needs nothing beside it."""

import base64
import fcntl
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

from waiting import PATIENCE_S

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Browser:
    """One Chromium without a window."""

    def __init__(self, *within):
        """Start it, `within` a namespace if that is how the command begins."""
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        (down, self._write), (self._read, up) = os.pipe(), os.pipe()
        os.set_blocking(self._write, False)
        reads, writes = ends = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in (down, up)]
        give_pipes = f'exec "$@" 3<&{reads} 4>&{writes} {reads}<&- {writes}>&-'
        options = ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
                   "--disable-dev-shm-usage", "--disable-background-networking", "--remote-debugging-pipe",
                   f"--user-data-dir={self._folder.name}")  # fmt: skip
        self._process = subprocess.Popen(
            ["bash", "-c", give_pipes, "bash", *within, CHROMIUM, *options], pass_fds=ends, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "TMPDIR": self._folder.name},
        )  # fmt: skip
        for end in (down, up, *ends):
            os.close(end)
        self._numbers, self._answers, self.events = count(1), {}, Queue()
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self):
        unread = b""
        while data := os.read(self._read, 1 << 16):
            *lines, unread = (unread + data).split(b"\0")
            for line in lines:
                message = json.loads(line)
                if "id" in message:
                    self._answers[message["id"]].put(message)
                else:
                    self.events.put(message)
        for answer in tuple(self._answers.values()):
            answer.put({"error": "it has ended"})

    def ask(self, method, session=None, **parameters):
        """What Chromium answers."""
        number = next(self._numbers)
        answer = self._answers[number] = Queue()
        message = {"id": number, "method": method, "params": parameters, **({"sessionId": session} if session else {})}
        assert self._listener.is_alive(), "Chromium has ended"
        data = json.dumps(message).encode() + b"\0"
        while data:
            _, can_write, _ = select.select((), (self._write,), (), PATIENCE_S)
            assert can_write, f"Chromium does not take {method}"
            data = data[os.write(self._write, data) :]
        try:
            said = answer.get(timeout=PATIENCE_S)
        except Empty:
            raise AssertionError(f"Chromium does not answer {method}") from None
        del self._answers[number]
        assert "error" not in said, (method, said["error"])
        return said["result"]

    def page(self, width=390, height=844, *, beside=None, **media):
        """An empty page of this size, on a phone of its own or `beside` another page of the same phone."""
        context = beside.context if beside else self.ask("Target.createBrowserContext")
        target = self.ask("Target.createTarget", url="about:blank", **context)["targetId"]
        session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        return Tab(self, session, target, context, width, height, media)

    def close(self):
        """End it."""
        os.killpg(self._process.pid, signal.SIGKILL)  # with the processes that it has started
        self._process.wait(PATIENCE_S)
        self._listener.join(PATIENCE_S)
        os.close(self._write), os.close(self._read)
        self._folder.cleanup()


class Tab:
    """One page."""

    def __init__(self, browser, session, target, context, width, height, media):
        self.browser, self.session, self.target, self.context = browser, session, target, context
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.ask(f"{domain}.enable")
        self.resize(width, height)
        features = [{"name": name.replace("_", "-"), "value": value} for name, value in media.items()]
        self.ask("Emulation.setEmulatedMedia", features=features)

    def ask(self, method, **parameters):
        """What Chromium answers for this page."""
        return self.browser.ask(method, self.session, **parameters)

    def resize(self, width, height):
        """Give the page another size."""
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2, mobile=True)

    def go(self, url):
        """Open an address."""
        self.ask("Page.navigate", url=url)

    def run(self, script):
        """The value of an expression of JavaScript on the page, awaited."""
        said = self.ask("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in said, said["exceptionDetails"]
        return said["result"].get("value")

    def until(self, script, within_s=PATIENCE_S):
        """Wait until an expression is true, and return its value."""
        deadline = time.monotonic() + within_s
        while not (value := self.run(script)):
            assert time.monotonic() < deadline, (script, self.run("document.body?.innerText"))
            time.sleep(0.02)  # the page has no event for everything
        return value

    def picture(self, file, *, whole=False):
        """Write a picture of the page."""
        Path(file).parent.mkdir(parents=True, exist_ok=True)
        Path(file).write_bytes(self.shot(whole=whole))

    def shot(self, *, whole=False, **more):
        """A picture of the page, as PNG."""
        taken = self.ask("Page.captureScreenshot", format="png", captureBeyondViewport=whole, **more)
        return base64.b64decode(taken["data"])

    def close(self):
        """Close it."""
        self.browser.ask("Target.closeTarget", targetId=self.target)
