"""What an attacker in the same Wi-Fi would try, and how far it gets."""

import http.client
import json
import os
import queue
import re
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from malediction_device import THREE, record
from phones_running import Running, running_with_screens
from waiting import PATIENCE_S, received, until_closed

from firmware_py.device.phone_messages import FromScreens, Viewed
from firmware_py.device.screens_link import LONGEST_UNREAD_S, ScreensLink
from firmware_py.games.maudite_momie.state import Explore, Header
from firmware_py.phone_server.requests import SECURE, hosts, phone_kind
from firmware_py.phone_server.server import BURST, MOST_CONNECTIONS, PRESSES_PER_S, REQUEST_S, Bucket, Server

MOMIE = Header(1, "maudite_momie", ("Ada", "Bo", "Cléo"))


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A device at a game of La malédiction, and its process of the phones."""
    with running_with_screens(tmp_path_factory.mktemp("phones"), load=record(THREE)) as (running, _):
        yield running


class Attacker:
    """Speaks HTTP as it likes."""

    def __init__(self, table, cookie=""):
        self.table, self.cookie, self.keys = table, cookie, 0
        self.own = {"Host": table.address, "Origin": f"http://{table.address}", "X-Screens": "1"}

    def ask(self, method, path, body=None, **headers):
        """The status and the headers of the answer; 0 if the connection was cut."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {**self.own, **({"Cookie": f"seat={self.cookie}"} if self.cookie else {}), **named}
        connection = http.client.HTTPConnection("127.0.0.1", self.table.port, timeout=PATIENCE_S)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in sent.items():
                if value is not None:
                    connection.putheader(name, value)
            data = body if isinstance(body, bytes) else json.dumps(body).encode() if body is not None else b""
            connection.putheader("Content-Length", str(len(data)))
            connection.endheaders(data)
            answer = connection.getresponse()
            if answer.headers.get("content-type") != "text/event-stream":
                answer.read()
            return answer.status, answer.headers
        except (OSError, http.client.HTTPException):
            return 0, {}
        finally:
            connection.close()

    def press(self, *touched, page="", **headers):
        """The status of a press."""
        self.keys += 1
        body = {"key": f"attack {self.keys:06}", "page": page, "touched": touched}
        return self.ask("POST", "/press", body, **headers)[0]


@pytest.fixture
def attacker(table):
    """Somebody without a seat."""
    return Attacker(table)


def seated(table, player):
    """Somebody with a phone at this player's seat, the same one each time."""
    if (table, player) not in COOKIES:
        status, headers = Attacker(table).ask("POST", "/pair", {"code": table.invite(player)})
        assert status == 204
        COOKIES[table, player] = headers["set-cookie"].split(";")[0].removeprefix("seat=")
    return Attacker(table, COOKIES[table, player])


COOKIES = {}


# --- the way in ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example", "localhost", "127.0.0.2", "127.0.0.1", "raspberrypi.local", "", None])
def test_a_name_that_leads_here_is_not_answered(attacker, host):
    """DNS rebinding: only the very address at which the connection was accepted, with its port, is a host of ours."""
    assert attacker.ask("GET", "/", Host=host)[0] in (421, 0)
    assert attacker.press("number 0", Host=host, Origin=f"http://{host}") in (421, 0)


@pytest.mark.parametrize(
    ("host", "path"),
    [
        ("connectivitycheck.gstatic.com", "/generate_204"),
        ("captive.apple.com", "/hotspot-detect.html"),
        (None, "/generate_204"),
        (None, "/hotspot-detect.html"),
    ],
)
def test_no_phone_takes_the_device_for_the_internet(attacker, table, host, path):
    """What Androids and iPhones ask of a Wi-Fi gets neither the 204 nor the page that they wait for."""
    assert attacker.ask("GET", path, Host=host or table.address)[0] in (421, 404)


def test_systemds_way_of_writing_an_address_is_understood():
    """A socket for both kinds of addresses names IPv4 as `::ffff:`, which no browser writes."""
    assert hosts("::ffff:192.168.1.17", 80) == {"192.168.1.17", "192.168.1.17:80"}
    assert hosts("fd00::17", 8080) == {"[fd00::17]:8080"}
    assert hosts("fe80::1%wlan0", 80) == {"[fe80::1]", "[fe80::1]:80"}


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://{address}", None])
def test_another_page_cannot_post(table, origin):
    """A page of somebody else's in the browser of a player: its origin is another, or it cannot set our header."""
    ada = seated(table, "Ada")
    origin = origin and origin.format(address=table.address)
    assert ada.press("number 0", Origin=origin) == 403
    assert ada.press("number 0", X_Screens=None) == 403


def test_the_cookie_is_for_our_page_and_this_site_alone(table):
    """HttpOnly keeps it from scripts, SameSite=Strict from other sites."""
    headers = Attacker(table).ask("POST", "/pair", {"code": table.invite("Ada")})[1]
    parts = {part.strip() for part in headers["set-cookie"].split(";")}
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= parts


@pytest.mark.parametrize("cookie", ["", "made-up", "x" * 4000, "'; DROP TABLE", "\xff\xfe", "Ada"])
def test_a_forged_cookie_is_no_seat(table, cookie):
    """It gets no page, and its presses are refused."""
    forger = Attacker(table, cookie)
    assert forger.ask("GET", "/events")[0] in (204, 0)
    assert forger.press("number 0") in (403, 429, 0)


def test_an_old_cookie_is_no_seat(tmp_path):
    """A phone that has taken another seat: what let it into the first one sees nothing and plays nothing."""
    with running_with_screens(tmp_path) as (running, _):
        ada = seated(running, "Ada")
        assert (ada.press("nothing"), ada.ask("POST", "/pair", {"code": running.invite("Bo")})[0]) == (409, 204)
        assert (ada.press("nothing"), ada.ask("GET", "/events")[0]) == (403, 204)


def test_a_code_is_not_guessed_by_force(tmp_path):
    """After a handful of tries everybody waits; the code dies with the fifth wrong one."""
    with running_with_screens(tmp_path) as (running, _):
        code = running.invite("Bo")
        tries = [Attacker(running).ask("POST", "/pair", {"code": f"GUESS{number:05}"})[0] for number in range(40)]
        assert set(tries) <= {403, 429}
        assert tries.count(429) >= 10
        assert Attacker(running).ask("POST", "/pair", {"code": code})[0] in (403, 429)


def test_the_mummys_phone_plays_nothing_for_the_hunters(tmp_path):
    """A forged press of its own, with a target of the hunters' page and every page name it may think of."""
    with running_with_screens(tmp_path, load=record(THREE)) as (running, _):
        mo, before = seated(running, "Mo"), running.session
        for target in ("number 0", "side 0", "button:ok", "hold:ok", "square 0", "mission", "curtain", "0"):
            for page in ("", "0", "t0.1", "x" * 64):
                assert mo.press(target, page=page) in (400, 403, 409, 429)
        assert running.session is before


# --- what is sent ----------------------------------------------------------------------------------------------------


def test_every_answer_is_locked_up(attacker):
    """No script but ours, no frame around it, nothing from elsewhere, nothing kept that is not everybody's."""
    for method, path in (("GET", "/"), ("GET", "/nothing"), ("POST", "/press"), ("GET", "/page.js")):
        _, headers = attacker.ask(method, path, {} if method == "POST" else None)
        for name, value in SECURE:
            assert headers[name] == value
        kept = headers["cache-control"]
        assert kept == "no-store" or path == "/page.js"
    policy = dict(SECURE)["content-security-policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy


def test_nothing_is_served_but_our_files(attacker):
    """Whatever path: up, encoded, absolute, of another kind."""
    for path in (
        "/../page.html",
        "/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/page.py",
        "/server.py",
        "/icons/../x",
        "/.git",
    ):
        assert attacker.ask("GET", path)[0] in (404, 0)
    for method in ("HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT"):
        assert attacker.ask(method, "/")[0] in (400, 404, 0)


DEEP = b"[" * 100_000


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        DEEP[:8000],
        b'{"key":1}',
        b"\xff" * 100,
        b'{"key":"12345678","page":"","touched":[[]]}',
        json.dumps({"key": "12345678", "page": "", "touched": ["x"] * 61}).encode(),
        json.dumps({"key": "1" * 65, "page": "", "touched": []}).encode(),
    ],
)
def test_a_body_that_is_no_press_is_refused(table, body):
    """Deep, foreign, empty, too long: an answer, and the process lives."""
    assert seated(table, "Ada").ask("POST", "/press", body)[0] == 400
    assert Attacker(table).ask("GET", "/")[0] == 200


def test_a_body_or_a_header_without_end_is_cut_off(attacker):
    """More than a press can be: the connection ends."""
    assert attacker.ask("POST", "/press", b"x" * 9000)[0] == 0
    assert attacker.ask("POST", "/press", DEEP)[0] == 0
    assert attacker.ask("GET", "/", X_Long="x" * 20000)[0] in (0, 400, 431)


SMUGGLED = (
    b"POST /press HTTP/1.1\r\nHost: {host}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST /press HTTP/1.1\r\nHost: {host}\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde",
    b"POST /press HTTP/1.1\r\nHost : {host}\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: {host}\r\nHost: evil.example\r\n\r\n",
    b"GET / HTTP/1.1\nHost: {host}\n X: folded\n\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
)


@pytest.mark.parametrize("request_text", SMUGGLED)
def test_what_two_servers_could_read_otherwise_is_read_by_none(table, request_text):
    """Smuggling, folded headers, two hosts, TLS: no page of ours comes back twice."""
    with socket.create_connection(("127.0.0.1", table.port), PATIENCE_S) as sock:
        sock.sendall(request_text.replace(b"{host}", table.address.encode()))
        sock.shutdown(socket.SHUT_WR)
        said = until_closed(sock)
    assert said.count(b"HTTP/1.1 200") <= 1
    assert Attacker(table).ask("GET", "/")[0] == 200


# --- floods ----------------------------------------------------------------------------------------------------------


def test_whoever_holds_300_connections_keeps_nobody_out(table):
    """Strangers who say nothing go, the oldest first; a player's phone is answered meanwhile, and stays."""
    ada = seated(table, "Ada")
    held = [socket.create_connection(("127.0.0.1", table.port), PATIENCE_S) for _ in range(300)]
    try:
        assert ada.press("nothing") in (400, 409)
        assert Attacker(table).ask("GET", "/")[0] == 200
    finally:
        for sock in held:
            sock.close()


def test_a_flood_of_presses_is_refused(table):
    """Nothing of it is played, and another phone plays on."""
    ada, bo, before = seated(table, "Ada"), seated(table, "Bo"), table.session
    assert {ada.press("nothing") for _ in range(40)} <= {400, 409, 429}
    assert bo.press("nothing") in (400, 409, 429)
    assert table.session is before


def test_so_many_requests_are_taken_at_once_and_a_second():
    """Sixteen at once; then eight a second, however many are sent."""
    bucket = Bucket(PRESSES_PER_S, 0.0)
    assert sum(bucket.takes(0.0) for _ in range(1000)) == BURST
    assert sum(bucket.takes(at / 1000) for at in range(1000)) == PRESSES_PER_S - 1
    assert sum(bucket.takes(1000.0) for _ in range(1000)) == BURST


# --- the socket to the referee ---------------------------------------------------------------------------------------

GARBAGE = (
    b"",
    b"\n",
    b"no json\n",
    b"[]\n",
    b'{"do":"seat"}\n',
    b'{"do":"come","to":1}\n',
    b"x" * 100_000,
    DEEP + b"\n",
    b'{"do":"leave","to":-1}\n',
    b'{"do":"leave","to":1,"more":2}\n',
    b"\xff\xfe\n",
    b'{"do":"leave","to":1e400}\n',
)


@pytest.mark.parametrize("garbage", GARBAGE)
def test_garbage_on_the_socket_of_the_referee_ends_that_connection(table_alone, garbage):
    """The game goes on, and the next process is heard."""
    before = table_alone.session
    with socket.socket(socket.AF_UNIX) as sock:
        sock.settimeout(PATIENCE_S)
        sock.connect(str(table_alone.path))
        sock.sendall(garbage)
        sock.shutdown(socket.SHUT_WR)
        with suppress(ConnectionResetError):  # with what it had not read
            assert sock.recv(1) == b""
    assert table_alone.session is before
    with socket.socket(socket.AF_UNIX) as sock:
        sock.settimeout(PATIENCE_S)
        sock.connect(str(table_alone.path))
        sock.sendall(b'{"do":"come","to":1,"digest":"x","language":""}\n')
        assert json.loads(sock.recv(4096)) == {"do": "gone", "to": 1}


@pytest.fixture(scope="module")
def table_alone(tmp_path_factory):
    """A device without a process of the phones."""
    running = Running(tmp_path_factory.mktemp("alone"), load=record(THREE))
    yield running
    running.close()


def page_of(number, size=6000):
    """A page that a phone may be sent."""
    return Viewed("Ada", f"t.{number}", "x" * size, "", "maze", "en")


@pytest.fixture
def link(tmp_path):
    """The referee's end of the socket, and a process at the other that has not read anything yet."""
    said = queue.Queue()
    link = ScreensLink(tmp_path / "screens.sock", said.put)
    with socket.socket(socket.AF_UNIX) as sock:
        sock.settimeout(PATIENCE_S)
        sock.connect(str(tmp_path / "screens.sock"))
        sock.sendall(b'{"do":"leave","to":1}\n')
        said.get(timeout=PATIENCE_S)
        yield link, sock


def test_a_process_that_does_not_read_for_a_while_loses_nothing(link):
    """More than the kernel keeps waits in the referee, which goes on meanwhile; all of it comes, in its order."""
    link, sock = link
    for number in range(120):
        link.send(page_of(number))
        link.after_round(None, number / 10)

    def is_all(text):
        link.after_round(None, 12.0)
        return text.count(b"\n") == 120

    text = received(sock, is_all)
    assert [json.loads(line)["page"] for line in text.splitlines()] == [f"t.{number}" for number in range(120)]


@pytest.mark.parametrize(("count", "until_s"), [(2000, 0.0), (120, LONGEST_UNREAD_S + 1)], ids=["too much", "too long"])
def test_a_process_that_does_not_read_at_all_is_cut_off(link, count, until_s):
    """More than a megabyte waits for it, or it has taken nothing for half a minute: it comes again, or another."""
    link, sock = link
    for number in range(count):
        link.send(page_of(number))
    link.after_round(None, 0.0)
    link.after_round(None, until_s)
    until_closed(sock)


def test_a_process_that_stands_for_a_moment_delays_nobody_at_the_box(tmp_path):
    """Stopped while people play at the box, it goes on with the stream that it had, and each page arrives."""
    with running_with_screens(tmp_path, load=record(MOMIE)) as (running, process):
        ada = seated(running, "Ada")
        with socket.create_connection(("127.0.0.1", running.port), PATIENCE_S) as stream:
            head = "".join(f"{name}: {value}\r\n" for name, value in ada.own.items())
            stream.sendall(f"GET /events HTTP/1.1\r\n{head}Cookie: seat={ada.cookie}\r\n\r\n".encode())
            text = received(stream, lambda text: b"event: view" in text)
            process.send_signal(signal.SIGSTOP)
            played = [Explore(MOMIE.players[number % 3], "left") for number in range(8)]
            for ply in range(1, 1 + len(played)):
                running.do(lambda ply=ply: running.device.load(record(MOMIE, *played[:ply])))
            assert running.session.ply == len(played)
            process.send_signal(signal.SIGCONT)
            text += received(stream, lambda text: text.count(b"event: view") == len(played))
    pages = [int(page) for page in re.findall(rb"id: \w+\.(\d+)\n", text)]
    assert pages == list(range(pages[0], pages[0] + len(pages)))


@pytest.mark.skipif(os.getuid() != 0, reason="only root can become another user")
def test_another_user_is_not_let_in():
    """The kernel says who is at the other end of the socket: a process of nobody's is cut off before it is heard."""
    program = (
        "import os, socket, sys; os.setgid(65534); os.setuid(65534); sock = socket.socket(socket.AF_UNIX);"
        " sock.connect(sys.argv[1]); print('connected', sock.recv(100))"
    )
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        running = Running(Path(folder))
        command = [sys.executable, "-c", program, str(running.path)]
        said = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", timeout=PATIENCE_S)
        running.close()
    assert said.stdout.strip() == "connected b''", said.stderr


def test_only_these_lines_exist():
    """Whoever takes over the process of the phones can say four things, and none of them names a seat."""
    assert {kind.__struct_config__.tag for kind in FromScreens.__args__} == {"knock", "come", "touch", "leave"}
    assert not any(
        "seat" in kind.__struct_fields__ or "player" in kind.__struct_fields__ for kind in FromScreens.__args__
    )


@pytest.mark.parametrize(
    ("agent", "kind"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)", "iPhone"),
        ("Mozilla (Linux; Android 14)", "Android"),
        ("\x1b[31m<b>", "?"),
        ("", "?"),
    ],
)
def test_what_a_phone_calls_itself_reaches_the_box_as_a_known_word(agent, kind):
    """Foreign text never reaches the screen."""
    assert phone_kind(agent) == kind


class Rehearsed:
    """The process of the phones in this one: its referee is the test, and so is its clock."""

    def __init__(self, stack, folder):
        """Let it listen, and find its referee."""
        self.now_s, path = 0.0, str(folder / "referee.sock")
        self._stack, door = stack, stack.enter_context(socket.socket(socket.AF_UNIX))
        door.bind(path)
        door.listen()
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=64))
        self.host = f"127.0.0.1:{listener.getsockname()[1]}"
        self.server = Server(listener, path, lambda: self.now_s)
        stack.callback(lambda: self.server._lose())
        self.referee = stack.enter_context(door.accept()[0])
        self.hears, self.sent = True, b""

    def connect(self, number=1):
        """A connection from the address of this number."""
        at = f"127.1.{number // 200}.{1 + number % 200}", 0
        return self._stack.enter_context(socket.create_connection(self.host.split(":"), PATIENCE_S, at))

    def ask(self, method, path, cookie="", body=b"", number=1):
        """A connection that has asked for something, and was looked at."""
        sock = self.connect(number)
        own = f"Host: {self.host}\r\nOrigin: http://{self.host}\r\nX-Screens: 1\r\nCookie: seat={cookie}\r\n"
        sock.sendall(f"{method} {path} HTTP/1.1\r\n{own}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        self.look()
        return sock

    def look(self):
        """Let it do whatever it has to do now: accept, read, answer; and hear what it tells the referee."""
        for _ in range(4):
            self.server.serve(0.0)
        with suppress(BlockingIOError):
            self.sent = self.hears and self.referee.recv(1 << 20, socket.MSG_DONTWAIT)

    def seat(self, cookie):
        """The stream of a phone whose secret the referee knows."""
        sock = self.ask("GET", "/events", cookie)
        to = json.loads(self.sent.splitlines()[-1])["to"]
        self.referee.sendall(json.dumps({"do": "seated", "to": to, "seat": cookie}).encode() + b"\n")
        self.look()
        assert sock.recv(12) == b"HTTP/1.1 200"
        return sock


CODE, PRESS = b'{"code":"WRONG"}', b'{"key":"attack 000","page":"","touched":[]}'


@pytest.fixture
def rehearsed(tmp_path):
    """The process of the phones, without a process."""
    with ExitStack() as stack:
        yield Rehearsed(stack, tmp_path)


def is_open(sock):
    """Whether the other end has not closed, after all that it has sent."""
    sock.setblocking(False)
    with suppress(BlockingIOError):
        while sock.recv(1 << 16):
            pass
        return False
    return True


def test_a_phone_with_a_seat_cannot_take_the_room_of_the_others(rehearsed):
    """Whoever looks on opens ever more streams: the oldest of them go, and others get in and stay."""
    bo = rehearsed.seat("Bo")
    greedy = []
    for _ in range(MOST_CONNECTIONS + 8):
        rehearsed.now_s += 1 / PRESSES_PER_S
        greedy.append(rehearsed.seat("Onlooker"))
    ada = rehearsed.seat("Ada")
    assert [is_open(sock) for sock in (ada, bo, greedy[0], greedy[-1])] == [True, True, False, True]
    assert len(rehearsed.server._all) == MOST_CONNECTIONS


def test_whoever_sends_slowly_is_cut_off(rehearsed):
    """A header that comes byte by byte has five seconds, and others are answered meanwhile."""
    slow = rehearsed.connect()
    rehearsed.look()
    for byte in b"GET / HTT":
        slow.sendall(bytes((byte,)))
        rehearsed.now_s += REQUEST_S / 10
        rehearsed.look()
    assert rehearsed.ask("GET", "/").recv(12) == b"HTTP/1.1 200"
    assert is_open(slow)
    rehearsed.now_s += REQUEST_S / 10
    rehearsed.look()
    assert not is_open(slow)


def test_whoever_sends_on_without_waiting_for_an_answer_is_cut_off(rehearsed):
    """While the referee lets a press wait, what comes behind it is not kept without end."""
    sock = rehearsed.ask("POST", "/press", "Bo", PRESS)
    sent = 0
    with suppress(OSError):
        while sent < 1 << 20:
            sent += sock.send(b"GET / HTTP/1.1\r\n\r\n" * 100)
            rehearsed.look()
    assert sent < 1 << 20
    assert not rehearsed.server._all


def test_many_addresses_do_not_buy_more_guesses(rehearsed):
    """However many hosts press something, and whatever of them is forgotten: after a handful of tries codes wait."""
    for number in range(int(BURST)):
        rehearsed.ask("POST", "/pair", body=CODE, number=number)
    for number in range(MOST_CONNECTIONS + 8):
        rehearsed.ask("POST", "/press", body=PRESS, number=number)
    assert rehearsed.ask("POST", "/pair", body=CODE, number=999).recv(12) == b"HTTP/1.1 429"


def test_a_referee_that_reads_nothing_never_holds_the_process(rehearsed):
    """What cannot be told at once ends that connection, and the phones come again."""
    assert rehearsed.server._referee.gettimeout() == 0.0
    rehearsed.hears = False
    long = json.dumps({"key": "attack 000", "page": "", "touched": ["x" * 64] * 60}).encode()
    for number in range(MOST_CONNECTIONS):
        rehearsed.ask("POST", "/press", body=long, number=number)
        if not rehearsed.server._all:
            return
    raise AssertionError("everything was told")


def test_a_referee_that_is_lost_while_phones_speak_does_not_end_their_process():
    """In one look at all sockets a phone's line finds the referee gone, and the referee's own end comes after it."""
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as listener:
        path = f"{folder}/referee.sock"
        with socket.socket(socket.AF_UNIX) as referee:
            referee.bind(path)
            referee.listen()
            server = Server(listener, path)
            peer, _ = referee.accept()
            link = server._referee
            peer.close()
            server._selector.select = lambda _: [(server._selector.get_key(link), 1), (lost, 1)]
            lost = server._selector.get_key(link)
            server.serve(0.0)  # the first of the two loses it, the second finds it lost
            assert server._referee is None
