"""Whatever waits for a process, a thread or a device waits for so long at most; no test waits too little, or hangs."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from places import PROJECT, TESTS
from waiting import PATIENCE_S

WAITING = {"wait", "join", "acquire", "result", "exception", "communicate", "recv", "accept"}
"""Methods that wait for ever unless they are told how long."""
RUNNING = {"run", "call", "check_call", "check_output"}
"""Functions of `subprocess` that do."""
ENDLESS = {
    "firmware_py/device/loop.py acquire": "the loop sleeps until something happens, and wakes for the watchdog",
    "firmware_py/device/running.py result": "it is done: `wait` above has waited in steps, and told the watchdog",
    "firmware_py/device/disk.py exception": "it waits for so long at most as it is told",
    "firmware_py/device/disk.py result": "it is done",
    "firmware_py/device/screens_link.py accept": "a thread of its own waits for the process of the phones",
    "firmware_py/device/screens_link.py acquire": "that thread again: the loop has not taken what was said before",
    "firmware_py/phone_server/server.py accept": "somebody is there: the selector has said so",
    "hardware/gpiod_pins.py join": "the thread waits for nothing but the event that ends it",
}
"""Where it is meant, and why that cannot hang the device."""
BY_HAND = {"bench", "boot", "by_hand", "emulated", "kernel"}
"""What no commit waits for may measure time."""
A_STEP_S = 0.1
"""What waits for no longer does so again and again, until its patience ends."""
STOPWATCHES = {"perf_counter", "perf_counter_ns", "process_time", "process_time_ns", "thread_time", "timeit"}
MAY_WAIT = re.compile(rf"subprocess|\.({'|'.join(WAITING)})\(\s*(\)|\w+=)")
MAY_HURRY = re.compile(rf"timeout|alarm|\b(join|acquire)\([^)]*\d|\b(join|acquire)\([A-Z]|{'|'.join(STOPWATCHES)}")
"""Where one of these may be found: to parse every module takes seconds."""


def calls(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    """Yield the calls of methods and of functions of a module, with their names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
            yield node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id, node


def endless_waits(module: Path) -> Iterator[str]:
    """Yield the calls in a module that may wait for ever, by file and name."""
    text = module.read_text(encoding="utf-8")
    if not MAY_WAIT.search(text):
        return
    for name, node in calls(ast.parse(text)):
        if not isinstance(node.func, ast.Attribute):
            continue
        limits = {keyword.arg for keyword in node.keywords} & {"timeout", "timeout_s"}
        is_run = isinstance(node.func.value, ast.Name) and node.func.value.id == "subprocess" and name in RUNNING
        if not limits and (is_run or (name in WAITING and not node.args)):
            yield f"{module.relative_to(PROJECT)} {name}"


def test_nothing_waits_without_a_limit() -> None:
    """A program that hangs, a player that does not end, a board that is silent: the device goes on."""
    modules = [path for package in ("firmware_py", "display", "hardware") for path in (PROJECT / package).rglob("*.py")]
    found = {call for module in modules if "pico" not in module.parts for call in endless_waits(module)}
    assert found - ENDLESS.keys() == set()


def hasty_waits(module: Path) -> Iterator[str]:
    """Yield where a test gives another thread or process less time than a busy machine takes, or measures time."""
    text = module.read_text(encoding="utf-8")
    if not MAY_HURRY.search(text):
        return
    tree = ast.parse(text)
    values = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for name, node in calls(tree):
        limits = [keyword.value for keyword in node.keywords if keyword.arg == "timeout"]
        limits += node.args if name in {"settimeout", "alarm", "join", "acquire"} else []
        known = [values.get(limit.id) if isinstance(limit, ast.Name) else limit for limit in limits]
        seconds = [one.value for one in known if isinstance(one, ast.Constant) and isinstance(one.value, int | float)]
        if name in STOPWATCHES or any(A_STEP_S < limit < PATIENCE_S for limit in seconds):
            yield f"{module.relative_to(PROJECT)}:{node.lineno} {name}"


def test_no_test_fails_because_the_machine_is_busy() -> None:
    """Each wait lasts as long as `PATIENCE_S` says if it must, and no test asserts how long anything took."""
    modules = [path for path in TESTS.rglob("*.py") if path.relative_to(TESTS).parts[0] not in BY_HAND]
    assert [wait for module in modules for wait in hasty_waits(module)] == []


def greedy_reads(module: Path) -> Iterator[str]:
    """Yield where a test may read the end of a stream for ever, or wait for ever for a program after it has failed."""
    text = module.read_text(encoding="utf-8")
    if "recv(" not in text and "Popen(" not in text:
        return
    nodes = list(ast.walk(ast.parse(text)))
    truths = [node.test for node in nodes if isinstance(node, ast.While)]
    ends = {truth.value if isinstance(truth, ast.NamedExpr) else truth for truth in truths}
    for node in nodes:
        if isinstance(node, ast.While):
            reads = {call for name, call in calls(node) if name == "recv"} - ends
            yield from (f"{module.relative_to(PROJECT)}:{call.lineno} recv" for call in reads)
        if isinstance(node, ast.withitem) and ast.unparse(node.context_expr).startswith("subprocess.Popen("):
            yield f"{module.relative_to(PROJECT)}:{node.context_expr.lineno} Popen"


def test_no_test_that_fails_goes_on_waiting() -> None:
    """A loop of reads ends with its stream (else `more_of`, `heard_until`), a program with its block (`child`)."""
    modules = [path for path in TESTS.rglob("*.py") if path.relative_to(TESTS).parts[0] not in BY_HAND]
    found = {read for module in modules for read in greedy_reads(module)}
    assert {re.sub(":.* ", " ", read) for read in found} == {
        "tests/support/running_service.py recv",  # `heard_until`
        "tests/support/waiting.py Popen",  # `child`
    }


HANGING = """
from threading import Event
import pytest, time_limit

@pytest.fixture
def thread():
    yield
    Event().wait()

class TestHanging:
    def test_that_fails(self, thread):
        time_limit.STEP_S = 0.1
        assert False
"""


def test_a_test_that_hangs_is_ended_and_named(tmp_path: Path) -> None:
    """Also if it hangs after it has failed: where each thread stands is said, and the run goes on without it."""
    (tmp_path / "test_hanging.py").write_text(HANGING)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-v", "-p", "time_limit", "-p", "no:cacheprovider"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(TESTS / "support"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 1
    assert "test_that_fails FAILED" in done.stdout
    assert done.stderr.startswith("Timeout")
    assert "in pytest_runtest_teardown" in done.stderr
