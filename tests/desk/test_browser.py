"""The desk in a browser: the same device, its pictures and its keys, for this computer alone."""

import http.client
import json
import os
import pty
import re
import signal
import socket
import struct
import subprocess
import sys
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from waiting import PATIENCE_S, child, without_waiting

from firmware_py.desk.browser import event_of

PROGRAM = str(Path(sys.executable).with_name("pyramid-referee"))


@contextmanager
def served(folder):
    """Yield the address of a desk that is served, and its process."""
    command = [PROGRAM, "desk", "--browser", "--data", str(folder / "data")]
    environ = {**os.environ, "LC_ALL": "C.UTF-8"}
    with child(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environ) as process:
        try:
            with without_waiting():
                found = next(match for line in process.stdout if (match := re.search(r"http://([\d.:]+)", line)))
            yield found[1], process
        finally:
            process.send_signal(signal.SIGINT)
            said, _ = process.communicate(timeout=PATIENCE_S)
        assert "Traceback" not in said


def ask(address, method, path, body=None, **headers):
    """The answer of the desk, its body read."""
    connection = http.client.HTTPConnection(address, timeout=PATIENCE_S)
    own = {"Host": address, "Origin": f"http://{address}", "X-Desk": "1"}
    sent = {**own, **{name.replace("_", "-"): value for name, value in headers.items()}}
    connection.request(method, path, json.dumps(body) if body else None, sent)
    answer = connection.getresponse()
    answer.data = answer.read()
    connection.close()
    return answer


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """The address of a desk that is served, and its process."""
    with served(tmp_path_factory.mktemp("desk")) as running:
        yield running


def test_a_browser_that_is_closed_while_it_waits_for_a_picture_is_no_error(desk):
    """Nothing is said of it in the terminal, and the next browser is answered."""
    address, _ = desk
    for _ in range(3):
        with socket.create_connection(address.split(":"), PATIENCE_S) as gone:
            gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # as if it had crashed
            gone.sendall(f"GET /picture?0 HTTP/1.1\r\nHost: {address}\r\n\r\n".encode() * 20)
    assert ask(address, "GET", "/picture?0").status == 200


def test_only_this_computers_own_page_is_answered(desk):
    """A name that leads here, another page that posts, a foreign path and a large body get nothing."""
    address, _ = desk
    assert address.startswith("127.0.0.1:")
    assert ask(address, "GET", "/", Host="evil.example").status == 421
    assert ask(address, "GET", "/../../etc/passwd").status == 404
    press = {"kind": "keydown", "key": "Enter"}
    assert ask(address, "POST", "/event", press, Origin="http://evil.example").status == 403
    assert ask(address, "POST", "/event", press, X_Desk="0").status == 403
    assert ask(address, "POST", "/event", {"kind": "x" * 600}).status == 400
    assert "unsafe" not in ask(address, "GET", "/").headers["content-security-policy"]


def test_a_key_in_the_browser_presses_the_button_and_the_picture_follows(tmp_path):
    """The first page asks for the language; down moves its cursor, and there is another picture."""
    with served(tmp_path) as (address, process):
        assert b"<img" in ask(address, "GET", "/").data
        assert b"#desk" in ask(address, "GET", "/desk.css").data
        before = ask(address, "GET", "/picture?0")
        assert before.data.startswith(b"\x89PNG")
        for kind in ("keydown", "keyup"):
            assert ask(address, "POST", "/event", {"kind": kind, "key": "ArrowRight"}).status == 204
        after = ask(address, "GET", f"/picture?{before.headers['x-number']}")
        assert after.data.startswith(b"\x89PNG")
        assert after.data != before.data
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE_S) == 0


def test_the_process_for_phones_ends_with_whoever_started_it(tmp_path):
    """Also if they were interrupted in the very moment and know nothing of it."""
    command = [sys.executable, "-I", "-m", "firmware_py.phone_server", str(tmp_path / "screens.sock"), "0", "--stay"]
    with child(command, stdin=subprocess.PIPE, cwd="/") as process:
        process.stdin.close()
        assert process.wait(PATIENCE_S) == 0


@pytest.mark.parametrize("said", [b"", b"[" * 400, b"null", b'{"kind":"down"}', b'{"kind":"keydown","key":"q"}',
                                  b'{"kind":"down","x":"1","y":2,"button":1}', b'{"kind":"quit"}'])  # fmt: skip
def test_what_is_no_event_of_mouse_or_keyboard_does_nothing(said):
    """Neither garbage nor another kind of event reaches the window."""
    assert event_of(said) is None


def test_without_a_screen_the_desk_goes_on_in_the_browser_at_a_terminal(tmp_path):
    """After the demonstration it names the address, until Ctrl+C, which all its processes get; that is no error."""
    ours, theirs = pty.openpty()
    environ = {
        key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    }
    # It is shown no game: whole demonstrations are looked at elsewhere.
    code = (
        "import sys; from firmware_py.cli import desk_commands; desk_commands.DEMOS = {};"
        "from firmware_py.cli.main import main; sys.exit(main())"
    )
    command = [sys.executable, "-c", code, "desk", "--data", str(tmp_path / "data"), "--shots", str(tmp_path / "shots")]
    terminal = {"stdin": theirs, "stdout": theirs, "stderr": theirs, "start_new_session": True}
    with child(command, env={**environ, "LC_ALL": "C.UTF-8"}, **terminal) as process:
        os.close(theirs)
        said = b""
        with without_waiting():
            while not (found := re.search(rb"http://([\d.:]+)\s", said)):
                said += os.read(ours, 4096)
            assert ask(found[1].decode(), "GET", "/picture?0").status == 200
            os.killpg(process.pid, signal.SIGINT)
            with suppress(OSError):  # nobody holds the terminal any more
                while more := os.read(ours, 4096):
                    said += more
        assert process.wait(PATIENCE_S) == 0
    os.close(ours)
    assert b"demonstration" in said
    assert b"Traceback" not in said
