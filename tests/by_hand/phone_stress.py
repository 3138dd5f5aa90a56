"""Press as phones press, PRESSES times, and see that nothing is lost or doubled: `make phone-stress PRESSES=10000`.

The device is simulated, the process of its phones is real, and is killed KILLS times. Each press may be sent three
times, be cut off before its answer, answer a page that is gone, or come after a sleep. A phone asks with the same key
until it has an answer, as its page does. At the end each play that was asked for was played once.

Printed are also how long a press takes until it is committed and on all phones, and what the process takes of memory.
"""

import http.client
import json
import random
import re
import statistics
import sys
import tempfile
import time
import zlib
from collections import Counter
from pathlib import Path
from threading import Condition, Thread

from malediction_device import THREE, record
from phones_running import Running, end, start_screens
from waiting import PATIENCE_S

from firmware_py.games.maudite_momie.state import Header

HEADERS = (Header(1, "maudite_momie", ("Ada", "Bo", "Cléo", "Dédé", "Eve", "Fa")), THREE)


class Phone:
    """One phone: its stream in a thread of its own, its presses in the caller's."""

    def __init__(self, running, player):
        self.running, self.player = running, player
        self.page, self.html, self.came_s, self.changed = "", "", 0.0, Condition()
        self.sleeps = self.ends = False
        status, headers, _ = self.post("/pair", {"code": running.invite(player)})
        assert status == 204, status
        self.cookie = headers["set-cookie"].split(";")[0]
        Thread(target=self.listen, daemon=True).start()

    def headers(self):
        """What its page sends."""
        own = {"Origin": f"http://{self.running.address}", "X-Screens": "1"}
        return {**own, "Cookie": self.cookie} if hasattr(self, "cookie") else own

    def post(self, path, body, *, cut=False):
        """Status, headers and body of an answer; status 0 if there is none."""
        connection = http.client.HTTPConnection(self.running.address, timeout=10)
        try:
            connection.request("POST", path, json.dumps(body), self.headers())
            if cut:
                return 0, {}, b""
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        except (OSError, http.client.HTTPException):
            return 0, {}, b""
        finally:
            connection.close()

    def listen(self):
        """Take what is sent, and connect again as long as it has not ended."""
        while not self.ends:
            if self.sleeps:
                time.sleep(0.01)  # a phone that sleeps
                continue
            try:
                self.stream()
            except (OSError, http.client.HTTPException, ValueError):
                time.sleep(0.05)  # until the process is back

    def stream(self):
        """Take one stream to its end."""
        connection = http.client.HTTPConnection(self.running.address, timeout=15)
        connection.request("GET", "/events?lang=en", headers={**self.headers(), "Accept-Encoding": "gzip"})
        answer, unpacked, text = connection.getresponse(), zlib.decompressobj(31), b""
        while not (self.sleeps or self.ends) and (data := answer.read1(65536)):
            *events, text = (text + unpacked.decompress(data)).split(b"\n\n")
            for event in events:
                if event.startswith(b"id: "):
                    name, _, shown = event.split(b"\n", 2)
                    with self.changed:
                        self.page = name[4:].decode()
                        self.html = json.loads(shown.removeprefix(b"data: "))["html"]
                        self.came_s = time.perf_counter()
                        self.changed.notify_all()
        connection.close()

    def targets(self):
        """What can be touched, but for the help."""
        return [target for target in re.findall(r'data-t="([^"]*)"', self.html) if target != "help"]


def main(presses, kills):
    """Press so often, and return 1 if anything was lost or doubled."""
    chance, counts, took_ms = random.Random(1), Counter(), []
    kill_at = set(chance.sample(range(presses), kills))
    with tempfile.TemporaryDirectory() as folder:
        running = Running(Path(folder), load=record(HEADERS[0]))
        process = start_screens(running)
        phones = {player: Phone(running, player) for player in HEADERS[0].players}
        asked = played = 0
        for number in range(presses):
            session = running.session
            if session.is_over:
                asked, played = asked + counts.pop("asked", 0), played + session.ply
                running.do(lambda: running.device.load(record(HEADERS[0])))
                continue
            if number in kill_at:
                end(process)
                process = start_screens(running)
                counts["kills"] += 1
            phone = phones[chance.choice(session.game.rules.to_act(session.state))]
            deadline = time.monotonic() + 20
            while not (phone.targets() and running.session is session):
                assert time.monotonic() < deadline, (phone.player, phone.html[:200])
            sleeper = phones[chance.choice(HEADERS[0].players)]
            sleeper.sleeps = sleeper is not phone and chance.random() < 0.02
            body = {"key": f"stress {number:08}", "page": phone.page, "touched": [chance.choice(phone.targets())]}
            if chance.random() < 0.03:
                body["page"] = "gone.1"
                counts[f"stale {phone.post('/press', body)[0]}"] += 1
                continue
            if chance.random() < 0.15:
                counts["cut"] += 1
                phone.post("/press", body, cut=True)
            began_s, others = time.perf_counter(), [one for one in phones.values() if not one.sleeps]
            status = 0
            while status in (0, 429, 503):
                assert time.perf_counter() < began_s + PATIENCE_S, f"a press has no answer but {status}"
                status = phone.post("/press", body)[0]
                counts["again"] += status != 200
            if status == 200 and chance.random() < 0.3:
                counts["tripled"] += 1
                assert {phone.post("/press", body)[0] for _ in range(2)} <= {200, 429}
            counts[f"status {status}"] += 1
            after = running.session
            if after is not session:
                counts["asked"] += 1
                assert after.ply == session.ply + 1, (number, session.ply, after.ply)
                if not any(one.sleeps for one in phones.values()) and status == 200:
                    took_ms += [1000 * (one.came_s - began_s) for one in others if one.came_s > began_s]
            for one in phones.values():
                one.sleeps = False
        asked, played = asked + counts["asked"], played + running.session.ply
        memory = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
        for phone in phones.values():
            phone.ends = True
        end(process)
        running.close()
    print(dict(sorted(counts.items())))
    print(f"asked and answered {asked}, played {played}")
    quantiles = statistics.quantiles(took_ms, n=100)
    print(f"press to page on a phone: p50 {quantiles[49]:.1f} ms, p99 {quantiles[98]:.1f} ms, {len(took_ms)} pages")
    print(" ".join(re.findall(r"VmRSS:\s+(\d+ kB)", memory)), "of memory")
    return int(asked != played)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 20))
